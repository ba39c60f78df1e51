"""The page of one line of one table, opened by its code: handing in, confirming, calling the director.

The code in the address is what lets somebody in. No cookie and no account lends anything, so there is
nothing another site could borrow and these addresses ask for no token of their own.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any

from django.contrib.staticfiles import finders
from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseNotAllowed,
    HttpResponseNotModified,
    JsonResponse,
)
from django.shortcuts import redirect, render
from django.urls import path
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe

from scoring.sentences import Refusal
from tournaments.boards.table import TablePage, load_table, opened_by, tag_of, typed_code, was_issued
from tournaments.desk import calls, tables
from tournaments.desk.change import Actor
from tournaments.desk.judging import RULES, DoubtfulResultError, ImpossibleResultError
from tournaments.models import Source, TableCode
from tournaments.views import guesses
from tournaments.views import table_sheet as sheet
from tournaments.views.desk.score_table import plan_of
from tournaments.views.limits import Limit, stopped
from tournaments.words import spoken

LONGEST_BODY = 20_000  # a sheet of twelve hands with all its fields is a quarter of this
CONFIRM, DIRECTOR = "confirm", "director"

View = Callable[..., HttpResponse]


def by_code(*methods: str, counts: bool = False) -> Callable[[Callable[..., HttpResponse | None]], View]:
    """Declare a view ``(request, code, **kwargs)`` for whoever holds a code that opens something now.

    Wrong, expired and revoked codes get the same page and the same 404. A wrong one counts as a guess: where
    a view ``counts``, as one somebody has typed; elsewhere as one a page left open may be asking for.
    """
    allowed = methods or ("GET", "HEAD")

    def decorate(view: Callable[..., HttpResponse | None]) -> View:
        @csrf_exempt
        @never_cache
        @wraps(view)
        def guarded(request: HttpRequest, code: str, **kwargs: Any) -> HttpResponse:
            if request.method not in allowed:
                return HttpResponseNotAllowed(allowed)
            code = typed_code(code)
            limit = guesses.reached(request, code, typed=counts)
            if limit is not None:
                return _stopped(request, limit)
            opened = opened_by(code)
            response = None if opened is None else view(request, opened, **kwargs)
            if response is None:
                # Whoever holds a code that has run out was given it: an old slip is no guess.
                if not was_issued(code):
                    guesses.count_wrong(request, typed=counts)
                return _not_here(request)
            return response

        return guarded

    return decorate


def _not_here(request: HttpRequest) -> HttpResponse:
    return render(request, "table/not_here.html", status=404)


def _stopped(request: HttpRequest, limit: Limit) -> HttpResponse:
    """Too many wrong codes from here: a page, or for the script of an open page the same as data."""
    if not _wants_json(request):
        return stopped(request, limit, "table/not_here.html")
    answer = JsonResponse({"opens_in": limit.opens_in()}, status=429)
    answer["Retry-After"] = str(limit.opens_in())
    return answer


@require_safe
@never_cache
def start(request: HttpRequest) -> HttpResponse:
    """A box to type the short code of a slip."""
    typed = request.GET.get("code", "")
    if typed:
        return redirect("table", typed_code(typed) or "-")
    return render(request, "table/start.html")


@by_code("GET", "HEAD", "POST", counts=True)
def table(request: HttpRequest, code: TableCode) -> HttpResponse | None:
    """The sheet of the table; POST hands it in."""
    page = load_table(code)
    if page is None:
        return None
    if request.method == "POST":
        return _hand_in(request, page)
    response = _page(request, page)
    guesses.remember(response, code.code)
    return response


def _page(
    request: HttpRequest, page: TablePage, said: dict[str, Any] | None = None, status: int = 200
) -> HttpResponse:
    sent = request.POST if said else {}
    context: dict[str, Any] = {
        "page": page,
        "event": page.event,
        "t": page.table,
        "said": said,
        "ours": _our_name(page),
        "theirs": page.table.ew_name if page.line == "ns" else page.table.ns_name,
        "form": sheet.form_of(page, sent),
        "forms": sheet.forms_of(page.event),
        "hands": sheet.hands_of(page, sent) if page.is_open else [],
        "has_semi": RULES[page.event.rules_variant].has("semi_clean"),
        "data": sheet.page_data(page),
    }
    if page.theirs:
        context["their_rows"] = sheet.compared(page.theirs)
        context["their_vp"] = sheet.vp_of(page, (page.theirs.ns_mp, page.theirs.ew_mp))
    if page.mine:
        context["my_rows"] = sheet.compared(page.mine)
        context["my_vp"] = sheet.vp_of(page, (page.mine.ns_mp, page.mine.ew_mp))
    if page.mine and page.theirs:
        context["both_rows"] = sheet.compared(page.mine, page.theirs)
    return render(request, "table/page.html", context, status=status)


def _our_name(page: TablePage) -> Any:
    return page.table.ns_name if page.line == "ns" else page.table.ew_name


def _actor(page: TablePage) -> Actor:
    name = _our_name(page)
    return Actor(name=name.short if name else "", source=Source.PHONE)


def _hand_in(request: HttpRequest, page: TablePage) -> HttpResponse:
    if len(request.body) > LONGEST_BODY:
        return HttpResponse(status=413)
    sent = request.POST
    try:
        told = tables.propose(
            event=page.event,
            round_number=page.round.number,
            plan=plan_of(sent, page.event, page.table.table, sheet.form_of(page, sent)),
            line=page.line,
            by=_actor(page),
            key=sent.get("key", "")[:64],
            confirmed=sent.get("confirmed") == "yes",
        )
    except Refusal as refusal:
        said = _refused(page, refusal, sent)
        if _wants_json(request):
            return JsonResponse(said, status=422)
        return _page(request, page, said, status=422)
    if _wants_json(request):
        return JsonResponse({"stage": told.stage})
    return redirect("table", page.code.code)


def _refused(page: TablePage, refusal: Refusal, sent: Any) -> dict[str, Any]:
    """Why nothing was handed in: hand by hand where hands are at fault, and what would let it through."""
    if not isinstance(refusal, ImpossibleResultError):
        texts = [{"text": spoken(refusal.sentence), "level": "refused", "line": None}]
        return {"hands": {}, "findings": texts, "asks": None, "code": getattr(refusal, "code", "")}
    said = sheet.check_sheet(page, sent)
    about_hands = any(hand["findings"] for hand in said["hands"].values())
    asks = None
    if isinstance(refusal, DoubtfulResultError):
        asks = DIRECTOR if refusal.code == "result_needs_reason" else CONFIRM
    said["findings"] = (
        (sheet.few_told(page, sent) or [])
        if about_hands or refusal.findings[0].code == "W0"
        else sheet.told(refusal.findings)
    )
    return said | {"asks": asks, "code": refusal.code}


def _wants_json(request: HttpRequest) -> bool:
    return "application/json" in request.headers.get("Accept", "")


@by_code("POST")
def check(request: HttpRequest, code: TableCode) -> HttpResponse | None:
    """What is off in the sheet as far as it is written; nothing is kept."""
    page = load_table(code, with_names=False)
    if page is None:
        return None
    if len(request.body) > LONGEST_BODY:
        return HttpResponse(status=413)
    return JsonResponse(sheet.check_sheet(page, request.POST))


@by_code("GET", "HEAD")
def state(request: HttpRequest, code: TableCode) -> HttpResponse | None:
    """A tag that changes with what there is to show; 304 where it has not changed. Two queries."""
    tag = tag_of(code)
    if request.headers.get("If-None-Match") == f'"{tag}"':
        return HttpResponseNotModified(headers={"ETag": f'"{tag}"'})
    return JsonResponse({"tag": tag}, headers={"ETag": f'"{tag}"'})


@by_code("POST")
def confirm(request: HttpRequest, code: TableCode) -> HttpResponse | None:
    """The other line's figures are right."""
    page = load_table(code)
    if page is None:
        return None
    seen = request.POST.get("seen", "")
    if not seen.isascii() or not seen.isdigit() or len(seen) > 18:
        raise Http404
    try:
        tables.confirm(
            event=page.event,
            round_number=page.round.number,
            table=page.table.table,
            line=page.line,
            seen=int(seen),
            by=_actor(page),
            key=request.POST.get("key", "")[:64],
        )
    except Refusal as refusal:
        return _say(request, page, refusal)
    return _done(request, page)


@by_code("POST")
def call(request: HttpRequest, code: TableCode) -> HttpResponse | None:
    """The director is wanted here."""
    page = load_table(code)
    if page is None:
        return None
    try:
        calls.call_director(
            event=page.event,
            round_number=page.round.number,
            table=page.table.table,
            line=page.line,
            by=_actor(page),
        )
    except Refusal as refusal:
        return _say(request, page, refusal)
    return _done(request, page)


def _done(request: HttpRequest, page: TablePage) -> HttpResponse:
    if _wants_json(request):
        return JsonResponse({"done": True})
    return redirect("table", page.code.code)


def _say(request: HttpRequest, page: TablePage, refusal: Refusal) -> HttpResponse:
    said = _refused(page, refusal, {})
    if _wants_json(request):
        return JsonResponse(said, status=422)
    return _page(request, page, said, status=422)


@require_safe
def worker(_request: HttpRequest) -> HttpResponse:
    """The script that keeps a page opened once for when there is no network; it must lie under ``/t/``."""
    found = finders.find("pozzetto/table-worker.js")
    if found is None:
        raise Http404
    script = Path(str(found)).read_text(encoding="utf-8")
    return HttpResponse(
        script, content_type="text/javascript; charset=utf-8", headers={"Cache-Control": "no-cache"}
    )


urls = [
    path("t/", start, name="table_start"),
    path("t/worker.js", worker, name="table_worker"),
    path("t/<str:code>/", table, name="table"),
    path("t/<str:code>/check/", check, name="table_check"),
    path("t/<str:code>/state/", state, name="table_state"),
    path("t/<str:code>/confirm/", confirm, name="table_confirm"),
    path("t/<str:code>/call/", call, name="table_call"),
]
