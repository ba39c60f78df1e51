"""The server of a club evening: ``python -m config.server``. Waitress, so it runs on Windows too.

Takes its port first (a second start on the same port touches nothing), puts the house in order, says
where it can be reached, and serves until it is told to stop; what is being answered is answered to
the end.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import signal
import socket
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import django

from config.first_start import local_address
from tournaments.file_locks import InUse
from tournaments.private_files import UnusableSecretError

# On SQLite most of them wait: for a page that one of them is making, or for their turn to write. On a
# database server nobody waits for a turn: more threads than the processor can serve only get in each other's
# way, and each holds a connection.
THREADS, THREADS_ON_A_SERVER = 48, 12
SWITCH = 0.001  # seconds a thread computes before another gets its turn
LAST_ANSWERS = 10.0  # seconds given to the requests in hand once the server is told to stop


def main(arguments: list[str] | None = None) -> int:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    options = _options(arguments)
    try:
        door = take_port(options.host, options.port)
    except OSError as error:
        return _refuse(*_port_refusal(options.host, options.port, error))
    with door:
        try:
            django.setup()
            lock = _in_use()
            if not lock.share():
                return _refuse(*BEING_RESTORED)
        except UnusableSecretError as error:
            return _refuse(*_secret_refusal(error))
        except OSError as error:  # the folder for the data cannot be made or written
            return _refuse(f"Non si può scrivere: {error}", f"Cannot write: {error}")
        from config.preparation import Stop, prepare  # noqa: PLC0415  (needs the settings)

        try:
            with lock:
                prepare(sample=options.sample)
                serve(door, ready=lambda: announce(options.host, door.getsockname()[1]))
        except Stop as stop:
            return _refuse(str(stop))
        except UnusableSecretError as error:
            return _refuse(*_secret_refusal(error))
    return 0


BEING_RESTORED = (
    "La base dati viene ripristinata in questo momento da una copia: aspettare la fine, poi ripartire.",
    "The database is being restored from a copy at this moment: wait until that is done, then start again.",
)


def _in_use() -> InUse:
    """The lock that keeps a copy from being put in the place of a database that is being served.

    On PostgreSQL its own list of connections says that; the lock is of a file nobody else asks for.
    """
    from django.conf import settings  # noqa: PLC0415
    from django.db import connection  # noqa: PLC0415

    if connection.vendor == "sqlite":
        return InUse(Path(str(connection.settings_dict["NAME"])))
    return InUse(Path(settings.VAR_DIR) / "served")


def _secret_refusal(error: UnusableSecretError) -> tuple[str, str]:
    italian = (
        f"Il segreto {error.path} è vuoto o illeggibile ({error.why}). Non lo tocco: rimettere quello di "
        "prima; oppure toglierlo, e al prossimo avvio se ne fa uno nuovo (tutti dovranno rientrare)."
    )
    english = (
        f"The secret {error.path} is empty or cannot be read ({error.why}). It was left as it is: put the "
        "former one back; or remove it, and the next start makes a new one (everybody signs in again)."
    )
    return italian, english


def _options(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m config.server", description=__doc__)
    parser.add_argument("--host", default=os.environ.get("HOST") or "0.0.0.0")  # noqa: S104  (the hall's phones)
    parser.add_argument("--port", type=int, default=os.environ.get("PORT") or "8000")
    parser.add_argument("--no-sample", dest="sample", action="store_false", help="load no sample evening")
    return parser.parse_args(arguments)


def take_port(host: str, port: int) -> socket.socket:
    """Bind and listen at once; ``OSError`` when somebody else listens there.

    Whoever calls before the house is in order waits in the queue and is answered then.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    door = socket.socket(family, socket.SOCK_STREAM)
    try:
        if os.name == "nt":  # there SO_REUSEADDR would share the port with another program
            door.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)  # type: ignore[attr-defined]
        else:
            door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        door.bind((host, port))
        door.listen(1024)
    except (OSError, OverflowError) as error:
        door.close()
        raise error if isinstance(error, OSError) else OSError(str(error)) from error
    return door


def _port_refusal(host: str, port: int, error: OSError) -> tuple[str, str]:
    where, why = f"{host}:{port}", error.strerror or error
    italian = (
        f"Non posso ascoltare su {where} ({why}). Se la porta è già occupata, forse da un altro Pozzetto: "
        "chiuderlo, oppure scegliere un'altra porta con --port 8001"
    )
    english = (
        f"Cannot listen on {where} ({why}). If the port is taken, perhaps by another Pozzetto: "
        "stop that one, or choose another port with --port 8001"
    )
    return italian, english


def _refuse(*lines: str) -> int:
    print(*lines, sep="\n", file=sys.stderr, flush=True)
    return 1


def announce(host: str, port: int) -> None:
    """Say, in both languages, where the pages are and, while nobody has an account, how to become owner.

    The link leads through the proxy, where there is one: whoever opens it sits in front of another machine.
    """
    from django.conf import settings  # noqa: PLC0415

    everywhere = host in {"0.0.0.0", "::"}  # noqa: S104
    here = f"http://{'127.0.0.1' if everywhere else host}:{port}"
    link = _first_owner_link(settings.PUBLIC_ADDRESS or here)
    print(f"Pozzetto è pronto / Pozzetto is ready:  {here}")
    address = local_address() if everywhere else None
    if address:
        print(f"Dalla rete locale / On the local network:  http://{address}:{port}")
    if link:
        print(f"Primo accesso, una volta sola / First sign-in, once only:  {link}")
    print("Ctrl-C per fermare / Ctrl-C to stop", flush=True)


def _first_owner_link(here: str) -> str | None:
    from django.db import connections  # noqa: PLC0415

    from tournaments.desk.accounts import first_owner_link  # noqa: PLC0415

    try:
        return first_owner_link(here)
    finally:
        connections.close_all()


def serve(door: socket.socket, *, ready: Callable[[], None] = lambda: None) -> None:
    """Answer at ``door`` until SIGTERM or Ctrl-C; then finish the requests in hand.

    ``ready`` is called once both are heeded.
    """
    from waitress.server import create_server  # noqa: PLC0415

    from config.waitress_tasks import MOST_BYTES, MOST_CONNECTIONS, USE_POLL, Channel  # noqa: PLC0415
    from config.wsgi import application  # noqa: PLC0415

    server = create_server(
        application,
        **_proxy(),
        sockets=[door],
        threads=_threads(),
        ident="Pozzetto",
        connection_limit=MOST_CONNECTIONS,
        max_request_body_size=MOST_BYTES,
        asyncore_use_poll=USE_POLL,
    )
    server.channel_class = Channel
    sys.setswitchinterval(SWITCH)
    stopping = False

    def stop(number: int, frame: FrameType | None) -> None:
        nonlocal stopping
        stopping = True
        server.pull_trigger()

    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)
    ready()
    while not stopping:
        _turn(server)
    # Who comes now is refused, and asks another process; nobody is left standing at a door that closes.
    server.asyncore.dispatcher.close(server)
    deadline = time.monotonic() + LAST_ANSWERS
    while _in_hand(server) and time.monotonic() < deadline:
        _turn(server)
    server.task_dispatcher.shutdown(timeout=1)
    with contextlib.suppress(OSError):
        server.close()


def _threads() -> int:
    """How many requests are answered at a time: ``THREADS`` of the environment, else by the database."""
    from django.conf import settings  # noqa: PLC0415

    on_a_server = settings.DATABASES["default"]["ENGINE"] != "django.db.backends.sqlite3"
    return int(os.environ.get("THREADS") or (THREADS_ON_A_SERVER if on_a_server else THREADS))


def _proxy() -> dict[str, Any]:
    """What waitress must know of the proxy in front: without it, it drops the headers that say "https"."""
    from django.conf import settings  # noqa: PLC0415

    if not settings.TRUSTED_PROXY:
        return {}
    return {
        "trusted_proxy": settings.TRUSTED_PROXY,
        "trusted_proxy_count": 1,
        "trusted_proxy_headers": {"x-forwarded-for", "x-forwarded-proto"},
    }


def _turn(server: Any) -> None:
    server.asyncore.loop(timeout=0.5, map=server._map, use_poll=server.adj.asyncore_use_poll, count=1)


def _in_hand(server: Any) -> bool:
    return any(
        channel.requests or channel.total_outbufs_len for channel in list(server.active_channels.values())
    )


if __name__ == "__main__":
    raise SystemExit(main())
