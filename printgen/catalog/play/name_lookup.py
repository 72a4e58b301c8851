"""Look up the components, tables, faces and options that sections of game.yaml name."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from printgen.catalog.cells import KnownNames
from printgen.catalog.filters import filter_rows
from printgen.catalog.model import Component, Node, Record, Table, Value
from printgen.catalog.play.model import ANY, PLAYERS, ByPlayers, Condition, GameOption, PieceType
from printgen.catalog.play.yaml_schemas import COUNTS
from printgen.catalog.schema_types import Fields
from printgen.errors import Findings, Location, did_you_mean


class NameLookup:
    """Everything that sections may name. None stands for something that exists but could not be
    read: its uses are not reported."""

    def __init__(
        self,
        tables: Mapping[str, Table | None],
        components: Mapping[str, Component | None],
        names: KnownNames,
        colours: Mapping[str, str],
        players: tuple[int, int] | None,
        folder: Path,
        findings: Findings,
    ) -> None:
        self.tables = tables
        self.components = components
        self.names = names
        self.colours = colours
        self.players = players
        self.folder = folder
        self.findings = findings
        self.options: Mapping[str, GameOption | None] = {}

    def error(self, place: Location, message: str) -> None:
        self.findings.error(place, message)

    def component(self, name: str, place: Location) -> Component | None:
        if name and name not in self.components:
            hint = did_you_mean(name, self.components)
            self.error(place, f"there is no component '{name}'{hint}")
        return self.components.get(name)

    def table(self, name: str, place: Location) -> Table | None:
        if name and name not in self.tables:
            self.error(place, f"unknown table '{name}'{did_you_mean(name, self.tables)}")
        return self.tables.get(name)

    def rows(self, fields: Fields, table: Table) -> tuple[Record, ...]:
        """Return the rows that match `where`."""
        where = fields.mapping("where")
        place = fields.place_of("where")
        return filter_rows(where, place, table, self.names, self.findings)

    def has_column(self, table: Table, name: str, place: Location) -> bool:
        columns = [column.name for column in table.columns]
        if name not in columns:
            hint = did_you_mean(name, columns)
            self.error(place, f"'{table.name}' has no column '{name}'{hint}")
        return name in columns

    def pieces(self, component: Component, records: Sequence[Record]) -> tuple[PieceType, ...]:
        """Return the pieces that are printed for some rows."""
        pieces = []
        for record in records:
            name = str(record.values.get("id"))
            face = "" if component.craft else f"{component.id}/{name}"
            copies, colour = component.copies(record), self._colour(record, component.table)
            pieces.append(PieceType(name, title_of(record), face, copies, colour))
        return tuple(pieces)

    def _colour(self, record: Record, table: Table) -> str:
        """Return the first colour of a row, or of a row that it names, as #rrggbb."""
        own = _colours_in(record, table)
        for column in table.columns:
            named, other = record.values.get(column.name), self.tables.get(column.table or "")
            if isinstance(named, Record) and other is not None:
                own += _colours_in(named, other)
        return next((self.colours[name] for name in own if name in self.colours), "")

    def face(self, fields: Fields, key: str) -> str:
        """Return the name of a printed face (component/row); empty if its component is unknown."""
        face, place = fields.text(key), fields.place_of(key)
        name, _, row = face.partition("/")
        component = self.component(name, place)
        if component is None:
            return ""
        rows = [class_of(record.values.get("id")) for record in component.table.records]
        if row not in rows and all(rows):
            self.error(place, f"'{name}' has no row '{row}'{did_you_mean(row, rows)}")
        return face

    def number(self, fields: Fields, key: str, default: int) -> int:
        return int(fields.number(key, default))

    def ladder(self, fields: Fields, key: str) -> tuple[int, ...]:
        node = fields.node(key)
        if node is not None and node.value == ():
            self.error(node.place, "must not be empty; add a number")
        return tuple(item.value for item in fields.items(key) if isinstance(item.value, int))

    def condition(self, fields: Fields) -> Condition:
        """Return the condition of `if`, without unknown names."""
        condition = {}
        for name, node in fields.mapping("if").items():
            items = node.value if isinstance(node.value, tuple) else (node,)
            if name == PLAYERS:
                found = [str(count) for item in items for count in self._counts(item)]
            else:
                found = [choice for item in items for choice in self._choice(name, item)]
            if found:
                condition[name] = tuple(found)
        return condition

    def _counts(self, node: Node) -> Sequence[int]:
        found = _counts_in(str(node.value))
        if not found and node.value is not None:
            self.error(node.place, f"'{node.value}' must be a number of players, such as 2 or 3-4")
        self._check_counts(found, node.place)
        return found

    def _choice(self, name: str, node: Node) -> Sequence[str]:
        if name not in self.options:
            hint = did_you_mean(name, [*self.options, PLAYERS])
            self.error(node.place, f"there is no option '{name}'{hint}")
            return ()
        option = self.options[name]
        choice = str(node.value)
        if option is None or node.value is None:
            return ()
        if choice not in option.choices:
            hint = did_you_mean(choice, option.choices)
            self.error(node.place, f"the option '{name}' has no choice '{choice}'{hint}")
            return ()
        return (choice,)

    def counts(self, when: Condition) -> Sequence[int]:
        """Return the numbers of players for which this condition can hold."""
        if self.players is None:
            return ()
        fewest, most = self.players
        wanted = when.get(PLAYERS)
        return [n for n in range(fewest, most + 1) if wanted is None or str(n) in wanted]

    def by_players(self, fields: Fields, key: str, when: Condition) -> ByPlayers:
        node = fields.node(key)
        if node is None or node.value is None:
            return {}
        if isinstance(node.value, int):
            return {ANY: node.value}
        found: dict[str, int] = {}
        for text, item in fields.mapping(key).items():
            counts = _counts_in(text)
            self._check_counts(counts, item.place)
            for count in map(str, counts):
                if count in found:
                    self.error(item.place, f"{count} players are given twice; remove one")
                if isinstance(item.value, int):
                    found[count] = item.value
        missing = [n for n in self.counts(when) if str(n) not in found]
        if missing and all(item.value is not None for item in fields.mapping(key).values()):
            self.error(node.place, f"has no entry for {missing[0]} players; add one")
        return found

    def _check_counts(self, counts: Sequence[int], place: Location) -> None:
        if self.players is None:
            return
        fewest, most = self.players
        outside = [count for count in counts if not fewest <= count <= most]
        if outside:
            self.error(place, f"the game is for {fewest} to {most} players, not {outside[0]}")


def _counts_in(text: str) -> Sequence[int]:
    found = re.fullmatch(COUNTS, text)
    if found is None:
        return ()
    first = int(found[1])
    return range(first, int(found[2] or first) + 1)


def _colours_in(record: Record, table: Table) -> list[str]:
    return [str(record.values.get(c.name)) for c in table.columns if c.kind == "colour"]


def title_of(record: Record) -> str:
    """Return a row's title or name, or else its id."""
    values = record.values
    return str(values.get("title") or values.get("name") or values.get("id"))


def class_of(value: Value) -> str:
    """Return a cell as text that groups rows; an empty cell gives an empty text."""
    match value:
        case None:
            return ""
        case Record():
            return str(value.values.get("id"))
        case tuple():
            return " ".join(map(class_of, value))
        case bool():
            return "yes" if value else "no"
    return str(value)
