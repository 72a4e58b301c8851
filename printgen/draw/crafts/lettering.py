"""Takes words, symbols and pictures with their boxes, gives them placed on a panel."""

from __future__ import annotations

from collections.abc import Sequence

from printgen.draw.elements import KINDS
from printgen.draw.kind import DoesNotFit
from printgen.draw.studio import Studio
from printgen.errors import did_you_mean
from printgen.frame import BLACK, MM_PER_PT, Box, Color, Frame, Ink, Item, Matrix, Use
from printgen.typeface import Typeface

Items = tuple[Item, ...]


def style_name(studio: Studio, wished: Sequence[str]) -> str:
    """The first of the wished text styles that the theme has, or any."""
    styles = studio.theme.text
    return next((name for name in wished if name in styles), next(iter(styles)))


def set_text(
    studio: Studio,
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
    """A text in its box as large as it may be; None if it does not fit at its smallest size."""
    kind = KINDS["text"]
    settings = {name: want.default for name, want in kind.settings.items()}
    settings |= {
        "text": string,
        "box": box,
        "style": style_name(studio, styles),
        "colour": colour,
        "size": size_pt,
        "smallest": smallest_pt,
        "align": align,
        "valign": valign,
    }
    if min(box[2:]) <= 0:
        return None
    try:
        return kind.draw(settings, studio)
    except DoesNotFit:
        return None


def set_icon(studio: Studio, name: str, box: Box, ink: Ink) -> Items:
    """A symbol of the game in one colour; raises ValueError if there is none of that name."""
    if name not in studio.art.symbols:
        hint = did_you_mean(name, studio.art.symbols)
        raise ValueError(f"names an icon '{name}' that is not there{hint}")
    frame = studio.art.symbol(name)
    return (Use(frame, contained(frame, box), ink),)


def set_qr(content: str, box: Box) -> Items:
    from printgen.draw.elements.pictures import qr_frame

    frame = qr_frame(content, "M")
    return (Use(frame, contained(frame, box), BLACK),)


def set_frame(frame: Frame, box: Box) -> Items:
    return (Use(frame, contained(frame, box)),)


def contained(frame: Frame, box: Box) -> Matrix:
    """As large as the box allows, in the middle of it."""
    x, y, width, height = box
    size = min(width / frame.width, height / frame.height)
    dx, dy = (width - frame.width * size) / 2, (height - frame.height * size) / 2
    return (size, 0.0, 0.0, size, x + dx, y + dy)


def plain_face(studio: Studio, *, bold: bool = False) -> Typeface:
    """The theme's body type, or any it has."""
    fonts = studio.theme.fonts
    family = fonts.get("body") or next(iter(fonts.values()))
    return family.bold if bold else family.regular


def line_width(face: Typeface, string: str, size_pt: float) -> float:
    return face.width(string) * size_pt * MM_PER_PT
