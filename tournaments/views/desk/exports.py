"""What people take home: standings, results, journal, players, of an event, a club or a season."""

from __future__ import annotations

from typing import Any, cast

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import path
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scoring.sentences import Refusal
from tournaments.boards import who
from tournaments.boards.exports import JOURNAL, PLAYERS, RESULTS, STANDINGS, Scope
from tournaments.desk.exports import ExportPlan, ask_export, ask_pictures, export_now, is_small
from tournaments.models import Club, Event
from tournaments.spreadsheets.writing.tables import COMMA, SEMICOLON, XLSX
from tournaments.views.desk.access import EVERYBODY, Desk, actor_of, desk_page
from tournaments.views.desk.jobs import attachment
from tournaments.words import spoken

LATEST = 200
"""Events to choose from in the form; of an older one the link stands on its own page."""
WORKERS = (who.OWNER, who.DIRECTOR, who.SCORER)


class ExportForm(forms.Form):
    """What, of what, in which form."""

    what = forms.MultipleChoiceField(
        label=gettext_lazy("What"),
        choices=[
            (STANDINGS, gettext_lazy("Standings")),
            (RESULTS, gettext_lazy("Results")),
            (JOURNAL, gettext_lazy("Journal")),
            (PLAYERS, gettext_lazy("Players")),
        ],
        widget=forms.CheckboxSelectMultiple,
        initial=[STANDINGS],
        error_messages={"required": gettext_lazy("Choose what the file is to hold.")},
    )
    of = forms.ChoiceField(label=gettext_lazy("Of"))
    first = forms.IntegerField(
        label=gettext_lazy("From the year"), min_value=1990, max_value=2100, required=False
    )
    last = forms.IntegerField(
        label=gettext_lazy("To the year"), min_value=1990, max_value=2100, required=False
    )
    form = forms.ChoiceField(
        label=gettext_lazy("As"),
        choices=[
            (XLSX, gettext_lazy("workbook (.xlsx)")),
            (SEMICOLON, gettext_lazy("csv with semicolons, for Excel in Italian")),
            (COMMA, gettext_lazy("csv with commas")),
        ],
        initial=XLSX,
    )

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user
        self.has_any = False
        self.clubs = {club.slug: club for club in who.clubs_of(user, EVERYBODY).order_by("name")}
        choices: list[Any] = [(f"club:{slug}", club.name) for slug, club in self.clubs.items()]
        if user.is_superuser and len(self.clubs) > 1:
            choices.insert(0, ("all", _("all clubs")))
        of = self.fields["of"]
        if isinstance(of, forms.ChoiceField):
            told = self._events()
            of.choices = [(_("A club or a season"), choices), (_("One event"), told)]
            self.has_any = bool(choices or told)

    def _events(self) -> list[Any]:
        """The latest events to choose from, and the one that is asked about however old it is."""
        mine = who.events_of(self.user)
        wanted = str(self.data.get("of") or self.initial.get("of") or "").removeprefix("event:")
        fields = ("slug", "name", "date")
        found = [
            *mine.filter(slug=wanted).values_list(*fields),
            *mine.exclude(slug=wanted).order_by("-date", "-pk").values_list(*fields)[:LATEST],
        ]
        found.sort(key=lambda event: event[2], reverse=True)
        return [(f"event:{slug}", f"{name} ({date:%d/%m/%Y})") for slug, name, date in found]

    def clean(self) -> dict[str, Any]:
        found = super().clean() or {}
        first, last = found.get("first"), found.get("last")
        if first and last and first > last:
            self.add_error("last", _("The first year comes after the last."))
        return found

    def plan(self) -> ExportPlan:
        """What was asked for, with phone numbers for those who direct the club."""
        told = self.cleaned_data
        of = told["of"]
        event: Event | None = None
        club: Club | None = None
        if of.startswith("event:"):
            event = who.events_of(self.user).select_related("club").get(slug=of[6:])
        elif of != "all":
            club = self.clubs[of[5:]]
        scope = Scope(
            event=event,
            club=club,
            first=None if event else told["first"],
            last=None if event else told["last"],
            contacts=self._directs(event.club if event else club),
        )
        return ExportPlan(tuple(told["what"]), scope, told["form"])

    def _directs(self, club: Club | None) -> bool:
        if club is None:
            return self.user.is_superuser
        return who.role_in(self.user, club) in (who.OWNER, who.DIRECTOR)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def exports(request: HttpRequest) -> HttpResponseBase:
    """Choose and get: a small export at once, a large one as a job with its page."""
    user = cast(User, request.user)
    if request.method != "POST":
        this_year = timezone.localdate().year
        start = {"what": [STANDINGS], "form": XLSX, "first": this_year, "last": this_year}
        start |= {"of": request.GET["of"]} if "of" in request.GET else {}
        return _page(request, ExportForm(user=user, initial=start))
    form = ExportForm(request.POST, user=user)
    if not form.is_valid():
        return _page(request, form, status=422)
    plan = form.plan()
    if not _may(user, plan):
        return render(request, "desk/people/not_yours.html", {"here": "exports"}, status=403)
    if is_small(plan):
        name, data = export_now(plan)
        return attachment(HttpResponse(data), name)
    try:
        job = ask_export(plan, by=actor_of(user))
    except Refusal as refusal:
        messages.error(request, spoken(refusal.sentence))
        return _page(request, form, status=409)
    return redirect("desk_job", job.pk)


def _may(user: User, plan: ExportPlan) -> bool:
    """A reader looks on: what leaves as a file is for those who work at the tables."""
    if user.is_superuser:
        return True
    scope = plan.scope
    if scope.event is not None:
        return who.role_on(user, scope.event) in WORKERS
    return scope.club is not None and who.role_in(user, scope.club) in WORKERS


def _page(request: HttpRequest, form: ExportForm, *, status: int = 200) -> HttpResponse:
    return render(request, "desk/exports/exports.html", {"form": form, "here": "exports"}, status=status)


@desk_page("POST", roles=EVERYBODY, back="desk_standings")
def pictures(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Every picture of the last released standings, as one file."""
    return redirect("desk_job", ask_pictures(event=desk.event, by=desk.actor).pk)


urls = [
    path("exports/", exports, name="desk_exports"),
    path("<slug:slug>/standings/pictures/", pictures, name="desk_pictures"),
]
