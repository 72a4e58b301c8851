"""Keep editions beside a game: what was printed, and editions with a name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import msgspec

from printgen.catalog.files import EDITIONS
from printgen.catalog.load import load_game
from printgen.catalog.translations.codes import ENGLISH
from printgen.catalog.translations.translated import translated
from printgen.draw.component import make_draw_context
from printgen.editions.digest import Digests
from printgen.editions.edition import Edition, Faces, drawn_faces, edition_of, without_stamp
from printgen.editions.revisions import GameFolder, game_folder
from printgen.errors import CallError, DataError, Findings

PRINTED: Final = "printed"
_NAME: Final = re.compile(r"[a-z0-9][a-z0-9._-]{0,40}", re.IGNORECASE)


class Drawn(msgspec.Struct, frozen=True):
    """An edition with its faces, as far as they can be drawn."""

    label: str
    title: str
    edition: Edition
    faces: Faces


def draw_edition(folder: GameFolder, language: str = ENGLISH) -> Drawn:
    """Draw every face of a game in a language; raise DataError with its mistakes."""
    findings = Findings()
    game = load_game(folder.slug, folder.cards, folder.templates, findings)
    findings.raise_errors()
    if game is None:  # what could not be read is an error
        raise DataError(findings)
    game = translated(game, language)
    faces = drawn_faces(game, make_draw_context(game, "full", None), findings)
    findings.raise_errors()
    plain = without_stamp(game)
    compared = faces
    if plain is not game:
        compared = drawn_faces(plain, make_draw_context(plain, "full", None), Findings())
    return Drawn(folder.label, game.title, edition_of(game, compared, Digests()), faces)


def read_edition(file: Path) -> Edition:
    """Return a recorded edition. Raises CallError if the file is damaged."""
    try:
        return msgspec.json.decode(file.read_bytes(), type=Edition)
    except msgspec.MsgspecError:
        raise CallError(f"{file} is damaged; record the edition again") from None


def edition_file(cards: Path, game: str, name: str) -> Path:
    """Return where an edition of that name is. Raises CallError for a name that is not one."""
    if not _NAME.fullmatch(name):
        raise CallError(f"'{name}' cannot name an edition; use letters, digits, '.', '-' and '_'")
    return cards / game / EDITIONS / f"{name}.json"


def encode_edition(edition: Edition) -> bytes:
    return msgspec.json.format(msgspec.json.encode(edition, order="sorted"), indent=1) + b"\n"


@contextmanager
def edition_since(cards: Path, game: str, name: str, language: str) -> Iterator[Drawn]:
    """Yield a recorded edition, or that of a git revision of the game's folder, which can be shown
    as well, in a language. Raises CallError if there is neither."""
    file = edition_file(cards, game, name) if _NAME.fullmatch(name) else None
    if file is not None and file.is_file():
        yield Drawn(name, "", read_edition(file), {})
        return
    if name == PRINTED:
        raise CallError(
            f"nothing is recorded as printed of {game}; when you have printed it, run: printgen"
            f" printed {game}"
        )
    try:
        with game_folder(f"{cards / game}@{name}") as folder:
            yield draw_edition(folder, language)
    except CallError as fault:
        raise CallError(f"{game} has no edition '{name}': {fault}") from None
