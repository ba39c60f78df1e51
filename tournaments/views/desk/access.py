"""Who may open a page of the desk, and what happens when the desk refuses.

Each view is declared with the roles it is for, and finds its event through the club of whoever asks: for
a stranger and for another club the address does not exist.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser, User
from django.contrib.auth.views import redirect_to_login
from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache

from scoring.sentences import Refusal
from tournaments import names
from tournaments.desk.change import Actor, NeedsConfirmationError
from tournaments.models import Club, ClubMember, Event, Source
from tournaments.words import spoken

OWNER, DIRECTOR, SCORER = ClubMember.Role.OWNER, ClubMember.Role.DIRECTOR, ClubMember.Role.SCORER
EVERYBODY = (OWNER, DIRECTOR, SCORER)
DIRECTORS = (OWNER, DIRECTOR)
OWNERS = (OWNER,)


@dataclass(frozen=True)
class Desk:
    """An event as somebody of its club has it open: what the view needs to show and to act.

    ``waiting``: how many players wait for a partner.
    """

    event: Event
    actor: Actor
    role: str
    waiting: int = 0

    @property
    def directs(self) -> bool:
        return self.role in DIRECTORS


View = Callable[..., HttpResponse]


def desk_page(*methods: str, roles: tuple[str, ...] = DIRECTORS, back: str = "") -> Callable[[View], View]:
    """Declare a view ``(request, desk, **kwargs)`` at an address with the event's slug in it.

    Anonymous: to the sign-in page. Not of the event's club: 404. Of the club but not in ``roles``: 403.
    A ``Refusal`` that escapes the view becomes a sentence: in place for htmx (422), else on the page named
    ``back`` (a url name taking the slug), or a page of its own (409).
    """
    allowed = methods or ("GET", "HEAD")

    def decorate(view: View) -> View:
        @never_cache
        @wraps(view)
        def guarded(request: HttpRequest, slug: str, **kwargs: Any) -> HttpResponse:
            if request.method not in allowed:
                return HttpResponseNotAllowed(allowed)
            if not request.user.is_authenticated:
                return redirect_to_login(request.get_full_path())
            desk = open_desk(request.user, slug)
            if desk.role not in roles:
                return render(request, "desk/not_yours.html", {"desk": desk, "event": desk.event}, status=403)
            try:
                return view(request, desk, **kwargs)
            except Refusal as refusal:
                return refused(request, refusal, desk=desk, back=back)

        return guarded

    return decorate


def open_desk(user: User, slug: str) -> Desk:
    """The desk of the event at this address; 404 for who is not of its club."""
    mine = ClubMember.objects.filter(club=OuterRef("club"), user_id=user.pk).values("role")
    event = (
        Event.objects.select_related("club")
        .annotate(role=Subquery(mine), waits=Count("waiting"))
        .filter(slug=slug)
        .first()
    )
    role = None if event is None else OWNER if user.is_superuser else event.role
    if event is None or role is None:
        raise Http404
    return Desk(event, actor_of(user), role, event.waits)


def role_in(user: AbstractBaseUser | AnonymousUser, club: Club) -> str | None:
    """What this account is in the club; whoever administers the installation owns every club."""
    if getattr(user, "is_superuser", False):
        return OWNER
    if not user.is_authenticated:
        return None
    return ClubMember.objects.filter(club=club, user_id=user.pk).values_list("role", flat=True).first()


def clubs_of(user: User, roles: tuple[str, ...] = EVERYBODY) -> QuerySet[Club]:
    """The clubs this account works for in one of these roles."""
    if user.is_superuser:
        return Club.objects.all()
    return Club.objects.filter(staff__user=user, staff__role__in=roles)


def may_load_for(user: User, club_name: str) -> bool:
    """Whether this account may bring an evening of that club in; of a new club, who runs the house."""
    return user.is_superuser or clubs_of(user, DIRECTORS).filter(name_key=names.key(club_name)).exists()


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
