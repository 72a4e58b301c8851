"""Show files of the repository as pages, with their links pointing to pages."""

from __future__ import annotations

import re
from os.path import relpath
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parent.parent.parent
DOCS: Final = ROOT / "docs"
FILE: Final = re.compile(r"^<!-- file: (.+) -->$", re.MULTILINE)
LINK: Final = re.compile(r"(!?)\[([^\]\n]*)\]\(([^)\s]+)\)")


def pages() -> dict[str, str]:
    """Return the page that shows each file of the repository."""
    found: dict[str, str] = {}
    for page in DOCS.rglob("*.md"):
        for name in FILE.findall(page.read_text(encoding="utf-8")):
            found[name] = page.relative_to(DOCS).as_posix()
    return found


def adopted(name: str, page: str) -> str:
    """Return a file's text without its title, for a page of the manual.

    Links to files that have a page lead there, with its title in place of a file's name. Pictures
    are found where they are. Links to other files become plain text, since a copy of the manual
    has no repository.
    """
    file = ROOT / name
    text = re.sub(r"\A# .+\n", "", file.read_text(encoding="utf-8"))
    shown = pages()
    here = (DOCS / page).parent

    def link(match: re.Match[str]) -> str:
        image, label, address = match.groups()
        target, _, anchor = address.partition("#")
        if "://" in address or not target:
            return match[0]
        found = (file.parent / target).resolve()
        if image:
            return f"![{label}]({relpath(found, here)})"
        if found.is_relative_to(DOCS):
            known: str | None = found.relative_to(DOCS).as_posix()
        else:
            known = shown.get(found.relative_to(ROOT).as_posix())
        if known is None:
            return label
        words = _title(known) if label.endswith(".md") else label
        return f"[{words}]({relpath(DOCS / known, here)}{'#' if anchor else ''}{anchor})"

    parts = re.split(r"(^```.*?^```$)", text, flags=re.MULTILINE | re.DOTALL)
    return "".join(part if part.startswith("```") else LINK.sub(link, part) for part in parts)


def _title(page: str) -> str:
    first, _, _ = (DOCS / page).read_text(encoding="utf-8").partition("\n")
    return first.removeprefix("# ")
