"""Read the entries of score sheets, and report those that cannot be right.

A sheet keeps whatever a person entered. Entries that a line cannot have are reported as faults and
count as nothing until they are corrected.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, TypeGuard

from companion.games.score import Fault, Field, Sheet, range_fault
from companion.language.messages import Message, Refused, say

MAX_ROWS: Final = 40
MAX_NUMBER: Final = 10**9
"""Numbers beyond this are typing mistakes, and are kept as text."""
MAX_TEXT_LENGTH: Final = 20
"""Letters that are kept of an entry which is not a number."""
BETWEEN_ROWS: Final = re.compile(r"[+,;\s]+")
BETWEEN_COLUMNS: Final = re.compile(r"[*x×·]", re.IGNORECASE)


def check_entry(field: Field, value: object) -> None:
    """Raises Refused for a value that the field does not accept; None clears the field."""
    if value is None:
        return
    fits = {
        "number": lambda: _is_number(field, value),
        "flag": lambda: isinstance(value, bool),
        "choice": lambda: isinstance(value, str) and value in field.choices,
        "spaces": lambda: _are_spaces(field, value),
        "rows": lambda: _are_rows(field, value),
    }
    if not fits[field.kind]():
        raise Refused("{field}: invalid value", field=field.title)


def check_storable(field: Field, value: object) -> None:
    """Raises Refused for a value that no page sends. Numbers may be out of range, or short texts
    that somebody typed instead."""
    if field.kind == "number" and value is not None:
        storable = _is_typed(value)
    elif field.kind == "rows" and value is not None:
        storable = _are_typed_rows(value, field)
    else:
        check_entry(field, value)
        return
    if not storable:
        raise Refused("{field}: invalid value", field=field.title)


def parse_number(text: str) -> int | str:
    """The number that somebody typed, or the beginning of the text if it is not a whole number."""
    try:
        number = int(text)
    except ValueError:
        return text.strip()[:MAX_TEXT_LENGTH]
    return number if abs(number) <= MAX_NUMBER else text.strip()[:MAX_TEXT_LENGTH]


def parse_rows(text: str, columns: int) -> list[list[int | str]]:
    """Rows typed in one line, such as `3*4 + 2*2` for two rows of two columns."""
    rows = []
    for typed in filter(None, BETWEEN_ROWS.split(text.strip())):
        cells = BETWEEN_COLUMNS.split(typed, columns - 1)
        numbers = [parse_number(cell) if cell else 0 for cell in cells]
        rows.append([*numbers, *[0] * (columns - len(cells))])
    return rows[:MAX_ROWS]


def write_rows(rows: Sequence[Sequence[int | str]]) -> str:
    """The rows as they can be typed in one line."""
    return " + ".join("*".join(str(cell) for cell in row if cell != 0) for row in rows)


def is_same_entry(value: Any, shown: Any) -> bool:
    """Whether an entry says what a page showed; empty, unchecked and missing mean the same."""
    if value is None or value is False or value == []:
        return not shown
    if isinstance(value, list) and isinstance(shown, list) and isinstance(value[0], str):
        return set(value) == set(shown)
    return bool(value == shown)


def fitting_sheets(
    fields: Sequence[Field], sheets: Mapping[str, Sheet]
) -> tuple[dict[str, dict[str, Any]], list[Fault]]:
    """The sheets without entries that their lines cannot have, and what is wrong with those."""
    known = {field.id: field for field in fields}
    fitting: dict[str, dict[str, Any]] = {}
    faults: list[Fault] = []
    for seat, sheet in sheets.items():
        fitting[seat] = {}
        for name, value in sheet.items():
            kept, wrong = _fitting_entry(name, known.get(name), value)
            fitting[seat] |= kept
            faults += [Fault(seat, name, why) for why in wrong]
    return fitting, faults


def _fitting_entry(
    name: str, field: Field | None, value: Any
) -> tuple[dict[str, Any], list[Message]]:
    """What counts of an entry, by the name of its line, and what is wrong with the rest."""
    if field is None:  # a line that the chosen options do not have
        return {name: value}, []
    if field.kind == "rows" and value:
        wrong = dict(_row_faults(field, value))
        rows = [row for number, row in enumerate(value) if number not in wrong]
        return {name: rows}, list(wrong.values())
    fault = _fault(field, value)
    return ({name: value}, []) if fault is None else ({}, [fault])


def _fault(field: Field, value: object) -> Message | None:
    if field.kind == "number" and isinstance(value, str):
        return say("{value} is not a whole number", value=value)
    try:
        check_entry(field, value)
    except Refused as fault:
        return fault.message
    return None


def _row_faults(field: Field, rows: list[Any]) -> Iterator[tuple[int, Message]]:
    for number, row in enumerate(rows):
        typed = [cell for cell in row if isinstance(cell, str)]
        if typed:
            why = say("{value} is not a whole number", value=typed[0])
        elif 0 in row and field.least > 0:
            why = say("row {number}: a number is missing", number=number + 1)
        else:
            fault = next(filter(None, (range_fault(field, cell) for cell in row)), None)
            if fault is None:
                continue
            why = fault
        yield number, why


def _is_number(field: Field, value: object) -> bool:
    if type(value) is not int:
        return False
    fault = range_fault(field, value)
    if fault is not None:
        raise Refused("{reason}", reason=fault)
    return True


def _is_typed(value: object) -> bool:
    if isinstance(value, str):
        return 0 < len(value) <= MAX_TEXT_LENGTH
    return type(value) is int and abs(value) <= MAX_NUMBER


def _are_spaces(field: Field, value: object) -> bool:
    known = {space.id for space in field.spaces}
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        return False
    return len(set(value)) == len(value) and set(value) <= known


def _are_typed_rows(value: object, field: Field) -> TypeGuard[list[list[object]]]:
    return (
        isinstance(value, list)
        and len(value) <= MAX_ROWS
        and all(isinstance(row, list) and len(row) == len(field.columns) for row in value)
        and all(_is_typed(number) for row in value for number in row)
    )


def _are_rows(field: Field, value: object) -> bool:
    return _are_typed_rows(value, field) and all(
        _is_number(field, number) for row in value for number in row
    )
