"""Takes names that a section uses, gives the pieces, spaces and numbers they stand for."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from printgen.catalog.filters import chosen_rows
from printgen.catalog.model import Component, Node, Record, Table, Value
from printgen.catalog.play.keys import COUNTS
from printgen.catalog.play.model import ANY, PLAYERS, ByPlayers, Condition, Piece, Variant
from printgen.catalog.shapes import Fields
from printgen.catalog.typed import Names
from printgen.errors import Findings, Place, did_you_mean


class Desk:
    """What sections may name. None stands for what was named but could not be read: whoever
    uses it is not blamed."""

    def __init__(
        self,
        tables: Mapping[str, Table | None],
        components: Mapping[str, Component | None],
        names: Names,
        colours: Mapping[str, str],
        players: tuple[int, int] | None,
        findings: Findings,
    ) -> None:
        self.tables = tables
        self.components = components
        self.names = names
        self.colours = colours
        self.players = players
        self.findings = findings
        self.options: Mapping[str, Variant | None] = {}

    def error(self, place: Place, message: str) -> None:
        self.findings.error(place, message)

    def component(self, name: str, place: Place) -> Component | None:
        if name and name not in self.components:
            hint = did_you_mean(name, self.components)
            self.error(place, f"there is no component '{name}'{hint}")
        return self.components.get(name)

    def table(self, name: str, place: Place) -> Table | None:
        if name and name not in self.tables:
            self.error(place, f"unknown table '{name}'{did_you_mean(name, self.tables)}")
        return self.tables.get(name)

    def rows(self, fields: Fields, table: Table) -> tuple[Record, ...]:
        """The rows that `where` lets through."""
        where = fields.names("where")
        place = fields.place_of("where")
        return chosen_rows(where, place, table, self.names, self.findings)

    def has_column(self, table: Table, name: str, place: Place) -> bool:
        columns = [column.name for column in table.columns]
        if name not in columns:
            hint = did_you_mean(name, columns)
            self.error(place, f"'{table.name}' has no column '{name}'{hint}")
        return name in columns

    def pieces(self, component: Component, records: Sequence[Record]) -> tuple[Piece, ...]:
        """The pieces that are printed of some rows."""
        pieces = []
        for record in records:
            name = str(record.values.get("id"))
            face = "" if component.craft else f"{component.id}/{name}"
            copies, colour = component.copies(record), self._colour(record, component.table)
            pieces.append(Piece(name, title_of(record), face, copies, colour))
        return tuple(pieces)

    def _colour(self, record: Record, table: Table) -> str:
        """The first colour of a row, or of a row that it names, as #rrggbb."""
        own = _colours_in(record, table)
        for column in table.columns:
            named, other = record.values.get(column.name), self.tables.get(column.table or "")
            if isinstance(named, Record) and other is not None:
                own += _colours_in(named, other)
        return next((self.colours[name] for name in own if name in self.colours), "")

    def face(self, fields: Fields, key: str) -> str:
        """A printed face by its component and row; nothing if there is none of that name."""
        said, place = fields.text(key), fields.place_of(key)
        name, _, row = said.partition("/")
        component = self.component(name, place)
        if component is None:
            return ""
        rows = [class_of(record.values.get("id")) for record in component.table.records]
        if row not in rows and all(rows):
            self.error(place, f"'{name}' has no row '{row}'{did_you_mean(row, rows)}")
        return said

    def number(self, fields: Fields, key: str, default: int) -> int:
        return int(fields.number(key, default))

    def ladder(self, fields: Fields, key: str) -> tuple[int, ...]:
        node = fields.node(key)
        if node is not None and node.value == ():
            self.error(node.place, "must not be empty")
        return tuple(item.value for item in fields.items(key) if isinstance(item.value, int))

    def condition(self, fields: Fields) -> Condition:
        """What `if` asks for; what it names wrongly is left out."""
        condition = {}
        for name, node in fields.names("if").items():
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
        said = str(node.value)
        if option is None or node.value is None:
            return ()
        if said not in option.choices:
            hint = did_you_mean(said, option.choices)
            self.error(node.place, f"the option '{name}' has no choice '{said}'{hint}")
            return ()
        return (said,)

    def counts(self, when: Condition) -> Sequence[int]:
        """The counts of players under which something with this condition happens."""
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
        for said, item in fields.names(key).items():
            counts = _counts_in(said)
            self._check_counts(counts, item.place)
            for count in map(str, counts):
                if count in found:
                    self.error(item.place, f"{count} players are given twice")
                if isinstance(item.value, int):
                    found[count] = item.value
        silent = [n for n in self.counts(when) if str(n) not in found]
        if silent and all(item.value is not None for item in fields.names(key).values()):
            self.error(node.place, f"says nothing for {silent[0]} players")
        return found

    def _check_counts(self, counts: Sequence[int], place: Place) -> None:
        if self.players is None:
            return
        fewest, most = self.players
        strange = [count for count in counts if not fewest <= count <= most]
        if strange:
            self.error(place, f"the game is for {fewest} to {most} players, not {strange[0]}")


def _counts_in(said: str) -> Sequence[int]:
    found = re.fullmatch(COUNTS, said)
    if found is None:
        return ()
    first = int(found[1])
    return range(first, int(found[2] or first) + 1)


def _colours_in(record: Record, table: Table) -> list[str]:
    return [str(record.values.get(c.name)) for c in table.columns if c.kind == "colour"]


def title_of(record: Record) -> str:
    """What people call a row: its title or name, or else its id."""
    values = record.values
    return str(values.get("title") or values.get("name") or values.get("id"))


def class_of(value: Value) -> str:
    """A cell as one word by which rows are told apart; an empty one gives nothing."""
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
