"""What the screens in the hall show, chosen by the director."""

from __future__ import annotations

from scoring.sentences import gettext_noop, say
from tournaments.boards.clock import SECONDS_A_PAGE
from tournaments.desk.actions import permit
from tournaments.desk.change import Actor, DeskRefusal, change
from tournaments.models import Event, Wall

QUICKEST, SLOWEST = 5, 120  # seconds a page


def set_wall(*, event: Event, by: Actor, shows: str, seconds_a_page: int = SECONDS_A_PAGE) -> Wall:
    """Choose what the wall shows and how long each page stays; what it shows already leaves no line."""
    with change(event, by=by) as frame:
        permit("wall", frame.event.state)
        if shows not in Wall.Shows.values:
            raise DeskRefusal("unknown_choice", say(gettext_noop("The wall cannot show that.")))
        if not QUICKEST <= seconds_a_page <= SLOWEST:
            raise DeskRefusal(
                "seconds_a_page",
                say(
                    gettext_noop("A page stays between {least} and {most} seconds."),
                    least=QUICKEST,
                    most=SLOWEST,
                ),
            )
        wall = Wall.objects.filter(event=frame.event).first() or Wall(event=frame.event)
        old = {"shows": str(wall.shows), "seconds": wall.seconds_a_page}
        new = {"shows": shows, "seconds": seconds_a_page}
        if old == new:
            frame.nothing_to_write()
            return wall
        wall.shows, wall.seconds_a_page = shows, seconds_a_page
        wall.save()
        frame.write("set_wall", old=old, new=new)
    return wall
