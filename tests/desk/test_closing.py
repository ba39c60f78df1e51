"""An evening ends: finished when every round is closed, reopened if need be, archived for good."""

import pytest

from tests.factories import DIRECTOR, Evening, an_evening, an_event
from tournaments.desk.change import DeskRefusal, NeedsConfirmationError
from tournaments.desk.closing import archive_event, finish_event, reopen_event
from tournaments.desk.penalties import PenaltyPlan, penalise
from tournaments.desk.publishing import publish_standings

pytestmark = pytest.mark.django_db

WHOLE = Evening(pairs=8, closed=3, programme="Mitchell 3")


def test_an_event_is_not_finished_while_a_round_is_open() -> None:
    event = an_evening(Evening(pairs=8, closed=1, open_round="published"))
    with pytest.raises(DeskRefusal, match="Round 2 is not closed yet") as refused:
        finish_event(event=event, confirmed=True, by=DIRECTOR)
    assert refused.value.code == "round_open"
    event.refresh_from_db()
    assert event.state == "running"


def test_a_programme_not_played_to_its_end_is_asked_about() -> None:
    event = an_evening(Evening(pairs=8, closed=3))
    with pytest.raises(NeedsConfirmationError, match="has 4 rounds and 3 were played"):
        finish_event(event=event, by=DIRECTOR)
    finish_event(event=event, confirmed=True, by=DIRECTOR)
    assert event.state == "finished"


def test_a_whole_programme_is_finished_without_a_question_and_only_once() -> None:
    event = an_evening(WHOLE)
    finish_event(event=event, by=DIRECTOR)
    assert event.journal.latest("number").verb == "finish_event"
    with pytest.raises(DeskRefusal, match="already finished"):
        finish_event(event=event, by=DIRECTOR)


def test_an_event_in_which_nothing_was_played_is_not_finished() -> None:
    with pytest.raises(DeskRefusal, match="Nothing has been played yet"):
        finish_event(event=an_event(Evening(pairs=8)), by=DIRECTOR)


def test_what_was_corrected_since_the_last_publication_is_published_with_the_finish() -> None:
    event = an_evening(WHOLE)
    penalise(event=event, plans=[PenaltyPlan(3, vp=1, reason="left the table")], by=DIRECTOR)
    finish_event(event=event, by=DIRECTOR)
    last = event.publications.order_by("number").last()
    assert last is not None
    assert (last.number, last.round_number, last.version) == (4, 3, event.version)
    with pytest.raises(DeskRefusal, match=r"Nothing has changed since standings no\. 4"):
        publish_standings(event=event, by=DIRECTOR)


def test_a_finish_that_changes_nothing_publishes_nothing() -> None:
    event = an_evening(WHOLE)
    finish_event(event=event, by=DIRECTOR)
    assert event.publications.count() == 3


def test_a_finished_event_is_reopened_after_a_question() -> None:
    event = an_evening(WHOLE)
    with pytest.raises(DeskRefusal, match="not finished"):
        reopen_event(event=event, confirmed=True, by=DIRECTOR)
    finish_event(event=event, by=DIRECTOR)
    with pytest.raises(NeedsConfirmationError, match="Reopen it"):
        reopen_event(event=event, by=DIRECTOR)
    reopen_event(event=event, confirmed=True, reason="a slip was found", by=DIRECTOR)
    assert event.state == "running"
    assert event.journal.latest("number").reason == "a slip was found"


def test_an_archived_event_stays_as_it_is() -> None:
    event = an_evening(WHOLE)
    with pytest.raises(DeskRefusal, match="Finish the event first"):
        archive_event(event=event, confirmed=True, by=DIRECTOR)
    finish_event(event=event, by=DIRECTOR)
    with pytest.raises(NeedsConfirmationError, match="nothing in the event changes any more"):
        archive_event(event=event, by=DIRECTOR)
    archive_event(event=event, confirmed=True, by=DIRECTOR)
    for verb in (finish_event, reopen_event, archive_event):
        with pytest.raises(DeskRefusal, match="archived: nothing in it changes"):
            verb(event=event, confirmed=True, by=DIRECTOR)
    with pytest.raises(DeskRefusal, match="archived: nothing in it changes"):
        publish_standings(event=event, by=DIRECTOR)
