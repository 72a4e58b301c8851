"""Parse marked-up text into paragraphs of words made of runs and icons.

`**bold**`, `*italic*`, `[icon]` or `[icon colour]`; a line that starts with `- ` is a list item; a
new line is a new paragraph; a backslash escapes a mark.
"""

from __future__ import annotations

import re
from typing import Final

from msgspec import Struct

MARKS: Final = re.compile(r"\\([*\[\]\\-])|\*\*|\*|\[([^\[\]\s]+)(?:\s+([^\[\]\s]+))?\]| +")


class Letters(Struct, frozen=True):
    string: str
    bold: bool
    italic: bool


class Symbol(Struct, frozen=True):
    name: str
    colour: str | None


Word = tuple[Letters | Symbol, ...]


class Paragraph(Struct, frozen=True):
    words: tuple[Word, ...]
    is_item: bool


def parse_markup(text: str) -> tuple[Paragraph, ...]:
    """Parse a text; raises ValueError if bold or italic is opened and never closed."""
    return tuple(_paragraph(line.strip()) for line in text.split("\n") if line.strip())


def _paragraph(line: str) -> Paragraph:
    is_item = line.startswith("- ")
    body = line[2:] if is_item else line
    words: list[Word] = []
    word: list[Letters | Symbol] = []
    bold = italic = False
    last = 0

    def letters(string: str) -> None:
        if string:
            word.append(Letters(string, bold, italic))

    for match in MARKS.finditer(body):
        letters(body[last : match.start()])
        last = match.end()
        mark = match[0]
        if match[1]:
            letters(match[1])
        elif mark == "**":
            bold = not bold
        elif mark == "*":
            italic = not italic
        elif match[2]:
            word.append(Symbol(match[2], match[3]))
        elif word:
            words.append(tuple(word))
            word.clear()
    letters(body[last:])
    if word:
        words.append(tuple(word))
    if bold or italic:
        mark = "**" if bold else "*"
        raise ValueError(f"'{line}' opens {mark} and does not close it (write \\* for a star)")
    return Paragraph(tuple(words), is_item)
