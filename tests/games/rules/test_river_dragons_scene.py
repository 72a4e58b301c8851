"""What a phone shows of River Dragons, and where."""

from __future__ import annotations

import math
from itertools import combinations

import pytest

from companion.games.river_dragons.paths import spot
from companion.games.river_dragons.planks import plank_middle
from companion.games.river_dragons.rack import rack_height, rack_place, row_height
from companion.games.river_dragons.shore import on_shore
from companion.games.river_dragons.state import State
from companion.games.scene import Scene, Token
from companion.games.taps import focus_of, next_taps
from tests.games.rules.river_dragons_positions import BOX, RULES, act, key, position

FAR = {"black-6": ("black", "d3"), "black-3": ("d3", "b3")}


def scene(state: State, seat: str | None) -> Scene:
    return RULES.scene(state, seat)


def rack(state: State, seat: str | None) -> list[Token]:
    """The tokens below the board."""
    return [token for token in scene(state, seat).tokens if token.y > BOX.measures.height]


@pytest.mark.parametrize("house", ["pink", "black"])
def test_own_planks_lie_below_the_board_to_scale(house: str) -> None:
    """A seat sees its reserve below the board, every plank as long as on the board and none
    overlapping; a spectator sees only the board."""
    state = position({"pink": "stone-1", "black": "stone-1"}, planks=FAR)
    seen = rack(state, house)
    reserve = next(one.reserve for one in state.runners if one.house == house)
    assert {token.face.split("/")[1] for token in seen} == set(reserve)
    lengths = {token.face.split("/")[1]: token.width for token in seen}
    assert lengths == {name: BOX.planks[name].length for name in reserve}
    for one, other in combinations(seen, 2):
        beside = abs(one.x - other.x) >= ((one.width or 0) + (other.width or 0)) / 2
        assert beside or abs(one.y - other.y) >= BOX.measures.plank
    assert all((t.width or 0) / 2 <= t.x <= BOX.measures.width - (t.width or 0) / 2 for t in seen)
    view = scene(state, house).view
    assert view is not None
    assert view[3] == BOX.measures.height + rack_height(BOX)
    assert all(token.y + row_height(BOX) / 2 <= view[3] for token in seen)
    assert rack(state, None) == []
    assert scene(state, None).view == (0.0, 0.0, BOX.measures.width, BOX.measures.height)


def test_a_plank_that_was_too_short_lies_alone() -> None:
    """The owner is shown only the plank that must be laid; others still see all planks."""
    state = position({"red": "plank-1", "green": "jump"}, stones=["d1", "d2", "b1", "b2"])
    state = act(state, "red", do="plank", plank="red-2", **{"from": "d1", "to": "d2"})
    assert [token.face for token in rack(state, "red")] == ["plank-2/red-2"]
    assert len(rack(state, "green")) == 6


@pytest.mark.parametrize("house", BOX.villages)
def test_a_flag_marks_the_goal_of_who_looks(house: str) -> None:
    """Every player finds a flag of their colour on their own goal, and a spectator finds none."""
    state = position(dict.fromkeys(BOX.villages, "stone-1"))
    flags = [token for token in scene(state, house).tokens if str(token.label) == "Your goal"]
    village = BOX.villages[BOX.villages[house].destination]
    colour = BOX.houses[house].colour
    assert [(flag.x, flag.y, flag.colour) for flag in flags] == [(village.x, village.y, colour)]
    assert not any(str(token.label) == "Your goal" for token in scene(state, None).tokens)


def test_a_plank_takes_three_taps_on_the_board() -> None:
    """Either end of a gap may be tapped first, then the other, then a plank in the reserve."""
    state = position({"pink": "plank-1", "black": "jump"}, stones=["b3", "d3", "e2"])
    ends = {
        name: (spot.x, spot.y)
        for name, spot in (("d3", BOX.islands["d3"]), ("black", BOX.villages["black"]))
        if name in ("d3", "black")
    }
    offers = RULES.offers(state, "pink")
    for one, other in (("d3", "black"), ("black", "d3")):
        path: tuple[int, ...] = ()
        for at in (ends[one], ends[other], rack_place(BOX, "pink-6")):
            taps = {tap.step.at: tap for tap in next_taps(offers, path).places}
            path = taps[at].path
        assert taps[at].move == {"do": "plank", "from": one, "to": other, "plank": "pink-6"}


def test_runners_of_one_village_can_be_told_apart() -> None:
    """However many runners are in one village, none covers another, and all are at the water's
    edge."""
    for village, place in BOX.villages.items():
        spots = [on_shore(BOX, village, number, 6) for number in range(6)]
        for one in spots:
            assert math.dist(one, (place.x, place.y)) == pytest.approx(BOX.measures.village)
        for one, other in combinations(spots, 2):
            assert math.dist(one, other) > 2 * BOX.measures.plank


def test_a_board_opens_where_a_runner_may_step() -> None:
    """Only the phone of the player who steps zooms in on the runner's ways; for building it shows
    the whole board."""
    state = position({"pink": "move-2", "black": "plank-1"}, at={"pink": "black-6"}, planks=FAR)
    focus = scene(state, "pink").focus
    assert focus is not None
    x, y, width, height = focus
    taps = [c.steps[-1].at for c in RULES.offers(state, "pink").choices]
    assert taps
    for at in taps:
        assert at is not None
        assert x < at[0] < x + width
        assert y < at[1] < y + height
    assert scene(state, "black").focus is None
    built = act(state, "pink", do="move", path=["black-3", "black-6"])
    assert scene(built, "black").focus is None


def test_headlines_address_the_acting_player() -> None:
    """A player who has to act is asked to, and others read who does."""
    state = position({"pink": "stone-2", "black": "jump"})
    assert str(scene(state, "pink").headline) == "Your turn: place 2 stones"
    assert str(scene(state, "black").headline) == "Pink places 2 stones"
    after = act(state, "pink", do="stone", at="b1")
    assert str(scene(after, "pink").headline) == "Your turn: place 1 stone"


def test_face_down_cards_leave_the_plan_one_by_one() -> None:
    """A seat sees which of its cards are still face down, and others do not."""
    state = position({"pink": "stone-1", "black": "stone-1"})
    own = [panel for panel in scene(state, "black").panels if panel.own]
    black = next(one for one in state.runners if one.house == "black")
    assert [panel.faces for panel in own] == [tuple(f"action-cards/{c}" for c in black.plan[1:])]
    assert not any(panel.own for panel in scene(state, None).panels)


def test_a_stone_in_open_water_takes_two_looks() -> None:
    """The water is offered in a few regions. A tapped region shows all of its places, and every
    place belongs to one."""
    state = position({"pink": "stone-1", "black": "stone-1"}, board="water")
    offers = RULES.offers(state, "pink")
    first = next_taps(offers, ()).places
    assert 20 < len(first) < 120
    found = []
    for region in first:
        stage = next_taps(offers, region.path)
        places = stage.places
        focus = focus_of(scene(state, "pink"), stage)
        assert focus is not None
        assert focus[2] < BOX.measures.width / 4
        found += [tap.move for tap in places if tap.move is not None]
    assert sorted(map(key, found)) == sorted(key(choice.move) for choice in offers.choices)


def test_the_last_move_glows() -> None:
    """Until the next move, everybody sees where a stone or plank was laid or taken, and where a
    runner went or returned to after a fall."""
    shown = {"red": "stone-1", "green": "plank-1", "blue": "move-1", "yellow": "remove"}
    planks = {"blue-1": ("b1", "b2"), "blue-2": ("b1", "e1")}
    state = position(shown, at={"blue": "blue-1"}, planks=planks, stones=["d1"])
    assert _glowing(state) == []
    state = act(state, "red", do="stone", at="d2")
    assert _glowing(state) == [_island("d2")]
    state = act(state, "green", **{"do": "plank", "plank": "green-6", "from": "d1", "to": "green"})
    assert _glowing(state) == [plank_middle(BOX, state, state.planks[-1])]
    (glow,) = [token for token in scene(state, None).tokens if str(token.label) == "Last move"]
    assert (glow.length or 0) > BOX.planks["green-6"].length
    state = act(state, "yellow", do="take", stone="d2")
    assert _glowing(state) == [_island("d2")]
    state = act(state, "blue", do="move", path=["blue-2"])
    assert _glowing(state) == [spot(BOX, state, "blue-2")]
    tokens = [str(token.label) for token in scene(state, "red").tokens]
    assert tokens.index("Last move") < tokens.index("Stone in front of Green")


def test_a_fall_glows_at_home() -> None:
    """A runner that falls because of somebody else's move is marked too."""
    planks = {"green-1": ("b1", "b2")}
    state = position({"red": "stone-1", "green": "jump"}, at={"green": "green-1"}, planks=planks)
    fallen = act(state, "red", do="stone", at="d2")
    assert _glowing(fallen) == [_island("d2"), on_shore(BOX, "green", 0, 1)]


def _island(name: str) -> tuple[float, float]:
    return BOX.islands[name].x, BOX.islands[name].y


def _glowing(state: State) -> list[tuple[float, float]]:
    tokens = scene(state, None).tokens
    return [(token.x, token.y) for token in tokens if str(token.label) == "Last move"]


@pytest.mark.parametrize(
    ("card", "topics"),
    [
        ("stone-1", ("stone",)),
        ("plank-1", ("plank",)),
        ("move-1", ("step", "fall")),
        ("remove", ("take",)),
    ],
)
def test_help_is_about_the_card_that_is_carried_out(card: str, topics: tuple[str, ...]) -> None:
    """The help beside the headline answers questions about the acting runner's card."""
    at = {"pink": "black-6", "black": "black-3"}
    state = position({"pink": card, "black": "stone-1"}, at=at, planks=FAR, stones=["b1"])
    assert state.acting.house == "pink"
    assert scene(state, "pink").topics == topics
