"""A whole evening by the interface alone, and the same evening by the verbs of the desk."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from scoring.victory_points import bye, for_hands
from tests.api.callers import Caller, a_token, by_token
from tests.factories import DIRECTOR
from tournaments.boards.facts import load
from tournaments.boards.verify import verify
from tournaments.desk.closing import finish_event
from tournaments.desk.clubs import add_club
from tournaments.desk.entries import EntryPlan, PersonPlan, enter
from tournaments.desk.events import EventPlan, create_event
from tournaments.desk.results import ResultPlan, record, record_round
from tournaments.desk.rounds import close_round, draw_next_round, publish_round
from tournaments.desk.rulings import withdraw
from tournaments.desk.substitutions import substitute
from tournaments.models import Club, Event, JournalLine, Publication
from tournaments.movements.programme import parse

PEOPLE = [(f"Rossi{number} Anna", f"Bianchi{number} Ugo") for number in range(1, 14)]
SEED = 4711


@pytest.fixture
def club(db: None) -> Club:
    return add_club(name="Circolo del Ponte", owner_id=None)


@pytest.fixture
def director(club: Club) -> Caller:
    return by_token(a_token(club, "director", "Scoring program")[1])


def results_of(event: Event, number: int) -> Iterator[tuple[int, int, int]]:
    """Invented totals, the same for whoever sits there."""
    for match in load(event).matches_of(number):
        if not match.is_bye and match.ruling is None:
            first, second = match.ns[0], match.ew[0]
            yield match.table, 1500 + 35 * (first * number % 17), 1500 + 25 * (second * number % 13)


def done(answer: Any, status: int = 200) -> Any:
    assert answer.status_code == status, (answer.status_code, answer.content)
    return answer.json() if answer.content else None


def by_program(director: Caller, club: Club) -> Event:
    """The evening as a scoring program runs it."""
    settings = {
        "name": "Burraco del Ponte", "date": "2026-11-27", "seed": SEED,
        "phases": [
            {"movement": "mitchell", "rounds": 2}, {"movement": "danese_modificato", "rounds": 2},
        ],
    }  # fmt: skip
    made = director.post(f"clubs/{club.slug}/events/", settings)
    slug = done(made, 201)["slug"]
    assert made["Location"] == f"/api/v1/events/{slug}/"
    event = Event.objects.get(slug=slug)
    at = f"events/{slug}/"
    pairs = [{"people": [{"name": name} for name in two], "club": club.name} for two in PEOPLE]
    assert len(done(director.post(at + "entries/", {"entries": pairs}), 201)["entries"]) == 13
    for number in (1, 2, 3, 4):
        drawn = director.post(at + "rounds/", {"number": number})
        assert (done(drawn, 201)["state"], drawn["Location"]) == ("drawn", f"/api/v1/{at}rounds/{number}/")
        here = f"{at}rounds/{number}/"
        assert done(director.post(here + "publish/", {"confirmed": True}))["state"] == "published"
        if number == 2:
            gone = {"position": 2, "person": {"name": "Verdi Rita"}, "reason": "taken ill"}
            told = done(director.post(at + "entries/5/substitute/", gone))
            assert told["pair"]["people"][1]["surname"] == "Verdi"
        if number == 3:
            left = done(director.post(at + "entries/7/withdraw/", {"justified": True, "reason": "ill"}))
            assert left["state"] == "withdrawn"
        sent = [{"table": t, "ns_mp": ns, "ew_mp": ew} for t, ns, ew in results_of(event, number)]
        assert done(director.post(here + "results/", {"results": sent}))["missing"] == []
        assert done(director.post(here + "close/"))["state"] == "closed"
        if number == 2:
            table, ns, ew = next(results_of(event, 2))
            body = {"ns_mp": ns + 500, "ew_mp": ew, "reason": "misread"}
            assert done(director.post(f"{here}results/{table}/", body))["what"] == "corrected"
            assert done(director.post(at + "publications/"), 201)["number"] == 3
    assert done(director.post(at + "finish/"))["state"] == "finished"
    event.refresh_from_db()
    return event


def by_verbs(club: Club) -> Event:
    """The same as the desk would have done it."""
    plan = EventPlan(
        name="Burraco del Ponte",
        date=datetime.date(2026, 11, 27),
        programme=parse("Mitchell 2; Danese modificato 2"),
        scale=for_hands(4),
        bye_vp=bye(4)[0],
        bye_mp=bye(4)[1],
        seed=SEED,
    )
    event = create_event(club=club, plan=plan, by=DIRECTOR)
    plans = [
        EntryPlan(number, tuple(PersonPlan(name) for name in two), club_name=club.name)
        for number, two in enumerate(PEOPLE, start=1)
    ]
    enter(event=event, plans=plans, by=DIRECTOR)
    for number in (1, 2, 3, 4):
        draw_next_round(event=event, by=DIRECTOR, number=number)
        publish_round(event=event, number=number, by=DIRECTOR)
        if number == 2:
            person = PersonPlan("Verdi Rita")
            substitute(event=event, number=5, position=2, person=person, reason="taken ill", by=DIRECTOR)
        if number == 3:
            withdraw(event=event, number=7, round_number=3, justified=True, reason="ill", by=DIRECTOR)
        sent = [ResultPlan(table, ns, ew) for table, ns, ew in results_of(event, number)]
        record_round(event=event, round_number=number, plans=sent, by=DIRECTOR)
        close_round(event=event, number=number, by=DIRECTOR)
        if number == 2:
            table, ns, ew = next(results_of(event, 2))
            plan_2 = ResultPlan(table, ns + 500, ew)
            record(event=event, round_number=2, plan=plan_2, reason="misread", by=DIRECTOR)
    finish_event(event=event, by=DIRECTOR)
    return event


def test_an_evening_run_by_a_program_ends_as_one_run_at_the_desk(director: Caller, club: Club) -> None:
    ours, theirs = by_program(director, club), by_verbs(club)
    assert verify(ours) == []
    seats = [[(m.round, m.table, m.ns, m.ew) for m in load(event).matches] for event in (ours, theirs)]
    assert seats[0] == seats[1]
    standings = [
        [(s.place, s.entry, s.vp, s.net_mp) for s in load(event).standings()] for event in (ours, theirs)
    ]
    assert standings[0] == standings[1]
    assert len(standings[0]) == 13
    assert Publication.objects.filter(event=ours).count() == 5
    told = director.get(f"events/{ours.slug}/standings/").json()
    assert [(row["place"], row["pair"]["number"]) for row in told["results"]] == [
        (place, entry) for place, entry, _vp, _mp in standings[0]
    ]
    sources = set(JournalLine.objects.filter(event=ours).values_list("source", "by_name"))
    assert sources == {("api", "Scoring program")}


def test_the_settings_of_an_event_are_changed_one_by_one(director: Caller, club: Club) -> None:
    body = {"name": "Prova", "date": "2026-11-27", "phases": [{"movement": "mitchell", "rounds": 3}]}
    slug = done(director.post(f"clubs/{club.slug}/events/", body), 201)["slug"]
    sent = {
        "fee": "12.50", "tie_breaks": ["vp", "net_mp"], "results_kept_as": "totals", "late_mp_off": 150,
        "apart_pairs": [[1, 2]], "scale_bounds": None,
    }  # fmt: skip
    assert director.ask("PATCH", f"events/{slug}/", sent).status_code == 400
    del sent["scale_bounds"]
    told = done(director.ask("PATCH", f"events/{slug}/", sent))
    assert (told["tie_breaks"], told["results_kept_as"]) == (["vp", "net_mp"], "totals")
    event = Event.objects.get(slug=slug)
    assert (str(event.fee), event.awards, event.apart_pairs) == ("12.50", {"late_mp_off": 150}, [[1, 2]])
    answer = director.ask("PATCH", f"events/{slug}/", {"tie_breaks": ["vp", "vp"]})
    assert (answer.status_code, answer.json()["field"]) == (400, "tie_breaks")
    stale = director.ask("PATCH", f"events/{slug}/", {"place": "Pavia"}, If_Match=f'"{event.pk}-1"')
    assert (stale.status_code, stale.json()["sent"]) == (412, {"place": "Pavia"})


def test_what_is_to_be_known_of_the_seats_is_asked_before_they_are_published(
    director: Caller, club: Club
) -> None:
    body = {"name": "Prova", "date": "2026-11-27", "phases": [{"movement": "mitchell", "rounds": 2}]}
    at = f"events/{done(director.post(f'clubs/{club.slug}/events/', body), 201)['slug']}/"
    pairs = [{"people": [{"name": name} for name in two]} for two in PEOPLE[:4]]
    done(director.post(at + "entries/", {"entries": pairs}), 201)
    done(director.post(at + "rounds/"), 201)
    done(director.post(at + "entries/2/presence/", {"presence": "absent"}))
    asked = director.post(at + "rounds/1/publish/")
    assert (asked.status_code, asked.json()["code"]) == (409, "publish_with_doubts")
    done(director.post(at + "rounds/1/redraw/", {"seed": 3}))
    seen = director.get(at + "rounds/1/")["ETag"]
    seats = [(row["ns"], row["ew"]) for row in director.get(at + "rounds/1/matches/").json()["results"]]
    done(director.post(at + "rounds/1/swap-seats/", {"first": 1, "second": 3}, If_Match=seen))
    assert seats != [(r["ns"], r["ew"]) for r in director.get(at + "rounds/1/matches/").json()["results"]]
    stale = director.post(at + "rounds/1/swap-seats/", {"first": 1, "second": 3}, If_Match=seen)
    assert (stale.status_code, stale.json()["current"]["state"]) == (412, "drawn")
    assert director.ask("DELETE", at + "rounds/1/").status_code == 204
    assert director.get(at + "rounds/1/").status_code == 404


def test_pairs_are_corrected_numbered_marked_and_struck_off(director: Caller, club: Club) -> None:
    body = {"name": "Prova", "date": "2026-11-27", "phases": [{"movement": "mitchell", "rounds": 2}]}
    at = f"events/{done(director.post(f'clubs/{club.slug}/events/', body), 201)['slug']}/"
    one = director.post(
        at + "entries/", {"entries": [{"people": [{"name": "Rota Ida"}, {"name": "Rota Ugo"}]}]}
    )
    assert (done(one, 201)["entries"][0]["number"], one["Location"]) == (1, f"/api/v1/{at}entries/1/")
    assert done(director.ask("PATCH", at + "entries/1/", {"line": "ns"}))["line"] == "ns"
    assert done(director.post(at + "entries/1/number/", {"to": 30}))["number"] == 30
    told = done(director.post(at + "entries/30/presence/", {"presence": "here"}))
    assert (told["checked_in"], told["paid"]) == (True, False)
    assert done(director.post(at + "entries/30/paid/", {"paid": True}))["paid"] is True
    for name in ("Bassi Dora", "Conti Elda"):
        done(director.post(at + "waiting/", {"name": name}), 201)
    waiting = [row["id"] for row in director.get(at + "waiting/").json()["results"]]
    joined = director.post(at + "waiting/join/", {"first": waiting[0], "second": waiting[1]})
    assert done(joined, 201)["pair"]["people"][0]["surname"] == "Bassi"
    assert director.ask("DELETE", at + "entries/30/").status_code == 204
    assert [row["number"] for row in director.get(at + "entries/").json()["results"]] == [31]
    assert director.ask("DELETE", at + "entries/30/").status_code == 404


def test_a_stranger_cannot_be_entered_by_the_id_of_another_clubs_player(
    director: Caller, club: Club, program: Callable[[str], Caller], evening: Event
) -> None:
    add_club(name="Circolo lontano", owner_id=None)
    player = evening.members.first()
    assert player is not None
    body = {"name": "Prova", "date": "2026-11-27", "phases": [{"movement": "mitchell", "rounds": 2}]}
    at = f"events/{done(director.post(f'clubs/{club.slug}/events/', body), 201)['slug']}/"
    pair = {"people": [{"name": "Rota Ida", "player": player.player_id}, {"name": "Rota Ugo"}]}
    assert director.post(at + "entries/", {"entries": [pair]}).status_code == 404


def test_the_clock_and_the_wall_are_the_directors(program: Callable[[str], Caller], evening: Event) -> None:
    director, at = program("director"), f"events/{evening.slug}/"
    assert done(director.post(at + "clock/start/", {"minutes": 30}))["state"] == "running"
    assert director.post(at + "clock/start/", {"minutes": 30}).json()["code"] == "clock_started"
    assert done(director.post(at + "clock/pause/"))["state"] == "paused"
    assert done(director.post(at + "clock/add-time/", {"minutes": 3}))["length"] == 33 * 60
    assert done(director.post(at + "clock/resume/"))["state"] == "running"
    assert done(director.post(at + "clock/last-lap/"))["last_lap_at"] is not None
    assert director.post(at + "clock/stop/").json()["asks"] is True
    assert done(director.post(at + "clock/stop/", {"confirmed": True}))["state"] == "none"
    wall = {"shows": "standings", "seconds_a_page": 20}
    assert done(director.ask("PUT", at + "wall/", wall)) == wall
    assert director.get(at + "wall/").json() == wall


def test_the_referee_decides_and_takes_back(program: Callable[[str], Caller], evening: Event) -> None:
    director, at = program("director"), f"events/{evening.slug}/"
    late = done(director.post(at + "rounds/2/entries/2/late/", {"minutes": 4}))
    assert late["kind"] == "warning"
    assert done(director.post(at + "rounds/2/entries/2/warning/", {"reason": "talking"}))["kind"] == "second"
    absent = done(director.post(at + "rounds/2/entries/2/absent/", {"leave_out": False}))
    assert (absent["kind"], absent["result"]["state"]) == ("absent", "ruled")
    table = absent["result"]["table"]
    score = {"ns_vp": 12, "ns_mp": 300, "ew_vp": 8, "ew_mp": -300, "reason": "card exposed"}
    ruled = director.post(at + f"rounds/2/results/{table}/ruling/", score)
    pk = done(ruled, 201)["id"]
    assert director.get(ruled["Location"].removeprefix("/api/v1/")).json()["kind"] == "adjusted"
    kinds = [row["kind"] for row in director.get(at + "rulings/").json()["results"]]
    assert kinds == ["absent", "adjusted"]
    back = done(director.post(at + f"rulings/{pk}/cancel/", {"reason": "wrong table"}))
    assert back["cancelled_at"] is not None
    assert director.post(at + f"rulings/{pk}/cancel/").json()["code"] == "no_ruling"
    given = director.post(at + "penalties/", {"entry": 3, "scope": "match", "mp": 100, "round": 2})
    done(director.post(at + f"penalties/{done(given, 201)['id']}/cancel/"))
    wrong = director.post(at + "penalties/", {"entry": 3, "scope": "match", "vp": 1, "mp": 100})
    assert wrong.status_code == 400
    evening.refresh_from_db()
    assert verify(evening) == []


def test_players_and_club_are_corrected_by_what_was_read(director: Caller, club: Club) -> None:
    at = f"clubs/{club.slug}/"
    seen = director.get(at)["ETag"]
    town = director.ask("PATCH", at, {"town": "Pavia"}, If_Match=seen)
    assert (done(town)["town"], town["ETag"]) == ("Pavia", director.get(at)["ETag"])
    stale = director.ask("PATCH", at, {"town": "Voghera"}, If_Match=seen)
    assert (stale.status_code, stale.json()["current"]["town"]) == (412, "Pavia")
    made = director.post(at + "players/", {"surname": "Rota", "first_name": "Ida", "card_number": "77"})
    one = done(made, 201)["id"]
    assert made["Location"] == f"/api/v1/{at}players/{one}/"
    assert director.post(at + "players/", {"surname": "X", "card_number": "77"}).json()["code"] == (
        "card_of_another"
    )
    seen = director.get(at + f"players/{one}/")["ETag"]
    mended = director.ask("PATCH", at + f"players/{one}/", {"phone": "333 12"}, If_Match=seen)
    assert (done(mended)["phone"], mended["ETag"]) == ("333 12", director.get(at + f"players/{one}/")["ETag"])
    other = done(director.post(at + "players/", {"surname": "Rota", "first_name": "I."}), 201)["id"]
    assert done(director.post(at + f"players/{one}/merge/", {"gone": other}))["id"] == one
    assert director.get(at + f"players/{other}/").status_code == 404


def test_codes_are_made_anew_and_revoked(program: Callable[[str], Caller], evening: Event) -> None:
    director, at = program("director"), f"events/{evening.slug}/rounds/2/codes/"
    assert done(director.post(at)) == {"made": 0}
    code = done(director.post(at + "2/reissue/", {"line": "ns"}))
    assert (code["table"], code["line"]) == (2, "ns")
    assert director.post(at + "2/revoke/", {"line": "ns"}).status_code == 204
    assert done(director.post(at)) == {"made": 1}
    assert code["code"] not in str(list(JournalLine.objects.values_list("new", "old")))
