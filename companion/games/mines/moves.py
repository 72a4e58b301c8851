"""Takes a state and a move, gives the next state and what is told; refuses what is illegal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from companion.games.base import Move, Say, Turn
from companion.games.mines import wording
from companion.games.mines.dig import Dig, digging
from companion.games.mines.facts import MinesFacts, in_order
from companion.games.mines.hexes import SIDES, joined
from companion.games.mines.mountain import (
    can_be_joined,
    code,
    gap,
    ground,
    lays,
    sides_near,
)
from companion.games.mines.state import Laid, Player, State
from companion.games.mines.summary import end_says
from companion.table.model import Refused
from companion.words import Message, say

HAND: Final = 3


def act(facts: MinesFacts, state: State, seat: str, move: Move) -> Turn:
    if state.phase == "over":
        raise Refused("the game is over")
    if seat != state.player.id:
        raise Refused("it is the turn of {who}", who=state.player.name)
    doing = move.get("do")
    made = _MOVES.get(doing) if isinstance(doing, str) else None
    if made is None:
        raise Refused("there is no such move in this game")
    return made(facts, state, move)


def _lay(facts: MinesFacts, state: State, move: Move) -> Turn:
    laid = _checked(facts, state, move)
    player = state.player
    sides = sides_near(ground(state.mountain), laid.cell)
    hand = tuple(tile for tile in player.hand if tile != laid.tile)
    after = _with_player(state, replace(player, hand=hand))
    after = replace(after, mountain=(*state.mountain, laid), fresh=state.fresh + 1)
    told = say(
        "{who} lays tile {number} against {sides}",
        who=player.name,
        number=facts.tiles[laid.tile].number,
        sides=wording.sides(sides),
    )
    if state.phase == "opening":
        return _next(facts, state, replace(after, fresh=0), (Say(told),))
    return Turn(replace(after, phase="explore"), (Say(told),))


def _checked(facts: MinesFacts, state: State, move: Move) -> Laid:
    """The tile as it is laid. Raises Refused with the reason it cannot lie there."""
    tile = _own_tile(state, move)
    cell = (_number(move, "q"), _number(move, "r"))
    turn = _number(move, "turn")
    if not 0 <= turn < SIDES:
        raise Refused("a tile can be turned in six ways")
    land = ground(state.mountain)
    if cell in land:
        raise Refused("a tile lies there already")
    around = gap(facts, land, cell)
    if not around.sides:
        raise Refused("a tile must touch the mountain")
    if code(facts, tile, turn) & around.barred:
        raise Refused("the sides that touch must match")
    laid = Laid(tile, cell, turn)
    rest = [other for other in state.player.hand if other != tile]
    fresh = state.fresh_cells
    if not joined((*fresh, cell)) and not can_be_joined(facts, land, fresh, laid, rest):
        raise Refused("the tiles of one turn must be joined")
    return laid


def _show(facts: MinesFacts, state: State, move: Move) -> Turn:
    """At the beginning, who has no tile that fits shows all and loses one."""
    if state.phase != "opening":
        raise Refused("tiles are shown only at the beginning")
    tile = _own_tile(state, move)
    player = state.player
    if next(lays(facts, ground(state.mountain), player.hand), None) is not None:
        raise Refused("one of your tiles fits")
    told = say(
        "no tile of {who} fits: {tiles}; {number} leaves the game",
        who=player.name,
        tiles=", ".join(str(facts.tiles[one].number) for one in player.hand),
        number=facts.tiles[tile].number,
    )
    return _next(facts, state, _without(state, tile), (Say(told),))


def _dig(facts: MinesFacts, state: State, move: Move) -> Turn:
    _check_finishable(state)
    player = state.player
    last = state.mountain[-1]
    found = possible_dig(facts, state)
    if isinstance(found, Message):
        raise Refused("{reason}", reason=found)
    if found.kind != move["do"]:
        raise Refused("here you can only {offer}", offer=found.offer)
    if found.tokens:
        last = replace(last, owner=player.id, tokens=found.tokens)
    after = replace(state, mountain=(*state.mountain[:-1], last))
    after = _with_player(
        after,
        replace(player, tokens=player.tokens - found.tokens, points=player.points + found.points),
    )
    return _draw(facts, state, after, 1, (Say(_dug(player, found)),))


def _dug(player: Player, dig: Dig) -> Message:
    tokens, points = wording.tokens(dig.tokens), wording.points(dig.points)
    if dig.kind == "build":
        return say(
            "{who} builds: {tokens}, {points}", who=player.name, tokens=tokens, points=points
        )
    return say("{who} extends: {tokens}, {points}", who=player.name, tokens=tokens, points=points)


def possible_dig(facts: MinesFacts, state: State) -> Dig | Message:
    """What may be dug on the tile that was laid last, or why not."""
    last = state.mountain[-1].cell
    return digging(facts, state, state.player, ground(state.mountain), last)


def can_finish(state: State) -> bool:
    """Whether the turn's tiles are laid and joined, so that digging or drawing may follow."""
    return state.phase == "explore" and joined(state.fresh_cells)


def _check_finishable(state: State) -> None:
    if state.phase != "explore":
        raise Refused("lay a tile first")
    if not can_finish(state):
        raise Refused("lay one more tile that joins the others of this turn")


def _finish(facts: MinesFacts, state: State, _move: Move) -> Turn:
    _check_finishable(state)
    return _draw(facts, state, state, 1, ())


def _supply(facts: MinesFacts, state: State, _move: Move) -> Turn:
    _check_unbegun(state)
    reason = why_no_supply(state)
    if reason is not None:
        raise Refused("{reason}", reason=reason)
    told = say("{who} takes supplies", who=state.player.name)
    return _draw(facts, state, state, 1, (Say(told),))


def why_no_supply(state: State) -> Message | None:
    if len(state.player.hand) >= HAND:
        return say("you hold {count} tiles, and may not hold more", count=HAND)
    if not state.pile:
        return say("the draw pile is empty")
    return None


def _reorganise(facts: MinesFacts, state: State, move: Move) -> Turn:
    _check_unbegun(state)
    tile = _own_tile(state, move)
    player = state.player
    says = (
        Say(say("{who} reorganises: a tile leaves the game", who=player.name)),
        Say(say("it was tile {number}", number=facts.tiles[tile].number), (player.id,)),
    )
    return _draw(facts, state, _without(state, tile), reorganised(state), says)


def reorganised(state: State) -> int:
    """How many tiles reorganising draws, if the pile has them."""
    return 1 if len(state.player.hand) >= HAND else 2


def _check_unbegun(state: State) -> None:
    if state.phase != "turn":
        raise Refused("that is for the beginning of a turn")


def _draw(
    facts: MinesFacts, before: State, state: State, count: int, says: tuple[Say, ...]
) -> Turn:
    """The end of a turn: the player draws, as far as the pile goes."""
    player = state.player
    drawn, pile = state.pile[:count], state.pile[count:]
    hand = in_order(facts, (*player.hand, *drawn))
    after = _with_player(replace(state, pile=pile), replace(player, hand=hand))
    if not drawn:
        return _next(facts, before, after, (*says, Say(say("there is nothing left to draw"))))
    numbers = ", ".join(str(facts.tiles[tile].number) for tile in drawn)
    told = (
        Say(say("{who} draws {tiles}", who=player.name, tiles=wording.tiles(len(drawn)))),
        Say(say("new in your hand: tile {numbers}", numbers=numbers), (player.id,)),
    )
    return _next(facts, before, after, (*says, *told))


def _next(facts: MinesFacts, before: State, state: State, says: tuple[Say, ...]) -> Turn:
    """The next player's turn, or the end of the game after the last one of the round."""
    last = state.current == len(state.players) - 1
    if state.ending and not before.ending:
        says = (*says, Say(_near(state)))
    if last and state.phase != "opening" and state.ending:
        over = replace(state, phase="over", fresh=0)
        return Turn(over, (*says, *end_says(facts, over)))
    phase = "turn" if last or state.phase != "opening" else "opening"
    current = (state.current + 1) % len(state.players)
    return Turn(replace(state, phase=phase, current=current, fresh=0), says)


def _near(state: State) -> Message:
    low = state.low
    if low is None:
        return say("the draw pile is empty: this round is the last")
    return say(
        "{who} has {tokens} left: this round is the last",
        who=low.name,
        tokens=wording.tokens(low.tokens),
    )


def _with_player(state: State, player: Player) -> State:
    players = (*state.players[: state.current], player, *state.players[state.current + 1 :])
    return replace(state, players=players)


def _without(state: State, tile: str) -> State:
    """The state after the player whose turn it is put a tile out of the game."""
    player = state.player
    hand = tuple(one for one in player.hand if one != tile)
    after = _with_player(state, replace(player, hand=hand))
    return replace(after, removed=(*state.removed, tile))


def _own_tile(state: State, move: Move) -> str:
    tile = move.get("tile")
    if not isinstance(tile, str) or tile not in state.player.hand:
        raise Refused("you do not hold that tile")
    return tile


def _number(move: Move, name: str) -> int:
    value: Any = move.get(name)
    if type(value) is not int:
        raise Refused("a move needs whole numbers")
    return value


_MOVES: Final[dict[str, Callable[[MinesFacts, State, Move], Turn]]] = {
    "lay": _lay,
    "show": _show,
    "build": _dig,
    "extend": _dig,
    "finish": _finish,
    "supply": _supply,
    "reorganise": _reorganise,
}
