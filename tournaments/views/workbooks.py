"""An event as a workbook to take home."""

from __future__ import annotations

from urllib.parse import quote

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_safe

from tournaments.boards.export import book_of
from tournaments.boards.who import role_on
from tournaments.models import Event
from tournaments.spreadsheets import write_event
from tournaments.views.limits import costs

WORKBOOK = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


@require_safe
@costs(10)
def export_event(request: HttpRequest, slug: str) -> HttpResponse:
    """The event workbook: all of it for people of its club; for others no cards, only what is released."""
    event = get_object_or_404(Event.objects.select_related("club"), slug=slug)
    return workbook_answer(event, public=role_on(request.user, event) is None)


def workbook_answer(event: Event, *, public: bool) -> HttpResponse:
    """The workbook as a download; ``public`` leaves out cards and whatever is not released."""
    answer = HttpResponse(write_event(book_of(event, public=public)), content_type=WORKBOOK)
    name = f"{event.slug}.xlsx"
    answer["Content-Disposition"] = f"attachment; filename=\"{name}\"; filename*=UTF-8''{quote(name)}"
    answer["Cache-Control"] = "private, no-cache"
    return answer
