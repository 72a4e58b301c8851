"""Draw one table of pieces as a picture."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from printgen.catalog.fonts import default_typeface
from printgen.catalog.ppn.table import PieceKind, Pieces
from printgen.colour import mix
from printgen.draw.layouts.canvas import Canvas, set_label
from printgen.draw.layouts.changes import changes
from printgen.draw.layouts.convex import Point, Polygon
from printgen.draw.layouts.grid import (
    GRID_LINE,
    LABEL_ROOM,
    Grid,
    coordinates,
    grid_of,
    ground_lines,
    lines_on,
)
from printgen.draw.layouts.legend import draw_legend, entries, lay_out
from printgen.draw.layouts.marks import marks
from printgen.draw.layouts.options import LayoutOptions, LayoutStyle
from printgen.draw.layouts.order import back_to_front
from printgen.draw.layouts.piece_art import PieceArt, PieceSets
from printgen.draw.layouts.plain import plain_pieces
from printgen.draw.layouts.solids import draw_piece, silhouette
from printgen.draw.layouts.stacking import INCH, PlacedPiece, hidden_counts, place_pieces
from printgen.draw.layouts.view import VIEWS, View, ViewName
from printgen.frame import Frame, Group, Item, Path, Stroke
from printgen.geometry import Box, Segments, map_segments, rectangle
from printgen.lengths import MM_PER_PT

EDGE: Final = 0.25  # mm: the line around a piece
MARGIN: Final = 1.5  # mm around the table, for the marks of a move
COUNT_PT: Final = 8.0
COUNT_HEIGHT: Final = 4.2
COUNT_PART: Final = 0.6  # of a small piece's width
MIN_COUNT: Final = 0.75  # of the usual size: 6 pt
COUNT_LINE: Final = 0.4
COUNT_INSET: Final = 0.6
MIN_COUNTS_WITHIN: Final = 3.0
"""A piece as wide as so many counts has them within its corner."""
MAX_LEGEND: Final = 0.7  # of the height
ROUTE_WIDTH: Final = 1.0
EMPTY: Final = 25.4  # mm: the side of a table without pieces

MIN_SCALE: Final = 0.02
"""The smallest scale: a larger table does not fit its room."""


def draw_layout(
    pieces: Pieces,
    sets: PieceSets,
    style: LayoutStyle,
    options: LayoutOptions,
    before: Pieces | None = None,
    name: str = "layout",
) -> Frame:
    """Return the picture of a table. With the table `before` a move, it marks what the move did."""
    view = VIEWS[options.view]
    placed = _place(pieces, sets)
    earlier = () if before is None else _place(before, sets)
    area = options.area or _area((*placed, *earlier), view)
    room = LABEL_ROOM if options.coordinates else 0.0
    width = area[2] * options.scale + 2 * MARGIN + room
    height = area[3] * options.scale + 2 * MARGIN + room
    found = entries([each.art for each in placed]) if options.legend else ()
    legend = lay_out(found, max(width, options.width) - 2 * MARGIN, style)
    wide = max(width, legend.width + 2 * MARGIN)
    corner = ((wide - width) / 2 + MARGIN + room, MARGIN)
    canvas = Canvas(view, options.scale, area, corner)
    grid = grid_of((*placed, *earlier), options.step)
    items: list[Item] = [Group(tuple(_table(placed, canvas, style, options, grid)), canvas.matrix)]
    if options.coordinates:
        items += coordinates(grid, canvas, style)
    if options.counts and view.name == "top":
        items += _counts(placed, canvas, style, (width, height))
    if before is not None:
        by_id = {each.piece.id: each for each in placed}
        old = {each.piece.id: each for each in earlier}
        items += marks(changes(before, pieces), old, by_id, canvas, style)
    if options.legend:
        items += draw_legend(legend, (wide - legend.width) / 2, height, style)
        height += legend.height
    return Frame(name, wide, height, tuple(items))


def layout_area(tables: Iterable[Pieces], sets: PieceSets, view: ViewName) -> Box:
    """Return the part of the table that all these tables need, as `LayoutOptions.area` takes it."""
    placed = [piece for pieces in tables for piece in _place(pieces, sets)]
    return _area(placed, VIEWS[view])


def fitting_scale(options: LayoutOptions, width: float, height: float) -> float:
    """Return the largest scale at which a picture of the area, without a legend, fits."""
    _, _, across, down = options.area or (0.0, 0.0, EMPTY, EMPTY)
    used = 2 * MARGIN + (LABEL_ROOM if options.coordinates else 0.0)
    return max(MIN_SCALE, min((width - used) / across, (height - used) / down))


def fit_layout(
    pieces: Pieces,
    sets: PieceSets,
    style: LayoutStyle,
    options: LayoutOptions,
    room: tuple[float, float],
    before: Pieces | None = None,
) -> Frame:
    """Return the picture of a table as large as the room allows, but not larger than life. A legend
    takes its part of the room. Raises ValueError if it takes too much of it."""
    options = fit_options(pieces, sets, style, options, room, before)
    return draw_layout(pieces, sets, style, options, before)


def fit_options(
    pieces: Pieces,
    sets: PieceSets,
    style: LayoutStyle,
    options: LayoutOptions,
    room: tuple[float, float],
    before: Pieces | None = None,
) -> LayoutOptions:
    """Return the options, with the scale, with which a table fits a room."""
    width, height = room
    area = options.area or layout_area((pieces, before or ()), sets, options.view)
    options = replace(options, area=area, width=width)
    if options.legend:
        found = entries([art_of(piece.kind, sets) for piece in pieces])
        legend = lay_out(found, width - 2 * MARGIN, style).height
        if legend > MAX_LEGEND * height:
            raise ValueError(
                f"has a legend {legend:.0f} mm high, which leaves too little of {height:.0f} mm for"
                " the layout; make its box larger or leave out the legend"
            )
        height -= legend
    return replace(options, scale=min(options.scale, fitting_scale(options, width, height)))


def _place(pieces: Pieces, sets: PieceSets) -> tuple[PlacedPiece, ...]:
    return place_pieces(pieces, [art_of(piece.kind, sets) for piece in pieces])


def art_of(kind: PieceKind, sets: PieceSets) -> PieceArt:
    """Return a piece's art, plain if it is in none of the sets."""
    return sets.piece(kind) or plain_pieces(default_typeface()).piece(kind)


def _area(placed: Sequence[PlacedPiece], view: View) -> Box:
    points = [point for piece in placed for point in silhouette(piece, view)]
    if not points:
        return 0.0, 0.0, EMPTY, EMPTY
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)


def _table(
    placed: Sequence[PlacedPiece],
    canvas: Canvas,
    style: LayoutStyle,
    options: LayoutOptions,
    grid: Grid,
) -> Iterator[Item]:
    line = Stroke(mix(style.ink, style.paper, 0.35), EDGE / canvas.scale, join="round")
    thin = Stroke(style.ink, GRID_LINE / canvas.scale)
    if options.grid:
        yield ground_lines(grid, thin)
    silhouettes = [silhouette(piece, canvas.view) for piece in placed]
    way = [_route(options.route, style, canvas)] if options.route else []
    for index in back_to_front(placed, silhouettes, canvas.view):
        piece = placed[index]
        if way and piece.piece.kind.piece not in ("tile", "board"):
            yield way.pop()
        yield Group(tuple(draw_piece(piece, canvas.view, line)))
        if options.grid:
            yield from lines_on(piece, grid, canvas, thin)
    yield from way


def _route(route: Segments, style: LayoutStyle, canvas: Canvas) -> Item:
    """Return a dotted way across the tiles."""
    size = ROUTE_WIDTH / canvas.scale
    way = map_segments(route, lambda x, y: (x * INCH, -y * INCH))
    dots = Stroke(style.paper, size, (0.1 / canvas.scale, 2.4 * size), "round", "round")
    casing = Stroke(style.ink, size * 1.5, (0.1 / canvas.scale, 2.4 * size), "round", "round")
    return Group((Path(way, stroke=casing), Path(way, stroke=dots)))


def _counts(
    placed: Sequence[PlacedPiece], canvas: Canvas, style: LayoutStyle, size: tuple[float, float]
) -> Iterator[Item]:
    """Yield the number of pieces in each stack, in the top right corner of its top piece."""
    for index, hidden in hidden_counts(placed).items():
        words = str(hidden + 1)
        shape = canvas.shape(placed[index].footprint)
        part = min(1.0, max(MIN_COUNT, COUNT_PART * _extent(shape) / COUNT_HEIGHT))
        size_pt, height = COUNT_PT * part, COUNT_HEIGHT * part
        width = max(height, style.bold.width(words) * size_pt * MM_PER_PT + 2.0 * part)
        x, y = _count_place(shape, width, height)
        x = min(x, size[0] - width / 2 - COUNT_LINE)
        y = max(y, height / 2 + COUNT_LINE)
        pill = rectangle(x - width / 2, y - height / 2, width, height, height / 2)
        yield Path(pill, style.ink, Stroke(style.paper, COUNT_LINE))
        yield set_label(words, (x, y), style.bold, size_pt, style.paper)


def _extent(shape: Polygon) -> float:
    """Return the width or height of a shape, whichever is less."""
    xs, ys = [x for x, _ in shape], [y for _, y in shape]
    return min(max(xs) - min(xs), max(ys) - min(ys))


def _count_place(shape: Polygon, width: float, height: float) -> Point:
    """Return the middle of a count: within the corner of a large piece, so that it cannot be taken
    for its neighbour's, and on the rim of a small one, of which it would cover too much."""
    corner = max(shape, key=lambda point: point[0] - point[1])
    if _extent(shape) < MIN_COUNTS_WITHIN * width:
        return corner
    return corner[0] - width / 2 - COUNT_INSET, corner[1] + height / 2 + COUNT_INSET
