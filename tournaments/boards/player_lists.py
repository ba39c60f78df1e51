"""A list of players beside the players that are known: who is new, what would change, what is in doubt.

A player is recognised by the card, or by name inside the same club where no two cards speak against it
(docs/rules.md 9: two people may share a name). A list brings what it knows and empties nothing; the name of a
known player stays as it is kept. Whoever cannot be told for certain is in doubt and is not touched.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from scoring.sentences import Sentence, gettext_noop, say
from tournaments import look_alikes, names
from tournaments.models import Club, Player
from tournaments.spreadsheets.lists.players import PlayerRow

AT_A_TIME = 2_000
MOST_COMPARED = 20_000_000
"""Pairs of names compared for slips; of a larger list and club only equal names are."""


@dataclass(frozen=True)
class Change:
    """A known player and what the list brings: field to new value."""

    player: Player
    row: PlayerRow
    brings: Mapping[str, Any]


@dataclass(frozen=True)
class Doubt:
    """A line that may be about somebody known, or not. ``as_new``: could be stored as another person."""

    row: PlayerRow
    sentence: Sentence
    as_new: bool = True


@dataclass
class Comparison:
    """What would come of a list."""

    new: list[PlayerRow] = field(default_factory=list)
    changes: list[Change] = field(default_factory=list)
    same: int = 0
    doubts: list[Doubt] = field(default_factory=list)
    wrong: list[tuple[int, Sentence]] = field(default_factory=list)


def compare(rows: Sequence[PlayerRow], home: Club | None, mine: frozenset[str] | None) -> Comparison:
    """Compare a list with the players that are known.

    ``home``: the club of lines that name none. ``mine``: keys of the clubs the list may speak for; None for
    every club. A handful of queries for every 2,000 lines.
    """
    comparing = _Comparing(_Known(rows), mine)
    for row in rows:
        club = names.key(row.club) if row.club else home.name_key if home else ""
        comparing.place(row, club)
    _doubt_slips(comparing.found, comparing.known, home)
    return comparing.found


class _Known:
    """Everybody who may be meant, by card and by name."""

    def __init__(self, rows: Sequence[PlayerRow]) -> None:
        self.by_card: dict[str, Player] = {}
        self.by_name: dict[str, list[Player]] = defaultdict(list)
        active = Player.objects.filter(merged_into=None, erased_at=None).select_related("club").order_by("pk")
        seen: set[int] = set()
        for start in range(0, len(rows), AT_A_TIME):
            some = rows[start : start + AT_A_TIME]
            for player in active.filter(card_number__in=[row.card for row in some if row.card]):
                self.by_card[player.card_number] = player
            for player in active.filter(name_key__in=[row.key for row in some]):
                if player.pk not in seen:
                    seen.add(player.pk)
                    self.by_name[player.name_key].append(player)


def _club_key(player: Player) -> str:
    return player.club.name_key if player.club else ""


class _Comparing:
    """One line after the other; a player once recognised is not recognised again."""

    def __init__(self, known: _Known, mine: frozenset[str] | None) -> None:
        self.known, self.mine = known, mine
        self.found = Comparison()
        self.used: set[int] = set()

    def place(self, row: PlayerRow, club: str) -> None:
        """Where a line belongs; ``club`` is the key of the club it puts the player in."""
        if self.mine is not None and club not in self.mine:
            told = gettext_noop("{club}: the list may only name players of clubs you direct.")
            self.found.wrong.append((row.row, say(told, club=row.club or "–")))
            return
        holder = self.known.by_card.get(row.card) if row.card else None
        if holder is not None:
            self._holder(row, club, holder)
            return
        alike = [player for player in self.known.by_name[row.key] if player.pk not in self.used]
        here = [player for player in alike if _club_key(player) == club]
        if len(here) == 1 and not (row.card and here[0].card_number):
            self._change(row, here[0], with_club="")
        elif here:
            self._doubt(row, _several(row, here))
        elif alike:
            told = gettext_noop("{name}: somebody of this name belongs to {club}. Another person?")
            other = alike[0].club.name if alike[0].club else "–"
            self._doubt(row, say(told, name=row.full_name, club=other))
        else:
            self.found.new.append(row)

    def _holder(self, row: PlayerRow, club: str, holder: Player) -> None:
        """Somebody holds the card of this line already."""
        if holder.name_key != row.key:
            told = gettext_noop("{name}: card {card} belongs to {owner}.")
            sentence = say(told, name=row.full_name, card=row.card, owner=holder.full_name)
            self._doubt(row, sentence, as_new=False)
        elif self.mine is not None and holder.club is not None and _club_key(holder) not in self.mine:
            told = gettext_noop("{name}, card {card}, belongs to {club}: that club lets the player go first.")
            sentence = say(told, name=row.full_name, card=row.card, club=holder.club.name)
            self._doubt(row, sentence, as_new=False)
        else:
            self._change(row, holder, with_club=club if club != _club_key(holder) else "")

    def _change(self, row: PlayerRow, player: Player, *, with_club: str) -> None:
        self.used.add(player.pk)
        told = {
            "card_number": row.card,
            "card_kind": row.kind,
            "card_year": row.year,
            "phone": row.phone,
            "email": row.email,
        }
        brings: dict[str, Any] = {
            name: value for name, value in told.items() if value and value != getattr(player, name)
        }
        if with_club:
            brings["club"] = with_club
        if brings:
            self.found.changes.append(Change(player, row, brings))
        else:
            self.found.same += 1

    def _doubt(self, row: PlayerRow, sentence: Sentence, *, as_new: bool = True) -> None:
        self.found.doubts.append(Doubt(row, sentence, as_new))


def _several(row: PlayerRow, here: Sequence[Player]) -> Sentence:
    if len(here) == 1:
        told = gettext_noop("{name}: one of this name is in the club with card {card}. Another person?")
        return say(told, name=row.full_name, card=here[0].card_number)
    told = gettext_noop("{name}: {count} of this name are in the club, and no card says who is meant.")
    return say(told, name=row.full_name, count=len(here))


def _doubt_slips(found: Comparison, known: _Known, home: Club | None) -> None:
    """New names that look like a slip of somebody in the home club are in doubt."""
    if home is None or not found.new:
        return
    there: dict[str, str] = {
        key: f"{surname} {first}".strip()
        for key, surname, first in Player.objects.filter(
            club=home, merged_into=None, erased_at=None
        ).values_list("name_key", "surname", "first_name")
        if key not in known.by_name
    }
    if not there or len(there) * len(found.new) > MOST_COMPARED:
        return
    slips = look_alikes.find([row.key for row in found.new], list(there))
    for row in _taken(found, slips):
        told = gettext_noop("{name} looks like {other}, who is in the club. The same person, misspelled?")
        other = there[slips[row.key][0]]
        found.doubts.append(Doubt(row, say(told, name=row.full_name, other=other)))


def _taken(found: Comparison, slips: Mapping[str, list[str]]) -> Iterable[PlayerRow]:
    """The new rows with a slip, taken off the list of the new; one with a card of its own is no slip."""
    doubtful = [row for row in found.new if row.key in slips and not row.card]
    kept = {row.row for row in doubtful}
    found.new = [row for row in found.new if row.row not in kept]
    return doubtful
