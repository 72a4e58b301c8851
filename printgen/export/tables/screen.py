"""Fit a table layout on a screen of 1600 × 1000 pixels, as tables in browsers have it.

There every piece is a card of a collection of cards of the same size; pieces on top of each other
are cards in the same place.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from printgen.export.tables.names import StableIds
from printgen.frame import Frame
from printgen.tabletop.model import (
    Bag,
    Piece,
    Pile,
    PlacedThing,
    TableLayout,
    pieces_of,
)

WIDTH: Final = 1600
HEIGHT: Final = 1000
TOP: Final = 100
BOTTOM: Final = 820
"""The rows of the table: seats are above it, the hand of whoever looks is below."""
MARGIN: Final = 12
MIN_DIE: Final = 20
BAG: Final = 8
"""The rim of a bag around its pieces."""


class CardType(Struct, frozen=True):
    """A row in a collection: what its card shows on either side."""

    row: str
    title: str
    front: Frame
    back: Frame | None


class Collection(Struct, frozen=True):
    """Cards of one size; `movable` is false for boards. `are_cards` is false for tiles and figures,
    which have no white ground."""

    id: str
    width: int
    height: int
    types: tuple[CardType, ...]
    movable: bool
    are_cards: bool


class Card(Struct, frozen=True):
    """One piece: its top left corner, and how far it is turned about its middle. `holder` is the
    bag that it is in, `pile` the pile."""

    id: str
    piece: str
    collection: str
    row: str
    x: float
    y: float
    z: int
    turn: float
    face_up: bool
    holder: str = ""
    pile: str = ""


class Die(Struct, frozen=True):
    id: str
    piece: Piece
    x: float
    y: float
    z: int
    size: int


class Stack(Struct, frozen=True):
    """A pile of cards, or a bag, whose box is a little larger."""

    id: str
    title: str
    x: float
    y: float
    z: int
    width: int
    height: int
    is_bag: bool
    colour: str = ""


class Screen(Struct, frozen=True):
    """`scale` is how many pixels a millimetre has."""

    scale: float
    collections: tuple[Collection, ...]
    cards: tuple[Card, ...]
    dice: tuple[Die, ...]
    stacks: tuple[Stack, ...]


def fit_on_screen(layout: TableLayout) -> Screen:
    return _Fitting(layout).screen()


class _Fitting:
    def __init__(self, layout: TableLayout) -> None:
        self._layout = layout
        self._ids = StableIds(8)
        across = (WIDTH - 2 * MARGIN) / max(1.0, layout.width)
        self._scale = min(across, (BOTTOM - TOP - 2 * MARGIN) / max(1.0, layout.height))
        self._left = (WIDTH - layout.width * self._scale) / 2 - layout.left * self._scale
        middle = (TOP + BOTTOM - layout.height * self._scale) / 2
        self._top = middle - layout.top * self._scale
        self._z = 0
        self._rows: dict[str, list[Piece]] = {}
        self._movable: dict[str, bool] = {}
        self._stacks: list[Stack] = []
        self._dice: list[Die] = []

    def screen(self) -> Screen:
        cards = tuple(card for placed in self._layout.placed for card in self._cards(placed))
        collections = tuple(self._collection(name, pieces) for name, pieces in self._rows.items())
        return Screen(self._scale, collections, cards, tuple(self._dice), tuple(self._stacks))

    def _collection(self, name: str, pieces: list[Piece]) -> Collection:
        first = {piece.row: piece for piece in reversed(pieces)}
        types = [CardType(p.row, p.title, p.front, p.back) for p in pieces if first[p.row] is p]
        width, height = self._size(pieces[0], 1.0)
        return Collection(
            self._ids.of(name),
            width,
            height,
            tuple(types),
            movable=self._movable[name],
            are_cards=pieces[0].kind == "card",
        )

    def _size(self, piece: Piece, scale: float) -> tuple[int, int]:
        factor = self._scale * scale
        return max(1, round(piece.front.width * factor)), max(1, round(piece.front.height * factor))

    def _cards(self, placed: PlacedThing) -> Iterator[Card]:
        thing = placed.thing
        pieces = pieces_of(thing)
        x, y = self._left + placed.x * self._scale, self._top + placed.y * self._scale
        stack = ""
        if not isinstance(thing, Piece):
            stack = self._stack(thing, pieces, x, y)
        for piece in reversed(pieces):
            self._z += 1
            name = self._ids.of(piece.id)
            if piece.kind == "die":
                size = max(MIN_DIE, round(piece.thickness * self._scale))
                self._dice.append(Die(name, piece, x - size / 2, y - size / 2, self._z, size))
                continue
            width, height = self._size(piece, 1.0)
            collection = f"{piece.row.partition('/')[0]} {width}x{height}"
            if placed.locked:
                collection += " locked"
            self._rows.setdefault(collection, []).append(piece)
            self._movable[collection] = not placed.locked
            yield Card(
                name,
                piece.id,
                self._ids.of(collection),
                piece.row,
                round(x - width / 2, 1),
                round(y - height / 2, 1),
                self._z,
                placed.turn,
                face_up=placed.face_up and not isinstance(thing, Bag),
                holder=stack if isinstance(thing, Bag) else "",
                pile=stack if isinstance(thing, Pile) else "",
            )

    def _stack(self, thing: Pile | Bag, pieces: tuple[Piece, ...], x: float, y: float) -> str:
        sizes = [self._size(piece, 1.0) for piece in pieces]
        width, height = max(size[0] for size in sizes), max(size[1] for size in sizes)
        is_bag = isinstance(thing, Bag)
        rim = 2 * BAG if is_bag else 0
        name = self._ids.of(f"stack:{thing.id}")
        self._stacks.append(
            Stack(
                name,
                thing.title,
                round(x - (width + rim) / 2, 1),
                round(y - (height + rim) / 2, 1),
                self._z + 1,
                width + rim,
                height + rim,
                is_bag,
                thing.colour if isinstance(thing, Bag) else "",
            )
        )
        return name
