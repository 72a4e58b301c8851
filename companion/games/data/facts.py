"""The facts of a game that game.yaml alone describes."""

from __future__ import annotations

from msgspec import convert, to_builtins

from companion.games.edition import EDITION
from companion.games.facts import Facts
from printgen.catalog.model import Game
from printgen.catalog.play.model import Play


def collect_facts(game: Game) -> Facts:
    facts: Facts = {"edition": EDITION, **to_builtins(game.play)}
    return facts


def read_facts(facts: Facts) -> Play:
    return convert(facts, Play)


def lowest_wins(facts: Facts) -> bool:
    """Whether the fewest points win, also for facts that are not complete."""
    return facts.get("lowest_wins") is True
