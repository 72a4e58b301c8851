"""List the sheets to print, by stock, as text or JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from printgen.build.sheet_counts import GameSheets
from printgen.build.whole_game import PrintFile


def sheets_text(games: Sequence[GameSheets]) -> str:
    """Return one aligned table per game, and the total of all."""
    lines: list[str] = []
    for game in games:
        lines.append(f"{game.title} [{game.slug}] on {game.paper}")
        for file in game.whole.files:
            titles = list(dict.fromkeys(part.title for part in file.parts))
            stock = file.stock.title or "any stock"
            held = ", ".join(title for title in titles if title != file.stock.title)
            lines.append(
                f"  {file.sheets:>4}  {_count(file.pages, 'page'):<10} {stock:<20}"
                f" {_sides(file):<11} {held}".rstrip()
            )
        lines.append(f"  {game.whole.sheets:>4}  {_total(game)}")
    if len(games) > 1:
        sheets = sum(game.whole.sheets for game in games)
        lines.append(f"{sheets:>6}  sheets of {games[0].paper} for all games")
    return "\n".join(lines)


def _total(game: GameSheets) -> str:
    whole = game.whole
    pages = sum(file.pages for file in whole.files)
    text = f"sheets with {_count(pages, 'page')} in {_count(len(whole.files), 'file')}"
    if whole.sheets > whole.least:
        share = whole.sheets / whole.least - 1
        return f"{text}, {share:.0%} more than the area of the pieces ({whole.least} sheets)"
    return f"{text}, as few as the area of the pieces allows"


def _sides(file: PrintFile) -> str:
    return "both sides" if file.two_sided else "one side"


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"


def sheets_json(games: Sequence[GameSheets]) -> str:
    return json.dumps([_describe(game) for game in games], indent=2, ensure_ascii=False)


def _describe(game: GameSheets) -> dict[str, Any]:
    return {
        "slug": game.slug,
        "title": game.title,
        "paper": game.paper,
        "sheets": game.whole.sheets,
        "least": game.whole.least,
        "files": [
            {
                "stock": file.stock.title,
                "sides": 2 if file.two_sided else 1,
                "sheets": file.sheets,
                "pages": file.pages,
                "parts": [part.title for part in file.parts],
            }
            for file in game.whole.files
        ],
        "components": dict(game.whole.where),
    }
