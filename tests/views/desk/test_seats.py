"""The pages of the seats: what is in the way of a draw, the preview, swapping by hand, publishing, paper."""

import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from tests.desk.test_drawing import play, seats
from tests.factories import DIRECTOR, Evening, an_evening, an_event
from tournaments.boards.desk_seats import load_seats, preview
from tournaments.boards.facts import load
from tournaments.desk.events import club_named
from tournaments.desk.presence import ABSENT, HERE, check_in
from tournaments.desk.results import ResultPlan, record
from tournaments.desk.rounds import draw_next_round, publish_round
from tournaments.desk.seating import swap
from tournaments.models import ClubMember, Event, Round, Seat

pytestmark = pytest.mark.django_db

READ = [
    "desk_seats_round", "desk_print_seats_tables", "desk_print_seats_players", "desk_print_slips",
    "desk_print_guides",
]  # fmt: skip
CHANGE = ["desk_undo_draw", "desk_redraw", "desk_publish_round"]


def signed_in(event: Event, role: str = ClubMember.Role.DIRECTOR, club: str = "") -> Client:
    user = User.objects.create_user(f"{role}{club}")
    ClubMember.objects.create(club=club_named(club) if club else event.club, user=user, role=role)
    client = Client(headers={"Accept-Language": "en"})
    client.force_login(user)
    return client


def at(name: str, event: Event, *arguments: int) -> str:
    return reverse(name, args=[event.slug, *arguments])


def text(answer: HttpResponse) -> str:
    """What a reader sees, in one line."""
    assert answer.status_code == 200, answer
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode()))


def drawn(programme: str = "Mitchell 2", pairs: int = 8, rounds: int = 0, **choice: Any) -> Event:
    event = an_event(Evening(pairs=pairs, programme=programme))
    for number in range(1, rounds + 1):
        draw_next_round(event=event, by=DIRECTOR, **choice)
        play(event, number)
    draw_next_round(event=event, by=DIRECTOR, **choice)
    return event


# ---- what stands beside the pairs ------


def test_a_danish_round_shows_the_places_it_was_drawn_by_whatever_is_corrected_since() -> None:
    event = drawn("Mitchell 1; Danese modificato 2", rounds=1)
    publish_round(event=event, number=2, by=DIRECTOR)
    before = [(side.place, side.vp) for row in preview(load_seats(event), 2, []).rows for side in row.sides]
    places = [standing.entry for standing in load(event).standings(1)]
    last = places[-1]
    table, line = Seat.objects.values_list("match__table", "line").get(
        match__round__event=event, round__number=1, entry__number=last
    )
    mp = (9000, 0) if line == "ns" else (0, 9000)
    plan = ResultPlan(table, *mp, override_reason="misread")
    record(event=event, round_number=1, plan=plan, reason="misread", confirmed=True, by=DIRECTOR)
    assert [standing.entry for standing in load(event).standings(1)] != places
    after = [(side.place, side.vp) for row in preview(load_seats(event), 2, []).rows for side in row.sides]
    assert after == before


# ---- who may ------


@pytest.mark.parametrize("name", [*READ, "desk_swap_seats"])
def test_a_stranger_is_sent_to_the_sign_in(name: str) -> None:
    event = drawn()
    answer = Client().get(at(name, event, 1))
    assert (answer.status_code, answer["Location"].split("?")[0]) == (302, reverse("sign_in"))


@pytest.mark.parametrize("name", [*READ, "desk_swap_seats"])
def test_another_club_finds_no_such_address(name: str) -> None:
    event = drawn()
    assert signed_in(event, club="Another club").get(at(name, event, 1)).status_code == 404


@pytest.mark.parametrize("name", READ)
def test_the_scorer_may_look(name: str) -> None:
    event = drawn()
    assert signed_in(event, ClubMember.Role.SCORER).get(at(name, event, 1)).status_code == 200


@pytest.mark.parametrize("name", [*CHANGE, "desk_swap_seats"])
def test_the_scorer_changes_no_seat(name: str) -> None:
    event = drawn()
    before = seats(event, 1)
    assert signed_in(event, ClubMember.Role.SCORER).post(at(name, event, 1)).status_code == 403
    assert signed_in(event, club="Another club").post(at(name, event, 1)).status_code == 404
    assert Client().post(at(name, event, 1)).status_code == 302
    assert (seats(event, 1), event.rounds.get().state) == (before, Round.State.DRAWN)


def test_the_scorer_is_offered_no_draw_and_cannot_make_one() -> None:
    event = an_event(Evening(pairs=8))
    client = signed_in(event, ClubMember.Role.SCORER)
    assert 'class="btn main"' not in client.get(at("desk_seats", event)).content.decode()
    assert client.post(at("desk_draw", event), {"number": "1"}).status_code == 403
    assert event.rounds.count() == 0


@pytest.mark.parametrize("name", [*CHANGE, "desk_draw"])
def test_what_changes_seats_answers_no_link(name: str) -> None:
    event = drawn()
    arguments = [] if name == "desk_draw" else [1]
    assert signed_in(event).get(at(name, event, *arguments)).status_code == 405


@pytest.mark.parametrize("name", [*READ, "desk_swap_seats"])
def test_a_round_that_is_not_there_is_not_found(name: str) -> None:
    event = drawn()
    assert signed_in(event).get(at(name, event, 7)).status_code == 404


# ---- before the draw ------


def test_the_page_says_which_round_comes_and_draws_it_with_the_number_shown() -> None:
    event = an_event(Evening(pairs=8, programme="Danese puro 2"))
    client = signed_in(event)
    page = text(client.get(at("desk_seats", event)))
    assert "Draw the 1st round" in page
    assert "Pure Danish, round 1 of 2" in page
    answer = client.post(at("desk_draw", event), {"number": "1", "order": "random", "seed": "77"})
    assert answer["Location"] == at("desk_seats_round", event, 1)
    assert event.rounds.get().seed == 77
    assert "77" in text(client.get(answer["Location"]))


def test_an_event_without_a_seed_proposes_another_number_each_time() -> None:
    event = an_event(Evening(pairs=8, seed=0, programme="Danese puro 1"))
    client = signed_in(event)
    proposed = {client.get(at("desk_seats", event)).context["seed"] for _ in range(4)}
    assert len(proposed) > 1


def test_a_number_of_the_draw_that_is_none_is_refused_and_nothing_is_drawn() -> None:
    event = an_event(Evening(pairs=8, programme="Danese puro 1"))
    client = signed_in(event)
    for typed in ("seven", "-3", "9" * 30):
        client.post(at("desk_draw", event), {"number": "1", "order": "random", "seed": typed})
    assert event.rounds.count() == 0
    assert "digits only" in text(client.get(at("desk_seats", event)))


def test_the_missing_tables_are_named_and_lead_to_the_results() -> None:
    event = drawn("Danese puro 2")
    publish_round(event=event, number=1, by=DIRECTOR)
    client = signed_in(event)
    answer = client.get(at("desk_seats", event))
    page = text(answer)
    assert "still lacks the results of tables 1, 2, 3, 4" in page
    assert f'href="{at("desk_scores_round", event, 1)}#t3"' in answer.content.decode()
    client.post(at("desk_draw", event), {"number": "2"})
    assert event.rounds.count() == 1, "without a yes nothing happens"
    client.post(at("desk_draw", event), {"number": "2", "confirmed": "yes"})
    assert event.rounds.count() == 2


def test_a_mitchell_needs_no_results_and_is_drawn_at_once() -> None:
    event = drawn("Mitchell 3")
    publish_round(event=event, number=1, by=DIRECTOR)
    client = signed_in(event)
    assert "Draw all the same?" not in text(client.get(at("desk_seats", event)))
    client.post(at("desk_draw", event), {"number": "2"})
    assert event.rounds.count() == 2


def test_pairs_not_checked_in_are_named_with_the_way_to_the_list() -> None:
    event = an_event(Evening(pairs=8, programme="Danese puro 1"))
    check_in(event=event, number=1, presence=HERE, by=DIRECTOR)
    answer = signed_in(event).get(at("desk_seats", event))
    assert "Not checked in yet. Fabbri – Rognoni (4)" in text(answer).replace(
        "Valenti – Neri (2), ", ""
    ).replace("Marini – Rossi (3), ", "")
    assert f'href="{at("desk_entries", event)}"' in answer.content.decode()


def test_an_odd_field_says_who_would_rest_and_why() -> None:
    event = an_event(Evening(pairs=9, programme="Danese puro 2"))
    client = signed_in(event)
    assert "one will rest" in text(client.get(at("desk_seats", event)))
    draw_next_round(event=event, by=DIRECTOR)
    play(event, 1)
    page = text(client.get(at("desk_seats", event)))
    assert re.search(r"The field is odd: \w+ – \w+ would rest\.", page)
    assert "have not rested yet" in page


def test_a_programme_that_cannot_work_is_told_before_round_1() -> None:
    event = an_event(Evening(pairs=10, programme="Mitchell 6"))
    client = signed_in(event)
    assert "at most 5 rounds" in text(client.get(at("desk_seats", event)))
    client.post(at("desk_draw", event), {"number": "1"})
    assert event.rounds.count() == 0


def test_the_second_click_shows_what_the_first_has_drawn() -> None:
    event = an_event(Evening(pairs=8, programme="Mitchell 3"))
    client = signed_in(event)
    sent = {"number": "1", "order": "random", "seed": "3"}
    first = client.post(at("desk_draw", event), sent)
    second = client.post(at("desk_draw", event), sent)
    assert first["Location"] == second["Location"]
    publish_round(event=event, number=1, by=DIRECTOR)
    late = client.post(at("desk_draw", event), sent | {"confirmed": "yes"})
    assert late["Location"] == first["Location"]
    assert event.rounds.count() == 1


def test_by_hand_leads_to_the_swapping_page() -> None:
    event = an_event(Evening(pairs=8, programme="Danese puro 1"))
    answer = signed_in(event).post(at("desk_draw", event), {"number": "1", "order": "hand"})
    assert answer["Location"] == at("desk_swap_seats", event, 1)


def test_when_the_programme_is_over_the_last_seats_are_shown() -> None:
    event = drawn("Danese puro 1")
    play(event, 1)
    client = signed_in(event)
    assert "Seats of the 1st round" in text(client.get(at("desk_seats", event)))


# ---- the preview ------


def test_the_preview_shows_places_vp_repeats_and_rests() -> None:
    event = drawn("Danese senza ripetizioni 4", pairs=5, rounds=3)
    page = signed_in(event).get(at("desk_seats", event))
    seen = text(page)
    assert "Preview: only you see it." in seen
    assert "Publish the seats" in seen
    assert "1st" in seen
    board = page.context["board"]
    assert board.resting[0].short in seen
    assert all(row.ns.vp is not None for row in board.rows if not row.rests)


def test_a_row_opens_to_why_these_two_for_htmx_and_as_a_page() -> None:
    event = drawn("Danese senza ripetizioni 3", pairs=12, rounds=2)
    client = signed_in(event)
    for table in range(1, 7):
        piece = client.get(at("desk_why", event, 3, table), headers={"HX-Request": "true"})
        assert "<html" not in piece.content.decode()
        assert "was the best placed still without a table" in text(piece)
        assert "so it sits" in text(piece)
    assert "Back to the seats" in text(client.get(at("desk_why", event, 3, 1)))
    assert client.get(at("desk_why", event, 3, 99)).status_code == 404


@pytest.mark.parametrize(
    ("programme", "rounds", "choice", "told"),
    [
        ("Mitchell 3", 1, {}, "East-West moves up 1 table each round"),
        ("Mitchell 3", 0, {"order": "random"}, "Drawn by lot with the number"),
        ("Mitchell 3", 0, {}, "The list of pairs says who sits North-South"),
        ("Danese puro 2", 0, {"order": "entry"}, "Seated in order of entry"),
        ("All'italiana 7", 1, {}, "everybody meets everybody once"),
    ],
)
def test_every_movement_says_its_rule_in_a_sentence(
    programme: str, rounds: int, choice: dict[str, str], told: str
) -> None:
    event = drawn(programme, rounds=rounds, **choice)
    assert told in text(signed_in(event).get(at("desk_why", event, rounds + 1, 1)))


def test_the_bye_says_why_this_pair_rests() -> None:
    event = drawn("Danese puro 2", pairs=5, rounds=1)
    client = signed_in(event)
    table = client.get(at("desk_seats", event)).context["board"].rows[-1].table
    assert "rests: the lowest placed of the 4 entries that have not rested yet" in text(
        client.get(at("desk_why", event, 2, table))
    )


def test_a_pair_gone_since_the_draw_is_named_and_a_new_draw_offered() -> None:
    event = drawn("Danese puro 1")
    check_in(event=event, number=3, presence=ABSENT, by=DIRECTOR)
    client = signed_in(event)
    assert "Marini – Rossi (3) sits but does not play." in text(client.get(at("desk_seats", event)))
    client.post(at("desk_redraw", event, 1))
    assert 3 not in {n for _, ns, ew in seats(event, 1) for n in (ns, ew)}


def test_undo_is_one_line_and_brings_the_draw_page_back() -> None:
    event = drawn()
    lines = event.journal.count()
    client = signed_in(event)
    assert client.post(at("desk_undo_draw", event, 1))["Location"] == at("desk_seats", event)
    assert event.journal.count() == lines + 1
    assert "Draw the 1st round" in text(client.get(at("desk_seats", event)))


# ---- the swap ------


def test_the_swap_shows_what_it_breaks_then_is_confirmed_with_a_note_that_stays() -> None:
    event = drawn("Danese senza ripetizioni 3", rounds=1)
    client = signed_in(event)
    (_, _, ew), (_, other, _) = seats(event, 2)[:2]
    page = client.get(at("desk_swap_seats", event, 2), {"pair": [ew, other]})
    assert "What would change" in text(page)
    assert "Unlike the computed draw: tables 1, 2." in text(page)
    sent = {"first": ew, "second": other, "first_at": "1 ew", "second_at": "2 ns", "reason": "Stairs"}
    assert client.post(at("desk_swap_seats", event, 2), sent).status_code == 302
    assert seats(event, 2)[0][2] == other
    seen = text(client.get(at("desk_seats", event)))
    assert "Stairs" in seen
    assert seen.count("by hand") >= 2
    assert "The computed draw had:" in text(client.get(at("desk_why", event, 2, 1)))
    after = seats(event, 2)
    client.post(at("desk_swap_seats", event, 2), sent)
    assert seats(event, 2) == after, "the second click finds them elsewhere"


def test_a_rematch_is_named_before_it_is_made() -> None:
    event = drawn("Danese senza ripetizioni 3", rounds=1)
    met = {n: m for m in ((ns, ew) for _, ns, ew in seats(event, 1)) for n in m}
    _, ns, ew = seats(event, 2)[0]
    old = next(n for n in met[ns] if n != ns)
    page = text(signed_in(event).get(at("desk_swap_seats", event, 2), {"pair": [ew, old]}))
    assert "It breaks:" in page
    assert "have already met (round 1)" in page


@pytest.mark.parametrize("pairs", [["1"], ["1", "2", "3"], ["1", "1"], ["1", "77"]])
def test_a_swap_wants_two_pairs_that_sit(pairs: list[str]) -> None:
    event = drawn()
    page = signed_in(event).get(at("desk_swap_seats", event, 1), {"pair": pairs})
    assert 'role="alert"' in page.content.decode()


# ---- publishing ------


def test_seats_without_a_note_are_published_at_once() -> None:
    event = drawn("Danese puro 1")
    client = signed_in(event)
    assert client.post(at("desk_publish_round", event, 1))["Location"] == at("desk_seats_round", event, 1)
    assert event.rounds.get().state == Round.State.PUBLISHED
    page = client.get(at("desk_seats_round", event, 1))
    assert "Undo the draw" not in text(page)


def test_seats_with_a_note_are_published_after_a_question() -> None:
    event = drawn("Danese senza ripetizioni 4", pairs=4, rounds=3)
    client = signed_in(event)
    asked = client.post(at("desk_publish_round", event, 4))
    assert asked.status_code == 409
    assert "2 things about these seats are to be known" in re.sub(r"\s+", " ", asked.content.decode())
    assert event.rounds.get(number=4).state == Round.State.DRAWN
    client.post(at("desk_publish_round", event, 4), {"confirmed": "yes"})
    assert event.rounds.get(number=4).state == Round.State.PUBLISHED


def test_a_pair_not_checked_in_is_a_question_before_publishing() -> None:
    event = an_event(Evening(pairs=4, programme="Danese puro 1"))
    for number in (1, 2, 3):
        check_in(event=event, number=number, presence=HERE, by=DIRECTOR)
    draw_next_round(event=event, by=DIRECTOR)
    assert signed_in(event).post(at("desk_publish_round", event, 1)).status_code == 409


# ---- paper (scenario 32) ------


def test_seats_are_found_by_table_and_alphabetically_by_player() -> None:
    event = drawn("Danese puro 1", order="entry")
    client = signed_in(event)
    by_table = text(client.get(at("desk_print_seats_tables", event, 1)))
    assert "1 Gentile Enrica Conti Maria Valenti Grazia Neri Walter" in re.sub(r"\s+", " ", by_table)
    people = client.get(at("desk_print_seats_players", event, 1)).context["people"]
    assert [place.person.surname for place in people] == sorted(place.person.surname for place in people)
    assert len(people) == 16
    assert {(place.table, place.line) for place in people if place.pair == 1} == {(1, "ns")}


def test_there_is_a_slip_for_every_table_and_none_for_the_bye() -> None:
    event = drawn("Danese puro 1", pairs=9)
    page = signed_in(event).get(at("desk_print_slips", event, 1)).content.decode()
    assert page.count('<section class="slip">') == 4
    assert page.count("Signature North-South") == 4
    assert page.count('<th scope="row">4th</th>') == 4


def test_all_rounds_of_a_mitchell_are_on_paper_before_it_starts() -> None:
    event = drawn("Mitchell 4", pairs=10)
    client = signed_in(event)
    slips = client.get(at("desk_print_slips", event, 1), {"rounds": "all"}).context["slips"]
    assert [(slip.round, slip.table) for slip in slips] == [(r, t) for r in range(1, 5) for t in range(1, 6)]
    cards = client.get(at("desk_print_guides", event, 1)).context["cards"]
    assert len(cards) == 10
    for number in range(1, 5):
        if number > 1:
            draw_next_round(event=event, by=DIRECTOR)
        for table, ns, ew in seats(event, number):
            for pair, against in ((ns, ew), (ew, ns)):
                card = next(c for c in cards if c.name.number == pair)
                stop = card.stops[number - 1]
                assert (stop.round, stop.table) == (number, table)
                assert stop.opponent.number == against
        play(event, number)


def test_a_guide_card_says_when_a_pair_rests() -> None:
    event = drawn("Mitchell 3", pairs=9)
    cards = signed_in(event).get(at("desk_print_guides", event, 1)).context["cards"]
    assert sum(stop.opponent is None for card in cards for stop in card.stops) == 3


def test_there_are_no_guide_cards_where_nobody_knows_where_to_go() -> None:
    event = drawn("Danese puro 2")
    assert signed_in(event).get(at("desk_print_guides", event, 1)).status_code == 404


# ---- queries ------


@pytest.mark.parametrize("pairs", [40, 500])
def test_every_page_of_the_seats_takes_at_most_12_queries_at_any_field_size(
    pairs: int, django_assert_max_num_queries: Any
) -> None:
    event = drawn("Mitchell 2; Danese puro 1", pairs=pairs, rounds=1)
    client = signed_in(event)
    pages = [at(name, event, 2) for name in (*READ, "desk_swap_seats")]
    pages += [
        at("desk_seats", event),
        at("desk_why", event, 2, 3),
        f"{at('desk_swap_seats', event, 2)}?pair=1&pair=2",
    ]
    for page in pages:
        with django_assert_max_num_queries(12):
            assert client.get(page).status_code == 200
    play(event, 2)
    with django_assert_max_num_queries(12):
        client.get(at("desk_seats", event))
    draw_next_round(event=event, by=DIRECTOR)
    for page in (at("desk_seats", event), at("desk_why", event, 3, 7)):
        with django_assert_max_num_queries(12):
            assert client.get(page).status_code == 200


def test_seats_drawn_again_since_the_page_was_read_are_not_published_unseen() -> None:
    event = drawn("Danese puro 2")
    client = signed_in(event)
    page = client.get(at("desk_seats_round", event, 1)).content.decode()
    mark = page.split('name="seats" value="', 1)[1].split('"', 1)[0]
    swap(event=event, round_number=1, first=seated(event)[0], second=seated(event)[-1], by=DIRECTOR)
    client.post(at("desk_publish_round", event, 1), {"seats": mark, "confirmed": "yes"})
    assert event.rounds.get().state == "drawn"
    assert "have changed since you looked" in text(client.get(at("desk_seats_round", event, 1)))
    page = client.get(at("desk_seats_round", event, 1)).content.decode()
    mark = page.split('name="seats" value="', 1)[1].split('"', 1)[0]
    client.post(at("desk_publish_round", event, 1), {"seats": mark, "confirmed": "yes"})
    assert event.rounds.get().state == "published"


def seated(event: Event) -> list[int]:
    return [number for match in load(event).matches_of(1) for number in match.ns + match.ew]


@pytest.mark.parametrize("number", [1, 77])
def test_only_the_round_whose_turn_it_is_is_drawn(number: int) -> None:
    event = an_evening(Evening(pairs=8, closed=2, programme="Mitchell 2; Danese modificato 1"))
    client = Client(headers={"Accept-Language": "en"})
    client.force_login(User.objects.create_superuser("capo"))
    client.post(reverse("desk_draw", args=[event.slug]), {"number": number})
    assert event.rounds.count() == 2
    client.post(reverse("desk_draw", args=[event.slug]), {"number": 3})
    assert event.rounds.count() == 3
    page = client.post(reverse("desk_draw", args=[event.slug]), {"number": 77}, follow=True)
    assert page.status_code == 200, "a draw is open: its seats are shown, not a page that is not there"
