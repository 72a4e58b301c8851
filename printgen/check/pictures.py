"""Find images that are too coarse and QR codes that are too small."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

from printgen.check.scene import PlacedItem, Scene
from printgen.errors import Finding
from printgen.frame import Image, Use

MM_PER_INCH: Final = 25.4
MIN_DPI: Final = 200
GOOD_DPI: Final = 300

QR_PREFIX: Final = "qr:"
MIN_MODULE: Final = 0.4
"""mm: all printed modules of this size were read in the blur test; at 0.35 mm one in six failed."""
GOOD_MODULE: Final = 0.5
ROUNDING: Final = 0.001


def check_images(scene: Scene) -> Iterator[Finding]:
    for placed in scene.placed:
        if isinstance(placed.item, Image):
            dpi = int(_resolution(placed, placed.item) + ROUNDING)
            if dpi < GOOD_DPI:
                is_error = dpi < MIN_DPI
                limit = (
                    f"{MIN_DPI} dpi is the minimum for printing"
                    if is_error
                    else f"{GOOD_DPI} dpi is better"
                )
                yield Finding(
                    scene.place,
                    f"the picture {placed.item.image.file.name} is printed at {dpi} dpi, but"
                    f" {limit}; use one with more pixels, or show it smaller",
                    "image-resolution",
                    is_error,
                )


def _resolution(placed: PlacedItem, image: Image) -> float:
    a, b, c, d, _, _ = placed.matrix
    width, height = image.width * math.hypot(a, b), image.height * math.hypot(c, d)
    return MM_PER_INCH * min(image.image.pixel_width / width, image.image.pixel_height / height)


def check_qr_codes(scene: Scene) -> Iterator[Finding]:
    for placed in scene.placed:
        if placed.pictured:
            continue
        if isinstance(placed.item, Use) and placed.item.frame.name.startswith(QR_PREFIX):
            module = placed.scale
            if module < GOOD_MODULE - ROUNDING:
                is_error = module < MIN_MODULE - ROUNDING
                limit = (
                    f"phones need {MIN_MODULE:g} mm"
                    if is_error
                    else f"{GOOD_MODULE:g} mm is read more reliably"
                )
                side = placed.item.frame.width * (MIN_MODULE if is_error else GOOD_MODULE)
                yield Finding(
                    scene.place,
                    f"the squares of a QR code are {module:.2f} mm wide, but {limit}; print the"
                    f" code {side:.1f} mm wide with its white border, or shorten its text",
                    "qr-size",
                    is_error,
                )
