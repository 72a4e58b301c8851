"""Paint shapes with gradients and patterns, and mask what elements draw."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import NamedTuple

from msgspec.structs import replace

from printgen.catalog.svg.document import Document
from printgen.catalog.svg.extents import box_of, count_parts
from printgen.catalog.svg.masks import make_mask, mask_region
from printgen.catalog.svg.servers import lay_tiles, place_gradient, read_tile
from printgen.catalog.svg.shapes import draw_shape
from printgen.catalog.svg.styles import Paint, Server, Viewport, link_target
from printgen.catalog.svg.tree import Element
from printgen.frame import Group, Item, Mask, Path
from printgen.geometry import Segments
from printgen.ink import CURRENT, Gradient, Ink
from printgen.limits import SVG_PARTS


class Around(NamedTuple):
    """What an element takes over from those that contain it or use it."""

    paint: Paint
    viewport: Viewport
    used: tuple[Element, ...] = ()
    depth: int = 0


class Painter:
    """Paints the shapes of one drawing; `draw` draws the elements inside a pattern or mask."""

    def __init__(self, document: Document, draw: Callable[[Element, Around], list[Item]]) -> None:
        self._document = document
        self._draw = draw
        self._parts = 0

    def shape(self, element: Element, segments: Segments, around: Around) -> list[Item]:
        """Return a shape in its inks."""
        paint = around.paint
        below: list[Item] = []
        if not paint.visible:
            return []
        fill, stroke = paint.fill, paint.stroke
        if isinstance(stroke, Server):
            placed = self._gradient(element, stroke, segments, around)
            paint = paint._replace(stroke=placed)
        if isinstance(fill, Server) and fill.tag == "pattern":
            below = self._pattern(element, fill, segments, around)
            paint = paint._replace(fill=None)
        elif isinstance(fill, Server):
            placed = self._gradient(element, fill, segments, around)
            paint = paint._replace(fill=placed)
            if fill.is_current and placed is not None:
                below = self._faded(segments, placed, paint)
                paint = paint._replace(fill=None)
        return [*below, *draw_shape(element.tag, segments, paint)]

    def _gradient(
        self, element: Element, server: Server, segments: Segments, around: Around
    ) -> Ink | None:
        ink = self._document.attempt(
            element,
            "gradient",
            place_gradient,
            server,
            segments,
            around.viewport,
            around.paint.width,
        )
        parts = len(ink.stops) if isinstance(ink, Gradient) else 1
        return ink if self._has_room(element, parts) else None

    def _faded(self, segments: Segments, fade: Ink, paint: Paint) -> list[Item]:
        """Return a shape in currentColor that is as opaque as a gradient."""
        shape = Path(segments, CURRENT, even_odd=paint.even_odd)
        mask = Mask((replace(shape, fill=fade),), "alpha")
        return [Group((shape,), opacity=paint.fill_opacity, mask=mask)]

    def _has_room(self, element: Element, parts: int) -> bool:
        """Count the parts of tiles and gradients, and return whether they are not too many."""
        before, self._parts = self._parts, self._parts + parts
        if self._parts > SVG_PARTS >= before:
            self._document.error(
                element, f"patterns and gradients need more than {SVG_PARTS} parts; simplify them"
            )
        return self._parts <= SVG_PARTS

    def _pattern(
        self, element: Element, server: Server, segments: Segments, around: Around
    ) -> list[Item]:
        tile = self._document.attempt(
            element, "pattern", read_tile, server, segments, around.viewport
        )
        source = next((part for part in server.chain if part.children), None)
        share = around.paint.fill_opacity
        if tile is None or source is None or not share:
            return []
        if source in around.used:
            self._document.error(element, "a pattern is part of itself; use a plain colour")
            return []
        inner = Around(Paint(), tile.viewport, (*around.used, source), around.depth + 1)
        items = [item for child in source.children for item in self._draw(child, inner)]
        lay = functools.partial(lay_tiles, even_odd=around.paint.even_odd)
        laid = self._document.attempt(element, "pattern", lay, tile, items, segments)
        if not items or not laid or not self._has_room(element, count_parts(laid)):
            return []
        return laid if share == 1 else [Group(tuple(laid), opacity=share)]

    def mask(
        self, element: Element, value: str, around: Around, items: list[Item]
    ) -> Mask | Segments | None:
        """Return what a mask shows of the items of an element."""
        if value in ("none", "", "inherit"):
            return None
        mask = self._document.element(link_target(value))
        if mask is None or mask.tag != "mask" or mask in around.used:
            self._document.error(element, f"there is no mask '{value[:40]}' in the drawing")
            return None
        box = box_of(items)
        in_box = mask.attributes.get("maskContentUnits") == "objectBoundingBox"
        viewport = around.viewport
        inner = Around(Paint(), viewport, (*around.used, mask), around.depth + 1)
        properties = self._document.properties(mask)
        inner = inner._replace(paint=self._document.paint(mask, properties, inner.paint, viewport))
        drawn = [item for child in mask.children for item in self._draw(child, inner)]
        if in_box and box is not None:
            drawn = [Group(tuple(drawn), (box[2], 0.0, 0.0, box[3], box[0], box[1]))]
        region = self._document.attempt(mask, "<mask>", mask_region, mask, box, around.viewport)
        return make_mask(drawn, properties, region)
