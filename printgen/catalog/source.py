"""The folders that a game is read from."""

from __future__ import annotations

import os
from pathlib import Path

from printgen.catalog.builtin import template_folders
from printgen.catalog.fault import Fault
from printgen.catalog.files import is_outside, read_text
from printgen.catalog.model import Node
from printgen.catalog.nodes import read_yaml
from printgen.catalog.schema_types import SchemaType, checked
from printgen.errors import Findings, Location


class Source:
    """One game's folder and the folders of shared templates, of which later ones take
    precedence."""

    def __init__(self, slug: str, cards: Path, templates: Path, findings: Findings) -> None:
        self.slug = slug
        self.findings = findings
        self.template_folders = template_folders(templates)
        self.folder = cards.resolve() / slug

    def display_name(self, file: Path) -> str:
        """Return a file's path for messages, relative to the parent of cards or templates."""
        for home in (self.folder.parent, *reversed(self.template_folders)):
            if file.is_relative_to(home):
                return file.relative_to(home.parent).as_posix()
        return file.name

    def shared_files(self, pattern: str) -> dict[str, Path]:
        """Return the shared files that match, by their names without the suffix."""
        found = (file for folder in self.template_folders for file in sorted(folder.glob(pattern)))
        return {file.stem: file for file in found}

    def yaml(self, file: Path, expected: SchemaType) -> Node | None:
        """Return a whole YAML file, without the parts that have the wrong type."""
        if self._is_outside(file):
            return None
        node = read_yaml(file, self.display_name(file), self.findings)
        return None if node is None else checked(node, expected, self.findings)

    def optional_yaml(self, file: Path, expected: SchemaType) -> Node | None:
        """Like `yaml`, but None without a finding if there is no such file."""
        return self.yaml(file, expected) if _exists(file) else None

    def optional_text(self, file: Path, max_bytes: int) -> str | None:
        """Return the text of a file; None if there is no such file or it cannot be read."""
        if not _exists(file) or self._is_outside(file):
            return None
        try:
            return read_text(file, max_bytes)
        except Fault as fault:
            self.findings.error(Location(self.display_name(file), fault.row), str(fault))
            return None

    def _is_outside(self, file: Path) -> bool:
        if not file.is_relative_to(self.folder) or not is_outside(self.folder, file):
            return False
        self.findings.error(
            Location(self.display_name(file)),
            "the file is a link to outside the game's folder; copy it here",
        )
        return True

    def listing(self, folder: Path, *suffixes: str) -> dict[str, Path]:
        """Return the files below a folder by their names (`boats/junk` for boats/junk.svg)."""
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
        if file.is_symlink() and is_outside(folder, file):
            problem = "the file is a link to outside its folder; copy it here"
        elif other is not None:
            problem = f"the name '{file.stem}' is already taken by '{other.name}'; rename one"
        if problem:
            self.findings.error(Location(self.display_name(file)), problem)
        return not problem


def _exists(file: Path) -> bool:
    """Return whether there is such a file, even if it is a broken link."""
    return file.exists() or file.is_symlink()
