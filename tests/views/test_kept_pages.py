"""Kept pages: one rendering for everybody, fresh after every change, marked for the pair one follows."""

from __future__ import annotations

import gzip
from unittest.mock import patch

import pytest
from django.contrib.auth import get_user_model
from django.core.cache import cache
from django.test import Client

from tests.factories import DIRECTOR, Evening, an_evening, an_event
from tournaments.desk.results import ResultPlan, record
from tournaments.models import Event
from tournaments.views import kept

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nothing_kept() -> None:
    cache.clear()


@pytest.fixture
def event() -> Event:
    return an_evening(Evening(pairs=12, closed=2))


def standings(event: Event) -> str:
    return f"/e/{event.slug}/standings/"


def test_a_second_look_costs_one_query(
    client: Client, event: Event, django_assert_num_queries: object
) -> None:
    first = client.get(standings(event)).content
    with django_assert_num_queries(1):  # type: ignore[operator]
        assert client.get(standings(event)).content == first


def test_a_correction_is_on_the_page_at_once(client: Client, event: Event) -> None:
    before = client.get(standings(event)).content
    plan = ResultPlan(table=1, ns_mp=4000, ew_mp=0)
    record(event=event, round_number=2, plan=plan, by=DIRECTOR, confirmed=True)
    after = client.get(standings(event)).content
    assert after != before


def test_a_browser_that_has_the_page_is_told_so(client: Client, event: Event) -> None:
    etag = client.get(standings(event))["ETag"]
    answer = client.get(standings(event), HTTP_IF_NONE_MATCH=etag)
    assert answer.status_code == 304
    assert answer["ETag"] == etag
    assert answer.content == b""


def test_a_new_release_of_the_program_is_not_hidden_by_what_browsers_have(
    client: Client, event: Event
) -> None:
    etag = client.get(standings(event))["ETag"]
    with patch.object(kept, "fingerprint", return_value="another build"):
        assert client.get(standings(event), HTTP_IF_NONE_MATCH=etag).status_code == 200


def test_italian_and_english_are_kept_apart(client: Client, event: Event) -> None:
    italian = client.get(standings(event), HTTP_ACCEPT_LANGUAGE="it")
    english = client.get(standings(event), HTTP_ACCEPT_LANGUAGE="en")
    assert b'lang="it"' in italian.content
    assert b'lang="en"' in english.content
    assert italian["ETag"] != english["ETag"]


def test_who_is_signed_in_sees_the_way_out_and_nobody_else_does(client: Client, event: Event) -> None:
    other = Client()
    client.force_login(get_user_model().objects.create_user("aldo"))
    assert b"/sign-out/" in client.get(standings(event)).content
    assert b"/sign-out/" not in other.get(standings(event)).content


def test_invented_questions_do_not_fill_the_cache(client: Client, event: Event) -> None:
    first = client.get(standings(event))["ETag"]
    assert client.get(f"{standings(event)}?x=1&y=2")["ETag"] == first


def test_the_two_orders_of_the_seats_are_kept_apart(client: Client, event: Event) -> None:
    by_table = client.get(f"/e/{event.slug}/seats/1/")
    by_name = client.get(f"/e/{event.slug}/seats/1/?by=name")
    assert b'class="by-name"' in by_name.content
    assert b'class="by-name"' not in by_table.content


def test_pages_go_out_packed_to_those_who_can_unpack(client: Client, event: Event) -> None:
    plain = client.get(standings(event))
    packed = client.get(standings(event), HTTP_ACCEPT_ENCODING="gzip, br")
    assert packed["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.content) == plain.content
    assert "Accept-Encoding" in packed["Vary"]


def test_the_followed_pair_is_marked_and_stays_in_view(client: Client, event: Event) -> None:
    before = client.get(standings(event))
    answer = client.get(f"{standings(event)}?follow=7")
    assert answer.status_code == 302
    assert answer["Location"] == standings(event)
    after = client.get(standings(event))
    page = after.content.decode()
    assert '<li data-pair="7" aria-current="true">' in page
    assert page.count('class="follow"') == 1
    assert f'href="/e/{event.slug}/pairs/7/"' in page
    assert after["ETag"] != before["ETag"]
    assert client.get(f"/e/{event.slug}/pairs/mine/")["Location"] == f"/e/{event.slug}/pairs/7/"


def test_following_can_be_stopped(client: Client, event: Event) -> None:
    client.get(f"{standings(event)}?follow=7")
    client.get(f"{standings(event)}?follow=")
    assert 'aria-current="true"' not in client.get(standings(event)).content.decode()
    assert client.get(f"/e/{event.slug}/pairs/mine/")["Location"] == f"/e/{event.slug}/pairs/"


@pytest.mark.parametrize("number", ["99", "abc", "-1", "²", "9" * 40])
def test_nobody_follows_a_pair_that_is_not_there(client: Client, event: Event, number: str) -> None:
    assert client.get(standings(event), {"follow": number}).status_code == 302
    assert client.get(standings(event)).status_code == 200
    assert client.get(f"/e/{event.slug}/pairs/mine/")["Location"] == f"/e/{event.slug}/pairs/"


def test_following_in_one_event_says_nothing_about_another(client: Client, event: Event) -> None:
    other = an_event(Evening(pairs=12, name="Another"))
    client.get(f"{standings(event)}?follow=7")
    assert client.get(f"/e/{other.slug}/pairs/mine/")["Location"] == f"/e/{other.slug}/pairs/"


def test_pages_are_read_not_written(client: Client, event: Event) -> None:
    assert client.post(standings(event)).status_code == 405
