"""A list pasted or loaded: read, shown with everything in doubt, and stored when somebody says so."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.sentences import Refusal, gettext_noop, say
from tournaments.boards.desk_lists import CREATE, WAIT, ListBoard, list_board
from tournaments.desk.change import DeskRefusal
from tournaments.desk.lists import enter_list, plans_of
from tournaments.spreadsheets.lists import Layout, Role, Source, from_file, from_text, guess, read
from tournaments.spreadsheets.reading.file import MOST_BYTES
from tournaments.views.desk import kept_list
from tournaments.views.desk.access import Desk, desk_page
from tournaments.views.numbers import whole
from tournaments.views.uploads import LISTS, contents_of, reading
from tournaments.words import spoken

ROLE_WORDS = {
    Role.IGNORE: gettext_lazy("– not used –"),
    Role.NUMBER: gettext_lazy("number of the pair"),
    Role.PAIR: gettext_lazy("both players"),
    Role.NAME_1: gettext_lazy("1st player"),
    Role.SURNAME_1: gettext_lazy("1st player, surname"),
    Role.FIRST_1: gettext_lazy("1st player, first name"),
    Role.NAME_2: gettext_lazy("2nd player"),
    Role.SURNAME_2: gettext_lazy("2nd player, surname"),
    Role.FIRST_2: gettext_lazy("2nd player, first name"),
    Role.CLUB: gettext_lazy("club"),
    Role.CARD_1: gettext_lazy("card of the 1st"),
    Role.CARD_2: gettext_lazy("card of the 2nd"),
    Role.PHONE_1: gettext_lazy("phone of the 1st"),
    Role.PHONE_2: gettext_lazy("phone of the 2nd"),
    Role.EMAIL_1: gettext_lazy("e-mail of the 1st"),
    Role.EMAIL_2: gettext_lazy("e-mail of the 2nd"),
    Role.LINE: gettext_lazy("line"),
    Role.PAID: gettext_lazy("fee paid"),
}


@dataclass(frozen=True)
class Reading:
    """How a kept list is read: which sheet, what the columns hold, whose club those without one are of."""

    sources: list[Source]
    sheet: int
    layout: Layout
    home_club: str

    @property
    def source(self) -> Source:
        return self.sources[self.sheet]


@desk_page("GET", "HEAD", "POST")
def import_list(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Where a list is pasted or a file chosen."""
    if request.method != "POST":
        return _form(request, desk)
    text, upload = request.POST.get("text", ""), request.FILES.get("file")
    try:
        if upload is not None:
            data = contents_of(upload, most_bytes=MOST_BYTES, wanted=LISTS)
            with reading():
                sources = from_file(data)
        elif text.strip():
            sources = [from_text(text)]
        else:
            return _form(request, desk, problem=_("Paste a list, or choose a file."), status=422)
    except Refusal as refusal:
        return _form(request, desk, problem=spoken(refusal.sentence), text=text, status=422)
    return redirect("desk_import_preview", desk.event.slug, kept_list.keep(desk, sources))


def _form(
    request: HttpRequest, desk: Desk, *, problem: str = "", text: str = "", status: int = 200
) -> HttpResponse:
    context = {
        "desk": desk,
        "event": desk.event,
        "problem": problem,
        "text": text[:20_000],
        "closed": desk.event.rounds.exists(),
        "here": "entries",
    }
    return render(request, "desk/entries/import.html", context, status=status)


@desk_page("GET", "HEAD", back="desk_import_list")
def preview(request: HttpRequest, desk: Desk, key: str) -> HttpResponse:
    """What would be stored; the columns may be corrected, every doubt has its choice."""
    return _preview(request, desk, key, request.GET)


def _preview(
    request: HttpRequest, desk: Desk, key: str, told: Mapping[str, str], *, problem: str = ""
) -> HttpResponse:
    reading = _reading(desk, key, told)
    board = _board(desk, reading, told)
    columns = [
        {"index": index, "heading": heading, "role": role, "samples": _samples(reading, index)}
        for index, (heading, role) in enumerate(
            zip(reading.layout.headings(reading.source.rows), reading.layout.roles, strict=True)
        )
    ]
    context = {
        "desk": desk,
        "event": desk.event,
        "key": key,
        "reading": reading,
        "columns": columns,
        "roles": ROLE_WORDS.items(),
        "board": board,
        "to_create": len(board.of(CREATE)),
        "to_wait": len(board.of(WAIT)),
        "problem": problem,
        "here": "entries",
    }
    return render(request, "desk/entries/preview.html", context, status=422 if problem else 200)


@desk_page("POST", back="desk_import_list")
def confirm(request: HttpRequest, desk: Desk, key: str) -> HttpResponse:
    """Store the list as shown, with the choices made: all of it or nothing, and once."""
    if "again" in request.POST:
        return _preview(request, desk, key, request.POST)
    reading = _reading(desk, key, request.POST)
    plans, waiting = plans_of(_board(desk, reading, request.POST), reading.home_club)
    try:
        with transaction.atomic():
            if not kept_list.take(key):
                raise _gone()
            enter_list(event=desk.event, plans=plans, waiting=waiting, by=desk.actor)
    except Refusal as refusal:
        if isinstance(refusal, DeskRefusal) and refusal.code == "list_gone":
            raise
        return _preview(request, desk, key, request.POST, problem=spoken(refusal.sentence))
    pairs = ngettext("{n} pair put on the list.", "{n} pairs put on the list.", len(plans)).format(
        n=len(plans)
    )
    alone = ngettext("{n} waits for a partner.", "{n} wait for a partner.", len(waiting)).format(
        n=len(waiting)
    )
    messages.success(request, f"{pairs} {alone}" if waiting else pairs)
    return redirect("desk_entries", desk.event.slug)


def _gone() -> DeskRefusal:
    return DeskRefusal(
        "list_gone",
        say(gettext_noop("This list has been stored already, or is older than two hours: load it again.")),
    )


def _reading(desk: Desk, key: str, told: Mapping[str, str]) -> Reading:
    """The list as guessed, with what was said differently on the page."""
    sources = kept_list.fetch(desk, key)
    if not sources:
        raise _gone()
    sheet = whole(told.get("sheet", ""), len(sources) - 1) or 0
    layout = guess(sources[sheet])
    # Another sheet has other columns: what was said of the first does not count.
    if told.get("of_sheet", str(sheet)) == str(sheet):
        layout = _said(layout, sources[sheet], told)
    home = "" if told.get("home") == "none" else desk.event.club.name
    return Reading(sources, sheet, layout, home)


def _said(layout: Layout, source: Source, told: Mapping[str, str]) -> Layout:
    roles = []
    for index, guessed in enumerate(layout.roles):
        said = told.get(f"column-{index}", "")
        role = Role(said) if said in set(Role) else guessed
        roles.append(role if role is Role.IGNORE or role not in roles else Role.IGNORE)
    heading = told.get("heading", "")
    if heading == "none":
        layout = replace(layout, heading=-1)
    elif heading == "first" and layout.heading < 0:
        layout = replace(layout, heading=0)
    one_a_row = {"player": True, "pair": False}.get(told.get("rows", ""), layout.one_player_a_row)
    return replace(layout, roles=tuple(roles), one_player_a_row=one_a_row)


def _board(desk: Desk, reading: Reading, told: Mapping[str, str]) -> ListBoard:
    return list_board(desk.event, read(reading.source, reading.layout), reading.home_club, told)


def _samples(reading: Reading, column: int) -> list[str]:
    rows = reading.source.rows[reading.layout.heading + 1 :]
    cells = [cells[column] for _, cells in rows if column < len(cells) and cells[column]]
    return cells[:3]


urls = [
    path("<slug:slug>/entries/list/", import_list, name="desk_import_list"),
    path("<slug:slug>/entries/list/<str:key>/", preview, name="desk_import_preview"),
    path("<slug:slug>/entries/list/<str:key>/confirm/", confirm, name="desk_import_confirm"),
]
