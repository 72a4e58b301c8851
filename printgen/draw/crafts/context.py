"""Evaluate the settings of a craft for each row, and draw its templates."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct

from printgen.catalog.model import Component, Craft, Game, Node, Record
from printgen.draw.compile import Compiler
from printgen.draw.context import DrawContext
from printgen.draw.drawing import CompiledTemplate, compile_template, known_names, shared_values
from printgen.draw.element_kind import Settings
from printgen.draw.setting import Setting
from printgen.draw.setting_types import Convert, SettingType
from printgen.errors import Findings, about, did_you_mean
from printgen.frame import Frame


class _GivenSetting(Struct, frozen=True):
    """A setting in game.yaml, compiled, with its converter."""

    node: Node
    setting: Setting
    convert: Convert


class CraftContext:
    """The game, component and settings of a craft. Mistakes are in `findings`."""

    def __init__(
        self,
        game: Game,
        component: Component,
        context: DrawContext,
        findings: Findings,
        table: Mapping[str, SettingType],
        required: Iterable[str] = (),
    ) -> None:
        if component.craft is None:
            raise TypeError(f"'{component.id}' is not a craft")
        self.game = game
        self.component = component
        self.craft: Craft = component.craft
        self.context = context
        self.findings = findings
        self._shared = shared_values(game, component, context)
        self._compiled: dict[tuple[str, frozenset[str]], CompiledTemplate | None] = {}
        self._defaults = {name: setting_type.default for name, setting_type in table.items()}
        before = len(findings.errors)
        self._given = self._compile(table)
        for name in required:
            if name not in self.craft.settings:
                findings.error(
                    self.craft.place, f"the craft '{self.craft.kind}' needs the setting '{name}'"
                )
        self.is_valid = len(findings.errors) == before

    def _compile(self, table: Mapping[str, SettingType]) -> dict[str, _GivenSetting]:
        known = known_names(self.component)
        compiler = Compiler(self.context, self.findings)
        given: dict[str, _GivenSetting] = {}
        for name, node in self.craft.settings.items():
            if name not in table:
                hint = did_you_mean(name, table)
                self.findings.error(
                    node.place, f"the craft '{self.craft.kind}' has no setting '{name}'{hint}"
                )
                continue
            setting = compiler.setting(node, known)
            if setting is None:
                continue
            given[name] = _GivenSetting(node, setting, table[name].convert)
            if setting.is_constant():
                self._value(name, given[name], {}, None)
        return given

    def _value(
        self, name: str, given: _GivenSetting, scope: Mapping[str, Any], record: Record | None
    ) -> Any:
        try:
            return given.convert(given.setting.get(scope), self.context)
        except ValueError as fault:
            place = given.node.place
            row = "" if record is None or given.setting.is_constant() else f" (for {record.place})"
            self.findings.error(place, about(name, f"{fault}{row}"))
            return None

    def records(self) -> tuple[tuple[Record, Settings], ...]:
        """Return each printed row with its settings; nothing if a setting is wrong."""
        if not self.is_valid:
            return ()
        before = len(self.findings.errors)
        made = [
            (record, self._settings(record))
            for record in self.component.table.records
            if self.component.copies(record) > 0
        ]
        return tuple(made) if len(self.findings.errors) == before else ()

    def _settings(self, record: Record) -> Settings:
        scope = {**self._shared, **record.values}
        values = {
            name: self._value(name, given, scope, record) for name, given in self._given.items()
        }
        given = {name: value for name, value in values.items() if value is not None}
        return {**self._defaults, **given}

    def fault(self, setting: str, message: str) -> None:
        """Report a mistake in a setting, at the setting or, if it was left out, at the craft."""
        node = self.craft.settings.get(setting)
        place = self.craft.place if node is None else node.place
        self.findings.error(place, f"'{setting}' {message}")

    def draw(
        self, setting: str, name: str, record: Record, extra: Mapping[str, Any] | None = None
    ) -> Frame | None:
        """Draw a template for a row, with additional names to read."""
        more = dict(extra or {})
        key = (name, frozenset(more))
        if key not in self._compiled:
            self._compiled[key] = self._compile_template(setting, name, key[1])
        drawing = self._compiled[key]
        if drawing is None:
            return None
        row = Record({**record.values, **more}, record.place)
        return drawing.draw(row, self._shared, self.findings)

    def _compile_template(
        self, setting: str, name: str, extra: frozenset[str]
    ) -> CompiledTemplate | None:
        template = self.craft.template(name)
        if template is None:
            self.fault(setting, f"names the unknown template '{name}'")
            return None
        label = f"{self.component.id}-{setting}"
        return compile_template(template, self.component, self.context, label, self.findings, extra)
