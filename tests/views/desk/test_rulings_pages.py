"""The referee's page: what follows is shown first, amounts can be changed, all can be taken back."""

from __future__ import annotations

from typing import Any

import pytest

from tests.factories import DIRECTOR, Evening, an_evening
from tests.views.desk.test_scores import at, signed_in, text
from tournaments.boards.facts import load
from tournaments.desk.results import ResultPlan, record
from tournaments.models import Entry, Event, Penalty, Ruling

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return an_evening(Evening(pairs=8, closed=0, open_round="published"))


def standing(event: Event, number: int) -> tuple[int, int]:
    found = next(s for s in load(event).standings() if s.entry == number)
    return found.vp, found.net_mp


def decide(event: Event, client: Any, action: str, **fields: Any) -> Any:
    return client.post(at("desk_ruling", event, action), {"pair": 1, "round": 1, **fields})


def test_lateness_says_what_follows_before_it_is_decided(event: Event) -> None:
    client = signed_in(event)
    page = client.get(at("desk_ruling", event, "late"), {"pair": 1, "round": 1, "minutes": 12})
    assert "Gentile – Conti" in text(page)
    body = page.content.decode()
    assert 'name="mp" inputmode="numeric" value="−305"' in body
    assert 'name="other_vp" inputmode="numeric" value="12"' in body
    assert not Ruling.objects.exists()
    assert decide(event, client, "late", minutes=12).status_code == 302
    assert (standing(event, 1), standing(event, 2)) == ((8, -305), (12, 305))


@pytest.mark.parametrize("action", ["late", "absent", "withdrawn", "adjusted", "match-penalty",
                                    "standings-penalty", "warning"])  # fmt: skip
def test_each_action_asks_about_whom_then_shows_its_usual_amounts(event: Event, action: str) -> None:
    client = signed_in(event)
    assert client.get(at("desk_ruling", event, action)).status_code == 200
    asked = {"pair": 1, "round": 1, "minutes": 7, "justified": "yes"}
    second = client.get(at("desk_ruling", event, action), asked)
    assert second.status_code == 200
    assert 'name="key"' in second.content.decode()
    assert client.get(at("desk_ruling", event, action), asked | {"pair": 99}).status_code == 422
    assert client.get(at("desk_ruling", event, action), asked | {"pair": "x"}).status_code == 422


def test_amounts_can_be_changed_as_they_are_written_in_italian(event: Event) -> None:
    client = signed_in(event)
    decide(
        event, client, "adjusted", vp=12, mp="1.305", other_vp=3, other_mp="−700", reason="smazzata falsata"
    )
    assert (standing(event, 1), standing(event, 2)) == ((12, 1305), (3, -700))
    assert decide(event, client, "match-penalty", mp="1.48").status_code == 422


def test_a_ruling_for_east_west_is_given_to_east_west(event: Event) -> None:
    client = signed_in(event)
    decide(event, client, "adjusted", pair=2, vp=3, mp="-700", other_vp=12, other_mp="305")
    assert (standing(event, 1), standing(event, 2)) == ((12, 305), (3, -700))


def test_the_button_pressed_twice_acts_once(event: Event) -> None:
    client = signed_in(event)
    for _ in range(2):
        assert decide(event, client, "standings-penalty", vp=1, mp="0", key="one-press").status_code == 302
    assert Penalty.objects.count() == 1


def test_a_pair_without_a_table_can_withdraw_and_be_penalised_but_not_be_late(event: Event) -> None:
    client = signed_in(event)
    assert (
        client.get(at("desk_ruling", event, "late"), {"pair": 1, "round": 3, "minutes": 5}).status_code == 422
    )
    assert decide(event, client, "withdrawn", round=3, justified="no").status_code == 302
    assert event.entries.get(number=1).state == Entry.State.WITHDRAWN


def test_everything_decided_is_listed_and_can_be_taken_back(event: Event) -> None:
    client = signed_in(event)
    record(event=event, round_number=1, plan=ResultPlan(1, 1000, 400), by=DIRECTOR)
    decide(event, client, "adjusted", vp=12, mp="305", other_vp=3, other_mp="−700", reason="smazzata falsata")
    decide(event, client, "standings-penalty", pair=3, vp=2, mp="105", reason="urla")
    decide(event, client, "withdrawn", pair=5, justified="yes", reason="malore")
    shown = text(client.get(at("desk_rulings", event)))
    for said in ("smazzata falsata", "urla", "malore", "−700", "−2 VP"):
        assert said in shown
    back = at("desk_take_back", event)
    client.post(
        back, {"what": "ruling", "pk": Ruling.objects.get(reason="smazzata falsata").pk, "reason": "r"}
    )
    client.post(back, {"what": "penalty", "pk": Penalty.objects.get().pk})
    client.post(back, {"what": "withdrawal", "pk": 5})
    assert standing(event, 1) == (13, 600)
    assert standing(event, 3) == (0, 0)
    assert event.entries.get(number=5).state == Entry.State.ACTIVE
    assert "smazzata falsata" in text(client.get(at("desk_rulings", event)))
    assert client.post(back, {"what": "everything", "pk": 1}).status_code == 404


def test_from_a_row_of_the_grid_the_referee_finds_both_pairs_of_the_table(event: Event) -> None:
    shown = text(signed_in(event).get(at("desk_rulings", event), {"round": 1, "table": 2}))
    assert "Valenti – Neri" in shown or "Marini" in shown


def test_the_played_score_and_the_ruling_are_both_seen(event: Event) -> None:
    client = signed_in(event)
    record(event=event, round_number=1, plan=ResultPlan(1, 1735, 2365), by=DIRECTOR)
    decide(event, client, "adjusted", vp=12, mp="305", other_vp=3, other_mp="−700")
    shown = text(client.get(at("desk_table", event, 1, 1)))
    assert "12 – 3 VP" in shown
    assert "1.735" in client.get(at("desk_table", event, 1, 1), {"form": "totals"}).content.decode()


@pytest.mark.parametrize(("other", "told"), [(3, True), (8, False)])
def test_vp_that_do_not_add_to_20_are_pointed_out(event: Event, other: int, told: bool) -> None:
    client = signed_in(event)
    decide(event, client, "adjusted", vp=12, mp="305", other_vp=other, other_mp="−305")
    notices = [str(notice) for notice in client.get(at("desk_rulings", event)).context["messages"]]
    assert any("15" in notice and "20" in notice for notice in notices) is told


@pytest.mark.parametrize("pairs", [20, 500])
def test_the_page_of_rulings_takes_twelve_queries_at_any_size(
    pairs: int, django_assert_max_num_queries: Any
) -> None:
    event = an_evening(Evening(pairs=pairs, closed=0, open_round="published"))
    client = signed_in(event)
    for number in (1, 3, 5, 7):
        decide(event, client, "adjusted", pair=number, vp=10, mp="0", other_vp=10, other_mp="0")
        decide(event, client, "warning", pair=number)
    for query in ({}, {"round": 1, "table": 2}):
        with django_assert_max_num_queries(12):
            client.get(at("desk_rulings", event), query)
    with django_assert_max_num_queries(14):
        client.get(at("desk_ruling", event, "late"), {"pair": 9, "round": 1, "minutes": 12})
