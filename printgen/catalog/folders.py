"""Find the folders of games and templates that a command works on."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from printgen.errors import CallError

if TYPE_CHECKING:
    from printgen.catalog.model import Game


class Folders:
    """The folders given on the command line, else those in the working folder, else the built-in
    ones."""

    def __init__(self, cards: Path | None, templates: Path | None) -> None:
        from printgen.catalog.builtin import builtin_cards, builtin_templates

        local = Path("cards")
        self.cards = cards or (local if local.is_dir() else builtin_cards())
        beside = self.cards.parent / "templates"
        self.templates = templates or (beside if beside.is_dir() else builtin_templates())

    def games(self, requested: tuple[str, ...]) -> tuple[str, ...]:
        """Return the requested games, or all. Raises CallError for one that does not exist."""
        from printgen.catalog.load import list_games
        from printgen.errors import did_you_mean

        known = list_games(self.cards)
        if not known:
            raise CallError(
                f"there are no games in {self.cards} (a game is a folder with a game.yaml)"
            )
        for name in requested:
            if name not in known:
                raise CallError(f"there is no game '{name}'{did_you_mean(name, known)}")
        return tuple(dict.fromkeys(requested)) or known

    def listing(self, requested: tuple[str, ...]) -> list[Game]:
        """Load the requested games, or all. Raises DataError with every mistake in their data."""
        from printgen.catalog.load import load_game
        from printgen.errors import Findings

        findings = Findings()
        games = [
            load_game(name, self.cards, self.templates, findings) for name in self.games(requested)
        ]
        findings.raise_errors()
        return [game for game in games if game is not None]
