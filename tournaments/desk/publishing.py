"""The standings as they are released: numbered, kept, and saying what changed since the last.

The rule (docs/rules.md 6): closing a round publishes its standings under the next number. What is corrected
afterwards shows at once, as changes since that number, until the director publishes the next one. So there
are no standings to be seen that are neither a numbered publication nor one with its changes named.
"""

from __future__ import annotations

from typing import Any

from scoring.sentences import gettext_noop, say
from tournaments.boards import facts as boards
from tournaments.boards.facts import Facts
from tournaments.desk.actions import permit
from tournaments.desk.change import Actor, Change, DeskRefusal, change
from tournaments.models import Event, Publication


def publish_standings(*, event: Event, by: Actor) -> Publication:
    """Release the standings after the last closed round under the next number.

    Refused while nothing is closed, and while they are what the last publication already shows: two clicks
    make one publication.
    """
    with change(event, by=by) as frame:
        permit("publish_standings", frame.event.state)
        facts = boards.load(frame.event)
        if facts.last_closed == 0:
            raise DeskRefusal(
                "nothing_to_publish",
                say(gettext_noop("No round is closed yet: there are no standings to publish.")),
            )
        last = frame.event.publications.order_by("-number").first()
        rows = rows_after(facts, facts.last_closed)
        if last is not None and (last.round_number, last.rows) == (facts.last_closed, rows):
            raise DeskRefusal(
                "nothing_changed",
                say(
                    gettext_noop("Nothing has changed since standings no. {number}: they still hold."),
                    number=last.number,
                ),
            )
        number = last.number + 1 if last else 1
        frame.write("publish_standings", round_number=facts.last_closed, new={"number": number})
        return _keep(frame, facts.last_closed, number, rows)


def publish_closed(frame: Change, facts: Facts, before: int) -> list[Publication]:
    """Publish what the verb in ``frame`` has closed, each round under its number.

    ``facts``: as they are now; ``before``: the last round that was closed until then. A round closed
    while an earlier one is open is published when that one closes.
    """
    numbers = list(frame.event.publications.order_by("-number").values_list("number", flat=True)[:1])
    number = numbers[0] if numbers else 0
    return [
        _keep(frame, upto, number + count, rows_after(facts, upto))
        for count, upto in enumerate(range(before + 1, facts.last_closed + 1), start=1)
    ]


def publish_final(frame: Change, facts: Facts) -> Publication | None:
    """Publish the standings an event ends with, unless its last publication already shows them."""
    last = frame.event.publications.order_by("-number").first()
    rows = rows_after(facts, facts.last_closed)
    if not facts.last_closed or (
        last is not None and (last.round_number, last.rows) == (facts.last_closed, rows)
    ):
        return None
    return _keep(frame, facts.last_closed, last.number + 1 if last else 1, rows)


def rows_after(facts: Facts, upto: int) -> list[dict[str, Any]]:
    """The standings after a round as they are kept: place, number, VP and net MP of every entry."""
    return [
        {"place": s.place, "number": s.entry, "vp": s.vp, "net_mp": s.net_mp} for s in facts.standings(upto)
    ]


def _keep(frame: Change, upto: int, number: int, rows: list[dict[str, Any]]) -> Publication:
    """Store a publication under the journal line that brought it about."""
    return Publication.objects.create(
        event=frame.event,
        number=number,
        round_number=upto,
        version=frame.event.version,
        rows=rows,
        at=frame.at,
        by_id=frame.by.user_id,
    )
