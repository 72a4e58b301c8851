"""Find text that is too small or too faint to read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from printgen.check.phrases import and_more, quote
from printgen.check.scene import PlacedItem, Scene
from printgen.colour import contrast
from printgen.errors import Finding
from printgen.frame import Text, Use
from printgen.geometry import apply
from printgen.ink import Color
from printgen.lengths import MM_PER_PT

MIN_PT: Final = 7.5
"""The smallest sans type that prints well on cards."""
MIN_PICTURED_PT: Final = 6.0
"""For pieces shown small in a booklet, whose text can also be read on the pieces themselves."""
ROUNDING_PT: Final = 0.01

TEXT_CONTRAST: Final = 4.5
LARGE_CONTRAST: Final = 3.0
LARGE_PT: Final = 18.0
LARGE_BOLD_PT: Final = 14.0
BAND: Final = (0.15, 0.85)
"""Of the x-height: where the ground is sampled."""
END_INSET: Final = 0.02
"""Of a run: the part left out at each end, for the side bearings."""
STEP: Final = 1.5
MAX_STEPS: Final = 40


def check_type_size(scene: Scene) -> Iterator[Finding]:
    """Report each size that is too small once, not for every line of a paragraph."""
    small: dict[float, list[str]] = {}
    for _, placed, text in scene.texts():
        size = round(text.size_pt * placed.scale, 2)
        if size < MIN_PT - ROUNDING_PT:
            small.setdefault(size, []).append(text.string)
    for size, strings in small.items():
        yield Finding(
            scene.place,
            f"the text {quote(strings[0])}{and_more(len(strings) - 1, 'run')} is printed at"
            f" {size:g} pt, but {MIN_PT:g} pt is the smallest that prints well;"
            " shorten it, or give it more room",
            "type-size",
        )


def check_pictured_type_size(scene: Scene) -> Iterator[Finding]:
    """Check the visible type on pieces that a booklet shows small, at its printed size."""
    small: dict[str, list[tuple[float, str]]] = {}
    piece = ""
    for index, placed in enumerate(scene.placed):
        if isinstance(placed.item, Use) and not placed.pictured and placed.item.frame.clipped:
            piece = placed.item.frame.name
        if not isinstance(placed.item, Text) or not placed.pictured or placed.item.decorative:
            continue
        size = placed.item.size_pt * placed.scale
        if (
            size < MIN_PICTURED_PT - ROUNDING_PT
            and placed.item.string.strip()
            and scene.shows(index, [*_ground_points(placed, placed.item)])
        ):
            small.setdefault(piece, []).append((size, placed.item.string))
    for piece, found in small.items():
        size, string = min(found)
        yield Finding(
            scene.place,
            f"{scene.frame.name}: the picture of '{piece}' shows the text"
            f" {quote(string)}{and_more(len(found) - 1, 'run')} at {size:.1f} pt, but"
            f" {MIN_PICTURED_PT:g} pt is the smallest that can be read; show it larger,"
            " crop it to what matters, or simplify it",
            "type-size",
        )


def check_contrast(scene: Scene) -> Iterator[Finding]:
    """Report each pair of text colour and ground that is too faint."""
    faint: dict[tuple[Color, Color, float], list[str]] = {}
    for index, placed, text in scene.texts():
        if not text.string.strip():
            continue
        seen, ground = min(
            _seen_pairs(scene, index, placed, text), key=lambda pair: contrast(*pair)
        )
        needed = _needed(placed, text)
        if contrast(seen, ground) < needed:
            faint.setdefault((seen, ground, needed), []).append(text.string)
    for (ink, ground, needed), strings in faint.items():
        ratio = int(contrast(ink, ground) * 100) / 100  # rounded down: 4.499 is not 4.5
        yield Finding(
            scene.place,
            f"the text {quote(strings[0])}{and_more(len(strings) - 1, 'run')} in {ink.hex} on"
            f" {ground.hex} has a contrast of {ratio:.2f}:1, but needs {needed:g}:1; make the"
            " darker of the two darker, or the lighter one lighter",
            "contrast",
        )


def _seen_pairs(
    scene: Scene, index: int, placed: PlacedItem, text: Text
) -> Iterable[tuple[Color, Color]]:
    """Return the colours of a text and its ground at points along the text. An outline around the
    letters is their ground."""
    points = [*_ground_points(placed, text)]
    outline = scene.outline(placed, text)
    grounds = scene.ground(points, below=index) if outline is None else [outline] * len(points)
    pairs: dict[tuple[Color, Color], None] = {}
    if placed.is_even(text.fill):  # as most texts are
        color, opacity = placed.seen(text.fill, *points[0])
        return [(placed.over(ground, color, opacity), ground) for ground in dict.fromkeys(grounds)]
    for point, ground in zip(points, grounds, strict=True):
        color, opacity = placed.seen(text.fill, *point)
        pairs[placed.over(ground, color, opacity), ground] = None
    return pairs


def _needed(placed: PlacedItem, text: Text) -> float:
    size = text.size_pt * placed.scale
    large = size >= LARGE_PT or (text.face.bold and size >= LARGE_BOLD_PT)
    return LARGE_CONTRAST if large else TEXT_CONTRAST


def _ground_points(placed: PlacedItem, text: Text) -> Iterator[tuple[float, float]]:
    steps = min(MAX_STEPS, max(2, round(text.width / STEP)))
    x_height = text.face.x_height * text.size_pt * MM_PER_PT
    for step in range(steps + 1):
        part = END_INSET + (1 - 2 * END_INSET) * step / steps
        for height in BAND:
            yield apply(placed.matrix, text.x + part * text.width, text.y - height * x_height)
