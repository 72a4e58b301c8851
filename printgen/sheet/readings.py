"""Takes what a person reads off the calibration sheet, gives the printer's profile."""

from __future__ import annotations

import math
from typing import Final

from msgspec import Struct

from printgen.errors import CallError
from printgen.sheet.model import PLAIN_MARGINS, Duplex, Margins, Paper, Profile
from printgen.sheet.profile import checked_profile

FRONT_STEP: Final = 2.0
BACK_STEP: Final = 1.9
TICKS: Final = 30  # to each side of zero: reads ±3 mm
RULER: Final = 100.0
FROM_TOP: Final = 39.0  # a vernier's distance from the top and bottom edge
FROM_SIDE: Final = 24.0  # and from the left and right edge


class Readings(Struct, frozen=True):
    """Lengths the 100 mm rulers turned out at, the tick that meets on each of the four
    verniers (front towards you), and the margins that stayed white."""

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
    """The profile, or a CallError for readings no sheet can give."""
    _check(readings)
    angle = _angle(readings)
    cos, sin = math.cos(angle), math.sin(angle)
    step = FRONT_STEP - BACK_STEP * cos
    # Opposite verniers stand equally far from the middle, so their mean knows no rotation.
    seen_x = step * (readings.top + readings.bottom) / 2
    seen_y = step * (readings.left + readings.right) / 2
    dx, dy = cos * seen_x + sin * seen_y, cos * seen_y - sin * seen_x
    # All this was seen from the front; profiles speak of the back as one looks at it.
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
        )
    )


def _check(readings: Readings) -> None:
    if not readings.duplex.turns_paper:
        raise CallError("a calibration sheet is printed on both sides: flip on long or short edge")
    for name, value in (("across", readings.measured_x), ("down", readings.measured_y)):
        if not 90 <= value <= 111:
            raise CallError(
                f"the 100 mm ruler {name} was measured as {value:g} mm; 90 to 111 can be put right"
            )
    for name, ticks in (
        ("top", readings.top),
        ("bottom", readings.bottom),
        ("left", readings.left),
        ("right", readings.right),
    ):
        if not -TICKS <= ticks <= TICKS:
            raise CallError(f"the {name} scale has ticks from -{TICKS} to {TICKS}, not {ticks:g}")


def _angle(readings: Readings) -> float:
    """The back's clockwise turn as seen from the front, in radians.

    At a height y from the middle, tick n meets where 2n = 1.9n·cos + dx·cos - (y + dy)·sin; the
    difference of two opposite verniers leaves only the turn. Both pairs count, the wider more.
    """
    apart_y = readings.paper.height - 2 * FROM_TOP
    apart_x = readings.paper.width - 2 * FROM_SIDE
    ticks = (readings.top - readings.bottom) * apart_y + (readings.right - readings.left) * apart_x
    angle = 0.0
    for _ in range(4):  # the cosine hardly differs from 1, so this settles at once
        step = FRONT_STEP - BACK_STEP * math.cos(angle)
        angle = math.asin(step * ticks / (apart_y**2 + apart_x**2))
    return angle
