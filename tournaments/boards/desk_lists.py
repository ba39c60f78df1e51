"""A list that was read, held against who is known and who is on the list already: what would be stored.

Nothing is decided here that a person cannot see and change: every doubt has its choices and one of them
is set. The same proposals are made again when the list is confirmed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from scoring.sentences import Sentence, gettext_noop, say
from tournaments import names
from tournaments.boards.desk_people import Directory, Known, directory
from tournaments.models import Event
from tournaments.spreadsheets.lists import ListPerson, ListRow

CREATE, WAIT, SKIP = "create", "wait", "skip"
NEW = "new"

_SAME_PAIR_ABOVE = gettext_noop("The same pair as in line {line}.")
_SAME_PAIR_ENTERED = gettext_noop("Already on the list as pair {number}.")
_ALSO_ABOVE = gettext_noop("{name} is also in line {line}.")
_ALSO_ENTERED = gettext_noop("{name} already sits in pair {number}.")
_TWICE = gettext_noop("{name} twice: the same person, or two people of one name?")
_HALF = gettext_noop("Half a pair: {name} has no partner.")
_WAITS = gettext_noop("{name} already waits for a partner.")
_TAKEN = gettext_noop("Number {number} is taken: the next free one is given.")
_CARD_OF = gettext_noop("Card {card} belongs to {owner}.")
_LIKE = gettext_noop("{name} looks like {owner}, who is known.")
_OTHER_CLUB = gettext_noop("{name} is known in another club.")
_SEVERAL = gettext_noop("Several people are called {name}.")

CHOICE_WORDS: Mapping[str, str] = {
    "create": gettext_noop("Put the pair on the list"),
    "create_new": gettext_noop("Put it on the list: other people of the same name"),
    "create_two": gettext_noop("Two people: put the pair on the list"),
    "wait": gettext_noop("{name} waits for a partner"),
    "skip": gettext_noop("Leave it out"),
}


@dataclass
class PersonChoice:
    """A player of a line: who it may be, and who it is taken for if nobody says otherwise.

    ``chosen``: the key of a known player, ``NEW``, or empty where there is nothing to ask and nobody is
    known. ``clashes``: already in another pair, so that only a namesake can sit here.
    """

    person: ListPerson
    candidates: list[Known] = field(default_factory=list)
    chosen: str = ""
    clashes: bool = False

    @property
    def asks(self) -> bool:
        return bool(self.candidates)


@dataclass
class Proposal:
    """What would become of a line: ``choice`` among ``choices`` (value, sentence)."""

    row: ListRow
    people: list[PersonChoice]
    choice: str
    choices: list[tuple[str, Sentence]] = field(default_factory=list)
    doubts: list[Sentence] = field(default_factory=list)
    number: int = 0

    @property
    def is_doubtful(self) -> bool:
        return bool(self.doubts)

    @property
    def club(self) -> str:
        return self.row.club


@dataclass
class ListBoard:
    """A whole list, in the order of its lines."""

    proposals: list[Proposal]
    skipped: list[ListRow]

    def of(self, choice: str) -> list[Proposal]:
        return [proposal for proposal in self.proposals if proposal.choice == choice]

    @property
    def doubtful(self) -> list[Proposal]:
        return [proposal for proposal in self.proposals if proposal.is_doubtful]

    @property
    def clear(self) -> list[Proposal]:
        return [proposal for proposal in self.proposals if not proposal.is_doubtful]


def list_board(
    event: Event, rows: Sequence[ListRow], home_club: str = "", choices: Mapping[str, str] | None = None
) -> ListBoard:
    """Hold a list against what is known, in four queries.

    ``choices``: what a person said, by "line-12" (create, wait, skip) and "who-12-1" (a player's key, new).
    """
    told = choices or {}
    judge = _Judge(event, directory(event), home_club)
    judge.look_for_likes(rows)
    proposals, skipped = [], []
    for row in _truly_numbered(rows):
        if row.skipped is not None:
            skipped.append(row)
            continue
        proposal = judge.proposal(row, told)
        allowed = {value for value, _ in proposal.choices}
        if told.get(f"line-{row.line}") in allowed:
            proposal.choice = told[f"line-{row.line}"]
        judge.remember(proposal)
        proposals.append(proposal)
    judge.give_numbers(proposals)
    return ListBoard(proposals, skipped)


def _truly_numbered(rows: Sequence[ListRow]) -> Sequence[ListRow]:
    """A number before one name of many is a slip of who typed, not the number of a pair.

    Taken at its word it would leave the numbers before it to nobody.
    """
    pairs = [row for row in rows if row.skipped is None]
    if 2 * sum(row.number is not None for row in pairs) >= len(pairs):
        return rows
    return [replace(row, number=None) for row in rows]


class _Judge:
    """Goes down the list with everybody it has met so far in mind."""

    def __init__(self, event: Event, known: Directory, home_club: str) -> None:
        self.known = known
        self.home = names.key(home_club)
        self.numbers = set(event.entries.values_list("number", flat=True))
        self.likes: Mapping[str, list[Known]] = {}
        self.lines: dict[str, tuple[int, str]] = {}
        self.pairs: dict[frozenset[str], int] = {}
        self.taken: set[int] = set()

    def look_for_likes(self, rows: Sequence[ListRow]) -> None:
        self.likes = self.known.alike([person.name for row in rows for person in row.people])

    def proposal(self, row: ListRow, told: Mapping[str, str]) -> Proposal:
        people = [
            self._person(row, position, person, told) for position, person in enumerate(row.people, start=1)
        ]
        found = Proposal(row, people, CREATE, doubts=[])
        for person in people:
            found.doubts.extend(self._who_doubts(row, person))
        judge = self._judge_pair if len(people) == 2 else self._judge_half
        judge(found)
        found.doubts.extend(row.notes)
        if row.number and row.number in self.numbers | self.taken and found.choice == CREATE:
            found.doubts.append(say(_TAKEN, number=row.number))
        if found.doubts and not found.choices:
            found.choices = self._choices(found, "create", "skip")
        return found

    def _person(
        self, row: ListRow, position: int, person: ListPerson, told: Mapping[str, str]
    ) -> PersonChoice:
        found = PersonChoice(person)
        club = names.key(row.club) or self.home
        holder = self.known.by_card.get(person.card) if person.card else None
        if holder is not None and names.key(holder.name) == names.key(person.name):
            found.chosen = str(holder.pk)
            return found
        exact = [one for one in self.known.named(person.name) if not (person.card and one.card)]
        at_home = [one for one in exact if names.key(one.club) == club]
        if len(exact) == 1 and at_home and holder is None:
            found.chosen = str(exact[0].pk)
            return found
        alike = self.likes.get(names.key(person.name), [])
        likely = [*([holder] if holder else []), *at_home, *exact, *alike]
        found.candidates = list({one.pk: one for one in likely}.values())
        if found.candidates:
            free = [one for one in [*at_home, *exact] if one.pair is None]
            found.chosen = str(free[0].pk) if free else NEW
            answer = told.get(f"who-{row.line}-{position}", "")
            if answer == NEW or answer in {str(one.pk) for one in found.candidates}:
                found.chosen = answer
        return found

    def _who_doubts(self, row: ListRow, found: PersonChoice) -> list[Sentence]:
        if not found.candidates:
            return []
        name, first = found.person.name, found.candidates[0]
        if found.person.card and first.card == found.person.card:
            return [say(_CARD_OF, card=found.person.card, owner=first.name)]
        if names.key(first.name) != names.key(name):
            return [say(_LIKE, name=name, owner=first.name)]
        exact = [one for one in found.candidates if names.key(one.name) == names.key(name)]
        return [say(_SEVERAL if len(exact) > 1 else _OTHER_CLUB, name=name)]

    def _marks(self, found: PersonChoice) -> list[str]:
        """What a person is recognised by further down: who it is, the card, else the name."""
        if found.chosen and found.chosen != NEW:
            return [f"player {found.chosen}"]
        if found.person.card:
            return [f"card {found.person.card}", f"name {names.key(found.person.name)}"]
        return [f"name {names.key(found.person.name)}"]

    def _line_of(self, found: PersonChoice) -> int | None:
        card = found.person.card
        for mark in self._marks(found):
            line, other_card = self.lines.get(mark, (None, ""))
            if line is not None and not (card and other_card and card != other_card):
                return line
        return None

    def _seated(self, found: PersonChoice) -> int | None:
        known = self.known.by_pk.get(int(found.chosen)) if found.chosen.isdigit() else None
        if known is not None:
            return known.pair
        if found.candidates:
            return None
        return next((one.pair for one in self.known.named(found.person.name) if one.pair), None)

    def _judge_pair(self, found: Proposal) -> None:
        one, two = found.people
        both = frozenset(self._marks(one)[:1] + self._marks(two)[:1])
        if names.key(one.person.name) == names.key(two.person.name) and not _two_cards(one, two):
            two.clashes = True
            found.doubts.append(say(_TWICE, name=one.person.name))
            found.choice = WAIT
            found.choices = self._choices(found, "wait", "create_two", "skip")
            return
        if both in self.pairs:
            found.doubts.append(say(_SAME_PAIR_ABOVE, line=self.pairs[both]))
            one.clashes = two.clashes = True
        elif self._seated(one) and self._seated(one) == self._seated(two):
            found.doubts.append(say(_SAME_PAIR_ENTERED, number=self._seated(one) or 0))
            one.clashes = two.clashes = True
        else:
            self._clashes(found)
        if one.clashes or two.clashes:
            found.choice = SKIP
            waits = ["wait"] if one.clashes != two.clashes else []
            found.choices = self._choices(found, "skip", *waits, "create_new")

    def _clashes(self, found: Proposal) -> None:
        for person in found.people:
            line, seated = self._line_of(person), self._seated(person)
            if line is not None:
                found.doubts.append(say(_ALSO_ABOVE, name=person.person.name, line=line))
            elif seated is not None:
                found.doubts.append(say(_ALSO_ENTERED, name=person.person.name, number=seated))
            person.clashes = person.clashes or line is not None or seated is not None

    def _judge_half(self, found: Proposal) -> None:
        person = found.people[0]
        self._clashes(found)
        waits = person.chosen.isdigit() and self.known.by_pk[int(person.chosen)].waits
        if waits:
            found.doubts.append(say(_WAITS, name=person.person.name))
        if not person.clashes and not waits:
            found.doubts.append(say(_HALF, name=person.person.name))
        found.choice = SKIP if person.clashes or waits else WAIT
        found.choices = self._choices(found, "skip") if waits else self._choices(found, "wait", "skip")

    def _choices(self, found: Proposal, *words: str) -> list[tuple[str, Sentence]]:
        """What may be done with a line, in the words of ``CHOICE_WORDS``; "create_new" stores as create."""
        name = next((one.person.name for one in found.people if not one.clashes), found.people[0].person.name)
        return [(word.partition("_")[0], say(CHOICE_WORDS[word], name=name)) for word in words]

    def remember(self, found: Proposal) -> None:
        """Who comes with this line, for the lines below."""
        if found.choice == SKIP:
            return
        for person in found.people:
            if found.choice == WAIT and person.clashes:
                continue
            for mark in self._marks(person):
                self.lines.setdefault(mark, (found.row.line, person.person.card))
        if found.choice == CREATE and len(found.people) == 2:
            marks = [self._marks(person)[:1] for person in found.people]
            self.pairs.setdefault(frozenset(marks[0] + marks[1]), found.row.line)
            if found.row.number and found.row.number not in self.numbers:
                self.taken.add(found.row.number)

    def give_numbers(self, proposals: Sequence[Proposal]) -> None:
        """The numbers of the list where they are free, the next ones for the others."""
        used = set(self.numbers)
        made = [proposal for proposal in proposals if proposal.choice == CREATE]
        for proposal in made:
            if proposal.row.number and proposal.row.number not in used:
                proposal.number = proposal.row.number
                used.add(proposal.number)
        last = max(used, default=0)
        for proposal in made:
            if not proposal.number:
                last += 1
                proposal.number = last


def _two_cards(one: PersonChoice, two: PersonChoice) -> bool:
    return bool(one.person.card and two.person.card and one.person.card != two.person.card)
