"""Danish draws: puro, modificato, senza ripetizioni (docs/rules.md 4, docs/seating.md "Danish draws")."""

from tournaments.movements.danish.strict import pair, repeats

__all__ = ["pair", "repeats"]
