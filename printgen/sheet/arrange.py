"""Takes a run, a paper and how it gets its backs, gives a plan: numbers only, nothing drawn.

Every way to fill a page is tried (pieces upright or turned, the label below or at the side, the
fold down or across) and the one that holds most pieces wins.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from printgen.errors import CallError, DataError, Finding, Place
from printgen.frame import Box, Segments
from printgen.sheet.booklet import arrange_booklet
from printgen.sheet.correction import live_area
from printgen.sheet.furniture import strips
from printgen.sheet.grid import grid_lattice, grid_windows
from printgen.sheet.honeycomb import TIP, honeycomb_lattice, honeycomb_windows
from printgen.sheet.lattice import Cell, Lattice, Pattern
from printgen.sheet.marks import TICK_REACH
from printgen.sheet.model import Duplex, Line, Paper, Plan, Profile, Run, Side, Slot, Strip
from printgen.sheet.placing import Mirror, moved, paper_mirror
from printgen.sheet.poster import arrange_poster
from printgen.sheet.profile import checked_profile
from printgen.sheet.shapes import shape_of

GLUE: Final = 5.0  # between a fold and the bleed, so that glue and a thick core find room
LEAST_MARK: Final = 0.4
GOOD_MARK: Final = 2.0

_HINTS: Final = {
    "strips": "Cut rows, then pieces, then snip four corners each.",
    "honeycomb": "Cut each edge along its two ticks.",
}
_SHAPE_HINTS: Final = {
    "rectangle": "Cut from mark to mark, long lines first.",
    "circle": "Cut squares from mark to mark, then cut or punch round.",
    "hex": "Cut from mark to mark, then each edge along its ticks.",
    "path": "Cut from mark to mark, then around the shape.",
}
_FOLD_HINT: Final = "Fold, glue, then cut."


class _Way(Struct, frozen=True):
    """One way to fill a page: where the fronts' trims start, how the backs mirror them."""

    pattern: Pattern
    turn: int
    lattice: Lattice
    x: float
    y: float
    bleed_x: float
    bleed_y: float
    strip: Strip
    room: Box
    mark_room: float
    fold: Mirror | None

    @property
    def worth(self) -> tuple[float, ...]:
        """Most pieces; then marks long enough to be found; then the plainest page."""
        return (
            len(self.lattice.cells),
            min(GOOD_MARK, self.mark_room),
            self.turn == 0,
            self.strip.upright,
        )


def arrange(run: Run, paper: Paper, duplex: Duplex, profile: Profile) -> Plan:
    """The pages of a run: every piece once, in order; fronts and backs strictly alternate."""
    checked_profile(profile)
    _check_sizes(run)
    if run.layout == "poster":
        return Plan(run, paper, Duplex.NONE, profile, arrange_poster(run, paper, profile))
    if run.layout == "booklet":
        return arrange_booklet(run, paper, duplex, profile)
    if all(piece.back is None for piece in run.pieces):
        duplex = Duplex.NONE
    if not run.pieces:
        return Plan(run, paper, duplex, profile, ())
    live = live_area(paper, profile, duplex)
    ways = list(_ways(run, live, duplex))
    if not ways:
        raise DataError([_too_large(run, paper, live)])
    way = max(ways, key=lambda w: w.worth)
    most = len(way.lattice.cells)
    sides: list[Side] = []
    for start in range(0, len(run.pieces), most):
        sides += _sheet(run, way, start, paper, duplex)
    return Plan(run, paper, duplex, profile, tuple(sides))


def _check_sizes(run: Run) -> None:
    sizes = {
        (round(face.width, 3), round(face.height, 3))
        for piece in run.pieces
        for face in (piece.front, piece.back)
        if face is not None
    }
    if len(sizes) > 1 and run.layout != "poster":
        shown = ", ".join(f"{w:g} × {h:g} mm" for w, h in sorted(sizes))
        raise CallError(f"'{run.title}' mixes sizes ({shown}); print each size as its own run")


def _too_large(run: Run, paper: Paper, live: Box) -> Finding:
    front = run.pieces[0].front
    place = run.place or front.origin or Place(run.title)
    return Finding(
        place,
        f"'{run.title}' ({front.width:g} × {front.height:g} mm) does not fit on {paper.name}"
        f" with its bleed, marks and label (about {live[2]:.0f} × {live[3]:.0f} mm can be printed"
        " on); set sheet: poster, or choose a larger paper",
        code="too-large",
    )


def run_pattern(run: Run) -> Pattern:
    """The run's piece, upright. Gaps are twice the bleed unless the data says otherwise."""
    front = run.pieces[0].front
    bleed = max(
        face.bleed for piece in run.pieces for face in (piece.front, piece.back) if face is not None
    )
    gutter = 0.0 if run.shared_cuts else 2 * bleed
    if run.gutter is not None:
        gutter = run.gutter
    return Pattern(front.width, front.height, bleed, gutter, run.pointy)


def _ways(run: Run, live: Box, duplex: Duplex) -> Iterator[_Way]:
    upright = run_pattern(run)
    folds: tuple[str | None, ...] = ("vertical", "horizontal") if duplex is Duplex.FOLD else (None,)
    for strip, room in strips(live):
        for pattern, turn in ((upright, 0), (upright.turned(), 90)):
            for fold in folds:
                way = _way(run, pattern, turn, live, strip, room, fold)
                if way is not None:
                    yield way


class _Axis(Struct, frozen=True):
    """A room along x or y; a fold across it puts two blocks there, with glue between them."""

    room: float
    blocks: int

    @property
    def _glue(self) -> float:
        return 2 * GLUE * (self.blocks - 1)

    def trims(self, bleed: float) -> float:
        """The length one block's trims may take."""
        return (self.room - 2 * LEAST_MARK - self._glue) / self.blocks - 2 * bleed

    def bleed(self, trims: float, least: float, most: float) -> float:
        """The outer bleed: whole if there is room, but marks that can be seen come first."""
        spare = self.room - 2 * GOOD_MARK - self._glue - self.blocks * trims
        return max(least, min(most, spare / (2 * self.blocks)))

    def whole(self, trims: float, bleed: float) -> float:
        return self.blocks * (trims + 2 * bleed) + self._glue


def _way(
    run: Run,
    pattern: Pattern,
    turn: int,
    live: Box,
    strip: Strip,
    room: Box,
    fold: str | None,
) -> _Way | None:
    across = _Axis(room[2], 2 if fold == "vertical" else 1)
    down = _Axis(room[3], 2 if fold == "horizontal" else 1)
    honeycomb = run.layout == "honeycomb"
    least = max(pattern.bleed * TIP, TICK_REACH) if honeycomb else pattern.inner_bleed
    most = least if honeycomb else max(least, pattern.bleed)
    find = honeycomb_lattice if honeycomb else grid_lattice
    lattice = find(pattern, across.trims(least), down.trims(least))
    if not lattice.cells:
        return None
    bleed_x = across.bleed(lattice.width, least, most)
    bleed_y = down.bleed(lattice.height, least, most)
    whole_x, whole_y = across.whole(lattice.width, bleed_x), down.whole(lattice.height, bleed_y)
    x = _start(live[0], live[2], room[0], room[2], whole_x) + bleed_x
    y = _start(live[1], live[3], room[1], room[3], whole_y) + bleed_y
    mirror = None
    if fold == "vertical":
        mirror = Mirror("vertical", x + lattice.width + bleed_x + GLUE)
    if fold == "horizontal":
        mirror = Mirror("horizontal", y + lattice.height + bleed_y + GLUE)
    # A honeycomb's ticks stand within its bleed: it needs no room for marks around it.
    mark_room = GOOD_MARK if honeycomb else min(room[2] - whole_x, room[3] - whole_y) / 2
    return _Way(pattern, turn, lattice, x, y, bleed_x, bleed_y, strip, room, mark_room, mirror)


def _start(live: float, live_length: float, room: float, room_length: float, whole: float) -> float:
    """Centred in the live area, but never so that the label leaves no room for marks."""
    mark = min(GOOD_MARK, (room_length - whole) / 2)
    centred = live + (live_length - whole) / 2
    return min(max(centred, room + mark), room + room_length - mark - whole)


def _sheet(run: Run, way: _Way, start: int, paper: Paper, duplex: Duplex) -> tuple[Side, ...]:
    pieces = run.pieces[start : start + len(way.lattice.cells)]
    cells = way.lattice.cells[: len(pieces)]
    fronts = tuple(
        Slot(
            start + index,
            "front",
            way.x + cell.x,
            way.y + cell.y,
            way.pattern.width,
            way.pattern.height,
            way.turn,
            moved(window, way.x, way.y),
        )
        for index, (cell, window) in enumerate(zip(cells, _windows(run, way, cells), strict=True))
    )
    front = Side("front", fronts, way.room, way.strip, _hint(run))
    if duplex is Duplex.NONE:
        return (front,)
    mirror = way.fold or paper_mirror(paper, duplex)
    backs = tuple(
        mirror.slot(slot)
        for slot, piece in zip(fronts, pieces, strict=True)
        if piece.back is not None
    )
    if way.fold is not None:
        fold = _fold_line(way.fold, way.room)
        return (replace(front, name="fold", slots=(*fronts, *backs), hint=_FOLD_HINT, fold=fold),)
    strip = replace(way.strip, box=mirror.box(way.strip.box))
    room = mirror.box(way.room)
    return front, replace(front, name="back", slots=backs, room=room, strip=strip)


def _hint(run: Run) -> str:
    return _HINTS.get(run.layout) or _SHAPE_HINTS[shape_of(run.pieces[0].front)]


def _windows(run: Run, way: _Way, cells: tuple[Cell, ...]) -> tuple[Segments, ...]:
    if run.layout == "honeycomb":
        return honeycomb_windows(cells, way.pattern)
    return grid_windows(cells, way.pattern, way.bleed_x, way.bleed_y)


def _fold_line(fold: Mirror, room: Box) -> Line:
    x, y, width, height = room
    if fold.axis == "vertical":
        return fold.at, y, fold.at, y + height
    return x, fold.at, x + width, fold.at
