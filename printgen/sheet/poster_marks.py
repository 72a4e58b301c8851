"""Draw the seams, crop marks, labels and notes of a poster's tiles and map."""

from __future__ import annotations

import math
from typing import Final

from msgspec.structs import replace

from printgen.catalog.translations.own import Words
from printgen.frame import Frame, Group, Item, Path, Stroke, Use
from printgen.geometry import Box, Matrix, multiply, rectangle, rotate, translate
from printgen.ink import CUT, WHITE
from printgen.sheet.marks import draw_lines, mark_beside
from printgen.sheet.model import (
    MARK_INK,
    SEAM_BLEED,
    Label,
    Line,
    PosterMap,
    Tile,
    tile_label,
)

GLUE_NOTE: Final = "glue {tile} over this strip"
SEAM: Final = Stroke(MARK_INK, 0.25, dash=(2.0, 1.5))
SEAM_HALO: Final = Stroke(WHITE, 0.6)
CONTOUR: Final = Stroke(CUT, 0.1)
# The seam is this far inside the covered band, so that it is hidden after glueing.
SEAM_INSET: Final = 0.4
SHORT_MARK: Final = 1.5
MARK_GAP: Final = 0.2

_PLATE_DEPTH: Final = 4.0
_MAP_SIZE_PT: Final = 12.0
_NOTES_SIZE_PT: Final = 9.0


def tile_trim(tile: Tile) -> Box:
    """Return the tile without what is trimmed off its edges; covered bands belong to it."""
    x, y, width, height = tile.box
    left = SEAM_BLEED if tile.column else tile.bleed_x
    top = SEAM_BLEED if tile.row else tile.bleed_y
    right = tile.bleed_x if tile.column == tile.columns - 1 else 0.0
    bottom = tile.bleed_y if tile.row == tile.rows - 1 else 0.0
    return x + left, y + top, width - left - right, height - top - bottom


def draw_tile_marks(tile: Tile, room: Box, label: Label, words: Words) -> tuple[Item, ...]:
    xs, ys = _cuts(tile)
    x, y, width, height = tile.box
    cuts: list[Line] = [(at, y, at, y + height) for at in xs]
    cuts += [(x, at, x + width, at) for at in ys]
    return (
        *(
            Path((("M", x1, y1), ("L", x2, y2)), stroke=CONTOUR, layer="cut")
            for x1, y1, x2, y2 in cuts
        ),
        *draw_lines(tile_marks(tile, room), halo=True),
        *_seams(tile, label, words),
    )


def tile_marks(tile: Tile, room: Box) -> tuple[Line, ...]:
    """Return a mark at both ends of every cut: beside the art or, where the page has no room there,
    on art that is trimmed off or covered."""
    xs, ys = _cuts(tile)
    x, y, width, height = tile.box
    left, top, _, _ = tile_trim(tile)
    hidden_right = tile.bleed_x if tile.column == tile.columns - 1 else tile.band_x
    hidden_bottom = tile.bleed_y if tile.row == tile.rows - 1 else tile.band_y
    across = (
        _mark(x, room[0], left - x),
        _mark(x + width, room[0] + room[2], -hidden_right),
    )
    down = (
        _mark(y, room[1], top - y),
        _mark(y + height, room[1] + room[3], -hidden_bottom),
    )
    return (
        *((at, start, at, end) for at in xs for start, end in down),
        *((start, at, end, at) for at in ys for start, end in across),
    )


def _mark(art: float, edge: float, hidden: float) -> tuple[float, float]:
    """Return where a mark starts and ends; `hidden` is the depth of the art that will not be seen,
    positive to the right and down."""
    if abs(edge - art) >= SHORT_MARK + MARK_GAP or not hidden:
        return mark_beside(art, edge)
    depth = min(MARK_GAP + SHORT_MARK, abs(hidden) - MARK_GAP)
    return art, art + math.copysign(depth, hidden)


def _cuts(tile: Tile) -> tuple[list[float], list[float]]:
    """Return the x and y of cuts: left and top, and right and bottom at the board's edge."""
    x, y, width, height = tile_trim(tile)
    xs = [x, x + width] if tile.column == tile.columns - 1 else [x]
    ys = [y, y + height] if tile.row == tile.rows - 1 else [y]
    return xs, ys


def _seams(tile: Tile, label: Label, words: Words) -> tuple[Item, ...]:
    x, y, width, height = tile.box
    items: tuple[Item, ...] = ()
    if tile.column < tile.columns - 1:
        at = x + width - tile.band_x + SEAM_INSET
        middle = at + (tile.band_x - SEAM_INSET) / 2
        text = words(GLUE_NOTE, tile=tile_label(tile.row, tile.column + 1))
        place = multiply(translate(middle, y + height * 0.6), rotate(-90))
        items += (*_seam((at, y, at, y + height)), _plate(text, label, place))
    if tile.row < tile.rows - 1:
        at = y + height - tile.band_y + SEAM_INSET
        middle = at + (tile.band_y - SEAM_INSET) / 2
        text = words(GLUE_NOTE, tile=tile_label(tile.row + 1, tile.column))
        place = translate(x + width * 0.4, middle)
        items += (*_seam((x, at, x + width, at)), _plate(text, label, place))
    return items


def _seam(line: Line) -> tuple[Item, ...]:
    segments = (("M", line[0], line[1]), ("L", line[2], line[3]))
    return (
        Path(segments, stroke=SEAM_HALO, layer="marks"),
        Path(segments, stroke=SEAM, layer="marks"),
    )


def _plate(string: str, label: Label, matrix: Matrix) -> Item:
    """Return text on a white plate, readable on any art."""
    text = label.text(0.0, 0.9, string)
    plate = rectangle(-1.5, -_PLATE_DEPTH / 2, text.width + 3.0, _PLATE_DEPTH, 1.0)
    return Group((Path(plate, fill=WHITE, layer="marks"), text), matrix, layer="marks")


def draw_poster_map(
    poster_map: PosterMap, face: Frame, room: Box, label: Label
) -> tuple[Item, ...]:
    x, y, width, height = poster_map.box
    big = replace(label, size_pt=_MAP_SIZE_PT)
    notes = replace(label, size_pt=_NOTES_SIZE_PT)
    lines: list[Line] = []
    names: list[Item] = []
    for name, (left, top, _, _) in poster_map.tiles:
        if left > x:
            lines.append((left, y, left, y + height))
        if top > y:
            lines.append((x, top, x + width, top))
        text = big.text(left + 3.0, top + 7.0, name)
        plate = rectangle(left + 1.5, top + 2.0, text.width + 3.0, 6.5, 1.0)
        names += [Path(plate, fill=WHITE, layer="marks"), text]
    frame = Stroke(MARK_INK, 0.3)
    return (
        Group((Use(face, poster_map.matrix),), clip=rectangle(*poster_map.box)),
        Path(rectangle(*poster_map.box), stroke=frame, layer="marks"),
        *draw_lines(sorted(set(lines)), halo=True),
        *names,
        *(
            notes.text(room[0] + 3.0, y + height + 8.0 + 4.8 * row, note, room[2] - 6.0)
            for row, note in enumerate(poster_map.notes)
        ),
    )
