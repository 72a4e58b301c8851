"""Blocks: equal pieces side by side, which a packed sheet places and separates as one."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from msgspec import Struct

from printgen.sheet.grid import grid_lattice
from printgen.sheet.honeycomb import ROOT_3, honeycomb_lattice
from printgen.sheet.lattice import SLACK, Footprint, Lattice


class Kind(Struct, frozen=True):
    """Pieces that need the same space. `border` is the space that a block of them needs around its
    trims, for bleed and marks; a honeycomb is one block, even if its last row is not full. A filler
    goes where there is room, but has no sheet for itself; a net needs a legend of its lines."""

    footprint: Footprint
    border: float
    honeycomb: bool = False
    one_sided: bool = False
    filler: bool = False
    net: bool = False

    @property
    def area(self) -> float:
        """The least space that one piece takes of a sheet."""
        spread = 1.5 / ROOT_3 if self.honeycomb else 1.0  # rows of hexes interlock
        print_ = self.footprint
        step = print_.width + print_.gutter
        if self.honeycomb:
            return min(step, print_.height + print_.gutter) ** 2 * spread
        return step * (print_.height + print_.gutter)


class Shape(Struct, frozen=True):
    """A block as it lies on the sheet: how many pieces it has, and its size with its border."""

    kind: int
    turned: bool
    columns: int
    rows: int
    count: int
    width: float
    height: float


class PlacedBlock(Struct, frozen=True):
    """A block at its place on the sheet."""

    shape: Shape
    x: float
    y: float


def lattice_of(kind: Kind, shape: Shape) -> Lattice:
    """Return the cells of a block, relative to the corner of its trims."""
    footprint = kind.footprint.turned() if shape.turned else kind.footprint
    inside = shape.width - 2 * kind.border, shape.height - 2 * kind.border
    find = honeycomb_lattice if kind.honeycomb else grid_lattice
    lattice = find(footprint, *inside)
    return Lattice(lattice.cells[: shape.count], lattice.width, lattice.height)


def capacity(kind: Kind, width: float, height: float) -> int:
    """Return the number of pieces in the largest block that fits in an area."""
    most = 0
    for footprint in (kind.footprint, kind.footprint.turned()):
        if kind.honeycomb:
            inside = width - 2 * kind.border, height - 2 * kind.border
            most = max(most, _hex_count(footprint, *inside))
        else:
            columns, rows = _most(kind, footprint, width, height)
            most = max(most, columns * rows)
    return most


def _most(kind: Kind, footprint: Footprint, width: float, height: float) -> tuple[int, int]:
    """Return how many columns and rows of a grid fit in an area."""
    edge = 2 * kind.border - footprint.gutter
    columns = int((width - edge + SLACK) // (footprint.width + footprint.gutter))
    rows = int((height - edge + SLACK) // (footprint.height + footprint.gutter))
    return max(0, columns), max(0, rows)


@lru_cache(maxsize=1 << 14)
def shapes(kind: Kind, index: int, count: int, width: float, height: float) -> tuple[Shape, ...]:
    """Return the blocks of at most `count` pieces that fit in an area, upright and turned."""
    found: dict[tuple[bool, int, int], Shape] = {}
    for turned in (False, True):
        footprint = kind.footprint.turned() if turned else kind.footprint
        if turned and footprint.width == kind.footprint.width and not kind.honeycomb:
            continue
        make = _honeycombs if kind.honeycomb else _grids
        for shape in make(kind, index, footprint, turned, count, width, height):
            found.setdefault((turned, shape.columns, shape.rows), shape)
    return tuple(found.values())


def _grids(
    kind: Kind,
    index: int,
    footprint: Footprint,
    turned: bool,
    count: int,
    width: float,
    height: float,
) -> Iterator[Shape]:
    step_x, step_y = footprint.width + footprint.gutter, footprint.height + footprint.gutter
    edge = 2 * kind.border - footprint.gutter
    most_columns, most_rows = (min(count, n) for n in _most(kind, footprint, width, height))
    if most_columns < 1 or most_rows < 1:
        return
    pairs = [
        (most_columns, min(most_rows, count // most_columns)),
        (min(most_columns, count // most_rows), most_rows),
        (most_columns, 1),
        (1, most_rows),
        (1, 1),
    ]
    # Blocks that use up all pieces, with as few pieces missing from their rectangle as possible.
    pairs += [
        (columns, count // columns)
        for columns in range(2, most_columns)
        if count % columns == 0 and count // columns <= most_rows
    ]
    for columns, rows in dict.fromkeys(pairs):
        yield Shape(
            index,
            turned,
            columns,
            rows,
            columns * rows,
            columns * step_x + edge,
            rows * step_y + edge,
        )


def _honeycombs(
    kind: Kind,
    index: int,
    footprint: Footprint,
    turned: bool,
    count: int,
    width: float,
    height: float,
) -> Iterator[Shape]:
    """Yield the largest honeycomb, and those as wide or as high as the area that hold all pieces
    left."""
    wide, high = width - 2 * kind.border, height - 2 * kind.border
    fitting = _hex_count(footprint, wide, high)
    if not fitting:
        return
    yield _honeycomb(kind, index, turned, wide, high, count)
    if fitting <= count:
        return
    step_x, step_y = footprint.width + footprint.gutter, footprint.height + footprint.gutter
    for half in range(1, int(2 * wide / step_x) + 1):
        if _hex_count(footprint, half * step_x / 2, high) >= count:
            yield _honeycomb(kind, index, turned, half * step_x / 2, high, count)
            break
    for half in range(1, int(2 * high / step_y) + 1):
        if _hex_count(footprint, wide, half * step_y / 2) >= count:
            yield _honeycomb(kind, index, turned, wide, half * step_y / 2, count)
            break


def _hex_count(footprint: Footprint, width: float, height: float) -> int:
    """Return how many hexes of a honeycomb fit, without listing them."""
    if not footprint.pointy:
        footprint, width, height = footprint.turned(), height, width
    step = footprint.width + footprint.gutter
    rows = max(0, int((height - footprint.height + SLACK) // (1.5 * step / ROOT_3)) + 1)
    full = max(0, int((width - footprint.width + SLACK) // step) + 1)
    shifted = max(0, int((width - step / 2 - footprint.width + SLACK) // step) + 1)
    return -(-rows // 2) * full + rows // 2 * shifted


def _honeycomb(
    kind: Kind, index: int, turned: bool, width: float, height: float, count: int
) -> Shape:
    footprint = kind.footprint.turned() if turned else kind.footprint
    cells = honeycomb_lattice(footprint, width, height).cells[:count]
    right = max(cell.x for cell in cells) + footprint.width
    bottom = max(cell.y for cell in cells) + footprint.height
    edge = 2 * kind.border
    columns = max(cell.column for cell in cells) + 1
    rows = max(cell.row for cell in cells) + 1
    return Shape(index, turned, columns, rows, len(cells), right + edge, bottom + edge)
