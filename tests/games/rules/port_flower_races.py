"""Whole races of Sailing Port Flower through the table.

A player who chooses at random needs a thousand acts for the printed course, so most such races use
a small board: the same rules and pieces, with the port in the middle of nine tiles and the buoys
close together. On large boards players mostly head for their next buoy.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from companion.games.moves import as_move
from companion.games.port_flower.course import apart
from companion.games.port_flower.facts import read_facts
from companion.games.port_flower.move_types import go_to
from companion.games.port_flower.plans import legal_motions
from companion.games.port_flower.sea import ADRIFT, PORT, around
from companion.games.port_flower.search import Motion
from companion.games.port_flower.state import BOAT, State
from companion.games.seats import COLOURS
from companion.language.messages import as_data, from_data
from companion.table.commitment import with_commitment
from companion.table.history import read_log
from companion.table.model import Table
from tests.games.rules.bots import NAMES, UNDO_EVERY, Play, facts_of

Facts = Mapping[str, Any]
Spots = tuple[tuple[float, float], ...]

MAX_ACTS = 4000
EAGER = 0.95
"""How often an eager player heads for the goal and steers sharks clear of boats."""
LOOK_EVERY = 60
"""On average, what everybody sees and may do is looked at after one act in so many."""

FACTS = facts_of("port-flower")
KNOWN = read_facts(FACTS)


def waters(tiles: tuple[int, int], third_shark: tuple[int, int], **places: Spots) -> Facts:
    """The game's facts with another course printed: where port, buoys, islands and sharks lie."""
    left = {role: list(spots) for role, spots in places.items()}
    course = []
    for piece in FACTS["course"]:
        if piece["role"] not in left:
            course.append(piece)
        elif left[piece["role"]]:
            x, y = left[piece["role"]].pop(0)
            course.append({**piece, "x": x, "y": y})
    size = {"columns": tiles[0], "rows": tiles[1], "cut": 0}
    return {
        **FACTS,
        "course": course,
        "waters": {"24": size},
        "more_sharks": [list(third_shark)],
    }


NINE_TILES = waters(
    (3, 3),
    (1, 6),
    port=((3.5, 3.5),),
    buoy=((1.5, 1.5), (3.5, 1.5), (5.5, 1.5), (5.5, 3.5), (5.5, 5.5)),
    island=((2, 4),),
    shark=((1, 4), (3, 6)),
)
TWELVE_TILES = waters(
    (4, 3),
    (8, 2),
    port=((3.5, 3.5),),
    buoy=((1.5, 1.5), (5.5, 1.5), (7.5, 3.5), (5.5, 5.5), (1.5, 5.5)),
    island=((4, 1), (8, 1)),
    shark=((1, 3), (8, 6)),
)


class Race(Play):
    """A table whose waters may be others than the printed ones."""

    def __init__(
        self, players: int, options: Mapping[str, str], seed: int, facts: Facts = FACTS
    ) -> None:
        self.seed = seed.to_bytes(32, "big")
        start = with_commitment(Table("port-flower", "", {}, {}, facts), self.seed)
        self.history = read_log(start, ())
        for name, colour in zip(NAMES[:players], COLOURS, strict=False):
            self.act("join", name=name, colour=colour, entropy="00")
        self.act("setup", players=players, options=dict(options))
        self.act("begin")

    @property
    def state(self) -> State:
        state: State = self.table.play
        return state

    def choices(self) -> list[Mapping[str, Any]]:
        """All legal moves of the acting player."""
        boat = self.state.to_act
        assert boat is not None
        offers = self.rules.offers(self.state, boat.seat)
        assert offers.choices, "the race is not over, and nobody may act"
        return [choice.move for choice in offers.choices]


def by_lot(play: Race, pick: random.Random) -> Mapping[str, Any]:
    """Any move that is offered, each as likely as any other."""
    return pick.choice(play.choices())


def eagerly(play: Race, pick: random.Random) -> Mapping[str, Any]:
    """The move that brings the boat nearest to its goal, and harms nobody; or any."""
    state = play.state
    if not state.dice or state.swim or state.tows or pick.random() > EAGER:
        return by_lot(play, pick)
    motions = list(legal_motions(KNOWN, state))
    pick.shuffle(motions)
    sailing = [motion for motion in motions if motion.mover == BOAT]
    if sailing:
        return as_move(go_to(min(sailing, key=lambda motion: _to_go(state, motion))))
    return as_move(go_to(min(motions, key=lambda motion: len(motion.met))))


def _to_go(state: State, motion: Motion) -> tuple[int, int]:
    """How many buoys are left after a move, and how far it is to the next or home."""
    left = len(state.sea.buoys) - motion.reached
    if motion.end == PORT:
        return left, 99 if left else -1
    goals = around(state.sea.buoys[motion.reached]) if left else state.sea.port
    return left, min(apart(motion.end, goal) for goal in goals)


def sail(
    play: Race,
    seed: int,
    choose: Callable[[Race, random.Random], Mapping[str, Any]] = by_lot,
    *,
    undo: bool = True,
) -> Race:
    """Sails a race to its end, with acts undone and redone on the way; what is always true is
    looked at after each."""
    pick = random.Random(f"{len(play.state.boats)} {seed}")
    for _ in range(MAX_ACTS):
        before = play.state
        if before.to_act is None or pick.random() < 1 / LOOK_EVERY:
            check_open(play)
        if before.to_act is None:
            check_result(play)
            return play
        move = choose(play, pick)
        event = play.move(before.to_act.seat, **move)
        check_says(play.sentences(event))
        after = play.state
        check_race(after, before)
        check_repellents(after, before, move)
        if undo and pick.random() < 1 / UNDO_EVERY:
            play.act("undo", None, number=event.number)
            assert play.state == before
            if pick.random() < 0.5:
                play.act("redo", None, number=event.number)
                assert play.state == after
    raise AssertionError(f"the race did not end in {MAX_ACTS} acts")


def check_race(state: State, before: State) -> None:
    """What is true of every race at any time."""
    check_pieces(state)
    for boat in state.boats:
        assert 0 <= boat.reached <= 5
        assert 0 <= boat.repellents <= state.supply
    homes = [number for number, boat in enumerate(state.boats) if boat.home]
    assert homes == ([] if state.winner is None else [state.winner])
    assert bool(state.plans) is bool(state.dice)
    for plan in state.plans:
        used = [suit for dice in (plan.division.boat, *plan.division.sharks) for suit in dice]
        assert len(used) == len(set(used)) >= len(state.dice) - 1, "at most one die is left out"
    for old, new in zip(before.boats, state.boats, strict=True):
        assert old.reached <= new.reached, "a coin was turned back"
        assert old.seat == new.seat
        assert old.suit in ("", new.suit), "a suit once chosen stays"


def check_repellents(state: State, before: State, move: Mapping[str, Any]) -> None:
    """A repellent is gone once it is used, and comes back only instead of a turn."""
    acting = before.to_act
    assert acting is not None
    change = {"repel": -1 if move.get("pay") else 0, "recover": 1}.get(move["do"], 0)
    for old, new in zip(before.boats, state.boats, strict=True):
        expected = old.repellents + (change if old.seat == acting.seat else 0)
        assert new.repellents == expected, f"{new.repellents} repellents after {move}"


def check_pieces(state: State) -> None:
    """Everything is there once, and where it may be."""
    afloat = [boat.at for boat in state.boats if boat.at > PORT]
    assert len(set(afloat)) == len(afloat), "two boats in one space"
    assert not set(afloat) & set(state.sharks), "a boat where a shark is"
    refuges = state.sea.islands if state.variants.refuge else frozenset()
    assert set(afloat) <= state.sea.open | refuges
    assert len(set(state.sharks)) == len(state.sharks)
    assert set(state.sharks) <= state.sea.open
    if not state.to_lay:
        assert len(state.sharks) == state.variants.sharks
    assert {boat.at for boat in state.boats if boat.at < PORT} <= {ADRIFT}
    assert sorted(state.tows) == [n for n, boat in enumerate(state.boats) if boat.at == ADRIFT]


def check_open(play: Race) -> None:
    """Nothing is secret, at most one seat acts, and only that one gets offers and is addressed. The
    progress above the board is the only thing that players see of themselves alone."""
    scene = play.rules.scene(play.state, None)
    assert tuple(play.offers()) == scene.turn
    assert scene.over is not bool(scene.turn)
    for seat in play.table.seats:
        own = play.rules.scene(play.state, seat.id)
        assert str(own.headline).startswith("Your turn: ") == (seat.id in scene.turn)
        assert all(str(row.line).startswith("You: ") for row in own.lead)
        assert replace(own, headline=scene.headline, lead=()) == scene


def check_result(play: Race) -> None:
    """The boat that is home comes first, with all its buoys, and the sheets have no fault."""
    winner = play.state.boats[play.state.winner or 0]
    assert (winner.home, winner.reached, winner.at) == (True, 5, PORT)
    sheets = play.rules.sheets(play.state)
    result = play.rules.score({}, sheets, play.table.seats)
    assert result.faults == ()
    assert [rank.seat for rank in result.ranking if rank.place == 1] == [winner.seat]


def check_says(sentences: list[dict[str, Any]]) -> None:
    """Every act has a public message that survives storage."""
    assert sentences
    for announced in sentences:
        assert announced["to"] == []
        assert as_data(from_data(announced)) == {
            key: announced[key] for key in announced if key != "to"
        }
