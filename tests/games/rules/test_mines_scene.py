"""Mines as phones show it: what is told, where they look, what is hidden."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.games.mines import RULES, wording
from companion.games.mines.hexes import Cell, apart, neighbours
from companion.games.mines.mountain import ground
from companion.games.mines.sight import richest
from companion.games.mines.state import Laid, State
from companion.stage import focus_of, set_stage
from companion.words import Message
from tests.games.rules.mines_moves import (
    SEEDS,
    last_laid,
    nothing_fits,
    offered,
    ring,
    verbs,
)
from tests.games.rules.mines_positions import (
    CHANCE,
    FACTS,
    RING,
    TILES,
    WILD,
    act,
    near,
    place,
    position,
    side_towards,
    some_state,
)


@given(SEEDS, st.integers(0, 60))
@settings(max_examples=15)
def test_taps_lead_to_one_move_each(seed: int, acts: int) -> None:
    """This test ensures that no two choices share all their taps, and places say their sides."""
    state = some_state(seed, acts)
    choices = RULES.offers(FACTS, state, state.player.id).choices
    for number, choice in enumerate(choices):
        assert all(choice.steps != other.steps for other in choices[:number])
    land = ground(state.mountain)
    for choice in choices:
        if choice.move["do"] == "lay":
            tile, spot, turned = choice.steps
            cell = (choice.move["q"], choice.move["r"])
            count = sum(near(cell, other) for other in land)
            assert tile.face == turned.face == f"tiles/{choice.move['tile']}"
            assert turned.turn == 60 * choice.move["turn"]
            assert str(spot.label).endswith(", 1 side" if count == 1 else f", {count} sides")
            assert spot.at == turned.at


PLACES = ("upper right", "right", "lower right", "lower left", "left", "upper left")


@given(SEEDS, st.integers(0, 60))
@settings(max_examples=15)
def test_words_tell_where_a_place_is(seed: int, acts: int) -> None:
    """This test ensures that a list of places can be told apart, and is true on the table."""
    state = some_state(seed, acts)
    numbered = {FACTS["tiles"][laid.tile]["number"]: laid.cell for laid in state.mountain}
    named = {}
    for choice in RULES.offers(FACTS, state, state.player.id).choices:
        if choice.move["do"] == "lay":
            cell = (choice.move["q"], choice.move["r"])
            where, number = str(choice.steps[1].label).split(",")[0].split(" of ")
            named.setdefault(f"{where} of {number}", set()).add(cell)
            assert neighbours(numbered[int(number)])[PLACES.index(where)] == cell
    assert all(len(cells) == 1 for cells in named.values())


def test_printed_names_can_be_translated() -> None:
    """This test ensures that sides and tokens are named by words that have a German form."""
    for known in FACTS["sides"].values():
        assert str(wording.side(known["name"])) == known["name"]
        assert isinstance(wording.side(known["name"]), Message)
    for token in FACTS["tokens"]:
        assert isinstance(wording.kind(token["id"], token["name"]), Message)
    assert wording.side("Plaid") == "Plaid"
    assert wording.kind("plaid", "Plaid") == "Plaid"


def test_words_tell_how_a_tile_lies() -> None:
    """This test ensures that the six ways to lie have six names, true to the printed sides."""
    named = {side: {**known, "bit": 0} for side, known in FACTS["sides"].items()}
    for tile, other in zip(TILES, TILES[1:] + TILES[:1], strict=True):
        state = position([Laid(other, (0, 0), 0)], [tile])
        choices = RULES.offers({**FACTS, "sides": named}, state, "a").choices
        names = {c.move["turn"]: str(c.steps[2].label) for c in choices if c.move["do"] == "lay"}
        assert len(set(names.values())) == 6
        for turn, name in names.items():
            side = next(s for s in tile if name.startswith(named[s]["name"]))
            where = name.removeprefix(named[side]["name"]).strip()
            cell = neighbours((0, 0))[PLACES.index(where)]
            assert side_towards(tile, turn, (0, 0), cell) == side


@pytest.mark.parametrize("points", [7, 6])
def test_places_promise_the_points_of_a_mine(points: int) -> None:
    """This test ensures that a place shows what digging there would bring."""
    mountain = ring(6, owner="a", tokens=1)
    state = position(mountain, TILES[30:31], chosen={"extend6": str(points)})
    marks = {
        choice.steps[1].mark
        for choice in RULES.offers(WILD, state, "a").choices
        if choice.move.get("q") == choice.move.get("r") == 0
    }
    assert marks == {f"+{points}"}


@given(SEEDS, st.integers(0, 60))
@settings(max_examples=25)
def test_hints_at_places_are_kept(seed: int, acts: int) -> None:
    """This test ensures that a place that promises a mine offers it once the tile lies there, and
    that a place with enough sides, but no mine, says why as it is said then."""
    state = some_state(seed, acts)
    for choice in RULES.offers(FACTS, state, state.player.id).choices[:40]:
        if choice.move["do"] != "lay" or state.phase == "opening":
            continue
        spot, after = choice.steps[1], act(state, **choice.move)
        hint = str(spot.hint or "")
        dug = [brought(after, verb) for verb in ("build", "extend") if verb in verbs(after)]
        assert dug == ([hint] if spot.mark.startswith("+") else [])
        if not dug and "join" not in hint:
            (end,) = [
                str(one.steps[0].hint)
                for one in RULES.offers(FACTS, after, after.player.id).choices
                if one.move["do"] == "finish"
            ]
            touching = sum(near(after.mountain[-1].cell, laid.cell) for laid in state.mountain)
            assert hint == ("" if touching == 1 else end)
            assert spot.mark == ("·" if touching == 1 else "")


def brought(state: State, verb: str) -> str:
    """What digging really takes and brings, in the words of a hint."""
    was, now = state.player, act(state, do=verb).players[state.current]
    tokens, points = was.tokens - now.tokens, now.points - was.points
    return f"{verb}: {wording.tokens(tokens)}, {wording.points(points)}"


@pytest.mark.parametrize(
    ("sides", "mine", "tokens", "told"),
    [
        (2, {}, 9, "1 of 9 tokens, 2 points"),
        (5, {}, 3, "2 of 3 tokens, 5 points; this round becomes the last"),
        (2, {}, 1, "1 of 1 token, 2 points"),
        (3, {"owner": "a", "tokens": 1}, 4, "no token, 3 points"),
        (5, {"owner": "a", "tokens": 1}, 3, "1 of 3 tokens, 5 points"),
    ],
)
def test_digging_tells_tokens_left_and_the_end(
    sides: int, mine: dict[str, Any], tokens: int, told: str
) -> None:
    """This test ensures that who digs sees how many tokens are left, and is warned of the end if
    digging brings it; who has one token left has brought it already."""
    state = last_laid(ring(sides, **mine), tokens=tokens)
    (dig,) = [
        choice
        for choice in RULES.offers(WILD, state, "a").choices
        if choice.move["do"] in ("build", "extend")
    ]
    assert str(dig.steps[0].hint) == told
    ends = not state.ending and act(state, WILD, **dig.move).ending
    assert ends == told.endswith("the last")


@pytest.mark.parametrize(
    ("left", "told"), [(2, "draw 1 tile"), (1, "draw 1 tile; this round becomes the last")]
)
def test_drawing_the_last_tile_tells_the_end(left: int, told: str) -> None:
    """This test ensures that nobody empties the pile unawares, by supply or after exploring."""
    pile = TILES[40 : 40 + left]
    supplied = position([Laid(TILES[0], (0, 0), 0)], TILES[1:3], pile=pile)
    explored = last_laid(ring(2), pile=pile)
    for state, verb in ((supplied, "supply"), (explored, "finish")):
        (hint,) = [
            str(choice.steps[0].hint)
            for choice in RULES.offers(WILD, state, "a").choices
            if choice.move["do"] == verb
        ]
        assert hint == told
        assert act(state, WILD, do=verb).ending == (left == 1)


@given(SEEDS, st.integers(0, 80), st.randoms())
@settings(max_examples=30)
def test_nothing_secret_is_shown(seed: int, acts: int, mix: Any) -> None:
    """This test ensures that a seat sees the same, whatever others hold and the pile hides."""
    state = some_state(seed, acts)
    for seat in (None, *(player.id for player in state.players)):
        others = [player for player in state.players if player.id != seat]
        hidden = [tile for player in others for tile in player.hand]
        hidden += [*state.pile, *state.removed]
        mix.shuffle(hidden)
        fresh = iter(hidden)
        players = tuple(
            player
            if player.id == seat
            else replace(player, hand=tuple(next(fresh) for _ in player.hand))
            for player in state.players
        )
        other = replace(
            state,
            players=players,
            pile=tuple(next(fresh) for _ in state.pile),
            removed=tuple(next(fresh) for _ in state.removed),
        )
        assert RULES.scene(FACTS, other, seat) == RULES.scene(FACTS, state, seat)
        if seat is not None:
            assert RULES.offers(FACTS, other, seat) == RULES.offers(FACTS, state, seat)


@given(SEEDS, st.integers(4, 60), st.randoms())
@settings(max_examples=20)
def test_nothing_secret_is_told(seed: int, acts: int, mix: Any) -> None:
    """This test ensures that the history does not tell others what somebody draws."""
    state = some_state(seed, acts)
    pile = list(state.pile)
    mix.shuffle(pile)
    other = replace(state, pile=tuple(pile))
    for move in offered(state)[-12:]:
        assert public_says(state, move) == public_says(other, move)


def public_says(state: State, move: Mapping[str, Any]) -> tuple[str, ...]:
    """What everybody is told of a move; the rest goes to who made it."""
    says = RULES.act(FACTS, state, state.player.id, move, CHANCE).says
    assert all(said.to in ((), (state.player.id,)) for said in says)
    return tuple(str(said.message) for said in says if not said.to)


def test_reorganising_keeps_the_removed_tile_secret() -> None:
    """This test ensures that others are told the same, whichever tile leaves the game."""
    state = position([Laid(TILES[0], (0, 0), 0)], TILES[1:4])
    told = {public_says(state, {"do": "reorganise", "tile": tile}) for tile in TILES[1:4]}
    assert told == {("Ann reorganises: a tile leaves the game", "Ann draws 1 tile")}


def test_the_scene_shows_the_mountain_as_it_lies() -> None:
    """This test ensures that tiles, turns, tokens and the view are in printed millimetres."""
    mine = Laid(TILES[1], (0, 1), 2, owner="b", tokens=2)
    state = position([Laid(TILES[0], (0, 0), 0), mine], TILES[2:5])
    scene = RULES.scene(FACTS, state, "a")
    first, last, second, *tokens = scene.tokens
    assert (last.x, last.y, str(last.label)) == (second.x, second.y, "laid last")
    assert (first.x, first.y, first.turn, first.width) == (0, 0, 0, 38)
    assert (second.x, second.y, second.turn) == (19, pytest.approx(32.909, abs=0.001), 120)
    assert (
        str(second.label)
        == f"tile {FACTS['tiles'][TILES[1]]['number']}, foundation of Ben, 2 tokens"
    )
    assert [token.face for token in tokens] == ["mine-tokens/blue"] * 2
    assert scene.view is not None
    left, top, width, height = scene.view
    for choice in RULES.offers(FACTS, state, "a").choices:
        for step in choice.steps:
            if step.at is not None:
                assert left <= step.at[0] - 19
                assert step.at[0] + 19 <= left + width
                assert top <= step.at[1] - 21.9
                assert step.at[1] + 21.9 <= top + height


@pytest.mark.parametrize("step", RING)
@pytest.mark.parametrize("length", [1, 4, 12])
def test_a_mountain_of_any_shape_fits_a_phone(step: Cell, length: int) -> None:
    """This test ensures that the whole mountain is seen at once with room below it, and nearer by
    those who do not lay a tile now."""
    row = [Laid(TILES[n], (step[0] * n, step[1] * n), 0) for n in range(length)]
    state = position(row, TILES[20:23])
    near_view, far_view = (RULES.scene(FACTS, state, seat).view for seat in ("b", "a"))
    assert near_view is not None
    assert far_view is not None
    assert near_view[2] <= far_view[2]
    for left, top, width, height in (near_view, far_view):
        assert height <= width + 0.01
        for laid in row:
            x, y = place(laid.cell)
            assert left <= x - 19
            assert x + 19 <= left + width
            assert top <= y - 21.9
            assert y + 21.9 <= top + height


@given(SEEDS, st.integers(3, 60))
@settings(max_examples=15)
def test_a_phone_looks_at_the_most_points(seed: int, acts: int) -> None:
    """This test ensures that a tile leads to a place where it brings the most, that the places are
    told in that order, and that a chosen place is looked at, however large the mountain is."""
    state = some_state(seed, acts)
    seat, offers = state.player.id, RULES.offers(FACTS, state, state.player.id)
    scene = RULES.scene(FACTS, state, seat)
    for tile in [tap for tap in set_stage(offers, ()).words if tap.step.focus is not None]:
        stage = set_stage(offers, tile.path)
        focus = focus_of(scene, stage)
        assert focus == tile.step.focus
        points = [int(tap.step.mark.strip("·") or 0) for tap in stage.places]
        assert points == sorted(points, reverse=True)
        best = [
            tap.step.at
            for tap, worth in zip(stage.places, points, strict=True)
            if worth == points[0]
        ]
        assert any(middle(focus) == pytest.approx(at) for at in best)
        for spot in (tap for tap in stage.places if tap.move is None):
            chosen = focus_of(scene, set_stage(offers, spot.path))
            assert middle(chosen) == pytest.approx(spot.step.at)


def middle(box: tuple[float, float, float, float] | None) -> tuple[float, float]:
    assert box is not None
    x, y, width, height = box
    return x + width / 2, y + height / 2


def test_of_equal_places_the_one_among_others_is_looked_at() -> None:
    """This test ensures that a phone shows many places at once, not a lone one far away."""
    near = {(0, 0): 3, (1, 0): 2, (0, 1): 2}
    assert richest({(9, 0): 3, **near}) == (0, 0)
    assert richest({(9, 0): 4, **near}) == (9, 0)
    assert richest({(9, 0): 0, (0, 0): 0, (2, 0): 0}) in ((0, 0), (2, 0))


@given(st.tuples(st.integers(-4, 4), st.integers(-4, 4)))
def test_cells_are_as_far_apart_as_steps_lead(cell: Cell) -> None:
    """This test ensures that the distance of cells is the number of steps between them."""
    reached, steps = {(0, 0)}, 0
    while cell not in reached:
        reached |= {near for one in reached for near in neighbours(one)}
        steps += 1
    assert apart((0, 0), cell) == apart(cell, (0, 0)) == steps


@pytest.mark.parametrize(
    ("tokens", "pile", "told"),
    [
        (4, 2, ["Draw pile: 2 tiles.", "Fewest tokens: Ann, 4.", "The round in which"]),
        (1, 2, ["Draw pile: 2 tiles.", "Fewest tokens: Ann, 1.", "This round is the last."]),
        (4, 0, ["The draw pile is empty.", "Fewest tokens: Ann, 4.", "This round is the last."]),
    ],
)
def test_the_end_is_watched(tokens: int, pile: int, told: list[str]) -> None:
    """This test ensures that everybody sees how far away the end is, and when it has come."""
    state = position(ring(2), TILES[6:8], tokens=tokens, pile=TILES[40 : 40 + pile])
    (panel,) = [p for p in RULES.scene(WILD, state, None).panels if str(p.title) == "The end"]
    for line, beginning in zip(panel.lines, told, strict=True):
        assert str(line).startswith(beginning)


def test_the_hand_is_in_an_own_panel_with_advice() -> None:
    """This test ensures that who waits sees tiles and what they could dig for, others do not."""
    state = position(ring(6), TILES[6:8], current=1)
    own = [panel for panel in RULES.scene(WILD, state, "a").panels if panel.own]
    assert [panel.faces for panel in own] == [(f"tiles/{TILES[6]}", f"tiles/{TILES[7]}")]
    assert [str(line).endswith("can dig for 6 points") for line in own[0].lines] == [True, True]
    assert not any(panel.own for panel in RULES.scene(WILD, state, None).panels)


def test_tiles_tell_their_places_and_best_mine() -> None:
    """This test ensures that a tile can be chosen by what it may bring this turn."""
    state = position(ring(6), TILES[6:8])
    hints = {str(c.steps[0].hint) for c in RULES.offers(WILD, state, "a").choices if "q" in c.move}
    assert hints == {"13 places, up to +6"}
    state = position([Laid(TILES[0], (0, 0), 0)], TILES[6:8])
    hints = {str(c.steps[0].hint) for c in RULES.offers(WILD, state, "a").choices if "q" in c.move}
    assert hints == {"6 places"}


@pytest.mark.parametrize(
    ("held", "told"), [(3, ["No supply: you hold 3 tiles, and may not hold more."]), (2, [])]
)
def test_a_full_hand_is_told_why_it_cannot_supply(held: int, told: list[str]) -> None:
    """This test ensures that what is not offered is not called for, and that a reason is given."""
    state = position([Laid(TILES[0], (0, 0), 0)], TILES[1 : held + 1])
    scene = RULES.scene(WILD, state, "a")
    (panel,) = [panel for panel in scene.panels if panel.own]
    assert [str(line) for line in panel.lines] == told
    assert ("supply" in str(scene.headline)) == ("supply" in verbs(state, WILD)) == (not told)


@pytest.mark.parametrize(
    ("sides", "hand", "told"),
    [
        (2, 1, "Ann: lay on, dig or end"),
        (1, 1, "Ann: lay on or end"),
        (2, 0, "Ann: dig or end"),
        (1, 0, "Ann ends the turn"),
    ],
)
def test_the_headline_names_what_can_follow(sides: int, hand: int, told: str) -> None:
    """This test ensures that the headline does not call for what nobody could do."""
    mountain = [*ring(sides), Laid(TILES[20], (0, 0), 0)]
    state = position(mountain, TILES[30 : 30 + hand], phase="explore", fresh=1)
    assert str(RULES.scene(WILD, state, None).headline) == told
    last = replace(state, pile=())
    assert str(RULES.scene(WILD, last, None).headline) == f"{told} (last round)"


def test_players_see_points_as_a_sum() -> None:
    """This test ensures that everybody's track, zones, total, tokens and tiles can be read."""
    after = act(last_laid(ring(6)), WILD, do="build")
    (panel,) = [p for p in RULES.scene(WILD, after, None).panels if str(p.title) == "Players"]
    assert [str(line) for line in panel.lines] == [
        "Ann: 9 points (6 track + 3 zones), 6 tokens, 3 tiles",
        "Ben: 0 points (0 track + 0 zones), 9 tokens, 2 tiles",
    ]


def test_advice_says_what_fits_nowhere() -> None:
    """This test ensures that a tile without a place is named."""
    facts, state = nothing_fits()
    (panel,) = [panel for panel in RULES.scene(facts, state, "a").panels if panel.own]
    assert len(panel.lines) == 4
    assert all("fits nowhere" in str(line) for line in panel.lines)


def test_a_tile_that_cannot_be_joined_fits_nowhere() -> None:
    """This test ensures that a tile which only fits apart from this turn's tile is not missing
    without a word; while others play, the same tile fits."""
    sides = {TILES[0]: "AAAAAA", TILES[1]: "BBBBAB", TILES[2]: "AAAAAA"}
    tiles = {tile: {**FACTS["tiles"][tile], "sides": list(sides[tile])} for tile in sides}
    facts = {**FACTS, "tiles": {**FACTS["tiles"], **tiles}}
    mountain = [Laid(TILES[0], (0, 0), 0), Laid(TILES[1], (1, 0), 0)]
    state = position(mountain, TILES[2:3], phase="explore", fresh=1)
    assert verbs(state, facts) == {"finish"}
    number = FACTS["tiles"][TILES[2]]["number"]
    nowhere = f"tile {number} fits nowhere now"
    for now, told in ((state, [nowhere]), (replace(state, current=1, phase="turn", fresh=0), [])):
        (panel,) = [panel for panel in RULES.scene(facts, now, "a").panels if panel.own]
        assert [str(line) for line in panel.lines] == told


def test_running_points_are_track_and_zones() -> None:
    """This test ensures that the standing counts mines as if the game ended now."""
    after = act(last_laid(ring(6)), WILD, do="build")
    assert RULES.scene(WILD, after, None).standing == {"a": 6 + 3, "b": 0}
    assert RULES.sheets(WILD, after)["a"] == {"track": 6, "lone": 0, "zones": [[1, 3]]}
