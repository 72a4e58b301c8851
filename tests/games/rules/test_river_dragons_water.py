"""River Dragons in other ways: open water, a limit of rounds, cards without a board."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.games.river_dragons.paths import to_go
from companion.games.river_dragons.state import State
from companion.language.messages import Refused
from tests.games.rules.river_dragons_moves import last_card
from tests.games.rules.river_dragons_positions import (
    BOX,
    RULES,
    act,
    allowed,
    announced,
    moves,
    position,
    runner,
)


@pytest.mark.parametrize(
    ("x", "y", "reason"),
    [
        (9, 200, "completely"),
        (220, 383, "completely"),
        (130.9, 100, "2 mm"),
        (410 - 37, 196, "2 mm"),
        (85, 15, "land"),
        (200, 115.9, "in the way"),
        (None, 100, "millimetres"),
        (True, 100, "millimetres"),
        (float("nan"), 100, "millimetres"),
        (float("inf"), 100, "millimetres"),
        (1e308, 100, "millimetres"),
        (10**400, 100, "millimetres"),
        ("100", 100, "millimetres"),
        ([100], 100, "millimetres"),
        ({"x": 1}, 100, "millimetres"),
        (-1e-308, 100, "completely"),
    ],
)
def test_places_in_the_water_that_are_refused(x: object, y: object, reason: str) -> None:
    """A stone lies in the water, apart from other stones and not under a plank."""
    water = {"1": (110.0, 100.0), "2": (160.0, 100.0), "3": (240.0, 100.0)}
    state = position(
        {"red": "stone-1", "green": "jump"},
        board="water",
        water=water,
        planks={"red-6": ("2", "3")},
    )
    with pytest.raises(Refused, match=reason):
        act(state, "red", do="stone", x=x, y=y)


def test_any_free_place_in_the_water_is_allowed() -> None:
    """A stone may lie exactly as near as is allowed, on the grid or not."""
    state = position(
        {"red": "stone-2", "green": "jump"}, board="water", water={"1": (110.0, 100.0)}
    )
    state = act(state, "red", do="stone", x=132, y=100)
    state = act(state, "red", do="stone", x=410 - 38, y=196.0)
    assert [stone.id for stone in state.stones] == ["1", "2", "3"]


def test_the_water_is_offered_in_useful_places() -> None:
    """A few hundred places are offered, all over the river."""
    state = position({"red": "stone-1", "green": "jump"}, board="water")
    found = [(move["x"], move["y"]) for move in moves(state, "red")]
    assert 500 < len(found) < 1200
    for x, y in ((220, 196), (20, 130), (425, 260), (220, 20), (220, 375)):
        assert min(abs(a - x) + abs(b - y) for a, b in found) < 14


def test_when_rounds_run_out_the_nearest_wins() -> None:
    """After the last card of the last round, the runner with the shortest way to its goal wins; if
    several are as near, the one with the most planks."""
    at = {"red": "red-3", "green": "green-1"}
    planks = {"red-3": ("yellow", "c5"), "green-1": ("b1", "b2")}
    state = position({"red": "jump", "green": "jump"}, at={}, planks=planks, rounds="5")
    state = last_card(state, at)
    shown = act(state, "green", do="stone", at="d1")
    assert shown.phase == "over"
    assert to_go(BOX, shown, runner(shown, "red")) < to_go(BOX, shown, runner(shown, "green"))
    assert shown.winner == "red"
    even = last_card(position({"red": "jump", "green": "jump"}, rounds="5"), {})
    assert act(even, "green", do="stone", at="d1").winner == "green"
    assert "Green comes first in turn order" in announced(even, "green", do="stone", at="d1")[-1]
    poor = last_card(even, {}, {"green": ("green-1",)})
    assert act(poor, "green", do="stone", at="d1").winner == "red"
    assert "Red has the most planks in reserve" in announced(poor, "green", do="stone", at="d1")[-1]


def test_without_a_limit_a_race_goes_on() -> None:
    """Only an arrival ends a race, unless the table has set a limit, for example of forty
    rounds."""
    shown = {"red": "jump", "green": "jump"}
    for rounds, phase in (("arrival", "plan"), ("40", "over")):
        state = last_card(replace(position(shown, rounds=rounds), round=40), {})
        after = act(replace(state, round=40), "green", do="stone", at="d1")
        assert after.phase == phase, rounds
        assert after.round == (41 if phase == "plan" else 40)


def test_cards_only_says_who_acts_and_what_is_swallowed() -> None:
    """With the board on the table, phones reveal card by card, refuse a second tap for the same
    card, and end the race when a winner is named."""
    shown = {"pink": "dragon-green", "green": "stone-1", "blue": "stone-1", "red": "jump"}
    state = position(shown, referee="cards", rounds="40")
    panel = RULES.scene(state, None).panels[0]
    assert [str(line) for line in panel.lines] == [
        "Pink: Green dragon",
        "Blue: One stone",
        "Red: Jump",
        "Green: One stone – swallowed by Pink",
    ]
    assert [move["do"] for move in moves(state, "red")] == ["next"] + ["won"] * 4
    scene = RULES.scene(state, "red")
    assert str(scene.headline) == "Card 1: Blue starts"
    assert scene.turn == ("pink", "blue", "red", "green")
    assert _first_tap(state) == "All done: reveal card 2"
    assert _first_tap(replace(state, slot=4)) == "All done: plan round 2"
    assert _first_tap(replace(state, slot=4, round=40)) == "All done: nobody has arrived"
    after = act(state, "red", do="next", round=1, card=1)
    assert after.slot == 1
    assert not allowed(after, "blue", {"do": "next", "round": 1, "card": 1})
    assert act(after, "blue", do="won", who="green").winner == "green"
    for card in (2, 3, 4, 5):
        after = act(after, "red", do="next", round=1, card=card)
    assert (after.phase, after.round) == ("plan", 2)


def _first_tap(state: State) -> str:
    return str(RULES.offers(state, "red").choices[0].steps[0].label)


def test_cards_only_says_when_all_actions_are_swallowed() -> None:
    """Nobody is asked to begin if nobody can do anything."""
    state = position({"red": "dragon-green", "green": "jump"}, referee="cards")
    assert str(RULES.scene(state, None).headline) == "Card 1: no actions"


def test_a_round_goes_clockwise_and_hands_the_first_card_on() -> None:
    """Everybody acts in turn from the first player on. The next round begins with the left
    neighbour and new plans."""
    shown = dict.fromkeys(("green", "red", "yellow", "blue"), "stone-1")
    state, order = position(shown, first="green"), []
    for island in ("d1", "d2", "d3", "d4"):
        order += [one.house for one in state.runners if moves(state, one.seat)]
        state = act(state, order[-1], do="stone", at=island)
    assert order == ["green", "yellow", "blue", "red"]
    state = position(shown, first="green", referee="cards")
    for card in range(1, 6):
        state = act(state, "red", do="next", round=1, card=card)
    assert state.runners[state.first].house == "yellow"
    assert all(one.plan == () for one in state.runners)


def test_cards_only_asks_who_is_nearest_in_the_end() -> None:
    """When the rounds run out, the table is only asked who won."""
    state = position({"pink": "jump", "black": "jump"}, referee="cards", rounds="10")
    last = replace(state, round=10, slot=4)
    after = act(last, "pink", do="next", round=10, card=5)
    assert {move["do"] for move in moves(after, "black")} == {"won"}
    assert not allowed(after, "pink", {"do": "next", "round": 10, "card": 5})


@pytest.mark.parametrize("seat", ["green", "nobody"])
def test_only_who_has_the_turn_acts(seat: str) -> None:
    """Moves of players who do not have the turn are refused."""
    state = position({"red": "stone-1", "green": "stone-1"})
    assert not allowed(state, seat, {"do": "stone", "at": "b1"})
    assert moves(state, seat) == []


@pytest.mark.parametrize(
    "move", [{}, {"do": "jump"}, {"do": 5}, {"do": "move", "path": [["x"]]}, {"do": "move"}]
)
def test_moves_of_another_shape_are_refused(move: dict[str, object]) -> None:
    """Moves that no phone would send are refused and change nothing."""
    state = position(
        {"red": "move-1", "green": "jump"},
        at={"red": "red-1"},
        planks={"red-1": ("b1", "b2"), "red-2": ("b2", "b3")},
    )
    assert not allowed(state, "red", move)
