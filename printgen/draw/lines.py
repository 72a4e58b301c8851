"""Place the letters and icons of a line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from printgen.draw.fragments import Fragment, InlineIcon
from printgen.draw.paragraphs import ICON_SIDES, LineBreaker, TextLine
from printgen.frame import Frame, Group, Item, Path, Text, Use
from printgen.geometry import Matrix, rectangle
from printgen.gradients import PlainPaint
from printgen.ink import Color
from printgen.lengths import MM_PER_PT
from printgen.text.bidi import visual_order
from printgen.text.runs import run_width
from printgen.text.typeface import Typeface

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

    @property
    def rtl(self) -> bool:
        return self.first.style.shaping.rtl

    @property
    def stands_in(self) -> bool:
        """Whether its typeface has characters that the first typeface lacks."""
        return self.first.face is not self.first.style.faces[0]

    def continues_over_space(self, face: Typeface, level: int) -> bool:
        """Return whether a space of that level is written as a part of this text."""
        same = self.first.face is face or self.stands_in
        return same and self.first.style.scale == 1 and self.rtl == bool(level % 2)

    def start_with_space(self, x: float) -> None:
        self.x = x
        self.string = f"{self.string} " if self.rtl else f" {self.string}"

    def add(self, string: str) -> None:
        self.string = string + self.string if self.rtl else self.string + string

    def items(self, line: _Line) -> list[Item]:
        made, style = self.first, self.first.style
        letters, words = line.letters, line.words
        string = self.string
        if string is not made.string:
            if not self.rtl and not self.stands_in:
                string = string.rstrip(" ")
            if " " in string:  # the spaces of a line are those of its first typeface
                words += line.breaker.face.space - made.face.space
        size_pt = line.size_pt * style.scale
        em = size_pt * MM_PER_PT
        x, y = self.x, line.y
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


class _Line:
    """Places the parts of a line from left to right. Its letters and spaces are wider by so many
    ems."""

    def __init__(
        self, x: float, y: float, size_pt: float, breaker: LineBreaker, words: float, letters: float
    ) -> None:
        self.x = x
        self.y = y
        self.size_pt = size_pt
        self.em = size_pt * MM_PER_PT
        self.breaker = breaker
        self.words = words
        self.stretch = letters
        self.letters = breaker.spacing + letters
        self.placed: list[tuple[int, Item]] = []
        self._run: _Run | None = None
        self._number = 0
        self._space: tuple[float, int] | None = None  # not a part of a run so far

    def add_space(self, level: int) -> None:
        run = self._run
        if run is not None and run.continues_over_space(self.breaker.face, level):
            run.add(" ")
        else:
            self.close()
            self._space = (self.x, level)
        self.x += (self.breaker.space + self.words + self.stretch) * self.em

    def add_icon(self, number: int, part: InlineIcon) -> None:
        self.close()
        middle = self.y - self.breaker.face.cap_height * self.em / 2
        self.placed.append((number, _icon_item(part, self.x, middle, self.em)))
        self.x += part.width * self.em

    def add_letters(self, number: int, part: Fragment, *, mixed: bool) -> None:
        if self._run is not None and part.joins(self._run.first):
            self._run.add(part.string)
        else:
            space = self._space
            self.close()
            self._run, self._number = _Run(self.x, part), number
            # In a line of both directions, a space must be where its neighbours are read.
            if mixed and space is not None and self._run.rtl == bool(space[1] % 2):
                self._run.start_with_space(space[0])
        self.x += part.width * self.em
        if self.stretch or self.words:
            spaces = part.string.count(" ")
            self.x += (self.stretch * len(part.string) + self.words * spaces) * self.em

    def close(self) -> None:
        """Write what was added since the last icon or change of style."""
        if self._run is not None and self._run.string.strip(" "):
            self.placed += [(self._number, item) for item in self._run.items(self)]
        self._run = self._space = None


def place_line(
    line: TextLine,
    x: float,
    y: float,
    size_pt: float,
    breaker: LineBreaker,
    justified: float | None = None,
) -> list[Item]:
    """Return the items of a line whose left end is at x; if justified, it is that wide in ems."""
    words, letters = (0.0, 0.0) if justified is None else _stretch(line, justified)
    out = _Line(x, y, size_pt, breaker, words, letters)
    if line.bullet:
        width = breaker.face.width(BULLET) * out.em
        left = x + line.width * out.em - width if line.rtl else x
        colour = breaker.text_settings.colour
        out.placed.append((-1, Text(left, y, BULLET, breaker.face, size_pt, colour, width)))
    if not line.rtl:
        out.x += line.indent * out.em
    if len(line.parts) == 1 and isinstance(only := line.parts[0].part, Fragment):
        return [*(item for _, item in out.placed), *_Run(out.x, only).items(out)]
    mixed = any(part.level for part in line.parts)
    for number, (part, level) in enumerate((each.part, each.level) for each in line.parts):
        if part is None:
            out.add_space(level)
        elif isinstance(part, InlineIcon):
            out.add_icon(number, part)
        else:
            out.add_letters(number, part, mixed=mixed)
    out.close()
    placed = out.placed
    if mixed:
        placed = _in_reading_order(placed, [part.level for part in line.parts])
    return [item for _, item in placed]


def _in_reading_order(
    placed: Sequence[tuple[int, Item]], levels: Sequence[int]
) -> list[tuple[int, Item]]:
    """Return items that stand from left to right in the order in which they are read."""
    rank = {number: place for place, number in enumerate(visual_order(levels))}
    return sorted(placed, key=lambda entry: rank.get(entry[0], -1))


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
