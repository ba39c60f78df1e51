"""The server as it runs in the hall: a process of its own that can be stopped, killed and started again."""

from __future__ import annotations

import http.client
import os
import signal
import subprocess
import sys
from pathlib import Path

from tests.house.services import free_port, wait_until

ROOT = Path(__file__).resolve().parents[2]


class RealServer:
    """``python -m config.server`` with its data under ``folder``.

    ``start()`` returns once a page is answered. ``stop()`` asks politely (SIGTERM), ``kill()`` pulls
    the plug (SIGKILL); after either, ``start()`` goes on with the same data on the same port.
    """

    def __init__(self, folder: Path, environment: dict[str, str] | None = None) -> None:
        self.folder = folder
        self.var_dir = folder / "var"
        self.log = folder / "log"
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None
        kept = {
            name: os.environ[name] for name in ("PATH", "HOME", "LANG", "SYSTEMROOT") if name in os.environ
        }
        self.environment = kept | {"VAR_DIR": str(self.var_dir), "PYTHONUTF8": "1"} | (environment or {})

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self, *arguments: str, sample: bool = False) -> RealServer:
        self.launch(*arguments, sample=sample)
        return self.wait()

    def launch(self, *arguments: str, sample: bool = False) -> None:
        """Start the process and do not wait for it."""
        command = [sys.executable, "-m", "config.server", "--host", "127.0.0.1", "--port", str(self.port)]
        command += [] if sample else ["--no-sample"]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [*command, *arguments], stdout=log, stderr=log, cwd=ROOT, env=self.environment
            )

    def wait(self) -> RealServer:
        """Wait until a page is answered."""
        assert self.process is not None, "the server was not started"
        wait_until(self._answers, "the server", self.process, self.log)
        return self

    def _answers(self) -> bool:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        try:
            connection.request("GET", "/")
            connection.getresponse()
        except OSError:
            return False
        finally:
            connection.close()
        return True

    def manage(self, *arguments: str) -> str:
        """A management command on the same data; its output, or a failure with what it complained of."""
        done = subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=ROOT, env=self.environment, capture_output=True, text=True, encoding="utf-8", check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def told(self) -> str:
        """Everything the server has printed since it was made."""
        return self.log.read_text(encoding="utf-8")

    def stop(self) -> int:
        return self._end(signal.SIGTERM)

    def kill(self) -> int:
        return self._end(signal.SIGKILL)

    def restart(self) -> RealServer:
        self.stop()
        return self.start()

    def _end(self, how: signal.Signals) -> int:
        assert self.process is not None, "the server was not started"
        self.process.send_signal(how)
        try:
            code = self.process.wait(15)
        finally:
            if self.process.poll() is None:
                self.process.kill()
                self.process.wait(10)
        self.process = None
        return code

    def close(self) -> None:
        """End whatever still runs; for fixtures."""
        if self.process is not None:
            self.kill()
