"""The copies of the database, for whoever looks after the installation: look, make one, take one away."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scoring.sentences import Refusal
from tournaments.desk import backups
from tournaments.words import spoken


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def copies(request: HttpRequest) -> HttpResponseBase:
    """The list; POST makes a copy now, ``?file=`` gives one away. For anybody else there is no such page."""
    if not getattr(request.user, "is_superuser", False):
        raise Http404
    if request.method == "POST":
        return _make_one(request)
    if "file" in request.GET:
        return _one(request.GET["file"])
    context = {"copies": backups.copies(), "trouble": backups.trouble(), "here": "backups"}
    return render(request, "desk/backups/copies.html", context)


def _make_one(request: HttpRequest) -> HttpResponse:
    try:
        made = backups.keep_backup("asked")
    except Refusal as refusal:
        messages.error(request, str(spoken(refusal.sentence)))
    else:
        messages.success(request, _("The copy {file} is kept.").format(file=made.name))
    return redirect("desk_backups")


def _one(name: str) -> FileResponse:
    # Only what the list shows: a name is compared, never joined to a path.
    found = next((copy for copy in backups.copies() if copy.name == name), None)
    if found is None:
        raise Http404
    try:
        file = found.path.open("rb")
    except OSError as error:  # let go a moment ago
        raise Http404 from error
    return FileResponse(file, as_attachment=True, filename=name)


urls = [path("backups/", copies, name="desk_backups")]
