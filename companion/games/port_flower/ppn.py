"""Setups and positions in Portable Piecepack Notation (PPN), which other programs read."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from companion.games.port_flower.facts import CoursePiece, PortFlowerFacts
from companion.games.port_flower.geometry import beside_printed, harbour
from companion.games.port_flower.sea import ADRIFT, PORT, STRIDE, Board, Course, make_board
from companion.games.port_flower.setup import course_of
from companion.games.port_flower.spares import VALUES, spares_of
from companion.games.port_flower.state import State
from companion.games.setup import Setup
from printgen.catalog.ppn.pieces import SUITS, PpnPiece
from printgen.export.ppn import write_ppn

TITLE: Final = "Sailing Port Flower"
FIRST: Final = (13.0, 4.6)
"""Where the first row of coins begins beside a board of the printed size, in spaces."""
STEP: Final = 0.8
"""The distance between the coins of a row, in spaces: a little more than their width."""
REPELLENTS: Final = (18.4, 7.5)
"""Where the first player's repellents lie, in spaces: two players in a row, with room for tiles."""
REPELLENTS_STEP: Final = 2.2


NamedPieces = dict[str, PpnPiece]
"""Pieces by names that they keep during a race."""


class PlacedBoat(Struct, frozen=True):
    """A boat's pawn, its row of coins and the faces of its repellents; `at` and `reached` are those
    of a boat in a race."""

    suit: str
    at: int = PORT
    reached: int = 0
    repellents: Sequence[str] = ()


def setup_ppn(facts: PortFlowerFacts, setup: Setup) -> str:
    """The whole table as it is laid out: board, course, wind rose, pawns in the port, and rows of
    coins. If players choose their suits, the first suits stand in for them."""
    board = make_board(facts, setup.part("board").values["waters"])
    boats = setup.part("boats").values
    course = course_of(setup.part("course"))
    each, handed = boats.get("each", 0), boats.get("handed", ())
    pawns = [
        PlacedBoat(suit, repellents=handed[number * each :][:each])
        for number, suit in enumerate(boats["pawns"])
    ]
    return _written(_laid(facts, board, course, boats["sharks"], pawns))


def position_ppn(facts: PortFlowerFacts, state: State) -> str:
    """The table as it lies now."""
    return _written(laid_pieces(facts, state))


def laid_pieces(facts: PortFlowerFacts, state: State) -> NamedPieces:
    """The pieces of a race by names that they keep, in the order in which they are placed."""
    suits = [boat.suit for boat in state.boats]
    spares = spares_of(facts, state.variants, suits, len(suits))
    course = Course(state.course.buoys, state.course.islands, state.sharks)
    # Which pieces are spare is known when everybody has a suit.
    each = spares.each if all(suits) else 0
    boats = [
        PlacedBoat(
            *(boat.suit, boat.at, boat.reached),
            spares.handed[number * each :][:each][: boat.repellents],
        )
        for number, boat in enumerate(state.boats)
        if boat.suit
    ]
    return _laid(facts, state.board, course, spares.sharks, boats)


def _laid(
    facts: PortFlowerFacts,
    board: Board,
    course: Course,
    sharks: Sequence[str],
    boats: Sequence[PlacedBoat],
) -> NamedPieces:
    parts = {
        "tile": _tiles(facts, board),
        "course": _course(facts, course, sharks),
        "wind": _rose(facts, board),
    }
    laid = {f"{name} {n}": piece for name, part in parts.items() for n, piece in enumerate(part)}
    for boat, pawn in zip(boats, _pawns(facts, board, course, boats), strict=True):
        laid[f"pawn {boat.suit}"] = pawn
    return laid | dict(_rows(facts, board, boats)) | dict(_repellents(facts, board, boats))


def _written(laid: NamedPieces) -> str:
    stream = io.StringIO()
    write_ppn(list(laid.values()), TITLE, stream)
    return stream.getvalue()


def _tiles(facts: PortFlowerFacts, board: Board) -> Iterator[PpnPiece]:
    port, water = facts.laid("port")[0], facts.laid("water")[0]
    for x, y in board.tiles:
        yield _piece(facts, port if (x, y) == harbour(board) else water, x, y)


def _piece(facts: PortFlowerFacts, laid: CoursePiece, x: float, y: float) -> PpnPiece:
    suit = facts.suits[laid.suit]
    number = suit_number(suit.cfg, laid.suit)
    return PpnPiece(laid.piece, laid.side, number, laid.rank, x, y, 0.0, suit.cfg, laid.move)


def _coin(facts: PortFlowerFacts, coin: str, side: str, x: float, y: float, move: str) -> PpnPiece:
    name, _, value = coin.partition("-")
    suit = facts.suits[name]
    number = suit_number(suit.cfg, name)
    return PpnPiece("coin", side, number, VALUES.index(value), x, y, 0.0, suit.cfg, move)


def suit_number(cfg: str, suit: str) -> int:
    """The number of a suit in its set, from zero."""
    return SUITS[cfg].index(suit)


def _course(facts: PortFlowerFacts, course: Course, sharks: Sequence[str]) -> Iterator[PpnPiece]:
    for laid, buoy in zip(facts.laid("buoy"), course.buoys, strict=False):
        yield _piece(facts, laid, *_corner(buoy))
    for laid, space in zip(facts.laid("island"), course.islands, strict=False):
        yield _piece(facts, laid, *divmod(space, STRIDE))
    move = facts.laid("shark")[0].move
    for coin, space in zip(sharks, course.sharks, strict=False):
        yield _coin(facts, coin, "back", *divmod(space, STRIDE), move)


def _corner(buoy: int) -> tuple[float, float]:
    return buoy // STRIDE + 0.5, buoy % STRIDE + 0.5


def _rose(facts: PortFlowerFacts, board: Board) -> Iterator[PpnPiece]:
    for laid in facts.laid("wind"):
        yield _piece(facts, laid, *beside_printed(facts, board, laid.x, laid.y))


def _pawns(
    facts: PortFlowerFacts, board: Board, course: Course, boats: Sequence[PlacedBoat]
) -> Iterator[PpnPiece]:
    """Pawns share the four spaces of the port in turn; one waiting to be towed stands on its
    buoy."""
    berths = sorted(board.port)
    for number, boat in enumerate(boats):
        suit = facts.suits[boat.suit]
        x: float
        y: float
        if boat.at > PORT:
            x, y = divmod(boat.at, STRIDE)
        elif boat.at == ADRIFT and boat.reached:
            x, y = _corner(course.buoys[boat.reached - 1])
        else:
            x, y = divmod(berths[number % len(berths)], STRIDE)
        yield PpnPiece(
            "pawn", "face", suit_number(suit.cfg, boat.suit), 0, x, y, 0.0, suit.cfg, "boats"
        )


def _rows(
    facts: PortFlowerFacts, board: Board, boats: Sequence[PlacedBoat]
) -> Iterator[tuple[str, PpnPiece]]:
    """A coin is turned suit side up once its buoy is reached."""
    coins = {kind.suit: kind.coins for kind in facts.boats}
    for row, boat in enumerate(boats):
        for column, coin in enumerate(coins[boat.suit]):
            x, y = FIRST[0] + STEP * column, FIRST[1] - STEP * row
            side = "back" if column < boat.reached else "face"
            x, y = beside_printed(facts, board, x, y)
            yield f"coin {coin}", _coin(facts, coin, side, round(x, 1), round(y, 1), "coins")


def _repellents(
    facts: PortFlowerFacts, board: Board, boats: Sequence[PlacedBoat]
) -> Iterator[tuple[str, PpnPiece]]:
    """Each player's repellents on a pile."""
    for number, boat in enumerate(boats):
        x, y = REPELLENTS[0] + REPELLENTS_STEP * (number % 2), REPELLENTS[1]
        x, y = beside_printed(facts, board, x, y - REPELLENTS_STEP * (number // 2))
        for place, face in enumerate(boat.repellents):
            piece = _repellent(facts, face, round(x, 1), round(y, 1))
            yield f"repellent {boat.suit} {place}", piece


def _repellent(facts: PortFlowerFacts, face: str, x: float, y: float) -> PpnPiece:
    kind, _, name = face.partition("/")
    if kind == "coins":
        return _coin(facts, name, "face", x, y, "repellents")
    if kind == "tiles":
        return replace(_piece(facts, facts.laid("water")[0], x, y), move="repellents")
    suit = facts.suits[name]
    number = suit_number(suit.cfg, name)
    piece = {"dice": "die", "pawns": "pawn"}[kind]
    return PpnPiece(piece, "face", number, 0, x, y, 0.0, suit.cfg, "repellents")
