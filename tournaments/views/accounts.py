"""Signing in and out, and the first account of an installation."""

from __future__ import annotations

from django import forms
from django.contrib.auth import get_user_model, login, logout
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.views import LoginView
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.decorators import method_decorator
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scoring.sentences import Refusal
from tournaments.desk.accounts import claim_first_owner, is_first_owner_token
from tournaments.words import spoken


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


sign_in = SignIn.as_view()


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def sign_out(request: HttpRequest) -> HttpResponse:
    """A page with one button: leaving changes something, so a link alone must not do it."""
    if request.method == "POST":
        logout(request)
        return redirect("events")
    return render(request, "director/sign_out.html")


class WelcomeForm(forms.Form):
    """The first account. The password is typed once, in the clear if the browser offers to show it."""

    username = forms.CharField(label=_("User name"), max_length=150)
    password = forms.CharField(
        label=_("Password"),
        strip=False,
        help_text=_("At least 8 characters, not only digits, not one that everybody uses."),
        widget=forms.PasswordInput(render_value=False),
    )
    again = forms.CharField(
        label=_("The same password again"), strip=False, widget=forms.PasswordInput(render_value=False)
    )

    def clean(self) -> dict[str, object]:
        given = super().clean() or {}
        if {"password", "again"} <= set(given) and given["password"] != given["again"]:
            self.add_error("again", _("The two passwords are not the same."))
        return given


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def welcome(request: HttpRequest, token: str) -> HttpResponse:
    """The link printed at the first start: choose a name and a password, and be the owner."""
    if not is_first_owner_token(token):
        raise Http404("no such link, or used")
    form = WelcomeForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            owner = claim_first_owner(
                token=token, username=form.cleaned_data["username"], password=form.cleaned_data["password"]
            )
        except Refusal as refusal:
            form.add_error("password", spoken(refusal.sentence))
        else:
            login(request, get_user_model().objects.get(pk=owner.pk))
            return redirect("desk")
    status = 400 if form.is_bound else 200
    return render(request, "director/welcome.html", {"form": form}, status=status)
