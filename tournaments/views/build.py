"""Which build of the program this is, for pages that browsers keep."""

from tournaments.build import fingerprint

__all__ = ["fingerprint"]
