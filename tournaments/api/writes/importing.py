"""An evening kept in a workbook, taken in whole."""

from __future__ import annotations

import base64
import binascii
from dataclasses import replace
from typing import Any

from django.conf import settings
from django.urls import path, reverse
from django.utils.translation import gettext_lazy
from rest_framework import serializers

from scoring.sentences import gettext_noop, say
from tournaments import names
from tournaments.api import marks
from tournaments.api.callers import DIRECTORS
from tournaments.api.errors import finding_told
from tournaments.api.operations import acts
from tournaments.api.reads.events import told
from tournaments.api.refusals import ApiRefusal
from tournaments.api.shapes.events import EVENT_DETAIL, EventDetailShape
from tournaments.api.shapes.fields import Sent
from tournaments.api.views import ClubView, EventView
from tournaments.desk.change import DeskRefusal
from tournaments.desk.imports import import_event, loaded_before
from tournaments.models import Event, Source
from tournaments.spreadsheets import WorkbookError, read_event
from tournaments.spreadsheets.book import EventBook
from tournaments.spreadsheets.reading.outside import refused_by_name
from tournaments.spreadsheets.turns import reading
from tournaments.words import spoken

SOUND = "UEsDBBQAAAAIAAAAIQ=="


class WorkbookSent(Sent):
    """An event workbook (docs/event-workbook.md), as the desk exports it."""

    default_error_messages = {
        "base64": gettext_lazy("The workbook is the bytes of the file in base64."),
    }

    workbook = serializers.CharField(help_text="The bytes of the xlsx file in base64.")

    def validate_workbook(self, value: str) -> EventBook:
        """Read before anything is locked: it takes its time."""
        if not value.isascii():
            self.fail("base64")
        try:
            data = base64.b64decode(value, validate=True)
        except (binascii.Error, ValueError):
            self.fail("base64")
        refused = refused_by_name("workbook.xlsx", data, (".xlsx",))
        if refused is not None:
            raise ApiRefusal(422, "not_a_workbook", refused, field="workbook")
        try:
            with reading():
                return read_event(data, most_bytes=settings.WORKBOOK_MAX_BYTES)
        except WorkbookError as refusal:
            found = [finding_told("workbook", problem.text, field="workbook") for problem in refusal.problems]
            raise ApiRefusal(422, "workbook", refusal.sentence, field="workbook", findings=found) from refusal


class ImportedShape(EventDetailShape):
    """An event taken in, and what is worth knowing of its workbook."""

    notices = serializers.ListField(child=serializers.CharField())


class ImportEvent(ClubView):
    may = {"POST": DIRECTORS}
    tag = "events"
    event: Event

    @acts(
        "import_event", "Take in an evening from a workbook", sends=WorkbookSent, answers=ImportedShape,
        status=201, example={**EVENT_DETAIL, "notices": []}, sent_example={"workbook": SOUND},
        path={"club": ""}, may_refuse=(409, 422),
    )  # fmt: skip
    def post(self, sent: Any, club: str) -> Any:
        """All of it, or nothing and everything that is wrong in it as findings (422).

        The workbook names its club, which must be the one of the address (409 `another_club`). Files of
        over 700 kB are loaded at the desk.
        """
        book: EventBook = sent["workbook"]
        if names.key(book.settings.club) != self.club.name_key:
            another = gettext_noop("This evening is of “{club}”, not of this club.")
            raise DeskRefusal("another_club", say(another, club=book.settings.club))
        self.event = import_event(book, by=replace(self.actor, source=Source.IMPORT))
        self.made = reverse("api_event", args=[self.event.slug])
        view = EventView()
        view.request, view.event, view.rank = self.request, self.event, self.rank
        found = told(view)
        found.notices = [notice.text for notice in book.notices]
        found.notices += [spoken(sentence) for sentence in loaded_before(self.event)]
        return found

    def etag_after(self) -> str | None:
        return marks.tag_of(self.event.pk, self.event.version) if hasattr(self, "event") else None


urls = [path("clubs/<slug:club>/events/import/", ImportEvent.as_view(), name="api_import_event")]
