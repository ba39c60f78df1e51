"""Score sheets with base and net, or the total only, and the sum of a round."""

import pytest

from scoring.rules import INTERNATIONAL
from scoring.score_sheet import BaseAndNet, check_base_and_net, check_round, check_total

FAIR = BaseAndNet(300, 200)


def codes(line, other=FAIR, **rules):
    return [f"{finding.code}:{finding.level}" for finding in check_base_and_net(line, other, **rules)]


@pytest.mark.parametrize("base", [-100, 0, 50, 100, 150, 200, 250, 300, 1050, 2900])
def test_every_base_that_bonuses_can_add_to_is_taken(base):
    assert codes(BaseAndNet(base, 100)) == []


@pytest.mark.parametrize("base", [-50, -150, -200, 25, 110, 2925, None, "300", 1.5])
def test_a_base_no_bonuses_add_to_is_refused(base):
    assert codes(BaseAndNet(base, 100)) == ["B1:refused"]


def test_a_base_of_more_burrachi_than_there_are_cards_can_be_overridden():
    assert codes(BaseAndNet(3000, 100)) == ["B2:overridable"]


def test_by_the_international_variant_there_is_no_150():
    assert codes(BaseAndNet(150, 100), rules=INTERNATIONAL) == ["B1:refused"]
    assert codes(BaseAndNet(200, 100), rules=INTERNATIONAL) == []


@pytest.mark.parametrize(
    ("net", "expected"),
    [
        (-810, []), (-815, ["N2:overridable"]), (835, []), (890, ["N3:overridable"]),
        (895, ["N2:overridable", "N3:overridable"]),
        (102, ["N1:refused"]), (None, ["N1:refused"]),
    ],
)  # fmt: skip
def test_a_net_lies_between_minus_810_and_890_and_the_two_together_below_1035(net, expected):
    assert codes(BaseAndNet(300, net)) == expected


def test_890_is_a_net_a_line_can_have():
    assert codes(BaseAndNet(300, 890), BaseAndNet(-100, -110)) == []


def test_the_nets_add_to_1035_and_ten_less_where_no_base_has_room_for_a_closing():
    assert codes(BaseAndNet(200, 535), BaseAndNet(0, 500)) == []
    assert codes(BaseAndNet(200, 540), BaseAndNet(0, 500)) == ["N3:overridable"]
    assert codes(BaseAndNet(150, 525), BaseAndNet(0, 500)) == []
    assert codes(BaseAndNet(150, 530), BaseAndNet(0, 500)) == ["N3:overridable"]
    assert codes(BaseAndNet(200, 530), BaseAndNet(0, 500), rules=INTERNATIONAL) == ["N3:overridable"]


def test_all_findings_of_both_lines_come_at_once():
    found = check_base_and_net(BaseAndNet(-50, 3), BaseAndNet(10, 5000))
    assert [(finding.code, finding.line) for finding in found] == [
        ("B1", "ns"),
        ("N1", "ns"),
        ("B1", "ew"),
        ("N2", "ew"),
    ]


def test_a_total_may_be_negative_and_is_a_multiple_of_five():
    assert check_total(-910, 3790) == []
    assert [(each.code, each.line) for each in check_total(-915, 3795)] == [("T2", "ns"), ("T2", "ew")]
    assert [(each.code, each.line, each.level) for each in check_total(101, "5")] == [
        ("T1", "ns", "refused"),
        ("T1", "ew", "refused"),
    ]
    assert check_total(-1820, 7580, hands=2) == []
    assert check_total(10**5000, 0)[0].code == "T1"


def test_a_rounds_total_is_the_sum_of_its_hands():
    hands = [(790, 545), (1095, 100), (-20, 300)]
    assert check_round(hands, (1865, 945)) == []
    [finding] = check_round(hands, (1865, 950))
    assert (finding.code, finding.line, finding.level) == ("R1", "ew", "refused")
    assert (
        finding.message
        == "East-West: the total is 950, but its hands add to 945. Correct the total, or a hand."
    )
    assert len(check_round(hands, (0, 0))) == 2


def test_totals_on_the_wrong_line_are_recognised():
    [finding] = check_round([(790, 545)], (545, 790))
    assert finding.line is None
    assert "Swap them" in finding.message
