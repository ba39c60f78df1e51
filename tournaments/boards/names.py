"""What the pairs of an event are called, and were called in each round. One query."""

from __future__ import annotations

from dataclasses import dataclass, field

from tournaments.models import Entry, Event
from tournaments.names import key


@dataclass(frozen=True, slots=True)
class Person:
    """A player's name as it is shown: the apostrophe of D’Angelo, not the one of a keyboard."""

    surname: str
    first_name: str

    @property
    def full(self) -> str:
        return f"{self.surname} {self.first_name}".rstrip()


@dataclass(frozen=True, slots=True)
class PairName:
    """A pair in one round: who they are, and what the hall calls them ("Gentile – Conti")."""

    number: int
    people: tuple[Person, ...]
    short: str
    club: str = ""

    def __str__(self) -> str:
        return self.short


@dataclass(frozen=True, slots=True)
class _Stay:
    """A player in a pair from one round to another (None: to the end)."""

    position: int
    from_round: int
    to_round: int | None
    person: Person

    def covers(self, number: int) -> bool:
        return self.from_round <= number and (self.to_round is None or self.to_round >= number)


@dataclass
class Names:
    """The names of all entries of an event by number and round."""

    stays: dict[int, list[_Stay]]
    team_names: dict[int, str]
    clubs: dict[int, str]
    changed: set[int] = field(default_factory=set)  # pairs in which somebody was replaced
    _made: dict[tuple[int, int | None], PairName] = field(default_factory=dict)

    def of(self, number: int, in_round: int | None = None) -> PairName:
        """The pair as it was in a round; without one, as it is now."""
        if number not in self.changed:
            in_round = None
        made = self._made.get((number, in_round))
        if made is None:
            made = self._made[number, in_round] = self._make(number, in_round)
        return made

    def together(self, seated: tuple[int, ...], in_round: int) -> PairName | None:
        """Who sits on a line of a table: a pair, single players named together, or nobody (the bye)."""
        names = [self.of(number, in_round) for number in seated]
        if len(names) < 2:
            return names[0] if names else None
        people = tuple(person for name in names for person in name.people)
        return PairName(names[0].number, people, " – ".join(name.short for name in names))

    def _make(self, number: int, in_round: int | None) -> PairName:
        stays = self.stays.get(number, [])
        if in_round is None:
            seated = [stay for stay in stays if stay.to_round is None]
        else:
            seated = [stay for stay in stays if stay.covers(in_round)]
        people = tuple(stay.person for stay in sorted(seated, key=lambda stay: stay.position))
        short = self.team_names[number] or " – ".join(person.surname for person in people) or f"{number}"
        return PairName(number, people, short, self.clubs[number])

    def everybody(self) -> list[tuple[Person, int]]:
        """Every player who sits or has sat, with the number of the pair."""
        found = {(stay.person, number) for number, stays in self.stays.items() for stay in stays}
        return sorted(found, key=lambda item: (sort_key(item[0]), item[1]))


def sort_key(person: Person) -> tuple[str, str]:
    """Alphabetical as a printed list is: without case, accents or apostrophes counting."""
    return key(person.surname), key(person.first_name)


def shown(text: str) -> str:
    """A name with the apostrophe typesetters use."""
    return text.replace("'", "’")


def load_names(event: Event) -> Names:
    """Read the names of every entry in one query."""
    names = Names({}, {}, {})
    for number, team, club, position, from_round, to_round, surname, first_name in (
        Entry.objects.filter(event=event)
        .order_by("number", "members__position", "members__from_round")
        .values_list(
            "number",
            "name",
            "club__name",
            "members__position",
            "members__from_round",
            "members__to_round",
            "members__player__surname",
            "members__player__first_name",
        )
    ):
        names.team_names[number] = shown(team)
        names.clubs[number] = shown(club or "")
        stays = names.stays.setdefault(number, [])
        if position is not None:
            person = Person(shown(surname), shown(first_name))
            stays.append(_Stay(position, from_round, to_round, person))
            if from_round > 1 or to_round is not None:
                names.changed.add(number)
    return names
