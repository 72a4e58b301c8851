"""Mines of the Sacred Dragon: what may be done in a turn, and what comes of it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.games.mines.hexes import neighbours
from companion.games.mines.state import LaidTile
from companion.games.seats import COLOURS, Seat
from companion.language.messages import Refused
from tests.games.rules.bots import playable
from tests.games.rules.mines_moves import (
    last_laid,
    nothing_fits,
    offered,
    ring,
    started,
    verbs,
)
from tests.games.rules.mines_positions import (
    ANN,
    BEN,
    CHANCE,
    CID,
    EARLIER,
    RULES,
    SEATS,
    TILES,
    WILD,
    act,
    options,
    position,
)

# --- the beginning -------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "pile"), [(1, 15), (2, 71), (3, 67), (4, 63), (5, 59)])
def test_begin_deals_four_each(players: int, pile: int) -> None:
    """Hands, pile and the first tile are those of the setup."""
    state, made = started(players)
    assert [len(player.hand) for player in state.players] == [4] * players
    assert len(state.pile) == pile
    assert state.mountain == (LaidTile(made.part("centre").values["tile"], (0, 0), 0),)
    assert {player.tokens for player in state.players} == {9}


def test_the_starter_of_the_setup_begins_and_others_follow_clockwise() -> None:
    """The round goes on from the starter in the order of the seats."""
    state, made = started(5)
    first = made.part("start").values["first"]
    order = [player.id for player in state.players]
    assert order == [SEATS[(first + n) % 5].id for n in range(5)]


def test_tokens_follow_the_colours_of_seats() -> None:
    """Tokens of the seats' own colours are given first, and other players take what is left."""
    state, _ = started(5)
    kinds = {player.seat.colour: player.kind for player in state.players}
    assert kinds == {c: c for c in ("red", "blue", "green", "black")} | {"pink": "yellow"}


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
def test_the_setup_shows_the_tokens_of_usual_seats(players: int) -> None:
    """A player who takes the colour that is offered finds it on the drawn board."""
    _, made = started(players)
    seats = [Seat(colour, colour.title(), colour) for colour in list(COLOURS)[:players]]
    state = RULES.begin(seats, options(), made, CHANCE).state
    _, *markers = made.part("tokens").placements
    assert {f"mine-tokens/{player.kind}" for player in state.players} == {
        marker.face for marker in markers
    }


def test_six_cannot_begin() -> None:
    """A game without tokens for everybody is refused."""
    _, made = started(5)
    six = (*SEATS, Seat("f", "Fay", "orange"))
    with pytest.raises(Refused, match="players"):
        RULES.begin(six, options(), made, CHANCE)


def test_the_opening_lays_one_tile_each() -> None:
    """All lay one tile without digging or drawing, then turns begin."""
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


def test_who_cannot_lay_shows_all_and_loses_one() -> None:
    """A player without a fitting tile shows the hand and removes one tile from the game."""
    facts, state = nothing_fits()
    assert offered(state, facts) == [{"do": "show", "tile": tile} for tile in state.acting.hand]
    turn = playable("mines", facts).act(
        state, "a", {"do": "show", "tile": state.acting.hand[2]}, CHANCE
    )
    assert turn.state.removed == (state.acting.hand[2],)
    assert len(turn.state.players[0].hand) == 3
    assert turn.state.acting.name == "Ben"
    numbers = [str(facts["tiles"][tile]["number"]) for tile in state.acting.hand]
    assert all(number in str(turn.announcements[0].message) for number in numbers)
    assert turn.announcements[0].to == ()


# --- digging: the table of tokens and points ------------------------------------------------------


@pytest.mark.parametrize(
    ("sides", "tokens", "points"), [(2, 1, 2), (3, 1, 3), (4, 1, 4), (5, 2, 5), (6, 3, 6)]
)
def test_build(sides: int, tokens: int, points: int) -> None:
    """Building costs and brings what the table says for each side count."""
    state = last_laid(ring(sides))
    assert {"build", "finish"} <= verbs(state, WILD)
    assert "extend" not in verbs(state, WILD)
    after = act(state, WILD, do="build")
    assert after.players[0].points == points
    assert after.players[0].tokens == 9 - tokens
    assert (after.mountain[-1].owner, after.mountain[-1].tokens) == ("a", tokens)
    assert len(after.players[0].hand) == 3
    assert after.acting.name == "Ben"


@pytest.mark.parametrize(
    ("sides", "tokens", "points", "six"),
    [(3, 0, 3, "7"), (4, 0, 4, "7"), (5, 1, 5, "7"), (6, 2, 7, "7"), (6, 2, 6, "6")],
)
def test_extend(sides: int, tokens: int, points: int, six: str) -> None:
    """Extending costs and brings what the table says, 7 or 6 for six."""
    state = last_laid(ring(sides, owner="a", tokens=1), chosen={"extend6": six})
    assert "extend" in verbs(state, WILD)
    assert "build" not in verbs(state, WILD)
    after = act(state, WILD, do="extend")
    assert after.players[0].points == points
    assert after.players[0].tokens == 9 - tokens
    assert after.mountain[-1].tokens == tokens
    assert after.mountain[-1].owner == ("a" if tokens else "")


def test_extending_next_to_two_own_mines_scores_once() -> None:
    """A second foundation of one's own, or another player's, changes no points."""
    mines = [
        replace(laid, owner=owner, tokens=1) for laid, owner in zip(ring(4), "aba", strict=False)
    ]
    state = last_laid([*mines, ring(4)[3]])
    assert act(state, WILD, do="extend").players[0].points == 4


@pytest.mark.parametrize(
    ("mountain", "tokens", "reason"),
    [
        (ring(1), 9, "it touches 1 side, building needs 2"),
        (ring(2, owner="a", tokens=1), 9, "it touches 2 sides, extending needs 3"),
        (ring(6, owner="b", tokens=1), 9, "only touches other players’ foundations"),
        (ring(6), 2, "it costs 3 tokens, you have 2 tokens"),
        (ring(6, owner="a", tokens=1), 1, "it costs 2 tokens, you have 1 token"),
    ],
)
def test_why_there_is_no_mine(mountain: list[LaidTile], tokens: int, reason: str) -> None:
    """Where digging is not offered, the offer to go on and the refusal say why."""
    state = last_laid(mountain, tokens=tokens)
    assert not verbs(state, WILD) & {"build", "extend"}
    assert "finish" in verbs(state, WILD)
    choices = playable("mines", WILD).offers(state, "a").choices
    (end,) = [choice for choice in choices if choice.move["do"] == "finish"]
    assert reason in str(end.steps[0].hint)
    for kind in ("build", "extend"):
        with pytest.raises(Refused, match="no mine here"):
            act(state, WILD, do=kind)


def test_extending_without_tokens_needs_none() -> None:
    """A player who has no token left can still extend with three or four sides."""
    state = last_laid(ring(4, owner="a", tokens=1), tokens=0)
    assert act(state, WILD, do="extend").players[0].points == 4


def test_digging_is_optional() -> None:
    """A turn can end without a mine: no tokens, no points, a tile drawn."""
    state = last_laid(ring(6))
    after = act(state, WILD, do="finish")
    assert after.players[0].points == 0
    assert after.players[0].tokens == 9
    assert set(after.players[0].hand) == {*state.acting.hand, state.pile[0]}


# --- exploring -----------------------------------------------------------------------------------


def test_up_to_three_tiles_one_after_the_other() -> None:
    """Three tiles can be laid in a row. Then only the end is left: the turn ends by itself and says
    so, except at tables whose players end it themselves."""
    state = position([LaidTile(TILES[0], (0, 0), 0)], TILES[1:4])
    for n in range(2):
        state = act(state, WILD, do="lay", tile=TILES[n + 1], q=n + 1, r=0, turn=0)
        assert state.acting.name == "Ann"
    third = {"do": "lay", "tile": TILES[3], "q": 3, "r": 0, "turn": 0}
    turn = playable("mines", WILD).act(state, "a", third, CHANCE)
    assert turn.state.acting.name == "Ben"
    assert len(turn.state.players[0].hand) == 1
    sentences = [str(one.message) for one in turn.announcements if not one.to]
    assert "Ann has no tiles left and can’t dig here: the turn ends" in sentences
    assert "Ann draws 1 tile" in sentences
    earlier = {**WILD, "edition": EARLIER["edition"]}
    waiting = act(state, earlier, **third)
    assert verbs(waiting, earlier) == {"finish"}
    assert len(act(waiting, earlier, do="finish").players[0].hand) == 1


def test_a_turn_with_tiles_left_never_ends_by_itself() -> None:
    """A turn that ended because no tile fits would reveal the hand."""
    facts, state = nothing_fits()
    state = replace(state, phase="explore", fresh=1)
    assert verbs(state, facts) == {"finish"}, "nothing else is possible"
    first = position([LaidTile(TILES[0], (0, 0), 0)], TILES[1:3])
    after = act(first, WILD, do="lay", tile=TILES[1], q=1, r=0, turn=0)
    assert after.acting.name == "Ann"


def test_a_mine_after_the_last_tile_is_the_players_choice() -> None:
    """A turn does not end by itself while a mine can be dug."""
    state = position(ring(2), TILES[6:7])
    after = act(state, WILD, do="lay", tile=TILES[6], q=0, r=0, turn=0)
    assert verbs(after, WILD) == {"build", "finish"}


def test_tiles_of_a_turn_may_be_joined_by_the_third() -> None:
    """Two tiles may lie apart if, and only if, the third one joins them."""
    state = position([LaidTile(TILES[0], (0, 0), 0)], TILES[1:4])
    state = act(state, WILD, do="lay", tile=TILES[1], q=1, r=-1, turn=0)
    hints = {
        (choice.move["q"], choice.move["r"]): str(choice.steps[1].hint)
        for choice in playable("mines", WILD).offers(state, "a").choices
        if choice.move["do"] == "lay"
    }
    assert hints[0, 1] == "your last tile must connect them"
    assert hints[1, 0] == "build a mine: 2 points, costs 1 token; zone 0 → 1"
    apart = act(state, WILD, do="lay", tile=TILES[2], q=0, r=1, turn=0)
    assert verbs(apart, WILD) == {"lay"}
    assert {(move["q"], move["r"]) for move in offered(apart, WILD)} == {(1, 0)}
    with pytest.raises(Refused, match="connects"):
        act(apart, WILD, do="finish")
    with pytest.raises(Refused, match="connected"):
        act(apart, WILD, do="lay", tile=TILES[3], q=0, r=2, turn=0)
    done = act(apart, WILD, do="lay", tile=TILES[3], q=1, r=0, turn=0)
    assert "build" in verbs(done, WILD)


def test_two_tiles_alone_must_touch() -> None:
    """Without a third tile the second one touches the first."""
    state = position([LaidTile(TILES[0], (0, 0), 0)], TILES[1:3])
    state = act(state, WILD, do="lay", tile=TILES[1], q=1, r=-1, turn=0)
    with pytest.raises(Refused, match="connected"):
        act(state, WILD, do="lay", tile=TILES[2], q=0, r=1, turn=0)
    cells = {(m["q"], m["r"]) for m in offered(state, WILD) if m["do"] == "lay"}
    assert cells == set(neighbours((1, -1))) - {(0, 0)}


# --- supply and reorganise -----------------------------------------------------------------------


def test_supply_draws_one() -> None:
    """A hand of two can be filled, and the tile is the next of the pile."""
    state = position([LaidTile(TILES[0], (0, 0), 0)], TILES[1:3])
    after = act(state, do="supply")
    assert set(after.players[0].hand) == {*TILES[1:3], state.pile[0]}
    assert after.pile == state.pile[1:]
    assert after.acting.name == "Ben"


def test_no_supply_with_three() -> None:
    """A full hand cannot supply."""
    state = position([LaidTile(TILES[0], (0, 0), 0)], TILES[1:4])
    assert "supply" not in verbs(state)
    with pytest.raises(Refused, match="already hold 3 tiles"):
        act(state, do="supply")


@pytest.mark.parametrize(("held", "after"), [(1, 2), (2, 3), (3, 3)])
def test_reorganise(held: int, after: int) -> None:
    """A tile is swapped for two, or for one if the hand was full."""
    state = position([LaidTile(TILES[0], (0, 0), 0)], TILES[1 : held + 1])
    done = act(state, do="reorganise", tile=TILES[1])
    assert len(done.players[0].hand) == after
    assert TILES[1] not in done.players[0].hand
    assert done.removed == (TILES[1],)


# --- the end -------------------------------------------------------------------------------------


def test_one_token_left_brings_the_end_after_the_round() -> None:
    """Others finish the round after somebody is down to one token."""
    state = last_laid(ring(2), tokens=2, seats=(ANN, BEN, CID))
    turn = playable("mines", WILD).act(state, "a", {"do": "build"}, CHANCE)
    assert "Ann has 1 token left: this is the last round" in [
        str(s.message) for s in turn.announcements
    ]
    state = turn.state
    for name in ("Ben", "Cid"):
        assert state.acting.name == name
        assert state.phase == "turn"
        state = act(state, WILD, do="supply")
    assert state.phase == "over"
    assert not any(playable("mines", WILD).offers(state, seat.id).choices for seat in SEATS)
    with pytest.raises(Refused, match="over"):
        playable("mines", WILD).act(state, "a", {"do": "supply"}, CHANCE)


def test_two_tokens_left_do_not_end_the_game() -> None:
    """The token on the score track does not count."""
    state = last_laid(ring(2), tokens=3, seats=(ANN,))
    assert act(state, WILD, do="build").phase == "turn"


def test_an_empty_pile_brings_the_end_after_the_round() -> None:
    """When the last tile is drawn, the game ends after the round, not at once."""
    state = position([LaidTile(TILES[0], (0, 0), 0)], TILES[1:3], pile=[TILES[10]])
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
    """No further round begins when the last player empties the pile."""
    state = position([LaidTile(TILES[0], (0, 0), 0)], TILES[1:3], pile=[TILES[10]], seats=(ANN,))
    assert act(state, do="supply").phase == "over"


def test_reorganising_takes_what_the_pile_has() -> None:
    """Two tiles cannot be drawn from a pile of one."""
    state = position([LaidTile(TILES[0], (0, 0), 0)], TILES[1:3], pile=[TILES[10]])
    after = act(state, do="reorganise", tile=TILES[1])
    assert after.players[0].hand == (TILES[2], TILES[10])


def test_the_winner_is_told() -> None:
    """The scene of a finished game names the winner and all points."""
    state = last_laid(ring(3, owner="b", tokens=2), seats=(ANN, BEN), pile=[TILES[40]])
    state = act(state, WILD, do="finish")
    (done,) = [act(state, WILD, do="reorganise", tile=state.acting.hand[0])]
    scene = playable("mines", WILD).scene(done, None)
    assert scene.over
    assert scene.winners == ("b",)
    assert scene.standing == {"a": 0, "b": 2}
    assert str(scene.headline) == "Ben wins with 2 points"
