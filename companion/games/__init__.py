"""The rules of games: five packages with whole games, and rules that game.yaml alone expresses.

Must not touch files, the network or pages, and no game may import another.
"""

from __future__ import annotations

import importlib
from functools import cache, lru_cache
from importlib.util import find_spec
from typing import Any

from companion.games import data
from companion.games.facts import Facts
from companion.games.rules import GameFunctions, PlayableRules, Rules
from printgen.catalog.model import Game

__all__ = ["PlayableRules", "Rules", "facts_of", "is_playable", "rules_at", "rules_for"]

MAX_BOUND = 256
"""How many tables' rules are kept bound; more are bound again when they are needed."""


def facts_of(game: Game) -> Facts:
    """The facts that a new table of this game stores."""
    functions = _functions(game.slug)
    return data.collect_facts(game) if functions is None else functions.collect_facts(game)


def rules_for(game: Game) -> Rules:
    """The rules bound to the game's files as they are now."""
    return _rules_of_game(_Identity(game))


def rules_at(slug: str, facts: Facts) -> Rules:
    """The rules bound to the facts that a table stored."""
    return _bound_rules(slug, _Identity(facts))


def is_playable(slug: str) -> bool:
    """Whether the companion knows the whole game and not only its setup and score."""
    return _functions(slug) is not None


@cache
def _functions(slug: str) -> GameFunctions[Any, Any] | None:
    """The functions of the game's own package, if it has one."""
    module = f"companion.games.{slug.replace('-', '_')}"
    if not slug.replace("-", "").isalnum() or find_spec(module) is None:
        return None
    return getattr(importlib.import_module(module), "FUNCTIONS", None)


class _Identity:
    """A cache key for a value that cannot be hashed: equal only to itself."""

    def __init__(self, value: Any) -> None:
        self.value = value

    def __hash__(self) -> int:
        return id(self.value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Identity) and self.value is other.value


@lru_cache(maxsize=MAX_BOUND)
def _bound_rules(slug: str, facts: _Identity) -> Rules:
    functions = _functions(slug)
    return (
        data.DataRules(facts.value) if functions is None else PlayableRules(functions, facts.value)
    )


@lru_cache(maxsize=16)
def _rules_of_game(game: _Identity) -> Rules:
    return rules_at(game.value.slug, facts_of(game.value))
