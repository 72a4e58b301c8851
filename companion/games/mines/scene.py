"""Takes a state and a seat, gives the mountain and all that this seat may see of the game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from companion.games.base import Panel, Result, Scene, Token
from companion.games.mines import wording
from companion.games.mines.dig import Dig, digging
from companion.games.mines.facts import MinesFacts
from companion.games.mines.hexes import ROW, centre
from companion.games.mines.mountain import ground, lays, owners_near
from companion.games.mines.moves import can_finish
from companion.games.mines.offers import SIXTH
from companion.games.mines.state import Laid, Player, State
from companion.games.mines.summary import outcome, result
from companion.words import Message, say

STACKS: Final = {
    1: (19.0, ((0.0, 0.0),)),
    2: (14.0, ((-5.5, 0.0), (5.5, 0.0))),
    3: (13.0, ((-5.5, 3.2), (5.5, 3.2), (0.0, -6.4))),
}
"""How wide the tokens of a foundation are and where they lie: as large as the cave and its edge,
so that they are told apart on a phone, and the symbols of the sides stay free."""
NARROWEST: Final = 0.75
"""A mountain that is higher than wide is shown with room beside it, so that it fits a phone."""
SMALLEST: Final = 3.0
"""How many tiles wide the view is at least."""


def scene(facts: MinesFacts, state: State, seat: str | None) -> Scene:
    over = state.phase == "over"
    found = result(facts, state)
    return Scene(
        headline=_headline(facts, state),
        turn=() if over else (state.player.id,),
        view=_view(facts, state, room=not over and seat == state.player.id),
        tokens=tuple(_tokens(facts, state)),
        panels=tuple(_panels(facts, state, seat, found)),
        over=over,
        winners=tuple(rank.seat for rank in found.ranking if rank.place == 1) if over else (),
        standing={total.seat: total.points for total in found.totals},
    )


def _headline(facts: MinesFacts, state: State) -> Message:
    if state.phase == "over":
        return outcome(facts, state)
    who = state.player.name
    if state.phase == "opening":
        return say("{who} lays a first tile", who=who)
    if state.phase == "turn":
        return say("{who}: lay, supply or reorganise", who=who)
    if can_finish(state):
        return say("{who}: lay on, dig or end", who=who)
    return say("{who} must join the tiles", who=who)


def _view(facts: MinesFacts, state: State, *, room: bool) -> tuple[float, float, float, float]:
    """The mountain, with room for a tile all around it if one may be laid."""
    wide, high = facts.tile_width, facts.tile_height
    beside = 1.5 * wide if room else 0.75 * wide
    above = ROW * wide + high / 2 if room else 0.75 * high
    middles = [centre(laid.cell, wide) for laid in state.mountain]
    left, right = min(x for x, _ in middles), max(x for x, _ in middles)
    top, bottom = min(y for _, y in middles) - above, max(y for _, y in middles) + above
    height = bottom - top
    width = max(right - left + 2 * beside, NARROWEST * height, SMALLEST * wide)
    return round((left + right - width) / 2, 3), round(top, 3), round(width, 3), round(height, 3)


def _tokens(facts: MinesFacts, state: State) -> Iterator[Token]:
    names = {player.id: player for player in state.players}
    for laid in state.mountain:
        x, y = centre(laid.cell, facts.tile_width)
        yield Token(
            x,
            y,
            _tile_label(facts, laid, names),
            face=f"tiles/{laid.tile}",
            turn=SIXTH * laid.turn,
            width=facts.tile_width,
        )
    for laid in state.mountain:
        if laid.tokens:
            yield from _mine_tokens(facts, laid, names[laid.owner])


def _tile_label(facts: MinesFacts, laid: Laid, names: dict[str, Player]) -> Message:
    number = facts.tiles[laid.tile].number
    if not laid.tokens:
        return say("tile {number}", number=number)
    return say(
        "tile {number}, foundation of {who}, {tokens}",
        number=number,
        who=names[laid.owner].name,
        tokens=wording.tokens(laid.tokens),
    )


def _mine_tokens(facts: MinesFacts, laid: Laid, owner: Player) -> Iterator[Token]:
    x, y = centre(laid.cell, facts.tile_width)
    shade = next(kind.shade for kind in facts.tokens if kind.id == owner.kind)
    width, places = STACKS[laid.tokens]
    for right, down in places:
        yield Token(
            round(x + right, 3),
            round(y + down, 3),
            say("token of {who}", who=owner.name),
            face=f"mine-tokens/{owner.kind}",
            colour=shade,
            width=width,
        )


def _panels(facts: MinesFacts, state: State, seat: str | None, found: Result) -> Iterator[Panel]:
    own = next((player for player in state.players if player.id == seat), None)
    if own is not None and state.phase != "over":
        faces = tuple(f"tiles/{tile}" for tile in own.hand)
        yield Panel(say("Your tiles"), tuple(_advice(facts, state, own)), faces, own=True)
    yield Panel(say("Players"), tuple(_players(facts, state, found)))
    if state.phase != "over":
        yield Panel(say("Draw pile"), tuple(_pile(state)))


def _advice(facts: MinesFacts, state: State, own: Player) -> Iterator[Message]:
    """What each tile of the hand can do next, the most points it could dig for."""
    land = ground(state.mountain)
    fresh = state.fresh_cells if own.id == state.player.id else ()
    best: dict[str, int] = {}
    for lay in lays(facts, land, own.hand, fresh):
        found = digging(facts, state, own, lay.sides, owners_near(land, lay.cell))
        points = found.points if isinstance(found, Dig) and not lay.open else 0
        best[lay.tile] = max(points, best.get(lay.tile, 0))
    for tile in own.hand:
        number = facts.tiles[tile].number
        if tile not in best:
            yield say("tile {number} fits nowhere now", number=number)
        elif best[tile] and state.phase != "opening":
            worth = wording.points(best[tile])
            yield say("tile {number} can dig for {points}", number=number, points=worth)
    if own.id == state.player.id and best and state.phase != "opening":
        yield say("On the board: sides that touch, or + points for a mine.")


def _players(facts: MinesFacts, state: State, found: Result) -> Iterator[Message]:
    names = {kind.id: kind.name for kind in facts.tokens}
    for player, total in zip(state.players, found.totals, strict=True):
        same = player.seat.colour == player.kind
        yield say(
            "{who}: {track} + {zones}, {tokens}, {tiles}",
            who=player.name
            if same
            else say("{who} ({kind})", who=player.name, kind=names[player.kind]),
            track=player.points,
            zones=total.lines[1].points,
            tokens=wording.tokens(player.tokens),
            tiles=wording.tiles(len(player.hand)),
        )
    yield say("Points are track + zones; tokens are those left.")


def _pile(state: State) -> Iterator[Message]:
    if state.pile:
        yield say("{tiles} left", tiles=wording.tiles(len(state.pile)))
    else:
        yield say("it is empty")
    if state.ending:
        yield say("this round is the last")
