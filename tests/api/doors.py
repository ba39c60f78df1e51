"""Every address of the interface, with every method, and whom it lets in.

A route or a method that is not here fails the tests that walk this list. ``Door.who``: the least a caller
must be; from it follows what each caller is answered, unless ``answers`` says otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from django.urls import reverse

from tests.factories import DIRECTOR, Evening, an_evening, an_event
from tournaments.api.callers import ANYBODY, DIRECTORS, OWNERS, READERS, SCORERS, Who
from tournaments.api.shapes.settings import EVENT_SENT
from tournaments.api.writes.events import PRIZES_SENT
from tournaments.api.writes.referee import RULING_SENT
from tournaments.desk.calls import call_director
from tournaments.desk.change import Actor
from tournaments.desk.penalties import PenaltyPlan, RulingPlan, penalise, rule
from tournaments.desk.people import PersonPlan
from tournaments.desk.presence import wait_for_partner
from tournaments.desk.results import ResultPlan, record
from tournaments.models import (
    DirectorCall,
    Event,
    Penalty,
    Player,
    Publication,
    Ruling,
    Source,
    Waiting,
)
from tournaments.urls_api import operations

CALLERS: dict[str, Who] = {
    "anonymous": ANYBODY,
    "reader token": READERS,
    "scorer token": SCORERS,
    "director token": DIRECTORS,
    "owner session": OWNERS,
}
"""Who calls, and what each is in the club; beside them: an owner of another club, a token of it, and tokens
revoked and expired."""


@dataclass(frozen=True)
class Door:
    """One method at one address. ``about``: which evening; ``sends``: a body that goes through.

    ``success``: what it answers whom it lets in (a tuple where several will do, e.g. 200 and 409).
    """

    name: str
    who: Who = ANYBODY
    method: str = "GET"
    sends: Any = None
    success: int | tuple[int, ...] = 200
    about: str = "running"
    numbers: dict[str, Any] = field(default_factory=dict)

    @property
    def key(self) -> tuple[str, str]:
        return self.name, self.method

    def expected(self, rank: Who | None) -> tuple[int, ...]:
        """What a caller of this rank in the club is answered; None: an account or token of another club."""
        let_in = self.success if isinstance(self.success, tuple) else (self.success,)
        if self.who == ANYBODY or (rank is not None and rank >= self.who):
            return let_in
        if rank is None:
            return (404,)
        return (401,) if rank == ANYBODY else (403,)


def _reads(who: Who, *names: str) -> Iterator[Door]:
    return (Door(name, who) for name in names)


def _acts(who: Who, *names: str, success: tuple[int, ...] = (200, 409), **more: Any) -> Iterator[Door]:
    """Changes: who comes second may find it done already."""
    return (Door(name, who, "POST", success=success, **more) for name in names)


PAIR = {"people": [{"name": "Rota Marisa"}, {"name": "Rota Ida"}]}
PAIR_2 = {"round": 2, "number": 2}
TABLE_2 = {"round": 2, "table": 2}
"""In the round being played; table 1 rests."""
DOORS: dict[tuple[str, str], Door] = {
    door.key: door
    for door in (
        *_reads(ANYBODY, "api_clubs", "api_club", "api_events", "api_event", "api_entries", "api_entry"),
        *_reads(ANYBODY, "api_rounds", "api_round", "api_matches", "api_match"),
        *_reads(ANYBODY, "api_results", "api_round_results", "api_result"),
        *_reads(ANYBODY, "api_standings", "api_standings_after", "api_publications", "api_clock"),
        *_reads(READERS, "api_publication", "api_penalties", "api_penalty", "api_rulings", "api_ruling"),
        *_reads(READERS, "api_journal", "api_journal_line"),
        *_reads(SCORERS, "api_players", "api_player"),
        *_acts(SCORERS, "api_result", sends={"ns_mp": 3000, "ew_mp": 1485}, numbers=TABLE_2),
        *_acts(SCORERS, "api_round_results", sends={"results": [{"table": 2, "ns_mp": 5, "ew_mp": 0}]}),
        *_acts(SCORERS, "api_swap_totals", "api_key_again", sends={"ns_mp": 3000, "ew_mp": 5}),
        *_acts(SCORERS, "api_take_proposal", sends={"proposal": 1}),
        *_acts(SCORERS, "api_settle_difference", sends={"stands": "first"}),
        *_acts(DIRECTORS, "api_rounds", sends={"confirmed": True}, success=(201, 409)),
        *_acts(DIRECTORS, "api_redraw", "api_publish_round", "api_close_round", "api_issue_codes"),
        *_acts(DIRECTORS, "api_swap_seats", sends={"first": 1, "second": 2}),
        *_acts(DIRECTORS, "api_reissue_code", sends={"line": "ns"}, numbers=TABLE_2),
        *_acts(DIRECTORS, "api_revoke_code", sends={"line": "ns"}, numbers=TABLE_2, success=(204,)),
        Door("api_round", DIRECTORS, "DELETE", success=(204, 409)),
        *_acts(DIRECTORS, "api_create_event", sends=EVENT_SENT, success=(201,)),
        *_acts(DIRECTORS, "api_import_event", sends={"workbook": "UEsDBA=="}, success=(422,)),
        Door("api_event", DIRECTORS, "PATCH", {"place": "Voghera"}),
        *_acts(DIRECTORS, "api_finish_event", "api_reopen_event", "api_archive_event"),
        *_acts(DIRECTORS, "api_double_keying", sends={"on": True}),
        Door("api_prizes", DIRECTORS, "PUT", PRIZES_SENT),
        *_acts(DIRECTORS, "api_publications", success=(201, 409)),
        Door("api_club", DIRECTORS, "PATCH", {"town": "Pavia"}),
        *_acts(DIRECTORS, "api_players", sends={"surname": "Rota", "card_number": "7"}, success=(201, 409)),
        Door("api_player", DIRECTORS, "PATCH", {"card_year": 2026}),
        *_acts(DIRECTORS, "api_merge_players", sends={"gone": 1}, success=(200, 404, 409)),
        *_acts(DIRECTORS, "api_entries", sends={"entries": [PAIR]}, success=(201, 409), about="preparing"),
        *_acts(DIRECTORS, "api_enter_late", sends=PAIR, success=(201, 409)),
        Door("api_entry", DIRECTORS, "PATCH", {"club": "Amici"}, about="preparing"),
        Door("api_entry", DIRECTORS, "DELETE", success=(204, 404), about="preparing", numbers={"number": 6}),
        *_acts(DIRECTORS, "api_entry_number", sends={"to": 1}, about="preparing"),
        *_acts(DIRECTORS, "api_entry_presence", sends={"presence": "here"}, about="preparing"),
        *_acts(DIRECTORS, "api_entry_paid", sends={"paid": True}),
        *_acts(DIRECTORS, "api_entry_substitute", sends={"position": 1, "person": {"name": "Rota Marisa"}}),
        *_acts(DIRECTORS, "api_entry_withdraw", sends={"justified": True}),
        *_acts(DIRECTORS, "api_entry_take_back_withdrawal"),
        *_reads(READERS, "api_waiting", "api_waiting_one", "api_wall", "api_calls"),
        *_acts(DIRECTORS, "api_waiting", sends={"name": "Rota Ida"}, success=(201, 409)),
        *_acts(DIRECTORS, "api_join", sends={"first": 1, "second": 2}, success=(201, 409)),
        Door("api_waiting_one", DIRECTORS, "DELETE", success=(204, 404)),
        *_acts(DIRECTORS, "api_rule_late", sends={"minutes": 4}, numbers=PAIR_2),
        *_acts(DIRECTORS, "api_rule_absent", numbers=PAIR_2),
        *_acts(DIRECTORS, "api_warn", sends={"reason": "talking"}, numbers=PAIR_2),
        *_acts(DIRECTORS, "api_rule", sends=RULING_SENT, success=(201,)),
        *_acts(DIRECTORS, "api_penalties", sends={"entry": 1, "scope": "standings", "vp": 1}, success=(201,)),
        *_acts(DIRECTORS, "api_penalty_cancel", "api_ruling_cancel"),
        *_acts(DIRECTORS, "api_clock_start", "api_clock_pause", "api_clock_resume", "api_clock_last_lap"),
        *_acts(DIRECTORS, "api_clock_add_time", sends={"minutes": 3}),
        *_acts(DIRECTORS, "api_clock_stop"),
        Door("api_wall", DIRECTORS, "PUT", {"shows": "standings"}),
        *_acts(SCORERS, "api_call_answer", success=(204,)),
    )
}


def view_of(pattern: Any) -> Any:
    """The class behind a route."""
    return pattern.callback.view_class


def served() -> set[tuple[str, str]]:
    """Every route with every method it answers, as the program serves them."""
    found = set()
    for pattern in operations:
        view = view_of(pattern)
        found |= {
            (str(pattern.name), method.upper())
            for method in view.http_method_names
            if method != "head" and hasattr(view, method)
        }
    return found


@dataclass(frozen=True)
class House:
    """An evening being played, with a correction, a penalty and a ruling; and one in preparation."""

    running: Event
    preparing: Event

    def address(self, door: Door, **instead: Any) -> str:
        """The address behind a door, about something that is there; ``instead``: of other parts."""
        pattern = next(one.pattern for one in operations if one.name == door.name)
        event = self.preparing if door.about == "preparing" else self.running
        known: dict[str, Any] = {
            "club": event.club.slug,
            "event": event.slug,
            "round": 1,
            "table": 1,
            "number": 1,
            "pk": self._pk(door.name, event) if "pk" in pattern.converters else 0,
            **door.numbers,
            **instead,
        }
        return reverse(door.name, kwargs={name: known[name] for name in pattern.converters})

    def _pk(self, name: str, event: Event) -> int:
        kept: dict[str, Any] = {
            "api_player": Player.objects.filter(club=event.club),
            "api_penalty": Penalty.objects.filter(event=event),
            "api_ruling": Ruling.objects.filter(event=event),
            "api_merge_players": Player.objects.filter(club=event.club),
            "api_waiting": Waiting.objects.filter(event=event),
            "api_call": DirectorCall.objects.filter(event=event),
        }
        what = next(known for prefix, known in kept.items() if name.startswith(prefix))
        return what.values_list("pk", flat=True).first() or 999_999_998  # gone by now


def a_house(pairs: int = 9) -> House:
    """Nine pairs with one round closed and one published; six on a list of another evening."""
    programme = "Mitchell 2; Danese modificato 1"
    running = an_evening(Evening(pairs=pairs, closed=1, open_round="published", programme=programme))
    record(event=running, round_number=1, plan=ResultPlan(1, 3000, 5), reason="misread", by=DIRECTOR)
    penalise(event=running, plans=[PenaltyPlan(number=3, vp=1, mp=100, reason="late")], by=DIRECTOR)
    rule(event=running, round_number=1, plans=[RulingPlan(2, 12, 300, 8, -300)], by=DIRECTOR)
    preparing = an_event(Evening(pairs=6, name="Burraco d'inverno"))
    Player.objects.create(
        surname="Nicolosi",
        first_name="Rita",
        club=running.club,
        phone="333 1234567",
        email="rita@example.org",
        birth_date="1950-04-02",
        card_number="104512",
    )
    phone = Actor(name="table 2", source=Source.PHONE)
    call_director(event=running, round_number=2, table=2, line="ns", by=phone)
    wait_for_partner(event=running, person=PersonPlan("Bassi Dora"), by=DIRECTOR)
    assert Publication.objects.filter(event=running, number=1).exists()
    return House(running, preparing)
