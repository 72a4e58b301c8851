"""Takes a game's folder, gives its printed faces as pictures for screens."""

from __future__ import annotations

import hashlib
import io
import os
import time
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from msgspec import Struct

from companion.glossary import Words, read_glossary
from printgen.build.fingerprint import files_below
from printgen.build.produce import face_names
from printgen.catalog.load import list_games, load_game
from printgen.catalog.model import Component, Game, Record
from printgen.draw.component import draw_component
from printgen.draw.studio import Studio, make_studio
from printgen.errors import DataError, Findings
from printgen.export.svg import write_svg
from printgen.frame import Frame


class NoSuchGame(Exception):
    """No folder has that name."""


class Folder(Struct, frozen=True):
    """A game's files as they are now: once one of them, or a template, is edited, this is another
    one, and what was made of the old one is made anew."""

    slug: str
    cards: Path
    templates: Path
    edition: str


class Library(Struct, frozen=True):
    """All games of a folder of folders, with the templates they are drawn from.

    `game` and `shelf` raise NoSuchGame, and DataError for a game whose data is wrong.
    """

    cards: Path
    templates: Path

    def slugs(self) -> tuple[str, ...]:
        return list_games(self.cards)

    def game(self, slug: str) -> Game:
        if slug not in self.slugs():
            raise NoSuchGame(slug)
        return open_game(slug, self.cards, self.templates)

    def words(self, slug: str, language: str) -> Words:
        """A game's own texts as a language says them; none for one that is gone or wrong today,
        which was played all the same."""
        if slug not in self.slugs():
            return {}
        try:
            return _read(look_at(slug, self.cards, self.templates))[1].get(language, {})
        except DataError:
            return {}

    def shelf(self, slug: str) -> Shelf:
        self.game(slug)
        return open_shelf(slug, self.cards, self.templates)

    def titles(self) -> dict[str, str]:
        """What games are called; one whose data is wrong today was played all the same."""
        titles = {}
        for slug in self.slugs():
            try:
                titles[slug] = self.game(slug).title
            except DataError:
                titles[slug] = slug
        return titles


class Part(Struct, frozen=True):
    """A component as players look at it: what it is called and its faces by name."""

    id: str
    title: str
    count: int
    faces: Mapping[str, Frame]


class Shelf(Struct, frozen=True):
    """A game to look at. Its parts are drawn when somebody first asks for them."""

    folder: Folder
    title: str
    designer: str
    credit: str
    names: tuple[str, ...]
    cover_part: str

    @property
    def slug(self) -> str:
        return self.folder.slug

    @property
    def edition(self) -> str:
        """Pictures are kept for an hour at their address; with this in it, no longer than they
        are right."""
        return self.folder.edition

    @property
    def parts(self) -> tuple[Part, ...]:
        return tuple(self.part(name) for name in self.names)

    def part(self, name: str) -> Part:
        return _part(self.folder, name)

    def face(self, name: str) -> Frame | None:
        """A face by `component/face`."""
        component, _, face = name.partition("/")
        return self.part(component).faces.get(face) if component in self.names else None

    def title_of(self, part: str) -> str:
        """What people call a part: known before any of it is drawn."""
        found = self._component(part)
        return found.title if found else part

    def name_of(self, face: str) -> str:
        """What people call a face: its row's title or name, or those of rows that it is made of."""
        component, _, name = face.partition("/")
        found = self._component(component)
        records = found.table.records if found else ()
        row = next((r.values for r in records if r.values.get("id") == name), {})
        linked = (_called(value.values) for value in row.values() if isinstance(value, Record))
        return _called(row) or ", ".join(filter(None, linked)) or name

    def _component(self, name: str) -> Component | None:
        game, _ = _read(self.folder)
        return next((one for one in game.components if one.id == name), None)

    @property
    def cover(self) -> str:
        """What the game is known by: its board, else the first face of what is not folded."""
        return f"{self.cover_part}/{next(iter(self.part(self.cover_part).faces))}"


def _called(row: Mapping[str, object]) -> str:
    return next((str(row[key]) for key in ("title", "name") if row.get(key)), "")


def look_at(slug: str, cards: Path, templates: Path) -> Folder:
    """Looks once a second at most: every page asks several times."""
    return _look_at(slug, cards, templates, int(time.monotonic()))


@lru_cache(maxsize=64)
def _look_at(slug: str, cards: Path, templates: Path, _second: int) -> Folder:
    digest = hashlib.blake2b(digest_size=4)
    for folder in (cards / slug, templates):
        for file in files_below(folder):
            try:
                about = os.stat(file)  # noqa: PTH116 – a hundred files, every second
            except FileNotFoundError:  # an editor's passing file, or a link to nowhere
                continue
            digest.update(repr((file, about.st_size, about.st_mtime_ns)).encode())
    return Folder(slug, cards, templates, digest.hexdigest())


def open_game(slug: str, cards: Path, templates: Path) -> Game:
    """Raises DataError if the game's data is wrong."""
    return _read(look_at(slug, cards, templates))[0]


@lru_cache(maxsize=32)
def _read(folder: Folder) -> tuple[Game, Mapping[str, Words]]:
    """A game and its words in each language."""
    findings = Findings()
    game = load_game(folder.slug, folder.cards, folder.templates, findings)
    glossary = read_glossary(game, findings) if game is not None else {}
    findings.raise_errors()
    if game is None:
        raise ValueError(f"{folder.slug} could not be read")
    return game, glossary


def open_shelf(slug: str, cards: Path, templates: Path) -> Shelf:
    """Raises DataError if the game's data is wrong."""
    folder = look_at(slug, cards, templates)
    game, _ = _read(folder)
    names = tuple(component.id for component in game.components)
    boards = [c.id for c in game.components if c.layout == "poster"]
    flat = [c.id for c in game.components if c.craft is None]
    cover = (boards + flat + list(names))[0]
    return Shelf(folder, game.title, game.designer, game.credit, names, cover)


@lru_cache(maxsize=32)
def _studio(folder: Folder) -> Studio:
    """One for all parts of a game: crafts show faces of other parts, drawn once."""
    return make_studio(_read(folder)[0], "full", None)


@lru_cache(maxsize=1024)
def _part(folder: Folder, name: str) -> Part:
    """Raises DataError if a face cannot be drawn."""
    game, _ = _read(folder)
    component = next(component for component in game.components if component.id == name)
    findings = Findings()
    faces = draw_component(game, component, _studio(folder), findings)
    findings.raise_errors()
    count = sum(face.copies for face in faces)
    return Part(component.id, component.title, count, dict(face_names(faces)))


@lru_cache(maxsize=1024)
def face_svg(frame: Frame) -> str:
    """The face as it is cut: without its bleed."""
    stream = io.StringIO()
    write_svg(frame, stream, show_bleed=False)
    return stream.getvalue()
