"""Draw the rows of a component with a compiled template."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from printgen.catalog.model import Component, Game, Record, Template
from printgen.catalog.translations.pairs import pair
from printgen.draw.compile import Compiler
from printgen.draw.context import DrawContext, InkStyle
from printgen.draw.face import Face
from printgen.draw.grounds import keep_outlines_inside
from printgen.draw.names import COUNTS, GAME_NAMES, OF_EACH_COPY
from printgen.draw.outline import template_outline
from printgen.draw.pattern import ElementFault, Pattern, draw_all, fault_findings
from printgen.draw.show import show
from printgen.errors import Findings
from printgen.frame import Frame, Item
from printgen.geometry import Segments


class CompiledTemplate(Struct, frozen=True):
    """A template ready to draw rows. Rows that read the same values share one frame."""

    template: Template
    patterns: tuple[Pattern, ...]
    order: tuple[str, ...]
    outline: Segments | None
    label: str
    ink: InkStyle
    cache: dict[Any, Frame] = field(default_factory=dict)

    def draw(self, record: Record, shared: dict[str, Any], findings: Findings) -> Frame:
        scope = {**shared, **record.values}
        key = tuple([scope[name] for name in self.order])
        known = self.cache.get(key)
        if known is None:
            known = self.cache[key] = self._draw(scope, record, findings)
        return known

    def _draw(self, scope: dict[str, Any], record: Record, findings: Findings) -> Frame:
        try:
            items = draw_all(self.patterns, scope)
        except ElementFault:
            items = self._draw_valid_elements(scope, record, findings)
        t = self.template
        name = f"{self.label}/{show(record.values.get('id'))}"
        frame = Frame(
            name,
            t.width,
            t.height,
            items,
            t.bleed,
            t.safe,
            self.outline,
            record.place,
            clipped=True,
        )
        return keep_outlines_inside(frame) if self.ink == "low" else frame

    def _draw_valid_elements(
        self, scope: dict[str, Any], record: Record, findings: Findings
    ) -> tuple[Item, ...]:
        """Draw the elements one by one, so that each fault of a row is reported."""
        items: list[Item] = []
        for pattern in self.patterns:
            try:
                items.extend(pattern.items(scope))
            except ElementFault as fault:
                columns = pattern.names & record.values.keys()
                findings.extend(fault_findings(fault, record.place, frozenset(columns)))
        return tuple(items)


def own_names(component: Component) -> frozenset[str]:
    """Return the names of a component's columns and constants."""
    columns = frozenset(column.name for column in component.table.columns)
    return columns | frozenset(component.constants)


def known_names(component: Component) -> frozenset[str]:
    """Return the names that a component's expressions may read: columns, constants and the game's
    own names."""
    return own_names(component) | GAME_NAMES | COUNTS


def shared_values(game: Game, component: Component, context: DrawContext) -> dict[str, Any]:
    """Return the values that all rows of a component share."""
    editions = game.editions or (game,)
    return {
        "slug": game.slug,
        "game": pair(editions[0].title, editions[-1].title),
        "credit": pair(editions[0].credit, editions[-1].credit),
        "designer": game.designer,
        "version": game.version,
        "edition": game.edition,
        "ink_style": context.ink,
        "companion_url": context.companion_url,
        **counts_of(component, None, 1, 1),
        **component.constants,
    }


def counts_of(
    component: Component, record: Record | None, number: int, copy: int
) -> dict[str, int]:
    """Return the place of a piece: its number among all pieces, and which copy of its row it is."""
    return {
        "number": number,
        "total": sum(map(component.copies, component.table.records)),
        "copy": copy,
        "copies": 1 if record is None else component.copies(record),
    }


def counts_of_row(component: Component, row: Record) -> dict[str, int]:
    """Return the place of the first copy of a row."""
    number = 1
    for record in component.table.records:
        if record is row:
            break
        number += component.copies(record)
    return counts_of(component, row, number, 1)


def compile_template(
    template: Template,
    component: Component,
    context: DrawContext,
    label: str,
    findings: Findings,
    extra: frozenset[str] = frozenset(),
) -> CompiledTemplate:
    """Compile a template for a component; `extra` are names that the caller adds to the row's
    own."""
    known = known_names(component) | extra
    of_each_copy = OF_EACH_COPY - own_names(component) - extra
    compiler = Compiler(context, findings, (template.name,), of_each_copy, template=template)
    patterns = compiler.elements(template.elements, known)
    names = frozenset[str]().union(*(pattern.names for pattern in patterns))
    try:
        outline = template_outline(template)
    except ValueError as fault:
        findings.error(template.place, f"'outline' {fault}")
        outline = None
    return CompiledTemplate(
        template, patterns, tuple(sorted(names & known)), outline, label, context.ink
    )


def draw_rows(
    game: Game, component: Component, context: DrawContext, findings: Findings
) -> tuple[Face, ...]:
    """Draw every row once, or every copy by itself if a template reads its number."""
    if component.template is None:
        return ()
    compiled: dict[tuple[str, str], CompiledTemplate] = {}

    def drawer(template: Template, label: str) -> CompiledTemplate:
        key = (template.name, label)
        if key not in compiled:
            compiled[key] = compile_template(template, component, context, label, findings)
        return compiled[key]

    shared = shared_values(game, component, context)
    own = own_names(component)
    faces: list[Face] = []
    number = 1
    for record in component.table.records:
        copies = component.copies(record)
        if copies < 1:
            continue
        known = context.kept.get((component.id, record))
        if known is not None:
            faces.extend(known)
            number += copies
            continue
        template, back = component.front_of(record), component.back_of(record)
        sides = [drawer(template or component.template, component.id)]
        if back is not None:
            sides.append(drawer(back, f"{component.id}-back"))
        counts = _counts_read(sides) - own
        each = copies if counts & OF_EACH_COPY else 1
        for copy in range(1, each + 1):
            values = shared
            if counts:
                values = {**shared, **counts_of(component, record, number + copy - 1, copy)}
                values |= component.constants
            front, *behind = [side.draw(record, values, findings) for side in sides]
            faces.append(
                Face(_copy_of(record, copy), front, behind[0] if behind else None, copies // each)
            )
        number += copies
    return tuple(faces)


def _counts_read(sides: Sequence[CompiledTemplate]) -> set[str]:
    return {name for side in sides for name in side.order} & COUNTS


def _copy_of(record: Record, copy: int) -> Record:
    """Return the row under an id of its own for each copy after the first."""
    if copy == 1:
        return record
    return replace(record, values={**record.values, "id": f"{record.values.get('id')}-{copy}"})
