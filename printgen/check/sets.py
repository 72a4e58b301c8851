"""Find faces of a set that players cannot distinguish."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Final

from printgen.check.colours import VISIONS, distance, lightness, nearest_pair
from printgen.check.phrases import and_more
from printgen.errors import Finding, Location
from printgen.frame import Frame, Group, Image, Item, Path, Text, Use
from printgen.ink import BLACK, CURRENT, Color, Ink, Spot

MIN_DISTANCE: Final = 10.0
"""CIEDE2000 at which two colours are distinguished across a table, not only side by side."""
MIN_GREY: Final = 8.0
MIN_PALETTE: Final = 8.0

ShapeKey = Hashable
Inks = tuple[Ink | None, ...]
Swatches = frozenset[tuple[Color, Color]]


def check_set(
    faces: Mapping[str, Frame], place: Location, backs: Mapping[str, Frame | None] | None = None
) -> list[Finding]:
    """Compare faces that are meant to differ (fronts, not copies or shared backs), by their id.

    Equal fronts are not duplicates if the `backs` differ, as on a coin.
    """
    reader = _ShapeReader()
    alike: dict[ShapeKey, dict[Inks, list[str]]] = {}
    for name, frame in faces.items():
        shape, inks = reader.read(frame)
        colours = _resolved(inks, BLACK)
        alike.setdefault(shape, {}).setdefault(colours, []).append(name)
    same = [
        names
        for by_inks in alike.values()
        for same_front in by_inks.values()
        for names in _by_back(same_front, backs or {})
        if len(names) > 1
    ]
    return [*_duplicates(same, place), *_look_alikes(alike.values(), place)]


def check_palette(colours: Mapping[str, Color], place: Location) -> list[Finding]:
    """Warn about the two colours that are hardest to distinguish, if they are too close."""
    worst = nearest_pair(colours)
    if worst is None or worst.distance >= MIN_PALETTE:
        return []
    return [
        Finding(
            place,
            f"the colours '{worst.first}' and '{worst.second}' differ by only"
            f" {worst.distance:.1f} {_VISION_NAMES[worst.vision]}, but {MIN_PALETTE:g} is needed to"
            " distinguish them; choose colours that differ more in lightness",
            "look-alike",
            is_error=False,
        )
    ]


_VISION_NAMES: Final = {
    "normal": "to any eye",
    "protan": "to a red-blind eye",
    "deutan": "to a green-blind eye",
    "tritan": "to a blue-blind eye",
}


def _by_back(names: list[str], backs: Mapping[str, Frame | None]) -> Iterable[list[str]]:
    groups: dict[Frame | None, list[str]] = {}
    for name in names:
        groups.setdefault(backs.get(name), []).append(name)
    return groups.values()


def _duplicates(groups: Sequence[list[str]], place: Location) -> Iterator[Finding]:
    """Report all groups of equal faces together: most have one cause."""
    if not groups:
        return
    names, others = groups[0], len(groups) - 1
    also = ""
    if others:
        also = f", and so do {others} other groups" if others > 1 else ", and so does another group"
    yield Finding(
        place,
        f"'{names[0]}' and '{names[1]}'{and_more(len(names) - 2, 'row')} look exactly the same"
        f"{also}; show how they differ, or make them one row with several copies",
        "duplicate",
        is_error=False,
    )


def _look_alikes(groups: Iterable[Mapping[Inks, list[str]]], place: Location) -> Iterator[Finding]:
    """Report each pair of colour schemes once, not for every pair of faces."""
    pairs: dict[Swatches, list[tuple[str, str]]] = {}
    for by_inks in groups:
        for (inks, names), (other_inks, other_names) in combinations(by_inks.items(), 2):
            pairs.setdefault(_swatches(inks, other_inks), []).append((names[0], other_names[0]))
    for swatches, found in pairs.items():
        faults = list(_faults(swatches))
        if faults:
            (one, other), more = found[0], len(found) - 1
            yield Finding(
                place,
                f"'{one}' and '{other}'{and_more(more, 'pair')} differ only in colour, and too"
                f" little: by {' and '.join(faults)}; give each its own symbol, pattern or letter,"
                " or choose colours that differ more",
                "look-alike",
            )


def _swatches(inks: Inks, other_inks: Inks) -> Swatches:
    """Return the pairs of colours in which two faces differ."""
    return frozenset(
        (one, other)
        for one, other in zip(inks, other_inks, strict=True)
        if isinstance(one, Color) and isinstance(other, Color) and one != other
    )


def _faults(swatches: Swatches) -> Iterator[str]:
    """Yield the kinds of vision that cannot distinguish the colours that differ most."""
    for vision in VISIONS:
        best = max((distance(one, other, vision) for one, other in swatches), default=0.0)
        if best < MIN_DISTANCE:
            yield f"{best:.1f} {_VISION_NAMES[vision]} ({MIN_DISTANCE:g} is needed)"
    grey = max((abs(lightness(one) - lightness(other)) for one, other in swatches), default=0.0)
    if grey < MIN_GREY:
        yield f"{grey:.1f} in a grey print ({MIN_GREY:g} is needed)"


def _resolved(inks: Inks, current: Ink) -> Inks:
    return tuple(
        current if ink is CURRENT else ink.shown if isinstance(ink, Spot) else ink for ink in inks
    )


class _ShapeReader:
    """Splits pictures into shape and inks. Frames are cached, since one frame is often used many
    times."""

    def __init__(self) -> None:
        self._known: dict[Frame, tuple[ShapeKey, Inks]] = {}
        self._numbers: dict[ShapeKey, int] = {}

    def read(self, frame: Frame) -> tuple[ShapeKey, Inks]:
        known = self._known.get(frame)
        if known is None:
            shapes, inks = self._items(frame.items)
            # A number stands for the shape, so that nested shapes stay quick to compare.
            shape = (frame.width, frame.height, frame.outline, shapes)
            number = self._numbers.setdefault(shape, len(self._numbers))
            known = self._known[frame] = (number, inks)
        return known

    def _items(self, items: tuple[Item, ...]) -> tuple[tuple[ShapeKey, ...], Inks]:
        shapes: list[ShapeKey] = []
        inks: list[Ink | None] = []
        for item in items:
            shape, found = self._item(item)
            shapes.append(shape)
            inks.extend(found)
        return tuple(shapes), tuple(inks)

    def _item(self, item: Item) -> tuple[ShapeKey, Inks]:
        match item:
            case Path(segments, fill, stroke, even_odd):
                shape = ("path", segments, fill is None, even_odd)
                if stroke is None:
                    return shape, (fill,)
                lines = (stroke.width, stroke.dash, stroke.cap, stroke.join)
                return (*shape, lines), (fill, stroke.ink)
            case Text(x, y, string, face, size_pt, fill):
                return ("text", x, y, string, face.name, size_pt), (fill,)
            case Image(x, y, width, height, image):
                return ("image", x, y, width, height, image.digest), ()
            case Group(inner, matrix, clip, opacity):
                shapes, inks = self._items(inner)
                return ("group", matrix, clip, opacity, shapes), inks
            case Use(frame, matrix, ink):
                number, inks = self.read(frame)
                return ("use", matrix, number), inks if ink is None else _resolved(inks, ink)
        raise TypeError(f"a {type(item).__name__} cannot be compared")
