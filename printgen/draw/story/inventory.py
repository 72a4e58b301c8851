"""Takes a game's components, gives what a parts list says of each: counts come from the data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from printgen.catalog.model import Component, Game
from printgen.draw.component import Face, draw_component, template_outline
from printgen.draw.studio import Studio
from printgen.errors import Findings
from printgen.frame import Frame

Piece = tuple[Frame, Frame | None]
NOT_LISTED: Final = frozenset({"parts"})


class Part(Struct, frozen=True):
    """One line of the list. `thumbnail` is the first face, where it was drawn to be counted."""

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
        """Sheets of paper, and whether both of their sides are printed."""
        paper = len(self.sides) - self.sides.count("back")
        if not paper:
            return ""
        both = ", both sides" if "back" in self.sides else ""
        return f"{paper} sheet{'s' if paper > 1 else ''}{both}"


def inventory(game: Game, studio: Studio, findings: Findings) -> tuple[Part, ...]:
    return tuple(
        _part(game, component, studio, findings)
        for component in game.components
        if component.craft is None or component.craft.kind not in NOT_LISTED
    )


def _part(game: Game, component: Component, studio: Studio, findings: Findings) -> Part:
    pieces, thumbnail = _pieces(game, component, studio, findings)
    sizes = dict.fromkeys((front.width, front.height) for front, _ in pieces)
    sides: Sequence[str] = studio.sides(component, pieces) if studio.sides and pieces else ()
    count = 1 if component.layout == "booklet" else len(pieces)
    return Part(component, count, tuple(sizes), tuple(sides), thumbnail)


def _pieces(
    game: Game, component: Component, studio: Studio, findings: Findings
) -> tuple[list[Piece], Frame | None]:
    """Every copy; a template's pieces stay blank, for only their number and size matter."""
    if component.template is None:
        faces = draw_component(game, component, studio, findings)
        return _copies(faces), faces[0].front if faces else None
    template = component.template
    outline = template_outline(template)

    def blank(name: str) -> Frame:
        return Frame(
            name, template.width, template.height, (), template.bleed, template.safe, outline
        )

    front, back = blank("front"), blank("back") if component.back is not None else None
    count = sum(max(0, component.copies(record)) for record in component.table.records)
    return [(front, back)] * count, None


def _copies(faces: Sequence[Face]) -> list[Piece]:
    return [(face.front, face.back) for face in faces for _ in range(face.copies)]
