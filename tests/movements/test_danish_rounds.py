"""A Danish round as the desk draws it: the bye, the three kinds, sides, notes, and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import prod
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.movements.test_strict_draw import all_pairings
from tournaments.movements import Pairing, danish, mitchell
from tournaments.movements.danish.matching import lightest, told_apart
from tournaments.movements.programme import parse

Round = tuple[Pairing, ...]


def met_in(rounds: Sequence[Sequence[Pairing]]) -> list[frozenset[Any]]:
    return [frozenset(p.entries) for tables in rounds for p in tables if not p.is_bye]


def played(entries: Sequence[Any], rounds: int, kind: danish.Kind = danish.SENZA_RIPETIZIONI) -> list[Round]:
    """A short tournament in which the standings are shaken after each round."""
    history: list[Round] = []
    for number in range(rounds):
        ranking = sorted(entries, key=lambda entry: (hash_of(entry) * (number + 3)) % 1009)
        history.append(danish.draw(ranking, history, kind).pairings)
    return history


def hash_of(entry: Any) -> int:
    return sum(ord(c) * 31**i for i, c in enumerate(str(entry))) + 7


# ---- the three kinds


def test_puro_pairs_the_standings_two_by_two_and_names_the_rematch_it_allows() -> None:
    history = [[Pairing(1, "A", "B"), Pairing(2, "C", "D")]]
    draw = danish.draw(["B", "A", "C", "D"], history, danish.PURO)
    assert [set(p.entries) for p in draw.pairings] == [{"A", "B"}, {"C", "D"}]
    assert [(note.code, note.table) for note in draw.notes] == [("rematch", 1), ("rematch", 2)]
    assert str(draw.notes[0].sentence) == "B and A meet again (round 1): this draw allows it."


def test_modificato_bans_those_who_met_in_the_round_just_played_only() -> None:
    history = [
        [Pairing(1, "A", "B"), Pairing(2, "C", "D")],
        [Pairing(1, "A", "C"), Pairing(2, "B", "D")],
    ]
    draw = danish.draw(["A", "C", "B", "D"], history, danish.MODIFICATO)
    assert [set(p.entries) for p in draw.pairings] == [{"A", "B"}, {"C", "D"}]
    assert {note.code for note in draw.notes} == {"rematch"}


def test_the_ban_is_lifted_in_the_last_round_of_the_tournament() -> None:
    history = [[Pairing(1, "A", "B"), Pairing(2, "C", "D")]]
    draw = danish.draw(["A", "B", "C", "D"], history, danish.MODIFICATO, last_round=True)
    assert [set(p.entries) for p in draw.pairings] == [{"A", "B"}, {"C", "D"}]


def test_the_last_round_lifts_nothing_where_nobody_is_to_meet_twice() -> None:
    history = [[Pairing(1, "A", "B"), Pairing(2, "C", "D")]]
    draw = danish.draw(["A", "B", "C", "D"], history, last_round=True)
    assert [set(p.entries) for p in draw.pairings] == [{"A", "C"}, {"B", "D"}]


# ---- repeats


@pytest.mark.parametrize("tables", [3, 7, 11])
def test_after_a_full_mitchell_of_odd_tables_the_one_repeat_is_announced_on_the_last_table(
    tables: int,
) -> None:
    history = mitchell.schedule(range(tables), range(tables, 2 * tables), tables)
    draw = danish.draw([e for i in range(tables) for e in (i, tables + i)], history)
    (note,) = draw.notes
    assert note.table == tables
    assert note.code in ("repeat", "repeat_last_round")
    assert set(note.entries) == set(draw.pairings[-1].entries)
    assert "no complete draw has fewer repeats" in str(note.sentence)


def test_a_full_mitchell_of_odd_tables_with_a_phantom_also_costs_one_repeat() -> None:
    history = mitchell.schedule(range(7), range(7, 13), 7)
    draw = danish.draw([0, 7, 1, 8, 2, 9, 3, 10, 4, 11, 5, 12, 6], history)
    assert draw.bye == 12
    assert [(note.table, note.code) for note in draw.notes] == [(6, "repeat")]


def test_an_older_repeat_is_chosen_before_one_of_the_round_just_played() -> None:
    history = [
        [Pairing(1, "A", "B"), Pairing(2, "C", "D")],
        [Pairing(1, "A", "C"), Pairing(2, "B", "D")],
        [Pairing(1, "A", "D"), Pairing(2, "B", "C")],
    ]
    draw = danish.draw(["A", "D", "B", "C"], history)
    assert [set(p.entries) for p in draw.pairings] == [{"A", "B"}, {"C", "D"}]
    assert [note.code for note in draw.notes] == ["repeat", "repeat"]


def test_two_pairs_can_only_meet_again_and_hear_it() -> None:
    draw = danish.draw(["A", "B"], [[Pairing(1, "A", "B")]])
    assert [note.code for note in draw.notes] == ["repeat_last_round"]


# ---- byes


def test_the_pair_that_rested_does_not_rest_again_though_it_lies_last() -> None:
    history = [[Pairing(1, "A", "B"), Pairing(2, "C", "D"), Pairing(3, "E", None)]]
    draw = danish.draw(["A", "C", "B", "D", "E"], history)
    assert draw.bye == "D"
    assert draw.rest is not None
    assert "lowest placed of the 4 entries that have not rested yet" in str(draw.rest.reason)
    assert [(s.entry, s.code) for s in draw.rest.skipped] == [("E", "rested")]
    assert draw.pairings[-1] == Pairing(3, "D", None)


def test_the_lowest_placed_is_passed_over_when_its_rest_would_cost_a_repeat() -> None:
    history = [[Pairing(1, "A", "B"), Pairing(2, "C", None)]]
    draw = danish.draw(["A", "B", "C"], history, rested={})
    assert draw.bye == "B"
    assert not draw.notes
    assert draw.rest is not None
    assert [(s.entry, s.code) for s in draw.rest.skipped] == [("C", "rest_of_field")]


@pytest.mark.parametrize("pairs", [3, 5, 7, 9])
@pytest.mark.parametrize("rounds", [4, 11, 16])
def test_rests_are_spread_evenly_never_heaped_on_one(pairs: int, rounds: int) -> None:
    history = played([f"P{i}" for i in range(pairs)], rounds)
    rested = Counter(str(p.resting) for tables in history for p in tables if p.is_bye)
    assert sum(rested.values()) == rounds
    counts = [rested.get(f"P{i}", 0) for i in range(pairs)]
    assert max(counts) - min(counts) <= 1


def test_a_second_bye_is_named() -> None:
    history = [[Pairing(1, "A", "B"), Pairing(2, "C", None)]]
    draw = danish.draw(["A", "B", "C"], history, rested={"A": 1, "B": 1, "C": 1})
    assert draw.bye in ("A", "B")
    assert [(n.code, n.entries, n.table) for n in draw.notes] == [("second_bye", (draw.bye,), 2)]


def test_one_entry_alone_rests() -> None:
    draw = danish.draw(["A"], [])
    assert draw.pairings == (Pairing(1, "A", None),)


# ---- eight pairs, seven rounds


def test_eight_pairs_play_four_rounds_without_a_repeat_whatever_the_standings() -> None:
    met = met_in(played([f"P{i}" for i in range(8)], 4))
    assert len(met) == len(set(met)) == 16


# ---- against every possible draw


@st.composite
def evenings(draw: st.DrawFn) -> dict[str, Any]:
    size = draw(st.integers(2, 8))
    ranking = list(draw(st.permutations([f"P{i}" for i in range(size)])))
    history = []
    for _ in range(draw(st.integers(0, 5))):
        order = draw(st.permutations(ranking))
        tables = [Pairing(i // 2 + 1, order[i], order[i + 1]) for i in range(0, size - 1, 2)]
        if size % 2:
            tables.append(Pairing(len(tables) + 1, order[-1], None))
        history.append(tables)
    clubs = [draw(st.lists(st.sampled_from(ranking), unique=True, max_size=4)) for _ in range(2)]
    wishes = draw(st.lists(st.tuples(st.sampled_from(ranking), st.sampled_from(ranking)), max_size=2))
    return {
        "ranking": ranking,
        "history": history,
        "kind": draw(st.sampled_from(list(danish.Kind))),
        "last_round": draw(st.booleans()),
        "apart": clubs,
        "wishes": wishes,
    }


def fault_of(a: str, b: str, evening: dict[str, Any]) -> tuple[int, int, int, int]:
    history, kind = evening["history"], evening["kind"]
    rounds = [n for n, tables in enumerate(history, 1) for p in tables if {a, b} == set(p.entries)]
    last = bool(rounds) and rounds[-1] == len(history)
    if kind is danish.PURO or (kind is danish.MODIFICATO and (evening["last_round"] or not last)):
        repeat_last = repeat = 0
    else:
        repeat_last, repeat = int(last), int(bool(rounds) and not last)
    clubs = [club for club in evening["apart"] if len(club) < len(evening["ranking"])]
    mates = int(any(a in club and b in club for club in clubs))
    wish = int(any({a, b} == set(pair) for pair in evening["wishes"]))
    return repeat_last, repeat, mates, wish


@settings(max_examples=150, deadline=None)
@given(evenings())
def test_a_draw_is_the_best_of_all_draws_and_the_first_from_the_top(evening: dict[str, Any]) -> None:
    ranking = evening["ranking"]
    place = {entry: i for i, entry in enumerate(ranking)}
    rested = Counter(p.resting for tables in evening["history"] for p in tables if p.is_bye)
    turn: list[str | None] = [None]
    if len(ranking) % 2:
        fewest = min(rested.get(entry, 0) for entry in ranking)
        turn = [entry for entry in reversed(ranking) if rested.get(entry, 0) == fewest]
    best: Any = None
    for order, resting in enumerate(turn):
        for pairing in all_pairings([entry for entry in ranking if entry != resting]):
            faults = [fault_of(a, b, evening) for a, b in pairing]
            whole = tuple(map(sum, zip(*faults, strict=True))) or (0, 0, 0, 0)
            walk = [(fault, place[b]) for fault, (_, b) in zip(faults, pairing, strict=True)]
            if best is None or (whole, order, walk) < best[0]:
                best = ((whole, order, walk), resting, [set(pair) for pair in pairing])
    draw = danish.draw(
        ranking,
        evening["history"],
        evening["kind"],
        last_round=evening["last_round"],
        apart=evening["apart"],
        wishes=evening["wishes"],
    )
    assert draw.bye == best[1]
    assert [set(p.entries) for p in draw.pairings if not p.is_bye] == best[2]
    named = Counter(note.code for note in draw.notes)
    assert (named["repeat_last_round"], named["repeat"], named["club_mates"], named["wish"]) == best[0][0]
    assert [p.table for p in draw.pairings] == list(range(1, len(draw.pairings) + 1))


# ---- club-mates and wishes


def test_club_mates_are_kept_apart_where_it_costs_no_repeat() -> None:
    draw = danish.draw(["A", "B", "C", "D"], [], apart=[{"A", "B"}, {"C", "D"}])
    assert [set(p.entries) for p in draw.pairings] == [{"A", "C"}, {"B", "D"}]
    assert not draw.notes


def test_a_wish_that_cannot_be_granted_is_said() -> None:
    draw = danish.draw(["A", "B"], [], apart=[{"A", "B"}], wishes=[("A", "B")])
    assert [(n.code, n.table) for n in draw.notes] == [("one_club", None), ("wish", 1)]
    draw = danish.draw(["A", "B", "C", "D"], [], apart=[{"A", "B", "C"}])
    assert [(n.code, n.entries) for n in draw.notes] == [("club_mates", ("B", "C"))]


def test_a_danish_phase_of_a_programme_names_the_draw_it_plays() -> None:
    phases = parse("Danese puro 1; Danese modificato 1; Svizzero 1").phases
    assert [danish.Kind(phase.movement) for phase in phases] == [
        danish.PURO,
        danish.MODIFICATO,
        danish.SENZA_RIPETIZIONI,
    ]
    assert all(phase.movement.is_danish for phase in phases)
    assert not parse("Mitchell 3").phases[0].movement.is_danish


def test_weights_the_matching_library_cannot_hold_are_never_handed_to_it() -> None:
    assert lightest(2, [(0, 1, (1 << 120) - 2)]) == {0: 1, 1: 0}
    with pytest.raises(OverflowError, match="beyond what the library computes exactly"):
        lightest(2, [(0, 1, (1 << 120) - 1)])


@pytest.mark.parametrize("count", [2, 26, 30, 200, 5_000])
def test_the_weights_of_a_field_leave_room_for_the_sum(count: int) -> None:
    worst = (count // 2 + 1) ** 4
    steps = prod(depth + 1 for depth in told_apart(count, worst))
    assert (steps * worst).bit_length() < 120
