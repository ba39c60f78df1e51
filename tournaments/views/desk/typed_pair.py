"""A pair as it was typed into the form: two names, who they are if that was chosen, and what is in doubt."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from tournaments import look_alikes, names
from tournaments.boards.desk_people import Directory, Known, directory
from tournaments.boards.names import shown
from tournaments.desk.entries import LAST_NUMBER, EntryPlan
from tournaments.desk.people import PersonPlan
from tournaments.models import Event, Line, Player
from tournaments.views.numbers import MOST_ID, whole

NEW = "new"


@dataclass
class TypedPerson:
    """One of the two. ``who``: the player chosen while typing; ``same``: the answer to a question."""

    position: int
    name: str = ""
    who: str = ""
    same: str = ""
    candidates: list[Known] = field(default_factory=list)
    twice: bool = False
    recognised: int | None = None

    @classmethod
    def read(cls, sent: Mapping[str, str], position: int) -> TypedPerson:
        fields = (sent.get(f"{name}{position}", "") for name in ("name", "who", "same"))
        name, who, same = fields
        return cls(position, names.tidy(name)[:160], who, same)

    @property
    def shown(self) -> str:
        return shown(self.name)

    @property
    def in_question(self) -> bool:
        """Somebody must say who this is, and has not."""
        return bool(self.candidates or self.twice) and not self.same

    def chosen_id(self, event: Event) -> int | None:
        """The player chosen, if the name still is the chosen one's or a question was answered so."""
        if self.recognised is not None:
            return self.recognised
        same, who = whole(self.same, MOST_ID), whole(self.who, MOST_ID)
        if same is not None:
            return same
        if self.same or who is None:
            return None
        player = Player.objects.filter(pk=who, merged_into=None, erased_at=None).first()
        return player.pk if player and player.name_key == names.key(self.name) else None

    def ask(self, event: Event) -> None:
        """Look this one name up, for forms of one player."""
        self.look_up(event, directory(event), names.key(event.club.name))

    def look_up(self, event: Event, known: Directory, club_key: str) -> None:
        """Whom this may be: nobody to ask about when it is one person of the club, not yet in the event."""
        self.recognised = self.chosen_id(event)
        if self.recognised is not None:
            return
        exact = known.named(self.name)
        if len(exact) == 1 and exact[0].pair is None and names.key(exact[0].club) == club_key:
            self.recognised = exact[0].pk
            return
        alike = known.alike([self.name]).get(names.key(self.name), [])
        self.candidates = [*exact, *alike]

    def plan(self, event: Event) -> PersonPlan:
        return PersonPlan(self.name, player_id=self.chosen_id(event), is_new=self.same == NEW)


@dataclass
class TypedPair:
    people: list[TypedPerson]
    number: str = ""
    club: str = ""
    line: str = ""
    problem: str = ""

    @classmethod
    def read(cls, sent: Mapping[str, str]) -> TypedPair:
        return cls(
            people=[TypedPerson.read(sent, position) for position in (1, 2)],
            number=sent.get("number", "").strip(),
            club=names.tidy(sent.get("club", ""))[:120],
            line=sent.get("line", "") if sent.get("line") in Line.values else "",
        )

    @property
    def first(self) -> TypedPerson:
        return self.people[0]

    @property
    def second(self) -> TypedPerson:
        return self.people[1]

    @property
    def has_questions(self) -> bool:
        return any(person.in_question for person in self.people)

    def look_up(self, event: Event) -> None:
        self.problem = self._problem()
        if self.problem:
            return
        known = directory(event)
        club_key = names.key(self.club or event.club.name)
        for person in self.people:
            person.look_up(event, known, club_key)
        one, two = (names.key(person.name) for person in self.people)
        both_chosen = {person.chosen_id(event) for person in self.people} - {None}
        self.second.twice = (one == two or look_alikes.alike(one, two)) and len(both_chosen) < 2

    def _problem(self) -> str:
        if not self.first.name:
            return _("Type the two players, surname first.")
        if not self.second.name:
            return _("The second player is missing. Whoever has no partner yet goes among those without one.")
        if self.number and not whole(self.number, LAST_NUMBER):
            return _("The number of a pair is a whole number from 1 up.")
        return ""

    def plan(self, event: Event) -> EntryPlan:
        """As the desk takes it; the club is the one typed, else that of the first known player."""
        return EntryPlan(
            number=whole(self.number, LAST_NUMBER) or 0,
            people=tuple(person.plan(event) for person in self.people),
            club_name=self.club or self._their_club(event),
            line=self.line,
        )

    def _their_club(self, event: Event) -> str:
        for person in self.people:
            chosen = person.chosen_id(event)
            if chosen:
                club = Player.objects.filter(pk=chosen).values_list("club__name", flat=True).first()
                if club:
                    return club
        return event.club.name
