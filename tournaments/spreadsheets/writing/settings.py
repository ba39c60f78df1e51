"""The sheet Torneo: what the organizer decided, and whatever is not as it would be without saying."""

from __future__ import annotations

from collections.abc import Iterator

from scoring import victory_points
from scoring.victory_points import ScaleError
from tournaments.spreadsheets import vocabulary as words
from tournaments.spreadsheets.book import (
    EventBook,
    Settings,
    Wishes,
    settled_state,
    usual_depth,
    usual_state,
)
from tournaments.spreadsheets.writing.look import Value


def setting_rows(book: EventBook) -> list[tuple[Value, ...]]:
    """Key and value of every row; the bounds of a scale of the organizer's own take several cells."""
    settings = book.settings
    rows: list[tuple[Value, ...]] = [
        (words.NAME, settings.name),
        (words.DATE, settings.date),
        (words.VENUE, settings.place),
        (words.CLUB, settings.club),
        (words.HANDS_PER_ROUND, settings.hands_per_round),
        *_scale(settings),
        (words.FORMULA, str(settings.programme)),
        *_unusual(book),
        *_wishes(settings.wishes),
        *_round_states(book),
    ]
    return [row for row in rows if row[1:] != ("",)]


def _scale(settings: Settings) -> Iterator[tuple[Value, ...]]:
    named = {scale: key for key, scale in victory_points.NAMED.items()}
    if settings.scale in named:
        yield words.SCALE, words.SCALES[named[settings.scale]]
    else:
        yield words.SCALE, words.CUSTOM_SCALE
        yield words.BOUNDS, *settings.scale.bounds
        if settings.scale.maximum != 20:
            yield words.SCALE_MAXIMUM, settings.scale.maximum


def _unusual(book: EventBook) -> Iterator[tuple[Value, ...]]:
    settings = book.settings
    if (settings.bye_vp, settings.bye_mp) != _usual_bye(settings):
        yield words.BYE_VP, settings.bye_vp
        yield words.BYE_MP, settings.bye_mp
    if settings.criteria != Settings.criteria:
        yield words.TIE_BREAKS, "; ".join(words.CRITERIA[key] for key in settings.criteria)
    if settings.official_places:
        yield words.OFFICIAL, words.YES
    if settings.kind != Settings.kind:
        yield words.KIND, words.KINDS[settings.kind]
    if settings.state != usual_state(book.rounds):
        yield words.STATE, words.EVENT_STATES[settings.state]
    if settings.rules_variant != Settings.rules_variant:
        yield words.RULES, words.VARIANTS[settings.rules_variant]
    if settings.depth != usual_depth(book.rounds):
        yield words.DEPTH, words.DEPTHS[settings.depth]
    if settings.seed:
        yield words.SEED, settings.seed


def _wishes(wishes: Wishes) -> Iterator[tuple[Value, ...]]:
    usual = Wishes()
    if wishes.fee is not None:
        yield words.FEE, f"{wishes.fee:.2f}".replace(".", ",")
    if wishes.apart_rounds:
        yield words.APART_ROUNDS, wishes.apart_rounds
    if wishes.apart_pairs:
        yield words.APART_PAIRS, "; ".join(f"{one}-{other}" for one, other in wishes.apart_pairs)
    if wishes.double_keying:
        yield words.DOUBLE_KEYING, words.YES
    if wishes.correction_minutes != usual.correction_minutes:
        yield words.CORRECTION_MINUTES, wishes.correction_minutes
    for name, amount in wishes.awards:
        yield words.AWARDS[name], *(amount if isinstance(amount, tuple) else (amount,))


def _usual_bye(settings: Settings) -> tuple[int, int] | None:
    try:
        return victory_points.bye(settings.hands_per_round, settings.scale)
    except ScaleError:
        return None


def _round_states(book: EventBook) -> Iterator[tuple[Value, ...]]:
    for sheet in book.rounds:
        ruled = frozenset(ruling.table for ruling in book.rulings if ruling.round == sheet.number)
        if sheet.state != settled_state(sheet.tables, ruled):
            yield words.round_title(sheet.number), words.ROUND_STATES[sheet.state]
