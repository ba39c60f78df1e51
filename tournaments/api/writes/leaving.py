"""A player is replaced; a pair leaves, or has not left after all; who waits for a partner."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.urls import path, reverse
from rest_framework import serializers

from scoring.sentences import gettext_noop, say
from tournaments.api.callers import DIRECTORS, READERS
from tournaments.api.operations import acts, reads
from tournaments.api.reads.entries import EntryTold, entry_told
from tournaments.api.reads.rounds import seen_by
from tournaments.api.refusals import not_there
from tournaments.api.shapes.entering import MOST_ID, PersonSent
from tournaments.api.shapes.entries import ENTRY, EntryShape
from tournaments.api.shapes.fields import Sent, Text, Truth, Whole
from tournaments.api.shapes.names import PersonShape
from tournaments.api.views import EventView
from tournaments.api.writes.arrivals import Below, entry_now, person
from tournaments.boards.desk_pair import pair_desk
from tournaments.desk.change import DeskRefusal
from tournaments.desk.presence import join, stop_waiting, wait_for_partner
from tournaments.desk.rulings import withdraw
from tournaments.desk.substitutions import substitute
from tournaments.desk.taking_back import take_back_withdrawal
from tournaments.models import Waiting

EVENT = {"event": ""}
OF_ENTRY = {"event": "", "number": "The number of the pair."}


class SubstituteSent(Sent):
    """Who comes for whom."""

    position = Whole(1, 2, help_text="Which of the two goes, in the order of the pair.")
    person = PersonSent()
    reason = Text(300, default="", allow_blank=True)


class Substitute(Below):
    may = {"POST": DIRECTORS}

    @acts(
        "substitute", "Replace a player of a pair", sends=SubstituteSent, answers=EntryShape, example=ENTRY,
        sent_example={"position": 2, "person": {"name": "Rota Marisa"}, "reason": "taken ill"},
        path=OF_ENTRY,
    )  # fmt: skip
    def post(self, sent: Any, event: str, number: int) -> EntryTold:
        """Replace a player from the next match on; the pair keeps its number and its past.

        Allowed while not more than half of the pair's matches are played.
        """
        substitute(
            event=self.event,
            number=number,
            position=sent["position"],
            person=person(self, sent["person"]),
            reason=sent["reason"],
            by=self.actor,
        )
        return entry_now(self, number)


class WithdrawSent(Sent):
    """How a pair leaves."""

    round = Whole(1, 999_999, required=False, help_text="During which round; left out, the one being played.")
    justified = Truth(help_text="With a good reason: it then gets the score of a lost match.")
    reason = Text(300, default="", allow_blank=True)


class Withdraw(Below):
    may = {"POST": DIRECTORS}

    @acts(
        "withdraw", "Let a pair leave the event", sends=WithdrawSent, answers=EntryShape,
        example={**ENTRY, "state": "withdrawn"}, sent_example={"justified": True, "reason": "taken ill"},
        path=OF_ENTRY,
    )  # fmt: skip
    def post(self, sent: Any, event: str, number: int) -> EntryTold:
        """What it played stands; its table is scored by the event's settings; later draws leave it out."""
        withdraw(
            event=self.event,
            number=number,
            round_number=self._round(sent.get("round"), number),
            justified=sent["justified"],
            reason=sent["reason"],
            by=self.actor,
        )
        return entry_now(self, number)

    def _round(self, asked: int | None, number: int) -> int:
        """The round in which it leaves, as its page at the desk takes it."""
        board = pair_desk(self.event, number)
        if board is None or not board.rounds:
            raise DeskRefusal("not_begun", say(NOT_BEGUN))
        if asked is None:
            return board.leaves_in
        if not self.event.rounds.filter(number=asked).exists():
            unknown = gettext_noop("There is no round {number} yet.")
            raise DeskRefusal("unknown_round", say(unknown, number=asked))
        return asked


NOT_BEGUN = gettext_noop("Nothing is drawn yet: strike the pair off, or mark it absent.")


class ReasonSent(Sent):
    """Why."""

    reason = Text(300, default="", allow_blank=True)


class TakeBackWithdrawal(Below):
    may = {"POST": DIRECTORS}

    @acts(
        "take_back_withdrawal", "A pair has not left after all", sends=ReasonSent, answers=EntryShape,
        example=ENTRY, sent_example={"reason": "wrong pair"}, path=OF_ENTRY,
    )  # fmt: skip
    def post(self, sent: Any, event: str, number: int) -> EntryTold:
        """It is drawn again, and the score of its table is taken back."""
        take_back_withdrawal(event=self.event, number=number, reason=sent["reason"], by=self.actor)
        return entry_now(self, number)


class WaitingShape(serializers.Serializer[Any]):
    """A player without a partner."""

    id = serializers.IntegerField(source="pk")
    person = PersonShape(source="player")
    since = serializers.DateTimeField()


WAITING = {
    "id": 9,
    "person": {"surname": "Rota", "first_name": "Marisa"},
    "since": "2026-11-27T20:05:00+01:00",
}


def waiting(view: EventView) -> QuerySet[Waiting]:
    return Waiting.objects.filter(event=view.event).select_related("player").order_by("since", "pk")


class WaitingList(EventView):
    may = {"GET": READERS, "POST": DIRECTORS}
    tag = "waiting"

    @reads("list_waiting", "Who waits for a partner", WaitingShape, example=WAITING, paged=True, path=EVENT)
    def get(self, event: str) -> QuerySet[Waiting]:
        """Players without a partner, the longest waiting first."""
        return waiting(self)

    @acts(
        "wait_for_partner", "Let somebody wait for a partner", sends=PersonSent, answers=WaitingShape,
        status=201, example=WAITING, sent_example={"name": "Rota Marisa"}, path=EVENT,
    )  # fmt: skip
    def post(self, sent: Any, event: str) -> Waiting:
        """Put a player without a partner on the waiting list."""
        made = wait_for_partner(
            event=self.event, person=person(self, sent), club_name=self.event.club.name, by=self.actor
        )
        self.made = reverse("api_waiting_one", args=[self.event.slug, made.pk])
        return made


class OneWaiting(EventView):
    may = {"GET": READERS, "DELETE": DIRECTORS}
    tag = "waiting"

    @reads("read_waiting", "Somebody who waits", WaitingShape, example=WAITING, path={"event": "", "pk": ""})
    def get(self, event: str, pk: int) -> Waiting:
        """A player without a partner."""
        return self.one(pk)

    @acts("stop_waiting", "Somebody waits no longer", status=204, path={"event": "", "pk": ""})
    def delete(self, sent: Any, event: str, pk: int) -> None:
        """Somebody who waited leaves the list."""
        stop_waiting(event=self.event, waiting_id=self.one(pk).pk, by=self.actor)

    def one(self, pk: int) -> Waiting:
        found = waiting(self).filter(pk=pk).first()
        if found is None:
            raise not_there()
        return found


class JoinSent(Sent):
    """Two who wait, by id."""

    first = Whole(1, MOST_ID)
    second = Whole(1, MOST_ID)


class Join(EventView):
    may = {"POST": DIRECTORS}
    tag = "waiting"

    @acts(
        "join", "Make a pair of two who wait", sends=JoinSent, answers=EntryShape, status=201, example=ENTRY,
        sent_example={"first": 9, "second": 10}, path=EVENT,
    )  # fmt: skip
    def post(self, sent: Any, event: str) -> EntryTold:
        """A pair of two who wait, marked as here; while round 1 is played it completes a table."""
        made = join(event=self.event, first_id=sent["first"], second_id=sent["second"], by=self.actor)
        self.made = reverse("api_entry", args=[self.event.slug, made.number])
        return entry_told(seen_by(self), made.number)


OF = "events/<slug:event>/entries/<number:number>/"
WAIT = "events/<slug:event>/waiting/"

urls = [
    path(OF + "substitute/", Substitute.as_view(), name="api_entry_substitute"),
    path(OF + "withdraw/", Withdraw.as_view(), name="api_entry_withdraw"),
    path(OF + "take-back-withdrawal/", TakeBackWithdrawal.as_view(), name="api_entry_take_back_withdrawal"),
    path(WAIT, WaitingList.as_view(), name="api_waiting"),
    path(WAIT + "join/", Join.as_view(), name="api_join"),
    path(WAIT + "<identity:pk>/", OneWaiting.as_view(), name="api_waiting_one"),
]
