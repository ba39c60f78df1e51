"""Much at once: players from a list, evenings from an archive. Both are jobs; a list is looked at first."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from typing import Any

from django import forms
from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.sentences import Refusal
from tournaments.boards.jobs import jobs_of
from tournaments.desk.archives import MOST_ARCHIVE, ArchivePlan, ask_archive
from tournaments.desk.jobs.files import keep_sent
from tournaments.desk.player_lists import AS_NEW, LEAVE, ListPlan, ask_list, store_list
from tournaments.models import Club
from tournaments.spreadsheets.reading.file import MOST_BYTES
from tournaments.views.desk.people import People, people_page
from tournaments.views.uploads import ARCHIVES, LISTS, refused_at_sight
from tournaments.words import spoken


class SendForm(forms.Form):
    """A file, and the club it is about."""

    file = forms.FileField(
        label=gettext_lazy("File"), error_messages={"required": gettext_lazy("Choose the file first.")}
    )
    club = forms.ModelChoiceField(label=gettext_lazy("Club"), queryset=Club.objects.none(), empty_label=None)
    most_bytes = MOST_BYTES
    wanted: Sequence[str] = LISTS

    def __init__(self, *args: Any, people: People, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        club = self.fields["club"]
        if isinstance(club, forms.ModelChoiceField):
            club.queryset = people.clubs.order_by("name")

    def clean_file(self) -> UploadedFile:
        file: UploadedFile = self.cleaned_data["file"]
        if file.size is not None and file.size > self.most_bytes:
            told = _("{name} is too big: at most {most} MB.")
            raise forms.ValidationError(told.format(name=file.name, most=self.most_bytes // 1_000_000))
        sentence = refused_at_sight(file, wanted=self.wanted)
        if sentence is not None:
            raise forms.ValidationError(spoken(sentence))
        return file


class ListForm(SendForm):
    file = forms.FileField(
        label=gettext_lazy("List of players (xlsx, ods, csv)"),
        error_messages={"required": gettext_lazy("Choose the file first.")},
    )


class ArchiveForm(SendForm):
    file = forms.FileField(
        label=gettext_lazy("Archive of event workbooks (.zip)"),
        error_messages={"required": gettext_lazy("Choose the file first.")},
    )
    together = forms.BooleanField(
        label=gettext_lazy("All of them or none"),
        required=False,
        help_text=gettext_lazy("Otherwise each is loaded by itself, and those that fail are named."),
    )
    most_bytes = MOST_ARCHIVE
    wanted = ARCHIVES


@people_page("GET", "HEAD", "POST")
def players_list(request: HttpRequest, people: People) -> HttpResponse:
    """Where a list of players is sent in; what would come of it is then a job's page."""
    form = ListForm(request.POST or None, request.FILES or None, people=people)
    if request.method == "POST" and form.is_valid():
        file = form.cleaned_data["file"]
        plan = ListPlan(keep_sent(file.chunks()), form.cleaned_data["club"], file_name=file.name)
        return redirect("desk_job", ask_list(plan, by=people.actor).pk)
    context = {"form": form, "here": "players"}
    return render(request, "desk/takings/players.html", context, status=422 if form.errors else 200)


@people_page("POST")
def store_players(request: HttpRequest, people: People, job: uuid.UUID) -> HttpResponse:
    """Store the list that was looked at, with what was said about the doubtful lines."""
    found = jobs_of(request.user).filter(pk=job, club__in=people.clubs).first()
    if found is None:
        raise Http404
    doubtful = AS_NEW if request.POST.get("doubtful") == AS_NEW else LEAVE
    try:
        made = store_list(found, doubtful=doubtful, by=people.actor)
    except Refusal as refusal:
        messages.error(request, spoken(refusal.sentence))
        made = found
    return redirect("desk_job", made.pk)


@people_page("GET", "HEAD", "POST")
def archive(request: HttpRequest, people: People) -> HttpResponse:
    """Where a zip of event workbooks is sent in."""
    form = ArchiveForm(request.POST or None, request.FILES or None, people=people)
    if request.method == "POST" and form.is_valid():
        file, told = form.cleaned_data["file"], form.cleaned_data
        plan = ArchivePlan(
            keep_sent(file.chunks()), together=told["together"], file_name=file.name, club=told["club"]
        )
        return redirect("desk_job", ask_archive(plan, by=people.actor).pk)
    context = {"form": form, "here": "desk"}
    return render(request, "desk/takings/archive.html", context, status=422 if form.errors else 200)


urls = [
    path("players/list/", players_list, name="desk_players_list"),
    path("jobs/<uuid:job>/store/", store_players, name="desk_players_store"),
    path("archive/", archive, name="desk_archive_in"),
]
