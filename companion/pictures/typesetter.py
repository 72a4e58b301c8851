"""Set lines of text on pictures."""

from __future__ import annotations

from printgen.catalog.model import Game
from printgen.draw.flow import Measured, wrap
from printgen.frame import Text
from printgen.ink import BLACK
from printgen.lengths import MM_PER_PT
from printgen.text.typeface import Typeface


class Typesetter:
    """Sets lines of text in a regular and a bold typeface."""

    def __init__(self, regular: Typeface, bold: Typeface) -> None:
        self.regular = regular
        self.bold = bold

    def line(self, x: float, y: float, text: str, size_pt: float, *, bold: bool = False) -> Text:
        face = self.bold if bold else self.regular
        return Text(x, y, text, face, size_pt, BLACK, width_of(face, text, size_pt))

    def can_show(self, text: str) -> bool:
        """Whether the font has all letters of the text: paper has no fallback fonts."""
        return not any(self.regular.word(word).missing for word in text.split())

    def wrap(self, text: str, size_pt: float, width: float) -> list[str]:
        words, face = text.split(), self.regular
        if not words:
            return []
        limit = width / (size_pt * MM_PER_PT)
        lines = wrap([Measured(face.width(word), face.space) for word in words], limit)
        return [" ".join(words[first:end]) for first, end, _ in lines]


def typesetter_for(game: Game) -> Typesetter:
    """A typesetter for the first font of the game's theme."""
    family, *_ = next(iter(game.theme.fonts.values()))
    return Typesetter(family.regular, family.bold)


def width_of(face: Typeface, text: str, size_pt: float) -> float:
    return face.width(text) * size_pt * MM_PER_PT


def fitted(
    typesetter: Typesetter,
    x: float,
    y: float,
    text: str,
    size_pt: float,
    width: float,
    *,
    bold: bool = False,
) -> Text:
    """A line in a smaller size where it would be too wide."""
    line = typesetter.line(x, y, text, size_pt, bold=bold)
    if line.width <= width:
        return line
    return typesetter.line(x, y, text, size_pt * width / line.width, bold=bold)
