"""The people of a club and of an event: who works here and as what, and inviting others by a link."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.sentences import Refusal
from tournaments.boards import at_work
from tournaments.boards.who import clubs_of
from tournaments.desk import invitations
from tournaments.desk.change import Actor
from tournaments.desk.invitations import DAYS, MOST_DAYS
from tournaments.desk.staff import set_club_role, set_event_role
from tournaments.models import Club, ClubMember, Event
from tournaments.views.desk.access import OWNERS, Desk, desk_page
from tournaments.views.desk.people import People, people_page
from tournaments.views.numbers import MOST_ID, whole
from tournaments.views.phone_addresses import phone_address, qr
from tournaments.words import spoken

CLUB_ROLES = ClubMember.Role.choices
EVENT_ROLES = [(value, label) for value, label in CLUB_ROLES if value != ClubMember.Role.OWNER]


class InviteForm(forms.Form):
    """A link for one person."""

    for_whom = forms.CharField(label=gettext_lazy("For whom"), max_length=120)
    role = forms.ChoiceField(label=gettext_lazy("To work as"))
    days = forms.IntegerField(
        label=gettext_lazy("Holds for so many days"), min_value=1, max_value=MOST_DAYS, initial=DAYS
    )

    def __init__(self, *args: Any, roles: list[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        role = self.fields["role"]
        if isinstance(role, forms.ChoiceField):
            role.choices = roles
            role.initial = ClubMember.Role.SCORER


@people_page("GET", "HEAD", "POST")
def club_people(request: HttpRequest, people: People, slug: str) -> HttpResponse:
    """Who works for the club: its owners see to that."""
    club = people.clubs.filter(slug=slug).first()
    if club is None:
        raise Http404
    if not clubs_of(request.user, OWNERS).filter(pk=club.pk).exists():
        return render(request, "desk/people/not_yours.html", {"here": "clubs", "owners": True}, status=403)
    if request.method == "POST" and request.POST.get("what") == "role":
        set_club_role(club_id=club.pk, by=people.actor, **_role(request, dict(CLUB_ROLES)))
        messages.success(request, _("Stored."))
        return redirect("desk_club_people", club.slug)
    context: dict[str, Any] = {
        "club": club,
        "workers": at_work.of_club(club),
        "roles": CLUB_ROLES,
        "programs": reverse("desk_programs", args=[club.slug]),
        "here": "clubs",
    }
    back = reverse("desk_club_people", args=[club.slug])
    template = "desk/people/club_people.html"
    return _with_invitations(request, template, context, to=(club, None), by=people.actor, back=back)


@desk_page("GET", "HEAD", "POST")
def event_people(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Who works on this event; the directors of its club invite others to it alone."""
    event = desk.event
    may = desk.keeps_players
    if request.method == "POST" and not may:
        return render(request, "desk/not_yours.html", {"desk": desk, "event": event}, status=403)
    if request.method == "POST" and request.POST.get("what") == "role":
        set_event_role(event=event, by=desk.actor, **_role(request, dict(EVENT_ROLES)))
        messages.success(request, _("Stored."))
        return redirect("desk_people", event.slug)
    context: dict[str, Any] = {
        "desk": desk,
        "event": event,
        "may": may,
        "club_workers": at_work.of_club(event.club),
        "workers": at_work.of_event(event),
        "roles": EVENT_ROLES,
        "here": "overview",
    }
    back = reverse("desk_people", args=[event.slug])
    template = "desk/people/event_people.html"
    return _with_invitations(request, template, context, to=(event.club, event), by=desk.actor, back=back)


def _role(request: HttpRequest, roles: dict[str, Any]) -> dict[str, Any]:
    user, role = whole(request.POST.get("user", ""), MOST_ID), request.POST.get("role", "")
    if user is None or role not in (*roles, ""):
        raise Http404
    return {"user_id": user, "role": role}


def _with_invitations(
    request: HttpRequest,
    template: str,
    context: dict[str, Any],
    *,
    to: tuple[Club, Event | None],
    by: Actor,
    back: str,
) -> HttpResponse:
    """The page with its open invitations; inviting and revoking, where the page was sent."""
    club, event = to
    what = request.POST.get("what", "")
    form = InviteForm(request.POST if what == "invite" else None, roles=context["roles"])
    if what == "revoke":
        invitation = whole(request.POST.get("invitation", ""), MOST_ID) or 0
        try:
            invitations.revoke(club=club, event=event, invitation_id=invitation)
        except Refusal as refusal:
            messages.error(request, spoken(refusal.sentence))
        else:
            messages.success(request, _("Revoked: its link opens nothing any more."))
        return redirect(back)
    if what == "invite" and form.is_valid():
        made = invitations.invite(club=club, event=event, by=by, **form.cleaned_data)
        link = phone_address(request, reverse("invitation", args=[made.secret]))
        # The square is drawn past its cache: a secret is kept nowhere.
        context |= {"made": made.invitation, "link": link, "square": qr.__wrapped__(link)}
        form = InviteForm(roles=context["roles"])
    elif request.method == "POST" and what != "invite":
        raise Http404
    context |= {"form": form, "open": at_work.open_invitations(club, event)}
    return render(request, template, context, status=422 if form.errors else 200)


urls = [
    path("clubs/<slug:slug>/people/", club_people, name="desk_club_people"),
    path("<slug:slug>/people/", event_people, name="desk_people"),
]
