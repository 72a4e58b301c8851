"""Pack kinds of pieces on as few sheets as a short search finds. Pure and deterministic.

A sheet is filled from its top left corner. A block of equal pieces is placed in the corner, one
straight cut on each side of it separates the rest into two areas, and both are filled in the same
way, so every layout can be cut apart with straight cuts. For the first block of a sheet, all blocks
of the most awkward kinds are tried, and each is judged by how full the sheet becomes; areas further
down try the few blocks that cover most. Several trials look for the fewest sheets, and stop when no
packing could need fewer.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from msgspec import Struct

from printgen.sheet.lattice import SLACK
from printgen.sheet.packing.blocks import Kind, PlacedBlock, Shape, capacity, shapes

Counts = tuple[int, ...]
Area = tuple[float, float, float, float]

STEPS: Final = 5_000
"""Blocks tried before the best packing so far is taken: less than a tenth of a second."""


class Trial(Struct, frozen=True):
    """How to search. `power` weighs a piece's length against its width to say how awkward it is; of
    so many of the most awkward kinds every block is tried first, and of so many `branches` below
    it, down to `depth`. On a two-sided sheet, a piece that could go on a one-sided one counts as
    `one_sided` of its area."""

    power: float
    one_sided: float = 0.9
    first: int = 3
    depth: int = 0
    branches: int = 0


TRIALS: Final = (
    Trial(1.0),
    Trial(0.3, one_sided=1.0),
    Trial(3.0),
    Trial(0.3, first=8),
    Trial(0.3, one_sided=1.0, first=6, depth=1, branches=2),
    Trial(0.3, first=2, depth=2, branches=2),
    Trial(1.0, first=3, depth=1, branches=3),
)


class Filled(Struct, frozen=True):
    """An area with blocks in it: what they are worth, and what remains to be placed."""

    value: float
    blocks: tuple[PlacedBlock, ...]
    left: Counts


class Page(Struct, frozen=True):
    """The area of a page for blocks. Nets go only where there is a legend."""

    width: float
    height: float
    legend: bool = True


class Sheet(Struct, frozen=True):
    """The blocks on a sheet, and the index of its page."""

    page: int
    blocks: tuple[PlacedBlock, ...]


class Packing(Struct, frozen=True):
    """The sheets in the order in which they were filled, and the pieces that fit on none."""

    sheets: tuple[Sheet, ...]
    left: Counts

    def two_sided(self, kinds: Sequence[Kind]) -> int:
        """Return the number of sheets that are printed on both sides."""
        return sum(
            any(not kinds[block.shape.kind].one_sided for block in sheet.blocks)
            for sheet in self.sheets
        )


class Task(Struct, frozen=True):
    """Pieces to pack, by kind, and the pages that a sheet can have. Of tasks that take as many
    sheets, that of the lowest `level` is preferred."""

    kinds: tuple[Kind, ...]
    counts: Counts
    pages: tuple[Page, ...]
    level: int = 0

    @property
    def bound(self) -> float:
        """How many of the largest pages the pieces, without fillers, would cover if they could be
        cut up to fit."""
        kinds = zip(self.kinds, self.counts, strict=True)
        whole = sum(kind.area * count for kind, count in kinds if not kind.filler)
        return whole / max(page.width * page.height for page in self.pages)


# A parts list packs the same pieces as the print files that it describes.
@lru_cache(maxsize=64)
def pack(tasks: tuple[Task, ...]) -> tuple[int, Packing]:
    """Return the index of the task that takes the fewest sheets, and its packing. Of equal ones it
    is that of the lowest level, then with the fewest two-sided sheets, then the first, with the
    emptiest last sheet."""
    goals = [(math.ceil(task.bound - SLACK), task.level, 0) for task in tasks]
    best: tuple[tuple[float, ...], int, Packing] | None = None
    searches = [_Search(task) for task in tasks]
    steps = 0
    for trial in TRIALS:
        for index, task in enumerate(tasks):
            if best is not None and goals[index] > _goal(best[0]):
                continue
            packing = searches[index].pack(trial)
            steps = sum(search.steps for search in searches)
            rank = _rank(packing, task, index)
            if best is None or rank < best[0]:
                best = rank, index, packing
            if steps > STEPS:
                break
        if best is None or steps > STEPS or _goal(best[0]) <= min(goals):
            break
    if best is None:
        raise ValueError("nothing to pack")
    return best[1:]


def _rank(packing: Packing, task: Task, index: int) -> tuple[float, ...]:
    last = packing.sheets[-1].blocks if packing.sheets else ()
    on_last = sum(block.shape.count * task.kinds[block.shape.kind].area for block in last)
    homeless, fillers = (
        sum(n for n, kind in zip(packing.left, task.kinds, strict=True) if kind.filler is is_filler)
        for is_filler in (False, True)
    )
    return (
        homeless,
        len(packing.sheets),
        task.level,
        fillers,
        packing.two_sided(task.kinds),
        index,
        round(on_last),
        sum(len(sheet.blocks) for sheet in packing.sheets),
    )


def _goal(rank: tuple[float, ...]) -> tuple[float, ...]:
    """Return the sheets, the level and the fillers without a place of a ranked packing."""
    return rank[1:4]


class _Search:
    """Fills sheets of one size in the way of a trial. What fits in an area is remembered from trial
    to trial."""

    def __init__(self, task: Task) -> None:
        self.steps = 0
        self._task = task
        self._kinds = task.kinds
        self._needs = [
            (
                kind.footprint.width + 2 * kind.border - SLACK,
                kind.footprint.height + 2 * kind.border - SLACK,
            )
            for kind in task.kinds
        ]
        self._narrowest = min(map(min, self._needs))
        self._capacities: dict[tuple[int, float, float], int] = {}
        self._shapes: dict[tuple[int, int, float, float], tuple[Shape, ...]] = {}
        self._largest: dict[tuple[int, int, float, float], Shape] = {}

    def pack(self, trial: Trial) -> Packing:
        self._trial = trial
        self._values = [
            0.0 if kind.filler else kind.area * (trial.one_sided if kind.one_sided else 1.0)
            for kind in self._kinds
        ]
        self._order = sorted(range(len(self._kinds)), key=self._awkward)
        sheets: list[Sheet] = []
        left = self._task.counts
        while any(have and not kind.filler for have, kind in zip(left, self._kinds, strict=True)):
            sheet = self._sheet(left)
            if sheet is None:
                break
            used = [0] * len(left)
            for block in sheet.blocks:
                used[block.shape.kind] += block.shape.count
            # The same sheet again and again, while there are enough pieces for it.
            again = min(have // need for have, need in zip(left, used, strict=True) if need)
            sheets += [sheet] * again
            left = tuple(have - again * need for have, need in zip(left, used, strict=True))
        return Packing(tuple(sheets), left)

    def _awkward(self, index: int) -> tuple[float, ...]:
        kind = self._kinds[index]
        long = max(kind.footprint.width, kind.footprint.height)
        short = min(kind.footprint.width, kind.footprint.height)
        return kind.filler, kind.one_sided, -(long**self._trial.power) * short, index

    def _sheet(self, left: Counts) -> Sheet | None:
        """Return the fullest sheet that begins with one of the most awkward kinds."""
        first = [index for index in self._order if left[index]][: self._trial.first]
        best: Sheet | None = None
        most = -1.0
        for number, page in enumerate(self._task.pages):
            some = left if page.legend else self._without_nets(left)
            area = (0.0, 0.0, page.width, page.height)
            shapes = [
                shape
                for index in first
                if some[index]
                for shape in self._fitting(index, some[index], area)
            ]
            filled = self._best(area, some, shapes, self._trial.depth)
            if filled.blocks and filled.value > most + SLACK:
                best, most = Sheet(number, filled.blocks), filled.value
        return best

    def _without_nets(self, left: Counts) -> Counts:
        return tuple(
            0 if kind.net else count for kind, count in zip(self._kinds, left, strict=True)
        )

    def _capacity(self, index: int, width: float, height: float) -> int:
        """Return how many pieces of a kind fit in an area in one block."""
        one, other = self._needs[index]
        if (one > width or other > height) and (other > width or one > height):
            return 0
        key = (index, width, height)
        known = self._capacities.get(key)
        if known is None:
            known = self._capacities[key] = capacity(self._kinds[index], width, height)
        return known

    def _fitting(self, index: int, count: int, area: Area) -> tuple[Shape, ...]:
        count = min(count, self._capacity(index, area[2], area[3]))
        if not count:
            return ()
        key = (index, count, area[2], area[3])
        known = self._shapes.get(key)
        if known is None:
            known = self._shapes[key] = shapes(self._kinds[index], *key)
        return known

    def _best(self, area: Area, left: Counts, first: Sequence[Shape], depth: int) -> Filled:
        """Return the fullest area that begins with one of these blocks."""
        best = Filled(-1.0, (), left)
        for shape in first:
            for rest in _rests(area, shape):
                filled = self._begun(area, left, shape, rest, depth)
                if filled.value > best.value + SLACK:
                    best = filled
        return best

    def _begun(
        self, area: Area, left: Counts, shape: Shape, rest: tuple[Area, Area], depth: int
    ) -> Filled:
        self.steps += 1
        value = shape.count * self._values[shape.kind]
        blocks: tuple[PlacedBlock, ...] = (PlacedBlock(shape, area[0], area[1]),)
        count = left[shape.kind] - shape.count
        left = (*left[: shape.kind], count, *left[shape.kind + 1 :])
        for part in rest:
            filled = self._fill(part, left, depth)
            value += filled.value
            blocks += filled.blocks
            left = filled.left
        return Filled(value, blocks, left)

    def _fill(self, area: Area, left: Counts, depth: int) -> Filled:
        if depth:
            found = [
                shape
                for index in self._order
                if left[index]
                for shape in self._fitting(index, left[index], area)
            ]
            if not found:
                return Filled(0.0, (), left)
            found.sort(key=lambda shape: -shape.count * self._values[shape.kind])
            return self._best(area, left, found[: self._trial.branches], depth - 1)
        shape = self._most_valuable(area, left)
        if shape is None:
            return Filled(0.0, (), left)
        across, down = _rests(area, shape)
        # The cut that leaves the larger rectangle whole.
        beside = (area[2] - shape.width) * shape.height
        below = (area[3] - shape.height) * shape.width
        return self._begun(area, left, shape, across if beside <= below else down, 0)

    def _most_valuable(self, area: Area, left: Counts) -> Shape | None:
        """Return the block that covers most of an area."""
        _, _, width, height = area
        if width < self._narrowest or height < self._narrowest:
            return None
        best: Shape | None = None
        most = -1.0
        for index in self._order:
            if not left[index]:
                continue
            fitting = self._capacity(index, width, height)
            value = self._values[index]
            # A block may have fewer pieces than fit or are left, to be a full rectangle.
            if fitting and min(fitting, left[index]) * value > most:
                shape = self._largest_shape(index, min(fitting, left[index]), area)
                if shape.count * value > most:
                    best, most = shape, shape.count * value
        return best

    def _largest_shape(self, index: int, count: int, area: Area) -> Shape:
        key = (index, count, area[2], area[3])
        known = self._largest.get(key)
        if known is None:
            found = self._fitting(index, count, area)
            known = self._largest[key] = max(found, key=lambda shape: shape.count)
        return known


def _rests(area: Area, shape: Shape) -> tuple[tuple[Area, Area], tuple[Area, Area]]:
    """Return the two areas beside a block in the corner, if the first cut runs across the area, and
    if it runs down."""
    x, y, width, height = area
    right, below = width - shape.width, height - shape.height
    beside, under = x + shape.width, y + shape.height
    return (
        ((beside, y, right, shape.height), (x, under, width, below)),
        ((x, under, shape.width, below), (beside, y, right, height)),
    )
