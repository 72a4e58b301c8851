"""Takes the faces of a set, gives those that players cannot tell apart."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from itertools import combinations
from typing import Final

from printgen.check.colours import VISIONS, distance, lightness, nearest_pair
from printgen.check.words import also
from printgen.errors import Finding, Place
from printgen.frame import (
    BLACK,
    CURRENT,
    Color,
    Frame,
    Group,
    Image,
    Ink,
    Item,
    Path,
    Spot,
    Text,
    Use,
)

LEAST_DISTANCE: Final = 10.0
"""CIEDE2000 at which two colours are told apart across a table, not only side by side."""
LEAST_GREY: Final = 8.0
LEAST_PALETTE: Final = 8.0

Shape = Hashable
Inks = tuple[Ink | None, ...]
Swatches = frozenset[tuple[Color, Color]]


def check_set(
    faces: Mapping[str, Frame], place: Place, backs: Mapping[str, Frame | None] | None = None
) -> list[Finding]:
    """Compares faces that are meant to differ (fronts, not copies or shared backs), by their id.

    Like fronts are no duplicates where `backs` tell the pieces apart, as a coin's two sides do.
    """
    reader = _Reader()
    alike: dict[Shape, dict[Inks, list[str]]] = {}
    for name, frame in faces.items():
        shape, inks = reader.read(frame)
        colours = _resolved(inks, BLACK)
        alike.setdefault(shape, {}).setdefault(colours, []).append(name)
    return [
        *(
            _duplicate(names, place)
            for by_inks in alike.values()
            for same_front in by_inks.values()
            for names in _by_back(same_front, backs or {})
            if len(names) > 1
        ),
        *_look_alikes(alike.values(), place),
    ]


def check_palette(colours: Mapping[str, Color], place: Place) -> list[Finding]:
    """Warns of the two colours that are hardest to tell apart, if they are too near."""
    worst = nearest_pair(colours)
    if worst is None or worst.distance >= LEAST_PALETTE:
        return []
    return [
        Finding(
            place,
            f"the colours '{worst.first}' and '{worst.second}' are only {worst.distance:.1f} apart"
            f" {_VISION_WORDS[worst.vision]}, and {LEAST_PALETTE:g} is the least that is told"
            " apart: choose colours that differ more in lightness",
            "look-alike",
            is_error=False,
        )
    ]


_VISION_WORDS: Final = {
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


def _duplicate(names: list[str], place: Place) -> Finding:
    others = len(names) - 2
    return Finding(
        place,
        f"'{names[0]}' and '{names[1]}'{also(others, 'row')} have exactly the same picture: show"
        " what tells them apart, or make them one row with several copies",
        "duplicate",
        is_error=False,
    )


def _look_alikes(groups: Iterable[Mapping[Inks, list[str]]], place: Place) -> Iterator[Finding]:
    """One finding for each pair of colourings: two suits of twelve are one fault, not twelve."""
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
                f"'{one}' and '{other}'{also(more, 'pair')} differ only in colour, and too"
                f" little: by {' and '.join(faults)}: give each a symbol, a pattern or a letter of"
                " its own, or choose colours further apart",
                "look-alike",
            )


def _swatches(inks: Inks, other_inks: Inks) -> Swatches:
    """The colours in which two faces of one shape differ."""
    return frozenset(
        (one, other)
        for one, other in zip(inks, other_inks, strict=True)
        if isinstance(one, Color) and isinstance(other, Color) and one != other
    )


def _faults(swatches: Swatches) -> Iterator[str]:
    """Two faces are told apart by the colours that differ most, so only those count."""
    for vision in VISIONS:
        best = max((distance(one, other, vision) for one, other in swatches), default=0.0)
        if best < LEAST_DISTANCE:
            yield f"{best:.1f} {_VISION_WORDS[vision]} ({LEAST_DISTANCE:g} is needed)"
    grey = max((abs(lightness(one) - lightness(other)) for one, other in swatches), default=0.0)
    if grey < LEAST_GREY:
        yield f"{grey:.1f} in a grey print ({LEAST_GREY:g} is needed)"


def _resolved(inks: Inks, current: Ink) -> Inks:
    return tuple(
        current if ink is CURRENT else ink.shown if isinstance(ink, Spot) else ink for ink in inks
    )


class _Reader:
    """Splits pictures into shape and inks; remembers frames, since one frame is used often."""

    def __init__(self) -> None:
        self._known: dict[Frame, tuple[Shape, Inks]] = {}
        self._numbers: dict[Shape, int] = {}

    def read(self, frame: Frame) -> tuple[Shape, Inks]:
        known = self._known.get(frame)
        if known is None:
            shapes, inks = self._items(frame.items)
            # A number stands for the shape, so that nested shapes stay quick to compare.
            shape = (frame.width, frame.height, frame.outline, shapes)
            number = self._numbers.setdefault(shape, len(self._numbers))
            known = self._known[frame] = (number, inks)
        return known

    def _items(self, items: tuple[Item, ...]) -> tuple[tuple[Shape, ...], Inks]:
        shapes: list[Shape] = []
        inks: list[Ink | None] = []
        for item in items:
            shape, found = self._item(item)
            shapes.append(shape)
            inks.extend(found)
        return tuple(shapes), tuple(inks)

    def _item(self, item: Item) -> tuple[Shape, Inks]:
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
