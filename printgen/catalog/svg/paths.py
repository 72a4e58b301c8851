"""Parse SVG path data into absolute segments of M, L, C and Z."""

from __future__ import annotations

import math
import re
from functools import cache, lru_cache
from typing import Final

from printgen.catalog.fault import Fault
from printgen.geometry import Segment, Segments

_GAP: Final = re.compile(r"[\s,]*")
_NUMBER: Final = re.compile(r"[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?")
_COUNTS: Final = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
_FLAGS: Final = (3, 4)
"""The values of an arc that are flags: a single 0 or 1, which needs no gap after it."""
_MAX_NUMBER: Final = 1e7  # larger products of coordinates lose precision in print

Point = tuple[float, float]


@cache
def _values_pattern(kind: str) -> re.Pattern[str]:
    """All values of a command; an atomic group keeps a number from being read as two."""
    return re.compile(
        "".join(
            f"([01]){_GAP.pattern}"
            if kind == "A" and index in _FLAGS
            else f"((?>{_NUMBER.pattern})){_GAP.pattern}"
            for index in range(_COUNTS[kind])
        )
    )


@lru_cache(maxsize=1024)
def parse_path(data: str) -> Segments:
    """Return the segments; raise Fault if the data is not a path. Templates repeat their paths, and
    are compiled for each ink and paper."""
    pen = _Pen()
    scan = _Scanner(data)
    while not scan.at_end():
        letter = scan.command()
        kind = letter.upper()
        if not pen.segments and kind != "M":
            raise Fault(f"the path data must begin with M, not {letter}")
        first = True
        while first or scan.more_numbers():
            values = scan.values(kind)
            pen.add(kind, values, relative=letter.islower())
            if kind == "M":  # further pairs after a move are lines
                kind = "L"
            first = False
            if kind == "Z":
                break
    return tuple(pen.segments)


class _Scanner:
    def __init__(self, data: str) -> None:
        self._data = data
        self._at = 0
        self._skip()

    def _skip(self) -> None:
        gap = _GAP.match(self._data, self._at)
        if gap:
            self._at = gap.end()

    def at_end(self) -> bool:
        return self._at >= len(self._data)

    def _here(self) -> str:
        return f"character {self._at + 1} ('{self._data[self._at : self._at + 12]}')"

    def command(self) -> str:
        letter = self._data[self._at]
        if letter.upper() not in _COUNTS:
            raise Fault(f"the path data has no command at {self._here()}")
        self._at += 1
        self._skip()
        return letter

    def more_numbers(self) -> bool:
        return not self.at_end() and self._data[self._at] in "+-.0123456789"

    def values(self, kind: str) -> list[float]:
        found = _values_pattern(kind).match(self._data, self._at)
        if found:
            values = [*map(float, found.groups())]
            if not values or (max(values) <= _MAX_NUMBER and min(values) >= -_MAX_NUMBER):
                self._at = found.end()
                return values
        return self._one_by_one(kind)

    def _one_by_one(self, kind: str) -> list[float]:
        """Read values that are not all there or too large, to say which of them it is."""
        return [
            self._flag() if kind == "A" and index in _FLAGS else self._number()
            for index in range(_COUNTS[kind])
        ]

    def _number(self) -> float:
        match = _NUMBER.match(self._data, self._at)
        if not match:
            what = "ends too early" if self.at_end() else f"has no number at {self._here()}"
            raise Fault(f"the path data {what}")
        value = float(match.group())
        if not abs(value) <= _MAX_NUMBER:
            raise Fault(f"the path data has a number that is too large at {self._here()}")
        self._at = match.end()
        self._skip()
        return value

    def _flag(self) -> float:
        if self.at_end() or self._data[self._at] not in "01":
            raise Fault("the path data has an arc whose flags are not 0 or 1")
        value = float(self._data[self._at])
        self._at += 1
        self._skip()
        return value


class _Pen:
    """Draws absolute cubics and keeps the points that relative and smooth commands refer to."""

    def __init__(self) -> None:
        self.segments: list[Segment] = []
        self._at: Point = (0.0, 0.0)
        self._start: Point = (0.0, 0.0)
        self._cubic: Point | None = None
        self._quadratic: Point | None = None
        self._closed = False

    def add(self, kind: str, values: list[float], *, relative: bool) -> None:
        if relative:
            values = self._absolute(kind, values)
        if kind in "HV":
            values = [values[0], self._at[1]] if kind == "H" else [self._at[0], values[0]]
            kind = "L"
        cubic, quadratic = self._cubic, self._quadratic
        self._cubic = self._quadratic = None
        if self._closed and kind not in "MZ":
            self.segments.append(("M", *self._at))
        self._closed = kind == "Z"
        match kind:
            case "M":
                self._start = self._at = (values[0], values[1])
                self.segments.append(("M", *self._at))
            case "Z":
                if self.segments[-1] != ("Z",):
                    self.segments.append(("Z",))
                self._at = self._start
            case "L":
                self._line(values[0], values[1])
            case "C":
                self._curve(*values)
            case "S":
                self._curve(*self._reflected(cubic), *values)
            case "Q":
                self._quadratic_curve(*values)
            case "T":
                self._quadratic_curve(*self._reflected(quadratic), *values)
            case _:
                self._arc(values)

    def _absolute(self, kind: str, values: list[float]) -> list[float]:
        x, y = self._at
        if kind == "H":
            return [values[0] + x]
        if kind == "V":
            return [values[0] + y]
        if kind == "A":
            return [*values[:5], values[5] + x, values[6] + y]
        return [value + (y if index % 2 else x) for index, value in enumerate(values)]

    def _reflected(self, control: Point | None) -> Point:
        x, y = self._at
        return (x, y) if control is None else (2 * x - control[0], 2 * y - control[1])

    def _line(self, x: float, y: float) -> None:
        self._at = (x, y)
        self.segments.append(("L", x, y))

    def _curve(self, x1: float, y1: float, x2: float, y2: float, x: float, y: float) -> None:
        self.segments.append(("C", x1, y1, x2, y2, x, y))
        self._at = (x, y)
        self._cubic = (x2, y2)

    def _quadratic_curve(self, cx: float, cy: float, x: float, y: float) -> None:
        x0, y0 = self._at
        third = 2 / 3
        self._curve(
            x0 + third * (cx - x0),
            y0 + third * (cy - y0),
            x + third * (cx - x),
            y + third * (cy - y),
            x,
            y,
        )
        self._cubic = None
        self._quadratic = (cx, cy)

    def _arc(self, values: list[float]) -> None:
        rx, ry, turn, large, sweep, x, y = values
        if (x, y) == self._at:
            return
        if rx == 0 or ry == 0:
            self._line(x, y)
            return
        for curve in _arc_curves(
            self._at, (abs(rx), abs(ry)), turn, bool(large), bool(sweep), (x, y)
        ):
            self._curve(*curve)
        self._cubic = None


def _arc_curves(
    start: Point, radii: Point, turn: float, large: bool, sweep: bool, end: Point
) -> list[tuple[float, float, float, float, float, float]]:
    """Return an elliptical arc as cubics of at most a quarter turn (SVG 1.1, appendix F.6)."""
    cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    dx, dy = (start[0] - end[0]) / 2, (start[1] - end[1]) / 2
    px, py = cos * dx + sin * dy, -sin * dx + cos * dy
    rx, ry = radii
    stretch = math.hypot(px / rx, py / ry)
    if stretch > 1:
        rx, ry = rx * stretch, ry * stretch
    ux, uy = px / rx, py / ry
    reach = ux * ux + uy * uy
    offset = math.sqrt(max(0.0, 1 - reach) / reach) if reach else 0.0
    if large == sweep:
        offset = -offset
    cx, cy = offset * uy, -offset * ux
    first = math.atan2(uy - cy, ux - cx)
    sweep_angle = (math.atan2(-uy - cy, -ux - cx) - first) % math.tau
    if not sweep:
        sweep_angle -= math.tau
    middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)

    def place(x: float, y: float) -> Point:
        ex, ey = (x + cx) * rx, (y + cy) * ry
        return middle[0] + cos * ex - sin * ey, middle[1] + sin * ex + cos * ey

    count = max(1, math.ceil(abs(sweep_angle) / (math.pi / 2) - 1e-9))
    step = sweep_angle / count
    pull = 4 / 3 * math.tan(step / 4)
    curves: list[tuple[float, float, float, float, float, float]] = []
    for index in range(count):
        a, b = first + index * step, first + (index + 1) * step
        to = end if index == count - 1 else place(math.cos(b), math.sin(b))
        one = place(math.cos(a) - pull * math.sin(a), math.sin(a) + pull * math.cos(a))
        two = place(math.cos(b) + pull * math.sin(b), math.sin(b) - pull * math.cos(b))
        curves.append((*one, *two, *to))
    return curves
