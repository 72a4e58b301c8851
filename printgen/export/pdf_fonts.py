"""Embed subsets of fonts in a PDF, and write words as glyphs of them.

Every font is a composite font whose codes are glyph indexes, so that ligatures, marks and scripts
that reorder their letters need nothing special. A word whose glyphs do not spell its characters
one after the other makes its run carry the text as ActualText.
"""

from __future__ import annotations

import hashlib
import itertools
import math
import unicodedata
from collections.abc import Mapping
from functools import cache
from typing import Any, Final, NamedTuple

from reportlab.pdfbase import pdfdoc

from printgen.geometry import num
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
# Parentheses end a string, a backslash begins an escape, and a return is read as a line feed.
ESCAPES: Final = str.maketrans({letter: f"\\{ord(letter):03o}" for letter in "()\\\r"})
ITALIC: Final = 64


class Rise(NamedTuple):
    """Glyphs that stand above or below the baseline, by so many ems."""

    ems: float
    codes: str


class CodedWord(NamedTuple):
    """The content of a TJ array for one word, and whether its glyphs spell its characters."""

    parts: tuple[str | Rise, ...]
    spelt: bool

    @property
    def on_baseline(self) -> bool:
        return all(isinstance(part, str) for part in self.parts)

    def operators(self, size: float) -> str:
        """Return the content of the array; risen glyphs interrupt it."""
        if len(self.parts) == 1 and isinstance(only := self.parts[0], str):
            return only
        return "".join(
            part
            if isinstance(part, str)
            else f"] TJ {num(part.ems * size)} Ts [{part.codes}] TJ 0 Ts ["
            for part in self.parts
        )


class CodedCluster(NamedTuple):
    """Letters that are drawn together, such as a letter with its marks, and their width in ems.

    `before` and `after` are marks that take no room of their own, from left to right.
    """

    letters: str
    width: float
    before: CodedWord
    body: CodedWord
    after: CodedWord


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
            self._codes.append("(")
            self._in_string = True
        self._codes.append(glyph_code(gid))

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
            self._codes.append(")")
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
        self._in_line: dict[tuple[int, float], str] = {}
        self._letters: dict[tuple[str, int, float, float, float, float], CodedCluster] = {}
        if face.space_glyph:
            self._use(face.space_glyph, " ")

    def _use(self, glyph: int, text: str) -> bool:
        """Mark a glyph as used; return whether it stands for this text wherever it is used."""
        known = self._texts.setdefault(glyph, text)
        if known == "":  # it was a part of what another glyph stood for
            self._texts[glyph] = known = text
        return known == text

    def _advance(self, glyph: int) -> float:
        known = self._advances.get(glyph)
        if known is None:
            # Some fonts give their marks widths below zero, which a PDF cannot hold.
            known = self._advances[glyph] = max(0.0, round(1000 * self.face.advance(glyph), 3))
        return known

    def space(self, extra: float) -> str:
        """Return the codes of a space that is wider by so many ems."""
        if not self.face.space_glyph:
            return f"{num(-1000 * (self.face.space + extra))} "
        code = f"({glyph_code(self.face.space_glyph)})"
        # The word after it may begin with a number too.
        return f"{code}{num(-1000 * extra)} " if extra else code

    def word(self, text: str, shaping: Shaping, letter_spacing: float) -> CodedWord:
        """Return the codes of a left-to-right word with kerning, for a TJ array."""
        key = (text, shaping, letter_spacing)
        known = self._words.get(key)
        if known is None:
            known = self._words[key] = self._code(text, shaping, letter_spacing)
        return known

    def _code(self, text: str, shaping: Shaping, letter_spacing: float) -> CodedWord:
        shaped = self.face.word(text, shaping)
        if not shaped.glyphs:
            return CodedWord((), spelt=True)
        spelt = self._spelt(text, shaped.glyphs)
        return CodedWord(self._parts(shaped.glyphs, letter_spacing), spelt)

    def clusters(self, text: str, shaping: Shaping, letter_spacing: float) -> list[CodedCluster]:
        """Return the clusters of a word from left to right."""
        if not text:
            return []
        shaped = self.face.word(text, shaping)
        starts = sorted({glyph.cluster for glyph in shaped.glyphs})
        ends = dict(zip(starts, [*starts[1:], len(text)], strict=True))
        letters_of: dict[int, str] | None = None
        found: list[CodedCluster] = []
        for start, cluster in itertools.groupby(shaped.glyphs, lambda glyph: glyph.cluster):
            glyphs = tuple(cluster)
            letters = text[start : ends[start]]
            if len(glyphs) == len(letters) == 1:
                found.append(self._letter(letters, glyphs[0], letter_spacing))
                continue
            if letters_of is None:
                letters_of = self.face.letters(text, shaping)
            spelt = self._spelt_apart(letters, glyphs, letters_of)
            found.append(self._cluster(letters, glyphs, letter_spacing, spelt=spelt))
        return found

    def _letter(self, letter: str, glyph: Glyph, letter_spacing: float) -> CodedCluster:
        """Return a letter that is drawn as one glyph; most words are made of few such letters."""
        key = (letter, glyph.gid, glyph.advance, glyph.dx, glyph.dy, letter_spacing)
        known = self._letters.get(key)
        if known is None:
            spelt = self._use(glyph.gid, letter)
            known = self._cluster(letter, (glyph,), letter_spacing, spelt=spelt)
            self._letters[key] = known
        return known

    def _cluster(
        self, letters: str, glyphs: tuple[Glyph, ...], letter_spacing: float, *, spelt: bool
    ) -> CodedCluster:
        wide = [n for n, glyph in enumerate(glyphs) if glyph.advance > 0] or [0]
        first, end = wide[0], wide[-1] + 1
        width = math.fsum(glyph.advance for glyph in glyphs) + letter_spacing
        return CodedCluster(
            letters,
            width,
            CodedWord(self._parts(glyphs[:first], 0.0), spelt),
            CodedWord(self._parts(glyphs[first:end], letter_spacing), spelt),
            CodedWord(self._parts(glyphs[end:], 0.0), spelt),
        )

    def _parts(self, glyphs: tuple[Glyph, ...], letter_spacing: float) -> tuple[str | Rise, ...]:
        if not glyphs:
            return ()
        if not letter_spacing and not any(glyph.dx or glyph.dy for glyph in glyphs):
            known = self._in_line
            codes = [known.get((g.gid, g.advance)) or self._code_in_line(g) for g in glyphs]
            return (f"({''.join(codes)})".removesuffix("()"),)
        return self._moved_parts(glyphs, letter_spacing)

    def _code_in_line(self, glyph: Glyph) -> str:
        """Return the code of a glyph inside a string, which its kerning interrupts."""
        shift = num(self._advance(glyph.gid) - 1000 * glyph.advance)
        code = glyph_code(glyph.gid) + ("" if shift == "0" else f"){shift}(")
        self._in_line[(glyph.gid, glyph.advance)] = code
        return code

    def _moved_parts(
        self, glyphs: tuple[Glyph, ...], letter_spacing: float
    ) -> tuple[str | Rise, ...]:
        codes = _CodeWriter()
        following = (*glyphs[1:], None)
        for glyph, after in zip(glyphs, following, strict=False):
            codes.rise(glyph.dy)
            codes.move(glyph.dx)
            codes.show(glyph.gid)
            rest = glyph.advance - self._advance(glyph.gid) / 1000 - glyph.dx
            if letter_spacing and (after is None or after.cluster != glyph.cluster):
                rest += letter_spacing
            codes.move(rest)
        return codes.parts()

    def _spelt_apart(
        self, letters: str, glyphs: tuple[Glyph, ...], letters_of: Mapping[int, str]
    ) -> bool:
        """Record what the glyphs of a cluster stand for, marks apart from their letters; return
        whether each stands for that wherever it is used."""
        own = self._own_letters(letters, [glyph.gid for glyph in glyphs], letters_of)
        used = [self._use(glyph.gid, part) for glyph, part in zip(glyphs, own, strict=True)]
        return all(used) and all(own)

    def _own_letters(
        self, letters: str, gids: list[int], letters_of: Mapping[int, str]
    ) -> list[str]:
        own = [letters_of.get(gid, "") for gid in gids]
        if sorted("".join(own)) == sorted(letters):
            return own
        # One glyph stands for all that no other one is the glyph of.
        names = {self.face.glyph(letter): letter for letter in letters}
        own = [names.get(gid, "") for gid in gids]
        left = "".join(letter for letter in letters if letter not in own)
        if own.count("") == 1 and len(set(own)) == len(own):
            own[own.index("")] = composed(left)
            return own
        return [letters, *([""] * (len(gids) - 1))]

    def _spelt(self, text: str, glyphs: tuple[Glyph, ...]) -> bool:
        """Record what the glyphs stand for; return whether that spells the word."""
        starts = sorted({glyph.cluster for glyph in glyphs})
        if len(starts) == len(glyphs) == len(text):  # a glyph for every letter
            used = [self._use(glyph.gid, text[glyph.cluster]) for glyph in glyphs]
            return all(used)
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

    def write(self, pdf: Any) -> Any:
        """Return a reference to the font's dictionary."""
        data, table = _subset(self.face, frozenset(self._texts))
        digest = hashlib.sha256(repr((self.face.name, sorted(self._texts))).encode()).digest()
        tag = "".join(chr(ord("A") + byte % 26) for byte in digest[:6])
        base = pdfdoc.PDFName(f"{tag}+{_postscript_name(self.face)}")
        kind = "CIDFontType0" if table == "CFF " else "CIDFontType2"
        file = pdfdoc.PDFStream(filters=[pdfdoc.PDFZCompress], content=data)
        if table == "CFF ":
            file.dictionary["Subtype"] = pdfdoc.PDFName("CIDFontType0C")
        else:
            file.dictionary["Length1"] = len(data)
        descriptor = pdfdoc.PDFDictionary(
            {
                "Type": pdfdoc.PDFName("FontDescriptor"),
                "FontName": base,
                **_metrics(self.face),
                FONT_FILES[table]: pdf.Reference(file, f"{self.name}-file"),
            }
        )
        descendant = pdfdoc.PDFDictionary(
            {
                "Type": pdfdoc.PDFName("Font"),
                "Subtype": pdfdoc.PDFName(kind),
                "BaseFont": base,
                "CIDSystemInfo": pdfdoc.PDFDictionary(
                    {
                        "Registry": pdfdoc.PDFString("Adobe"),
                        "Ordering": pdfdoc.PDFString("Identity"),
                        "Supplement": 0,
                    }
                ),
                "FontDescriptor": pdf.Reference(descriptor, f"{self.name}-descriptor"),
                "DW": 0,
                "W": self._widths(),
                **({} if table == "CFF " else {"CIDToGIDMap": pdfdoc.PDFName("Identity")}),
            }
        )
        to_unicode = pdfdoc.PDFStream(filters=[pdfdoc.PDFZCompress], content=self._to_unicode())
        font = pdfdoc.PDFDictionary(
            {
                "Type": pdfdoc.PDFName("Font"),
                "Subtype": pdfdoc.PDFName("Type0"),
                "BaseFont": base,
                "Encoding": pdfdoc.PDFName("Identity-H"),
                "DescendantFonts": pdfdoc.PDFArray(
                    [pdf.Reference(descendant, f"{self.name}-glyphs")]
                ),
                "ToUnicode": pdf.Reference(to_unicode, f"{self.name}-text"),
            }
        )
        return pdf.Reference(font, f"{self.name}-font")

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
        pairs = [f"<{glyph:04X}>{_utf16(text)}" for glyph, text in sorted(self._texts.items())]
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


@cache
def _hebrew_forms() -> dict[str, str]:
    forms = (chr(code) for code in range(0xFB1D, 0xFB50))
    return {unicodedata.normalize("NFD", form): form for form in forms}


def composed(letters: str) -> str:
    """Return letters with marks as one character, if Unicode has it."""
    return _hebrew_forms().get(
        unicodedata.normalize("NFD", letters), unicodedata.normalize("NFC", letters)
    )


def glyph_code(gid: int) -> str:
    """Return a glyph's two bytes inside a string, each as the character of that number: they are
    half as long as hexadecimal ones."""
    return gid.to_bytes(2, "big").decode("latin-1").translate(ESCAPES)


def joined_codes(codes: str) -> str:
    """Return the content of a TJ array with neighbouring strings as one."""
    return codes.replace(")(", "")  # parentheses inside strings are escaped


def actual_text(text: str, tag: str = "Span") -> str:
    """Return the operator that begins a span of glyphs with the text that it stands for."""
    return f"/{tag} <</ActualText {_utf16(BYTE_ORDER_MARK + text)}>> BDC "


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
