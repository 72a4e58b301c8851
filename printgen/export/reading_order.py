"""Write right-to-left text so that it is copied and searched in the order in which it is read.

Programs that extract text from a PDF guess that order from the places of the glyphs, each in its
own way:

- Poppler (pdftotext, Evince, Okular) sorts glyphs by their places and turns around what is between
  numbers and left-to-right letters. It takes punctuation and spaces beside a number for a part of
  it, unless a right-to-left mark is between. It also turns around the ActualText of a Span.
- PDFium (Chromium) sorts shown strings by their places, turns around what is between numbers, and
  mirrors brackets. It reads the innermost ActualText, of whatever tag, and keeps the order of what
  begins with one. On some pages it takes a string of one glyph for a line.
- pypdf takes glyphs as they are shown, ignores ActualText, and turns around right-to-left letters
  with the punctuation that is shown after them.

So a text is shown from left to right in one string; if it ends with punctuation, its first letters
are shown before the rest, and a last space after it. What would still be mistaken has an
ActualText for Poppler, and in it one for PDFium.
"""

from __future__ import annotations

import itertools
import unicodedata
from collections.abc import Sequence
from typing import Final, NamedTuple

from printgen.export.pdf_fonts import CodedCluster, FontSubset, actual_text, joined_codes
from printgen.frame import Text
from printgen.geometry import num
from printgen.lengths import MM_PER_PT
from printgen.text.runs import visual_words
from printgen.text.typeface import Shaping

RIGHT_TO_LEFT_MARK: Final = "\u200f"
WORD_JOINER: Final = "\u2060"
UNPRINTABLE: Final = "\x01"
NUMERIC: Final = frozenset({"EN", "AN", "ES", "ET", "CS"})
WEAK: Final = NUMERIC | {"NSM", "BN"}
PAIRS: Final = "()[]{}<>«»‹›≤≥"
MIRRORED: Final = dict(zip(PAIRS, (PAIRS[n ^ 1] for n in range(len(PAIRS))), strict=True))


class _Unit(NamedTuple):
    """A cluster, a word or a space of a line with the operators that show it: those of marks before
    and after its letters apart. What is `plain` is copied as it is shown."""

    letters: str
    width: float
    before: str
    body: str
    after: str
    plain: bool
    is_letter: bool
    clusters: tuple[_Unit, ...] = ()
    """Those of a word."""

    @property
    def codes(self) -> str:
        return self.before + self.body + self.after


class _Part(NamedTuple):
    """A letter, or all punctuation and spaces between two letters, from left to right."""

    units: tuple[_Unit, ...]
    previous: str
    """The character that is read before it."""

    @property
    def is_letter(self) -> bool:
        return self.units[0].is_letter


class _Setting(NamedTuple):
    """How words are shown; `size` is in millimetres."""

    shaping: Shaping
    letter_spacing: float
    word_spacing: float
    size: float


class ReadingOrder:
    """Writes the right-to-left texts of a document in one font, each word and line once."""

    def __init__(self, font: FontSubset) -> None:
        self._font = font
        self._settings: dict[_Setting, _Line] = {}

    def write(self, text: Text) -> str:
        """Return the operators that show a right-to-left text."""
        size = text.size_pt * MM_PER_PT
        setting = _Setting(text.shaping, text.letter_spacing, text.word_spacing, size)
        line = self._settings.get(setting)
        if line is None:
            line = self._settings[setting] = _Line(self._font, setting)
        y, font = num(text.y), f"{self._font.name} {num(size)} Tf"
        return "".join(
            [
                f"BT 1 0 0 -1 {num(text.x + x)} {y} Tm {font} [{joined_codes(codes)}] TJ ET\n"
                for x, codes in line.strings(text.string)
            ]
        )


class _Line:
    """Makes the shown strings of lines in one setting."""

    def __init__(self, font: FontSubset, setting: _Setting) -> None:
        self._font = font
        self._setting = setting
        extra = setting.word_spacing + setting.letter_spacing
        width = (font.face.space + extra) * setting.size
        self._space = _Unit(" ", width, "", font.space(extra), "", plain=True, is_letter=False)
        self._plain: dict[str, str] = {}
        """The operators of words that are copied as they are shown."""
        self._words: dict[str, tuple[_Unit, ...]] = {}
        self._clusters: dict[CodedCluster, _Unit] = {}
        self._known: dict[str, list[tuple[float, str]]] = {}

    def strings(self, line: str) -> list[tuple[float, str]]:
        """Return the strings that show a line, each with its place in it."""
        words, plain = visual_words(line, self._setting.shaping), self._plain
        try:
            return [(0.0, self._space.body.join([plain[word] for word in words]))]
        except KeyError:
            known = self._known.get(line)
        if known is None:
            known = self._known[line] = self._strings(words)
        return known

    def _strings(self, words: Sequence[str]) -> list[tuple[float, str]]:
        units: list[_Unit] = []
        for number, word in enumerate(words):
            if number:
                units.append(self._space)
            units += self._word(word)
        if all(word in self._plain for word in words):
            return [(0.0, "".join([unit.body for unit in units]))]
        parts = _parts(units)
        split = _split(parts)
        before, after = parts[:split], parts[split:]
        width = sum(unit.width for part in before for unit in part.units)
        shown = [(width, after), (0.0, before)] if before else [(0.0, after)]
        return [(x, "".join(map(_codes, string))) for x, string in shown]

    def _word(self, word: str) -> tuple[_Unit, ...]:
        known = self._words.get(word)
        if known is None:
            known = self._words[word] = self._word_units(word)
        return known

    def _word_units(self, word: str) -> tuple[_Unit, ...]:
        """Return a word that is plain as one unit, and the clusters of others."""
        setting = self._setting
        clusters = self._font.clusters(word, setting.shaping, setting.letter_spacing)
        units = tuple([self._clusters.get(each) or self._cluster(each) for each in clusters])
        if not units or not all(unit.plain and unit.is_letter for unit in units):
            return units
        codes = self._plain[word] = "".join([unit.codes for unit in units])
        width = sum(unit.width for unit in units)
        return (_Unit(word, width, "", codes, "", plain=True, is_letter=True, clusters=units),)

    def _cluster(self, cluster: CodedCluster) -> _Unit:
        letters, size = cluster.letters, self._setting.size
        before, body, after = (
            part.operators(size) for part in (cluster.before, cluster.body, cluster.after)
        )
        plain = len(letters) == 1 and cluster.body.spelt
        is_letter = _side(letters[0]) == "R" or unicodedata.combining(letters[0]) > 0
        unit = _Unit(letters, cluster.width * size, before, body, after, plain, is_letter)
        self._clusters[cluster] = unit
        return unit


def _split(parts: list[_Part]) -> int:
    """Return the number of the part from which on a line is shown first, because it is read first;
    0 if all is shown together. A line of one word is taken apart to be shown so."""
    letters = [number for number, part in enumerate(parts) if part.is_letter]
    if not letters or letters[0] == 0:
        return 0
    if [unit.letters for unit in parts[0].units] == [" "]:
        return 1
    if len(letters) == 1:
        parts[letters[0] : letters[0] + 1] = _clusters(parts[letters[0]])
        letters = [number for number, part in enumerate(parts) if part.is_letter]
    last = split = letters[-1]
    while split - 1 in letters:
        split -= 1
    if split == letters[0] < last:  # one word
        split += (last - split + 1) // 2
    return split if split > letters[0] else 0


def _clusters(part: _Part) -> list[_Part]:
    (word,) = part.units
    return [_Part((unit,), part.previous) for unit in word.clusters] or [part]


def _parts(units: Sequence[_Unit]) -> list[_Part]:
    parts: list[_Part] = []
    previous = before = ""
    punctuation: tuple[_Unit, ...] = ()
    for unit in reversed(units):  # in the order of reading
        if not unit.is_letter:
            if not punctuation:
                before = previous
            punctuation = (unit, *punctuation)
        else:
            if punctuation:
                parts.append(_Part(punctuation, before))
                punctuation = ()
            parts.append(_Part((unit,), previous))
        previous = unit.letters[-1]
    if punctuation:
        parts.append(_Part(punctuation, before))
    return parts[::-1]


def _codes(part: _Part) -> str:
    """Return the content of a TJ array that shows a part, with what it stands for if a program
    would mistake it."""
    return _letter_codes(part) if part.is_letter else _punctuation_codes(part)


def _letter_codes(part: _Part) -> str:
    (unit,) = part.units
    if unit.plain:
        return unit.codes
    joins = bool(part.previous) and _side(part.previous) == _side(unit.letters[0])
    separator = WORD_JOINER if joins else ""
    body = _stands_for(unit.letters[::-1], separator + unit.letters, unit.body)
    marks = [_stands_for("", UNPRINTABLE, c) if c else "" for c in (unit.before, unit.after)]
    return marks[0] + body + marks[1]


def _punctuation_codes(part: _Part) -> str:
    if len(part.units) == 1 and part.units[0].letters == " " and _side(part.previous) == "R":
        return part.units[0].body
    codes = "".join(unit.codes for unit in part.units)
    letters = [unit.letters for unit in part.units]
    before = [*letters[1:], part.previous]
    poppler = "".join(
        letter + (RIGHT_TO_LEFT_MARK if not last or _kind(last) in NUMERIC else "")
        for letter, last in zip(letters, before, strict=True)
    )
    if any(letter in MIRRORED for letter in letters):
        groups = [list(group) for _, group in itertools.groupby(letters, _side)]
        pdfium = "".join(MIRRORED.get(c, c) for group in groups for c in reversed(group))
        return _stands_for(poppler, pdfium, codes)
    if RIGHT_TO_LEFT_MARK in poppler:
        return _stands_for(poppler, "", codes)
    return codes


def _stands_for(poppler: str, pdfium: str, codes: str) -> str:
    spans = actual_text(poppler) + actual_text(pdfium, "Glyphs")
    return f"] TJ {spans}[{codes}] TJ EMC EMC ["


def _kind(character: str) -> str:
    return unicodedata.bidirectional(character[-1])


def _side(character: str) -> str:
    """Return the direction that PDFium sees in a character."""
    kind = _kind(character) if character else ""
    return "R" if kind in ("R", "AL") else "weak" if kind in WEAK else "neutral"
