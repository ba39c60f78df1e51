"""The card counter: cards tapped into melds, what burraco each makes and what it is worth.

It counts for the rules of an event and keeps nothing: what it is asked is gone once it has answered.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.urls import path, reverse
from django.utils.formats import get_format
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from scoring.cards import Card, parse
from scoring.cards import points as value_of
from scoring.melds import NotAMeld, classify
from scoring.rules import BURRACO_LABELS, Rules
from scoring.sentences import Refusal, gettext_noop, say
from tournaments.boards.table import TablePage, load_table
from tournaments.desk.judging import RULES
from tournaments.models import Event, TableCode
from tournaments.templatetags.field import nth_f
from tournaments.views.table import by_code
from tournaments.words import spoken

LONGEST_BODY = 20_000
MOST_MELDS, MOST_CARDS = 36, 108
SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
RANKS = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2")
_CARD = re.compile(r"\b(10|[2-9AJQK])([SHDC])\b|\bJK\b")


@dataclass(frozen=True, slots=True)
class Suit:
    key: str
    sign: str
    name: str

    @property
    def is_red(self) -> bool:
        return self.key in "HD"


def suits() -> list[Suit]:
    names = {"S": _("spades"), "H": _("hearts"), "D": _("diamonds"), "C": _("clubs")}
    return [Suit(key, sign, names[key]) for key, sign in SIGNS.items()]


@require_safe
@never_cache
def counter(request: HttpRequest, slug: str) -> HttpResponse:
    """The counter by itself."""
    event = get_object_or_404(Event.objects.select_related("club"), slug=slug)
    return render(request, "table/counter.html", _context(event, f"counter.{event.slug}"))


@by_code("GET", "HEAD")
def table_counter(request: HttpRequest, code: TableCode, number: int) -> HttpResponse | None:
    """The counter for one line of one hand of a table: what it counts goes into the sheet."""
    page = load_table(code)
    if page is None or not 1 <= number <= page.event.hands_per_round or not page.is_open:
        return None
    line = "ew" if request.GET.get("line") == "ew" else "ns"
    context = _context(page.event, f"counter.{code.code}.{number}.{line}") | {
        "page": page,
        "t": page.table,
        "hand": number,
        "line": line,
        "whose": _whose(page, line),
    }
    context["data"] |= {
        "sheet": f"table.{code.code}",
        "prefix": f"h{number}-{line}-",
        "back": reverse("table", args=[code.code]),
    }
    return render(request, "table/counter.html", context)


def _whose(page: TablePage, line: str) -> str:
    name = page.table.ns_name if line == "ns" else page.table.ew_name
    return name.short if name else ""


def _context(event: Event, kept: str) -> dict[str, Any]:
    return {
        "event": event,
        "suits": suits(),
        "ranks": RANKS,
        "here": "counter",
        "data": {
            "kept": kept,
            "count": reverse("count_cards", args=[event.slug]),
            "separator": str(get_format("THOUSAND_SEPARATOR")),
            "signs": SIGNS,
            "words": {
                "meld": _("Meld {n}"),
                "left": _("Left in hand"),
                "joker": _("joker"),
                "remove": _("Take {card} back"),
                "stale": _("No network: this was counted before the last card."),
                "unknown": _("No network: the cards are kept, and will be counted when it is back."),
                "empty": _("Tap the cards of the first meld."),
                "none": _("no card"),
                "all_used": _("all {card} are used"),
                "ordinals": [nth_f(number) for number in range(13)],
            },
        },
    }


@csrf_exempt  # counts what it is sent and keeps nothing
@require_POST
@never_cache
def count(request: HttpRequest, slug: str) -> HttpResponse:
    """``{"melds": [["QS", ...], ...], "left": [...], "closed": false, "took_pozzetto": true}`` counted."""
    event = get_object_or_404(Event.objects.only("rules_variant"), slug=slug)
    if len(request.body) > LONGEST_BODY:
        return HttpResponse(status=413)
    try:
        asked = json.loads(request.body)
        melds = [_cards(cards) for cards in asked["melds"]][:MOST_MELDS]
        left = _cards(asked["left"])
        closed, took = asked.get("closed") is True, asked.get("took_pozzetto") is True
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):  # the last: thousands of "["
        return JsonResponse({"error": "not cards"}, status=400)
    return JsonResponse(counted(melds, left, RULES[event.rules_variant], closed=closed, took=took))


def _cards(texts: Any) -> list[Card]:
    if not isinstance(texts, list) or len(texts) > MOST_CARDS:
        raise ValueError("not a list of cards")
    return [parse(text) for text in texts]


def counted(
    melds: list[list[Card]], left: list[Card], rules: Rules, *, closed: bool, took: bool
) -> dict[str, Any]:
    """Each meld as the rules read it, and the line they make together.

    Cards that make no meld are told why, and count for nothing until they do.
    """
    told = [_meld(cards, rules) for cards in melds]
    kinds = Counter(meld["burraco"] for meld in told if meld["burraco"])
    line = {
        "clean": kinds["clean"],
        "semi_clean": kinds["semi_clean"],
        "dirty": kinds["dirty"],
        "closed": closed,
        "took_pozzetto": took,
        "melded": sum(meld["points"] for meld in told if meld["is_meld"]),
        "left": value_of(left),
    }
    total = (
        sum(meld["bonus"] for meld in told)
        + (rules.closing if closed else 0)
        - (0 if took else rules.no_pozzetto)
        + int(line["melded"])
        - int(line["left"])
    )
    return {
        "melds": told,
        "line": line,
        "total": total,
        "whole": all(meld["is_meld"] for meld, cards in zip(told, melds, strict=True) if cards),
        "too_many": _too_many([*melds, left]),
    }


def _meld(cards: list[Card], rules: Rules) -> dict[str, Any]:
    try:
        meld = classify(cards, rules)
    except NotAMeld as refusal:
        why = with_signs(spoken(refusal.sentence))
        return {"is_meld": False, "burraco": None, "bonus": 0, "points": value_of(cards), "text": why}
    if meld.burraco:
        label = spoken(say(BURRACO_LABELS[meld.burraco]))
    else:
        label = _("set") if meld.kind == "set" else _("run")
    return {
        "is_meld": True,
        "burraco": meld.burraco,
        "bonus": meld.bonus,
        "points": meld.points,
        "text": label,
        "cards": [str(card) for card in meld.cards],
    }


def _too_many(groups: list[list[Card]]) -> str:
    for card, found in Counter(card for cards in groups for card in cards).items():
        if found > card.copies:
            told = gettext_noop("There are only {copies} {card} in play, and here are {found}.")
            sentence = Refusal(say(told, copies=card.copies, card=str(card), found=found)).sentence
            return with_signs(spoken(sentence))
    return ""


def with_signs(text: str) -> str:
    """A sentence with its cards as players write them.

    >>> with_signs("10H and JK are no run")
    '10♥ and jolly are no run'
    """
    return _CARD.sub(lambda found: f"{found[1]}{SIGNS[found[2]]}" if found[1] else "jolly", text)


urls = [
    path("e/<slug:slug>/counter/", counter, name="counter"),
    path("e/<slug:slug>/counter/count/", count, name="count_cards"),
    path("t/<str:code>/hand/<int:number>/counter/", table_counter, name="table_counter"),
]
