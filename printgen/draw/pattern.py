"""Takes compiled elements and a row, gives items; remembers what equal rows gave.

An element depends on the names its expressions read and on nothing else, so what it drew
for some values can stand in every other picture with those values.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from msgspec import Struct, field

from printgen.draw.expression import Expression, Scope
from printgen.draw.kind import Convert, DoesNotFit, Kind, MissingGlyph
from printgen.draw.setting import Setting
from printgen.draw.studio import Studio
from printgen.errors import DataError, Finding, Place
from printgen.frame import Group, Item, Matrix, Segments, multiply, rotate, scale, translate

Items = tuple[Item, ...]


class ElementFault(Exception):
    """An element could not be drawn for a row; says which, and what kind of fault it is."""

    def __init__(self, element: Place, field_name: str | None, message: str, code: str) -> None:
        super().__init__(message)
        self.element = element
        self.field = field_name
        self.code = code


class Pattern(Protocol):
    """Something that draws items from a row."""

    @property
    def names(self) -> frozenset[str]: ...

    def items(self, scope: Scope) -> Items: ...


class Guarded(Struct, frozen=True):
    """A pattern that draws only when its condition holds, and remembers what it drew."""

    inner: Pattern
    when: Expression | None
    names: frozenset[str]
    order: tuple[str, ...]
    place: Place
    memory: dict[Any, Items] = field(default_factory=dict)

    def items(self, scope: Scope) -> Items:
        key = tuple([scope[name] for name in self.order])
        known = self.memory.get(key)
        if known is None:
            known = self.memory[key] = self._draw(scope)
        return known

    def _draw(self, scope: Scope) -> Items:
        if self.when is not None:
            try:
                if not self.when.evaluate(scope):
                    return ()
            except ValueError as fault:
                raise ElementFault(self.place, "when", str(fault), "data") from None
        return self.inner.items(scope)


def guarded(inner: Pattern, when: Expression | None, place: Place) -> Guarded:
    names = inner.names | (when.names if when else frozenset())
    return Guarded(inner, when, names, tuple(sorted(names)), place)


class Leaf(Struct, frozen=True):
    """An element that draws something by itself."""

    kind: Kind
    fixed: Mapping[str, Any]
    changing: tuple[tuple[str, Setting, Convert], ...]
    studio: Studio
    place: Place
    names: frozenset[str]

    def items(self, scope: Scope) -> Items:
        settings = dict(self.fixed)
        for name, setting, convert in self.changing:
            try:
                settings[name] = convert(setting.get(scope), self.studio)
            except ValueError as fault:
                raise ElementFault(self.place, name, str(fault), "data") from None
        try:
            return self.kind.draw(settings, self.studio)
        except DataError as fault:  # an art file that cannot be used
            raise ElementFault(self.place, self.kind.name, str(fault), "art") from None
        except ValueError as fault:
            code = FAULT_CODES.get(type(fault), "data")
            message = str(fault)
            if code == "overflow":
                message = f"the text {_short(settings[self.kind.name])} {fault}"
            raise ElementFault(self.place, self.kind.name, message, code) from None


FAULT_CODES: Mapping[type[Exception], str] = {DoesNotFit: "overflow", MissingGlyph: "glyph"}


def _short(text: str) -> str:
    return repr(text if len(text) <= 40 else text[:39] + "…")


class Cluster(Struct, frozen=True):
    """Elements drawn together: moved, turned, scaled, clipped or made see-through as one."""

    children: tuple[Pattern, ...]
    settings: Callable[[Scope], ClusterSettings]
    names: frozenset[str]

    def items(self, scope: Scope) -> Items:
        inside = draw_all(self.children, scope)
        s = self.settings(scope)
        if not inside or (s.matrix is None and s.clip is None and s.opacity == 1):
            return inside
        matrix = s.matrix or translate(0, 0)
        return (Group(inside, matrix, s.clip, s.opacity),)


class ClusterSettings(Struct, frozen=True):
    matrix: Matrix | None
    clip: Segments | None
    opacity: float


def cluster_matrix(at: tuple[float, ...], turn: float, size: float) -> Matrix | None:
    """Scaled first, then turned about its own origin, then moved."""
    if at == (0.0, 0.0) and turn == 0 and size == 1:
        return None
    return multiply(translate(at[0], at[1]), multiply(rotate(turn), scale(size)))


class Repeated(Struct, frozen=True):
    """Children drawn once for each value of a list, or once for each cell of a grid."""

    children: tuple[Pattern, ...]
    cells: Callable[[Scope], Sequence[Cell]]
    variable: str
    names: frozenset[str]

    def items(self, scope: Scope) -> Items:
        out: list[Item] = []
        cells = self.cells(scope)
        for cell in cells:
            inner = {
                **scope,
                self.variable: cell.value,
                "index": cell.index,
                "row": cell.row,
                "column": cell.column,
                "total": len(cells),
            }
            inside = draw_all(self.children, inner)
            if inside:
                out.append(Group(inside, translate(cell.x, cell.y)))
        return tuple(out)


class Cell(Struct, frozen=True):
    value: Any
    index: int
    row: int
    column: int
    x: float
    y: float


LOOP_NAMES = frozenset({"index", "row", "column", "total"})


def draw_all(patterns: Sequence[Pattern], scope: Scope) -> Items:
    out: list[Item] = []
    for pattern in patterns:
        out.extend(pattern.items(scope))
    return tuple(out)


def fault_finding(fault: ElementFault, row: Place, reads: frozenset[str]) -> Finding:
    """The fault told at the row the person edits, with the template's line beside it."""
    column = next(iter(reads)) if len(reads) == 1 else None
    where = f"{fault.element.file}, row {fault.element.row}"
    return Finding(
        Place(row.file, row.row, field=column),
        f"{fault} [drawn by {where}, field '{fault.field}']",
        fault.code,
    )
