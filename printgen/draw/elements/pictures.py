"""Takes the names of symbols and pictures, or a text for a QR code, gives them placed."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from printgen.draw import kind
from printgen.draw.kind import Kind, Settings, Wants
from printgen.draw.studio import Studio
from printgen.errors import did_you_mean
from printgen.frame import BLACK, WHITE, Box, Frame, Image, Item, Path, Segment, Use, rectangle

QUIET_ZONE: Final = 4  # modules; less and phones miss it
LONGEST_QR: Final = 500

FITTED: Final = {
    "box": Wants(kind.numbers("x", "y", "width", "height")),
    "fit": Wants(kind.choice("contain", "cover", "stretch"), "contain"),
}


def _fitted(box: Box, width: float, height: float, fit: str) -> tuple[float, float, float, float]:
    """(x, y, horizontal scale, vertical scale) of a picture in its box, centred."""
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


def _icon(s: Settings, studio: Studio) -> tuple[Item, ...]:
    name = s["icon"]
    if not name:
        return ()
    if name not in studio.art.symbols:
        raise ValueError(f"there is no icon '{name}'{did_you_mean(name, studio.art.symbols)}")
    frame = studio.art.symbol(name)
    x, y, sx, sy = _fitted(_box(s), frame.width, frame.height, s["fit"])
    if s["flip"]:
        x, sx = x + frame.width * sx, -sx
    ink = studio.colour("ink") if s["colour"] is None else s["colour"]
    return (Use(frame, (sx, 0.0, 0.0, sy, x, y), ink),)


def _image(s: Settings, studio: Studio) -> tuple[Item, ...]:
    name = s["image"]
    if not name:
        return ()
    if name not in studio.art.images:
        raise ValueError(f"there is no picture '{name}'{did_you_mean(name, studio.art.images)}")
    picture = studio.art.image(name)
    width, height = picture.pixel_width, picture.pixel_height
    x, y, sx, sy = _fitted(_box(s), width, height, s["fit"])
    return (Image(x, y, width * sx, height * sy, picture),)


def _qr(s: Settings, studio: Studio) -> tuple[Item, ...]:  # noqa: ARG001
    content = s["qr"]
    if not content:
        return ()
    frame = qr_frame(content, s["level"])
    x, y, sx, sy = _fitted(_box(s), frame.width, frame.height, "contain")
    return (Use(frame, (sx, 0.0, 0.0, sy, x, y), BLACK),)


@lru_cache(maxsize=256)
def qr_frame(content: str, level: str) -> Frame:
    """A QR code one unit a module, its quiet zone included: its scale is its module size."""
    import qrcode

    if len(content) > LONGEST_QR:
        raise ValueError(f"holds {len(content)} characters; a card's QR code takes {LONGEST_QR}")
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


PICTURES: Final[tuple[Kind, ...]] = (
    Kind(
        "icon",
        {
            "icon": Wants(kind.text),
            "colour": Wants(kind.colour),
            "flip": Wants(kind.flag, False),
            **FITTED,
        },
        _icon,
    ),
    Kind("image", {"image": Wants(kind.text), **FITTED}, _image),
    Kind(
        "qr",
        {
            "qr": Wants(kind.text),
            "box": FITTED["box"],
            "level": Wants(kind.choice("L", "M", "Q", "H"), "M"),
        },
        _qr,
    ),
)
