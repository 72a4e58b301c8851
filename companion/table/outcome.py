"""What a finished game stores: players, places, options, the score and how it developed.

The end of a table keeps all of it as data, with every line of the score and its reason, so that
a later change of the rules does not change a finished game.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from companion.games import rules_at
from companion.games.rules import PlayableRules
from companion.games.score import Fault, Rank, Result, Subtotal, Total
from companion.games.seats import COLOURS
from companion.language.messages import Message, checked, is_message_data, say
from companion.table.game_rules import options_of
from companion.table.model import Table
from companion.table.score_progress import ScoreProgress
from companion.table.score_sheets import computed_result

ADDED_LATER: Final = frozenset({"lowest_wins", "score", "choices", "progress"})
"""What outcomes of earlier versions may lack."""


class ChosenOption(Struct, frozen=True):
    """An option as it was chosen; `usual` is whether that was its default then."""

    option: str
    title: Message
    choice: Message
    usual: bool = False


def outcome_of(table: Table, progress: ScoreProgress) -> dict[str, Any]:
    """JSON values. A player who was not scored has neither points nor place."""
    result = computed_result(table)
    points = {total.seat: total.points for total in result.totals}
    places = {rank.seat: rank.place for rank in result.ranking}
    scored = bool(table.sheets) or table.play is not None
    colours = colours_in_play(table)
    outcome = {
        "pointless": result.ranking_only,
        "lowest_wins": result.lowest_wins,
        "options": dict(table.setup.options) if table.setup else {},
        "players": [
            {
                "seat": seat.id,
                "name": seat.name,
                "colour": colours.get(seat.id, seat.colour),
                "points": points.get(seat.id) if scored and not result.ranking_only else None,
                "place": places.get(seat.id) if scored else None,
                "first": seat.id == table.first,
            }
            for seat in table.players
        ],
        "score": result,
        "choices": _choices(table),
        "progress": progress,
    }
    read: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(outcome))
    return read


def colours_in_play(table: Table) -> Mapping[str, str]:
    """The seat colours of the pieces that seats play, in a game that the companion referees."""
    rules = rules_at(table.game, table.facts)
    if table.play is None or not isinstance(rules, PlayableRules):
        return {}
    return rules.scene(table.play, None).colours


def _choices(table: Table) -> list[ChosenOption]:
    chosen = options_of(table)
    return [
        ChosenOption(
            option.id,
            option.title,
            option.choices[chosen[option.id]],
            usual=chosen[option.id] == option.default,
        )
        for option in rules_at(table.game, table.facts).options
    ]


def outcome_like(outcome: Mapping[str, Any], stored: object) -> Mapping[str, Any]:
    """The outcome without what results of earlier versions did not say, if `stored` is such a one.

    It follows from the table's facts, so leaving it out of a record hides nothing. Earlier versions
    stored the colours of the seats, later ones those of their pieces: they decide nothing, so the
    stored ones are taken.
    """
    if not isinstance(stored, Mapping):
        return outcome
    lacks = ADDED_LATER - stored.keys()
    kept = {key: value for key, value in outcome.items() if key not in lacks}
    return {**kept, "players": _coloured_like(outcome["players"], stored.get("players"))}


def _coloured_like(players: list[dict[str, Any]], stored: object) -> list[dict[str, Any]]:
    entries = stored if isinstance(stored, list) else []
    colours = {
        entry.get("seat"): entry["colour"]
        for entry in entries
        if isinstance(entry, Mapping) and entry.get("colour") in COLOURS
    }
    return [
        {**player, "colour": colours.get(player["seat"], player["colour"])} for player in players
    ]


def without_sentences(outcome: Mapping[str, Any]) -> Mapping[str, Any]:
    """What was decided: points, places and the structure of the score, but no wording."""
    decided: Mapping[str, Any] = _without_messages(outcome)
    return decided


def _without_messages(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {
            key: _without_messages(inner)
            for key, inner in value.items()
            if inner is not None and not is_message_data(inner)
        }
    return [_without_messages(inner) for inner in value] if isinstance(value, list) else value


def stored_result(outcome: object) -> Result | None:
    """The score that an outcome holds; None for one of an earlier version, or a damaged one."""
    stored = outcome.get("score") if isinstance(outcome, Mapping) else None
    return None if stored is None else read_result(stored)


def read_result(stored: object) -> Result | None:
    try:
        result = msgspec.convert(stored, Result)
        return replace(
            result,
            totals=tuple(map(_checked_total, result.totals)),
            ranking=tuple(map(_checked_reason, result.ranking)),
            faults=tuple(map(_checked_fault, result.faults)),
        )
    except (ValueError, RecursionError):
        return None


def _checked_total(total: Total) -> Total:
    return replace(total, lines=tuple(map(_checked_line, total.lines)))


def _checked_line(line: Subtotal) -> Subtotal:
    why = None if line.why is None else checked(line.why)
    return Subtotal(checked(line.title), line.points, why, tuple(map(_checked_line, line.parts)))


def _checked_reason(rank: Rank) -> Rank:
    return rank if rank.why is None else replace(rank, why=checked(rank.why))


def _checked_fault(fault: Fault) -> Fault:
    return replace(fault, message=checked(fault.message))


def read_choices(stored: object) -> tuple[ChosenOption, ...] | None:
    """The options of a stored outcome; None for a damaged one."""
    try:
        choices = msgspec.convert(stored, tuple[ChosenOption, ...])
        return tuple(
            replace(each, title=checked(each.title), choice=checked(each.choice))
            for each in choices
        )
    except (ValueError, RecursionError):
        return None


def describe_changed(choices: tuple[ChosenOption, ...]) -> tuple[Message, ...]:
    """The options that were not left at their default."""
    return tuple(
        say("{title}: {choice}", title=each.title, choice=each.choice)
        for each in choices
        if not each.usual
    )
