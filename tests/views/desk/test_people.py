"""The players and clubs an account looks after: who sees them, corrections, records that are one person."""

from __future__ import annotations

import pytest
from django.contrib.auth import get_user_model
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.factories import DIRECTOR, Evening, an_evening, an_event
from tests.views.desk.test_entries import staff
from tournaments.desk.entries import EntryPlan, PersonPlan, enter
from tournaments.desk.events import club_named
from tournaments.desk.players import PlayerPlan, edit_player, merge_players
from tournaments.models import Event, Player

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return an_event(Evening(pairs=4))


@pytest.fixture
def director(client: Client, event: Event) -> Client:
    client.force_login(staff(event.club))
    return client


@pytest.fixture
def ada(event: Event) -> Player:
    return Player.objects.create(
        surname="Fiore", first_name="Ada", club=event.club, card_number="77", phone="333 1234567",
        email="ada@example.org",
    )  # fmt: skip


PAGES = ["players/", "players/new/", "players/look-alikes/"]


@pytest.mark.parametrize("page", [*PAGES, "clubs/"])
def test_a_stranger_is_sent_to_the_sign_in(client: Client, page: str) -> None:
    assert client.get(f"/desk/{page}")["Location"].startswith("/sign-in/")


@pytest.mark.parametrize("page", PAGES)
def test_a_scorer_looks_after_no_players(client: Client, event: Event, page: str) -> None:
    client.force_login(staff(event.club, "scorer"))
    assert client.get(f"/desk/{page}").status_code == 403


def test_a_player_of_another_club_is_not_there(client: Client, event: Event, ada: Player) -> None:
    client.force_login(staff(club_named("Another club"), "owner", "eva"))
    assert client.get(f"/desk/players/{ada.pk}/").status_code == 404
    assert b"Fiore" not in client.get("/desk/players/").content
    assert client.post(f"/desk/players/{ada.pk}/", {"surname": "X"}).status_code == 404


def test_a_guest_whose_club_is_run_elsewhere_is_not_ours_to_read(director: Client, event: Event) -> None:
    guests = club_named("Guests of Porto")
    enter(
        event=event,
        plans=[
            EntryPlan(9, (PersonPlan("Neri Zoe", phone="999"), PersonPlan("Villa Zita")), "Guests of Porto")
        ],
        by=DIRECTOR,
    )
    assert b"Zoe" in director.get("/desk/players/").content, "nobody runs that club here: ours to look after"
    staff(guests, "owner", "eva")
    page = director.get("/desk/players/").content
    assert b"Zoe" not in page
    assert b"999" not in page


@pytest.mark.parametrize("typed", ["fio", "ada fiore", "FIORE", "77"])
def test_players_are_found_by_fragments_of_the_name_or_by_card(
    director: Client, ada: Player, typed: str
) -> None:
    assert b"Ada" in director.get("/desk/players/", {"q": typed}).content


def test_phone_numbers_and_addresses_never_appear_outside_the_clubs_own_pages(
    director: Client, client: Client, event: Event, ada: Player
) -> None:
    """Scenario 39."""
    enter(
        event=event,
        plans=[EntryPlan(5, (PersonPlan("Fiore Ada", player_id=ada.pk), PersonPlan("Serra Lia")))],
        by=DIRECTOR,
    )
    assert b"333 1234567" in director.get("/desk/players/").content
    for page in ("entries/", "entries/5/", "entries/add/", "journal/", ""):
        assert b"333 1234567" not in director.get(f"/desk/{event.slug}/{page}").content, page
    for page in ("find/?q=fiore",):
        answer = director.get(f"/desk/{event.slug}/entries/{page}").content
        assert b"Fiore" in answer
        assert b"333" not in answer
    public = Client()
    for page in ("", "pairs/", "pairs/5/", "seats/", "results/", "standings/", "workbook/"):
        answer = public.get(f"/e/{event.slug}/{page}")
        seen = b"".join(answer.streaming_content) if answer.streaming else answer.content
        assert b"333 1234567" not in seen, page
        assert b"ada@example.org" not in seen, page


def test_a_name_corrected_in_mid_event_changes_nothing_else(client: Client) -> None:
    """Scenario 27."""
    event = an_evening(Evening(pairs=8, closed=2, open_round="published"))
    client.force_login(staff(event.club))
    player = event.members.get(entry__number=3, position=1).player
    player.club = event.club
    player.save()
    before = [(s.place, s.entry, s.vp, s.net_mp) for s in facts_standings(event)]
    seats = list(event.rounds.values_list("seats__entry__number", "seats__match__table"))
    client.post(f"/desk/players/{player.pk}/", {"surname": "Gentilezza", "first_name": "Ada"})
    player.refresh_from_db()
    assert player.full_name == "Gentilezza Ada"
    assert [(s.place, s.entry, s.vp, s.net_mp) for s in facts_standings(event)] == before
    assert list(event.rounds.values_list("seats__entry__number", "seats__match__table")) == seats
    line = event.journal.latest("number")
    assert (line.verb, line.entry and line.entry.number) == ("edit_player", 3)


def facts_standings(event: Event) -> list:  # type: ignore[type-arg]
    from tournaments.boards.facts import load

    return load(event).standings()


def test_a_phone_number_corrected_writes_no_line_in_any_journal(event: Event) -> None:
    player = event.members.get(entry__number=3, position=1).player
    version = event.version
    plan = PlayerPlan(player.surname, player.first_name, player.club, phone="1")
    edit_player(player_id=player.pk, plan=plan, by=DIRECTOR)
    event.refresh_from_db()
    assert event.version == version


@pytest.mark.parametrize(
    "sent", [{}, {"surname": " "}, {"surname": "A", "email": "x"}, {"surname": "A" * 81}]
)
def test_what_is_wrong_in_a_players_form_is_said(director: Client, ada: Player, sent: dict[str, str]) -> None:
    assert director.post(f"/desk/players/{ada.pk}/", sent or {"first_name": "x"}).status_code == 422
    ada.refresh_from_db()
    assert ada.surname == "Fiore"


def test_a_card_has_one_holder(director: Client, event: Event, ada: Player) -> None:
    sent = {"surname": "Serra", "first_name": "Lia", "card_number": "77"}
    answer = director.post("/desk/players/new/", sent)
    assert answer.status_code == 409
    assert "Fiore Ada" in answer.content.decode()
    assert not Player.objects.filter(surname="Serra").exists()


def two_records(event: Event) -> tuple[Player, Player]:
    """Paolo Marchetti at one evening, Paolo Marcheti at another."""
    second = an_event(Evening(pairs=0))
    found = []
    for where, name in ((event, "Marchetti Paolo"), (second, "Marcheti Paolo")):
        plan = EntryPlan(20, (PersonPlan(name), PersonPlan(f"Serra {name[:4]}")), event.club.name)
        enter(event=where, plans=[plan], by=DIRECTOR)
        found.append(Player.objects.get(surname=name.split()[0]))
    return found[0], found[1]


def test_look_alike_names_are_flagged_and_a_merge_keeps_the_history(director: Client, event: Event) -> None:
    """Scenario 28."""
    keep, gone = two_records(event)
    page = director.get("/desk/players/look-alikes/").content.decode()
    assert "Marchetti Paolo" in page
    assert "Marcheti Paolo" in page
    director.post("/desk/players/look-alikes/", {"keep": keep.pk, "both": [keep.pk, gone.pk]})
    gone.refresh_from_db()
    assert gone.merged_into == keep
    assert keep.memberships.count() == 2
    for where in Event.objects.all():
        last = where.journal.latest("number")
        assert (last.verb == "merge_players") == (where != event), "a line where a name changed hands"
    assert director.get(f"/desk/players/{gone.pk}/")["Location"] == f"/desk/players/{keep.pk}/"
    assert "Marcheti" not in director.get("/desk/players/").content.decode()


def test_two_who_sat_in_one_event_are_two_people(director: Client, event: Event) -> None:
    """Scenario 27."""
    enter(
        event=event,
        plans=[EntryPlan(9, (PersonPlan("Neri Pia"), PersonPlan("Neri Pia", is_new=True)), event.club.name)],
        by=DIRECTOR,
    )
    one, two = Player.objects.filter(name_key="neri pia")
    assert "Neri Pia" not in director.get("/desk/players/look-alikes/").content.decode()
    answer = director.post("/desk/players/look-alikes/", {"keep": one.pk, "both": [one.pk, two.pk]})
    assert answer.status_code == 409
    two.refresh_from_db()
    assert two.merged_into is None


def test_two_cards_are_asked_about_before_a_merge(director: Client, event: Event) -> None:
    one = Player.objects.create(surname="Neri", first_name="Pia", club=event.club, card_number="1")
    two = Player.objects.create(surname="Neri", first_name="Pia", club=event.club, card_number="2")
    sent = {"keep": one.pk, "both": [one.pk, two.pk]}
    assert director.post("/desk/players/look-alikes/", sent).status_code == 409
    two.refresh_from_db()
    assert two.merged_into is None
    director.post("/desk/players/look-alikes/", {**sent, "confirmed": "yes"})
    two.refresh_from_db()
    assert (two.merged_into, two.card_number) == (one, "")


def test_the_kept_record_takes_what_it_lacks(event: Event) -> None:
    one = Player.objects.create(surname="Neri", first_name="Pia")
    two = Player.objects.create(
        surname="Neri", first_name="Pya", club=event.club, card_number="2", phone="1", email="a@example.org"
    )
    merge_players(keep_id=one.pk, gone_id=two.pk, by=DIRECTOR)
    one.refresh_from_db()
    assert (one.club, one.card_number, one.phone, one.email, one.first_name) == (
        event.club, "2", "1", "a@example.org", "Pia",
    )  # fmt: skip


def test_records_of_another_club_cannot_be_merged(director: Client, event: Event) -> None:
    other = club_named("Another club")
    staff(other, "owner", "eva")
    one = Player.objects.create(surname="Neri", first_name="Pia", club=event.club)
    two = Player.objects.create(surname="Neri", first_name="Pia", club=other)
    answer = director.post("/desk/players/look-alikes/", {"keep": one.pk, "both": [one.pk, two.pk]})
    assert answer.status_code == 404


@pytest.mark.parametrize("keep, both", [("1", []), ("x", ["x"]), ("1", ["2", "3"])])
def test_a_merge_that_names_no_two_records_does_nothing(
    director: Client, ada: Player, keep: str, both: list[str]
) -> None:
    answer = director.post("/desk/players/look-alikes/", {"keep": keep, "both": both})
    assert answer.status_code in (404, 409)
    assert not Player.objects.exclude(merged_into=None).exists()


def test_the_clubs_page_shows_the_accounts_own_clubs(director: Client, event: Event) -> None:
    club_named("Another club")
    page = director.get("/desk/clubs/").content.decode()
    assert event.club.name in page
    assert "Another club" not in page
    assert director.get("/desk/clubs/another-club/").status_code == 404


def test_only_the_administrator_makes_clubs(director: Client, client: Client) -> None:
    assert director.post("/desk/clubs/", {"name": "New"}).status_code == 404
    client.force_login(get_user_model().objects.create_superuser("root"))
    assert client.post("/desk/clubs/", {"name": "Il Pozzetto"})["Location"] == "/desk/clubs/il-pozzetto/"
    assert client.post("/desk/clubs/", {"name": "il  POZZETTO"}).status_code == 409


@pytest.mark.parametrize("page", [*PAGES, "clubs/"])
@pytest.mark.parametrize("pairs", [40, 500])
def test_no_page_of_people_asks_more_than_twelve_questions(client: Client, page: str, pairs: int) -> None:
    event = an_event(Evening(pairs=pairs))
    client.force_login(staff(event.club))
    Player.objects.create(surname="Marchetti", first_name="Paolo", club=event.club)
    Player.objects.create(surname="Marcheti", first_name="Paolo", club=event.club)
    with CaptureQueriesContext(connection) as asked:
        assert client.get(f"/desk/{page}").status_code == 200
    assert len(asked) <= 12, [query["sql"][:90] for query in asked.captured_queries]


def test_a_player_who_goes_over_to_another_club_is_asked_about_first(
    director: Client, event: Event, ada: Player
) -> None:
    other = club_named("Un altro circolo")
    staff(other, "owner", "eva")
    form = {"surname": "Fiore", "first_name": "Ada", "club": other.pk}
    question = director.post(f"/desk/players/{ada.pk}/", form)
    assert question.status_code == 409
    assert "Un altro circolo" in question.content.decode()
    ada.refresh_from_db()
    assert ada.club == event.club, "a question changes nothing"
    answer = director.post(f"/desk/players/{ada.pk}/", {**form, "confirmed": "yes"}, follow=True)
    assert answer.redirect_chain == [("/desk/players/", 302)]
    assert "Fiore" in answer.content.decode(), "what became of it is said"
    ada.refresh_from_db()
    assert ada.club == other


def test_who_administers_the_installation_keeps_everybody_and_is_asked_nothing(
    client: Client, ada: Player
) -> None:
    client.force_login(get_user_model().objects.create_superuser("root"))
    other = club_named("Un altro circolo")
    answer = client.post(f"/desk/players/{ada.pk}/", {"surname": "Fiore", "club": other.pk})
    assert answer["Location"] == f"/desk/players/{ada.pk}/"
