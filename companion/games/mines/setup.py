"""The setup of Mines."""

from __future__ import annotations

from math import cos, sin, tau
from typing import Final

from companion.games.mines.facts import GRAY, PLAIN, MinesFacts
from companion.games.mines.names import count_tiles
from companion.games.options import Options
from companion.games.setup import Chances, Part, Placement, Setup
from companion.language.messages import Refused, player, say

BOARD: Final = "score-board/board"
FIRST_HAND: Final = 4
SOLO_TILES: Final = 20
MARKER_WIDTH: Final = 7.0
MARKER_REACH: Final = 3.6
"""Markers on one space lie in a ring of this radius, so that each is visible."""
ASIDE: Final = 6.0
"""The distance between the score board and the first tile."""


def tiles_of(facts: MinesFacts, options: Options) -> tuple[str, ...]:
    """The chosen set of tiles. Raises Refused if the table's facts lack it."""
    found = facts.tile_set(GRAY if options["tiles"] == "gray" else PLAIN)
    if not found:
        raise Refused("this table is older than the gray set: open a new table")
    return found


def tiles_in_game(facts: MinesFacts, players: int, options: Options) -> int:
    count = len(tiles_of(facts, options))
    return min(SOLO_TILES, count) if players == 1 and options["solo"] == "some" else count


def make_setup(facts: MinesFacts, players: int, options: Options, chances: Chances) -> Setup:
    check_players(facts, players)
    tiles = tiles_in_game(facts, players, options)
    centre = chances("centre").roll(tiles_of(facts, options))
    width, height = facts.board
    return Setup(
        "",
        (
            _start_part(facts, players, options, chances),
            _centre_part(facts, centre),
            _tiles_part(facts, players, tiles, options),
            _tokens_part(facts, players),
        ),
        view=(0.0, 0.0, width, round(height + facts.tile_height + 2 * ASIDE, 2)),
    )


def check_players(facts: MinesFacts, players: int) -> None:
    if not 1 <= players <= len(facts.tokens):
        raise Refused("this game is for 1 to {most} players", most=len(facts.tokens))


def _start_part(facts: MinesFacts, players: int, options: Options, chances: Chances) -> Part:
    title = say("Starting player")
    if players > 1 and options["starter"] == "ask" and facts.asks_youngest:
        lines = (
            say("The youngest starts; play goes clockwise."),
            say("You say who that is when the game begins."),
        )
        return Part("start", title, lines, values={"first": None}, random=False, starts=True)
    if players == 1 or options["starter"] == "youngest":
        line = (
            say("You play alone.")
            if players == 1
            else say("{player} starts; play goes clockwise.", player=player(1))
        )
        return Part("start", title, (line,), values={"first": 0}, random=False, starts=True)
    first = chances("start").below(players)
    line = say("{player} starts; play goes clockwise.", player=player(first + 1))
    return Part("start", title, (line,), values={"first": first}, starts=True)


def _centre_part(facts: MinesFacts, centre: str) -> Part:
    number = facts.tiles[centre].number
    line = say("Lay tile {number} face up: it starts the mountain.", number=number)
    width, height = facts.board
    face = facts.face(centre)
    tile = Placement(face, width / 2, round(height + ASIDE + facts.tile_height / 2, 2))
    return Part("centre", say("First tile"), (line,), (tile,), {"tile": centre}, used=(face,))


def _tiles_part(facts: MinesFacts, players: int, tiles: int, options: Options) -> Part:
    chosen = tiles_of(facts, options)
    other = tuple(facts.face(tile) for tile in sorted(set(facts.tiles) - set(chosen)))
    left = tiles - 1 - FIRST_HAND * players
    lines = [
        say("Shuffle the other tiles face down."),
        say("Deal {count} tiles to each player.", count=FIRST_HAND),
        say("The draw pile has {tiles}.", tiles=count_tiles(left)),
    ]
    if options["tiles"] == "gray":
        lines[0] = say("Take the gray set and shuffle its other tiles face down.")
    if tiles < len(chosen):
        lines.insert(1, say("Keep {count} of them; put the rest back in the box.", count=tiles - 1))
    values = {"hand": FIRST_HAND, "pile": left, "tiles": tiles}
    return Part(
        "tiles",
        say("Tiles"),
        tuple(lines),
        values=values,
        random=False,
        used=other,
        unseen={facts.tiles[chosen[0]].component: len(chosen) - tiles},
    )


def _tokens_part(facts: MinesFacts, players: int) -> Part:
    x, y = facts.start
    reach = MARKER_REACH if players > 1 else 0.0
    lines = (
        say("Each player takes the {count} tokens of one colour.", count=facts.usable + 1),
        say(
            "Put one on space 0 of the score board; {count} are left to dig with.",
            count=facts.usable,
        ),
    )
    board = Placement(BOARD, facts.board[0] / 2, facts.board[1] / 2)
    markers = tuple(
        Placement(
            f"mine-tokens/{kind.id}",
            round(x + reach * cos(tau * place / players), 2),
            round(y + reach * sin(tau * place / players), 2),
            space="0",
            width=MARKER_WIDTH,
        )
        for place, kind in enumerate(facts.tokens[:players])
    )
    values = {"left": facts.usable}
    return Part("tokens", say("Tokens"), lines, (board, *markers), values, random=False)
