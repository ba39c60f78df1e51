"""The standings as they are released: numbered, kept, and saying what changed since the last."""

from __future__ import annotations

from typing import Any

from django.db.models import Max

from scoring.sentences import gettext_noop, say
from tournaments.boards import facts as boards
from tournaments.desk.actions import permit
from tournaments.desk.change import Actor, DeskRefusal, change
from tournaments.models import Event, Publication


def publish_standings(*, event: Event, by: Actor) -> Publication:
    """Release the standings after the last closed round under the next number."""
    with change(event, by=by) as frame:
        permit("publish_standings", frame.event.state)
        facts = boards.load(frame.event)
        if facts.last_closed == 0:
            raise DeskRefusal(
                "nothing_to_publish",
                say(gettext_noop("No round is closed yet: there are no standings to publish.")),
            )
        rows = [
            {"place": s.place, "number": s.entry, "vp": s.vp, "net_mp": s.net_mp}
            for s in facts.standings(facts.last_closed)
        ]
        last = frame.event.publications.aggregate(last=Max("number"))["last"] or 0
        publication = Publication.objects.create(
            event=frame.event,
            number=last + 1,
            round_number=facts.last_closed,
            version=frame.event.version + 1,
            rows=rows,
            at=frame.at,
            by_id=frame.by.user_id,
        )
        frame.write(
            "publish_standings",
            round_number=facts.last_closed,
            new={"number": publication.number},
        )
    return publication


def changes_between(before: list[dict[str, Any]], after: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What moved from one published standings to the next: number, and old and new place, VP and MP."""
    earlier = {row["number"]: row for row in before}
    return [
        {"number": row["number"], "old": earlier.get(row["number"]), "new": row}
        for row in after
        if row != earlier.get(row["number"])
    ]
