"""Long work: what is being done, how far it is, what came of it. Everything also works without scripts."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import quote

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import FileResponse, Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from scoring.sentences import Refusal
from tournaments.boards import who
from tournaments.boards.jobs import job_row, job_rows, jobs_of
from tournaments.desk import jobs
from tournaments.desk.jobs import files
from tournaments.models import Job
from tournaments.views.desk.access import actor_of
from tournaments.words import spoken

FORMS = {
    ".xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    ".csv": "text/csv; charset=utf-8",
    ".zip": "application/zip",
}
LEAVING = "export"
"""The kind of job whose file may hold more than a reader sees: the players of a club, with their cards."""


def job_page(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """A view of one job ``(request, job)``; of another club's there is none: 404."""

    @login_required
    @never_cache
    @wraps(view)
    def guarded(request: HttpRequest, job: uuid.UUID, **kwargs: Any) -> HttpResponseBase:
        found = jobs_of(request.user).filter(pk=job).first()
        if found is None:
            raise Http404
        return view(request, found, **kwargs)

    return guarded


def may_act(request: HttpRequest, job: Job) -> bool:
    """Whether this account may take the job back or ask for it again: a reader only looks on."""
    role = None
    if getattr(request.user, "is_superuser", False):
        return True
    if job.event is not None:
        role = who.role_on(request.user, job.event)
    elif job.club is not None:
        role = who.role_in(request.user, job.club)
    return who.at_least(role, who.SCORER)


@require_safe
@never_cache
@login_required
def all_jobs(request: HttpRequest) -> HttpResponse:
    """The jobs of the clubs this account works for, the newest first; forgotten ones are sent off again."""
    jobs.take_up()
    rows = job_rows(request.user)
    return render(request, "desk/jobs/jobs.html", {"rows": rows, "here": "jobs"})


@require_safe
@job_page
def one_job(request: HttpRequest, job: Job) -> HttpResponse:
    """One job: asked again every two seconds while it is open; each look sends a forgotten one off again."""
    reached = jobs.send(job)
    job.refresh_from_db()
    acts = may_act(request, job)
    context = {
        "row": job_row(job),
        "job": job,
        "reached": reached,
        "may_act": acts,
        "may_fetch": acts or job.kind != LEAVING,
        "here": "jobs",
    }
    return render(request, "desk/jobs/job.html", context)


@require_POST
@job_page
def cancel(request: HttpRequest, job: Job) -> HttpResponse:
    """Take a job back."""
    if not may_act(request, job):
        return render(request, "desk/people/not_yours.html", {"here": "jobs"}, status=403)
    jobs.cancel(job)
    return redirect("desk_job", job.pk)


@require_POST
@job_page
def again(request: HttpRequest, job: Job) -> HttpResponse:
    """The same once more."""
    if not may_act(request, job):
        return render(request, "desk/people/not_yours.html", {"here": "jobs"}, status=403)
    try:
        made = jobs.again(job, by=actor_of(request.user))  # type: ignore[arg-type]
    except Refusal as refusal:
        messages.error(request, spoken(refusal.sentence))
        made = job
    return redirect("desk_job", made.pk)


@require_safe
@job_page
def fetch(request: HttpRequest, job: Job) -> HttpResponseBase:
    """The result as a download; gone once it has expired. An export leaves with who may make one."""
    if job.kind == LEAVING and not may_act(request, job):
        return render(request, "desk/people/not_yours.html", {"here": "jobs"}, status=403)
    found = files.path_of(job)
    if found is None:
        messages.error(request, _("This file is no longer kept: ask for it again."))
        return redirect("desk_job", job.pk)
    return attachment(FileResponse(found.open("rb")), job.file_name)


def attachment(answer: HttpResponseBase, name: str) -> HttpResponseBase:
    """An answer as a download of this name."""
    ending = name[name.rfind(".") :]
    answer["Content-Type"] = FORMS.get(ending, "application/octet-stream")
    plain = name.encode("ascii", "ignore").decode() or f"export{ending}"
    answer["Content-Disposition"] = f"attachment; filename=\"{plain}\"; filename*=UTF-8''{quote(name)}"
    answer["Cache-Control"] = "private, no-store"
    answer["X-Content-Type-Options"] = "nosniff"
    return answer


urls = [
    path("jobs/", all_jobs, name="desk_jobs"),
    path("jobs/<uuid:job>/", one_job, name="desk_job"),
    path("jobs/<uuid:job>/cancel/", cancel, name="desk_job_cancel"),
    path("jobs/<uuid:job>/again/", again, name="desk_job_again"),
    path("jobs/<uuid:job>/file/", fetch, name="desk_job_file"),
]
