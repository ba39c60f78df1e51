"""The standings as a picture to send, kept under the version of the event."""

from __future__ import annotations

import hashlib

from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from tournaments.boards.picture import picture_card
from tournaments.boards.released import NotReleasedError, load_released
from tournaments.models import Event
from tournaments.pictures.standings import png
from tournaments.views.kept import fingerprint
from tournaments.views.limits import costs


@require_safe
@costs(2)
def standings_picture(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The standings after a closed round as PNG; ``?page=2`` for the pairs after the first thirty.

    What is not released has no picture, for the desk no more than for the public: 404.
    """
    event = get_object_or_404(Event.objects.select_related("club"), slug=slug)
    page = _page(request)
    parts = (fingerprint(), event.pk, event.version, number, page, get_language())
    key = hashlib.sha256(repr(parts).encode()).hexdigest()[:40]
    etag = f'"{key}"'
    answer = get_conditional_response(request, etag)
    if answer is None:
        answer = HttpResponse(_drawn(event, number, page, key), content_type="image/png")
        answer["Content-Disposition"] = f'inline; filename="{event.slug}-{number}-{page}.png"'
    answer["ETag"] = etag
    answer["Cache-Control"] = "private, no-cache"
    patch_vary_headers(answer, ("Accept-Language", "Cookie"))
    return answer


def _page(request: HttpRequest) -> int:
    text = request.GET.get("page", "1")
    if not (text.isascii() and text.isdigit() and len(text) < 4):
        raise Http404("no such page")
    return int(text)


def _drawn(event: Event, number: int, page: int, key: str) -> bytes:
    kept = cache.get(f"picture:{key}")
    if kept is not None:
        return bytes(kept)
    released = load_released(event)
    try:
        card = picture_card(released, number, page)
    except NotReleasedError as error:
        raise Http404(str(error)) from error
    drawn = png(card)
    cache.set(f"picture:{key}", drawn)
    return drawn
