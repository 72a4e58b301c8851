"""Count the sheets of whole games without writing them."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from printgen.build.game_build import GameBuild
from printgen.build.request import Request
from printgen.build.whole_game import WholeGame
from printgen.draw.component import draw_component
from printgen.errors import Findings


class GameSheets(Struct, frozen=True):
    """A game's print files on one paper."""

    slug: str
    title: str
    paper: str
    whole: WholeGame


def count_sheets(games: Sequence[str], request: Request) -> tuple[GameSheets, ...]:
    """Return the print files of each game; raise DataError for mistakes in its data."""
    found: list[GameSheets] = []
    for slug in games:
        game_build = GameBuild(slug, request)
        game = game_build.game
        findings = Findings()
        findings.extend(game_build.found)
        drawn = [
            (component, draw_component(game, component, game_build.context, findings))
            for component in game.components
        ]
        findings.raise_errors()
        whole = game_build.plan_whole_game(drawn)
        found.append(GameSheets(slug, game.title, request.paper, whole))
    return tuple(found)
