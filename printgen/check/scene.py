"""Flatten a frame into placed items, and find the visible colour at any point."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any, Final

from msgspec import Struct

from printgen.colour import brightness, mix
from printgen.errors import Location
from printgen.frame import Frame, Group, Image, ImageFile, Item, Path, Stroke, Text, Use
from printgen.geometry import IDENTITY, Matrix, Segments, apply, bounds, multiply, rectangle
from printgen.gradients import color_at, inverse, main_color
from printgen.ink import BLACK, WHITE, AlphaColor, Color, Gradient, Ink, Spot
from printgen.regions import NOWHERE, Area, Edges, Point, flatten
from printgen.tones import open_toned

SAMPLE_SIDE: Final = 256
"""Pixels to which a picture is scaled down before sampling: about half a millimetre of a card."""


SIZE_TOLERANCE: Final = 0.001
"""Tolerance: a piece scaled down by less counts as shown at actual size."""
ROUNDING: Final = 1e-6
MIN_OUTLINE: Final = 0.15
"""mm beyond the letters: a thinner outline does not set them off from their ground."""


class PlacedItem(Struct, frozen=True, eq=False, dict=True):
    """An item with the transforms and clips around it. Its area is cached in its dict, which
    `replace` would copy: one item is not made from another."""

    item: Path | Text | Image | Use
    matrix: Matrix
    current: Color
    opacity: float
    clips: tuple[Area, ...]
    uses: int
    """The number of uses around it."""
    pictured: bool = False
    """Whether it belongs to a piece shown smaller than it is, as in a booklet. Such pieces are
    checked at their actual size."""
    masks: tuple[PlacedMask, ...] = ()
    multiplies: bool = False
    """Whether its colours darken the ground instead of covering it."""

    def colour(self, ink: Ink) -> Color:
        """Return an ink as one opaque colour."""
        match ink:
            case Color():
                return ink
            case Spot():
                return ink.shown
            case AlphaColor(color):
                return color
            case Gradient(stops):
                return main_color(stops)
        return self.current

    def seen(self, ink: Ink, x: float, y: float) -> tuple[Color, float]:
        """Return the colour and opacity of an ink at a point of the face."""
        if isinstance(ink, Color) and not self.masks:
            return ink, self.opacity
        share = self.opacity
        for mask in self.masks:
            share *= mask.share(x, y)
        if isinstance(ink, AlphaColor):
            return ink.color, share * ink.opacity
        if isinstance(ink, Gradient):
            color, opacity = color_at(ink, *apply(inverse(self.matrix), x, y))
            return color, share * opacity
        return self.colour(ink), share

    def is_even(self, ink: Ink) -> bool:
        """Return whether an ink is the same at all points."""
        return not self.masks and not isinstance(ink, Gradient)

    def over(self, ground: Color, color: Color, opacity: float) -> Color:
        """Return what is seen of a colour of this item on a ground."""
        if self.multiplies:
            color = Color(*(round(a * b / 255) for a, b in zip(ground, color, strict=True)))
        return color if opacity == 1 else mix(ground, color, opacity)

    @property
    def is_opaque(self) -> bool:
        """Return whether nothing shows through a filled path."""
        ink = self.item.fill if isinstance(self.item, Path) else None
        clear = isinstance(ink, AlphaColor) or (
            isinstance(ink, Gradient) and any(stop.opacity < 1 for stop in ink.stops)
        )
        return self.opacity == 1 and not self.masks and not self.multiplies and not clear

    @property
    def scale(self) -> float:
        """The scale of the item in the direction in which it is smaller."""
        a, b, c, d, _, _ = self.matrix
        along = math.hypot(a, b)
        return min(along, abs(a * d - b * c) / along) if along else 0.0

    @cached_property
    def box(self) -> Edges:
        """Edges that what is visible of a path or picture does not cross. They take no flattening,
        and most items are far from what a check looks at."""
        match self.item:
            case Path(segments) if segments:
                x, y, width, height = bounds(segments)
            case Image(x, y, width, height):
                pass
            case _:
                return NOWHERE
        a, b, c, d, e, f = self.matrix
        left, right = sorted((a * x, a * (x + width)))
        upper, lower = sorted((c * y, c * (y + height)))
        x1, x2 = left + upper + e, right + lower + e
        left, right = sorted((b * x, b * (x + width)))
        upper, lower = sorted((d * y, d * (y + height)))
        y1, y2 = left + upper + f, right + lower + f
        for clip in self.clips:
            edges = clip.edges
            x1, y1 = max(x1, edges[0]), max(y1, edges[1])
            x2, y2 = min(x2, edges[2]), min(y2, edges[3])
        return x1 - ROUNDING, y1 - ROUNDING, x2 + ROUNDING, y2 + ROUNDING

    @cached_property
    def area(self) -> Area:
        """The area that a path or picture covers; empty for other items."""
        match self.item:
            case Path(segments, even_odd=even_odd):
                return flatten(segments, self.matrix, even_odd=even_odd)
            case Image(x, y, width, height):
                return flatten(rectangle(x, y, width, height), self.matrix)
        return flatten((), self.matrix)

    def covers(self, x: float, y: float) -> bool:
        return self.area.contains(x, y) and all(clip.contains(x, y) for clip in self.clips)


class PlacedMask(Struct, frozen=True, eq=False):
    placed: tuple[PlacedItem, ...]
    by_luminance: bool

    def share(self, x: float, y: float) -> float:
        """Return how much of what is masked shows at a point, from 0 to 1."""
        seen, covered = BLACK, 0.0
        for placed in self.placed:
            if placed.covers(x, y):
                colour, opacity = _paint(placed, x, y)
                seen = mix(seen, colour, opacity)
                covered += (1 - covered) * opacity
        if not self.by_luminance:
            return covered
        return brightness(seen)


class Scene:
    """A flattened frame, in paint order."""

    def __init__(self, frame: Frame) -> None:
        self.frame = frame
        self.place = frame.origin or Location(frame.name)
        placed: list[PlacedItem] = []
        _flatten(frame.items, _OUTSIDE, placed)
        self.placed = tuple(placed)
        self.trim = flatten(
            frame.outline or rectangle(0, 0, frame.width, frame.height),
            IDENTITY,
        )
        self._painted = tuple(
            (index, placed) for index, placed in enumerate(self.placed) if _is_painted(placed)
        )

    @cached_property
    def _outlines(self) -> Mapping[str, list[tuple[PlacedItem, Text, Stroke]]]:
        found: dict[str, list[tuple[PlacedItem, Text, Stroke]]] = {}
        for placed in self.placed:
            text = placed.item
            if isinstance(text, Text) and text.stroke is not None:
                found.setdefault(text.string, []).append((placed, text, text.stroke))
        return found

    @property
    def painted(self) -> Iterator[PlacedItem]:
        """Filled paths and pictures."""
        return (placed for _, placed in self._painted)

    def painted_after(self, index: int) -> Iterator[PlacedItem]:
        """Yield filled paths and pictures on top of a placed item."""
        return (placed for at, placed in self._painted if at > index)

    @cached_property
    def _boxed(self) -> list[tuple[int, PlacedItem, float, float, float, float]]:
        """What is painted, with its edges: every run of text looks through all of it."""
        return [(index, placed, *placed.box) for index, placed in self._painted]

    def texts(self) -> Iterator[tuple[int, PlacedItem, Text]]:
        """Yield every run of text, except on pieces shown small."""
        for index, placed in enumerate(self.placed):
            text = placed.item
            if isinstance(text, Text) and not placed.pictured and not text.decorative:
                yield index, placed, text

    def outline(self, placed: PlacedItem, text: Text) -> Color | None:
        """Return the colour of the outline around the letters of a run, if it is opaque and wide
        enough to be their ground."""
        for other, run, stroke in self._outlines.get(text.string, ()):
            if (
                other.matrix == placed.matrix
                and (run.x, run.y, run.size_pt) == (text.x, text.y, text.size_pt)
                and stroke.width / 2 >= MIN_OUTLINE
                and not isinstance(stroke.ink, AlphaColor | Gradient)
                and other.opacity == 1
            ):
                return other.colour(stroke.ink)
        return None

    def shows(self, index: int, points: Sequence[Point]) -> bool:
        """Return whether any of the points of a placed item is neither clipped nor covered."""
        item = self.placed[index]
        above = [
            placed
            for later, placed in self._painted
            if later > index and placed.is_opaque and isinstance(placed.item, Path)
        ]
        return any(
            all(clip.contains(x, y) for clip in item.clips)
            and not any(_overlap(p.box, (x, y, x, y)) and p.covers(x, y) for p in above)
            for x, y in points
        )

    def ground(self, points: Sequence[Point], below: int | None = None) -> list[Color]:
        """Return the colours visible at nearby points, on top of everything or below an item.

        Points are passed together so that items far from all of them are skipped once.
        """
        xs, ys = [x for x, _ in points], [y for _, y in points]
        left, top, right, bottom = min(xs), min(ys), max(xs), max(ys)
        most = len(self.placed) if below is None else below
        near = [
            placed
            for index, placed, x1, y1, x2, y2 in self._boxed
            if x1 <= right and left <= x2 and y1 <= bottom and top <= y2 and index < most
        ]
        near.reverse()
        return [_colour_at(near, x, y) for x, y in points]


def _overlap(one: Edges, other: Edges) -> bool:
    return one[0] <= other[2] and other[0] <= one[2] and one[1] <= other[3] and other[1] <= one[3]


def _colour_at(downwards: list[PlacedItem], x: float, y: float) -> Color:
    covering: list[tuple[PlacedItem, Color, float]] = []
    for placed in downwards:
        if placed.covers(x, y):
            colour, opacity = _paint(placed, x, y)
            covering.append((placed, colour, opacity))
            if opacity == 1 and not placed.multiplies:
                break
    seen = WHITE
    for placed, colour, opacity in reversed(covering):
        seen = placed.over(seen, colour, opacity)
    return seen


_OUTSIDE: Final = PlacedItem(Path(()), IDENTITY, BLACK, 1.0, (), 0)
"""The surroundings of a whole face: no transform, no clip."""


def _flatten(items: tuple[Item, ...], around: PlacedItem, out: list[PlacedItem]) -> None:
    """Append all items, with those inside groups and uses. A list, because generators inside
    generators pass each item on once for every level."""
    matrix, current, opacity, clips = around.matrix, around.current, around.opacity, around.clips
    uses, pictured = around.uses, around.pictured
    masks, multiplies = around.masks, around.multiplies
    for item in items:
        match item:
            case Path() | Text() | Image():
                out.append(
                    PlacedItem(
                        item, matrix, current, opacity, clips, uses, pictured, masks, multiplies
                    )
                )
            case Group():
                within = multiply(matrix, item.matrix)
                cut = clips if item.clip is None else (*clips, flatten(item.clip, within))
                faded, blended = opacity * item.opacity, multiplies or item.blend == "multiply"
                masked = masks
                if item.mask is not None:
                    outside = PlacedItem(around.item, within, current, 1.0, (), uses, pictured)
                    masking: list[PlacedItem] = []
                    _flatten(item.mask.items, outside, masking)
                    shapes = tuple(placed for placed in masking if _is_painted(placed))
                    masked = (*masks, PlacedMask(shapes, item.mask.by == "luminance"))
                group = PlacedItem(
                    around.item, within, current, faded, cut, uses, pictured, masked, blended
                )
                _flatten(item.items, group, out)
            case Use(frame, moved, ink):
                colour = current if ink is None else around.colour(ink)
                within = multiply(matrix, moved)
                used = PlacedItem(
                    item, within, colour, opacity, clips, uses, pictured, masks, multiplies
                )
                out.append(used)
                is_piece = frame.clipped or frame.origin is not None
                small = pictured or (is_piece and used.scale < 1 - SIZE_TOLERANCE)
                cut = (*clips, flatten(_bleed_box(frame), within)) if frame.clipped else clips
                inside = PlacedItem(
                    item, within, colour, opacity, cut, uses + 1, small, masks, multiplies
                )
                _flatten(frame.items, inside, out)
            case _:
                raise TypeError(f"a {type(item).__name__} cannot be checked")


def _is_painted(placed: PlacedItem) -> bool:
    item = placed.item
    return isinstance(item, Image) or (isinstance(item, Path) and item.fill is not None)


def _bleed_box(frame: Frame) -> Segments:
    edge = frame.bleed
    return rectangle(-edge, -edge, frame.width + 2 * edge, frame.height + 2 * edge)


def _paint(placed: PlacedItem, x: float, y: float) -> tuple[Color, float]:
    if isinstance(placed.item, Path) and placed.item.fill is not None:
        return placed.seen(placed.item.fill, x, y)
    if isinstance(placed.item, Image):
        colour, opacity = _pixel(placed.item, *apply(inverse(placed.matrix), x, y))
        return colour, opacity * placed.seen(colour, x, y)[1]
    raise TypeError(f"a {type(placed.item).__name__} paints no area")


def _pixel(item: Image, x: float, y: float) -> tuple[Color, float]:
    sample = _sample(item.image)
    column = int((x - item.x) / item.width * sample.width)
    row = int((y - item.y) / item.height * sample.height)
    red, green, blue, alpha = sample.getpixel(
        (min(max(column, 0), sample.width - 1), min(max(row, 0), sample.height - 1))
    )
    return Color(red, green, blue), alpha / 255


@lru_cache(maxsize=64)
def _sample(image: ImageFile) -> Any:
    small = open_toned(image).convert("RGBA")
    small.thumbnail((SAMPLE_SIDE, SAMPLE_SIDE))
    return small
