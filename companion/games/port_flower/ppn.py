"""Takes a setup, gives it as PPN, which other piecepack programs read."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Final

from companion.games.base import Facts, Setup
from companion.games.port_flower.facts import Known, Laid, known
from companion.games.port_flower.geometry import harbour
from companion.games.port_flower.sea import STRIDE, Board, Course, make_board
from companion.games.port_flower.setup import course_of, rose_place
from companion.games.port_flower.spares import VALUES
from printgen.catalog.ppnpiece import Piece
from printgen.export.ppn import write_ppn

TITLE: Final = "Sailing Port Flower"


def course_ppn(facts: Facts, setup: Setup) -> str:
    """The whole table as it is laid out: board, course, wind rose, and pawns in the port."""
    things = known(facts)
    board = make_board(things, setup.part("board").values["waters"])
    boats = setup.part("boats").values
    pieces = [
        *_tiles(things, board),
        *_course(things, course_of(setup.part("course")), boats["sharks"]),
        *_rose(things, board),
        *_pawns(things, board, boats["suits"]),
    ]
    stream = io.StringIO()
    write_ppn(pieces, TITLE, stream)
    return stream.getvalue()


def _tiles(known: Known, board: Board) -> Iterator[Piece]:
    port, water = known.laid("port")[0], known.laid("water")[0]
    for x, y in board.tiles:
        yield _piece(known, port if (x, y) == harbour(board) else water, x, y)


def _piece(known: Known, laid: Laid, x: float, y: float) -> Piece:
    suit = known.suits[laid.suit]
    return Piece(laid.piece, laid.side, suit.number, laid.rank, x, y, 0.0, suit.cfg, laid.move)


def _course(known: Known, course: Course, sharks: list[str]) -> Iterator[Piece]:
    for laid, buoy in zip(known.laid("buoy"), course.buoys, strict=False):
        yield _piece(known, laid, buoy // STRIDE + 0.5, buoy % STRIDE + 0.5)
    for laid, space in zip(known.laid("island"), course.islands, strict=False):
        yield _piece(known, laid, *divmod(space, STRIDE))
    move = known.laid("shark")[0].move
    for coin, space in zip(sharks, course.sharks, strict=False):
        name, _, value = coin.partition("-")
        suit, rank = known.suits[name], VALUES.index(value)
        x, y = divmod(space, STRIDE)
        yield Piece("coin", "back", suit.number, rank, x, y, 0.0, suit.cfg, move)


def _rose(known: Known, board: Board) -> Iterator[Piece]:
    for laid in known.laid("wind"):
        yield _piece(known, laid, *rose_place(known, board, laid.x, laid.y))


def _pawns(known: Known, board: Board, suits: list[str]) -> Iterator[Piece]:
    """Pawns share the four spaces of the port, in turn."""
    berths = sorted(board.port)
    for number, name in enumerate(suits):
        suit = known.suits[name]
        x, y = divmod(berths[number % len(berths)], STRIDE)
        yield Piece("pawn", "face", suit.number, 0, x, y, 0.0, suit.cfg, "boats")
