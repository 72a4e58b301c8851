"""Place the glyphs of a run, and outline each glyph as path data, in thousandths of an em."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from printgen.frame import Text
from printgen.geometry import Segment, Segments
from printgen.lengths import MM_PER_PT
from printgen.text.runs import run_width, visual_words
from printgen.text.typeface import Shaping, Typeface

EM: Final = 1000
"""Units per em: in 12 pt type, whole units are accurate to 4 micrometres."""


class PlacedGlyph(NamedTuple):
    """A glyph with its origin relative to the left end of the run on the baseline, y down."""

    gid: int
    x: int
    y: int


def place_glyphs(item: Text) -> Iterator[PlacedGlyph]:
    """Yield the glyphs of a run that have an outline, from left to right."""
    for start, glyphs in place_words(item):
        for gid, x, y in glyphs:
            yield PlacedGlyph(gid, start + x, y)


def place_words(item: Text) -> Iterator[tuple[int, tuple[PlacedGlyph, ...]]]:
    """Yield the left end of each word of a run, and its glyphs relative to that."""
    face, shaping, letter_spacing = item.face, item.shaping, item.letter_spacing
    space = face.space + letter_spacing + item.word_spacing
    pen = 0.0
    for word in visual_words(item.string, shaping):
        width, glyphs = _placed_word(face, word, shaping, letter_spacing)
        yield round(pen * EM), glyphs
        pen += width
        pen += space


@lru_cache(maxsize=16384)
def _placed_word(
    face: Typeface, word: str, shaping: Shaping, letter_spacing: float
) -> tuple[float, tuple[PlacedGlyph, ...]]:
    """Return the width of a word in ems, and its glyphs that have an outline."""
    glyphs = face.word(word, shaping).glyphs
    placed: list[PlacedGlyph] = []
    pen = 0.0
    for number, glyph in enumerate(glyphs):
        if glyph_path(face, glyph.gid):
            x, y = round((pen + glyph.dx) * EM), round(-glyph.dy * EM)
            placed.append(PlacedGlyph(glyph.gid, x, y))
        pen += glyph.advance
        if number + 1 == len(glyphs) or glyphs[number + 1].cluster != glyph.cluster:
            pen += letter_spacing
    return run_width(face, word, shaping, letter_spacing), tuple(placed)


@lru_cache(maxsize=8192)
def glyph_path(face: Typeface, gid: int) -> str:
    """Return a glyph's outline as path data; empty if it has none."""
    parts: list[str] = []
    start = at = (0, 0)
    for segment in face.outline(gid):
        command, *numbers = segment
        if command == "Z":
            parts.append("z")
            at = start
            continue
        points = [float(v) * EM for v in numbers]
        if command == "C":
            command, points = _as_quadratic(at, points)
        ends = [round(v) for v in points]
        parts.append(_relative(str(command), [v - at[i % 2] for i, v in enumerate(ends)]))
        at = (ends[-2], ends[-1])
        if command == "M":
            start = at
    return "".join(parts)


def text_segments(item: Text) -> Segments:
    """Return the outlines of a run where it is placed."""
    size = item.size_pt * MM_PER_PT
    out: list[Segment] = []
    for gid, x, y in place_glyphs(item):
        left, base = item.x + x * size / EM, item.y + y * size / EM
        for command, *numbers in item.face.outline(gid):
            points = [float(v) * size for v in numbers]
            moved = [v + (base if i % 2 else left) for i, v in enumerate(points)]
            out.append((command, *moved))
    return tuple(out)


def _as_quadratic(at: tuple[int, int], cubic: list[float]) -> tuple[str, list[float]]:
    """Return a TrueType curve as a quadratic: exact, and a third shorter than a cubic."""
    x1, y1, x2, y2, x, y = cubic
    control = (1.5 * x1 - 0.5 * at[0], 1.5 * y1 - 0.5 * at[1])
    other = (1.5 * x2 - 0.5 * x, 1.5 * y2 - 0.5 * y)
    if abs(control[0] - other[0]) < 1 and abs(control[1] - other[1]) < 1:
        return "Q", [*control, x, y]
    return "C", cubic


def _relative(command: str, moved: list[int]) -> str:
    if command == "L" and moved[1] == 0:
        return f"h{moved[0]}"
    if command == "L" and moved[0] == 0:
        return f"v{moved[1]}"
    return command.lower() + _joined(moved)


def _joined(numbers: list[int]) -> str:
    """Join numbers with as few separators as SVG allows: a minus sign also separates."""
    text = str(numbers[0])
    for number in numbers[1:]:
        text += str(number) if number < 0 else f",{number}"
    return text
