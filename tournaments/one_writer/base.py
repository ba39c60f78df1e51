"""Django's SQLite backend, whose writers in one process take turns instead of asking again and again.

SQLite has one writer at a time. Whoever finds it busy sleeps and asks again, and of fifty threads that do so
one may find it busy for twenty seconds on end, and is then told "database is locked". Here the threads of a
process queue before they ask: nobody is overtaken, nobody sleeps longer than he must. Other processes
still meet in SQLite's own way; there are few of them.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable
from typing import Any

from django.db.backends.sqlite3 import base
from django.db.utils import OperationalError

from tournaments.one_writer.turns import Turns

WRITES = re.compile(r"\s*(?:insert|update|delete|replace)\b", re.IGNORECASE)
_turns: defaultdict[str, Turns] = defaultdict(Turns)


class DatabaseWrapper(base.DatabaseWrapper):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._has_turn = False
        self.execute_wrappers.append(self._in_turn)

    def _start_transaction_under_autocommit(self) -> None:
        self._take_turn()
        try:
            super()._start_transaction_under_autocommit()  # type: ignore[misc]
        except BaseException:
            self._give_turn()
            raise

    def _commit(self) -> None:
        super()._commit()  # type: ignore[misc]
        self._give_turn()  # after a commit that failed comes a rollback

    def _rollback(self) -> None:
        try:
            super()._rollback()  # type: ignore[misc]
        finally:
            self._give_turn()

    def _close(self) -> None:
        try:
            super()._close()  # type: ignore[misc]
        finally:
            self._give_turn()

    def _in_turn(
        self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]
    ) -> Any:
        """A single statement that writes outside a transaction queues as well."""
        if self.in_atomic_block or self._has_turn or not WRITES.match(sql):
            return execute(sql, params, many, context)
        self._take_turn()
        try:
            return execute(sql, params, many, context)
        finally:
            self._give_turn()

    def _take_turn(self) -> None:
        if self._has_turn:
            return
        patience = float(self.settings_dict["OPTIONS"].get("timeout", 5))
        if not _turns[str(self.settings_dict["NAME"])].take(patience):
            raise OperationalError("database is locked")
        self._has_turn = True

    def _give_turn(self) -> None:
        if self._has_turn:
            self._has_turn = False
            _turns[str(self.settings_dict["NAME"])].give()
