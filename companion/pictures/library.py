"""Load games and draw their printed faces, reloading when files change."""

from __future__ import annotations

import hashlib
import io
import os
import threading
import time
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from companion.pictures.raster import face_pngs_of
from printgen.catalog.builtin import template_folders
from printgen.catalog.files import files_below
from printgen.catalog.load import has_game, list_games, load_game
from printgen.catalog.model import Component, Game
from printgen.catalog.sets.folders import read_beside
from printgen.catalog.translations.codes import ENGLISH
from printgen.catalog.translations.translated import missing_texts, translated
from printgen.draw.component import draw_component, make_draw_context
from printgen.draw.context import DrawContext
from printgen.draw.face import face_names
from printgen.draw.story.howto import draw_howto
from printgen.errors import DataError, Findings
from printgen.export.svg import write_svg
from printgen.export.tables.pictures import MAX_PIXELS, Pictures, name_pictures
from printgen.frame import Frame
from printgen.tabletop.model import Piece, frames_of


class NoSuchGame(Exception):
    """There is no game with that slug."""


class Snapshot(Struct, frozen=True):
    """The state of a game's files. Editing one of them or a template changes the edition, so that
    caches keyed by the snapshot reload."""

    slug: str
    cards: Path
    templates: Path
    edition: str
    language: str = ENGLISH


class Library(Struct, frozen=True):
    """All games in a folder, with the templates that draw them.

    `game` and `printed` raise NoSuchGame, and DataError for a game with mistakes in its data.
    """

    cards: Path
    templates: Path

    def slugs(self) -> tuple[str, ...]:
        return list_games(self.cards)

    def __contains__(self, slug: str) -> bool:
        return has_game(self.cards, slug)

    def game(self, slug: str) -> Game:
        if slug not in self:
            raise NoSuchGame(slug)
        return open_game(slug, self.cards, self.templates)

    def snapshot(self, slug: str) -> Snapshot:
        self.game(slug)
        return take_snapshot(slug, self.cards, self.templates)

    def translations(self, slug: str, language: str) -> Mapping[str, str]:
        """Translations of a game's own texts; none for a game that is missing or has mistakes,
        whose results must still be shown."""
        if slug not in self:
            return {}
        try:
            return open_game(slug, self.cards, self.templates).translations.get(language, {})
        except DataError:
            return {}

    def printed(self, slug: str, language: str = ENGLISH) -> PrintedGame:
        """The game with its faces in that language, if it is completely translated to it."""
        self.game(slug)
        return open_printed_game(slug, self.cards, self.templates, language)

    def titles(self) -> dict[str, str]:
        """The titles of all games; a game with mistakes goes by its slug."""
        titles = {}
        for slug in self.slugs():
            try:
                titles[slug] = self.game(slug).title
            except DataError:
                titles[slug] = slug
        return titles

    def bgg_ids(self) -> dict[str, int]:
        """The numbers of games at BoardGameGeek, where they are known."""
        numbers = {}
        for slug in self.slugs():
            try:
                number = self.game(slug).bgg
            except DataError:
                continue
            if number is not None:
                numbers[slug] = number
        return numbers


class TablePieces:
    """The pieces of a game for virtual tables, with their pictures as they are first needed."""

    def __init__(self, pieces: Mapping[str, tuple[Piece, ...]]) -> None:
        self.pieces = pieces
        self._lock = threading.Lock()
        self._pictures: dict[int, Pictures] = {}

    def pictures(self, dpi: int) -> Pictures:
        with self._lock:
            known = self._pictures.get(dpi)
            if known is None:
                every = (piece for part in self.pieces.values() for piece in part)
                frames = frames_of(every)
                known = name_pictures(frames, face_pngs_of(frames, dpi, MAX_PIXELS))
                self._pictures[dpi] = known
            return known


class PrintedPart(Struct, frozen=True):
    """A drawn component, with its faces by name."""

    id: str
    title: str
    count: int
    faces: Mapping[str, Frame]

    @property
    def distinct_faces(self) -> tuple[str, ...]:
        """The names of its faces, without those that look like an earlier one."""
        first = {id(frame): name for name, frame in reversed(list(self.faces.items()))}
        return tuple(name for name, frame in self.faces.items() if first[id(frame)] == name)


class PrintedGame(Struct, frozen=True):
    """A game whose parts are drawn on first use."""

    snapshot: Snapshot
    title: str
    designer: str
    credit: str
    names: tuple[str, ...]
    cover_part: str
    chosen_cover: str = ""

    @property
    def slug(self) -> str:
        return self.snapshot.slug

    @property
    def edition(self) -> str:
        """Part of the addresses of pictures: browsers cache them for an hour, and edited files and
        other languages get new addresses."""
        language = self.snapshot.language
        return self.snapshot.edition + ("" if language == ENGLISH else f"-{language}")

    @property
    def parts(self) -> tuple[PrintedPart, ...]:
        return tuple(self.part(name) for name in self.names)

    def part(self, name: str) -> PrintedPart:
        return _part(self.snapshot, name)

    def face(self, name: str) -> Frame | None:
        """A face by `component/face`."""
        component, _, face = name.partition("/")
        return self.part(component).faces.get(face) if component in self.names else None

    def howto(self, language: str) -> tuple[Frame, ...]:
        """The pictures of how to play, with labels in that language where they are translated."""
        known = language in read_snapshot(self.snapshot).translations
        return _howto(self.snapshot, language if known else "")

    def title_of(self, part: str) -> str:
        """The title of a part, without drawing it."""
        found = self._component(part)
        return found.title if found else part

    def _component(self, name: str) -> Component | None:
        game = read_snapshot(self.snapshot)
        return next((one for one in game.components if one.id == name), None)

    @property
    def cover(self) -> str:
        """The face on the game's cover: the one that it names, its board, or its first part."""
        if self.chosen_cover:
            return self.chosen_cover
        return f"{self.cover_part}/{next(iter(self.part(self.cover_part).faces))}"


def take_snapshot(slug: str, cards: Path, templates: Path) -> Snapshot:
    """Look at the files at most once a second, because every page asks several times."""
    return _take_snapshot(slug, cards, templates, int(time.monotonic()))


@lru_cache(maxsize=64)
def _take_snapshot(slug: str, cards: Path, templates: Path, _second: int) -> Snapshot:
    digest = hashlib.blake2b(digest_size=4)
    for folder in (cards / slug, *read_beside(cards, slug), *template_folders(templates)):
        for file in files_below(folder):
            try:
                info = os.stat(file)  # noqa: PTH116 – a hundred files, every second
            except FileNotFoundError:  # an editor's temporary file, or a broken link
                continue
            digest.update(repr((file, info.st_size, info.st_mtime_ns)).encode())
    return Snapshot(slug, cards, templates, digest.hexdigest())


def open_game(slug: str, cards: Path, templates: Path) -> Game:
    """Raise DataError for mistakes in the game's data."""
    return read_snapshot(take_snapshot(slug, cards, templates))


@lru_cache(maxsize=64)
def _is_translated(snapshot: Snapshot, language: str) -> bool:
    """Whether all printed texts have a translation: faces do not mix languages."""
    game = read_snapshot(snapshot)
    return language in game.translations and not missing_texts(game, language)


@lru_cache(maxsize=32)
def read_snapshot(snapshot: Snapshot) -> Game:
    """Raise DataError for mistakes in the game's data."""
    if snapshot.language != ENGLISH:
        return translated(read_snapshot(replace(snapshot, language=ENGLISH)), snapshot.language)
    findings = Findings()
    game = load_game(snapshot.slug, snapshot.cards, snapshot.templates, findings)
    findings.raise_errors()
    if game is None:
        raise ValueError(f"{snapshot.slug} could not be read")
    return game


def language_of(edition: str) -> str:
    """The language of a game's faces by its edition."""
    return edition.partition("-")[2] or ENGLISH


def open_printed_game(
    slug: str, cards: Path, templates: Path, language: str = ENGLISH
) -> PrintedGame:
    """Raise DataError for mistakes in the game's data."""
    snapshot = take_snapshot(slug, cards, templates)
    if language != ENGLISH and _is_translated(snapshot, language):
        snapshot = replace(snapshot, language=language)
    game = read_snapshot(snapshot)
    names = tuple(component.id for component in game.components)
    boards = [c.id for c in game.components if c.layout == "poster"]
    flat = [c.id for c in game.components if c.craft is None]
    cover = (boards + flat + list(names))[0]
    about = (game.title, game.designer, game.credit)
    return PrintedGame(snapshot, *about, names, cover, game.cover)


def table_pieces(slug: str, cards: Path, templates: Path) -> TablePieces:
    """Raise DataError for mistakes in the game's data."""
    return _table_pieces(take_snapshot(slug, cards, templates))


@lru_cache(maxsize=4)
def _table_pieces(snapshot: Snapshot) -> TablePieces:
    from printgen.tabletop.pieces import list_pieces  # crafts take long to import

    findings = Findings()
    pieces = list_pieces(read_snapshot(snapshot), draw_context(snapshot), findings)
    findings.raise_errors()
    return TablePieces(pieces)


@lru_cache(maxsize=32)
def draw_context(snapshot: Snapshot) -> DrawContext:
    """Shared by all parts of a game, because crafts show faces of other parts."""
    return make_draw_context(read_snapshot(snapshot), "full", None)


@lru_cache(maxsize=1024)
def _part(snapshot: Snapshot, name: str) -> PrintedPart:
    """Raise DataError if a face cannot be drawn."""
    game = read_snapshot(snapshot)
    component = next(component for component in game.components if component.id == name)
    findings = Findings()
    faces = draw_component(game, component, draw_context(snapshot), findings)
    findings.raise_errors()
    count = sum(face.pieces for face in faces)
    return PrintedPart(component.id, component.title, count, dict(face_names(faces)))


@lru_cache(maxsize=32)
def _howto(snapshot: Snapshot, language: str) -> tuple[Frame, ...]:
    """Raise DataError if a picture cannot be drawn."""
    findings = Findings()
    game = read_snapshot(snapshot)
    translation = game.translations.get(language, {})
    frames = draw_howto(game, draw_context(snapshot), findings, translation)
    findings.raise_errors()
    return tuple(frame for frame in frames if frame is not None)


@lru_cache(maxsize=1024)
def face_svg(frame: Frame) -> str:
    """The face without its bleed."""
    stream = io.StringIO()
    write_svg(frame, stream, show_bleed=False)
    return stream.getvalue()
