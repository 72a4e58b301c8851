"""Write cut paths for machines, as SVG and DXF, at true size."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Final

from printgen.geometry import Segments, num, path_text
from printgen.sheet.cutting import CutKind, CutPath

COLOURS: Final[dict[CutKind, str]] = {
    "score": "#0000ff",
    "perforation": "#00a000",
    "cut": "#ff0000",
}
"""A machine's program tells the kinds apart by colour, or by layer."""
DXF_COLOURS: Final[dict[CutKind, int]] = {"score": 5, "perforation": 3, "cut": 1}
HAIRLINE: Final = 0.1
FLATNESS: Final = 0.01
"""mm by which the straight lines of a DXF may miss a curve: a fifth of what a machine can do."""


def cut_svg(paths: Sequence[CutPath], width: float, height: float) -> bytes:
    """Return an SVG with a layer for each kind of path."""
    groups = []
    for kind, colour in COLOURS.items():
        own = [path for path in paths if path.kind == kind]
        if own:
            drawn = "".join(f'<path d="{path_text(path.segments)}"/>\n' for path in own)
            groups.append(
                f'<g id="{kind}" inkscape:groupmode="layer" inkscape:label="{kind}" fill="none"'
                f' stroke="{colour}" stroke-width="{HAIRLINE}">\n{drawn}</g>\n'
            )
    return (
        '<svg xmlns="http://www.w3.org/2000/svg"'
        ' xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"'
        f' width="{num(width)}mm" height="{num(height)}mm"'
        f' viewBox="0 0 {num(width)} {num(height)}">\n{"".join(groups)}</svg>\n'
    ).encode()


def cut_dxf(paths: Sequence[CutPath], height: float) -> bytes:
    """Return a DXF of release 12, which every program reads, with a layer for each kind. Its y
    points up, and curves are many short lines."""
    codes: list[tuple[int, object]] = [
        *((0, "SECTION"), (2, "HEADER"), (9, "$ACADVER"), (1, "AC1009")),
        *((9, "$INSUNITS"), (70, 4), (9, "$MEASUREMENT"), (70, 1), (0, "ENDSEC")),
        *((0, "SECTION"), (2, "TABLES"), (0, "TABLE"), (2, "LAYER"), (70, len(DXF_COLOURS))),
    ]
    for kind, colour in DXF_COLOURS.items():
        codes += [(0, "LAYER"), (2, kind.upper()), (70, 0), (62, colour), (6, "CONTINUOUS")]
    codes += [(0, "ENDTAB"), (0, "ENDSEC"), (0, "SECTION"), (2, "ENTITIES")]
    for path in paths:
        points, closed = _flattened(path.segments)
        layer = path.kind.upper()
        codes += [(0, "POLYLINE"), (8, layer), (66, 1), (70, int(closed))]
        for x, y in points:
            codes += [(0, "VERTEX"), (8, layer), (10, num(x)), (20, num(height - y))]
        codes.append((0, "SEQEND"))
    codes += [(0, "ENDSEC"), (0, "EOF")]
    return "".join(f"{code}\n{value}\n" for code, value in codes).encode("ascii")


def _flattened(segments: Segments) -> tuple[list[tuple[float, float]], bool]:
    """Return the corners of a path, and whether it is closed."""
    points: list[tuple[float, float]] = []
    closed = False
    for segment in segments:
        values = [float(value) for value in segment[1:]]
        if segment[0] == "Z":
            closed = True
        elif segment[0] == "C":
            points += _curve(points[-1], values)
        else:
            points.append((values[0], values[1]))
    if closed and len(points) > 1 and math.dist(points[0], points[-1]) < FLATNESS / 10:
        points.pop()
    return points, closed


def _curve(start: tuple[float, float], values: list[float]) -> Iterator[tuple[float, float]]:
    """Yield points of a cubic curve, so close that lines between them hardly miss it."""
    x1, y1, x2, y2, x3, y3 = values
    x0, y0 = start
    # The second differences bound how far a curve bends away from its chords.
    bend = max(
        math.hypot(x0 - 2 * x1 + x2, y0 - 2 * y1 + y2),
        math.hypot(x1 - 2 * x2 + x3, y1 - 2 * y2 + y3),
    )
    steps = max(1, math.ceil(math.sqrt(0.75 * bend / FLATNESS)))
    for step in range(1, steps + 1):
        t = step / steps
        a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
        yield a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3
