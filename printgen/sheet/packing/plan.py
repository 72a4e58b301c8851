"""Plan the packed pages of several runs that are printed on the same stock."""

from __future__ import annotations

import math
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from printgen.catalog.papers import Paper
from printgen.catalog.printers import Duplex, Profile, checked_profile
from printgen.catalog.translations.codes import languages_of
from printgen.errors import DataError
from printgen.frame import Frame
from printgen.geometry import Box, Segments
from printgen.sheet.arrange import (
    FOLD_HINT,
    GLUE,
    MIN_MARK,
    check_sizes,
    cutting_hint,
    fold_line,
    run_footprint,
    too_large,
)
from printgen.sheet.correction import live_area, profile_for
from printgen.sheet.furniture import joined_legend, strips
from printgen.sheet.grid import grid_windows
from printgen.sheet.honeycomb import TIP, honeycomb_windows
from printgen.sheet.lattice import Footprint
from printgen.sheet.marks import TICK_REACH
from printgen.sheet.model import Block, Piece, Plan, Run, Side, Slot, Strip
from printgen.sheet.packing.blocks import Kind, PlacedBlock, lattice_of
from printgen.sheet.packing.cuts import separating_cuts
from printgen.sheet.packing.packer import Packing, Page, Sheet, Task, pack
from printgen.sheet.placing import Mirror, around, moved, paper_mirror
from printgen.sheet.shapes import shows_its_cut

LESS_BLEED: Final = (2.0, 1.5, 1.25)
"""What bleed yields to, in mm, where that saves a sheet."""
BARE_BORDER: Final = 1.3  # short marks: nine poker cards fit on Letter
NET_BORDER: Final = 1.5  # a net shows its cut line, so it needs no marks, only some air
NET_GUTTER: Final = 2.0
STRIP_GAP: Final = 1.0

_FOLD_CUT_HINT: Final = "Fold, glue. Cut the numbered lines in order, then the blocks."
_CUT_HINT: Final = "Cut the numbered lines in order, then each block from mark to mark."


class Packed(Struct, frozen=True):
    """The pages of a stock, two-sided sheets before one-sided ones. `contents` names for each plan,
    by sheet, the runs with pieces on it; `bound` is how many sheets the pieces would cover if they
    could be cut up to fit."""

    plans: tuple[Plan, ...]
    contents: tuple[tuple[tuple[int, ...], ...], ...]
    bound: float

    @property
    def sheets(self) -> int:
        return sum(map(len, self.contents))

    def has(self, run: int) -> bool:
        """Return whether a run has pieces on a sheet."""
        return any(run in runs for sheets in self.contents for runs in sheets)


class _Piece(Struct, frozen=True):
    """A piece with its run and its kind, with all its bleed, then with less and less."""

    run: int
    piece: Piece
    kinds: tuple[Kind, ...]

    @property
    def is_one_sided(self) -> bool:
        return self.kinds[0].one_sided

    @property
    def is_filler(self) -> bool:
        return self.kinds[0].filler

    def as_no_filler(self) -> _Piece:
        return replace(self, kinds=tuple(replace(kind, filler=False) for kind in self.kinds))


class _Page(Struct, frozen=True):
    """A way to divide a page: its label, its room, and the area for blocks; a folded page has
    fronts in the area and backs behind the fold."""

    strip: Strip
    room: Box
    area: Box
    fold: Mirror | None
    legend: bool


class _Job(Struct, frozen=True):
    """Pieces packed together on pages printed in one way."""

    pieces: tuple[_Piece, ...]
    duplex: Duplex


class _Solution(Struct, frozen=True):
    """A packing of a job. `kinds` are what its blocks refer to, `level` says which of its pieces'
    kinds they are."""

    job: _Job
    pages: tuple[_Page, ...]
    kinds: tuple[Kind, ...]
    packing: Packing
    level: int
    bound: float

    def kind(self, piece: _Piece) -> Kind:
        return _squeezed(piece.kinds[self.level], self.pages)

    def bleed(self, slots: Sequence[Slot]) -> float | None:
        """Return the bleed of a sheet if it is less than one of its pieces has."""
        pieces = (self.job.pieces[slot.piece].kinds for slot in slots)
        bleeds = [k[self.level].footprint.bleed for k in pieces if k[self.level] != k[0]]
        return max(bleeds, default=None)


def arrange_packed(
    runs: Sequence[Run],
    title: str,
    paper: Paper,
    duplex: Duplex,
    profile: Profile,
    fillers: Sequence[Run] = (),
) -> Packed:
    """Return the pages of all runs, with every piece once, and with those fillers, counted after
    the runs, that find room on them. Raises DataError for a piece that does not fit on a page."""
    profile = profile_for(checked_profile(profile), duplex)
    for run in runs:
        check_sizes(run)
    if not any(run.pieces for run in runs):
        return Packed((), (), 0.0)
    every = (*runs, *fillers)
    solutions = _solve(every, len(runs), paper, duplex, profile)
    made = [one for solution in solutions for one in _plans(every, solution, title, paper, profile)]
    return Packed(
        tuple(plan for plan, _ in made),
        tuple(contents for _, contents in made),
        sum(solution.bound for solution in solutions),
    )


def _solve(
    runs: Sequence[Run], fillers: int, paper: Paper, duplex: Duplex, profile: Profile
) -> list[_Solution]:
    """Pack one-sided pieces with the others, or by themselves, whichever takes fewer sheets. Runs
    are fillers from the given one on."""
    pieces = [
        _Piece(index, piece, tuple(_kinds(run, piece, duplex, filler=index >= fillers)))
        for index, run in enumerate(runs)
        for piece in run.pieces
    ]
    spare = tuple(piece for piece in pieces if piece.is_filler)
    apart: list[_Solution] = []
    for one_sided in (False, True):
        some = tuple(p for p in pieces if not p.is_filler and p.is_one_sided == one_sided)
        if some:
            way = Duplex.NONE if one_sided else duplex
            solution = _best(runs, _Job((*some, *spare), way), paper, profile)
            spare = spare if any(solution.packing.left) else ()
            apart.append(solution)
    if len(apart) > 1 and not duplex.flips_paper:
        return apart
    job = _Job(tuple(pieces), duplex if any(not p.is_one_sided for p in pieces) else Duplex.NONE)
    best = min((apart, *_together(runs, job, paper, profile)), key=_cost) if apart[1:] else apart
    sheets, unplaced = _cost(best)
    if unplaced:  # not where room was left, but packed with the others
        packed = _Job(tuple(piece.as_no_filler() for piece in pieces), job.duplex)
        for found in _together(runs, packed, paper, profile):
            if _cost(found)[0] <= sheets:
                return found
    return best


def _together(
    runs: Sequence[Run], job: _Job, paper: Paper, profile: Profile
) -> Iterator[list[_Solution]]:
    """Yield the packing of a job, unless a page with everybody's legend has too little room."""
    try:
        yield [_best(runs, job, paper, profile)]
    except DataError:
        return


def _cost(solutions: Sequence[_Solution]) -> tuple[int, int]:
    """Return how many sheets solutions take, and how many fillers found no room."""
    sheets = sum(len(solution.packing.sheets) for solution in solutions)
    return sheets, sum(solutions[-1].packing.left)


def _kinds(run: Run, piece: Piece, duplex: Duplex, *, filler: bool) -> Iterator[Kind]:
    footprint = run_footprint(run)
    one_sided = piece.back is None or duplex is Duplex.NONE
    for most in (footprint.bleed, *LESS_BLEED):
        bleed = min(footprint.bleed, most)
        gutter = footprint.gutter if run.gutter is not None else min(footprint.gutter, 2 * bleed)
        less = replace(footprint, bleed=bleed, gutter=gutter)
        kind = _kind(run, piece, less, one_sided=one_sided)
        yield replace(kind, filler=filler, net=run.legend is not None)


def _kind(run: Run, piece: Piece, footprint: Footprint, *, one_sided: bool) -> Kind:
    if shows_its_cut(piece.front):
        gutter = NET_GUTTER if run.gutter is None else footprint.gutter
        return Kind(replace(footprint, gutter=gutter), NET_BORDER, one_sided=one_sided)
    is_honeycomb = run.layout == "honeycomb"
    if not footprint.bleed and not is_honeycomb:
        return Kind(footprint, BARE_BORDER, one_sided=one_sided)
    bleed = footprint.bleed * TIP if is_honeycomb else footprint.bleed
    return Kind(footprint, max(bleed, TICK_REACH), is_honeycomb, one_sided)


def _language(runs: Sequence[Run]) -> str:
    """Return the language of what sheets say. A deck for each language may be among pieces in
    both."""
    return max((run.language for run in runs), key=lambda code: len(languages_of(code)))


def _best(runs: Sequence[Run], job: _Job, paper: Paper, profile: Profile) -> _Solution:
    live = live_area(paper, profile, job.duplex)
    pages = tuple(_pages(live, _legend(runs, job), job, _language(runs)))
    levels: list[int] = []
    tasks: list[Task] = []
    areas = tuple(Page(*page.area[2:], page.legend) for page in pages)
    for level in range(1 + len(LESS_BLEED)):
        if level and all(piece.kinds[level] == piece.kinds[level - 1] for piece in job.pieces):
            continue
        counts = Counter(_squeezed(piece.kinds[level], pages) for piece in job.pieces)
        levels.append(level)
        tasks.append(Task(tuple(counts), tuple(counts.values()), areas, level))
    index, packing = pack(tuple(tasks))
    task = tasks[index]
    solution = _Solution(job, pages, task.kinds, packing, levels[index], task.bound)
    for kind, left in zip(task.kinds, packing.left, strict=True):
        if left and not kind.filler:
            homeless = next(piece.run for piece in job.pieces if kind == solution.kind(piece))
            raise DataError([too_large(runs[homeless], paper, live)])
    return solution


def _squeezed(kind: Kind, pages: Sequence[_Page]) -> Kind:
    """Return the kind with a smaller border if a piece would fit on no page otherwise."""
    print_ = kind.footprint
    sizes = ((print_.width, print_.height), (print_.height, print_.width))
    spare = max(
        min(page.area[2] - width, page.area[3] - height) / 2
        for width, height in sizes
        for page in pages
        if page.legend or not kind.net
    )
    least = max(print_.inner_bleed, MIN_MARK)
    return kind if spare >= kind.border else replace(kind, border=max(least, spare))


def _pages(live: Box, legend: Frame | None, job: _Job, language: str) -> Iterator[_Page]:
    """Yield the ways to divide a page: without a legend if there are pieces that need none, and
    with one if there is one."""
    if any(not piece.kinds[0].net for piece in job.pieces):
        yield from _divided(live, 0.0, job.duplex, language, legend=False)
    if legend is not None:
        yield from _divided(live, legend.height, job.duplex, language, legend=True)


def _divided(
    live: Box, above: float, duplex: Duplex, language: str, *, legend: bool
) -> Iterator[_Page]:
    for strip, room in strips(live, above, language):
        area = _beside_strip(room, strip)
        if duplex is not Duplex.FOLD:
            yield _Page(strip, room, area, None, legend)
            continue
        x, y, width, height = area
        half = width / 2 - GLUE
        mirror = Mirror("vertical", x + width / 2)
        yield _Page(strip, room, (x, y, half, height), mirror, legend)
        half = height / 2 - GLUE
        mirror = Mirror("horizontal", y + height / 2)
        yield _Page(strip, room, (x, y, width, half), mirror, legend)


def _beside_strip(room: Box, strip: Strip) -> Box:
    """Return the room without a little air next to the label."""
    x, y, width, height = room
    if strip.upright:
        return x, y, width, height - STRIP_GAP
    return x + STRIP_GAP, y, width - STRIP_GAP, height


def _legend(runs: Sequence[Run], job: _Job) -> Frame | None:
    """Return the legends of all pieces as one."""
    legends = {
        legend.dump(): legend
        for legend in (runs[index].legend for index in dict.fromkeys(p.run for p in job.pieces))
        if legend is not None
    }
    return joined_legend(tuple(legends.values())) if legends else None


def _plans(
    runs: Sequence[Run], solution: _Solution, title: str, paper: Paper, profile: Profile
) -> Iterator[tuple[Plan, tuple[tuple[int, ...], ...]]]:
    """Yield a plan for the two-sided sheets, then one for the others, each with the runs on every
    sheet."""
    job = solution.job
    pieces = tuple(piece.piece for piece in job.pieces)
    most = [runs[index].max_bleed for index in dict.fromkeys(p.run for p in job.pieces)]
    bleeds = [math.inf if bleed is None else bleed for bleed in most]
    run = Run(
        game=runs[0].game,
        title=title,
        version=runs[0].version,
        pieces=pieces,
        layout="packed",
        shared_legend=_legend(runs, job),
        max_bleed=None if math.inf in bleeds else max(bleeds),
        language=_language(runs),
        second=next(((run.second[0], title) for run in runs if run.second), None),
    )
    two_sided: list[Side] = []
    one_sided: list[Side] = []
    contents: tuple[list[tuple[int, ...]], list[tuple[int, ...]]] = ([], [])
    queues = _queues(solution)
    for sheet in solution.packing.sheets:
        front = _front(runs, solution, sheet, queues)
        shown = tuple(dict.fromkeys(job.pieces[slot.piece].run for slot in front.slots))
        if any(pieces[slot.piece].back for slot in front.slots) and job.duplex is not Duplex.NONE:
            fold = solution.pages[sheet.page].fold
            two_sided += _with_back(front, fold, job.duplex, pieces, paper)
            contents[0].append(shown)
        else:
            one_sided.append(front)
            contents[1].append(shown)
    if two_sided:
        yield Plan(run, paper, job.duplex, profile, tuple(two_sided)), tuple(contents[0])
    if one_sided:
        yield Plan(run, paper, Duplex.NONE, profile, tuple(one_sided)), tuple(contents[1])


def _queues(solution: _Solution) -> dict[Kind, deque[int]]:
    """Return the pieces of each kind, in order."""
    queues: dict[Kind, deque[int]] = {kind: deque() for kind in solution.kinds}
    for index, piece in enumerate(solution.job.pieces):
        queues[solution.kind(piece)].append(index)
    return queues


def _front(
    runs: Sequence[Run],
    solution: _Solution,
    sheet: Sheet,
    queues: dict[Kind, deque[int]],
) -> Side:
    page = solution.pages[sheet.page]
    x, y, width, height = page.area
    used = around([_placed_box(placed) for placed in sheet.blocks])
    # In the middle of its area, so that no side is closer to the paper's edge than it has to be.
    x, y = x + (width - used[2]) / 2, y + (height - used[3]) / 2
    slots: list[Slot] = []
    blocks: list[Block] = []
    for placed in sheet.blocks:
        kind = solution.kinds[placed.shape.kind]
        queue = queues[kind]
        numbers = [queue.popleft() for _ in range(placed.shape.count)]
        start = len(slots)
        slots += _slots(kind, placed, numbers, x, y)
        left, top, wide, high = _placed_box(placed)
        box = (x + left, y + top, wide, high)
        blocks.append(Block(start, len(slots), box, kind.honeycomb))
    shown = dict.fromkeys(solution.job.pieces[slot.piece].run for slot in slots)
    cuts = separating_cuts([block.box for block in blocks], page.area)
    hint = _CUT_HINT if cuts else cutting_hint(runs[next(iter(shown))])
    return Side(
        "front",
        tuple(slots),
        page.room,
        page.strip,
        hint,
        tag=", ".join(runs[index].title for index in shown),
        bleed=solution.bleed(slots),
        blocks=tuple(blocks),
        cuts=cuts,
    )


def _placed_box(placed: PlacedBlock) -> Box:
    return placed.x, placed.y, placed.shape.width, placed.shape.height


def _slots(
    kind: Kind, placed: PlacedBlock, numbers: Sequence[int], x: float, y: float
) -> Iterator[Slot]:
    footprint = kind.footprint.turned() if placed.shape.turned else kind.footprint
    lattice = lattice_of(kind, placed.shape)
    left, top = x + placed.x + kind.border, y + placed.y + kind.border
    windows: tuple[Segments, ...]
    if kind.honeycomb:
        windows = honeycomb_windows(lattice.cells, footprint)
    else:
        windows = grid_windows(lattice.cells, footprint, footprint.bleed, footprint.bleed)
    for number, cell, window in zip(numbers, lattice.cells, windows, strict=True):
        yield Slot(
            number,
            "front",
            left + cell.x,
            top + cell.y,
            footprint.width,
            footprint.height,
            90 if placed.shape.turned else 0,
            moved(window, left, top),
        )


def _with_back(
    front: Side, fold: Mirror | None, duplex: Duplex, pieces: Sequence[Piece], paper: Paper
) -> tuple[Side, ...]:
    """Return the sheet's sides: each back is where its front's will be after flipping or
    folding."""
    mirror = fold or paper_mirror(paper, duplex)
    backs: list[Slot] = []
    blocks: list[Block] = []
    for block in front.blocks:
        start = len(backs)
        backs += [
            mirror.slot(slot)
            for slot in front.slots[block.start : block.stop]
            if pieces[slot.piece].back is not None
        ]
        if len(backs) > start:
            blocks.append(Block(start, len(backs), mirror.box(block.box), block.honeycomb))
    if fold is not None:
        line = fold_line(fold, front.room)
        slots = (*front.slots, *backs)
        hint = _FOLD_CUT_HINT if front.cuts else FOLD_HINT
        return (replace(front, name="fold", slots=slots, fold=line, hint=hint),)
    back = replace(
        front,
        name="back",
        slots=tuple(backs),
        room=mirror.box(front.room),
        strip=replace(front.strip, box=mirror.box(front.strip.box)) if front.strip else None,
        blocks=tuple(blocks),
        cuts=(),
    )
    return front, back
