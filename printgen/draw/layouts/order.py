"""Sort pieces from back to front.

Every piece is convex, and two pieces either lie on one another or side by side. On one another, the
lower is behind; side by side, the one nearer to the reader along their separation is in front. Only
pieces whose pictures overlap need an order, so the rest keeps that of the table.
"""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heapify, heappop, heappush
from typing import Final

from printgen.draw.layouts.convex import Polygon, close_pairs, overlap, separations
from printgen.draw.layouts.stacking import PlacedPiece
from printgen.draw.layouts.view import View

ALONG: Final = 1e-6  # of the shift: less is a separation along which neither hides the other


def back_to_front(
    placed: Sequence[PlacedPiece], silhouettes: Sequence[Polygon], view: View
) -> tuple[int, ...]:
    """Return the indices of the pieces in the order in which to draw them."""
    front_of: dict[int, list[int]] = {}
    waiting = [0] * len(placed)
    for one, other in close_pairs(silhouettes):
        if not overlap(silhouettes[one], silhouettes[other]):
            continue
        behind = _behind(one, other, placed, view)
        if behind is not None:
            front = other if behind == one else one
            front_of.setdefault(behind, []).append(front)
            waiting[front] += 1
    return _sorted(waiting, front_of, placed)


def _behind(one: int, other: int, placed: Sequence[PlacedPiece], view: View) -> int | None:
    """Return which of two pieces to draw first, if it matters; `other` comes later in the table."""
    dx, dy = view.shift
    facing = [
        -(nx * dx + ny * dy)
        for nx, ny in separations(placed[one].footprint, placed[other].footprint)
    ]
    if not facing:
        return one
    decisive = max(facing, key=abs)
    if abs(decisive) <= ALONG:
        return None
    return one if decisive > 0 else other


def _sorted(
    waiting: list[int], front_of: dict[int, list[int]], placed: Sequence[PlacedPiece]
) -> tuple[int, ...]:
    """Return the indices so that each comes after all that are behind it. Pieces that hide each
    other in a circle, as three leaning sticks could, are taken from the lowest up."""
    ready = [index for index, count in enumerate(waiting) if count == 0]
    heapify(ready)
    done: list[int] = []
    drawn = [False] * len(placed)
    while len(done) < len(placed):
        if ready:
            index = heappop(ready)
            if drawn[index]:
                continue
        else:
            rest = (i for i in range(len(placed)) if not drawn[i])
            index = min(rest, key=lambda i: (placed[i].bottom, i))
        drawn[index] = True
        done.append(index)
        for front in front_of.get(index, ()):
            waiting[front] -= 1
            if waiting[front] == 0:
                heappush(ready, front)
    return tuple(done)
