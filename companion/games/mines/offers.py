"""Legal moves of Mines and the taps that lead to them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from companion.games.mines.dig import Dig, find_dig
from companion.games.mines.effects import dig_effect
from companion.games.mines.facts import MinesFacts
from companion.games.mines.focus import richest, view_around
from companion.games.mines.hexes import SIDES, Cell, centre, neighbours
from companion.games.mines.mountain import Mountain, TilePlacement, tile_placements, tiles_by_cell
from companion.games.mines.move_types import (
    Build,
    Extend,
    Finish,
    First,
    Lay,
    Reorganise,
    Show,
    Supply,
)
from companion.games.mines.moves import can_finish, dig_on_last_tile, reorganise_draw, why_no_supply
from companion.games.mines.names import (
    cell_position,
    count_places,
    count_points,
    count_sides,
    count_tokens,
    side_name,
    side_position,
)
from companion.games.mines.state import State, is_low
from companion.games.moves import as_move
from companion.games.offers import Choice, Offers, Step
from companion.language.messages import Message, say

SIXTH: Final = 60.0
"""Degrees between two turns of a tile."""


def list_offers(facts: MinesFacts, state: State, seat: str) -> Offers:
    if state.phase == "youngest":
        return Offers(tuple(_youngest_choices(state, seat)))
    if state.phase == "over" or seat != state.acting.id:
        return Offers()
    choices = [*_dig_choices(facts, state), *_lay_choices(facts, state)]
    if state.phase == "opening" and not choices:
        choices = list(_show_choices(facts, state))
    if state.phase == "turn":
        choices += [*_supply_choices(state), *_reorganise_choices(facts, state)]
    return Offers(tuple(choices))


def _youngest_choices(state: State, seat: str) -> Iterator[Choice]:
    """Any player may say who is the youngest."""
    if any(player.id == seat for player in state.players):
        for player in state.players:
            yield Choice(as_move(First(player.id)), (Step(say("{who}", who=player.name)),))


def _lay_choices(facts: MinesFacts, state: State) -> Iterator[Choice]:
    mountain = tiles_by_cell(state.mountain)
    found = list(tile_placements(facts, mountain, state.acting.hand, state.fresh_cells))
    cells = {lay.cell: lay for lay in found}
    digs = {cell: _dig_or_warning(facts, state, mountain, lay) for cell, lay in cells.items()}
    found.sort(key=lambda lay: (state.acting.hand.index(lay.tile), -_points_of(digs[lay.cell])))
    places = {
        cell: _place_step(facts, state, mountain, lay, digs[cell]) for cell, lay in cells.items()
    }
    tiles = {tile: _tile_step(facts, tile, found, digs) for tile in state.acting.hand}
    for lay in found:
        q, r = lay.cell
        yield Choice(
            as_move(Lay(lay.tile, q, r, lay.turn)),
            (tiles[lay.tile], places[lay.cell], _turn_step(facts, lay)),
        )


def _dig_or_warning(
    facts: MinesFacts, state: State, mountain: Mountain, lay: TilePlacement
) -> Dig | Message | None:
    """The mine that may be dug on a tile laid there, the reason why not if enough sides touch, or
    a warning if the turn cannot end there."""
    if state.phase == "opening":
        return None
    if lay.open:
        return say("your last tile must connect them")
    found = find_dig(facts, state, state.acting, mountain, lay.cell)
    enough = lay.sides >= min(cost.sides for cost in facts.dig_costs)
    return found if isinstance(found, Dig) or enough else None


def _points_of(dig: Dig | Message | None) -> int:
    return dig.points if isinstance(dig, Dig) else 0


def _tile_step(
    facts: MinesFacts,
    tile: str,
    found: Sequence[TilePlacement],
    digs: Mapping[Cell, Dig | Message | None],
) -> Step:
    points = {lay.cell: _points_of(digs[lay.cell]) for lay in found if lay.tile == tile}
    hint = count_places(len(points))
    if any(points.values()):
        hint = say("{places}, up to +{points}", places=hint, points=max(points.values()))
    focus = view_around(richest(points), facts.tile_width) if points else None
    return Step(_tile_name(facts, tile), face=facts.face(tile), hint=hint, focus=focus)


def _tile_name(facts: MinesFacts, tile: str) -> Message:
    return say("Tile {number}", number=facts.tiles[tile].number)


def _place_step(
    facts: MinesFacts,
    state: State,
    mountain: Mountain,
    lay: TilePlacement,
    dig: Dig | Message | None,
) -> Step:
    """The tap on a cell. A number on the board stands for points, a dot for a place without a
    mine; a place with a warning or a refusal shows neither."""
    towards, near = next(
        (place, mountain[cell])
        for place, cell in enumerate(neighbours(lay.cell))
        if cell in mountain
    )
    where = cell_position((towards + SIDES // 2) % SIDES, facts.tiles[near.tile].number)
    return Step(
        say("{where}: touches {sides}", where=where, sides=count_sides(lay.sides)),
        at=centre(lay.cell, facts.tile_width),
        width=facts.tile_width,
        hint=_offer(state, mountain, lay.cell, dig) if isinstance(dig, Dig) else dig,
        mark=f"+{dig.points}" if isinstance(dig, Dig) else "" if dig else "·",
        focus=view_around(lay.cell, facts.tile_width),
    )


def _offer(state: State, mountain: Mountain, cell: Cell, dig: Dig) -> Message:
    """The points and tokens of a mine, and what it does to its zone."""
    effect = dig_effect(mountain, state.acting, cell, dig)
    return say("{what}; {zone}", what=dig.offer, zone=effect.on_zone)


def _turn_step(facts: MinesFacts, lay: TilePlacement) -> Step:
    tile = facts.tiles[lay.tile]
    side = side_name(facts.sides[tile.sides[tile.landmark]].name)
    return Step(
        side_position((tile.landmark + lay.turn) % SIDES, side),
        at=centre(lay.cell, facts.tile_width),
        face=facts.face(lay.tile),
        turn=SIXTH * lay.turn,
        width=facts.tile_width,
    )


def _dig_choices(facts: MinesFacts, state: State) -> Iterator[Choice]:
    if not can_finish(state):
        return
    found = dig_on_last_tile(facts, state)
    if isinstance(found, Dig):
        label = say("Build a mine") if found.kind == "build" else say("Extend your mine")
        yield Choice(
            as_move(Build() if found.kind == "build" else Extend()),
            (Step(label, hint=_price(state, found)),),
        )
        end, hint = say("End your turn without a mine"), None
    else:
        end, hint = say("End your turn"), found
    yield Choice(as_move(Finish()), (Step(end, hint=hint or _draw_hint(state)),))


def _price(state: State, dig: Dig) -> Message:
    """The points and tokens of a mine, its zone and the player's total, and whether it makes this
    round the last."""
    left = state.acting.tokens
    values = {"points": count_points(dig.points), "tokens": count_tokens(dig.tokens)}
    price = say("{points}, costs {tokens}", **values)
    if dig.tokens:
        price = say("{points}, costs {tokens}; you have {left}", **values, left=left)
    mountain = tiles_by_cell(state.mountain)
    effect = dig_effect(mountain, state.acting, state.mountain[-1].cell, dig)
    price = say("{what}; {zone}, {total}", what=price, zone=effect.on_zone, total=effect.on_total)
    if not state.ending and is_low(left - dig.tokens):
        return say("{what}; makes this the last round", what=price)
    return price


def _draw_hint(state: State) -> Message:
    if not state.pile:
        return say("the draw pile is empty")
    if len(state.pile) == 1 and not state.ending:
        return say("{what}; makes this the last round", what=say("draw a tile"))
    return say("draw a tile")


def _show_choices(facts: MinesFacts, state: State) -> Iterator[Choice]:
    show = Step(say("Show your tiles"), hint=say("none fits; remove one from the game"))
    for tile in state.acting.hand:
        step = Step(_tile_name(facts, tile), face=facts.face(tile))
        yield Choice(as_move(Show(tile)), (show, step))


def _supply_choices(state: State) -> Iterator[Choice]:
    if why_no_supply(state) is None:
        yield Choice(as_move(Supply()), (Step(say("Supply"), hint=_draw_hint(state)),))


def _reorganise_choices(facts: MinesFacts, state: State) -> Iterator[Choice]:
    hint = say("remove 1 tile, draw {count}", count=min(reorganise_draw(state), len(state.pile)))
    for tile in state.acting.hand:
        step = Step(_tile_name(facts, tile), face=facts.face(tile))
        yield Choice(as_move(Reorganise(tile)), (Step(say("Reorganise"), hint=hint), step))
