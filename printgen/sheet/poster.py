"""Split boards larger than a page into overlapping, labelled tiles with an overview map.

Tiles are glued row by row from the left, then each row to the one above. A tile's left and top
edges are trimmed and glued on top; its right and bottom bands are covered by the next tiles.
Overlaps, the bleed at the board's edges and the space for marks are generous where the paper has
room for them, and yield where that saves a row of pages.
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
from printgen.frame import Frame
from printgen.geometry import Box, multiply, rectangle, rotate, scale, translate
from printgen.sheet.correction import live_area
from printgen.sheet.furniture import strips
from printgen.sheet.model import (
    SEAM_BLEED,
    FaceName,
    PosterMap,
    Run,
    Side,
    Slot,
    Strip,
    Tile,
    tile_label,
)
from printgen.sheet.placing import inset

MIN_OVERLAP: Final = 5.0
GOOD_OVERLAP: Final = 10.0
MAX_OVERLAP: Final = 15.0
MIN_BLEED: Final = 1.0
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
    """How a length is split into tiles: their number and length, the band of each that the next one
    covers, and the bleed at the board's edges."""

    count: int
    length: float
    overlap: float
    bleed: float

    def start(self, index: int) -> float:
        """Return where a tile begins, counted from the board's edge."""
        return index * (self.length - self.overlap - SEAM_BLEED) - self.bleed

    def visible(self, index: int) -> tuple[float, float]:
        """Return the part of the board, without bleed, that a tile shows after glueing."""
        first, last = index == 0, index == self.count - 1
        start = self.start(index) + (self.bleed if first else SEAM_BLEED)
        end = self.start(index) + self.length - (self.bleed if last else self.overlap)
        return start, end


def tile_axis(total: float, bleed: float, room: float) -> AxisTiling:
    """Split a length into as few equal tiles as possible. What they leave of the room goes to the
    overlaps until they are good, then to the bleed, the marks, and the overlaps again."""
    least_bleed = min(bleed, MIN_BLEED)
    least = total + 2 * least_bleed
    shared = MIN_OVERLAP + SEAM_BLEED
    if room <= 2 * MAX_OVERLAP:
        raise CallError(f"a poster needs tiles longer than {room:.0f} mm; choose a larger paper")
    count = max(1, math.ceil((least - shared) / (room - shared) - 1e-9))
    seams = count - 1
    spare = max(0.0, count * room - least - seams * shared)
    more_overlap, spare = _given(spare, GOOD_OVERLAP - MIN_OVERLAP, seams)
    more_bleed, spare = _given(spare, bleed - least_bleed, 2)
    _, spare = _given(spare, MARK_ROOM, 2 * count)
    most_overlap, _ = _given(spare, MAX_OVERLAP - GOOD_OVERLAP, seams)
    overlap = MIN_OVERLAP + more_overlap + most_overlap if seams else 0.0
    bleed = least_bleed + more_bleed
    length = (total + 2 * bleed + seams * (overlap + SEAM_BLEED)) / count
    return AxisTiling(count, length, overlap, bleed)


def _given(spare: float, most: float, parts: int) -> tuple[float, float]:
    """Return what each of several parts gets of the spare length, and what then remains."""
    if not parts:
        return 0.0, spare
    each = min(most, spare / parts)
    return each, spare - each * parts


class _Tiling(Struct, frozen=True):
    turn: int
    across: AxisTiling
    down: AxisTiling
    strip: Strip
    room: Box

    @property
    def cost(self) -> tuple[float, ...]:
        """Prefer the fewest pages, then the most bleed and overlap, then the simplest page."""
        return (
            self.across.count * self.down.count,
            *(-axis.bleed for axis in (self.across, self.down)),
            *(-min(axis.overlap, GOOD_OVERLAP) for axis in (self.across, self.down)),
            self.turn != 0,
            not self.strip.upright,
        )


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
    single = tiling.across.count == tiling.down.count == 1
    least = min(tiling.across.bleed, tiling.down.bleed)
    if not single:
        yield _map_side(index, name, face, tiling, tag, _NOTES_DEPTH * len(languages_of(language)))
    width, height = _page_size(face, tiling.turn)
    for row in range(tiling.down.count):
        for column in range(tiling.across.count):
            tile = _tile(row, column, tiling)
            x = tile.box[0] - tiling.across.start(column)
            y = tile.box[1] - tiling.down.start(row)
            slot = Slot(index, name, x, y, width, height, tiling.turn, rectangle(*tile.box))
            yield Side(
                "front",
                (slot,),
                tiling.room,
                tiling.strip,
                _SINGLE_HINT if single else _HINT,
                tag=tag.strip() if single else tag + tile.label,
                bleed=least if least < face.bleed else None,
                tile=tile,
            )


def _page_size(face: Frame, turn: int) -> tuple[float, float]:
    return (face.height, face.width) if turn else (face.width, face.height)


def _tilings(face: Frame, live: Box, language: str) -> Iterator[_Tiling]:
    for strip, room in strips(live, language=language):
        for turn in (0, 90):
            width, height = _page_size(face, turn)
            across = tile_axis(width, face.bleed, room[2])
            down = tile_axis(height, face.bleed, room[3])
            yield _Tiling(turn, across, down, strip, room)


def _tile(row: int, column: int, tiling: _Tiling) -> Tile:
    x, y, width, height = tiling.room
    across, down = tiling.across, tiling.down
    box = (
        x + (width - across.length) / 2,
        y + (height - down.length) / 2,
        across.length,
        down.length,
    )
    return Tile(
        row,
        column,
        down.count,
        across.count,
        box,
        across.overlap,
        down.overlap,
        across.bleed,
        down.bleed,
    )


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
        (tile_label(row, column), _visible_box(row, column, tiling, box, factor))
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


def _visible_box(row: int, column: int, tiling: _Tiling, box: Box, factor: float) -> Box:
    """Return the part of a tile that is visible after glueing, as a box on the map."""
    left, right = tiling.across.visible(column)
    top, bottom = tiling.down.visible(row)
    return (
        box[0] + left * factor,
        box[1] + top * factor,
        (right - left) * factor,
        (bottom - top) * factor,
    )
