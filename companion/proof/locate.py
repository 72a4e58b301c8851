"""Find the line of a template that drew what is at a point of a face."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from companion.proof.model import ProofFace, ProofPart
from printgen.catalog.model import Game, Record, Template
from printgen.check.scene import PlacedItem, Scene
from printgen.draw.component import make_draw_context
from printgen.draw.drawing import compile_template, counts_of_row, shared_values
from printgen.draw.pattern import (
    Conditional,
    ElementFault,
    ElementPattern,
    GroupPattern,
    Items,
    Pattern,
    RepeatPattern,
)
from printgen.errors import Findings, Location
from printgen.frame import Frame, Image, Path, Text
from printgen.geometry import Matrix, apply
from printgen.gradients import inverse
from printgen.lengths import MM_PER_PT

NEAR: Final = 0.5
"""mm: lines are too thin to be hit exactly."""
ASCENT: Final = 0.8
DESCENT: Final = 0.25
"""Ems of a line of text above and below its baseline."""
Scope = dict[str, Any]


def element_at(game: Game, part: ProofPart, face: ProofFace, x: float, y: float) -> Location | None:
    """Return the place of the topmost element at a point, in millimetres from the top left of the
    trim. What a craft makes is placed at the craft."""
    component = part.component
    if component.craft is not None:
        return component.craft.place
    record = _current(component.table.records, face.face.record)
    is_front = face.side == "front"
    template = component.front_of(record) if is_front else component.back_of(record)
    if template is None:
        return None
    context = make_draw_context(game, "full", None)
    compiled = compile_template(template, component, context, component.id, Findings())
    scope = {
        **shared_values(game, component, context),
        **counts_of_row(component, record),
        **component.constants,
        **record.values,
    }
    return _find(compiled.patterns, scope, x, y, template)


def _current(records: Sequence[Record], record: Record) -> Record:
    return next((one for one in records if one.place == record.place), record)


def _find(
    patterns: Sequence[Pattern], scope: Scope, x: float, y: float, template: Template
) -> Location | None:
    for pattern in reversed(patterns):
        try:
            found = _inside(pattern, scope, x, y, template)
        except ElementFault:  # it is among the mistakes
            continue
        if found is not None:
            return found
    return None


def _inside(
    pattern: Pattern, scope: Scope, x: float, y: float, template: Template
) -> Location | None:
    items = pattern.items(scope)
    if not _is_hit(items, x, y, template):
        return None
    place: Location | None = None
    if isinstance(pattern, Conditional):
        place, pattern = pattern.place, pattern.inner
    if isinstance(pattern, GroupPattern):
        matrix = pattern.settings(scope).matrix
        return _find(pattern.children, scope, *_before(matrix, x, y), template) or place
    if isinstance(pattern, RepeatPattern):
        for cell in reversed(pattern.cells(scope)):
            at = _before(cell.matrix, x, y)
            found = _find(pattern.children, {**scope, **cell.names}, *at, template)
            if found is not None:
                return found
    return place or (pattern.place if isinstance(pattern, ElementPattern) else None)


def _before(matrix: Matrix | None, x: float, y: float) -> tuple[float, float]:
    """Return the point that a matrix moves to x and y."""
    return (x, y) if matrix is None else apply(inverse(matrix), x, y)


def _is_hit(items: Items, x: float, y: float, template: Template) -> bool:
    scene = Scene(Frame("element", template.width, template.height, items))
    return any(_covers(placed, x, y) for placed in scene.placed)


def _covers(placed: PlacedItem, x: float, y: float) -> bool:
    item = placed.item
    match item:
        case Path():
            is_filled = item.fill is not None and placed.covers(x, y)
            return is_filled or (item.stroke is not None and _is_near(placed, x, y))
        case Image():
            return placed.covers(x, y)
        case Text():
            size = item.size_pt * MM_PER_PT
            across, down = apply(inverse(placed.matrix), x, y)
            is_beside = item.x <= across <= item.x + item.width
            return is_beside and item.y - ASCENT * size <= down <= item.y + DESCENT * size
    return False


def _is_near(placed: PlacedItem, x: float, y: float) -> bool:
    return abs(placed.area.depth(x, y)) <= NEAR
