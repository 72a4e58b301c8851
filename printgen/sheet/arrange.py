"""Plan the pages of a run. Arithmetic only: nothing is drawn.

Every way to fill a page is tried (pieces upright or rotated, the label below or at the side, a
vertical or horizontal fold), and the one that holds the most pieces wins.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from printgen.catalog.papers import Paper
from printgen.catalog.printers import Duplex, Profile, checked_profile
from printgen.errors import CallError, DataError, Finding, Location
from printgen.frame import Frame
from printgen.geometry import Box, Segments
from printgen.sheet.booklet import arrange_booklet
from printgen.sheet.correction import live_area, profile_for
from printgen.sheet.furniture import strips
from printgen.sheet.grid import grid_lattice, grid_windows
from printgen.sheet.honeycomb import TIP, honeycomb_lattice, honeycomb_windows
from printgen.sheet.lattice import Cell, Footprint, Lattice
from printgen.sheet.marks import TICK_REACH
from printgen.sheet.model import Line, Plan, Run, Side, Slot, Strip
from printgen.sheet.placing import Mirror, moved, paper_mirror
from printgen.sheet.poster import arrange_poster
from printgen.sheet.shapes import shape_of, shows_its_cut

GLUE: Final = 5.0  # between a fold and the bleed: room for glue and a thick core
MIN_MARK: Final = 0.4
GOOD_MARK: Final = 2.0

_HINTS: Final = {
    "strips": "Cut into rows, then pieces, then snip off four corners.",
    "honeycomb": "Cut each edge along its two ticks.",
}
_SHAPE_HINTS: Final = {
    "rectangle": "Cut from mark to mark, long lines first.",
    "circle": "Cut squares from mark to mark, then cut or punch circles.",
    "hex": "Cut from mark to mark, then cut each edge along its ticks.",
    "path": "Cut from mark to mark, then cut the shape along its ticks.",
}
_NET_HINT: Final = "Cut along the outline, then fold and glue."
FOLD_HINT: Final = "Fold, glue, then cut."


class _Arrangement(Struct, frozen=True):
    """One way to fill a page: where the fronts' trims start, and how the backs mirror them."""

    footprint: Footprint
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
    def rank(self) -> tuple[float, ...]:
        """Prefer the most pieces, then marks long enough to see, then the simplest page."""
        return (
            len(self.lattice.cells),
            min(GOOD_MARK, self.mark_room),
            self.turn == 0,
            self.strip.upright,
        )


def arrange(run: Run, paper: Paper, duplex: Duplex, profile: Profile) -> Plan:
    """Return the pages of a run: every piece once, in order; fronts and backs strictly
    alternate."""
    profile = profile_for(checked_profile(profile), duplex)
    check_sizes(run)
    if run.layout == "poster":
        return Plan(run, paper, Duplex.NONE, profile, arrange_poster(run, paper, profile))
    if run.layout == "booklet":
        return arrange_booklet(run, paper, duplex, profile)
    if all(piece.back is None for piece in run.pieces):
        duplex = Duplex.NONE
    if not run.pieces:
        return Plan(run, paper, duplex, profile, ())
    live = live_area(paper, profile, duplex)
    arrangements = list(_arrangements(run, live, duplex))
    if not arrangements:
        raise DataError([too_large(run, paper, live)])
    arrangement = max(arrangements, key=lambda a: a.rank)
    per_page = len(arrangement.lattice.cells)
    if run.skip >= per_page:
        raise CallError(
            f"a sheet of '{run.title}' has {per_page} places, so there is none to start at with"
            f" number {run.skip + 1}"
        )
    sides: list[Side] = []
    for start in range(-run.skip, len(run.pieces), per_page):
        sides += _sheet(run, arrangement, start, paper, duplex)
    return Plan(run, paper, duplex, profile, tuple(sides))


def check_sizes(run: Run) -> None:
    """Raise DataError if the pieces of a run, or the sides of one, differ in size."""
    if run.layout == "poster":
        return
    problems = dict.fromkeys(_wrong_backs(run)) or dict.fromkeys(_mixed_fronts(run))
    if problems:
        raise DataError(problems)


def _wrong_backs(run: Run) -> Iterator[Finding]:
    for piece in run.pieces:
        if piece.back is not None and _size(piece.back) != _size(piece.front):
            yield Finding(
                run.place or piece.front.origin or Location(run.title),
                f"the back of '{run.title}' is {_size(piece.back)}, but its front is"
                f" {_size(piece.front)}; give both templates the same size",
                "size",
            )


def _mixed_fronts(run: Run) -> Iterator[Finding]:
    first: dict[str, Frame] = {}
    for piece in run.pieces:
        first.setdefault(_size(piece.front), piece.front)
    if len(first) > 1:
        found = ", ".join(f"'{frame.name}' is {size}" for size, frame in first.items())
        place = run.place or Location(run.title)
        yield Finding(
            place, f"'{run.title}' mixes sizes ({found}); make a component for each size", "size"
        )


def _size(frame: Frame) -> str:
    return f"{round(frame.width, 3):g} × {round(frame.height, 3):g} mm"


def too_large(run: Run, paper: Paper, live: Box) -> Finding:
    """Return the mistake that a run's pieces fit on no page."""
    front = run.pieces[0].front
    place = run.place or front.origin or Location(run.title)
    return Finding(
        place,
        f"'{run.title}' ({front.width:g} × {front.height:g} mm) does not fit on {paper.name}"
        f" with its bleed, marks and label (the printable area is about {live[2]:.0f} ×"
        f" {live[3]:.0f} mm); use 'sheet: poster', or choose a larger paper",
        code="too-large",
    )


def run_footprint(run: Run) -> Footprint:
    """Return the run's piece, upright. Gaps are twice the bleed unless the data sets a gutter."""
    front = run.pieces[0].front
    bleed = max(
        face.bleed for piece in run.pieces for face in (piece.front, piece.back) if face is not None
    )
    if run.max_bleed is not None:
        bleed = min(bleed, run.max_bleed)
    gutter = 0.0 if run.shared_cuts else 2 * bleed
    if run.gutter is not None:
        gutter = run.gutter
    return Footprint(front.width, front.height, bleed, gutter, run.pointy)


def _arrangements(run: Run, live: Box, duplex: Duplex) -> Iterator[_Arrangement]:
    upright = run_footprint(run)
    folds: tuple[str | None, ...] = ("vertical", "horizontal") if duplex is Duplex.FOLD else (None,)
    legend = run.legend.height if run.legend is not None else 0.0
    for strip, room in strips(live, legend, run.language):
        for footprint, turn in ((upright, 0), (upright.turned(), 90)):
            for fold in folds:
                arrangement = _arrangement(run, footprint, turn, live, strip, room, fold)
                if arrangement is not None:
                    yield arrangement


class _Axis(Struct, frozen=True):
    """The space along x or y; a fold across it puts two blocks there, with glue between them."""

    room: float
    blocks: int

    @property
    def _glue(self) -> float:
        return 2 * GLUE * (self.blocks - 1)

    def trims(self, bleed: float) -> float:
        """Return the length available for the trims of one block."""
        return (self.room - 2 * MIN_MARK - self._glue) / self.blocks - 2 * bleed

    def bleed(self, trims: float, least: float, most: float) -> float:
        """Return the outer bleed, reduced if there is not enough room for visible marks."""
        spare = self.room - 2 * GOOD_MARK - self._glue - self.blocks * trims
        return max(least, min(most, spare / (2 * self.blocks)))

    def whole(self, trims: float, bleed: float) -> float:
        return self.blocks * (trims + 2 * bleed) + self._glue


def _arrangement(
    run: Run,
    footprint: Footprint,
    turn: int,
    live: Box,
    strip: Strip,
    room: Box,
    fold: str | None,
) -> _Arrangement | None:
    across = _Axis(room[2], 2 if fold == "vertical" else 1)
    down = _Axis(room[3], 2 if fold == "horizontal" else 1)
    honeycomb = run.layout == "honeycomb"
    least = max(footprint.bleed * TIP, TICK_REACH) if honeycomb else footprint.inner_bleed
    most = least if honeycomb else max(least, footprint.bleed)
    find = honeycomb_lattice if honeycomb else grid_lattice
    lattice = find(footprint, across.trims(least), down.trims(least))
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
    # A honeycomb's ticks lie within its bleed, so it needs no room for marks around it.
    mark_room = GOOD_MARK if honeycomb else min(room[2] - whole_x, room[3] - whole_y) / 2
    return _Arrangement(
        footprint, turn, lattice, x, y, bleed_x, bleed_y, strip, room, mark_room, mirror
    )


def _start(live: float, live_length: float, room: float, room_length: float, whole: float) -> float:
    """Return the start of a block centred in the live area, with room for marks at the label."""
    mark = min(GOOD_MARK, (room_length - whole) / 2)
    centred = live + (live_length - whole) / 2
    return min(max(centred, room + mark), room + room_length - mark - whole)


def _sheet(
    run: Run, arrangement: _Arrangement, start: int, paper: Paper, duplex: Duplex
) -> tuple[Side, ...]:
    used = max(0, -start)
    pieces = run.pieces[max(0, start) : start + len(arrangement.lattice.cells)]
    cells = arrangement.lattice.cells[used : used + len(pieces)]
    fronts = tuple(
        Slot(
            max(0, start) + index,
            "front",
            arrangement.x + cell.x,
            arrangement.y + cell.y,
            arrangement.footprint.width,
            arrangement.footprint.height,
            arrangement.turn,
            moved(window, arrangement.x, arrangement.y),
        )
        for index, (cell, window) in enumerate(
            zip(cells, _windows(run, arrangement, cells), strict=True)
        )
    )
    front = Side("front", fronts, arrangement.room, arrangement.strip, cutting_hint(run))
    if duplex is Duplex.NONE:
        return (front,)
    mirror = arrangement.fold or paper_mirror(paper, duplex)
    backs = tuple(
        mirror.slot(slot)
        for slot, piece in zip(fronts, pieces, strict=True)
        if piece.back is not None
    )
    if arrangement.fold is not None:
        fold = fold_line(arrangement.fold, arrangement.room)
        return (replace(front, name="fold", slots=(*fronts, *backs), hint=FOLD_HINT, fold=fold),)
    strip = replace(arrangement.strip, box=mirror.box(arrangement.strip.box))
    room = mirror.box(arrangement.room)
    return front, replace(front, name="back", slots=backs, room=room, strip=strip)


def cutting_hint(run: Run) -> str:
    """Return how to cut out the run's pieces."""
    front = run.pieces[0].front
    if shows_its_cut(front):
        return _NET_HINT
    return _HINTS.get(run.layout) or _SHAPE_HINTS[shape_of(front)]


def _windows(run: Run, arrangement: _Arrangement, cells: tuple[Cell, ...]) -> tuple[Segments, ...]:
    if run.layout == "honeycomb":
        return honeycomb_windows(cells, arrangement.footprint)
    return grid_windows(cells, arrangement.footprint, arrangement.bleed_x, arrangement.bleed_y)


def fold_line(fold: Mirror, room: Box) -> Line:
    """Return the line to fold a page along."""
    x, y, width, height = room
    if fold.axis == "vertical":
        return fold.at, y, fold.at, y + height
    return x, fold.at, x + width, fold.at
