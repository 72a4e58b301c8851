"""The plain ground that a game lies on, where a program has none that is large enough."""

from __future__ import annotations

import io
import re
from typing import Final

from printgen.tabletop.model import TableLayout

COLOUR: Final = (48, 92, 74)
LONGEST: Final = 256
"""The longer side of its picture, in pixels: it is stretched."""
NAME: Final = re.compile(r"felt-(\d{1,3})x(\d{1,3})\.png")


def felt_name(layout: TableLayout) -> str:
    """Return the file name of a ground in the proportions of the layout."""
    longest = max(layout.width, layout.height, 1.0)
    width, height = (
        max(1, round(LONGEST * side / longest)) for side in (layout.width, layout.height)
    )
    return f"felt-{width}x{height}.png"


def named_felt(name: str) -> bytes | None:
    """Return the picture of that name; None if it is not one of a ground."""
    size = NAME.fullmatch(name)
    if size is None:
        return None
    width, height = (min(LONGEST, max(1, int(side))) for side in size.groups())
    return felt_png(width, height)


def felt_png(width: int, height: int) -> bytes:
    from PIL import Image

    stream = io.BytesIO()
    Image.new("RGB", (width, height), COLOUR).quantize(2).save(stream, "PNG", optimize=True)
    return stream.getvalue()
