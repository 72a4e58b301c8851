"""Mines of the Sacred Dragon: what may be done in a turn, and what comes of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.chance import chance_from_words
from companion.games.base import Offers, Setup
from companion.games.mines import RULES, wording
from companion.games.mines.facts import read
from companion.games.mines.hexes import Cell, apart, joined, neighbours
from companion.games.mines.mountain import ground, lays
from companion.games.mines.sight import richest
from companion.games.mines.state import Laid, State
from companion.stage import focus_of, set_stage
from companion.table.model import COLOURS, Refused, Seat
from companion.words import Message
from tests.games.rules.mines_positions import (
    ANN,
    BEN,
    CHANCE,
    CID,
    FACTS,
    RING,
    SEATS,
    TILES,
    WILD,
    act,
    around,
    fits,
    near,
    options,
    place,
    position,
    side_towards,
    some_state,
)

SEEDS = st.integers(0, 10_000)


def moves(offers: Offers) -> list[dict[str, Any]]:
    return [dict(choice.move) for choice in offers.choices]


def key(move: Mapping[str, Any]) -> tuple[Any, ...]:
    return tuple(sorted(move.items()))


def offered(state: State, facts: Mapping[str, Any] = FACTS) -> list[dict[str, Any]]:
    return moves(RULES.offers(facts, state, state.player.id))


def verbs(state: State, facts: Mapping[str, Any] = FACTS) -> set[str]:
    return {move["do"] for move in offered(state, facts)}


def ring(count: int, **mine: Any) -> list[Laid]:
    """So many tiles around the cell (0, 0), which stays empty; the first one may be a mine."""
    first = Laid(TILES[0], RING[0], 0, **mine)
    return [first, *(Laid(TILES[n], RING[n], 0) for n in range(1, count))]


def last_laid(mountain: list[Laid], **more: Any) -> State:
    """The first player has just laid a tile at (0, 0)."""
    laid = Laid(TILES[20], (0, 0), 0)
    return position([*mountain, laid], TILES[30:32], phase="explore", fresh=1, **more)


def started(players: int = 3, **chosen: str) -> tuple[State, Setup]:
    made = RULES.setup(
        FACTS, players, options(**chosen), lambda part: chance_from_words(f"x/{part}")
    )
    turn = RULES.begin(FACTS, SEATS[:players], options(**chosen), made, chance_from_words("deal"))
    return turn.state, made


# --- the beginning -------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "pile"), [(1, 15), (2, 71), (3, 67), (4, 63), (5, 59)])
def test_begin_deals_four_each(players: int, pile: int) -> None:
    """This test ensures that hands, pile and the first tile are as the setup says."""
    state, made = started(players)
    assert [len(player.hand) for player in state.players] == [4] * players
    assert len(state.pile) == pile
    assert state.mountain == (Laid(made.part("centre").values["tile"], (0, 0), 0),)
    assert {player.tokens for player in state.players} == {9}


def test_the_starter_of_the_setup_begins_and_others_follow_clockwise() -> None:
    """This test ensures that the round goes on from the starter in the order of the seats."""
    state, made = started(5)
    first = made.part("start").values["first"]
    order = [player.id for player in state.players]
    assert order == [SEATS[(first + n) % 5].id for n in range(5)]


def test_tokens_follow_the_colours_of_seats() -> None:
    """This test ensures that equal colours are given first and others take what is left."""
    state, _ = started(5)
    kinds = {player.seat.colour: player.kind for player in state.players}
    assert kinds == {c: c for c in ("red", "blue", "green", "black")} | {"pink": "yellow"}


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
def test_the_setup_shows_the_tokens_of_usual_seats(players: int) -> None:
    """This test ensures that who takes the colour that is offered finds it on the drawn board."""
    _, made = started(players)
    seats = [Seat(colour, colour.title(), colour) for colour in list(COLOURS)[:players]]
    state = RULES.begin(FACTS, seats, options(), made, CHANCE).state
    _, *markers = made.part("tokens").placements
    assert {f"mine-tokens/{player.kind}" for player in state.players} == {
        marker.face for marker in markers
    }


def test_six_cannot_begin() -> None:
    """This test ensures that there is no game without tokens for everybody."""
    _, made = started(5)
    six = (*SEATS, Seat("f", "Fay", "orange"))
    with pytest.raises(Refused, match="players"):
        RULES.begin(FACTS, six, options(), made, CHANCE)


def test_the_opening_lays_one_tile_each() -> None:
    """This test ensures that all lay one tile without digging or drawing, then turns begin."""
    state, _ = started(3)
    pile = state.pile
    for _ in range(3):
        assert state.phase == "opening"
        assert verbs(state) == {"lay"}
        state = act(state, **offered(state)[0])
    assert state.phase == "turn"
    assert state.current == 0
    assert state.pile == pile
    assert [len(player.hand) for player in state.players] == [3, 3, 3]
    assert len(state.mountain) == 4


def nothing_fits() -> tuple[dict[str, Any], State]:
    """A first tile that is all A, and a hand that is all B."""
    tiles = {**FACTS["tiles"]}
    for tile in TILES[:5]:
        tiles[tile] = {**tiles[tile], "sides": ["A" if tile == TILES[0] else "B"] * 6}
    hand = sorted(TILES[1:5], key=lambda tile: FACTS["tiles"][tile]["number"])
    state = position([Laid(TILES[0], (0, 0), 0)], hand, phase="opening")
    return {**FACTS, "tiles": tiles}, state


def test_who_cannot_lay_shows_all_and_loses_one() -> None:
    """This test ensures that a hand without a fit is shown, and one tile leaves the game."""
    facts, state = nothing_fits()
    assert offered(state, facts) == [{"do": "show", "tile": tile} for tile in state.player.hand]
    turn = RULES.act(facts, state, "a", {"do": "show", "tile": state.player.hand[2]}, CHANCE)
    assert turn.state.removed == (state.player.hand[2],)
    assert len(turn.state.players[0].hand) == 3
    assert turn.state.player.name == "Ben"
    numbers = [str(facts["tiles"][tile]["number"]) for tile in state.player.hand]
    assert all(number in str(turn.says[0].message) for number in numbers)
    assert turn.says[0].to == ()


# --- digging: the table of tokens and points ------------------------------------------------------


@pytest.mark.parametrize(
    ("sides", "tokens", "points"), [(2, 1, 2), (3, 1, 3), (4, 1, 4), (5, 2, 5), (6, 3, 6)]
)
def test_build(sides: int, tokens: int, points: int) -> None:
    """This test ensures that building costs and brings what the table says for each side count."""
    state = last_laid(ring(sides))
    assert {"build", "finish"} <= verbs(state, WILD)
    assert "extend" not in verbs(state, WILD)
    after = act(state, WILD, do="build")
    assert after.players[0].points == points
    assert after.players[0].tokens == 9 - tokens
    assert (after.mountain[-1].owner, after.mountain[-1].tokens) == ("a", tokens)
    assert len(after.players[0].hand) == 3
    assert after.player.name == "Ben"


@pytest.mark.parametrize(
    ("sides", "tokens", "points", "six"),
    [(3, 0, 3, "7"), (4, 0, 4, "7"), (5, 1, 5, "7"), (6, 2, 7, "7"), (6, 2, 6, "6")],
)
def test_extend(sides: int, tokens: int, points: int, six: str) -> None:
    """This test ensures that extending costs and brings what the table says, 7 or 6 for six."""
    state = last_laid(ring(sides, owner="a", tokens=1), chosen={"extend6": six})
    assert "extend" in verbs(state, WILD)
    assert "build" not in verbs(state, WILD)
    after = act(state, WILD, do="extend")
    assert after.players[0].points == points
    assert after.players[0].tokens == 9 - tokens
    assert after.mountain[-1].tokens == tokens
    assert after.mountain[-1].owner == ("a" if tokens else "")


def test_extending_next_to_two_own_mines_scores_once() -> None:
    """This test ensures that a second own foundation, or another's, changes no points."""
    mines = [
        replace(laid, owner=owner, tokens=1) for laid, owner in zip(ring(4), "aba", strict=False)
    ]
    state = last_laid([*mines, ring(4)[3]])
    assert act(state, WILD, do="extend").players[0].points == 4


@pytest.mark.parametrize(
    ("mountain", "tokens", "reason"),
    [
        (ring(1), 9, "it touches 1 side, building takes 2"),
        (ring(2, owner="a", tokens=1), 9, "it touches 2 sides, extending takes 3"),
        (ring(6, owner="b", tokens=1), 9, "only foundations of others"),
        (ring(6), 2, "it takes 3 tokens, and Ann has 2 tokens"),
        (ring(6, owner="a", tokens=1), 1, "it takes 2 tokens, and Ann has 1 token"),
    ],
)
def test_why_there_is_no_mine(mountain: list[Laid], tokens: int, reason: str) -> None:
    """This test ensures that no digging is offered, and the way on and a refusal say why."""
    state = last_laid(mountain, tokens=tokens)
    assert not verbs(state, WILD) & {"build", "extend"}
    assert "finish" in verbs(state, WILD)
    choices = RULES.offers(WILD, state, "a").choices
    (end,) = [choice for choice in choices if choice.move["do"] == "finish"]
    assert reason in str(end.steps[0].hint)
    for kind in ("build", "extend"):
        with pytest.raises(Refused, match="no mine here"):
            act(state, WILD, do=kind)


def test_extending_without_tokens_needs_none() -> None:
    """This test ensures that who has no token left can still extend with three or four sides."""
    state = last_laid(ring(4, owner="a", tokens=1), tokens=0)
    assert act(state, WILD, do="extend").players[0].points == 4


def test_digging_is_optional() -> None:
    """This test ensures that a turn can end without a mine: no tokens, no points, a tile drawn."""
    state = last_laid(ring(6))
    after = act(state, WILD, do="finish")
    assert after.players[0].points == 0
    assert after.players[0].tokens == 9
    assert set(after.players[0].hand) == {*state.player.hand, state.pile[0]}


# --- exploring -----------------------------------------------------------------------------------


def test_up_to_three_tiles_one_after_the_other() -> None:
    """This test ensures that three tiles can be laid in a row, and then only the end is left."""
    state = position([Laid(TILES[0], (0, 0), 0)], TILES[1:4])
    for n in range(3):
        assert state.player.name == "Ann"
        state = act(state, WILD, do="lay", tile=TILES[n + 1], q=n + 1, r=0, turn=0)
    assert state.player.hand == ()
    assert verbs(state, WILD) == {"finish"}
    assert len(act(state, WILD, do="finish").players[0].hand) == 1


def test_tiles_of_a_turn_may_be_joined_by_the_third() -> None:
    """This test ensures that two tiles may lie apart if, and only if, the third one joins them."""
    state = position([Laid(TILES[0], (0, 0), 0)], TILES[1:4])
    state = act(state, WILD, do="lay", tile=TILES[1], q=1, r=-1, turn=0)
    hints = {
        (choice.move["q"], choice.move["r"]): str(choice.steps[1].hint)
        for choice in RULES.offers(WILD, state, "a").choices
        if choice.move["do"] == "lay"
    }
    assert hints[0, 1] == "your last tile must join them"
    assert hints[1, 0] == "build: 1 token, 2 points"
    apart = act(state, WILD, do="lay", tile=TILES[2], q=0, r=1, turn=0)
    assert verbs(apart, WILD) == {"lay"}
    assert {(move["q"], move["r"]) for move in offered(apart, WILD)} == {(1, 0)}
    with pytest.raises(Refused, match="joins"):
        act(apart, WILD, do="finish")
    with pytest.raises(Refused, match="joined"):
        act(apart, WILD, do="lay", tile=TILES[3], q=0, r=2, turn=0)
    done = act(apart, WILD, do="lay", tile=TILES[3], q=1, r=0, turn=0)
    assert "build" in verbs(done, WILD)


def test_two_tiles_alone_must_touch() -> None:
    """This test ensures that without a third tile the second one touches the first."""
    state = position([Laid(TILES[0], (0, 0), 0)], TILES[1:3])
    state = act(state, WILD, do="lay", tile=TILES[1], q=1, r=-1, turn=0)
    with pytest.raises(Refused, match="joined"):
        act(state, WILD, do="lay", tile=TILES[2], q=0, r=1, turn=0)
    cells = {(m["q"], m["r"]) for m in offered(state, WILD) if m["do"] == "lay"}
    assert cells == set(neighbours((1, -1))) - {(0, 0)}


# --- supply and reorganise -----------------------------------------------------------------------


def test_supply_draws_one() -> None:
    """This test ensures that a hand of two can be filled, and the tile is the next of the pile."""
    state = position([Laid(TILES[0], (0, 0), 0)], TILES[1:3])
    after = act(state, do="supply")
    assert set(after.players[0].hand) == {*TILES[1:3], state.pile[0]}
    assert after.pile == state.pile[1:]
    assert after.player.name == "Ben"


def test_no_supply_with_three() -> None:
    """This test ensures that a full hand cannot supply."""
    state = position([Laid(TILES[0], (0, 0), 0)], TILES[1:4])
    assert "supply" not in verbs(state)
    with pytest.raises(Refused, match="may not hold more"):
        act(state, do="supply")


@pytest.mark.parametrize(("held", "after"), [(1, 2), (2, 3), (3, 3)])
def test_reorganise(held: int, after: int) -> None:
    """This test ensures that a tile is swapped for two, or for one if the hand was full."""
    state = position([Laid(TILES[0], (0, 0), 0)], TILES[1 : held + 1])
    done = act(state, do="reorganise", tile=TILES[1])
    assert len(done.players[0].hand) == after
    assert TILES[1] not in done.players[0].hand
    assert done.removed == (TILES[1],)


# --- the end -------------------------------------------------------------------------------------


def test_one_token_left_brings_the_end_after_the_round() -> None:
    """This test ensures that others finish the round after somebody is down to one token."""
    state = last_laid(ring(2), tokens=2, seats=(ANN, BEN, CID))
    turn = RULES.act(WILD, state, "a", {"do": "build"}, CHANCE)
    assert "Ann has 1 token left: this round is the last" in [str(s.message) for s in turn.says]
    state = turn.state
    for name in ("Ben", "Cid"):
        assert state.player.name == name
        assert state.phase == "turn"
        state = act(state, WILD, do="supply")
    assert state.phase == "over"
    assert not any(RULES.offers(WILD, state, seat.id).choices for seat in SEATS)
    with pytest.raises(Refused, match="over"):
        RULES.act(WILD, state, "a", {"do": "supply"}, CHANCE)


def test_two_tokens_left_do_not_end_the_game() -> None:
    """This test ensures that the token on the score track does not count."""
    state = last_laid(ring(2), tokens=3, seats=(ANN,))
    assert act(state, WILD, do="build").phase == "turn"


def test_an_empty_pile_brings_the_end_after_the_round() -> None:
    """This test ensures that the last tile drawn ends the game with the round, not at once."""
    state = position([Laid(TILES[0], (0, 0), 0)], TILES[1:3], pile=[TILES[10]])
    state = act(state, do="supply")
    assert state.phase == "turn"
    assert state.pile == ()
    assert "supply" not in verbs(state)
    assert "reorganise" in verbs(state)
    with pytest.raises(Refused, match="empty"):
        act(state, do="supply")
    lay = next(move for move in offered(state) if move["do"] == "lay")
    state = act(act(state, **lay), do="finish")
    assert state.phase == "over"


def test_the_last_of_the_round_ends_the_game_at_once() -> None:
    """This test ensures that no further round begins when the last player empties the pile."""
    state = position([Laid(TILES[0], (0, 0), 0)], TILES[1:3], pile=[TILES[10]], seats=(ANN,))
    assert act(state, do="supply").phase == "over"


def test_reorganising_takes_what_the_pile_has() -> None:
    """This test ensures that two tiles cannot be drawn from a pile of one."""
    state = position([Laid(TILES[0], (0, 0), 0)], TILES[1:3], pile=[TILES[10]])
    after = act(state, do="reorganise", tile=TILES[1])
    assert after.players[0].hand == (TILES[2], TILES[10])


def test_the_winner_is_told() -> None:
    """This test ensures that the scene of a finished game names the winner and all points."""
    state = last_laid(ring(3, owner="b", tokens=2), seats=(ANN, BEN), pile=[TILES[40]])
    state = act(state, WILD, do="finish")
    (done,) = [act(state, WILD, do="reorganise", tile=state.player.hand[0])]
    scene = RULES.scene(WILD, done, None)
    assert scene.over
    assert scene.winners == ("b",)
    assert scene.standing == {"a": 0, "b": 2}
    assert str(scene.headline) == "Ben wins with 2 points"


# --- what is legal -------------------------------------------------------------------------------


@given(SEEDS, st.integers(0, 20))
@settings(max_examples=25)
def test_lays_equal_brute_force(seed: int, acts: int) -> None:
    """This test ensures that the fits found by bits are those found from printed positions."""
    state = some_state(seed, acts)
    land = ground(state.mountain)
    cells = around(land)
    for player in state.players:
        expected = {
            (tile, cell, turn)
            for tile, cell, turn in product(player.hand, cells, range(6))
            if fits(state.mountain, tile, cell, turn)
        }
        found = list(lays(read(FACTS), land, player.hand))
        assert {(lay.tile, lay.cell, lay.turn) for lay in found} == expected
        for lay in found:
            assert lay.sides == sum(near(lay.cell, cell) for cell in land)


def can_end_joined(state: State, laid: Laid) -> bool:
    """Whether the turn can end with all its tiles joined, found by trying all that may follow."""
    mountain = (*state.mountain, laid)
    fresh = (*state.fresh_cells, laid.cell)
    if joined(fresh):
        return True
    hand = [tile for tile in state.player.hand if tile != laid.tile]
    return any(
        fits(mountain, tile, cell, turn) and joined((*fresh, cell))
        for tile, cell, turn in product(hand, around(fresh, 1), range(6))
    )


def legal_lays(state: State) -> Iterator[tuple[str, Cell, int]]:
    cells = around(laid.cell for laid in state.mountain)
    for tile, cell, turn in product(state.player.hand, cells, range(6)):
        if fits(state.mountain, tile, cell, turn) and can_end_joined(state, Laid(tile, cell, turn)):
            yield tile, cell, turn


@given(SEEDS, st.integers(3, 9))
@settings(max_examples=20)
def test_joined_tiles_equal_brute_force(seed: int, acts: int) -> None:
    """This test ensures that a tile may lie apart exactly if a later one can join it."""
    state = some_state(seed, acts, players=2)
    while state.phase in ("opening", "turn"):
        lay = next(move for move in offered(state) if move["do"] == "lay")
        state = act(state, **lay)
    found = {(m["tile"], (m["q"], m["r"]), m["turn"]) for m in offered(state) if m["do"] == "lay"}
    assert found == set(legal_lays(state))


def all_moves(state: State) -> Iterator[dict[str, Any]]:
    """Every move that can be said of the tiles in hand, one of the pile, and cells near by."""
    tiles = [*state.player.hand, *state.pile[:1]]
    for tile, (q, r) in product(tiles, around(laid.cell for laid in state.mountain)):
        for turn in range(-1, 7):
            yield {"do": "lay", "tile": tile, "q": q, "r": r, "turn": turn}
    for tile in tiles:
        yield {"do": "show", "tile": tile}
        yield {"do": "reorganise", "tile": tile}
    for kind in ("build", "extend", "finish", "supply"):
        yield {"do": kind}


@given(SEEDS, st.integers(0, 60))
@settings(max_examples=20)
def test_act_accepts_exactly_what_is_offered(seed: int, acts: int) -> None:
    """This test ensures that no legal move is missing from the offers, and none is too many."""
    state = some_state(seed, acts)
    accepted = set()
    for move in all_moves(state):
        try:
            RULES.act(FACTS, state, state.player.id, move, CHANCE)
        except Refused:
            continue
        accepted.add(key(move))
    assert accepted == set(map(key, offered(state)))


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ({}, "no such move"),
        ({"do": "fly"}, "no such move"),
        ({"do": ["lay"]}, "no such move"),
        ({"do": "lay", "tile": TILES[9], "q": 1, "r": 0, "turn": 0}, "do not hold"),
        ({"do": "lay", "tile": TILES[1], "q": 0, "r": 0, "turn": 0}, "lies there already"),
        ({"do": "lay", "tile": TILES[1], "q": 3, "r": 0, "turn": 0}, "must touch"),
        ({"do": "lay", "tile": TILES[1], "q": 1, "r": 0, "turn": 6}, "six ways"),
        ({"do": "lay", "tile": TILES[1], "q": 1, "r": 0, "turn": "0"}, "whole numbers"),
        ({"do": "lay", "tile": TILES[1], "q": True, "r": 0, "turn": 0}, "whole numbers"),
        ({"do": "build"}, "lay a tile first"),
        ({"do": "finish"}, "lay a tile first"),
        ({"do": "show", "tile": TILES[1]}, "only at the beginning"),
        ({"do": "reorganise"}, "do not hold"),
    ],
)
def test_refusals_say_why(move: Mapping[str, Any], reason: str) -> None:
    """This test ensures that what cannot be done is refused with a reason of its own."""
    state = position([Laid(TILES[0], (0, 0), 0)], TILES[1:4])
    with pytest.raises(Refused) as refused:
        RULES.act(FACTS, state, "a", move, CHANCE)
    assert reason in str(refused.value)


def test_sides_that_clash_are_refused() -> None:
    """This test ensures that a tile cannot lie where a side of another colour touches it."""
    state = position([Laid("AABCDB", (0, 0), 0)], ["ABACAD"])
    # The first tile shows A to the right; turned by none, the other shows A to the left.
    assert act(state, do="lay", tile="ABACAD", q=1, r=0, turn=0).phase == "explore"
    with pytest.raises(Refused, match="must match"):
        act(state, do="lay", tile="ABACAD", q=1, r=0, turn=1)


def test_only_who_is_to_play_may_act() -> None:
    """This test ensures that others have no offers and are refused by name of whose turn it is."""
    state = position([Laid(TILES[0], (0, 0), 0)], TILES[1:4])
    assert RULES.offers(FACTS, state, "b") == Offers()
    with pytest.raises(Refused, match="the turn of") as refused:
        RULES.act(FACTS, state, "b", {"do": "supply"}, CHANCE)
    assert "Ann" in str(refused.value)


# --- what is shown -------------------------------------------------------------------------------


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
