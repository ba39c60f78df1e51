"""An event as a workbook to take home."""

from __future__ import annotations

from urllib.parse import quote

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_safe

from tournaments.models import Event

WORKBOOK = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


@require_safe
def export_event(request: HttpRequest, slug: str) -> HttpResponse:
    """The event workbook. Who is not signed in gets the public one: no cards, only what is released."""
    from tournaments.boards.export import book_of  # noqa: PLC0415
    from tournaments.spreadsheets.writing import write_event  # noqa: PLC0415

    event = get_object_or_404(Event.objects.select_related("club"), slug=slug)
    public = not request.user.is_authenticated
    answer = HttpResponse(write_event(book_of(event, public=public)), content_type=WORKBOOK)
    name = f"{event.slug}.xlsx"
    answer["Content-Disposition"] = f"attachment; filename=\"{name}\"; filename*=UTF-8''{quote(name)}"
    answer["Cache-Control"] = "private, no-cache"
    return answer
