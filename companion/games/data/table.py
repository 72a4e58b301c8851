"""All pieces of a game that game.yaml alone describes, as they are set up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from companion.games.data.options import applies
from companion.games.data.setup import STEP_MM, Mixed, mix_pieces
from companion.games.options import Options
from companion.games.setup import Chances, Setup
from companion.games.tabletop import (
    ANY_COMPONENT,
    FullTable,
    LaidPiece,
    PlayerArea,
    SnapPoint,
    Supply,
)
from companion.language.messages import player
from printgen.catalog.play.model import PieceType, Play, ShufflePart

SEAT_HEX: Final = ("#c62828", "#1565c0", "#2e7d32", "#f9a825", "#6a1b9a", "#222222")
"""Colours of players whose pieces have none."""


def lay_table(
    play: Play, setup: Setup, players: int, options: Options, chances: Chances
) -> FullTable:
    mixes = [
        (part, mix_pieces(part, players, chances(part.id)))
        for part in play.parts
        if isinstance(part, ShufflePart) and applies(part.when, options, players)
    ]
    return FullTable(
        setup.board,
        tuple(laid for part, mixed in mixes for laid in _laid(part, mixed)),
        tuple(supply for part, mixed in mixes for supply in _supply(part, mixed)),
        tuple(_area(number, mixes) for number in range(players)),
        tuple(
            SnapPoint(spot.x, spot.y, spot.turn)
            for part, _ in mixes
            for spot in (part.layout.spots if part.layout else ())
        ),
        tuple(row for _, mixed in mixes for row in _rows(mixed.out)),
        rest_beside=True,
    )


def _rows(pieces: Iterable[PieceType]) -> tuple[str, ...]:
    return tuple(piece.face or f"{ANY_COMPONENT}/{piece.id}" for piece in pieces)


def _laid(part: ShufflePart, mixed: Mixed) -> Iterator[LaidPiece]:
    """Pieces on spaces, side by side where a space holds several, as the setup's picture has
    them."""
    step = part.layout.width if part.layout and part.layout.width else STEP_MM
    for spot, pieces in zip(mixed.spots, mixed.placed, strict=True):
        for order, row in enumerate(_rows(pieces)):
            x = spot.x + (order - (len(pieces) - 1) / 2) * step
            yield LaidPiece(row, x, spot.y, spot.turn)


def _supply(part: ShufflePart, mixed: Mixed) -> Iterator[Supply]:
    yield Supply(f"{part.id}-shown", _rows(mixed.drawn), "row")
    yield Supply(part.id, _rows(mixed.rest), "row" if part.in_order else "deck")


def _area(number: int, mixes: Sequence[tuple[ShufflePart, Mixed]]) -> PlayerArea:
    """What is dealt face down is the player's hand, anything else lies before them."""
    hand: list[str] = []
    own: list[Supply] = []
    for part, mixed in mixes:
        dealt = _rows(mixed.dealt[number])
        if part.face_down:
            hand += dealt
        else:
            own.append(Supply(f"{part.id}-{number + 1}", dealt, "row"))
    colour = SEAT_HEX[number % len(SEAT_HEX)]
    return PlayerArea(player(number + 1), colour, tuple(own), tuple(hand))
