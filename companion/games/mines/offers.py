"""Takes a state and a seat, gives all that this seat may do now, tap by tap."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from companion.games.base import Choice, Offers, Step
from companion.games.mines import wording
from companion.games.mines.dig import Dig, digging
from companion.games.mines.facts import MinesFacts
from companion.games.mines.hexes import SIDES, Cell, centre, neighbours
from companion.games.mines.mountain import Ground, Lay, ground, lays
from companion.games.mines.moves import can_finish, possible_dig, reorganised, why_no_supply
from companion.games.mines.sight import around, richest
from companion.games.mines.state import State, is_low
from companion.words import Message, say

SIXTH: Final = 60.0
"""Degrees between two ways a tile can lie."""


def offers(facts: MinesFacts, state: State, seat: str) -> Offers:
    if state.phase == "over" or seat != state.player.id:
        return Offers()
    choices = [*_dig_choices(facts, state), *_lay_choices(facts, state)]
    if state.phase == "opening" and not choices:
        choices = list(_show_choices(facts, state))
    if state.phase == "turn":
        choices += [*_supply_choices(state), *_reorganise_choices(facts, state)]
    return Offers(tuple(choices))


def _lay_choices(facts: MinesFacts, state: State) -> Iterator[Choice]:
    land = ground(state.mountain)
    found = list(lays(facts, land, state.player.hand, state.fresh_cells))
    cells = {lay.cell: lay for lay in found}
    digs = {cell: _promise(facts, state, land, lay) for cell, lay in cells.items()}
    found.sort(key=lambda lay: (state.player.hand.index(lay.tile), -_worth(digs[lay.cell])))
    places = {cell: _place_step(facts, land, lay, digs[cell]) for cell, lay in cells.items()}
    tiles = {tile: _tile_step(facts, tile, found, digs) for tile in state.player.hand}
    for lay in found:
        q, r = lay.cell
        yield Choice(
            {"do": "lay", "tile": lay.tile, "q": q, "r": r, "turn": lay.turn},
            (tiles[lay.tile], places[lay.cell], _turn_step(facts, lay)),
        )


def _promise(facts: MinesFacts, state: State, land: Ground, lay: Lay) -> Dig | Message | None:
    """What may be dug on a tile that is laid there, or why not where enough sides touch for it;
    or a warning if the turn cannot end there."""
    if state.phase == "opening":
        return None
    if lay.open:
        return say("your last tile must join them")
    found = digging(facts, state, state.player, land, lay.cell)
    enough = lay.sides >= min(line.sides for line in facts.lines)
    return found if isinstance(found, Dig) or enough else None


def _worth(promise: Dig | Message | None) -> int:
    return promise.points if isinstance(promise, Dig) else 0


def _tile_step(
    facts: MinesFacts, tile: str, found: Sequence[Lay], digs: Mapping[Cell, Dig | Message | None]
) -> Step:
    points = {lay.cell: _worth(digs[lay.cell]) for lay in found if lay.tile == tile}
    hint = wording.places(len(points))
    if any(points.values()):
        hint = say("{places}, up to +{points}", places=hint, points=max(points.values()))
    focus = around(richest(points), facts.tile_width) if points else None
    return Step(_tile_name(facts, tile), face=f"tiles/{tile}", hint=hint, focus=focus)


def _tile_name(facts: MinesFacts, tile: str) -> Message:
    return say("tile {number}", number=facts.tiles[tile].number)


def _place_step(facts: MinesFacts, land: Ground, lay: Lay, dig: Dig | Message | None) -> Step:
    """Numbers on the board are points; how many sides touch is seen there. A place without a
    number or a dot has a hint that is no promise."""
    towards, near = next(
        (place, land[cell]) for place, cell in enumerate(neighbours(lay.cell)) if cell in land
    )
    where = wording.beside((towards + SIDES // 2) % SIDES, facts.tiles[near.tile].number)
    return Step(
        say("{where}, {sides}", where=where, sides=wording.sides(lay.sides)),
        at=centre(lay.cell, facts.tile_width),
        width=facts.tile_width,
        hint=dig.offer if isinstance(dig, Dig) else dig,
        mark=f"+{dig.points}" if isinstance(dig, Dig) else "" if dig else "·",
        focus=around(lay.cell, facts.tile_width),
    )


def _turn_step(facts: MinesFacts, lay: Lay) -> Step:
    tile = facts.tiles[lay.tile]
    side = wording.side(facts.sides[tile.sides[tile.landmark]].name)
    return Step(
        wording.where((tile.landmark + lay.turn) % SIDES, side),
        at=centre(lay.cell, facts.tile_width),
        face=f"tiles/{lay.tile}",
        turn=SIXTH * lay.turn,
        width=facts.tile_width,
    )


def _dig_choices(facts: MinesFacts, state: State) -> Iterator[Choice]:
    if not can_finish(state):
        return
    found = possible_dig(facts, state)
    if isinstance(found, Dig):
        label = say("Build a mine") if found.kind == "build" else say("Extend your mine")
        yield Choice({"do": found.kind}, (Step(label, hint=_price(state, found)),))
        end, hint = say("End without a mine"), None
    else:
        end, hint = say("End your turn"), found
    yield Choice({"do": "finish"}, (Step(end, hint=hint or _drawing(state)),))


def _price(state: State, dig: Dig) -> Message:
    """What digging takes of the tokens that are left and brings, and whether it brings the end."""
    left = state.player.tokens
    taken = wording.tokens(0)
    if dig.tokens:
        taken = say("{count} of {left}", count=dig.tokens, left=wording.tokens(left))
    price = say("{tokens}, {points}", tokens=taken, points=wording.points(dig.points))
    if not state.ending and is_low(left - dig.tokens):
        return say("{what}; this round becomes the last", what=price)
    return price


def _drawing(state: State) -> Message:
    if not state.pile:
        return say("the draw pile is empty")
    if len(state.pile) == 1 and not state.ending:
        return say("{what}; this round becomes the last", what=say("draw 1 tile"))
    return say("draw 1 tile")


def _show_choices(facts: MinesFacts, state: State) -> Iterator[Choice]:
    show = Step(say("Show your tiles"), hint=say("none fits; one leaves the game"))
    for tile in state.player.hand:
        step = Step(_tile_name(facts, tile), face=f"tiles/{tile}")
        yield Choice({"do": "show", "tile": tile}, (show, step))


def _supply_choices(state: State) -> Iterator[Choice]:
    if why_no_supply(state) is None:
        yield Choice({"do": "supply"}, (Step(say("Supply"), hint=_drawing(state)),))


def _reorganise_choices(facts: MinesFacts, state: State) -> Iterator[Choice]:
    hint = say("remove 1 tile, draw {count}", count=min(reorganised(state), len(state.pile)))
    for tile in state.player.hand:
        step = Step(_tile_name(facts, tile), face=f"tiles/{tile}")
        yield Choice({"do": "reorganise", "tile": tile}, (Step(say("Reorganise"), hint=hint), step))
