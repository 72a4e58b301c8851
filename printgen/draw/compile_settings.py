"""Compile the settings of elements: constants, or functions of a row."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from msgspec import Struct

from printgen.catalog.model import Node
from printgen.draw import setting_types
from printgen.draw.context import DrawContext
from printgen.draw.elements.table import TABLE
from printgen.draw.expression import Expression, Scope, compile_expression
from printgen.draw.functions import Function
from printgen.draw.repeats import checked_list
from printgen.draw.setting import Setting, compile_setting, plain
from printgen.errors import Findings, Location, about, did_you_mean

BRACED: Final = re.compile(r"\s*\{\s*(.*?)\s*\}\s*", re.DOTALL)
ROW_NAMES: Final = frozenset({"index", "total"})
"""What a row of a table that is written for each value of a list can read beside the value."""


class Settings(Struct, frozen=True):
    """The settings of an element that are the same for every row, and those that are not."""

    fixed: Mapping[str, Any]
    changing: Sequence[tuple[str, Setting, setting_types.Convert]]


def names_of(made: Settings) -> frozenset[str]:
    return frozenset[str]().union(*(setting.names for _, setting, _ in made.changing))


class SettingCompiler:
    """Compiles expressions and settings, and reports their mistakes."""

    def __init__(self, context: DrawContext, findings: Findings) -> None:
        self.context = context
        self.findings = findings
        self.functions: Mapping[str, Function] = context.functions()

    def condition(self, node: Node | None, known: frozenset[str]) -> Expression | None:
        if node is None:
            return None
        return self.expression(node, known)

    def expression(self, node: Node, known: frozenset[str]) -> Expression | None:
        text = "" if node.value is None else str(plain(node))
        if braced := BRACED.fullmatch(text):
            self.findings.error(
                node.place, f"this is always an expression; write it without braces: {braced[1]}"
            )
            return None
        try:
            expression = compile_expression(text, self.functions)
        except ValueError as fault:
            self.findings.error(node.place, str(fault))
            return None
        return expression if self._known(expression.names, known, node.place) else None

    def _known(self, names: frozenset[str], known: frozenset[str], place: Location) -> bool:
        for name in sorted(names - known):
            hint = did_you_mean(name, known)
            self.findings.error(place, f"there is no column or constant '{name}'{hint}")
        return names <= known

    def setting(self, node: Node, known: frozenset[str]) -> Setting | None:
        try:
            setting = compile_setting(plain(node), self.functions)
        except ValueError as fault:
            self.findings.error(node.place, str(fault))
            return None
        return setting if self._known(setting.names, known, node.place) else None

    def settings(
        self,
        table: Mapping[str, setting_types.SettingType],
        entries: Mapping[str, Node],
        known: frozenset[str],
    ) -> Settings | None:
        """Convert the settings that are the same for every row; return the others for later."""
        fixed: dict[str, Any] = {key: setting_type.default for key, setting_type in table.items()}
        changing: list[tuple[str, Setting, setting_types.Convert]] = []
        is_valid = True
        for key, setting_type in table.items():
            node = entries.get(key)
            if node is None:
                continue
            if key == TABLE.name and "over" in entries:
                setting = self._rows_over(entries, known)
            else:
                setting = self.setting(node, known)
            if setting is None:
                is_valid = False
            elif setting.names:
                changing.append((key, setting, setting_type.convert))
            else:
                try:
                    fixed[key] = setting_type.convert(setting.get({}), self.context)
                except ValueError as fault:
                    self.findings.error(node.place, about(key, fault))
                    is_valid = False
        return Settings(fixed, changing) if is_valid else None

    def evaluated(self, made: Settings, scope: Scope) -> Mapping[str, Any]:
        """Return the settings for a row; raises ValueError for a value of the wrong type."""
        if not made.changing:
            return made.fixed
        values = dict(made.fixed)
        for key, setting, convert in made.changing:
            values[key] = convert(setting.get(scope), self.context)
        return values

    def _rows_over(self, entries: Mapping[str, Node], known: frozenset[str]) -> Setting | None:
        """Compile the rows of a table that are written once for each value of a list."""
        over = self.expression(entries["over"], known)
        variable = str(plain(entries["as"])) if "as" in entries else "item"
        own = ROW_NAMES | {variable}
        row = self.setting(entries[TABLE.name], known | own)
        if over is None or row is None:
            return None
        values_of, cells_of = over.evaluate, row.get

        def rows(scope: Scope) -> tuple[Any, ...]:
            values = checked_list(values_of(scope))
            return tuple(
                cells_of({**scope, variable: value, "index": index, "total": len(values)})
                for index, value in enumerate(values)
            )

        return Setting(over.names | (row.names - own), rows)
