"""Where somebody who works at the desk sits as a player; in a round the players of that round count."""

from __future__ import annotations

from django.db.models import Q, QuerySet

from tournaments.models import Event, Match, Member, Seat


def members_of(user_id: int, round_number: int) -> QuerySet[Member]:
    """The account's player in its pair of that round; who is replaced from the 3rd on sits up to the 2nd."""
    return Member.objects.filter(
        Q(to_round=None) | Q(to_round__gte=round_number),
        player__accounts__user=user_id,
        from_round__lte=round_number,
    )


def _seats(user_id: int, round_number: int) -> QuerySet[Seat]:
    return Seat.objects.filter(entry__members__in=members_of(user_id, round_number))


def line_at(match: Match, user_id: int | None) -> str | None:
    """The line on which this account's player sits at the match; None where he or she does not. One query.

    ``match`` with its round.
    """
    if user_id is None:
        return None
    return _seats(user_id, match.round.number).filter(match=match).values_list("line", flat=True).first()


def lines_in(event: Event, round_number: int, user_id: int | None) -> dict[int, str]:
    """The table of a round at which this account's player sits, with the line; one query."""
    if user_id is None:
        return {}
    seats = _seats(user_id, round_number).filter(round__event=event, round__number=round_number)
    return dict(seats.values_list("match__table", "line"))
