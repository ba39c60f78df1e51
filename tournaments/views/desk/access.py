"""Who may open a page of the desk, and what happens when the desk refuses.

Each view is declared with the roles it is for, and finds its event through whoever asks: for a stranger and
for another club the address does not exist. A reader opens what a scorer may open, and changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth.models import User
from django.contrib.auth.views import redirect_to_login
from django.db.models import Count, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache

from scoring.sentences import Refusal
from tournaments import names
from tournaments.boards import who
from tournaments.boards.who import DIRECTOR, OWNER, READER, SCORER
from tournaments.desk.change import Actor, NeedsConfirmationError
from tournaments.models import Event, Source
from tournaments.prepared import prepared
from tournaments.words import spoken

EVERYBODY: tuple[str, ...] = (OWNER, DIRECTOR, SCORER, READER)
DIRECTORS: tuple[str, ...] = (OWNER, DIRECTOR)
OWNERS: tuple[str, ...] = (OWNER,)
LOOKING = ("GET", "HEAD")
# What a verb says of a round, a table or a pair that is not there; in an address that is a 404.
NOT_THERE = frozenset({"unknown_round", "unknown_table", "unknown_entry"})


@dataclass(frozen=True)
class Desk:
    """An event as somebody who works for it has it open: what the view needs to show and to act.

    ``role``: the higher of the account's role in the club and its role on this event. ``club_role``: the
    first alone; "" for who works for this event only. ``waiting``: how many players wait for a partner.
    """

    event: Event
    actor: Actor
    role: str
    waiting: int = 0
    club_role: str = ""

    @property
    def directs(self) -> bool:
        """May run the event."""
        return self.role in DIRECTORS

    @property
    def scores(self) -> bool:
        """May record; who may not only looks on."""
        return may(self.role, EVERYBODY, acting=True)

    @property
    def keeps_players(self) -> bool:
        """May open the club's own pages of players; directing one event is not enough."""
        return self.club_role in DIRECTORS


View = Callable[..., HttpResponse]


def may(role: str, roles: tuple[str, ...], *, acting: bool) -> bool:
    """Whether a view declared for ``roles`` serves this one. A reader only ever looks on."""
    return role in roles and not (acting and role == READER)


def desk_page(*methods: str, roles: tuple[str, ...] = DIRECTORS, back: str = "") -> Callable[[View], View]:
    """Declare a view ``(request, desk, **kwargs)`` at an address with the event's slug in it.

    Anonymous: to the sign-in page. Without a role on the event: 404. With one that is not in ``roles``, or
    a reader who sends something: 403. A ``Refusal`` that escapes the view becomes a sentence: in place for
    htmx (422), else on the page named ``back`` (a url name taking the slug), or a page of its own (409).
    """
    allowed = methods or LOOKING

    def decorate(view: View) -> View:
        @never_cache
        @wraps(view)
        def guarded(request: HttpRequest, slug: str, **kwargs: Any) -> HttpResponse:
            if request.method not in allowed:
                return HttpResponseNotAllowed(allowed)
            if not request.user.is_authenticated:
                return redirect_to_login(request.get_full_path())
            desk = open_desk(request.user, slug)
            if not may(desk.role, roles, acting=request.method not in LOOKING):
                return render(request, "desk/not_yours.html", {"desk": desk, "event": desk.event}, status=403)
            try:
                return view(request, desk, **kwargs)
            except Refusal as refusal:
                if kwargs and getattr(refusal, "code", "") in NOT_THERE:
                    raise Http404 from refusal
                return refused(request, refusal, desk=desk, back=back)

        return guarded

    return decorate


def open_desk(user: User, slug: str) -> Desk:
    """The desk of the event at this address, in one query; 404 for who has no role on it."""
    event = next(iter(_opened(user.pk, slug)), None)
    if event is None:
        raise Http404
    club_role = OWNER if user.is_superuser else event.club_role
    role = who.highest(club_role, event.event_role)
    if role is None:
        raise Http404
    return Desk(event, actor_of(user), role, event.waits, club_role or "")


@prepared
def _opened(user: int, slug: str) -> QuerySet[Any]:
    events = who.with_roles(Event.objects.select_related("club"), user)
    found: QuerySet[Any] = events.annotate(waits=Count("waiting")).filter(slug=slug).order_by("pk")
    return found


def round_or_404(desk: Desk, number: int) -> None:
    """The round in the address is one of the event's; else there is nothing here."""
    if not desk.event.rounds.filter(number=number).exists():
        raise Http404


def may_load_for(user: User, club_name: str) -> bool:
    """Whether this account may bring an evening of that club in; of a new club, who runs the house."""
    key = names.key(club_name)
    return user.is_superuser or who.clubs_of(user, DIRECTORS).filter(name_key=key).exists()


def actor_of(user: User) -> Actor:
    """Who this account is in the journal."""
    return Actor(name=user.get_full_name() or user.get_username(), source=Source.DESK, user_id=user.pk)


def refused(request: HttpRequest, refusal: Refusal, *, desk: Desk, back: str = "") -> HttpResponse:
    """Say a refusal where the person is looking; a question keeps what was sent, for a yes."""
    context = {
        "desk": desk,
        "event": desk.event,
        "sentence": spoken(refusal.sentence),
        "asks": isinstance(refusal, NeedsConfirmationError),
        "sent": [(name, value) for name in request.POST for value in request.POST.getlist(name)],
    }
    if getattr(request, "htmx", False):
        return render(request, "desk/parts/refused.html", context, status=422)
    if back and not context["asks"]:
        messages.error(request, str(context["sentence"]))
        return redirect(back, desk.event.slug)
    return render(request, "desk/refused.html", context, status=409)
