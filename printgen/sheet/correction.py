"""Takes a printer profile, gives the matrix that makes up for it and the area left to plan in."""

from __future__ import annotations

from printgen.errors import CallError
from printgen.frame import Box, Matrix, apply, multiply, rotate, scale, translate
from printgen.sheet.model import Duplex, Paper, Profile


def correction(profile: Profile, paper: Paper, *, back: bool) -> Matrix:
    """What a page's content goes through so that it lands where it was planned.

    A printer is taken to move the back, then turn it, then scale it; this undoes the three in
    reverse, all about the middle of the page.
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
    """Where content may be planned so that it stays printable on fronts and on backs,
    before and after the correction."""
    x, y, width, height = printable_area(paper, profile)
    corners = [(u, v) for u in (x, x + width) for v in (y, y + height)]
    lost = [0.0, 0.0, 0.0, 0.0]  # left, top, right, bottom
    for back in (False, True) if duplex.turns_paper else (False,):
        matrix = correction(profile, paper, back=back)
        for u, v in corners:
            # A shift is affine, so it is nowhere larger than at some corner.
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
            f"printer profile '{profile.name}' leaves nothing of {paper.name} to print on"
        )
    return live
