"""Who a name on a list is: somebody already known, or somebody new."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.text import slugify

from scoring.sentences import gettext_noop, say
from tournaments import names
from tournaments.desk.change import DeskRefusal
from tournaments.models import Club, Event, Player


@dataclass(frozen=True)
class PersonPlan:
    """A player as a list gives them; ``card`` is the membership card number, if known.

    ``player_id`` says who it is, where somebody has chosen among the known; ``is_new`` says that it is
    none of them, whatever the name. With neither, the name and the card decide.
    """

    full_name: str
    card: str = ""
    player_id: int | None = None
    is_new: bool = False
    phone: str = ""
    email: str = ""


Wanted = tuple[PersonPlan, str]
"""A person and the name of the club the list puts them in."""


def clubs_named(wanted: Iterable[str]) -> dict[str, Club]:
    """The clubs of these names by name key, the new ones made; three queries however many there are."""
    # Of several spellings the one that is neither all capitals nor all small letters.
    spelled = sorted(wanted, key=lambda name: (name not in (name.upper(), name.lower()), name))
    by_key = {names.key(name): names.tidy(name) for name in spelled if names.key(name)}
    if not by_key:
        return {}
    found = {club.name_key: club for club in Club.objects.filter(name_key__in=by_key)}
    missing = {key: name for key, name in by_key.items() if key not in found}
    if missing:
        taken = set(Club.objects.values_list("slug", flat=True))
        made = [Club(name=name, name_key=key, slug=_free_slug(name, taken)) for key, name in missing.items()]
        found |= {club.name_key: club for club in Club.objects.bulk_create(made)}
    return found


def _free_slug(name: str, taken: set[str]) -> str:
    base = slugify(name)[:70] or "club"
    slug, count = base, 1
    while slug in taken:
        count += 1
        slug = f"{base}-{count}"
    taken.add(slug)
    return slug


def players_for(event: Event, wanted: Sequence[Wanted]) -> list[Player]:
    """One player for every person wanted, in order: known ones found, new ones made.

    A player is recognised by choice, by card number, else by full name inside the same club, but never
    twice in one event: two people with the same name stay two (docs/rules.md 9).
    """
    clubs = clubs_named({club for _, club in wanted if club})
    known = _Known(event, wanted)
    chosen: list[Player] = []
    new: list[Player] = []
    for person, club_name in wanted:
        club = clubs.get(names.key(club_name))
        player = known.find(person, club)
        if player is None:
            player = _new_player(person, club, known.by_card)
            new.append(player)
        known.remember(person, player)
        chosen.append(player)
    Player.objects.bulk_create(new)
    _keep_contacts(wanted, chosen)
    return chosen


class _Known:
    """The players who may be meant, read in four queries."""

    def __init__(self, event: Event, wanted: Sequence[Wanted]) -> None:
        people = [person for person, _ in wanted]
        cards = {person.card for person in people if person.card}
        keys = {names.key(person.full_name) for person in people if not person.player_id}
        ids = {person.player_id for person in people if person.player_id}
        active = Player.objects.filter(merged_into=None, erased_at=None)
        self.by_id = {player.pk: player for player in active.filter(pk__in=ids)} if ids else {}
        self.by_card = {p.card_number: p for p in active.filter(card_number__in=cards)} if cards else {}
        self.by_name: dict[tuple[str, int | None], list[Player]] = defaultdict(list)
        for player in active.filter(name_key__in=keys).order_by("pk"):
            self.by_name[player.name_key, player.club_id].append(player)
        self.used = set(event.members.values_list("player_id", flat=True)) | {pk for pk in ids if pk}

    def find(self, person: PersonPlan, club: Club | None) -> Player | None:
        if person.player_id:
            return self._chosen(person.player_id)
        if person.is_new:
            return None
        if person.card and person.card in self.by_card:
            return self.by_card[person.card]
        for player in self.by_name[names.key(person.full_name), club.pk if club else None]:
            if player.pk not in self.used and (not person.card or not player.card_number):
                return player
        return None

    def _chosen(self, player_id: int) -> Player:
        player = self.by_id.get(player_id)
        if player is None:
            raise DeskRefusal(
                "unknown_player",
                say(gettext_noop("A player you chose is no longer on the list: choose again.")),
            )
        return player

    def remember(self, person: PersonPlan, player: Player) -> None:
        if player.pk:
            self.used.add(player.pk)
        if person.card:
            self.by_card.setdefault(person.card, player)


def _new_player(person: PersonPlan, club: Club | None, cards: Mapping[str, Player]) -> Player:
    surname, first_name = names.split(person.full_name)
    if len(surname) > 80 or len(first_name) > 80:
        raise DeskRefusal(
            "name_too_long",
            say(
                gettext_noop("{name}: a surname and a first name have at most 80 letters each."),
                name=person.full_name[:60] + "…",
            ),
        )
    # bulk_create does not pass through Player.save, which would set the key.
    return Player(
        club=club,
        surname=surname,
        first_name=first_name,
        name_key=names.key(person.full_name),
        # Somebody else holds that card: the list has it wrong, and a card has one holder.
        card_number="" if person.card in cards else person.card,
        phone=person.phone[:40],
        email=person.email,
    )


def _keep_contacts(wanted: Sequence[Wanted], players: Sequence[Player]) -> None:
    """A card, phone or address that a list brings fills the gap of a known player, and replaces nothing."""
    changed = []
    for (person, _), player in zip(wanted, players, strict=True):
        brought = {"card_number": person.card, "phone": person.phone[:40], "email": person.email}
        if player.card_number or person.is_new:
            del brought["card_number"]
        gaps = {field: value for field, value in brought.items() if value and not getattr(player, field)}
        for field, value in gaps.items():
            setattr(player, field, value)
        if gaps:
            changed.append(player)
    if changed:
        Player.objects.bulk_update(changed, ["card_number", "phone", "email"], batch_size=200)
