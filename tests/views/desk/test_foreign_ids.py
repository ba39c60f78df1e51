"""What is of another evening or another club is not there, whatever address of ours it is asked for under."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.factories import DIRECTOR, Evening, an_evening
from tests.views.desk.doors import House, a_house
from tests.views.every_door import Asked, all_patterns, every_door
from tournaments.desk.calls import call_director
from tournaments.desk.events import club_named
from tournaments.desk.penalties import PenaltyPlan, RulingPlan, penalise, rule
from tournaments.desk.results import ResultPlan, record
from tournaments.desk.tables import propose
from tournaments.models import (
    Circuit,
    ClubMember,
    DirectorCall,
    Event,
    Job,
    JournalLine,
    Penalty,
    Player,
    Result,
    Ruling,
    Stage,
)

pytestmark = pytest.mark.django_db


@dataclass(frozen=True)
class Elsewhere:
    """A larger evening of a club that is none of ours: what is in it is not in ours."""

    event: Event
    key: str

    def id_of(self, name: str) -> Any:
        """An id that is there, and not here."""
        event = self.event
        found = {
            "number": 4,  # a round; as a pair, see below
            "table": 12,
            "line": JournalLine.objects.get(event=event, verb="correct_result").number,
            "key": self.key,
            "pk": Player.objects.get(surname="Altrove").pk,
            "job": Job.objects.get(event=event).pk,
            "circuit": Circuit.objects.get(club=event.club).slug,
            "action": "no-such-action",
        }
        return found[name]


@pytest.fixture
def house() -> House:
    return a_house()


@pytest.fixture
def elsewhere(house: House) -> Elsewhere:
    programme = "Mitchell 5"
    there = an_evening(
        Evening(pairs=30, closed=4, open_round="published", programme=programme, name="Altrove")
    )
    Event.objects.filter(pk=there.pk).update(club=club_named("Un altro circolo"))
    there.refresh_from_db()
    record(event=there, round_number=4, plan=ResultPlan(12, 3000, 5), reason="misread", by=DIRECTOR)
    penalise(event=there, plans=[PenaltyPlan(15, vp=1)], by=DIRECTOR)
    rule(event=there, round_number=5, plans=[RulingPlan(3, 10, 0, 10, 0)], by=DIRECTOR)
    propose(event=there, round_number=5, plan=ResultPlan(12, 5, 0), line="ns", by=DIRECTOR)
    call_director(event=there, round_number=5, table=12, line="ns", by=DIRECTOR)
    Player.objects.create(surname="Altrove", first_name="Eva", club=there.club)
    asked = {"kind": "export", "params": {"what": ["standings"], "form": "xlsx"}, "state": "cancelled"}
    Job.objects.create(event=there, club=there.club, asked_at=timezone.now(), **asked)
    circuit = Circuit.objects.create(club=there.club, slug="altrove", name="Altrove", season="2026")
    Stage.objects.create(circuit=circuit, event=there)
    eva = Client()
    eva.force_login(owner_of(there, "eva"))
    sent = eva.post(reverse("desk_import_list", args=[there.slug]), {"text": "1. Abate Alda + Bellini Carlo"})
    return Elsewhere(there, sent["Location"].rstrip("/").rpartition("/")[2])


def owner_of(event: Event, name: str) -> User:
    user = User.objects.create_user(name)
    ClubMember.objects.create(club=event.club, user=user, role=ClubMember.Role.OWNER)
    return user


@pytest.fixture
def ours(house: House) -> Client:
    client = Client()
    client.force_login(owner_of(house.running, "aldo"))
    return client


def nested() -> list[tuple[Asked, str]]:
    """Every address of the desk with something in it beside the evening, once for each such thing."""
    found = []
    for asked in every_door().values():
        if asked.name.startswith("desk"):
            pattern = next(one.pattern for one in all_patterns() if one.name == asked.name)
            found += [(asked, part) for part in pattern.converters if part != "slug"]
    return found


def test_every_id_of_another_evening_in_an_address_of_ours_is_not_found(
    house: House, elsewhere: Elsewhere, ours: Client
) -> None:
    assert len(nested()) > 40
    wrong = {}
    for asked, part in nested():
        pattern = next(one.pattern for one in all_patterns() if one.name == asked.name)
        here = house.preparing if asked.of == "preparing" else house.running
        known: dict[str, Any] = {"slug": here.slug, "number": 1, "table": 1}
        for other in pattern.converters:
            if other == part or other not in known:
                known[other] = elsewhere.id_of(other)
        if part == "number" and asked.name.startswith("desk_pair"):
            known["number"] = 15
        address = reverse(asked.name, kwargs={name: known[name] for name in pattern.converters})
        with transaction.atomic():
            if asked.method == "GET":
                answer = ours.get(address)
            elif asked.json:
                answer = ours.post(address, json.dumps(asked.sends), content_type="application/json")
            else:
                answer = ours.post(address, asked.sends)
            transaction.set_rollback(True)
        if answer.status_code != 404:
            wrong[asked.key, part] = answer.status_code
    assert not wrong, "\n".join(f"{key} {status}" for key, status in wrong.items())


def test_ids_of_another_evening_that_are_sent_are_not_found_either(
    house: House, elsewhere: Elsewhere, ours: Client
) -> None:
    there, here = elsewhere.event, house.running
    sent: dict[str, list[dict[str, Any]]] = {
        "desk_take_back": [
            {"what": "penalty", "pk": Penalty.objects.get(event=there).pk},
            {"what": "ruling", "pk": Ruling.objects.get(event=there).pk},
            {"what": "withdrawal", "pk": 15},
        ],
        "desk_answer_call": [{"call": DirectorCall.objects.get(event=there).pk}],
        "desk_take": [{"table": 12, "proposal": Result.objects.get(event=there, state="proposed").pk}],
        "desk_merge": [
            {
                "keep": Player.objects.get(surname="Altrove").pk,
                "both": [Player.objects.get(surname="Altrove").pk, Player.objects.get(surname="Nicolosi").pk],
            }
        ],
    }
    before = there.journal.count()
    for name, forms in sent.items():
        args = [] if name == "desk_merge" else [here.slug, 2] if name == "desk_take" else [here.slug]
        for form in forms:
            assert ours.post(reverse(name, args=args), form).status_code == 404, (name, form)
    assert there.journal.count() == before
    assert Penalty.objects.get(event=there).cancelled_at is None
    assert DirectorCall.objects.get(event=there).answered_at is None
