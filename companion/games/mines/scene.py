"""Takes a state and a seat, gives the mountain and all that this seat may see of the game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from companion.games.base import Panel, Result, Scene, Token
from companion.games.mines import wording
from companion.games.mines.dig import Dig, digging
from companion.games.mines.facts import MinesFacts
from companion.games.mines.hexes import ROW, Cell, centre
from companion.games.mines.mountain import ground, lays
from companion.games.mines.moves import can_finish, possible_dig, why_no_supply
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
NARROWEST: Final = 1.0
"""A mountain that is higher than wide is shown with room beside it, so that a phone has room for
it and for what can be done below it."""
HALO: Final = 1.05
"""How wide the ring is, in tiles, that shows from under the tile that was laid last."""
SMALLEST: Final = 3.0
"""How many tiles wide the view is at least."""


def scene(facts: MinesFacts, state: State, seat: str | None) -> Scene:
    over = state.phase == "over"
    found = result(facts, state)
    return Scene(
        headline=outcome(state, found) if over else _headline(facts, state),
        turn=() if over else (state.player.id,),
        view=_view(facts, state, room=not over and seat == state.player.id),
        tokens=tuple(_tokens(facts, state)),
        panels=tuple(_panels(facts, state, seat, found)),
        over=over,
        winners=tuple(rank.seat for rank in found.ranking if rank.place == 1) if over else (),
        standing={total.seat: total.points for total in found.totals},
    )


def _headline(facts: MinesFacts, state: State) -> Message:
    what = _what_to_do(facts, state)
    return say("{what} (last round)", what=what) if state.ending else what


def _what_to_do(facts: MinesFacts, state: State) -> Message:
    """Told to everybody, so it says nothing of what fits."""
    who = state.player.name
    if state.phase == "opening":
        return say("{who} lays a first tile", who=who)
    if state.phase == "turn":
        if why_no_supply(state) is None:
            return say("{who}: lay, supply or reorganise", who=who)
        return say("{who}: lay or reorganise", who=who)
    if not can_finish(state):
        return say("{who} must join the tiles", who=who)
    mine = isinstance(possible_dig(facts, state), Dig)
    if state.player.hand:
        return (
            say("{who}: lay on, dig or end", who=who)
            if mine
            else say("{who}: lay on or end", who=who)
        )
    return say("{who}: dig or end", who=who) if mine else say("{who} ends the turn", who=who)


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
    *before, last = state.mountain
    for laid in (*before, last):
        x, y = centre(laid.cell, facts.tile_width)
        if laid is last and before:
            yield Token(x, y, say("laid last"), colour="#ffffff", width=HALO * facts.tile_width)
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
    if own is not None and own.hand and state.phase != "over":
        faces = tuple(f"tiles/{tile}" for tile in own.hand)
        yield Panel(
            say("Your tiles"), tuple(_advice(facts, state, own)), faces, own=True, secret=True
        )
    yield Panel(say("Players"), tuple(_players(facts, state, found)))
    if state.phase != "over":
        yield Panel(say("The end"), tuple(_end(state)))


def _advice(facts: MinesFacts, state: State, own: Player) -> Iterator[Message]:
    """What fits nowhere; and what who waits could dig for, what who plays cannot do."""
    land = ground(state.mountain)
    plays = own.id == state.player.id
    cells: dict[str, set[Cell]] = {tile: set() for tile in own.hand}
    for lay in lays(facts, land, own.hand, state.fresh_cells if plays else ()):
        cells[lay.tile].add(lay.cell)
    for tile, found in cells.items():
        number = facts.tiles[tile].number
        if not found:
            yield say("tile {number} fits nowhere now", number=number)
        elif not plays and state.phase != "opening":
            digs = [digging(facts, state, own, land, cell) for cell in found]
            points = [dig.points for dig in digs if isinstance(dig, Dig)]
            if points:
                worth = wording.points(max(points))
                yield say("tile {number} can dig for {points}", number=number, points=worth)
    reason = why_no_supply(state) if plays and state.phase == "turn" else None
    if reason is not None:
        yield say("No supply: {reason}.", reason=reason)


def _players(facts: MinesFacts, state: State, found: Result) -> Iterator[Message]:
    names = {kind.id: wording.kind(kind.id, kind.name) for kind in facts.tokens}
    for player, total in zip(state.players, found.totals, strict=True):
        same = player.seat.colour == player.kind
        yield say(
            "{who}: {points} ({track} track + {zones} zones), {tokens}, {tiles}",
            who=player.name
            if same
            else say("{who} ({kind})", who=player.name, kind=names[player.kind]),
            points=wording.points(total.points),
            track=player.points,
            zones=total.lines[1].points,
            tokens=wording.tokens(player.tokens),
            tiles=wording.tiles(len(player.hand)),
        )


def _end(state: State) -> Iterator[Message]:
    """How far away it is: by the draw pile, and by the tokens of who has the fewest."""
    if state.pile:
        yield say("Draw pile: {tiles}.", tiles=wording.tiles(len(state.pile)))
    else:
        yield say("The draw pile is empty.")
    if len(state.players) > 1:
        fewest = min(state.players, key=lambda player: player.tokens)
        yield say("Fewest tokens: {who}, {left}.", who=fewest.name, left=fewest.tokens)
    if state.ending:
        yield say("This round is the last.")
    else:
        yield say("The round in which the pile is empty or somebody has 1 token is the last.")
