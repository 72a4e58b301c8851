"""Count what a parts list says about each component."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from printgen.catalog.model import Component, Game
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

    @property
    def size(self) -> str:
        if len(self.sizes) > 1:
            longest = max(self.sizes)
            return f"up to {longest[0]:.0f} × {longest[1]:.0f} mm"
        return "".join(f"{round(w, 1):g} × {round(h, 1):g} mm" for w, h in self.sizes)


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
            where.get(component.id, ""),
            thumbnail,
        )
        for component, pieces, count, thumbnail in found
    )


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
