"""Lay out one line of plain text in the first typefaces that have its characters."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from msgspec import Struct

from printgen.text.bidi import base_level, embedding_levels, has_rtl, visual_order
from printgen.text.fallback import MissingGlyph, split_by_face
from printgen.text.runs import run_width
from printgen.text.typeface import PLAIN, Shaping, Typeface


class LineRun(Struct, frozen=True):
    """A part of a line in one typeface and direction; its width is in ems."""

    string: str
    face: Typeface
    shaping: Shaping
    width: float


def lay_out(string: str, faces: Sequence[Typeface]) -> tuple[LineRun, ...]:
    """Return the runs from left to right. Characters that no typeface has are set in the first."""
    if not has_rtl(string):
        return _runs(string, faces, PLAIN)
    levels = embedding_levels(string, base_level(string))
    parts: list[tuple[int, str]] = []
    for level, letters in groupby(zip(levels, string, strict=True), key=lambda pair: pair[0]):
        parts.append((level, "".join(letter for _, letter in letters)))
    made: list[LineRun] = []
    for index in visual_order([level for level, _ in parts]):
        level, text = parts[index]
        runs = _runs(text, faces, Shaping(rtl=True) if level % 2 else PLAIN)
        made += reversed(runs) if level % 2 else runs
    return tuple(made)


def _runs(string: str, faces: Sequence[Typeface], shaping: Shaping) -> tuple[LineRun, ...]:
    try:
        parts = split_by_face(string, faces, shaping)
    except MissingGlyph:
        parts = ((string, faces[0]),)
    return tuple(
        LineRun(text, face, shaping, run_width(face, text, shaping)) for text, face in parts
    )
