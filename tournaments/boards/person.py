"""Everything that is kept about one player, as plain values: what he may ask to see (GDPR, article 15).

Of others only what the standings show anyway: whom he played with and against.
"""

from __future__ import annotations

from typing import Any

from django.db.models import Q

from tournaments.boards.journal import sentence_of
from tournaments.boards.names import load_names
from tournaments.boards.pairs import PairBoard, pair_board
from tournaments.boards.released import load_released
from tournaments.models import (
    Account,
    Circuit,
    Event,
    JournalLine,
    Member,
    Penalty,
    Player,
    Ruling,
    Waiting,
)
from tournaments.words import spoken

FIELDS = (
    "surname", "first_name", "card_number", "card_kind", "card_year", "birth_date", "sex", "phone", "email",
)  # fmt: skip


def everything_about(player: Player) -> dict[str, Any]:
    """What is kept about a player and in the records joined with his, ready for JSON; dates are ISO."""
    records = [player, *Player.objects.filter(merged_into=player).order_by("pk")]
    ids = [record.pk for record in records]
    seats = (
        Member.objects.filter(player__in=ids)
        .select_related("event__club", "entry__club")
        .order_by("-event__date", "-event__pk", "from_round")
    )
    return {
        "record": _record(player),
        "joined_records": [_record(record) for record in records[1:]],
        "accounts": list(
            Account.objects.filter(player__in=ids).values_list("user__username", flat=True).order_by("pk")
        ),
        "evenings": [_evening(seat) for seat in seats],
        "waiting": [
            {"event": row.event.slug, "since": row.since.isoformat()}
            for row in Waiting.objects.filter(player__in=ids).select_related("event").order_by("pk")
        ],
        "circuits": _circuits(ids),
    }


def _record(player: Player) -> dict[str, Any]:
    told: dict[str, Any] = {"number": player.pk}
    for name in FIELDS:
        value = getattr(player, name)
        told[name] = value.isoformat() if hasattr(value, "isoformat") else value
    told["club"] = player.club.name if player.club else ""
    told["erased_at"] = player.erased_at.isoformat() if player.erased_at else None
    return told


def _evening(seat: Member) -> dict[str, Any]:
    """One stay in one pair: the list, the results of its rounds, what the referee decided, the journal."""
    event, entry = seat.event, seat.entry
    board = pair_board(load_released(event), entry.number)
    others = Member.objects.filter(entry=entry).exclude(pk=seat.pk).select_related("player")
    return {
        "event": event.slug,
        "name": event.name,
        "date": event.date.isoformat(),
        "club": event.club.name,
        "pair": entry.number,
        "of_club": entry.club.name if entry.club else "",
        "with": [other.player.full_name for other in others.order_by("position", "from_round")],
        "from_round": seat.from_round,
        "to_round": seat.to_round,
        "state": entry.state,
        "checked_in": entry.checked_in,
        "paid": entry.paid,
        "place": board.place,
        "vp": board.vp,
        "net_mp": board.mp,
        "rounds": _rounds(board, seat),
        "penalties": list(
            Penalty.objects.filter(entry=entry).order_by("pk").values("kind", "scope", "vp", "mp", "reason")
        ),
        "rulings": list(
            Ruling.objects.filter(match__seats__entry=entry)
            .order_by("pk")
            .values("kind", "match__round__number", "match__table", "reason")
        ),
        "journal": _journal(event, seat),
    }


def _rounds(board: PairBoard, seat: Member) -> list[dict[str, Any]]:
    """The rounds the person was there for, the first first."""
    return [
        {
            "round": one.played.round,
            "table": one.played.table,
            "line": one.played.line,
            "against": one.played.opponent.short if one.played.opponent else None,
            "mp": one.played.own,
            "their_mp": one.played.theirs,
            "net_mp": one.played.mp,
            "vp": one.played.vp,
            "kind": one.played.kind,
        }
        for one in reversed(board.rounds)
        if seat.from_round <= one.played.round
        and (seat.to_round is None or one.played.round <= seat.to_round)
    ]


def _journal(event: Event, seat: Member) -> list[dict[str, Any]]:
    """The lines of the journal about the pair."""
    names = load_names(event)
    rows = JournalLine.objects.filter(event=event).filter(Q(entry=seat.entry) | Q(other_entry=seat.entry))
    return [
        {
            "number": line.number,
            "at": line.at.isoformat(),
            "says": spoken(sentence_of(line, names)),
            "reason": line.reason,
        }
        for line in rows.select_related("entry", "other_entry").order_by("number")
    ]


def _circuits(ids: list[int]) -> list[dict[str, Any]]:
    """The season rankings he is in, as they were last counted."""
    return [
        {"circuit": circuit.slug, **row}
        for circuit in Circuit.objects.order_by("pk")
        for row in circuit.rows
        if row.get("player") in ids
    ]
