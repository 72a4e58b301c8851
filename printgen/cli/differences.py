"""Compare two states of a game."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct

from printgen.build.files import write_atomically
from printgen.editions.edition import Change, changes, count
from printgen.editions.page import diff_page
from printgen.editions.revisions import game_folder
from printgen.editions.store import draw_edition


class Difference(Struct, frozen=True):
    text: str
    is_same: bool


def compare(old: str, new: str, out: Path | None) -> Difference:
    """Return what changed between two folders or revisions, and write it as a page if wanted.
    Raises CallError for what is not a game, DataError with the mistakes of either one."""
    with game_folder(old) as first, game_folder(new) as second:
        before, after = draw_edition(first), draw_edition(second)
        found = tuple(changes(before.edition, after.edition))
        lines = [_line(change) for change in found]
        if out is not None:
            labels = (first.label, second.label)
            page = diff_page(after.title, labels, found, before.faces, after.faces)
            write_atomically(out, page.encode())
            lines.append(f"{out} shows them side by side.")
        lines.insert(0, f"{after.title}: {count(found) or 'no face has changed'}")
    return Difference("\n".join(lines), not found)


def _line(change: Change) -> str:
    amount = {
        "new": f"put in {change.into}",
        "changed": f"exchange {change.out} for {change.into}",
        "more": f"put in {change.into} more",
        "fewer": f"take out {change.out}",
        "removed": f"take out {change.out}",
    }[change.kind]
    return f"  {change.component}/{change.id}: {change.kind}; {amount}"
