"""Reading a formula the way clubs write it."""

from __future__ import annotations

import re
import unicodedata

from scoring.sentences import Sentence, gettext_noop, say
from tournaments.movements.pairing import MovementError
from tournaments.movements.programme.phases import LABELS, Movement, PhasePlan, Programme

EXAMPLE = "Mitchell 3; Danese modificato 1"
LONGEST = 500
"""Characters of the longest formula that is read at all."""


def _words(names: str) -> list[str]:
    return [" ".join(name.split()) for name in names.split(",")]


_NAMES = {
    Movement.MITCHELL: "mitchell",
    Movement.DANESE_PURO: "danese puro, puro, danese, danish, pure danish, danish pure",
    Movement.DANESE_MODIFICATO: """danese modificato, danese modificata, danese mod, modificato,
        modified danish, danish modified""",
    Movement.SENZA_RIPETIZIONI: """danese senza ripetizioni, danese senza ripetizione, senza ripetizioni,
        danese svizzero, svizzero, sistema svizzero, swiss, swiss system, danish without repeats,
        without repeats, danish no repeats, no repeats""",
    Movement.ALL_ITALIANA: """all italiana, allitaliana, italiana, girone all italiana, girone italiana,
        gironi all italiana, girone, robin, roundrobin, tutti contro tutti""",
    Movement.INDIVIDUALE: "individuale, individual",
}
_MOVEMENT = {name: movement for movement, names in _NAMES.items() for name in _words(names)}
_SINGULAR = {"danesi": "danese", "puri": "puro", "modificati": "modificato", "svizzeri": "svizzero"}
_UNCLEAR = {"danese", "danish"}
_FILLING = frozenset(
    ["turno", "turni", "round", "rounds", "di", "da", "del", "in", "a", "con", "x", "of", "with"]
)

_BETWEEN = re.compile(r"[;,+&/\n\r]|\s[-–—]\s|\b(?:poi|then|e|and)\b", re.IGNORECASE)
_ASIDE = re.compile(r"\(([^)]*)\)")
_STEP = re.compile(r"\b(?:passo|salto|step)\s+(\d+)\b")
_SECTIONS = (
    re.compile(r"\b(?:gironi|girone|sezioni|sezione|sections|section)\s+(\d+)\b"),
    re.compile(r"\b(\d+)\s+(?:gironi|sezioni|sections)\b"),
)


def parse(text: str) -> Programme:
    """Read a formula: phases with their rounds, such as "Mitchell 3; Danese modificato 1".

    Tolerant of case, accents, apostrophes and spaces; phases stand between ; , + / & - "poi", "e" or
    line breaks; the
    number stands before or after the name; English names are understood. Options: "passo 2" (the step of a
    Mitchell), "gironi 2". "Danese" alone is read as Danese puro, which the programme's ``notices`` say.

    Raises ``MovementError`` with a sentence that lists what is understood. Source: docs/rules.md 4.

    >>> str(parse("3 MITCHELL + 1 Danese Mod."))
    'Mitchell 3; Danese modificato 1'
    >>> str(parse("Svizzero 5\\ngirone all’italiana 7; mitchell 4 passo 2 gironi 3"))
    "Danese senza ripetizioni 5; All'italiana 7; Mitchell 4 passo 2 gironi 3"
    >>> [str(notice) for notice in parse("Mitchell 2, Danese 2").notices]
    ['“Danese 2” is read as Danese puro: rematches are allowed.']
    """
    if len(text) > LONGEST:
        raise MovementError(say(gettext_noop("A programme is at most {most} characters long."), most=LONGEST))
    pieces = [(piece.strip(), _plain(piece)) for piece in _BETWEEN.split(_joined(text))]
    notices: list[Sentence] = []
    phases = [_phase(written, plain, notices) for written, plain in pieces if plain]
    if not phases:
        raise MovementError(_not_understood(text.strip()))
    return Programme(tuple(phases), tuple(notices))


def understood() -> str:
    """The names a formula is made of, as clubs write them."""
    return ", ".join(LABELS.values())


def _joined(text: str) -> str:
    """What stands in brackets belongs to its phase: "Mitchell (4 turni, passo 2)"."""
    return _ASIDE.sub(lambda aside: f" {_BETWEEN.sub(' ', aside.group(1))} ", text)


def _plain(piece: str) -> str:
    """Lower case without accents, punctuation or joined digits: "All’Italiana×7" is "all italiana x 7"."""
    bare = "".join(c for c in unicodedata.normalize("NFKD", piece.casefold()) if not unicodedata.combining(c))
    bare = re.sub(r"[^a-z0-9]+", " ", bare.replace("\N{MULTIPLICATION SIGN}", " x "))
    return " ".join(re.sub(r"(?<=[a-z])(?=\d)|(?<=\d)(?=[a-z])", " ", bare).split())


def _phase(written: str, plain: str, notices: list[Sentence]) -> PhasePlan:
    rest, step = _option(plain, _STEP)
    sections = 1
    for pattern in _SECTIONS:
        rest, found = _option(rest, pattern)
        sections = sections if found is None else found
    words = [_SINGULAR.get(word, word) for word in rest.split() if word not in _FILLING]
    numbers = [word for word in words if word.isdigit()]
    name = " ".join(word for word in words if not word.isdigit())
    movement = _MOVEMENT.get(name)
    if movement is None:
        raise MovementError(_not_understood(written))
    if len(numbers) != 1:
        text = gettext_noop("“{written}” does not say how many rounds: write for example “{movement} 3”.")
        raise MovementError(say(text, written=written, movement=movement.label))
    if name in _UNCLEAR:
        text = gettext_noop("“{written}” is read as Danese puro: rematches are allowed.")
        notices.append(say(text, written=written))
    return PhasePlan(movement, int(numbers[0][:6]), 1 if step is None else step, sections)


def _option(plain: str, pattern: re.Pattern[str]) -> tuple[str, int | None]:
    match = pattern.search(plain)
    if match is None:
        return plain, None
    return plain[: match.start()] + plain[match.end() :], int(match.group(1)[:6])


def _not_understood(written: str) -> Sentence:
    text = gettext_noop(
        "“{written}” is no phase of a programme. Write phases with their rounds, such as “{example}”. "
        "Understood: {names}; after a Mitchell also “passo 2”, after any “gironi 2”."
    )
    return say(text, written=written, example=EXAMPLE, names=understood())
