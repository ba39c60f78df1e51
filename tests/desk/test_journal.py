"""Every change leaves exactly one line, for good."""

import datetime

import pytest
from django.db import IntegrityError, transaction

from tests.factories import DIRECTOR, Evening, an_evening, an_event
from tournaments.boards.verify import verify
from tournaments.desk.change import Actor, DeskRefusal, change
from tournaments.desk.results import ResultPlan, record
from tournaments.desk.rounds import draw_next_round, publish_round
from tournaments.models import Event, JournalIsForGoodError, JournalLine, Source

pytestmark = pytest.mark.django_db


def lines(event: Event) -> list[str]:
    return list(JournalLine.objects.filter(event=event).order_by("number").values_list("verb", flat=True))


def test_every_verb_of_an_evening_leaves_one_line_and_the_last_is_the_version() -> None:
    event = an_evening(Evening(pairs=4, closed=1))
    assert lines(event) == [
        "create_event", "enter", "seat_round", "publish_round", "record_round", "close_round",
    ]  # fmt: skip
    event.refresh_from_db()
    assert event.version == 6
    assert verify(event) == []


def test_a_verb_that_writes_no_line_is_a_defect_and_changes_nothing() -> None:
    event = an_event(Evening(pairs=4))
    with pytest.raises(RuntimeError, match="without writing"), change(event, by=DIRECTOR) as frame:
        frame.event.name = "Another name"
        frame.event.save()
    event.refresh_from_db()
    assert event.name == "Burraco d'autunno"


def test_a_verb_writes_one_line_only() -> None:
    event = an_event(Evening(pairs=4))
    with pytest.raises(RuntimeError, match="one journal line"), change(event, by=DIRECTOR) as frame:
        frame.write("one")
        frame.write("two")
    assert "one" not in lines(event)


def test_a_refused_verb_leaves_no_line() -> None:
    event = an_evening(Evening(pairs=4, closed=0, open_round="drawn"))
    before = lines(event)
    with pytest.raises(DeskRefusal):
        draw_next_round(event=event, by=DIRECTOR)
    assert lines(event) == before


def test_a_line_of_the_journal_is_never_changed_nor_deleted() -> None:
    line = an_event(Evening(pairs=4)).journal.get(number=1)
    line.reason = "something else"
    with pytest.raises(JournalIsForGoodError):
        line.save()
    with pytest.raises(JournalIsForGoodError):
        line.delete()
    with pytest.raises(JournalIsForGoodError):
        JournalLine.objects.filter(pk=line.pk).update(reason="something else")
    with pytest.raises(JournalIsForGoodError):
        JournalLine.objects.all().delete()


def test_two_lines_cannot_carry_the_same_number() -> None:
    event = an_event(Evening(pairs=4))
    now = datetime.datetime.now(datetime.UTC)
    with pytest.raises(IntegrityError), transaction.atomic():
        JournalLine.objects.create(event=event, number=1, at=now, source=Source.DESK, verb="forged")


def test_a_missing_line_is_found_by_verify() -> None:
    event = an_event(Evening(pairs=4))
    # Behind the program's back, as a hand in the database could.
    event.journal.filter(number=1)._raw_delete(using="default")
    assert [str(s) for s in verify(event)] == ["The journal has no line 1."]


def test_a_line_says_who_from_where_to_whom_and_what_it_was_before() -> None:
    event = an_evening(Evening(pairs=4, closed=0, open_round="published"))
    record(event=event, round_number=1, plan=ResultPlan(1, 1000, 400), by=DIRECTOR)
    scorer = Actor("Rosa", Source.PHONE)
    record(event=event, round_number=1, plan=ResultPlan(1, 1000, 450), by=scorer, reason="misread")
    line = event.journal.latest("number")
    assert (line.verb, line.by_name, line.source) == ("correct_result", "Rosa", "phone")
    assert (line.old, line.new) == ({"ns": 1000, "ew": 400}, {"ns": 1000, "ew": 450})
    assert (line.round_number, line.table, line.reason) == (1, 1, "misread")
    assert line.entry is not None and line.other_entry is not None
    assert {line.entry.number, line.other_entry.number} == {1, 2}


def test_publishing_a_round_moves_the_version_the_caller_holds() -> None:
    event = an_evening(Evening(pairs=4, closed=0, open_round="drawn"))
    before = event.version
    publish_round(event=event, number=1, by=DIRECTOR)
    assert event.version == before + 1
