"""Standings of any closed round, and what was published of them."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.urls import path

from tournaments.api.callers import ANYBODY, READERS
from tournaments.api.operations import reads
from tournaments.api.reads.rounds import seen_by
from tournaments.api.refusals import not_there
from tournaments.api.shapes.standings import (
    ABOUT,
    PUBLICATION,
    PUBLICATION_DETAIL,
    STANDING,
    PublicationDetailShape,
    PublicationShape,
    StandingsAboutShape,
    StandingShape,
)
from tournaments.api.views import EventView
from tournaments.boards.publication import published
from tournaments.boards.standings import standings_board
from tournaments.models import Publication


def standings_told(view: EventView, number: int | None) -> tuple[dict[str, Any], list[Any]]:
    """Which standings, and its rows; 404 before the first round is closed."""
    found = seen_by(view)
    upto = found.standings_round(number)
    board = standings_board(found, upto)
    publication = published(found, upto, board.rows)
    about = {
        "round": upto,
        "final": found.is_final(upto),
        "official": board.official,
        "publication": publication.number,
        "at": publication.at,
        "changed": publication.number is not None and publication.changes is not None
        and publication.changes.since == publication.number,
    }  # fmt: skip
    return about, board.rows


class Standings(EventView):
    may = {"GET": ANYBODY}
    tag = "standings"

    @reads(
        "read_standings", "The standings now", StandingShape, example=STANDING, paged=True,
        about=(StandingsAboutShape, ABOUT), path={"event": ""},
    )  # fmt: skip
    def get(self, event: str) -> Any:
        """The standings after the last closed round; 404 before there is one.

        Each pair with its place, what it played, and why it stands where it stands: a sentence, and for
        pairs level on VP the value of every tie-break in the event's order and the matches between them.
        """
        return standings_told(self, None)


class StandingsAfter(EventView):
    may = {"GET": ANYBODY}
    tag = "standings"

    @reads(
        "read_standings_after", "The standings after a round", StandingShape, example=STANDING, paged=True,
        about=(StandingsAboutShape, ABOUT), path={"event": "", "round": ""},
    )  # fmt: skip
    def get(self, event: str, round: int) -> Any:
        """The standings after a closed round, with what has been corrected in it since."""
        return standings_told(self, round)


class Publications(EventView):
    may = {"GET": ANYBODY}
    tag = "standings"

    @reads(
        "list_publications", "The publications", PublicationShape, example=PUBLICATION, paged=True,
        path={"event": ""},
    )  # fmt: skip
    def get(self, event: str) -> QuerySet[Publication]:
        """Under which numbers standings were released, the first first."""
        return Publication.objects.filter(event=self.event).order_by("number")


class OnePublication(EventView):
    may = {"GET": READERS}
    tag = "standings"

    @reads(
        "read_publication", "One publication", PublicationDetailShape, example=PUBLICATION_DETAIL,
        path={"event": "", "number": "The number of the publication."},
    )  # fmt: skip
    def get(self, event: str, number: int) -> Publication:
        """A standings as it was released, row by row, whatever has been corrected since."""
        found = Publication.objects.filter(event=self.event, number=number).first()
        if found is None:
            raise not_there()
        return found


AT = "events/<slug:event>/"

urls = [
    path(AT + "standings/", Standings.as_view(), name="api_standings"),
    path(AT + "standings/<number:round>/", StandingsAfter.as_view(), name="api_standings_after"),
    path(AT + "publications/", Publications.as_view(), name="api_publications"),
    path(AT + "publications/<number:number>/", OnePublication.as_view(), name="api_publication"),
]
