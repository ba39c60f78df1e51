"""What the grid hears back: how a table stands, what is missing, or why nothing was stored."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import Http404, JsonResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.sentences import Refusal
from tournaments.boards.desk_scores import Hand, Progress, Table, load_tables
from tournaments.desk.change import DeskRefusal, NeedsConfirmationError
from tournaments.desk.judging import ChangedMeanwhileError, DoubtfulResultError, ImpossibleResultError
from tournaments.desk.results import Recorded
from tournaments.models import Event, Result, Source
from tournaments.templatetags.field import line_name, points
from tournaments.words import spoken

REASON, CONFIRM, COUNTERSIGN, CHOOSE = "reason", "confirm", "countersign", "choose"


def stored(event: Event, number: int, recorded: Recorded) -> JsonResponse:
    """A table as it stands after an entry; a correction says where its consequences are told.

    What somebody typed of the own table only waits: then the table is told as every other page sees it.
    """
    result = recorded.result
    if recorded.waits:
        tables = load_tables(event, result.match.round, tables=[result.match.table])
        row = row_json(tables[0], {result.match.table: recorded.waits})
        return JsonResponse(row | {"version": recorded.version, **left(recorded.progress)})
    answer: dict[str, Any] = {
        "table": result.match.table,
        "ns": result.ns_mp,
        "ew": result.ew_mp,
        "vp": list(recorded.vp),
        "state": str(Source(result.source).label),
        "version": recorded.version,
        **left(recorded.progress),
    }
    if recorded.is_correction and recorded.line is not None:
        answer["moves"] = reverse("desk_moves", args=[event.slug, number, recorded.line.number])
    return JsonResponse(answer)


def left(progress: Progress) -> dict[str, Any]:
    return {"missing": list(progress.missing), "expected": progress.expected}


def refused(refusal: Refusal) -> JsonResponse:
    """Why nothing was stored, each reason apart, and what would let it through. 409: somebody else's
    value stands; 422: the rules or a person have to say something. A round that is not there is a 404."""
    if getattr(refusal, "code", "") == "unknown_round":
        raise Http404
    answer: dict[str, Any] = {"findings": [{"text": spoken(refusal.sentence), "line": None}], "asks": None}
    if isinstance(refusal, DeskRefusal):
        answer["code"] = refusal.code
    if isinstance(refusal, ChangedMeanwhileError):
        current = refusal.current
        answer |= {
            "asks": CHOOSE,
            "theirs": _standing(current),
            "mine": [refusal.mine.ns_mp, refusal.mine.ew_mp],
        }
        return JsonResponse(answer, status=409)
    if isinstance(refusal, ImpossibleResultError):
        answer["findings"] = [
            {"text": spoken(finding.sentence), "line": finding.line, "level": finding.level}
            for finding in refusal.findings
        ]
    answer["asks"] = asks(refusal)
    return JsonResponse(answer, status=422)


def asks(refusal: Refusal) -> str | None:
    """What the desk may answer to let it through; None where nothing does."""
    if isinstance(refusal, DoubtfulResultError):
        return REASON if refusal.code == "result_needs_reason" else CONFIRM
    if isinstance(refusal, NeedsConfirmationError):
        return COUNTERSIGN if refusal.code == "needs_countersignature" else CONFIRM
    return None


def _standing(current: Result) -> dict[str, Any]:
    hands = [
        hand_json(Hand(h.number, h.ns_mp, h.ew_mp, h.ns_base, h.ns_net, h.ew_base, h.ew_net, h.components))
        for h in current.hands.all()
    ]
    return {
        "ns": current.ns_mp,
        "ew": current.ew_mp,
        "state": str(Source(current.source).label),
        "hands": hands,
    }


def row_json(table: Table, own: Mapping[int, str]) -> dict[str, Any]:
    """A table as the grid keeps it. ``own``: the table at which who looks sits, with the line."""
    row: dict[str, Any] = {
        "table": table.table,
        "ns": table.ns_mp,
        "ew": table.ew_mp,
        "vp": list(table.vp),
        "off": [table.ns_off, table.ew_off],
        "state": state_of(table),
        "hands": [hand_json(hand) for hand in table.hands],
    }
    if table.ruling:
        row["ruled"] = table.kind_label
    if table.is_disputed or table.waits:
        # Nobody takes what the own line has handed in.
        row["disputed"] = [
            {"proposal": one.pk, "line": one.line, "ns": one.ns_mp, "ew": one.ew_mp}
            for one in table.proposed
            if own.get(table.table) != one.line
        ]
    if table.waits:
        row["why"] = waits_for(table, own)
    return row


def waits_for(table: Table, own: Mapping[int, str]) -> str:
    """Why a table waits although somebody has typed it; empty where it does not."""
    if table.waits is None:
        return ""
    told = _("{line}, {ns} to {ew}, typed by somebody who sits there: does it stand?")
    if table.table in own:
        told = _("{line}, {ns} to {ew}: you sit there, so the other line or somebody else confirms.")
    waits = table.waits
    return told.format(line=line_name(waits.line), ns=points(waits.ns_mp), ew=points(waits.ew_mp))


def state_of(table: Table) -> str:
    """The words of the last column: from where the result came, who ruled, or what is missing."""
    if table.is_bye:
        return _("rests")
    if table.ruling:
        return table.kind_label
    if table.is_played:
        return table.source_label
    if table.proposed:
        return _("the lines disagree") if table.is_disputed else _("to be confirmed")
    return _("missing")


def hand_json(hand: Hand) -> dict[str, Any]:
    """A hand as the sheet fills itself from it."""
    told: dict[str, Any] = {"ns": hand.ns_mp, "ew": hand.ew_mp}
    if hand.components:
        told["components"] = hand.components
    elif hand.ns_base is not None:
        told["base"], told["net"] = [hand.ns_base, hand.ew_base], [hand.ns_net, hand.ew_net]
    return told
