"""Takes a game's folder, gives its printed faces as pictures for screens."""

from __future__ import annotations

import io
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from msgspec import Struct

from companion.glossary import Words, read_glossary
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
            return _read(slug, self.cards, self.templates)[1].get(language, {})
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

    slug: str
    title: str
    designer: str
    credit: str
    cards: Path
    templates: Path
    names: tuple[str, ...]
    cover_part: str

    @property
    def parts(self) -> tuple[Part, ...]:
        return tuple(self.part(name) for name in self.names)

    def part(self, name: str) -> Part:
        return open_part(self.slug, name, self.cards, self.templates)

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
        game = open_game(self.slug, self.cards, self.templates)
        return next((one for one in game.components if one.id == name), None)

    @property
    def cover(self) -> str:
        """What the game is known by: its board, else the first face of what is not folded."""
        return f"{self.cover_part}/{next(iter(self.part(self.cover_part).faces))}"


def _called(row: Mapping[str, object]) -> str:
    return next((str(row[key]) for key in ("title", "name") if row.get(key)), "")


def open_game(slug: str, cards: Path, templates: Path) -> Game:
    """Raises DataError if the game's data is wrong."""
    return _read(slug, cards, templates)[0]


@lru_cache(maxsize=32)
def _read(slug: str, cards: Path, templates: Path) -> tuple[Game, Mapping[str, Words]]:
    """A game and its words in each language."""
    findings = Findings()
    game = load_game(slug, cards, templates, findings)
    glossary = read_glossary(game, findings) if game is not None else {}
    findings.raise_errors()
    if game is None:
        raise ValueError(f"{slug} could not be read")
    return game, glossary


def open_shelf(slug: str, cards: Path, templates: Path) -> Shelf:
    """Raises DataError if the game's data is wrong."""
    game = open_game(slug, cards, templates)
    names = tuple(component.id for component in game.components)
    boards = [c.id for c in game.components if c.layout == "poster"]
    flat = [c.id for c in game.components if c.craft is None]
    cover = (boards + flat + list(names))[0]
    return Shelf(slug, game.title, game.designer, game.credit, cards, templates, names, cover)


@lru_cache(maxsize=32)
def _studio(slug: str, cards: Path, templates: Path) -> Studio:
    """One for all parts of a game: crafts show faces of other parts, drawn once."""
    return make_studio(open_game(slug, cards, templates), "full", None)


@lru_cache(maxsize=1024)
def open_part(slug: str, name: str, cards: Path, templates: Path) -> Part:
    """Raises DataError if a face cannot be drawn."""
    game = open_game(slug, cards, templates)
    component = next(component for component in game.components if component.id == name)
    findings = Findings()
    faces = draw_component(game, component, _studio(slug, cards, templates), findings)
    findings.raise_errors()
    count = sum(face.copies for face in faces)
    return Part(component.id, component.title, count, dict(face_names(faces)))


@lru_cache(maxsize=1024)
def face_svg(frame: Frame) -> str:
    """The face as it is cut: without its bleed."""
    stream = io.StringIO()
    write_svg(frame, stream, show_bleed=False)
    return stream.getvalue()
