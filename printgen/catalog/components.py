"""Read the components of game.yaml with their rows."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, Literal, cast

from msgspec.structs import replace

from printgen.catalog.cells import KnownNames
from printgen.catalog.expectations import read_expectations
from printgen.catalog.filters import filter_rows
from printgen.catalog.headings import known_name
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
from printgen.catalog.sets.model import PieceSet
from printgen.catalog.source import Source
from printgen.catalog.templates import Templates
from printgen.errors import Findings, Location, did_you_mean
from printgen.limits import PIECES

SheetLayout = Literal["grid", "honeycomb", "strips", "poster", "booklet"]
COLUMN: Final = re.compile(r"\{([^{}]+)\}")
"""A column in the name of a piece."""
NO_BACK: Final = "none"
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
        sets: tuple[PieceSet, ...] = (),
    ) -> None:
        self.tables = tables
        self.sets = sets
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
        for component in _components(fields, inputs):
            pieces += sum(map(component.copies, component.table.records))
            if pieces > PIECES:
                _too_many(component, pieces, inputs.findings)
                return ()
            components |= {part.id: part for part in _by_size(component)}
    _check_set_pieces(nodes, inputs)
    return _set_by_set(tuple(components.values()), inputs.sets)


def _set_by_set(
    components: tuple[Component, ...], sets: tuple[PieceSet, ...]
) -> tuple[Component, ...]:
    """Return all components of one set after another, where the first of them stands."""
    order = {pieces.id: number for number, pieces in enumerate(sets)}
    of_sets = sorted((c for c in components if c.set), key=lambda c: order[c.set])
    first = next((i for i, c in enumerate(components) if c.set), len(components))
    others = [c for c in components if not c.set]
    return (*others[:first], *of_sets, *others[first:])


def _components(fields: Fields, inputs: ComponentInputs) -> tuple[Component, ...]:
    """Return the component, or one for each set that has such pieces."""
    component = _component(fields, inputs)
    if component is None or not component.id:
        return ()
    if not fields.flag("each set"):
        return (component,)
    if all(column.name != "set" for column in component.table.columns):
        inputs.findings.error(
            fields.place_of("each set"),
            f"the rows of '{component.table.name}' belong to no set; use a table 'from sets: by"
            " suit' or 'by suit and value'",
        )
        return ()
    return tuple(
        _of_set(component, pieces) for pieces in inputs.sets if component.id in pieces.pieces
    )


def _of_set(component: Component, pieces: PieceSet) -> Component:
    """Return the component of one set, which prints its rows as often as the set has them."""
    copies = pieces.pieces[component.id]
    records = tuple(
        Record({**record.values, "copies": copies}, record.place)
        for record in component.table.records
        if record.values["set"] == pieces.id
    )
    return replace(
        component,
        id=f"{pieces.id}-{component.id}",
        set=pieces.id,
        title=f"{pieces.title}: {component.title}",
        table=replace(component.table, records=records),
    )


def _check_set_pieces(nodes: tuple[Node, ...], inputs: ComponentInputs) -> None:
    """Report pieces of a game's own sets that no component prints, if it prints whole sets; of
    another game's sets it may leave some out."""
    printed = [f.text("id") for f in map(Fields, nodes) if f.flag("each set")]
    for pieces in inputs.sets if printed else ():
        for name in pieces.pieces:
            if pieces.is_own and name not in printed:
                hint = did_you_mean(name, printed)
                inputs.findings.error(
                    pieces.piece_places[name], f"no component prints the pieces '{name}'{hint}"
                )


def _by_size(component: Component) -> Iterator[Component]:
    """Yield a component for each size of its pieces, which cannot share a sheet."""
    sizes: dict[tuple[float, float], list[Record]] = {}
    for record in component.table.records:
        template = component.front_of(record)
        size = (template.width, template.height) if template else (0.0, 0.0)
        sizes.setdefault(size, []).append(record)
    if len(sizes) < 2:
        yield component
        return
    for number, ((width, height), records) in enumerate(sizes.items()):
        yield replace(
            component,
            id=component.id if number == 0 else f"{component.id}-{width:g}x{height:g}",
            title=f"{component.title} ({width:g} × {height:g} mm)",
            table=replace(component.table, records=tuple(records)),
            template=component.front_of(records[0]),
            back=component.back_of(records[0]),
        )


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
    back = _template(fields, "back", inputs)
    if table is None:
        return None
    where = fields.mapping("where")
    records = filter_rows(where, fields.place_of("where"), table, inputs.names, inputs.findings)
    table = replace(table, records=records)
    fronts = {} if craft else _row_templates(fields, "template", table, inputs)
    backs = _row_templates(fields, "back", table, inputs)
    template = template or next(filter(None, fronts.values()), None)
    back = back or next(filter(None, backs.values()), None)
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
        piece=_piece(fields, table, inputs.findings),
        fronts={name: front for name, front in fronts.items() if front is not None},
        backs=backs,
        ppn=fields.text("ppn"),
        expect=read_expectations(fields.mapping("expect"), table, inputs.findings),
        bilingual=fields.text("bilingual"),
    )
    if component.bilingual == "back" and not component.has_free_back:
        inputs.findings.error(
            fields.place_of("bilingual"),
            "crafts have no back for the second language; use another place"
            if craft
            else "the pieces have a back of their own; use another place for the second language",
        )
    if records and not any(map(component.copies, records)):
        inputs.findings.error(
            Location(table.file, field="copies"),
            f"the component '{component.id}' prints nothing: all its rows have 0 copies",
        )
    return component


def _piece(fields: Fields, table: Table, findings: Findings) -> str:
    """Return the name of one piece; report a column that the table does not have."""
    columns = [column.name for column in table.columns]
    pattern = _with_names(fields.text("piece"), columns)
    for name in COLUMN.findall(pattern):
        if name not in columns:
            hint = did_you_mean(name, columns)
            findings.error(fields.place_of("piece"), f"unknown column '{name}'{hint}")
    return pattern


def _with_names(pattern: str, columns: Sequence[str]) -> str:
    """Return a text with the columns in its braces by their names instead of their headings."""
    return COLUMN.sub(lambda heading: f"{{{known_name(heading[1], columns)}}}", pattern)


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
    if not name or COLUMN.search(name) or (key == "back" and name == NO_BACK):
        return None
    if name not in inputs.templates.names:
        hint = did_you_mean(name, inputs.templates.names)
        inputs.findings.error(fields.place_of(key), f"unknown template '{name}'{hint}")
        return None
    return inputs.templates.get(name)


def _row_templates(
    fields: Fields, key: str, table: Table, inputs: ComponentInputs
) -> dict[str, Template | None]:
    """Return the template of each row, by its id, if its name has columns in braces."""
    columns = [column.name for column in table.columns]
    pattern = _with_names(fields.text(key), columns)
    named = COLUMN.findall(pattern)
    unknown = [name for name in named if name not in columns]
    for name in unknown:
        hint = did_you_mean(name, columns)
        inputs.findings.error(fields.place_of(key), f"unknown column '{name}'{hint}")
    if unknown or not named:
        return {}
    chosen: dict[str, Template | None] = {}
    known = inputs.templates.names
    for record in table.records:
        values = record.values
        name = COLUMN.sub(lambda column, row=values: _part(row[column[1]]), pattern)  # type: ignore[misc]
        template = None
        if name in known:
            template = inputs.templates.get(name)
        elif key != "back" or name != NO_BACK:
            inputs.findings.error(
                Location(record.place.file, record.place.row, field=named[0]),
                f"unknown template '{name}'{did_you_mean(name, known)}",
            )
        chosen[str(values.get("id"))] = template
    return chosen


def _part(value: Value) -> str:
    """Return a cell as a part of a name."""
    if value is None:
        return ""
    return str(value.values.get("id") if isinstance(value, Record) else value)


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
