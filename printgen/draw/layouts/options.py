"""How a layout is drawn: the settings that people choose, and the ink and type of its labels."""

from __future__ import annotations

from msgspec import Struct

from printgen.colour import darken_until_readable
from printgen.draw.context import DrawContext
from printgen.draw.layouts.view import ViewName
from printgen.geometry import Box, Segments
from printgen.ink import Color
from printgen.text.typeface import Typeface


class LayoutOptions(Struct, frozen=True):
    """`scale` is 1 for true size; labels keep their size at every scale. `area` is the part of the
    table that is shown, as `layout_area` returns it, if it is not the box around all pieces. `step`
    is the distance of two coordinates in inches. `route` is a way between the pieces, in places of
    the table; `width` is at least the width of a picture with a legend."""

    view: ViewName = "top"
    scale: float = 1.0
    grid: bool = False
    coordinates: bool = False
    legend: bool = False
    counts: bool = True
    area: Box | None = None
    step: float = 1.0
    route: Segments = ()
    width: float = 0.0


class LayoutStyle(Struct, frozen=True):
    label: Typeface
    bold: Typeface
    ink: Color
    paper: Color
    moved: Color
    added: Color
    removed: Color

    @classmethod
    def of(cls, context: DrawContext) -> LayoutStyle:
        """Return the style of a theme; marks have colours that colour-blind people tell apart."""
        fonts = context.theme.fonts
        family, *_ = fonts.get("body") or next(iter(fonts.values()))
        return cls(
            family.regular,
            family.bold,
            darken_until_readable(context.colour("ink")),
            context.colour("paper"),
            Color(0, 90, 181),
            Color(0, 122, 83),
            Color(200, 40, 20),
        )
