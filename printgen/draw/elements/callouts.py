"""Draw arrows and numbered badges, which point at things in figures."""

from __future__ import annotations

import math
from typing import Any, Final

from printgen.draw import setting_types
from printgen.draw.context import DrawContext
from printgen.draw.element_kind import ElementKind, Settings
from printgen.draw.elements.text import TEXT
from printgen.draw.setting_types import SettingType
from printgen.frame import (
    MM_PER_PT,
    Color,
    Item,
    Path,
    Segment,
    Segments,
    Stroke,
    polygon,
    rectangle,
)

HEAD_WIDTH: Final = 0.84  # of the head's length
SHAFT_END: Final = 0.7  # of the head's length: how far before the tip the shaft ends
CASING: Final = 0.6  # mm of light border on either side of an arrow
BADGE_PT: Final = 0.62  # of the badge's height: the size of its type
BADGE_PAD: Final = 0.28  # of its height: room beside a longer text

Point = tuple[float, float]


def _route(value: Any, context: DrawContext) -> tuple[Point, ...]:
    if not isinstance(value, tuple) or len(value) < 2:
        raise ValueError("must be two or more [x, y] points")
    made = [setting_types.numbers("x", "y")(part, context) for part in value]
    return tuple((part[0], part[1]) for part in made)


def _arrow(s: Settings, context: DrawContext) -> tuple[Item, ...]:
    points: tuple[Point, ...] = s["arrow"]
    colour: Color = context.colour("ink") if s["colour"] is None else s["colour"]
    width: float = s["width"]
    length: float = s["head"] or 2.2 + 2.2 * width
    before, tip = points[-2], points[-1]
    bend = s["bend"] if len(points) == 2 else 0.0
    control = _control(before, tip, bend)
    reach = math.dist(control, tip)
    if reach == 0:
        raise ValueError("must not end where it starts")
    along = ((tip[0] - control[0]) / reach, (tip[1] - control[1]) / reach)
    neck = (tip[0] - along[0] * length * SHAFT_END, tip[1] - along[1] * length * SHAFT_END)
    shaft = _shaft((*points[:-1], neck), control if bend else None)
    head = _head(tip, along, length)
    items: list[Item] = []
    if s["casing"] is not None:
        wide = Stroke(s["casing"], width + 2 * CASING, (), "round", "round")
        items.append(Path(shaft, stroke=wide))
        items.append(Path(head, s["casing"], Stroke(s["casing"], 2 * CASING, (), "round", "round")))
    items.append(Path(shaft, stroke=Stroke(colour, width, s["dash"], "butt", "round")))
    items.append(Path(head, colour))
    return tuple(items)


def _control(start: Point, end: Point, bend: float) -> Point:
    """Return the control point of a curve that deviates from the straight line by `bend` times its
    length."""
    if not bend:
        return start
    middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    return (
        middle[0] + (end[1] - start[1]) * 2 * bend,
        middle[1] - (end[0] - start[0]) * 2 * bend,
    )


def _shaft(points: tuple[Point, ...], control: Point | None) -> Segments:
    if control is None:
        return polygon(points, closed=False)
    (x1, y1), (x2, y2) = points
    cx, cy = control
    curve: Segment = (
        "C",
        x1 + (cx - x1) * 2 / 3,
        y1 + (cy - y1) * 2 / 3,
        x2 + (cx - x2) * 2 / 3,
        y2 + (cy - y2) * 2 / 3,
        x2,
        y2,
    )
    return (("M", x1, y1), curve)


def _head(tip: Point, along: Point, length: float) -> Segments:
    half = length * HEAD_WIDTH / 2
    foot = (tip[0] - along[0] * length, tip[1] - along[1] * length)
    side = (-along[1] * half, along[0] * half)
    return polygon(
        (tip, (foot[0] + side[0], foot[1] + side[1]), (foot[0] - side[0], foot[1] - side[1]))
    )


def _badge(s: Settings, context: DrawContext) -> tuple[Item, ...]:
    words: str = s["badge"].strip()
    if not words:
        return ()
    if s["at"] is None:
        raise ValueError("needs its centre, at: [x, y]")
    x, y = s["at"]
    height: float = s["size"]
    size_pt = height * BADGE_PT / MM_PER_PT
    ground: Color = context.colour("ink") if s["ground"] is None else s["ground"]
    ink = context.readable(ground) if s["colour"] is None else s["colour"]
    style = context.text_style(s["style"])
    face = context.typeface(style.font, bold=style.bold, italic=style.italic)
    long = math.fsum(map(face.width, words.split())) + face.space * words.count(" ")
    wide = long * size_pt * MM_PER_PT
    width = height if len(words) < 3 else max(height, wide + 2 * BADGE_PAD * height)
    box = (x - width / 2, y - height / 2, width, height)
    ring = Stroke(ground if context.ink == "low" else context.colour("paper"), 0.3)
    settings = {key: setting_type.default for key, setting_type in TEXT.settings.items()}
    settings |= {"text": words, "style": s["style"], "colour": ink, "size": size_pt}
    settings |= {"smallest": size_pt * 0.8, "align": "center", "valign": "middle"}
    settings["box"] = (box[0] - 1, box[1] - 1, width + 2, height + 2)
    return (
        Path(rectangle(*box, height / 2), context.ground(ground), ring),
        *TEXT.draw(settings, context),
    )


CALLOUTS: Final[tuple[ElementKind, ...]] = (
    ElementKind(
        "arrow",
        {
            "arrow": SettingType(_route),
            "bend": SettingType(setting_types.number, 0.0),
            "casing": SettingType(setting_types.colour),
            "colour": SettingType(setting_types.colour),
            "dash": SettingType(setting_types.number_list, ()),
            "head": SettingType(setting_types.positive),
            "width": SettingType(setting_types.positive, 0.8),
        },
        _arrow,
    ),
    ElementKind(
        "badge",
        {
            "badge": SettingType(setting_types.text),
            "at": SettingType(setting_types.numbers("x", "y")),
            "colour": SettingType(setting_types.colour),
            "ground": SettingType(setting_types.colour),
            "size": SettingType(setting_types.positive, 5.2),
            "style": SettingType(setting_types.text, "number"),
        },
        _badge,
    ),
)
