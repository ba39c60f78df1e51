"""Figures as the field writes them, in both languages."""

from __future__ import annotations

import datetime

import pytest
from django.utils import translation

from tournaments.movements.programme import parse
from tournaments.templatetags import field


@pytest.mark.parametrize(
    ("language", "value", "counted", "difference"),
    [
        ("it", 1485, "1.485", "+1.485"),
        ("it", -20, "−20", "−20"),
        ("it", -12345, "−12.345", "−12.345"),
        ("it", 0, "0", "0"),
        ("it", 999, "999", "+999"),
        ("it", 1000, "1.000", "+1.000"),
        ("it", -1000, "−1.000", "−1.000"),
        ("en", 1485, "1,485", "+1,485"),
    ],
)
def test_mp_are_grouped_with_a_real_minus(language: str, value: int, counted: str, difference: str) -> None:
    with translation.override(language):
        assert field.points(value) == counted
        assert field.net(value) == difference
        assert field.net_here()(value) == difference


def test_where_nothing_was_counted_nothing_is_written() -> None:
    assert field.points(None) == field.net(None) == field.plain(None) == ""


def test_a_table_number_is_a_name_and_not_grouped() -> None:
    with translation.override("it"):
        assert field.plain(1005) == "1005"


def test_italian_ordinals_agree_with_their_noun() -> None:
    with translation.override("it"):
        assert (field.nth(3), field.nth_f(9)) == ("3º", "9ª")


def test_english_ordinals_know_the_teens() -> None:
    with translation.override("en"):
        found = [field.nth(n) for n in (1, 2, 3, 4, 11, 12, 13, 21, 22, 23, 101, 111, 112)]
        assert " ".join(found) == "1st 2nd 3rd 4th 11th 12th 13th 21st 22nd 23rd 101st 111th 112th"
        assert field.nth_f(2) == "2nd"


def test_places_won_and_lost_carry_a_word_for_who_listens() -> None:
    with translation.override("en"):
        assert "▲" in field.moved(3)
        assert "up by" in field.moved(3)
        assert "▼" in field.moved(-1)
        assert "down by" in field.moved(-1)
        assert "same place" in field.moved(0)
        assert field.moved(None) == ""
        assert [field.moved_sign(n) for n in (2, -1, 0, None)] == ["▲ 2", "▼ 1", "=", ""]


def test_dates_are_written_small_in_italian() -> None:
    evening = datetime.date(2026, 11, 27)
    with translation.override("it"):
        assert field.day(evening) == "27 novembre 2026"
        assert field.weekday(evening) == "Venerdì 27 novembre 2026"
    with translation.override("en"):
        assert field.day(evening) == "27 November 2026"
        assert field.weekday(evening) == "Friday 27 November 2026"


def test_a_phase_says_its_rounds_its_hands_and_who_moves() -> None:
    mitchell, danish = parse("Mitchell 3 passo 2; Danese modificato 1").phases
    with translation.override("en"):
        assert field.movement(danish) == "Modified Danish"
        assert field.movement_says(mitchell, 4) == "3 rounds of 4 hands. East-West moves up 2 tables."
        assert field.movement_says(danish, 1) == "1 round of 1 hand."
