"""Takes a game's name, gives its rules: its own module's, or those that data alone can express."""

from __future__ import annotations

import importlib
from functools import cache
from importlib.util import find_spec
from typing import TypeGuard

from companion.games.base import Coloured, Facts, Implied, Notated, Referee, Rules
from companion.games.data import DATA_RULES, DataRules


@cache
def rules_for(slug: str) -> Rules:
    module = f"companion.games.{slug.replace('-', '_')}"
    if not slug.replace("-", "").isalnum() or find_spec(module) is None:
        return DATA_RULES
    rules: Rules = getattr(importlib.import_module(module), "RULES", DATA_RULES)
    return rules


def rules_at(slug: str, facts: Facts) -> Rules:
    """The rules of a game whose facts are known: where data is all, its options are there."""
    rules = rules_for(slug)
    return rules.at(facts) if isinstance(rules, DataRules) else rules


def referees(rules: Rules) -> TypeGuard[Referee]:
    """Whether these rules know how the whole game is played."""
    return hasattr(rules, "begin")


def has_colours(rules: Rules) -> TypeGuard[Coloured]:
    return hasattr(rules, "colours")


def implies(rules: Rules) -> TypeGuard[Implied]:
    return hasattr(rules, "implied")


def notates(rules: Rules) -> TypeGuard[Notated]:
    """Whether these rules write setups and positions in piecepack notation."""
    return hasattr(rules, "ppn")
