"""Draw the seams, crop marks, labels and notes of a poster's tiles and map."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from printgen.catalog.translations.own import Words
from printgen.frame import (
    CUT,
    WHITE,
    Box,
    Frame,
    Group,
    Item,
    Matrix,
    Path,
    Stroke,
    Use,
    multiply,
    rectangle,
    rotate,
    translate,
)
from printgen.sheet.marks import draw_lines, edge_marks
from printgen.sheet.model import MARK_INK, Label, Line, PosterMap, Tile, tile_label

GLUE_NOTE: Final = "glue {tile} over this strip"
SEAM: Final = Stroke(MARK_INK, 0.25, dash=(2.0, 1.5))
SEAM_HALO: Final = Stroke(WHITE, 0.6)
CONTOUR: Final = Stroke(CUT, 0.1)
# The seam is this far inside the covered band, so that it is hidden after glueing.
SEAM_INSET: Final = 0.4

_PLATE_DEPTH: Final = 4.0
_MAP_SIZE_PT: Final = 12.0
_NOTES_SIZE_PT: Final = 9.0


def tile_trim(tile: Tile) -> Box:
    """Return the tile without the bleed at the board's edges."""
    x, y, width, height = tile.box
    left = tile.bleed if tile.column == 0 else 0.0
    top = tile.bleed if tile.row == 0 else 0.0
    right = tile.bleed if tile.column == tile.columns - 1 else 0.0
    bottom = tile.bleed if tile.row == tile.rows - 1 else 0.0
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
        *draw_lines(edge_marks(xs, ys, tile.box, room)),
        *_seams(tile, label, words),
    )


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
