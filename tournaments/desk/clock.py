"""The clock of the round: started by the director, never by itself; paused, lengthened, stopped.

Lengths (docs/rules.md 4): 25 minutes for two hands, 35 for three, 45 for four; the director may change them.
What is kept is a moment of the server or the seconds that remain, so a restart of the server loses nothing.
"""

from __future__ import annotations

from datetime import timedelta

from scoring.sentences import gettext_noop, say
from tournaments.boards.clock import ClockFace
from tournaments.desk.actions import permit
from tournaments.desk.change import Actor, Change, DeskRefusal, NeedsConfirmationError, change
from tournaments.models import Clock, Event, Round

LONGEST = 240  # minutes
MOST_EXTRA = 60  # minutes
WARNING = 5  # minutes


def minutes_for(hands: int) -> int:
    """The length of a round of so many hands, in minutes (docs/rules.md 4).

    >>> [minutes_for(hands) for hands in (2, 3, 4)]
    [25, 35, 45]
    """
    return 10 * hands + 5


def start_clock(
    *, event: Event, by: Actor, minutes: int | None = None, warning: int = WARNING, number: int | None = None
) -> Clock:
    """Start the clock of round ``number`` (None: the last one whose seats are published).

    ``minutes``: its length, None for the rules' length; ``warning``: so many minutes before the end it
    warns. A clock that is there for this round is not started twice.
    """
    with change(event, by=by) as frame:
        permit("change", frame.event.state)
        found = _round(frame, number)
        permit("clock", found.state)
        minutes = minutes_for(frame.event.hands_per_round) if minutes is None else minutes
        _refuse_length(minutes, warning)
        last = Clock.objects.filter(event=frame.event).first()
        if last is not None and last.round_number == found.number:
            raise DeskRefusal(
                "clock_started",
                say(
                    gettext_noop("The clock of round {number} has been started already."), number=found.number
                ),
            )
        clock, _made = Clock.objects.update_or_create(
            event=frame.event,
            defaults={
                "round_number": found.number,
                "started_at": frame.at,
                "length": minutes * 60,
                "ends_at": frame.at + timedelta(minutes=minutes),
                "left": None,
                "warning": warning * 60,
                "last_lap_at": None,
            },
        )
        frame.write("start_clock", round_number=found.number, new={"minutes": minutes, "warning": warning})
    return clock


def pause_clock(*, event: Event, by: Actor) -> Clock:
    """Hold the clock; the seconds that every screen shows now are kept."""
    with change(event, by=by) as frame:
        clock = _clock(frame)
        if clock.ends_at is None:
            raise DeskRefusal("clock_paused", say(gettext_noop("The clock is paused already.")))
        left = _left(frame, clock)
        if left == 0:
            raise DeskRefusal("clock_over", say(gettext_noop("The time is over: there is nothing to pause.")))
        clock.ends_at, clock.left = None, left
        clock.save(update_fields=["ends_at", "left"])
        frame.write("pause_clock", round_number=clock.round_number, new=_time(left))
    return clock


def resume_clock(*, event: Event, by: Actor) -> Clock:
    """Let a paused clock go on from the second at which it was held."""
    with change(event, by=by) as frame:
        clock = _clock(frame)
        if clock.left is None:
            raise DeskRefusal("clock_running", say(gettext_noop("The clock is running already.")))
        left = clock.left
        clock.ends_at, clock.left = frame.at + timedelta(seconds=left), None
        clock.save(update_fields=["ends_at", "left"])
        frame.write("resume_clock", round_number=clock.round_number, new=_time(left))
    return clock


def add_time(*, event: Event, by: Actor, minutes: int, key: str = "") -> Clock:
    """Give minutes or, below zero, take them away; a time that is over goes on from now.

    Taking away more than is left ends the time. ``key``: of one press of the button.
    """
    with change(event, by=by, key=key) as frame:
        clock = _clock(frame)
        if minutes == 0 or abs(minutes) > MOST_EXTRA:
            raise DeskRefusal(
                "extra_time",
                say(gettext_noop("Between 1 and {most} minutes can be given or taken."), most=MOST_EXTRA),
            )
        left = _left(frame, clock)
        given = max(60 * minutes, -left)
        if given == 0:
            raise DeskRefusal("clock_over", say(gettext_noop("The time is over: none can be taken away.")))
        if clock.ends_at is None:
            clock.left = left + given
        else:
            clock.ends_at = max(clock.ends_at, frame.at) + timedelta(seconds=given)
        clock.length = max(clock.length + given, left + given)
        clock.save(update_fields=["ends_at", "left", "length"])
        frame.write(
            "add_time", round_number=clock.round_number, new={"minutes": minutes, **_time(left + given)}
        )
    return clock


def announce_last_lap(*, event: Event, by: Actor) -> Clock:
    """Tell the hall that the hand being played is the last."""
    with change(event, by=by) as frame:
        clock = _clock(frame)
        if clock.last_lap_at is not None:
            raise DeskRefusal("last_lap", say(gettext_noop("The last hand has been announced already.")))
        clock.last_lap_at = frame.at
        clock.save(update_fields=["last_lap_at"])
        frame.write("announce_last_lap", round_number=clock.round_number)
    return clock


def stop_clock(*, event: Event, by: Actor, confirmed: bool = False) -> None:
    """Take the clock off the screens; asks first while there is time left."""
    with change(event, by=by) as frame:
        clock = _clock(frame)
        left = _left(frame, clock)
        if left and not confirmed:
            raise NeedsConfirmationError(
                "stop_clock",
                say(
                    gettext_noop(
                        "There are {minutes_left} min {seconds_left} s left. Stop the clock all the same?"
                    ),
                    **_time(left),
                ),
            )
        clock.delete()
        frame.write("stop_clock", round_number=clock.round_number, old=_time(left))


def _round(frame: Change, number: int | None) -> Round:
    rounds = frame.event.rounds.order_by("-number")
    found = rounds.filter(number=number) if number is not None else rounds.exclude(state=Round.State.DRAWN)
    there = found.first()
    if there is None:
        raise DeskRefusal(
            "no_round_published",
            say(gettext_noop("No seats are published: the clock starts when a round is to be played.")),
        )
    return there


def _clock(frame: Change) -> Clock:
    """The clock of the round being played, of an event that is not over."""
    permit("change", frame.event.state)
    clock = Clock.objects.filter(event=frame.event).first()
    if (
        clock is None
        or not frame.event.rounds.filter(number=clock.round_number, state=Round.State.PUBLISHED).exists()
    ):
        raise DeskRefusal("no_clock", say(gettext_noop("No clock is running: start it first.")))
    return clock


def _left(frame: Change, clock: Clock) -> int:
    face = ClockFace(
        clock.round_number, clock.length, clock.ends_at, clock.left, clock.warning, clock.last_lap_at
    )
    return face.seconds_left(frame.at)


def _time(seconds: int) -> dict[str, int]:
    return {"minutes_left": seconds // 60, "seconds_left": seconds % 60}


def _refuse_length(minutes: int, warning: int) -> None:
    if not 1 <= minutes <= LONGEST:
        raise DeskRefusal(
            "clock_length",
            say(gettext_noop("A round lasts between 1 and {most} minutes."), most=LONGEST),
        )
    if not 0 <= warning < minutes:
        raise DeskRefusal(
            "clock_warning", say(gettext_noop("The warning comes before the end and after the beginning."))
        )
