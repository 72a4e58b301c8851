"""Takes the number of players and what they decided, gives how the table is laid."""

from __future__ import annotations

from math import cos, sin, tau
from typing import Final

from companion.games.base import Chances, Option, Options, Part, Placement, Setup
from companion.games.mines import wording
from companion.games.mines.facts import MinesFacts
from companion.table.model import Refused
from companion.words import player, say

BOARD: Final = "score-board/board"
FIRST_HAND: Final = 4
SOLO_TILES: Final = 20
MARKER_WIDTH: Final = 7.0
MARKER_REACH: Final = 3.6
"""Markers on one space lie in a ring of this radius, so that each is seen."""
ASIDE: Final = 6.0
"""How far from the score board the first tile is drawn."""

OPTIONS: Final = (
    Option(
        "extend6",
        say("Extending with six sides"),
        {"7": say("7 points"), "6": say("6 points")},
        "7",
        say(
            "The printed table gives 7 for extending and 6 for building with six sides. "
            "Some take that for a slip and count 6 for both."
        ),
    ),
    Option(
        "tiebreak",
        say("A tie goes to"),
        {
            "zone-score": say("the best single zone"),
            "largest-set": say("the largest zone"),
            "later-player": say("who plays later in the round"),
        },
        "zone-score",
        say(
            "The rules say it in two ways: the zone with most points, or the zone with most "
            "foundations. A shop adds a third: the later player."
        ),
    ),
    Option(
        "starter",
        say("Who starts"),
        {"chance": say("chance decides"), "youngest": say("the youngest, in the first seat")},
        "chance",
        say("The rules let the youngest start. Nobody here asks for an age, so chance decides."),
    ),
    Option(
        "solo",
        say("Tiles when alone"),
        {"some": say("20 tiles"), "all": say("all tiles")},
        "some",
        say(
            "Alone you draw 20 tiles. The rules do not say whether the first tile and your hand "
            "are among them; here they are."
        ),
    ),
)


def tiles_in_game(facts: MinesFacts, players: int, options: Options) -> int:
    few = players == 1 and options["solo"] == "some"
    return min(SOLO_TILES, len(facts.tiles)) if few else len(facts.tiles)


def set_up(facts: MinesFacts, players: int, options: Options, chances: Chances) -> Setup:
    check_players(facts, players)
    tiles = tiles_in_game(facts, players, options)
    centre = chances("centre").roll(sorted(facts.tiles))
    width, height = facts.board
    return Setup(
        "",
        (
            _start_part(players, options, chances),
            _centre_part(facts, centre),
            _tiles_part(facts, players, tiles),
            _tokens_part(facts, players),
        ),
        view=(0.0, 0.0, width, round(height + facts.tile_height + 2 * ASIDE, 2)),
    )


def check_players(facts: MinesFacts, players: int) -> None:
    if not 1 <= players <= len(facts.tokens):
        raise Refused("this game is for 1 to {most} players", most=len(facts.tokens))


def _start_part(players: int, options: Options, chances: Chances) -> Part:
    title = say("Who starts")
    if players == 1 or options["starter"] == "youngest":
        lines = (
            say("You play alone.")
            if players == 1
            else say("{player} starts; that should be the youngest.", player=player(1)),
        )
        return Part("start", title, lines, values={"first": 0}, random=False)
    first = chances("start").below(players)
    line = say("{player} starts, then clockwise.", player=player(first + 1))
    return Part("start", title, (line,), values={"first": first})


def _centre_part(facts: MinesFacts, centre: str) -> Part:
    line = say("Lay tile {number} face up: all grows from it.", number=facts.tiles[centre].number)
    width, height = facts.board
    tile = Placement(f"tiles/{centre}", width / 2, round(height + ASIDE + facts.tile_height / 2, 2))
    return Part("centre", say("First tile"), (line,), (tile,), {"tile": centre})


def _tiles_part(facts: MinesFacts, players: int, tiles: int) -> Part:
    left = tiles - 1 - FIRST_HAND * players
    lines = [
        say("Shuffle the other tiles face down."),
        say("Deal {count} tiles to each player.", count=FIRST_HAND),
        say("The draw pile has {tiles}.", tiles=wording.tiles(left)),
    ]
    if tiles < len(facts.tiles):
        lines.insert(1, say("Keep {count} of them; the rest stay in the box.", count=tiles - 1))
    values = {"hand": FIRST_HAND, "pile": left, "tiles": tiles}
    return Part("tiles", say("Tiles"), tuple(lines), values=values, random=False)


def _tokens_part(facts: MinesFacts, players: int) -> Part:
    x, y = facts.start
    reach = MARKER_REACH if players > 1 else 0.0
    lines = (
        say("Each player takes {count} tokens of a colour.", count=facts.usable + 1),
        say("One goes on space 0; {count} are left to dig with.", count=facts.usable),
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
