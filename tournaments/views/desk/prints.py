"""Paper for the hall: seats by table and by name, table slips, guide cards of a Mitchell."""

from __future__ import annotations

from dataclasses import replace

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path

from tournaments.boards.desk_prints import Slip, cards, people, slips
from tournaments.boards.desk_seats import DeskSeats, load_seats, preview
from tournaments.boards.table import codes_of
from tournaments.desk import drawing
from tournaments.movements.pairing import Pairing
from tournaments.movements.programme import Movement
from tournaments.views.desk.access import EVERYBODY, Desk, desk_page
from tournaments.views.desk.codes import square


@desk_page(roles=EVERYBODY)
def by_table(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Who sits at each table."""
    seats = _seats(desk, number)
    return _paper(request, desk, seats, number, "tables", board=preview(seats, number, ()))


@desk_page(roles=EVERYBODY)
def by_player(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Every player in alphabetical order, with table and line."""
    seats = _seats(desk, number)
    return _paper(request, desk, seats, number, "players", people=people(seats, number))


@desk_page(roles=EVERYBODY)
def table_slips(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """A slip for each table, two on a sheet; with ``?rounds=all`` those of the whole Mitchell."""
    seats = _seats(desk, number)
    if request.GET.get("rounds") == "all":
        first, rounds = _mitchell(seats, number)
        made = [slip for offset, tables in enumerate(rounds) for slip in slips(seats, first + offset, tables)]
    else:
        made = slips(seats, number)
    made = _with_codes(request, desk, made, number)
    hands = range(1, desk.event.hands_per_round + 1)
    return _paper(request, desk, seats, number, "slips", slips=made, hands=hands, whole_sheet=len(hands) > 6)


def _with_codes(request: HttpRequest, desk: Desk, made: list[Slip], number: int) -> list[Slip]:
    """The slips of the round in play with the codes of their lines; those of rounds to come have none yet."""
    known = codes_of(desk.event, number, [slip.table for slip in made if slip.round == number])
    return [
        replace(slip, codes=tuple((code, square(request, code)) for code in known[slip.table].lines))
        if slip.round == number
        and slip.table in known
        and any(code.opens for code in known[slip.table].lines)
        else slip
        for slip in made
    ]


@desk_page(roles=EVERYBODY)
def guides(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """A card for each pair of a Mitchell: round by round its table and its opponents."""
    seats = _seats(desk, number)
    first, rounds = _mitchell(seats, number)
    return _paper(request, desk, seats, number, "guides", cards=cards(seats, first, rounds))


def _seats(desk: Desk, number: int) -> DeskSeats:
    seats = load_seats(desk.event)
    if number not in seats.rounds:
        raise Http404
    return seats


def _mitchell(seats: DeskSeats, number: int) -> tuple[int, list[list[Pairing]]]:
    """The first round of the Mitchell that round ``number`` belongs to, and all its rounds."""
    if number > sum(phase.rounds for phase in seats.phases):
        raise Http404
    place = drawing.place_of(number, seats.phases)
    if place.movement is not Movement.MITCHELL:
        raise Http404
    return place.first_of_phase, drawing.mitchell_rounds(seats.facts, place)


def _paper(
    request: HttpRequest, desk: Desk, seats: DeskSeats, number: int, what: str, **context: object
) -> HttpResponse:
    found = seats.rounds[number]
    shown = {"desk": desk, "event": desk.event, "round": found, "number": number, "here": "seats", **context}
    shown["phase"] = found.phase_id and next((p for p in seats.phases if p.pk == found.phase_id), None)
    return render(request, f"desk/prints/{what}.html", shown)


urls = [
    path("<slug:slug>/seats/<int:number>/print/tables/", by_table, name="desk_print_seats_tables"),
    path("<slug:slug>/seats/<int:number>/print/players/", by_player, name="desk_print_seats_players"),
    path("<slug:slug>/seats/<int:number>/print/slips/", table_slips, name="desk_print_slips"),
    path("<slug:slug>/seats/<int:number>/print/guides/", guides, name="desk_print_guides"),
]
