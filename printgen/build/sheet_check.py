"""Check the packed sheets of a game: what would be printed outside the paper's printable area, cut
apart wrongly, or turned over onto the wrong back."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from printgen.build.whole_game import WholeGame
from printgen.catalog.printers import Duplex
from printgen.errors import Finding, Location
from printgen.geometry import Box, apply
from printgen.sheet.block_marks import block_marks
from printgen.sheet.compose import compose
from printgen.sheet.correction import printable_area
from printgen.sheet.model import Label, Line, Page, Plan, Side, Slot
from printgen.sheet.placing import Mirror, around, paper_mirror
from printgen.sheet.shapes import shows_its_cut

TOLERANCE: Final = 0.1
"""mm: a hair on paper, and what backs must be in register with their fronts."""
SHORTEST_MARK: Final = 0.4


def check_packed_sheets(whole: WholeGame, label: Label) -> Iterator[Finding]:
    """Yield what would print badly on sheets that pieces share."""
    for file in whole.files:
        for part in file.parts:
            if any(side.blocks for side in part.plan.sides):
                yield from check_plan(part.plan, label)


def check_plan(plan: Plan, label: Label) -> Iterator[Finding]:
    """Yield what would print badly on the sheets of a packed plan."""
    pages = compose(plan, label)
    number = 0
    for side, page in zip(plan.sides, pages, strict=True):
        number += side.name != "back"
        where = f"sheet {number} of '{plan.run.title}' on {plan.paper.name}"
        yield from _outside(plan, side, page, where)
        if side.name != "back":
            yield from _overlaps(plan, side, where)
            yield from _uncut(plan, side, where)
            yield from _unmarked(plan, side, where)
        if side.name == "fold" and side.fold is not None:
            x1, y1, x2, _ = side.fold
            mirror = Mirror("vertical", x1) if x1 == x2 else Mirror("horizontal", y1)
            yield from _mismatched(plan, side.slots, side.slots, mirror, where)
    if plan.duplex in (Duplex.LONG, Duplex.SHORT):
        for front, back in pairwise(plan.sides):
            if back.name == "back":
                mirror = paper_mirror(plan.paper, plan.duplex)
                where = f"a sheet of '{plan.run.title}' on {plan.paper.name}"
                yield from _mismatched(plan, front.slots, back.slots, mirror, where)


def _finding(plan: Plan, slot: Slot, message: str) -> Finding:
    front = plan.run.pieces[slot.piece].front
    place = front.origin or plan.run.place or Location(plan.run.title)
    return Finding(place, f"'{front.name}' {message}", "sheet")


def _outside(plan: Plan, side: Side, page: Page, where: str) -> Iterator[Finding]:
    x, y, width, height = printable_area(plan.paper, plan.profile)
    for slot, box in zip(side.slots, page.bleed_boxes, strict=True):
        corners = [
            apply(page.correction, box[0] + right * box[2], box[1] + down * box[3])
            for right in (0, 1)
            for down in (0, 1)
        ]
        beyond = max(max(x - u, u - x - width, y - v, v - y - height) for u, v in corners)
        if beyond > TOLERANCE:
            yield _finding(
                plan,
                slot,
                f"reaches {beyond:.1f} mm outside what printer '{plan.profile.name}' prints"
                f" ({where})",
            )


def _overlaps(plan: Plan, side: Side, where: str) -> Iterator[Finding]:
    blocks = [block for block in side.blocks if not block.honeycomb]
    slots = [slot for block in blocks for slot in side.slots[block.start : block.stop]]
    for index, one in enumerate(slots):
        for other in slots[:index]:
            if _common(one.box, other.box) > TOLERANCE:
                name = plan.run.pieces[other.piece].front.name
                yield _finding(plan, one, f"overlaps '{name}' ({where})")


def _common(one: Box, other: Box) -> float:
    """Return how deep two boxes reach into each other."""
    across = min(one[0] + one[2], other[0] + other[2]) - max(one[0], other[0])
    down = min(one[1] + one[3], other[1] + other[3]) - max(one[1], other[1])
    return min(across, down)


def _uncut(plan: Plan, side: Side, where: str) -> Iterator[Finding]:
    """Yield a finding if the cuts on a sheet, in their order, do not take its blocks apart, or go
    through a piece."""
    trims = [
        around([slot.box for slot in side.slots[block.start : block.stop]]) for block in side.blocks
    ]
    parts = [list(range(len(trims)))]
    for number, cut in enumerate(side.cuts, 1):
        for part in parts:
            sides = [_side(cut, trims[index]) for index in part]
            if {-1, 1} <= set(sides) and all(_spans(cut, trims[index]) for index in part):
                for index, at in zip(part, sides, strict=True):
                    if at == 0:
                        slot = side.slots[side.blocks[index].start]
                        yield _finding(plan, slot, f"is cut through by line {number} ({where})")
                parts.remove(part)
                parts += [
                    [index for index, at in zip(part, sides, strict=True) if at == one]
                    for one in (-1, 1)
                ]
                break
    for part in parts:
        if len(part) > 1:
            slot = side.slots[side.blocks[part[0]].start]
            yield _finding(plan, slot, f"is not cut off from its neighbours by a line ({where})")


def _side(cut: Line, box: Box) -> int:
    """Return -1 for a box before a cut, 1 for one behind it, 0 for one that it goes through."""
    x1, y1, x2, _ = cut
    axis, at = (0, x1) if x1 == x2 else (1, y1)
    if box[axis] + box[axis + 2] <= at + TOLERANCE:
        return -1
    return 1 if box[axis] >= at - TOLERANCE else 0


def _spans(cut: Line, box: Box) -> bool:
    """Return whether a cut is as long as a box is wide, beside it."""
    x1, y1, x2, y2 = cut
    axis, start, end = (1, y1, y2) if x1 == x2 else (0, x1, x2)
    return start <= box[axis] + TOLERANCE and end >= box[axis] + box[axis + 2] - TOLERANCE


def _unmarked(plan: Plan, side: Side, where: str) -> Iterator[Finding]:
    if plan.cutter is not None:
        return
    for block in side.blocks:
        slots = side.slots[block.start : block.stop]
        if block.honeycomb or shows_its_cut(plan.run.pieces[slots[0].piece].front):
            continue
        lines = block_marks([slot.box for slot in slots], block.box, (0.0, 0.0))
        if len(side.blocks) > 1 and any(_length(line) < SHORTEST_MARK for line in lines):
            yield _finding(plan, slots[0], f"has no room for cut marks ({where})")


def _length(line: Line) -> float:
    """Return how long a mark is, less than nothing if it lies within the trims."""
    return line[2] - line[0] + line[3] - line[1]


def _mismatched(
    plan: Plan, fronts: Sequence[Slot], backs: Sequence[Slot], mirror: Mirror, where: str
) -> Iterator[Finding]:
    behind = {slot.piece: slot for slot in backs if slot.face == "back"}
    for slot in fronts:
        if slot.face != "front" or plan.run.pieces[slot.piece].back is None:
            continue
        back, wanted = behind.get(slot.piece), mirror.slot(slot)
        if back is None:
            yield _finding(plan, slot, f"has no back ({where})")
            continue
        off = math.dist((back.x, back.y), (wanted.x, wanted.y))
        if back.turn != wanted.turn or off > TOLERANCE:
            yield _finding(
                plan, slot, f"does not have its back behind it, but {off:.1f} mm off ({where})"
            )
