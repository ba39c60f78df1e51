"""Standings, results, journal and players of an event, a club or a season, as tables written row by row.

Every table reads event after event and forgets each one before the next, so that a season of 500 events takes
no more memory than its largest evening. Headings and sentences are in the language that is active.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Max, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.match import MatchResult, line_results
from tournaments.boards.desk_players import kept_by
from tournaments.boards.facts import Facts, MatchFact, load
from tournaments.boards.journal import sentence_of
from tournaments.boards.names import Names, PairName, load_names
from tournaments.models import Club, Entry, Event, JournalLine, Member, Player, Round, Source
from tournaments.spreadsheets.writing.tables import POINTS, SIGNED, Column, Table, Value
from tournaments.words import spoken

STANDINGS, RESULTS, JOURNAL, PLAYERS = "standings", "results", "journal", "players"
WHAT = (STANDINGS, RESULTS, JOURNAL, PLAYERS)
AT_A_TIME = 50

Row = list[Value]
Step = Callable[[], None]


@dataclass(frozen=True)
class Scope:
    """What an export is about. ``event``: this one; else the events of ``club`` (None: of every club)
    from the year ``first`` to ``last``, both included where given.

    ``public``: only what is released, and nothing of the journal or of players but their names.
    ``contacts``: with phone and e-mail of players, for those who look after them.
    """

    event: Event | None = None
    club: Club | None = None
    first: int | None = None
    last: int | None = None
    public: bool = False
    contacts: bool = False

    @property
    def events(self) -> QuerySet[Event]:
        """The events in order of their dates."""
        found = Event.objects.all()
        if self.event is not None:
            found = found.filter(pk=self.event.pk)
        if self.club is not None:
            found = found.filter(club=self.club)
        if self.first is not None:
            found = found.filter(date__year__gte=self.first)
        if self.last is not None:
            found = found.filter(date__year__lte=self.last)
        return found.order_by("date", "pk")

    @property
    def several(self) -> bool:
        return self.event is None


def tables(scope: Scope, what: Sequence[str], step: Step) -> list[Table]:
    """The tables asked for; ``step`` is called after each event of each table, ``steps`` times in all."""
    made = {STANDINGS: _standings, RESULTS: _results, JOURNAL: _journal, PLAYERS: _players}
    return [made[one](scope, step) for one in WHAT if one in what]


def steps(scope: Scope, what: Sequence[str]) -> int:
    """How often ``tables`` will call ``step``: the players of many events are read at once."""
    events = 1 if scope.event is not None else scope.events.count()
    return sum(1 if one == PLAYERS else events for one in what)


def _each(scope: Scope, step: Step) -> Iterator[Event]:
    """The events one after the other, a few fetched at a time."""
    keys = list(scope.events.values_list("pk", flat=True))
    for start in range(0, len(keys), AT_A_TIME):
        some = Event.objects.select_related("club").in_bulk(keys[start : start + AT_A_TIME])
        for key in keys[start : start + AT_A_TIME]:
            if key in some:
                yield some[key]
            step()


def _about(scope: Scope) -> list[Column]:
    """Of which event a row is, where there are several."""
    if not scope.several:
        return []
    return [Column(_("Date"), 12), Column(_("Event"), 36), Column(_("Organizer"), 30)]


def _of(scope: Scope, event: Event) -> Row:
    return [event.date, event.name, event.club.name] if scope.several else []


def _standings(scope: Scope, step: Step) -> Table:
    columns = [
        *_about(scope), Column(_("After round"), 9), Column(_("Place"), 8), Column(_("Pair no."), 8),
        Column(_("Player 1"), 28), Column(_("Player 2"), 28), Column(_("Club"), 30), Column("VP", 8),
        Column("MP", 10, SIGNED), Column(_("Gross MP"), 10, POINTS), Column(_("Rounds played"), 9),
        Column(_("Rests"), 8),
    ]  # fmt: skip

    def rows() -> Iterator[Row]:
        for event in _each(scope, step):
            facts, names = load(event), load_names(event)
            upto = facts.last_closed if scope.public else facts.last_scored
            if scope.public and not upto:
                continue
            about = _of(scope, event)
            for standing in facts.standings(upto):
                name = names.of(int(str(standing.entry)), upto or None)
                yield [
                    *about, upto or None, standing.place, name.number, *_people(name), name.club, standing.vp,
                    standing.net_mp, standing.gross_mp, standing.played, standing.byes,
                ]  # fmt: skip

    return Table(_("Standings"), columns, rows())


def _results(scope: Scope, step: Step) -> Table:
    columns = [
        *_about(scope), Column(_("Round"), 8), Column(_("Table"), 8), Column(_("Pair N-S"), 9),
        Column(_("Names N-S"), 34), Column(_("Pair E-W"), 9), Column(_("Names E-W"), 34),
        Column(_("MP N-S"), 10, POINTS), Column(_("MP E-W"), 10, POINTS), Column(_("VP N-S"), 8),
        Column(_("VP E-W"), 8), Column(_("Remark"), 18),
    ]  # fmt: skip

    def rows() -> Iterator[Row]:
        for event in _each(scope, step):
            facts, names = load(event), load_names(event)
            about = _of(scope, event)
            for match in sorted(facts.matches, key=lambda each: (each.round, each.table)):
                if not (scope.public and facts.rounds[match.round] == Round.State.DRAWN):
                    yield [*about, *_match(facts, names, match)]

    return Table(_("Results"), columns, rows())


def _match(facts: Facts, names: Names, match: MatchFact) -> Row:
    ns_vp, ew_vp = _vp(facts, match)
    remark = _("rests") if match.is_bye else _("referee’s score") if match.ruling else ""
    return [
        match.round, match.table,
        _number(match.ns), _together(names, match.ns, match.round),
        _number(match.ew), _together(names, match.ew, match.round),
        match.ns_mp, match.ew_mp, ns_vp, ew_vp, remark,
    ]  # fmt: skip


def _number(seated: tuple[int, ...]) -> Value:
    """A pair's number; of single players who share a line both."""
    return seated[0] if len(seated) == 1 else " ".join(map(str, seated)) or None


def _together(names: Names, seated: tuple[int, ...], in_round: int) -> str:
    name = names.together(seated, in_round)
    if name is None:
        return ""
    return " – ".join(person.full for person in name.people) or name.short


def _vp(facts: Facts, match: MatchFact) -> tuple[int | None, int | None]:
    if facts.rounds[match.round] == Round.State.DRAWN or not match.is_settled:
        return None, None
    event = facts.event
    result = MatchResult(
        round=match.round, ns=match.ns or None, ew=match.ew or None, ns_mp=match.ns_mp, ew_mp=match.ew_mp,
        ns_off=match.ns_off, ew_off=match.ew_off, ruling=match.ruling,
    )  # fmt: skip
    lines = {line.entry: line.vp for line in line_results(result, event.scale, (event.bye_vp, event.bye_mp))}
    return lines.get(match.ns), lines.get(match.ew)


def _journal(scope: Scope, step: Step) -> Table:
    columns = [
        *_about(scope), Column(_("Line"), 8), Column(_("When"), 20), Column(_("Who"), 24),
        Column(_("From"), 16), Column(_("Round"), 8), Column(_("Table"), 8), Column(_("What"), 70),
        Column(_("Reason"), 40),
    ]  # fmt: skip

    def rows() -> Iterator[Row]:
        sources = {value: str(label) for value, label in Source.choices}
        for event in () if scope.public else _each(scope, step):
            names, about = load_names(event), _of(scope, event)
            lines = JournalLine.objects.filter(event=event).select_related("entry", "other_entry")
            for line in lines.order_by("number").iterator(chunk_size=500):
                yield [
                    *about, line.number, _here(line.at), line.by_name, sources[line.source],
                    line.round_number, line.table, spoken(sentence_of(line, names)),
                    "" if line.reason == "swap" else line.reason,
                ]  # fmt: skip

    return Table(_("Journal"), columns, rows())


def _players(scope: Scope, step: Step) -> Table:
    return _of_event(scope, step) if scope.event is not None else _of_club(scope, step)


_PERSON = ("surname", "first_name", "card_number", "card_kind", "card_year", "club__name", "phone", "email")


def _person_columns(scope: Scope) -> list[Column]:
    columns = [
        Column(_("Surname"), 24), Column(_("First name"), 22), Column(_("Card number"), 14),
        Column(_("Kind of card"), 14), Column(_("Card of the year"), 9), Column(_("Club"), 30),
    ]  # fmt: skip
    return [*columns, Column(_("Phone"), 16), Column(_("E-mail"), 28)] if scope.contacts else columns


def _person(scope: Scope, values: Sequence[Value]) -> Row:
    surname, first, card, kind, year, club, phone, email = values
    kinds = dict(Player.CardKind.choices)
    row: Row = [surname, first, card, str(kinds.get(str(kind), "")), year, club]
    return [*row, phone, email] if scope.contacts else row


def _of_event(scope: Scope, step: Step) -> Table:
    """Everybody who sits or has sat, with the number of the pair."""
    columns = [Column(_("Pair no."), 8), *_person_columns(scope), Column(_("State"), 14)]

    def rows() -> Iterator[Row]:
        fields = ("entry__number", "entry__state", "to_round", *(f"player__{name}" for name in _PERSON))
        states = dict(Entry.State.choices)
        members = Member.objects.filter(event=scope.event).order_by("entry__number", "position", "from_round")
        for number, state, to_round, *person in members.values_list(*fields).iterator(chunk_size=500):
            told = str(states[state]) if to_round is None else _("replaced")
            yield [number, *_person(scope, person), told]
        step()

    return Table(_("Players"), columns, rows())


def _of_club(scope: Scope, step: Step) -> Table:
    """The players a club looks after, and whoever has played in the events: how often, and when last."""
    columns = [*_person_columns(scope), Column(_("Events played"), 9), Column(_("Last played"), 12)]

    def rows() -> Iterator[Row]:
        played = Q(memberships__event__in=scope.events.order_by().values("pk"))
        found = Player.objects.filter(merged_into=None, erased_at=None)
        if scope.club is not None:
            own = kept_by(Club.objects.filter(pk=scope.club.pk)).order_by().values("pk")
            guests = Member.objects.filter(event__in=scope.events.order_by().values("pk")).values("player")
            found = found.filter(Q(pk__in=own) | Q(pk__in=guests))
        counted = found.annotate(
            played=Count("memberships__event", filter=played, distinct=True),
            last=Max("memberships__event__date", filter=played),
        ).order_by("surname", "first_name", "pk")
        for *person, times, last in counted.values_list(*_PERSON, "played", "last").iterator(chunk_size=500):
            yield [*_person(scope, person), times, last]
        step()

    return Table(_("Players"), columns, rows())


def _people(name: PairName) -> tuple[str, str]:
    """The two of a pair in two cells; of a team its name, and everybody in it."""
    people = [person.full for person in name.people]
    if len(people) > 2:
        return name.short, ", ".join(people)
    return (people[0] if people else name.short), (people[1] if len(people) > 1 else "")


def _here(at: datetime) -> datetime:
    """A moment as the clock on the wall shows it; workbooks know no time zones."""
    return timezone.localtime(at).replace(tzinfo=None, microsecond=0)
