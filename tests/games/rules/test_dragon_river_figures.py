"""The worked examples in the Dragon River booklet agree with the rules."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path
from typing import Any

import pytest
import yaml

from companion.games.dragon_river.dice import is_straight, pairs_of, reachable, spare_of
from companion.games.dragon_river.odds import best_keep, turn_odds
from printgen.catalog.builtin import builtin_cards
from tests.games.booklet_figures import figures
from tests.games.rules.dragon_river_races import RIVER

LAST = 54


def blocks() -> list[dict[str, Any]]:
    text = Path(builtin_cards() / "dragon-river" / "rules.yaml").read_text(encoding="utf-8")
    found: list[dict[str, Any]] = yaml.safe_load(text)
    return found


def table(first: str) -> list[list[str]]:
    """The rows of the table whose header starts with this text."""
    (rows,) = (block["table"] for block in blocks() if block.get("table", [[""]])[0][0] == first)
    return list(rows[1:])


def dice_in(words: str) -> tuple[int, ...]:
    return tuple(map(int, re.findall(r"\[die-(\d)\]", words)))


def ahead(left: int) -> tuple[int, ...]:
    """The dice on the spaces ahead, at this distance from the finish."""
    return tuple(space.dice for space in RIVER.spaces[len(RIVER.spaces) - left :])


def picture(example: str) -> dict[str, Any]:
    (block,) = (block for block in blocks() if block.get("example") == example)
    (shown,) = block["pictures"]
    constants: dict[str, Any] = shown["constants"]
    return constants


def lengths(hops: list[list[float]]) -> list[float]:
    return [there - here for here, there, _ in hops]


@pytest.mark.parametrize("example", ["Round a rival", "Three steps to go", "Move, then tip"])
def test_arrows_are_pairs(example: str) -> None:
    """Each arrow upstream is one of the pairs that were rolled, and all pairs are played."""
    shown = picture(example)
    assert sorted(lengths(shown["hops"])) == sorted(pairs_of(shown["dice"]))


def test_a_rival_is_avoided() -> None:
    """No arrow ends on the rival's space, though the other order would."""
    shown = picture("Round a rival")
    (_, start, _), (_, rival, _) = shown["racers"]
    assert rival not in {there for _, there, _ in shown["hops"]}
    assert rival - start in pairs_of(shown["dice"])


def test_the_loser_of_a_fight_drifts_by_its_own_roll() -> None:
    """The lower roll is how far the loser drifts back."""
    shown = picture("A fight")
    assert lengths(shown["backs"]) == [-min(shown["dice"])]


def test_a_tip_is_the_spare() -> None:
    """The tipped racer drifts back by the spare die."""
    shown = picture("Move, then tip")
    assert lengths(shown["backs"]) == [-(spare_of(shown["dice"]) or 0)]


def test_the_finish_needs_an_exact_pair() -> None:
    """A pair of threes reaches the last pearl from space 51, a pair of fours does not."""
    shown = picture("Three steps to go")
    ((_, start, _),) = shown["racers"]
    assert LAST - start in reachable(pairs_of(shown["dice"]), LAST - start)
    assert LAST - start not in reachable([4], LAST - start)


def test_straights() -> None:
    """What the booklet calls a straight is one, and two pairs are two pairs."""
    assert all(is_straight(roll) for roll in picture("On a sandbank")["rolls"])
    assert not is_straight([2, 3, 4, 5, 5])
    shown = picture("Keep and roll again")
    first, second = shown["rolls"]
    assert len(pairs_of(second)) == 2
    kept = [die for die, keep in zip(first, shown["kept"][0], strict=True) if keep]
    assert all(second.count(die) >= kept.count(die) for die in kept)
    assert best_keep(tuple(sorted(first)), ahead(LAST)).dice == tuple(kept)


def test_a_whole_turn() -> None:
    """The arrows are the pairs of the second roll; the last one ends on the rival, who drifts back
    by the lower roll to behind the pearl."""
    (way,) = (
        shown for shown in figures("dragon-river")["figure-way"] if "fight:" in shown["words"]
    )
    (rolls,) = (
        shown for shown in figures("dragon-river")["figure-dice"] if shown["rolls"][0][0] == 4
    )
    (_, start, _), (_, rival, _) = way["racers"]
    first, second = rolls["rolls"]
    kept = [die for die, keep in zip(first, rolls["kept"][0], strict=True) if keep]
    assert best_keep(tuple(sorted(first)), ahead(LAST - start)).dice == tuple(kept)
    assert second[: len(kept)] == kept
    assert sorted(lengths(way["hops"])) == sorted(pairs_of(second))
    assert [here for here, _, _ in way["hops"]] == [start, 24]
    assert way["hops"][-1][1] == rival
    assert lengths(way["backs"]) == [-min(way["dice"])]
    ((_, end, _),) = way["backs"]
    assert end < 24 < rival


def test_what_to_keep() -> None:
    """The dice that the booklet keeps are the best ones, with the average steps it names."""
    for rolled, keep, steps in table("First roll"):
        roll = dice_in(rolled)
        best = best_keep(roll, ahead(LAST))
        assert best.dice == (dice_in(keep) or roll)
        assert best.steps == pytest.approx(float(steps), abs=0.06)


def test_how_far_a_turn_goes() -> None:
    """Steps per turn and turns without a step are those of a player who keeps the best dice."""
    pearls = [0, 24, 42, LAST]
    for (_, length, dice, steps, still), here, there in zip(
        table("From"), pearls, pearls[1:], strict=False
    ):
        assert int(length) == there - here
        odds = turn_odds(int(dice), ahead(LAST), reroll=True)
        assert odds.steps == pytest.approx(float(steps.split()[-1]), abs=0.05)
        assert 1 / odds.still == pytest.approx(float(still.split()[-1]), rel=0.08)


def test_odds_near_the_finish() -> None:
    """Two turns in nine finish, and three in ten with one right die kept."""
    for left in range(1, 7):
        assert turn_odds(3, ahead(left), reroll=True).finish == pytest.approx(2 / 9, abs=0.005)
    others = {1, 2, 3} - {3}
    kept = best_keep((*sorted(others), 3), ahead(3))
    assert kept.dice == (3,)
    assert kept.finish == pytest.approx(0.3, abs=0.01)


def test_how_far_a_loser_drifts() -> None:
    """The lower of two different rolls is distributed as the table says, out of 15."""
    lower = [min(pair) for pair in product(range(1, 7), repeat=2) if pair[0] < pair[1]]
    (row,) = table("Loser drifts back")
    assert [int(cell) for cell in row[1:]] == [lower.count(number) for number in range(1, 6)]
    assert len(lower) == 15
