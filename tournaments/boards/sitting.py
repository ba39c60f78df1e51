"""Where somebody who works at the desk sits as a player; in a round the players of that round count."""

from __future__ import annotations

from django.db.models import Q, QuerySet

from tournaments.models import Account, Event, Match, Member, Seat


def members_of(user_id: int, round_number: int) -> QuerySet[Member]:
    """The account's player in its pair of that round; who is replaced from the 3rd on sits up to the 2nd."""
    return Member.objects.filter(
        Q(to_round=None) | Q(to_round__gte=round_number),
        player__accounts__user=user_id,
        from_round__lte=round_number,
    )


def _pairs(user_id: int | None, event: Event | int, round_number: int) -> list[int]:
    """The pairs this account's player is of, in a round of the event: asked apart from where they sit.

    Put together in one question, a database whose statistics are a little old looks for the seats of every
    pair first. Most who work at the desk play nowhere: for them it is the only question.
    """
    if user_id is None or not Account.objects.filter(user_id=user_id, player__isnull=False).exists():
        return []
    return list(members_of(user_id, round_number).filter(event=event).values_list("entry_id", flat=True))


def line_at(match: Match, user_id: int | None) -> str | None:
    """The line on which this account's player sits at the match; None where he or she does not.

    ``match`` with its round. One query for who plays nowhere, else three.
    """
    pairs = _pairs(user_id, match.round.event_id, match.round.number)
    if not pairs:
        return None
    return Seat.objects.filter(match=match, entry__in=pairs).values_list("line", flat=True).first()


def lines_in(event: Event, round_number: int, user_id: int | None) -> dict[int, str]:
    """The table of a round at which this account's player sits, with the line.

    One query for who plays nowhere, else three.
    """
    pairs = _pairs(user_id, event, round_number)
    if not pairs:
        return {}
    seats = Seat.objects.filter(round__event=event, round__number=round_number, entry__in=pairs)
    return dict(seats.values_list("match__table", "line"))
