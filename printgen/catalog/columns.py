"""Read the columns of a table from game.yaml."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final, Literal, cast

from msgspec.structs import replace

from printgen.catalog.fault import Fault
from printgen.catalog.headings import declared_name
from printgen.catalog.model import Column, Node
from printgen.catalog.schema_types import Fields
from printgen.catalog.yaml_schemas import COLUMN_KINDS
from printgen.errors import Findings, did_you_mean

PlainKind = Literal["text", "integer", "number", "flag", "colour", "icon"]
_FORMS: Final = ("is", "one of", "list of", "row of")


def read_columns(
    types: Mapping[str, Node],
    tables: Collection[str],
    findings: Findings,
) -> tuple[Column, ...]:
    """Return the columns of one table; `tables` are the names that a `row of` column may use."""
    columns: list[Column] = []
    for name, node in types.items():
        try:
            columns.append(read_column(name, node, tables))
        except Fault as fault:
            findings.error(node.place, str(fault))
            columns.append(_unknown(name))
    if "id" in types:
        _check_id(columns, types, findings)
    counted = (_check_copies(column, types, findings) for column in columns)
    return tuple(replace(column, name=declared_name(column.name)) for column in counted)


def read_column(name: str, node: Node, tables: Collection[str]) -> Column:
    """Return one column from its checked type; raise Fault if the type makes no sense."""
    if isinstance(node.value, str):
        return _plain(name, node.value)
    if node.value is None:
        return _unknown(name)
    fields = Fields(node)
    forms = [form for form in _FORMS if form in fields]
    if len(forms) != 1:
        raise Fault("a column's type needs exactly one of " + ", ".join(f"'{f}'" for f in _FORMS))
    match forms[0]:
        case "is":
            column = _plain(name, fields.text("is"))
        case "one of":
            column = _choice(name, fields)
        case "list of":
            column = Column(
                name, "list", of=_inner(name, cast(Node, fields.node("list of")), tables)
            )
        case _:
            column = _row(name, fields.text("row of"), tables)
    return _bounded(replace(column, optional=column.optional or fields.flag("optional")), fields)


def _unknown(name: str) -> Column:
    """Return a stand-in for a column whose type is wrong: all its cells pass."""
    return Column(name, "text", optional=True)


def _plain(name: str, text: str) -> Column:
    kind = text.removesuffix("?").strip()
    if kind not in COLUMN_KINDS:
        raise Fault(f"unknown column type '{kind}'{did_you_mean(kind, COLUMN_KINDS)}")
    return Column(name, cast(PlainKind, kind), optional=text.endswith("?"))


def _choice(name: str, fields: Fields) -> Column:
    choices = tuple(str(node.value) for node in fields.items("one of"))
    if not choices:
        raise Fault("'one of' needs at least one word to choose from")
    return Column(name, "choice", choices=choices)


def _inner(name: str, node: Node, tables: Collection[str]) -> Column:
    inner = read_column(name, node, tables)
    if inner.optional:
        raise Fault("an item of a list cannot be optional; make the list itself optional")
    return inner


def _row(name: str, table: str, tables: Collection[str]) -> Column:
    if table not in tables:
        raise Fault(f"unknown table '{table}'{did_you_mean(table, tables)}")
    return Column(name, "row", table=table)


def _bounded(column: Column, fields: Fields) -> Column:
    if "min" not in fields and "max" not in fields:
        return column
    if column.kind not in ("integer", "number"):
        raise Fault("'min' and 'max' are for integer and number columns")
    smallest = fields.number("min", 0) if "min" in fields else None
    largest = fields.number("max", 0) if "max" in fields else None
    if smallest is not None and largest is not None and smallest > largest:
        raise Fault(f"'min' ({smallest:g}) is more than 'max' ({largest:g})")
    return replace(column, smallest=smallest, largest=largest)


def _check_id(columns: list[Column], types: Mapping[str, Node], findings: Findings) -> None:
    known = {column.name: column for column in columns}["id"]
    if types["id"].value is not None and (known.kind != "text" or known.optional):
        findings.error(types["id"].place, "the column 'id' must be of type text, in every row")


def _check_copies(column: Column, types: Mapping[str, Node], findings: Findings) -> Column:
    if column.name != "copies":
        return column
    if column.kind != "integer":
        findings.error(types["copies"].place, "the column 'copies' must be of type integer")
        return column
    return replace(column, smallest=max(0, column.smallest or 0))


def tables_used(columns: tuple[Column, ...]) -> tuple[str, ...]:
    """Return the tables whose rows these columns name."""
    inner = (column.of or column for column in columns)
    return tuple(dict.fromkeys(column.table for column in inner if column.table is not None))
