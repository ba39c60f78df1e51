"""A player's personal data erased, so that past standings keep a neutral label in place of the name.

The record stays, because results hang on it: its name becomes "Giocatore 1234" (the word in the language of
the installation, the number of the record), and card, club, phone, e-mail, birth date, sex and the link to an
account go. So does the name wherever else it was written down: in the journals, in reasons, in lists waiting
for their confirmation, in answers kept for programs, in results of exports.

A journal is never changed. This is the one exception, and it is not hidden: every event of which a line was
touched gets a line of its own, which says which lines now hold the label. Their numbers, times, verbs, seats
and figures stay, so ``verify`` replays the event as before. Source: GDPR (EU 2016/679), articles 17 and 89.

What this cannot reach: copies of the database made before, files somebody has downloaded, paper.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from django.conf import settings
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from scoring.sentences import gettext_noop, say
from tournaments import names
from tournaments.desk.change import Actor, DeskRefusal, change
from tournaments.desk.privacy import elsewhere, lines, register
from tournaments.desk.privacy.naming import Called, Known
from tournaments.models import Account, Entry, Event, Member, Player, Waiting

OPEN = (Event.State.PREPARING, Event.State.RUNNING)


@dataclass(frozen=True)
class Erased:
    """What came of it: the label, the events told, and how many lines of their journals hold it now."""

    label: str
    events: tuple[str, ...] = ()
    lines: int = 0
    records: tuple[int, ...] = field(default=())


def erase_player(*, player_id: int, typed: str, by: Actor) -> Erased:
    """Erase what is kept about a person, in this record and in those joined with it; for good.

    ``typed``: the full name, as whoever asks for it has typed it. Refused while the person sits or waits in
    an event that is not finished, and when it was done before.
    """
    with transaction.atomic():
        player = Player.objects.select_for_update().filter(pk=player_id, merged_into=None).first()
        if player is None or player.erased_at is not None:
            told = gettext_noop("The personal data of this record have been erased.")
            raise DeskRefusal("erased_already", say(told))
        if names.key(typed) != player.name_key:
            told = gettext_noop("To erase, type the name as it stands here: {name}.")
            raise DeskRefusal("not_typed", say(told, name=player.full_name))
        _refuse_who_plays(player)
        return _erase(player, by)


def erase_again(*, by: Actor) -> list[Erased]:
    """Erase once more whom a restored copy has brought back: their numbers are kept beside the database."""
    with transaction.atomic():
        return [_erase(player, by) for player in brought_back().select_for_update()]


def brought_back() -> QuerySet[Player]:
    """Who carries the number of somebody erased, and has a name again."""
    known = Player.objects.filter(pk__in=register.numbers(), erased_at=None, merged_into=None)
    return known.order_by("pk")


def label_of(player: Player) -> str:
    """What stands for an erased player; a name like any other, so not spoken in each reader's language."""
    with translation.override(settings.LANGUAGE_CODE):
        word = _("Player")
        return f"{word} {player.pk}"


def _refuse_who_plays(player: Player) -> None:
    sits = Member.objects.filter(player=player, to_round=None, event__state__in=OPEN)
    waits = Waiting.objects.filter(player=player, event__state__in=OPEN)
    event = Event.objects.filter(Q(members__in=sits) | Q(waiting__in=waits)).first()
    if event is not None:
        told = gettext_noop(
            "{name} is on the list of {event}, which is not finished: take them off it first."
        )
        raise DeskRefusal("still_plays", say(told, name=player.full_name, event=event.name))


def _erase(player: Player, by: Actor) -> Erased:
    records = [player, *Player.objects.select_for_update().filter(merged_into=player).order_by("pk")]
    ids = [record.pk for record in records]
    label = label_of(player)
    known = Known(label, _called(records))
    events, count = _tell(lines.touched(ids, known), ids, known, by)
    for record in records:
        _empty(record)
    Waiting.objects.filter(player__in=ids).delete()
    Account.objects.filter(player__in=ids).update(player=None)
    elsewhere.forget(ids, known)
    register.add(ids)
    return Erased(label, events, count, tuple(ids))


def _called(records: Iterable[Player]) -> tuple[Called, ...]:
    """Every name the person goes or went by: of each record, and as journals tell of corrections."""
    known = list(records)
    found = {Called(record.surname, record.first_name) for record in known if record.erased_at is None}
    return tuple(sorted(found | lines.former_names([record.pk for record in known])))


def _tell(
    touched: Iterable[lines.Touched], ids: list[int], known: Known, by: Actor
) -> tuple[tuple[str, ...], int]:
    """Change the lines and say so, event by event in one order: two such verbs cannot lock each other."""
    slugs, count = [], 0
    for found in touched:
        event = Event.objects.get(pk=found.event_id)
        with change(event, by=by) as frame:
            changed = lines.neutralise(frame.event, found, known)
            entry = Entry.objects.filter(event=event, members__player__in=ids).order_by("number").first()
            frame.write(
                "erase_player",
                entry=entry,
                new={"player": known.label, "record": ids[0], "lines": changed},
            )
        slugs.append(event.slug)
        count += len(changed)
    return tuple(slugs), count


def _empty(player: Player) -> None:
    """What is left of a record: its number, and where it sat."""
    player.surname, player.first_name = label_of(player), ""
    player.club = player.birth_date = player.card_year = None
    player.card_number = player.card_kind = player.sex = player.phone = player.email = ""
    player.erased_at = timezone.now()
    player.save()
