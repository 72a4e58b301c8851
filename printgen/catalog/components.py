"""Read the components of game.yaml with their rows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, cast

from msgspec.structs import replace

from printgen.catalog.cells import KnownNames
from printgen.catalog.filters import filter_rows
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
from printgen.catalog.rules_text.read import load_rules_text
from printgen.catalog.schema_types import Fields
from printgen.catalog.source import Source
from printgen.catalog.templates import Templates
from printgen.errors import Findings, Location, did_you_mean
from printgen.limits import PIECES

SheetLayout = Literal["grid", "honeycomb", "strips", "poster", "booklet"]
BOOKLET: Final = "booklet"
"""The craft whose settings name a file with a rules text."""


class ComponentInputs:
    """Everything a component may refer to. A table that is None exists but could not be read."""

    def __init__(
        self,
        tables: Mapping[str, Table | None],
        templates: Templates,
        names: KnownNames,
        source: Source,
    ) -> None:
        self.tables = tables
        self.templates = templates
        self.names = names
        self.source = source
        self.findings = source.findings


def read_components(nodes: tuple[Node, ...], inputs: ComponentInputs) -> tuple[Component, ...]:
    components: dict[str, Component] = {}
    pieces = 0
    first_rows: dict[str, int | None] = {}
    for node in nodes:
        fields = Fields(node)
        name = fields.text("id")
        if name and name in first_rows:
            inputs.findings.error(
                fields.place_of("id"), f"the id '{name}' is already in row {first_rows[name]}"
            )
            continue
        first_rows[name] = fields.place_of("id").row
        component = _component(fields, inputs)
        if component is not None and name:
            pieces += sum(map(component.copies, component.table.records))
            if pieces > PIECES:
                _too_many(component, pieces, inputs.findings)
                return ()
            components[name] = component
    return tuple(components.values())


def _too_many(component: Component, pieces: int, findings: Findings) -> None:
    most = max(component.table.records, key=component.copies)
    findings.error(
        Location(most.place.file, most.place.row, field="copies"),
        f"with the {component.copies(most)} copies of this row, the game has {pieces} pieces up to"
        f" '{component.id}'; the limit is {PIECES}",
    )


def _component(fields: Fields, inputs: ComponentInputs) -> Component | None:
    craft = _craft(fields, inputs)
    table = _only_row(fields) if craft and "rows" not in fields else _table(fields, inputs)
    template = None if craft else _template(fields, "template", inputs)
    back = None if fields.text("back", "none") == "none" else _template(fields, "back", inputs)
    if table is None:
        return None
    where = fields.mapping("where")
    records = filter_rows(where, fields.place_of("where"), table, inputs.names, inputs.findings)
    table = replace(table, records=records)
    constants = _constants(fields, table, inputs)
    if template is None and craft is None:
        return None
    component = Component(
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
    if records and not any(map(component.copies, records)):
        inputs.findings.error(
            Location(table.file, field="copies"),
            f"the component '{component.id}' prints nothing: all its rows have 0 copies",
        )
    return component


def _craft(fields: Fields, inputs: ComponentInputs) -> Craft | None:
    """Return the craft of a component that has no template; report neither or both."""
    for key, needed in (("template", "craft" not in fields), ("rows", "craft" not in fields)):
        if needed and key not in fields:
            inputs.findings.error(fields.place, f"the key '{key}' is missing")
    if "craft" not in fields:
        return None
    if "template" in fields:
        inputs.findings.error(
            fields.place_of("template"),
            "a craft names its templates in settings; move this key there",
        )

    def template(name: str) -> Template | None:
        return inputs.templates.get(name) if name in inputs.templates.names else None

    kind, settings = fields.text("craft"), fields.mapping("settings")
    rules_text = None
    if kind == BOOKLET:
        named = Fields(Node(settings, fields.place))
        if named.text("text"):
            rules_text = load_rules_text(inputs.source, named.text("text"), named.place_of("text"))
    return Craft(kind, settings, template, fields.place, rules_text)


def _only_row(fields: Fields) -> Table:
    """Return the table of a craft that is made once and reads no rows."""
    name = fields.text("id")
    record = Record({"id": name}, fields.place)
    return Table(name, "", (Column("id", "text"),), (record,), fields.place)


def _table(fields: Fields, inputs: ComponentInputs) -> Table | None:
    name = fields.text("rows")
    if name and name not in inputs.tables:
        hint = did_you_mean(name, inputs.tables)
        inputs.findings.error(fields.place_of("rows"), f"unknown table '{name}'{hint}")
    return inputs.tables.get(name)


def _template(fields: Fields, key: str, inputs: ComponentInputs) -> Template | None:
    name = fields.text(key)
    if not name:
        return None
    if name not in inputs.templates.names:
        hint = did_you_mean(name, inputs.templates.names)
        inputs.findings.error(fields.place_of(key), f"unknown template '{name}'{hint}")
        return None
    return inputs.templates.get(name)


def _constants(fields: Fields, table: Table, inputs: ComponentInputs) -> dict[str, Value]:
    columns = {column.name for column in table.columns}
    constants: dict[str, Value] = {}
    for name, node in fields.mapping("constants").items():
        if name in columns:
            inputs.findings.error(
                node.place, f"'{name}' is already a column of '{table.name}'; choose another name"
            )
        constants[name] = _constant(node)
    return constants


def _constant(node: Node) -> Value:
    if isinstance(node.value, tuple):
        return tuple(_constant(item) for item in node.value)
    return None if isinstance(node.value, Mapping) else node.value
