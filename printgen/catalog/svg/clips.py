"""Find the areas that clip paths leave of an element."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from printgen.catalog.fault import Fault
from printgen.catalog.svg.document import Document
from printgen.catalog.svg.extents import box_of
from printgen.catalog.svg.shapes import SHAPES, shape_segments
from printgen.catalog.svg.styles import Paint, Viewport, length, link_target
from printgen.catalog.svg.tree import Element
from printgen.frame import Item
from printgen.geometry import Matrix, Segment, Segments, multiply, transform_segments, translate

_NOTHING: Final[Segments] = (("M", 0.0, 0.0), ("Z",))


def clips_of(
    document: Document,
    element: Element,
    properties: Mapping[str, str],
    viewport: Viewport,
    items: Sequence[Item],
) -> list[Segments]:
    """Return the areas outside which nothing of what an element draws is shown: a clip path may
    have one itself."""
    value = properties.get("clip-path", "none")
    clips: list[Segments] = []
    seen: list[Element] = []
    while value not in ("none", "", "inherit"):
        clip = document.element(link_target(value))
        if clip is None or clip.tag != "clipPath" or clip in seen:
            document.error(element, f"there is no clip path '{value[:40]}' in the drawing")
            break
        seen.append(clip)
        area = document.attempt(clip, "<clipPath>", _area_of, document, clip, viewport, items)
        clips.append(area or _NOTHING)
        value = document.properties(clip).get("clip-path", "none")
    return clips


def offset(element: Element, viewport: Viewport) -> Matrix:
    """Return where a <use> places what it repeats."""
    x = length(element.attributes.get("x", "0"), whole=viewport.width)
    y = length(element.attributes.get("y", "0"), whole=viewport.height)
    return translate(x, y)


def _area_of(
    document: Document, clip: Element, viewport: Viewport, items: Sequence[Item]
) -> Segments:
    moved = document.matrix(clip)
    if clip.attributes.get("clipPathUnits") == "objectBoundingBox":
        box = box_of(items)
        if box is None:
            return _NOTHING
        moved = multiply((box[2], 0.0, 0.0, box[3], box[0], box[1]), moved)
    area = join_shapes(_shapes(document, clip, viewport))
    return transform_segments(area, moved)


def _shapes(
    document: Document, clip: Element, viewport: Viewport
) -> Iterator[tuple[Segments, bool]]:
    paint = document.paint(clip, document.properties(clip), Paint(), viewport)
    for child in clip.children:
        shape, moved = child, document.matrix(child)
        if child.tag == "use":
            shape = document.linked(child) or child
            moved = multiply(moved, offset(child, viewport))
            moved = multiply(moved, document.matrix(shape))
        properties = document.properties(shape)
        if shape.tag in ("title", "desc") or properties.get("display") == "none":
            continue
        if shape.tag not in SHAPES or properties.get("clip-path", "none") != "none":
            raise Fault(f"<{shape.tag}> cannot be part of it; use plain shapes")
        own = document.paint(shape, properties, paint, viewport)
        segments = shape_segments(shape.tag, shape.attributes, viewport)
        if segments and own.visible:
            yield transform_segments(segments, moved), own.clip_even_odd


def join_shapes(shapes: Iterable[tuple[Segments, bool]]) -> Segments:
    """Return one path that covers all shapes, each with whether it is even-odd.

    All single contours run the same way around, so that overlaps are not holes.
    """
    joined: list[Segment] = []
    for segments, even_odd in shapes:
        contours = sum(segment[0] == "M" for segment in segments)
        if contours == 1:
            segments = segments if _area(segments) >= 0 else _reversed(segments)
        elif even_odd:
            raise Fault("a clip path of several parts needs the fill rule 'nonzero'")
        joined += segments
    return tuple(joined)


def _ends(segments: Segments) -> list[tuple[float, float]]:
    return [(float(s[-2]), float(s[-1])) for s in segments if s[0] != "Z"]


def _area(segments: Segments) -> float:
    """Return the signed area within the ends of the segments and their control points."""
    points = [(float(s[i]), float(s[i + 1])) for s in segments for i in range(1, len(s) - 1, 2)]
    return sum(
        x1 * y2 - x2 * y1
        for (x1, y1), (x2, y2) in zip(points, points[1:] + points[:1], strict=True)
    )


def _reversed(segments: Segments) -> Segments:
    """Return a single contour, drawn the other way around."""
    drawn = [segment for segment in segments if segment[0] != "Z"]
    ends = _ends(segments)
    out: list[Segment] = [("M", *ends[-1])]
    for index in range(len(drawn) - 1, 0, -1):
        segment, end = drawn[index], ends[index - 1]
        if segment[0] == "C":
            _, x1, y1, x2, y2, *_ = segment
            out.append(("C", x2, y2, x1, y1, *end))
        else:
            out.append(("L", *end))
    return (*out, ("Z",))
