"""Parse marked-up text into paragraphs of letters and icons.

`**bold**`, `*italic*`, `[icon]` or `[icon colour]`; tags that nest, such as `<u>…</u>` and
`<colour red>…</colour>`; a line that starts with `- ` is a list item; a new line is a new
paragraph; a backslash escapes a mark.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

SMALL: Final = 0.8
BIG: Final = 1.25
MAX_SCALE: Final = 5.0


class LetterStyle(Struct, frozen=True):
    """How letters differ from those around the text: `scale` is relative to its size."""

    bold: bool = False
    italic: bool = False
    underline: bool = False
    small_capitals: bool = False
    scale: float = 1.0
    colour: str | None = None


PLAIN_LETTERS: Final = LetterStyle()


class Letters(Struct, frozen=True):
    string: str
    style: LetterStyle = PLAIN_LETTERS


class Symbol(Struct, frozen=True):
    name: str
    colour: str | None
    style: LetterStyle = PLAIN_LETTERS


class MarkedParagraph(Struct, frozen=True):
    """Letters and icons; a space between words is one space in the letters."""

    parts: tuple[Letters | Symbol, ...]
    is_item: bool


def _sized(style: LetterStyle, value: str) -> LetterStyle:
    number = value.removesuffix("%")
    if not value.endswith("%") or not re.fullmatch(r"\d{1,3}(\.\d+)?", number) or not float(number):
        raise ValueError(f"<size {value}> needs a percentage, such as <size 80%>")
    return replace(style, scale=min(MAX_SCALE, style.scale * float(number) / 100))


def _coloured(style: LetterStyle, value: str) -> LetterStyle:
    return replace(style, colour=value)


PLAIN_TAGS: Final[Mapping[str, Callable[[LetterStyle], LetterStyle]]] = {
    "b": lambda style: replace(style, bold=True),
    "big": lambda style: replace(style, scale=min(MAX_SCALE, style.scale * BIG)),
    "i": lambda style: replace(style, italic=not style.italic),
    "sc": lambda style: replace(style, small_capitals=True),
    "small": lambda style: replace(style, scale=style.scale * SMALL),
    "u": lambda style: replace(style, underline=True),
}
VALUE_TAGS: Final[Mapping[str, Callable[[LetterStyle, str], LetterStyle]]] = {
    "color": _coloured,
    "colour": _coloured,
    "size": _sized,
}


@cache
def _marks() -> re.Pattern[str]:
    return re.compile(
        r"\\(?P<escaped>[*\[\]\\<-])|(?P<bold>\*\*)|(?P<italic>\*)"
        r"|\[(?P<icon>[^\[\]\s]+)(?:\s+(?P<ink>[^\[\]\s]+))?\]"
        rf"|<(?P<tag>{'|'.join(PLAIN_TAGS)})>"
        rf"|<(?P<named>{'|'.join(VALUE_TAGS)})\s+(?P<value>[^<>\s]+)\s*>"
        rf"|</(?P<closed>{'|'.join([*PLAIN_TAGS, *VALUE_TAGS])})>"
    )


def parse_markup(text: str) -> tuple[MarkedParagraph, ...]:
    """Parse a text; raises ValueError if a mark or tag is opened and never closed."""
    lines = (" ".join(part for part in line.split(" ") if part) for line in text.split("\n"))
    return tuple(_Parser(line).paragraph() for line in lines if line.strip())


def plain_paragraphs(text: str) -> tuple[MarkedParagraph, ...]:
    """Return text without markup as paragraphs; empty lines stay empty paragraphs."""
    return tuple(
        MarkedParagraph((Letters(" ".join(line.split())),), is_item=False)
        for line in text.split("\n")
    )


class _Parser:
    def __init__(self, line: str) -> None:
        line = line.strip()
        self._line = line
        self._is_item = line.startswith("- ")
        self._body = line[2:] if self._is_item else line
        self._parts: list[Letters | Symbol] = []
        self._string = ""
        self._open: list[tuple[str, LetterStyle]] = []
        self._tagged = PLAIN_LETTERS
        self._bold = self._italic = False

    def paragraph(self) -> MarkedParagraph:
        last = 0
        for match in _marks().finditer(self._body):
            self._string += self._body[last : match.start()]
            last = match.end()
            self._apply(match)
        self._string += self._body[last:]
        self._close_letters()
        if self._bold or self._italic:
            raise self._unclosed("**" if self._bold else "*", "*")
        if self._open:
            raise self._unclosed(f"<{self._open[-1][0]}>", "<")
        return MarkedParagraph(tuple(self._parts), self._is_item)

    def _apply(self, match: re.Match[str]) -> None:
        if match["escaped"]:
            self._string += match["escaped"]
        elif match["icon"]:
            self._close_letters()
            self._parts.append(Symbol(match["icon"], match["ink"], self._style()))
        elif match["bold"] or match["italic"]:
            self._toggle(match[0])
        elif match["tag"]:
            self._start(match["tag"], PLAIN_TAGS[match["tag"]](self._tagged))
        elif match["named"]:
            self._start(match["named"], VALUE_TAGS[match["named"]](self._tagged, match["value"]))
        else:
            self._end(match["closed"])

    def _unclosed(self, mark: str, character: str) -> ValueError:
        return ValueError(
            f"'{self._line}' opens {mark} and does not close it (write \\{character} for the"
            " character itself)"
        )

    def _toggle(self, mark: str) -> None:
        self._close_letters()
        if mark == "**":
            self._bold = not self._bold
        else:
            self._italic = not self._italic

    def _start(self, name: str, style: LetterStyle) -> None:
        self._close_letters()
        self._open.append((name, self._tagged))
        self._tagged = style

    def _end(self, name: str) -> None:
        self._close_letters()
        if not self._open:
            raise ValueError(f"'{self._line}' closes {name} without opening it")
        opened, style = self._open.pop()
        if opened != name:
            raise ValueError(f"'{self._line}' closes {name} before {opened}")
        self._tagged = style

    def _style(self) -> LetterStyle:
        """Return the style of the tags that are open, with the stars that are open."""
        tagged = self._tagged
        return replace(tagged, bold=tagged.bold or self._bold, italic=tagged.italic != self._italic)

    def _close_letters(self) -> None:
        if self._string:
            self._parts.append(Letters(self._string, self._style()))
            self._string = ""
