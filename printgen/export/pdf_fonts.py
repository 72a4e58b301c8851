"""Embed subsets of fonts in a PDF, and write words as glyphs of them.

Every font is a composite font whose codes are glyph indexes, so that ligatures, marks and scripts
that reorder their letters need nothing special. A word whose glyphs do not spell its characters
one after the other makes its run carry the text as ActualText.
"""

from __future__ import annotations

import hashlib
from typing import Any, Final, NamedTuple

from pydyf import PDF, Array, Dictionary, String

from printgen.export.pdf_objects import add_object, compressed
from printgen.frame import num
from printgen.text.typeface import Glyph, Shaping, Typeface

# Glyphs are placed by their index: no table of the layout is needed.
DROPPED_TABLES: Final = tuple(
    int.from_bytes(tag.ljust(4).encode(), "big")
    for tag in (
        *("GSUB", "GPOS", "GDEF", "BASE", "JSTF", "MATH", "STAT"),
        *("DSIG", "OS/2", "cmap", "kern", "name", "post"),
    )
)
FONT_FILES: Final = {"CFF ": "FontFile3", "glyf": "FontFile2"}
SYMBOLIC: Final = 4
BYTE_ORDER_MARK: Final = "\ufeff"
ITALIC: Final = 64


class Rise(NamedTuple):
    """Glyphs that stand above or below the baseline, by so many ems."""

    ems: float
    codes: str


class CodedWord(NamedTuple):
    """The content of a TJ array for one word, and whether its glyphs spell its characters."""

    parts: tuple[str | Rise, ...]
    spelt: bool

    def operators(self, size: float) -> str:
        """Return the content of the array; risen glyphs interrupt it."""
        return "".join(
            part
            if isinstance(part, str)
            else f"] TJ {num(part.ems * size)} Ts [{part.codes}] TJ 0 Ts ["
            for part in self.parts
        )


class _CodeWriter:
    """Collects glyphs and moves as the content of a TJ array."""

    def __init__(self) -> None:
        self._parts: list[str | Rise] = []
        self._codes: list[str] = []
        self._rise = 0.0
        self._shift = 0.0
        self._in_string = False

    def show(self, gid: int) -> None:
        self._write_shift()
        if not self._in_string:
            self._codes.append("<")
            self._in_string = True
        self._codes.append(f"{gid:04X}")

    def move(self, ems: float) -> None:
        self._shift += ems

    def _write_shift(self) -> None:
        if not self._shift:
            return
        shift = num(-1000 * self._shift)
        self._shift = 0.0
        if shift != "0":
            self._end_string()
            self._codes.append(shift)

    def rise(self, ems: float) -> None:
        if ems != self._rise:
            self._flush()
            self._rise = ems

    def parts(self) -> tuple[str | Rise, ...]:
        self._flush()
        return tuple(self._parts)

    def _end_string(self) -> None:
        if self._in_string:
            self._codes.append(">")
            self._in_string = False

    def _flush(self) -> None:
        self._write_shift()
        self._end_string()
        if self._codes:
            codes = "".join(self._codes)
            self._parts.append(Rise(self._rise, codes) if self._rise else codes)
            self._codes.clear()


class FontSubset:
    """The glyphs of one typeface that a document uses, and the text that they stand for."""

    def __init__(self, face: Typeface, name: str) -> None:
        self.face = face
        self.name = name
        self._texts: dict[int, str] = {}
        self._advances: dict[int, float] = {}
        self._words: dict[tuple[str, Shaping, float], CodedWord] = {}
        if face.space_glyph:
            self._use(face.space_glyph, " ")

    def _use(self, glyph: int, text: str) -> bool:
        """Mark a glyph as used; return whether it stands for this text wherever it is used."""
        return self._texts.setdefault(glyph, text) == text

    def _advance(self, glyph: int) -> float:
        known = self._advances.get(glyph)
        if known is None:
            # Some fonts give their marks widths below zero, which a PDF cannot hold.
            known = self._advances[glyph] = max(0.0, round(1000 * self.face.advance(glyph), 3))
        return known

    def space(self, extra: float) -> str:
        """Return the codes of a space that is wider by so many ems."""
        if not self.face.space_glyph:
            return num(-1000 * (self.face.space + extra))
        code = f"<{self.face.space_glyph:04X}>"
        return f"{code}{num(-1000 * extra)}" if extra else code

    def word(self, text: str, shaping: Shaping, letter_spacing: float) -> CodedWord:
        """Return a word's codes with kerning, for a TJ array."""
        key = (text, shaping, letter_spacing)
        known = self._words.get(key)
        if known is None:
            known = self._words[key] = self._code(text, shaping, letter_spacing)
        return known

    def _code(self, text: str, shaping: Shaping, letter_spacing: float) -> CodedWord:
        shaped = self.face.word(text, shaping)
        if not shaped.glyphs:
            return CodedWord((), spelt=True)
        # Programs that extract text put right-to-left text in order; then it reads from its end.
        spelt = self._spelt(text, shaped.glyphs[::-1] if shaping.rtl else shaped.glyphs)
        codes = _CodeWriter()
        following = (*shaped.glyphs[1:], None)
        for glyph, after in zip(shaped.glyphs, following, strict=True):
            codes.rise(glyph.dy)
            codes.move(glyph.dx)
            codes.show(glyph.gid)
            rest = glyph.advance - self._advance(glyph.gid) / 1000 - glyph.dx
            if letter_spacing and (after is None or after.cluster != glyph.cluster):
                rest += letter_spacing
            codes.move(rest)
        return CodedWord(codes.parts(), spelt)

    def _spelt(self, text: str, glyphs: tuple[Glyph, ...]) -> bool:
        """Record what the glyphs stand for; return whether that spells the word."""
        starts = sorted({glyph.cluster for glyph in glyphs})
        ends = dict(zip(starts, [*starts[1:], len(text)], strict=True))
        spelt = True
        for start in starts:
            cluster = [glyph for glyph in glyphs if glyph.cluster == start]
            letters = text[start : ends[start]]
            if len(cluster) == 1:
                spelt &= self._use(cluster[0].gid, letters)
            else:
                spelt &= self._spelt_cluster(letters, [glyph.gid for glyph in cluster])
        return spelt

    def _spelt_cluster(self, letters: str, gids: list[int]) -> bool:
        """Record several glyphs that stand for some letters together, such as letters with marks;
        return whether each is the glyph of one letter."""
        if gids == [self.face.glyph(letter) for letter in letters]:
            used = [self._use(gid, letter) for gid, letter in zip(gids, letters, strict=True)]
            return all(used)
        for number, gid in enumerate(gids):
            self._texts.setdefault(gid, "" if number else letters)
        return False

    def write(self, pdf: PDF) -> bytes:
        """Add the font to a document; return the reference to it."""
        data, table = _subset(self.face, frozenset(self._texts))
        digest = hashlib.sha256(repr((self.face.name, sorted(self._texts))).encode()).digest()
        tag = "".join(chr(ord("A") + byte % 26) for byte in digest[:6])
        base = f"/{tag}+{_postscript_name(self.face)}"
        kind = "CIDFontType0" if table == "CFF " else "CIDFontType2"
        if table == "CFF ":
            file = compressed(data, {"Subtype": "/CIDFontType0C"})
        else:
            file = compressed(data, {"Length1": len(data)})
        descriptor = Dictionary(
            {
                "Type": "/FontDescriptor",
                "FontName": base,
                **_metrics(self.face),
                FONT_FILES[table]: add_object(pdf, file),
            }
        )
        system = {"Registry": String("Adobe"), "Ordering": String("Identity"), "Supplement": 0}
        descendant = Dictionary(
            {
                "Type": "/Font",
                "Subtype": f"/{kind}",
                "BaseFont": base,
                "CIDSystemInfo": Dictionary(system),
                "FontDescriptor": add_object(pdf, descriptor),
                "DW": 0,
                "W": self._widths(),
                **({} if table == "CFF " else {"CIDToGIDMap": "/Identity"}),
            }
        )
        font = Dictionary(
            {
                "Type": "/Font",
                "Subtype": "/Type0",
                "BaseFont": base,
                "Encoding": "/Identity-H",
                "DescendantFonts": Array([add_object(pdf, descendant)]),
                "ToUnicode": add_object(pdf, compressed(self._to_unicode().encode())),
            }
        )
        return add_object(pdf, font)

    def _widths(self) -> str:
        """Return the W array: runs of neighbouring glyphs with their widths."""
        out: list[str] = []
        previous = -2
        for glyph in sorted(self._texts):
            if glyph != previous + 1:
                out.append(f"{']' if out else ''}{glyph}[")
            out.append(f"{num(self._advance(glyph))} ")
            previous = glyph
        return f"[{''.join(out)}{']' if out else ''}]"

    def _to_unicode(self) -> str:
        pairs = [
            f"<{glyph:04X}>{_utf16(text)}" for glyph, text in sorted(self._texts.items()) if text
        ]
        blocks = [pairs[at : at + 100] for at in range(0, len(pairs), 100)]
        mapped = "".join(
            f"{len(block)} beginbfchar\n" + "\n".join(block) + "\nendbfchar\n" for block in blocks
        )
        return (
            "/CIDInit /ProcSet findresource begin 12 dict begin begincmap\n"
            "/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def\n"
            "/CMapName /Adobe-Identity-UCS def /CMapType 2 def\n"
            "1 begincodespacerange <0000> <FFFF> endcodespacerange\n"
            f"{mapped}endcmap CMapName currentdict /CMap defineresource pop end end\n"
        )


def actual_text(text: str) -> str:
    """Return the operator that begins a span of glyphs with the text that it stands for."""
    return f"/Span <</ActualText {_utf16(BYTE_ORDER_MARK + text)}>> BDC "


def _utf16(text: str) -> str:
    return f"<{text.encode('utf-16-be').hex().upper()}>"


def _subset(face: Typeface, glyphs: frozenset[int]) -> tuple[bytes, str]:
    """Return the font program with these glyphs, which keep their indexes, and the name of the
    table that has their outlines."""
    import uharfbuzz

    wanted = uharfbuzz.SubsetInput()
    wanted.glyph_set.update({0, *glyphs})
    wanted.drop_table_tag_set.update(DROPPED_TABLES)
    flags = uharfbuzz.SubsetFlags
    wanted.flags = (
        flags.RETAIN_GIDS
        | flags.NO_HINTING
        | flags.NO_LAYOUT_CLOSURE
        | flags.NOTDEF_OUTLINE
        | flags.CFF_IDENTITY_CHARSET
        | flags.DOWNGRADE_CFF2
    )
    for tag, value in face.axes:
        wanted.pin_axis_location(face.hb_face, tag, value)
    subset = uharfbuzz.subset(face.hb_face, wanted)
    if "CFF " in subset.table_tags:
        return bytes(subset.reference_table("CFF ").data), "CFF "
    return bytes(subset.blob.data), "glyf"


def _postscript_name(face: Typeface) -> str:
    letters = (c for c in face.name if c.isascii() and (c.isalnum() or c == "-"))
    return "".join(letters) or "Font"


def _metrics(face: Typeface) -> dict[str, Any]:
    scale = 1000 / face.units
    head = bytes(face.hb_face.reference_table("head").data)
    box = [int.from_bytes(head[at : at + 2], "big", signed=True) for at in (36, 38, 40, 42)]
    extents = face.hb_font.get_font_extents("ltr")
    return {
        "Flags": SYMBOLIC | (ITALIC if face.italic else 0),
        "FontBBox": f"[{' '.join(num(v * scale) for v in box)}]",
        "ItalicAngle": -12 if face.italic else 0,
        "Ascent": round(extents.ascender * scale),
        "Descent": round(extents.descender * scale),
        "CapHeight": round(1000 * face.cap_height),
        "StemV": 140 if face.bold else 80,
    }
