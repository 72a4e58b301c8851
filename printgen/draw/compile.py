"""Compile a template's nodes into patterns, and report every mistake in the template."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from printgen.catalog.model import Node, Template
from printgen.catalog.svg.paths import parse_path
from printgen.catalog.translations.codes import is_right_to_left
from printgen.draw import setting_types
from printgen.draw.compile_settings import SettingCompiler, names_of
from printgen.draw.context import DrawContext
from printgen.draw.element_kind import ElementKind
from printgen.draw.elements import KINDS
from printgen.draw.expression import Scope
from printgen.draw.include import INCLUDE, Included, IncludePattern
from printgen.draw.mirrored import ORIGIN, Axis, reflected
from printgen.draw.names import OF_EACH_COPY
from printgen.draw.pattern import (
    Cell,
    Conditional,
    ElementFault,
    ElementPattern,
    GroupPattern,
    GroupSettings,
    Pattern,
    RepeatPattern,
    conditional,
    group_matrix,
)
from printgen.draw.repeats import REPEAT, REPEAT_NAMES, in_mm, repeat_cells
from printgen.draw.setting import plain
from printgen.draw.setting_rules import settings_without_effect
from printgen.draw.tracks import TRACK, TRACK_NAMES, track_cells
from printgen.errors import Findings, Location, did_you_mean
from printgen.geometry import IDENTITY, Segments, rectangle
from printgen.limits import INCLUDES

COMMON: Final = frozenset({"name", "when", "mirrored"})
GROUP: Final = {
    "at": setting_types.SettingType(setting_types.numbers("x", "y"), (0.0, 0.0)),
    "rotate": setting_types.SettingType(setting_types.number, 0.0),
    "scale": setting_types.SettingType(setting_types.factors, (1.0, 1.0)),
    "skew": setting_types.SettingType(setting_types.slant, (0.0, 0.0)),
    "matrix": setting_types.SettingType(setting_types.matrix, IDENTITY),
    "opacity": setting_types.SettingType(setting_types.share, 1.0),
    "clip": setting_types.SettingType(setting_types.numbers("x", "y", "width", "height")),
    "clip_radius": setting_types.SettingType(setting_types.not_negative, 0.0),
    "clip_path": setting_types.SettingType(setting_types.text),
    "label": setting_types.SettingType(setting_types.flag, False),
    "blend": setting_types.SettingType(setting_types.choice("normal", "multiply"), "normal"),
}
IncludedKey = tuple[str, frozenset[str]]
"""The name of a template, and the names that it can read."""

STRUCTURES: Final[Mapping[str, frozenset[str]]] = {
    "group": frozenset(GROUP),
    "repeat": frozenset({"elements"}),
    "include": frozenset(INCLUDE) - {"include"},
    "track": frozenset(TRACK) - {"track"} | {"over", "as", "elements"},
}


class Compiler(SettingCompiler):
    """Compiles elements for the names that can be read where they are."""

    def __init__(
        self,
        context: DrawContext,
        findings: Findings,
        chain: tuple[str, ...] = (),
        of_each_copy: frozenset[str] = OF_EACH_COPY,
        included: dict[IncludedKey, Included] | None = None,
        template: Template | None = None,
    ) -> None:
        """`chain` names the templates around this one, which is the last of them. A template that
        reads a name `of_each_copy` draws every copy by itself. `included` are the templates that
        were compiled for those around this one. `template` has the elements."""
        super().__init__(context, findings)
        self.chain = chain
        self.of_each_copy = of_each_copy
        self.included_templates = {} if included is None else included
        self._width = template.width if template is not None else 0.0
        self._mirrored = template is not None and template.mirrored
        self._rtl = is_right_to_left(context.language)
        self._depth = 0
        self._axis: Axis | None = None
        """Where the elements are mirrored that are compiled now."""

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
        self._check_settings(name, entries, before)
        when = self.condition(entries.get("when"), known)
        if self._depth == 0:
            self._axis = self._top_axis(entries.get("mirrored"))
        elif "mirrored" in entries:
            message = "'mirrored' belongs on the element around this one"
            self.findings.error(entries["mirrored"].place, message)
        inner = self._pattern(name, node, entries, known)
        if inner is None or len(self.findings) > before or not self._can_draw(inner, node.place):
            return None
        return conditional(inner, when, node.place)

    def _check_settings(self, name: str, entries: Mapping[str, Node], before: int) -> None:
        """Report settings that the kind does not have; if there are none, those without effect: a
        misspelt setting is missing where it belongs."""
        allowed = STRUCTURES.get(name, frozenset()) if name in STRUCTURES else KINDS[name].settings
        for key, value in entries.items():
            if key not in allowed and key not in COMMON and key != name:
                hint = did_you_mean(key, {*allowed, *COMMON})
                self.findings.error(value.place, f"'{name}' has no setting '{key}'{hint}")
        if len(self.findings) == before:
            for key, message in settings_without_effect(name, entries):
                self.findings.error(entries[key].place, message)

    def _pattern(
        self, name: str, node: Node, entries: Mapping[str, Node], known: frozenset[str]
    ) -> Pattern | None:
        match name:
            case "group":
                return self._group(entries, known)
            case "repeat":
                return self._repeat(entries, known)
            case "track":
                return self._track(entries, known)
            case "include":
                return self._include(entries, known)
            case _:
                return self._leaf(KINDS[name], entries, node.place, known)

    def _top_axis(self, node: Node | None) -> Axis | None:
        """Return the axis of an element of the template itself; None if it is not mirrored."""
        mirrored = self._mirrored if node is None else node.value
        if not isinstance(mirrored, bool) and node is not None:
            self.findings.error(node.place, "'mirrored' must be true or false")
        return Axis(self._width) if mirrored is True and self._rtl else None

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

    def _leaf(
        self, kind: ElementKind, entries: Mapping[str, Node], place: Location, known: frozenset[str]
    ) -> ElementPattern | None:
        made = self.settings(kind.settings, entries, known)
        if made is None:
            return None
        changing = tuple(made.changing)
        names = names_of(made)
        return ElementPattern(kind, made.fixed, changing, self.context, place, names, self._axis)

    def _children(
        self, node: Node | None, known: frozenset[str], place: Location
    ) -> tuple[Pattern, ...]:
        if node is None or not isinstance(node.value, tuple):
            self.findings.error(node.place if node else place, "must be a list of elements")
            return ()
        outer, self._axis = self._axis, self._axis and ORIGIN
        self._depth += 1
        made = self.elements(node.value, known)
        self._depth -= 1
        self._axis = outer
        return made

    def _group(self, entries: Mapping[str, Node], known: frozenset[str]) -> GroupPattern | None:
        children = self._children(entries["group"], known, entries["group"].place)
        made = self.settings(GROUP, entries, known)
        if made is None:
            return None
        names = names_of(made).union(*(child.names for child in children))
        place, axis = entries["group"].place, self._axis

        def settings(scope: Scope) -> GroupSettings:
            try:
                s = self.evaluated(made, scope)
                clip = _clip(s)
            except ValueError as fault:
                raise ElementFault(place, "group", str(fault), "data") from None
            matrix = group_matrix(s["at"], s["rotate"], s["scale"], s["skew"], s["matrix"])
            if axis is not None:
                matrix = axis.moved(matrix or IDENTITY)
                clip = clip and reflected(clip)
            return GroupSettings(matrix, clip, s["opacity"], s["label"], s["blend"])

        return GroupPattern(children, settings, names)

    def _repeat(self, entries: Mapping[str, Node], known: frozenset[str]) -> RepeatPattern | None:
        node = entries["repeat"]
        options = node.value if isinstance(node.value, Mapping) else {"over": node}
        for key, value in options.items():
            if key not in REPEAT:
                self.findings.error(
                    value.place, f"'repeat' has no '{key}'{did_you_mean(key, REPEAT)}"
                )
        over = self.expression(options["over"], known) if "over" in options else None
        if "over" in options and over is None:
            return None
        variable = str(plain(options["as"])) if "as" in options else "item"
        inner = known | REPEAT_NAMES | {variable}
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
        names = (inside - REPEAT_NAMES - {variable}).union(
            over.names if over else (), *(setting.names for setting in is_valid.values())
        )

        axis = self._axis

        def cells(scope: Scope) -> Sequence[Cell]:
            try:
                values = over.evaluate(scope) if over else None
                options = {key: in_mm(key, s.get(scope)) for key, s in is_valid.items()}
                return _moved(repeat_cells(values, variable, options), axis)
            except ValueError as fault:
                raise ElementFault(node.place, "repeat", str(fault), "data") from None

        return RepeatPattern("repeat", children, cells, names, node.place)

    def _track(self, entries: Mapping[str, Node], known: frozenset[str]) -> RepeatPattern | None:
        place = entries["track"].place
        over = self.expression(entries["over"], known) if "over" in entries else None
        variable = str(plain(entries["as"])) if "as" in entries else "item"
        own = TRACK_NAMES | {variable} if over else TRACK_NAMES
        children = self._children(entries.get("elements"), known | own, place)
        made = self.settings(TRACK, entries, known)
        if made is None or ("over" in entries and over is None):
            return None
        inside = frozenset[str]().union(*(child.names for child in children))
        names = (inside - own).union(over.names if over else (), names_of(made))

        axis = self._axis

        def cells(scope: Scope) -> Sequence[Cell]:
            try:
                s = self.evaluated(made, scope)
                values = over.evaluate(scope) if over else None
                return _moved(track_cells(s, values, variable), axis)
            except ValueError as fault:
                raise ElementFault(place, "track", str(fault), "data") from None

        return RepeatPattern("track", children, cells, names, place)

    def _include(self, entries: Mapping[str, Node], known: frozenset[str]) -> IncludePattern | None:
        made = self.settings(INCLUDE, entries, known)
        if made is None:
            return None
        place, axis = entries["include"].place, self._axis

        def settings(scope: Scope) -> Mapping[str, Any]:
            try:
                s = self.evaluated(made, scope)
                return s if axis is None or s["box"] is None else {**s, "box": axis.box(s["box"])}
            except ValueError as fault:
                raise ElementFault(place, "include", str(fault), "data") from None

        def find(name: str, readable: frozenset[str]) -> Included:
            try:
                included = self._included(name, readable)
            except ValueError as fault:
                raise ElementFault(place, "include", str(fault), "data") from None
            if included.faults:
                message = str(included.faults[0])
                raise ElementFault(place, "include", message, "data", included.faults)
            return included

        names = names_of(made)
        given = {key for key, _, _ in made.changing}
        if "row" in entries:
            return IncludePattern(settings, find, known, names, place)
        if "include" in given:  # which names it reads depends on the row
            known -= self.of_each_copy
            return IncludePattern(settings, find, known, names | known, place)
        values = _names_in(entries.get("values"))
        try:
            included = self._included(made.fixed["include"], known | values)
        except ValueError as fault:
            self.findings.error(place, str(fault))
            return None
        self.findings.extend(included.faults)
        return IncludePattern(settings, find, known, names | (included.names - values), place)

    def _included(self, name: str, known: frozenset[str]) -> Included:
        """Compile another template; raises ValueError if there is none, or it includes itself."""
        if self.context.find_template is None:
            raise ValueError("can only be used by a game")
        if name in self.chain:
            loop = " → ".join((*self.chain[self.chain.index(name) :], name))
            raise ValueError(f"templates include one another in a loop: {loop}")
        if len(self.chain) > INCLUDES:
            raise ValueError(f"more than {INCLUDES} templates include one another; merge some")
        key = (name, known)
        if key in self.included_templates:
            return self.included_templates[key]
        template = self.context.find_template(name)
        findings = Findings()
        chain = (*self.chain, name)
        compiler = Compiler(
            self.context, findings, chain, self.of_each_copy, self.included_templates, template
        )
        patterns = compiler.elements(template.elements, known)
        names = frozenset[str]().union(*(pattern.names for pattern in patterns))
        made = Included(template, patterns, names, findings.errors)
        self.included_templates[key] = made
        return made


def _moved(cells: Sequence[Cell], axis: Axis | None) -> Sequence[Cell]:
    if axis is None:
        return cells
    return [Cell(cell.names, axis.moved(cell.matrix)) for cell in cells]


def _names_in(node: Node | None) -> frozenset[str]:
    return frozenset(node.value if node is not None and isinstance(node.value, Mapping) else ())


def _clip(s: Mapping[str, Any]) -> Segments | None:
    if s["clip_path"]:
        return parse_path(s["clip_path"])
    if s["clip"] is None:
        return None
    x, y, width, height = s["clip"]
    return rectangle(x, y, width, height, s["clip_radius"])
