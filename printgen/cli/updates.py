"""Record editions, and build what changed since one."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from printgen.build.files import write_atomically
from printgen.build.request import Request
from printgen.build.update import Update, build_update
from printgen.editions.edition import count
from printgen.editions.pictures import missing_pictures, picture_folder
from printgen.editions.revisions import GameFolder
from printgen.editions.store import draw_edition, edition_file, encode_edition


def record_editions(
    cards: Path, templates: Path, games: Sequence[str], name: str, language: str
) -> str:
    """Write the edition of each game, in a language, into its folder."""
    lines = []
    for game in games:
        file = edition_file(cards, game, name)
        drawn = draw_edition(GameFolder(cards, game, templates, game), language)
        edition = drawn.edition
        for picture, data in missing_pictures(picture_folder(cards, game), edition, drawn.faces):
            write_atomically(picture, data)
        write_atomically(file, encode_edition(edition))
        faces = sum(map(len, edition.faces.values()))
        lines.append(f"{game}: {faces} faces recorded in {file}")
    return "\n".join(lines)


def build_updates(request: Request, games: Sequence[str], since: str) -> str:
    return "\n".join(_text(build_update(game, since, request)) for game in games)


def _text(update: Update) -> str:
    if not update.changes:
        return f"{update.game}: no face has changed since {update.since}"
    files = ", ".join(map(str, update.files))
    pieces = sum(change.into for change in update.changes)
    return (
        f"{update.game} since {update.since}: {count(update.changes)}; {pieces} pieces on"
        f" {update.pages} pages: {files}"
    )
