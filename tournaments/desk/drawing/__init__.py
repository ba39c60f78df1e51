"""From an event to its next seats: the facts handed to a movement, and what it answers."""

from tournaments.desk.drawing.danes import danish_draw, why_at
from tournaments.desk.drawing.past import clubs_apart, history, wishes
from tournaments.desk.drawing.places import (
    BY_HAND,
    ENTRY_ORDER,
    RANDOM,
    Choice,
    Drawn,
    Place,
    next_place,
    place_of,
)
from tournaments.desk.drawing.rounds import draw, order_of
from tournaments.desk.drawing.sentences import kept, said
from tournaments.desk.drawing.tables import mitchell_rounds

__all__ = [
    "BY_HAND",
    "ENTRY_ORDER",
    "RANDOM",
    "Choice",
    "Drawn",
    "Place",
    "clubs_apart",
    "danish_draw",
    "draw",
    "history",
    "kept",
    "mitchell_rounds",
    "next_place",
    "order_of",
    "place_of",
    "said",
    "why_at",
    "wishes",
]
