"""Port Flower when it gets tight: repellent, refuge, being stuck, and what is refused."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.chance.provable import Chance
from companion.games.port_flower.plans import with_dice
from companion.games.port_flower.sea import (
    ADRIFT,
    cell,
)
from companion.games.port_flower.state import State
from companion.language.messages import Refused
from tests.games.rules.bots import playable
from tests.games.rules.port_flower_positions import (
    EARLIER,
    FACTS,
    KNOWN,
    NOTHING,
    act,
    announced,
    at_sea,
    boat_ends,
    moves,
    race,
    sail,
    swim,
)

# --- repellent, refuge, being stuck ----------------------------------------------------------


def threatened(**options: str) -> State:
    """Ann is about to steer shark 1 into Ben, who has reached the first buoy."""
    places, sharks = {0: (7, 1), 1: (4, 4)}, ((1, 4), (12, 8))
    state = at_sea(places, (1, 1, 1, 5), (0, 1), sharks, islands=None, players=2, **options)
    return swim(state, "4.4")


def test_a_repelled_shark_stops_beside_the_boat() -> None:
    """The owner is asked; using a repellent stops the shark on the space before the boat, and the
    repellent is gone."""
    state = threatened(repellent="one")
    assert state.to_act == state.boats[1]
    after = act(state, "s2", do="repel", pay=True)
    assert after.sharks[0] == cell(3, 4)
    assert (after.boats[1].at, after.boats[1].repellents) == (cell(4, 4), 0)


def test_a_repellent_need_not_be_paid() -> None:
    """An owner may let the boat be towed and keep the repellent."""
    after = act(threatened(repellent="one"), "s2", do="repel", pay=False)
    assert after.sharks[0] == cell(4, 4)
    assert (after.boats[1].at, after.boats[1].repellents) == (ADRIFT, 1)
    assert after.tows == (1,)


def test_a_shark_beside_a_boat_is_repelled_where_it_is() -> None:
    """A shark without a space to come from stays where it is. If the boat then cannot move because
    of it, the turn is over."""
    state = at_sea(
        {0: (1, 1), 1: (2, 2)},
        (1, 5, 5, 1),
        sharks=((2, 1), (12, 8)),
        islands=((1, 2),),
        repellent="one",
    )
    asked = swim(state, "2.2")
    assert announced(asked, "s2", do="repel", pay=True) == [
        "Ben repels Shark 1; it stops at column 2, row 1",
        "Ann cannot make another move",
    ]
    after = act(asked, "s2", do="repel", pay=True)
    assert (after.sharks[0], after.boats[0].at, after.turn) == (cell(2, 1), cell(1, 1), 1)
    unpaid = act(asked, "s2", do="repel", pay=False)
    assert (unpaid.sharks[0], unpaid.boats[0].at) == (cell(2, 2), cell(2, 1))


def test_a_repellent_comes_back_instead_of_a_turn() -> None:
    """Only a player with no repellent left may take one back, and the turn is then over."""
    state = race(2, repellent="one")
    assert [move["do"] for move in moves(state)] == ["roll"]
    with pytest.raises(Refused, match="now"):
        act(state, do="recover")
    empty = replace(state, boats=tuple(replace(boat, repellents=0) for boat in state.boats))
    assert [move["do"] for move in moves(empty)] == ["roll", "recover"]
    after = act(empty, do="recover")
    assert (after.boats[0].repellents, after.turn, after.dice) == (1, 1, ())


def test_refuge_on_an_island_costs_the_next_turn() -> None:
    """Only with the variant may a boat end its move on an island; it cannot cross it, and misses
    its next turn."""
    islands = ((9, 1),)
    assert boat_ends(at_sea({0: (7, 1)}, (0, 0, 0, 2), islands=islands), "arms") == set()
    state = at_sea({0: (7, 1)}, (0, 0, 0, 2), refuge="on", islands=islands)
    assert boat_ends(state, "arms") == {"9.1"}
    crossing = at_sea({0: (7, 1)}, (0, 0, 0, 3), refuge="on", islands=islands)
    assert boat_ends(crossing, "arms") == set()
    state = swim(sail(state, "9.1"), "1.4")
    assert state.boats[0].rests
    assert state.turn == 1
    state = with_dice(KNOWN, state, (0, 0, 0, 0))
    for mover, to in (("boat", "port"), ("shark-1", "1.4")):
        state = act(state, "s2", do="go", mover=mover, to=to, variant=0)
    assert state.turn == 1, "Ann's turn is passed over"
    assert not state.boats[0].rests


def boxed_in(**options: str) -> State:
    """A boat in the corner, behind islands: only a null could save it."""
    return at_sea(
        {0: (1, 1)},
        (),
        reached=(),
        sharks=(),
        islands=((1, 2), (2, 1), (2, 2)),
        players=2,
        **options,
    )


class Loaded(Chance):
    """Dice that show given faces."""

    def __init__(self, *counts: int) -> None:
        self._counts = list(counts)

    def below(self, limit: int) -> int:
        assert limit == len(KNOWN.dice[0].faces)
        return KNOWN.dice[0].faces.index(self._counts.pop(0))


def test_a_turn_is_lost_when_nothing_can_move() -> None:
    """A roll that moves no boat ends the turn, or is rolled again with the variant."""
    after = act(boxed_in(), chance=Loaded(1, 2, 3, 4), do="roll")
    assert (after.turn, after.dice) == (1, ())
    again = act(boxed_in(stuck="again"), chance=Loaded(1, 2, 3, 4), do="roll")
    assert (again.turn, again.dice, again.reroll) == (0, (), True)
    assert [move["do"] for move in moves(again)] == ["roll"]
    assert act(again, chance=Loaded(0, 0, 1, 1), do="roll").dice == (0, 0, 1, 1)


def test_a_forced_rest_is_moved_at_once() -> None:
    """A move without an alternative is made at once."""
    state = at_sea({0: (7, 1)}, (0, 0, 2, 1), sharks=((1, 4), (2, 4)), islands=())
    state = with_dice(KNOWN, replace(state, sharks=(cell(1, 4),)), state.dice)
    lines = announced(state, do="go", mover="boat", to="8.1", variant=0)
    assert lines == [
        "Ann sails to column 8, row 1",
        "Shark 1 stays at column 1, row 4",
        "Dice: boat E1, shark N0 S0, and W2 unused",
    ]


# --- moves that are none ---------------------------------------------------------------------


@pytest.mark.parametrize(
    "move",
    [
        {},
        {"do": "swim"},
        {"do": "roll", "dice": 5},
        {"do": "go"},
        {"do": "lay", "to": 5},
        {"do": "repel", "pay": 1},
        {"do": ["roll"]},
    ],
)
def test_nonsense_is_refused(move: dict[str, Any]) -> None:
    """Anything that is not a move of this game is refused and changes nothing."""
    with pytest.raises(Refused):
        act(race(), **move)


def test_moves_out_of_their_time_are_refused() -> None:
    """Each phase accepts its own moves only."""
    thrown = at_sea({0: (7, 1)})
    for state, move in (
        (race(), {"do": "go", "mover": "boat", "to": "5.5", "variant": 0}),
        (race(), {"do": "land", "to": "5.5"}),
        (race(), {"do": "repel", "pay": True}),
        (race(), {"do": "lay", "to": "5.5"}),
        (thrown, {"do": "roll"}),
        (threatened(repellent="one"), {"do": "roll"}),
    ):
        who = state.to_act
        assert who is not None
        with pytest.raises(Refused, match="can’t do that now"):
            act(state, who.seat, **move)


# --- a shark steered into one's own boat -----------------------------------------------------


def own_goal(**options: str) -> State:
    """Ann has steered shark 2 into her own boat, which has reached buoy 1."""
    places, sharks = {0: (9, 3), 1: (11, 5)}, ((9, 1), (9, 4))
    state = at_sea(places, (5, 4, 5, 5), (1, 2), sharks, islands=None, players=2, **options)
    return swim(state, "9.3", shark=2)


def test_only_landings_that_let_the_turn_be_completed() -> None:
    """A player who steers a shark into their own boat lands where the boat can still make its
    move."""
    state = own_goal()
    assert {move["to"] for move in moves(state)} == {"2.7", "3.7"}
    for barred in ("2.6", "3.6"):
        with pytest.raises(Refused, match="towed there"):
            act(state, do="land", to=barred)
    after = act(state, do="land", to="2.7")
    assert moves(after, mover="boat")


def test_others_land_where_they_like() -> None:
    """A boat that somebody else's shark meets may be towed to any free space of its buoy."""
    state = at_sea({0: (7, 1), 1: (9, 3)}, (5, 4, 5, 5), (1, 1), ((9, 1), (9, 4)))
    after = swim(state, "9.3", shark=2)
    assert {move["to"] for move in moves(after, "s2")} == {"2.6", "3.6", "2.7", "3.7"}


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 10**6))
def test_every_landing_offered_completes_the_turn(seed: int) -> None:
    """Wherever a player's own boat is towed, what is left to move can be moved."""
    pick = random.Random(seed)
    state = race(2)
    one, two, *sharks = pick.sample(sorted(state.sea.open), 4)
    boats = (
        replace(state.boats[0], at=one, reached=pick.randint(1, 5)),
        replace(state.boats[1], at=two, reached=1),
    )
    state = replace(state, boats=boats, sharks=tuple(sharks))
    state = with_dice(KNOWN, state, tuple(pick.randint(0, 5) for _ in range(4)))
    for move in moves(state):
        met = act(state, **move) if move["mover"] != "boat" else state
        if met.tows == (0,):
            for landing in moves(met):
                sentences = announced(met, **landing)
                assert "Ann cannot make another move" not in sentences


def test_a_table_of_the_first_edition_lands_anywhere() -> None:
    """A landing that an earlier edition allowed can still be replayed."""
    earlier = {key: value for key, value in FACTS.items() if key != "edition"}
    turn = playable("port-flower", earlier).act(
        own_goal(), "s1", {"do": "land", "to": "2.6"}, NOTHING
    )
    assert "Ann is towed to column 2, row 6" in [str(one.message) for one in turn.announcements]


def test_ones_own_shark_is_repelled_only_if_the_turn_can_be_completed() -> None:
    """A repellent can be used against one's own shark only if the turn can be completed afterwards.
    Otherwise nobody is asked, and the history says why."""
    found = set()
    for seed in range(400):
        pick = random.Random(seed)
        state = race(2, repellent="one")
        one, two, *sharks = pick.sample(sorted(state.sea.open), 4)
        boats = (
            replace(state.boats[0], at=one, reached=pick.randint(1, 5)),
            replace(state.boats[1], at=two),
        )
        state = replace(state, boats=boats, sharks=tuple(sharks))
        state = with_dice(KNOWN, state, tuple(pick.randint(0, 5) for _ in range(4)))
        for move in moves(state):
            asked, sentences = act(state, **move), announced(state, **move)
            if "Ann can’t repel the shark and finish the turn" in sentences:
                found.add(False)
                waiting = EARLIER.act(state, "s1", move, NOTHING).state
                with pytest.raises(Refused, match="finish your turn"):
                    act(waiting, do="repel", pay=True)
                answer = {"do": "repel", "pay": False}
                assert EARLIER.act(waiting, "s1", answer, NOTHING).state == asked
            elif asked.swim is not None and asked.to_act == asked.acting:
                found.add(True)
                assert {answer["pay"] for answer in moves(asked)} == {True, False}
                assert "Ann cannot make another move" not in announced(asked, do="repel", pay=True)
        if found == {True, False}:
            return
    raise AssertionError("the positions tried show only one case")
