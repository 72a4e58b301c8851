"""Place pictures in their boxes: fitted, cropped, masked and turned."""

from __future__ import annotations

from typing import Any, Final

from printgen.catalog.svg.paths import parse_path
from printgen.draw import setting_types
from printgen.draw.context import DrawContext
from printgen.draw.element_kind import ElementKind, Settings
from printgen.draw.setting_types import SettingType
from printgen.errors import did_you_mean
from printgen.frame import Group, Image, Item, Use
from printgen.geometry import IDENTITY, Box, Segments, ellipse, rectangle, rotate
from printgen.ink import BLACK, Color
from printgen.tones import tone, toned_file, toned_frame

WHOLE: Final[Box] = (0.0, 0.0, 1.0, 1.0)
GROUND_SHARE: Final = 0.15
"""The strength at which low ink prints a picture that is a ground: a tint that text is readable
on."""
_MASKS: Final = ("rectangle", "ellipse")
_SUFFIXES: Final = (".png", ".jpg", ".jpeg", ".webp", ".svg")


def draw_image(s: Settings, context: DrawContext) -> tuple[Item, ...]:
    name = without_suffix(s["image"])
    if not name:
        return ()
    if s["box"] is None:
        raise ValueError("needs a box: [x, y, width, height]")
    box: Box = s["box"]
    size = _size(name, context)
    part = _part(s["crop"], size)
    shown, (x, y, sx, sy) = _placed(part, box, s["fit"], s["focus"], size)
    dark = BLACK if s["greyscale"] else s["tint"]
    picture = _picture(name, (x - part[0] * sx, y - part[1] * sy, sx, sy), dark, context)
    mask = _mask(shown, s)
    overflows = part[2] * sx > shown[2] + 1e-9 or part[3] * sy > shown[3] + 1e-9
    if mask is None and (s["crop"] != WHOLE or overflows):
        mask = rectangle(*shown)
    turn = IDENTITY
    if s["rotate"]:
        turn = rotate(s["rotate"], box[0] + box[2] / 2, box[1] + box[3] / 2)
    share = GROUND_SHARE if s["ground"] and context.ink == "low" else 1.0
    if mask is None and turn == IDENTITY and share == 1:
        return (picture,)
    return (Group((picture,), turn, mask, share),)


def without_suffix(name: str) -> str:
    """Return the name of a picture file as pictures are named."""
    stem, dot, suffix = name.rpartition(".")
    return stem if dot + suffix.lower() in _SUFFIXES else name


def _size(name: str, context: DrawContext) -> tuple[float, float]:
    """Return the width and height of a picture in its own units."""
    art = context.art
    if name in art.images:
        picture = art.image(name)
        return float(picture.pixel_width), float(picture.pixel_height)
    if name in art.symbols:
        frame = art.symbol(name)
        return frame.width, frame.height
    hint = did_you_mean(name, {*art.images, *art.symbols})
    raise ValueError(f"there is no picture '{name}'{hint}")


def _picture(
    name: str,
    placed: tuple[float, float, float, float],
    dark: Color | None,
    context: DrawContext,
) -> Image | Use:
    """Return the picture, in the tones from `dark` to white if that is a colour."""
    x, y, sx, sy = placed
    if name in context.art.images:
        file = context.art.image(name)
        shown = file if dark is None else toned_file(file, dark)
        return Image(x, y, file.pixel_width * sx, file.pixel_height * sy, shown)
    frame, ink = context.art.symbol(name), context.colour("ink")
    if dark is not None:
        frame, ink = toned_frame(frame, dark), tone(ink, dark)
    return Use(frame, (sx, 0.0, 0.0, sy, x, y), ink)


def _part(crop: Box, size: tuple[float, float]) -> Box:
    """Return the part of a picture that a crop leaves, in the picture's units."""
    x, y, width, height = crop
    if x < 0 or y < 0 or x + width > 1 + 1e-9 or y + height > 1 + 1e-9:
        raise ValueError("must crop a part of the picture: [x, y, width, height] from 0 to 1")
    return x * size[0], y * size[1], width * size[0], height * size[1]


def _placed(
    part: Box, box: Box, fit: str, focus: tuple[float, ...], size: tuple[float, float]
) -> tuple[Box, tuple[float, float, float, float]]:
    """Return the area that shows the picture, and (x, y, horizontal scale, vertical scale) of the
    part. A part larger than its box is moved so that the focus is as near the centre as it can."""
    left, top, width, height = box
    sx, sy = width / part[2], height / part[3]
    if fit != "stretch":
        sx = sy = min(sx, sy) if fit == "contain" else max(sx, sy)
    wide, high = part[2] * sx, part[3] * sy
    across = _shift(width, wide, (focus[0] * size[0] - part[0]) * sx)
    down = _shift(height, high, (focus[1] * size[1] - part[1]) * sy)
    x, y = left + across, top + down
    shown = max(x, left), max(y, top), min(wide, width), min(high, height)
    return shown, (x, y, sx, sy)


def _shift(room: float, length: float, focus: float) -> float:
    if length <= room:
        return (room - length) / 2
    return min(0.0, max(room - length, room / 2 - focus))


def _mask(shown: Box, s: Settings) -> Segments | None:
    x, y, width, height = shown
    if s["mask"] not in _MASKS:
        return parse_path(s["mask"])
    if s["mask"] == "ellipse":
        return ellipse(x + width / 2, y + height / 2, width / 2, height / 2)
    return rectangle(*shown, s["radius"]) if s["radius"] else None


def _shares(value: Any, context: DrawContext) -> tuple[float, ...]:
    made: tuple[float, ...] = setting_types.numbers("x", "y")(value, context)
    if not all(0 <= part <= 1 for part in made):
        raise ValueError("must be [x, y] from 0 to 1")
    return made


def _mask_name(value: Any, context: DrawContext) -> str:
    """Return the name of a shape, or path data."""
    text = setting_types.text(value, context)
    return text if text[:1] in ("M", "m") else setting_types.choice(*_MASKS)(value, context)


IMAGE: Final = ElementKind(
    "image",
    {
        "image": SettingType(setting_types.text),
        "box": SettingType(setting_types.numbers("x", "y", "width", "height")),
        "fit": SettingType(setting_types.choice("contain", "cover", "stretch"), "contain"),
        "crop": SettingType(setting_types.numbers("x", "y", "width", "height"), WHOLE),
        "focus": SettingType(_shares, (0.5, 0.5)),
        "rotate": SettingType(setting_types.number, 0.0),
        "radius": SettingType(setting_types.not_negative, 0.0),
        "mask": SettingType(_mask_name, "rectangle"),
        "greyscale": SettingType(setting_types.flag, False),
        "tint": SettingType(setting_types.colour),
        "ground": SettingType(setting_types.flag, False),
    },
    draw_image,
)
