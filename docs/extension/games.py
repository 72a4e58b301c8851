"""Show the games that come with Paperboat, from their folders."""

from __future__ import annotations

from collections.abc import Iterator

from docs.extension.repository import ROOT
from docs.extension.tables import table
from printgen.catalog.folders import Folders
from printgen.catalog.model import Game


def describe_games() -> str:
    games = Folders(ROOT / "cards", ROOT / "templates").listing(())
    return "\n\n".join(line for game in games for line in _game(game))


def _game(game: Game) -> Iterator[str]:
    yield f"## {game.title}"
    yield game.credit
    folder = ROOT / "cards" / game.slug / "pictures"
    for name, alt in (("board", "The board"), ("pieces", "Pieces, cut out")):
        if (folder / f"{name}.png").is_file():
            yield f"![{game.title}: {alt}](../cards/{game.slug}/pictures/{name}.png)"
    yield f"```\nprintgen build {game.slug}\n```"
    by_paper: dict[str, list[str]] = {}
    for component in game.components:
        by_paper.setdefault(component.stock or "any paper", []).append(component.title)
    yield table(("Print on", "What"), ((paper, ", ".join(t)) for paper, t in by_paper.items()))
