"""The organizer's pages: loading an evening from a workbook."""

from __future__ import annotations

from typing import cast

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scoring.sentences import Refusal
from tournaments.boards.who import clubs_of
from tournaments.desk.change import Actor
from tournaments.desk.imports import import_event, loaded_before
from tournaments.models import Source
from tournaments.spreadsheets import WorkbookError, read_event
from tournaments.views.desk.access import DIRECTORS, may_load_for
from tournaments.views.uploads import WORKBOOKS, TooBigError, contents_of, reading
from tournaments.words import spoken


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def load_event(request: HttpRequest) -> HttpResponse:
    """Take an event workbook: all of it, or nothing and a table of everything that is wrong in it."""
    user = cast(User, request.user)
    if not user.is_superuser and not clubs_of(user, DIRECTORS).exists():
        return render(request, "desk/settings/no_club.html", status=403)
    if request.method != "POST":
        return _form(request)
    upload = request.FILES.get("workbook")
    if upload is None:
        return _form(request, missing=True, status=400)
    actor = Actor(name=request.user.get_username(), source=Source.IMPORT, user_id=request.user.pk)
    try:
        data = contents_of(upload, most_bytes=settings.WORKBOOK_MAX_BYTES, wanted=WORKBOOKS)
        with reading():
            book = read_event(data)
        if not may_load_for(user, book.settings.club):
            return _form(request, file=upload.name, refusal=_not_yours(book.settings.club), status=403)
        event = import_event(book, by=actor)
    except TooBigError:
        return _form(request, too_big=upload.name, status=413)
    except WorkbookError as refusal:
        return _form(request, file=upload.name, problems=refusal.problems, status=422)
    except Refusal as refusal:
        return _form(request, file=upload.name, refusal=spoken(refusal.sentence), status=422)
    for notice in book.notices:
        messages.info(request, notice.text)
    for sentence in loaded_before(event):
        messages.warning(request, spoken(sentence))
    return redirect(event)


def _not_yours(club: str) -> str:
    return _("This evening is of “%(club)s”: only a director of that club can load it here.") % {"club": club}


def _form(request: HttpRequest, *, status: int = 200, **context: object) -> HttpResponse:
    context["most_megabytes"] = settings.WORKBOOK_MAX_BYTES // 1_000_000
    return render(request, "director/load.html", context, status=status)
