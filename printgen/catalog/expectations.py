"""Read what game.yaml expects of the numbers of a component."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from printgen.catalog.headings import known_name
from printgen.catalog.model import Expectation, Node, Table
from printgen.errors import Findings, did_you_mean

MEASURES: Final = ("mean", "min", "max", "sum")
_RANGE: Final = re.compile(r"(-?[0-9.]+) *[-–] *(-?[0-9.]+)")


def read_expectations(
    expect: Mapping[str, Node], table: Table, findings: Findings
) -> tuple[Expectation, ...]:
    return tuple(_read(expect, table, findings))


def _read(expect: Mapping[str, Node], table: Table, findings: Findings) -> Iterator[Expectation]:
    columns = {column.name: column for column in table.columns}
    for heading, node in expect.items():
        name = known_name(heading, columns)
        column = columns.get(name)
        if column is None:
            hint = did_you_mean(name, columns)
            findings.error(node.place, f"unknown column '{name}'{hint}")
            continue
        has_numbers = column.kind in ("integer", "number")
        for what, wanted in node.value.items() if isinstance(node.value, Mapping) else ():
            bounds = _bounds(wanted)
            if bounds is None:
                continue
            is_measure = has_numbers and what in MEASURES
            if has_numbers and not is_measure and not _is_number(what):
                hint = did_you_mean(what, MEASURES)
                findings.error(wanted.place, f"'{what}' is not a measure of numbers{hint}")
                continue
            yield Expectation(name, what, is_measure, *bounds, wanted.place)


def _bounds(node: Node) -> tuple[float, float] | None:
    """Return the smallest and largest number that is allowed; None for a value that is reported."""
    if isinstance(node.value, int | float):
        return node.value, node.value
    found = _RANGE.fullmatch(node.value) if isinstance(node.value, str) else None
    return None if found is None else (float(found[1]), float(found[2]))


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True
