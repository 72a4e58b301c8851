"""Outline a run of text as path data in thousandths of an em.

Coordinates are relative, so a word's path data does not depend on its position and is made once. A
run is one path, which is small, fast, and understood by every cutting program.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from printgen.typeface import Typeface

EM: Final = 1000
"""Units per em: in 12 pt type, whole units are accurate to 4 micrometres."""


def run_path(face: Typeface, string: str) -> str:
    """Return a run as path data that starts at its left end on the baseline, y down."""
    parts: list[str] = []
    pen = 0.0
    for word in string.split(" "):
        data = _word_path(face, word)
        if data:
            parts.append(f"M{round(pen * EM)},0{data}")
        pen += face.word(word).width + face.space
    return "".join(parts)


@lru_cache(maxsize=16384)
def _word_path(face: Typeface, word: str) -> str:
    kerns = dict(face.word(word).kerns)
    parts: list[str] = []
    pen, at_x, at_y = 0.0, 0, 0
    for index, character in enumerate(word):
        letter = _letter(face, character)
        if letter is not None:
            left = round(pen * EM)
            parts.append(f"m{_joined([left + letter.x - at_x, letter.y - at_y])}{letter.data}")
            at_x, at_y = left + letter.end_x, letter.end_y
        pen += face.word(character).width + kerns.get(index, 0.0)
    return "".join(parts)


class _Letter(NamedTuple):
    """The start of a letter's first contour, the path data after it, and its end point."""

    x: int
    y: int
    data: str
    end_x: int
    end_y: int


@lru_cache(maxsize=4096)
def _letter(face: Typeface, character: str) -> _Letter | None:
    parts: list[str] = []
    first: tuple[int, int] | None = None
    start = at = (0, 0)
    for segment in face.outline(character):
        command, *numbers = segment
        if command == "Z":
            parts.append("z")
            at = start
            continue
        points = [float(v) * EM for v in numbers]
        if command == "C":
            command, points = _as_quadratic(at, points)
        ends = [round(v) for v in points]
        if first is None:
            first = (ends[0], ends[1])
        else:
            parts.append(_relative(str(command), [v - at[i % 2] for i, v in enumerate(ends)]))
        at = (ends[-2], ends[-1])
        if command == "M":
            start = at
    return None if first is None else _Letter(*first, "".join(parts), *at)


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
