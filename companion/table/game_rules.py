"""A table's setup and play, as the game's rules see them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from companion.chance.provable import (
    Chance,
    chance_from_words,
)
from companion.games import is_playable, rules_at
from companion.games.edition import edition_of
from companion.games.options import Options
from companion.games.rules import PlayableRules, Rules
from companion.games.setup import Chances, Setup
from companion.games.tabletop import FullTable
from companion.language.messages import Message, Refused
from companion.table.decks import taken_from
from companion.table.model import SetupRequest, Table


def setup_of(rules: Rules, request: SetupRequest) -> Setup:
    """The setup that a request stands for; the same one on every machine."""
    return rules.setup(request.players, full_options(rules, request.options), _chances_of(request))


def full_table_of(rules: Rules, request: SetupRequest, setup: Setup) -> FullTable:
    """The setup of a request with all pieces of the game; the same on every machine."""
    options = full_options(rules, request.options)
    return rules.full_table(setup, request.players, options, _chances_of(request))


def _chances_of(request: SetupRequest) -> Chances:
    """The chance of each part, from the words and how often the part was rerolled."""

    def chances(part: str) -> Chance:
        return chance_from_words(f"{request.words}/{part}/{request.rerolls.get(part, 0)}")

    return chances


def rules_of(table: Table) -> Rules:
    return rules_at(table.game, table.facts)


def full_options(rules: Rules, chosen: Mapping[str, str]) -> Options:
    """Every option with what was chosen or its default. Raises Refused for what is not offered."""
    known = {option.id: option for option in rules.options}
    for name, value in chosen.items():
        if name not in known:
            raise Refused("this game has no option '{name}'", name=name)
        if value not in known[name].choices:
            raise Refused("the option '{name}' has no choice '{value}'", name=name, value=value)
    return {name: chosen.get(name, option.default) for name, option in known.items()}


def options_of(table: Table) -> Options:
    chosen = table.setup.options if table.setup else {}
    return full_options(rules_of(table), chosen)


def laid_out(table: Table, request: SetupRequest) -> Table:
    """The table with this setup: its decks lack what the setup lays out or leaves in the box."""
    parts = setup_of(rules_of(table), request).parts
    first_edition = edition_of(table.facts) == 1
    if first_edition and is_playable(table.game):
        parts = ()
    aside = taken_from(table.pieces, [face for part in parts for face in part.used])
    unseen: Counter[str] = Counter()
    for part in () if first_edition else parts:
        unseen.update(part.unseen)
    changed = {*aside, *unseen, *table.aside, *table.unseen}
    piles = {name: pile for name, pile in table.piles.items() if name not in changed}
    return replace(table, setup=request, aside=aside, unseen=dict(unseen), piles=piles)


def referee_of(table: Table) -> PlayableRules:
    rules = rules_of(table)
    if not isinstance(rules, PlayableRules):
        raise Refused("the app cannot referee this game")
    return rules


def revealed(table: Table, after: Any) -> dict[str, Any]:
    """What a move to that state showed: pieces nobody had seen, or what can never be undone."""
    rules = referee_of(table)
    marks: dict[str, Any] = {}
    if rules.unseen(table.play) != rules.unseen(after):
        marks["shown"] = True
    if final_reason(table, after) is not None:
        marks["final"] = True
    return marks


def final_reason(table: Table, after: Any) -> Message | None:
    """Why a move that led from a table to that state cannot be undone, if so."""
    rules = rules_of(table)
    return rules.why_final(table.play, after) if isinstance(rules, PlayableRules) else None


def has_unseen(table: Table) -> bool:
    """Whether the game has pieces in an order that nobody knows."""
    rules = rules_of(table)
    return isinstance(rules, PlayableRules) and rules.has_unseen


def mix_game(table: Table, chance: Chance) -> Table:
    """The table with the game's unseen pieces in an order that nobody knows."""
    rules = rules_of(table)
    if table.play is None or not isinstance(rules, PlayableRules):
        return table
    unseen = sorted(rules.unseen(table.play).items())
    mixed = {name: chance.shuffle(sorted(pieces)) for name, pieces in unseen}
    return replace(table, play=rules.with_unseen(table.play, mixed))
