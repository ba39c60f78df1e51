"""A lock that is handed on in the order in which people came for it. Plain Python."""

from __future__ import annotations

import threading
from collections import deque


class Turns:
    """Whose turn it is; the first who came is the next, and nobody overtakes.

    >>> turns = Turns()
    >>> turns.take(0.0), turns.take(0.0)
    (True, False)
    >>> turns.give(); turns.take(0.0)
    True
    """

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._waiting: deque[threading.Lock] = deque()
        self._taken = False

    def take(self, patience: float) -> bool:
        """Wait for one's turn, at most so many seconds; whether it came."""
        with self._guard:
            if not self._taken:
                self._taken = True
                return True
            mine = threading.Lock()
            mine.acquire()
            self._waiting.append(mine)
        if mine.acquire(timeout=patience):
            return True
        with self._guard:
            if mine in self._waiting:
                self._waiting.remove(mine)
                return False
        return True  # it came at the last moment

    def give(self) -> None:
        """Hand the turn to whoever has waited longest."""
        with self._guard:
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self._taken = False
