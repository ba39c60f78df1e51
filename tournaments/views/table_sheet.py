"""The sheet of a table on a phone: its fields, what they say, and what its script has to know."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.formats import get_format
from django.utils.translation import gettext as _

from scoring.findings import Finding
from scoring.score_sheet import check_total
from scoring.sentences import Refusal
from tournaments.boards.desk_scores import Hand
from tournaments.boards.names import PairName
from tournaments.boards.table import Proposal, TablePage
from tournaments.desk.judging import RULES, HandPlan, findings_of_hand
from tournaments.desk.tables import few_hands
from tournaments.models import Event
from tournaments.templatetags.field import nth_f, points
from tournaments.views.desk.score_table import BASE, COMPONENTS, HANDS, TOTALS, hand_of, plan_of
from tournaments.words import spoken

COUNTED = ("clean", "semi_clean", "dirty", "melded", "left")
ANSWERED = ("closed", "took_pozzetto")


@dataclass(frozen=True, slots=True)
class SheetLine:
    """A line of a hand: the fields of every way to write it, by name, with what stands in them."""

    side: str
    name: str
    pair: PairName | None
    is_ours: bool
    hand: int
    values: Mapping[str, str]
    counter: str = ""


@dataclass(frozen=True, slots=True)
class SheetHand:
    """A hand of the sheet; number 0 is the whole round where only that is kept."""

    number: int
    lines: tuple[SheetLine, SheetLine]


def forms_of(event: Event) -> list[tuple[str, str]]:
    """The ways to write the sheet, the usual one first."""
    least = TOTALS if event.depth == Event.Depth.TOTALS else HANDS
    return [(BASE, _("Base and points")), (COMPONENTS, _("Everything")), (least, _("Only totals"))]


def form_of(page: TablePage, sent: Mapping[str, str]) -> str:
    """The way the sheet opens: as sent, as handed in before, or as the event keeps its results."""
    known = [key for key, _label in forms_of(page.event)]
    if sent.get("form") in known:
        return sent["form"]
    if page.mine and page.mine.hands:
        hand = page.mine.hands[0]
        return COMPONENTS if hand.components else BASE if hand.ns_base is not None else HANDS
    if page.mine or page.event.depth == Event.Depth.TOTALS:
        return known[-1]
    return COMPONENTS if page.event.depth == Event.Depth.COMPONENTS else BASE


def hands_of(page: TablePage, sent: Mapping[str, str]) -> list[SheetHand]:
    """The hands as they are shown: as sent, or as this line has handed them in."""
    hands = {hand.number: hand for hand in page.mine.hands} if page.mine else {}
    numbers = list(range(1, page.event.hands_per_round + 1))
    if page.event.depth == Event.Depth.TOTALS:
        numbers.append(0)
    return [
        SheetHand(number, (_line(page, number, "ns", hands, sent), _line(page, number, "ew", hands, sent)))
        for number in numbers
    ]


def _line(
    page: TablePage, number: int, side: str, hands: Mapping[int, Hand], sent: Mapping[str, str]
) -> SheetLine:
    prefix = f"h{number}-{side}-"
    if sent:
        values = {name.removeprefix(prefix): sent[name] for name in sent if name.startswith(prefix)}
    elif number:
        values = _stored(hands.get(number), side)
    else:
        mine = page.mine
        values = {"mp": points(getattr(mine, f"{side}_mp"))} if mine and not mine.hands else {}
    counter = reverse("table_counter", args=[page.code.code, number]) + f"?line={side}" if number else ""
    return SheetLine(
        side=side,
        name=_("North-South") if side == "ns" else _("East-West"),
        pair=page.table.ns_name if side == "ns" else page.table.ew_name,
        is_ours=side == page.line,
        hand=number,
        values=values,
        counter=counter,
    )


def _stored(hand: Hand | None, side: str) -> dict[str, str]:
    if hand is None:
        return {}
    values = {"mp": points(getattr(hand, f"{side}_mp"))}
    for part in ("base", "net"):
        values[part] = points(getattr(hand, f"{side}_{part}"))
    line = (hand.components or {}).get(side, {})
    values |= {name: points(line.get(name)) for name in COUNTED}
    values |= {name: "yes" if line.get(name) else "" for name in ANSWERED}
    return values


# ---- what the fields say ---------------------------------------------------------------------------------


def check_sheet(page: TablePage, sent: Mapping[str, str]) -> dict[str, Any]:
    """Hand by hand what is off, with the sums and the VP as the server counts them."""
    form = form_of(page, sent)
    hands: dict[int, dict[str, Any]] = {}
    written: list[HandPlan] = []
    for number in [] if form == TOTALS else range(1, page.event.hands_per_round + 1):
        answer, plan = _check_hand(page.event, sent, form, number)
        if answer:
            hands[number] = answer
        if plan:
            written.append(plan)
    if form == TOTALS:
        return _check_round(page, sent)
    totals = (sum(hand.ns_mp for hand in written), sum(hand.ew_mp for hand in written))
    return {"hands": hands, "totals": totals if written else None, "vp": vp_of(page, totals), "findings": []}


def _check_hand(
    event: Event, sent: Mapping[str, str], form: str, number: int
) -> tuple[dict[str, Any], HandPlan | None]:
    try:
        plan = hand_of(sent, event, 0, form, number)
    except Refusal as refusal:
        if getattr(refusal, "code", "") == "half_typed":
            return {"half": True, "findings": []}, None
        return {"findings": [_told(spoken(refusal.sentence), "refused")]}, None
    if plan is None:
        return {}, None
    findings = findings_of_hand(plan, RULES[event.rules_variant])
    return {"ns": plan.ns_mp, "ew": plan.ew_mp, "findings": told(findings)}, plan


def _check_round(page: TablePage, sent: Mapping[str, str]) -> dict[str, Any]:
    try:
        plan = plan_of(sent, page.event, page.table.table, TOTALS)
    except Refusal as refusal:
        half = getattr(refusal, "code", "") == "half_typed"
        findings = [] if half else [_told(spoken(refusal.sentence), "refused")]
        return {"hands": {0: {"half": half, "findings": findings}}, "totals": None, "findings": []}
    totals = (plan.ns_mp, plan.ew_mp)
    found = check_total(*totals, page.event.hands_per_round, RULES[page.event.rules_variant])
    hand = {"ns": totals[0], "ew": totals[1], "findings": told(found)}
    return {"hands": {0: hand}, "totals": totals, "vp": vp_of(page, totals), "findings": []}


def vp_of(page: TablePage, totals: tuple[int, int]) -> tuple[int, int]:
    """The VP of these totals, what was taken off the match counted in."""
    return page.event.scale.award(totals[0] - page.table.ns_off, totals[1] - page.table.ew_off)


def told(findings: Sequence[Finding]) -> list[dict[str, Any]]:
    return [_told(spoken(finding.sentence), finding.level, finding.line) for finding in findings]


def _told(text: str, level: str, line: str | None = None) -> dict[str, Any]:
    return {"text": text, "level": level, "line": line}


# ---- both versions side by side --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class VersionRow:
    """A hand, or the total, as each of two versions has it; ``differs`` where they do not agree."""

    label: str
    first: tuple[int | None, int | None]
    second: tuple[int | None, int | None] = (None, None)
    differs: bool = False


def compared(one: Proposal, other: Proposal | None = None) -> list[VersionRow]:
    """The hands and the totals of one version, or of two side by side; (North-South, East-West)."""
    first = {hand.number: (hand.ns_mp, hand.ew_mp) for hand in one.hands}
    second = {hand.number: (hand.ns_mp, hand.ew_mp) for hand in other.hands} if other else {}
    rows = []
    for number in sorted({*first, *second}):
        mine, theirs = first.get(number, (None, None)), second.get(number, (None, None))
        both = number in first and number in second
        rows.append(VersionRow(nth_f(number), mine, theirs, both and mine != theirs))
    totals = (one.ns_mp, one.ew_mp)
    others = (other.ns_mp, other.ew_mp) if other else (None, None)
    rows.append(VersionRow(_("Total"), totals, others, other is not None and totals != others))
    return rows


# ---- for the script --------------------------------------------------------------------------------------


def page_data(page: TablePage) -> dict[str, Any]:
    """Plain values for the page's JSON block."""
    code, rules = page.code.code, RULES[page.event.rules_variant]
    return {
        "code": code,
        "line": page.line,
        "stage": page.stage,
        "tag": page.tag,
        "hands": page.event.hands_per_round,
        "bounds": page.event.scale_bounds,
        "maximum": page.event.scale_maximum,
        "off": [page.table.ns_off, page.table.ew_off],
        "pays": {
            "clean": rules.pays("clean"),
            "semi_clean": rules.pays("semi_clean"),
            "dirty": rules.pays("dirty"),
            "closed": rules.closing,
            "no_pozzetto": rules.no_pozzetto,
            "excused": rules.no_pozzetto_penalty_if_neither_took,
        },
        "separator": str(get_format("THOUSAND_SEPARATOR")),
        "urls": {
            name: reverse(f"table_{name}", args=[code]) for name in ("check", "state", "call", "confirm")
        },
        "page": reverse("table", args=[code]),
        "worker": reverse("table_worker"),
        "words": words(),
    }


def words() -> dict[str, Any]:
    """What the script says by itself, in the language of the page."""
    return {
        "not_points": _("“{typed}” is not a number of points."),
        "not_by_five": _("{typed} is not possible: points go by fives."),
        "first_hand": _("first the {n} hand"),
        "nothing_yet": _("nothing is written yet"),
        "to_check": _("to look at"),
        "half": _("half written"),
        "sending": _("Sending…"),
        "kept": _("No network. Your figures are kept on this phone and will be sent as soon as it is back."),
        "will_send": _("will be sent when the network is back"),
        "stopped": _(
            "Too many wrong codes have come from this network, and for a moment none is heard. Your figures"
            " are kept on this phone; it goes on by itself at {time}."
        ),
        "stopped_now": _("Too many wrong codes have come from this network. Try again at {time}."),
        "busy": _("The program does not answer now. Your figures are kept here and will be sent."),
        "ended": _("This code opens nothing any more. Your figures are still here: call the director."),
        "no_call": _("No network: raise your hand, or go to the desk."),
        "no_confirm": _("No network now: nothing has been confirmed. Try again in a moment."),
        "yes": _("Yes, hand it in"),
        "look_again": _("We’ll look again"),
        "news": _("The other line has handed in its figures."),
        "look": _("Look at them"),
        "referee": _("If it really is so, call the director: the desk can store it."),
        "ordinals": [nth_f(number) for number in range(13)],
        "round": _("total of the round"),
    }


def few_told(page: TablePage, sent: Mapping[str, str]) -> list[dict[str, Any]]:
    """The question about hands not written, if there is one to ask."""
    form = form_of(page, sent)
    if form == TOTALS:
        return []
    few = few_hands(plan_of(sent, page.event, page.table.table, form), page.event)
    return told([few]) if few else []
