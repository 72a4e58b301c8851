"""The odds of Dragon River's dice, held against counting every fall."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.dragon_river import RULES
from companion.games.dragon_river.dice import is_straight
from companion.games.dragon_river.odds import best_finish, best_keep, turn_odds
from tests.games.rules.dragon_river_races import FACTS, act, race_at

Dice = tuple[int, ...]


def steps(dice: Dice, left: int) -> int:
    """The most steps of these dice, by trying every pair first."""
    best = 0
    for face in range(1, min(6, left) + 1):
        if dice.count(face) >= 2:
            rest = list(dice)
            rest.remove(face)
            rest.remove(face)
            best = max(best, face + steps(tuple(rest), left - face))
    return best


def means(roll: Dice, left: int, *, finish: bool = False) -> Iterator[tuple[Dice, Fraction]]:
    """Everything that can be kept, with what it brings over all falls of the other dice."""
    for size in range(len(roll) + 1):
        for kept in set(combinations(sorted(roll), size)):
            falls = list(product(range(1, 7), repeat=len(roll) - size))
            made = [steps((*kept, *fall), left) for fall in falls]
            total = sum(count == left for count in made) if finish else sum(made)
            yield kept, Fraction(total, len(falls))


ROLLS = st.lists(st.integers(1, 6), min_size=3, max_size=4).map(tuple)


@given(ROLLS, st.integers(1, 14))
@settings(max_examples=25)
def test_best_keep_is_the_best_of_all(roll: Dice, left: int) -> None:
    """This test ensures that no other dice to keep bring more steps, and that the mean is exact."""
    found = best_keep(roll, left)
    all_means = dict(means(roll, left))
    assert found.mean == pytest.approx(float(max(all_means.values())))
    assert all_means[found.dice] == max(all_means.values())


@given(ROLLS, st.integers(1, 12))
@settings(max_examples=25)
def test_best_finish_is_the_best_of_all(roll: Dice, left: int) -> None:
    """This test ensures that no other dice to keep land on the last pearl more often."""
    found = best_finish(roll, left)
    all_means = dict(means(roll, left, finish=True))
    assert found.mean == pytest.approx(float(max(all_means.values())))
    assert all_means[found.dice] == max(all_means.values())


@pytest.mark.parametrize(
    ("dice", "mean", "still", "straight", "once"),
    [(5, 6.34, 3.5, 1.0, 4.19), (4, 4.50, 13.7, 2.2, 2.79), (3, 2.76, 35.8, 6.0, 1.56)],
)
def test_expectations_of_a_turn(
    dice: int, mean: float, still: float, straight: float, once: float
) -> None:
    """This test ensures that the odds far from the finish are the known ones."""
    odds = turn_odds(dice, 54, again=True)
    assert odds.steps == pytest.approx(mean, abs=0.005)
    assert 100 * odds.still == pytest.approx(still, abs=0.05)
    assert 100 * odds.straight == pytest.approx(straight, abs=0.05)
    assert odds.finish == 0
    assert turn_odds(dice, 54, again=False).steps == pytest.approx(once, abs=0.005)


@pytest.mark.parametrize("left", [1, 3, 6, 7])
def test_odds_of_three_dice_equal_counting(left: int) -> None:
    """This test ensures that a whole turn near the finish is counted exactly."""
    rolls = list(product(range(1, 7), repeat=3))
    most = {roll: max(dict(means(roll, left)).values()) for roll in set(map(_sorted, rolls))}
    last = {
        roll: max(dict(means(roll, left, finish=True)).values())
        for roll in set(map(_sorted, rolls))
    }
    odds = turn_odds(3, left, again=True)
    assert odds.steps == pytest.approx(float(sum(most[_sorted(r)] for r in rolls) / len(rolls)))
    assert odds.finish == pytest.approx(float(sum(last[_sorted(r)] for r in rolls) / len(rolls)))
    once = turn_odds(3, left, again=False)
    assert once.finish == pytest.approx(sum(steps(r, left) == left for r in rolls) / len(rolls))
    assert once.still == pytest.approx(sum(steps(r, left) == 0 for r in rolls) / len(rolls))
    assert once.straight == pytest.approx(sum(map(is_straight, rolls)) / len(rolls))


def _sorted(roll: Dice) -> Dice:
    return tuple(sorted(roll))


def test_advice_names_the_best_dice() -> None:
    """This test ensures that the hint and the marks on the dice say what is best kept."""
    race = act(race_at(0, 0), {"do": "roll"}, 1, 1, 3, 3, 6).state
    pick = RULES.offers(FACTS, race, "ann").picks[0]
    assert str(pick.hint) == "Keep 3 3 6: 5.2 steps on average"
    assert [str(step.hint) for _, step in pick.items] == ["None", "None", "keep", "keep", "keep"]


def test_advice_near_the_finish_is_for_the_finish() -> None:
    """This test ensures that a racer within reach of the last pearl is told how to land on it."""
    race = act(race_at(48, 0), {"do": "roll"}, 5, 5, 6).state
    pick = RULES.offers(FACTS, race, "ann").picks[0]
    assert str(pick.hint) == "To finish: keep 6, 31 %"
    assert [str(step.hint) for _, step in pick.items] == ["None", "None", "keep"]
    panel = RULES.scene(FACTS, race, "ann").panels[1]
    assert str(panel.lines[0]) == "Keep all: 5.0 steps"


def test_chance_to_finish_is_shown() -> None:
    """This test ensures that a racer within reach sees how likely the next turn ends the race."""
    panel = RULES.scene(FACTS, race_at(51, 0), "ann").panels[0]
    assert panel.own
    assert str(panel.lines[0]) == "3 steps to go: 22 %"


def test_all_distances_within_a_pair_are_equal() -> None:
    """This test ensures that with three dice all spaces close to the finish are as good."""
    chances = {round(turn_odds(3, left, again=True).finish, 12) for left in range(1, 7)}
    assert len(chances) == 1
    assert turn_odds(3, 7, again=True).finish == 0
