"""Draw symbols, pictures and QR codes in their boxes."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from printgen.draw import inks, setting_types
from printgen.draw.context import DrawContext
from printgen.draw.element_kind import ElementKind, Settings
from printgen.draw.elements.photos import IMAGE, without_suffix
from printgen.draw.lines import use_in
from printgen.draw.setting_types import SettingType
from printgen.errors import did_you_mean
from printgen.frame import Frame, Item, Path, Use
from printgen.geometry import Box, Segment, rectangle
from printgen.ink import BLACK, WHITE
from printgen.limits import QR_LENGTH

QUIET_ZONE: Final = 4  # modules; with less, phones do not find the code

FITTED: Final = {
    "box": SettingType(setting_types.numbers("x", "y", "width", "height")),
    "fit": SettingType(setting_types.choice("contain", "cover", "stretch"), "contain"),
}


def _fitted(box: Box, width: float, height: float, fit: str) -> tuple[float, float, float, float]:
    """Return (x, y, horizontal scale, vertical scale) of a picture centred in its box."""
    x, y, room_x, room_y = box
    sx, sy = room_x / width, room_y / height
    if fit != "stretch":
        sx = sy = min(sx, sy) if fit == "contain" else max(sx, sy)
    return x + (room_x - width * sx) / 2, y + (room_y - height * sy) / 2, sx, sy


def _box(s: Settings) -> Box:
    if s["box"] is None:
        raise ValueError("needs a box: [x, y, width, height]")
    box: Box = s["box"]
    return box


def _icon(s: Settings, context: DrawContext) -> tuple[Item, ...]:
    name = without_suffix(s["icon"])
    if not name:
        return ()
    if name not in context.art.symbols:
        raise ValueError(f"unknown icon '{name}'{did_you_mean(name, context.art.symbols)}")
    frame = context.art.symbol(name)
    x, y, sx, sy = _fitted(_box(s), frame.width, frame.height, s["fit"])
    if s["flip"]:
        x, sx = x + frame.width * sx, -sx
    ink = context.colour("ink") if s["colour"] is None else s["colour"]
    return (use_in(frame, (sx, 0.0, 0.0, sy, x, y), ink),)


def _qr(s: Settings, context: DrawContext) -> tuple[Item, ...]:  # noqa: ARG001
    content = s["qr"]
    if not content:
        return ()
    frame = qr_frame(content, s["level"])
    x, y, sx, sy = _fitted(_box(s), frame.width, frame.height, "contain")
    return (Use(frame, (sx, 0.0, 0.0, sy, x, y), BLACK),)


@lru_cache(maxsize=256)
def qr_frame(content: str, level: str) -> Frame:
    """Return a QR code with its quiet zone. One unit is one module, so its scale is its module
    size."""
    import qrcode

    if len(content) > QR_LENGTH:
        raise ValueError(f"has {len(content)} characters; the limit for a QR code is {QR_LENGTH}")
    levels = {
        "L": qrcode.ERROR_CORRECT_L,
        "M": qrcode.ERROR_CORRECT_M,
        "Q": qrcode.ERROR_CORRECT_Q,
        "H": qrcode.ERROR_CORRECT_H,
    }
    code = qrcode.QRCode(error_correction=levels[level], border=QUIET_ZONE)
    code.add_data(content)
    code.make()
    matrix = code.get_matrix()
    size = len(matrix)
    dark: list[Segment] = []
    for y, line in enumerate(matrix):
        x = 0
        while x < size:
            start = x
            while x < size and line[x]:
                x += 1
            if x > start:
                dark.extend(rectangle(start, y, x - start, 1))
            x += 1
    items: tuple[Item, ...] = (
        Path(rectangle(0, 0, size, size), WHITE),
        Path(tuple(dark), BLACK),
    )
    return Frame(f"qr:{content}", size, size, items)


PICTURES: Final[tuple[ElementKind, ...]] = (
    ElementKind(
        "icon",
        {
            "icon": SettingType(setting_types.text),
            "colour": SettingType(inks.plain_paint),
            "flip": SettingType(setting_types.flag, False),
            **FITTED,
        },
        _icon,
    ),
    IMAGE,
    ElementKind(
        "qr",
        {
            "qr": SettingType(setting_types.text),
            "box": FITTED["box"],
            "level": SettingType(setting_types.choice("L", "M", "Q", "H"), "M"),
        },
        _qr,
    ),
)
