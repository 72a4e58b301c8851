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
from companion.games.dragon_river.odds import best_keep, turn_odds
from companion.games.dragon_river.state import Race, Ways
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
@settings(max_examples=50)
def test_best_keep_is_the_best_of_all(roll: Dice, left: int) -> None:
    """This test ensures that no other dice to keep bring more steps, or near the finish land on
    the last pearl more often, and that the mean is exact."""
    found = best_keep(roll, left)
    all_means = dict(means(roll, left, finish=left <= 6))
    assert found.mean == pytest.approx(float(max(all_means.values())))
    assert all_means[found.dice] == max(all_means.values())


@pytest.mark.parametrize(
    ("dice", "mean", "still", "straight", "once", "both"),
    [
        (5, 6.34, 3.5, 1.0, 4.19, 8.38),
        (4, 4.50, 13.7, 2.2, 2.79, 5.57),
        (3, 2.76, 35.8, 6.0, 1.56, 3.11),
    ],
)
def test_expectations_of_a_turn(
    dice: int, mean: float, still: float, straight: float, once: float, both: float
) -> None:
    """This test ensures that the odds far from the finish are the known ones."""
    odds = turn_odds(dice, 54, again=True)
    assert odds.steps == pytest.approx(mean, abs=0.005)
    assert 100 * odds.still == pytest.approx(still, abs=0.05)
    assert 100 * odds.straight == pytest.approx(straight, abs=0.05)
    assert odds.finish == 0
    single = turn_odds(dice, 54, again=False).steps
    assert single == pytest.approx(once, abs=0.005)
    assert 2 * single == pytest.approx(both, abs=0.005)


@pytest.mark.parametrize("left", [1, 3, 6, 7])
def test_odds_of_three_dice_equal_counting(left: int) -> None:
    """This test ensures that a whole turn near the finish is counted exactly, for a player who
    follows the advice, and for one who has a single roll."""
    ends: list[Dice] = []
    rolls = list(product(range(1, 7), repeat=3))
    for roll in rolls:
        kept = best_keep(roll, left).dice
        fell = [(*kept, *fall) for fall in product(range(1, 7), repeat=3 - len(kept))]
        ends += fell * 6 ** len(kept)
    for odds, dice in (
        (turn_odds(3, left, again=True), ends),
        (turn_odds(3, left, again=False), rolls),
    ):
        made = [steps(each, left) for each in dice]
        assert odds.steps == pytest.approx(sum(made) / len(dice))
        assert odds.still == pytest.approx(made.count(0) / len(dice))
        assert odds.finish == pytest.approx(made.count(left) / len(dice))
        assert odds.straight == pytest.approx(sum(map(is_straight, dice)) / len(dice))


def advised(space: int, *faces: int) -> tuple[str, str, list[str]]:
    """The one tap that is advised to Ann after this roll: its words, its hint and the dice."""
    race = act(race_at(space, 0), {"do": "roll"}, *faces).state
    (choice,) = RULES.offers(FACTS, race, "ann").choices
    (step,) = choice.steps
    return str(step.label), str(step.hint), choice.move["dice"]


def test_advice_names_the_best_dice() -> None:
    """This test ensures that the best keep is one tap away, with what it brings on average."""
    best = ("Best: keep 3 3 6", "5.2 steps on average", ["3", "4", "5"])
    assert advised(0, 1, 1, 3, 3, 6) == best
    assert advised(42, 1, 2, 3) == ("Best: roll all again", "1.6 steps on average", [])
    assert advised(0, 5, 5, 6, 6, 1) == ("Best: keep all", "11 steps", ["1", "2", "3", "4", "5"])


def test_advice_near_the_finish_is_for_the_finish() -> None:
    """This test ensures that a racer within reach of the last pearl is told how to land on it."""
    assert advised(48, 5, 5, 6) == ("Best: keep 6", "31 % to finish", ["3"])
    assert advised(49, 5, 5, 6) == ("Best: keep all", "100 % to finish", ["1", "2", "3"])
    assert advised(50, 5, 5, 6) == ("Best: roll all again", "7 % to finish", [])


def test_sandbank_is_foretold_only_where_it_can_be() -> None:
    """This test ensures that of two rolls that both count only the second one shows the risk."""

    def foretold(race: Race, seat: str) -> bool:
        panel = next(panel for panel in RULES.scene(FACTS, race, seat).panels if panel.own)
        return any(str(line).startswith("Sandbank") for line in panel.lines)

    assert foretold(race_at(42, 3), "ann")
    twice = race_at(42, 3, ways=Ways("sum", sections=False, tipping=False))
    assert not foretold(twice, "ann")
    second = act(twice, {"do": "roll"}, 1, 3, 5).state
    assert foretold(second, "ann")
    assert not foretold(second, "ben")


def test_rivals_within_a_pair_are_named() -> None:
    """This test ensures that everybody sees which pairs of the next roll lead to a fight, and
    that a racer on a sandbank is told of the missed turn."""
    race = race_at(10, 12, 16, stranded=["ben"])
    lines = {
        seat: [str(line) for line in RULES.scene(FACTS, race, seat).panels[0].lines]
        for seat in ("ann", "ben")
    }
    assert lines["ann"][-1] == "Pairs that lead to a fight: 2 6"
    assert lines["ben"][0] == "You miss your next turn"
    assert "tip" not in " ".join(lines["ben"])


def test_chance_to_finish_is_shown() -> None:
    """This test ensures that a racer within reach sees how likely the next turn ends the race."""
    panel = RULES.scene(FACTS, race_at(51, 0), "ann").panels[0]
    assert panel.own
    assert str(panel.lines[0]) == "3 steps to go: 22 %"
    panel = RULES.scene(FACTS, race_at(53, 0), "ann").panels[0]
    assert str(panel.lines[0]) == "1 step to go: 22 %"


def test_all_distances_within_a_pair_are_equal() -> None:
    """This test ensures that with three dice all spaces close to the finish are as good."""
    chances = {round(turn_odds(3, left, again=True).finish, 12) for left in range(1, 7)}
    assert len(chances) == 1
    assert turn_odds(3, 7, again=True).finish == 0
