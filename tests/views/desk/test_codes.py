"""Codes at the desk: listed, printed on the slips, made anew; and the tables that call the director."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.test import Client, override_settings
from django.urls import reverse

from tests.factories import Evening, an_evening
from tournaments.boards.table import open_calls, shown_code
from tournaments.desk.calls import answer_call, call_director
from tournaments.desk.change import Actor
from tournaments.desk.judging import ResultPlan
from tournaments.desk.tables import propose
from tournaments.models import ClubMember, DirectorCall, Event, JournalLine, Result, Source, TableCode

pytestmark = pytest.mark.django_db

PHONE = Actor("Gentile – Conti", Source.PHONE)


@pytest.fixture
def event() -> Event:
    cache.clear()
    return an_evening(Evening(pairs=9, closed=0, open_round="published"))


def signed_in(event: Event, role: str = ClubMember.Role.DIRECTOR, name: str = "aldo") -> Client:
    user = User.objects.create_user(name)
    ClubMember.objects.create(club=event.club, user=user, role=role)
    client = Client()
    client.force_login(user)
    return client


def at(name: str, event: Event, *arguments: Any) -> str:
    return reverse(name, args=[event.slug, *arguments])


def codes(event: Event) -> list[str]:
    return list(
        TableCode.objects.filter(match__round__event=event, revoked_at=None).values_list("code", flat=True)
    )


def test_the_list_has_both_codes_of_every_table_and_none_for_who_rests(event: Event) -> None:
    page = signed_in(event).get(at("desk_codes", event, 1)).content.decode()
    assert all(shown_code(code) in page for code in codes(event))
    assert page.count('class="code"') == 8


def test_slips_of_a_published_round_carry_a_square_and_a_short_code_for_each_line(event: Event) -> None:
    page = signed_in(event).get(at("desk_print_slips", event, 1)).content.decode()
    assert all(shown_code(code) in page for code in codes(event))
    assert page.count('class="qr"') == 8


def test_slips_printed_before_publishing_have_none() -> None:
    event = an_evening(Evening(pairs=9, closed=0, open_round="drawn"))
    page = signed_in(event).get(at("desk_print_slips", event, 1)).content.decode()
    assert 'class="qr"' not in page
    assert signed_in(event, name="rosa").get(at("desk_codes", event, 1)).status_code == 404


def test_the_square_holds_an_address_a_phone_can_open(event: Event) -> None:
    client = signed_in(event)
    page = client.get(at("desk_print_codes", event, 1), HTTP_HOST="localhost:8000")
    squares = [card["qr"] for card in page.context["cards"]]
    assert len(set(squares)) == 8
    from tournaments.views.phone_addresses import phone_address

    request = page.wsgi_request
    with override_settings(ADDRESS_IN_THE_HALL=lambda: "192.168.1.7"):
        assert phone_address(request, "/t/X/") == "http://192.168.1.7:8000/t/X/"
    with override_settings(ADDRESS_IN_THE_HALL=lambda: None):
        assert phone_address(request, "/t/X/") == "http://localhost:8000/t/X/"
    with override_settings(PUBLIC_ADDRESS="https://burraco.example/"):
        assert phone_address(request, "/t/X/") == "https://burraco.example/t/X/"


def test_a_code_is_made_anew_from_the_list_and_printed_for_its_table_alone(event: Event) -> None:
    client = signed_in(event)
    old = TableCode.objects.get(match__table=2, line="ew").code
    sent = {"what": "reissue", "table": "2", "line": "ew"}
    assert client.post(at("desk_change_code", event, 1), sent).status_code == 302
    assert old not in codes(event)
    page = client.get(at("desk_print_codes", event, 1), {"table": "2"})
    assert [card["table"] for card in page.context["cards"]] == [2, 2]
    client.post(at("desk_change_code", event, 1), sent | {"what": "revoke"})
    page = client.get(at("desk_print_codes", event, 1), {"table": "2"})
    assert [card["code"].line for card in page.context["cards"]] == ["ns"]
    assert client.get(at("desk_print_codes", event, 1), {"table": "99"}).status_code == 404
    client.post(at("desk_change_code", event, 1), {"what": "issue"})
    assert len(codes(event)) == 8


@pytest.mark.parametrize(
    "sent", [{"what": "x"}, {"what": "revoke", "table": "1"}, {"what": "reissue", "table": "a", "line": "ns"}]
)
def test_what_no_page_sends_is_not_found(event: Event, sent: dict[str, str]) -> None:
    assert signed_in(event).post(at("desk_change_code", event, 1), sent).status_code == 404


def test_a_scorer_reads_codes_and_makes_none(event: Event) -> None:
    client = signed_in(event, ClubMember.Role.SCORER)
    page = client.get(at("desk_codes", event, 1)).content.decode()
    assert "desk_change_code" not in page and 'value="reissue"' not in page
    assert client.post(at("desk_change_code", event, 1), {"what": "issue"}).status_code == 403


@pytest.mark.parametrize("pairs", [20, 500])
def test_the_pages_of_the_codes_take_twelve_queries_at_any_size(
    pairs: int, django_assert_max_num_queries: Any
) -> None:
    event = an_evening(Evening(pairs=pairs, closed=0, open_round="published"))
    client = signed_in(event)
    for name in ("desk_codes", "desk_print_codes", "desk_print_slips"):
        with django_assert_max_num_queries(12):
            assert client.get(at(name, event, 1)).status_code == 200


# ---- calls --------------------------------------------------------------------------------------------


def test_a_table_calls_and_the_desk_goes(event: Event) -> None:
    client = signed_in(event)
    for _ in range(2):
        call = call_director(event=event, round_number=1, table=3, line="ew", by=PHONE)
    assert DirectorCall.objects.count() == 1
    assert "Tavolo 3" in re.sub(r"<[^>]+>", "", client.get(at("desk_scores", event)).content.decode())
    first = client.get(at("desk_calls", event))
    assert "Tavolo 3" in first.content.decode()
    assert client.get(at("desk_calls", event), headers={"If-None-Match": first["ETag"]}).status_code == 304
    assert client.post(at("desk_answer_call", event), {"call": call.pk}).status_code == 302
    assert open_calls(event) == []
    answer_call(event=event, call_id=call.pk, by=PHONE)
    verbs = [line.verb for line in JournalLine.objects.filter(table=3)]
    assert verbs == ["call_director", "answer_call"]
    again = call_director(event=event, round_number=1, table=3, line="ns", by=PHONE)
    assert again.pk != call.pk


def test_the_call_of_another_event_is_not_answered_from_here(event: Event) -> None:
    other = an_evening(Evening(pairs=8, closed=0, open_round="published", name="Altra serata"))
    call = call_director(event=other, round_number=1, table=1, line="ns", by=PHONE)
    signed_in(event).post(at("desk_answer_call", event), {"call": call.pk})
    assert [found.pk for found in open_calls(other)] == [call.pk]


# ---- what the phones have sent, at the desk --------------------------------------------------------------


def test_the_grid_says_what_waits_for_a_confirmation_and_what_is_disputed(event: Event) -> None:
    propose(event=event, round_number=1, plan=ResultPlan(1, 2480, 985), line="ns", by=PHONE)
    propose(event=event, round_number=1, plan=ResultPlan(2, 2480, 985), line="ns", by=PHONE)
    propose(event=event, round_number=1, plan=ResultPlan(2, 2480, 990), line="ew", by=PHONE)
    client = signed_in(event)
    rows = {row["table"]: row for row in client.get(at("desk_scores_state", event, 1)).json()["rows"]}
    assert (rows[1]["ns"], rows[1]["state"]) == (None, "da confermare")
    assert [(each["line"], each["ns"], each["ew"]) for each in rows[2]["disputed"]] == [
        ("ns", 2480, 985),
        ("ew", 2480, 990),
    ]
    proposal = rows[2]["disputed"][1]["proposal"]
    client.post(at("desk_take", event, 1), {"table": 2, "proposal": proposal})
    stored = Result.objects.get(state="confirmed")
    assert (stored.ns_mp, stored.ew_mp, stored.source) == (2480, 990, Source.DESK)
