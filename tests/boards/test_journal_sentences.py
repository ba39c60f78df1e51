"""The journal speaks in plain sentences, one for every verb there is."""

import re
from pathlib import Path

import pytest

from tests.factories import DIRECTOR, Evening, an_evening
from tournaments.boards.journal import SENTENCES, About, journal_rows
from tournaments.desk.change import Actor
from tournaments.desk.penalties import PenaltyPlan, penalise
from tournaments.desk.presence import check_in, set_paid
from tournaments.desk.results import ResultPlan, record
from tournaments.desk.rulings import rule_late, warn
from tournaments.models import Event, Source

pytestmark = pytest.mark.django_db

DESK = Path(__file__).parents[2] / "tournaments" / "desk"


def written_verbs() -> set[str]:
    """Every verb that is written anywhere in the desk, read from its source."""
    found = set()
    for path in DESK.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        found |= set(re.findall(r'_tell\([^"()]*"([a-z_]+)"', text))
        for call in re.finditer(r"(?:frame|change)\.write\(\s*(.+?)[,)]", text, re.DOTALL):
            argument = call.group(1)
            if argument == "verb":  # handed on by _tell, whose callers were read above
                continue
            if argument.startswith("f"):
                assert argument == 'f"{action}_round"', argument
                found |= {"publish_round", "close_round"}
            else:
                names = re.findall(r'"([a-z_]+)"', argument)
                assert names, (path.name, argument)
                found |= set(names)
    return found


def test_every_verb_of_the_desk_has_a_sentence_in_the_journal() -> None:
    verbs = written_verbs()
    assert len(verbs) > 20
    assert sorted(verbs - set(SENTENCES)) == []


@pytest.fixture
def event() -> Event:
    event = an_evening(Evening(pairs=8, closed=0, open_round="published"))
    record(event=event, round_number=1, plan=ResultPlan(1, 2480, 985), by=DIRECTOR)
    rosa = Actor("Rosa", Source.DESK)
    record(event=event, round_number=1, plan=ResultPlan(1, 2480, 990), by=rosa, reason="misread")
    rule_late(event=event, number=3, round_number=1, minutes=7, by=DIRECTOR)
    warn(event=event, number=5, round_number=1, reason="talking", by=DIRECTOR)
    warn(event=event, number=5, round_number=1, reason="again", by=DIRECTOR)
    penalise(event=event, plans=[PenaltyPlan(7, vp=1, reason="left the table")], by=DIRECTOR)
    set_paid(event=event, number=7, paid=True, by=DIRECTOR)
    check_in(event=event, number=8, presence="here", by=DIRECTOR)
    return event


def said(event: Event, about: About | None = None) -> list[str]:
    return [str(row.sentence) for row in journal_rows(event, about)]


def test_the_newest_line_comes_first_and_says_what_happened(event: Event) -> None:
    lines = said(event)
    assert "is here" in lines[0]
    assert "has paid" in lines[1]
    assert "1 VP and 0 MP off in the standings" in lines[2]
    assert "warned again: 1 VP and 105 MP off" in lines[3]
    assert "7 minutes late: 100 MP off the match" in lines[5]
    assert lines[6] == "Round 1, table 1: 2,480 to 985 corrected to 2,480 to 990."
    assert lines[7] == "Round 1, table 1: 2,480 to 985."


def test_the_journal_of_one_pair_one_table_one_person(event: Event) -> None:
    assert len(said(event, About(pair=5))) == 2
    assert len(said(event, About(pair=1))) == 2
    assert len(said(event, About(table=1))) == 2
    assert [row.reason for row in journal_rows(event, About(who="rosa"))] == ["misread"]
    assert len(said(event, About(round=1))) >= 6


def test_the_journal_is_read_in_pages_from_the_newest_back(event: Event) -> None:
    first = journal_rows(event, most=3)
    rest = journal_rows(event, About(before=first[-1].number), most=3)
    assert [row.number for row in first + rest] == list(range(event.version, event.version - 6, -1))


def test_the_journal_takes_two_queries_whatever_its_length(
    event: Event, django_assert_num_queries: object
) -> None:
    with django_assert_num_queries(2):  # type: ignore[operator]
        said(event)
