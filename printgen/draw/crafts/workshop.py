"""Takes a component that is a craft, gives its settings for each row and its templates drawn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct

from printgen.catalog.model import Component, Craft, Game, Node, Record
from printgen.draw.compile import Compiler
from printgen.draw.component import Drawing, known_names, prepare, shared_values
from printgen.draw.kind import Convert, Wants
from printgen.draw.setting import Setting
from printgen.draw.studio import Studio
from printgen.errors import Findings, did_you_mean
from printgen.frame import Frame

Settings = Mapping[str, Any]


class _Asked(Struct, frozen=True):
    """A setting that was given: how a row makes its value, and what that must be."""

    node: Node
    setting: Setting
    convert: Convert


class Workshop:
    """Everything a craft works with. Faults go to `findings`; what is wrong gives None."""

    def __init__(
        self,
        game: Game,
        component: Component,
        studio: Studio,
        findings: Findings,
        table: Mapping[str, Wants],
        required: Iterable[str] = (),
    ) -> None:
        if component.craft is None:
            raise TypeError(f"'{component.id}' is not a craft")
        self.game = game
        self.component = component
        self.craft: Craft = component.craft
        self.studio = studio
        self.findings = findings
        self._shared = shared_values(game, component, studio)
        self._drawings: dict[tuple[str, frozenset[str]], Drawing | None] = {}
        self._defaults = {name: want.default for name, want in table.items()}
        before = len(findings.errors)
        self._asked = self._compile(table)
        for name in required:
            if name not in self.craft.settings:
                findings.error(
                    self.craft.place, f"the craft '{self.craft.kind}' needs the setting '{name}'"
                )
        self.is_sound = len(findings.errors) == before

    def _compile(self, table: Mapping[str, Wants]) -> dict[str, _Asked]:
        known = known_names(self.component)
        compiler = Compiler(self.studio, known, self.findings)
        asked: dict[str, _Asked] = {}
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
            asked[name] = _Asked(node, setting, table[name].convert)
            if setting.constant():
                self._value(name, asked[name], {}, None)
        return asked

    def _value(
        self, name: str, asked: _Asked, scope: Mapping[str, Any], record: Record | None
    ) -> Any:
        try:
            return asked.convert(asked.setting.get(scope), self.studio)
        except ValueError as fault:
            place = asked.node.place
            row = "" if record is None or asked.setting.constant() else f" (for {record.place})"
            self.findings.error(place, f"'{name}' {fault}{row}")
            return None

    def records(self) -> tuple[tuple[Record, Settings], ...]:
        """Each row that is printed, with its settings; none if a setting is wrong."""
        if not self.is_sound:
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
            name: self._value(name, asked, scope, record) for name, asked in self._asked.items()
        }
        given = {name: value for name, value in values.items() if value is not None}
        return {**self._defaults, **given}

    def fault(self, setting: str, message: str) -> None:
        """A mistake in a setting, told where it stands (or at the craft, if it was left out)."""
        node = self.craft.settings.get(setting)
        place = self.craft.place if node is None else node.place
        self.findings.error(place, f"'{setting}' {message}")

    def draw(
        self, setting: str, name: str, record: Record, extra: Mapping[str, Any] | None = None
    ) -> Frame | None:
        """A template's picture for a row, with further names to read."""
        more = dict(extra or {})
        key = (name, frozenset(more))
        if key not in self._drawings:
            self._drawings[key] = self._prepare(setting, name, key[1])
        drawing = self._drawings[key]
        if drawing is None:
            return None
        row = Record({**record.values, **more}, record.place)
        return drawing.draw(row, self._shared, self.findings)

    def _prepare(self, setting: str, name: str, extra: frozenset[str]) -> Drawing | None:
        template = self.craft.template(name)
        if template is None:
            self.fault(setting, f"names a template '{name}' that is not there")
            return None
        label = f"{self.component.id}-{setting}"
        return prepare(template, self.component, self.studio, label, self.findings, extra)
