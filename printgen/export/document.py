from __future__ import annotations

from typing import Literal

from msgspec import Struct

from printgen.frame import Frame
from printgen.geometry import Box


class DocumentPage(Struct, frozen=True):
    """One finished page, with its trim and bleed boxes."""

    frame: Frame
    trim: Box | None = None
    bleed: Box | None = None


class Section(Struct, frozen=True):
    """Pages under one bookmark. Viewers number them by its title: Cards 1, Cards 2, …"""

    title: str
    pages: tuple[DocumentPage, ...]


class Document(Struct, frozen=True):
    title: str
    author: str
    subject: str
    language: str
    flip: Literal["long", "short", "none"]
    sections: tuple[Section, ...]

    @property
    def pages(self) -> tuple[DocumentPage, ...]:
        return tuple(page for section in self.sections for page in section.pages)
