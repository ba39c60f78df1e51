"""The desk's front pages: who may open them, what comes next, settings that warn."""

from dataclasses import replace

import pytest
from django.contrib.auth import get_user_model
from django.contrib.auth.models import User
from django.test import Client

from tests.factories import DIRECTOR, Evening, an_evening, an_event
from tournaments.desk.change import Actor
from tournaments.desk.events import club_named, create_event, plan_of
from tournaments.desk.results import ResultPlan, record
from tournaments.models import Club, ClubMember, Event, Source

pytestmark = pytest.mark.django_db


def staff(club: Club, role: str = "director", name: str = "aldo") -> User:
    user = get_user_model().objects.create_user(name, password="x")
    ClubMember.objects.create(club=club, user=user, role=role)
    return user


@pytest.fixture
def event() -> Event:
    return an_evening(Evening(pairs=8, closed=1, open_round="published"))


@pytest.fixture
def director(client: Client, event: Event) -> Client:
    client.force_login(staff(event.club))
    return client


PAGES = ["", "settings/", "journal/"]


@pytest.mark.parametrize("page", PAGES)
def test_a_stranger_is_sent_to_the_sign_in(client: Client, event: Event, page: str) -> None:
    answer = client.get(f"/desk/{event.slug}/{page}")
    assert answer.status_code == 302
    assert answer["Location"].startswith("/sign-in/")


@pytest.mark.parametrize("page", PAGES)
def test_for_the_director_of_another_club_the_desk_does_not_exist(
    client: Client, event: Event, page: str
) -> None:
    client.force_login(staff(club_named("Another club"), "owner", "eva"))
    assert client.get(f"/desk/{event.slug}/{page}").status_code == 404


def test_a_scorer_reads_the_evening_but_not_the_settings(client: Client, event: Event) -> None:
    client.force_login(staff(event.club, "scorer"))
    assert client.get(f"/desk/{event.slug}/").status_code == 200
    assert client.get(f"/desk/{event.slug}/settings/").status_code == 403


def test_a_director_sees_the_events_of_his_clubs_only(client: Client, event: Event) -> None:
    client.force_login(staff(club_named("Another club")))
    assert event.name.encode() not in client.get("/desk/").content
    client.force_login(staff(event.club, name="rosa"))
    assert b"Burraco d" in client.get("/desk/").content


def test_the_front_page_names_the_missing_tables_and_the_next_step(director: Client, event: Event) -> None:
    page = director.get(f"/desk/{event.slug}/", headers={"Accept-Language": "en"}).content.decode()
    assert "Go to the results" in page
    assert "missing: tables 1, 2, 3, 4" in page
    for table in (1, 2, 3, 4):
        record(event=event, round_number=2, plan=ResultPlan(table, 500, 400), by=DIRECTOR)
    page = director.get(f"/desk/{event.slug}/", headers={"Accept-Language": "en"}).content.decode()
    assert "Close round 2" in page


@pytest.mark.parametrize("pairs", [8, 200])
def test_the_front_page_takes_a_fixed_number_of_queries(
    client: Client, pairs: int, django_assert_max_num_queries: object
) -> None:
    event = an_evening(Evening(pairs=pairs, closed=1, open_round="published", with_hands=False))
    client.force_login(staff(event.club))
    with django_assert_max_num_queries(12):  # type: ignore[operator]
        assert client.get(f"/desk/{event.slug}/").status_code == 200


def form(**changes: str) -> dict[str, str]:
    return {
        "name": "Burraco di Natale",
        "date": "2026-12-18",
        "place": "Parrocchia",
        "hands_per_round": "4",
        "scale": "4",
        "bounds": "",
        "depth": "totals",
        "apart_rounds": "0",
        "apart_pairs": "",
        "correction_minutes": "30",
        "kind": "club",
        "rules_variant": "fibur",
        "phase-TOTAL_FORMS": "2",
        "phase-INITIAL_FORMS": "0",
        "phase-0-movement": "mitchell",
        "phase-0-rounds": "3",
        "phase-1-movement": "danese_modificato",
        "phase-1-rounds": "1",
        **changes,
    }


def test_a_new_event_takes_a_name_and_a_date_and_good_defaults_for_the_rest(
    director: Client, event: Event
) -> None:
    answer = director.post("/desk/new/", form(club=str(event.club_id)))
    made = Event.objects.get(name="Burraco di Natale")
    assert answer["Location"] == f"/desk/{made.slug}/entries/"
    assert (made.bye_vp, made.bye_mp) == (12, 305)
    assert [str(phase) for phase in made.phases.all()] == ["Mitchell 3", "Danese modificato 1"]
    assert made.journal.count() == 1


def test_a_mitchell_of_six_rounds_on_five_tables_is_warned_of_before_anything_is_printed(
    director: Client, event: Event
) -> None:
    asked = form(club=str(event.club_id), look="1", expected="10", **{"phase-0-rounds": "6"})
    page = director.post("/desk/new/", asked, headers={"Accept-Language": "en"}).content.decode()
    assert "at most 5 rounds" in page
    assert not Event.objects.filter(name="Burraco di Natale").exists()


def test_two_hands_need_a_scale_of_their_own_because_none_is_published(
    director: Client, event: Event
) -> None:
    two = form(club=str(event.club_id), hands_per_round="2")
    answer = director.post("/desk/new/", two, headers={"Accept-Language": "en"})
    assert answer.status_code == 422
    assert "No scale is published for 2 hands" in answer.content.decode()
    two["bounds"] = "50 100 150 200 250 300 400 500 600 700"
    director.post("/desk/new/", two)
    assert Event.objects.get(name="Burraco di Natale").scale_bounds[0] == 50


def test_a_director_makes_no_event_for_a_club_he_does_not_work_for(director: Client) -> None:
    foreign = club_named("Another club")
    answer = director.post("/desk/new/", form(club=str(foreign.pk)))
    assert answer.status_code == 422
    assert not Event.objects.filter(name="Burraco di Natale").exists()


def test_a_phase_can_be_added_without_losing_what_was_typed(director: Client, event: Event) -> None:
    page = director.post("/desk/new/", form(club=str(event.club_id), add_phase="1")).content.decode()
    assert 'name="phase-2-movement"' in page
    assert "Burraco di Natale" in page


def test_the_programme_of_rounds_already_drawn_cannot_be_rewritten(director: Client, event: Event) -> None:
    changed = form(club=str(event.club_id), **{"phase-0-movement": "danese_puro"})
    answer = director.post(f"/desk/{event.slug}/settings/", changed, headers={"Accept-Language": "en"})
    assert answer.status_code == 422
    assert "has been drawn as Mitchell 3" in answer.content.decode()


def test_a_changed_setting_is_named_in_the_journal(director: Client) -> None:
    event = an_event(Evening(pairs=8, name="Prova"))
    ClubMember.objects.get_or_create(club=event.club, user=User.objects.get(), role="director")
    director.post(f"/desk/{event.slug}/settings/", form(club=str(event.club_id), fee="12.50"))
    line = event.journal.latest("number")
    assert line.verb == "edit_event"
    assert line.new["fee"] == "12.50"
    assert line.old["name"] == "Prova"


def test_the_journal_of_one_pair_is_shown(director: Client, event: Event) -> None:
    record(event=event, round_number=2, plan=ResultPlan(1, 500, 400), by=DIRECTOR)
    whole = director.get(f"/desk/{event.slug}/journal/")
    narrow = director.get(f"/desk/{event.slug}/journal/", {"pair": "1"})
    assert whole.content.count(b"<tr>") > narrow.content.count(b"<tr>") == 2


def test_a_new_event_is_of_the_club_at_which_one_last_did_something() -> None:
    first = an_event(Evening(pairs=4))
    last = club_named("Zona Sei")
    user = User.objects.create_superuser("capo")
    client = Client()
    client.force_login(user)
    page = client.get("/desk/new/").content.decode()
    by_name = list(Club.objects.order_by("name").values_list("pk", flat=True))
    assert f'<option value="{by_name[0]}" selected>' in page
    assert by_name[0] != last.pk
    by = Actor("Capo", Source.DESK, user.pk)
    create_event(club=last, plan=replace(plan_of(first), name="Serata"), by=by)
    assert f'<option value="{last.pk}" selected>' in client.get("/desk/new/").content.decode()
