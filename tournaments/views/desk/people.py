"""The players and clubs an account looks after. Card, phone and e-mail appear here and nowhere else."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.paginator import Paginator
from django.db.models import Count, Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache

from scoring.sentences import Refusal
from tournaments.boards import at_work
from tournaments.boards.desk_players import alike_records, evenings_of, kept_by, search
from tournaments.boards.names import shown
from tournaments.boards.who import clubs_of
from tournaments.desk.change import Actor, NeedsConfirmationError
from tournaments.desk.clubs import add_club, edit_club
from tournaments.desk.players import FIELDS, PlayerPlan, add_player, edit_player, merge_players
from tournaments.models import Club, Player
from tournaments.views.desk.access import DIRECTORS, EVERYBODY, OWNERS, actor_of
from tournaments.views.numbers import MOST_ID, whole
from tournaments.words import spoken

PAGE = 50


@dataclass(frozen=True)
class People:
    """An account with the clubs it directs and the players these look after."""

    actor: Actor
    clubs: QuerySet[Club]
    everybody: bool

    @property
    def players(self) -> QuerySet[Player]:
        return kept_by(self.clubs, everybody=self.everybody)


def people_page(*methods: str, clubless: bool = False) -> Callable[[Callable[..., HttpResponse]], Any]:
    """A page of people: for owners and directors of some club; ``clubless``: for any account."""

    def decorate(view: Callable[..., HttpResponse]) -> Any:
        @never_cache
        @wraps(view)
        def guarded(request: HttpRequest, **kwargs: Any) -> HttpResponse:
            if request.method not in methods:
                return HttpResponseNotAllowed(methods)
            if not request.user.is_authenticated:
                return redirect_to_login(request.get_full_path())
            people = People(
                actor_of(request.user), clubs_of(request.user, DIRECTORS), request.user.is_superuser
            )
            if not clubless and not people.everybody and not people.clubs.exists():
                return render(request, "desk/people/not_yours.html", {"here": "players"}, status=403)
            try:
                return view(request, people, **kwargs)
            except Refusal as refusal:
                return _refused(request, refusal)

        return guarded

    return decorate


def _refused(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    context = {
        "sentence": spoken(refusal.sentence),
        "asks": isinstance(refusal, NeedsConfirmationError),
        "sent": [(name, value) for name in request.POST for value in request.POST.getlist(name)],
        "here": "players",
    }
    return render(request, "desk/people/refused.html", context, status=409)


class PlayerForm(forms.Form):
    """What is kept about a player."""

    surname = forms.CharField(label=gettext_lazy("Surname"), max_length=80)
    first_name = forms.CharField(label=gettext_lazy("First name"), max_length=80, required=False)
    club = forms.ModelChoiceField(
        label=gettext_lazy("Club"), queryset=Club.objects.none(), required=False, empty_label="–"
    )
    card_number = forms.CharField(label=gettext_lazy("Card number"), max_length=20, required=False)
    card_kind = forms.ChoiceField(
        label=gettext_lazy("Kind of card"), choices=[("", "–"), *Player.CardKind.choices], required=False
    )
    card_year = forms.IntegerField(
        label=gettext_lazy("Card of the year"), min_value=1990, max_value=2100, required=False
    )
    phone = forms.CharField(label=gettext_lazy("Phone"), max_length=40, required=False)
    email = forms.EmailField(label=gettext_lazy("E-mail"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        club = self.fields["club"]
        if isinstance(club, forms.ModelChoiceField):
            club.queryset = Club.objects.order_by("name")

    def plan(self) -> PlayerPlan:
        return PlayerPlan(**{field: self.cleaned_data[field] for field in FIELDS})


@people_page("GET", "HEAD")
def players(request: HttpRequest, people: People) -> HttpResponse:
    """The players, by name or card."""
    text, club = request.GET.get("q", "")[:80], request.GET.get("club", "")
    club_id = whole(club, MOST_ID)
    pages = Paginator(search(people.players, text, club_id), PAGE)
    context = {
        "page": pages.get_page(request.GET.get("page")),
        "q": text,
        "club": club_id,
        "clubs": people.clubs.order_by("name"),
        "here": "players",
    }
    return render(request, "desk/people/players.html", context)


@people_page("GET", "HEAD", "POST")
def player(request: HttpRequest, people: People, pk: int) -> HttpResponse:
    """One player: what is kept, where he or she has played, records that may be the same person."""
    found = people.players.select_related("club").filter(pk=pk).first()
    if found is None:
        moved = Player.objects.filter(pk=pk).exclude(merged_into=None).first()
        if moved is not None and people.players.filter(merged_from=moved).exists():
            return redirect("desk_player", moved.merged_into_id)
        raise Http404
    first = {field: getattr(found, field) for field in FIELDS}
    form = PlayerForm(request.POST or None, initial=first)
    if request.method == "POST" and form.is_valid():
        confirmed = request.POST.get("confirmed") == "yes"
        changed = edit_player(
            player_id=pk, plan=form.plan(), by=people.actor, kept=people.players, confirmed=confirmed
        )
        if not people.players.filter(pk=pk).exists():
            told = _("%(name)s: stored, and no longer on your list.")
            messages.success(request, told % {"name": shown(changed.full_name)})
            return redirect("desk_players")
        messages.success(request, _("%(name)s: stored.") % {"name": shown(changed.full_name)})
        return redirect("desk_player", pk)
    context = {
        "player": found,
        "form": form,
        "evenings": evenings_of(found, people.clubs),
        "alike": alike_records(people.players, of=pk),
        "here": "players",
    }
    return render(request, "desk/people/player.html", context, status=422 if form.errors else 200)


@people_page("GET", "HEAD", "POST")
def new_player(request: HttpRequest, people: People) -> HttpResponse:
    """A player before any event."""
    form = PlayerForm(request.POST or None, initial={"club": people.clubs.first()})
    if request.method == "POST" and form.is_valid():
        made = add_player(plan=form.plan())
        messages.success(request, _("%(name)s: stored.") % {"name": shown(made.full_name)})
        return redirect("desk_players")
    context = {"form": form, "here": "players"}
    return render(request, "desk/people/player.html", context, status=422 if form.errors else 200)


@people_page("GET", "HEAD", "POST")
def merge(request: HttpRequest, people: People) -> HttpResponse:
    """Records that may be one person, and joining two of them."""
    if request.method == "POST":
        keep = _id(request.POST.get("keep", ""))
        both = {_id(text) for text in request.POST.getlist("both")}
        gone = next(iter(both - {keep}), keep)
        if not both >= {keep} or people.players.filter(pk__in=both).count() != len(both):
            raise Http404
        kept = merge_players(
            keep_id=keep, gone_id=gone, by=people.actor, confirmed=request.POST.get("confirmed") == "yes"
        )
        messages.success(request, _("One person: %(name)s.") % {"name": shown(kept.full_name)})
        return redirect("desk_merge")
    context = {"alike": alike_records(people.players), "here": "players"}
    return render(request, "desk/people/merge.html", context)


class ClubForm(forms.Form):
    """What is kept about a club."""

    name = forms.CharField(label=gettext_lazy("Name"), max_length=120)
    federation_code = forms.CharField(label=gettext_lazy("Federation code"), max_length=20, required=False)
    town = forms.CharField(label=gettext_lazy("Town"), max_length=80, required=False)
    region = forms.CharField(label=gettext_lazy("Region"), max_length=40, required=False)


@people_page("GET", "HEAD", "POST", clubless=True)
def clubs(request: HttpRequest, people: People) -> HttpResponse:
    """The clubs this account works for; whoever administers the installation makes new ones."""
    form = ClubForm(request.POST or None) if people.everybody else None
    if request.method == "POST":
        if form is None:
            raise Http404
        if form.is_valid():
            made = add_club(owner_id=people.actor.user_id, **form.cleaned_data)
            if request.POST.get("then") == "new_event":
                return redirect("desk_new_event")
            return redirect("desk_club", made.slug)
    listed = clubs_of(request.user, EVERYBODY).annotate(
        members=Count("players", filter=Q(players__merged_into=None), distinct=True),
        evenings=Count("events", distinct=True),
    )
    directed = set(people.clubs.values_list("pk", flat=True))
    context = {
        "clubs": listed.order_by("name"),
        "directed": directed,
        "form": form,
        "no_players": not (directed or people.everybody),
        "here": "clubs",
    }
    return render(request, "desk/people/clubs.html", context, status=422 if form and form.errors else 200)


@people_page("GET", "HEAD", "POST")
def club(request: HttpRequest, people: People, slug: str) -> HttpResponse:
    """One club: what is kept about it; the way to who works for it is for its owners."""
    found = people.clubs.filter(slug=slug).first()
    if found is None:
        raise Http404
    first = {field: getattr(found, field) for field in ("name", "federation_code", "town", "region")}
    form = ClubForm(request.POST if request.method == "POST" else None, initial=first)
    if form.is_valid():
        edit_club(club_id=found.pk, **form.cleaned_data)
        messages.success(request, _("Stored."))
        return redirect("desk_club", found.slug)
    context = {
        "club": found,
        "form": form,
        "owns": clubs_of(request.user, OWNERS).filter(pk=found.pk).exists(),
        "workers": at_work.of_club(found),
        "here": "clubs",
    }
    return render(request, "desk/people/club.html", context, status=422 if form.errors else 200)


def _id(text: str) -> int:
    return whole(text, MOST_ID) or 0


urls = [
    path("players/", players, name="desk_players"),
    path("players/new/", new_player, name="desk_player_new"),
    path("players/look-alikes/", merge, name="desk_merge"),
    path("players/<int:pk>/", player, name="desk_player"),
    path("clubs/", clubs, name="desk_clubs"),
    path("clubs/<slug:slug>/", club, name="desk_club"),
]
