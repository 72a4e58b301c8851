"""The shape a face is cut to, and the shape its bleed fills."""

from __future__ import annotations

import math
from typing import Literal

from printgen.frame import Frame
from printgen.geometry import Matrix, Segments, bounds, ellipse, rectangle, transform_segments
from printgen.sheet.honeycomb import bordered_hex

Shape = Literal["rectangle", "circle", "hex", "path"]
Point = tuple[float, float]


def shape_of(face: Frame) -> Shape:
    """Recognise a face's shape by its outline; a card with round corners is a rectangle."""
    if face.outline is None:
        return "rectangle"
    verbs = "".join(str(segment[0]) for segment in face.outline)
    if verbs == "MCCCCZ" and math.isclose(face.width, face.height, abs_tol=0.01):
        return "circle"
    if verbs in ("MLLLLLZ", "MLLLLLLZ") and _is_regular(face.outline):
        return "hex"
    return "rectangle" if verbs == "MLCLCLCLCZ" else "path"


def shows_its_cut(face: Frame) -> bool:
    """Return whether the cut line is part of the art, as in nets."""
    return face.outline is not None and face.bleed == 0 and not face.clipped


def _is_regular(outline: Segments) -> bool:
    corners = hex_corners(outline)
    cx, cy = math.fsum(x for x, _ in corners) / 6, math.fsum(y for _, y in corners) / 6
    radii = [math.dist((cx, cy), corner) for corner in corners]
    return len(corners) == 6 and max(radii) - min(radii) < 0.05


def hex_corners(outline: Segments) -> tuple[Point, ...]:
    return tuple((float(s[1]), float(s[2])) for s in outline if s[0] in ("M", "L"))[:6]


def trim_outline(face: Frame, matrix: Matrix) -> Segments:
    """Return the cut contour on the page."""
    outline = face.outline or rectangle(0.0, 0.0, face.width, face.height)
    return transform_segments(outline, matrix)


def bleed_outline(face: Frame, matrix: Matrix, most: float | None) -> Segments | None:
    """Return the trim grown by the bleed, or by `most`, on the page; None if the slot's window is
    enough."""
    if face.outline is None:
        return None
    bleed = face.bleed if most is None else min(face.bleed, most)
    x, y, width, height = bounds(face.outline)
    middle = (x + width / 2, y + height / 2)
    shape = shape_of(face)
    if shape == "circle":
        grown = ellipse(*middle, face.width / 2 + bleed)
    elif shape == "hex":
        pointy = width < height
        flat = min(width, height)
        grown = bordered_hex(middle, flat, [bleed] * 6, pointy=pointy)
    else:
        return None
    return transform_segments(grown, matrix)
