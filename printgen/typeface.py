"""Measure and outline text with the fonts' own metrics and kerning, by HarfBuzz."""

from __future__ import annotations

import math
from functools import cached_property
from pathlib import Path
from typing import Any, Final, NamedTuple

# One glyph for one character keeps printed text searchable and copyable.
FEATURES: Final = {"kern": True, "liga": False, "clig": False, "dlig": False, "calt": False}


class ShapedWord(NamedTuple):
    """A shaped word in ems: its total advance, (index, shift) after kerned letters, and the
    characters that the font lacks."""

    width: float
    kerns: tuple[tuple[int, float], ...]
    missing: str = ""


class Typeface:
    """One font file. Words are measured once and cached for the life of the process."""

    def __init__(
        self, name: str, file: Path, family: str, *, bold: bool = False, italic: bool = False
    ) -> None:
        self.name = name
        self.file = file
        self.family = family
        self.bold = bold
        self.italic = italic
        self._words: dict[str, ShapedWord] = {}
        self._advances: dict[str, int] = {}

    def __repr__(self) -> str:
        return f"Typeface({self.name!r})"

    @cached_property
    def _font(self) -> Any:
        import uharfbuzz

        return uharfbuzz.Font(uharfbuzz.Face(uharfbuzz.Blob.from_file_path(str(self.file))))

    @cached_property
    def units(self) -> int:
        """Font units in an em."""
        return int(self._font.face.upem)

    @cached_property
    def cap_height(self) -> float:
        return self._height_of("H")

    @cached_property
    def x_height(self) -> float:
        return self._height_of("x")

    def _height_of(self, letter: str) -> float:
        glyph = self._font.get_nominal_glyph(ord(letter))
        return float(self._font.get_glyph_extents(glyph).y_bearing) / self.units if glyph else 0.7

    def word(self, text: str) -> ShapedWord:
        known = self._words.get(text)
        if known is None:
            known = self._words[text] = self._shape(text)
        return known

    def width(self, line: str) -> float:
        """Return the width of a line in ems. Words are kerned inside, not across their spaces, so
        that a line is the sum of its words wherever it breaks. (fsum is used here and elsewhere
        because plain sums of floats round differently from one Python version to the next.)"""
        words = line.split(" ")
        return math.fsum(self.word(w).width for w in words) + (len(words) - 1) * self.space

    @cached_property
    def space(self) -> float:
        return self._shape(" ").width

    def _shape(self, text: str) -> ShapedWord:
        if not text:
            return ShapedWord(0.0, ())
        import uharfbuzz

        buffer = uharfbuzz.Buffer()
        buffer.add_str(text)
        buffer.guess_segment_properties()
        buffer.direction = "ltr"
        font = self._font
        uharfbuzz.shape(font, buffer, FEATURES)
        units, advances = self.units, self._advances
        kerns: list[tuple[int, float]] = []
        total = 0
        missing = ""
        # Without ligatures there is one glyph per character, in the same order.
        for index, (character, position) in enumerate(
            zip(text, buffer.glyph_positions, strict=False)
        ):
            advance = advances.get(character)
            if advance is None:
                advance = self._advance(character)
            if advance < 0:
                missing += character
            elif position.x_advance != advance:
                kerns.append((index, (position.x_advance - advance) / units))
            total += position.x_advance
        return ShapedWord(total / units, tuple(kerns), missing)

    def _advance(self, character: str) -> int:
        """Return a character's advance in font units; negative if the font lacks it."""
        glyph = self._font.get_nominal_glyph(ord(character))
        advance = self._font.get_glyph_h_advance(glyph) if glyph else -1
        self._advances[character] = advance
        return int(advance)

    def outline(self, character: str) -> tuple[tuple[str | float, ...], ...]:
        """Return a character's outline as path segments in ems, y down, pen at the origin."""
        known = self._outlines.get(character)
        if known is None:
            known = self._outlines[character] = self._draw(character)
        return known

    @cached_property
    def _outlines(self) -> dict[str, tuple[tuple[str | float, ...], ...]]:
        return {}

    def _draw(self, character: str) -> tuple[tuple[str | float, ...], ...]:
        pen = _SegmentPen(self.units)
        glyph = self._font.get_nominal_glyph(ord(character)) or 0  # 0 is the font's empty box
        self._font.draw_glyph_with_pen(glyph, pen)
        return tuple(pen.segments)


class _SegmentPen:
    """Converts font units (y up, quadratic curves) to ems (y down, cubic curves)."""

    def __init__(self, units: int) -> None:
        self._units = units
        self._at = (0.0, 0.0)
        self.segments: list[tuple[str | float, ...]] = []

    def _point(self, point: tuple[float, float]) -> tuple[float, float]:
        return point[0] / self._units, -point[1] / self._units

    def moveTo(self, point: tuple[float, float]) -> None:
        self._at = self._point(point)
        self.segments.append(("M", *self._at))

    def lineTo(self, point: tuple[float, float]) -> None:
        self._at = self._point(point)
        self.segments.append(("L", *self._at))

    def curveTo(self, *points: tuple[float, float]) -> None:
        one, two, end = map(self._point, points)
        self._at = end
        self.segments.append(("C", *one, *two, *end))

    def qCurveTo(self, *points: tuple[float, float]) -> None:
        control, end = map(self._point, points)
        (x0, y0), (cx, cy), (x1, y1) = self._at, control, end
        self._at = end
        third = 2 / 3
        self.segments.append(
            (
                "C",
                x0 + third * (cx - x0),
                y0 + third * (cy - y0),
                x1 + third * (cx - x1),
                y1 + third * (cy - y1),
                x1,
                y1,
            )
        )

    def closePath(self) -> None:
        self.segments.append(("Z",))

    def endPath(self) -> None:
        pass
