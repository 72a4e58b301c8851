"""Takes a component's rows and templates, gives the finished faces of its pieces."""

from __future__ import annotations

from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from printgen.catalog.model import Component, Craft, Game, Record, Template
from printgen.catalog.svgpath import parse_path
from printgen.draw.compile import Compiler
from printgen.draw.pattern import ElementFault, Pattern, draw_all, fault_finding
from printgen.draw.setting import show
from printgen.draw.studio import Studio
from printgen.errors import Findings, did_you_mean
from printgen.frame import Frame, Item, Segments, ellipse, hexagon, rectangle

GAME_NAMES = frozenset(
    {"slug", "game", "credit", "designer", "version", "ink_style", "companion_url"}
)


class Face(Struct, frozen=True):
    """A row of a component with both its sides drawn."""

    record: Record
    front: Frame
    back: Frame | None
    copies: int


class Drawing(Struct, frozen=True):
    """A template ready to draw rows. Rows that read the same values share one frame."""

    template: Template
    patterns: tuple[Pattern, ...]
    order: tuple[str, ...]
    outline: Segments | None
    label: str
    memory: dict[Any, Frame] = field(default_factory=dict)

    def draw(self, record: Record, shared: dict[str, Any], findings: Findings) -> Frame:
        scope = {**shared, **record.values}
        key = tuple([scope[name] for name in self.order])
        known = self.memory.get(key)
        if known is None:
            known = self.memory[key] = self._draw(scope, record, findings)
        return known

    def _draw(self, scope: dict[str, Any], record: Record, findings: Findings) -> Frame:
        try:
            items = draw_all(self.patterns, scope)
        except ElementFault:
            items = self._draw_what_works(scope, record, findings)
        t = self.template
        name = f"{self.label}/{show(record.values.get('id'))}"
        return Frame(
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

    def _draw_what_works(
        self, scope: dict[str, Any], record: Record, findings: Findings
    ) -> tuple[Item, ...]:
        """Draws the elements one by one, so that each fault of a row is told."""
        items: list[Item] = []
        for pattern in self.patterns:
            try:
                items.extend(pattern.items(scope))
            except ElementFault as fault:
                findings.extend([fault_finding(fault, record.place, pattern.names)])
        return tuple(items)


def template_outline(template: Template) -> Segments | None:
    """The trim, where it is not a plain rectangle."""
    width, height = template.width, template.height
    if template.shape == "circle":
        return ellipse(width / 2, height / 2, width / 2, height / 2)
    if template.shape == "hex":
        radius = (height if template.pointy else width) / 2
        return hexagon(width / 2, height / 2, radius, pointy=template.pointy)
    if template.shape == "path" and template.outline:
        return parse_path(template.outline)
    if template.corner > 0:
        return rectangle(0, 0, width, height, template.corner)
    return None


def known_names(component: Component) -> frozenset[str]:
    """What expressions of a component may read: columns, constants and the game's own names."""
    columns = frozenset(column.name for column in component.table.columns)
    return columns | frozenset(component.constants) | GAME_NAMES


def shared_values(game: Game, component: Component, studio: Studio) -> dict[str, Any]:
    """The names that every row of a component reads alike."""
    return {
        "slug": game.slug,
        "game": game.title,
        "credit": game.credit,
        "designer": game.designer,
        "version": game.version,
        "ink_style": studio.ink,
        "companion_url": studio.companion_url,
        **component.constants,
    }


def prepare(
    template: Template,
    component: Component,
    studio: Studio,
    label: str,
    findings: Findings,
    extra: frozenset[str] = frozenset(),
) -> Drawing:
    """`extra` are names that whoever draws gives beside the row's own."""
    known = known_names(component) | extra
    patterns = Compiler(studio, known, findings).elements(template.elements, known)
    names = frozenset[str]().union(*(pattern.names for pattern in patterns))
    try:
        outline = template_outline(template)
    except ValueError as fault:
        findings.error(template.place, f"'outline' {fault}")
        outline = None
    return Drawing(template, patterns, tuple(sorted(names & known)), outline, label)


def draw_component(
    game: Game, component: Component, studio: Studio, findings: Findings
) -> tuple[Face, ...]:
    """Every row of a component that is printed at least once. A studio draws it once: whoever
    asks again gets the same faces and hears of the same faults."""
    known = studio.drawn.get(component.id)
    if known is None:
        own = Findings()
        # A row that could not be read right would only be told of twice.
        misread = {(found.place.file, found.place.row) for found in findings.errors}
        readable = _without(component, misread)
        if component.craft is not None:
            faces = _draw_craft(game, readable, component.craft, studio, own)
        else:
            faces = _draw_rows(game, readable, studio, own)
        known = studio.drawn[component.id] = (faces, tuple(own))
    findings.extend(known[1])
    made: tuple[Face, ...] = known[0]
    return made


def _without(component: Component, misread: set[tuple[str, int | None]]) -> Component:
    table = component.table
    records = tuple(r for r in table.records if (r.place.file, r.place.row) not in misread)
    if len(records) == len(table.records):
        return component
    return replace(component, table=replace(table, records=records))


def _draw_rows(
    game: Game, component: Component, studio: Studio, findings: Findings
) -> tuple[Face, ...]:
    if component.template is None:
        return ()
    front = prepare(component.template, component, studio, component.id, findings)
    back = None
    if component.back is not None:
        back = prepare(component.back, component, studio, f"{component.id}-back", findings)
    shared = shared_values(game, component, studio)
    faces = []
    for record in component.table.records:
        copies = component.copies(record)
        if copies > 0:
            faces.append(
                Face(
                    record,
                    front.draw(record, shared, findings),
                    back.draw(record, shared, findings) if back else None,
                    copies,
                )
            )
    return tuple(faces)


def _draw_craft(
    game: Game, component: Component, craft: Craft, studio: Studio, findings: Findings
) -> tuple[Face, ...]:
    from printgen.draw.crafts import CRAFTS

    make = CRAFTS.get(craft.kind)
    if make is None:
        findings.error(
            craft.place, f"there is no craft '{craft.kind}'{did_you_mean(craft.kind, CRAFTS)}"
        )
        return ()
    return make(game, component, studio, findings)
