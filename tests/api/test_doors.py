"""Who may do what: every address and method of the interface against every caller."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from tests.api.callers import ROOT, Caller, a_token, by_session, by_token
from tests.api.doors import CALLERS, DOORS, Door, House, a_house, served, view_of
from tests.factories import Evening, an_event
from tournaments.api.callers import Who
from tournaments.desk.clubs import add_club
from tournaments.desk.tokens import revoke_token
from tournaments.models import ApiToken, Club, Event, Player
from tournaments.urls_api import operations

EVERYBODY = (*CALLERS, "owner of another club", "token of another club", "revoked token", "expired token")


@dataclass
class Town:
    """The evening of one club, and everybody who may ask about it."""

    house: House
    callers: dict[str, Caller]

    def ask(self, door: Door, who: str, **instead: Any) -> Any:
        path = self.house.address(door, **instead).removeprefix(ROOT)
        return self.callers[who].ask(door.method, path, door.sends)


@pytest.fixture
def town(db: None) -> Town:
    house = a_house()
    club = house.running.club
    other = add_club(name="Circolo Ticino, Pavia e dintorni", owner_id=None)
    callers = {
        "anonymous": Caller(),
        "owner session": by_session(club, "owner", "olga"),
        "owner of another club": by_session(other, "owner", "piero"),
        "token of another club": by_token(a_token(other, "director")[1]),
    }
    for scope in ("reader", "scorer", "director"):
        callers[f"{scope} token"] = by_token(a_token(club, scope)[1])
    revoked, secret = a_token(club, "director")
    revoke_token(club=club, pk=revoked.pk)
    callers["revoked token"] = by_token(secret)
    expired, secret = a_token(club, "director")
    ApiToken.objects.filter(pk=expired.pk).update(expires_at=timezone.now() - timedelta(seconds=1))
    callers["expired token"] = by_token(secret)
    return Town(house, callers)


def expected(door: Door, who: str) -> tuple[int, ...]:
    if who in ("revoked token", "expired token"):
        return (401,)
    return door.expected(CALLERS.get(who))


def test_every_route_and_method_is_in_the_table() -> None:
    assert served() == set(DOORS)


def test_each_view_declares_what_the_table_says() -> None:
    for pattern in operations:
        for method, who in view_of(pattern).may.items():
            assert DOORS[str(pattern.name), method].who == who, (pattern.name, method)
            assert isinstance(who, Who)


def test_each_caller_gets_what_the_table_says(town: Town) -> None:
    """What a caller has changed is taken back before the next one asks."""
    wrong = {}
    for door in DOORS.values():
        for who in EVERYBODY:
            with transaction.atomic():
                answer = town.ask(door, who)
                transaction.set_rollback(True)
            if answer.status_code not in expected(door, who):
                wrong[door.key, who] = (answer.status_code, answer.content[:300])
            if answer.status_code == 401:
                assert answer["WWW-Authenticate"].startswith("Bearer")
    assert wrong == {}


# What stands nowhere, and is well written all the same.
NOWHERE: dict[str, Any] = {"club": "nobody", "event": "nothing", "round": 88, "pk": 999_999_999}


def test_what_is_not_there_is_not_found(town: Town) -> None:
    for door in DOORS.values():
        pattern = next(one.pattern for one in operations if one.name == door.name)
        for part in pattern.converters:
            answer = town.ask(door, "owner session", **{part: NOWHERE.get(part, 888_888)})
            told = (door, part, answer.content[:300])
            assert (answer.status_code, answer.json()["code"]) == (404, "not_found"), told


def test_what_is_another_events_is_not_found(town: Town) -> None:
    """The round, the table, the pair, the penalty is there, but in another event of the same club."""
    other = an_event(Evening(pairs=6, name="Another evening"))
    for door in DOORS.values():
        pattern = next(one.pattern for one in operations if one.name == door.name)
        parts = set(pattern.converters)
        if "event" not in parts or not parts & {"round", "pk"}:
            continue
        kept = {"pk": town.house._pk(door.name, town.house.running)} if "pk" in parts else {}
        answer = town.ask(door, "owner session", event=other.slug, **kept)
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found"), (door, answer.content[:300])


def test_a_player_of_another_club_is_not_found(town: Town) -> None:
    stranger = Player.objects.create(
        surname="Ferri", first_name="Ugo", club=Club.objects.get(name__startswith="Circolo Ticino, Pavia e")
    )
    club = town.house.running.club.slug
    assert town.callers["owner session"].get(f"clubs/{club}/players/{stranger.pk}/").status_code == 404


def test_an_address_that_is_none_answers_in_the_shape(anybody: Caller, db: None) -> None:
    rounds = [f"events/x/rounds/{number}/" for number in ("0", "1234567", "-1", "x")]
    for path in (*rounds, "nothing/", "x", "events/%00/"):
        answer = anybody.get(path)
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


def test_what_cannot_be_done_here_is_told_so(town: Town) -> None:
    answer = town.callers["owner session"].ask("DELETE", "events/")
    assert (answer.status_code, answer.json()["code"]) == (405, "method")
    assert answer["Allow"] == "GET, HEAD"
    assert town.callers["anonymous"].ask("OPTIONS", "events/").status_code == 405


def test_somebody_of_the_event_alone_reads_its_journal(town: Town) -> None:
    from django.contrib.auth import get_user_model

    from tournaments.models import EventMember

    user = get_user_model().objects.create_user("rosa", password="burraco-2026")
    EventMember.objects.create(event=town.house.running, user=user, role="reader")
    caller = Caller()
    caller.client.force_login(user)
    assert caller.get(f"events/{town.house.running.slug}/journal/").status_code == 200
    assert caller.get(f"events/{town.house.preparing.slug}/journal/").status_code == 404
    assert caller.get(f"clubs/{town.house.running.club.slug}/players/").status_code == 404


def test_who_runs_the_house_owns_every_club(town: Town) -> None:
    from django.contrib.auth import get_user_model

    caller = Caller()
    caller.client.force_login(get_user_model().objects.create_superuser("root", password="burraco-2026"))
    assert caller.get(f"events/{town.house.running.slug}/journal/").status_code == 200


def test_a_token_holds_in_its_own_club_alone(town: Town) -> None:
    answer = town.callers["token of another club"].get(f"events/{town.house.running.slug}/journal/")
    assert answer.status_code == 404
    assert Event.objects.exclude(club=town.house.running.club).count() == 0
