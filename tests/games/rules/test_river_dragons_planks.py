"""Stones and planks of River Dragons: where they may lie, and how they are taken."""

from __future__ import annotations

import math

import pytest

from companion.games import rules_at
from companion.games.river_dragons.state import stones_left
from companion.games.seats import Seat
from companion.language.messages import Refused
from companion.table.game_rules import setup_of
from companion.table.model import SetupRequest
from tests.games.rules.bots import playable
from tests.games.rules.river_dragons_positions import (
    BOX,
    CHANCE,
    FACTS,
    RULES,
    act,
    allowed,
    announced,
    moves,
    options,
    position,
    runner,
)

# --- stones --------------------------------------------------------------------------------------


def test_stones_go_on_empty_islands_only() -> None:
    """Every empty island is offered, but no taken one, no village and no island under a plank."""
    state = position({"red": "stone-1", "green": "jump"}, stones=["b1"])
    assert {move["at"] for move in moves(state, "red")} == set(BOX.islands) - {"b1"}
    assert not allowed(state, "red", {"do": "stone", "at": "red"})
    over = position(
        {"red": "stone-1", "green": "jump"}, planks={"red-6": ("d1", "d2"), "blue-6": ("b1", "b4")}
    )
    assert {move["at"] for move in moves(over, "red")} == set(BOX.islands) - {
        "b1",
        "b4",
        "d1",
        "d2",
    }
    across = position({"red": "stone-1", "green": "jump"}, planks={"red-6": ("e1", "b2")})
    assert "b1" not in {move["at"] for move in moves(across, "red")}


@pytest.mark.parametrize(("aside", "smallest"), [(-3.9, 1), (0.0, 2), (3.9, 2)])
def test_a_stone_a_little_aside_changes_which_plank_fits(aside: float, smallest: int) -> None:
    """Planks are measured from where a stone really lies: 4 mm on an island decide between two."""
    near, island = BOX.islands["d1"], BOX.islands["e1"]
    far = math.dist((near.x, near.y), (island.x, island.y))
    x, y = (
        island.x + aside * (island.x - near.x) / far,
        island.y + aside * (island.y - near.y) / far,
    )
    state = position({"red": "stone-1", "green": "plank-1"}, stones=["d1"])
    state = act(state, "red", do="stone", x=x, y=y)
    stone = state.stones[-1]
    assert (stone.id, stone.x, stone.y) == ("e1", round(x, 1), round(y, 1))
    for number in (1, 2):
        move = {"do": "plank", "from": "d1", "to": "e1", "plank": f"green-{number}"}
        laid = act(state, "green", **move).planks
        assert bool(laid) == (number >= smallest), number


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ({"x": 244.5, "y": 159.3}, "completely on an island"),
        ({"x": 220.0, "y": 196.0}, "completely on an island"),
        ({"x": 125.0, "y": 31.5}, "completely on an island"),
        ({"x": 199.6, "y": 159.3}, "already"),
        ({"at": "b1", "x": 240.0, "y": 159.0}, "go on islands"),
        ({"x": 240.0}, "millimetres"),
        ({"x": "240", "y": 159.0}, "millimetres"),
        ({"x": 240.0, "y": float("nan")}, "millimetres"),
        ({"x": 1e308, "y": -1e308}, "millimetres"),
        ({"x": -(10**400), "y": 0}, "millimetres"),
        ({}, "millimetres"),
    ],
)
def test_places_on_islands_that_are_refused(move: dict[str, object], reason: str) -> None:
    """A stone lies completely on a free island, and its place is two plain numbers."""
    state = position({"red": "stone-1", "green": "jump"}, stones=["b2"])
    with pytest.raises(Refused, match=reason):
        act(state, "red", do="stone", **move)


def test_older_tables_keep_their_rules() -> None:
    """A table opened before islands had a radius in its facts still sets stones in the middle."""
    older = {name: far for name, far in FACTS["measures"].items() if name != "island"}
    facts = {**FACTS, "measures": older}
    state = position({"red": "stone-1", "green": "jump"}, stones=["b2"])
    offers = playable("river-dragons", facts).offers(state, "red")
    assert offers.points == ()
    assert {choice.move["at"] for choice in offers.choices} == set(BOX.islands) - {"b2"}
    spot = BOX.islands["b1"]
    with pytest.raises(Refused, match="on an island"):
        playable("river-dragons", facts).act(
            state, "red", {"do": "stone", "x": spot.x + 3, "y": spot.y}, CHANCE
        )
    seats = (Seat("a", "Ann", "red"), Seat("b", "Ben", "green"))
    setup = setup_of(rules_at("river-dragons", facts), SetupRequest(2, {}, "calm-otter-11"))
    for known, rounds in ((facts, 40), (FACTS, None)):
        begun = playable("river-dragons", known).begin(seats, options(), setup, CHANCE)
        assert begun.state.variants.rounds == rounds


def test_two_stones_are_two_moves() -> None:
    """One player places both stones, one after the other."""
    state = position({"red": "stone-2", "green": "jump"})
    state = act(state, "red", do="stone", at="b1")
    assert state.left == 1
    state = act(state, "red", do="stone", at="b2")
    assert [stone.id for stone in state.stones] == ["b1", "b2"]
    assert moves(state, "red") != moves(position({"red": "stone-2", "green": "jump"}), "red")


def test_two_stones_with_one_left() -> None:
    """With one stone in the supply, the action places one stone."""
    islands = sorted(BOX.islands)
    state = position({"red": "stone-2", "green": "remove"}, stones=islands[1:])
    assert stones_left(BOX, state) == 1
    state = act(state, "red", do="stone", at=islands[0])
    assert stones_left(BOX, state) == 0
    assert {move["do"] for move in moves(state, "green")} == {"take"}


def test_no_stone_left_loses_the_action() -> None:
    """With an empty supply the next player acts at once."""
    state = position({"red": "stone-1", "green": "remove"}, stones=BOX.islands)
    assert moves(state, "red") == []
    assert {move["do"] for move in moves(state, "green")} == {"take"}


def test_every_stone_face_is_used_as_often_as_it_is_printed() -> None:
    """27 stones placed one by one are the printed ones."""
    state = position({"red": "stone-1", "green": "remove"})
    for number, island in enumerate(BOX.islands):
        state = position({"red": "stone-1", "green": "remove"}, stones=list(BOX.islands)[:number])
        state = act(state, "red", do="stone", at=island)
    faces = [stone.face for stone in state.stones]
    assert {face: faces.count(face) for face in faces} == dict(BOX.stones)


def test_places_are_described_by_the_villages_around() -> None:
    """Islands, whose names are printed nowhere, are described in words that fit only one of them,
    and stones in open water have different descriptions."""
    state = position({"red": "stone-1", "green": "jump"})
    labels = {
        choice.move["at"]: str(choice.steps[0].label)
        for choice in RULES.offers(state, "red").choices
    }
    assert len(set(labels.values())) == len(BOX.islands)
    assert [labels[name] for name in ("a1", "c6", "d6", "b6", "e1")] == [
        "Island near Pink, towards Green",
        "Island near Pink, towards Yellow",
        "Island in front of Pink",
        "Island in the middle, towards Pink",
        "Island between Green and Pink",
    ]
    assert announced(state, "red", do="stone", at="d6")[0] == "Red places a stone in front of Pink"
    water = {"1": (320.0, 190.0), "2": (350.0, 190.0)}
    state = position({"red": "remove", "green": "jump"}, board="water", water=water)
    taps = [str(choice.steps[0].label) for choice in RULES.offers(state, "red").choices]
    assert taps == ["Stone 1 in front of Pink", "Stone 2 in front of Pink"]
    assert announced(state, "red", do="take", stone="2")[0] == (
        "Red takes away the stone in front of Pink"
    )


# --- planks --------------------------------------------------------------------------------------


def test_fit_is_announced_only_after_the_choice() -> None:
    """Every plank of the reserve is offered for a gap, short or long, and only name and length tell
    them apart."""
    state = position({"red": "plank-1", "green": "jump"}, stones=["d1", "d2"])
    for one, other in (("d1", "d2"), ("d2", "d1")):
        found = [m["plank"] for m in moves(state, "red") if (m["from"], m["to"]) == (one, other)]
        assert found == [f"red-{number}" for number in range(1, 7)]
    for choice in RULES.offers(state, "red").choices:
        assert all(step.hint is None for step in choice.steps)
        assert len(choice.steps) == 3


def test_a_short_plank_stays_chosen() -> None:
    """A plank that does not reach must be laid elsewhere, and nothing else can be laid before."""
    state = position({"red": "plank-1", "green": "jump"}, stones=["d1", "d2", "b1", "b2"])
    assert announced(state, "red", do="plank", plank="red-2", **{"from": "d1", "to": "d2"}) == [
        "Red’s plank Red 2 is too short "
        "from the stone in front of Green to the stone in front of Red"
    ]
    state = act(state, "red", do="plank", plank="red-2", **{"from": "d1", "to": "d2"})
    assert state.held == "red-2"
    assert runner(state, "red").reserve == tuple(f"red-{n}" for n in range(1, 7))
    assert {move["plank"] for move in moves(state, "red")} == {"red-2"}
    assert not any({m["from"], m["to"]} == {"d1", "d2"} for m in moves(state, "red"))
    for plank, one, other in (("red-1", "b1", "b2"), ("red-2", "d2", "d1")):
        move = {"do": "plank", "plank": plank, "from": one, "to": other}
        assert not allowed(state, "red", move)
    state = act(state, "red", do="plank", plank="red-2", **{"from": "b2", "to": "b1"})
    assert [(laid.plank, laid.ends) for laid in state.planks] == [("red-2", ("b1", "b2"))]
    assert "red-2" not in runner(state, "red").reserve
    assert state.held == ""


def test_a_plank_that_fits_nowhere_is_out_of_the_game() -> None:
    """A plank too short for every gap is out of the game, and the turn goes on."""
    state = position({"red": "plank-1", "green": "stone-1"}, stones=["d1", "d2"])
    after = act(state, "red", do="plank", plank="red-1", **{"from": "d1", "to": "d2"})
    assert after.lost == ("red-1",)
    assert "red-1" not in runner(after, "red").reserve
    assert moves(after, "red") == []
    assert moves(after, "green")


def test_two_planks_of_which_the_first_is_lost() -> None:
    """A plank out of the game counts as one of two, and with the last plank of a reserve the action
    ends."""
    state = position(
        {"red": "plank-2", "green": "stone-1"},
        stones=["d1", "d2"],
        reserves={"red": ["red-1", "red-6"]},
    )
    state = act(state, "red", do="plank", plank="red-1", **{"from": "d1", "to": "d2"})
    assert (state.lost, state.left) == (("red-1",), 1)
    assert announced(state, "red", do="plank", plank="red-6", **{"from": "d2", "to": "d1"}) == [
        "Red lays plank Red 6 from the stone in front of Red to the stone in front of Green"
    ]
    state = act(state, "red", do="plank", plank="red-6", **{"from": "d2", "to": "d1"})
    assert runner(state, "red").reserve == ()
    assert moves(state, "green")


def test_two_planks_with_one_in_reserve() -> None:
    """A player who has one plank lays that one, and the rest of the action is lost."""
    state = position(
        {"red": "plank-2", "green": "stone-1"}, stones=["b1", "b2"], reserves={"red": ["red-6"]}
    )
    sentences = announced(state, "red", do="plank", plank="red-6", **{"from": "b1", "to": "b2"})
    assert sentences[1:] == ["Red cannot do the rest"]


def test_a_long_plank_does_no_harm() -> None:
    """The longest plank may bridge the smallest gap."""
    state = position({"red": "plank-1", "green": "jump"}, stones=["b1", "b2"])
    after = act(state, "red", do="plank", plank="red-6", **{"from": "b1", "to": "b2"})
    assert after.planks[0].plank == "red-6"


def test_three_planks_a_stone_and_a_village() -> None:
    """A fourth plank on a stone or village is refused."""
    planks = {"red-2": ("d1", "b1"), "red-3": ("d1", "e1"), "red-4": ("d1", "c1")}
    state = position({"red": "plank-1", "green": "jump"}, planks=planks, stones=["d2"])
    with pytest.raises(Refused, match="3 planks"):
        act(state, "red", do="plank", plank="red-6", **{"from": "d1", "to": "d2"})
    full = {f"blue-{n}": ("red", island) for n, island in ((3, "a3"), (4, "c2"), (5, "d2"))}
    state = position({"red": "plank-1", "green": "jump"}, planks=full, stones=["e2"])
    with pytest.raises(Refused, match="3 planks"):
        act(state, "red", do="plank", plank="red-6", **{"from": "e2", "to": "red"})


@pytest.mark.parametrize(
    ("one", "other", "reason"),
    [
        ("b1", "b4", "cross"),
        ("b2", "b5", "already"),
        ("d1", "d1", "other end"),
        ("red", "green", "villages"),
        ("a1", "a4", "long enough"),
        ("d1", "b5", "in the way"),
        ("a6", "d1", "stones or villages"),
    ],
)
def test_gaps_that_everybody_can_see_are_closed(one: str, other: str, reason: str) -> None:
    """Gaps that are crossed, blocked, too wide or already bridged are refused with a reason, and
    not offered."""
    state = position(
        {"red": "plank-1", "green": "jump"},
        planks={"blue-5": ("b2", "b5")},
        stones=["b1", "b4", "d1", "a1", "a4", "b6"],
    )
    with pytest.raises(Refused, match=reason):
        act(state, "red", do="plank", plank="red-6", **{"from": one, "to": other})
    assert not any({m["from"], m["to"]} == {one, other} for m in moves(state, "red"))


def test_no_gap_loses_the_action_but_no_plank() -> None:
    """On a river without stones, a plank card does nothing."""
    state = position({"red": "plank-2", "green": "stone-1"})
    assert runner(state, "red").reserve == tuple(f"red-{n}" for n in range(1, 7))
    assert moves(state, "green")
    assert moves(state, "red") == []
