"""Danish draws: puro, modificato, senza ripetizioni (docs/rules.md 4, docs/seating.md "Danish draws").

``pair`` is the strict form: a ranking and who may not meet whom. ``draw`` is the round as the desk needs it.
"""

from tournaments.movements.danish.full import Draw, draw, review
from tournaments.movements.danish.notes import Note
from tournaments.movements.danish.record import MODIFICATO, PURO, SENZA_RIPETIZIONI, Kind
from tournaments.movements.danish.sides import Sat
from tournaments.movements.danish.strict import pair, repeats
from tournaments.movements.danish.why import Why

__all__ = [
    "MODIFICATO",
    "PURO",
    "SENZA_RIPETIZIONI",
    "Draw",
    "Kind",
    "Note",
    "Sat",
    "Why",
    "draw",
    "pair",
    "repeats",
    "review",
]
