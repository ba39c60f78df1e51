"""Results handed in from the tables: who may say what, and when it counts."""

from __future__ import annotations

import pytest

from tests.factories import DIRECTOR, Evening, an_evening
from tournaments.boards.facts import load
from tournaments.boards.journal import journal_rows
from tournaments.boards.table import Stage
from tournaments.desk.change import Actor, DeskRefusal
from tournaments.desk.judging import DoubtfulResultError, HandPlan, ImpossibleResultError, ResultPlan
from tournaments.desk.results import record, record_round
from tournaments.desk.rounds import close_round
from tournaments.desk.rulings import rule_absent
from tournaments.desk.tables import confirm, propose, take_proposal
from tournaments.models import Event, JournalLine, Result, Source

pytestmark = pytest.mark.django_db

PHONE = Actor("Gentile – Conti", Source.PHONE)
NS, EW = "ns", "ew"


@pytest.fixture
def event() -> Event:
    return an_evening(Evening(pairs=8, closed=0, open_round="published"))


def hands(*pairs: tuple[int, int]) -> tuple[HandPlan, ...]:
    return tuple(HandPlan(ns, ew) for ns, ew in pairs)


def plan(ns: int, ew: int, table: int = 1, written: tuple[HandPlan, ...] = ()) -> ResultPlan:
    return ResultPlan(table, ns, ew, written)


def hand_in(event: Event, line: str, ns: int = 2480, ew: int = 985, **more: object) -> str:
    told = propose(
        event=event, round_number=1, plan=plan(ns, ew, more.pop("table", 1)), line=line, by=PHONE, **more
    )
    return told.stage


def states(event: Event) -> list[tuple[str, str, int, int]]:
    rows = Result.objects.filter(event=event).order_by("pk")
    return [(row.proposed_by_line, row.state, row.ns_mp, row.ew_mp) for row in rows]


def verbs(event: Event) -> list[str]:
    return list(JournalLine.objects.filter(event=event).order_by("number").values_list("verb", flat=True))


def test_one_line_hands_in_and_the_other_confirms(event: Event) -> None:
    assert hand_in(event, NS) == Stage.MINE
    assert load(event).matches_of(1)[0].ns_mp is None
    seen = Result.objects.get().pk
    assert (
        confirm(event=event, round_number=1, table=1, line=EW, seen=seen, by=PHONE).stage == Stage.CONFIRMED
    )
    assert states(event) == [(NS, "confirmed", 2480, 985)]
    assert Result.objects.get().source == Source.PHONE
    assert verbs(event)[-2:] == ["propose_result", "confirm_result"]


def test_one_side_cannot_accept_for_the_other(event: Event) -> None:
    hand_in(event, NS)
    with pytest.raises(DeskRefusal, match="other figures"):
        confirm(event=event, round_number=1, table=1, line=NS, seen=Result.objects.get().pk, by=PHONE)
    assert states(event) == [(NS, "proposed", 2480, 985)]


def test_both_sides_report_equal_it_is_stored(event: Event) -> None:
    hand_in(event, NS)
    assert hand_in(event, EW) == Stage.CONFIRMED
    assert states(event) == [(NS, "confirmed", 2480, 985), (EW, "superseded", 2480, 985)]
    assert verbs(event)[-1] == "confirm_result"


def test_both_sides_report_different_both_stay_side_by_side_until_the_director_decides(event: Event) -> None:
    hand_in(event, NS)
    assert hand_in(event, EW, 2480, 990) == Stage.DISPUTED
    assert states(event) == [(NS, "proposed", 2480, 985), (EW, "proposed", 2480, 990)]
    assert "not as Gentile – Conti (1) did" in str(journal_rows(event, most=1)[0].sentence)
    seen = Result.objects.get(proposed_by_line=EW).pk
    take_proposal(event=event, round_number=1, table=1, seen=seen, by=DIRECTOR)
    assert states(event) == [
        (NS, "superseded", 2480, 985),
        (EW, "superseded", 2480, 990),
        ("", "confirmed", 2480, 990),
    ]
    again = take_proposal(event=event, round_number=1, table=1, seen=seen, by=DIRECTOR)
    assert again.line is None


def test_a_dispute_ends_when_one_side_comes_round_to_the_other(event: Event) -> None:
    hand_in(event, NS)
    hand_in(event, EW, 2480, 990)
    assert hand_in(event, NS, 2480, 990) == Stage.CONFIRMED
    assert ("ns", "superseded", 2480, 985) in states(event)
    assert [row for row in states(event) if row[1] == "confirmed"] == [(EW, "confirmed", 2480, 990)]


def test_recording_at_the_desk_takes_the_place_of_what_the_phones_sent(event: Event) -> None:
    hand_in(event, NS)
    hand_in(event, EW, 2480, 990)
    record(event=event, round_number=1, plan=plan(2400, 990), by=DIRECTOR)
    assert [row[1] for row in states(event)] == ["superseded", "superseded", "confirmed"]


def test_a_whole_round_stored_at_once_takes_their_place_too(event: Event) -> None:
    hand_in(event, NS)
    record_round(event=event, round_number=1, plans=[plan(2400, 990)], by=DIRECTOR)
    assert [row[1] for row in states(event)] == ["superseded", "confirmed"]


def test_handing_in_again_replaces_ones_own_and_both_versions_stay_in_the_journal(event: Event) -> None:
    hand_in(event, NS)
    hand_in(event, NS, 2485, 985)
    assert states(event) == [(NS, "superseded", 2480, 985), (NS, "proposed", 2485, 985)]
    lines = JournalLine.objects.filter(event=event, verb="propose_result").order_by("number")
    assert [(line.old, line.new["ns"]) for line in lines] == [({}, 2480), ({"ns": 2480, "ew": 985}, 2485)]


def test_sent_twice_it_counts_once(event: Event) -> None:
    assert [hand_in(event, NS, key="k1") for _ in range(3)] == [Stage.MINE] * 3
    assert len(states(event)) == 1
    hand_in(event, NS, 2485, key="k2")
    assert hand_in(event, NS, key="k1") == Stage.MINE  # the first one, come late over a bad network
    assert states(event)[-1] == (NS, "proposed", 2485, 985)
    hand_in(event, EW, 2485)
    assert hand_in(event, NS, key="k1") == Stage.CONFIRMED
    assert verbs(event).count("propose_result") == 2


def test_confirming_twice_confirms_once(event: Event) -> None:
    hand_in(event, NS)
    seen = Result.objects.get().pk
    for _ in range(2):
        confirm(event=event, round_number=1, table=1, line=EW, seen=seen, by=PHONE)
    assert verbs(event).count("confirm_result") == 1


def test_figures_replaced_meanwhile_are_not_confirmed_unseen(event: Event) -> None:
    hand_in(event, NS)
    seen = Result.objects.get().pk
    hand_in(event, NS, 2485)
    with pytest.raises(DeskRefusal, match="look at them again"):
        confirm(event=event, round_number=1, table=1, line=EW, seen=seen, by=PHONE)


def test_what_is_confirmed_changes_only_through_the_director(event: Event) -> None:
    hand_in(event, NS)
    hand_in(event, EW)
    with pytest.raises(DeskRefusal, match="confirmed, 2,480 to 985"):
        hand_in(event, NS, 2600)
    assert hand_in(event, NS) == Stage.CONFIRMED


def test_the_hands_of_the_line_that_wrote_more_are_kept(event: Event) -> None:
    hand_in(event, NS)
    written = hands((600, 200), (600, 300), (680, 285), (600, 200))
    told = propose(event=event, round_number=1, plan=plan(2480, 985, 1, written), line=EW, by=PHONE)
    assert told.stage == Stage.CONFIRMED
    kept = Result.objects.get(state="confirmed")
    assert (kept.proposed_by_line, kept.hands.count()) == (EW, 4)


def test_the_same_total_from_other_hands_is_a_dispute(event: Event) -> None:
    one = hands((600, 200), (600, 300), (680, 285), (600, 200))
    other = hands((680, 200), (600, 300), (600, 285), (600, 200))
    propose(event=event, round_number=1, plan=plan(2480, 985, 1, one), line=NS, by=PHONE)
    told = propose(event=event, round_number=1, plan=plan(2480, 985, 1, other), line=EW, by=PHONE)
    assert told.stage == Stage.DISPUTED


def test_what_cannot_be_is_refused_and_what_only_a_referee_allows_too(event: Event) -> None:
    with pytest.raises(ImpossibleResultError) as refused:
        hand_in(event, NS, 2483)
    assert refused.value.code == "impossible_result"
    with pytest.raises(DoubtfulResultError) as doubtful:
        hand_in(event, NS, 20_000, confirmed=True)
    assert doubtful.value.code == "result_needs_reason"
    assert states(event) == []


def test_fewer_hands_than_the_round_has_are_asked_about_once(event: Event) -> None:
    short = plan(1200, 500, 1, hands((600, 200), (600, 300)))
    with pytest.raises(DoubtfulResultError, match="Only 2 hands of 4"):
        propose(event=event, round_number=1, plan=short, line=NS, by=PHONE)
    told = propose(event=event, round_number=1, plan=short, line=NS, by=PHONE, confirmed=True)
    assert told.stage == Stage.MINE


def test_a_result_typed_by_players_and_not_yet_confirmed_is_never_used(event: Event) -> None:
    """Neither in the standings nor in a draw, and it closes no round."""
    plans = [plan(2400, 900, table) for table in (2, 3, 4)]
    record_round(event=event, round_number=1, plans=plans, by=DIRECTOR)
    before = load(event).standings()
    hand_in(event, NS)
    after = load(event).standings()
    assert [(s.entry, s.vp) for s in after] == [(s.entry, s.vp) for s in before]
    with pytest.raises(DeskRefusal, match="lacks the results of tables 1"):
        close_round(event=event, number=1, by=DIRECTOR)
    assert not load(event).matches_of(1)[0].is_settled, "a draw by the standings would ask first"
    hand_in(event, EW)
    close_round(event=event, number=1, by=DIRECTOR)
    assert load(event).standings()[0].entry is not None


def test_after_the_close_or_the_referees_word_nothing_is_handed_in() -> None:
    event = an_evening(Evening(pairs=8, closed=1))
    with pytest.raises(DeskRefusal, match="closed"):
        hand_in(event, NS)
    ruled = an_evening(Evening(pairs=8, closed=0, open_round="published", name="Altra"))
    rule_absent(event=ruled, number=1, round_number=1, reason="non venuta", by=DIRECTOR)
    with pytest.raises(DeskRefusal, match="referee"):
        hand_in(ruled, EW)


def test_a_bye_and_a_table_that_is_not_there_hand_in_nothing() -> None:
    event = an_evening(Evening(pairs=7, closed=0, open_round="published"))
    bye = next(match.table for match in load(event).matches_of(1) if match.is_bye)
    for table in (bye, 99):
        with pytest.raises(DeskRefusal):
            hand_in(event, NS, table=table)
