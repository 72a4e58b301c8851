"""Panels beside the board of Mines."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.mines.facts import MinesFacts
from companion.games.mines.hexes import Cell
from companion.games.mines.mountain import tile_placements, tiles_by_cell
from companion.games.mines.moves import why_no_supply
from companion.games.mines.names import count_points, count_tiles, count_tokens, token_name
from companion.games.mines.state import Player, State
from companion.games.scene import Panel, PanelRow
from companion.games.score import Result
from companion.language.messages import Message, say


def list_panels(
    facts: MinesFacts, state: State, seat: str | None, result: Result
) -> Iterator[Panel]:
    own = state.player(seat)
    if own is not None and own.hand and state.phase != "over":
        faces = tuple(facts.face(tile) for tile in own.hand)
        yield Panel(
            say("Your tiles"), tuple(_hand_lines(facts, state, own)), faces, own=True, secret=True
        )
    yield Panel(say("Players"), tuple(_player_lines(facts, state, result)))
    if state.phase != "over":
        yield Panel(say("End of the game"), tuple(_end_lines(state)))


def lead_rows(state: State, seat: str | None, result: Result) -> Iterator[PanelRow]:
    """The viewer's points and tokens, and the draw pile."""
    if state.phase in ("youngest", "over"):
        return
    for player, total in zip(state.players, result.totals, strict=True):
        if player.id == seat:
            line = say(
                "You: {points} ({track} track + {zones} zones), {tokens}",
                points=count_points(total.points),
                track=player.points,
                zones=total.lines[1].points,
                tokens=count_tokens(player.tokens),
            )
            yield PanelRow(line, ())
    yield PanelRow(say("Draw pile: {tiles}", tiles=count_tiles(len(state.pile))), ())


def _hand_lines(facts: MinesFacts, state: State, own: Player) -> Iterator[Message]:
    """Tiles that fit nowhere, and for the current player why supplying is not possible."""
    mountain = tiles_by_cell(state.mountain)
    is_current = own.id == state.acting.id
    cells: dict[str, set[Cell]] = {tile: set() for tile in own.hand}
    for lay in tile_placements(facts, mountain, own.hand, state.fresh_cells if is_current else ()):
        cells[lay.tile].add(lay.cell)
    for tile, found in cells.items():
        if not found:
            number = facts.tiles[tile].number
            yield say("Tile {number} doesn’t fit anywhere right now", number=number)
    reason = why_no_supply(state) if is_current and state.phase == "turn" else None
    if reason is not None:
        yield say("You can’t supply: {reason}", reason=reason)


def _player_lines(facts: MinesFacts, state: State, result: Result) -> Iterator[Message]:
    names = {kind.id: token_name(kind.id, kind.name) for kind in facts.tokens}
    for player, total in zip(state.players, result.totals, strict=True):
        same = player.seat.colour == player.kind
        yield say(
            "{who}: {points} ({track} track + {zones} zones), {tokens}, {tiles}",
            who=player.name
            if same
            else say("{who} ({kind})", who=player.name, kind=names[player.kind]),
            points=count_points(total.points),
            track=player.points,
            zones=total.lines[1].points,
            tokens=count_tokens(player.tokens),
            tiles=count_tiles(len(player.hand)),
        )


def _end_lines(state: State) -> Iterator[Message]:
    """How near the end is: the draw pile and the fewest tokens."""
    if state.pile:
        yield say("Draw pile: {tiles}", tiles=count_tiles(len(state.pile)))
    else:
        yield say("The draw pile is empty.")
    if len(state.players) > 1:
        fewest = min(state.players, key=lambda player: player.tokens)
        yield say("Fewest tokens: {who} ({left})", who=fewest.name, left=fewest.tokens)
    if state.ending:
        yield say("This is the last round.")
    else:
        yield say(
            "When the pile is empty or a player has only 1 token left, that round is the last."
        )
