"""Whole races of Sailing Port Flower: 200 by players who choose everything at random, and more."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from tests.games.rules.bots import check_log, first_batches, transcript
from tests.games.rules.port_flower_races import (
    FACTS,
    NINE_TILES,
    TWELVE_TILES,
    Facts,
    Race,
    by_lot,
    eagerly,
    sail,
)

BY_LOT: tuple[tuple[int, Facts, Mapping[str, str]], ...] = (
    (3, FACTS, {}),
    (77, NINE_TILES, {}),
    (30, NINE_TILES, {"hungry": "on"}),
    (26, NINE_TILES, {"refuge": "on", "repellent": "one"}),
    (20, NINE_TILES, {"repellent": "tiles", "hungry": "on", "sharks": "3"}),
    (26, NINE_TILES, {"sharks": "1", "stuck": "again", "corner": "free"}),
    (7, NINE_TILES, {"buoys": "stop"}),
    (4, NINE_TILES, {"both": "both"}),
    (3, TWELVE_TILES, {"course": "own"}),
    (4, TWELVE_TILES, {"sharks": "3", "refuge": "on", "stuck": "again"}),
)
"""How many races are sailed by lot on which waters with which variants, 200 in all; few of those
that take long."""
BATCHES = 5
"""Not a divisor of the length of SAILORS: each batch has races of two to six."""

SAILORS = (2, 3, 2, 2, 2, 4, 2, 2, 2, 6, 2, 2, 2, 5, 2, 2)
"""How many sail, race by race."""

EAGER: tuple[tuple[int, Mapping[str, str]], ...] = (
    (2, {}),
    (5, {}),
    (3, {"course": "random"}),
    (4, {"course": "own", "waters": "cross", "refuge": "on"}),
    (6, {"course": "random", "waters": "48", "repellent": "tiles"}),
    (2, {"both": "both", "sharks": "3"}),
)


def variants(options: Mapping[str, str], players: int) -> Mapping[str, str]:
    return {**options, "sixth": "on"} if players == 6 else options


@pytest.mark.parametrize("batch", first_batches(BATCHES, 1))
@pytest.mark.parametrize(
    ("races", "facts", "options"), BY_LOT, ids=["+".join(it[2]) for it in BY_LOT]
)
def test_random_races_end_and_lose_nothing(
    races: int, facts: Facts, options: Mapping[str, str], batch: int
) -> None:
    """Races of two to six players who choose at random end, with each variant and with acts undone
    on the way. At every moment all pieces are where they may be, and the log of the first race
    replays it and proves its dice."""
    for seed in range(batch, races, BATCHES):
        players = SAILORS[seed % len(SAILORS)]
        race = sail(Race(players, variants(options, players), seed, facts), seed, by_lot)
        if seed == batch:
            check_log(race)


def test_there_are_200_random_races() -> None:
    """No race is left out unnoticed when the numbers of races are changed."""
    assert sum(races for races, _, _ in BY_LOT) == 200


@pytest.mark.parametrize(("players", "options"), EAGER, ids=["+".join(it[1]) for it in EAGER])
def test_races_on_large_waters(players: int, options: Mapping[str, str]) -> None:
    """The same holds for races on the printed course and on larger boards, by players who mostly
    head for their next buoy."""
    sail(Race(players, variants(options, players), players), players, eagerly)


def test_a_race_reads_well(golden: Callable[[str, str], None]) -> None:
    """The public history of a race equals the golden file."""
    race = sail(Race(3, {"repellent": "one"}, 7), 7, eagerly, undo=False)
    golden("play/port-flower", transcript(race))
