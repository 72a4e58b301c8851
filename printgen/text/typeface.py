"""Measure, shape and outline text with the fonts' own tables, by HarfBuzz."""

from __future__ import annotations

import itertools
import math
from functools import cached_property
from pathlib import Path
from typing import Any, Final, NamedTuple

from printgen.text.outline_pen import OutlinePen, Segment

FAMILY_NAME: Final = 1  # among the names of a font
OPTIONAL_LIGATURES: Final = ("liga", "clig")


class Shaping(NamedTuple):
    """How a run of text is shaped."""

    rtl: bool = False
    ligatures: bool = True
    small_capitals: bool = False


PLAIN: Final = Shaping()


class Glyph(NamedTuple):
    """A placed glyph by its id in the font. Lengths are in ems, and `dy` points up.

    `cluster` is the index of the first of the characters that the glyph stands for.
    """

    gid: int
    cluster: int
    advance: float
    dx: float
    dy: float


class ShapedWord(NamedTuple):
    """A shaped word: its width in ems, its glyphs from left to right, and the characters that the
    font lacks."""

    width: float
    glyphs: tuple[Glyph, ...]
    missing: str = ""


class Typeface:
    """One font file, one face of a collection, or one instance of a variable font.

    Words are shaped once and cached for the life of the process.
    """

    def __init__(
        self,
        name: str,
        file: Path,
        family: str,
        *,
        bold: bool = False,
        italic: bool = False,
        index: int = 0,
        axes: tuple[tuple[str, float], ...] = (),
    ) -> None:
        self.name = name
        self.file = file
        self.family = family
        self.bold = bold
        self.italic = italic
        self.index = index
        self.axes = axes
        self._words: dict[Shaping, dict[str, ShapedWord]] = {PLAIN: {}}
        self._plain = self._words[PLAIN]
        self._outlines: dict[int, tuple[Segment, ...]] = {}
        self._heights: dict[int, tuple[float, float]] = {}

    def __repr__(self) -> str:
        return f"Typeface({self.name!r})"

    @cached_property
    def hb_face(self) -> Any:
        import uharfbuzz

        return uharfbuzz.Face(uharfbuzz.Blob.from_file_path(str(self.file)), self.index)

    @cached_property
    def hb_font(self) -> Any:
        import uharfbuzz

        font = uharfbuzz.Font(self.hb_face)
        if self.axes:
            font.set_variations(dict(self.axes))
        return font

    @cached_property
    def own_family(self) -> str:
        """The name of the family in the font file."""
        return self.hb_face.get_name(FAMILY_NAME) or ""

    @cached_property
    def units(self) -> int:
        """Font units in an em."""
        return int(self.hb_face.upem)

    @cached_property
    def cap_height(self) -> float:
        return self._height_of("H")

    @cached_property
    def x_height(self) -> float:
        return self._height_of("x")

    def _height_of(self, letter: str) -> float:
        glyph = self.glyph(letter)
        return float(self.hb_font.get_glyph_extents(glyph).y_bearing) / self.units if glyph else 0.7

    def glyph(self, character: str) -> int:
        """Return the id of a character's own glyph; 0 if the font has none."""
        return int(self.hb_font.get_nominal_glyph(ord(character)) or 0)

    def has_variant(self, character: str, selector: str) -> bool:
        """Return whether the font has the form of a character that a variation selector chooses."""
        return bool(self.hb_font.get_variation_glyph(ord(character), ord(selector)))

    @cached_property
    def scripts(self) -> frozenset[str]:
        """The scripts whose letters the font knows how to combine, by their OpenType tags."""
        return frozenset(self.hb_face.get_table_script_tags("GSUB"))

    def word(self, text: str, shaping: Shaping = PLAIN) -> ShapedWord:
        words = self._plain if shaping is PLAIN else self._words.setdefault(shaping, {})
        known = words.get(text)
        if known is None:
            known = words[text] = self._shape(text, shaping)
        return known

    def width(self, line: str, shaping: Shaping = PLAIN) -> float:
        """Return the width of a line in ems. Words are kerned inside, not across their spaces, so
        that a line is the sum of its words wherever it breaks. (fsum is used here and elsewhere
        because plain sums of floats round differently from one Python version to the next.)"""
        words = line.split(" ")
        return math.fsum(self.word(w, shaping).width for w in words) + (len(words) - 1) * self.space

    @cached_property
    def space(self) -> float:
        return self.advance(self.space_glyph) if self.space_glyph else 0.25

    @cached_property
    def space_glyph(self) -> int:
        """The index of the space's glyph; 0 if the font has none."""
        return self.glyph(" ")

    def advance(self, glyph: int) -> float:
        return float(self.hb_font.get_glyph_h_advance(glyph)) / self.units

    def letters(self, text: str, shaping: Shaping) -> dict[int, str]:
        """Return the characters of a word that each of its glyphs stands for, marks apart from the
        letters that they stand on."""
        import uharfbuzz

        level = uharfbuzz.BufferClusterLevel.MONOTONE_CHARACTERS
        infos = self._shaped(text, shaping, level).glyph_infos
        starts = sorted({info.cluster for info in infos})
        ends = dict(zip(starts, [*starts[1:], len(text)], strict=True))
        found: dict[int, str] = {}
        for cluster, group in itertools.groupby(infos, lambda info: info.cluster):
            glyphs = [info.codepoint for info in group]
            if len(glyphs) == 1:
                found[glyphs[0]] = text[cluster : ends[cluster]]
        return found

    def _shaped(self, text: str, shaping: Shaping, cluster_level: Any = None) -> Any:
        """Return HarfBuzz's buffer with the glyphs of a word."""
        import uharfbuzz

        buffer = uharfbuzz.Buffer()
        if cluster_level is not None:
            buffer.cluster_level = cluster_level
        buffer.add_str(text)
        buffer.guess_segment_properties()
        buffer.direction = "rtl" if shaping.rtl else "ltr"
        features: dict[str, bool] = {}
        if not shaping.ligatures:
            features.update(dict.fromkeys(OPTIONAL_LIGATURES, False))
        if shaping.small_capitals:
            features["smcp"] = True
        uharfbuzz.shape(self.hb_font, buffer, features)
        return buffer

    def _shape(self, text: str, shaping: Shaping) -> ShapedWord:
        if not text:
            return ShapedWord(0.0, ())
        buffer = self._shaped(text, shaping)
        units = self.units
        glyphs: list[Glyph] = []
        total = 0
        missing = ""
        for info, position in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
            index, cluster = info.codepoint, info.cluster
            if not index:
                missing += text[cluster]
            advance = position.x_advance
            total += advance
            glyphs.append(
                Glyph(
                    index,
                    cluster,
                    advance / units,
                    position.x_offset / units,
                    position.y_offset / units,
                )
            )
        return ShapedWord(total / units, tuple(glyphs), missing)

    def ink_height(self, line: str, shaping: Shaping = PLAIN) -> tuple[float, float]:
        """Return how far a line's ink reaches above and below its baseline, in ems."""
        heights = [
            self._glyph_height(g) for w in line.split(" ") for g in self.word(w, shaping).glyphs
        ]
        tops, bottoms = zip(*heights, strict=True) if heights else ((0.0,), (0.0,))
        return max(tops), -min(bottoms)

    def _glyph_height(self, glyph: Glyph) -> tuple[float, float]:
        """Return the top and bottom of a glyph's ink."""
        known = self._heights.get(glyph.gid)
        if known is None:
            extents = self.hb_font.get_glyph_extents(glyph.gid)
            top = extents.y_bearing / self.units if extents else 0.0
            bottom = top + (extents.height / self.units if extents else 0.0)
            known = self._heights[glyph.gid] = (top, bottom)
        return known[0] + glyph.dy, known[1] + glyph.dy

    def outline(self, glyph: int) -> tuple[Segment, ...]:
        """Return a glyph's outline as path segments in ems, y down, pen at the origin."""
        known = self._outlines.get(glyph)
        if known is None:
            pen = OutlinePen(self.units)
            self.hb_font.draw_glyph_with_pen(glyph, pen)
            known = self._outlines[glyph] = tuple(pen.segments)
        return known
