"""A new event, and the settings of one that exists."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scoring.sentences import Refusal
from tournaments.boards.who import club_last_used, clubs_of
from tournaments.desk.events import create_event, edit_event, fresh_seed
from tournaments.models import Club
from tournaments.movements.programme import Movement, PhasePlan, Programme
from tournaments.movements.programme import problems as problems_of
from tournaments.views.desk.access import DIRECTORS, Desk, actor_of, desk_page
from tournaments.views.desk.forms import EventForm, PhaseRows, first_values
from tournaments.views.numbers import whole
from tournaments.words import spoken

USUAL_PROGRAMME = [
    {"movement": Movement.MITCHELL, "rounds": 3, "step": 1, "sections": 1},
    {"movement": Movement.DANESE_MODIFICATO, "rounds": 1, "step": 1, "sections": 1},
]
EXPECTED_PAIRS = 30
MOST_EXPECTED = 9_999


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def new_event(request: HttpRequest) -> HttpResponse:
    """A short form with good defaults; everything that is rarely changed is folded away."""
    clubs = clubs_of(request.user, DIRECTORS)
    if not clubs.exists():
        makes_clubs = request.user.is_superuser
        status = 200 if makes_clubs else 403
        return render(request, "desk/settings/no_club.html", {"makes_clubs": makes_clubs}, status=status)
    first = {"club": club_last_used(request.user, clubs), "date": timezone.localdate()}
    form = EventForm(request.POST or None, clubs=clubs, initial=first)
    form.fields["name"].widget.attrs["autofocus"] = True
    rows = PhaseRows(request.POST or None, initial=USUAL_PROGRAMME, prefix="phase")
    if request.method == "POST" and not _only_looking(request) and form.is_valid() and rows.is_valid():
        try:
            event = create_event(
                club=form.cleaned_data["club"],
                plan=form.plan(_phases(rows), seed=fresh_seed()),
                by=actor_of(request.user),  # type: ignore[arg-type]
            )
        except Refusal as refusal:
            form.add_error(None, spoken(refusal.sentence))
        else:
            return redirect("desk_entries", event.slug)
    return _page(request, form, rows, "desk/settings/new.html", expected=_expected(request))


@desk_page("GET", "HEAD", "POST")
def settings(request: HttpRequest, desk: Desk) -> HttpResponse:
    """The settings of an event; what has been played is not rewritten."""
    event = desk.event
    phases = [
        {"movement": p.plan.movement, "rounds": p.rounds, "step": p.plan.step, "sections": p.plan.sections}
        for p in event.phases.order_by("position")
    ]
    # Who directs this event alone leaves it with its club.
    clubs = Club.objects.filter(
        Q(pk__in=clubs_of(request.user, DIRECTORS).values("pk")) | Q(pk=event.club_id)
    )
    form = EventForm(request.POST or None, clubs=clubs, initial=first_values(event))
    rows = PhaseRows(request.POST or None, initial=phases, prefix="phase")
    if request.method == "POST" and not _only_looking(request) and form.is_valid() and rows.is_valid():
        try:
            edit_event(event=event, plan=form.plan(_phases(rows), seed=event.seed), by=desk.actor)
        except Refusal as refusal:
            form.add_error(None, spoken(refusal.sentence))
        else:
            messages.success(request, _("The settings are stored."))
            return redirect("desk_event", event.slug)
    expected = event.entries.count() or _expected(request)
    return _page(request, form, rows, "desk/settings/edit.html", expected=expected, event=event, desk=desk)


def _only_looking(request: HttpRequest) -> bool:
    """A row was added, or the page asks what the settings would mean: nothing is stored."""
    return "add_phase" in request.POST or "look" in request.POST


def _expected(request: HttpRequest) -> int:
    expected = whole(request.POST.get("expected", ""), MOST_EXPECTED)
    return EXPECTED_PAIRS if expected is None else expected


def _phases(rows: Any) -> list[PhasePlan]:
    return [row.plan() for row in rows if row.cleaned_data and not row.cleaned_data.get("DELETE")]


def _page(
    request: HttpRequest, form: EventForm, rows: Any, template: str, *, expected: int, **context: Any
) -> HttpResponse:
    if "add_phase" in request.POST:
        rows = _one_more(request)
    programme, warnings = _programme(rows, expected)
    if request.htmx and _only_looking(request):  # type: ignore[attr-defined]
        template = "desk/settings/programme.html"
    elif form.is_bound and _only_looking(request):
        # Nothing was submitted for good: what is still missing is no mistake yet.
        form = EventForm(initial=request.POST.dict(), clubs=form.fields["club"].queryset)  # type: ignore[attr-defined]
    wrong = form.is_bound and (form.errors or not (_only_looking(request) or rows.is_valid()))
    return render(
        request,
        template,
        {
            "form": form,
            "rows": rows,
            "programme": programme,
            "warnings": warnings,
            "expected": expected,
            "event": None,
            **context,
        },
        status=422 if wrong else 200,
    )


def _one_more(request: HttpRequest) -> Any:
    data = request.POST.copy()
    told = whole(data.get("phase-TOTAL_FORMS", ""))
    count = 1 if told is None else told
    data["phase-TOTAL_FORMS"] = str(min(count + 1, 8))
    data[f"phase-{count}-movement"] = Movement.DANESE_MODIFICATO
    data[f"phase-{count}-rounds"] = data[f"phase-{count}-step"] = data[f"phase-{count}-sections"] = "1"
    return PhaseRows(data, prefix="phase")


def _programme(rows: Any, expected: int) -> tuple[Programme | None, list[str]]:
    """The programme as it stands, and what so many pairs cannot play as written."""
    if rows.is_bound and not rows.is_valid():
        return None, []
    try:
        phases = (
            _phases(rows)
            if rows.is_bound
            else [
                PhasePlan(Movement(row["movement"]), row["rounds"], row["step"], row["sections"])
                for row in rows.initial
            ]
        )
        programme = Programme(tuple(phases))
    except Refusal as refusal:
        return None, [spoken(refusal.sentence)]
    return programme, [spoken(sentence) for sentence in problems_of(programme, expected)]


urls = [
    path("new/", new_event, name="desk_new_event"),
    path("<slug:slug>/settings/", settings, name="desk_settings"),
]
