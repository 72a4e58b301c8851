"""A copy of the sample game to break, and helpers that return its findings."""

from __future__ import annotations

import shutil
from pathlib import Path

from printgen.catalog.builtin import builtin_templates
from printgen.catalog.load import load_game
from printgen.catalog.model import Game
from printgen.errors import Findings

SAMPLE = Path(__file__).parents[1] / "sample" / "cards" / "harbour"


class GameFolder:
    """The harbour game and the shared templates in a folder of their own."""

    def __init__(self, root: Path) -> None:
        self.cards = root / "cards"
        self.templates = root / "templates"
        self.game = self.cards / "harbour"
        shutil.copytree(SAMPLE, self.game)
        shutil.copytree(builtin_templates() / "themes", self.templates / "themes")
        shutil.copy(builtin_templates() / "fonts.yaml", self.templates)

    def write(self, name: str, content: str | bytes, *, shared: bool = False) -> Path:
        file = (self.templates if shared else self.game) / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content.encode() if isinstance(content, str) else content)
        return file

    def edit(self, name: str, old: str, new: str, *, shared: bool = False) -> None:
        file = (self.templates if shared else self.game) / name
        text = file.read_text(encoding="utf-8")
        assert old in text, f"{name} does not hold {old!r}"
        file.write_text(text.replace(old, new, 1), encoding="utf-8")

    def load(self) -> tuple[Game | None, list[str]]:
        findings = Findings()
        game = load_game("harbour", self.cards, self.templates, findings)
        return game, [str(finding) for finding in findings]

    def sound(self) -> Game:
        game, messages = self.load()
        assert messages == []
        assert game is not None
        return game

    def faults(self) -> list[str]:
        return self.load()[1]

    def only_fault(self) -> str:
        """Return the only finding: a mistake must not be reported in a second place."""
        faults = self.faults()
        assert len(faults) == 1, faults
        return faults[0]
