"""Every address of the program beside the desk's own pages, and who is let in where: one table for all.

The desk's addresses are listed in ``tests.views.desk.doors``, those of the interface for programs in
``tests.api.doors``. A route that is in none of the lists fails the test that walks them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from django.urls import URLPattern, get_resolver

from tests.views.desk import doors as desk

OPEN, CODE = "open", "code"
CLUB_DIRECTORS, ADMINISTRATOR = "directors of the club", "administrator"
SCORERS = desk.SCORERS

PEOPLE = (
    "anonymous",
    "table code",
    "stranger",
    "owner of another club",
    "reader",
    "reader of the event",
    "scorer",
    "scorer of the event",
    "director",
    "director of the event",
    "owner",
    "administrator",
)
SIGN_IN, IN = "to the sign-in", "in"
_OUT = (SIGN_IN, SIGN_IN)
WHO_MAY: dict[str, tuple[str | int, ...]] = {
    # anonymous, code | stranger, other owner | readers | scorers | directors | owner, administrator
    OPEN: (IN,) * 12,
    CODE: (404, IN, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404),
    desk.ANYBODY: (*_OUT, IN, IN, IN, IN, IN, IN, IN, IN, IN, IN),
    desk.KEEPERS: (*_OUT, 403, IN, 403, 403, 403, 403, IN, 403, IN, IN),
    desk.OURS: (*_OUT, 403, 404, 403, 403, 403, 403, IN, 403, IN, IN),
    desk.OWNERS: (*_OUT, 403, 404, 403, 403, 403, 403, 403, 403, IN, IN),
    desk.CLUB: (*_OUT, 404, 404, IN, IN, IN, IN, IN, IN, IN, IN),
    SCORERS: (*_OUT, 404, 404, 403, 403, IN, IN, IN, IN, IN, IN),
    desk.DIRECTORS: (*_OUT, 404, 404, 403, 403, 403, 403, IN, IN, IN, IN),
    CLUB_DIRECTORS: (*_OUT, 404, 404, 403, 403, 403, 403, IN, 403, IN, IN),
    ADMINISTRATOR: (*_OUT, 404, 404, 404, 404, 404, 404, 404, 404, 404, IN),
}
"""What each of ``PEOPLE`` is answered at a door of each kind."""


@dataclass(frozen=True)
class Asked:
    """One method at one address. ``answers``: what who is let in hears, where it is not 200 (GET) or 302
    (POST); two numbers: who is not signed in, and who is."""

    name: str
    method: str = "GET"
    who: str = OPEN
    sends: dict[str, Any] = field(default_factory=dict)
    json: bool = False
    of: str = "running"
    answers: int | tuple[int, int] = 0

    @property
    def key(self) -> tuple[str, str]:
        return self.name, self.method

    def lets_in(self, *, signed_in: bool) -> int:
        usual = self.answers or (200 if self.method == "GET" else 302)
        return usual if isinstance(usual, int) else usual[signed_in]


def _looks(*names: str, answers: int | tuple[int, int] = 0) -> Iterator[Asked]:
    return (Asked(name, answers=answers) for name in names)


OUTSIDE: tuple[Asked, ...] = (
    *_looks("events", "club", "event", "standings", "standings_after", "standings_picture"),
    *_looks("seats", "results", "pairs", "pair", "where", "export_event", "circuits", "circuit"),
    *_looks("seats_now", "results_now"),
    *_looks("my_pair", answers=302),
    *_looks("favicon", answers=301),
    *_looks("pair_code", answers=302),
    *_looks("wall", "wall_tables", "wall_names", "wall_standings", "wall_progress", "wall_clock"),
    *_looks("wall_json", "clock", "clock_json", "live", "counter", "table_start", "table_worker"),
    *_looks("healthz", "readyz", "metrics"),
    *_looks("sign_in", answers=(200, 302)),
    *_looks("sign_out"),
    *_looks("welcome", answers=404),
    *_looks("invitation"),
    Asked("sign_in", "POST", answers=(200, 302)),
    Asked("sign_out", "POST"),
    Asked("welcome", "POST", answers=404),
    Asked("invitation", "POST", answers=(422, 302)),
    Asked("set_language", "POST"),
    Asked("count_cards", "POST", sends={"melds": [], "left": []}, json=True, answers=200),
    Asked("load_event", who=desk.KEEPERS),
    Asked("load_event", "POST", desk.KEEPERS, answers=400),
    Asked("table", who=CODE),
    Asked("table", "POST", CODE, sends={"form": "totals"}, answers=422),
    Asked("table_check", "POST", CODE, answers=200),
    Asked("table_state", who=CODE),
    Asked("table_confirm", "POST", CODE, sends={"seen": "1"}, answers=422),
    Asked("table_call", "POST", CODE),
    Asked("table_counter", who=CODE),
)


def _sent(who: str, *names: str, of: str = "running", answers: int = 422) -> Iterator[Asked]:
    return (Asked(name, "POST", who, NOTHING, of=of, answers=answers) for name in names)


NOTHING = {"sent": "nothing"}
# What the pages of the desk are sent, beside being looked at: nothing of use, which tells who may send. Who
# may is answered by the page itself, who may not never reaches it.
SENT: tuple[Asked, ...] = (
    *_sent(desk.ANYBODY, "desk_account", of="", answers=404),
    *_sent(desk.ANYBODY, "desk_exports", of=""),
    *_sent(desk.KEEPERS, "desk_new_event", "desk_player_new", of=""),
    *_sent(desk.KEEPERS, "desk_archive_in", "desk_players_list", "desk_circuits", of=""),
    *_sent(desk.KEEPERS, "desk_merge", "desk_reports", of="", answers=404),
    *_sent(desk.OURS, "desk_player", "desk_club", "desk_player_erase", of=""),
    *_sent(desk.OURS, "desk_circuit", of="", answers=404),
    *_sent(ADMINISTRATOR, "desk_clubs", of=""),
    *_sent(desk.OWNERS, "desk_club_people", of="", answers=404),
    *_sent(desk.OWNERS, "desk_programs", of=""),
    *_sent(desk.ADMINISTRATOR, "desk_backups", of="", answers=302),
    *_sent(CLUB_DIRECTORS, "desk_people", answers=404),
    *_sent(SCORERS, "desk_table"),
    *_sent(SCORERS, "desk_again", answers=302),
    *_sent(SCORERS, "desk_differences", answers=400),
    *_sent(desk.DIRECTORS, "desk_settings", "desk_prizes"),
    *_sent(desk.DIRECTORS, "desk_finish", "desk_swap_seats", answers=302),
    *_sent(desk.DIRECTORS, "desk_ruling", answers=200),
    *_sent(desk.DIRECTORS, "desk_add_pair", "desk_import_list", of="preparing"),
    *_sent(desk.DIRECTORS, "desk_waiting", of="preparing", answers=302),
)


def all_patterns() -> Iterator[URLPattern]:
    """Every route of the program, wherever it was included."""

    def under(patterns: list[Any]) -> Iterator[URLPattern]:
        for pattern in patterns:
            if isinstance(pattern, URLPattern):
                yield pattern
            else:
                yield from under(pattern.url_patterns)

    return under(get_resolver().url_patterns)


def at_the_desk() -> Iterator[Asked]:
    """The doors of the desk as its own list has them; who may send at a page for all may record there."""
    for door in desk.DOORS.values():
        who = SCORERS if (door.who, door.method) == (desk.CLUB, "POST") else door.who
        answers = DESK_ANSWERS.get((door.name, door.method), 0)
        yield Asked(door.name, door.method, who, door.sends, door.json, door.of, answers)


# Where an evening as it stands answers something else: refused for what it is, not for who asks (409); an
# export that was cancelled, a picture of standings nobody has published yet (302).
DESK_ANSWERS: dict[tuple[str, str], int] = {
    **{(name, "GET"): 302 for name in ("desk_job_file", "desk_picture")},
    **{(name, "POST"): 409 for name in ("desk_change_code", "desk_record", "desk_draw", "desk_pair_leave")},
    **{(name, "POST"): 409 for name in ("desk_pair_substitute", "desk_pair_number", "desk_pair_remove")},
}


def every_door() -> dict[tuple[str, str], Asked]:
    """The whole table: every route with every method that it answers."""
    return {asked.key: asked for asked in (*OUTSIDE, *at_the_desk(), *SENT)}
