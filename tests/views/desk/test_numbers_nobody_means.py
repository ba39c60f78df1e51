"""Numbers that no page of ours sends: thousands of digits, other scripts, more than a column holds."""

from __future__ import annotations

import datetime
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import DIRECTOR
from tests.views.desk.doors import House, a_house
from tests.views.desk.test_scores import signed_in
from tournaments.desk.change import DeskRefusal
from tournaments.desk.penalties import PenaltyPlan, RulingPlan, penalise, rule
from tournaments.models import Event, Penalty, Ruling
from tournaments.views.numbers import MOST, MOST_ID, whole

pytestmark = pytest.mark.django_db

BAD = {
    "long": "9" * 5000,
    "thirty": "9" * 30,
    "twenty": str(10**20),
    "script": "²",
    "word": "x",
    "minus": "-1",
}
SENT = "{bad}"

# The address, how it is asked, what it is sent.
ADDRESSES: list[tuple[str, str, dict[str, str]]] = [
    ("desk_swap_seats", "GET", {"pair": SENT}),
    ("desk_swap_seats", "POST", {"first": SENT, "second": "2"}),
    ("desk_swap_seats", "POST", {"first": "1", "second": "2", "first_at": SENT + " NS", "second_at": "x"}),
    ("desk_draw", "POST", {"seed": SENT}),
    ("desk_draw", "POST", {"number": SENT}),
    ("desk_rulings", "GET", {"round": SENT, "table": SENT}),
    ("desk_ruling", "GET", {"round": SENT}),
    ("desk_ruling", "GET", {"round": SENT, "pair": SENT, "minutes": "7"}),
    ("desk_ruling", "POST", {"round": "1", "pair": SENT, "minutes": SENT, "vp": SENT, "mp": SENT}),
    ("desk_take_back", "POST", {"what": "penalty", "pk": SENT}),
    ("desk_take_back", "POST", {"what": "ruling", "pk": SENT}),
    ("desk_take_back", "POST", {"what": "withdrawal", "pk": SENT}),
    ("desk_scores_state", "GET", {"since": SENT}),
    ("desk_swap", "POST", {"table": SENT, "ns": SENT, "ew": SENT}),
    ("desk_take", "POST", {"table": "1", "proposal": SENT}),
    ("desk_differences", "POST", {"table": SENT, "stands": "first"}),
    ("desk_double_keying", "POST", {"on": "yes", "round": SENT}),
    ("desk_record", "POST", {"seen-" + SENT: "5"}),
    ("desk_record", "POST", {"seen-1": SENT, "ns-1": SENT, "ew-1": SENT}),
    ("desk_record", "POST", {"seen-1": ";", "ns-1": "5"}),
    ("desk_record", "POST", {"seen-1": "5", "ns-1": "5", "ew-1": "10"}),
    ("desk_record", "POST", {"seen-1": ";", "ns-1-" + SENT: "5"}),
    ("desk_again", "POST", {"seen-1": ";", "ns-1": "5"}),
    ("desk_table", "POST", {"seen": "5", "form": "totals", "h0-ns-mp": SENT, "h0-ew-mp": "5"}),
    ("desk_add_pair", "POST", {"number": SENT, "name1": "Rossi Anna", "name2": "Bianchi Ugo"}),
    ("desk_add_pair", "POST", {"name1": "Rossi Anna", "name2": "Bianchi Ugo", "who1": SENT, "same2": SENT}),
    ("desk_check_in", "POST", {"mark": SENT + ":here"}),
    ("desk_partner", "GET", {"player": SENT}),
    ("desk_waiting", "POST", {"remove": SENT}),
    ("desk_import_preview", "GET", {"sheet": SENT}),
    ("desk_pair_number", "POST", {"to": SENT}),
    ("desk_pair_substitute", "POST", {"position": SENT, "name1": "Rossi Anna"}),
    ("desk_journal", "GET", {"pair": SENT, "table": SENT, "round": SENT, "before": SENT}),
    ("desk_players", "GET", {"club": SENT, "page": SENT}),
    ("desk_merge", "POST", {"keep": SENT, "both": SENT}),
    ("desk_change_code", "POST", {"what": "revoke", "line": "NS", "table": SENT}),
    ("desk_answer_call", "POST", {"call": SENT}),
    ("desk_clock_time", "POST", {"minutes": SENT}),
    ("desk_settings", "POST", {"add_phase": "1", "phase-TOTAL_FORMS": SENT, "phase-INITIAL_FORMS": SENT}),
    ("desk_settings", "POST", {"look": "1", "expected": SENT, "bounds": SENT, "scale": "own"}),
    ("desk_settings", "POST", {"bounds": SENT, "scale": "own", "club": SENT, "bye_mp": SENT}),
]  # fmt: skip


@pytest.fixture
def house() -> House:
    return a_house()


@pytest.mark.parametrize("bad", BAD.values(), ids=list(BAD))
def test_no_address_breaks_on_a_number_nobody_means(house: House, bad: str) -> None:
    client = signed_in(house.running)
    client.raise_request_exception = False
    broken = []
    for name, method, fields in ADDRESSES:
        sent = {key.replace(SENT, bad): value.replace(SENT, bad) for key, value in fields.items()}
        answer = (client.get if method == "GET" else client.post)(house.address(name), sent)
        if answer.status_code >= 500 or answer.status_code in (403, 405):
            broken.append((name, fields, answer.status_code))
    assert not broken


def test_a_whole_number_is_ascii_short_and_bounded() -> None:
    assert (whole("0"), whole("12"), whole(str(MOST))) == (0, 12, MOST)
    no_numbers = ("", " 1", "-1", "²", "\N{ARABIC-INDIC DIGIT THREE}", "1.0", str(MOST + 1))
    assert [text for text in no_numbers if whole(text) is not None] == []
    assert whole(str(MOST_ID), MOST_ID) == MOST_ID
    assert whole("9" * 5000, MOST_ID) is None


@pytest.mark.parametrize(
    "amounts",
    [{"vp": "21"}, {"vp": "-1"}, {"mp": "20001"}, {"mp": "-20005"}, {"other_vp": "32768"},
     {"other_mp": "999999999"}],
)  # fmt: skip
def test_a_ruling_keeps_within_what_can_be_meant(house: House, amounts: dict[str, str]) -> None:
    sent = {"pair": "1", "round": "1", "vp": "12", "mp": "5", "other_vp": "8", "other_mp": "0"} | amounts
    address = reverse("desk_ruling", args=[house.running.slug, "adjusted"])
    assert signed_in(house.running).post(address, sent).status_code == 422
    assert not Ruling.objects.exists()


@pytest.mark.parametrize(
    "plan",
    [RulingPlan(1, 21, 0, 0, 0), RulingPlan(1, 0, 0, -1, 0), RulingPlan(1, 0, 20_001, 0, 0),
     RulingPlan(1, 0, 0, 0, -20_001)],
)  # fmt: skip
def test_the_desk_refuses_such_a_ruling_too(house: House, plan: RulingPlan) -> None:
    with pytest.raises(DeskRefusal) as refusal:
        rule(event=house.running, round_number=1, plans=[plan], by=DIRECTOR)
    assert refusal.value.code == "ruling_amount"


@pytest.mark.parametrize(("vp", "mp"), [(201, 0), (0, 20_001)])
def test_a_penalty_has_its_bounds(house: House, vp: int, mp: int) -> None:
    with pytest.raises(DeskRefusal) as refusal:
        penalise(event=house.running, plans=[PenaltyPlan(1, vp, mp)], by=DIRECTOR)
    assert refusal.value.code == "penalty_too_large"
    penalise(event=house.running, plans=[PenaltyPlan(1, 200, 20_000)], by=DIRECTOR)
    assert Penalty.objects.count() == 1


def form_of(client: Client, event: Event) -> dict[str, Any]:
    """What the page of the settings sends when nothing is changed."""
    page = client.get(reverse("desk_settings", args=[event.slug]))
    form, rows = page.context["form"], page.context["rows"]
    fields = [*form, *rows.management_form, *(field for row in rows for field in row)]
    values = {field.html_name: field.value() for field in fields}
    values["club"] = event.club_id
    return {name: value for name, value in values.items() if value is not None and value is not False}


@pytest.mark.parametrize(
    ("change", "status"),
    [({}, 302), ({"bye_mp": "20001"}, 422), ({"bye_mp": "-5"}, 422), ({"late_mp_off": "20001"}, 422),
     ({"date": "1926-10-03"}, 422), ({"date": "9999-01-01"}, 422), ({"phase-0-rounds": "100"}, 422),
     ({"phase-0-rounds": "x"}, 422), ({"phase-0-rounds": "9" * 5000}, 422)],
)  # fmt: skip
def test_settings_keep_within_what_can_be_meant(house: House, change: dict[str, str], status: int) -> None:
    event = house.preparing
    client = signed_in(event)
    address = reverse("desk_settings", args=[event.slug])
    assert client.post(address, form_of(client, event) | change).status_code == status


def test_an_old_event_keeps_its_date(house: House) -> None:
    event = house.preparing
    Event.objects.filter(pk=event.pk).update(date=datetime.date(1999, 1, 1))
    client = signed_in(event)
    address = reverse("desk_settings", args=[event.slug])
    answer = client.post(address, form_of(client, event))
    assert (answer.status_code, answer.context and answer.context["form"].errors) == (302, None)
