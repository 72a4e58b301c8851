"""Count what a parts list says about each component."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from printgen.catalog.model import Component, Game
from printgen.catalog.translations.own import Words
from printgen.catalog.translations.pairs import both
from printgen.draw.context import DrawContext
from printgen.draw.face import Face
from printgen.draw.outline import template_outline
from printgen.errors import Findings
from printgen.frame import Frame

FrontAndBack = tuple[Frame, Frame | None]
NOT_LISTED: Final = frozenset({"parts"})


class Part(Struct, frozen=True):
    """One row of the list. `sheets` says where it is printed; `thumbnail` is the first face, if it
    was drawn to be counted."""

    component: Component
    count: int
    sizes: tuple[tuple[float, float], ...]
    sheets: str
    thumbnail: Frame | None

    def size(self, words: Words) -> str:
        if len(self.sizes) > 1:
            longest = max(self.sizes)
            size = f"{longest[0]:.0f} × {longest[1]:.0f} mm"
            return words("up to {size}", size=size)
        size = "".join(f"{round(w, 1):g} × {round(h, 1):g} mm" for w, h in self.sizes)
        return size.replace(".", words("."))


def inventory(game: Game, context: DrawContext, findings: Findings) -> tuple[Part, ...]:
    listed = [
        component
        for component in game.components
        if component.craft is None or component.craft.kind not in NOT_LISTED
    ]
    found = [(component, *_pieces(game, component, context, findings)) for component in listed]
    printed = [(component, pieces) for component, pieces, _, _ in found if pieces]
    where = context.to_print(printed) if context.to_print else {}
    return tuple(
        Part(
            component,
            1 if component.layout == "booklet" else count,
            tuple(dict.fromkeys((front.width, front.height) for front, _ in pieces)),
            _in_language(where.get(component.id, ""), context),
            thumbnail,
        )
        for component, pieces, count, thumbnail in found
    )


def _in_language(text: str, context: DrawContext) -> str:
    """Return a text about sheets in two languages in that of the list."""
    first, second = both(text)
    return second if list(context.editions)[-1:] == [context.language] else first


def _pieces(
    game: Game, component: Component, context: DrawContext, findings: Findings
) -> tuple[list[FrontAndBack], int, Frame | None]:
    """Return every copy, the number of pieces cut from them, and a picture. Pieces with a template
    are left blank: only number and size matter."""
    if component.template is None:
        faces = context.draw_component(game, component, context, findings)
        count = sum(face.pieces for face in faces)
        return _copies(faces), count, faces[0].front if faces else None
    template = component.template
    outline = template_outline(template)

    def blank(name: str) -> Frame:
        return Frame(
            name,
            template.width,
            template.height,
            (),
            template.bleed,
            template.safe,
            outline,
            clipped=True,
        )

    front, back = blank("front"), blank("back")
    pieces = [
        (front, back if component.back_of(record) is not None else None)
        for record in component.table.records
        for _ in range(max(0, component.copies(record)))
    ]
    return pieces, len(pieces), None


def _copies(faces: Sequence[Face]) -> list[FrontAndBack]:
    return [(face.front, face.back) for face in faces for _ in range(face.copies)]
