"""What a page sends for a table, as JSON from the grid or as a plain form, turned into a plan."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import BadRequest

from scoring.hand import Hand, Line, match_points
from scoring.sentences import gettext_noop, say
from scoring.typed import points
from tournaments.desk.change import DeskRefusal
from tournaments.desk.judging import RULES, HandPlan, ResultPlan, Seen
from tournaments.models import Event
from tournaments.views.numbers import whole

COUNTS = ("clean", "semi_clean", "dirty")
ANSWERS = ("closed", "took_pozzetto")
VALUES = ("melded", "left")
SIDES = ("ns", "ew")
FAR_TOO_LARGE = 1_000_000


@dataclass(frozen=True)
class SentEntry:
    """One entry of a table as it came in, with what the page knew when the typing began."""

    plan: ResultPlan
    seen: Seen
    confirmed: bool = False
    countersigned_by: str = ""
    reason: str = ""
    key: str = ""
    proposal: int = 0


def from_json(body: bytes, event: Event) -> SentEntry:
    """``{"table", "ns", "ew", "hands": [...], "seen": [ns, ew] | null, "key", "confirmed", ...}``.

    Raises ``BadRequest`` for what no page of ours sends.
    """
    try:
        data = json.loads(body)
        seen = data.get("seen") or (None, None)
        plan = ResultPlan(
            table=_whole(data["table"]),
            ns_mp=_whole(data["ns"]),
            ew_mp=_whole(data["ew"]),
            hands=tuple(_hand(hand, event) for hand in data.get("hands") or ()),
            override_reason=_text(data, "override"),
        )
        return SentEntry(
            plan=plan,
            seen=Seen(*(None if value is None else _whole(value) for value in seen)),
            confirmed=data.get("confirmed") is True,
            countersigned_by=_text(data, "countersigned"),
            reason=_text(data, "reason"),
            key=_text(data, "key")[:64],
            proposal=_whole(data.get("proposal", 0)),
        )
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:  # or thousands of "["
        raise BadRequest(f"not an entry of a table: {error}") from error


def _whole(value: Any) -> int:
    if type(value) is not int or abs(value) > FAR_TOO_LARGE:
        raise ValueError(f"not a whole number: {value!r}")
    return value


def _text(data: Mapping[str, Any], name: str) -> str:
    value = data.get(name) or ""
    if not isinstance(value, str):
        raise ValueError(f"{name} is not text")
    return value.strip()[:300]


def _hand(data: Mapping[str, Any], event: Event) -> HandPlan:
    if "components" in data:
        lines = {side: _line(data["components"][side]) for side in SIDES}
        return from_components(Hand(lines["ns"], lines["ew"]), event)
    if "base" in data:
        base = [_whole(value) for value in data["base"]]
        net = [_whole(value) for value in data["net"]]
        return from_base_and_net((base[0], base[1]), (net[0], net[1]))
    return HandPlan(_whole(data["ns"]), _whole(data["ew"]))


def _line(data: Mapping[str, Any]) -> Line:
    parts: dict[str, Any] = {name: _whole(data.get(name, 0)) for name in (*COUNTS, *VALUES)}
    return Line(**parts, **{name: data.get(name) is True for name in ANSWERS})


def from_components(hand: Hand, event: Event) -> HandPlan:
    """A hand written down whole: its points follow from it."""
    ns_mp, ew_mp = match_points(hand, RULES[event.rules_variant])
    return HandPlan(ns_mp, ew_mp, hand)


def from_base_and_net(base: tuple[int, int], net: tuple[int, int]) -> HandPlan:
    """A hand as base and points of the cards, (North-South, East-West)."""
    return HandPlan(base[0] + net[0], base[1] + net[1], None, base[0], net[0], base[1], net[1])


def typed_tables(post: Mapping[str, str], event: Event) -> list[int]:
    """The tables a plain form says something new about: what is typed is not what the page showed."""
    told = (whole(name[5:]) for name in post if name.startswith("seen-"))
    tables = [table for table in told if table is not None]
    return [table for table in tables if _typed(post, table) != post.get(f"was-{table}", "")]


def _typed(post: Mapping[str, str], table: int) -> str:
    return "|".join(post.get(name, "") for name in _cells(post, table))


def _cells(post: Mapping[str, str], table: int) -> list[str]:
    """The cells of a table in order: ``ns-4``, ``ew-4``, or with hands ``ns-4-1``, ``ew-4-1``, ``ns-4-2``."""
    totals = [f"{side}-{table}" for side in SIDES]
    if totals[0] in post:
        return totals
    told = (whole(name.rsplit("-", 1)[1]) for name in post if name.startswith(f"ns-{table}-"))
    hands = sorted(hand for hand in told if hand is not None)
    return [f"{side}-{table}-{hand}" for hand in hands for side in SIDES]


def from_form(post: Mapping[str, str], table: int, event: Event) -> SentEntry | None:
    """The entry of one table in a plain form; None while it is only half typed. Raises ``NotPoints``."""
    cells = [points(post.get(name, "")) for name in _cells(post, table)]
    pairs = list(zip(cells[::2], cells[1::2], strict=True))
    written = [(ns, ew) for ns, ew in pairs if ns is not None and ew is not None]
    if not written or len(written) < len([pair for pair in pairs if pair != (None, None)]):
        return None
    by_hands = f"ns-{table}" not in post
    if by_hands and len(written) < len(pairs) and not post.get(f"confirmed-{table}"):
        return None
    seen = [points(value) for value in (post.get(f"seen-{table}") or ";").split(";")]
    return SentEntry(
        plan=ResultPlan(
            table=table,
            ns_mp=sum(ns for ns, _ in written),
            ew_mp=sum(ew for _, ew in written),
            hands=tuple(HandPlan(ns, ew) for ns, ew in written) if by_hands else (),
            override_reason=post.get(f"override-{table}", "").strip()[:300],
        ),
        seen=Seen(seen[0], seen[1]) if len(seen) == 2 else Seen(),
        confirmed=bool(post.get(f"confirmed-{table}")),
        countersigned_by=post.get(f"countersigned-{table}", "").strip()[:150],
    )


def half_typed(table: int) -> DeskRefusal:
    """Said of a row that a plain form sent with one total only."""
    told = gettext_noop("Table {table}: a total is missing. Nothing was stored for it.")
    return DeskRefusal("half_typed", say(told, table=table))
