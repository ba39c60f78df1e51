"""Programs that act for a club: its owners give them tokens, and take them back."""

from __future__ import annotations

from datetime import datetime, time, timedelta
from typing import Any

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy

from tournaments.boards.programs import programs_of
from tournaments.boards.who import clubs_of
from tournaments.desk.change import DeskRefusal
from tournaments.desk.tokens import SCOPES as TOKEN_SCOPES
from tournaments.desk.tokens import make_token, revoke_token
from tournaments.models import Club, ClubMember
from tournaments.views.desk.access import OWNERS
from tournaments.views.desk.people import People, people_page
from tournaments.views.numbers import MOST_ID, whole
from tournaments.words import spoken

USUALLY = timedelta(days=365)

# A program may be what a person may, but for owning the club.
SCOPES = [(role.value, role.label) for role in TOKEN_SCOPES]


class ProgramForm(forms.Form):
    """A token for one program."""

    name = forms.CharField(label=gettext_lazy("For which program"), max_length=80)
    scope = forms.ChoiceField(
        label=gettext_lazy("It may act as"), choices=SCOPES, initial=ClubMember.Role.READER
    )
    last_day = forms.DateField(
        label=gettext_lazy("Last day"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )


@people_page("GET", "HEAD", "POST")
def programs(request: HttpRequest, people: People, slug: str) -> HttpResponse:
    """The club's tokens; a new one is shown on the page that answers, and never again."""
    club = people.clubs.filter(slug=slug).first()
    if club is None:
        raise Http404
    if not clubs_of(request.user, OWNERS).filter(pk=club.pk).exists():
        return render(request, "desk/programs/not_yours.html", {"here": "clubs"}, status=403)
    if request.method == "POST" and request.POST.get("what") == "revoke":
        return _revoke(request, club)
    context: dict[str, Any] = {"club": club, "here": "clubs"}
    context["form"] = _make(request, club, context) if request.method == "POST" else _form()
    status = 422 if context["form"].errors else 200
    told = {**context, "programs": programs_of(club)}
    return render(request, "desk/programs/programs.html", told, status=status)


def _revoke(request: HttpRequest, club: Club) -> HttpResponse:
    pk = whole(request.POST.get("program", ""), MOST_ID)
    if pk is None:
        raise Http404
    revoke_token(club=club, pk=pk)
    return redirect("desk_programs", club.slug)


def _form() -> ProgramForm:
    return ProgramForm(initial={"last_day": timezone.localdate() + USUALLY})


def _make(request: HttpRequest, club: Club, context: dict[str, Any]) -> ProgramForm:
    """Make the token and put it, once, into ``context``; or the form with what is in the way."""
    form = ProgramForm(request.POST)
    if not form.is_valid():
        return form
    last = datetime.combine(form.cleaned_data["last_day"], time.max, timezone.get_current_timezone())
    try:
        made, secret = make_token(
            club=club,
            name=form.cleaned_data["name"],
            scope=form.cleaned_data["scope"],
            expires_at=last,
            by_id=request.user.pk,
        )
    except DeskRefusal as refusal:
        form.add_error("last_day" if refusal.code == "token_end" else None, spoken(refusal.sentence))
        return form
    address = request.build_absolute_uri(f"{reverse('api_events')}?club={club.slug}")
    context |= {"made": made, "secret": secret, "address": address}
    return _form()


urls = [path("clubs/<slug:slug>/programs/", programs, name="desk_programs")]
