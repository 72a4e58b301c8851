"""Takes a laid-out face, gives what is too small or too faint to read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from printgen.check.scene import Placed, Scene
from printgen.check.words import also, quote
from printgen.colour import contrast, mix
from printgen.errors import Finding
from printgen.frame import MM_PER_PT, Color, Text, apply

SMALLEST_PT: Final = 7.5
"""The production floor for sans type on cards."""
ROUNDING_PT: Final = 0.01

TEXT_CONTRAST: Final = 4.5
LARGE_CONTRAST: Final = 3.0
LARGE_PT: Final = 18.0
LARGE_BOLD_PT: Final = 14.0
BAND: Final = (0.15, 0.85)
"""Where in the x-height the ground is looked at."""
END_INSET: Final = 0.02
"""The part of a run left out at each end: bare side bearings."""
STEP: Final = 1.5
MOST_STEPS: Final = 40


def check_type_size(scene: Scene) -> Iterator[Finding]:
    """One finding for each size that is too small: a paragraph is one fault, not eight."""
    small: dict[float, list[str]] = {}
    for _, placed, text in scene.texts():
        size = round(text.size_pt * placed.scale, 2)
        if size < SMALLEST_PT - ROUNDING_PT:
            small.setdefault(size, []).append(text.string)
    for size, strings in small.items():
        yield Finding(
            scene.place,
            f"the text {quote(strings[0])}{also(len(strings) - 1, 'run')} is printed at"
            f" {size:g} pt, and {SMALLEST_PT:g} pt is the smallest that prints well:"
            " shorten it, or give it more room",
            "type-size",
        )


def check_contrast(scene: Scene) -> Iterator[Finding]:
    """One finding for each pair of text colour and ground that is too faint."""
    faint: dict[tuple[Color, Color, float], list[str]] = {}
    for index, placed, text in scene.texts():
        if not text.string.strip():
            continue
        ink = placed.colour(text.fill)
        grounds = dict.fromkeys(scene.ground([*_ground_points(placed, text)], below=index))
        seen = {ground: mix(ground, ink, placed.opacity) for ground in grounds}
        ground = min(seen, key=lambda ground: contrast(seen[ground], ground))
        needed = _needed(placed, text)
        if contrast(seen[ground], ground) < needed:
            faint.setdefault((seen[ground], ground, needed), []).append(text.string)
    for (ink, ground, needed), strings in faint.items():
        ratio = int(contrast(ink, ground) * 100) / 100  # rounded down: 4.499 is not 4.5
        yield Finding(
            scene.place,
            f"the text {quote(strings[0])}{also(len(strings) - 1, 'run')} in {ink.hex} stands on"
            f" {ground.hex} with a contrast of {ratio:.2f}:1, and {needed:g}:1 is needed to read"
            " it: make the darker of the two darker, or the lighter lighter",
            "contrast",
        )


def _needed(placed: Placed, text: Text) -> float:
    size = text.size_pt * placed.scale
    large = size >= LARGE_PT or (text.face.bold and size >= LARGE_BOLD_PT)
    return LARGE_CONTRAST if large else TEXT_CONTRAST


def _ground_points(placed: Placed, text: Text) -> Iterator[tuple[float, float]]:
    steps = min(MOST_STEPS, max(2, round(text.width / STEP)))
    x_height = text.face.x_height * text.size_pt * MM_PER_PT
    for step in range(steps + 1):
        part = END_INSET + (1 - 2 * END_INSET) * step / steps
        for height in BAND:
            yield apply(placed.matrix, text.x + part * text.width, text.y - height * x_height)
