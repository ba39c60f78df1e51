"""How the field writes its figures: grouped MP with a real minus, ordinals, lines of a table.

A builtin of every template, so no page loads it. All filters answer in the reader's language.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable
from functools import lru_cache

from django import template
from django.utils.formats import date_format, get_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from scoring.sentences import MINUS, Sentence, grouped
from tournaments.boards.names import Names, shown
from tournaments.movements.programme import Movement, PhasePlan
from tournaments.words import spoken

register = template.Library()


@lru_cache(maxsize=8)
def _separator(language: str | None) -> str:
    return str(get_format("THOUSAND_SEPARATOR", lang=language))


@register.filter
def points(value: int | None) -> str:
    """MP as they were counted: "1.485", "−20"; nothing where nothing was counted."""
    return "" if value is None else grouped(value, _separator(get_language()))


@register.filter
def net(value: int | None) -> str:
    """MP as a difference: "+1.485", "−20", "0"."""
    return "" if value is None else signed_with(_separator(get_language()))(value)


def signed_with(separator: str) -> Callable[[int], str]:
    """How differences are written, for those who write thousands and ask the language once."""

    def written(value: int) -> str:
        if -1000 < value < 1000:
            return f"+{value}" if value > 0 else f"{MINUS}{-value}" if value else "0"
        text = grouped(value, separator)
        return f"+{text}" if value > 0 else text

    return written


def net_here() -> Callable[[int], str]:
    """``net`` for the language of this moment."""
    return signed_with(_separator(get_language()))


@register.filter
def plain(value: int | None) -> str:
    """A number that is a name (a table, a pair, a year): never grouped."""
    return "" if value is None else str(value)


_ENGLISH_ENDINGS = {1: "st", 2: "nd", 3: "rd"}


def _with_article(value: int, english: str, plain_article: str, elided: str) -> str:
    """An ordinal behind its article; "l’8º" and "l’11º" begin with a vowel when they are read."""
    if get_language() != "it":
        return f"{english} {nth(value)}"
    begins_with_vowel = value in (8, 11) or 80 <= value <= 89
    return f"{elided}{nth(value)}" if begins_with_vowel else f"{plain_article} {nth(value)}"


@register.filter
def the_nth(value: int) -> str:
    """ "the 3rd", "il 3º", "l’8º": for a sentence about a round."""
    return _with_article(value, "the", "il", "l’")


@register.filter
def of_the_nth(value: int) -> str:
    """ "of the 3rd", "del 3º", "dell’8º"."""
    return _with_article(value, "of the", "del", "dell’")


@register.filter
def in_the_nth(value: int) -> str:
    """ "in the 3rd", "nel 3º", "nell’8º"."""
    return _with_article(value, "in the", "nel", "nell’")


@register.filter
def nth(value: int) -> str:
    """An ordinal of the rounds: "3º" in Italian (turno is masculine), "3rd" in English."""
    return _ordinal(value, "º")


@register.filter
def nth_f(value: int) -> str:
    """An ordinal of pairs and hands: "9ª" in Italian (coppia, smazzata), "9th" in English."""
    return _ordinal(value, "ª")


def _ordinal(value: int, italian_ending: str) -> str:
    if get_language() != "en":
        return f"{value}{italian_ending}"
    teens = 10 <= value % 100 <= 20
    return f"{value}{'th' if teens else _ENGLISH_ENDINGS.get(value % 10, 'th')}"


@register.filter
def line_name(value: str) -> str:
    """The name of a line, whole."""
    return _("North-South") if value == "ns" else _("East-West")


@register.filter
def line_short(value: str) -> str:
    """The name of a line for a narrow cell, which does not break at its hyphen."""
    return _("N‑S") if value == "ns" else _("E‑W")


@register.simple_tag
def moved(places: int | None) -> SafeString:
    """▲ 2, ▼ 1 or = for places won or lost since the round before, each with a word for those who listen."""
    if places is None:
        return SafeString("")
    if places == 0:
        return format_html(
            '<span class="move"><span aria-hidden="true">=</span><span class="sr">{}</span></span>',
            _("same place"),
        )
    up = places > 0
    return format_html(
        '<span class="move{}"><span aria-hidden="true">{}</span><span class="sr">{}</span> {}</span>',
        " up" if up else "",
        "▲" if up else "▼",
        _("up by") if up else _("down by"),
        abs(places),
    )


@register.filter
def moved_sign(places: int | None) -> str:
    """The same for paper, where nobody listens."""
    if places is None:
        return ""
    if places == 0:
        return "="
    return f"{'▲' if places > 0 else '▼'} {abs(places)}"


@register.filter
def typographic(text: str) -> str:
    """A name with the apostrophe of a typesetter: "d’autunno"."""
    return shown(text)


@register.filter
def said(sentence: Sentence) -> str:
    """A sentence of the rules in the reader's language."""
    return spoken(sentence)


@register.filter
def told(value: Sentence | str | int) -> str:
    """What a cell of a workbook held or should hold."""
    if isinstance(value, Sentence):
        return spoken(value)
    return points(value) if isinstance(value, int) else value


@register.filter
def before(value: int) -> int:
    """The round before."""
    return value - 1


@register.filter
def movement(plan: PhasePlan) -> str:
    """The name of a phase's movement, as a title."""
    return {
        Movement.MITCHELL: _("Mitchell"),
        Movement.DANESE_PURO: _("Pure Danish"),
        Movement.DANESE_MODIFICATO: _("Modified Danish"),
        Movement.SENZA_RIPETIZIONI: _("Danish without repeats"),
        Movement.ALL_ITALIANA: _("Round robin"),
        Movement.INDIVIDUALE: _("Individual"),
    }[plan.movement]


@register.filter
def movement_says(plan: PhasePlan, hands: int) -> str:
    """A phase in one or two short sentences: how many rounds of how many hands, and who moves."""
    rounds = ngettext("{n} round", "{n} rounds", plan.rounds).format(n=plan.rounds)
    dealt = ngettext("{n} hand", "{n} hands", hands).format(n=hands)
    first = _("{rounds} of {hands}.").format(rounds=rounds, hands=dealt)
    if plan.movement != Movement.MITCHELL:
        return first
    step = ngettext("East-West moves up {n} table.", "East-West moves up {n} tables.", plan.step)
    return f"{first} {step.format(n=plan.step)}"


@register.filter
def day(value: datetime.date) -> str:
    """A date in words: "27 novembre 2026", "27 November 2026"."""
    return _small(date_format(value, "j F Y"))


@register.filter
def weekday(value: datetime.date) -> str:
    """The same with its day, to begin a line: "Venerdì 27 novembre 2026"."""
    return capfirst(_small(date_format(value, "l j F Y")))


@register.filter
def month(value: datetime.date) -> str:
    """The month of a date in three letters."""
    return _small(date_format(value, "M"))


def _small(text: str) -> str:
    """Italian writes days and months small."""
    return text if get_language() == "en" else text.lower()


@register.simple_tag
def pair_name(names: Names, number: int) -> str:
    """What the hall calls the pair of this number."""
    return names.of(number).short


@register.filter
def movement_name(movement: Movement) -> str:
    """A movement by its whole name: "Danese senza ripetizioni"."""
    return {
        Movement.MITCHELL: "Mitchell",
        Movement.DANESE_PURO: _("Pure Danish"),
        Movement.DANESE_MODIFICATO: _("Modified Danish"),
        Movement.SENZA_RIPETIZIONI: _("Danish without repeats"),
        Movement.ALL_ITALIANA: _("Round robin"),
        Movement.INDIVIDUALE: _("Individual"),
    }[movement]


@register.filter
def letter(section: int) -> str:
    """A section by its letter: 1 is A."""
    return chr(ord("A") + section - 1) if 1 <= section <= 26 else str(section)


@register.filter
def mark_word(code: str) -> str:
    """What there is to know of a table, in a word or two."""
    return {
        "repeat_last_round": _("just met"),
        "repeat": _("met before"),
        "rematch": _("met before"),
        "second_bye": _("rests again"),
        "club_mates": _("same club"),
        "wish": _("to be kept apart"),
        "partners": _("partners again"),
        "meets_later": _("meet again later"),
    }.get(code, "")


@register.filter
def cents(value: int) -> str:
    """An amount in cents as euros: "375", "337,50"."""
    euros, rest = divmod(value, 100)
    text = points(euros)
    return text if not rest else f"{text}{get_format('DECIMAL_SEPARATOR', lang=get_language())}{rest:02d}"
