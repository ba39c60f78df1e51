"""The page behind an invitation: who is signed in accepts with one button, who is not makes an account."""

from __future__ import annotations

from typing import cast

from django.contrib.auth import login
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters, sensitive_variables
from django.views.decorators.http import require_http_methods

from scoring.sentences import Refusal
from tournaments.desk import invitations
from tournaments.models import Invitation
from tournaments.views.accounts import BACKEND, NewAccountForm
from tournaments.words import spoken

GONE = 410


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@sensitive_variables("secret")
@sensitive_post_parameters("password", "again")
def invitation(request: HttpRequest, secret: str) -> HttpResponse:
    """An unknown link is not there (404); one that opens nothing any more says why (410)."""
    found = invitations.found_by(secret)
    if found is None:
        raise Http404("no such invitation")
    if request.method == "POST" and request.user.is_authenticated:
        return _accept(request, found, secret)
    form = NewAccountForm(request.POST if request.method == "POST" else None)
    if form.is_bound and invitations.state_of(found) == invitations.OPEN and form.is_valid():
        try:
            accepted, user = invitations.accept_as_new(
                secret=secret, username=form.cleaned_data["username"], password=form.cleaned_data["password"]
            )
        except Refusal as refusal:
            about = "username" if getattr(refusal, "code", "") in ABOUT_THE_NAME else "password"
            form.add_error(about, spoken(refusal.sentence))
        else:
            login(request, user, backend=BACKEND)
            return _where(accepted)
    return _page(request, found, form)


ABOUT_THE_NAME = {"user_name_taken", "no_user_name"}


def _accept(request: HttpRequest, found: Invitation, secret: str) -> HttpResponse:
    try:
        accepted = invitations.accept(secret=secret, user=cast(User, request.user))
    except Refusal:
        return _page(request, invitations.found_by(secret) or found, NewAccountForm())
    return _where(accepted)


def _where(accepted: Invitation) -> HttpResponse:
    if accepted.event is not None:
        return redirect("desk_event", accepted.event.slug)
    return redirect("desk")


def _page(request: HttpRequest, found: Invitation, form: NewAccountForm) -> HttpResponse:
    state = invitations.state_of(found)
    status = GONE if state != invitations.OPEN else 422 if form.errors else 200
    # Who has just accepted and comes back by the same link is sent on, not told that it was used.
    if state == invitations.USED and request.user.is_authenticated and found.used_by_id == request.user.pk:
        return _where(found)
    context = {"invitation": found, "state": state, "form": form}
    return render(request, "director/invitation.html", context, status=status)


urls = [path("invitation/<str:secret>/", invitation, name="invitation")]
