"""Find the spaces of a track: along a line, or at given points."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, Final

from printgen.draw import setting_types
from printgen.draw.context import DrawContext
from printgen.draw.line_path import LinePath, LinePoint, Point, line_path, line_points
from printgen.draw.pattern import Cell
from printgen.draw.repeats import check_repeats, checked_list
from printgen.draw.setting_types import SettingType
from printgen.geometry import IDENTITY, multiply, polygon, rotate, translate
from printgen.limits import REPEATS

TRACK_NAMES: Final = frozenset({"space", "index", "total", "angle"})
"""What the elements of a space can read."""

Course = LinePath | tuple[Point, ...]


def _course(value: Any, context: DrawContext) -> Course:
    return line_points(value, context) if isinstance(value, tuple) else line_path(value, context)


TRACK: Final[Mapping[str, SettingType]] = {
    "track": SettingType(_course),
    "first": SettingType(setting_types.whole_number(-10_000, 10_000), 1),
    "spaces": SettingType(setting_types.whole_number(1, REPEATS)),
    "spacing": SettingType(setting_types.positive),
    "turn": SettingType(setting_types.flag, False),
}


def track_cells(s: Mapping[str, Any], values: Any, variable: str) -> list[Cell]:
    """Return the spaces of a track with their numbers, and the values of a list if there is one."""
    over = None if values is None else checked_list(values)
    places = _places(s["track"], s["spaces"], s["spacing"], None if over is None else len(over))
    made: list[Cell] = []
    for index, place in enumerate(places):
        names: dict[str, Any] = {} if over is None else {variable: over[index]}
        names |= {"space": s["first"] + index, "index": index}
        names |= {"total": len(places), "angle": place.angle}
        turned = rotate(place.angle) if s["turn"] else IDENTITY
        made.append(Cell(names, multiply(translate(place.x, place.y), turned)))
    return made


def _places(
    course: Course, spaces: int | None, spacing: float | None, values: int | None
) -> Sequence[LinePoint]:
    given = [name for name, at in (("spaces", spaces), ("spacing", spacing)) if at is not None]
    if values is not None:
        given.append("over")
    if len(given) > 1:
        raise ValueError(f"needs one of {' and '.join(given)}, not both: each says how many spaces")
    if isinstance(course, tuple) and spaces is None and spacing is None:
        if values not in (None, len(course)):
            raise ValueError(f"has {len(course)} points for the {values} values of 'over'")
        return _at_points(course)
    line = LinePath(polygon(course, closed=False)) if isinstance(course, tuple) else course
    count = spaces if spaces is not None else values
    if spacing is not None:
        count = math.floor(line.length / spacing + 1e-6) + (not line.closed)
        check_repeats(count)
    if count is None:
        raise ValueError("needs 'spaces' (how many), 'spacing' (how far apart) or 'over' (a list)")
    if spacing is None or line.closed:  # the ends of a closed line are one space
        spacing = line.length / max(1, count if line.closed else count - 1)
    return [line.at(index * spacing) for index in range(count)]


def _at_points(points: Sequence[Point]) -> Sequence[LinePoint]:
    """Return the points, each with the direction to the next; the last keeps its direction."""
    made: list[LinePoint] = []
    for number, (x, y) in enumerate(points):
        start = min(number, len(points) - 2)
        (x1, y1), (x2, y2) = points[start : start + 2]
        made.append(LinePoint(x, y, math.degrees(math.atan2(y2 - y1, x2 - x1))))
    return made
