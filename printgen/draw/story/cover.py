"""Takes a game's names and a picture, gives the cover of its booklet."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from printgen.colour import luminance, mix
from printgen.draw.elements.text import TEXT
from printgen.draw.story.figures import fan
from printgen.draw.story.typeset import solid
from printgen.draw.studio import Studio
from printgen.frame import (
    BLACK,
    WHITE,
    Box,
    Color,
    Frame,
    Group,
    Item,
    Path,
    Segment,
    Segments,
    Stroke,
    rectangle,
)

EDGE: Final = 6.0  # printers leave 5 mm white: an even border looks meant
INSIDE: Final = 13.0
CREST: Final = 3.2
WAVES: Final = ((0.56, 0.10, 10.0), (0.68, 0.2, 13.0), (0.8, 0.3, 9.0))
"""Where each layer of paper-cut waves begins, how much darker it is, how long its crests are."""


class Cover(Struct, frozen=True):
    title: str
    tagline: str
    facts: tuple[str, ...]
    designer: str
    notice: str
    accent: Color
    pictures: tuple[Frame, ...]


def draw_cover(cover: Cover, width: float, height: float, studio: Studio) -> tuple[Item, ...]:
    """A panel in the accent colour; the title large, the pictures under it, the facts below."""
    accent = solid(cover.accent, studio)
    ink = studio.readable(accent)
    deep = BLACK if luminance(ink) > luminance(accent) else WHITE  # away from the ink
    line = width - 2 * INSIDE
    top = EDGE + 12.0
    facts = "   ·   ".join(cover.facts)
    picture_top = top + (58.0 if cover.tagline else 46.0)
    foot = height - EDGE - 7.0
    picture_box = (EDGE + 3, picture_top, width - 2 * EDGE - 6, foot - 30 - picture_top)
    return (
        *_panel(accent, deep, width, height, studio),
        *fitted(cover.title, (INSIDE, top, line, 40.0), ("title", 54.0, 20.0), ink, studio),
        *fitted(
            cover.tagline, (INSIDE + 6, top + 43, line - 12, 13.0), ("body", 13.0, 9.5), ink, studio
        ),
        *(fan(cover.pictures, picture_box, studio) if cover.pictures else ()),
        *fitted(facts, (INSIDE, foot - 23.0, line, 6.0), ("body", 12.0, 9.0), ink, studio),
        *fitted(cover.designer, (INSIDE, foot - 15.5, line, 6.0), ("body", 11.0, 9.0), ink, studio),
        *fitted(cover.notice, (INSIDE, foot - 7.0, line, 5.0), ("body", 9.0, 8.0), ink, studio),
    )


def fitted(
    words: str, box: Box, style: tuple[str, float, float], colour: Color, studio: Studio
) -> tuple[Item, ...]:
    """Centred in its box, as large as fits between two sizes; raises ValueError if none does."""
    name, size_pt, smallest_pt = style
    settings = {key: want.default for key, want in TEXT.settings.items()}
    settings |= {"text": words, "box": box, "style": name, "colour": colour}
    settings |= {"size": size_pt, "smallest": smallest_pt, "align": "center", "valign": "middle"}
    return TEXT.draw(settings, studio)


def _panel(
    accent: Color, deep: Color, width: float, height: float, studio: Studio
) -> tuple[Item, ...]:
    box = (EDGE, EDGE, width - 2 * EDGE, height - 2 * EDGE)
    panel = rectangle(*box, 3.0)
    if studio.ink == "low":
        edges = tuple(
            Path(_wave(box, part, length), stroke=Stroke(accent, 0.3)) for part, _, length in WAVES
        )
        return Path(panel, stroke=Stroke(accent, 0.8)), Group(edges, clip=panel)
    waves = tuple(
        Path(_wave(box, part, length), mix(accent, deep, dark)) for part, dark, length in WAVES
    )
    return Path(panel, accent), Group(waves, clip=panel)


def _wave(box: Box, part: float, length: float) -> Segments:
    """A band from its crests down to the panel's foot."""
    x, y, width, height = box
    level = y + height * part
    count = math.ceil(width / length) + 1
    out: list[Segment] = [("M", x - length / 2, level)]
    for crest in range(count):
        left = x - length / 2 + crest * length
        one, three, high = left + length / 4, left + length * 3 / 4, level - CREST
        out.append(("C", one, high, three, high, left + length, level))
    out += [("L", x + width + length, y + height), ("L", x - length, y + height), ("Z",)]
    return tuple(out)


def facts(players: tuple[int, int] | None, age: str, minutes: str) -> tuple[str, ...]:
    found: Sequence[str] = (
        "" if players is None else f"{_span(players)} players",
        f"age {age}+" if age else "",
        f"{minutes} min" if minutes else "",
    )
    return tuple(fact for fact in found if fact)


def by_line(designer: str) -> str:
    if designer.strip().lower() in ("", "unknown"):
        return "Designer unknown"
    return f"A game by {designer}"


def _span(players: tuple[int, int]) -> str:
    fewest, most = players
    return str(fewest) if fewest == most else f"{fewest}–{most}"
