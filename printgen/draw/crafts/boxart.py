"""Takes a panel and a title, gives the plain art of boxes and bags whose makers drew none."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from printgen.draw.crafts.lettering import Items, set_icon, set_qr, set_text
from printgen.draw.crafts.net import Panel
from printgen.draw.crafts.workshop import Workshop
from printgen.frame import Color, Group, Path, Stroke, multiply, rectangle, rotate, translate

EDGE: Final = 4.0
FRAME_LINE: Final = 0.6
TITLE_STYLES: Final = ("title", "number")
SMALL_STYLES: Final = ("small", "label", "body")
TITLE_PT: Final = 30.0
LEAST_TITLE_PT: Final = 9.0
SMALL_PT: Final = 8.0
LEAST_PT: Final = 7.5
MODULE: Final = 0.55
NARROWEST: Final = 9.0


class BoxWords(Struct, frozen=True):
    title: str
    label: str = ""
    symbol: str = ""


def plain_art(shop: Workshop, panel: Panel, words: BoxWords, ground: Color) -> Items:
    """What a front, back, side or lid shows by itself; other panels stay plain."""
    match panel.name:
        case "front":
            return front_art(shop, panel, words, ground)
        case "back":
            return _back(shop, panel, words, ground)
        case "left" | "right":
            return _side(shop, panel, words, ground)
        case "lid":
            return _lid(shop, panel, words, ground)
    return ()


def front_art(shop: Workshop, panel: Panel, words: BoxWords, ground: Color) -> Items:
    """A thin frame, the symbol, the title and what is inside."""
    ink = shop.studio.readable(ground)
    width, height = panel.width, panel.height
    top = 0.24 * width  # clear of the thumb notch
    frame = rectangle(EDGE, top, width - 2 * EDGE, height - top - EDGE, 2.0)
    items: Items = (Path(frame, stroke=Stroke(ink, FRAME_LINE)),)
    inner = width - 4 * EDGE
    y, bottom = top + EDGE, height - 2 * EDGE
    if words.label:
        items += _small(shop, words.label, (2 * EDGE, bottom - 8, inner, 8), ink, 11.0)
        bottom -= 10
    if words.symbol:
        tall = (bottom - y) * 0.58
        try:
            items += set_icon(shop.studio, words.symbol, (2 * EDGE, y, inner, tall), ink)
        except ValueError as fault:
            shop.fault("symbol", str(fault))
        y += tall + 3
    title = set_text(
        shop.studio,
        words.title,
        (2 * EDGE, y, inner, bottom - y),
        ink,
        styles=TITLE_STYLES,
        size_pt=TITLE_PT,
        smallest_pt=LEAST_TITLE_PT,
    )
    if title is None:
        shop.fault("title", f"'{words.title}' does not fit on a front of {width:.0f} mm")
    return items + (title or ())


def _small(
    shop: Workshop,
    string: str,
    box: tuple[float, float, float, float],
    ink: Color,
    size_pt: float = SMALL_PT,
) -> Items:
    """Words that are welcome, but left out where there is no room for them."""
    made = set_text(
        shop.studio, string, box, ink, styles=SMALL_STYLES, size_pt=size_pt, smallest_pt=LEAST_PT
    )
    return made or ()


def _back(shop: Workshop, panel: Panel, words: BoxWords, ground: Color) -> Items:
    """The companion's address as a QR code, the title, who made the game."""
    ink = shop.studio.readable(ground)
    inner = panel.width - 2 * EDGE
    height = panel.height
    url = shop.studio.companion_url
    content = f"{url.rstrip('/')}/games/{shop.game.slug}" if url else ""
    smallest = _code_width(content)
    bottom = height - EDGE - 22
    if smallest > bottom - EDGE:
        return _low_back(shop, panel, content, ink)
    items = _small(shop, shop.game.credit, (EDGE, height - EDGE - 20, inner, 20), ink)
    if content:
        side = min(max(smallest, 0.4 * inner), inner, bottom - EDGE)
        top = EDGE + (bottom - EDGE - side) * 0.62
        items += set_qr(content, ((panel.width - side) / 2, top, side, side))
        bottom = top - 3
    title = set_text(
        shop.studio,
        words.title,
        (EDGE, EDGE, inner, bottom - EDGE),
        ink,
        styles=TITLE_STYLES,
        size_pt=TITLE_PT * 0.6,
        smallest_pt=LEAST_TITLE_PT,
    )
    return items + (title or ())


def _low_back(shop: Workshop, panel: Panel, content: str, ink: Color) -> Items:
    """A low panel: the code first, then as many of the words as there is room for."""
    side = _code_width(content)
    inner = panel.width - 2 * EDGE
    items = set_qr(content, ((panel.width - side) / 2, EDGE, side, side)) if content else ()
    below = EDGE + side + 1.5
    box = (EDGE, below, inner, panel.height - EDGE - below)
    short = f"By {shop.game.designer}. Unofficial."
    return items + (_small(shop, shop.game.credit, box, ink) or _small(shop, short, box, ink))


def _code_width(content: str) -> float:
    """How wide a code must be for phones to read it; nothing for no code."""
    from printgen.draw.elements.pictures import qr_frame

    return qr_frame(content, "M").width * MODULE if content else 0.0


def _side(shop: Workshop, panel: Panel, words: BoxWords, ground: Color) -> Items:
    """The title, and what is inside, reading down the side."""
    if panel.width < NARROWEST:
        return ()
    ink = shop.studio.readable(ground)
    long, thin = panel.height - 2 * EDGE, panel.width - 2.0
    title = set_text(
        shop.studio,
        words.title,
        (0, 0, long, thin * (0.62 if words.label and thin > 12 else 1)),
        ink,
        styles=TITLE_STYLES,
        size_pt=18,
        smallest_pt=LEAST_TITLE_PT,
    )
    items = title or ()
    if words.label and thin > 12:
        items += _small(shop, words.label, (0, thin * 0.6, long, thin * 0.4), ink, 9.0)
    turn = multiply(translate(panel.width - 1.0, EDGE), rotate(90))
    return (Group(items, turn),) if items else ()


def _lid(shop: Workshop, panel: Panel, words: BoxWords, ground: Color) -> Items:
    """Read by whoever looks down at the closed box from the front."""
    ink = shop.studio.readable(ground)
    box = (EDGE, 1.0, panel.width - 2 * EDGE, panel.height - 2.0)
    title = set_text(
        shop.studio,
        words.label or words.title,
        box,
        ink,
        styles=TITLE_STYLES,
        size_pt=14,
        smallest_pt=LEAST_TITLE_PT,
    )
    return title or ()
