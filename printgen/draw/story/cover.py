"""Draw the cover of a booklet."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct

from printgen.catalog.translations.own import Words
from printgen.colour import luminance, mix
from printgen.draw.context import DrawContext
from printgen.draw.elements.faces import trimmed
from printgen.draw.elements.text import TEXT
from printgen.draw.story.figures import fan
from printgen.draw.story.typeset import solid
from printgen.frame import Frame, Group, Item, Path, Stroke
from printgen.geometry import Box, Segment, Segments, multiply, rectangle, scale, translate
from printgen.ink import BLACK, WHITE, Color

EDGE: Final = 6.0  # printers leave 5 mm white; an even border looks intended
INSIDE: Final = 13.0
CREST: Final = 3.2
PILL: Final = 8.4
PILL_WIDTH: Final = 34.0
PILL_GAP: Final = 4.0
WAVES: Final = ((0.56, 0.10, 10.0), (0.68, 0.2, 13.0), (0.8, 0.3, 9.0))
"""Each layer of waves: where it begins, how much darker it is, the length of its crests."""


class Cover(Struct, frozen=True):
    title: str
    tagline: str
    facts: tuple[str, ...]
    designer: str
    notice: str
    accent: Color
    pictures: tuple[Frame, ...]
    framed: bool
    """Whether the pictures are pieces with an edge, rather than a drawing made for the cover."""


def draw_cover(cover: Cover, width: float, height: float, context: DrawContext) -> tuple[Item, ...]:
    """Return a panel in the accent colour with title, pictures and facts, from top to bottom."""
    accent = solid(cover.accent, context)
    ink = context.readable(accent)
    deep = BLACK if luminance(ink) > luminance(accent) else WHITE  # away from the ink
    line = width - 2 * INSIDE
    top = EDGE + 9.0
    picture_top = top + (57.0 if cover.tagline else 45.0)
    foot = height - EDGE - 7.0
    picture_box = (EDGE + 3, picture_top, width - 2 * EDGE - 6, foot - 32 - picture_top)
    rim = (Path(_rim(width, height), stroke=Stroke(accent, 0.8)),) if context.ink == "low" else ()
    return (
        *_panel(accent, deep, width, height, context, waves=cover.framed or not cover.pictures),
        *(
            ()
            if cover.framed
            else _cover_drawing(cover.pictures, picture_box, width, height, context)
        ),
        *fitted(cover.title, (INSIDE, top, line, 40.0), ("title", 54.0, 20.0), ink, context),
        *fitted(
            cover.tagline,
            (INSIDE + 6, top + 43, line - 12, 13.0),
            ("body", 13.0, 9.5),
            ink,
            context,
        ),
        *(fan(cover.pictures, picture_box, context) if cover.framed and cover.pictures else ()),
        *_pills(cover.facts, (INSIDE, foot - 27.0, line, PILL), ink, context),
        *fitted(
            cover.designer, (INSIDE, foot - 14.5, line, 6.0), ("body", 11.5, 9.0), ink, context
        ),
        *fitted(cover.notice, (INSIDE, foot - 6.0, line, 5.0), ("body", 9.0, 8.0), ink, context),
        *rim,
    )


def _pills(facts: Sequence[str], box: Box, ink: Color, context: DrawContext) -> Iterator[Item]:
    """Draw players, age and time, each in its own outline."""
    x, y, width, height = box
    wide = min(PILL_WIDTH, (width - PILL_GAP * (len(facts) - 1)) / max(1, len(facts)))
    left = x + (width - wide * len(facts) - PILL_GAP * (len(facts) - 1)) / 2
    for index, fact in enumerate(facts):
        at = left + index * (wide + PILL_GAP)
        yield Path(rectangle(at, y, wide, height, height / 2), stroke=Stroke(ink, 0.45))
        inside = (at + 2.0, y, wide - 4.0, height)
        yield from fitted(fact, inside, ("body", 12.0, 9.0), ink, context)


def fitted(
    text: str, box: Box, style: tuple[str, float, float], colour: Color, context: DrawContext
) -> tuple[Item, ...]:
    """Return a text centred in its box, as large as fits; raise ValueError if it does not fit."""
    name, size_pt, smallest_pt = style
    settings = {key: setting_type.default for key, setting_type in TEXT.settings.items()}
    settings |= {"text": text, "box": box, "style": name, "colour": colour}
    settings |= {"size": size_pt, "smallest": smallest_pt, "align": "center", "valign": "middle"}
    return TEXT.draw(settings, context)


def _panel(
    accent: Color, deep: Color, width: float, height: float, context: DrawContext, *, waves: bool
) -> tuple[Item, ...]:
    """Return the ground of the cover, with waves unless a drawing fills it."""
    box = (EDGE, EDGE, width - 2 * EDGE, height - 2 * EDGE)
    panel = _rim(width, height)
    ground = () if context.ink == "low" else (Path(panel, accent),)
    if not waves:
        return ground
    bands = tuple(
        Path(_wave(box, part, length), stroke=Stroke(accent, 0.3))
        if context.ink == "low"
        else Path(_wave(box, part, length), mix(accent, deep, dark))
        for part, dark, length in WAVES
    )
    return *ground, Group(bands, clip=panel)


def _rim(width: float, height: float) -> Segments:
    return rectangle(EDGE, EDGE, width - 2 * EDGE, height - 2 * EDGE, 3.0)


def _cover_drawing(
    pictures: Sequence[Frame], box: Box, width: float, height: float, context: DrawContext
) -> Iterator[Item]:
    """Draw a picture made for the cover: as wide as the panel, at the bottom of the box."""
    _, top, _, tall = box
    panel = _rim(width, height)
    for picture in pictures:
        factor = (width - 2 * EDGE) / picture.width
        matrix = multiply(translate(EDGE, top + tall - picture.height * factor), scale(factor))
        yield Group(trimmed(picture, matrix, context, edge=False), clip=panel)


def _wave(box: Box, part: float, length: float) -> Segments:
    """Return a wave, from its crests down to the bottom of the panel."""
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


def facts(players: tuple[int, int] | None, age: str, minutes: str, words: Words) -> tuple[str, ...]:
    found: Sequence[str] = (
        "" if players is None else words("{span} players", span=_span(players)),
        words("age {age}+", age=age.rstrip("+ ")) if age else "",
        words("{minutes} min", minutes=minutes) if minutes else "",
    )
    return tuple(fact for fact in found if fact)


def by_line(designer: str, words: Words) -> str:
    if designer.strip().lower() in ("", "unknown"):
        return words("Designer unknown")
    return words("A game by {designer}", designer=designer)


def _span(players: tuple[int, int]) -> str:
    fewest, most = players
    return str(fewest) if fewest == most else f"{fewest}–{most}"
