"""A player's own data: corrected, or two records found to be one person.

These verbs belong to no single event; each event whose pages show the change gets its line in the journal,
all in one transaction.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from scoring.sentences import gettext_noop, say
from tournaments import names
from tournaments.desk.change import Actor, DeskRefusal, NeedsConfirmationError, change
from tournaments.models import Account, Club, Entry, Event, Member, Player, Waiting


@dataclass(frozen=True)
class PlayerPlan:
    """What is kept about a player (docs/rules.md 9). Phone and e-mail are for the club's own use."""

    surname: str
    first_name: str = ""
    club: Club | None = None
    card_number: str = ""
    card_kind: str = ""
    card_year: int | None = None
    phone: str = ""
    email: str = ""


FIELDS = ("surname", "first_name", "club", "card_number", "card_kind", "card_year", "phone", "email")


def add_player(*, plan: PlayerPlan) -> Player:
    """A player who sits in no event yet."""
    with transaction.atomic():
        _refuse_card_of_another(plan.card_number, None)
        player = Player(**_values(plan))
        player.save()
    return player


def edit_player(
    *,
    player_id: int,
    plan: PlayerPlan,
    by: Actor,
    kept: QuerySet[Player] | None = None,
    confirmed: bool = False,
) -> Player:
    """Correct what is kept about a player. A new name changes nothing else, in any event.

    Every event not yet archived in which the player sits or has sat gets a line where the name changes.
    ``kept``: whom the one who corrects looks after; a change that takes the player off that list is asked
    about first.
    """
    with transaction.atomic():
        player = _active(player_id)
        _refuse_card_of_another(plan.card_number, player.pk)
        old = player.full_name
        for field, value in _values(plan).items():
            setattr(player, field, value)
        player.save()
        if kept is not None and not confirmed and not kept.filter(pk=player.pk).exists():
            _ask_to_let_go(player)
        if player.full_name != old:
            seats = _seats([player.pk]).exclude(event__state=Event.State.ARCHIVED)
            _tell(seats, "edit_player", {"player": old}, {"player": player.full_name}, by)
    return player


def _ask_to_let_go(player: Player) -> None:
    told = gettext_noop("{player} goes over to {club} and leaves your list. Go on?")
    club = player.club.name if player.club else "–"
    raise NeedsConfirmationError("leaves_the_list", say(told, player=player.full_name, club=club))


def merge_players(*, keep_id: int, gone_id: int, by: Actor, confirmed: bool = False) -> Player:
    """Two records are one person: ``keep_id`` takes over everything the other has played.

    The other record stays, points to the kept one, and is found no more. Refused if both have sat or
    wait in one event: then they are two people. Two different cards are asked about first.
    """
    with transaction.atomic():
        if keep_id == gone_id:
            raise DeskRefusal("same_record", say(gettext_noop("Choose two different records.")))
        keep, gone = _active(keep_id), _active(gone_id)
        _refuse_two_people(keep, gone)
        if keep.card_number and gone.card_number and not confirmed:
            raise NeedsConfirmationError(
                "two_cards",
                say(
                    gettext_noop("They hold two cards, {one} and {other}. One person all the same?"),
                    one=keep.card_number,
                    other=gone.card_number,
                ),
            )
        seats = list(_seats([gone.pk]))
        Member.objects.filter(player=gone).update(player=keep)
        Waiting.objects.filter(player=gone).update(player=keep)
        Player.objects.filter(merged_into=gone).update(merged_into=keep)
        Account.objects.filter(player=gone).update(player=keep)
        _take_over(keep, gone)
        old = {"player": gone.full_name, "record": gone.pk}
        _tell(seats, "merge_players", old, {"player": keep.full_name, "record": keep.pk}, by)
    return keep


def _values(plan: PlayerPlan) -> dict[str, Any]:
    surname = names.tidy(plan.surname)
    if not surname:
        raise DeskRefusal("no_surname", say(gettext_noop("A player needs a surname.")))
    return {field: getattr(plan, field) for field in FIELDS} | {
        "surname": surname,
        "first_name": names.tidy(plan.first_name),
        "card_number": plan.card_number.replace(" ", ""),
    }


def _active(player_id: int) -> Player:
    player = Player.objects.select_for_update().filter(pk=player_id).first()
    if player is None or player.merged_into_id is not None:
        raise DeskRefusal(
            "merged_already",
            say(gettext_noop("This record is no longer there: it has been joined with another.")),
        )
    if player.erased_at is not None:
        told = gettext_noop("The personal data of this record have been erased.")
        raise DeskRefusal("erased_already", say(told))
    return player


def _refuse_card_of_another(card: str, player_id: int | None) -> None:
    card = card.replace(" ", "")
    holder = Player.objects.filter(card_number=card).first() if card else None
    if holder is not None and holder.pk != player_id:
        raise DeskRefusal(
            "card_of_another",
            say(gettext_noop("Card {card} belongs to {owner}."), card=card, owner=holder.full_name),
        )


def _refuse_two_people(keep: Player, gone: Player) -> None:
    both = _events_of(keep) & _events_of(gone)
    event = Event.objects.filter(pk__in=both).order_by("-date").first()
    if event is not None:
        raise DeskRefusal(
            "both_in_one_event",
            say(gettext_noop("Both were at {event}: they are two people."), event=event.name),
        )


def _events_of(player: Player) -> set[int]:
    """Where a player sits, has sat or waits for a partner."""
    return {
        *Member.objects.filter(player=player).values_list("event_id", flat=True),
        *Waiting.objects.filter(player=player).values_list("event_id", flat=True),
    }


def _take_over(keep: Player, gone: Player) -> None:
    """The kept record fills its gaps from the other, which lets its card go (one holder per card)."""
    card = gone.card_number
    gone.merged_into, gone.card_number = keep, ""
    gone.save()
    for field in ("club", "first_name", "card_kind", "card_year", "birth_date", "sex", "phone", "email"):
        if not getattr(keep, field):
            setattr(keep, field, getattr(gone, field))
    keep.card_number = keep.card_number or card
    keep.save()


def _seats(players: Iterable[int]) -> QuerySet[Member]:
    return Member.objects.filter(player__in=players).select_related("entry", "event").order_by("event_id")


def _tell(seats: Iterable[Member], verb: str, old: dict[str, Any], new: dict[str, Any], by: Actor) -> None:
    """One line in each event, in the order of the events so that two such verbs cannot lock each other."""
    entries: dict[int, tuple[Event, Entry]] = {}
    for seat in seats:
        entries.setdefault(seat.event_id, (seat.event, seat.entry))
    for event, entry in entries.values():
        with change(event, by=by) as frame:
            frame.write(verb, entry=entry, old=old, new=new)
