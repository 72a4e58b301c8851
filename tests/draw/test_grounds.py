"""Grounds in low ink: an outline inside the trim, and none beyond it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path as FilePath

import pytest

from printgen.draw.grounds import CLEARANCE
from printgen.frame import Frame, Group, Item, Path
from printgen.geometry import IDENTITY, Matrix, apply, multiply, rectangle
from printgen.regions import flatten
from tests.support import draw_one

HEAD = "size: [60, 60]\nbleed: 3\nsafe: 3\n"
TRIMS = {
    "rectangle": "",
    "rounded": "corner: 4\n",
    "circle": "shape: circle\n",
    "hex": "shape: hex\n",
    "path": 'shape: path\noutline: "M10,0 H50 L60,30 L50,60 H10 L0,30 Z"\n',
}
GROUNDS = {
    "whole": "rectangle: [-3, -3, 66, 66]",
    "on the trim": "rectangle: [0, 0, 60, 60]",
    "circle": "circle: [30, 30, 33]",
    "hex": "hex: [30, 30, 38]",
    "polygon": "polygon: [[-3, -3], [63, -3], [63, 63], [-3, 63]]",
    "path": 'path: "M-3,20 C10,10 50,30 63,20 V63 H-3 Z"',
    "moved": "group: [{rectangle: [0, 0, 66, 66], ground: '#336699'}]\n    at: [-3, -3]",
}


def strokes(items: tuple[Item, ...], matrix: Matrix = IDENTITY) -> Iterator[tuple[Path, Matrix]]:
    for item in items:
        if isinstance(item, Group):
            yield from strokes(item.items, multiply(matrix, item.matrix))
        elif isinstance(item, Path) and item.stroke is not None:
            yield item, matrix


def stroke_depths(frame: Frame) -> list[float]:
    """How far inside the trim each point of each stroke lies."""
    trim = flatten(frame.outline or rectangle(0, 0, frame.width, frame.height), IDENTITY)
    return [
        trim.depth(*apply(matrix, x, y))
        for path, matrix in strokes(frame.items)
        for contour in flatten(path.segments, IDENTITY).contours
        for x, y in contour
    ]


def face(folder: FilePath, trim: str, element: str, ink: str = "low") -> Frame:
    head = HEAD.replace("[60, 60]", "[52, 60]") if trim == "hex" else HEAD
    ground = "" if element.startswith("group") else "\n    ground: '#336699'"
    return draw_one(folder, f"{head}{TRIMS[trim]}elements:\n  - {element}{ground}\n", ink)


@pytest.mark.parametrize("trim", TRIMS)
@pytest.mark.parametrize("ground", GROUNDS)
def test_no_outline_leaves_the_trim(tmp_path: FilePath, trim: str, ground: str) -> None:
    """A ground that runs into the bleed is outlined only well inside the cut, if at all."""
    depths = stroke_depths(face(tmp_path, trim, GROUNDS[ground]))
    assert min(depths, default=CLEARANCE) >= CLEARANCE - 0.01


def test_a_ground_inside_keeps_its_outline(tmp_path: FilePath) -> None:
    """A ground that keeps clear of the cut is outlined as a whole, curves and all."""
    frame = face(tmp_path, "rounded", "circle: [30, 30, 20]")
    ((path, _),) = strokes(frame.items)
    assert [segment[0] for segment in path.segments] == ["M", "C", "C", "C", "C", "Z"]


def test_the_edge_across_a_card_stays(tmp_path: FilePath) -> None:
    """A band's lower edge is drawn from side to side, and its other three edges are not."""
    frame = face(tmp_path, "rectangle", "rectangle: [-3, -3, 66, 23]")
    ((path, _),) = strokes(frame.items)
    (_, x1, y1), (_, x2, y2) = path.segments
    assert sorted([x1, x2]) == pytest.approx([CLEARANCE, 60 - CLEARANCE], abs=0.01)
    assert (y1, y2) == (20, 20)


def test_full_ink_has_no_outlines(tmp_path: FilePath) -> None:
    """Grounds are filled in full ink and not outlined."""
    assert stroke_depths(face(tmp_path, "rectangle", GROUNDS["whole"], ink="full")) == []
