"""Find room for everything that lies beside the board and before the players."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from printgen.tabletop.model import (
    Bag,
    Note,
    Piece,
    Pile,
    PlacedThing,
    Seat,
    SnapPoint,
    TableLayout,
    Thing,
    size_of,
)

GAP: Final = 10.0
AROUND: Final = 25.0
"""The space between the board, what lies beside it, and the players' areas, in mm."""
SUPPLY_WIDTH: Final = 330.0
"""The least width of what lies beside the board."""
AREA_WIDTH: Final = 240.0
AREA_WIDTHS: Final = (100.0, 140.0, 200.0, 260.0, 320.0, 380.0)
SCREEN_ASPECT: Final = 2.1
"""The width of the part of a screen that shows the table, by its height."""
HAND_DEPTH: Final = 110.0
HAND_STEP: Final = 24.0
"""The most that the next card of a hand is to the right of the one before."""


class Loose(Struct, frozen=True):
    """A thing that needs a place. Things of one `group` lie in one row if there is room."""

    thing: Thing
    face_up: bool = True
    turn: float = 0.0
    group: str = ""


class PlayerArea(Struct, frozen=True):
    """What a player has: things before them and pieces in their hand."""

    title: str
    colour: str
    own: tuple[Loose, ...] = ()
    hand: tuple[Piece, ...] = ()


class Texts(Struct, frozen=True):
    """What a layout says of itself."""

    slug: str
    title: str
    credit: str
    notes: tuple[Note, ...] = ()


def arrange_table(
    board: Sequence[PlacedThing],
    supply: Sequence[Loose],
    players: Sequence[PlayerArea],
    texts: Texts,
    snap_points: Sequence[SnapPoint] = (),
    *,
    on_screen: bool = False,
) -> TableLayout:
    """Return the layout: the supply to the right of the board, the players below and above it.

    On a screen, which is wide and shows the whole table, the players are to the left of the board,
    and their hands are face-down piles.
    """
    if on_screen:
        things, seats = _fit_screen(board, supply, players)
    else:
        left, top, right, bottom = _edges(board)
        things = list(board)
        things += _flow(supply, right + AROUND, top, _supply_width(supply, bottom - top))
        seats = _around(things, players)
    left, top, right, bottom = _edges(things)
    for seat in () if on_screen else seats:
        top = min(top, seat.y - HAND_DEPTH / 2)
        bottom = max(bottom, seat.y + HAND_DEPTH / 2)
    return TableLayout(
        texts.slug,
        texts.title,
        texts.credit,
        tuple(things),
        tuple(seats),
        tuple(snap_points),
        texts.notes,
        left,
        top,
        right - left,
        bottom - top,
    )


def _around(things: list[PlacedThing], players: Sequence[PlayerArea]) -> list[Seat]:
    """Add what players have below and above the table, and return their seats."""
    edges = _edges(things)
    seats: list[Seat] = []
    below = players[: (len(players) + 1) // 2]
    for row, is_below in ((below, True), (players[len(below) :], False)):
        step = max([AREA_WIDTH, *(_widest(player.own) for player in row)]) + AROUND
        start = (edges[0] + edges[2] - step * len(row) + AROUND) / 2
        depth = max((_depth(player.own, step - AROUND) for player in row), default=0.0)
        for number, player in enumerate(row):
            x = start + step * number
            y = edges[3] + AROUND if is_below else edges[1] - AROUND - depth
            things += (_of_seat(one, len(seats)) for one in _flow(player.own, x, y, step - AROUND))
            hand_y = y + depth + HAND_DEPTH / 2 if is_below else y - HAND_DEPTH / 2
            middle = x + (step - AROUND) / 2
            things += _hand(player.hand, len(seats), middle, hand_y, step - AROUND)
            seats.append(Seat(player.title, player.colour, middle, hand_y, step - AROUND))
    return seats


def _fit_screen(
    board: Sequence[PlacedThing], supply: Sequence[Loose], players: Sequence[PlayerArea]
) -> tuple[list[PlacedThing], list[Seat]]:
    """Return everything beside the board in the way that a wide screen shows largest."""
    under, supply = _boards_in_box(board, supply)
    supply = [_with_shown_size(one) for one in supply]
    left, top, right, bottom = _edges(board)
    own = [
        tuple(map(_with_shown_size, (*player.own, *_hand_pile(number, player))))
        for number, player in enumerate(players)
    ]
    best: tuple[float, list[PlacedThing], list[Seat]] = (0.0, [], [])
    for taller in (1.0, 1.25, 1.5, 2.0):
        height = max(bottom - top, 250.0) * taller
        flowed = list(_flow(supply, right + AROUND, top, _supply_width(supply, height)))
        for width in AREA_WIDTHS:
            things = [*under, *board, *flowed]
            seats = _beside(things, players, own, (left - AROUND, top, height), width)
            edges = _edges(things)
            size = min(1 / (edges[2] - edges[0]), 1 / SCREEN_ASPECT / (edges[3] - edges[1]))
            if size > best[0]:
                best = size, things, seats
    return best[1], best[2]


def _boards_in_box(
    board: Sequence[PlacedThing], supply: Sequence[Loose]
) -> tuple[list[PlacedThing], list[Loose]]:
    """Return boards that are not in the game, under the one that is, and the supply without them:
    a screen has no room for them."""
    under: list[PlacedThing] = []
    rest: list[Loose] = []
    for loose in supply:
        bag = loose.thing
        if board and isinstance(bag, Bag) and any(piece.kind == "board" for piece in bag.pieces):
            at = board[0]
            boards = [piece for piece in bag.pieces if piece.kind == "board"]
            under += (PlacedThing(piece, at.x + 1, at.y + 1, locked=True) for piece in boards)
            others = tuple(piece for piece in bag.pieces if piece.kind != "board")
            if others:
                rest.append(replace(loose, thing=replace(bag, pieces=others)))
        else:
            rest.append(loose)
    return under, rest


def _with_shown_size(loose: Loose) -> Loose:
    """Return a bag as large as its largest piece: on a screen its pieces lie on it."""
    if not isinstance(loose.thing, Bag):
        return loose
    sizes = [size_of(PlacedThing(piece, 0, 0)) for piece in loose.thing.pieces]
    width, height = (max(size[axis] for size in sizes) + 2 * GAP for axis in (0, 1))
    return replace(loose, thing=replace(loose.thing, size=(width, height)))


def _beside(
    things: list[PlacedThing],
    players: Sequence[PlayerArea],
    own: Sequence[Sequence[Loose]],
    corner: tuple[float, float, float],
    width: float,
) -> list[Seat]:
    """Add what players have in columns to the left of a corner, and return their seats."""
    right, top, height = corner
    width = max([width, *map(_widest, own)])
    depths = [_depth(one, width) + AROUND for one in own]
    columns: list[list[int]] = []
    for number, depth in enumerate(depths):
        used = sum(depths[other] for other in columns[-1]) if columns else 0.0
        if not columns or used + depth - AROUND > max(height, depth):
            columns.append([])
        columns[-1].append(number)
    seats = []
    for place, column in enumerate(columns):
        x, y = right - (len(columns) - place) * (width + AROUND) + AROUND, top
        for number in column:
            things += (_of_seat(one, number) for one in _flow(own[number], x, y, width))
            player, middle = players[number], x + width / 2
            seats.append(Seat(player.title, player.colour, middle, y, width))
            y += depths[number]
    return seats


def _hand_pile(number: int, player: PlayerArea) -> tuple[Loose, ...]:
    name = f"{number + 1}/hand"
    if len(player.hand) < 2:
        return tuple(Loose(piece, False) for piece in player.hand)
    return (Loose(Pile(name, f"{player.title}: hand", player.hand), False),)


def _supply_width(supply: Sequence[Loose], height: float) -> float:
    """Return how wide the supply is if it is about as high as the board."""
    sizes = [_size(one) for one in supply]
    area = sum((width + GAP) * (height + GAP) for width, height in sizes)
    return max(SUPPLY_WIDTH, _widest(supply), 1.15 * area / max(height, SUPPLY_WIDTH))


def _edges(things: Iterable[PlacedThing]) -> tuple[float, float, float, float]:
    boxes = [(one.x, one.y, *covered_size(one)) for one in things]
    return (
        min((x - w / 2 for x, _, w, _ in boxes), default=0.0),
        min((y - h / 2 for _, y, _, h in boxes), default=0.0),
        max((x + w / 2 for x, _, w, _ in boxes), default=0.0),
        max((y + h / 2 for _, y, _, h in boxes), default=0.0),
    )


def covered_size(placed: PlacedThing) -> tuple[float, float]:
    """Return the size of the box around a thing as it lies, turned by quarters at least roughly."""
    width, height = size_of(placed)
    return (height, width) if round(placed.turn / 90) % 2 else (width, height)


def _flow(things: Sequence[Loose], left: float, top: float, room: float) -> Iterator[PlacedThing]:
    """Lay things in rows, the highest first, so that rows waste little."""
    x, y, row = left, top, 0.0
    for group in sorted(_groups(things), key=lambda group: -max(_size(one)[1] for one in group)):
        whole = sum(_size(one)[0] + GAP for one in group) - GAP
        starts_row = left < x and x + whole > left + room >= left + whole
        for number, loose in enumerate(group):
            width, height = _size(loose)
            if x > left and (x + width > left + room or (starts_row and number == 0)):
                x, y, row = left, y + row + GAP, 0.0
            yield PlacedThing(
                loose.thing, x + width / 2, y + height / 2, loose.turn, face_up=loose.face_up
            )
            x, row = x + width + GAP, max(row, height)


def _groups(things: Sequence[Loose]) -> list[list[Loose]]:
    """Return the things of each group together; a thing without one is a group of its own."""
    groups: dict[object, list[Loose]] = {}
    for number, loose in enumerate(things):
        groups.setdefault(loose.group or number, []).append(loose)
    return list(groups.values())


def _size(loose: Loose) -> tuple[float, float]:
    return covered_size(PlacedThing(loose.thing, 0, 0, loose.turn))


def _widest(things: Sequence[Loose]) -> float:
    return max((_size(one)[0] for one in things), default=0.0)


def _depth(things: Sequence[Loose], room: float) -> float:
    laid = list(_flow(things, 0, 0, room))
    return max((one.y + covered_size(one)[1] / 2 for one in laid), default=0.0)


def _of_seat(placed: PlacedThing, seat: int) -> PlacedThing:
    return replace(placed, seat=seat)


def _hand(
    pieces: Sequence[Piece], seat: int, middle: float, y: float, room: float
) -> Iterator[PlacedThing]:
    """Lay a hand in a row, each card partly on the one before."""
    if not pieces:
        return
    widest = max(piece.front.width for piece in pieces)
    step = min(HAND_STEP, (room - widest) / max(1, len(pieces) - 1))
    first = middle - step * (len(pieces) - 1) / 2
    for number, piece in enumerate(pieces):
        yield PlacedThing(piece, first + step * number, y, seat=seat, in_hand=True)


def box_of(pieces: Sequence[Piece], title: str) -> tuple[Loose, ...]:
    """Return what stays in the box as a bag, if anything does."""
    return (Loose(Bag("box", title, tuple(pieces))),) if pieces else ()
