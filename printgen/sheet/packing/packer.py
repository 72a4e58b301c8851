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
from printgen.sheet.packing.blocks import Kind, PlacedBlock, Shape, shapes

Counts = tuple[int, ...]
Area = tuple[float, float, float, float]

STEPS: Final = 7_000
"""Blocks tried before the best packing so far is taken: a tenth of a second."""


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
    Trial(1.0, first=6),
    Trial(1.0, first=3, depth=1, branches=3),
    Trial(2.0, first=2, depth=2, branches=2),
)


class Filled(Struct, frozen=True):
    """An area with blocks in it: what they are worth, and what remains to be placed."""

    value: float
    blocks: tuple[PlacedBlock, ...]
    left: Counts


class Packing(Struct, frozen=True):
    """The sheets in the order in which they were filled, and the pieces that fit on none."""

    sheets: tuple[tuple[PlacedBlock, ...], ...]
    left: Counts

    def two_sided(self, kinds: Sequence[Kind]) -> int:
        """Return the number of sheets that are printed on both sides."""
        return sum(
            any(not kinds[block.shape.kind].one_sided for block in sheet) for sheet in self.sheets
        )


class Task(Struct, frozen=True):
    """Pieces to pack, by kind, and the size of a sheet."""

    kinds: tuple[Kind, ...]
    counts: Counts
    width: float
    height: float

    @property
    def bound(self) -> float:
        """How many sheets the pieces would cover if they could be cut up to fit."""
        whole = sum(kind.area * count for kind, count in zip(self.kinds, self.counts, strict=True))
        return whole / (self.width * self.height)


# A parts list packs the same pieces as the print files that it describes.
@lru_cache(maxsize=64)
def pack(tasks: tuple[Task, ...]) -> tuple[int, Packing]:
    """Return the index of the task that takes the fewest sheets, and its packing. Of equal ones it
    is that with the fewest two-sided sheets, then the first, with the emptiest last sheet."""
    least = min(math.ceil(task.bound - SLACK) for task in tasks)
    best: tuple[tuple[float, ...], int, Packing] | None = None
    steps = 0
    for trial in TRIALS:
        for index, task in enumerate(tasks):
            search = _Search(task, trial)
            packing = search.pack()
            steps += search.steps
            rank = _rank(packing, task.kinds, index)
            if best is None or rank < best[0]:
                best = rank, index, packing
            if steps > STEPS:
                break
        if best is None or steps > STEPS or (len(best[2].sheets) <= least and best[1] == 0):
            break
    if best is None:
        raise ValueError("nothing to pack")
    return best[1:]


def _rank(packing: Packing, kinds: Sequence[Kind], index: int) -> tuple[float, ...]:
    last = packing.sheets[-1] if packing.sheets else ()
    on_last = sum(block.shape.count * kinds[block.shape.kind].area for block in last)
    return (
        sum(packing.left),
        len(packing.sheets),
        packing.two_sided(kinds),
        index,
        round(on_last),
        sum(map(len, packing.sheets)),
    )


class _Search:
    """Fills sheets of one size in the way of one trial."""

    def __init__(self, task: Task, trial: Trial) -> None:
        kinds = task.kinds
        self.steps = 0
        self._task = task
        self._kinds = kinds
        self._trial = trial
        self._values = [kind.area * (trial.one_sided if kind.one_sided else 1.0) for kind in kinds]
        self._order = sorted(range(len(kinds)), key=self._awkward)
        self._least = [
            (kind.footprint.width + 2 * kind.border, kind.footprint.height + 2 * kind.border)
            for kind in kinds
        ]
        self._shapes: dict[tuple[int, int, float, float], tuple[Shape, ...]] = {}

    def pack(self) -> Packing:
        sheets: list[tuple[PlacedBlock, ...]] = []
        left = self._task.counts
        while any(left):
            filled = self._sheet(left)
            if not filled.blocks:
                break
            used = [before - after for before, after in zip(left, filled.left, strict=True)]
            # The same sheet again and again, while there are enough pieces for it.
            again = min(have // need for have, need in zip(left, used, strict=True) if need)
            sheets += [filled.blocks] * again
            left = tuple(have - again * need for have, need in zip(left, used, strict=True))
        return Packing(tuple(sheets), left)

    def _awkward(self, index: int) -> tuple[float, ...]:
        footprint = self._kinds[index].footprint
        long = max(footprint.width, footprint.height)
        short = min(footprint.width, footprint.height)
        return self._kinds[index].one_sided, -(long**self._trial.power) * short, index

    def _sheet(self, left: Counts) -> Filled:
        area = (0.0, 0.0, self._task.width, self._task.height)
        first: list[Shape] = []
        kinds = 0
        for index in self._order:
            found = self._fitting(index, left[index], area) if left[index] else ()
            first += found
            kinds += bool(found)
            if kinds == self._trial.first:
                break
        return self._best(area, left, first, self._trial.depth)

    def _fitting(self, index: int, count: int, area: Area) -> tuple[Shape, ...]:
        _, _, width, height = area
        long, short = self._least[index]
        upright = long <= width + SLACK and short <= height + SLACK
        if not upright and (short > width + SLACK or long > height + SLACK):
            return ()
        key = (index, count, width, height)
        known = self._shapes.get(key)
        if known is None:
            known = self._shapes[key] = shapes(self._kinds[index], *key)
        return known

    def _best(self, area: Area, left: Counts, first: Sequence[Shape], depth: int) -> Filled:
        """Return the fullest area that begins with one of these blocks."""
        best = Filled(0.0, (), left)
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
        found = [
            shape
            for index in self._order
            if left[index]
            for shape in self._fitting(index, left[index], area)
        ]
        if not found:
            return Filled(0.0, (), left)
        found.sort(key=lambda shape: -shape.count * self._values[shape.kind])
        if depth:
            return self._best(area, left, found[: self._trial.branches], depth - 1)
        shape = found[0]
        across, down = _rests(area, shape)
        # The cut that leaves the larger rectangle whole.
        beside = (area[2] - shape.width) * shape.height
        below = (area[3] - shape.height) * shape.width
        return self._begun(area, left, shape, across if beside <= below else down, 0)


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
