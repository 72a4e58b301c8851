"""Mines as phones show it: what is announced, where they look, what is hidden."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.games.mines.ending import result_of
from companion.games.mines.facts import read_facts
from companion.games.mines.focus import richest
from companion.games.mines.hexes import Cell, apart, neighbours
from companion.games.mines.mountain import tiles_by_cell, zones
from companion.games.mines.names import count_points, count_tokens, side_name, token_name
from companion.games.mines.state import LaidTile, State
from companion.games.taps import focus_of, next_taps
from companion.language.messages import Message
from tests.games.rules.bots import playable
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
    EARLIER,
    FACTS,
    RING,
    RULES,
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
    """No two choices share all their taps, and places say their sides."""
    state = some_state(seed, acts)
    choices = RULES.offers(state, state.acting.id).choices
    for number, choice in enumerate(choices):
        assert all(choice.steps != other.steps for other in choices[:number])
    land = tiles_by_cell(state.mountain)
    for choice in choices:
        if choice.move["do"] == "lay":
            tile, spot, turned = choice.steps
            cell = (choice.move["q"], choice.move["r"])
            count = sum(near(cell, other) for other in land)
            assert tile.face == turned.face == f"tiles/{choice.move['tile']}"
            assert turned.turn == 60 * choice.move["turn"]
            assert str(spot.label).endswith(f": touches {count} side{'s' * (count > 1)}")
            assert spot.at == turned.at


PLACES = ("top right", "right", "bottom right", "bottom left", "left", "top left")


@given(SEEDS, st.integers(0, 60))
@settings(max_examples=15)
def test_labels_describe_where_a_place_is(seed: int, acts: int) -> None:
    """The labels of places are distinct and describe the right cell."""
    state = some_state(seed, acts)
    numbered = {FACTS["tiles"][laid.tile]["number"]: laid.cell for laid in state.mountain}
    named: dict[tuple[str, str], set[tuple[int, int]]] = {}
    for choice in RULES.offers(state, state.acting.id).choices:
        if choice.move["do"] == "lay":
            cell = (choice.move["q"], choice.move["r"])
            where, number = str(choice.steps[1].label).split(":")[0].split(" of tile ")
            named.setdefault((where, number), set()).add(cell)
            assert neighbours(numbered[int(number)])[PLACES.index(where.lower())] == cell
    assert all(len(cells) == 1 for cells in named.values())


def test_printed_names_can_be_translated() -> None:
    """Sides and tokens are named by words that have a German form."""
    for known in FACTS["sides"].values():
        assert str(side_name(known["name"])) == known["name"]
        assert isinstance(side_name(known["name"]), Message)
    for token in FACTS["tokens"]:
        assert isinstance(token_name(token["id"], token["name"]), Message)
    assert side_name("Plaid") == "Plaid"
    assert token_name("plaid", "Plaid") == "Plaid"


def test_labels_describe_how_a_tile_is_turned() -> None:
    """The six turns of a tile have six labels that match its printed sides."""
    named = {side: {**known, "bit": 0} for side, known in FACTS["sides"].items()}
    for tile, other in zip(TILES, TILES[1:] + TILES[:1], strict=True):
        state = position([LaidTile(other, (0, 0), 0)], [tile])
        choices = playable("mines", {**FACTS, "sides": named}).offers(state, "a").choices
        names = {c.move["turn"]: str(c.steps[2].label) for c in choices if c.move["do"] == "lay"}
        assert len(set(names.values())) == 6
        for turn, name in names.items():
            side = next(s for s in tile if name.startswith(named[s]["name"]))
            where = name.removeprefix(named[side]["name"]).strip()
            cell = neighbours((0, 0))[PLACES.index(where)]
            assert side_towards(tile, turn, (0, 0), cell) == side


@pytest.mark.parametrize("points", [7, 6])
def test_places_promise_the_points_of_a_mine(points: int) -> None:
    """A place shows what digging there would bring."""
    mountain = ring(6, owner="a", tokens=1)
    state = position(mountain, TILES[30:31], chosen={"extend6": str(points)})
    marks = {
        choice.steps[1].mark
        for choice in playable("mines", WILD).offers(state, "a").choices
        if choice.move.get("q") == choice.move.get("r") == 0
    }
    assert marks == {f"+{points}"}


@given(SEEDS, st.integers(0, 60))
@settings(max_examples=25)
def test_hints_at_places_are_kept(seed: int, acts: int) -> None:
    """A place that promises a mine offers it once the tile lies there. A place with enough sides,
    but no mine, gives the same reason before and after."""
    state = some_state(seed, acts)
    for choice in RULES.offers(state, state.acting.id).choices[:40]:
        if choice.move["do"] != "lay" or state.phase == "opening":
            continue
        spot, after = choice.steps[1], act(state, EARLIER, **choice.move)
        hint = str(spot.hint or "")
        dug = [brought(after, verb) for verb in ("build", "extend") if verb in verbs(after)]
        assert dug == ([hint] if spot.mark.startswith("+") else [])
        if not dug and "connect" not in hint:
            (end,) = [
                str(one.steps[0].hint)
                for one in RULES.offers(after, after.acting.id).choices
                if one.move["do"] == "finish"
            ]
            touching = sum(near(after.mountain[-1].cell, laid.cell) for laid in state.mountain)
            assert hint == ("" if touching == 1 else end)
            assert spot.mark == ("·" if touching == 1 else "")


def brought(state: State, verb: str) -> str:
    """What digging really scores and costs, worded as a hint."""
    after = act(state, do=verb)
    was, now = state.acting, after.players[state.current]
    tokens, points = was.tokens - now.tokens, now.points - was.points
    mine = {"build": "build a mine", "extend": "extend your mine"}[verb]
    sentence = f"{mine}: {count_points(points)}, costs {count_tokens(tokens)}"
    zone = "your zones stay the same"
    if tokens:
        # Zones that the mine does not touch stay as they are.
        old = Counter(zones(tiles_by_cell(state.mountain), was.id))
        new = Counter(zones(tiles_by_cell(after.mountain), was.id))
        before, then = (sum(z.points for z in some.elements()) for some in (old - new, new - old))
        zone = f"zone {before} → {then}"
    total = [result_of(read_facts(FACTS), one).totals[state.current] for one in (state, after)]
    price = next(
        str(one.steps[0].hint)
        for one in RULES.offers(state, was.id).choices
        if one.move["do"] == verb
    )
    assert f"{zone}, total {total[0].points} → {total[1].points}" in price
    return f"{sentence}; {zone}"


@pytest.mark.parametrize(
    ("sides", "mine", "tokens", "sentence"),
    [
        (2, {}, 9, "2 points, costs 1 token; you have 9; zone 0 → 1, total 0 → 3"),
        (
            *(5, {}, 3),
            "5 points, costs 2 tokens; you have 3; zone 0 → 2, total 0 → 7; "
            "makes this the last round",
        ),
        (2, {}, 1, "2 points, costs 1 token; you have 1; zone 0 → 1, total 0 → 3"),
        (
            *(3, {"owner": "a", "tokens": 1}, 4),
            "3 points, costs no tokens; your zones stay the same, total 1 → 4",
        ),
        (
            *(5, {"owner": "a", "tokens": 1}, 3),
            "5 points, costs 1 token; you have 3; zone 1 → 4, total 1 → 9",
        ),
    ],
)
def test_digging_shows_tokens_left_and_the_end(
    sides: int, mine: dict[str, Any], tokens: int, sentence: str
) -> None:
    """A player who digs sees how many tokens are left, and is warned of the end if digging brings
    it; who has one token left has brought it already."""
    state = last_laid(ring(sides, **mine), tokens=tokens)
    (dig,) = [
        choice
        for choice in playable("mines", WILD).offers(state, "a").choices
        if choice.move["do"] in ("build", "extend")
    ]
    assert str(dig.steps[0].hint) == sentence
    ends = not state.ending and act(state, WILD, **dig.move).ending
    assert ends == sentence.endswith("the last round")


@pytest.mark.parametrize(
    ("left", "sentence"), [(2, "draw a tile"), (1, "draw a tile; makes this the last round")]
)
def test_drawing_the_last_tile_announces_the_end(left: int, sentence: str) -> None:
    """Before the last tile is drawn, by supply or at the end of a turn, the hint says so."""
    pile = TILES[40 : 40 + left]
    supplied = position([LaidTile(TILES[0], (0, 0), 0)], TILES[1:3], pile=pile)
    explored = last_laid(ring(2), pile=pile)
    for state, verb in ((supplied, "supply"), (explored, "finish")):
        (hint,) = [
            str(choice.steps[0].hint)
            for choice in playable("mines", WILD).offers(state, "a").choices
            if choice.move["do"] == verb
        ]
        assert hint == sentence
        assert act(state, WILD, do=verb).ending == (left == 1)


@given(SEEDS, st.integers(0, 80), st.randoms())
@settings(max_examples=30)
def test_nothing_secret_is_shown(seed: int, acts: int, mix: Any) -> None:
    """A seat sees the same, whatever others hold and the pile hides."""
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
        assert RULES.scene(other, seat) == RULES.scene(state, seat)
        if seat is not None:
            assert RULES.offers(other, seat) == RULES.offers(state, seat)


@given(SEEDS, st.integers(4, 60), st.randoms())
@settings(max_examples=20)
def test_nothing_secret_is_told(seed: int, acts: int, mix: Any) -> None:
    """The history does not tell others what somebody draws."""
    state = some_state(seed, acts)
    pile = list(state.pile)
    mix.shuffle(pile)
    other = replace(state, pile=tuple(pile))
    for move in offered(state)[-12:]:
        assert public_says(state, move) == public_says(other, move)


def public_says(state: State, move: Mapping[str, Any]) -> tuple[str, ...]:
    """The public messages of a move."""
    says = RULES.act(state, state.acting.id, move, CHANCE).announcements
    assert all(announced.to in ((), (state.acting.id,)) for announced in says)
    return tuple(str(announced.message) for announced in says if not announced.to)


def test_reorganising_keeps_the_removed_tile_secret() -> None:
    """Others read the same message, whichever tile is removed."""
    state = position([LaidTile(TILES[0], (0, 0), 0)], TILES[1:4])
    sentences = {public_says(state, {"do": "reorganise", "tile": tile}) for tile in TILES[1:4]}
    assert sentences == {("Ann reorganises and removes a tile from the game", "Ann draws 1 tile")}


def test_the_scene_shows_the_mountain_as_it_lies() -> None:
    """Tiles, turns, tokens and the view are in printed millimetres."""
    mine = LaidTile(TILES[1], (0, 1), 2, owner="b", tokens=2)
    state = position([LaidTile(TILES[0], (0, 0), 0), mine], TILES[2:5])
    scene = RULES.scene(state, "a")
    first, last, second, *tokens = scene.tokens
    assert (last.x, last.y, str(last.label)) == (second.x, second.y, "Last tile laid")
    assert (first.x, first.y, first.turn, first.width) == (0, 0, 0, 38)
    assert (second.x, second.turn) == (19, 120)
    assert second.y == pytest.approx(32.909, abs=0.001)
    assert (
        str(second.label)
        == f"Tile {FACTS['tiles'][TILES[1]]['number']}: Ben’s foundation, 2 tokens"
    )
    assert [token.face for token in tokens] == ["mine-tokens/blue"] * 2
    assert scene.view is not None
    left, top, width, height = scene.view
    for choice in RULES.offers(state, "a").choices:
        for step in choice.steps:
            if step.at is not None:
                assert left <= step.at[0] - 19
                assert step.at[0] + 19 <= left + width
                assert top <= step.at[1] - 21.9
                assert step.at[1] + 21.9 <= top + height


@pytest.mark.parametrize("step", RING)
@pytest.mark.parametrize("length", [1, 4, 12])
def test_a_mountain_of_any_shape_fits_a_phone(step: Cell, length: int) -> None:
    """The whole mountain is visible at once with room below it, and enlarged for those who do not
    lay a tile now."""
    row = [LaidTile(TILES[n], (step[0] * n, step[1] * n), 0) for n in range(length)]
    state = position(row, TILES[20:23])
    near_view, far_view = (RULES.scene(state, seat).view for seat in ("b", "a"))
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
    """The places for a tile are listed by their points, and the phone shows the best one, or the
    chosen one, however large the mountain is."""
    state = some_state(seed, acts)
    seat, offers = state.acting.id, RULES.offers(state, state.acting.id)
    scene = RULES.scene(state, seat)
    for tile in [tap for tap in next_taps(offers, ()).labels if tap.step.focus is not None]:
        stage = next_taps(offers, tile.path)
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
            chosen = focus_of(scene, next_taps(offers, spot.path))
            assert middle(chosen) == pytest.approx(spot.step.at)


def middle(box: tuple[float, float, float, float] | None) -> tuple[float, float]:
    assert box is not None
    x, y, width, height = box
    return x + width / 2, y + height / 2


def test_of_equal_places_the_one_among_others_is_looked_at() -> None:
    """Of equal places, the phone shows the one with the most others nearby."""
    near = {(0, 0): 3, (1, 0): 2, (0, 1): 2}
    assert richest({(9, 0): 3, **near}) == (0, 0)
    assert richest({(9, 0): 4, **near}) == (9, 0)
    assert richest({(9, 0): 0, (0, 0): 0, (2, 0): 0}) in ((0, 0), (2, 0))


@given(st.tuples(st.integers(-4, 4), st.integers(-4, 4)))
def test_cells_are_as_far_apart_as_steps_lead(cell: Cell) -> None:
    """The distance of cells is the number of steps between them."""
    reached, steps = {(0, 0)}, 0
    while cell not in reached:
        reached |= {near for one in reached for near in neighbours(one)}
        steps += 1
    assert apart((0, 0), cell) == apart(cell, (0, 0)) == steps


@pytest.mark.parametrize(
    ("tokens", "pile", "sentences"),
    [
        (4, 2, ["Draw pile: 2 tiles", "Fewest tokens: Ann (4)", "When the pile is empty"]),
        (1, 2, ["Draw pile: 2 tiles", "Fewest tokens: Ann (1)", "This is the last round."]),
        (4, 0, ["The draw pile is empty.", "Fewest tokens: Ann (4)", "This is the last round."]),
    ],
)
def test_the_end_is_watched(tokens: int, pile: int, sentences: list[str]) -> None:
    """Everybody sees how near the end of the game is, and when it has come."""
    state = position(ring(2), TILES[6:8], tokens=tokens, pile=TILES[40 : 40 + pile])
    scene = playable("mines", WILD).scene(state, None)
    (panel,) = [panel for panel in scene.panels if str(panel.title) == "End of the game"]
    for line, beginning in zip(panel.lines, sentences, strict=True):
        assert str(line).startswith(beginning)


def test_the_hand_is_in_an_own_panel() -> None:
    """A player who waits sees the tiles but no advice, and others see neither."""
    state = position(ring(6), TILES[6:8], current=1)
    own = [panel for panel in playable("mines", WILD).scene(state, "a").panels if panel.own]
    assert [panel.faces for panel in own] == [(f"tiles/{TILES[6]}", f"tiles/{TILES[7]}")]
    assert own[0].lines == ()
    assert not any(panel.own for panel in playable("mines", WILD).scene(state, None).panels)


def test_tiles_tell_their_places_and_best_mine() -> None:
    """A tile can be chosen by what it may bring this turn."""
    state = position(ring(6), TILES[6:8])
    hints = {
        str(c.steps[0].hint)
        for c in playable("mines", WILD).offers(state, "a").choices
        if "q" in c.move
    }
    assert hints == {"13 places, up to +6"}
    state = position([LaidTile(TILES[0], (0, 0), 0)], TILES[6:8])
    hints = {
        str(c.steps[0].hint)
        for c in playable("mines", WILD).offers(state, "a").choices
        if "q" in c.move
    }
    assert hints == {"6 places"}


@pytest.mark.parametrize(
    ("held", "sentences"), [(3, ["You can’t supply: you already hold 3 tiles"]), (2, [])]
)
def test_a_full_hand_sees_why_it_cannot_supply(held: int, sentences: list[str]) -> None:
    """The headline does not ask for supply if it is not offered, and the reason is given."""
    state = position([LaidTile(TILES[0], (0, 0), 0)], TILES[1 : held + 1])
    scene = playable("mines", WILD).scene(state, "a")
    (panel,) = [panel for panel in scene.panels if panel.own]
    assert [str(line) for line in panel.lines] == sentences
    assert ("supply" in str(scene.headline)) == ("supply" in verbs(state, WILD)) == (not sentences)


@pytest.mark.parametrize(
    ("sides", "hand", "sentence"),
    [
        (2, 1, "dig, lay another tile or end your turn"),
        (1, 1, "lay another tile or end your turn"),
        (2, 0, "dig or end your turn"),
        (1, 0, "end your turn"),
    ],
)
def test_the_headline_names_what_can_follow(sides: int, hand: int, sentence: str) -> None:
    """The headline on a player's own phone names only what can be done; the others read the same
    headline whatever the player can do."""
    mountain = [*ring(sides), LaidTile(TILES[20], (0, 0), 0)]
    state = position(mountain, TILES[30 : 30 + hand], phase="explore", fresh=1)
    rules = playable("mines", WILD)
    assert str(rules.scene(state, "a").headline) == f"Your turn: {sentence}"
    assert str(rules.scene(state, None).headline) == "Ann explores the mountain"
    last = replace(state, pile=())
    assert str(rules.scene(last, "a").headline) == f"Your turn: {sentence} (last round)"


def test_players_see_points_as_a_sum() -> None:
    """Everybody's track, zones, total, tokens and tiles can be read."""
    after = act(last_laid(ring(6)), WILD, do="build")
    (panel,) = [
        p for p in playable("mines", WILD).scene(after, None).panels if str(p.title) == "Players"
    ]
    assert [str(line) for line in panel.lines] == [
        "Ann: 9 points (6 track + 3 zones), 6 tokens, 3 tiles",
        "Ben: 0 points (0 track + 0 zones), 9 tokens, 2 tiles",
    ]


def test_advice_says_what_fits_nowhere() -> None:
    """A tile without a place is named."""
    facts, state = nothing_fits()
    (panel,) = [panel for panel in playable("mines", facts).scene(state, "a").panels if panel.own]
    assert len(panel.lines) == 4
    assert all("doesn’t fit anywhere" in str(line) for line in panel.lines)


def test_a_tile_that_cannot_be_joined_fits_nowhere() -> None:
    """A tile that only fits apart from this turn's tile is reported as fitting nowhere; on other
    players' turns it fits."""
    sides = {TILES[0]: "AAAAAA", TILES[1]: "BBBBAB", TILES[2]: "AAAAAA"}
    tiles = {tile: {**FACTS["tiles"][tile], "sides": list(sides[tile])} for tile in sides}
    facts = {**FACTS, "tiles": {**FACTS["tiles"], **tiles}}
    mountain = [LaidTile(TILES[0], (0, 0), 0), LaidTile(TILES[1], (1, 0), 0)]
    state = position(mountain, TILES[2:3], phase="explore", fresh=1)
    assert verbs(state, facts) == {"finish"}
    number = FACTS["tiles"][TILES[2]]["number"]
    nowhere = f"Tile {number} doesn’t fit anywhere right now"
    for now, sentences in (
        (state, [nowhere]),
        (replace(state, current=1, phase="turn", fresh=0), []),
    ):
        (panel,) = [panel for panel in playable("mines", facts).scene(now, "a").panels if panel.own]
        assert [str(line) for line in panel.lines] == sentences


def test_running_points_are_track_and_zones() -> None:
    """The standing counts mines as if the game ended now."""
    after = act(last_laid(ring(6)), WILD, do="build")
    assert playable("mines", WILD).scene(after, None).standing == {"a": 6 + 3, "b": 0}
    assert playable("mines", WILD).sheets(after)["a"] == {"track": 6, "lone": 0, "zones": [[1, 3]]}
