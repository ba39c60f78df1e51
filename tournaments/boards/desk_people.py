"""Who is known: completion while typing, usual partners, names that may be slips of one another."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db.models import BooleanField, Case, Count, Max, Q, QuerySet, Value, When

from tournaments import look_alikes
from tournaments.boards.names import shown
from tournaments.boards.who import RANK, Account, clubs_of, events_of
from tournaments.models import Club, Event, Member, Player, Waiting
from tournaments.names import key

FOUND_MOST = 8


@dataclass(frozen=True, slots=True)
class Known:
    """A player somebody may mean. ``pair``: the number of the pair of this event the player already sits
    in; ``waits``: without a partner on its waiting list."""

    pk: int
    surname: str
    first_name: str
    club: str
    club_id: int | None
    card: str
    pair: int | None = None
    waits: bool = False

    @property
    def name(self) -> str:
        return f"{self.surname} {self.first_name}".strip()

    @property
    def shown(self) -> str:
        return shown(self.name)


def active_players() -> QuerySet[Player]:
    return Player.objects.filter(merged_into=None, erased_at=None)


def search_players(event: Event, text: str) -> list[Known]:
    """Players whose name has every fragment typed at the start of a word: the event's club first."""
    fragments = key(text).split()
    if not fragments:
        return []
    found = active_players().select_related("club")
    for fragment in fragments:
        found = found.filter(Q(name_key__startswith=fragment) | Q(name_key__contains=f" {fragment}"))
    own = Case(When(club=event.club_id, then=Value(False)), default=Value(True), output_field=BooleanField())
    players = found.order_by(own, "surname", "first_name", "pk")[:FOUND_MOST]
    return _known(event, players)


def _known(event: Event, players: Iterable[Player]) -> list[Known]:
    players = list(players)
    ids = [player.pk for player in players]
    seated = dict(
        Member.objects.filter(event=event, player__in=ids, to_round=None).values_list(
            "player_id", "entry__number"
        )
    )
    waiting = set(Waiting.objects.filter(event=event, player__in=ids).values_list("player_id", flat=True))
    return [
        Known(
            pk=player.pk,
            surname=player.surname,
            first_name=player.first_name,
            club=player.club.name if player.club else "",
            club_id=player.club_id,
            card=player.card_number,
            pair=seated.get(player.pk),
            waits=player.pk in waiting,
        )
        for player in players
    ]


def usual_partner(event: Event, player_id: int) -> tuple[Known, int] | None:
    """The partner a player has most often sat with, and how often; nobody who is already in the event."""
    best = (
        Member.objects.filter(entry__members__player=player_id, player__merged_into=None)
        .exclude(player=player_id)
        .exclude(player__memberships__event=event)
        .values("player")
        .annotate(times=Count("entry", distinct=True), last=Max("event__date"))
        .order_by("-times", "-last", "player")
        .first()
    )
    if best is None:
        return None
    player = active_players().select_related("club").get(pk=best["player"])
    return _known(event, [player])[0], best["times"]


def playable_by(user: Account) -> QuerySet[Player]:
    """Who an account may say it is at the tables: the players of the clubs it works for, and those who
    sit at the events it works for."""
    seated = Member.objects.filter(event__in=events_of(user)).values("player")
    return active_players().filter(Q(club__in=clubs_of(user, RANK)) | Q(pk__in=seated))


@dataclass(frozen=True)
class Directory:
    """Every player known, by name key and by card; read in three queries, asked as often as needed."""

    by_key: Mapping[str, list[Known]]
    by_card: Mapping[str, Known]
    by_pk: Mapping[int, Known]

    def named(self, name: str) -> list[Known]:
        return self.by_key.get(key(name), [])

    def alike(self, names: Iterable[str]) -> dict[str, list[Known]]:
        """For each name key that nobody has exactly, the players whose name looks like it."""
        unknown = {key(name) for name in names} - set(self.by_key)
        found = look_alikes.find(unknown, self.by_key)
        return {
            name: [one for other in others for one in self.by_key[other]] for name, others in found.items()
        }


def directory(event: Event) -> Directory:
    seated = dict(Member.objects.filter(event=event, to_round=None).values_list("player_id", "entry__number"))
    waiting = set(Waiting.objects.filter(event=event).values_list("player_id", flat=True))
    by_key: dict[str, list[Known]] = defaultdict(list)
    by_card: dict[str, Known] = {}
    by_pk: dict[int, Known] = {}
    for pk, surname, first_name, name_key, club, club_id, card in (
        active_players()
        .order_by("pk")
        .values_list("pk", "surname", "first_name", "name_key", "club__name", "club_id", "card_number")
    ):
        known = Known(pk, surname, first_name, club or "", club_id, card, seated.get(pk), pk in waiting)
        by_key[name_key].append(known)
        by_pk[pk] = known
        if card:
            by_card[card] = known
    return Directory(dict(by_key), by_card, by_pk)


def club_names() -> list[str]:
    """The clubs known, for completion."""
    return list(Club.objects.order_by("name").values_list("name", flat=True)[:500])
