"""Collect a glyph's outline as path segments."""

from __future__ import annotations

Segment = tuple[str | float, ...]


class OutlinePen:
    """Converts font units (y up, quadratic curves) to ems (y down, cubic curves)."""

    def __init__(self, units: int) -> None:
        self._units = units
        self._at = (0.0, 0.0)
        self.segments: list[Segment] = []

    def _point(self, point: tuple[float, float]) -> tuple[float, float]:
        return point[0] / self._units, -point[1] / self._units

    def moveTo(self, point: tuple[float, float]) -> None:
        self._at = self._point(point)
        self.segments.append(("M", *self._at))

    def lineTo(self, point: tuple[float, float]) -> None:
        self._at = self._point(point)
        self.segments.append(("L", *self._at))

    def curveTo(self, *points: tuple[float, float]) -> None:
        one, two, end = map(self._point, points)
        self._at = end
        self.segments.append(("C", *one, *two, *end))

    def qCurveTo(self, *points: tuple[float, float]) -> None:
        control, end = map(self._point, points)
        (x0, y0), (cx, cy), (x1, y1) = self._at, control, end
        self._at = end
        third = 2 / 3
        self.segments.append(
            (
                "C",
                x0 + third * (cx - x0),
                y0 + third * (cy - y0),
                x1 + third * (cx - x1),
                y1 + third * (cy - y1),
                x1,
                y1,
            )
        )

    def closePath(self) -> None:
        self.segments.append(("Z",))

    def endPath(self) -> None:
        pass
