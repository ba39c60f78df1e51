"""Why a Danish draw seats two entries as it does, and what is said of seats changed by hand."""

from __future__ import annotations

import pytest

from tournaments.movements import MovementError, Pairing, danish

# ---- sides


def test_who_has_sat_north_south_more_sits_east_west() -> None:
    history = [[Pairing(1, "A", "C"), Pairing(2, "B", "D")], [Pairing(1, "D", "A"), Pairing(2, "B", "C")]]
    draw = danish.draw(["B", "A", "C", "D"], history, danish.SENZA_RIPETIZIONI)
    assert draw.pairings == (Pairing(1, "A", "B"), Pairing(2, "C", "D"))
    assert str(draw.why(1).sides) == "B has sat North-South more often (2 to 1), so it sits East-West."
    assert str(draw.why(2).sides) == "D has sat North-South more often (1 to 0), so it sits East-West."


def test_equal_sides_turn_the_better_placed_round() -> None:
    history = [[Pairing(1, "A", "C"), Pairing(2, "B", "D")]]
    draw = danish.draw(["B", "A", "C", "D"], history)
    assert draw.pairings[0] == Pairing(1, "A", "B")
    assert str(draw.why(1).sides).endswith("B sat there last, so it sits East-West.")
    assert draw.pairings[1] == Pairing(2, "C", "D")
    assert "C sat East-West last" in str(draw.why(2).sides)


def test_sides_can_be_told_instead_of_read_from_the_history() -> None:
    draw = danish.draw(["A", "B"], [], sides={"A": danish.Sat(3, 1, "ew")})
    assert draw.pairings == (Pairing(1, "B", "A"),)


# ---- why these two


def test_the_desk_can_say_who_was_skipped_and_why() -> None:
    history = [[Pairing(1, "A", "B"), Pairing(2, "C", "D"), Pairing(3, "E", "F")]]
    draw = danish.draw(["A", "B", "C", "D", "E", "F"], history, apart=[{"A", "C"}], wishes=[("A", "D")])
    why = draw.why(1)
    assert (why.entries, why.places) == (("A", "E"), (1, 5))
    assert [(s.entry, s.place, s.code) for s in why.skipped] == [
        ("B", 2, "repeat_last_round"),
        ("C", 3, "club_mates"),
        ("D", 4, "wish"),
    ]
    assert str(why.sentence) == (
        "A (place 1) was the best placed still without a table and meets E (place 5), "
        "the best opponent it could have."
    )


def test_a_candidate_that_would_leave_the_rest_unpaired_is_named_so() -> None:
    draw = danish.draw(
        ["A", "B", "C", "D"],
        [[Pairing(1, "C", "D"), Pairing(2, "A", None), Pairing(3, "B", None)]],
    )
    why = draw.why(1)
    assert why.entries == ("A", "C")
    assert [(s.entry, s.code) for s in why.skipped] == [("B", "rest_of_field")]


def test_an_older_meeting_is_named_with_its_round() -> None:
    history = [
        [Pairing(1, "A", "B"), Pairing(2, "C", "D")],
        [Pairing(1, "A", "C"), Pairing(2, "B", "D")],
    ]
    why = danish.draw(["A", "B", "C", "D"], history).why(1)
    assert [str(s.reason) for s in why.skipped] == [
        "already met (round 1)",
        "already met in the round just played",
    ]


@pytest.mark.parametrize("table", [0, 3, 4])
def test_a_table_without_a_match_has_no_reasons(table: int) -> None:
    draw = danish.draw(["A", "B", "C", "D", "E"], [])
    with pytest.raises(MovementError, match=f"no match at table {table}"):
        draw.why(table)


def test_tables_can_be_numbered_on_from_another_section() -> None:
    draw = danish.draw(["A", "B", "C"], [], first_table=11)
    assert [p.table for p in draw.pairings] == [11, 12]
    assert draw.why(11).entries == ("A", "B")


# ---- seats changed by hand


def test_seats_changed_by_hand_are_compared_with_the_rules() -> None:
    history = [[Pairing(1, "A", "B"), Pairing(2, "C", "D"), Pairing(3, "E", None)]]
    swapped = [Pairing(1, "B", "A"), Pairing(2, "C", "D"), Pairing(3, "E", None)]
    notes = danish.review(swapped, history, danish.MODIFICATO, apart=[{"C", "D"}], wishes=[("A", "B")])
    assert [(n.code, n.table) for n in notes] == [
        ("repeat_last_round", 1),
        ("wish", 1),
        ("repeat_last_round", 2),
        ("club_mates", 2),
        ("second_bye", 3),
    ]
    assert "no complete draw" not in " ".join(str(n.sentence) for n in notes)


def test_an_entry_that_sits_twice_is_refused() -> None:
    with pytest.raises(MovementError, match="A is listed twice"):
        danish.review([Pairing(1, "A", "B"), Pairing(2, "A", None)], [])


def test_a_draw_of_nobody_or_of_an_entry_listed_twice_is_refused() -> None:
    with pytest.raises(MovementError, match="nobody to draw"):
        danish.draw([], [])
    with pytest.raises(MovementError, match="A is listed twice"):
        danish.draw(["A", "A"], [])
