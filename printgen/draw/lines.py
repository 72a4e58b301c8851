"""Place the letters and icons of a line."""

from __future__ import annotations

from typing import Final

from printgen.draw.fragments import Fragment, InlineIcon
from printgen.draw.paragraphs import ICON_SIDES, LineBreaker, TextLine
from printgen.frame import MM_PER_PT, Color, Frame, Group, Item, Matrix, Path, Text, Use, rectangle
from printgen.gradients import PlainPaint
from printgen.text.runs import run_width

BULLET: Final = "•"
UNDERLINE_DROP: Final = 0.13
UNDERLINE_WIDTH: Final = 0.055
FIRST_IDEOGRAPHIC: Final = "\u2e80"  # lines of such characters have no spaces to stretch
MIN_JUSTIFIED: Final = 0.6  # of the line: shorter lines keep their spaces


class _Run:
    """Neighbouring fragments that are written as one text, so that it can be searched."""

    def __init__(self, x: float, fragment: Fragment) -> None:
        self.x = x
        self.first = fragment
        self.string = fragment.string

    def add(self, string: str) -> None:
        self.string = string + self.string if self.first.style.shaping.rtl else self.string + string

    def items(self, y: float, size_pt: float, letters: float, words: float) -> list[Item]:
        made, style = self.first, self.first.style
        string = self.string if self.string is made.string else self.string.rstrip(" ")
        size_pt *= style.scale
        em = size_pt * MM_PER_PT
        x = self.x
        if string is made.string and letters == style.letter_spacing and not words:
            width = made.width * em / style.scale
        else:
            width = run_width(made.face, string, style.shaping, letters, words / style.scale) * em
        text = Text(
            x,
            y,
            string,
            made.face,
            size_pt,
            style.colour,
            width,
            shaping=style.shaping,
            letter_spacing=letters,
            word_spacing=words / style.scale,
        )
        if not style.underline:
            return [text]
        box = rectangle(x, y + UNDERLINE_DROP * em, width, UNDERLINE_WIDTH * em)
        return [Path(box, style.colour), text]


def place_line(
    line: TextLine,
    x: float,
    y: float,
    size_pt: float,
    breaker: LineBreaker,
    justified: float | None = None,
) -> list[Item]:
    """Return the items of a line whose left end is at x; if justified, it is that wide in ems."""
    em = size_pt * MM_PER_PT
    words, letters = (0.0, 0.0) if justified is None else _stretch(line, justified)
    spacing = breaker.spacing + letters
    placed: list[Item] = []
    if line.bullet:
        width = breaker.face.width(BULLET) * em
        left = x + line.width * em - width if line.rtl else x
        colour = breaker.text_settings.colour
        placed.append(Text(left, y, BULLET, breaker.face, size_pt, colour, width))
    if not line.rtl:
        x += line.indent * em
    middle = y - breaker.face.cap_height * em / 2
    if len(line.parts) == 1 and isinstance(only := line.parts[0].part, Fragment):
        return placed + _Run(x, only).items(y, size_pt, spacing, words)
    run: _Run | None = None

    def close() -> None:
        nonlocal run
        if run is not None and run.string.strip(" "):
            placed.extend(run.items(y, size_pt, spacing, words))
        run = None

    for part in (each.part for each in line.parts):
        if part is None:
            # A run continues over a space only in the typeface of the text: spaces differ.
            if run is not None and run.first.face is breaker.face and run.first.style.scale == 1:
                run.add(" ")
            else:
                close()
            x += (breaker.space + words + letters) * em
            continue
        if isinstance(part, InlineIcon):
            close()
            placed.append(_icon_item(part, x, middle, em))
            x += part.width * em
            continue
        if run is not None and part.joins(run.first):
            run.add(part.string)
        else:
            close()
            run = _Run(x, part)
        x += part.width * em
        if letters or words:
            x += (letters * len(part.string) + words * part.string.count(" ")) * em
    close()
    return placed


def _stretch(line: TextLine, wanted: float) -> tuple[float, float]:
    """Return how much wider each space and each letter must be to fill a line."""
    room = wanted - line.width
    if line.last or room <= 0 or line.width < MIN_JUSTIFIED * wanted:
        return 0.0, 0.0
    spaces = sum(
        part.part.string.count(" ") if isinstance(part.part, Fragment) else part.part is None
        for part in line.parts
    )
    if spaces:
        return room / spaces, 0.0
    letters = "".join(p.part.string for p in line.parts if isinstance(p.part, Fragment))
    if len(letters) > 1 and min(letters) >= FIRST_IDEOGRAPHIC:
        return 0.0, room / (len(letters) - 1)
    return 0.0, 0.0


def _icon_item(part: InlineIcon, x: float, middle: float, em: float) -> Item:
    """Centre an icon between the baseline and the cap height."""
    scale = part.height * em / part.frame.height
    left = x + ICON_SIDES * em
    top = middle - part.height * em / 2
    return use_in(part.frame, (scale, 0.0, 0.0, scale, left, top), part.colour)


def use_in(frame: Frame, matrix: Matrix, colour: PlainPaint) -> Item:
    """Return a symbol in a colour; a transparent one applies to the symbol as a whole."""
    if isinstance(colour, Color):
        return Use(frame, matrix, colour)
    inside = Use(frame, matrix, colour.color)
    return inside if colour.opacity == 1 else Group((inside,), opacity=colour.opacity)
