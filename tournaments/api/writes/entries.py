"""Pairs: put on the list, corrected, numbered, checked in."""

from __future__ import annotations

from typing import Any

from django.urls import path, reverse
from rest_framework import serializers

from tournaments.api.callers import DIRECTORS
from tournaments.api.operations import acts
from tournaments.api.reads.entries import Entries, EntryTold, OneEntry, entry_told
from tournaments.api.reads.rounds import seen_by
from tournaments.api.shapes.entering import PAIR_SENT, EntriesSent, EntriesShape, EntrySent
from tournaments.api.shapes.entries import ENTRY, EntryShape
from tournaments.api.shapes.fields import Sent, Text, Truth, Whole
from tournaments.api.views import EventView
from tournaments.api.writes.arrivals import Below, entry_now, plans
from tournaments.boards.desk_entries import ABSENT, HERE, UNKNOWN
from tournaments.desk.entries import LAST_NUMBER, edit_entry, enter, remove_entry, renumber
from tournaments.desk.presence import check_in, set_paid
from tournaments.desk.substitutions import enter_late
from tournaments.models import Line

EVENT = {"event": ""}
OF_ENTRY = {"event": "", "number": "The number of the pair."}


class Enter(Entries):
    may = {**Entries.may, "POST": DIRECTORS}

    @acts(
        "enter", "Put pairs on the list", sends=EntriesSent, answers=EntriesShape, status=201,
        example={"entries": [ENTRY]}, sent_example={"entries": [PAIR_SENT]}, path=EVENT,
    )  # fmt: skip
    def post(self, sent: Any, event: str) -> Any:
        """One pair or many, all or none, under one line of the journal. Open until round 1 is drawn.

        A player already known is recognised by id, card, else by full name inside the same club.
        """
        made = enter(event=self.event, plans=plans(self, sent["entries"]), by=self.actor)
        self.made = (
            reverse("api_entry", args=[self.event.slug, made[0].number])
            if len(made) == 1
            else reverse("api_entries", args=[self.event.slug])
        )
        return {"entries": [entry_told(seen_by(self), entry.number) for entry in made]}


class EnterLate(EventView):
    may = {"POST": DIRECTORS}
    tag = "entries"

    @acts(
        "enter_late", "Let a late pair in", sends=EntrySent, answers=EntryShape, status=201, example=ENTRY,
        sent_example=PAIR_SENT, path=EVENT,
    )  # fmt: skip
    def post(self, sent: Any, event: str) -> EntryTold:
        """A pair that comes while round 1 is played takes the chair of the bye; later it is refused."""
        made = enter_late(event=self.event, plan=plans(self, [sent])[0], by=self.actor)
        self.made = reverse("api_entry", args=[self.event.slug, made.number])
        return entry_told(seen_by(self), made.number)


class EntryEdited(Sent):
    """Club and line; what is left out stays."""

    club = Text(120, required=False, allow_blank=True, help_text="By name.")
    line = serializers.ChoiceField(["", *Line.values], required=False)


class EditEntry(Below, OneEntry):
    may = {**OneEntry.may, "PATCH": DIRECTORS, "DELETE": DIRECTORS}

    @acts(
        "edit_entry", "Correct club or line of a pair", sends=EntryEdited, answers=EntryShape, example=ENTRY,
        sent_example={"line": "ns"}, path=OF_ENTRY,
    )  # fmt: skip
    def patch(self, sent: Any, event: str, number: int) -> EntryTold:
        """The club of a pair, and the line it has to sit on (who cannot move sits North-South)."""
        entry = self.event.entries.select_related("club").get(number=number)
        edit_entry(
            event=self.event,
            number=number,
            club_name=sent.get("club", entry.club.name if entry.club else ""),
            line=sent.get("line", entry.line),
            by=self.actor,
        )
        return entry_now(self, number)

    @acts("remove_entry", "Strike a pair off the list", status=204, path=OF_ENTRY)
    def delete(self, sent: Any, event: str, number: int) -> None:
        """Strike a pair off, before round 1 is drawn. Its number is free again."""
        remove_entry(event=self.event, number=number, by=self.actor)


class NumberSent(Sent):
    """The number it is to have."""

    to = Whole(1, LAST_NUMBER)


class Renumber(Below):
    may = {"POST": DIRECTORS}

    @acts(
        "renumber", "Give a pair another number", sends=NumberSent, answers=EntryShape, example=ENTRY,
        sent_example={"to": 30}, path=OF_ENTRY,
    )  # fmt: skip
    def post(self, sent: Any, event: str, number: int) -> EntryTold:
        """Give a pair another number, before round 1 is drawn; a pair that has it takes the old one."""
        renumber(event=self.event, number=number, to=sent["to"], by=self.actor)
        return entry_now(self, sent["to"])


class PresenceSent(Sent):
    """Whether the pair is here."""

    presence = serializers.ChoiceField([HERE, ABSENT, UNKNOWN])


class CheckIn(Below):
    may = {"POST": DIRECTORS}

    @acts(
        "check_in", "Mark a pair as here or absent", sends=PresenceSent, answers=EntryShape, example=ENTRY,
        sent_example={"presence": HERE}, path=OF_ENTRY,
    )  # fmt: skip
    def post(self, sent: Any, event: str, number: int) -> EntryTold:
        """Here, absent, or not seen yet. An absent pair is not drawn."""
        check_in(event=self.event, number=number, presence=sent["presence"], by=self.actor)
        return entry_now(self, number)


class PaidSent(Sent):
    """Whether the fee is paid."""

    paid = Truth()


class SetPaid(Below):
    may = {"POST": DIRECTORS}

    @acts(
        "set_paid", "Note that a pair has paid", sends=PaidSent, answers=EntryShape, example=ENTRY,
        sent_example={"paid": True}, path=OF_ENTRY,
    )  # fmt: skip
    def post(self, sent: Any, event: str, number: int) -> EntryTold:
        """The fee of a pair is paid, or not after all."""
        set_paid(event=self.event, number=number, paid=sent["paid"], by=self.actor)
        return entry_now(self, number)


AT = "events/<slug:event>/entries/"
OF = AT + "<number:number>/"

urls = [
    path(AT, Enter.as_view(), name="api_entries"),
    path(AT + "late/", EnterLate.as_view(), name="api_enter_late"),
    path(OF, EditEntry.as_view(), name="api_entry"),
    path(OF + "number/", Renumber.as_view(), name="api_entry_number"),
    path(OF + "presence/", CheckIn.as_view(), name="api_entry_presence"),
    path(OF + "paid/", SetPaid.as_view(), name="api_entry_paid"),
]
