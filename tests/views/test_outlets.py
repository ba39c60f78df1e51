"""Every way out of an event at once: what is not released, and what is private, leaves by none of them.

One table of outlets; an address of the program that is on no list here fails the last test.
"""

from __future__ import annotations

import datetime
import io
import re
from collections.abc import Iterator

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import URLPattern, get_resolver
from openpyxl import load_workbook

from tests.api.doors import DOORS as API_DOORS
from tests.factories import DIRECTOR, Evening, an_evening
from tournaments.api.callers import ANYBODY
from tournaments.boards import live
from tournaments.desk.results import ResultPlan, record
from tournaments.desk.rounds import draw_next_round
from tournaments.models import Event, Match, Round

pytestmark = pytest.mark.django_db

# What each outlet is called (the name of its address) and what is asked of it.
OUTLETS = {
    "events": ["/"],
    "club": ["/c/{club}/"],
    "event": ["/e/{slug}/"],
    "standings": ["/e/{slug}/standings/"],
    "standings_after": ["/e/{slug}/standings/1/", "/e/{slug}/standings/2/", "/e/{slug}/standings/3/"],
    "standings_picture": ["/e/{slug}/standings/1/picture.png", "/e/{slug}/standings/2/picture.png"],
    "seats_now": ["/e/{slug}/seats/", "/e/{slug}/seats/?by=name"],
    "seats": ["/e/{slug}/seats/2/", "/e/{slug}/seats/3/", "/e/{slug}/seats/3/?by=name"],
    "results_now": ["/e/{slug}/results/"],
    "results": ["/e/{slug}/results/2/", "/e/{slug}/results/3/"],
    "pairs": ["/e/{slug}/pairs/", "/e/{slug}/pairs/?q=gentile"],
    "my_pair": ["/e/{slug}/pairs/mine/"],
    "pair": ["/e/{slug}/pairs/1/", "/e/{slug}/pairs/2/"],
    "pair_code": ["/e/{slug}/p/1/"],
    "where": ["/e/{slug}/where/", "/e/{slug}/where/?q=gentile", "/e/{slug}/where/?q=1"],
    "export_event": ["/e/{slug}/workbook/"],
    "live": ["/e/{slug}/live/settled/", "/e/{slug}/live/all/", "/e/{slug}/live/table-3-1/"],
    "wall": ["/e/{slug}/wall/"],
    "wall_tables": ["/e/{slug}/wall/tables/"],
    "wall_names": ["/e/{slug}/wall/names/"],
    "wall_standings": ["/e/{slug}/wall/standings/"],
    "wall_progress": ["/e/{slug}/wall/progress/"],
    "wall_clock": ["/e/{slug}/wall/clock/"],
    "wall_json": ["/e/{slug}/wall.json"],
    "clock": ["/e/{slug}/clock/"],
    "clock_json": ["/e/{slug}/clock.json"],
    "counter": ["/e/{slug}/counter/"],
    "api_clubs": ["/api/v1/clubs/"],
    "api_club": ["/api/v1/clubs/{club}/"],
    "api_events": ["/api/v1/events/"],
    "api_event": ["/api/v1/events/{slug}/"],
    "api_entries": ["/api/v1/events/{slug}/entries/"],
    "api_entry": ["/api/v1/events/{slug}/entries/1/"],
    "api_rounds": ["/api/v1/events/{slug}/rounds/"],
    "api_round": ["/api/v1/events/{slug}/rounds/2/", "/api/v1/events/{slug}/rounds/3/"],
    "api_matches": ["/api/v1/events/{slug}/rounds/2/matches/", "/api/v1/events/{slug}/rounds/3/matches/"],
    "api_match": ["/api/v1/events/{slug}/rounds/2/matches/1/", "/api/v1/events/{slug}/rounds/3/matches/1/"],
    "api_results": ["/api/v1/events/{slug}/results/"],
    "api_round_results": ["/api/v1/events/{slug}/rounds/3/results/"],
    "api_result": ["/api/v1/events/{slug}/rounds/2/results/1/", "/api/v1/events/{slug}/rounds/3/results/1/"],
    "api_standings": ["/api/v1/events/{slug}/standings/"],
    "api_standings_after": ["/api/v1/events/{slug}/standings/2/", "/api/v1/events/{slug}/standings/3/"],
    "api_publications": ["/api/v1/events/{slug}/publications/"],
    "api_clock": ["/api/v1/events/{slug}/clock/"],
}
# Doors that show nothing of an event, or only to who holds a code or an account; each has tests of its own.
OTHERS = {
    "api", "api_document_json", "api_document_yaml", "api_nothing",
    "circuit", "circuits", "healthz", "readyz", "metrics", "count_cards", "desk", "invitation", "load_event",
    "sign_in", "sign_out", "welcome", "set_language", "favicon",
}  # fmt: skip
BY_CODE_OR_ACCOUNT = ("table", "desk_")
BY_TOKEN = {name for name, method in API_DOORS} - {
    door.name for door in API_DOORS.values() if door.method == "GET" and door.who == ANYBODY
}


@pytest.fixture(autouse=True)
def nothing_kept() -> Iterator[None]:
    cache.clear()
    live.forget()
    yield
    live.forget()


def addresses(event: Event) -> list[str]:
    return [
        asked.format(slug=event.slug, club=event.club.slug) for outlet in OUTLETS.values() for asked in outlet
    ]


def told(client: Client, address: str) -> str:
    """Everything an outlet says: its text, the cells of its workbook, or where it sends one."""
    answer = client.get(address, follow=True)
    kind = answer.headers.get("Content-Type", "")
    if "spreadsheet" in kind:
        book = load_workbook(io.BytesIO(answer.content))
        return "\n".join(
            f"{sheet.title} {value}"
            for sheet in book
            for row in sheet.iter_rows(values_only=True)
            for value in row
        )
    return answer.content.decode("utf-8", "replace")


def everything(client: Client, event: Event) -> dict[str, str]:
    return {address: told(client, address) for address in addresses(event)}


def test_seats_that_are_only_drawn_leave_by_no_outlet(client: Client) -> None:
    event = an_evening(Evening(pairs=8, closed=2, programme="Mitchell 2; Danese modificato 2"))
    before = everything(client, event)
    assert len(before) > 30
    # What the draw shows at the desk would be news; whatever an outlet says must stay as it was.
    draw_next_round(event=event, by=DIRECTOR)
    assert Round.objects.filter(event=event, number=3, state=Round.State.DRAWN).exists()
    for address, after in everything(client, event).items():
        assert without_versions(after) == without_versions(before[address]), address


def test_swapped_seats_of_a_drawn_round_leave_by_no_outlet(client: Client) -> None:
    """Two draws of the same round look the same from outside, whoever sits where."""
    event = an_evening(Evening(pairs=8, closed=1, open_round="drawn"))
    before = everything(client, event)
    one, other = Match.objects.filter(round__event=event, round__number=2).order_by("table")[:2]
    one.table, other.table = 91, 92
    for match in (one, other):
        match.save()
    Event.objects.filter(pk=event.pk).update(version=event.version)
    cache.clear()
    for address, after in everything(client, event).items():
        assert without_versions(after) == without_versions(before[address]), address


def test_standings_with_a_round_that_is_not_closed_leave_by_no_outlet(client: Client) -> None:
    event = an_evening(Evening(pairs=8, closed=1, open_round="published"))
    for table, ns in ((1, 7005), (2, 7015), (3, 7025)):
        plan = ResultPlan(table=table, ns_mp=ns, ew_mp=0)
        record(event=event, round_number=2, plan=plan, by=DIRECTOR, confirmed=True)
    assert client.get(f"/e/{event.slug}/standings/2/").status_code == 404
    assert client.get(f"/e/{event.slug}/standings/2/picture.png").status_code == 404
    texts = everything(client, event).items()
    shown = {address for address, text in texts if ("7025" if "/api/" in address else "7.025") in text}
    # The results as they come in, and the pair's own evening, are released; places made of them are not.
    running = ("/results/", "/pairs/", "/entries/", "/wall/")
    elsewhere = [address for address in shown if not any(part in address for part in running)]
    assert elsewhere == []
    assert f"/e/{event.slug}/results/2/" in shown
    for address in ("standings/", "standings/1/", "wall/standings/", ""):
        assert f"/e/{event.slug}/{address}" not in shown
        assert f"/api/v1/events/{event.slug}/{address}" not in shown


def test_nothing_private_of_a_player_leaves_by_any_outlet(client: Client) -> None:
    event = an_evening(Evening(pairs=8, closed=2, open_round="published"))
    for member in event.members.select_related("player"):
        player = member.player
        player.phone, player.email, player.sex = "333 1234567", "ada.privata@example.org", "F"
        player.birth_date = datetime.date(1951, 1, 29)
        player.card_number = f"PV-9917-{player.pk}"
        player.save()
    Event.objects.filter(pk=event.pk).update(version=event.version + 1)
    for language in ("it", "en"):
        reader = Client(HTTP_ACCEPT_LANGUAGE=language)
        for address, text in everything(reader, event).items():
            if address.endswith(".png"):
                continue
            for secret in ("1234567", "ada.privata", "PV-9917", "1951"):
                assert secret not in text, (address, secret)


def test_every_address_of_the_program_is_an_outlet_here_or_asks_for_a_code_or_an_account() -> None:
    names = {pattern.name for pattern in all_patterns() if pattern.name}
    known = set(OUTLETS) | OTHERS | BY_TOKEN
    strangers = {name for name in names if name not in known and not name.startswith(BY_CODE_OR_ACCOUNT)}
    assert strangers == set()
    assert known <= names


def all_patterns() -> Iterator[URLPattern]:
    def under(patterns: list[object]) -> Iterator[URLPattern]:
        for pattern in patterns:
            if isinstance(pattern, URLPattern):
                yield pattern
            else:
                yield from under(pattern.url_patterns)  # type: ignore[attr-defined]

    return under(get_resolver().url_patterns)


def without_versions(text: str) -> str:
    """An answer without the number that says that something has changed at all."""
    plain = re.sub(r'data-tag="[^"]*"|data-version="[^"]*"|"version": ?\d+|"now": ?\d+', "", text)
    return re.sub(r'^"[0-9a-f]{12}(?:\.[\d.]+)?-\d+-\d+"$', "", plain)
