"""Compare two states of a game."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct

from printgen.build.files import write_atomically
from printgen.catalog.load import load_game
from printgen.draw.component import make_draw_context
from printgen.editions.digest import Digests
from printgen.editions.edition import Change, Edition, changes, count, drawn_faces, edition_of
from printgen.editions.page import Faces, diff_page
from printgen.editions.revisions import GameFolder, game_folder
from printgen.errors import DataError, Findings


class Difference(Struct, frozen=True):
    text: str
    is_same: bool


def compare(old: str, new: str, out: Path | None) -> Difference:
    """Return what changed between two folders or revisions, and write it as a page if wanted.
    Raises CallError for what is not a game, DataError with the mistakes of either one."""
    with game_folder(old) as first, game_folder(new) as second:
        before_title, before, before_faces = _edition(first)
        title, after, after_faces = _edition(second)
        found = tuple(changes(before, after))
        lines = [_line(change) for change in found]
        if out is not None:
            labels = (first.label, second.label)
            page = diff_page(title or before_title, labels, found, before_faces, after_faces)
            write_atomically(out, page.encode())
            lines.append(f"{out} shows them side by side.")
        lines.insert(0, f"{title}: {count(found) or 'no face has changed'}")
    return Difference("\n".join(lines), not found)


def _edition(folder: GameFolder) -> tuple[str, Edition, Faces]:
    findings = Findings()
    game = load_game(folder.slug, folder.cards, folder.templates, findings)
    findings.raise_errors()
    if game is None:  # what could not be read is an error
        raise DataError(findings)
    faces = drawn_faces(game, make_draw_context(game, "full", None), findings)
    findings.raise_errors()
    return game.title, edition_of(game, faces, Digests()), faces


def _line(change: Change) -> str:
    amount = {
        "new": f"put in {change.into}",
        "changed": f"exchange {change.out} for {change.into}",
        "more": f"put in {change.into} more",
        "fewer": f"take out {change.out}",
        "removed": f"take out {change.out}",
    }[change.kind]
    return f"  {change.component}/{change.id}: {change.kind}; {amount}"
