"""All pieces of Port Flower as they are set up, on a board of real tiles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from companion.games.options import Options
from companion.games.port_flower.facts import PortFlowerFacts
from companion.games.port_flower.geometry import (
    berth,
    beside_printed,
    corner,
    harbour,
    middle,
    point,
)
from companion.games.port_flower.options import read_variants
from companion.games.port_flower.sea import Board, make_board
from companion.games.port_flower.setup import course_of
from companion.games.port_flower.spares import coin_of
from companion.games.setup import Chances, Setup
from companion.games.tabletop import FullTable, LaidPiece, PlayerArea, SnapPoint, Supply
from companion.language.messages import player

TILE_WIDTH: Final = 50.8
"""The printed width of a tile, which is two spaces."""


def lay_table(
    facts: PortFlowerFacts,
    setup: Setup,
    players: int,
    options: Options,
    chances: Chances,
) -> FullTable:
    variants = read_variants(options, facts.edition)
    board = make_board(facts, variants.waters)
    plane = _Plane(facts, board)
    spares = setup.part("boats").values
    suits: Sequence[str] = spares["suits"]
    port = f"tiles/{coin_of(facts.laid('port')[0])}"
    tiles = iter(f"tiles/{name}" for name in facts.coins if f"tiles/{name}" != port)
    laid = [
        *plane.tiles(port, tiles),
        *plane.course(setup, spares["sharks"]),
        *plane.boats(suits),
    ]
    handed = iter(_handed(spares["handed"], tiles))
    coins = {boat.suit: _coins(boat.coins) for boat in facts.boats}
    boats = sum(1 for boat in facts.boats if not boat.sixth)
    areas = []
    for number in range(players):
        own = [Supply("repellents", tuple(next(handed) for _ in range(spares["each"])), "row")]
        colour = "#888888"
        if suits:
            colour = facts.suits[suits[number]].colour
            own.append(Supply("coins", coins[suits[number]], "row"))
        own.append(Supply("aid", ("player-aid/aid",), "row"))
        areas.append(PlayerArea(player(number + 1), colour, tuple(own)))
    offered = [boat for boat in facts.boats if not suits and (players > boats or not boat.sixth)]
    return FullTable(
        "",
        tuple(laid),
        (
            Supply("dice", tuple(f"dice/{die.suit}" for die in facts.dice), "row"),
            *(
                Supply(boat.suit, (f"pawns/{boat.suit}", *_coins(boat.coins)), "row")
                for boat in offered
            ),
            Supply("course", ("course",), "row"),
        ),
        tuple(areas),
        tuple(plane.points()),
    )


def _coins(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(f"coins/{name}" for name in names)


def _handed(faces: Iterable[str], tiles: Iterator[str]) -> Iterator[str]:
    """The pieces that stand for repellents: any spare tile for a tile's back."""
    return (next(tiles) if face == "tiles/back" else face for face in faces)


class _Plane:
    """Positions on a board of real tiles, whose top left corner is the origin."""

    def __init__(self, facts: PortFlowerFacts, board: Board) -> None:
        self._facts = facts
        self._board = board
        self._scale = TILE_WIDTH / (2 * facts.plan.space)

    def _at(self, place: tuple[float, float]) -> tuple[float, float]:
        plan = self._facts.plan
        return (
            round((place[0] - plan.left) * self._scale, 2),
            round((place[1] - plan.top) * self._scale, 2),
        )

    def tiles(self, port: str, tiles: Iterator[str]) -> Iterator[LaidPiece]:
        """The board, grid side up; the port shows its face."""
        home = harbour(self._board)
        for tile in self._board.tiles:
            x, y = self._at(point(self._facts, self._board, *tile))
            is_port = tile == home
            yield LaidPiece(port if is_port else next(tiles), x, y, face_up=is_port)

    def course(self, setup: Setup, sharks: Sequence[str]) -> Iterator[LaidPiece]:
        """Buoys with their numbers up, islands, sharks and winds with their suits up."""
        facts, board, course = self._facts, self._board, course_of(setup.part("course"))
        for coin, buoy in zip(facts.laid("buoy"), course.buoys, strict=False):
            yield LaidPiece(f"coins/{coin_of(coin)}", *self._at(corner(facts, board, buoy)))
        islands = [coin_of(coin) for coin in facts.laid("island")]
        for coins, spaces in ((islands, course.islands), (sharks, course.sharks)):
            for name, space in zip(coins, spaces, strict=False):
                at = self._at(middle(facts, board, space))
                yield LaidPiece(f"coins/{name}", *at, face_up=False)
        for coin in facts.laid("wind"):
            place = point(facts, board, *beside_printed(facts, board, coin.x, coin.y))
            yield LaidPiece(f"coins/{coin_of(coin)}", *self._at(place), face_up=False)

    def boats(self, suits: Sequence[str]) -> Iterator[LaidPiece]:
        for number, suit in enumerate(suits):
            yield LaidPiece(f"pawns/{suit}", *self._at(berth(self._facts, self._board, number)))

    def points(self) -> Iterator[SnapPoint]:
        """The spaces and their corners, where buoys lie."""
        facts, board = self._facts, self._board
        for x in range(1, board.width + 1):
            for y in range(1, board.height + 1):
                yield SnapPoint(*self._at(point(facts, board, x, y)))
                if x < board.width and y < board.height:
                    yield SnapPoint(*self._at(point(facts, board, x + 0.5, y + 0.5)))
