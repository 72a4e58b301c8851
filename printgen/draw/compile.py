"""Takes a template's nodes, gives patterns; every mistake in the template is found here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from printgen.catalog.model import Node
from printgen.catalog.svgpath import parse_path
from printgen.draw import kind as wants
from printgen.draw.elements import KINDS
from printgen.draw.expression import Expression, Function, Scope, compile_expression
from printgen.draw.kind import Kind
from printgen.draw.pattern import (
    LOOP_NAMES,
    Cell,
    Cluster,
    ClusterSettings,
    ElementFault,
    Guarded,
    Leaf,
    Pattern,
    Repeated,
    cluster_matrix,
    guarded,
)
from printgen.draw.setting import Setting, compile_setting, plain
from printgen.draw.studio import Studio
from printgen.errors import Findings, Place, did_you_mean
from printgen.frame import Segments, rectangle

COMMON: Final = frozenset({"name", "when"})
GROUP: Final = {
    "at": wants.Wants(wants.numbers("x", "y"), (0.0, 0.0)),
    "rotate": wants.Wants(wants.number, 0.0),
    "scale": wants.Wants(wants.positive, 1.0),
    "opacity": wants.Wants(wants.positive, 1.0),
    "clip": wants.Wants(wants.numbers("x", "y", "width", "height")),
    "clip_radius": wants.Wants(wants.not_negative, 0.0),
    "clip_path": wants.Wants(wants.text),
}
REPEAT: Final = frozenset(
    {"over", "as", "columns", "rows", "dx", "dy", "x", "y", "align", "stagger"}
)
STRUCTURES: Final[Mapping[str, frozenset[str]]] = {
    "group": frozenset(GROUP),
    "repeat": frozenset({"elements"}),
}
MOST_CELLS: Final = 5000


class Compiler:
    """Compiles elements for the names that a component's rows have."""

    def __init__(self, studio: Studio, known: frozenset[str], findings: Findings) -> None:
        self.studio = studio
        self.findings = findings
        self.functions: Mapping[str, Function] = studio.functions()
        self.known = known

    def elements(self, nodes: Sequence[Node], known: frozenset[str]) -> tuple[Pattern, ...]:
        made = (self.element(node, known) for node in nodes)
        return tuple(pattern for pattern in made if pattern is not None)

    def element(self, node: Node, known: frozenset[str]) -> Guarded | None:
        """None for an element with a mistake in it: rows must not repeat what is told here."""
        before = len(self.findings)
        if not isinstance(node.value, Mapping):
            self.findings.error(node.place, "an element is a mapping such as 'text: …'")
            return None
        said = node.value
        kinds = [key for key in said if key in KINDS or key in STRUCTURES]
        if len(kinds) != 1:
            self._wrong_kind(node.place, said, kinds)
            return None
        name = kinds[0]
        allowed = STRUCTURES.get(name, frozenset()) if name in STRUCTURES else KINDS[name].settings
        for key, value in said.items():
            if key not in allowed and key not in COMMON and key != name:
                hint = did_you_mean(key, {*allowed, *COMMON})
                self.findings.error(value.place, f"'{name}' has no setting '{key}'{hint}")
        when = self._condition(said.get("when"), known)
        inner: Pattern | None
        if name == "group":
            inner = self._group(said, known)
        elif name == "repeat":
            inner = self._repeat(said, known)
        else:
            inner = self._leaf(KINDS[name], said, node.place, known)
        if inner is None or len(self.findings) > before or not self._can_draw(inner, node.place):
            return None
        return guarded(inner, when, node.place)

    def _can_draw(self, pattern: Pattern, place: Place) -> bool:
        """Draws what no row changes at once: its faults are the template's."""
        if isinstance(pattern, Leaf) and not pattern.names:
            try:
                pattern.items({})
            except ElementFault as fault:
                self.findings.error(place, f"'{fault.field}': {fault}", fault.code)
                return False
        return True

    def _wrong_kind(self, place: Place, said: Mapping[str, Node], kinds: list[str]) -> None:
        every = sorted({*KINDS, *STRUCTURES})
        if kinds:
            self.findings.error(place, f"an element is one thing, not {' and '.join(kinds)}")
            return
        hints = [did_you_mean(key, every) for key in said]
        hint = next((h for h in hints if h.startswith(" (did")), f" (known: {', '.join(every)})")
        shown = ", ".join(f"'{key}'" for key in said)
        self.findings.error(place, f"no kind of element among {shown or 'nothing'}{hint}")

    def _condition(self, node: Node | None, known: frozenset[str]) -> Expression | None:
        if node is None:
            return None
        return self._expression(node, known)

    def _expression(self, node: Node, known: frozenset[str]) -> Expression | None:
        text = "" if node.value is None else str(plain(node))
        try:
            expression = compile_expression(text, self.functions)
        except ValueError as fault:
            self.findings.error(node.place, str(fault))
            return None
        return expression if self._known(expression.names, known, node.place) else None

    def _known(self, names: frozenset[str], known: frozenset[str], place: Place) -> bool:
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
        table: Mapping[str, wants.Wants],
        said: Mapping[str, Node],
        known: frozenset[str],
    ) -> tuple[dict[str, Any], list[tuple[str, Setting, wants.Convert]]] | None:
        """Converts now what every row shares; keeps for later what a row decides."""
        fixed: dict[str, Any] = {key: want.default for key, want in table.items()}
        changing: list[tuple[str, Setting, wants.Convert]] = []
        sound = True
        for key, want in table.items():
            node = said.get(key)
            if node is None:
                continue
            setting = self.setting(node, known)
            if setting is None:
                sound = False
            elif setting.names:
                changing.append((key, setting, want.convert))
            else:
                try:
                    fixed[key] = want.convert(setting.get({}), self.studio)
                except ValueError as fault:
                    self.findings.error(node.place, f"'{key}' {fault}")
                    sound = False
        return (fixed, changing) if sound else None

    def _leaf(
        self, kind: Kind, said: Mapping[str, Node], place: Place, known: frozenset[str]
    ) -> Leaf | None:
        made = self._settings(kind.settings, said, known)
        if made is None:
            return None
        fixed, changing = made
        names = frozenset[str]().union(*(setting.names for _, setting, _ in changing))
        return Leaf(kind, fixed, tuple(changing), self.studio, place, names)

    def _children(
        self, node: Node | None, known: frozenset[str], place: Place
    ) -> tuple[Pattern, ...]:
        if node is None or not isinstance(node.value, tuple):
            self.findings.error(node.place if node else place, "should be a list of elements")
            return ()
        return self.elements(node.value, known)

    def _group(self, said: Mapping[str, Node], known: frozenset[str]) -> Cluster | None:
        children = self._children(said["group"], known, said["group"].place)
        made = self._settings(GROUP, said, known)
        if made is None:
            return None
        fixed, changing = made
        names = frozenset[str]().union(
            *(setting.names for _, setting, _ in changing), *(child.names for child in children)
        )
        place = said["group"].place

        def settings(scope: Scope) -> ClusterSettings:
            s = dict(fixed)
            try:
                for key, setting, convert in changing:
                    s[key] = convert(setting.get(scope), self.studio)
                clip = _clip(s)
            except ValueError as fault:
                raise ElementFault(place, "group", str(fault), "data") from None
            return ClusterSettings(
                cluster_matrix(s["at"], s["rotate"], s["scale"]), clip, s["opacity"]
            )

        return Cluster(children, settings, names)

    def _repeat(self, said: Mapping[str, Node], known: frozenset[str]) -> Repeated | None:
        node = said["repeat"]
        asked = node.value if isinstance(node.value, Mapping) else {"over": node}
        for key, value in asked.items():
            if key not in REPEAT:
                self.findings.error(
                    value.place, f"'repeat' has no '{key}'{did_you_mean(key, REPEAT)}"
                )
        over = self._expression(asked["over"], known) if "over" in asked else None
        if "over" in asked and over is None:
            return None
        variable = str(plain(asked["as"])) if "as" in asked else "item"
        inner = known | LOOP_NAMES | {variable}
        children = self._children(said.get("elements"), inner, node.place)
        numbers = {
            key: self.setting(asked[key], known)
            for key in ("columns", "rows", "dx", "dy", "x", "y", "align", "stagger")
            if key in asked
        }
        if any(setting is None for setting in numbers.values()):
            return None
        sound = {key: setting for key, setting in numbers.items() if setting is not None}
        inside = frozenset[str]().union(*(child.names for child in children))
        names = (inside - LOOP_NAMES - {variable}).union(
            over.names if over else (), *(setting.names for setting in sound.values())
        )

        def cells(scope: Scope) -> Sequence[Cell]:
            try:
                values = over.evaluate(scope) if over else None
                return lay_cells(values, {key: s.get(scope) for key, s in sound.items()})
            except ValueError as fault:
                raise ElementFault(node.place, "repeat", str(fault), "data") from None

        return Repeated(children, cells, variable, names)


def _clip(s: Mapping[str, Any]) -> Segments | None:
    if s["clip_path"]:
        return parse_path(s["clip_path"])
    if s["clip"] is None:
        return None
    x, y, width, height = s["clip"]
    return rectangle(x, y, width, height, s["clip_radius"])


def _frozen(value: Any) -> Any:
    """A list that an expression made, as a value that patterns can remember."""
    return tuple(map(_frozen, value)) if isinstance(value, list) else value


def lay_cells(values: Any, asked: Mapping[str, Any]) -> list[Cell]:
    """Where each value of a list, or each cell of a grid, stands."""
    columns, rows = asked.get("columns"), asked.get("rows")
    for key, value in asked.items():
        if key != "align" and (isinstance(value, bool) or not isinstance(value, int | float)):
            raise ValueError(f"'{key}' should be a number, not {value!r}")
    if values is None:
        if columns is None and rows is None:
            raise ValueError("needs 'over' (a list) or 'columns' and 'rows' (a grid)")
        values = range(int(columns or 1) * int(rows or 1))
    elif not isinstance(values, tuple | list | range):
        raise ValueError(f"'over' should give a list, not {values!r}")
    values = [_frozen(value) for value in values]
    if len(values) > MOST_CELLS:
        raise ValueError(f"would draw {len(values)} times; the most is {MOST_CELLS}")
    wide = int(columns) if columns else max(1, len(values))
    dx, dy = float(asked.get("dx", 0)), float(asked.get("dy", 0))
    align = asked.get("align", "left")
    if align not in ("left", "center", "right"):
        raise ValueError(f"'align' cannot be {align!r} (known: left, center, right)")
    made: list[Cell] = []
    for index, value in enumerate(values):
        row, column = divmod(index, wide)
        in_row = min(wide, len(values) - row * wide)
        shift = {"left": 0.0, "center": (in_row - 1) / 2, "right": float(in_row - 1)}[align]
        stagger = float(asked.get("stagger", 0)) if row % 2 else 0.0
        x = float(asked.get("x", 0)) + (column - shift + stagger) * dx
        y = float(asked.get("y", 0)) + row * dy
        made.append(Cell(value, index, row, column, x, y))
    return made
