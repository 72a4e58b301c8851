"""Draw printed faces of other components, whole or cropped, in the pictures of a booklet."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Final

from msgspec.structs import replace

from printgen.colour import mix
from printgen.draw import setting_types
from printgen.draw.context import DrawContext
from printgen.draw.element_kind import ElementKind, Settings
from printgen.draw.setting_types import SettingType
from printgen.frame import Frame, Group, Item, Path, Stroke, Text, Use
from printgen.geometry import Matrix, Segments, extent, multiply, rectangle, scale, translate
from printgen.ink import WHITE, Color

EDGE: Final = 0.25  # mm: the thin line around a piece, for white cards on white paper


def trimmed(
    frame: Frame, matrix: Matrix, context: DrawContext, *, edge: bool = True
) -> tuple[Item, ...]:
    """Return a frame on paper, clipped to its trim, with a thin edge; a frame without a trim is
    unchanged."""
    outline = frame.outline or rectangle(0, 0, frame.width, frame.height)
    if not frame.clipped:
        return (Use(frame, matrix),)
    line = (_edge(outline, matrix, context),) if edge else ()
    paper = () if _is_covered(frame) else (Path(outline, WHITE),)
    return (Group((*paper, Group((Use(frame),), clip=outline), *line), matrix),)


def _is_covered(frame: Frame) -> bool:
    """Return whether the first thing in a frame is a ground that hides all of the paper."""
    first = frame.items[0] if frame.items else None
    if not isinstance(first, Path) or not isinstance(first.fill, Color):
        return False
    x, y, width, height = extent(first.segments)
    is_whole = x <= 0 and y <= 0 and x + width >= frame.width and y + height >= frame.height
    return is_whole and first.segments == rectangle(x, y, width, height)


@lru_cache(maxsize=256)
def without_text(frame: Frame) -> Frame:
    """Return the picture without text and labels, to be shown too small to read."""
    return replace(frame, items=_without_text(frame.items))


def _without_text(items: tuple[Item, ...]) -> tuple[Item, ...]:
    out: list[Item] = []
    for item in items:
        match item:
            case Text() | Group(label=True):
                continue
            case Group():
                out.append(replace(item, items=_without_text(item.items)))
            case Use():
                out.append(replace(item, frame=without_text(item.frame)))
            case _:
                out.append(item)
    return tuple(out)


def _edge(outline: Segments, matrix: Matrix, context: DrawContext) -> Path:
    size = math.hypot(matrix[0], matrix[1])
    return Path(outline, stroke=Stroke(mix(context.colour("ink"), WHITE, 0.45), EDGE / size))


def _face(s: Settings, context: DrawContext) -> tuple[Item, ...]:
    if not s["face"]:
        return ()
    if context.find_face is None:
        raise ValueError("can be shown only in the pictures of a booklet")
    if s["box"] is None:
        raise ValueError("needs a box: [x, y, width, height]")
    frame = context.find_face(s["face"], s["back"])
    if not s["words"]:
        frame = without_text(frame)
    left, top, width, height = s["crop"] or (0.0, 0.0, frame.width, frame.height)
    x, y, room_x, room_y = s["box"]
    size = min(room_x / width, room_y / height)
    corner = (x + (room_x - width * size) / 2, y + (room_y - height * size) / 2)
    matrix = multiply(translate(*corner), multiply(scale(size), translate(-left, -top)))
    if s["crop"] is None:
        return trimmed(frame, matrix, context, edge=s["edge"])
    window = rectangle(left, top, width, height, s["crop_radius"] / size)
    line = (_edge(window, matrix, context),) if s["edge"] else ()
    inside = trimmed(frame, translate(0.0, 0.0), context, edge=False)
    return (Group((Group(inside, clip=window), *line), matrix),)


FACE: Final = ElementKind(
    "face",
    {
        "face": SettingType(setting_types.text),
        "back": SettingType(setting_types.flag, False),
        "box": SettingType(setting_types.numbers("x", "y", "width", "height")),
        "crop": SettingType(setting_types.numbers("x", "y", "width", "height")),
        "crop_radius": SettingType(setting_types.not_negative, 0.0),
        "edge": SettingType(setting_types.flag, True),
        "words": SettingType(setting_types.flag, True),
    },
    _face,
)
