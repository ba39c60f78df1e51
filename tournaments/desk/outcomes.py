"""What a referee's decision brings, by the settings of the event, before it is made (docs/rules.md 5)."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Any

from scoring.awards import Award, Awards, awards
from scoring.sentences import gettext_noop, say
from tournaments.desk.change import DeskRefusal
from tournaments.models import Entry, Event, Line, Match, Penalty, Result, Round

NOTHING, WARNING, SECOND_WARNING, MATCH_PENALTY, SCORE = "none", "warning", "second", "match_penalty", "score"


NONE = Award(0, 0)


@dataclass(frozen=True)
class Outcome:
    """What follows for a pair. ``kind`` ``SCORE``: ``mine`` and ``theirs`` are what the two lines get for
    the match; else ``mine`` is what is taken off the pair, and the others get nothing."""

    kind: str
    mine: Award = NONE
    theirs: Award = NONE

    def with_amounts(self, mine: Award | None, theirs: Award | None = None) -> Outcome:
        """The same with the amounts the referee wrote instead of the usual ones."""
        return replace(self, mine=mine or self.mine, theirs=theirs or self.theirs)

    def as_told(self) -> dict[str, Any]:
        """For the journal."""
        if self.kind == SCORE:
            return {
                "vp": self.mine.vp,
                "mp": self.mine.mp,
                "other_vp": self.theirs.vp,
                "other_mp": self.theirs.mp,
            }
        return {"vp_off": self.mine.vp, "mp_off": self.mine.mp}


@dataclass(frozen=True)
class Sitting:
    """A pair at a table of a round."""

    entry: Entry
    match: Match
    line: str


def awards_of(event: Event) -> Awards:
    """What the event gives for lateness, withdrawal and warnings: the defaults where it says nothing else."""
    hands = min(max(event.hands_per_round, 2), 4)
    given = replace(awards(hands, event.scale), bye=Award(event.bye_vp, event.bye_mp))
    lost = Award(event.scale_maximum - event.bye_vp, -event.bye_mp)
    given = replace(given, late_loses=lost, left_justified=lost)
    chosen: dict[str, Any] = {}
    for known in fields(Awards):
        value = event.awards.get(known.name)
        if value is not None:
            chosen[known.name] = Award(*value) if isinstance(value, list) else value
    return replace(given, **chosen)


def late_outcome(event: Event, entry: Entry, minutes: int) -> Outcome:
    """What coming ``minutes`` late brings: a warning, MP off the match, or the match lost."""
    amounts = awards_of(event)
    kind = amounts.lateness(minutes)
    if kind == "lost":
        return Outcome(SCORE, amounts.late_loses, amounts.bye)
    if kind == "match_penalty":
        return Outcome(MATCH_PENALTY, Award(0, amounts.late_mp_off))
    return warning_outcome(event, entry) if kind == "warning" else Outcome(NOTHING)


def warning_outcome(event: Event, entry: Entry) -> Outcome:
    """A warning; every second one costs the pair VP and MP in the standings."""
    warned = event.penalties.filter(
        entry=entry, kind__in=(Penalty.Kind.WARNING, Penalty.Kind.TWO_WARNINGS), cancelled_at=None
    ).count()
    if warned % 2:
        return Outcome(SECOND_WARNING, awards_of(event).two_warnings)
    return Outcome(WARNING)


def absent_outcome(event: Event) -> Outcome:
    """A pair that never came to its table: nothing for it, the score of a bye for who waited."""
    return Outcome(SCORE, Award(0, 0), awards_of(event).bye)


def withdrawal_outcome(event: Event, sitting: Sitting, *, justified: bool) -> Outcome:
    """What leaving the table brings: with nothing played who stayed gets the bye's score, who left that of
    a lost match if there was a good reason, else nothing; a result already in is kept where it is better
    for who stayed, and not better for who left. Where both lines leave, both get nothing."""
    others = [s.entry for s in sitting.match.seats.exclude(line=sitting.line).select_related("entry")]
    if not others or sitting.match.round.state == Round.State.DRAWN:
        return Outcome(NOTHING)
    if all(other.state == Entry.State.WITHDRAWN for other in others):
        return Outcome(SCORE)
    stayed, leaver = _earned(event, sitting.match, sitting.line)
    there, left = awards_of(event).withdrawal(justified, stayed, leaver)
    return Outcome(SCORE, left, there)


def _earned(event: Event, match: Match, line: str) -> tuple[Award | None, Award | None]:
    """What who stays and who leaves have made at the table, if its result is in."""
    result = match.results.filter(state=Result.State.CONFIRMED).first()
    if result is None:
        return None, None
    ns_vp, ew_vp = event.scale.award(result.ns_mp, result.ew_mp)
    net = result.ns_mp - result.ew_mp
    ns, ew = Award(ns_vp, net), Award(ew_vp, -net)
    return (ew, ns) if line == Line.NS else (ns, ew)


def sitting_of(event: Event, entry: Entry, round_number: int) -> Sitting | None:
    """Where a pair sits in a round."""
    match = (
        Match.objects.select_related("round")
        .filter(round__event=event, round__number=round_number, seats__entry=entry)
        .first()
    )
    return None if match is None else Sitting(entry, match, match.seats.get(entry=entry).line)


def entry_in(event: Event, number: int) -> Entry:
    """The pair with this number; refuses where there is none."""
    entry = event.entries.filter(number=number).first()
    if entry is None:
        raise DeskRefusal(
            "unknown_entry", say(gettext_noop("There is no pair {number} in this event."), number=number)
        )
    return entry


def sitting_in(event: Event, number: int, round_number: int) -> Sitting:
    """Where the pair sits in the round; refuses where it does not."""
    sitting = sitting_of(event, entry_in(event, number), round_number)
    if sitting is None:
        raise DeskRefusal(
            "not_seated",
            say(
                gettext_noop("Pair {number} does not sit in round {round}."),
                number=number,
                round=round_number,
            ),
        )
    return sitting


def opposed_in(event: Event, number: int, round_number: int) -> Sitting:
    """The same at a table with opponents; a pair that rests keeps nobody waiting."""
    sitting = sitting_in(event, number, round_number)
    if not sitting.match.seats.exclude(line=sitting.line).exists():
        raise DeskRefusal(
            "rests",
            say(
                gettext_noop("Pair {number} rests in round {round}: nobody waits for it."),
                number=number,
                round=round_number,
            ),
        )
    return sitting
