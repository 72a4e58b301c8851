"""A game of Mines as a seat sees it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from companion.games.geometry import View
from companion.games.mines.dig import Dig
from companion.games.mines.ending import outcome_message, result_of
from companion.games.mines.facts import MinesFacts
from companion.games.mines.help_topics import help_topics
from companion.games.mines.hexes import ROW, centre
from companion.games.mines.moves import can_finish, dig_on_last_tile, why_no_supply
from companion.games.mines.names import count_tokens
from companion.games.mines.offers import SIXTH
from companion.games.mines.panels import lead_rows, list_panels
from companion.games.mines.state import LaidTile, Player, State
from companion.games.scene import Scene, Token, your_turn
from companion.language.messages import Message, say

STACKS: Final = {
    1: (19.0, ((0.0, 0.0),)),
    2: (14.0, ((-5.5, 0.0), (5.5, 0.0))),
    3: (13.0, ((-5.5, 3.2), (5.5, 3.2), (0.0, -6.4))),
}
"""The width of a foundation's tokens and their offsets, by number: as large as the cave and its
edge, so that a phone shows them clearly and the symbols of the sides stay free."""
MIN_ASPECT: Final = 1.0
"""The least ratio of width to height: a tall mountain gets room beside it, so that a phone also
has room for the moves below it."""
HALO: Final = 1.05
"""The width, in tiles, of the ring around the tile laid last."""
MIN_WIDTH: Final = 3.0
"""The least width of the view, in tiles."""


def find_standing(facts: MinesFacts, state: State) -> Mapping[str, int]:
    return result_of(facts, state).points


def draw_scene(facts: MinesFacts, state: State, seat: str | None) -> Scene:
    over = state.phase == "over"
    result = result_of(facts, state)
    return Scene(
        headline=outcome_message(state, result, seat) if over else _headline(facts, state, seat),
        turn=() if over else _to_act(state),
        view=_view(facts, state, room=not over and seat == state.acting.id),
        tokens=tuple(_tokens(facts, state)),
        lead=tuple(lead_rows(state, seat, result)),
        panels=tuple(list_panels(facts, state, seat, result)),
        over=over,
        winners=result.winners if over else (),
        standing=result.points,
        colours={player.id: player.kind for player in state.players},
        topics=help_topics(state),
    )


def _to_act(state: State) -> tuple[str, ...]:
    if state.phase == "youngest":
        return tuple(player.id for player in state.players)
    return (state.acting.id,)


def _headline(facts: MinesFacts, state: State, seat: str | None) -> Message:
    if state.phase == "youngest":
        return say("Who is the youngest?")
    own = seat == state.acting.id
    headline = your_turn(_prompt(facts, state)) if own else _status(state)
    return say("{headline} (last round)", headline=headline) if state.ending else headline


def _prompt(facts: MinesFacts, state: State) -> Message:
    """What the current player can do."""
    if state.phase == "opening":
        return say("lay your first tile")
    if state.phase == "turn" and why_no_supply(state) is None:
        return say("lay a tile, supply or reorganise")
    if state.phase == "turn":
        return say("lay a tile or reorganise")
    if not can_finish(state):
        return say("connect the tiles of this turn")
    can_dig = isinstance(dig_on_last_tile(facts, state), Dig)
    if state.acting.hand and can_dig:
        return say("dig, lay another tile or end your turn")
    if state.acting.hand:
        return say("lay another tile or end your turn")
    return say("dig or end your turn") if can_dig else say("end your turn")


def _status(state: State) -> Message:
    """What the current player does, for everybody else: it does not reveal which tiles fit."""
    who = state.acting.name
    if state.phase == "opening":
        return say("{who} lays a first tile", who=who)
    if state.phase == "turn":
        return say("{who} chooses an action", who=who)
    return say("{who} explores the mountain", who=who)


def _view(facts: MinesFacts, state: State, *, room: bool) -> View:
    """The mountain, with room for another tile on all sides if one may be laid."""
    wide, high = facts.tile_width, facts.tile_height
    beside = 1.5 * wide if room else 0.75 * wide
    above = ROW * wide + high / 2 if room else 0.75 * high
    middles = [centre(laid.cell, wide) for laid in state.mountain]
    left, right = min(x for x, _ in middles), max(x for x, _ in middles)
    top, bottom = min(y for _, y in middles) - above, max(y for _, y in middles) + above
    height = bottom - top
    width = max(right - left + 2 * beside, MIN_ASPECT * height, MIN_WIDTH * wide)
    return round((left + right - width) / 2, 3), round(top, 3), round(width, 3), round(height, 3)


def _tokens(facts: MinesFacts, state: State) -> Iterator[Token]:
    players = {player.id: player for player in state.players}
    *before, last = state.mountain
    for laid in (*before, last):
        x, y = centre(laid.cell, facts.tile_width)
        if laid is last and before:
            yield Token(
                x, y, say("Last tile laid"), colour="#ffffff", width=HALO * facts.tile_width
            )
        yield Token(
            x,
            y,
            _tile_label(facts, laid, players),
            face=facts.face(laid.tile),
            turn=SIXTH * laid.turn,
            width=facts.tile_width,
        )
    for laid in state.mountain:
        if laid.tokens:
            yield from _mine_tokens(facts, laid, players[laid.owner])


def _tile_label(facts: MinesFacts, laid: LaidTile, players: dict[str, Player]) -> Message:
    number = facts.tiles[laid.tile].number
    if not laid.tokens:
        return say("Tile {number}", number=number)
    return say(
        "Tile {number}: {who}’s foundation, {tokens}",
        number=number,
        who=players[laid.owner].name,
        tokens=count_tokens(laid.tokens),
    )


def _mine_tokens(facts: MinesFacts, laid: LaidTile, owner: Player) -> Iterator[Token]:
    x, y = centre(laid.cell, facts.tile_width)
    shade = next(kind.shade for kind in facts.tokens if kind.id == owner.kind)
    width, places = STACKS[laid.tokens]
    for right, down in places:
        yield Token(
            round(x + right, 3),
            round(y + down, 3),
            say("{who}’s token", who=owner.name),
            face=f"mine-tokens/{owner.kind}",
            colour=shade,
            width=width,
            seat=owner.kind,
        )
