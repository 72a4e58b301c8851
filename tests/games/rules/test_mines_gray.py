"""Mines with its second set of tiles, and with the youngest player starting."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest

from companion.games import rules_at
from companion.games.mines.state import State
from companion.games.setup import Setup
from companion.language.messages import Refused
from companion.table.game_rules import setup_of
from companion.table.model import SetupRequest
from printgen.catalog.builtin import builtin_cards, builtin_templates
from printgen.catalog.load import load_game
from printgen.check.sets import check_set
from printgen.draw.component import draw_component, make_draw_context
from printgen.errors import Findings, Location
from printgen.frame import Frame
from tests.bench.mines_tiles import necklaces, roam, simulate
from tests.games.rules.bots import Play, check_log, play_out, playable
from tests.games.rules.mines_positions import CHANCE, FACTS, RULES, SEATS, TILES, options

GRAY = sorted(set(FACTS["tiles"]) - set(TILES))


def made(players: int, facts: Mapping[str, Any] = FACTS, **chosen: str) -> Setup:
    return setup_of(rules_at("mines", facts), SetupRequest(players, chosen, "calm-otter-11"))


def begun(players: int, facts: Mapping[str, Any] = FACTS, **chosen: str) -> State:
    setup = made(players, facts, **chosen)
    seats = SEATS[:players]
    state: State = playable("mines", facts).begin(seats, options(**chosen), setup, CHANCE).state
    return state


def all_tiles(state: State) -> set[str]:
    hands = [tile for player in state.players for tile in player.hand]
    return {*state.pile, *hands, *(laid.tile for laid in state.mountain)}


# --- the gray set --------------------------------------------------------------------------------


def test_the_gray_set_is_balanced() -> None:
    """The gray set has 80 tiles that differ from each other and from the first set, with every
    colour equally often."""
    patterns = ["".join(FACTS["tiles"][tile]["sides"]) for tile in GRAY]
    plain = ["".join(FACTS["tiles"][tile]["sides"]) for tile in TILES]
    assert len(patterns) == len(necklaces(patterns)) == 80
    assert not set(necklaces(patterns)) & set(necklaces(plain))
    assert necklaces(pattern[::-1] for pattern in patterns) == necklaces(patterns)
    counts = Counter("".join(patterns))
    assert len({counts[colour] for colour in "ABCD"}) == 1
    assert counts["G"] > 3 * Counter("".join(plain))["G"]
    assert [FACTS["tiles"][tile]["number"] for tile in FACTS["tiles"]] == list(range(1, 161))


def test_mines_on_five_and_six_sides_occur_with_the_gray_set() -> None:
    """Bots that lay tiles anywhere touch five or six sides in most games, but seldom with the first
    set."""
    plain, gray = (simulate(FACTS, tiles, roam, games=9) for tiles in ("plain", "gray"))
    assert gray.with_many >= 6
    assert gray.many >= 3 * max(1, plain.many)
    assert gray.digs.get(6, 0) > 0
    assert gray.chances / gray.starts > 2 * plain.chances / plain.starts


@pytest.mark.parametrize(
    ("tiles", "mine", "other"), [("plain", TILES, GRAY), ("gray", GRAY, TILES)]
)
def test_setup_and_referee_use_the_set_that_was_chosen(
    tiles: str, mine: list[str], other: list[str]
) -> None:
    """The first tile, hands and pile are of one set, and the other set is out of the decks."""
    component = {"plain": "tiles", "gray": "gray-tiles"}
    spare = component["gray" if tiles == "plain" else "plain"]
    setup, state = made(3, tiles=tiles), begun(3, tiles=tiles)
    assert all_tiles(state) == set(mine)
    centre = setup.part("centre")
    face = f"{component[tiles]}/{centre.values['tile']}"
    assert [placement.face for placement in centre.placements] == [face]
    assert centre.used == (face,)
    assert set(setup.part("tiles").used) == {f"{spare}/{tile}" for tile in other}
    assert setup.part("tiles").values["tiles"] == 80
    scene = RULES.scene(state, state.players[0].id)
    shown = [face for panel in scene.panels for face in panel.faces]
    shown += [token.face for token in scene.tokens if token.face and "/" in token.face]
    assert shown
    assert not any(face.startswith(f"{spare}/") for face in shown)


@pytest.mark.parametrize("players", [1, 3])
def test_whole_games_with_the_gray_set(players: int) -> None:
    """Games with the gray set end, and their logs prove themselves."""
    for seed in range(3):
        play = play_out("mines", players, {"tiles": "gray"}, seed)
        assert play.table.play.phase == "over"
    check_log(play)


def test_the_two_sets_are_told_apart() -> None:
    """No two of all 160 fronts look alike, and neither do the two backs, in colour or in gray."""
    findings = Findings()
    game = load_game("mines", builtin_cards(), builtin_templates(), findings)
    assert game is not None
    fronts: dict[str, Frame] = {}
    backs: dict[str, Frame] = {}
    for ink in ("full", "low"):
        context = make_draw_context(game, ink, "http://192.168.1.20:8000")
        for component in game.components:
            if component.id in ("tiles", "gray-tiles"):
                for face in draw_component(game, component, context, findings):
                    fronts[str(face.record.values["id"])] = face.front
                    assert face.back is not None
                    backs[component.id] = face.back
        assert len(fronts) == 160
        assert check_set(fronts, Location("tiles")) == []
        assert check_set(backs, Location("backs")) == []


def test_a_table_without_gray_tiles_says_so() -> None:
    """A table opened by an earlier version has only the first set."""
    with pytest.raises(Refused, match="open a new table"):
        made(3, OLDER, tiles="gray")
    assert all_tiles(begun(3, OLDER)) == set(TILES)


# --- who starts ----------------------------------------------------------------------------------

OLDER = {
    **{name: fact for name, fact in FACTS.items() if name != "asks_youngest"},
    "tiles": {
        tile: {name: FACTS["tiles"][tile][name] for name in ("number", "sides")} for tile in TILES
    },
}


def test_the_youngest_starts_once_somebody_says_who_that_is() -> None:
    """By default any player may say who is the youngest; nobody plays before that, and play then
    goes clockwise."""
    state = begun(4)
    assert state.phase == "youngest"
    seats = [seat.id for seat in SEATS[:4]]
    assert str(RULES.scene(state, None).headline) == "Who is the youngest?"
    assert RULES.scene(state, None).turn == tuple(seats)
    hands = {player.id: player.hand for player in state.players}
    for seat in seats:
        moves = [choice.move for choice in RULES.offers(state, seat).choices]
        assert moves == [{"do": "first", "who": other} for other in seats]
    assert RULES.offers(state, "nobody").choices == ()
    for move in ({"do": "supply"}, {"do": "first", "who": "nobody"}):
        with pytest.raises(Refused, match="first choose the youngest player"):
            RULES.act(state, seats[0], move, CHANCE)
    after = RULES.act(state, seats[3], {"do": "first", "who": seats[2]}, CHANCE).state
    assert after.phase == "opening"
    assert [player.id for player in after.players] == seats[2:] + seats[:2]
    assert {player.id: player.hand for player in after.players} == hands
    assert RULES.scene(after, None).turn == (seats[2],)


def test_chance_still_decides_if_asked() -> None:
    """A table may let chance or the first seat start, and a solo player is not asked."""
    firsts = {
        setup_of(
            rules_at("mines", FACTS), SetupRequest(3, {"starter": "chance"}, f"calm-otter-{n}")
        )
        .part("start")
        .values["first"]
        for n in range(20)
    }
    assert firsts == {0, 1, 2}
    assert begun(3, starter="chance").phase == "opening"
    assert begun(3, starter="youngest").players[0].id == SEATS[0].id
    assert begun(1).phase == "opening"


def test_older_tables_start_as_they_did() -> None:
    """In a table opened by an earlier version chance has decided who starts, and still has."""
    drawn = made(4, OLDER).part("start").values["first"]
    assert drawn == made(4, OLDER, starter="chance").part("start").values["first"]
    assert begun(4, OLDER).phase == "opening"
    assert begun(4, OLDER).players[0].id == SEATS[drawn].id


def test_who_starts_is_undone_like_any_move() -> None:
    """Naming the youngest is a move that can be taken back."""
    play = Play("mines", 3, {}, 1)
    seat, offers = next(iter(play.offers().items()))
    event = play.move(seat, **offers.choices[1].move)
    assert play.table.play.phase == "opening"
    play.act("undo", None, number=event.number)
    assert play.table.play.phase == "youngest"
