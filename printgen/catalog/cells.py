"""Convert the text of a cell to the type of its column."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection, Mapping
from typing import Final, NamedTuple

from printgen.catalog.fault import Fault
from printgen.catalog.model import Column, Record, Value
from printgen.catalog.yaml_schemas import COLUMN_KINDS
from printgen.errors import did_you_mean

Convert = Callable[[str], Value]

_INTEGER: Final = re.compile(r"[-+]?[0-9]{1,15}")
_NUMBER: Final = re.compile(r"[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]{1,3})?")
_CONTROL: Final = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffe\uffff]")
_FORMULA_ERRORS: Final = frozenset(
    ("#DIV/0!", "#N/A", "#NAME?", "#NULL!", "#NUM!", "#REF!", "#VALUE!", "#SPILL!", "#CALC!")
)
_FLAGS: Final = {
    **dict.fromkeys(("yes", "true", "1", "x"), True),
    **dict.fromkeys(("no", "false", "0", ""), False),
}


class KnownNames(NamedTuple):
    """The names that cells may use. None means that the names are unknown: any name passes."""

    colours: Collection[str] | None = None
    icons: Collection[str] | None = None
    rows: Mapping[str, Mapping[str, Record] | None] = {}


class CellFormat(NamedTuple):
    """How a file writes lists and decimal numbers."""

    list_separators: str = "|;"
    decimal_comma: bool = False


def converter(column: Column, names: KnownNames, cell_format: CellFormat) -> Convert:
    """Return the function that reads the cells of one column; it raises Fault for a wrong cell."""
    if column.kind == "flag":
        return _flag
    if column.kind == "list":
        return _list(column, names, cell_format)
    convert = _single(column, names, cell_format)
    return _optional(convert) if column.optional else _required(convert, column)


def _required(convert: Convert, column: Column) -> Convert:
    def required_cell(text: str) -> Value:
        if not text:
            raise _empty(column)
        return convert(text)

    return required_cell


def _empty(column: Column) -> Fault:
    may = f"'{column.kind}?'" if column.kind in COLUMN_KINDS else "'optional: true'"
    hint = "" if column.name == "id" else f" (a column that may be empty is {may})"
    return Fault(f"the cell is empty, but every row needs a value here{hint}")


def _optional(convert: Convert) -> Convert:
    return lambda text: convert(text) if text else None


def _list(column: Column, names: KnownNames, cell_format: CellFormat) -> Convert:
    convert = _flag if column.of is None else _single(column.of, names, cell_format)
    split = re.compile(f"[{re.escape(cell_format.list_separators)}]").split

    def many(text: str) -> Value:
        if not text:
            if column.optional:
                return ()
            raise _empty(column)
        items = [item.strip() for item in split(text)]
        if "" in items:
            raise Fault(f"the list '{shorten(text)}' has an empty item; remove a separator")
        return tuple(convert(item) for item in items)

    return many


def _single(column: Column, names: KnownNames, cell_format: CellFormat) -> Convert:
    match column.kind:
        case "integer":
            return _integer(column)
        case "number":
            return _number(column, decimal_comma=cell_format.decimal_comma)
        case "flag":
            return _flag
        case "choice":
            return _named("choice", dict.fromkeys(column.choices))
        case "colour":
            return _named("colour", names.colours)
        case "icon":
            return _named("icon", names.icons)
        case "row":
            return _row(column.table or "", names)
        case _:
            return _text


def shorten(text: str) -> str:
    return text if len(text) <= 40 else text[:39] + "…"


def _text(text: str) -> Value:
    if not text.isprintable():
        bad = _CONTROL.search(text)
        if bad:
            raise Fault(f"the cell holds a control character (U+{ord(bad.group()):04X}); remove it")
    if text in _FORMULA_ERRORS:
        raise Fault(f"the formula in this cell fails ({text}); correct it")
    return text


def _flag(text: str) -> Value:
    known = _FLAGS.get(text.lower())
    if known is None:
        raise Fault(f"'{shorten(text)}' is not a flag; use yes or no")
    return known


def _bounds(column: Column) -> Callable[[float], None]:
    low = -math.inf if column.smallest is None else column.smallest
    high = math.inf if column.largest is None else column.largest

    def check(value: float) -> None:
        if value < low:
            raise Fault(f"{value:g} is too small; the minimum is {low:g}")
        if value > high:
            raise Fault(f"{value:g} is too large; the maximum is {high:g}")

    return check


def _integer(column: Column) -> Convert:
    check = _bounds(column)

    def integer(text: str) -> Value:
        if not _INTEGER.fullmatch(text):
            raise Fault(f"'{shorten(text)}' is not a whole number")
        value = int(text)
        check(value)
        return value

    return integer


def _number(column: Column, *, decimal_comma: bool) -> Convert:
    check = _bounds(column)

    def number(text: str) -> Value:
        plain = text.replace(",", ".", 1) if decimal_comma else text
        if not _NUMBER.fullmatch(plain):
            hint = " (use a point, not a comma)" if "," in text and not decimal_comma else ""
            raise Fault(f"'{shorten(text)}' is not a number{hint}")
        value = float(plain)
        if math.isinf(value):
            raise Fault(f"'{shorten(text)}' is too large")
        check(value)
        return value

    return number


def _named(what: str, known: Collection[str] | None) -> Convert:
    if known is None:
        return _text

    def named(text: str) -> Value:
        if text not in known:
            raise Fault(f"unknown {what} '{shorten(text)}'{did_you_mean(text, known)}")
        return text

    return named


def _row(table: str, names: KnownNames) -> Convert:
    rows = names.rows.get(table)

    def row(text: str) -> Value:
        if rows is None:
            return None
        record = rows.get(text)
        if record is None:
            raise Fault(
                f"no row of '{table}' has the id '{shorten(text)}'{did_you_mean(text, rows)}"
            )
        return record

    return row
