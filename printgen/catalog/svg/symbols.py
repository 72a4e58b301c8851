"""Read an SVG file of the safe subset into a frame of paths and groups."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path as FilePath
from typing import Final
from xml.parsers import expat

from printgen.catalog.fault import Fault
from printgen.catalog.files import read_text
from printgen.catalog.svg.shapes import draw_shape
from printgen.catalog.svg.styles import (
    PROPERTIES,
    Paint,
    apply_property,
    declarations,
    length,
    matrix,
    numbers,
    opacity,
)
from printgen.errors import DataError, Findings, Location, did_you_mean
from printgen.frame import (
    IDENTITY,
    Frame,
    Group,
    Item,
    Matrix,
    translate,
)
from printgen.limits import SVG_BYTES, SVG_DEPTH, SVG_ELEMENTS

_GEOMETRY: Final[Mapping[str, tuple[str, ...]]] = {
    "svg": (
        "viewBox",
        "width",
        "height",
        "x",
        "y",
        "version",
        "baseProfile",
        "preserveAspectRatio",
    ),
    "g": (),
    "path": ("d",),
    "rect": ("x", "y", "width", "height", "rx", "ry"),
    "circle": ("cx", "cy", "r"),
    "ellipse": ("cx", "cy", "rx", "ry"),
    "line": ("x1", "y1", "x2", "y2"),
    "polyline": ("points",),
    "polygon": ("points",),
    "title": (),
    "desc": (),
    "defs": (),
}
_SHAPES: Final = ("path", "rect", "circle", "ellipse", "line", "polyline", "polygon")
_NOT_DRAWN: Final = ("title", "desc", "defs")
_HARMLESS: Final = frozenset(("id", "class", "role", "lang", "focusable"))
_REMEDIES: Final = {
    **dict.fromkeys(("text", "tspan", "textPath", "flowRoot"), "convert text to paths"),
    **dict.fromkeys(("use", "symbol"), "unlink clones, so that every shape is drawn out"),
    **dict.fromkeys(("linearGradient", "radialGradient", "pattern"), "use plain colours"),
    **dict.fromkeys(("clipPath", "mask", "filter"), "draw the final shape instead"),
    "style": "write the properties on the shapes themselves",
    "script": "remove it; scripts are not run",
    "image": "save the picture as a PNG or JPEG file of its own",
    "foreignObject": "remove it",
    "metadata": "save as plain SVG",
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
    reader = _Reader(display_name)
    reader.read(text)
    reader.findings.raise_errors()
    x, y, width, height = reader.box
    items = tuple(reader.items)
    if (x, y) != (0, 0):
        items = (Group(items, translate(-x, -y)),)
    return Frame(name, width, height, items, origin=Location(display_name))


class _Stop(Exception):
    """Stop reading: going on would be unsafe. The reason is in the findings."""


class _OpenElement:
    """An element whose end has not been read yet."""

    __slots__ = ("items", "matrix", "opacity", "paint", "tag")

    def __init__(self, tag: str, paint: Paint) -> None:
        self.tag = tag
        self.paint = paint
        self.matrix: Matrix = IDENTITY
        self.opacity = 1.0
        self.items: list[Item] = []


class _Reader:
    def __init__(self, display_name: str) -> None:
        self.findings = Findings()
        self.items: list[Item] = []
        self.box = (0.0, 0.0, 1.0, 1.0)
        self._display_name = display_name
        self._parser = expat.ParserCreate()
        self._stack: list[_OpenElement] = []
        self._count = 0
        self._skipped = 0

    def read(self, text: str) -> None:
        parser = self._parser
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.StartDoctypeDeclHandler = self._doctype
        parser.ProcessingInstructionHandler = self._instruction
        try:
            parser.Parse(text, True)
        except _Stop:
            return
        except expat.ExpatError as error:
            place = Location(self._display_name, error.lineno, error.offset + 1)
            reason = expat.ErrorString(error.code)
            self.findings.error(place, f"this is not valid SVG: {reason}", "symbol")

    def _error(self, message: str) -> None:
        place = Location(self._display_name, self._parser.CurrentLineNumber)
        self.findings.error(place, message, "symbol")

    def _doctype(self, *_: object) -> None:
        """Stop before any entity is declared, so that none can be expanded."""
        self._error("a DOCTYPE is not allowed; delete it (with all its entities)")
        raise _Stop

    def _instruction(self, target: str, _: str) -> None:
        self._error(f"the instruction '<?{target}' is not allowed; remove it")

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        self._count += 1
        if self._count > SVG_ELEMENTS:
            self._error(f"the drawing has more than {SVG_ELEMENTS} elements; simplify it")
            raise _Stop
        if self._skipped or not self._is_allowed(tag):
            self._skipped += 1
            return
        if len(self._stack) >= SVG_DEPTH:
            self._error(f"the drawing is nested more than {SVG_DEPTH} levels deep; ungroup it")
            raise _Stop
        opened = _OpenElement(tag, self._stack[-1].paint if self._stack else Paint())
        geometry = self._read_attributes(opened, attributes)
        if tag == "svg":
            self._try("the size", lambda: self._size(geometry))
        elif tag in _SHAPES:
            self._try(
                f"<{tag}>", lambda: opened.items.extend(draw_shape(tag, geometry, opened.paint))
            )
        self._stack.append(opened)

    def _is_allowed(self, tag: str) -> bool:
        """Return whether an element is allowed here; report it otherwise, but not its children."""
        parent = self._stack[-1].tag if self._stack else ""
        if not parent and tag != "svg":
            self._error(f"the file is not an SVG drawing: it begins with <{tag}>")
        elif tag not in _GEOMETRY:
            remedy = _REMEDIES.get(tag, "remove it, or save as plain SVG")
            self._error(f"the element <{tag}> is not allowed; {remedy}")
        elif parent and tag == "svg":
            self._error("a nested drawing is not allowed; remove the inner <svg>")
        elif parent == "defs":
            self._error(f"<defs> must be empty, but it contains <{tag}>; draw the shape itself")
        elif parent in _SHAPES or parent in _NOT_DRAWN:
            if tag in ("title", "desc"):
                return True
            self._error(f"<{tag}> is not allowed inside <{parent}>; move it out")
        else:
            return True
        return False

    def _read_attributes(
        self, opened: _OpenElement, attributes: Mapping[str, str]
    ) -> dict[str, str]:
        """Apply an element's paint, transform and opacity, and return its geometry."""
        geometry: dict[str, str] = {}
        styles: dict[str, str] = {}
        known = _GEOMETRY[opened.tag]
        for name, value in attributes.items():
            if name in known:
                geometry[name] = value
            elif name in PROPERTIES:
                styles.setdefault(name, value.strip())
            elif name == "style":
                self._try("style", lambda value=value: styles.update(declarations(value)))  # type: ignore[misc]
            elif name == "transform":
                self._transform(opened, value)
            else:
                self._report_unknown(opened.tag, name, known)
        for name, value in styles.items():
            self._style(opened, name, value)
        return geometry

    def _transform(self, opened: _OpenElement, value: str) -> None:
        def turn() -> None:
            opened.matrix = matrix(value)

        self._try("transform", turn)

    def _style(self, opened: _OpenElement, name: str, value: str) -> None:
        def apply() -> None:
            if name == "opacity":
                opened.opacity = opacity(value)
            elif value != "inherit":
                opened.paint = apply_property(opened.paint, name, value)

        if name in PROPERTIES:
            self._try(name, apply)
        elif not name.startswith(
            "-"
        ):  # editors add properties such as -inkscape-font-specification
            self._error(f"unknown style '{name}'{did_you_mean(name, PROPERTIES)}; remove it")

    def _report_unknown(self, tag: str, name: str, known: tuple[str, ...]) -> None:
        plain = name.rpartition(":")[2]
        if plain in ("href", "src", "base"):
            self._error(f"<{tag}> has a reference '{name}' to something outside; remove it")
        elif plain.lower().startswith("on"):
            self._error(f"the event attribute '{name}' is not allowed; remove it")
        elif ":" in name or name in _HARMLESS or name.startswith(("xmlns", "data-", "aria-")):
            return
        else:
            hint = did_you_mean(name, (*known, *PROPERTIES, "style", "transform"))
            self._error(f"unknown attribute '{name}' of <{tag}>{hint}; remove it")

    def _try(self, what: str, act: Callable[[], object]) -> None:
        try:
            act()
        except Fault as fault:
            self._error(f"{what}: {fault}")

    def _size(self, geometry: Mapping[str, str]) -> None:
        box = numbers(geometry.get("viewBox", ""))
        if not box:
            if "width" not in geometry or "height" not in geometry:
                raise Fault("the drawing needs a viewBox")
            size = [geometry[side].removesuffix("mm") for side in ("width", "height")]
            box = (0.0, 0.0, length(size[0]), length(size[1]))
        if len(box) != 4:
            raise Fault("the viewBox must have four numbers")
        x, y, width, height = box
        if width <= 0 or height <= 0:
            raise Fault("the width and height of the drawing must be more than 0")
        self.box = (x, y, width, height)

    def _end(self, _: str) -> None:
        if self._skipped:
            self._skipped -= 1
            return
        closed = self._stack.pop()
        items = tuple(closed.items)
        target = self._stack[-1].items if self._stack else self.items
        if items and (closed.matrix != IDENTITY or closed.opacity != 1):
            target.append(Group(items, closed.matrix, opacity=closed.opacity))
        else:
            target.extend(items)
