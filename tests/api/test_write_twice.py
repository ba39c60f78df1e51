"""The same request sent several times at once, from threads with connections of their own."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api.callers import Caller, a_token, by_token
from tests.desk.test_two_clicks import CLICKS, at_once
from tests.factories import Evening, an_evening
from tournaments.boards.verify import verify
from tournaments.models import Event, JournalLine, Penalty, Result, Round

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def evening() -> Event:
    return an_evening(Evening(pairs=8, closed=1, open_round="published", programme="Mitchell 3"))


def at_once_by(evening: Event, path: str, body: Any, **headers: str) -> list[Any]:
    """Each thread is the same program, with a connection of its own."""
    _token, secret = a_token(evening.club, "director")
    return at_once(lambda _number: by_token(secret).post(f"events/{evening.slug}/{path}", body, **headers))


def test_a_penalty_sent_at_once_under_one_key_is_given_once(evening: Event) -> None:
    body = {"entry": 3, "scope": "standings", "vp": 1, "mp": 100}
    answers = at_once_by(evening, "penalties/", body, Idempotency_Key="p-1")
    assert [answer.status_code for answer in answers] == [201] * CLICKS
    assert Penalty.objects.filter(event=evening).count() == 1
    assert len({answer.content for answer in answers}) == 1
    assert len({answer["Location"] for answer in answers}) == 1
    assert sorted("Idempotent-Replayed" in answer for answer in answers) == [False, *[True] * (CLICKS - 1)]
    assert JournalLine.objects.filter(event=evening, verb="penalise").count() == 1


def test_a_round_drawn_at_once_without_a_key_is_drawn_once(evening: Event) -> None:
    answers = at_once_by(evening, "rounds/", {"number": 3, "confirmed": True})
    assert sorted(answer.status_code for answer in answers) == [201, *[409] * (CLICKS - 1)]
    assert Round.objects.filter(event=evening, number=3).count() == 1


def test_a_whole_round_sent_at_once_is_recorded_once(evening: Event) -> None:
    body = {"results": [{"table": table, "ns_mp": 2000, "ew_mp": 1000} for table in (1, 2, 3, 4)]}
    answers = at_once_by(evening, "rounds/2/results/", body)
    told = [answer.json() for answer in answers]
    assert sorted(len(one["recorded"]) for one in told) == [0] * (CLICKS - 1) + [4]
    assert sorted(len(one["unchanged"]) for one in told) == [0] + [4] * (CLICKS - 1)
    assert Result.objects.filter(event=evening, match__round__number=2).count() == 4
    assert JournalLine.objects.filter(event=evening, verb="record_round", round_number=2).count() == 1
    evening.refresh_from_db()
    assert verify(evening) == []


def test_of_two_who_decide_on_the_same_table_one_is_shown_what_the_other_did(evening: Event) -> None:
    _token, secret = a_token(evening.club, "scorer")
    path = f"events/{evening.slug}/rounds/2/results/1/"
    seen = by_token(secret).get(path)["ETag"]

    def record(number: int) -> Any:
        caller: Caller = by_token(secret)
        return caller.post(path, {"ns_mp": 2000 + 5 * number, "ew_mp": 1000}, If_Match=seen)

    answers = at_once(record)
    won = [number for number, answer in enumerate(answers) if answer.status_code == 200]
    assert len(won) == 1
    for answer in answers:
        if answer.status_code != 200:
            assert (answer.status_code, answer.json()["current"]["ns_mp"]) == (412, 2000 + 5 * won[0])
    assert (
        Result.objects.get(event=evening, match__round__number=2, match__table=1).ns_mp == 2000 + 5 * won[0]
    )
