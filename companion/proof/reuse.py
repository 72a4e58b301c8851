"""Find the rows that an edit of a table has not changed; only the others are drawn again."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import PurePath
from typing import Any, Final

from printgen.catalog.model import Component, Game, Node, Record
from printgen.draw.face import Face
from printgen.errors import Location

TABLES: Final = frozenset({".csv", ".tsv", ".xlsx", ".ods", ".json"})
READS_TABLES: Final = re.compile(r"\b(rows|find)\s*\(")
"""Expressions that read other rows than their own."""
Kept = Mapping[tuple[str, Record], tuple[Face, ...]]


def only_tables(files: Iterable[str]) -> bool:
    """Return whether all files are tables; others may change how any row is drawn."""
    return all(PurePath(file).suffix.lower() in TABLES for file in files)


def kept_faces(drawn: Iterable[tuple[Component, tuple[Face, ...]]], game: Game) -> Kept:
    """Return the faces of rows that read the same values as when they were drawn, by component
    and row."""
    old = {component.id: (component, faces) for component, faces in drawn}
    kept: dict[tuple[str, Record], tuple[Face, ...]] = {}
    comparison = _Comparison()
    for component in game.components:
        earlier, faces = old.get(component.id, (None, ()))
        if earlier is None or not _same_places(earlier, component, comparison):
            continue
        by_place: dict[Location, list[Face]] = {}
        for face in faces:
            by_place.setdefault(face.record.place, []).append(face)
        for before, now in zip(earlier.table.records, component.table.records, strict=True):
            of_row = by_place.get(now.place)
            if of_row and comparison.same(before, now):
                kept[component.id, now] = tuple(of_row)
    return kept


def _same_places(old: Component, new: Component, comparison: _Comparison) -> bool:
    """Return whether a component has the same rows at the same places, as often as before, and its
    templates read no others."""
    before, now = old.table.records, new.table.records
    if new.craft is not None or len(before) != len(now):
        return False
    if not comparison.same(tuple(old.constants.items()), tuple(new.constants.items())):
        return False
    if any(
        one.place != other.place or old.copies(one) != new.copies(other)
        for one, other in zip(before, now, strict=True)
    ):
        return False
    templates = (new.template, new.back, *new.fronts.values(), *new.backs.values())
    elements = {id(t): t.elements for t in templates if t is not None}
    return not any(_reads_tables(node) for nodes in elements.values() for node in nodes)


def _reads_tables(node: Node) -> bool:
    if isinstance(node.value, Mapping):
        return "include" in node.value or any(map(_reads_tables, node.value.values()))
    if isinstance(node.value, tuple):
        return any(map(_reads_tables, node.value))
    return isinstance(node.value, str) and READS_TABLES.search(node.value) is not None


class _Comparison:
    """Compares values, and the rows that they refer to, which may refer to one another."""

    def __init__(self) -> None:
        self._compared: dict[tuple[int, int], bool] = {}

    def same(self, one: Any, other: Any) -> bool:
        if isinstance(one, Record) and isinstance(other, Record):
            key = (id(one), id(other))
            if key not in self._compared:
                self._compared[key] = True  # while it is being compared
                self._compared[key] = one.values.keys() == other.values.keys() and all(
                    self.same(value, other.values[name]) for name, value in one.values.items()
                )
            return self._compared[key]
        if isinstance(one, tuple) and isinstance(other, tuple):
            return len(one) == len(other) and all(map(self.same, one, other))
        return type(one) is type(other) and bool(one == other)
