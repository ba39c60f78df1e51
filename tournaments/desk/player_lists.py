"""Thousands of players out of a list: looked at first, then all of it or nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib.auth import get_user_model
from django.db import IntegrityError

from scoring.sentences import Sentence, gettext_noop, say
from tournaments import names
from tournaments.boards import who
from tournaments.boards.player_lists import Change, Comparison, compare
from tournaments.desk.change import Actor, DeskRefusal
from tournaments.desk.jobs import files
from tournaments.desk.jobs.asking import JobPlan, ask
from tournaments.desk.jobs.working import JobFailed, Outcome, Work, problem
from tournaments.desk.people import clubs_named
from tournaments.models import Club, Job, Player
from tournaments.spreadsheets.lists import from_file
from tournaments.spreadsheets.lists.players import PlayerList, PlayerRow, read_players
from tournaments.spreadsheets.lists.source import PLAYERS

MOST_TOLD = 300
"""Lines of a list that are told one by one; of more only the number."""
BATCH = 500
LEAVE, AS_NEW = "leave", "new"
_FIELDS = ("club", "card_number", "card_kind", "card_year", "phone", "email")


@dataclass(frozen=True)
class ListPlan:
    """A file put away (``files.keep_sent``) under ``sent_in``, and the club of lines that name none.

    ``dry``: only look what would come of it. ``doubtful``: "leave" or "new", what becomes of lines in doubt.
    """

    sent_in: str
    club: Club
    dry: bool = True
    doubtful: str = LEAVE
    file_name: str = ""


def ask_list(plan: ListPlan, *, by: Actor) -> Job:
    """Ask for a list to be looked at, or stored."""
    params = {
        "sent_in": plan.sent_in, "dry": plan.dry, "doubtful": plan.doubtful, "list": plan.file_name[:120],
    }  # fmt: skip
    key = f"players:{plan.sent_in}:{'dry' if plan.dry else 'store'}"
    return ask(JobPlan(kind="players", params=params, club=plan.club, key=key, directors=True), by=by)


def store_list(job: Job, *, doubtful: str, by: Actor) -> Job:
    """Store the list that ``job`` has looked at."""
    if job.kind != "players" or job.club is None or job.state != Job.State.DONE:
        raise DeskRefusal("no_list", say(gettext_noop("This list has not been looked at yet.")))
    plan = ListPlan(
        sent_in=str(job.params["sent_in"]), club=job.club, dry=False,
        doubtful=AS_NEW if doubtful == AS_NEW else LEAVE, file_name=str(job.params.get("list", "")),
    )  # fmt: skip
    return ask_list(plan, by=by)


def take_in(work: Work) -> Outcome:
    """The job: look at a list, or store it in one transaction that also says that it is done."""
    club = work.job.club
    if club is None:
        raise ValueError("a list of players is of a club")
    rows = _read(work)
    mine = _clubs_of_asker(work)
    if work.params["dry"]:
        work.progress(len(rows.rows), 2 * len(rows.rows))
        return _told(compare(rows.rows, club, mine), rows)
    with work.all_or_nothing():
        # One list of a club at a time: what is compared is still so when it is stored.
        Club.objects.select_for_update().get(pk=club.pk)
        found = compare(rows.rows, club, mine)
        wrong = [*rows.wrong, *found.wrong]
        if wrong:
            told = gettext_noop(
                "{count} lines cannot be stored, so nothing was. Mend them and send it again."
            )
            raise JobFailed(say(told, count=len(wrong)), _wrong(wrong))
        outcome = _store(work, found, club)
        work.done(outcome)
    return outcome


def _read(work: Work) -> PlayerList:
    try:
        data = files.sent_in(work.job).read_bytes()
    except OSError as error:
        raise JobFailed(say(gettext_noop("The file is no longer kept: send it again."))) from error
    sources = from_file(data, PLAYERS)
    return read_players(sources[0])


def _clubs_of_asker(work: Work) -> frozenset[str] | None:
    """Keys of the clubs whose players the list may name: those the asker directs; None: all."""
    user = get_user_model().objects.filter(pk=work.job.by_id or 0).first()
    if user is None:
        return frozenset()
    if user.is_superuser:
        return None
    clubs = who.clubs_of(user, (who.OWNER, who.DIRECTOR))
    return frozenset(clubs.values_list("name_key", flat=True))


def _told(found: Comparison, rows: PlayerList) -> Outcome:
    wrong = [*rows.wrong, *found.wrong]
    told = gettext_noop(
        "Nothing is stored yet. New: {new}. Changed: {changed}. As they are: {same}. In doubt: {doubtful}."
        " Wrong: {wrong}."
    )
    sentence = say(
        told, new=len(found.new), changed=len(found.changes), same=found.same, doubtful=len(found.doubts),
        wrong=len(wrong),
    )  # fmt: skip
    return Outcome(sentence, [*_wrong(wrong), *_doubts(found), *_changes(found.changes)])


def _wrong(wrong: Sequence[tuple[int, Sentence]]) -> list[dict[str, object]]:
    told = gettext_noop("Row {row}: {problem}")
    return [problem("", say(told, row=str(row), problem=sentence)) for row, sentence in wrong[:MOST_TOLD]]


def _doubts(found: Comparison) -> list[dict[str, object]]:
    told = gettext_noop("Row {row}, in doubt: {problem}")
    return [
        problem("", say(told, row=str(doubt.row.row), problem=doubt.sentence))
        for doubt in found.doubts[:MOST_TOLD]
    ]


def _changes(changes: Sequence[Change]) -> list[dict[str, object]]:
    told = gettext_noop("Row {row}: {name} gets {what}.")
    return [
        problem("", say(told, row=str(one.row.row), name=one.player.full_name, what=_what(one)))
        for one in changes[:MOST_TOLD]
    ]


def _what(one: Change) -> str:
    return ", ".join(str(one.row.club if name == "club" else value) for name, value in one.brings.items())


def _store(work: Work, found: Comparison, home: Club) -> Outcome:
    new = list(found.new)
    if work.params.get("doubtful") == AS_NEW:
        new += [doubt.row for doubt in found.doubts if doubt.as_new]
    left = len(found.doubts) - (len(new) - len(found.new))
    clubs = clubs_named({row.club for row in new if row.club} | _new_clubs(found.changes))
    total = len(new) + len(found.changes)
    made = [_player(row, clubs.get(names.key(row.club)) or home) for row in new]
    changed = [_changed(one, clubs, home) for one in found.changes]
    done = 0
    try:
        for start in range(0, len(made), BATCH):
            done += len(Player.objects.bulk_create(made[start : start + BATCH]))
            work.progress(done, total)
        for start in range(0, len(changed), BATCH):
            some = changed[start : start + BATCH]
            Player.objects.bulk_update(some, _FIELDS)
            done += len(some)
            work.progress(done, total)
    except IntegrityError as error:
        told = gettext_noop(
            "A card of the list was given to somebody meanwhile. Nothing was stored: once more."
        )
        raise JobFailed(say(told)) from error
    told = gettext_noop("Stored. New: {new}. Changed: {changed}. Left out as doubtful: {left}.")
    return Outcome(say(told, new=len(made), changed=len(changed), left=left), _left(found, work))


def _left(found: Comparison, work: Work) -> list[dict[str, object]]:
    if work.params.get("doubtful") == AS_NEW:
        found = Comparison(doubts=[doubt for doubt in found.doubts if not doubt.as_new])
    return _doubts(found)


def _new_clubs(changes: Sequence[Change]) -> set[str]:
    return {one.row.club for one in changes if "club" in one.brings and one.row.club}


def _player(row: PlayerRow, club: Club) -> Player:
    # bulk_create does not pass through Player.save, which would set the key.
    return Player(
        club=club, surname=row.surname, first_name=row.first_name, name_key=row.key, card_number=row.card,
        card_kind=row.kind, card_year=row.year, phone=row.phone, email=row.email,
    )  # fmt: skip


def _changed(one: Change, clubs: dict[str, Club], home: Club) -> Player:
    for name, value in one.brings.items():
        if name == "club":
            one.player.club = clubs.get(names.key(one.row.club)) or home
        else:
            setattr(one.player, name, value)
    return one.player
