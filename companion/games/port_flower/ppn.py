"""Takes a setup or a race under way, gives the table as PPN, which other programs read."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct

from companion.games.base import Facts, Setup
from companion.games.port_flower.facts import Known, Laid, known
from companion.games.port_flower.geometry import beside_printed, harbour
from companion.games.port_flower.sea import ADRIFT, PORT, STRIDE, Board, Course, make_board
from companion.games.port_flower.setup import course_of
from companion.games.port_flower.spares import VALUES, spares_of
from companion.games.port_flower.state import State
from printgen.catalog.ppnpiece import Piece
from printgen.export.ppn import write_ppn

TITLE: Final = "Sailing Port Flower"
FIRST: Final = (13.0, 4.6)
"""Where the first row of coins begins beside a board as large as the printed one, in spaces."""
STEP: Final = 0.8
"""How far coins of rows lie apart, in spaces: a little more than they are wide."""


class Lying(Struct, frozen=True):
    """A boat's pawn and its row; `at` and `reached` as of a boat in a race."""

    suit: str
    at: int = PORT
    reached: int = 0


def course_ppn(facts: Facts, setup: Setup) -> str:
    """The whole table as it is laid out: board, course, wind rose, pawns in the port, and rows."""
    things = known(facts)
    board = make_board(things, setup.part("board").values["waters"])
    boats = setup.part("boats").values
    course = course_of(setup.part("course"))
    return _write(things, board, course, boats["sharks"], [Lying(suit) for suit in boats["suits"]])


def position_ppn(facts: Facts, state: State) -> str:
    """The table as it lies now."""
    things = known(facts)
    coins = spares_of(things, state.variants, [boat.suit for boat in state.boats]).sharks
    course = Course(state.course.buoys, state.course.islands, state.sharks)
    boats = [Lying(boat.suit, boat.at, boat.reached) for boat in state.boats]
    return _write(things, state.board, course, coins, boats)


def _write(
    known: Known, board: Board, course: Course, sharks: Sequence[str], boats: Sequence[Lying]
) -> str:
    pieces = [
        *_tiles(known, board),
        *_course(known, course, sharks),
        *_rose(known, board),
        *_pawns(known, board, course, boats),
        *_rows(known, board, boats),
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


def _coin(known: Known, coin: str, side: str, x: float, y: float, move: str) -> Piece:
    name, _, value = coin.partition("-")
    suit = known.suits[name]
    return Piece("coin", side, suit.number, VALUES.index(value), x, y, 0.0, suit.cfg, move)


def _course(known: Known, course: Course, sharks: Sequence[str]) -> Iterator[Piece]:
    for laid, buoy in zip(known.laid("buoy"), course.buoys, strict=False):
        yield _piece(known, laid, *_corner(buoy))
    for laid, space in zip(known.laid("island"), course.islands, strict=False):
        yield _piece(known, laid, *divmod(space, STRIDE))
    move = known.laid("shark")[0].move
    for coin, space in zip(sharks, course.sharks, strict=False):
        yield _coin(known, coin, "back", *divmod(space, STRIDE), move)


def _corner(buoy: int) -> tuple[float, float]:
    return buoy // STRIDE + 0.5, buoy % STRIDE + 0.5


def _rose(known: Known, board: Board) -> Iterator[Piece]:
    for laid in known.laid("wind"):
        yield _piece(known, laid, *beside_printed(known, board, laid.x, laid.y))


def _pawns(known: Known, board: Board, course: Course, boats: Sequence[Lying]) -> Iterator[Piece]:
    """Pawns share the four spaces of the port, in turn; one that waits to be towed stands on its
    buoy."""
    berths = sorted(board.port)
    for number, boat in enumerate(boats):
        suit = known.suits[boat.suit]
        x: float
        y: float
        if boat.at > PORT:
            x, y = divmod(boat.at, STRIDE)
        elif boat.at == ADRIFT and boat.reached:
            x, y = _corner(course.buoys[boat.reached - 1])
        else:
            x, y = divmod(berths[number % len(berths)], STRIDE)
        yield Piece("pawn", "face", suit.number, 0, x, y, 0.0, suit.cfg, "boats")


def _rows(known: Known, board: Board, boats: Sequence[Lying]) -> Iterator[Piece]:
    """A coin is turned suit side up once its buoy is reached."""
    coins = {kind.suit: kind.coins for kind in known.boats}
    for row, boat in enumerate(boats):
        for column, coin in enumerate(coins[boat.suit]):
            x, y = FIRST[0] + STEP * column, FIRST[1] - STEP * row
            side = "back" if column < boat.reached else "face"
            x, y = beside_printed(known, board, x, y)
            yield _coin(known, coin, side, round(x, 1), round(y, 1), "coins")
