"""Moves of Mines: checked, carried out and announced."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from companion.chance.provable import Chance
from companion.games.edition import makes_only_moves
from companion.games.mines.begin import name_youngest
from companion.games.mines.dig import Dig, DigKind, find_dig
from companion.games.mines.ending import end_messages
from companion.games.mines.facts import MinesFacts, in_order
from companion.games.mines.hexes import SIDES, joined
from companion.games.mines.mountain import (
    can_be_joined,
    gap,
    side_bits,
    sides_near,
    tile_placements,
    tiles_by_cell,
)
from companion.games.mines.move_types import (
    Build,
    Extend,
    Finish,
    Lay,
    Reorganise,
    Show,
    Supply,
    read_move,
)
from companion.games.mines.names import count_points, count_sides, count_tokens
from companion.games.mines.state import LaidTile, Player, State, with_player
from companion.games.moves import Announcement, Move, Transition, announce, chain
from companion.language.messages import Message, Refused, listing, say, say_count

HAND: Final = 3


def make_move(
    facts: MinesFacts,
    state: State,
    seat: str,
    move: Move,
    chance: Chance,
) -> Transition:
    """Raises Refused for an illegal move."""
    read = read_move(move)
    if state.phase == "over":
        raise Refused("the game is over")
    if state.phase == "youngest":
        return name_youngest(state, read)
    if seat != state.acting.id:
        raise Refused("it is {who}’s turn", who=state.acting.name)
    match read:
        case Lay():
            return _lay(facts, state, read)
        case Show():
            return _show(facts, state, read)
        case Build():
            return _dig(facts, state, "build")
        case Extend():
            return _dig(facts, state, "extend")
        case Finish():
            return _finish(facts, state)
        case Supply():
            return _supply(facts, state)
        case Reorganise():
            return _reorganise(facts, state, read)
    raise Refused("you can’t do that now")


def _lay(facts: MinesFacts, state: State, move: Lay) -> Transition:
    laid = _checked_tile(facts, state, move)
    player = state.acting
    sides = sides_near(tiles_by_cell(state.mountain), laid.cell)
    hand = tuple(tile for tile in player.hand if tile != laid.tile)
    after = with_player(state, replace(player, hand=hand))
    after = replace(after, mountain=(*state.mountain, laid), fresh=state.fresh + 1)
    message = say(
        "{who} lays tile {number}, touching {sides}",
        who=player.name,
        number=facts.tiles[laid.tile].number,
        sides=count_sides(sides),
    )
    if state.phase == "opening":
        return _next_turn(facts, state, replace(after, fresh=0), (Announcement(message),))
    explored = announce(replace(after, phase="explore"), message)
    if makes_only_moves(facts.edition) and _has_to_end(facts, explored.state):
        ends = say("{who} has no tiles left and can’t dig here: the turn ends", who=player.name)
        explored = chain(explored, announce(explored.state, ends))
        return chain(explored, _finish(facts, explored.state))
    return explored


def _has_to_end(facts: MinesFacts, state: State) -> bool:
    """Whether a player can only end the turn, as everybody can see. A turn with tiles left never
    ends by itself: that would reveal that none of them fits."""
    can_dig = isinstance(dig_on_last_tile(facts, state), Dig)
    return not state.acting.hand and can_finish(state) and not can_dig


def _checked_tile(facts: MinesFacts, state: State, move: Lay) -> LaidTile:
    """The laid tile. Raises Refused with the reason if it cannot lie there."""
    tile = _own_tile(state, move.tile)
    cell = (move.q, move.r)
    if not 0 <= move.turn < SIDES:
        raise Refused("a tile can be turned six ways")
    mountain = tiles_by_cell(state.mountain)
    if cell in mountain:
        raise Refused("there is already a tile there")
    around = gap(facts, mountain, cell)
    if not around.sides:
        raise Refused("a tile must touch the mountain")
    if side_bits(facts, tile, move.turn) & around.barred:
        raise Refused("touching sides must match")
    laid = LaidTile(tile, cell, move.turn)
    rest = [other for other in state.acting.hand if other != tile]
    fresh = state.fresh_cells
    if not joined((*fresh, cell)) and not can_be_joined(facts, mountain, fresh, laid, rest):
        raise Refused("the tiles of one turn must be connected")
    return laid


def _show(facts: MinesFacts, state: State, move: Show) -> Transition:
    """In the opening, a player without a fitting tile shows the hand and loses one tile."""
    if state.phase != "opening":
        raise Refused("you can show your tiles only at the start of the game")
    tile = _own_tile(state, move.tile)
    player = state.acting
    if next(tile_placements(facts, tiles_by_cell(state.mountain), player.hand), None) is not None:
        raise Refused("one of your tiles fits, so lay it")
    message = say(
        "{who} has no tile that fits ({tiles}) and removes {number} from the game",
        who=player.name,
        tiles=listing(facts.tiles[one].number for one in player.hand),
        number=facts.tiles[tile].number,
    )
    return _next_turn(facts, state, _without_tile(state, tile), (Announcement(message),))


def _dig(facts: MinesFacts, state: State, kind: DigKind) -> Transition:
    _check_finishable(state)
    player = state.acting
    last = state.mountain[-1]
    found = dig_on_last_tile(facts, state)
    if isinstance(found, Message):
        raise Refused("{reason}", reason=found)
    if found.kind != kind:
        raise Refused("only this is possible here: {offer}", offer=found.offer)
    if found.tokens:
        last = replace(last, owner=player.id, tokens=found.tokens)
    after = replace(state, mountain=(*state.mountain[:-1], last))
    after = with_player(
        after,
        replace(player, tokens=player.tokens - found.tokens, points=player.points + found.points),
    )
    return _draw_tiles(facts, state, after, 1, (Announcement(_dug(player, found)),))


def _dug(player: Player, dig: Dig) -> Message:
    tokens, points = count_tokens(dig.tokens), count_points(dig.points)
    if dig.kind == "build":
        return say(
            "{who} builds a mine for {points} ({tokens})",
            who=player.name,
            points=points,
            tokens=tokens,
        )
    return say(
        "{who} extends a mine for {points} ({tokens})",
        who=player.name,
        points=points,
        tokens=tokens,
    )


def dig_on_last_tile(facts: MinesFacts, state: State) -> Dig | Message:
    """The mine that may be dug on the tile laid last, or the reason why not."""
    last = state.mountain[-1].cell
    return find_dig(facts, state, state.acting, tiles_by_cell(state.mountain), last)


def can_finish(state: State) -> bool:
    """Whether this turn's tiles are connected, so that the player may dig or draw."""
    return state.phase == "explore" and joined(state.fresh_cells)


def _check_finishable(state: State) -> None:
    if state.phase != "explore":
        raise Refused("lay a tile first")
    if not can_finish(state):
        raise Refused("lay another tile that connects the tiles of this turn")


def _finish(facts: MinesFacts, state: State) -> Transition:
    _check_finishable(state)
    return _draw_tiles(facts, state, state, 1, ())


def _supply(facts: MinesFacts, state: State) -> Transition:
    _check_unbegun(state)
    reason = why_no_supply(state)
    if reason is not None:
        raise Refused("{reason}", reason=reason)
    message = say("{who} takes supplies", who=state.acting.name)
    return _draw_tiles(facts, state, state, 1, (Announcement(message),))


def why_no_supply(state: State) -> Message | None:
    if len(state.acting.hand) >= HAND:
        return say("you already hold {count} tiles", count=HAND)
    if not state.pile:
        return say("the draw pile is empty")
    return None


def _reorganise(facts: MinesFacts, state: State, move: Reorganise) -> Transition:
    _check_unbegun(state)
    tile = _own_tile(state, move.tile)
    player = state.acting
    announcements = (
        Announcement(say("{who} reorganises and removes a tile from the game", who=player.name)),
        Announcement(
            say("You removed tile {number}", number=facts.tiles[tile].number), (player.id,)
        ),
    )
    return _draw_tiles(
        facts, state, _without_tile(state, tile), reorganise_draw(state), announcements
    )


def reorganise_draw(state: State) -> int:
    """The number of tiles that reorganising draws if the pile has them."""
    return 1 if len(state.acting.hand) >= HAND else 2


def _check_unbegun(state: State) -> None:
    if state.phase != "turn":
        raise Refused("you can do that only at the start of your turn")


def _draw_tiles(
    facts: MinesFacts,
    before: State,
    state: State,
    count: int,
    announcements: tuple[Announcement, ...],
) -> Transition:
    """The end of a turn: the player draws as many tiles as the pile has."""
    player = state.acting
    drawn, pile = state.pile[:count], state.pile[count:]
    hand = in_order(facts, (*player.hand, *drawn))
    after = with_player(replace(state, pile=pile), replace(player, hand=hand))
    if not drawn:
        return _next_turn(
            facts,
            before,
            after,
            (*announcements, Announcement(say("No tiles are left to draw"))),
        )
    numbers = listing(facts.tiles[tile].number for tile in drawn)
    everyone = say_count(
        "{who} draws {count} tile", "{who} draws {count} tiles", len(drawn), who=player.name
    )
    own = say_count(
        "You draw tile {numbers}", "You draw tiles {numbers}", len(drawn), numbers=numbers
    )
    drawing = (Announcement(everyone), Announcement(own, (player.id,)))
    return _next_turn(facts, before, after, (*announcements, *drawing))


def _next_turn(
    facts: MinesFacts, before: State, state: State, announcements: tuple[Announcement, ...]
) -> Transition:
    """The next player's turn, or the end of the game after the last player of a round."""
    last = state.current == len(state.players) - 1
    if state.ending and not before.ending:
        announcements = (*announcements, Announcement(_last_round_message(state)))
    if last and state.phase != "opening" and state.ending:
        over = replace(state, phase="over", fresh=0)
        return Transition(over, (*announcements, *map(Announcement, end_messages(facts, over))))
    phase = "turn" if last or state.phase != "opening" else "opening"
    current = (state.current + 1) % len(state.players)
    return Transition(replace(state, phase=phase, current=current, fresh=0), announcements)


def _last_round_message(state: State) -> Message:
    low = state.low
    if low is None:
        return say("The draw pile is empty: this is the last round")
    return say(
        "{who} has {tokens} left: this is the last round",
        who=low.name,
        tokens=count_tokens(low.tokens),
    )


def _without_tile(state: State, tile: str) -> State:
    """The state after the current player has put a tile out of the game."""
    player = state.acting
    hand = tuple(one for one in player.hand if one != tile)
    after = with_player(state, replace(player, hand=hand))
    return replace(after, removed=(*state.removed, tile))


def _own_tile(state: State, tile: str) -> str:
    if tile not in state.acting.hand:
        raise Refused("you don’t have that tile")
    return tile
