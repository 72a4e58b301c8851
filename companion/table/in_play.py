"""A game in play as one seat may see it, and the moves that the seat may make."""

from __future__ import annotations

from msgspec.structs import replace

from companion.games.offers import Offers
from companion.games.rules import PlayableRules
from companion.games.scene import Scene
from companion.language.messages import say
from companion.table.game_rules import rules_of
from companion.table.model import Table


def scene_of(table: Table, seat: str | None) -> Scene | None:
    """The game as one seat may see it. Nobody is to act at a table that the host has closed."""
    rules = rules_of(table)
    if table.play is None or not isinstance(rules, PlayableRules):
        return None
    scene = rules.scene(table.play, seat)
    if not table.ended or scene.over:
        return scene
    return replace(scene, headline=say("The game was ended early"), turn=(), focus=None, topics=())


def was_ended_early(table: Table) -> bool:
    """Whether the host has closed the table before the game was over."""
    scene = scene_of(table, None)
    return table.ended and scene is not None and not scene.over


def offers_of(table: Table, seat: str | None) -> Offers:
    """The moves of a seat; none once the host has closed the table."""
    rules = rules_of(table)
    if seat is None or table.play is None or table.ended or not isinstance(rules, PlayableRules):
        return Offers()
    return rules.offers(table.play, seat)
