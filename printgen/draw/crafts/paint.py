"""Paint a net: grounds, art, tabs, folds and the outline to cut."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from msgspec import Struct

from printgen.colour import mix
from printgen.draw.context import DrawContext
from printgen.draw.crafts.contour import contour
from printgen.draw.crafts.legend import Key
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
from printgen.frame import Group, Item, Layer, Path, Stroke, Text
from printgen.geometry import (
    IDENTITY,
    Box,
    Matrix,
    Segments,
    polygon,
    transform_segments,
    translate,
)
from printgen.ink import BLACK, CREASE, Color
from printgen.lengths import MM_PER_PT

MARGIN: Final = 2.0  # around the net: room for scissors between neighbours
CUT_LINE: Final = Stroke(Color(110, 110, 110), 0.25, join="round")
MOUNTAIN: Final = Stroke(CREASE, 0.25, dash=(3.0, 1.0, 0.6, 1.0))
VALLEY: Final = Stroke(CREASE, 0.25, dash=(2.0, 1.2))
UNDER_FOLD: Final = 0.5  # mm: width of the darker line under a crease that its ground would hide
LIKE_CREASE: Final = 80.0  # in RGB: a ground closer than this to the crease's colour hides it
GLUE: Final = Color(232, 232, 232)
LETTER_INK: Final = Color(40, 40, 40)
LETTER_PT: Final = 8.0
OVERLAP: Final = (
    0.8  # mm: a panel's colour extends onto its tabs, so that no white shows at the seam
)
BAND: Final = 0.7
TRAP: Final = 0.1  # mm: each ground spreads by half of it, so that no hairline shows between panels
LETTER_RADIUS: Final = 1.6
LETTER_GAP: Final = 2.0
LETTER_POSITIONS: Final = (0.5, 0.35, 0.65, 0.2, 0.8, 0.1, 0.9)


MAX_OVERLAP: Final = 0.2


class PanelArt(Struct, frozen=True):
    """The ground of a panel and its items, in the panel's coordinates. In low ink the ground is
    white, with a band of its colour along the edges."""

    ground: Color
    items: Items = ()
    band: Color | None = None


def make_panel_art(context: DrawContext, colour: Color, items: Items = ()) -> PanelArt:
    ground = context.ground(colour)
    return PanelArt(ground, items, None if ground == colour else colour)


class PaintedNet(Struct, frozen=True):
    """A painted net with its cut line and the keys for the legend."""

    items: Items
    outline: Segments
    width: float
    height: float
    keys: tuple[Key, ...]

    def moved(self, matrix: Matrix, width: float, height: float) -> PaintedNet:
        """Return the net as it lies in a rectangle of another size."""
        items = (Group(self.items, matrix),)
        outline = transform_segments(self.outline, matrix)
        return PaintedNet(items, outline, width, height, self.keys)


def paint(net: Net, panel_art: Mapping[str, PanelArt], context: DrawContext) -> PaintedNet:
    outline = contour(net)
    letters = _Letters(context, net)
    art: list[Item] = []
    for tab in net.tabs:
        art += _tab(tab, panel_art[tab.panel].ground)
    for panel in net.panels:
        art += _panel(panel, panel_art[panel.name])
    art.append(Path(polygon(outline), stroke=CUT_LINE))
    art += [letters.on_tab(tab) for tab in net.tabs if tab.label]
    seams = (letters.at_seam(tab) for tab in net.tabs if tab.label)
    outside = [mark for mark in seams if mark is not None]
    everything = [*outline, *(point for box in letters.boxes for point in box)]
    x, y, width, height = box_around(everything)
    shift = translate(MARGIN - x, MARGIN - y)
    items = (*art, *_folds(net, panel_art), *outside)
    return PaintedNet(
        (Group(items, shift),),
        transform_segments(polygon(outline), shift),
        width + 2 * MARGIN,
        height + 2 * MARGIN,
        _keys(net),
    )


def _panel(panel: Panel, panel_art: PanelArt) -> Items:
    segments = polygon(panel.points)
    ground = Path(segments, panel_art.ground, Stroke(panel_art.ground, TRAP, join="round"))
    art: Items = panel_art.items
    if art and panel.art != IDENTITY:
        art = (Group(art, panel.art),)
    if panel_art.band is not None:
        art = (Path(segments, stroke=Stroke(panel_art.band, 2 * BAND)), *art)
    return (ground, Group(art, clip=segments)) if art else (ground,)


def _tab(tab: Tab, ground: Color) -> Items:
    """Return a tab in the grey that means glue; the panel's ground extends a little onto it."""
    length = math.dist(*tab.edge)
    # On a small tab the ground must not reach the letter in the middle.
    reach = min(OVERLAP, MAX_OVERLAP * 2 * depth_in(tab.points, middle(tab.points)))
    strip = beyond(tab.edge, ((0, 0), (length, 0), (length, reach), (0, reach)))
    shape = polygon(tab.points)
    under = Group((Path(polygon(strip), ground),), clip=shape)
    return Path(shape, GLUE), under


def _folds(net: Net, panel_art: Mapping[str, PanelArt]) -> Items:
    """Return the fold lines. They have no halo, which would stay visible on the finished faces."""
    lines: list[tuple[Edge, bool]] = [(hinge.edge, hinge.angle > 0) for hinge in net.hinges]
    lines += [(tab.edge, tab.angle > 0) for tab in net.tabs]
    lines += [(crease.line, crease.mountain) for crease in net.creases]
    made: list[Item] = list(_under_folds(net, panel_art))
    for stroke, wanted in ((MOUNTAIN, True), (VALLEY, False)):
        some = [edge for edge, mountain in lines if mountain is wanted]
        segments = tuple(segment for edge in some for segment in polygon(edge, closed=False))
        if segments:
            made.append(Path(segments, stroke=stroke, layer="fold"))
    return tuple(made)


def _under_folds(net: Net, panel_art: Mapping[str, PanelArt]) -> Iterator[Item]:
    """Yield a darker line under creases whose ground has almost the same colour."""
    beside = [(hinge.edge, hinge.one) for hinge in net.hinges]
    beside += [(tab.edge, tab.panel) for tab in net.tabs]
    for edge, name in beside:
        art = panel_art[name]
        colour = art.band or art.ground
        if math.dist(colour, CREASE.shown) < LIKE_CREASE:
            stroke = Stroke(mix(colour, BLACK, 0.5), UNDER_FOLD)
            yield Path(polygon(edge, closed=False), stroke=stroke, layer="fold")


def _keys(net: Net) -> tuple[Key, ...]:
    angles = [*(hinge.angle for hinge in net.hinges), *(tab.angle for tab in net.tabs)]
    back = any(angle > 0 for angle in angles) or any(c.mountain for c in net.creases)
    forward = any(angle < 0 for angle in angles) or any(not c.mountain for c in net.creases)
    keys = [Key("cut", CUT_LINE)]
    if back:
        keys.append(Key("fold back", MOUNTAIN, layer="fold"))
    if forward:
        keys.append(Key("fold forward", VALLEY, layer="fold"))
    if any(tab.meets and tab.label for tab in net.tabs):
        keys.append(Key("glue A to A", fill=GLUE))
    elif net.tabs:
        keys.append(Key("glue", fill=GLUE))
    if net.note:
        keys.append(Key(net.note))
    return tuple(keys)


class _Letters:
    """Draws letters on tabs, and the same letters outside the edges that the tabs are glued to."""

    def __init__(self, context: DrawContext, net: Net) -> None:
        self._face = plain_face(context, bold=True)
        self._net = net
        self.boxes: list[Polygon] = []

    def _text(self, string: str, x: float, y: float, layer: Layer) -> Text:
        width = line_width(self._face, string, LETTER_PT)
        base = y + self._face.cap_height * LETTER_PT * MM_PER_PT / 2
        left = x - width / 2
        return Text(left, base, string, self._face, LETTER_PT, LETTER_INK, width, layer)

    def on_tab(self, tab: Tab) -> Item:
        return self._text(tab.label, *self._letter_position(tab), "art")

    @staticmethod
    def _letter_position(tab: Tab) -> Point:
        """Return the centroid of a tab, or its widest point if the letter is too large there."""
        point = middle(tab.points)
        return point if depth_in(tab.points, point) >= LETTER_RADIUS else deepest(tab.points)

    def at_seam(self, tab: Tab) -> Item | None:
        if tab.onto is None:
            return None
        length = math.dist(*tab.onto)
        half = line_width(self._face, tab.label, LETTER_PT) / 2 + 0.4
        tall = self._face.cap_height * LETTER_PT * MM_PER_PT / 2 + 0.4
        for part in LETTER_POSITIONS:
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


def common_size(plates: Sequence[PaintedNet]) -> tuple[float, float]:
    return max(painted.width for painted in plates), max(painted.height for painted in plates)
