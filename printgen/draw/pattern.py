"""Draw compiled elements for a row, and cache the results.

An element depends only on the names that its expressions read, so its items are reused for every
row with the same values.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from msgspec import Struct, field

from printgen.catalog.translations.pairs import on_one_line
from printgen.draw.context import DrawContext
from printgen.draw.element_kind import BrokenFile, DoesNotFit, ElementKind
from printgen.draw.expression import Expression, Scope
from printgen.draw.mirrored import Axis
from printgen.draw.setting import Setting
from printgen.draw.setting_types import Convert
from printgen.errors import DataError, Finding, Location
from printgen.frame import Blend, Group, Item
from printgen.geometry import IDENTITY, Matrix, Segments, multiply, rotate, scale, translate
from printgen.limits import REPEATED_ITEMS
from printgen.text.fallback import MissingGlyph
from printgen.text.scripts import UnsupportedText

Items = tuple[Item, ...]


class ElementFault(Exception):
    """An element could not be drawn for a row."""

    def __init__(
        self,
        element: Location,
        field_name: str | None,
        message: str,
        code: str,
        causes: tuple[Finding, ...] = (),
    ) -> None:
        super().__init__(message)
        self.element = element
        self.field = field_name
        self.code = code
        self.causes = causes


class Pattern(Protocol):
    """Something that draws items from a row."""

    @property
    def names(self) -> frozenset[str]: ...

    def items(self, scope: Scope) -> Items: ...


class Conditional(Struct, frozen=True):
    """A pattern that draws only if its condition is true, with a cache of its items."""

    inner: Pattern
    when: Expression | None
    names: frozenset[str]
    order: tuple[str, ...]
    place: Location
    cache: dict[Any, Items] = field(default_factory=dict)

    def items(self, scope: Scope) -> Items:
        key = tuple([scope[name] for name in self.order])
        known = self.cache.get(key)
        if known is None:
            known = self.cache[key] = self._draw(scope)
        return known

    def _draw(self, scope: Scope) -> Items:
        if self.when is not None:
            try:
                if not self.when.evaluate(scope):
                    return ()
            except ValueError as fault:
                raise ElementFault(self.place, "when", str(fault), "data") from None
        return self.inner.items(scope)


def conditional(inner: Pattern, when: Expression | None, place: Location) -> Conditional:
    names = inner.names | (when.names if when else frozenset())
    return Conditional(inner, when, names, tuple(sorted(names)), place)


class ElementPattern(Struct, frozen=True):
    """An element that draws something itself."""

    kind: ElementKind
    fixed: Mapping[str, Any]
    changing: tuple[tuple[str, Setting, Convert], ...]
    context: DrawContext
    place: Location
    names: frozenset[str]
    axis: Axis | None = None

    def items(self, scope: Scope) -> Items:
        settings = dict(self.fixed)
        for name, setting, convert in self.changing:
            try:
                settings[name] = convert(setting.get(scope), self.context)
            except ValueError as fault:
                raise ElementFault(self.place, name, str(fault), "data") from None
        try:
            if self.axis is None:
                return self.kind.draw(settings, self.context)
            mirrored = self.axis.settings(settings)
            drawn = self.kind.draw(mirrored, self.context)
            return self.axis.items(self.kind.name, mirrored, drawn)
        except DataError as fault:  # an art file that cannot be used
            causes = fault.findings
            raise ElementFault(self.place, self.kind.name, str(fault), "art", causes) from None
        except BrokenFile as fault:
            causes = fault.findings
            raise ElementFault(self.place, self.kind.name, str(fault), "file", causes) from None
        except ValueError as fault:
            code = FAULT_CODES.get(type(fault), "data")
            message = str(fault)
            if code == "overflow":
                value = settings[self.kind.name]
                shown = f"text {_short(value)}" if isinstance(value, str) else self.kind.name
                message = f"the {shown} {fault}"
            raise ElementFault(self.place, self.kind.name, message, code) from None


FAULT_CODES: Mapping[type[Exception], str] = {
    DoesNotFit: "overflow",
    MissingGlyph: "glyph",
    UnsupportedText: "glyph",
}


def _short(text: str) -> str:
    text = on_one_line(text)
    return repr(text if len(text) <= 40 else text[:39] + "…")


class GroupPattern(Struct, frozen=True):
    """Elements drawn together: moved, rotated, scaled, clipped or made transparent as one."""

    children: tuple[Pattern, ...]
    settings: Callable[[Scope], GroupSettings]
    names: frozenset[str]

    def items(self, scope: Scope) -> Items:
        inside = draw_all(self.children, scope)
        s = self.settings(scope)
        plain = s.matrix is None and s.clip is None and s.opacity == 1 and not s.label
        plain = plain and s.blend == "normal"
        if not inside or plain:
            return inside
        matrix = s.matrix or translate(0, 0)
        return (Group(inside, matrix, s.clip, s.opacity, label=s.label, blend=s.blend),)


class GroupSettings(Struct, frozen=True):
    matrix: Matrix | None
    clip: Segments | None
    opacity: float
    label: bool
    blend: Blend


def group_matrix(
    at: tuple[float, ...],
    turn: float,
    size: tuple[float, float],
    slant: tuple[float, ...],
    first: Matrix = IDENTITY,
) -> Matrix | None:
    """Return a matrix that applies `first`, then scales, slants and rotates about the origin, then
    moves; None if it does nothing."""
    if at == slant == (0.0, 0.0) and turn == 0 and size == (1.0, 1.0) and first == IDENTITY:
        return None
    across, down = (math.tan(math.radians(angle)) for angle in slant)
    inner = multiply((1.0, down, across, 1.0, 0.0, 0.0), multiply(scale(*size), first))
    return multiply(translate(at[0], at[1]), multiply(rotate(turn), inner))


class Cell(Struct, frozen=True):
    """One place of repeated elements, and the names that they can read there."""

    names: Mapping[str, Any]
    matrix: Matrix


class RepeatPattern(Struct, frozen=True):
    """Children drawn once in each cell, such as once for each value of a list."""

    kind: str
    children: tuple[Pattern, ...]
    cells: Callable[[Scope], Sequence[Cell]]
    names: frozenset[str]
    place: Location

    def items(self, scope: Scope) -> Items:
        out: list[Item] = []
        drawn = 0
        for cell in self.cells(scope):
            inside = draw_all(self.children, {**scope, **cell.names})
            if inside:
                drawn += count_items(inside, self.kind, self.place)
                if drawn > REPEATED_ITEMS:
                    raise _too_many(self.kind, self.place)
                out.append(Group(inside, cell.matrix))
        return tuple(out)


def count_items(items: Sequence[Item], kind: str, place: Location) -> int:
    """Return the number of items, those in groups included; raise ElementFault beyond the limit."""
    count = 0
    todo = [items]
    while todo:
        for item in todo.pop():
            if isinstance(item, Group):
                todo.append(item.items)
            else:
                count += 1
        if count + len(todo) > REPEATED_ITEMS:
            raise _too_many(kind, place)
    return count


def _too_many(kind: str, place: Location) -> ElementFault:
    return ElementFault(place, kind, f"draws more than {REPEATED_ITEMS} items", "data")


def draw_all(patterns: Sequence[Pattern], scope: Scope) -> Items:
    out: list[Item] = []
    for pattern in patterns:
        out.extend(pattern.items(scope))
    return tuple(out)


def fault_findings(
    fault: ElementFault, row: Location, reads: frozenset[str]
) -> tuple[Finding, ...]:
    """Return a finding at the row that the author edits, which also names the template's row; or
    the mistakes in another file that caused the fault."""
    if fault.causes:
        return fault.causes
    column = next(iter(reads)) if len(reads) == 1 else None
    where = f"{fault.element.file}, row {fault.element.row}"
    by = f"{where}, field '{fault.field}'"
    place = Location(row.file, row.row, field=column)
    return (Finding(place, f"{fault} [drawn by {by}]", fault.code, drawn_by=by),)
