"""Calculate the matrix that corrects a printer's errors, and the area that remains usable."""

from __future__ import annotations

from msgspec.structs import replace

from printgen.catalog.papers import Paper
from printgen.catalog.printers import Duplex, Profile
from printgen.errors import CallError
from printgen.geometry import Box, Matrix, apply, multiply, rotate, scale, translate


def correction(profile: Profile, paper: Paper, *, back: bool) -> Matrix:
    """Return the matrix that makes a page's content appear where it was planned.

    It assumes that a printer shifts the back, then rotates it, then scales it, all about the centre
    of the page, and undoes the three in reverse order.
    """
    cx, cy = paper.width / 2, paper.height / 2
    sized = multiply(
        translate(cx, cy), multiply(scale(profile.scale_x, profile.scale_y), translate(-cx, -cy))
    )
    if not back:
        return sized
    turned = multiply(rotate(-profile.back_angle, cx, cy), sized)
    return multiply(translate(-profile.back_dx, -profile.back_dy), turned)


def printable_area(paper: Paper, profile: Profile) -> Box:
    edge = profile.margins
    return (
        edge.left,
        edge.top,
        paper.width - edge.left - edge.right,
        paper.height - edge.top - edge.bottom,
    )


def live_area(paper: Paper, profile: Profile, duplex: Duplex) -> Box:
    """Return the area that is printable on fronts and backs, before and after the correction."""
    x, y, width, height = printable_area(paper, profile)
    corners = [(u, v) for u in (x, x + width) for v in (y, y + height)]
    lost = [0.0, 0.0, 0.0, 0.0]  # left, top, right, bottom
    for back in (False, True) if duplex.flips_paper else (False,):
        matrix = correction(profile, paper, back=back)
        for u, v in corners:
            # A shift is affine, so it is largest at a corner.
            moved_x, moved_y = apply(matrix, u, v)
            shifts = (u - moved_x, v - moved_y, moved_x - u, moved_y - v)
            lost = [max(pair) for pair in zip(lost, shifts, strict=True)]
    left, top = x + lost[0], y + lost[1]
    right, bottom = paper.width - (x + width) + lost[2], paper.height - (y + height) + lost[3]
    if duplex is Duplex.LONG:
        left = right = max(left, right)
    if duplex is Duplex.SHORT:
        top = bottom = max(top, bottom)
    live = (left, top, paper.width - left - right, paper.height - top - bottom)
    if live[2] <= 0 or live[3] <= 0:
        raise CallError(
            f"printer profile '{profile.name}' leaves no printable area on {paper.name};"
            " check its margins"
        )
    return live


def profile_for(profile: Profile, duplex: Duplex) -> Profile:
    """Return the profile for paper flipped on the given edge.

    A printer makes the same error for either edge, but for the other edge its driver rotates the
    backs by 180 degrees. Seen on the back, a shift then points the opposite way, and a rotation
    stays the same.
    """
    if profile.flip is None or profile.flip is duplex or not duplex.flips_paper:
        return profile
    return replace(profile, back_dx=-profile.back_dx, back_dy=-profile.back_dy, flip=duplex)
