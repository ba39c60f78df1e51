"""The list of pairs at the desk: check-in, pairs typed by hand, who waits, who comes and who goes."""

from __future__ import annotations

import json
from decimal import Decimal

import pytest
from django.contrib.auth import get_user_model
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.factories import DIRECTOR, Evening, an_evening, an_event
from tournaments.desk.events import club_named
from tournaments.desk.people import PersonPlan
from tournaments.desk.presence import check_in, wait_for_partner
from tournaments.desk.rounds import draw_next_round
from tournaments.models import Club, ClubMember, Event, Player, Seat, Waiting

pytestmark = pytest.mark.django_db


def staff(club: Club, role: str = "director", name: str = "aldo") -> User:
    user = get_user_model().objects.create_user(name)
    ClubMember.objects.create(club=club, user=user, role=role)
    return user


@pytest.fixture
def event() -> Event:
    return an_event(Evening(pairs=8))


@pytest.fixture
def director(client: Client, event: Event) -> Client:
    client.force_login(staff(event.club))
    return client


def at(event: Event, page: str = "") -> str:
    return f"/desk/{event.slug}/entries/{page}"


PAGES = ["", "add/", "waiting/", "find/", "partner/", "1/"]
POSTS = ["check-in/", "add/", "waiting/", "1/edit/", "1/number/", "1/remove/", "1/substitute/", "1/leave/"]


@pytest.mark.parametrize("page", PAGES)
def test_a_stranger_is_sent_to_the_sign_in(client: Client, event: Event, page: str) -> None:
    answer = client.get(at(event, page))
    assert answer.status_code == 302
    assert answer["Location"].startswith("/sign-in/")


@pytest.mark.parametrize("page", PAGES)
def test_another_clubs_director_finds_no_such_page(client: Client, event: Event, page: str) -> None:
    client.force_login(staff(club_named("Another club"), "owner", "eva"))
    assert client.get(at(event, page)).status_code == 404


@pytest.mark.parametrize("page", POSTS)
def test_a_scorer_changes_nothing_on_the_list(client: Client, event: Event, page: str) -> None:
    client.force_login(staff(event.club, "scorer"))
    version = event.version
    assert client.post(at(event, page), {"mark": "1:here", "name1": "Neri Ugo"}).status_code == 403
    event.refresh_from_db()
    assert event.version == version


def test_a_scorer_reads_the_list_without_its_buttons(client: Client, event: Event) -> None:
    client.force_login(staff(event.club, "scorer"))
    page = client.get(at(event)).content.decode()
    assert "Gentile" in page
    assert 'name="mark"' not in page


def test_one_key_marks_a_pair_as_here_and_tells_the_new_counts(director: Client, event: Event) -> None:
    answer = director.post(at(event, "check-in/"), {"mark": "3:here"}, headers={"accept": "application/json"})
    assert "<b>1</b>" in json.loads(answer.content)["counts"]
    entry = event.entries.get(number=3)
    assert (entry.checked_in, entry.state) == (True, "active")


def test_without_a_script_the_same_button_comes_back_to_the_pair(director: Client, event: Event) -> None:
    answer = director.post(at(event, "check-in/"), {"mark": "3:absent"})
    assert answer["Location"] == at(event) + "#p3"
    assert event.entries.get(number=3).state == "absent"


def test_a_double_click_writes_one_line_in_the_journal(director: Client, event: Event) -> None:
    for _ in range(2):
        director.post(at(event, "check-in/"), {"mark": "3:here"})
        director.post(at(event, "check-in/"), {"mark": "3:paid"})
    assert list(event.journal.filter(entry__number=3).values_list("verb", flat=True)) == [
        "check_in",
        "set_paid",
    ]


def test_fees_are_added_up_in_euros(director: Client, event: Event) -> None:
    Event.objects.filter(pk=event.pk).update(fee=Decimal("12.50"))
    for number in (1, 2, 3):
        director.post(at(event, "check-in/"), {"mark": f"{number}:paid"})
    check_in(event=event, number=8, presence="absent", by=DIRECTOR)
    page = director.get(at(event)).content.decode()
    assert "37,50" in page
    assert "87,50" in page  # seven pairs pay, the absent one does not


@pytest.mark.parametrize("sent", ["", "x:here", "99:here", "3:gone", "3"])
def test_a_mark_that_makes_no_sense_is_refused_in_words(director: Client, event: Event, sent: str) -> None:
    version = event.version
    answer = director.post(at(event, "check-in/"), {"mark": sent}, headers={"hx-request": "true"})
    assert answer.status_code == 422
    event.refresh_from_db()
    assert event.version == version


def test_someone_marked_absent_at_check_in_is_not_drawn(director: Client, event: Event) -> None:
    """Scenario 29."""
    director.post(at(event, "check-in/"), {"mark": "3:absent"})
    director.post(at(event, "check-in/"), {"mark": "4:absent"})
    draw_next_round(event=event, by=DIRECTOR)
    seated = set(Seat.objects.filter(round__event=event).values_list("entry__number", flat=True))
    assert seated == {1, 2, 5, 6, 7, 8}


def test_a_pair_typed_by_hand_gets_the_next_number(director: Client, event: Event) -> None:
    answer = director.post(at(event, "add/"), {"name1": "Neri  Pia", "name2": "De Luca Nicolò"})
    assert answer.status_code == 302
    entry = event.entries.get(number=9)
    assert [str(member.player) for member in entry.members.all()] == ["Neri Pia", "De Luca Nicolò"]
    assert entry.club == event.club


def test_number_club_and_line_may_be_typed(director: Client, event: Event) -> None:
    director.post(
        at(event, "add/"),
        {"name1": "Neri Pia", "name2": "Serra Lia", "number": "40", "club": "Porto", "line": "ns"},
    )
    entry = event.entries.get(number=40)
    assert (entry.club and entry.club.name, entry.line) == ("Porto", "ns")


def test_a_number_that_is_taken_is_refused(director: Client, event: Event) -> None:
    answer = director.post(at(event, "add/"), {"name1": "Neri Pia", "name2": "Serra Lia", "number": "3"})
    assert answer.status_code == 409
    assert event.entries.count() == 8


@pytest.mark.parametrize("sent", [{}, {"name1": "Neri Pia"}, {"name1": "A", "name2": "B", "number": "-1"}])
def test_half_a_pair_is_not_put_on_the_list(director: Client, event: Event, sent: dict[str, str]) -> None:
    answer = director.post(at(event, "add/"), sent)
    assert answer.status_code == 422
    assert b'role="alert"' in answer.content
    assert event.entries.count() == 8


def test_look_alike_names_are_flagged_and_nothing_is_stored_before_the_answer(
    director: Client, event: Event
) -> None:
    """Scenario 28."""
    known = Player.objects.create(surname="Marchetti", first_name="Paolo", club=event.club)
    sent = {"name1": "Marcheti Paolo", "name2": "Serra Lia"}
    answer = director.post(at(event, "add/"), sent)
    assert answer.status_code == 422
    assert "Marchetti Paolo" in answer.content.decode()
    assert event.entries.count() == 8
    director.post(at(event, "add/"), {**sent, "same1": str(known.pk)})
    assert event.entries.get(number=9).members.filter(player=known).exists()


def test_a_look_alike_may_be_somebody_new(director: Client, event: Event) -> None:
    Player.objects.create(surname="Marchetti", first_name="Paolo", club=event.club)
    director.post(at(event, "add/"), {"name1": "Marcheti Paolo", "name2": "Serra Lia", "same1": "new"})
    assert Player.objects.filter(surname="Marcheti").count() == 1


def test_two_people_with_the_same_name_stay_two(director: Client, event: Event) -> None:
    """Scenario 27."""
    director.post(at(event, "add/"), {"name1": "Neri Pia", "name2": "Serra Lia"})
    answer = director.post(at(event, "add/"), {"name1": "Neri Pia", "name2": "Villa Ida"})
    assert answer.status_code == 422
    director.post(at(event, "add/"), {"name1": "Neri Pia", "name2": "Villa Ida", "same1": "new"})
    assert Player.objects.filter(name_key="neri pia").count() == 2
    assert event.entries.count() == 10


def test_the_same_person_cannot_sit_in_two_pairs(director: Client, event: Event) -> None:
    """Scenario 26."""
    seated = event.members.get(entry__number=1, position=1).player
    answer = director.post(
        at(event, "add/"), {"name1": seated.full_name, "name2": "Serra Lia", "same1": str(seated.pk)}
    )
    assert answer.status_code == 409
    assert event.entries.count() == 8
    assert not Player.objects.filter(surname="Serra").exists()


def test_one_name_typed_twice_is_asked_about(director: Client, event: Event) -> None:
    answer = director.post(at(event, "add/"), {"name1": "Fiore Ada", "name2": "Fiore  Ada"})
    assert answer.status_code == 422
    assert event.entries.count() == 8


def test_completion_ignores_accents_and_knows_fragments_of_both_names(director: Client, event: Event) -> None:
    Player.objects.create(surname="Nicolosi", first_name="Nicolò", club=event.club)
    Player.objects.create(surname="D'Angelo", first_name="Rita")
    for typed in ("nicolo", "nic nicolo", "NICOLÒ nicol"):
        assert "Nicolosi" in director.get(at(event, "find/"), {"q": typed}).content.decode(), typed
    assert "Angelo" in director.get(at(event, "find/"), {"q": "dangelo"}).content.decode()
    assert "<li" not in director.get(at(event, "find/"), {"q": "olosi"}).content.decode()


def test_completion_names_the_clubs_own_players_first(director: Client, event: Event) -> None:
    other = club_named("Aaa")
    for number in range(10):
        Player.objects.create(surname="Zeta", first_name=f"Ada {number}", club=other)
    Player.objects.create(surname="Zeta", first_name="Zoe", club=event.club)
    page = director.get(at(event, "find/"), {"q": "zeta"}).content.decode()
    assert page.index("Zoe") < page.index("Ada")


def test_the_usual_partner_is_proposed(director: Client, event: Event) -> None:
    second = an_event(Evening(pairs=1))
    again = an_event(Evening(pairs=1))
    first, partner = (m.player for m in again.members.order_by("position"))
    third = an_event(Evening(pairs=0))
    ClubMember.objects.get_or_create(
        club=third.club, user=get_user_model().objects.get(username="aldo"), role="director"
    )
    answer = director.get(at(third, "partner/"), {"player": str(first.pk)})
    assert json.loads(answer.content) == {"player": partner.pk, "name": partner.full_name, "times": 3}
    assert second.club == third.club
    assert director.get(at(third, "partner/"), {"player": "x"}).content == b"{}"


def test_nobody_already_in_the_event_is_proposed_as_partner(director: Client, event: Event) -> None:
    first = event.members.get(entry__number=1, position=1).player
    assert director.get(at(event, "partner/"), {"player": str(first.pk)}).content == b"{}"


def test_whoever_has_no_partner_waits_and_two_of_them_become_a_pair(director: Client, event: Event) -> None:
    for name in ("Ferri Pina", "Serra Lia"):
        director.post(at(event, "waiting/"), {"name1": name, "add": "1"})
    one, two = Waiting.objects.filter(event=event)
    director.post(at(event, "waiting/"), {"join": "1", "who": [str(one.pk), str(two.pk)]})
    entry = event.entries.get(number=9)
    assert [str(m.player) for m in entry.members.all()] == ["Ferri Pina", "Serra Lia"]
    assert entry.checked_in
    assert not Waiting.objects.filter(event=event).exists()


def test_somebody_who_waits_can_be_struck_off(director: Client, event: Event) -> None:
    waiting = wait_for_partner(event=event, person=PersonPlan("Ferri Pina"), by=DIRECTOR)
    director.post(at(event, "waiting/"), {"remove": str(waiting.pk)})
    assert not Waiting.objects.filter(event=event).exists()


@pytest.mark.parametrize("who", [[], ["1"], ["1", "1"], ["1", "x"]])
def test_a_pair_is_made_of_two_different_people_who_wait(
    director: Client, event: Event, who: list[str]
) -> None:
    waiting = wait_for_partner(event=event, person=PersonPlan("Ferri Pina"), by=DIRECTOR)
    who = [str(waiting.pk) if one == "1" else one for one in who]
    director.post(at(event, "waiting/"), {"join": "1", "who": who})
    assert event.entries.count() == 8


def test_before_the_draw_a_pair_can_be_struck_off_even_after_its_check_in(
    director: Client, event: Event
) -> None:
    check_in(event=event, number=3, presence="here", by=DIRECTOR)
    assert director.post(at(event, "3/remove/")).status_code == 409
    assert event.entries.filter(number=3).exists()
    director.post(at(event, "3/remove/"), {"confirmed": "yes"})
    assert not event.entries.filter(number=3).exists()
    assert list(event.journal.order_by("number").values_list("verb", flat=True))[-2:] == [
        "check_in",
        "remove_entry",
    ]
    assert director.get(f"/desk/{event.slug}/journal/").status_code == 200


def test_two_pairs_change_numbers(director: Client, event: Event) -> None:
    Event.objects.filter(pk=event.pk).update(apart_pairs=[[3, 5], [1, 2]])
    third = event.entries.get(number=3)
    director.post(at(event, "3/number/"), {"to": "5"})
    third.refresh_from_db()
    assert third.number == 5
    event.refresh_from_db()
    assert event.apart_pairs == [[5, 3], [1, 2]]


@pytest.mark.parametrize("to", ["0", "-3", "x", "10000", ""])
def test_a_number_that_is_none_is_refused(director: Client, event: Event, to: str) -> None:
    assert director.post(at(event, "3/number/"), {"to": to}).status_code == 409
    assert event.entries.filter(number=3).exists()


@pytest.mark.parametrize("page", ["3/number/", "3/remove/", "add/"])
def test_once_round_1_is_drawn_the_list_stays_as_it_is(director: Client, event: Event, page: str) -> None:
    draw_next_round(event=event, by=DIRECTOR)
    sent = {"to": "44", "confirmed": "yes", "name1": "Neri Pia", "name2": "Serra Lia"}
    answer = director.post(at(event, page), sent)
    assert answer.status_code == 409
    assert sorted(event.entries.values_list("number", flat=True)) == list(range(1, 9))


def test_a_pair_joins_during_round_1_to_fill_the_incomplete_table(client: Client) -> None:
    """Scenario 25."""
    event = an_evening(Evening(pairs=7, closed=0, open_round="published"))
    client.force_login(staff(event.club))
    answer = client.post(at(event, "add/"), {"name1": "Neri Pia", "name2": "Serra Lia"})
    assert answer.status_code == 302
    seat = Seat.objects.get(entry__number=8, round__event=event)
    assert seat.match.seats.count() == 2
    assert event.entries.get(number=8).checked_in


def test_later_a_pair_is_refused_with_the_reason(client: Client) -> None:
    """Scenario 25."""
    event = an_evening(Evening(pairs=7, closed=1, open_round="published"))
    client.force_login(staff(event.club))
    answer = client.post(at(event, "add/"), {"name1": "Neri Pia", "name2": "Serra Lia"})
    assert answer.status_code == 409
    assert "turno" in answer.content.decode() or "Round 1 is over" in answer.content.decode()
    assert event.entries.count() == 7


def test_with_every_table_complete_a_late_pair_is_refused(client: Client) -> None:
    event = an_evening(Evening(pairs=8, closed=0, open_round="published"))
    client.force_login(staff(event.club))
    assert client.post(at(event, "add/"), {"name1": "Neri Pia", "name2": "Serra Lia"}).status_code == 409


def test_two_who_wait_complete_the_incomplete_table_while_round_1_is_played(client: Client) -> None:
    event = an_evening(Evening(pairs=7, closed=0, open_round="published"))
    client.force_login(staff(event.club))
    ids = [
        str(wait_for_partner(event=event, person=PersonPlan(name), by=DIRECTOR).pk)
        for name in ("Ferri Pina", "Serra Lia")
    ]
    client.post(at(event, "waiting/"), {"join": "1", "who": ids})
    assert Seat.objects.get(entry__number=8, round__event=event).match.seats.count() == 2


def test_a_player_is_replaced_and_the_pair_keeps_number_past_and_name_history(client: Client) -> None:
    """Scenario 26."""
    event = an_evening(Evening(pairs=8, closed=1, open_round="published"))
    client.force_login(staff(event.club))
    old = event.members.get(entry__number=3, position=1).player
    client.post(at(event, "3/substitute/"), {"position": "1", "name1": "Villa Ida", "reason": "ill"})
    stays = event.members.filter(entry__number=3, position=1).order_by("from_round")
    assert [(str(m.player), m.from_round, m.to_round) for m in stays] == [
        (str(old), 1, 1),
        ("Villa Ida", 2, None),
    ]


def test_after_more_than_half_of_the_rounds_nobody_is_replaced(client: Client) -> None:
    event = an_evening(Evening(pairs=8, closed=3))
    client.force_login(staff(event.club))
    answer = client.post(at(event, "3/substitute/"), {"position": "1", "name1": "Villa Ida"})
    assert answer.status_code == 409
    page = client.get(at(event, "3/")).content.decode()
    assert at(event, "3/substitute/") not in page


def test_a_substitute_who_looks_like_somebody_known_is_asked_about(client: Client) -> None:
    event = an_evening(Evening(pairs=8, closed=1))
    client.force_login(staff(event.club))
    Player.objects.create(surname="Marchetti", first_name="Paolo", club=event.club)
    answer = client.post(at(event, "3/substitute/"), {"position": "2", "name1": "Marcheti Paolo"})
    assert answer.status_code == 422
    assert not event.members.filter(player__surname="Marcheti").exists()


def test_a_pair_leaves_with_the_amounts_of_the_event(client: Client) -> None:
    """Scenario 24."""
    event = an_evening(Evening(pairs=8, closed=1, open_round="published"))
    client.force_login(staff(event.club))
    assert "+305" in client.get(at(event, "3/")).content.decode()
    assert client.post(at(event, "3/leave/"), {}).status_code == 409
    client.post(at(event, "3/leave/"), {"justified": "no", "reason": "train"})
    entry = event.entries.get(number=3)
    assert (entry.state, entry.left_in_round, entry.left_justified) == ("withdrawn", 2, False)
    ruling = event.rulings.get()
    assert {(ruling.ns_vp, ruling.ns_mp), (ruling.ew_vp, ruling.ew_mp)} == {(0, 0), (12, 305)}


def test_before_anything_is_drawn_a_pair_does_not_withdraw(director: Client, event: Event) -> None:
    assert director.post(at(event, "3/leave/"), {"justified": "yes"}).status_code == 409
    assert event.entries.get(number=3).state == "active"


@pytest.mark.parametrize("page", ["", "add/", "waiting/", "3/"])
@pytest.mark.parametrize("pairs", [40, 500])
def test_no_page_of_the_list_asks_more_than_twelve_questions(client: Client, page: str, pairs: int) -> None:
    event = an_evening(Evening(pairs=pairs, closed=1, open_round="published", with_hands=False))
    client.force_login(staff(event.club))
    with CaptureQueriesContext(
        connection,
    ) as asked:
        assert client.get(at(event, page)).status_code == 200
    assert len(asked) <= 12, [query["sql"][:90] for query in asked.captured_queries]
