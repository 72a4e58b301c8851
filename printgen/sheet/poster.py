"""Split boards larger than a page into overlapping, labelled tiles with an overview map.

Tiles are glued row by row from the left, then each row to the one above. A tile's left and top
edges are trimmed and glued on top; its right and bottom bands are covered by the next tiles.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from printgen.catalog.papers import Paper
from printgen.catalog.printers import Duplex, Profile
from printgen.catalog.translations.codes import languages_of
from printgen.errors import CallError
from printgen.frame import Box, Frame, multiply, rectangle, rotate, scale, translate
from printgen.sheet.correction import live_area
from printgen.sheet.furniture import strips
from printgen.sheet.model import FaceName, PosterMap, Run, Side, Slot, Strip, Tile, tile_label
from printgen.sheet.placing import inset

MIN_OVERLAP: Final = 10.0
MAX_OVERLAP: Final = 15.0
MARK_ROOM: Final = 3.0

_HINT: Final = "Trim left and top edges; lay them on the dashed lines."
_SINGLE_HINT: Final = "Cut from mark to mark."
_MAP_HINT: Final = "Map of the pages; not part of the board."
_NOTES: Final = (
    "1  Trim the left and top edges of every page, from mark to mark.",
    "2  Glue each row from left to right: lay each page on the one before, up to its dashed line.",
    "3  Glue the rows together in the same way, then trim the right and bottom edges.",
)
_NOTES_DEPTH: Final = 22.0


class AxisTiling(Struct, frozen=True):
    """How a length is split into tiles: their number, their length and their overlap."""

    count: int
    length: float
    overlap: float

    def start(self, index: int) -> float:
        return index * (self.length - self.overlap)


def tile_axis(total: float, window: float) -> AxisTiling:
    """Split a length into as few equal tiles as possible, overlapping by 10 to 15 mm."""
    if total <= window:
        return AxisTiling(1, total, 0.0)
    if window <= 2 * MAX_OVERLAP:
        raise CallError(f"a poster needs tiles longer than {window:.0f} mm; choose a larger paper")
    count = math.ceil((total - MIN_OVERLAP) / (window - MIN_OVERLAP) - 1e-9)
    overlap = min(MAX_OVERLAP, (count * window - total) / (count - 1))
    return AxisTiling(count, (total + (count - 1) * overlap) / count, overlap)


class _Tiling(Struct, frozen=True):
    turn: int
    across: AxisTiling
    down: AxisTiling
    strip: Strip
    room: Box

    @property
    def cost(self) -> tuple[int, bool, bool]:
        return self.across.count * self.down.count, self.turn != 0, not self.strip.upright


def arrange_poster(run: Run, paper: Paper, profile: Profile) -> tuple[Side, ...]:
    """Return each board's map and tiles, then those of its back, if it has one."""
    live = live_area(paper, profile, Duplex.NONE)
    sides: list[Side] = []
    names: tuple[FaceName, ...] = ("front", "back")
    for index, piece in enumerate(run.pieces):
        for name in names:
            face = piece.face(name)
            if face is not None:
                sides += _face_sides(index, name, face, live, run.language)
    return tuple(sides)


def _face_sides(
    index: int, name: FaceName, face: Frame, live: Box, language: str
) -> Iterator[Side]:
    tiling = min(_tilings(face, live, language), key=lambda t: t.cost)
    tag = "" if name == "front" else "back "
    single = tiling.cost[0] == 1
    if not single:
        yield _map_side(index, name, face, tiling, tag, _NOTES_DEPTH * len(languages_of(language)))
    width, height = _page_size(face, tiling.turn)
    for row in range(tiling.down.count):
        for column in range(tiling.across.count):
            tile = _tile(row, column, tiling, face.bleed)
            x = tile.box[0] - tiling.across.start(column) + face.bleed
            y = tile.box[1] - tiling.down.start(row) + face.bleed
            slot = Slot(index, name, x, y, width, height, tiling.turn, rectangle(*tile.box))
            yield Side(
                "front",
                (slot,),
                tiling.room,
                tiling.strip,
                _SINGLE_HINT if single else _HINT,
                tag=tag.strip() if single else tag + tile.label,
                tile=tile,
            )


def _page_size(face: Frame, turn: int) -> tuple[float, float]:
    return (face.height, face.width) if turn else (face.width, face.height)


def _tilings(face: Frame, live: Box, language: str) -> Iterator[_Tiling]:
    for strip, room in strips(live, language=language):
        inner = inset(room, MARK_ROOM)
        for turn in (0, 90):
            width, height = _page_size(face, turn)
            yield _Tiling(
                turn,
                tile_axis(width + 2 * face.bleed, inner[2]),
                tile_axis(height + 2 * face.bleed, inner[3]),
                strip,
                room,
            )


def _tile(row: int, column: int, tiling: _Tiling, bleed: float) -> Tile:
    x, y, width, height = tiling.room
    across, down = tiling.across, tiling.down
    box = (
        x + (width - across.length) / 2,
        y + (height - down.length) / 2,
        across.length,
        down.length,
    )
    return Tile(row, column, down.count, across.count, box, across.overlap, down.overlap, bleed)


def _map_side(
    index: int, name: FaceName, face: Frame, tiling: _Tiling, tag: str, notes_depth: float
) -> Side:
    """Return the page with the whole board, scaled down, above the instructions for glueing."""
    x, y, room_width, room_height = inset(tiling.room, MARK_ROOM)
    width, height = _page_size(face, tiling.turn)
    factor = min(1.0, room_width / width, (room_height - notes_depth) / height)
    left = x + (room_width - width * factor) / 2
    box = (left, y, width * factor, height * factor)
    corner = (left + box[2], y) if tiling.turn else (left, y)
    matrix = multiply(translate(*corner), multiply(rotate(tiling.turn), scale(factor)))
    tiles = tuple(
        (tile_label(row, column), _visible_box(row, column, tiling, face.bleed, box, factor))
        for row in range(tiling.down.count)
        for column in range(tiling.across.count)
    )
    poster_map = PosterMap(index, name, matrix, box, tiles, _NOTES)
    return Side(
        "map",
        (),
        tiling.room,
        tiling.strip,
        _MAP_HINT,
        tag=f"{tag}map".strip(),
        poster_map=poster_map,
    )


def _visible_box(
    row: int, column: int, tiling: _Tiling, bleed: float, box: Box, factor: float
) -> Box:
    """Return the part of a tile that is visible after glueing, as a box on the map."""
    across, down = tiling.across, tiling.down
    left = max(0.0, across.start(column) - bleed)
    top = max(0.0, down.start(row) - bleed)
    last_column, last_row = column == across.count - 1, row == down.count - 1
    right = box[2] / factor if last_column else across.start(column + 1) - bleed
    bottom = box[3] / factor if last_row else down.start(row + 1) - bleed
    return (
        box[0] + left * factor,
        box[1] + top * factor,
        (right - left) * factor,
        (bottom - top) * factor,
    )
