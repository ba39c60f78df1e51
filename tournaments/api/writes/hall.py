"""The hall: the clock of the round, what the wall shows, tables that call the director."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.urls import path
from rest_framework import serializers

from tournaments.api.callers import DIRECTORS, READERS, SCORERS
from tournaments.api.operations import acts, reads
from tournaments.api.reads.journal import clock_told
from tournaments.api.refusals import not_there
from tournaments.api.shapes.fields import Confirmable, Sent, Whole
from tournaments.api.shapes.journal import CLOCK, ClockShape
from tournaments.api.views import EventView
from tournaments.boards.table import Call, open_calls
from tournaments.desk import clock as desk
from tournaments.desk.calls import answer_call
from tournaments.desk.wall import QUICKEST, SLOWEST, set_wall
from tournaments.models import DirectorCall, Line, Wall

EVENT = {"event": ""}


class ClockView(EventView):
    """The clock of an event: whoever is stale is told how it stands."""

    tag = "clock"

    def current(self) -> Any:
        return ClockShape(clock_told(self)).data


class StartSent(Sent):
    """How long; left out, as long as the rules say for so many hands."""

    round = Whole(1, 999_999, required=False, help_text="Left out, the last one whose seats are published.")
    minutes = Whole(1, desk.LONGEST, required=False)
    warning = Whole(0, desk.LONGEST, default=desk.WARNING, help_text="Minutes before the end it warns.")


class StartClock(ClockView):
    may = {"POST": DIRECTORS}

    @acts(
        "start_clock", "Start the clock", sends=StartSent, answers=ClockShape, example=CLOCK,
        sent_example={"minutes": 45, "warning": 5}, path=EVENT,
    )  # fmt: skip
    def post(self, sent: Any, event: str) -> Any:
        """Start the clock of a round, once."""
        desk.start_clock(
            event=self.event,
            by=self.actor,
            minutes=sent.get("minutes"),
            warning=sent["warning"],
            number=sent.get("round"),
        )
        return clock_told(self)


class PauseClock(ClockView):
    may = {"POST": DIRECTORS}

    @acts("pause_clock", "Hold the clock", answers=ClockShape, example=CLOCK, path=EVENT)
    def post(self, sent: Any, event: str) -> Any:
        """Hold the clock; the seconds that every screen shows now are kept."""
        desk.pause_clock(event=self.event, by=self.actor)
        return clock_told(self)


class ResumeClock(ClockView):
    may = {"POST": DIRECTORS}

    @acts("resume_clock", "Let the clock go on", answers=ClockShape, example=CLOCK, path=EVENT)
    def post(self, sent: Any, event: str) -> Any:
        """Let a paused clock go on from the second at which it was held."""
        desk.resume_clock(event=self.event, by=self.actor)
        return clock_told(self)


class AddSent(Sent):
    """How many minutes; below zero they are taken away."""

    minutes = Whole(-desk.MOST_EXTRA, desk.MOST_EXTRA)


class AddTime(ClockView):
    may = {"POST": DIRECTORS}

    @acts(
        "add_time", "Give or take minutes", sends=AddSent, answers=ClockShape, example=CLOCK,
        sent_example={"minutes": 3}, path=EVENT,
    )  # fmt: skip
    def post(self, sent: Any, event: str) -> Any:
        """Give minutes or, below zero, take them away. Send an Idempotency-Key: twice gives twice."""
        desk.add_time(event=self.event, by=self.actor, minutes=sent["minutes"])
        return clock_told(self)


class LastLap(ClockView):
    may = {"POST": DIRECTORS}

    @acts("announce_last_lap", "Announce the last hand", answers=ClockShape, example=CLOCK, path=EVENT)
    def post(self, sent: Any, event: str) -> Any:
        """Tell the hall that the hand being played is the last."""
        desk.announce_last_lap(event=self.event, by=self.actor)
        return clock_told(self)


class StopSent(Confirmable):
    """Yes, while there is time left."""


class StopClock(ClockView):
    may = {"POST": DIRECTORS}

    @acts(
        "stop_clock", "Stop the clock", sends=StopSent, answers=ClockShape,
        example={**CLOCK, "state": "none"}, sent_example={"confirmed": True}, path=EVENT,
    )  # fmt: skip
    def post(self, sent: Any, event: str) -> Any:
        """Take the clock off the screens; asks first while there is time left (409 `stop_clock`)."""
        desk.stop_clock(event=self.event, by=self.actor, confirmed=sent["confirmed"])
        return clock_told(self)


class WallSent(Sent):
    """What the screens show, and how long a page of it stays."""

    shows = serializers.ChoiceField(Wall.Shows.choices)
    seconds_a_page = Whole(QUICKEST, SLOWEST, default=12)


class WallShape(serializers.Serializer[Any]):
    """What the screens on the wall show."""

    shows = serializers.ChoiceField(Wall.Shows.choices)
    seconds_a_page = serializers.IntegerField()


WALL = {"shows": "standings", "seconds_a_page": 12}


class TheWall(EventView):
    may = {"GET": READERS, "PUT": DIRECTORS}
    tag = "wall"

    @reads("read_wall", "What the wall shows", WallShape, example=WALL, path=EVENT)
    def get(self, event: str) -> Wall:
        """What the screens on the wall show, and how many seconds a page stays."""
        return Wall.objects.filter(event=self.event).first() or Wall(event=self.event)

    @acts(
        "set_wall", "Choose what the wall shows", sends=WallSent, answers=WallShape, example=WALL,
        sent_example=WALL, path=EVENT,
    )  # fmt: skip
    def put(self, sent: Any, event: str) -> Wall:
        """Choose what the screens show; what they show already leaves no line."""
        return set_wall(event=self.event, by=self.actor, **sent)


class CallShape(serializers.Serializer[Any]):
    """A table that waits for the director."""

    id = serializers.IntegerField(source="pk")
    round = serializers.IntegerField()
    table = serializers.IntegerField()
    line = serializers.ChoiceField(Line.values)
    at = serializers.DateTimeField()


CALL = {"id": 3, "round": 2, "table": 7, "line": "ns", "at": "2026-11-27T21:05:00+01:00"}


class Calls(EventView):
    may = {"GET": READERS}
    tag = "calls"

    @reads("list_calls", "Who calls the director", CallShape, example=CALL, paged=True, path=EVENT)
    def get(self, event: str) -> Sequence[Call]:
        """Tables that wait for the director, the longest waiting first."""
        return open_calls(self.event)


class AnswerCall(EventView):
    may = {"POST": SCORERS}
    tag = "calls"

    @acts("answer_call", "Somebody has gone to the table", status=204, path={"event": "", "pk": ""})
    def post(self, sent: Any, event: str, pk: int) -> None:
        """Somebody has gone to the table that called; said twice, nothing happens."""
        if not DirectorCall.objects.filter(event=self.event, pk=pk).exists():
            raise not_there()
        answer_call(event=self.event, call_id=pk, by=self.actor)


AT = "events/<slug:event>/"

urls = [
    path(AT + "clock/start/", StartClock.as_view(), name="api_clock_start"),
    path(AT + "clock/pause/", PauseClock.as_view(), name="api_clock_pause"),
    path(AT + "clock/resume/", ResumeClock.as_view(), name="api_clock_resume"),
    path(AT + "clock/add-time/", AddTime.as_view(), name="api_clock_add_time"),
    path(AT + "clock/last-lap/", LastLap.as_view(), name="api_clock_last_lap"),
    path(AT + "clock/stop/", StopClock.as_view(), name="api_clock_stop"),
    path(AT + "wall/", TheWall.as_view(), name="api_wall"),
    path(AT + "calls/", Calls.as_view(), name="api_calls"),
    path(AT + "calls/<identity:pk>/answer/", AnswerCall.as_view(), name="api_call_answer"),
]
