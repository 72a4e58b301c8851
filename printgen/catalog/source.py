"""Takes the folders a game is read from, gives their files and remembers which were used."""

from __future__ import annotations

import os
from pathlib import Path

from printgen.catalog.files import leads_out
from printgen.catalog.model import Node
from printgen.catalog.nodes import read_yaml
from printgen.catalog.shapes import Shape, checked
from printgen.errors import Findings, Place


class Source:
    """One game's folder and the folder of shared templates."""

    def __init__(self, slug: str, cards: Path, templates: Path, findings: Findings) -> None:
        self.slug = slug
        self.findings = findings
        self.templates = templates.resolve()
        self.folder = cards.resolve() / slug
        self._used: dict[Path, None] = {}

    @property
    def used(self) -> tuple[Path, ...]:
        return tuple(sorted(self._used))

    def use(self, file: Path) -> None:
        self._used[file] = None

    def shown(self, file: Path) -> str:
        """A file as messages name it: from the folder that holds all cards or all templates."""
        for home in (self.folder.parent, self.templates):
            if file.is_relative_to(home):
                return file.relative_to(home.parent).as_posix()
        return file.name

    def yaml(self, file: Path, shape: Shape) -> Node | None:
        """A whole YAML file, without the parts that do not fit its shape."""
        self.use(file)
        if file.is_relative_to(self.folder) and leads_out(self.folder, file):
            self.findings.error(
                Place(self.shown(file)), "the file is a link out of the game's folder; copy it here"
            )
            return None
        node = read_yaml(file, self.shown(file), self.findings)
        return None if node is None else checked(node, shape, self.findings)

    def listing(self, folder: Path, *suffixes: str) -> dict[str, Path]:
        """The files below a folder by their names (`boats/junk` for boats/junk.svg)."""
        found: dict[str, Path] = {}
        for root, folders, files in os.walk(folder):
            folders.sort()
            prefix = "" if root == str(folder) else Path(root).relative_to(folder).as_posix() + "/"
            for entry in sorted(files):
                stem, suffix = os.path.splitext(entry)  # noqa: PTH122 - hundreds of plain names
                if suffix.lower() not in suffixes or entry.startswith("."):
                    continue
                file = Path(root, entry)
                if self._may_list(file, folder, found.get(prefix + stem)):
                    found[prefix + stem] = file
        return found

    def _may_list(self, file: Path, folder: Path, other: Path | None) -> bool:
        problem = ""
        if file.is_symlink() and leads_out(folder, file):
            problem = "the file is a link out of its folder; copy it here"
        elif other is not None:
            problem = f"the name '{file.stem}' is already taken by '{other.name}'; rename one"
        if problem:
            self.findings.error(Place(self.shown(file)), problem)
        return not problem
