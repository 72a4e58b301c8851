"""Fit the contents of nested drawings and symbols into their boxes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from printgen.catalog.fault import Fault
from printgen.catalog.svg.styles import Viewport, length, numbers
from printgen.geometry import Box, Matrix, Segments, rectangle

_PARTS = {"Min": 0.0, "Mid": 0.5, "Max": 1.0}


class Fit(NamedTuple):
    """How a nested drawing is placed; `window`, in its own units, is what can be seen of it."""

    matrix: Matrix
    viewport: Viewport
    window: Segments | None


def view_box(geometry: Mapping[str, str]) -> Box | None:
    """Return the viewBox; None without one, or raise Fault."""
    box = numbers(geometry.get("viewBox", ""))
    if not box:
        return None
    if len(box) != 4:
        raise Fault("the viewBox must have four numbers")
    x, y, width, height = box
    if width <= 0 or height <= 0:
        raise Fault("the width and height of the drawing must be more than 0")
    return x, y, width, height


def root_box(geometry: Mapping[str, str]) -> Box:
    """Return the area of the whole drawing."""
    box = view_box(geometry)
    if box is not None:
        return box
    sides = geometry.get("width", "100%"), geometry.get("height", "100%")
    if any(side.endswith("%") for side in sides):
        raise Fault("the drawing needs a viewBox")
    width, height = map(length, sides)
    if width <= 0 or height <= 0:
        raise Fault("the width and height of the drawing must be more than 0")
    return 0.0, 0.0, width, height


def fit(geometry: Mapping[str, str], outer: Viewport, is_clipped: bool) -> Fit | None:
    """Return how a nested <svg> or <symbol> is placed; None if it has no size."""
    x = length(geometry.get("x", "0"), whole=outer.width)
    y = length(geometry.get("y", "0"), whole=outer.height)
    width = _side(geometry, "width", outer.width)
    height = _side(geometry, "height", outer.height)
    if not width or not height:
        return None
    seen = view_box(geometry) or (0.0, 0.0, width, height)
    placed = fit_box(seen, (x, y, width, height), geometry.get("preserveAspectRatio", "xMidYMid"))
    return placed if is_clipped else placed._replace(window=None)


def fit_box(seen: Box, room: Box, aspect: str) -> Fit:
    """Return how what a viewBox shows is placed in a box."""
    left, top, inner_width, inner_height = seen
    x, y, width, height = room
    sx, sy = width / inner_width, height / inner_height
    align, _, kind = aspect.partition(" ")
    across = down = 0.0
    if align != "none":
        sx = sy = max(sx, sy) if kind.strip() == "slice" else min(sx, sy)
        if align[:1] != "x" or align[4:5] != "Y" or not {align[1:4], align[5:]} <= set(_PARTS):
            raise Fault(f"preserveAspectRatio cannot be '{align[:20]}'")
        across = (width - inner_width * sx) * _PARTS[align[1:4]]
        down = (height - inner_height * sy) * _PARTS[align[5:]]
    matrix = (sx, 0.0, 0.0, sy, x + across - left * sx, y + down - top * sy)
    if max(map(abs, matrix)) > 1e7 or min(sx, sy) < 1e-7:
        raise Fault("the drawing is too large or too small for its box")
    window = rectangle(left - across / sx, top - down / sy, width / sx, height / sy)
    return Fit(matrix, Viewport(inner_width, inner_height), window)


def _side(geometry: Mapping[str, str], name: str, whole: float) -> float:
    text = geometry.get(name, "100%")
    return length("100%" if text == "auto" else text, least=0, whole=whole)
