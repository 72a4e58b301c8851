"""Takes a net and what stands on its panels, gives the picture to print, cut and fold."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from msgspec import Struct

from printgen.draw.crafts.contour import contour
from printgen.draw.crafts.legend import LINE_HEIGHT, Key, legend
from printgen.draw.crafts.lettering import Items, line_width, plain_face
from printgen.draw.crafts.net import (
    Edge,
    Net,
    Panel,
    Point,
    Polygon,
    Tab,
    beyond,
    box_around,
    deepest,
    depth_in,
    middle,
    overlap,
)
from printgen.draw.studio import Studio
from printgen.frame import (
    CREASE,
    IDENTITY,
    MM_PER_PT,
    Box,
    Color,
    Group,
    Item,
    Layer,
    Path,
    Segments,
    Stroke,
    Text,
    bounds,
    polygon,
    transform_segments,
    translate,
)

MARGIN: Final = 2.0  # around the net, so that scissors get between neighbours
CUT_LINE: Final = Stroke(Color(110, 110, 110), 0.25, join="round")
MOUNTAIN: Final = Stroke(CREASE, 0.25, dash=(3.0, 1.0, 0.6, 1.0))
VALLEY: Final = Stroke(CREASE, 0.25, dash=(2.0, 1.2))
UNDER_FOLD: Final = Stroke(Color(255, 255, 255), 0.5)  # keeps a crease visible on dark art
GLUE: Final = Color(232, 232, 232)
LETTER_INK: Final = Color(40, 40, 40)
LETTER_PT: Final = 8.0
OVERLAP: Final = 0.8  # the panel's colour runs onto its tabs: no white shows at the seam
BAND: Final = 0.7
LETTER_ROOM: Final = 1.6
LETTER_GAP: Final = 2.0
PLACES: Final = (0.5, 0.35, 0.65, 0.2, 0.8, 0.1, 0.9)


OVERLAP_PART: Final = 0.2


class Look(Struct, frozen=True):
    """What a panel shows: its ground, and items in its own coordinates; a band along its edges
    where the ground is left white to spare ink."""

    ground: Color
    items: Items = ()
    band: Color | None = None


def make_look(studio: Studio, colour: Color, items: Items = ()) -> Look:
    ground = studio.ground(colour)
    return Look(ground, items, None if ground == colour else colour)


class Plate(Struct, frozen=True):
    """A painted net with its legend, and the line it is cut out by."""

    items: Items
    outline: Segments
    width: float
    height: float


def paint(net: Net, looks: Mapping[str, Look], studio: Studio) -> Plate:
    outline = contour(net)
    letters = _Letters(studio, net)
    art: list[Item] = []
    for panel in net.panels:
        art += _panel(panel, looks[panel.name])
    for tab in net.tabs:
        art += _tab(tab, looks[tab.panel].ground)
    art.append(Path(polygon(outline), stroke=CUT_LINE))
    art += [letters.on_tab(tab) for tab in net.tabs if tab.label]
    outside = [mark for tab in net.tabs if (mark := letters.at_seam(tab)) is not None]
    keys = _keys(net)
    taken = [*net.polygons, *letters.boxes]
    key_items = legend(keys, plain_face(studio), taken)
    everything = [*outline, *(point for box in letters.boxes for point in box)]
    everything += _corners(key_items)
    x, y, width, height = box_around(everything)
    shift = translate(MARGIN - x, MARGIN - y)
    items = (*art, *_folds(net), *outside, *key_items)
    return Plate(
        (Group(items, shift),),
        transform_segments(polygon(outline), shift),
        width + 2 * MARGIN,
        height + 2 * MARGIN,
    )


def _corners(items: Iterable[Item]) -> list[tuple[float, float]]:
    """What the legend covers."""
    points: list[tuple[float, float]] = []
    for item in items:
        if isinstance(item, Text):
            points += [(item.x, item.y - LINE_HEIGHT / 2), (item.x + item.width, item.y + 0.8)]
        elif isinstance(item, Path):
            x, y, width, height = bounds(item.segments)
            points += [(x, y), (x + width, y + height)]
    return points


def _panel(panel: Panel, look: Look) -> Items:
    segments = polygon(panel.points)
    ground = Path(segments, look.ground)
    art: Items = look.items
    if art and panel.art != IDENTITY:
        art = (Group(art, panel.art),)
    if look.band is not None:
        art = (Path(segments, stroke=Stroke(look.band, 2 * BAND)), *art)
    return (ground, Group(art, clip=segments)) if art else (ground,)


def _tab(tab: Tab, ground: Color) -> Items:
    """Grey is glue; the ground of the panel runs a little onto it."""
    length = math.dist(*tab.edge)
    # On a small tab it must not reach the letter in the middle.
    reach = min(OVERLAP, OVERLAP_PART * 2 * depth_in(tab.points, middle(tab.points)))
    strip = beyond(tab.edge, ((0, 0), (length, 0), (length, reach), (0, reach)))
    shape = polygon(tab.points)
    under = Group((Path(polygon(strip), ground),), clip=shape)
    return Path(shape, GLUE), under


def _folds(net: Net) -> Items:
    lines: list[tuple[Edge, bool]] = [(hinge.edge, hinge.angle > 0) for hinge in net.hinges]
    lines += [(tab.edge, tab.angle > 0) for tab in net.tabs]
    lines += [(crease.line, crease.mountain) for crease in net.creases]
    under = tuple(segment for edge, _ in lines for segment in polygon(edge, closed=False))
    made: list[Item] = [Path(under, stroke=UNDER_FOLD, layer="fold")]
    for stroke, wanted in ((MOUNTAIN, True), (VALLEY, False)):
        some = [edge for edge, mountain in lines if mountain is wanted]
        segments = tuple(segment for edge in some for segment in polygon(edge, closed=False))
        if segments:
            made.append(Path(segments, stroke=stroke, layer="fold"))
    return tuple(made)


def _keys(net: Net) -> tuple[Key, ...]:
    angles = [*(hinge.angle for hinge in net.hinges), *(tab.angle for tab in net.tabs)]
    back = any(angle > 0 for angle in angles) or any(c.mountain for c in net.creases)
    forward = any(angle < 0 for angle in angles) or any(not c.mountain for c in net.creases)
    keys = [Key("cut", CUT_LINE)]
    if back:
        keys.append(Key("fold back", MOUNTAIN, layer="fold"))
    if forward:
        keys.append(Key("fold forward", VALLEY, layer="fold"))
    if any(tab.meets for tab in net.tabs):
        keys.append(Key("glue A to A", fill=GLUE))
    elif net.tabs:
        keys.append(Key("glue", fill=GLUE))
    if net.note:
        keys.append(Key(net.note))
    return tuple(keys)


class _Letters:
    """Letters on tabs, and again outside the edges that the tabs are glued behind."""

    def __init__(self, studio: Studio, net: Net) -> None:
        self._face = plain_face(studio, bold=True)
        self._net = net
        self.boxes: list[Polygon] = []

    def _text(self, string: str, x: float, y: float, layer: Layer) -> Text:
        width = line_width(self._face, string, LETTER_PT)
        base = y + self._face.cap_height * LETTER_PT * MM_PER_PT / 2
        left = x - width / 2
        return Text(left, base, string, self._face, LETTER_PT, LETTER_INK, width, layer)

    def on_tab(self, tab: Tab) -> Item:
        return self._text(tab.label, *self._best(tab), "art")

    @staticmethod
    def _best(tab: Tab) -> Point:
        """The middle, unless the tab is so thin there that its border would cross the letter."""
        point = middle(tab.points)
        return point if depth_in(tab.points, point) >= LETTER_ROOM else deepest(tab.points)

    def at_seam(self, tab: Tab) -> Item | None:
        if tab.onto is None:
            return None
        length = math.dist(*tab.onto)
        half = line_width(self._face, tab.label, LETTER_PT) / 2 + 0.4
        tall = self._face.cap_height * LETTER_PT * MM_PER_PT / 2 + 0.4
        for part in PLACES:
            ((x, y),) = beyond(tab.onto, ((part * length, LETTER_GAP),))
            box = _box_polygon((x - half, y - tall, 2 * half, 2 * tall))
            if not self._is_taken(box):
                self.boxes.append(box)
                return self._text(tab.label, x, y, "marks")
        return None

    def _is_taken(self, box: Polygon) -> bool:
        return any(overlap(box, other) for other in (*self._net.polygons, *self.boxes))


def _box_polygon(box: Box) -> Polygon:
    x, y, width, height = box
    return ((x, y), (x + width, y), (x + width, y + height), (x, y + height))


def common_size(plates: Sequence[Plate]) -> tuple[float, float]:
    return max(plate.width for plate in plates), max(plate.height for plate in plates)
