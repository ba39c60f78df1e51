"""What a fresh machine needs before anything else runs: its own names, and one process at a time while
the house is being put in order.

Only the standard library: ``run.py`` uses this before any library is installed.
"""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator

from tournaments.file_locks import alone

__all__ = ["OwnHosts", "alone", "local_address"]


def local_address() -> str | None:
    """This machine's address on the local network, or None where there is no network.

    Asks the routing table only: connecting a datagram socket sends nothing.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("10.255.255.255", 1))
        except OSError:
            return None
        address = str(probe.getsockname()[0])
    return None if address.startswith("127.") else address


class OwnHosts(list[str]):
    """The names under which phones in the hall and this laptop itself may ask for pages.

    The address is looked up again every few seconds: a laptop joins the hall's network, or changes it,
    while the server runs.
    """

    REFRESH = 5.0  # seconds

    def __init__(self) -> None:
        name = socket.gethostname().lower()
        self._names = ["localhost", "127.0.0.1", "[::1]", name, f"{name}.local"]
        super().__init__()
        self._look_up()

    def _look_up(self) -> None:
        address = local_address()
        self[:] = [*self._names, address] if address else self._names
        self._looked_up = time.monotonic()

    def __iter__(self) -> Iterator[str]:
        if time.monotonic() - self._looked_up > self.REFRESH:
            self._look_up()
        return super().__iter__()
