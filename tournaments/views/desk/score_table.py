"""One table of a round: its slip, its history, and what the referee can do about it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.translation import gettext as _

from scoring.hand import Hand, Line
from scoring.sentences import Refusal
from scoring.typed import points as read_points
from tournaments.boards import desk_scores as boards
from tournaments.boards.desk_scores import Table
from tournaments.boards.names import load_names
from tournaments.boards.sitting import lines_in
from tournaments.desk import results
from tournaments.desk.judging import HandPlan, ResultPlan, Seen
from tournaments.models import Event, Result, Ruling
from tournaments.templatetags.field import nth_f, points
from tournaments.views.desk import score_answers as answers
from tournaments.views.desk import score_entries as entries
from tournaments.views.desk.access import EVERYBODY, Desk, desk_page
from tournaments.words import spoken

TOTALS, HANDS, BASE, COMPONENTS = "totals", "hands", "base", "components"


@dataclass(frozen=True)
class Part:
    """A column of a slip."""

    key: str
    label: str
    answer: bool = False


def sides() -> list[dict[str, str]]:
    return [
        {"key": "ns", "label": _("N‑S"), "name": _("North-South")},
        {"key": "ew", "label": _("E‑W"), "name": _("East-West")},
    ]


def parts_of(form: str) -> list[Part]:
    """The columns of a slip, for each of the four ways to write one."""
    if form == BASE:
        return [Part("base", _("Base")), Part("net", _("Points"))]
    if form == COMPONENTS:
        return [
            Part("clean", _("Clean")),
            Part("semi_clean", _("Semi-clean")),
            Part("dirty", _("Dirty")),
            Part("closed", _("Closed"), answer=True),
            Part("took_pozzetto", _("Pozzetto"), answer=True),
            Part("melded", _("Melded")),
            Part("left", _("Left")),
        ]
    return [Part("mp", "MP")]


@desk_page("GET", "HEAD", "POST", roles=EVERYBODY)
def table(request: HttpRequest, desk: Desk, number: int, table: int) -> HttpResponse:
    """A table's slip as a plain form, with every version its result has had."""
    rounds = boards.rounds_of(desk.event)
    found = next((r for r in rounds if r.number == number), None)
    if found is None:
        raise Http404
    rows = boards.load_tables(desk.event, found, names=load_names(desk.event), tables=[table])
    if not rows or rows[0].is_bye:
        raise Http404
    form = _form_of(request, desk.event, rows[0])
    refusal: Refusal | None = None
    if request.method == "POST":
        try:
            recorded = _record(request, desk, number, rows[0], form)
        except Refusal as caught:
            refusal = caught
        else:
            if recorded.waits:
                told = _("Table {n} waits: you sit there, so somebody else confirms it.")
                messages.info(request, told.format(n=table))
                return redirect("desk_table", desk.event.slug, number, table)
            messages.success(request, _("Table {n} is stored.").format(n=table))
            if recorded.is_correction:
                return redirect("desk_table", desk.event.slug, number, table)
            return redirect("desk_scores_round", desk.event.slug, number)
    own_line = lines_in(desk.event, number, desk.actor.user_id).get(table, "")
    context = _context(desk, rows[0], form, request.POST, refusal) | {"round": found, "own_line": own_line}
    return render(request, "desk/scores/table.html", context, status=422 if refusal else 200)


def _form_of(request: HttpRequest, event: Event, row: Table) -> str:
    asked = request.POST.get("form") or request.GET.get("form") or ""
    if asked in (TOTALS, HANDS, BASE, COMPONENTS):
        return asked
    if row.hands:
        first = row.hands[0]
        return COMPONENTS if first.components else BASE if first.ns_base is not None else HANDS
    return TOTALS if row.is_played else event.depth


def _context(
    desk: Desk, row: Table, form: str, sent: Mapping[str, str], refusal: Refusal | None
) -> dict[str, Any]:
    parts = parts_of(form)
    numbers = [0] if form == TOTALS else range(1, desk.event.hands_per_round + 1)
    lines = [
        {
            "hand": nth_f(hand) if hand else "",
            "side": side,
            "first": side["key"] == "ns",
            "cells": [
                _cell(_stored(row, form, hand, side["key"], part.key), hand, side, part, sent)
                for part in parts
            ],
        }
        for hand in numbers
        for side in sides()
    ]
    history = [
        (r, _who(r)) for r in Result.objects.filter(match=row.match).select_related("by").order_by("pk")
    ]
    rulings = [
        (r, _who(r)) for r in Ruling.objects.filter(match=row.match).select_related("by").order_by("pk")
    ]
    corrected = desk.event.journal.filter(table=row.table, verb="correct_result", round_number__isnull=False)
    return {
        "desk": desk,
        "event": desk.event,
        "here": "scores",
        "t": row,
        "form": form,
        "forms": _forms(),
        "parts": parts,
        "lines": lines,
        "history": history,
        "rulings": rulings,
        "corrected": corrected.order_by("number"),
        "said": [spoken(sentence) for sentence in _sentences(refusal)],
        "asks": answers.asks(refusal) if refusal else None,
        "seen": f"{points(row.ns_mp)};{points(row.ew_mp)}",
    }


def _who(row: Result | Ruling) -> str:
    return row.by.get_full_name() or row.by.get_username() if row.by else ""


def _forms() -> list[tuple[str, str]]:
    return [
        (TOTALS, _("totals")),
        (HANDS, _("hand totals")),
        (BASE, _("base and points")),
        (COMPONENTS, _("everything")),
    ]


def _sentences(refusal: Refusal | None) -> list[Any]:
    if refusal is None:
        return []
    if isinstance(refusal, results.ImpossibleResultError):
        return [finding.sentence for finding in refusal.findings]
    return [refusal.sentence]


def _cell(
    stored: str, hand: int, side: dict[str, str], part: Part, sent: Mapping[str, str]
) -> dict[str, Any]:
    name = f"h{hand}-{side['key']}-{part.key}"
    label = ", ".join(text for text in (nth_f(hand) if hand else "", side["name"], part.label) if text)
    return {
        "name": name,
        "answer": part.answer,
        "value": sent.get(name, "") if sent else stored,
        "label": label,
    }


def _stored(row: Table, form: str, hand: int, side: str, part: str) -> str:
    if form == TOTALS:
        return points(row.ns_mp if side == "ns" else row.ew_mp)
    stored = next((h for h in row.hands if h.number == hand), None)
    if stored is None:
        return ""
    if form == HANDS:
        return points(getattr(stored, f"{side}_mp"))
    if form == BASE:
        return points(getattr(stored, f"{side}_{part}"))
    value = (stored.components or {}).get(side, {}).get(part)
    return ("yes" if value else "") if isinstance(value, bool) else points(value)


def _record(request: HttpRequest, desk: Desk, number: int, row: Table, form: str) -> results.Recorded:
    plan = plan_of(request.POST, desk.event, row.table, form)
    seen = [read_points(value) for value in (request.POST.get("seen") or ";").split(";")]
    return results.record(
        event=desk.event,
        round_number=number,
        plan=plan,
        by=desk.actor,
        seen=Seen(seen[0], seen[1]) if len(seen) == 2 else Seen(),
        confirmed=request.POST.get("confirmed") == "yes",
        countersigned_by=request.POST.get("countersigned", "").strip()[:150],
        reason=request.POST.get("reason", "").strip()[:300],
    )


def plan_of(post: Mapping[str, str], event: Event, table: int, form: str) -> ResultPlan:
    """What a slip says, sent as fields ``h2-ns-base``; raises ``Refusal`` where it is half written."""
    override = post.get("override", "").strip()[:300]
    if form == TOTALS:
        ns, ew = (read_points(post.get(f"h0-{side}-mp", "")) for side in entries.SIDES)
        if ns is None or ew is None:
            raise entries.half_typed(table)
        return ResultPlan(table, ns, ew, override_reason=override)
    hands = [hand_of(post, event, table, form, n) for n in range(1, event.hands_per_round + 1)]
    written = tuple(hand for hand in hands if hand is not None)
    if not written:
        raise entries.half_typed(table)
    return ResultPlan(table, sum(h.ns_mp for h in written), sum(h.ew_mp for h in written), written, override)


def hand_of(post: Mapping[str, str], event: Event, table: int, form: str, hand: int) -> HandPlan | None:
    """One hand of a slip; None where nothing is written of it."""
    parts = parts_of(form)
    lines: list[dict[str, Any]] = []
    for side in entries.SIDES:
        named = {part: post.get(f"h{hand}-{side}-{part.key}", "") for part in parts}
        lines.append({p.key: text == "yes" if p.answer else read_points(text) for p, text in named.items()})
    typed = [value for line in lines for value in line.values() if value not in (None, False)]
    if not typed:
        return None
    needed = {HANDS: ("mp",), BASE: ("base", "net"), COMPONENTS: entries.VALUES}[form]
    if any(line[key] is None for line in lines for key in needed):
        raise entries.half_typed(table)
    ns, ew = lines
    if form == HANDS:
        return HandPlan(ns["mp"], ew["mp"])
    if form == BASE:
        return entries.from_base_and_net((ns["base"], ew["base"]), (ns["net"], ew["net"]))
    for line in lines:
        line |= {count: line[count] or 0 for count in entries.COUNTS}
    return entries.from_components(Hand(Line(**ns), Line(**ew)), event)


urls = [
    path("<slug:slug>/scores/<int:number>/tables/<int:table>/", table, name="desk_table"),
]
