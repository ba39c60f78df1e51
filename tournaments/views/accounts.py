"""Signing in and out, the first account of an installation, and one's own account."""

from __future__ import annotations

import math
from typing import Any, cast

from django import forms
from django.contrib import messages
from django.contrib.auth import get_user_model, login, logout, update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.contrib.auth.forms import AuthenticationForm, PasswordChangeForm
from django.contrib.auth.models import User
from django.contrib.auth.views import LoginView
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from scoring.sentences import Refusal
from tournaments.boards.desk_people import playable_by
from tournaments.boards.desk_players import search
from tournaments.boards.who import DIRECTOR, OWNER, clubs_of
from tournaments.desk.accounts import (
    change_password,
    claim_first_owner,
    is_everybody_held,
    is_first_owner_token,
    set_player,
    sign_out_elsewhere,
    tries_again_at,
)
from tournaments.models import Account
from tournaments.views.limits import Limit, stopped
from tournaments.views.numbers import MOST_ID, whole
from tournaments.words import spoken

BACKEND = "django.contrib.auth.backends.ModelBackend"
MOST_FOUND = 20


class SignInForm(AuthenticationForm):
    """Django's, in the words of the house."""

    def get_invalid_login_error(self) -> forms.ValidationError:
        return forms.ValidationError(
            _("User name and password do not go together. Mind capital letters in both."),
            code="invalid_login",
        )


@method_decorator(never_cache, name="dispatch")
class SignIn(LoginView):
    """User name and password; on success back to where one was going."""

    form_class = SignInForm
    template_name = "director/sign_in.html"
    redirect_authenticated_user = True


sign_in = require_http_methods(["GET", "HEAD", "POST"])(SignIn.as_view())


def locked_out(request: HttpRequest, response: HttpResponse, credentials: dict[str, Any]) -> HttpResponse:
    """Too many wrong passwords: when to try again, in plain words (429)."""
    until = tries_again_at(request, credentials)
    wait = max(1, math.ceil((until - timezone.now()).total_seconds()))
    everybody = is_everybody_held(request, credentials)
    context = {"until": until, "minutes": math.ceil(wait / 60), "everybody": everybody}
    answer = render(request, "director/locked.html", context, status=429)
    answer["Retry-After"] = str(wait)
    answer["Cache-Control"] = "no-store"
    return answer


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def sign_out(request: HttpRequest) -> HttpResponse:
    """A page with one button: leaving changes something, so a link alone must not do it."""
    if request.method == "POST":
        logout(request)
        return redirect("events")
    return render(request, "director/sign_out.html")


class NewAccountForm(forms.Form):
    """A new account. The password is typed twice, in the clear if the browser offers to show it."""

    username = forms.CharField(label=_("User name"), max_length=150)
    password = forms.CharField(
        label=_("Password"),
        strip=False,
        help_text=_("At least 8 characters, not only digits, not one that everybody uses."),
        widget=forms.PasswordInput(render_value=False, attrs={"autocomplete": "new-password"}),
    )
    again = forms.CharField(
        label=_("The same password again"),
        strip=False,
        widget=forms.PasswordInput(render_value=False, attrs={"autocomplete": "new-password"}),
    )

    def clean(self) -> dict[str, object]:
        given = super().clean() or {}
        if {"password", "again"} <= set(given) and given["password"] != given["again"]:
            self.add_error("again", _("The two passwords are not the same."))
        return given


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@sensitive_post_parameters("password", "again")
def welcome(request: HttpRequest, token: str) -> HttpResponse:
    """The link printed at the first start: choose a name and a password, and be the owner."""
    if not is_first_owner_token(token):
        raise Http404("no such link, or used")
    form = NewAccountForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            owner = claim_first_owner(
                token=token, username=form.cleaned_data["username"], password=form.cleaned_data["password"]
            )
        except Refusal as refusal:
            form.add_error("password", spoken(refusal.sentence))
        else:
            login(request, get_user_model().objects.get(pk=owner.pk), backend=BACKEND)
            return redirect("desk")
    status = 400 if form.is_bound else 200
    return render(request, "director/welcome.html", {"form": form}, status=status)


# Who finds a desk left open does not try out its password here instead of at the sign-in.
OLD_PASSWORDS = Limit("old-passwords", most=10)


class NewPasswordForm(PasswordChangeForm):
    """Django's, with the rules for passwords in one sentence, and no jump to its first field."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["old_password"].widget.attrs.pop("autofocus", None)
        self.fields["new_password1"].help_text = NewAccountForm.base_fields["password"].help_text
        self.fields["new_password2"].label = NewAccountForm.base_fields["again"].label
        self.fields["new_password2"].help_text = ""


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
@sensitive_post_parameters("old_password", "new_password1", "new_password2")
def account(request: HttpRequest) -> HttpResponse:
    """One's own account: the password, the sessions elsewhere, and who one is at the tables."""
    user = cast(User, request.user)
    what = request.POST.get("what", "")
    if what == "password" and OLD_PASSWORDS.is_reached(request):
        return stopped(request, OLD_PASSWORDS)
    form = NewPasswordForm(user, request.POST if what == "password" else None)
    if "old_password" in form.errors:
        OLD_PASSWORDS.count(request)
    elif what == "password" and form.is_valid():
        change_password(user=user, password=form.cleaned_data["new_password1"])
        update_session_auth_hash(request, user)
        messages.success(request, _("The password is changed. Everywhere else you are signed out."))
        return redirect("desk_account")
    if what == "elsewhere":
        ended = sign_out_elsewhere(user_id=user.pk, keep=request.session.session_key or "")
        told = ngettext("{n} other session ended.", "{n} other sessions ended.", ended).format(n=ended)
        messages.success(request, told)
        return redirect("desk_account")
    if what == "player":
        return _be_player(request, user)
    if request.method == "POST" and what != "password":
        raise Http404("nothing this page sends")
    no_players = not (user.is_superuser or clubs_of(user, (OWNER, DIRECTOR)).exists())
    context = {"form": form, "no_players": no_players, "here": "account", **_at_the_tables(request, user)}
    return render(request, "director/account.html", context, status=422 if form.errors else 200)


def _be_player(request: HttpRequest, user: User) -> HttpResponse:
    try:
        player = set_player(user_id=user.pk, player_id=whole(request.POST.get("player", ""), MOST_ID))
    except Refusal as refusal:
        messages.error(request, spoken(refusal.sentence))
        return redirect("desk_account")
    told = gettext("At the tables you are {name}.").format(name=player.full_name) if player else ""
    messages.success(request, told or gettext("At the tables you are nobody."))
    return redirect("desk_account")


def _at_the_tables(request: HttpRequest, user: User) -> dict[str, Any]:
    """Who the account is, and the players that fit what was typed."""
    mine = Account.objects.select_related("player__club").filter(user=user).first()
    typed = request.GET.get("q", "").strip()[:80]
    found = list(search(playable_by(user), typed)[:MOST_FOUND]) if typed else []
    return {"player": mine.player if mine else None, "q": typed, "found": found}


urls = [path("account/", account, name="desk_account")]
