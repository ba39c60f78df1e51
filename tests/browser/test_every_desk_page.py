"""Every page of the desk, in each state of an evening: no barrier, nothing from outside, one language.

The addresses are those of the program; one that is missing from ``tests/views/desk/doors.py`` fails here too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.browser.desk import at_the_desk, session_of
from tests.factories import DIRECTOR, Evening, an_evening, an_event
from tests.house.browser import Browser
from tests.views.desk.doors import DOORS, House, all_names
from tournaments.desk.closing import archive_event, finish_event
from tournaments.desk.entries import PersonPlan
from tournaments.desk.presence import ABSENT, HERE, check_in, wait_for_partner
from tournaments.desk.results import ResultPlan, record
from tournaments.desk.rounds import draw_next_round
from tournaments.desk.rulings import rule_absent, warn
from tournaments.models import Circuit, Event, Job, Player, Stage

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.django_db(transaction=True)

AXE = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]}
# Answers that are no pages: data for a script, files to keep, a fragment of a page.
NO_PAGES = {
    "desk_calls", "desk_scores_state", "desk_find_player", "desk_partner", "desk_picture", "desk_workbook",
    "desk_moves", "desk_player_data_file", "desk_job_file",
}  # fmt: skip
PAGES = [door.name for door in DOORS.values() if door.method == "GET" and door.name not in NO_PAGES]
# Sheets of A4 are as wide as their paper, whatever the screen.
PAPER = re.compile(r"desk_(print_.*|publication|prize_list)")
PROGRAMME = "Mitchell 2; Danese modificato 1"
LIST = "1. Abate Alda + Bellini Carlo\n2. Marchetti Paola + Neri Ugo\n3. Rossi Ada"


# ---- an evening in each of its states ------------------------------------------------------------------


def _empty() -> Event:
    return an_event(Evening(pairs=0, name="Nobody yet"))


def _preparing() -> Event:
    event = an_event(Evening(pairs=7, name="On the list", programme="Mitchell 6"))
    check_in(event=event, number=2, presence=HERE, by=DIRECTOR)
    check_in(event=event, number=3, presence=ABSENT, by=DIRECTOR)
    for name in ("Ferri Pina", "Serra Lia"):
        wait_for_partner(event=event, person=PersonPlan(name), by=DIRECTOR)
    return event


def _drawn() -> Event:
    event = an_evening(Evening(pairs=9, closed=2, programme=PROGRAMME, name="Drawn"))
    draw_next_round(event=event, by=DIRECTOR)
    record(event=event, round_number=2, plan=ResultPlan(2, 3000, 5), reason="misread", by=DIRECTOR)
    return event


def _published() -> Event:
    event = an_evening(
        Evening(pairs=9, closed=1, open_round="published", programme=PROGRAMME, name="Published")
    )
    warn(event=event, number=3, round_number=2, reason="parlava", by=DIRECTOR)
    rule_absent(event=event, number=2, round_number=2, by=DIRECTOR)
    return event


def _closed() -> Event:
    event = an_evening(Evening(pairs=9, closed=3, programme="Mitchell 3", name="Closed", with_hands=False))
    plan = ResultPlan(1, 3000, 5)
    record(event=event, round_number=3, plan=plan, countersigned_by="Ada Fiore", by=DIRECTOR)
    return event


def _finished() -> Event:
    event = an_evening(Evening(pairs=8, closed=3, programme="Mitchell 3", name="Finished"))
    finish_event(event=event, by=DIRECTOR)
    return event


def _archived() -> Event:
    event = _finished()
    archive_event(event=event, confirmed=True, by=DIRECTOR)
    return event


STATES: dict[str, Callable[[], Event]] = {
    "nobody on the list": _empty,
    "preparing": _preparing,
    "drawn": _drawn,
    "published": _published,
    "every round closed": _closed,
    "finished": _finished,
    "archived": _archived,
}


def everything_about(event: Event) -> None:
    """A job and a circuit of the event's club, so that their pages are there too."""
    done = {"kind": "export", "params": {"what": ["standings"], "form": "xlsx"}, "state": "cancelled"}
    Job.objects.create(event=event, club=event.club, asked_at=timezone.now(), **done)
    circuit = Circuit.objects.create(club=event.club, slug="gran-premio", name="Gran premio", season="2026")
    Stage.objects.create(circuit=circuit, event=event)


class Walk:
    """The addresses of the desk about one event, whatever state it is in, for who may read them all."""

    def __init__(self, client: Client, event: Event, *, whole: bool = True) -> None:
        """``whole``: also the pages that are about no evening, which look the same in every state of one."""
        self.client, self.event, self.whole = client, event, whole
        if not Job.objects.filter(event=event).exists():
            everything_about(event)

    def addresses(self) -> Iterator[tuple[str, str]]:
        """Name and address of each page that is there; each round of the event, each state of a form."""
        house = House(self.event, self.event, self._a_list())
        for name in PAGES:
            if DOORS[name].of or self.whole:
                yield name, house.address(name)
        for number in self.event.rounds.values_list("number", flat=True):
            if number > 1:
                for name in ("desk_seats_round", "desk_scores_round"):
                    yield name, reverse(name, args=[self.event.slug, number])
        if self.event.state != Event.State.RUNNING:
            return
        for action in ("absent", "withdrawn", "adjusted", "match-penalty", "standings-penalty", "warning"):
            address = reverse("desk_ruling", args=[self.event.slug, action])
            yield "desk_ruling", address
            yield "desk_ruling", f"{address}?pair=5&round=1&justified=no"
        table = reverse("desk_table", args=[self.event.slug, 1, 1])
        yield from (("desk_table", f"{table}?form={form}") for form in ("totals", "hands", "components"))

    def _a_list(self) -> str:
        """The key of a list read and not confirmed, where the list of pairs is open."""
        sent = self.client.post(reverse("desk_import_list", args=[self.event.slug]), {"text": LIST})
        return sent["Location"].rstrip("/").rpartition("/")[2] if sent.status_code in (302, 303) else "0" * 32


def opened(page: Page, url: str, event: Event, *, whole: bool = True) -> Iterator[tuple[str, str]]:
    """Open each page that is there, with everything on it unfolded."""
    client = Client()
    cookie = page.context.cookies()[0]
    client.cookies[cookie["name"]] = cookie["value"]
    for name, address in Walk(client, event, whole=whole).addresses():
        answer = page.goto(url + address)
        assert answer is not None
        if answer.status == 404:
            continue
        assert answer.status in (200, 409, 422), f"{address}: {answer.status}"
        page.evaluate("document.querySelectorAll('main details').forEach(one => { one.open = true })")
        yield name, address


@pytest.fixture
def a_player() -> Player:
    """Two records that look alike, in a club of their own evening."""
    event = an_event(Evening(pairs=0, name="Before"))
    Player.objects.create(surname="Marcheti", first_name="Paola", club=event.club)
    return Player.objects.create(surname="Marchetti", first_name="Paola", club=event.club)


def test_no_address_of_the_desk_is_left_out() -> None:
    assert sorted(all_names()) == sorted(DOORS)
    assert set(DOORS) >= NO_PAGES


# Each page at each width by daylight, and again in the dark, where only the colours are others.
LIGHTS = (("light", AXE), ("dark", {"runOnly": ["color-contrast"]}))
VIOLATIONS = """async options => (await axe.run(document, options)).violations.map(
    ({id, nodes}) => `${id}: ${nodes.slice(0, 3).map(({html}) => html.slice(0, 140)).join(" ")}`
)"""


def barriers(page: Page, name: str) -> Iterator[str]:
    """What is wrong with a page that is open, at both widths, in light and dark."""
    page.evaluate(Axe().axe_script)
    for width in (1280, 768):
        page.set_viewport_size({"width": width, "height": 1000})
        for scheme, options in LIGHTS:
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
            yield from (f"{width} {scheme} {found}" for found in page.evaluate(VIOLATIONS, options))
        wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        if wide > 0 and not PAPER.fullmatch(name):
            yield f"{width}: {wide} pixels too wide"


@pytest.mark.parametrize("state", STATES)
def test_no_page_of_the_desk_puts_up_a_barrier_or_reaches_outside(
    browser: Browser, live_server: Any, a_player: Player, state: str
) -> None:
    event = STATES[state]()
    User.objects.create_superuser("ada")
    broken: list[str] = []
    seen = set()
    with at_the_desk(browser, live_server.url, event, name="ada") as page:
        for name, address in opened(page, live_server.url, event, whole=state == "published"):
            seen.add(name)
            broken += [f"{address}: {found}" for found in barriers(page, name)]
    assert not broken, "\n".join(broken)
    assert len(seen) >= 12, f"only {sorted(seen)} are there"


def test_every_page_of_the_desk_was_there_in_some_state(a_player: Player) -> None:
    missing = set(PAGES)
    User.objects.create_superuser("ada")
    for state in ("preparing", "drawn", "every round closed"):
        event = STATES[state]()
        Stage.objects.all().delete()
        Circuit.objects.all().delete()
        client = Client()
        client.cookies[settings.SESSION_COOKIE_NAME] = session_of(event, "ada")
        walk = Walk(client, event)
        missing -= {name for name, address in walk.addresses() if client.get(address).status_code != 404}
    assert missing == set()
