"""Draw an SVG file as a frame of paths and groups."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path as FilePath
from typing import Final

from printgen.catalog.fault import Fault
from printgen.catalog.files import read_text
from printgen.catalog.svg.clips import clips_of, offset
from printgen.catalog.svg.document import ATTRIBUTES, SERVERS, Document, elements
from printgen.catalog.svg.painter import Around, Painter
from printgen.catalog.svg.shapes import SHAPES, shape_segments
from printgen.catalog.svg.styles import Paint, Viewport, opacity
from printgen.catalog.svg.tree import Element, read_tree
from printgen.catalog.svg.viewports import fit, root_box
from printgen.errors import DataError, Findings, Location
from printgen.frame import Blend, Frame, Group, Item, Mask
from printgen.geometry import IDENTITY, Box, translate
from printgen.limits import SVG_BYTES, SVG_DEPTH, SVG_ELEMENTS

_GROUPS: Final = ("g", "a", "svg", "switch")
_NOT_DRAWN: Final = frozenset(
    ("title", "desc", "defs", "style", "symbol", "view", "font", "cursor", *SERVERS)
) | {"clipPath", "mask", "stop", "marker", "filter"}
_TEXTS: Final = ("text", "tspan", "textPath", "flowRoot")
_REMEDIES: Final = {
    **dict.fromkeys(_TEXTS, "convert text to paths"),
    "image": "save the picture as a PNG or JPEG file of its own",
}


def read_symbol(file: FilePath, display_name: str, name: str) -> Frame:
    """Return the drawing in its own units, with its viewBox as the frame; raise DataError."""
    try:
        text = read_text(file, SVG_BYTES)
    except Fault as fault:
        findings = Findings()
        findings.error(Location(display_name, fault.row), str(fault), "symbol")
        raise DataError(findings) from None
    return parse_symbol(text, display_name, name)


def parse_symbol(text: str, display_name: str, name: str) -> Frame:
    findings = Findings()
    root = read_tree(text, display_name, findings)
    box: Box = (0.0, 0.0, 1.0, 1.0)
    items: tuple[Item, ...] = ()
    if root is not None:
        document = Document(root, display_name, findings)
        box = document.attempt(root, "the size", root_box, root.attributes) or box
        items = _Drawer(root, document).draw_all(Viewport(*box[2:]))
    findings.raise_errors()
    x, y, width, height = box
    if items and (x, y) != (0, 0):
        items = (Group(items, translate(-x, -y)),)
    return Frame(name, width, height, items, origin=Location(display_name))


class _Drawer:
    def __init__(self, root: Element, document: Document) -> None:
        self._root = root
        self._document = document
        self._count = 0
        self._painter = Painter(document, self._draw)

    def draw_all(self, viewport: Viewport) -> tuple[Item, ...]:
        return tuple(self._draw(self._root, Around(Paint(), viewport)))

    def _draw(self, element: Element, around: Around) -> list[Item]:
        tag = element.tag
        self._count += 1
        if self._count >= SVG_ELEMENTS or around.depth > 2 * SVG_DEPTH:
            if self._count == SVG_ELEMENTS or around.depth > 2 * SVG_DEPTH:
                self._document.error(
                    element, "clones of clones are too many to draw; simplify the drawing"
                )
            return []
        if tag in _NOT_DRAWN:
            return []
        if tag in _TEXTS and not _has_text(element):
            return []
        if tag not in ATTRIBUTES and tag not in _GROUPS:
            remedy = _REMEDIES.get(tag, "remove it, or save as plain SVG")
            self._document.error(element, f"the element <{tag}> is not allowed; {remedy}")
            return []
        properties = self._document.properties(element)
        if properties.get("display") == "none":
            return []
        around = around._replace(
            paint=self._document.paint(element, properties, around.paint, around.viewport),
            depth=around.depth + 1,
        )
        items = self._contents(element, properties, around)
        return self._grouped(element, properties, around, items)

    def _contents(
        self, element: Element, properties: Mapping[str, str], around: Around
    ) -> list[Item]:
        tag, geometry = element.tag, element.attributes
        if tag in SHAPES:
            segments = self._document.attempt(
                element, f"<{tag}>", shape_segments, tag, geometry, around.viewport
            )
            return self._painter.shape(element, segments, around) if segments else []
        if tag == "use":
            return self._draw_used(element, around)
        if tag == "svg" and element is not self._root:
            return self._draw_nested(element, geometry, properties, around)
        children = element.children
        if tag == "switch":
            children = [child for child in children if _is_taken(child)][:1]
        return [item for child in children for item in self._draw(child, around)]

    def _draw_used(self, element: Element, around: Around) -> list[Item]:
        target = self._document.linked(element)
        if target is None:
            self._document.error(element, "<use> names an element that is not in the drawing")
            return []
        if target in around.used:
            self._document.error(element, "<use> is part of what it repeats; unlink the clone")
            return []
        around = around._replace(used=(*around.used, target))
        moved = self._document.attempt(element, "<use>", offset, element, around.viewport)
        if target.tag == "symbol":
            properties = self._document.properties(target)
            around = around._replace(
                paint=self._document.paint(target, properties, around.paint, around.viewport)
            )
            size = {k: v for k, v in element.attributes.items() if k in ("width", "height")}
            items = self._draw_nested(target, target.attributes | size, properties, around)
        else:
            items = self._draw(target, around)
        if not items or moved is None or moved == IDENTITY:
            return items
        return [Group(tuple(items), moved)]

    def _draw_nested(
        self,
        element: Element,
        geometry: Mapping[str, str],
        properties: Mapping[str, str],
        around: Around,
    ) -> list[Item]:
        is_clipped = properties.get("overflow", "hidden") not in ("visible", "auto")
        placed = self._document.attempt(
            element, f"<{element.tag}>", fit, geometry, around.viewport, is_clipped
        )
        if placed is None:
            return []
        inner = around._replace(viewport=placed.viewport)
        items = [item for child in element.children for item in self._draw(child, inner)]
        return [Group(tuple(items), placed.matrix, placed.window)] if items else []

    def _grouped(
        self,
        element: Element,
        properties: Mapping[str, str],
        around: Around,
        items: list[Item],
    ) -> list[Item]:
        """Apply what an element does to its contents as a whole."""
        moved = self._document.matrix(element)
        share = self._document.attempt(element, "opacity", opacity, properties.get("opacity", "1"))
        clips = clips_of(self._document, element, properties, around.viewport, items)
        if not items or share == 0:
            return []
        clip = clips.pop() if clips else None
        while clips:
            items = [Group(tuple(items), clip=clips.pop())]
        blend: Blend = "multiply" if properties.get("mix-blend-mode") == "multiply" else "normal"
        mask = self._painter.mask(element, properties.get("mask", "none"), around, items)
        if mask is not None and not isinstance(mask, Mask):
            if clip is not None:
                items = [Group(tuple(items), clip=clip)]
            clip, mask = mask, None
        group = Group(
            tuple(items), moved, clip, 1.0 if share is None else share, blend=blend, mask=mask
        )
        plain = (moved, clip, group.opacity, blend, mask) == (IDENTITY, None, 1.0, "normal", None)
        return items if plain else [group]


def _has_text(element: Element) -> bool:
    return any(part.text.strip() for part in elements(element))


def _is_taken(child: Element) -> bool:
    """Return whether a choice of <switch> is the one for print."""
    return (
        child.tag not in _NOT_DRAWN
        and "requiredExtensions" not in child.attributes
        and "systemLanguage" not in child.attributes
    )
