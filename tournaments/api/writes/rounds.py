"""Rounds: drawn, changed by hand, taken back, published, closed; the codes of their tables."""

from __future__ import annotations

from typing import Any

from django.urls import path, reverse
from rest_framework import serializers

from tournaments.api.callers import DIRECTORS
from tournaments.api.operations import acts
from tournaments.api.reads.rounds import ROUND_AT, OneRound, Rounds, round_told
from tournaments.api.shapes.fields import Confirmable, Sent, Text, Truth, Whole
from tournaments.api.shapes.rounds import ROUND, RoundShape
from tournaments.api.writes.places import AtTable, InRound
from tournaments.boards.desk_seats import load_seats, preview
from tournaments.desk import codes, drawing, keying, seating
from tournaments.desk.change import NeedsConfirmationError
from tournaments.desk.rounds import (
    close_round,
    draw_next_round,
    publish_round,
    redraw_round,
    undo_draw,
)
from tournaments.models import Line, TableCode

MOST_SEED = 2**53
DRAWN = {**ROUND, "number": 3, "state": "drawn", "arrived": 0, "published_at": None}
IN_ROUND = {"event": "", "round": ""}
AT_TABLE = {"event": "", "round": "", "table": ""}


class LotSent(Sent):
    """How the lot falls; what is left out is as the event says."""

    seed = Whole(0, MOST_SEED, required=False, help_text="The number that decides the lot; repeats a draw.")
    order = serializers.ChoiceField(
        [drawing.ENTRY_ORDER, drawing.RANDOM, drawing.BY_HAND],
        required=False,
        help_text="Who sits where in the first round.",
    )
    apart = Truth(required=False, help_text="Keep club-mates apart in this round, as far as it can be.")


class DrawSent(LotSent, Confirmable):
    """How to draw the next round."""

    number = Whole(
        1, 999_999, required=False, help_text="The round to draw, so that drawing twice is refused."
    )


class DrawRound(Rounds):
    may = {**Rounds.may, "POST": DIRECTORS}

    @acts(
        "draw_round", "Draw the next round", sends=DrawSent, answers=RoundShape, status=201, example=DRAWN,
        sent_example={"number": 3, "confirmed": True}, path={"event": ""},
    )  # fmt: skip
    def post(self, sent: Any, event: str) -> Any:
        """Draw the next round of the programme; until it is published nobody else sees it.

        A draw by the standings asks first while results are missing (409 `results_missing`).
        """
        found = draw_next_round(
            event=self.event,
            by=self.actor,
            seed=sent.get("seed"),
            order=sent.get("order", ""),
            apart=sent.get("apart"),
            number=sent.get("number"),
            confirmed=sent["confirmed"],
        )
        self.made = reverse("api_round", args=[self.event.slug, found.number])
        return round_told(self, found.number)


class OfRound(InRound):
    """Below a round: whoever is stale is told the round as it stands."""

    tag = "rounds"

    def current(self) -> Any:
        return RoundShape(round_told(self, self.kwargs["round"])).data


class UndoDraw(OfRound, OneRound):
    may = {**OneRound.may, "DELETE": DIRECTORS}

    @acts("undo_draw", "Undo a draw", status=204, path=IN_ROUND)
    def delete(self, sent: Any, event: str, round: int) -> None:
        """Take back a draw nobody has seen; what it was stays in the journal."""
        undo_draw(event=self.event, number=round, by=self.actor)


class Redraw(OfRound):
    may = {"POST": DIRECTORS}

    @acts(
        "redraw_round", "Draw a round again", sends=LotSent, answers=RoundShape, example=DRAWN,
        sent_example={"seed": 41}, path=IN_ROUND,
    )  # fmt: skip
    def post(self, sent: Any, event: str, round: int) -> Any:
        """Undo a draw nobody has seen and draw again, as one change. Without a seed the lot is cast anew."""
        redraw_round(
            event=self.event,
            number=round,
            by=self.actor,
            seed=sent.get("seed"),
            order=sent.get("order"),
            apart=sent.get("apart"),
        )
        return round_told(self, round)


class SwapSeatsSent(Sent):
    """The two that change seats, by number."""

    first = Whole(1, 999_999)
    second = Whole(1, 999_999)
    reason = Text(300, default="", allow_blank=True)


class SwapSeats(OfRound):
    may = {"POST": DIRECTORS}

    @acts(
        "swap_seats", "Exchange two seats", sends=SwapSeatsSent, answers=RoundShape, example=DRAWN,
        sent_example={"first": 30, "second": 17, "reason": "sisters"}, path=IN_ROUND,
    )  # fmt: skip
    def post(self, sent: Any, event: str, round: int) -> Any:
        """Two pairs change seats in a round that is drawn and not published; send an If-Match, for two
        such requests undo each other."""
        seating.swap(event=self.event, round_number=round, by=self.actor, **sent)
        return round_told(self, round)


class PublishSent(Confirmable):
    """Yes, where there is something to know first."""


class PublishRound(OfRound):
    may = {"POST": DIRECTORS}

    @acts(
        "publish_round", "Publish the seats of a round", sends=PublishSent, answers=RoundShape,
        example={**DRAWN, "state": "published", "published_at": "2026-11-27T21:30:00+01:00"},
        sent_example={"confirmed": True}, path=IN_ROUND,
    )  # fmt: skip
    def post(self, sent: Any, event: str, round: int) -> Any:
        """Show the seats to the players; from here on nothing reseats them.

        Where something about them is to be known first (two meet again, somebody rests twice, a pair has
        left since), it is asked (409 `publish_with_doubts`).
        """
        if not sent["confirmed"]:
            self._ask(round)
        publish_round(event=self.event, number=round, by=self.actor)
        return round_told(self, round)

    def _ask(self, number: int) -> None:
        seats = load_seats(self.event)
        planned = number <= sum(phase.rounds for phase in seats.phases)
        why = seats.rounds[number].why
        notes = (
            seating.notes_on(self.event, seats.facts, number, phases=seats.phases, apart=why.get("apart"))
            if planned
            else ()
        )
        board = preview(seats, number, notes)
        if board.is_draft and board.has_doubts:
            raise NeedsConfirmationError("publish_with_doubts", board.question)


class CloseSent(Confirmable):
    """Yes, where tables were keyed only once."""


class CloseRound(OfRound):
    may = {"POST": DIRECTORS}

    @acts(
        "close_round", "Close a round", sends=CloseSent, answers=RoundShape,
        example={**ROUND, "state": "closed", "arrived": 15, "closed_at": "2026-11-27T21:25:00+01:00"},
        sent_example={}, path=IN_ROUND,
    )  # fmt: skip
    def post(self, sent: Any, event: str, round: int) -> Any:
        """All tables have a result or a ruling: the round is over and its standings are published.

        Refused while tables are missing (409 `results_missing`) or two keyings differ.
        """
        keying.refuse_open_differences(self.event, round, confirmed=sent["confirmed"])
        close_round(event=self.event, number=round, by=self.actor)
        return round_told(self, round)


class CodesShape(serializers.Serializer[Any]):
    """How many codes were made."""

    made = serializers.IntegerField()


class IssueCodes(OfRound):
    may = {"POST": DIRECTORS}
    tag = "codes"

    @acts("issue_codes", "Give codes to a round", answers=CodesShape, example={"made": 30}, path=IN_ROUND)
    def post(self, sent: Any, event: str, round: int) -> Any:
        """Give a code to every line of the round that has none that still opens its page."""
        return {"made": codes.issue_codes(event=self.event, round_number=round, by=self.actor)}


class CodeOfSent(Sent):
    """Which line of the table."""

    line = serializers.ChoiceField(Line.values)


class CodeShape(serializers.Serializer[Any]):
    """The code with which a line opens the page of its table."""

    round = serializers.IntegerField(source="match.round.number")
    table = serializers.IntegerField(source="match.table")
    line = serializers.ChoiceField(Line.values)
    code = serializers.CharField()
    expires_at = serializers.DateTimeField()


CODE = {
    "round": 2, "table": 7, "line": "ns", "code": "K7WQ2M9X", "expires_at": "2026-11-28T01:30:00+01:00",
}  # fmt: skip


class ReissueCode(AtTable):
    may = {"POST": DIRECTORS}
    tag = "codes"

    @acts(
        "reissue_code", "Give a line another code", sends=CodeOfSent, answers=CodeShape, example=CODE,
        sent_example={"line": "ns"}, path=AT_TABLE,
    )  # fmt: skip
    def post(self, sent: Any, event: str, round: int, table: int) -> TableCode:
        """Give a line another code; the one it had opens nothing any more."""
        return codes.reissue_code(
            event=self.event, round_number=round, table=table, line=sent["line"], by=self.actor
        )


class RevokeCode(AtTable):
    may = {"POST": DIRECTORS}
    tag = "codes"

    @acts(
        "revoke_code", "Revoke the code of a line", sends=CodeOfSent, status=204,
        sent_example={"line": "ns"}, path=AT_TABLE,
    )  # fmt: skip
    def post(self, sent: Any, event: str, round: int, table: int) -> None:
        """Close a line's page: its code opens nothing any more. Asked again, nothing happens."""
        codes.revoke_code(event=self.event, round_number=round, table=table, line=sent["line"], by=self.actor)


urls = [
    path("events/<slug:event>/rounds/", DrawRound.as_view(), name="api_rounds"),
    path(ROUND_AT, UndoDraw.as_view(), name="api_round"),
    path(ROUND_AT + "redraw/", Redraw.as_view(), name="api_redraw"),
    path(ROUND_AT + "swap-seats/", SwapSeats.as_view(), name="api_swap_seats"),
    path(ROUND_AT + "publish/", PublishRound.as_view(), name="api_publish_round"),
    path(ROUND_AT + "close/", CloseRound.as_view(), name="api_close_round"),
    path(ROUND_AT + "codes/", IssueCodes.as_view(), name="api_issue_codes"),
    path(ROUND_AT + "codes/<number:table>/reissue/", ReissueCode.as_view(), name="api_reissue_code"),
    path(ROUND_AT + "codes/<number:table>/revoke/", RevokeCode.as_view(), name="api_revoke_code"),
]
