"""The pages of the seats: what is in the way of a draw, the preview, swapping by hand, publishing."""

import re

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.factories import DIRECTOR, Evening, an_event
from tournaments.boards.facts import load
from tournaments.desk.results import ResultPlan, record_round
from tournaments.desk.rounds import close_round, publish_round
from tournaments.models import ClubMember, Event, Round

pytestmark = pytest.mark.django_db


def signed_in(event: Event, role: str = ClubMember.Role.DIRECTOR, name: str = "aldo") -> Client:
    user = User.objects.create_user(name)
    ClubMember.objects.create(club=event.club, user=user, role=role)
    client = Client()
    client.force_login(user)
    return client


def at(name: str, event: Event, *arguments: int) -> str:
    return reverse(name, args=[event.slug, *arguments])


def text(response) -> str:
    """What a reader sees, in one line."""
    body = re.sub(r"<(script|style).*?</\1>", "", response.content.decode(), flags=re.S)
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", body))


def play(event: Event, number: int) -> None:
    publish_round(event=event, number=number, by=DIRECTOR)
    plans = [
        ResultPlan(m.table, 1000 + 10 * m.table, 800) for m in load(event).matches_of(number) if not m.is_bye
    ]
    record_round(event=event, round_number=number, plans=plans, by=DIRECTOR)
    close_round(event=event, number=number, by=DIRECTOR)


def test_draw_preview_publish() -> None:
    event = an_event(Evening(pairs=8, programme="Danese puro 2"))
    client = signed_in(event)
    page = client.get(at("desk_seats", event))
    assert page.status_code == 200
    drawn = client.post(at("desk_draw", event), {"number": "1", "order": "random", "seed": "77"})
    assert drawn.status_code == 302
    shown = client.get(drawn.url)
    assert shown.status_code == 200
    for table in (1, 2):
        assert client.get(at("desk_why", event, 1, table)).status_code == 200
    assert client.get(at("desk_swap_seats", event, 1)).status_code == 200
    published = client.post(at("desk_publish_round", event, 1))
    assert published.status_code == 302
    assert event.rounds.get().state == Round.State.PUBLISHED
    for name in ("desk_print_seats_tables", "desk_print_seats_players", "desk_print_slips"):
        assert client.get(at(name, event, 1)).status_code == 200
