"""Look up the elements of an SVG file, and read what each of them says about its looks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final, TypeVar

from printgen.catalog.fault import Fault
from printgen.catalog.svg.sheets import Rule, properties_of, read_sheet
from printgen.catalog.svg.styles import (
    HARMLESS_PROPERTIES,
    PROPERTIES,
    Paint,
    Server,
    Viewport,
    apply_property,
    ink,
    length,
    link_target,
    matrix,
    opacity,
)
from printgen.catalog.svg.tree import Element
from printgen.errors import Findings, Location, closest
from printgen.geometry import IDENTITY, Matrix
from printgen.ink import BLACK, CURRENT, Color, Stop

_VIEW: Final = ("x", "y", "width", "height", "viewBox", "preserveAspectRatio")
ATTRIBUTES: Final[Mapping[str, tuple[str, ...]]] = {
    "svg": _VIEW,
    "symbol": _VIEW,
    "use": ("x", "y", "width", "height", "href"),
    "path": ("d",),
    "rect": ("x", "y", "width", "height", "rx", "ry"),
    "circle": ("cx", "cy", "r"),
    "ellipse": ("cx", "cy", "rx", "ry"),
    "line": ("x1", "y1", "x2", "y2"),
    "polyline": ("points",),
    "polygon": ("points",),
    "stop": ("offset",),
}
_COMMON: Final = (*PROPERTIES, "style", "transform", "class", "id")
SERVERS: Final = ("linearGradient", "radialGradient", "pattern")

Result = TypeVar("Result")


class Document:
    """The elements of one file. Mistakes are collected with the row of their element."""

    def __init__(self, root: Element, display_name: str, findings: Findings) -> None:
        self._display_name = display_name
        self._findings = findings
        self._ids: dict[str, Element] = {}
        rules: list[Rule] = []
        for element in elements(root):
            if "id" in element.attributes:
                self._ids.setdefault(element.attributes["id"], element)
            if element.tag == "style":
                rules += self.attempt(element, "<style>", read_sheet, element.text) or ()
        self._rules = tuple(sorted(rules, key=lambda rule: rule.weight))

    def error(self, element: Element, message: str) -> None:
        self._findings.error(Location(self._display_name, element.row), message, "symbol")

    def attempt(
        self, element: Element, what: str, read: Callable[..., Result], *values: object
    ) -> Result | None:
        """Return what `read` makes of the values; None, and an error at the element, if it cannot
        be read."""
        try:
            return read(*values)
        except Fault as fault:
            self.error(element, f"{what}: {fault}")
            return None

    def element(self, name: str | None) -> Element | None:
        return None if name is None else self._ids.get(name)

    def linked(self, element: Element) -> Element | None:
        """Return the element that the `href` of another one names."""
        return self.element(_href(element))

    def matrix(self, element: Element) -> Matrix:
        text = element.attributes.get("transform", "")
        return self.attempt(element, "transform", matrix, text) or IDENTITY

    def properties(self, element: Element) -> dict[str, str]:
        """Return the properties of an element, after looking for misspelt attributes."""
        known = ATTRIBUTES.get(element.tag, ())
        for name in element.attributes:
            if name not in known and name not in _COMMON and ":" not in name:
                self._report_typo(element, "attribute", name, (*known, *_COMMON))
        found = self.attempt(element, "style", properties_of, element, self._rules, _is_property)
        return found or {}

    def _report_typo(self, element: Element, what: str, name: str, known: tuple[str, ...]) -> None:
        """Report a name that is nearly a known one. Editors write many others, which are ignored,
        as browsers do."""
        meant = "" if HARMLESS_PROPERTIES.fullmatch(name) else closest(name, known)
        if meant and abs(len(meant) - len(name)) <= 1:
            self.error(
                element, f"unknown {what} '{name}' of <{element.tag}> (did you mean '{meant}'?)"
            )

    def paint(
        self,
        element: Element,
        properties: Mapping[str, str],
        paint: Paint,
        viewport: Viewport,
    ) -> Paint:
        """Return the paint of an element, which changes that of its surroundings."""
        for name, value in properties.items():
            if name not in PROPERTIES:
                self._report_typo(element, "style", name, PROPERTIES)
            elif value not in ("inherit", "unset", ""):
                painted = self.attempt(element, name, self._painted, paint, name, value, viewport)
                paint = painted or paint
        return paint

    def _painted(self, paint: Paint, name: str, value: str, viewport: Viewport) -> Paint:
        target = link_target(value) if name in ("fill", "stroke") else None
        if target is None:
            return apply_property(paint, name, value, viewport)
        server = self._server(target)
        if server is None:
            fallback = value.rpartition(")")[2].strip() or "none"
            return apply_property(paint, name, fallback, viewport)
        if server.tag == "pattern" and name == "stroke":
            raise Fault("a line cannot have a pattern; convert the stroke to a path")
        if server.tag != "pattern" and len({stop[1:] for stop in server.stops}) == 1:
            share = server.stops[0].opacity
            color = CURRENT if server.is_current else server.stops[0].color
            if name == "fill":
                return paint._replace(fill=color, fill_alpha=share)
            return paint._replace(stroke=color, stroke_alpha=share)
        if server.is_current and name == "stroke":
            raise Fault("a line cannot fade in 'currentColor'; convert the stroke to a path")
        if name == "fill":
            return paint._replace(fill=server, fill_alpha=1.0)
        return paint._replace(stroke=server, stroke_alpha=1.0)

    def _server(self, name: str) -> Server | None:
        """Return a gradient or pattern with those that it refers to; None if there is none, or if
        it has no stops."""
        chain: list[Element] = []
        element = self.element(name)
        if element is None:
            return None
        if element.tag not in SERVERS:
            raise Fault(f"a <{element.tag}> cannot fill a shape; use a plain colour")
        while element is not None and element.tag in SERVERS:
            if element in chain:
                raise Fault("gradients or patterns refer to each other in a loop")
            chain.append(element)
            element = self.linked(element)
        if chain[0].tag == "pattern":
            return Server(tuple(chain))
        stops, is_current = next(
            (found for found in map(self._stops, chain) if found[0]), ((), False)
        )
        return Server(tuple(chain), stops, is_current) if stops else None

    def _stops(self, gradient: Element) -> tuple[tuple[Stop, ...], bool]:
        """Return the stops of a gradient, and whether all of them are in currentColor."""
        stops: list[Stop] = []
        current = 0
        for child in gradient.children:
            if child.tag != "stop":
                continue
            found = self.properties(child)
            color, alpha = ink(found.get("stop-color", "black"))
            if color is None:
                alpha = 0.0
            elif not isinstance(color, Color):
                current += 1
            offset = min(1.0, max(0.0, length(child.attributes.get("offset", "0"), whole=1)))
            offset = max(offset, stops[-1].offset) if stops else offset
            share = round(alpha * opacity(found.get("stop-opacity", "1")), 4)
            stops.append(Stop(offset, color if isinstance(color, Color) else BLACK, share))
        if current not in (0, len(stops)):
            raise Fault("a gradient cannot mix 'currentColor' with colours; give all stops colours")
        return tuple(stops), current > 0


def elements(element: Element) -> Iterator[Element]:
    """Yield an element and all elements inside it."""
    yield element
    for child in element.children:
        yield from elements(child)


def _href(element: Element) -> str:
    attributes = element.attributes
    return attributes.get("href", attributes.get("xlink:href", "")).strip().removeprefix("#")


def _is_property(name: str) -> bool:
    return name in PROPERTIES
