"""The odds of Dragon River's dice, compared with counting every roll."""

from __future__ import annotations

from functools import cache
from itertools import combinations, combinations_with_replacement, product
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.dragon_river.dice import is_straight
from companion.games.dragon_river.odds import best_keep, turn_odds, turns_to_go
from companion.games.dragon_river.options import Variants
from companion.games.dragon_river.state import State
from tests.games.rules.dragon_river_races import RIVER, RULES, act, race_at
from tests.games.rules.dragon_river_reference import last_dash, turns_after

Dice = tuple[int, ...]


def steps(dice: Dice, left: int) -> int:
    """The most steps these dice can make, found by trying every order."""
    best = 0
    for face in range(1, min(6, left) + 1):
        if dice.count(face) >= 2:
            rest = list(dice)
            rest.remove(face)
            rest.remove(face)
            best = max(best, face + steps(tuple(rest), left - face))
    return best


def ahead(left: int) -> tuple[int, ...]:
    """The dice on the spaces ahead, at this distance from the finish."""
    return tuple(space.dice for space in RIVER.spaces[len(RIVER.spaces) - left :])


@cache
def last_turns() -> list[float]:
    """Turns from each distance of the last section, by the reference."""
    return last_dash(12)


@pytest.mark.parametrize("left", range(1, 13))
def test_three_dice_are_kept_for_the_fewest_turns(left: int) -> None:
    """Every roll of three dice at every distance of the last section is kept as the reference keeps
    it: 56 rolls at 12 distances, the 336 beyond a single pair's reach among them."""
    assert turns_to_go(3, ahead(left)) == pytest.approx(last_turns()[left], abs=1e-9)
    for roll in combinations_with_replacement(range(1, 7), 3):
        found = best_keep(roll, ahead(left))
        keeps = {kept for size in range(4) for kept in combinations(roll, size)}
        assert found.dice in keeps
        fewest = min(turns_after(kept, left, last_turns()) for kept in keeps)
        assert turns_after(found.dice, left, last_turns()) == pytest.approx(fewest, abs=1e-9)
        assert found.turns == pytest.approx(fewest, abs=1e-9)


def test_a_small_pair_that_reaches_the_last_six_spaces_is_kept() -> None:
    """7 away with 1 1 4, the ones are kept: a whole turn better than the four; 8 away with 2 2 6,
    all dice are kept."""
    assert best_keep((1, 1, 4), ahead(7)).dice == (1, 1)
    assert turns_after((4,), 7, last_turns()) - turns_after((1, 1), 7, last_turns()) > 0.9
    assert best_keep((2, 2, 6), ahead(8)).dice == (2, 2, 6)
    assert advised(47, 1, 1, 4) == ("Best: keep 1 1", "about 4.9 more turns", ["1", "2"])
    assert advised(46, 2, 2, 6)[0] == "Best: keep all dice"


def test_four_dice_are_kept_for_the_fewest_turns() -> None:
    """Near the last section, four dice are kept as trying every roll shows."""
    left = 13
    to_go = [*last_turns(), turns_to_go(4, ahead(left))]

    def after(dice: Dice) -> float:
        low = min(dice)
        if sorted(dice) == list(range(low, low + 4)):
            return to_go[left] + 1
        return to_go[left - steps(dice, left)]

    for roll in combinations_with_replacement(range(1, 7), 4):
        turns = {}
        for size in range(5):
            for kept in set(combinations(roll, size)):
                falls = list(product(range(1, 7), repeat=4 - size))
                turns[kept] = sum(after((*kept, *fall)) for fall in falls) / len(falls)
        assert turns[best_keep(roll, ahead(left)).dice] == pytest.approx(min(turns.values()))


def test_two_pairs_that_do_not_both_fit_leave_a_choice() -> None:
    """Of two pairs that together go too far, the one that leaves the better distance counts."""
    for left in range(1, 8):
        found = best_keep((5, 5, 6, 6), (3,) * left)
        fitting = [left - pair for pair in (5, 6) if pair <= left]
        if 0 in fitting:
            assert (found.finish, found.turns) == (1.0, 0.0)
        elif len(fitting) == 2:
            kept_all = min(last_turns()[rest] for rest in fitting)
            assert found.turns <= kept_all + 1e-9


def test_advice_from_the_start_takes_a_moment() -> None:
    """The whole river is computed once; after that, advice is immediate. What other programs of the
    machine take does not count."""
    turns_to_go(5, ahead(54))
    began = process_time()
    for roll in combinations_with_replacement(range(1, 7), 5):
        best_keep(roll, ahead(54))
    assert process_time() - began < 3


@given(st.lists(st.integers(1, 6), min_size=3, max_size=5).map(tuple), st.integers(1, 54))
@settings(max_examples=80)
def test_means_of_a_keep_are_exact(roll: Dice, left: int) -> None:
    """Mean steps and the chance to finish equal counting every roll of the other dice."""
    found = best_keep(roll, ahead(left))
    falls = list(product(range(1, 7), repeat=len(roll) - len(found.dice)))
    made = [steps((*found.dice, *fall), left) for fall in falls]
    assert found.steps == pytest.approx(sum(made) / len(falls))
    assert found.finish == pytest.approx(made.count(left) / len(falls))


@pytest.mark.parametrize(
    ("dice", "most", "once", "both"),
    [(5, 6.34, 4.19, 8.38), (4, 4.50, 2.79, 5.57), (3, 2.76, 1.56, 3.11)],
)
def test_expectations_of_a_turn(dice: int, most: float, once: float, both: float) -> None:
    """Far from the finish a turn brings nearly the most steps that any keeping can."""
    odds = turn_odds(dice, ahead(54), reroll=True)
    assert most - 0.03 < odds.steps < most + 0.005
    assert odds.finish == 0
    single = turn_odds(dice, ahead(54), reroll=False).steps
    assert single == pytest.approx(once, abs=0.005)
    assert 2 * single == pytest.approx(both, abs=0.005)


@pytest.mark.parametrize("left", [1, 3, 6, 7, 12])
def test_odds_of_three_dice_equal_counting(left: int) -> None:
    """The odds of a turn near the finish equal counting all rolls, with and without the second
    roll."""
    ends: list[Dice] = []
    rolls = list(product(range(1, 7), repeat=3))
    for roll in rolls:
        kept = best_keep(roll, ahead(left)).dice
        fell = [(*kept, *fall) for fall in product(range(1, 7), repeat=3 - len(kept))]
        ends += fell * 6 ** len(kept)
    for odds, dice in (
        (turn_odds(3, ahead(left), reroll=True), ends),
        (turn_odds(3, ahead(left), reroll=False), rolls),
    ):
        made = [steps(each, left) for each in dice]
        assert odds.steps == pytest.approx(sum(made) / len(dice))
        assert odds.still == pytest.approx(made.count(0) / len(dice))
        assert odds.finish == pytest.approx(made.count(left) / len(dice))
        assert odds.straight == pytest.approx(sum(map(is_straight, dice)) / len(dice))


def advised(space: int, *faces: int) -> tuple[str, str, list[str]]:
    """The advice that Ann gets after this roll: its label, its hint and the dice."""
    race = act(race_at(space, 0), {"do": "roll"}, *faces).state
    (choice,) = RULES.offers(race, "ann").advice
    (step,) = choice.steps
    return str(step.label), str(step.hint), choice.move["dice"]


def test_advice_names_the_best_dice() -> None:
    """The best dice to keep are one tap away, with the average result."""
    best = ("Best: keep 3 3 6", "about 5.2 spaces", ["3", "4", "5"])
    assert advised(0, 1, 1, 3, 3, 6) == best
    assert advised(42, 1, 2, 3) == ("Best: roll all dice again", "about 7.4 more turns", [])
    assert advised(0, 5, 5, 6, 6, 1) == (
        "Best: keep all dice",
        "11 spaces",
        ["1", "2", "3", "4", "5"],
    )


def test_advice_near_the_finish_is_for_the_finish() -> None:
    """Near the last pearl the advice is about landing on it."""
    assert advised(48, 5, 5, 6) == ("Best: keep 6", "31% chance to finish", ["3"])
    assert advised(49, 5, 5, 6) == ("Best: keep all dice", "100% chance to finish", ["1", "2", "3"])
    assert advised(50, 5, 5, 6) == ("Best: roll all dice again", "7% chance to finish", [])


def test_sandbank_is_foretold_only_where_it_can_be() -> None:
    """With two rolls that count, only the second one shows the risk of a sandbank."""

    def foretold(race: State, seat: str) -> bool:
        panel = next(panel for panel in RULES.scene(race, seat).panels if panel.own)
        return any(str(line).startswith("Sandbank") for line in panel.lines)

    assert foretold(race_at(42, 3), "ann")
    twice = race_at(42, 3, variants=Variants("sum", sections=False, tipping=False))
    assert not foretold(twice, "ann")
    second = act(twice, {"do": "roll"}, 1, 3, 5).state
    assert foretold(second, "ann")
    assert not foretold(second, "ben")


def test_rivals_within_a_pair_are_named() -> None:
    """Players see which pairs of their next roll lead to a fight, and whether they miss a turn."""
    race = race_at(10, 12, 16, stranded=["ben"])
    lines = {
        seat: [str(line) for line in RULES.scene(race, seat).panels[0].lines]
        for seat in ("ann", "ben")
    }
    assert lines["ann"][-1] == "Pairs that lead to a fight: 2 6"
    assert lines["ben"][0] == "You miss your next turn"
    assert "tip" not in " ".join(lines["ben"])


def test_chance_to_finish_is_shown() -> None:
    """A player within reach of the finish sees the chance to win with the next turn."""
    panel = RULES.scene(race_at(51, 0), "ann").panels[0]
    assert panel.own
    assert str(panel.lines[0]) == "3 spaces to the finish: 22%"
    panel = RULES.scene(race_at(53, 0), "ann").panels[0]
    assert str(panel.lines[0]) == "1 space to the finish: 22%"


def test_all_distances_within_a_pair_are_nearly_equal() -> None:
    """With three dice, all of the last six spaces are about equally good, and from the seventh
    nobody can finish."""
    chances = [turn_odds(3, ahead(left), reroll=True).finish for left in range(1, 7)]
    assert max(chances) - min(chances) < 0.02
    assert turn_odds(3, ahead(7), reroll=True).finish == 0
