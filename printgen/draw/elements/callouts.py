"""Draw arrows and numbered badges, which point at things in figures."""

from __future__ import annotations

import math
from typing import Any, Final

from printgen.draw import setting_types
from printgen.draw.arrows import Arrow, Point, draw_arrow
from printgen.draw.context import DrawContext
from printgen.draw.element_kind import ElementKind, Settings
from printgen.draw.elements.text import TEXT
from printgen.draw.setting_types import SettingType
from printgen.frame import Item, Path, Stroke
from printgen.geometry import rectangle
from printgen.ink import Color
from printgen.lengths import MM_PER_PT

BADGE_PT: Final = 0.62  # of the badge's height: the size of its type
BADGE_PAD: Final = 0.28  # of its height: room beside a longer text


def _route(value: Any, context: DrawContext) -> tuple[Point, ...]:
    if not isinstance(value, tuple) or len(value) < 2:
        raise ValueError("must be two or more [x, y] points")
    made = [setting_types.numbers("x", "y")(part, context) for part in value]
    return tuple((part[0], part[1]) for part in made)


def _arrow(s: Settings, context: DrawContext) -> tuple[Item, ...]:
    colour: Color = context.colour("ink") if s["colour"] is None else s["colour"]
    if s["bend"] and len(s["arrow"]) > 2:
        raise ValueError("has more than two points, so it cannot bend as well")
    return draw_arrow(
        Arrow(s["arrow"], colour, s["width"], s["head"], s["bend"], s["dash"], s["casing"])
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
            "bend": SettingType(setting_types.between(-2, 2), 0.0),
            "casing": SettingType(setting_types.colour),
            "colour": SettingType(setting_types.colour),
            "dash": SettingType(setting_types.dashes, ()),
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
