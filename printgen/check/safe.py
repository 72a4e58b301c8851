"""Find text and symbols that an inaccurate cut would damage."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final

from printgen.check.phrases import and_more, quote
from printgen.check.scene import PlacedItem, Scene
from printgen.errors import Finding
from printgen.frame import Text, Use
from printgen.geometry import apply, num
from printgen.lengths import MM_PER_PT
from printgen.regions import Point, contours_near_trim

ROUNDING: Final = 0.02


def check_safe_zone(scene: Scene) -> Iterator[Finding]:
    yield from _texts_near_the_cut(scene)
    yield from _symbols_over_the_cut(scene)


def _texts_near_the_cut(scene: Scene) -> Iterator[Finding]:
    """Report only the worst run, with the number of the others: they have the same cause."""
    found: list[tuple[float, str]] = []
    for _, placed, text in scene.texts():
        if text.layer == "art" and text.string.strip():
            corners, needed = _corners(placed, text), scene.frame.safe - ROUNDING
            if all(scene.trim.is_deeper(x, y, needed) for x, y in corners):
                continue
            depth = min(scene.trim.depth(x, y) for x, y in corners)
            if depth < needed:
                found.append((depth, text.string))
    if not found:
        return
    depth, string = min(found)
    where = (
        f"runs {num(-depth)} mm over the cut"
        if depth < 0
        else f"comes within {num(depth)} mm of the cut"
    )
    yield Finding(
        scene.place,
        f"the text {quote(string)}{and_more(len(found) - 1, 'run')} {where}, but"
        f" {num(scene.frame.safe)} mm inside the cut must stay free; move it inwards",
        "safe-zone",
    )


def _corners(placed: PlacedItem, text: Text) -> list[Point]:
    size = text.size_pt * MM_PER_PT
    above, below = text.face.ink_height(text.string, text.shaping)
    return [
        apply(placed.matrix, x, text.y + y * size)
        for x in (text.x, text.x + text.width)
        for y in (-above, below)
    ]


def _symbols_over_the_cut(scene: Scene) -> Iterator[Finding]:
    """Report symbols that the cut crosses, unless they fill the bleed."""
    bleed = scene.frame.bleed
    for index, used in enumerate(scene.placed):
        if not (isinstance(used.item, Use) and used.uses == 0 and used.item.layer == "art"):
            continue
        box = _box_corners(used, used.item)
        if all(scene.trim.is_deeper(x, y, -ROUNDING) for x, y in box):
            continue
        over, seen = 0.0, False
        for placed in _drawn(scene, index):
            near = contours_near_trim(placed.area, scene.trim)
            seen = seen or len(near) < len(placed.area.contours)
            for contour, depths in near:
                for (x, y), depth in zip(contour, depths, strict=True):
                    if all(clip.contains(x, y) for clip in placed.clips):
                        over, seen = max(over, -depth), seen or depth > 0
        if not seen:  # completely outside, so not visible
            continue
        if over > ROUNDING and (bleed == 0 or over < bleed - ROUNDING):
            yield Finding(
                scene.place,
                f"the symbol '{used.item.frame.name}' runs {num(over)} mm over the cut, but only"
                f" art that fills the bleed of {num(bleed)} mm may be cut; move it inwards",
                "safe-zone",
                is_error=False,
            )


def _box_corners(used: PlacedItem, item: Use) -> list[Point]:
    return [
        apply(used.matrix, x, y) for x in (0.0, item.frame.width) for y in (0.0, item.frame.height)
    ]


def _drawn(scene: Scene, index: int) -> Iterator[PlacedItem]:
    """Yield the items of a used frame."""
    for placed in islice(scene.placed, index + 1, None):
        if placed.uses == 0:
            return
        yield placed
