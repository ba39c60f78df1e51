"""Codes for the tables: with one a line opens the page of its own match on a phone, and nothing else.

They come with the publication of a round, one for each line of each full table. A code ends with its time,
or when it is revoked; the journal tells of codes, and never holds one.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from django.db.models import Count

from scoring.sentences import gettext_noop, say
from tournaments.boards.table import ALPHABET, LENGTH
from tournaments.desk.actions import permit
from tournaments.desk.change import Actor, Change, DeskRefusal, change
from tournaments.models import Event, Line, Match, Round, TableCode

VALID_FOR = timedelta(hours=4)


def issue_for(matches: Iterable[Match], at: datetime) -> int:
    """Give both lines of each match a code, inside somebody else's change; how many were made."""
    return _issue([(match, str(line)) for match in matches for line in Line], at)


def _issue(chairs: Sequence[tuple[Match, str]], at: datetime) -> int:
    made = TableCode.objects.bulk_create(
        TableCode(match=match, line=line, code=code, issued_at=at, expires_at=at + VALID_FOR)
        for (match, line), code in zip(chairs, _fresh(len(chairs)), strict=True)
    )
    return len(made)


def full_tables(found: Round) -> list[Match]:
    """The tables of a round at which somebody sits on both lines."""
    lines = Count("seats__line", distinct=True)
    return list(found.matches.annotate(lines=lines).filter(lines=2))


def _fresh(how_many: int) -> list[str]:
    """So many codes that nobody has or has had."""
    made: set[str] = set()
    while len(made) < how_many:
        more = {_one() for _ in range(how_many - len(made))}
        taken = TableCode.objects.filter(code__in=more).values_list("code", flat=True)
        made |= more - set(taken)
    return list(made)


def _one() -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))


def issue_codes(*, event: Event, round_number: int, by: Actor) -> int:
    """Give a code to every line of the round that has none that still opens; how many were made."""
    with change(event, by=by) as frame:
        found = _round(frame, round_number)
        valid = TableCode.objects.filter(match__round=found, revoked_at=None)
        valid.filter(expires_at__lte=frame.at).update(revoked_at=frame.at)
        has = set(valid.values_list("match_id", "line"))
        chairs = [(match, str(line)) for match in full_tables(found) for line in Line]
        made = _issue([(match, line) for match, line in chairs if (match.pk, line) not in has], frame.at)
        if made:
            frame.write("issue_codes", round_number=round_number, new={"codes": made})
        else:
            frame.nothing_to_write()
    return made


def reissue_code(*, event: Event, round_number: int, table: int, line: str, by: Actor) -> TableCode:
    """Give a line another code; the one it had opens nothing any more."""
    with change(event, by=by) as frame:
        match = _match(frame, round_number, table)
        revoked = _revoke(frame, match, line)
        made = TableCode.objects.create(
            match=match, line=line, code=_fresh(1)[0], issued_at=frame.at, expires_at=frame.at + VALID_FOR
        )
        frame.write(
            "reissue_code",
            round_number=round_number,
            table=table,
            old={"revoked": revoked},
            new={"line": str(line)},
        )
    return made


def revoke_code(*, event: Event, round_number: int, table: int, line: str, by: Actor) -> None:
    """Close a line's page: its code opens nothing any more. Asked again, nothing happens."""
    with change(event, by=by) as frame:
        match = _match(frame, round_number, table)
        if not _revoke(frame, match, line):
            frame.nothing_to_write()
            return
        frame.write("revoke_code", round_number=round_number, table=table, old={"line": str(line)})


def _revoke(frame: Change, match: Match, line: str) -> int:
    return TableCode.objects.filter(match=match, line=line, revoked_at=None).update(revoked_at=frame.at)


def _round(frame: Change, number: int) -> Round:
    permit("change", frame.event.state)
    found = frame.event.rounds.filter(number=number).first()
    if found is None:
        raise DeskRefusal(
            "unknown_round", say(gettext_noop("There is no round {number} yet."), number=number)
        )
    permit("hand_in", found.state)
    return found


def _match(frame: Change, round_number: int, table: int) -> Match:
    found = _round(frame, round_number)
    match = next((match for match in full_tables(found) if match.table == table), None)
    if match is None:
        told = gettext_noop("Nobody plays against anybody at table {table} in round {number}.")
        raise DeskRefusal("unknown_table", say(told, number=round_number, table=table))
    return match
