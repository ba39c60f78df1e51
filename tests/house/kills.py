"""The server killed again and again under load, and what people were told held against what is there."""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing
from dataclasses import dataclass, field

from tests.house.hall import Hall
from tests.house.hammer import Hammer, held_against
from tests.house.real_server import RealServer

PATIENCE = 120.0  # seconds for the load to go on after a restart


@dataclass
class Kills:
    """``kills`` times SIGKILL in the middle of the load, each once so many more results are answered."""

    server: RealServer
    kills: int = 5
    threads: int = 50
    between: int = 30
    hammer: Hammer = field(init=False)
    back_after: list[float] = field(default_factory=list)

    def run(self) -> None:
        hall = Hall.opened(self.server)
        self.hammer = Hammer(hall, threads=self.threads, posts=10_000, patient=True, draw_after=45)
        self.hammer.run(self._kill_and_start)
        held_against(self.hammer, hall.told())
        told = self.server.told()
        assert "database is locked" not in told
        assert "is damaged" not in told

    def _kill_and_start(self) -> None:
        try:
            for number in range(self.kills):
                # Not at the same beat each time: some land in a commit, some in an answer, some in a start.
                self._until_answered(self.between + number % 7)
                self.server.kill()
                self._is_sound()
                start = time.monotonic()
                self.server.start()
                self.back_after.append(time.monotonic() - start)
            self._until_answered(self.between)
        finally:
            self.hammer.stopped.set()

    def _until_answered(self, more: int) -> None:
        wanted, deadline = self.hammer.answered + more, time.monotonic() + PATIENCE
        while self.hammer.answered < wanted:
            assert time.monotonic() < deadline, f"nobody is answered any more: {self.hammer.troubles[:3]}"
            time.sleep(0.005)

    def _is_sound(self) -> None:
        """What the killed server left: its log is read through, and nothing in the file is off."""
        path = self.server.var_dir / "pozzetto.sqlite3"
        if path.exists():
            with closing(sqlite3.connect(path)) as database:
                assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)

    @property
    def lost_answers(self) -> int:
        return sum(sent.lost for sent in self.hammer.sent)

    @property
    def acknowledged(self) -> int:
        return sum(sent.stored for sent in self.hammer.sent)
