"""Events: made, settled, finished, put away; their prizes; standings published; evenings taken in."""

from __future__ import annotations

from typing import Any

from django.urls import path, reverse
from rest_framework import serializers

from scoring.prizes import PrizePlan, Special
from tournaments.api import marks
from tournaments.api.callers import DIRECTORS
from tournaments.api.operations import acts
from tournaments.api.reads.events import OneEvent, told
from tournaments.api.reads.standings import Publications
from tournaments.api.shapes.events import EVENT_DETAIL, EventDetailShape
from tournaments.api.shapes.fields import Confirmable, Sent, Text, Truth, Whole
from tournaments.api.shapes.settings import EVENT_SENT, EventSent, SettingsSent, changed_plan, new_plan
from tournaments.api.shapes.standings import PUBLICATION, PublicationShape
from tournaments.api.views import ClubView, EventView
from tournaments.boards.prizes import PrizeSettings, prize_board
from tournaments.desk.closing import archive_event, finish_event, reopen_event
from tournaments.desk.events import create_event, edit_event, plan_of
from tournaments.desk.keying import switch_double_keying
from tournaments.desk.prizes import set_prizes
from tournaments.desk.publishing import publish_standings
from tournaments.models import Event, Publication

EVENT = {"event": ""}
MOST_EUROS = 1_000_000
NEW = {**EVENT_DETAIL, "state": "preparing", "version": 1, "pairs": 0, "last_released": 0, "last_closed": 0}


class CreateEvent(ClubView):
    may = {"POST": DIRECTORS}
    tag = "events"
    event: Event

    @acts(
        "create_event", "Make an event", sends=EventSent, answers=EventDetailShape, status=201,
        example=NEW, sent_example=EVENT_SENT, path={"club": ""},
    )  # fmt: skip
    def post(self, sent: Any, club: str) -> Any:
        """A new event of the club, in preparation, with its programme. The rest has the usual values."""
        made = create_event(club=self.club, plan=new_plan(sent), by=self.actor)
        self.made = reverse("api_event", args=[made.slug])
        self.event = made
        return told(self.of(made))

    def etag_after(self) -> str | None:
        return marks.tag_of(self.event.pk, self.event.version) if hasattr(self, "event") else None

    def of(self, event: Event) -> EventView:
        """The made event as the caller sees it."""
        view = EventView()
        view.request, view.event, view.rank = self.request, event, self.rank
        return view


class EditEvent(OneEvent):
    may = {**OneEvent.may, "PATCH": DIRECTORS}

    @acts(
        "edit_event", "Change the settings of an event", sends=SettingsSent, answers=EventDetailShape,
        example=EVENT_DETAIL, sent_example={"place": "Pavia", "correction_minutes": 45}, path=EVENT,
    )  # fmt: skip
    def patch(self, sent: Any, event: str) -> Any:
        """Change what was decided; what is left out stays. What has been played is not rewritten."""
        edit_event(event=self.event, plan=changed_plan(plan_of(self.event), sent), by=self.actor)
        self.event.refresh_from_db()
        return told(self)


class FinishSent(Confirmable):
    """Yes, where the programme has rounds that were not played."""


class FinishEvent(EventView):
    may = {"POST": DIRECTORS}
    tag = "events"

    @acts(
        "finish_event", "Finish an event", sends=FinishSent, answers=EventDetailShape,
        example={**EVENT_DETAIL, "state": "finished", "last_released": 4, "last_closed": 4},
        sent_example={}, path=EVENT,
    )  # fmt: skip
    def post(self, sent: Any, event: str) -> Any:
        """The evening is over; what was corrected since the last publication is published with it.

        Asks where the programme has rounds that were not played (409 `programme_not_complete`).
        """
        finish_event(event=self.event, by=self.actor, confirmed=sent["confirmed"])
        return told(self)


class ReopenSent(Confirmable):
    """Why the finish is taken back."""

    reason = Text(300, default="", allow_blank=True)


class ReopenEvent(EventView):
    may = {"POST": DIRECTORS}
    tag = "events"

    @acts(
        "reopen_event", "Take the finish of an event back", sends=ReopenSent, answers=EventDetailShape,
        example=EVENT_DETAIL, sent_example={"confirmed": True, "reason": "a table was missing"}, path=EVENT,
    )  # fmt: skip
    def post(self, sent: Any, event: str) -> Any:
        """Rounds and results can change again. It is asked first (409 `reopen_finished`)."""
        reopen_event(event=self.event, by=self.actor, **sent)
        return told(self)


class ArchiveSent(Confirmable):
    """Yes: nothing changes any more."""


class ArchiveEvent(EventView):
    may = {"POST": DIRECTORS}
    tag = "events"

    @acts(
        "archive_event", "Put an event away", sends=ArchiveSent, answers=EventDetailShape,
        example={**EVENT_DETAIL, "state": "archived", "last_released": 4, "last_closed": 4},
        sent_example={"confirmed": True}, path=EVENT,
    )  # fmt: skip
    def post(self, sent: Any, event: str) -> Any:
        """From here on nothing in it changes. It is asked first (409 `archive_finished`)."""
        archive_event(event=self.event, by=self.actor, confirmed=sent["confirmed"])
        return told(self)


class DoubleKeyingSent(Sent):
    """Whether every result is keyed twice."""

    on = Truth()


class DoubleKeying(EventView):
    may = {"POST": DIRECTORS}
    tag = "results"

    @acts(
        "switch_double_keying", "Have every result keyed twice", sends=DoubleKeyingSent,
        answers=DoubleKeyingSent, example={"on": True}, sent_example={"on": True}, path=EVENT,
    )  # fmt: skip
    def post(self, sent: Any, event: str) -> Any:
        """From now on everything is keyed twice, or once again."""
        switch_double_keying(event=self.event, on=sent["on"], by=self.actor)
        return sent


class PublishStandings(Publications):
    may = {**Publications.may, "POST": DIRECTORS}

    @acts(
        "publish_standings", "Publish the standings", answers=PublicationShape, status=201,
        example=PUBLICATION, path=EVENT,
    )  # fmt: skip
    def post(self, sent: Any, event: str) -> Publication:
        """Release the standings after the last closed round under the next number.

        Refused while nothing is closed, and while the last publication still holds.
        """
        made = publish_standings(event=self.event, by=self.actor)
        self.made = reverse("api_publication", args=[self.event.slug, made.number])
        return made


class SpecialSent(Sent):
    """A prize beside the places."""

    what = Text(80)
    euros = Whole(1, 100_000)
    entry = Whole(1, 9_999, default=None, allow_null=True, help_text="The pair that has won it, if known.")


class PrizesSent(Sent):
    """How the pot is made up and given."""

    typed = Whole(
        0, MOST_EUROS, default=None, allow_null=True,
        help_text="Euros in the pot; null: the fees that are paid.",
    )  # fmt: skip
    kept_percent = Whole(0, 100, default=0, help_text="What the club keeps of it.")
    kept_euros = Whole(0, MOST_EUROS, default=0)
    places = serializers.ListField(
        child=Whole(0, 999_999), max_length=60, help_text="From the first place: shares, or euros if fixed."
    )
    fixed = Truth(default=False, help_text="The places win these amounts instead of shares of the pot.")
    per_section = Truth(default=False)
    share_ties = Truth(default=True, help_text="Pairs level on a place share its prizes.")
    specials = serializers.ListField(child=SpecialSent(), default=list, max_length=20)


class SpecialShape(serializers.Serializer[Any]):
    """A prize beside the places."""

    what = serializers.CharField()
    euros = serializers.IntegerField()
    entry = serializers.IntegerField(allow_null=True)


class PrizesShape(serializers.Serializer[Any]):
    """The prizes as they are decided; ``pot``: whole euros there are to win now."""

    pot = serializers.IntegerField(source="purse.pot")
    typed = serializers.IntegerField(allow_null=True, source="settings.typed")
    kept_percent = serializers.IntegerField(source="settings.kept_percent")
    kept_euros = serializers.IntegerField(source="settings.kept_euros")
    places = serializers.ListField(child=serializers.IntegerField(), source="settings.plan.places")
    fixed = serializers.BooleanField(source="settings.plan.fixed")
    per_section = serializers.BooleanField(source="settings.plan.per_section")
    share_ties = serializers.BooleanField(source="settings.plan.share_ties")
    specials = SpecialShape(many=True, source="settings.plan.specials")


PRIZES_SENT = {"typed": 300, "kept_percent": 10, "places": [50, 30, 20]}
PRIZES = {
    "pot": 270, "typed": 300, "kept_percent": 10, "kept_euros": 0, "places": [50, 30, 20], "fixed": False,
    "per_section": False, "share_ties": True, "specials": [],
}  # fmt: skip


class SetPrizes(EventView):
    may = {"PUT": DIRECTORS}
    tag = "events"

    @acts(
        "set_prizes", "Decide the prizes", sends=PrizesSent, answers=PrizesShape, example=PRIZES,
        sent_example=PRIZES_SENT, path=EVENT,
    )  # fmt: skip
    def put(self, sent: Any, event: str) -> Any:
        """Where the pot comes from, what the club keeps of it, what each place wins, special prizes."""
        plan = PrizePlan(
            places=tuple(sent["places"]),
            fixed=sent["fixed"],
            per_section=sent["per_section"],
            share_ties=sent["share_ties"],
            specials=tuple(Special(one["what"], one["euros"], one["entry"]) for one in sent["specials"]),
        )
        chosen = PrizeSettings(
            plan=plan,
            typed=sent["typed"],
            kept_percent=sent["kept_percent"],
            kept_euros=sent["kept_euros"],
        )
        set_prizes(event=self.event, settings=chosen, by=self.actor)
        return prize_board(self.event)


E_AT = "events/<slug:event>/"

urls = [
    path("clubs/<slug:club>/events/", CreateEvent.as_view(), name="api_create_event"),
    path(E_AT, EditEvent.as_view(), name="api_event"),
    path(E_AT + "finish/", FinishEvent.as_view(), name="api_finish_event"),
    path(E_AT + "reopen/", ReopenEvent.as_view(), name="api_reopen_event"),
    path(E_AT + "archive/", ArchiveEvent.as_view(), name="api_archive_event"),
    path(E_AT + "double-keying/", DoubleKeying.as_view(), name="api_double_keying"),
    path(E_AT + "prizes/", SetPrizes.as_view(), name="api_prizes"),
    path(E_AT + "publications/", PublishStandings.as_view(), name="api_publications"),
]
