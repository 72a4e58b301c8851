"""Draw the faces of a component's pieces, by its template or by its craft."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import PurePath
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from printgen.catalog.model import Component, Craft, Game, Record, Value
from printgen.draw.context import A5, STOCK, DrawContext, InkStyle, ToPrint
from printgen.draw.drawing import draw_rows
from printgen.draw.face import Face
from printgen.draw.layouts.piece_art import PieceSets
from printgen.errors import Findings, did_you_mean

if TYPE_CHECKING:
    from printgen.catalog.ppn.games import PpnGame  # most games have no layouts

BOTH: Final = ""
"""The edition in both of two languages."""
NOTHING: Final[Mapping[tuple[str, Record], tuple[Face, ...]]] = MappingProxyType({})


def make_draw_context(
    game: Game,
    ink: InkStyle,
    companion_url: str | None,
    stock: float = STOCK,
    to_print: ToPrint | None = None,
    booklet_page: tuple[float, float] = A5,
    kept: Mapping[tuple[str, Record], tuple[Face, ...]] = NOTHING,
) -> DrawContext:
    editions: dict[str, tuple[Game, DrawContext]] = {}
    for edition in (game, *game.editions):
        of = edition.language if edition is not game else BOTH
        made = _context(edition, ink, companion_url, stock, to_print, booklet_page, kept, editions)
        if not game.editions:
            return made
        editions[of] = edition, made
    return editions[BOTH][1]


def with_booklet_page(context: DrawContext, page: tuple[float, float]) -> DrawContext:
    """Return the context for booklets with pages of that size; nothing is drawn in it yet."""
    editions: dict[str, tuple[Game, DrawContext]] = {}
    made = replace(context, booklet_page=page, drawn={}, editions=editions)
    for of, (game, known) in context.editions.items():
        own = replace(known, booklet_page=page, drawn={}, editions=editions)
        editions[of] = game, made if of == BOTH else own
    return made


def _context(
    game: Game,
    ink: InkStyle,
    companion_url: str | None,
    stock: float,
    to_print: ToPrint | None,
    booklet_page: tuple[float, float],
    kept: Mapping[tuple[str, Record], tuple[Face, ...]],
    editions: dict[str, tuple[Game, DrawContext]],
) -> DrawContext:
    @cache
    def find_layout(path: str) -> Sequence[PpnGame]:
        from printgen.catalog.layout_files import read_layout

        return read_layout(game.folder, path, str(PurePath(game.place.file).parent))

    @cache
    def find_pieces() -> PieceSets:
        from printgen.draw.game_pieces import printed_pieces

        return printed_pieces(game, context)

    context = DrawContext(
        game.theme,
        game.art,
        ink,
        companion_url,
        game.tables,
        draw_component,
        stock,
        to_print,
        booklet_page=booklet_page,
        find_layout=find_layout,
        find_pieces=find_pieces,
        find_template=game.find_template,
        language=game.language,
        kept=kept,
        editions=editions,
    )
    return context


def draw_component(
    game: Game, component: Component, context: DrawContext, findings: Findings
) -> tuple[Face, ...]:
    """Draw every row of a component that is printed at least once. Each
    component is drawn once per context: a second call returns the same faces and findings."""
    if not game.is_complete:
        return ()
    if context.editions:
        game, context = context.editions[BOTH]
        component = _by_id(game, component.id)
        if component.bilingual == "back":
            return _draw_both_sides(component, context, findings)
        if component.language:
            game, context = context.editions[component.language]
            component = _by_id(game, component.id)
        elif component.bilingual != context.bilingual:
            context = replace(context, bilingual=component.bilingual)
    return _draw_component(game, component, context, findings)


def _by_id(game: Game, component_id: str) -> Component:
    return next(component for component in game.components if component.id == component_id)


def _draw_both_sides(
    component: Component, context: DrawContext, findings: Findings
) -> tuple[Face, ...]:
    """Draw pieces with the first language on the front and the second on the back."""
    sides: list[tuple[Face, ...]] = []
    for game, own in list(context.editions.values())[1:]:
        sides.append(_draw_component(game, _by_id(game, component.id), own, findings))
    return tuple(replace(front, back=back.front) for front, back in zip(*sides, strict=False))


def _draw_component(
    game: Game, component: Component, context: DrawContext, findings: Findings
) -> tuple[Face, ...]:
    known = context.drawn.get(component.id)
    if known is None:
        own = Findings()
        # Rows that were misread are already reported; drawing them would report them again.
        misread = {(found.place.file, found.place.row) for found in findings.errors}
        readable = _without_misread(component, misread) if misread else component
        if component.craft is not None:
            faces = _draw_craft(game, readable, component.craft, context, own)
        else:
            faces = draw_rows(game, readable, context, own)
        # Templates also read rows of other tables. If those were misread, errors here are only
        # a consequence.
        is_consequence = bool(game.misread - {component.table.file})
        reported = tuple(found for found in own if not (is_consequence and found.is_error))
        known = context.drawn[component.id] = (faces, reported)
    findings.extend(known[1])
    return known[0]


def _without_misread(component: Component, misread: set[tuple[str, int | None]]) -> Component:
    table = component.table
    records = tuple(r for r in table.records if not _is_misread(r, misread))
    if len(records) == len(table.records):
        return component
    return replace(component, table=replace(table, records=records))


def _is_misread(value: Value, misread: set[tuple[str, int | None]]) -> bool:
    """Return whether a row, or one that it refers to, could not be read correctly."""
    if isinstance(value, tuple):
        return any(_is_misread(item, misread) for item in value)
    if not isinstance(value, Record):
        return False
    if (value.place.file, value.place.row) in misread:
        return True
    return any(_is_misread(inner, misread) for inner in value.values.values())


def _draw_craft(
    game: Game, component: Component, craft: Craft, context: DrawContext, findings: Findings
) -> tuple[Face, ...]:
    from printgen.draw.crafts import CRAFTS

    make = CRAFTS.get(craft.kind)
    if make is None:
        findings.error(
            craft.place, f"there is no craft '{craft.kind}'{did_you_mean(craft.kind, CRAFTS)}"
        )
        return ()
    return make(game, component, context, findings)
