"""How much memory this process has held at most."""

from __future__ import annotations

import re
import sys
from pathlib import Path

STATUS = Path("/proc/self/status")


def peak_memory() -> float:
    """The most memory this process has held, in MB.

    From the kernel's own account of the process where there is one: what ``getrusage`` tells of a process
    begins with the memory of the one that started it.
    """
    if STATUS.exists():
        told = re.search(r"^VmHWM:\s*(\d+) kB", STATUS.read_text(encoding="ascii"), re.MULTILINE)
        if told is not None:
            return int(told[1]) / 1024
    import resource

    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return used / (1024**2 if sys.platform == "darwin" else 1024)
