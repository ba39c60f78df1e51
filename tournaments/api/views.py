"""What every address of the interface does before and after its own work.

A view finds its club or event through its address, once, and knows what the caller is there:
``self.club``, ``self.event``, ``self.rank``. ``may`` says who may do what; an address that is not the
caller's is as if it were not there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from rest_framework.exceptions import NotAuthenticated, Throttled
from rest_framework.permissions import BasePermission
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from scoring.sentences import gettext_noop, say
from tournaments.api import marks
from tournaments.api.callers import (
    ANYBODY,
    Caller,
    SessionAuthentication,
    TokenAuthentication,
    Who,
    actor_of,
    rank_in,
    rank_on,
)
from tournaments.api.documentation import Described
from tournaments.api.parsing import JSONParser
from tournaments.api.refusals import ApiRefusal, StaleError, not_there
from tournaments.api.throttles import AnybodyThrottle, CallerThrottle, UnknownTokenThrottle
from tournaments.boards.released import NotReleasedError, Released
from tournaments.desk.change import Actor
from tournaments.models import Club, Event


class Allowed(BasePermission):
    """The one rule of who may: finds the place, then holds the caller against ``may`` of the view.

    Nothing there, or not the caller's: 404. Nobody in particular where an account is needed: 401. Known here
    but not enough: 403.
    """

    def has_permission(self, request: Request, view: Any) -> bool:
        wanted = view.may.get("GET" if request.method == "HEAD" else request.method or "")
        if wanted is None:
            return True  # answered with 405
        view.find()
        if view.rank >= wanted:
            return True
        if not request.user.is_authenticated:
            raise NotAuthenticated
        if view.rank == ANYBODY:
            raise not_there()
        raise ApiRefusal(403, "not_allowed", say(_NOT_ENOUGH), needs=wanted.name.lower().rstrip("s"))


_NOT_ENOUGH = gettext_noop("You are known here, but this is for somebody who may do more.")


class ApiView(APIView):
    """An address of nothing in particular. ``may``: who at least, by method; what is not named is 405.

    ``tag``: under which heading the documentation lists it.
    """

    may: ClassVar[Mapping[str, Who]] = {}
    tag: ClassVar[str] = ""
    http_method_names = ("get", "head", "post", "put", "patch", "delete")
    authentication_classes = (TokenAuthentication, SessionAuthentication)
    permission_classes = (Allowed,)
    throttle_classes = (AnybodyThrottle, CallerThrottle)
    parser_classes = (JSONParser,)
    # JSON alone: the pages on which to try things are drf-spectacular's, which need no script inside a page.
    renderer_classes = (JSONRenderer,)
    schema = Described()
    rank: Who = ANYBODY
    asked: Mapping[str, Any] = {}
    made: str = ""
    """The address of what a change has made."""

    @property
    def caller(self) -> Caller:
        return self.request.user

    @property
    def actor(self) -> Actor:
        """Who does it, for ``by=`` of the desk's verbs."""
        return actor_of(self.caller)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Throttle before anything is looked up, also those who show tokens that are none."""
        self.format_kwarg = None
        negotiated = self.perform_content_negotiation(request)
        request.accepted_renderer, request.accepted_media_type = negotiated
        try:
            self.perform_authentication(request)
        except ApiRefusal:
            throttle = UnknownTokenThrottle()
            if not throttle.allow_request(request, self):
                raise Throttled(throttle.wait()) from None
            raise
        self.check_throttles(request)
        self.check_permissions(request)

    def find(self) -> None:
        """Look up what the address is about; 404 where there is nothing."""

    def etag(self) -> str | None:
        """The mark of what a read answers with, known before it is read; None: made from the answer."""
        return None

    def etag_after(self) -> str | None:
        """The mark of what stands after a change."""
        return None

    def lock(self) -> None:
        """Hold what a change is about until its transaction ends."""

    def is_stale(self, tag: marks.Tag) -> bool:
        """Whether what is changed here is not any more what the tag was given for."""
        return True

    def current(self) -> Any:
        """What stands now, as the read of the same resource tells it, for whoever was stale."""
        return None

    def check_if_match(self, sent: Any) -> None:
        """Refuse a change (412) whose ``If-Match`` names a state that has passed; under the lock."""
        header = self.request.headers.get("If-Match")
        if header is None or header.strip() == "*":
            return
        if all(self.is_stale(tag) for tag in marks.read(header)):
            raise StaleError(self.current(), sent)

    def handle_exception(self, exc: Exception) -> Response:
        if isinstance(exc, NotReleasedError):
            exc = not_there()
        return super().handle_exception(exc)

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        answer = super().finalize_response(request, response, *args, **kwargs)
        answer.setdefault("Cache-Control", "private, no-cache")
        answer["Vary"] = "Accept-Language, Authorization, Cookie"
        return answer


class ClubView(ApiView):
    """An address below a club: ``self.club``, and what the caller is in it."""

    club: Club

    def find(self) -> None:
        found = Club.objects.filter(slug=self.kwargs["club"]).first()
        if found is None:
            raise not_there()
        self.club = found
        self.rank = rank_in(self.caller, found)

    def lock(self) -> None:
        Club.objects.select_for_update().get(pk=self.club.pk)


class EventView(ApiView):
    """An address below an event: ``self.event`` (as read before anything else), and the caller's rank on it.

    Its tag is the event's version, with what else the answer hangs on: language, address, what may be seen.
    """

    event: Event
    seen: Released | None = None

    def find(self) -> None:
        found = Event.objects.select_related("club").filter(slug=self.kwargs["event"]).first()
        if found is None:
            raise not_there()
        self.event = found
        self.rank = rank_on(self.caller, found)

    def etag(self) -> str | None:
        return marks.tag_of(self.event.pk, self.event.version, self.request.get_full_path(), self.rank)

    def etag_after(self) -> str | None:
        return marks.tag_of(self.event.pk, self.event.version)

    def lock(self) -> None:
        """Hold the event as the verbs do; ``self.event`` is read again, so that nothing lies between."""
        self.seen = None
        self.event = (
            Event.objects.select_for_update(of=("self",)).select_related("club").get(pk=self.event.pk)
        )

    def is_stale(self, tag: marks.Tag) -> bool:
        return tag.event != self.event.pk or tag.version != self.event.version

    def current(self) -> Any:
        """The event in short; a view of one resource of it answers with that resource."""
        return {"event": self.event.slug, "state": self.event.state, "version": self.event.version}


class TableView(EventView):
    """An address below one table of one round: stale is only what has touched this table since.

    Fifty people enter results of one round at once; each is in the way of whoever has the same table.
    """

    def is_stale(self, tag: marks.Tag) -> bool:
        if tag.event != self.event.pk or tag.version > self.event.version:
            return True
        return marks.touched_since(self.event, tag.version, self.kwargs["round"], self.kwargs["table"])


class NothingThere(ApiView):
    """Every address below /api/v1/ that is none."""

    may: ClassVar[Mapping[str, Who]] = {}

    def check_permissions(self, request: Request) -> None:
        raise not_there()


Method = Callable[..., Any]
