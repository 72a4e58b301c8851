"""Draw plain art for boxes and bags that have no template."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from printgen.draw.crafts.context import CraftContext
from printgen.draw.crafts.lettering import Items, set_icon, set_qr, set_text
from printgen.draw.crafts.net import Panel
from printgen.frame import Group, Path, Stroke
from printgen.geometry import multiply, rectangle, rotate, translate
from printgen.ink import Color

EDGE: Final = 4.0
FRAME_LINE: Final = 0.6
TITLE_STYLES: Final = ("title", "number")
SMALL_STYLES: Final = ("small", "label", "body")
TITLE_PT: Final = 30.0
MIN_TITLE_PT: Final = 9.0
SMALL_PT: Final = 8.0
MIN_PT: Final = 7.5
MODULE: Final = 0.55
MIN_WIDTH: Final = 9.0


class BoxText(Struct, frozen=True):
    title: str
    label: str = ""
    symbol: str = ""


def plain_art(craft: CraftContext, panel: Panel, texts: BoxText, ground: Color) -> Items:
    """Return the default art of a front, back, side or lid; other panels stay plain."""
    match panel.name:
        case "front":
            return front_art(craft, panel, texts, ground)
        case "back":
            return _back(craft, panel, texts, ground)
        case "left" | "right":
            return _side(craft, panel, texts, ground)
        case "lid":
            return _lid(craft, panel, texts, ground)
    return ()


def front_art(craft: CraftContext, panel: Panel, texts: BoxText, ground: Color) -> Items:
    """Return a thin frame with the symbol, the title and the contents."""
    ink = craft.context.readable(ground)
    width, height = panel.width, panel.height
    top = 0.24 * width  # clear of the thumb notch
    frame = rectangle(EDGE, top, width - 2 * EDGE, height - top - EDGE, 2.0)
    items: Items = (Path(frame, stroke=Stroke(ink, FRAME_LINE)),)
    inner = width - 4 * EDGE
    y, bottom = top + EDGE, height - 2 * EDGE
    if texts.label:
        items += _small(craft, texts.label, (2 * EDGE, bottom - 8, inner, 8), ink, 11.0)
        bottom -= 10
    if texts.symbol:
        tall = (bottom - y) * 0.58
        try:
            items += set_icon(craft.context, texts.symbol, (2 * EDGE, y, inner, tall), ink)
        except ValueError as fault:
            craft.fault("symbol", str(fault))
        y += tall + 3
    title = set_text(
        craft.context,
        texts.title,
        (2 * EDGE, y, inner, bottom - y),
        ink,
        styles=TITLE_STYLES,
        size_pt=TITLE_PT,
        smallest_pt=MIN_TITLE_PT,
    )
    if title is None:
        craft.fault("title", f"'{texts.title}' does not fit on a front of {width:.0f} mm")
    return items + (title or ())


def _small(
    craft: CraftContext,
    string: str,
    box: tuple[float, float, float, float],
    ink: Color,
    size_pt: float = SMALL_PT,
) -> Items:
    """Return optional text, left out if there is no room for it."""
    made = set_text(
        craft.context, string, box, ink, styles=SMALL_STYLES, size_pt=size_pt, smallest_pt=MIN_PT
    )
    return made or ()


def _back(craft: CraftContext, panel: Panel, texts: BoxText, ground: Color) -> Items:
    """Return the title, the credit and a QR code of the companion's address."""
    ink = craft.context.readable(ground)
    inner = panel.width - 2 * EDGE
    height = panel.height
    url = craft.context.companion_url
    content = f"{url.rstrip('/')}/games/{craft.game.slug}" if url else ""
    smallest = _min_qr_width(content)
    bottom = height - EDGE - 22
    if smallest > bottom - EDGE:
        return _low_back(craft, panel, content, ink)
    items = _small(craft, craft.game.credit, (EDGE, height - EDGE - 20, inner, 20), ink)
    if content:
        side = min(max(smallest, 0.4 * inner), inner, bottom - EDGE)
        top = EDGE + (bottom - EDGE - side) * 0.62
        items += set_qr(content, ((panel.width - side) / 2, top, side, side))
        bottom = top - 3
    title = set_text(
        craft.context,
        texts.title,
        (EDGE, EDGE, inner, bottom - EDGE),
        ink,
        styles=TITLE_STYLES,
        size_pt=TITLE_PT * 0.6,
        smallest_pt=MIN_TITLE_PT,
    )
    return items + (title or ())


def _low_back(craft: CraftContext, panel: Panel, content: str, ink: Color) -> Items:
    """Return the back of a low box: the QR code, and as much of the text as fits."""
    side = _min_qr_width(content)
    inner = panel.width - 2 * EDGE
    items = set_qr(content, ((panel.width - side) / 2, EDGE, side, side)) if content else ()
    below = EDGE + side + 1.5
    box = (EDGE, below, inner, panel.height - EDGE - below)
    words = craft.context.words
    short = words("By {designer}.", designer=craft.game.designer)
    if not craft.game.is_official:
        short += " " + words("Unofficial.")
    return items + (_small(craft, craft.game.credit, box, ink) or _small(craft, short, box, ink))


def _min_qr_width(content: str) -> float:
    """Return the smallest width at which phones read the code; 0 without a code."""
    from printgen.draw.elements.pictures import qr_frame

    return qr_frame(content, "M").width * MODULE if content else 0.0


def _side(craft: CraftContext, panel: Panel, texts: BoxText, ground: Color) -> Items:
    """Return the title and the contents, reading down the side."""
    if panel.width < MIN_WIDTH:
        return ()
    ink = craft.context.readable(ground)
    long, thin = panel.height - 2 * EDGE, panel.width - 2.0
    title = set_text(
        craft.context,
        texts.title,
        (0, 0, long, thin * (0.62 if texts.label and thin > 12 else 1)),
        ink,
        styles=TITLE_STYLES,
        size_pt=18,
        smallest_pt=MIN_TITLE_PT,
    )
    items = title or ()
    if texts.label and thin > 12:
        items += _small(craft, texts.label, (0, thin * 0.6, long, thin * 0.4), ink, 9.0)
    turn = multiply(translate(panel.width - 1.0, EDGE), rotate(90))
    return (Group(items, turn),) if items else ()


def _lid(craft: CraftContext, panel: Panel, texts: BoxText, ground: Color) -> Items:
    """Return art that is upright when the closed box is seen from the front."""
    ink = craft.context.readable(ground)
    box = (EDGE, 1.0, panel.width - 2 * EDGE, panel.height - 2.0)
    title = set_text(
        craft.context,
        texts.label or texts.title,
        box,
        ink,
        styles=TITLE_STYLES,
        size_pt=14,
        smallest_pt=MIN_TITLE_PT,
    )
    return title or ()
