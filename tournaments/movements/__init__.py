"""Who meets whom, at which table: plain Python, no Django, no clock, no randomness without a seed.

An entry is any hashable value (usually its number); messages name it by ``str(entry)``. Nobody is ``None``.
"""

from tournaments.movements.pairing import MovementError, Pairing

__all__ = ["MovementError", "Pairing"]
