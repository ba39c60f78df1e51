"""The card counter: which burracos a line's melds make, what they are worth, and why cards are no meld."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from scoring.hand import Hand, Line, match_points
from tests.factories import Evening, an_evening, an_event
from tournaments.models import Event, TableCode

pytestmark = pytest.mark.django_db

CLEAN = ["3H", "4H", "5H", "6H", "7H", "8H", "9H"]
DIRTY = ["KS", "KH", "KD", "KC", "KS", "KH", "JK"]


@pytest.fixture
def event() -> Event:
    cache.clear()
    return an_event(Evening(pairs=4))


def count(client: Client, event: Event, *melds: list[str], **more: Any) -> Any:
    body = {"melds": list(melds), "left": [], **more}
    answer = client.post(
        f"/e/{event.slug}/counter/count/",
        json.dumps(body),
        content_type="application/json",
        headers={"Accept-Language": "it"},
    )
    assert answer.status_code == 200
    return answer.json()


def test_it_says_which_burraco_each_meld_makes_and_what_the_line_is_worth(
    client: Client, event: Event
) -> None:
    told = count(client, event, CLEAN, DIRTY, ["2S", "AS", "3S"], left=["JK", "4C"], took_pozzetto=True)
    assert [meld["burraco"] for meld in told["melds"]] == ["clean", "dirty", None]
    line = Line(clean=1, dirty=1, took_pozzetto=True, melded=45 + 90 + 40, left=35)
    assert told["line"] == {
        "clean": 1, "semi_clean": 0, "dirty": 1, "closed": False,
        "took_pozzetto": True, "melded": 175, "left": 35,
    }  # fmt: skip
    assert told["total"] == match_points(Hand(line, Line()))[0] == 440


def test_cards_that_are_no_meld_are_told_why_in_the_players_signs_and_count_for_nothing(
    client: Client, event: Event
) -> None:
    told = count(client, event, ["5S", "JK", "2H", "5C"])
    assert told["melds"][0]["is_meld"] is False
    assert "5♠" in told["melds"][0]["text"] and "jolly" in told["melds"][0]["text"]
    assert told["line"]["melded"] == 0
    assert told["whole"] is False


def test_one_card_more_than_there_are_is_pointed_out_across_melds(client: Client, event: Event) -> None:
    told = count(client, event, ["KS", "KH", "KD"], ["KS", "QS", "JS"], left=["KS"])
    assert "K♠" in told["too_many"]


def test_the_international_variant_pays_the_semi_clean_as_dirty(client: Client, event: Event) -> None:
    semi = ["3H", "4H", "5H", "6H", "7H", "8H", "9H", "JK"]
    assert count(client, event, semi)["melds"][0]["bonus"] == 150
    Event.objects.filter(pk=event.pk).update(rules_variant=Event.RulesVariant.INTERNATIONAL)
    assert count(client, event, semi)["melds"][0]["bonus"] == 100


@pytest.mark.parametrize(
    "body",
    [
        "",
        "[]",
        "[" * 19_000,
        '{"melds": 3}',
        '{"melds": [["XX"]], "left": []}',
        '{"melds": [[1]], "left": []}',
    ],
)
def test_what_are_no_cards_is_refused(client: Client, event: Event, body: str) -> None:
    answer = client.post(f"/e/{event.slug}/counter/count/", body, content_type="application/json")
    assert answer.status_code == 400


def test_a_flood_of_cards_is_not_counted(client: Client, event: Event) -> None:
    body = json.dumps({"melds": [["KS"] * 8000], "left": []})
    answer = client.post(f"/e/{event.slug}/counter/count/", body, content_type="application/json")
    assert answer.status_code == 413


def test_the_counter_of_a_hand_is_for_the_hands_of_the_round_only(client: Client) -> None:
    event = an_evening(Evening(pairs=4, closed=0, open_round="published"))
    code = TableCode.objects.filter(match__round__event=event)[0].code
    statuses = [client.get(f"/t/{code}/hand/{number}/counter/").status_code for number in (0, 1, 4, 5)]
    assert statuses == [404, 200, 200, 404]
    assert client.get(f"/e/{event.slug}/counter/").status_code == 200
    assert client.get("/e/nothing/counter/").status_code == 404
