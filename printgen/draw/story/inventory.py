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
    """One row of the list. `thumbnail` is the first face, if it was drawn to be counted."""

    component: Component
    count: int
    sizes: tuple[tuple[float, float], ...]
    sides: tuple[str, ...]
    thumbnail: Frame | None

    @property
    def size(self) -> str:
        if len(self.sizes) > 1:
            longest = max(self.sizes)
            return f"up to {longest[0]:.0f} × {longest[1]:.0f} mm"
        return "".join(f"{round(w, 1):g} × {round(h, 1):g} mm" for w, h in self.sizes)

    @property
    def sheets(self) -> str:
        """The number of sheets of paper, and whether both sides are printed."""
        sheets_of_paper = len(self.sides) - self.sides.count("back")
        if not sheets_of_paper:
            return ""
        both = ", both sides" if "back" in self.sides else ""
        return f"{sheets_of_paper} sheet{'s' if sheets_of_paper > 1 else ''}{both}"


def inventory(game: Game, context: DrawContext, findings: Findings) -> tuple[Part, ...]:
    return tuple(
        _part(game, component, context, findings)
        for component in game.components
        if component.craft is None or component.craft.kind not in NOT_LISTED
    )


def _part(game: Game, component: Component, context: DrawContext, findings: Findings) -> Part:
    pieces, count, thumbnail = _pieces(game, component, context, findings)
    sizes = dict.fromkeys((front.width, front.height) for front, _ in pieces)
    sides: Sequence[str] = (
        context.page_sides(component, pieces) if context.page_sides and pieces else ()
    )
    if component.layout == "booklet":
        count = 1
    return Part(component, count, tuple(sizes), tuple(sides), thumbnail)


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
            name, template.width, template.height, (), template.bleed, template.safe, outline
        )

    front, back = blank("front"), blank("back") if component.back is not None else None
    count = sum(max(0, component.copies(record)) for record in component.table.records)
    return [(front, back)] * count, count, None


def _copies(faces: Sequence[Face]) -> list[FrontAndBack]:
    return [(face.front, face.back) for face in faces for _ in range(face.copies)]
