"""One event as its verbs would have left it: drawn by the house's own draw, scored, in the journal."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, time, timedelta
from typing import Any

from django.utils.text import slugify

from scoring.standings import StandingsPenalty
from scoring.victory_points import bye, for_hands
from tournaments.boards.facts import EntryFact, Facts, MatchFact
from tournaments.boards.settings_told import settings_told
from tournaments.boards.table import ALPHABET, LENGTH
from tournaments.desk import drawing
from tournaments.desk.codes import VALID_FOR
from tournaments.desk.drawing.sentences import chairs
from tournaments.desk.events import phases_of
from tournaments.desk.federation.calendar import HANDS, Evening
from tournaments.desk.federation.people import People
from tournaments.desk.federation.writing import Table
from tournaments.desk.publishing import rows_after
from tournaments.models import (
    Entry,
    Event,
    HandResult,
    JournalLine,
    Line,
    Match,
    Member,
    Penalty,
    Phase,
    Publication,
    Result,
    Round,
    Seat,
    Source,
    TableCode,
)

BEGINS = time(19, 30, tzinfo=UTC)
A_ROUND = timedelta(minutes=45)
DIRECTORS = ("Ada Lavagnoli", "Bruno Cornaldi", "Clara Sereghini", "Dino Orsenighi", "Elsa Ravasoli")
CORRECTED = 0.01
PENALISED = 0.05
SCALE = for_hands(HANDS)
BYE = bye(HANDS)


class EveningTables:
    """Every table an event has rows in, those pointed at first."""

    def __init__(self) -> None:
        event_columns = (
            "club_id", "slug", "name", "date", "kind", "state", "scale_bounds", "scale_maximum", "bye_vp",
            "bye_mp", "seed", "version", "created_at", "reported_at",
        )  # fmt: skip
        self.event = Table(Event, *event_columns)
        self.phase = Table(Phase, "event_id", "position", "movement", "rounds", "options")
        self.entry = Table(Entry, "event_id", "number", "club_id", "checked_in", "paid")
        self.member = Table(Member, "entry_id", "event_id", "player_id", "position")
        self.round = Table(
            Round, "event_id", "phase_id", "number", "state", "seed", "why", "drawn_at", "published_at",
            "closed_at",
        )  # fmt: skip
        self.match = Table(Match, "round_id", "table", "section")
        self.seat = Table(Seat, "match_id", "round_id", "entry_id", "line", "chair")
        self.code = Table(TableCode, "match_id", "line", "code", "issued_at", "expires_at")
        self.result = Table(Result, "match_id", "event_id", "state", "ns_mp", "ew_mp", "source", "at")
        self.hand = Table(HandResult, "result_id", "number", "ns_mp", "ew_mp")
        self.penalty = Table(Penalty, "event_id", "entry_id", "round_id", "scope", "vp", "reason", "at")
        self.publication = Table(Publication, "event_id", "number", "round_number", "version", "rows", "at")
        self.line = Table(
            JournalLine, "event_id", "number", "at", "by_name", "source", "verb", "round_number", "table",
            "entry_id", "other_entry_id", "old", "new", "reason",
        )  # fmt: skip

    @property
    def all(self) -> tuple[Table, ...]:
        return (
            self.event, self.phase, self.entry, self.member, self.round, self.match, self.seat, self.code,
            self.result, self.hand, self.penalty, self.publication, self.line,
        )  # fmt: skip


def add_evening(
    tables: EveningTables, people: People, evening: Evening, players: Sequence[int], luck: random.Random
) -> None:
    """Play one event from its list of pairs to where it has come."""
    _Playing(tables, evening, luck).play(people, players)


class _Playing:
    """An event while it is being made. Its row comes last: only then is its version known."""

    def __init__(self, tables: EveningTables, evening: Evening, luck: random.Random) -> None:
        self.tables, self.evening, self.luck = tables, evening, luck
        self.pk = tables.event.last + 1
        self.event = Event(
            pk=self.pk,
            name=evening.name,
            date=evening.date,
            kind=evening.kind,
            scale_bounds=list(SCALE.bounds),
            scale_maximum=SCALE.maximum,
            bye_vp=BYE[0],
            bye_mp=BYE[1],
            seed=luck.randrange(1_000_000),
        )
        self.phases = phases_of(self.event, evening.programme)
        self.version = self.published = 0
        self.at = datetime.combine(evening.date, BEGINS)
        self.director = luck.choice(DIRECTORS)

    def play(self, people: People, players: Sequence[int]) -> None:
        self._keep_line("create_event", new=settings_told(self.event, self.evening.programme))
        phase_keys = [
            self.tables.phase.add(self.pk, phase.position, str(phase.movement), phase.rounds, phase.options)
            for phase in self.phases
        ]
        facts = Facts(self.event, self._entries(people, players), {}, [])
        total = self.evening.closed + (self.evening.open is not None)
        for number in range(1, total + 1):
            facts = self._round(facts, number, phase_keys)
        if self.evening.state != Event.State.RUNNING:
            self._keep_line("finish_event", new={"state": str(Event.State.FINISHED)})
        if self.evening.state == Event.State.ARCHIVED:
            self._keep_line("archive_event", new={"state": str(Event.State.ARCHIVED)})
        self._event(people)

    def _event(self, people: People) -> None:
        evening, event = self.evening, self.event
        begun = datetime.combine(evening.date, BEGINS)
        reported = begun + timedelta(days=3) if evening.state == Event.State.ARCHIVED else None
        slug = f"{slugify(evening.name)}-{evening.date.isoformat()}-{self.pk}"
        self.tables.event.add(
            people.clubs[evening.club], slug, evening.name, evening.date, evening.kind, str(evening.state),
            event.scale_bounds, event.scale_maximum, event.bye_vp, event.bye_mp, event.seed, self.version,
            begun - timedelta(days=7), reported,
        )  # fmt: skip

    def _entries(self, people: People, players: Sequence[int]) -> dict[int, EntryFact]:
        entries = {}
        for number in range(1, self.evening.pairs + 1):
            two = players[2 * number - 2 : 2 * number]
            club = people.club_of[two[0]]
            pk = self.tables.entry.add(self.pk, number, club, True, True)
            for position, player in enumerate(two, start=1):
                self.tables.member.add(pk, self.pk, player, position)
            entries[number] = EntryFact(pk, number, str(Entry.State.ACTIVE), club, "", 1, None, None)
        self._keep_line("enter", new={"numbers": list(entries)})
        return entries

    def _round(self, facts: Facts, number: int, phase_keys: Sequence[int]) -> Facts:
        """Draw, publish, score and close a round; the last one of an evening being played stays open."""
        place = drawing.next_place(facts, self.phases)
        seed = self.event.seed + number
        drawn = drawing.draw(facts, place, drawing.Choice(seed))
        is_open = number > self.evening.closed
        drawn_at, published_at = self.at, self.at + timedelta(minutes=4)
        state = str(Round.State.PUBLISHED if is_open else Round.State.CLOSED)
        key = self.tables.round.add(
            self.pk, phase_keys[place.position.index], number, state, seed, drawn.why, drawn_at, published_at,
            None if is_open else self.at + A_ROUND,
        )  # fmt: skip
        matches = [self._match(facts, key, number, pairing, drawn) for pairing in drawn.pairings]
        told = {
            "phase": str(place.phase), "tables": len(matches), "seed": seed, "how": drawn.why["how"],
            "seats": drawn.why["seats"],
        }  # fmt: skip
        self._keep_line("draw_round", number, new=told)
        self._keep_line("publish_round", number, old={"state": "drawn"}, new={"state": "published"})
        if is_open:
            self._codes(matches)
        wanted = self.evening.open if is_open else None
        matches = self._results(facts, number, matches, wanted)
        states = facts.rounds | {number: state}
        facts = Facts(facts.event, facts.entries, states, facts.matches + matches, list(facts.penalties))
        if not is_open:
            self._penalty(facts, number, key)
            self._close(facts, number)
        self.at = drawn_at + A_ROUND + timedelta(minutes=5)
        return facts

    def _match(self, facts: Facts, key: int, number: int, pairing: Any, drawn: drawing.Drawn) -> MatchFact:
        section = drawn.sections.get(pairing.table, 1)
        pk = self.tables.match.add(key, pairing.table, section)
        ns, ew = tuple(chairs(pairing.ns)), tuple(chairs(pairing.ew))
        for line, seated in ((Line.NS, ns), (Line.EW, ew)):
            for chair, entry in enumerate(seated):
                self.tables.seat.add(pk, key, facts.entries[entry].pk, str(line), chair)
        return MatchFact(pk, number, pairing.table, section, ns, ew)

    def _codes(self, matches: Sequence[MatchFact]) -> None:
        for match in matches:
            for line in Line if not match.is_bye else ():
                code = _code(self.tables.code.last + 1)
                self.tables.code.add(match.pk, str(line), code, self.at, self.at + VALID_FOR)

    def _results(
        self, facts: Facts, number: int, matches: list[MatchFact], wanted: int | None
    ) -> list[MatchFact]:
        """The results of a round, ``wanted`` of them (None: all), in the order in which tables finish."""
        played = [match for match in matches if not match.is_bye]
        order = self.luck.sample(played, len(played) if wanted is None else wanted)
        self.at += timedelta(minutes=25)
        scored = {}
        for match in order:
            self.at += timedelta(seconds=self.luck.randint(2, 40))
            scored[match.pk] = self._result(facts, number, match)
        return [scored.get(match.pk, match) for match in matches]

    def _result(self, facts: Facts, number: int, match: MatchFact) -> MatchFact:
        hands = self._hands()
        ns, ew = sum(hand[0] for hand in hands), sum(hand[1] for hand in hands)
        who = (facts.entries[match.ns[0]].pk, facts.entries[match.ew[0]].pk)
        old: Mapping[str, Any] = {}
        verb = "record_result"
        if self.luck.random() < CORRECTED:
            old = {"ns": ns + 100, "ew": ew}
            self.tables.result.add(
                match.pk, self.pk, str(Result.State.SUPERSEDED), ns + 100, ew, str(Source.DESK), self.at
            )
            self._keep_line(verb, number, match.table, who, new=old)
            self.at += timedelta(seconds=30)
            verb = "correct_result"
        result = self.tables.result.add(
            match.pk, self.pk, str(Result.State.CONFIRMED), ns, ew, str(Source.DESK), self.at
        )
        for at, hand in enumerate(hands, start=1):
            self.tables.hand.add(result, at, *hand)
        self._keep_line(verb, number, match.table, who, old=old, new={"ns": ns, "ew": ew, "hands": hands})
        return replace(match, ns_mp=ns, ew_mp=ew)

    def _hands(self) -> list[list[int]]:
        """Four hands as cards make them: one line closes, the other is left with what it has."""
        luck = self.luck
        hands = []
        for _ in range(HANDS):
            won, lost = 5 * luck.randint(80, 230), 5 * luck.randint(-20, 150)
            hands.append([won, lost] if luck.random() < 0.5 else [lost, won])
        return hands

    def _penalty(self, facts: Facts, number: int, key: int) -> None:
        if self.luck.random() >= PENALISED / self.evening.programme.rounds:
            return
        entry = facts.entries[self.luck.randint(1, self.evening.pairs)]
        scope, reason = str(Penalty.Scope.STANDINGS), "Ritardo"
        self.tables.penalty.add(self.pk, entry.pk, key, scope, 1, reason, self.at)
        told = {"penalties": [[entry.number, number, scope, 1, 0]]}
        self._keep_line("penalise", number, who=(entry.pk, None), new=told, reason=reason)
        facts.penalties.append((number, StandingsPenalty(entry.number, 1, 0, number)))

    def _close(self, facts: Facts, number: int) -> None:
        self._keep_line("close_round", number, old={"state": "published"}, new={"state": "closed"})
        self.published += 1
        self.tables.publication.add(
            self.pk, self.published, number, self.version, rows_after(facts, number), self.at
        )

    def _keep_line(
        self,
        verb: str,
        number: int | None = None,
        table: int | None = None,
        who: tuple[int | None, int | None] = (None, None),
        *,
        old: Mapping[str, Any] | None = None,
        new: Mapping[str, Any] | None = None,
        reason: str = "",
    ) -> None:
        self.version += 1
        self.tables.line.add(
            self.pk, self.version, self.at, self.director, str(Source.DESK), verb, number, table, *who,
            dict(old or {}), dict(new or {}), reason,
        )  # fmt: skip


def _code(number: int) -> str:
    """A code that looks drawn, and is another one for every number."""
    shuffled = number * 7_919_777_771 % len(ALPHABET) ** LENGTH
    signs = []
    for _ in range(LENGTH):
        shuffled, sign = divmod(shuffled, len(ALPHABET))
        signs.append(ALPHABET[sign])
    return "".join(signs)
