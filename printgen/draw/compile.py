"""Compile a template's nodes into patterns, and report every mistake in the template."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from printgen.catalog.model import Node
from printgen.catalog.svg.paths import parse_path
from printgen.draw import setting_types
from printgen.draw.context import DrawContext
from printgen.draw.element_kind import ElementKind
from printgen.draw.elements import KINDS
from printgen.draw.expression import Expression, Scope, compile_expression
from printgen.draw.functions import Function
from printgen.draw.pattern import (
    LOOP_NAMES,
    Conditional,
    ElementFault,
    ElementPattern,
    GroupPattern,
    GroupSettings,
    Pattern,
    RepeatCell,
    RepeatPattern,
    conditional,
    group_matrix,
)
from printgen.draw.setting import Setting, compile_setting, plain
from printgen.draw.setting_types import quoted
from printgen.errors import Findings, Location, did_you_mean
from printgen.frame import Segments, rectangle
from printgen.lengths import parse_length
from printgen.limits import MAX_MM, REPEATS

BRACED: Final = re.compile(r"\s*\{\s*(.*?)\s*\}\s*", re.DOTALL)
COMMON: Final = frozenset({"name", "when"})
GROUP: Final = {
    "at": setting_types.SettingType(setting_types.numbers("x", "y"), (0.0, 0.0)),
    "rotate": setting_types.SettingType(setting_types.number, 0.0),
    "scale": setting_types.SettingType(setting_types.factors, (1.0, 1.0)),
    "skew": setting_types.SettingType(setting_types.numbers("across", "down"), (0.0, 0.0)),
    "opacity": setting_types.SettingType(setting_types.positive, 1.0),
    "clip": setting_types.SettingType(setting_types.numbers("x", "y", "width", "height")),
    "clip_radius": setting_types.SettingType(setting_types.not_negative, 0.0),
    "clip_path": setting_types.SettingType(setting_types.text),
    "label": setting_types.SettingType(setting_types.flag, False),
    "blend": setting_types.SettingType(setting_types.choice("normal", "multiply"), "normal"),
}
REPEAT: Final = frozenset(
    {"over", "as", "columns", "rows", "dx", "dy", "x", "y", "align", "stagger"}
)
STRUCTURES: Final[Mapping[str, frozenset[str]]] = {
    "group": frozenset(GROUP),
    "repeat": frozenset({"elements"}),
}


class Compiler:
    """Compiles elements for the names that a component's rows have."""

    def __init__(self, context: DrawContext, known: frozenset[str], findings: Findings) -> None:
        self.context = context
        self.findings = findings
        self.functions: Mapping[str, Function] = context.functions()
        self.known = known

    def elements(self, nodes: Sequence[Node], known: frozenset[str]) -> tuple[Pattern, ...]:
        made = (self.element(node, known) for node in nodes)
        return tuple(pattern for pattern in made if pattern is not None)

    def element(self, node: Node, known: frozenset[str]) -> Conditional | None:
        """Compile one element; return None if it has a mistake, reported only once."""
        before = len(self.findings)
        if not isinstance(node.value, Mapping):
            self.findings.error(node.place, "an element is a mapping such as 'text: …'")
            return None
        entries = node.value
        kinds = [key for key in entries if key in KINDS or key in STRUCTURES]
        if len(kinds) != 1:
            self._wrong_kind(node.place, entries, kinds)
            return None
        name = kinds[0]
        allowed = STRUCTURES.get(name, frozenset()) if name in STRUCTURES else KINDS[name].settings
        for key, value in entries.items():
            if key not in allowed and key not in COMMON and key != name:
                hint = did_you_mean(key, {*allowed, *COMMON})
                self.findings.error(value.place, f"'{name}' has no setting '{key}'{hint}")
        when = self._condition(entries.get("when"), known)
        inner: Pattern | None
        if name == "group":
            inner = self._group(entries, known)
        elif name == "repeat":
            inner = self._repeat(entries, known)
        else:
            inner = self._leaf(KINDS[name], entries, node.place, known)
        if inner is None or len(self.findings) > before or not self._can_draw(inner, node.place):
            return None
        return conditional(inner, when, node.place)

    def _can_draw(self, pattern: Pattern, place: Location) -> bool:
        """Draw an element that is the same for every row now, so that its faults are reported once,
        at the template."""
        if isinstance(pattern, ElementPattern) and not pattern.names:
            try:
                pattern.items({})
            except ElementFault as fault:
                if fault.causes:
                    self.findings.extend(fault.causes)
                else:
                    self.findings.error(place, f"'{fault.field}': {fault}", fault.code)
                return False
        return True

    def _wrong_kind(self, place: Location, entries: Mapping[str, Node], kinds: list[str]) -> None:
        every = sorted({*KINDS, *STRUCTURES})
        if kinds:
            self.findings.error(
                place, f"an element has one kind, not {' and '.join(kinds)}; split it"
            )
            return
        hints = [did_you_mean(key, every) for key in entries]
        hint = next((h for h in hints if h.startswith(" (did")), f" (known: {', '.join(every)})")
        names = ", ".join(f"'{key}'" for key in entries)
        finding = f"no kind of element in {names}" if names else "the element is empty"
        self.findings.error(place, f"{finding}{hint}")

    def _condition(self, node: Node | None, known: frozenset[str]) -> Expression | None:
        if node is None:
            return None
        return self._expression(node, known)

    def _expression(self, node: Node, known: frozenset[str]) -> Expression | None:
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

    def _settings(
        self,
        table: Mapping[str, setting_types.SettingType],
        entries: Mapping[str, Node],
        known: frozenset[str],
    ) -> tuple[dict[str, Any], list[tuple[str, Setting, setting_types.Convert]]] | None:
        """Convert the settings that are the same for every row; return the others for later."""
        fixed: dict[str, Any] = {key: setting_type.default for key, setting_type in table.items()}
        changing: list[tuple[str, Setting, setting_types.Convert]] = []
        is_valid = True
        for key, setting_type in table.items():
            node = entries.get(key)
            if node is None:
                continue
            setting = self.setting(node, known)
            if setting is None:
                is_valid = False
            elif setting.names:
                changing.append((key, setting, setting_type.convert))
            else:
                try:
                    fixed[key] = setting_type.convert(setting.get({}), self.context)
                except ValueError as fault:
                    self.findings.error(node.place, f"'{key}' {fault}")
                    is_valid = False
        return (fixed, changing) if is_valid else None

    def _leaf(
        self, kind: ElementKind, entries: Mapping[str, Node], place: Location, known: frozenset[str]
    ) -> ElementPattern | None:
        made = self._settings(kind.settings, entries, known)
        if made is None:
            return None
        fixed, changing = made
        names = frozenset[str]().union(*(setting.names for _, setting, _ in changing))
        return ElementPattern(kind, fixed, tuple(changing), self.context, place, names)

    def _children(
        self, node: Node | None, known: frozenset[str], place: Location
    ) -> tuple[Pattern, ...]:
        if node is None or not isinstance(node.value, tuple):
            self.findings.error(node.place if node else place, "must be a list of elements")
            return ()
        return self.elements(node.value, known)

    def _group(self, entries: Mapping[str, Node], known: frozenset[str]) -> GroupPattern | None:
        children = self._children(entries["group"], known, entries["group"].place)
        made = self._settings(GROUP, entries, known)
        if made is None:
            return None
        fixed, changing = made
        names = frozenset[str]().union(
            *(setting.names for _, setting, _ in changing), *(child.names for child in children)
        )
        place = entries["group"].place

        def settings(scope: Scope) -> GroupSettings:
            s = dict(fixed)
            try:
                for key, setting, convert in changing:
                    s[key] = convert(setting.get(scope), self.context)
                clip = _clip(s)
            except ValueError as fault:
                raise ElementFault(place, "group", str(fault), "data") from None
            return GroupSettings(
                group_matrix(s["at"], s["rotate"], s["scale"], s["skew"]),
                clip,
                s["opacity"],
                s["label"],
                s["blend"],
            )

        return GroupPattern(children, settings, names)

    def _repeat(self, entries: Mapping[str, Node], known: frozenset[str]) -> RepeatPattern | None:
        node = entries["repeat"]
        options = node.value if isinstance(node.value, Mapping) else {"over": node}
        for key, value in options.items():
            if key not in REPEAT:
                self.findings.error(
                    value.place, f"'repeat' has no '{key}'{did_you_mean(key, REPEAT)}"
                )
        over = self._expression(options["over"], known) if "over" in options else None
        if "over" in options and over is None:
            return None
        variable = str(plain(options["as"])) if "as" in options else "item"
        inner = known | LOOP_NAMES | {variable}
        children = self._children(entries.get("elements"), inner, node.place)
        numbers = {
            key: self.setting(options[key], known)
            for key in ("columns", "rows", "dx", "dy", "x", "y", "align", "stagger")
            if key in options
        }
        if any(setting is None for setting in numbers.values()):
            return None
        is_valid = {key: setting for key, setting in numbers.items() if setting is not None}
        inside = frozenset[str]().union(*(child.names for child in children))
        names = (inside - LOOP_NAMES - {variable}).union(
            over.names if over else (), *(setting.names for setting in is_valid.values())
        )

        def cells(scope: Scope) -> Sequence[RepeatCell]:
            try:
                values = over.evaluate(scope) if over else None
                options = {key: _in_mm(key, s.get(scope)) for key, s in is_valid.items()}
                return repeat_cells(values, options)
            except ValueError as fault:
                raise ElementFault(node.place, "repeat", str(fault), "data") from None

        return RepeatPattern(children, cells, variable, names, node.place)


def _clip(s: Mapping[str, Any]) -> Segments | None:
    if s["clip_path"]:
        return parse_path(s["clip_path"])
    if s["clip"] is None:
        return None
    x, y, width, height = s["clip"]
    return rectangle(x, y, width, height, s["clip_radius"])


def _frozen(value: Any) -> Any:
    """Return a list from an expression as a hashable tuple."""
    return tuple(map(_frozen, value)) if isinstance(value, list) else value


def _in_mm(key: str, value: Any) -> Any:
    """Return a length of a repeat without its unit; other values as they are."""
    is_length = key in ("dx", "dy", "x", "y") and isinstance(value, str)
    length = parse_length(value) if is_length else None
    return value if length is None else length


def _check_number(key: str, value: Any) -> None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError(f"'{key}' must be a number, not {quoted(value)}")
    if not abs(value) <= MAX_MM:
        raise ValueError(f"'{key}' must be at most {MAX_MM:g}, not {value:g}")


def _check_repeats(count: int) -> None:
    if count > REPEATS:
        raise ValueError(f"would draw {count} times; the limit is {REPEATS}")


def repeat_cells(values: Any, options: Mapping[str, Any]) -> list[RepeatCell]:
    """Return the positions at which the values of a list, or the cells of a grid, are drawn."""
    columns, rows = options.get("columns"), options.get("rows")
    for key, value in options.items():
        if key != "align":
            _check_number(key, value)
    values_given = values is not None
    if values is None:
        if columns is None and rows is None:
            raise ValueError("needs 'over' (a list) or 'columns' and 'rows' (a grid)")
        values = range(int(columns or 1) * int(rows or 1))
        _check_repeats(values.stop)
    elif not isinstance(values, tuple | list | range):
        raise ValueError(f"'over' must give a list, not {values!r}")
    _check_repeats(len(values))
    values = [_frozen(value) for value in values]
    wide = max(1, int(columns) if columns else len(values))
    dx, dy = float(options.get("dx", 0)), float(options.get("dy", 0))
    align = options.get("align", "left")
    if align not in ("left", "center", "right"):
        raise ValueError(f"'align' cannot be {align!r} (known: left, center, right)")
    made: list[RepeatCell] = []
    in_line = values_given and columns is None  # a list without columns moves by dx and dy
    for index, value in enumerate(values):
        row, column = divmod(index, wide)
        in_row = min(wide, len(values) - row * wide)
        shift = {"left": 0.0, "center": (in_row - 1) / 2, "right": float(in_row - 1)}[align]
        stagger = float(options.get("stagger", 0)) if row % 2 else 0.0
        x = float(options.get("x", 0)) + (column - shift + stagger) * dx
        y = float(options.get("y", 0)) + (index if in_line else row) * dy
        made.append(RepeatCell(value, index, row, column, x, y))
    return made
