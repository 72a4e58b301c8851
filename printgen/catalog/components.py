"""Takes what game.yaml says about components, gives Components with their rows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, cast

from msgspec.structs import replace

from printgen.catalog.filters import chosen_rows
from printgen.catalog.model import (
    Column,
    Component,
    Craft,
    Node,
    Record,
    Table,
    Template,
    Value,
)
from printgen.catalog.shapes import Fields
from printgen.catalog.templates import Templates
from printgen.catalog.typed import Names
from printgen.errors import Findings, did_you_mean

SheetLayout = Literal["grid", "honeycomb", "strips", "poster", "booklet"]


class Stock:
    """What a component may name. A table that is None was named but could not be read."""

    def __init__(
        self,
        tables: Mapping[str, Table | None],
        templates: Templates,
        names: Names,
        findings: Findings,
    ) -> None:
        self.tables = tables
        self.templates = templates
        self.names = names
        self.findings = findings


def read_components(nodes: tuple[Node, ...], stock: Stock) -> tuple[Component, ...]:
    components: dict[str, Component] = {}
    first_rows: dict[str, int | None] = {}
    for node in nodes:
        fields = Fields(node)
        name = fields.text("id")
        if name and name in first_rows:
            stock.findings.error(
                fields.place_of("id"), f"the id '{name}' is already in row {first_rows[name]}"
            )
            continue
        first_rows[name] = fields.place_of("id").row
        component = _component(fields, stock)
        if component is not None and name:
            components[name] = component
    return tuple(components.values())


def _component(fields: Fields, stock: Stock) -> Component | None:
    craft = _craft(fields, stock)
    table = _only_row(fields) if craft and "rows" not in fields else _table(fields, stock)
    template = None if craft else _template(fields, "template", stock)
    back = None if fields.text("back", "none") == "none" else _template(fields, "back", stock)
    if table is None:
        return None
    where = fields.names("where")
    records = chosen_rows(where, fields.place_of("where"), table, stock.names, stock.findings)
    table = replace(table, records=records)
    constants = _constants(fields, table, stock)
    if template is None and craft is None:
        return None
    return Component(
        id=fields.text("id"),
        title=fields.text("title", fields.text("id")),
        table=table,
        template=template,
        back=back,
        layout=cast(SheetLayout, fields.text("sheet", "grid")),
        place=fields.place,
        shared_cuts=fields.text("cut", "gutter") == "shared",
        gutter=fields.number("gutter", 0.0) if "gutter" in fields else None,
        constants=constants,
        craft=craft,
        shuffled=fields.flag("shuffled") if "shuffled" in fields else None,
        stock=fields.text("stock"),
        how=fields.text("how"),
    )


def _craft(fields: Fields, stock: Stock) -> Craft | None:
    """What is made without a template; says so if a component is neither or both."""
    for key, needed in (("template", "craft" not in fields), ("rows", "craft" not in fields)):
        if needed and key not in fields:
            stock.findings.error(fields.place, f"the key '{key}' is missing")
    if "craft" not in fields:
        return None
    if "template" in fields:
        stock.findings.error(fields.place_of("template"), "a craft has its templates in settings")

    def template(name: str) -> Template | None:
        return stock.templates.get(name) if name in stock.templates.names else None

    return Craft(fields.text("craft"), fields.names("settings"), template, fields.place)


def _only_row(fields: Fields) -> Table:
    """The table of a craft that is made once and reads no rows."""
    name = fields.text("id")
    record = Record({"id": name}, fields.place)
    return Table(name, "", (Column("id", "text"),), (record,), fields.place)


def _table(fields: Fields, stock: Stock) -> Table | None:
    name = fields.text("rows")
    if name and name not in stock.tables:
        hint = did_you_mean(name, stock.tables)
        stock.findings.error(fields.place_of("rows"), f"unknown table '{name}'{hint}")
    return stock.tables.get(name)


def _template(fields: Fields, key: str, stock: Stock) -> Template | None:
    name = fields.text(key)
    if not name:
        return None
    if name not in stock.templates.names:
        hint = did_you_mean(name, stock.templates.names)
        stock.findings.error(fields.place_of(key), f"unknown template '{name}'{hint}")
        return None
    return stock.templates.get(name)


def _constants(fields: Fields, table: Table, stock: Stock) -> dict[str, Value]:
    columns = {column.name for column in table.columns}
    constants: dict[str, Value] = {}
    for name, node in fields.names("constants").items():
        if name in columns:
            stock.findings.error(
                node.place, f"'{name}' is already a column of '{table.name}'; choose another name"
            )
        constants[name] = _constant(node)
    return constants


def _constant(node: Node) -> Value:
    if isinstance(node.value, tuple):
        return tuple(_constant(item) for item in node.value)
    return None if isinstance(node.value, Mapping) else node.value
