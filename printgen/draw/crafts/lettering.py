"""Place text, symbols and pictures in boxes on a panel."""

from __future__ import annotations

from collections.abc import Sequence

from printgen.catalog.translations.pairs import first_of
from printgen.draw.context import DrawContext
from printgen.draw.element_kind import DoesNotFit
from printgen.draw.elements import KINDS
from printgen.errors import did_you_mean
from printgen.frame import Frame, Item, Use
from printgen.geometry import Box, Matrix
from printgen.ink import BLACK, Color, SolidInk
from printgen.lengths import MM_PER_PT
from printgen.text.typeface import Typeface

Items = tuple[Item, ...]


def style_name(context: DrawContext, preferred: Sequence[str]) -> str:
    """Return the first of the preferred text styles that the theme has, or any other."""
    styles = context.theme.text
    return next((name for name in preferred if name in styles), next(iter(styles)))


def set_text(
    context: DrawContext,
    string: str,
    box: Box,
    colour: Color,
    *,
    styles: Sequence[str],
    size_pt: float,
    smallest_pt: float,
    align: str = "center",
    valign: str = "middle",
) -> Items | None:
    """Return a text in its box, as large as allowed; None if it does not fit. A second language is
    left out if only the first fits."""
    kind = KINDS["text"]
    settings = {name: setting_type.default for name, setting_type in kind.settings.items()}
    settings |= {
        "text": string,
        "box": box,
        "style": style_name(context, styles),
        "colour": colour,
        "size": size_pt,
        "smallest": smallest_pt,
        "align": align,
        "valign": valign,
    }
    if min(box[2:]) <= 0:
        return None
    for content in dict.fromkeys((string, first_of(string))):
        try:
            return kind.draw({**settings, "text": content}, context)
        except DoesNotFit:
            continue
    return None


def set_icon(context: DrawContext, name: str, box: Box, ink: SolidInk) -> Items:
    """Return a symbol of the game in one colour; raise ValueError for an unknown name."""
    if name not in context.art.symbols:
        hint = did_you_mean(name, context.art.symbols)
        raise ValueError(f"names the unknown icon '{name}'{hint}")
    frame = context.art.symbol(name)
    return (Use(frame, contained(frame, box), ink),)


def set_qr(content: str, box: Box) -> Items:
    from printgen.draw.elements.pictures import qr_frame

    frame = qr_frame(content, "M")
    return (Use(frame, contained(frame, box), BLACK),)


def set_frame(frame: Frame, box: Box) -> Items:
    return (Use(frame, contained(frame, box)),)


def contained(frame: Frame, box: Box) -> Matrix:
    """Return a matrix that centres a frame in a box, as large as possible."""
    x, y, width, height = box
    size = min(width / frame.width, height / frame.height)
    dx, dy = (width - frame.width * size) / 2, (height - frame.height * size) / 2
    return (size, 0.0, 0.0, size, x + dx, y + dy)


def plain_face(context: DrawContext, *, bold: bool = False) -> Typeface:
    """Return the theme's body font, or any other if it has none."""
    fonts = context.theme.fonts
    families = fonts.get("body") or next(iter(fonts.values()))
    return families[0].face(bold=bold, italic=False)


def line_width(face: Typeface, string: str, size_pt: float) -> float:
    return face.width(string) * size_pt * MM_PER_PT
