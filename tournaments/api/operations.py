"""One decorator for an operation: what it does for a program, and what the documentation says of it.

``reads`` and ``acts`` stand on the methods of views. The summary is the decorator's, the description is
the method's docstring. Who may, and hence the refusals an operation can answer with, is the view's ``may``.
"""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from typing import Any

from django.db import transaction
from django.http import HttpResponse
from django.utils.cache import get_conditional_response
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.fields import empty
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import BaseSerializer, Serializer

from scoring.sentences import Refusal, gettext_noop, say
from tournaments.api import marks, pages
from tournaments.api.addresses import path_parameters
from tournaments.api.callers import name_of
from tournaments.api.errors import answer_to
from tournaments.api.filters import Filters
from tournaments.api.parsing import is_text
from tournaments.api.refusals import FieldRefusal
from tournaments.api.views import ApiView
from tournaments.desk.judging import ChangedMeanwhileError
from tournaments.desk.kept_answers import CLAIMED, MOST_KEY, claim, fingerprint_of, keep
from tournaments.models import KeptAnswer

KEPT_HEADERS = ("ETag", "Location")
Shape = type[Serializer[Any]]


def reads(
    operation_id: str,
    summary: str,
    shape: Shape,
    *,
    example: Any,
    paged: bool = False,
    filters: type[Filters] | None = None,
    about: tuple[Shape, Any] | None = None,
    path: Mapping[str, str] | None = None,
) -> Callable[[Callable[..., Any]], Callable[..., HttpResponse]]:
    """Turn ``method(self, **kwargs) -> what shape tells`` into a GET.

    ``paged``: the method returns a queryset or a list, of which one page is told. ``filters``: what the
    query may hold; the method finds it, checked, in ``self.asked``. ``example``: of one thing told.
    ``about``: a shape (and its example) of what a page says of the list as a whole; the method then returns
    that and the list.
    Answers 304 to an ``If-None-Match`` that still holds; for an event before anything is read.
    """
    told = pages.example_of(example, about) if paged else example

    def decorate(method: Callable[..., Any]) -> Callable[..., HttpResponse]:
        @extend_schema(
            operation_id=operation_id,
            summary=summary,
            description=inspect.cleandoc(method.__doc__ or ""),
            request=None,
            parameters=[
                *path_parameters(path),
                *(filters.parameters() if filters else ()),
                *(pages.PARAMETERS if paged else ()),
                IF_NONE_MATCH,
            ],
            responses={
                200: OpenApiResponse(
                    pages.page_of(shape, about and about[0]) if paged else shape,
                    "As asked.",
                    [OpenApiExample("An answer", value=told, status_codes=["200"])],
                )
            },
        )
        @wraps(method)
        def get(self: ApiView, request: Request, **kwargs: Any) -> HttpResponse:
            page, asked = _asked(request, paged, filters)
            self.asked = asked
            tag = self.etag()
            if tag is not None and (unchanged := _unchanged(request, tag)):
                return unchanged
            found = method(self, **kwargs)
            whole, found = found if about else (None, found)
            if page is not None:
                body = page.told(
                    request, found, lambda rows: shape(rows, many=True, context=_context(self)).data
                )
                if about:
                    body["about"] = about[0](whole, context=_context(self)).data
            else:
                body = shape(found, context=_context(self)).data
            if tag is None:
                tag = f'"{marks.digest(JSONRenderer().render(body))}"'
                if unchanged := _unchanged(request, tag):
                    return unchanged
            return Response(body, headers={"ETag": tag})

        return get

    return decorate


def acts(
    operation_id: str,
    summary: str,
    *,
    sends: Shape | None = None,
    answers: Shape | None = None,
    status: int = 200,
    example: Any = None,
    sent_example: Any = None,
    path: Mapping[str, str] | None = None,
    may_refuse: Sequence[int] = (409,),
) -> Callable[[Callable[..., Any]], Callable[..., HttpResponse]]:
    """Turn ``method(self, sent, **kwargs) -> what answers tells`` into a change.

    ``sent``: the body, checked by ``sends``. The method calls one verb of the desk with ``by=self.actor``;
    it runs in a transaction in which the event (``self.event``) is locked and ``If-Match`` has been
    compared. ``may_refuse``: which of 409 and 422 the verb can end in. An ``Idempotency-Key`` on a POST
    makes a repeat harmless; refusals of the desk (409, 422) are kept like other answers. A method that
    makes something (``status=201``) leaves its address in ``self.made``.
    """

    def decorate(method: Callable[..., Any]) -> Callable[..., HttpResponse]:
        method.__dict__["may_refuse"] = tuple(may_refuse)

        @extend_schema(
            operation_id=operation_id,
            summary=summary,
            description=inspect.cleandoc(method.__doc__ or ""),
            request=sends,
            parameters=[*path_parameters(path), IF_MATCH, IDEMPOTENCY_KEY],
            responses={
                status: OpenApiResponse(
                    answers,
                    "Done." if answers else "Done; there is nothing to tell.",
                    [OpenApiExample("An answer", value=example, status_codes=[str(status)])]
                    if answers
                    else [],
                )
            },
            examples=[OpenApiExample("A request", value=sent_example, request_only=True)] if sends else None,
        )
        @wraps(method)
        def act(self: ApiView, request: Request, **kwargs: Any) -> HttpResponse:
            _asked(request, False, None)
            sent = checked(sends, request.data, self) if sends else {}

            def run() -> Response:
                found = method(self, sent, **kwargs)
                body = answers(found, context=_context(self)).data if answers else None
                answer = Response(body, status=status)
                if self.made:
                    answer["Location"] = self.made
                return answer

            return _Acting(self, request).answer(run)

        return act

    return decorate


def checked(shape: Shape, data: Any, view: ApiView) -> Any:
    """The values of a body; refuses with everything that is off in it."""
    incoming: BaseSerializer[Any] = shape(data=empty if data is None else data, context=_context(view))
    incoming.is_valid(raise_exception=True)
    return incoming.validated_data


class _Acting:
    """A change on its way: key, lock, ``If-Match``, verb, kept answer, in one transaction."""

    def __init__(self, view: ApiView, request: Request) -> None:
        self.view, self.request = view, request
        self.key = _key(request)

    def answer(self, run: Callable[[], Response]) -> HttpResponse:
        with transaction.atomic():
            kept = self._claim() if self.key else None
            if kept is not None and kept.status != CLAIMED:
                return _again(kept)
            self.view.lock()
            self.view.check_if_match(self.request.data)
            answer = self._run(run, kept)
            tag = self.view.etag_after()
            if tag is not None:
                answer["ETag"] = tag
            if kept is not None:
                headers = {name: answer[name] for name in KEPT_HEADERS if name in answer}
                body = "" if answer.data is None else JSONRenderer().render(answer.data).decode()
                keep(kept, status=answer.status_code, headers=headers, body=body)
        return answer

    def _run(self, run: Callable[[], Response], kept: KeptAnswer | None) -> Response:
        """The verb's answer; its refusal too is one that a repeat is given, though nothing was changed."""
        if kept is None:
            return run()
        try:
            with transaction.atomic():
                return run()
        except ChangedMeanwhileError:
            raise
        except Refusal as refusal:
            refused = answer_to(refusal)
            if refused is None:
                raise
            return refused

    def _claim(self) -> KeptAnswer:
        request = self.request
        return claim(
            asker=name_of(self.view.caller),
            key=self.key,
            fingerprint=fingerprint_of(request.method or "", request.get_full_path(), request.data),
        )


def _again(kept: KeptAnswer) -> Response:
    answer = Response(json.loads(kept.body) if kept.body else None, status=kept.status, headers=kept.headers)
    answer["Idempotent-Replayed"] = "true"
    return answer


def _key(request: Request) -> str:
    key = request.headers.get("Idempotency-Key", "")
    if key and not (len(key) <= MOST_KEY and key.isascii() and key.isprintable()):
        raise FieldRefusal(
            "Idempotency-Key",
            "invalid",
            say(gettext_noop("An Idempotency-Key has at most {most} printable characters."), most=MOST_KEY),
        )
    return key if request.method == "POST" else ""


def _asked(
    request: Request, paged: bool, filters: type[Filters] | None
) -> tuple[pages.Page | None, dict[str, Any]]:
    """What the query asks for; a parameter nobody knows is refused, for it is a slip that would go unseen."""
    known = {*(filters.names() if filters else ()), *(("limit", "offset") if paged else ())}
    for name in request.query_params:
        value = str(request.query_params[name])
        if name not in known:
            raise FieldRefusal(
                name if is_text(name) else "?",
                "unknown_parameter",
                say(gettext_noop("There is no such parameter here.")),
            )
        if not is_text(value) or len(request.query_params.getlist(name)) > 1:
            raise FieldRefusal(name, "invalid", say(gettext_noop("This parameter cannot be read.")))
    page = pages.Page.of(request) if paged else None
    return page, filters.read(request.query_params) if filters else {}


def _unchanged(request: Request, tag: str) -> HttpResponse | None:
    found = get_conditional_response(request._request, tag)
    if found is None or found.status_code != 304:
        return None
    found["ETag"] = tag
    return found


def _context(view: ApiView) -> dict[str, Any]:
    return {"view": view, "rank": view.rank}


IF_NONE_MATCH = OpenApiParameter(
    "If-None-Match",
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    description="The ETag of an answer you have: 304 and no body while it still holds.",
)
IF_MATCH = OpenApiParameter(
    "If-Match",
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    description="The ETag of what you have read: 412 with what stands now, if it has changed since.",
)
IDEMPOTENCY_KEY = OpenApiParameter(
    "Idempotency-Key",
    {"type": "string", "maxLength": MOST_KEY, "pattern": "^[ -~]*$"},
    OpenApiParameter.HEADER,
    description="Any text, new for each request: sent again within a day, it gets the first answer.",
)
