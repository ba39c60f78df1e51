"""A hand's match points and findings beyond the samples."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.hand import Hand, Line, NotAResult, check, match_points
from scoring.rules import FIBUR, INTERNATIONAL, Rules, RulesError

PLAYED = Line(clean=1, took_pozzetto=True, melded=300, left=40)
CLOSED = Line(dirty=1, closed=True, took_pozzetto=True, melded=260, left=25)


def codes(ns, ew=PLAYED, rules=FIBUR):
    return [f"{finding.code}:{finding.line}" for finding in check(Hand(ns, ew), rules)]


def test_an_ordinary_hand_has_nothing_to_say():
    assert codes(CLOSED) == []


def test_each_burraco_pays_its_kind_and_cards_count_at_face_value():
    base = Line(took_pozzetto=True, melded=400, left=50)
    kinds = ({}, {"clean": 1}, {"semi_clean": 1}, {"dirty": 1})
    points = [match_points(Hand(replace(base, **kind), PLAYED))[0] for kind in kinds]
    assert points == [350, 550, 500, 450]


def test_closing_gains_100_and_a_pozzetto_not_taken_loses_100():
    assert match_points(Hand(CLOSED, Line(melded=0, left=180))) == (435, -280)


def test_no_pozzetto_penalty_where_neither_took_one_if_the_organizer_reads_it_so():
    setting = Rules(no_pozzetto_penalty_if_neither_took=True)
    neither = Hand(Line(melded=60, left=80), Line(melded=0, left=120))
    one = Hand(Line(melded=60, left=80), Line(took_pozzetto=True, melded=60, left=120))
    assert match_points(neither) == (-120, -220)
    assert match_points(neither, setting) == (-20, -120)
    assert match_points(one, setting) == match_points(one) == (-120, -60)


def test_the_international_variant_pays_the_semi_clean_as_dirty_and_closes_with_a_clean_one_only():
    semi = Line(semi_clean=1, took_pozzetto=True, melded=200, left=50)
    assert match_points(Hand(semi, PLAYED), INTERNATIONAL)[0] == 250
    assert codes(CLOSED, rules=INTERNATIONAL) == ["V3:ns"]
    assert codes(replace(CLOSED, clean=1), rules=INTERNATIONAL) == []


def test_all_findings_come_at_once_with_the_numbers_and_what_to_do():
    ns = Line(clean=2, dirty=1, closed=True, took_pozzetto=True, melded=62, left=0)
    found = check(Hand(ns, replace(CLOSED, melded=905)))
    assert [(finding.code, finding.line, finding.level) for finding in found] == [
        ("V1", "ns", "refused"),
        ("V4", "ns", "overridable"),
        ("V5", "ns", "overridable"),
        ("V6", "ns", "overridable"),
        ("V7", "ns", "overridable"),
        ("V8", "ew", "overridable"),
        ("V2", None, "refused"),
    ]
    assert found[1].message == (
        "North-South melded 62, but its burrachi (2 clean, 0 semi-clean, 1 dirty) hold at least 120 in cards."
        " Count the cards melded again, or the burrachi."
    )
    assert found[1].values["least"] == 120


@pytest.mark.parametrize(
    ("line", "code", "numbers"),
    [
        (replace(PLAYED, melded=312), "V1", ["312", "40"]),
        (replace(CLOSED, took_pozzetto=False), "V3", ["1"]),
        (replace(CLOSED, dirty=0), "V3", ["0"]),
        (replace(PLAYED, clean=9), "V4", ["300", "315"]),
        (replace(PLAYED, clean=0, melded=50, left=150), "V5", ["50", "55"]),
        (replace(CLOSED, melded=120, left=60), "V5", ["120", "125"]),
        (replace(PLAYED, left=5), "V6", ["5", "10"]),
        (replace(PLAYED, melded=100, left=60), "V7", ["100", "60", "160", "165"]),
    ],
)
def test_a_finding_of_one_line_has_its_numbers_in_it(line, code, numbers):
    found = [finding for finding in check(Hand(PLAYED, line)) if finding.level != "warning"]
    assert [(finding.code, finding.line) for finding in found] == [(code, "ew")]
    assert found[0].message.startswith("East-West")
    assert all(number in found[0].message for number in numbers)


def test_a_line_cannot_have_had_what_the_others_must_hold():
    found = check(Hand(Line(melded=400, left=300), Line(melded=815, left=90)))
    assert [finding.code for finding in found if finding.line == "ew"] == ["V8", "W3"]
    assert "melded 815 and has 90 left, 905 in all, but of the 1,080 in play" in found[0].message
    assert "at most 810" in found[0].message


def test_findings_of_both_lines_have_their_numbers_in_them():
    crowded = Hand(replace(PLAYED, melded=600, left=200), replace(CLOSED, melded=300, left=50))
    [finding] = check(crowded)
    assert finding.message == (
        "Melded and left of both lines add to 1,150, but with 2 pozzetti taken they add to at least 460"
        " and at most 1,065. Count melded and left of both lines again."
    )
    many = Hand(replace(PLAYED, clean=8, melded=450), replace(CLOSED, clean=6, melded=450))
    assert "15 burrachi of both lines need at least 105 cards, but only 102" in check(many)[0].message
    wild = Hand(replace(PLAYED, dirty=6, melded=450), replace(CLOSED, dirty=7, melded=450))
    assert any(
        "13 semi-clean and dirty burrachi, but there are only 12" in each.message for each in check(wild)
    )


def test_warnings_are_for_what_is_possible_but_rare():
    lopsided = Hand(
        Line(clean=7, closed=True, took_pozzetto=True, melded=500, left=15), Line(melded=0, left=310)
    )
    assert [(each.code, each.line, each.level) for each in check(lopsided)] == [
        ("W1", "ns", "warning"),
        ("W2", "ew", "warning"),
        ("W4", None, "warning"),
    ]
    assert codes(Line(took_pozzetto=True, melded=605, left=50)) == ["W3:ns"]
    six = replace(PLAYED, clean=0, dirty=6, melded=600, left=300)
    assert codes(six, Line(melded=20, left=90)) == []


def test_a_difference_of_exactly_1500_is_no_warning():
    rich = Line(clean=6, took_pozzetto=True, melded=400, left=15)
    poor = Line(melded=0, left=110)
    difference = match_points(Hand(rich, poor))[0] - match_points(Hand(rich, poor))[1]
    to_1500 = replace(rich, clean=5, melded=rich.melded + 1500 - difference + 200)
    for melded, expected in ((to_1500.melded, []), (to_1500.melded + 5, ["W4"])):
        hand = Hand(replace(to_1500, melded=melded), poor)
        assert [finding.code for finding in check(hand) if finding.code == "W4"] == expected


anything = st.one_of(
    st.integers(),
    st.none(),
    st.floats(),
    st.text(max_size=5),
    st.booleans(),
    st.just(10**6000),
    st.integers(0, 900),
)


@given(st.lists(anything, min_size=7, max_size=7), st.lists(anything, min_size=7, max_size=7))
def test_whatever_is_typed_is_judged_and_never_crashes(ns, ew):
    for finding in check(Hand(Line(*ns), Line(*ew))):
        assert finding.message


@pytest.mark.parametrize("wrong", [-1, 1.5, "2", None, True, 10**7])
def test_a_count_that_is_no_count_is_refused(wrong):
    found = check(Hand(replace(PLAYED, clean=wrong), CLOSED))
    assert [(finding.code, finding.line, finding.level) for finding in found] == [("V1", "ns", "refused")]
    assert "clean burrachi" in found[0].message


def test_a_slip_in_one_line_does_not_hide_the_findings_of_the_other():
    assert codes(replace(PLAYED, dirty=-2), replace(PLAYED, left=0)) == ["V1:ns", "V6:ew"]


def test_points_of_what_is_no_number_cannot_be_computed():
    with pytest.raises(NotAResult, match="the value of the cards melded"):
        match_points(Hand(replace(PLAYED, melded="300"), CLOSED))


@pytest.mark.parametrize(
    "wrong",
    [
        {"bonuses": (("clean", 200),)},
        {"bonuses": (("clean", 200), ("dirty", 100), ("dirty", 90))},
        {"closing": 12},
        {"semi_clean_set": "about"},
    ],
)
def test_rules_that_cannot_be_played_are_refused(wrong):
    with pytest.raises(RulesError):
        Rules(**wrong)


def test_rules_are_plain_values():
    assert {Rules(): "default"}[FIBUR] == "default"
