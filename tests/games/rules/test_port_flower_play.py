"""Whole races of Sailing Port Flower by bots.

A bot that sails at random needs a thousand acts to get home, so most races here are sailed by one
that mostly heads for its next buoy; everything else it does by lot.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from companion.games.port_flower import RULES
from companion.games.port_flower.course import apart
from companion.games.port_flower.facts import known
from companion.games.port_flower.moves import Moved, as_move, going, opening
from companion.games.port_flower.plans import BOAT, Motion, legal_motions, openings
from companion.games.port_flower.sea import ADRIFT, PORT, around
from companion.games.port_flower.state import State
from companion.table.model import Event, Table
from companion.words import as_data, from_data
from tests.games.rules.bots import UNDO_EVERY, Play, check_log, facts_of, play_out, transcript

FACTS = facts_of("port-flower")
KNOWN = known(FACTS)
MOST_ACTS = 3000
EAGER = 0.95
"""How often the bot heads for its goal and steers sharks clear of boats."""

RACES: tuple[tuple[int, Mapping[str, str]], ...] = (
    (24, {}),
    (18, {"course": "random"}),
    (26, {"course": "own"}),
    (27, {"repellent": "one", "refuge": "on"}),
    (18, {"repellent": "tiles", "hungry": "on", "sharks": "3"}),
    (15, {"hungry": "on"}),
    (2, {"both": "both"}),
    (12, {"buoys": "stop"}),
    (30, {"sharks": "1", "stuck": "again", "corner": "free"}),
    (28, {"waters": "cross", "course": "own", "refuge": "on"}),
)
"""How many races are sailed with which variants, 200 in all; few of those that take long."""

SAILORS = (2, 3, 6, 2, 4, 3, 2, 5, 4, 3)
"""How many sail, race by race."""


def eager_move(state: State, seat: str, pick: random.Random) -> Mapping[str, Any]:
    """The move that brings the boat nearest to its goal, or any. Moves with dice are listed without
    their taps, which take longer to make than the moves."""
    if not state.dice or state.swim or state.tows:
        return pick.choice(RULES.offers(FACTS, state, seat).choices).move
    found: list[tuple[Moved, Motion]] = (
        [(going(motion), motion) for motion in legal_motions(KNOWN, state, state.plan)]
        if state.plan
        else [(opening(*found), found[1]) for found in openings(KNOWN, state)]
    )
    assert found, "dice lie there, and nothing can move"
    pick.shuffle(found)
    if pick.random() > EAGER:
        return as_move(found[0][0])
    sailing = [one for one in found if one[1].mover == BOAT]
    if sailing:
        return as_move(min(sailing, key=lambda one: _to_go(state, one[1]))[0])
    return as_move(min(found, key=lambda one: len(one[1].met))[0])


def _to_go(state: State, motion: Motion) -> tuple[int, int]:
    """How many buoys are left after a move, and how far it is to the next or home."""
    left = len(state.sea.buoys) - motion.reached
    if motion.end == PORT:
        return left, 99 if left else -1
    goals = around(state.sea.buoys[motion.reached]) if left else state.sea.port
    return left, min(apart(motion.end, goal) for goal in goals)


def check_race(state: State, before: State | None) -> None:
    """What is true of every race at any time."""
    afloat = [boat.at for boat in state.boats if boat.at > PORT]
    assert len(set(afloat)) == len(afloat), "two boats in one space"
    assert not set(afloat) & set(state.sharks), "a boat where a shark is"
    assert set(afloat) <= state.sea.open | (
        state.sea.islands if state.variants.refuge else frozenset()
    )
    assert len(set(state.sharks)) == len(state.sharks)
    assert set(state.sharks) <= state.sea.open
    if not state.to_lay:
        assert len(state.sharks) == state.variants.sharks
    assert {boat.at for boat in state.boats if boat.at < PORT} <= {ADRIFT}
    assert sorted(state.tows) == [n for n, boat in enumerate(state.boats) if boat.at == ADRIFT]
    for boat in state.boats:
        assert 0 <= boat.reached <= 5
        assert 0 <= boat.repellents <= max(state.supply, 0)
    homes = [number for number, boat in enumerate(state.boats) if boat.home]
    assert homes == ([] if state.winner is None else [state.winner])
    if before is not None:
        for old, new in zip(before.boats, state.boats, strict=True):
            assert old.reached <= new.reached, "a coin was turned back"
            assert (old.seat, old.suit) == (new.seat, new.suit)


def check_open(state: State) -> None:
    """Nothing is secret, one seat at most is to act, and only that one is offered anything."""
    scene = RULES.scene(FACTS, state, None)
    acting = [boat.seat for boat in state.boats if RULES.offers(FACTS, state, boat.seat).choices]
    assert tuple(acting) == scene.turn
    assert scene.over is not bool(acting)
    assert all(RULES.scene(FACTS, state, boat.seat) == scene for boat in state.boats)


def check_says(event: Event) -> None:
    """Everybody hears everything, and it survives being kept."""
    for said in event.result["say"]:
        assert said["to"] == []
        assert as_data(from_data(said)) == {key: said[key] for key in said if key != "to"}


def sail(players: int, options: Mapping[str, str], seed: int, *, undo: bool = True) -> Play:
    """A whole race through the table, with acts undone and redone on the way."""
    pick = random.Random(f"{players} {seed}")
    play = Play("port-flower", players, options, seed)
    for number in range(MOST_ACTS):
        state: State = play.table.play
        if number % 50 == 0 or state.to_act is None:
            check_open(state)
        if state.to_act is None:
            return play
        event = play.move(state.to_act.seat, **eager_move(state, state.to_act.seat, pick))
        check_says(event)
        after: State = play.table.play
        check_race(after, state)
        if undo and pick.random() < 1 / UNDO_EVERY:
            play.act("undo", None, number=event.number)
            assert play.table.play == state
            if pick.random() < 0.5:
                play.act("redo", None, number=event.number)
                assert play.table.play == after
    raise AssertionError(f"the race did not end in {MOST_ACTS} acts")


@pytest.mark.parametrize(("races", "options"), RACES, ids=["+".join(it[1]) for it in RACES])
def test_races_end_and_lose_nothing(races: int, options: Mapping[str, str]) -> None:
    """This test ensures that races of two to six sailors end, with each variant and with acts
    undone on the way, that at every moment all pieces are where they may be, and that the log of
    the first tells the same race again and proves its chance."""
    for seed in range(races):
        players = SAILORS[seed % len(SAILORS)]
        sixth = {"sixth": "on"} if players == 6 else {}
        play = sail(players, {**options, **sixth}, seed)
        assert len(play.story.log) > 10
        if seed == 0:
            check_log(play)


def test_races_sailed_at_random() -> None:
    """This test ensures that even sailors who choose everything by lot get home."""

    def check(table: Table) -> None:
        check_race(table.play, None)

    play = play_out("port-flower", 3, {}, 1, check, undo=False)
    assert play.over


def test_a_race_reads_well(golden: Callable[[str, str], None]) -> None:
    """This test ensures that what everybody is told of a race stays as it was read and judged."""
    options = {"repellent": "one"}
    golden("play/port-flower", transcript(sail(3, options, 7, undo=False)))
