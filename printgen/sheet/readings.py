"""Turn readings of the calibration sheet into a printer profile."""

from __future__ import annotations

import math
from typing import Final

from msgspec import Struct

from printgen.catalog.papers import Paper
from printgen.catalog.printers import PLAIN_MARGINS, Duplex, Margins, Profile, checked_profile
from printgen.errors import CallError

FRONT_STEP: Final = 1.5
BACK_STEP: Final = 1.4
TICKS: Final = 60  # on each side of zero: reads ±6 mm
REACH: Final = TICKS * (FRONT_STEP - BACK_STEP)
RULER: Final = 100.0
RULER_RANGE: Final = (97.0, 103.0)  # mm: outside this, the sheet was scaled to fit the page
MAX_EDGE: Final = 20.0
MAX_DISAGREEMENT: Final = 0.3  # degrees: both pairs of scales measure the same rotation
FROM_TOP: Final = 39.0  # mm: distance of a scale from the top or bottom edge
FROM_SIDE: Final = 24.0  # mm: distance of a scale from the left or right edge


class Readings(Struct, frozen=True):
    """The measured lengths of the 100 mm rulers, the matching tick on each of the four verniers
    (seen from the front), and the margins that stayed white."""

    paper: Paper
    measured_x: float = RULER
    measured_y: float = RULER
    top: float = 0.0
    bottom: float = 0.0
    left: float = 0.0
    right: float = 0.0
    margins: Margins = PLAIN_MARGINS
    duplex: Duplex = Duplex.LONG


def profile_from_readings(name: str, readings: Readings) -> Profile:
    """Return the profile; raise CallError for impossible readings."""
    _check(readings)
    angle = _angle(readings)
    cos, sin = math.cos(angle), math.sin(angle)
    step = FRONT_STEP - BACK_STEP * cos
    # Opposite verniers are equally far from the centre, so rotation cancels in their mean.
    seen_x = step * (readings.top + readings.bottom) / 2
    seen_y = step * (readings.left + readings.right) / 2
    dx, dy = cos * seen_x + sin * seen_y, cos * seen_y - sin * seen_x
    # These values are as seen from the front; a profile has them as seen on the back.
    if readings.duplex is Duplex.SHORT:
        dy = -dy
    else:
        dx = -dx
    return checked_profile(
        Profile(
            name,
            scale_x=RULER / readings.measured_x,
            scale_y=RULER / readings.measured_y,
            back_dx=dx,
            back_dy=dy,
            back_angle=-math.degrees(angle),
            margins=readings.margins,
            flip=readings.duplex,
        )
    )


def _check(readings: Readings) -> None:
    if not readings.duplex.flips_paper:
        raise CallError(
            "a calibration sheet is printed two-sided; use --duplex long or --duplex short"
        )
    low, high = RULER_RANGE
    for name, value in (("across", readings.measured_x), ("down", readings.measured_y)):
        if not low <= value <= high:
            raise CallError(
                f"the 100 mm ruler {name} was measured as {value:g} mm, but a printer at 100 %"
                f" gives {low:g} to {high:g} mm; print the sheet again without 'fit to page'"
            )
    for name, ticks in (
        ("top", readings.top),
        ("bottom", readings.bottom),
        ("left", readings.left),
        ("right", readings.right),
    ):
        if not -TICKS <= ticks <= TICKS:
            raise CallError(
                f"the {name} scale has numbers from -{TICKS} to {TICKS}, not {ticks:g};"
                " read it again"
            )
    edges = readings.margins
    for name, edge in (
        ("top", edges.top),
        ("right", edges.right),
        ("bottom", edges.bottom),
        ("left", edges.left),
    ):
        if not 0 <= edge <= MAX_EDGE:
            raise CallError(f"edge-{name} is {edge:g} mm, but must be from 0 to {MAX_EDGE:g}")
    _check_turn(readings)


def _check_turn(readings: Readings) -> None:
    """Both pairs of scales measure the same rotation, so a misread or mistyped value shows here."""
    step = FRONT_STEP - BACK_STEP
    upright = math.degrees(step * (readings.top - readings.bottom) / _apart_y(readings.paper))
    level = math.degrees(step * (readings.right - readings.left) / _apart_x(readings.paper))
    if abs(upright - level) > MAX_DISAGREEMENT:
        raise CallError(
            f"the scales contradict each other: top and bottom show a back rotated by"
            f" {upright:.1f}°, left and right by {level:.1f}°;"
            " read all four again, with their signs"
        )


def _apart_y(paper: Paper) -> float:
    """Return the distance from the top scale to the bottom scale."""
    return paper.height - 2 * FROM_TOP


def _apart_x(paper: Paper) -> float:
    """Return the distance from the left scale to the right scale."""
    return paper.width - 2 * FROM_SIDE


def _angle(readings: Readings) -> float:
    """Return the back's clockwise rotation as seen from the front, in radians.

    At a height y from the middle, tick n of the front (steps f) and of the back (steps b) meet
    where f·n = b·n·cos + dx·cos - (y + dy)·sin; the difference of two opposite verniers leaves only
    the rotation. Both pairs count, the wider one more.
    """
    apart_y, apart_x = _apart_y(readings.paper), _apart_x(readings.paper)
    ticks = (readings.top - readings.bottom) * apart_y + (readings.right - readings.left) * apart_x
    angle = 0.0
    for _ in range(4):  # converges quickly, because the cosine is close to 1
        step = FRONT_STEP - BACK_STEP * math.cos(angle)
        angle = math.asin(step * ticks / (apart_y**2 + apart_x**2))
    return angle
