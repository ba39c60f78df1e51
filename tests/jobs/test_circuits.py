"""A circuit from its stages: recounted as a job, read by everybody, kept by directors."""

from __future__ import annotations

import datetime
from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from scoring.circuits import CircuitStanding
from tests.factories import DIRECTOR, Evening, an_evening
from tournaments.boards import circuits
from tournaments.boards.circuits import circuit_board
from tournaments.boards.facts import load
from tournaments.desk.circuits import (
    CircuitPlan,
    ask_recount,
    ask_recounts,
    make_circuit,
    remove_stage,
    set_stage,
)
from tournaments.desk.closing import finish_event
from tournaments.desk.events import club_named
from tournaments.desk.penalties import PenaltyPlan, penalise
from tournaments.desk.people import PersonPlan
from tournaments.desk.substitutions import substitute
from tournaments.models import Circuit, ClubMember, Event, Job, Member

pytestmark = pytest.mark.django_db


def stage(name: str, *, over: bool = True, seed: int = 7) -> Event:
    event = an_evening(Evening(pairs=8, closed=2, programme="Mitchell 2", name=name, seed=seed))
    if over:
        finish_event(event=event, by=DIRECTOR)
    return event


def circuit_of(*events: Event, **plan: int) -> Circuit:
    made = make_circuit(club=events[0].club, plan=CircuitPlan("Gran Premio", "2026", **plan))
    for event in events:
        set_stage(circuit=made, event=event, factor=1, annulled=False, by=DIRECTOR)
    made.refresh_from_db()
    return made


def test_each_player_of_a_pair_takes_what_the_pair_won() -> None:
    event = stage("Prima tappa", over=False)
    penalise(event=event, by=DIRECTOR, plans=[PenaltyPlan(number=1, vp=3, mp=100, reason="ritardo")])
    finish_event(event=event, by=DIRECTOR)
    made = circuit_of(event)
    won = {int(str(one.entry)): (one.vp, one.net_mp) for one in load(event).standings()}
    seats = dict(Member.objects.filter(event=event).values_list("player_id", "entry__number"))
    assert len(made.rows) == 16
    for row in made.rows:
        assert (row["vp"], row["mp"]) == won[seats[row["player"]]]
    assert [row["vp"] for row in made.rows] == sorted((row["vp"] for row in made.rows), reverse=True)


def test_an_annulled_stage_is_left_out_without_being_deleted() -> None:
    one, two = stage("Prima tappa"), stage("Seconda tappa", seed=8)
    made = circuit_of(one, two)
    both = {row["player"]: row["vp"] for row in made.rows}
    set_stage(circuit=made, event=two, factor=1, annulled=True, by=DIRECTOR)
    made.refresh_from_db()
    assert made.stages.count() == 2
    alone = {row["player"]: row["vp"] for row in made.rows}
    assert sum(alone.values()) < sum(both.values())
    assert all(row["attendances"] == 1 for row in made.rows)


def test_a_doubled_stage_counts_twice() -> None:
    event = stage("Prima tappa")
    made = circuit_of(event)
    once = {row["player"]: row["vp"] for row in made.rows}
    set_stage(circuit=made, event=event, factor=2, annulled=False, by=DIRECTOR)
    made.refresh_from_db()
    assert {row["player"]: row["vp"] for row in made.rows} == {who: 2 * vp for who, vp in once.items()}


def test_a_stage_still_being_played_gives_nothing_away() -> None:
    made = circuit_of(stage("In corso", over=False))
    assert made.rows == []
    assert "comes with the first stage" in reader().get(f"/circuits/{made.slug}/").content.decode()


def test_a_player_who_was_replaced_takes_along_the_rounds_sat_in() -> None:
    event = an_evening(Evening(pairs=8, closed=1, open_round="published", programme="Mitchell 2"))
    left = Member.objects.get(event=event, entry__number=1, position=1).player
    substitute(event=event, number=1, position=1, person=PersonPlan("Neri Ugo"), by=DIRECTOR)
    made = circuit_of(event)
    Event.objects.filter(pk=event.pk).update(state="finished")
    set_stage(circuit=made, event=event, factor=1, annulled=False, by=DIRECTOR)
    made.refresh_from_db()
    facts = load(event)
    first_round = next(line.vp for line in facts.line_results(1) if line.entry == 1)
    rows = {row["player"]: row["vp"] for row in made.rows}
    stays = Member.objects.get(event=event, player=left)
    assert (stays.to_round or 9) <= 1
    assert rows[left.pk] == first_round


def test_a_circuit_is_counted_again_by_the_clock_when_a_stage_has_changed() -> None:
    event = stage("Prima tappa")
    made = circuit_of(event)
    assert ask_recounts() == 0
    from tournaments.desk.closing import reopen_event

    reopen_event(event=event, confirmed=True, by=DIRECTOR)
    assert ask_recounts() == 1
    made.refresh_from_db()
    assert made.rows == []


def test_a_stage_annulled_while_the_circuit_is_being_counted_is_left_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    one, two = stage("Prima tappa"), stage("Seconda tappa", seed=8)
    made = circuit_of(one, two)
    counted: list[int] = []

    def count_slowly(circuit: Circuit, step: Callable[[int, int], None]) -> list[CircuitStanding]:
        found = circuits.count(circuit, step)
        counted.append(len(found))
        if len(counted) == 1:
            # Another desk annuls it now: what it asks for is this job, which is being done already.
            open_before = Job.objects.filter(kind="circuit", state=Job.State.RUNNING).get()
            set_stage(circuit=made, event=two, factor=1, annulled=True, by=DIRECTOR)
            assert Job.objects.filter(kind="circuit", state=Job.State.RUNNING).get() == open_before
        return found

    monkeypatch.setattr("tournaments.desk.circuits.count", count_slowly)
    job = ask_recount(circuit=made, by=DIRECTOR)
    assert (job.state, len(counted)) == (Job.State.DONE, 2)
    made.refresh_from_db()
    assert made.rows
    assert all(row["attendances"] == 1 for row in made.rows)


def test_a_circuit_that_is_gone_when_it_is_to_be_counted_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    made = circuit_of(stage("Prima tappa"))

    def count_and_lose(circuit: Circuit, step: Callable[[int, int], None]) -> list[CircuitStanding]:
        found = circuits.count(circuit, step)
        Circuit.objects.filter(pk=circuit.pk).delete()
        return found

    monkeypatch.setattr("tournaments.desk.circuits.count", count_and_lose)
    assert ask_recount(circuit=made, by=DIRECTOR).state == Job.State.FAILED


def test_a_club_whose_queue_is_full_keeps_no_other_circuit_from_being_counted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from tournaments.desk.closing import reopen_event
    from tournaments.desk.jobs import asking

    event = stage("Prima tappa")
    full, other = circuit_of(event), circuit_of(event)
    monkeypatch.setattr(asking, "MOST_OPEN", 1)
    other.club = club_named("Un altro circolo")
    other.save()
    Job.objects.create(kind="export", club=full.club, asked_at=timezone.now())
    reopen_event(event=event, confirmed=True, by=DIRECTOR)
    assert ask_recounts() == 1
    other.refresh_from_db()
    assert other.rows == []


def test_everybody_reads_a_circuit_and_nobody_reads_a_phone_number() -> None:
    event = stage("Prima tappa")
    player = Member.objects.filter(event=event).select_related("player")[0].player
    player.phone, player.card_number, player.birth_date = "333 7654321", "PV-9917", datetime.date(1951, 1, 29)
    player.save()
    made = circuit_of(event, best_of=3)
    page = reader().get(f"/circuits/{made.slug}/").content.decode()
    assert player.surname.replace("'", "’") in page
    for secret in ("7654321", "PV-9917", "1951"):
        assert secret not in page
    assert "Gran Premio" in reader().get("/circuits/").content.decode()
    assert reader().get("/circuits/nessuno/").status_code == 404


def test_the_page_of_a_circuit_costs_the_same_however_many_stages(
    django_assert_num_queries: object,
) -> None:
    one = circuit_of(stage("Prima tappa"))
    with django_assert_num_queries(2):  # type: ignore[operator]
        circuit_board(one)
    set_stage(circuit=one, event=stage("Seconda tappa"), factor=1, annulled=False, by=DIRECTOR)
    one.refresh_from_db()
    with django_assert_num_queries(2):  # type: ignore[operator]
        circuit_board(one)


def test_a_director_makes_a_circuit_adds_a_stage_and_takes_it_out() -> None:
    event = stage("Prima tappa")
    user = User.objects.create_user("ada")
    ClubMember.objects.create(club=event.club, user=user, role="director")
    desk = reader()
    desk.force_login(user)
    told = {"name": "Gran Premio", "season": "2026", "club": event.club.pk, "minimum_attendances": "1"}
    sent = desk.post("/desk/circuits/", told)
    made = Circuit.objects.get()
    assert sent["Location"] == f"/desk/circuits/{made.slug}/"
    desk.post(sent["Location"], {"event": event.slug, "factor": "2"})
    made.refresh_from_db()
    assert (made.stages.get().factor, len(made.rows)) == (2, 16)
    page = desk.get(sent["Location"])
    assert page.status_code == 200
    desk.post(sent["Location"], {"event": event.slug, "remove": "yes"})
    made.refresh_from_db()
    assert (made.stages.count(), made.rows) == (0, [])


def test_an_event_of_another_club_is_no_stage_of_mine() -> None:
    event = stage("Prima tappa")
    from tournaments.desk.events import club_named

    mine = make_circuit(club=club_named("Un altro circolo"), plan=CircuitPlan("Mio", "2026"))
    user = User.objects.create_user("ada")
    ClubMember.objects.create(club=mine.club, user=user, role="owner")
    desk = reader()
    desk.force_login(user)
    assert desk.post(f"/desk/circuits/{mine.slug}/", {"event": event.slug}).status_code == 404
    remove_stage(circuit=mine, event=event, by=DIRECTOR)
    assert mine.stages.count() == 0


def reader() -> Client:
    return Client(headers={"Accept-Language": "en"})
