"""Fit a face on the canvas of a print service, redrawing as much bleed as it wants.

A face is turned and scaled to the cut of a product. Where the canvas is larger than the art, the
art continues as its own mirror image, so that every shape and gradient runs on in the bleed.
"""

from __future__ import annotations

import math
from typing import Final

from msgspec import Struct

from printgen.catalog.services import MM_PER_INCH, Product, Service
from printgen.frame import Frame, Group, Item, Path, Use
from printgen.geometry import (
    Matrix,
    Segments,
    ellipse,
    hexagon,
    multiply,
    rectangle,
    rotate,
    scale,
    transform_segments,
    translate,
)
from printgen.ink import WHITE, Color

MIN_SCALE: Final = 0.9
MAX_SCALE: Final = 1.2
TRUE_SIZE: Final = 0.5
"""mm by which a face at its true size may be larger than the cut: less than a cutter's error."""
NEGLIGIBLE: Final = 0.02
"""mm of the canvas that the art may leave free without a mirror image."""
SLIGHT: Final = 0.05
"""Of its size, by which a face with a border may change without a larger product being better."""
LEAST_FILL: Final = 0.5
"""Of a product with a border, how much the face has to fill."""
BEYOND: Final = 3.0
"""mm by which the ground around a face with a border goes on beyond the cut, for the checks."""
SHORT: Final = 0.01
"""Of a pixel, by which a canvas is smaller than its pixels, since a renderer rounds up."""


class Fit(Struct, frozen=True):
    """How a face goes on a product: turned by 90 degrees or not, and scaled."""

    product: Product
    turned: bool
    scale: float
    has_border: bool = False
    """Whether the product is larger than the face, which lies in its middle."""

    @property
    def change(self) -> float:
        """How much smaller or larger the face gets; 0 for its true size."""
        return abs(math.log(self.scale))


def fits(frame: Frame, shape: str, products: tuple[Product, ...]) -> tuple[Fit, ...]:
    """Return the ways to print a face of this shape, the ones nearest to its true size first."""
    found = [
        fit
        for product in products
        if product.shape == shape
        for turned in (False, True)
        for fit in _fits(frame, product, turned=turned)
    ]
    return tuple(sorted(found, key=_distance))


def _distance(fit: Fit) -> tuple[bool, float, float, bool]:
    """Sort faces that fill their product first, then by their size and that of the product."""
    size = fit.product.width * fit.product.height if fit.has_border else 0.0
    change = round(fit.change / SLIGHT) if fit.has_border else round(fit.change, 4)
    return fit.has_border, change, size, fit.turned


def _fits(frame: Frame, product: Product, *, turned: bool) -> tuple[Fit, ...]:
    width, height = (frame.height, frame.width) if turned else (frame.width, frame.height)
    largest = min(product.width / width, product.height / height)
    for size in (1.0, largest):
        wider = product.width - width * size, product.height - height * size
        is_inside = min(wider) >= -(2 * TRUE_SIZE if size == 1.0 else SHORT)
        # The cut has to fall on the art: beyond it, only its mirror image follows.
        if is_inside and max(wider) <= 2 * frame.bleed * size + SHORT:
            return (Fit(product, turned, size),) if MIN_SCALE <= size <= MAX_SCALE else ()
    size = min(1.0, largest)
    fill = width * height * size**2 / (product.width * product.height)
    if product.has_border and size >= MIN_SCALE and fill >= LEAST_FILL:
        return (Fit(product, turned, size, has_border=True),)
    return ()


def canvas(frame: Frame, fit: Fit, service: Service, ground: Color = WHITE) -> Frame:
    """Return the whole picture for the service, with the bleed all around. The `ground` shows
    around a face that is smaller than its product."""
    product = fit.product
    wide, high = product.width + 2 * service.bleed, product.height + 2 * service.bleed
    if product.pixels is not None:
        wide, high = ((side - SHORT) / service.dpi * MM_PER_INCH for side in product.pixels)
    margins = (wide - product.width) / 2, (high - product.height) / 2
    own = Use(frame, _matrix(frame, fit))
    if fit.has_border:
        inside = Group((own,), translate(*margins), clip=_cut_of(frame, fit))
        around = Path(rectangle(0, 0, wide, high), ground)
        return Frame(frame.name, wide, high, (around, inside))
    items: tuple[Item, ...]
    if product.shape == "rectangle":
        items = _mirrored(frame, fit, own, margins, MM_PER_INCH / service.dpi)
    else:
        items = _enlarged(frame, fit, own, margins), own
    return Frame(frame.name, wide, high, (Group(items, translate(*margins)),))


def trimmed(frame: Frame, fit: Fit, safe: float) -> Frame:
    """Return the face as the service cuts it, for checks of its type and of what is near the cut.
    Its bleed is only what the art itself fills."""
    product = fit.product
    sides = (frame.height, frame.width) if fit.turned else (frame.width, frame.height)
    lengths = product.width, product.height
    if fit.has_border:
        inside = Group((Use(frame, _matrix(frame, fit)),), clip=_cut_of(frame, fit))
        around = Path(rectangle(-BEYOND, -BEYOND, *(side + 2 * BEYOND for side in lengths)), WHITE)
        items = (around, inside)
        return Frame(frame.name, *lengths, items, BEYOND, safe, origin=frame.origin, clipped=True)
    own = min(
        ((side + 2 * frame.bleed) * fit.scale - length) / 2
        for side, length in zip(sides, lengths, strict=True)
    )
    return Frame(
        frame.name,
        product.width,
        product.height,
        (Group(frame.items, _matrix(frame, fit)),),
        max(0.0, own),
        safe,
        _outline(product),
        frame.origin,
        clipped=True,
    )


def _outline(product: Product) -> tuple[tuple[str | float, ...], ...] | None:
    width, height = product.width, product.height
    if product.shape == "circle":
        return ellipse(width / 2, height / 2, width / 2, height / 2)
    if product.shape == "hex":
        pointy = height > width
        return hexagon(width / 2, height / 2, max(width, height) / 2, pointy=pointy)
    return None


def _cut_of(frame: Frame, fit: Fit) -> Segments:
    """Return the face's own cut, where it lies on the product."""
    return transform_segments(rectangle(0, 0, frame.width, frame.height), _matrix(frame, fit))


def _matrix(frame: Frame, fit: Fit) -> Matrix:
    """Place the middle of the face on the middle of the cut."""
    product = fit.product
    placed = multiply(scale(fit.scale), translate(-frame.width / 2, -frame.height / 2))
    turned = multiply(rotate(90), placed) if fit.turned else placed
    return multiply(translate(product.width / 2, product.height / 2), turned)


class _Axis(Struct, frozen=True):
    """Where the art and the canvas end along one axis; the cut is from 0 to `length`."""

    length: float
    art: float
    """Where the art ends at the low side; at the high side it reaches as far beyond the cut."""
    margin: float
    pixel: float

    @property
    def low(self) -> float:
        """Return where the art is joined to its mirror image: between two pixels, so that neither
        is mixed with what is behind it."""
        if self.art + self.margin < NEGLIGIBLE:
            return -self.margin
        return math.ceil((self.art + self.margin) / self.pixel) * self.pixel - self.margin

    @property
    def high(self) -> float:
        end = self.length + self.margin
        if self.art + self.margin < NEGLIGIBLE:
            return end
        reach = self.length - self.art + self.margin
        return math.floor(reach / self.pixel) * self.pixel - self.margin

    @property
    def parts(self) -> tuple[tuple[float, float, float, float], ...]:
        """Return start and end of each part of the canvas, with the factor and the offset that
        mirror the art into it."""
        return (
            (-self.margin, self.low, -1.0, 2 * self.low),
            (self.low, self.high, 1.0, 0.0),
            (self.high, self.length + self.margin, -1.0, 2 * self.high),
        )


def _mirrored(
    frame: Frame, fit: Fit, own: Use, margins: tuple[float, float], pixel: float
) -> tuple[Item, ...]:
    """Return the art, and its mirror images at the sides, and in the corners, that it does not
    reach."""
    lengths = fit.product.width, fit.product.height
    sides = (frame.height, frame.width) if fit.turned else (frame.width, frame.height)
    across, down = (
        _Axis(length, (length - (side + 2 * frame.bleed) * fit.scale) / 2, margin, pixel)
        for length, side, margin in zip(lengths, sides, margins, strict=True)
    )
    return tuple(
        Group(
            (Use(own.frame, multiply((sx, 0.0, 0.0, sy, dx, dy), own.matrix)),),
            clip=rectangle(left, top, right - left, bottom - top),
        )
        for left, right, sx, dx in across.parts
        for top, bottom, sy, dy in down.parts
        if min(right - left, bottom - top) > 0
    )


def _enlarged(frame: Frame, fit: Fit, own: Use, margins: tuple[float, float]) -> Item:
    """Return the art again, so much larger that it fills the bleed of a cut that is not a
    rectangle."""
    middle = fit.product.width / 2, fit.product.height / 2
    sides = (frame.height, frame.width) if fit.turned else (frame.width, frame.height)
    grown = max(
        1.0,
        *(
            (half + margin) / ((side / 2 + frame.bleed) * fit.scale)
            for half, margin, side in zip(middle, margins, sides, strict=True)
        ),
    )
    around = multiply(scale(grown), translate(-middle[0], -middle[1]))
    return Use(own.frame, multiply(multiply(translate(*middle), around), own.matrix))
