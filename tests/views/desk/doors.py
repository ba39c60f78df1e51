"""Every address of the desk, what it is asked with, and whom it lets in.

A new address that is not in this list fails the tests that walk it: who may open it, and what it looks like.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from django.urls import reverse
from django.utils import timezone

from tests.factories import DIRECTOR, Evening, an_evening, an_event
from tournaments.desk.results import ResultPlan, record
from tournaments.models import Circuit, Event, Job, JournalLine, Player, Stage
from tournaments.urls_desk import urlpatterns

# Who is let in: anybody signed in; whoever looks after a club; the club's own people; its directors.
ANYBODY, KEEPERS, CLUB, DIRECTORS = "anybody", "keepers", "club", "directors"
OWNERS, SCORERS, ADMINISTRATOR = "owners", "scorers", "administrator"
OURS = "ours"  # keepers, but only of what is theirs


@dataclass(frozen=True)
class Door:
    """One address. ``of``: "running" or "preparing", the evening it is about; "" where it is of none."""

    name: str
    who: str = DIRECTORS
    of: str = "running"
    method: str = "GET"
    sends: dict[str, Any] = field(default_factory=dict)
    json: bool = False


def _reads(who: str, *names: str, of: str = "running") -> Iterator[Door]:
    return (Door(name, who, of) for name in names)


def _acts(who: str, *names: str, of: str = "running") -> Iterator[Door]:
    return (Door(name, who, of, "POST") for name in names)


DOORS: dict[str, Door] = {
    door.name: door
    for door in (
        *_reads(ADMINISTRATOR, "desk_backups", of=""),
        *_reads(ANYBODY, "desk", "desk_account", "desk_clubs", of=""),
        *_reads(KEEPERS, "desk_new_event", "desk_players", "desk_player_new", "desk_merge", of=""),
        *_reads(OURS, "desk_player", "desk_club", of=""),
        *_reads(OURS, "desk_player_data", "desk_player_data_file", "desk_player_erase", of=""),
        Door("desk_club_people", OWNERS, of=""),
        Door("desk_programs", OWNERS, of=""),
        *_reads(ANYBODY, "desk_jobs", "desk_exports", of=""),
        *_reads(KEEPERS, "desk_players_list", "desk_archive_in", of=""),
        *_acts(OURS, "desk_players_store"),
        *_reads(KEEPERS, "desk_reports", "desk_circuits", of=""),
        *_reads(OURS, "desk_circuit", of=""),
        *_acts(DIRECTORS, "desk_report_event"),
        *_reads(CLUB, "desk_job"),
        *_reads(SCORERS, "desk_job_file"),
        *_acts(CLUB, "desk_job_cancel", "desk_job_again", "desk_pictures"),
        *_reads(CLUB, "desk_event", "desk_journal", "desk_entries", "desk_pair"),
        *_reads(CLUB, "desk_seats", "desk_seats_round", "desk_why"),
        *_reads(CLUB, "desk_print_seats_tables", "desk_print_seats_players", "desk_print_slips"),
        *_reads(CLUB, "desk_print_guides", "desk_scores", "desk_scores_round", "desk_scores_state"),
        *_reads(CLUB, "desk_table", "desk_moves", "desk_again", "desk_differences", "desk_rulings"),
        *_reads(CLUB, "desk_standings", "desk_publication", "desk_picture", "desk_workbook"),
        *_reads(CLUB, "desk_clock", "desk_wall", "desk_codes", "desk_print_codes", "desk_calls"),
        Door("desk_change_code", method="POST", sends={"what": "issue"}),
        Door("desk_answer_call", CLUB, method="POST", sends={"call": 1}),
        *_reads(
            DIRECTORS,
            "desk_people",
            "desk_settings",
            "desk_ruling",
            "desk_prizes",
            "desk_prize_list",
            "desk_finish",
        ),
        *_reads(DIRECTORS, "desk_swap_seats"),
        *_reads(DIRECTORS, "desk_add_pair", "desk_find_player", "desk_partner", of="preparing"),
        *_reads(DIRECTORS, "desk_waiting", "desk_import_list", "desk_import_preview", of="preparing"),
        Door("desk_swap", CLUB, method="POST", sends={"table": 1, "ns": 3000, "ew": 5}),
        Door("desk_take", CLUB, method="POST", sends={"table": 1, "proposal": 1}),
        Door("desk_take_back", method="POST", sends={"what": "penalty", "pk": 1}),
        Door(
            "desk_record", CLUB, method="POST", sends={"table": 1, "ns": 5, "ew": 0, "seen": None}, json=True
        ),
        *_acts(DIRECTORS, "desk_close_round", "desk_draw_again", "desk_double_keying"),
        *_acts(DIRECTORS, "desk_draw", "desk_undo_draw", "desk_redraw", "desk_publish_round"),
        *_acts(DIRECTORS, "desk_publish_standings", "desk_reopen", "desk_archive", "desk_pair_leave"),
        *_acts(DIRECTORS, "desk_pair_substitute", "desk_wall_show"),
        *_acts(DIRECTORS, "desk_clock_start", "desk_clock_pause", "desk_clock_resume", "desk_clock_time"),
        *_acts(DIRECTORS, "desk_clock_last", "desk_clock_stop"),
        *_acts(DIRECTORS, "desk_check_in", "desk_pair_edit", "desk_pair_number", of="preparing"),
        *_acts(DIRECTORS, "desk_pair_remove", "desk_import_confirm", of="preparing"),
    )
}


def all_names() -> list[str]:
    """The names of all addresses of the desk, as the program serves them."""
    return [pattern.name for pattern in urlpatterns]


@dataclass(frozen=True)
class House:
    """An evening being played and one in preparation, of one club; a result of the first was corrected."""

    running: Event
    preparing: Event
    key: str = "0" * 32  # of a list that was read and waits for its confirmation

    def address(self, door: Door | str) -> str:
        """The address behind a door, about something that is there."""
        door = DOORS[door] if isinstance(door, str) else door
        pattern = next(one.pattern for one in urlpatterns if one.name == door.name)
        event = self.preparing if door.of == "preparing" else self.running
        known: dict[str, Any] = {
            "slug": event.club.slug if door.name.startswith(("desk_club", "desk_programs")) else event.slug,
            "number": 1,
            "table": 1,
            "action": "late",
            "key": self.key,
        }
        if "line" in pattern.converters:
            known["line"] = JournalLine.objects.get(event=event, verb="correct_result").number
        if "pk" in pattern.converters:
            known["pk"] = Player.objects.filter(club=event.club).values_list("pk", flat=True)[0]
        if "circuit" in pattern.converters:
            known["circuit"] = Circuit.objects.get(club=event.club).slug
        if "job" in pattern.converters:
            known["job"] = Job.objects.get(event=event).pk
        return reverse(door.name, kwargs={name: known[name] for name in pattern.converters})


def a_house() -> House:
    """Nine pairs with one round closed and one published; six on a list of another evening."""
    programme = "Mitchell 2; Danese modificato 1"
    running = an_evening(Evening(pairs=9, closed=1, open_round="published", programme=programme))
    preparing = an_event(Evening(pairs=6, name="Burraco d'inverno"))
    return furnished(running, preparing)


def furnished(running: Event, preparing: Event) -> House:
    """Two evenings of a club, with what else there has to be behind a door."""
    record(event=running, round_number=1, plan=ResultPlan(1, 3000, 5), reason="misread", by=DIRECTOR)
    Player.objects.create(surname="Nicolosi", first_name="Rita", club=running.club, phone="333 1234567")
    taken_back = {"kind": "export", "params": {"what": ["standings"], "form": "xlsx"}, "state": "cancelled"}
    Job.objects.create(event=running, club=running.club, asked_at=timezone.now(), **taken_back)
    circuit = Circuit.objects.create(club=running.club, slug="gran-premio", name="Gran premio", season="2026")
    Stage.objects.create(circuit=circuit, event=running)
    return House(running, preparing)
