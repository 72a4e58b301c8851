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

from printgen.export.pdf_fonts import FontSubset, actual_text
from printgen.frame import Text
from printgen.geometry import num
from printgen.lengths import MM_PER_PT
from printgen.text.runs import visual_words

RIGHT_TO_LEFT_MARK: Final = "\u200f"
WORD_JOINER: Final = "\u2060"
UNPRINTABLE: Final = "\x01"
NUMERIC: Final = frozenset({"EN", "AN", "ES", "ET", "CS"})
WEAK: Final = NUMERIC | {"NSM", "BN"}
PAIRS: Final = "()[]{}<>«»‹›≤≥"
MIRRORED: Final = dict(zip(PAIRS, (PAIRS[n ^ 1] for n in range(len(PAIRS))), strict=True))


class _Unit(NamedTuple):
    """A cluster, a word or a space of a line at its place, with the operators that show it: those
    of marks before and after its letters apart. What is `plain` is copied as it is shown."""

    letters: str
    x: float
    before: str
    body: str
    after: str
    plain: bool
    is_letter: bool
    clusters: tuple[_Unit, ...] = ()
    """Those of a word, at their places in it."""

    @property
    def codes(self) -> str:
        return self.before + self.body + self.after


_Word = tuple[tuple[_Unit, ...], float]
"""The parts of a word at their places in it, and its width."""


class _Part(NamedTuple):
    """A letter, or all punctuation and spaces between two letters, from left to right."""

    units: tuple[_Unit, ...]
    previous: str
    """The character that is read before it."""

    @property
    def is_letter(self) -> bool:
        return self.units[0].is_letter


def write_in_order(text: Text, font: FontSubset) -> str:
    """Return the operators that show a right-to-left text."""
    words = [_known_units(word, text, font) for word in visual_words(text.string, text.shaping)]
    if all(len(units) == 1 and units[0].clusters for units, _ in words):
        space = font.space(text.word_spacing + text.letter_spacing)
        return _shown(text, font, text.x, space.join([units[0].body for units, _ in words]))
    strings = _strings(_parts(_placed(words, text, font)))
    return "".join(
        _shown(text, font, string[0].units[0].x, "".join(map(_codes, string))) for string in strings
    )


def _clusters(part: _Part) -> list[_Part]:
    (word,) = part.units
    if not word.clusters:
        return [part]
    return [
        _Part((_Unit(unit[0], word.x + unit.x, *unit[2:]),), part.previous)
        for unit in word.clusters
    ]


def _strings(parts: list[_Part]) -> list[Sequence[_Part]]:
    """Return the parts that are shown together, those that are read first before the others."""
    letters = [number for number, part in enumerate(parts) if part.is_letter]
    if not letters or letters[0] == 0:
        return [parts]
    if [unit.letters for unit in parts[0].units] == [" "]:
        return [parts[1:], parts[:1]]
    if len(letters) == 1:
        parts[letters[0] : letters[0] + 1] = _clusters(parts[letters[0]])
        letters = [number for number, part in enumerate(parts) if part.is_letter]
    last = split = letters[-1]
    while split - 1 in letters:
        split -= 1
    if split == letters[0] < last:  # one word
        split += (last - split + 1) // 2
    return [parts[split:], parts[:split]] if split > letters[0] else [parts]


def _shown(text: Text, font: FontSubset, x: float, codes: str) -> str:
    move = f"1 0 0 -1 {num(x)} {num(text.y)} Tm"
    return f"BT {move} {font.name} {num(text.size_pt * MM_PER_PT)} Tf [{codes}] TJ ET\n"


def _placed(words: Sequence[_Word], text: Text, font: FontSubset) -> list[_Unit]:
    """Return the words and spaces of a text from left to right, and the clusters of those words
    that are not plain."""
    size = text.size_pt * MM_PER_PT
    extra = text.word_spacing + text.letter_spacing
    space, space_width = font.space(extra), (font.face.space + extra) * size
    units: list[_Unit] = []
    x = text.x
    for number, (made, width) in enumerate(words):
        if number:
            units.append(_Unit(" ", x, "", space, "", plain=True, is_letter=False))
            x += space_width
        units += [_Unit(unit[0], x + unit.x, *unit[2:]) for unit in made]
        x += width
    return units


def _known_units(word: str, text: Text, font: FontSubset) -> _Word:
    size = text.size_pt * MM_PER_PT
    key = (word, text.shaping, text.letter_spacing, size)
    known: _Word | None = font.units.get(key)
    if known is None:
        known = font.units[key] = _word_units(word, text, font, size)
    return known


def _word_units(word: str, text: Text, font: FontSubset, size: float) -> _Word:
    units: list[_Unit] = []
    x = 0.0
    for letters, width, *parts in font.clusters(word, text.shaping, text.letter_spacing):
        before, body, after = (part.operators(size) for part in parts)
        plain = len(letters) == 1 and parts[1].spelt
        is_letter = _side(letters[0]) == "R" or unicodedata.combining(letters[0]) > 0
        units.append(_Unit(letters, x, before, body, after, plain, is_letter))
        x += width * size
    if units and all(unit.plain and unit.is_letter for unit in units):
        codes = "".join(unit.codes for unit in units)
        units = [_Unit(word, 0.0, "", codes, "", True, True, tuple(units))]
    return tuple(units), x


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
