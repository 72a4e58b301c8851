"""Score sheets: their fields, entries and points."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from companion.games.rules import PlayableRules
from companion.games.score import Field, Result, Sheet
from companion.table.entered_totals import TOTAL_FIELD, with_entered_totals
from companion.table.game_rules import options_of, rules_of, setup_of
from companion.table.model import Table
from companion.table.score_entries import fitting_sheets


def fields_of(table: Table) -> tuple[Field, ...]:
    """The lines that the game's rules ask for."""
    return rules_of(table).fields(options_of(table), table.sheet_seats)


def entry_fields(table: Table) -> tuple[Field, ...]:
    """Everything that can be entered: the lines, and a total instead of them."""
    return (*fields_of(table), *((TOTAL_FIELD,) if has_points(table) else ()))


def has_points(table: Table) -> bool:
    """Whether players have points; in a race only the ranking counts."""
    return not rules_of(table).score(options_of(table), {}, table.seats).ranking_only


def result_of(table: Table) -> Result:
    """The score so far, or the score that was stored when the table ended."""
    return computed_result(table) if table.score is None else table.score


def computed_result(table: Table) -> Result:
    """The score by today's rules: the game's own state, overridden by what people entered."""
    rules = rules_of(table)
    sheets, faults = fitting_sheets((*fields_of(table), TOTAL_FIELD), sheets_of(table))
    result = rules.score(options_of(table), sheets, table.players)
    result = with_entered_totals(result, sheets, table.players)
    return replace(result, faults=(*faults, *result.faults)) if faults else result


def sheets_of(table: Table) -> dict[str, Sheet]:
    """Every seat's sheet: the entries of the game itself, overridden by those of people."""
    filled = _filled_in(table)
    seats = {*filled, *table.sheets}
    return {seat: {**filled.get(seat, {}), **table.sheets.get(seat, {})} for seat in sorted(seats)}


def _filled_in(table: Table) -> Mapping[str, Sheet]:
    """The entries that a refereed game fills in; before it starts, those that follow from the setup
    and from other entries."""
    rules = rules_of(table)
    if not isinstance(rules, PlayableRules):
        return {}
    if table.play is not None:
        return rules.sheets(table.play)
    if table.setup is None or not rules.has_implied:
        return {}
    setup = setup_of(rules, table.setup)
    return {seat: rules.implied(setup, sheet) for seat, sheet in table.sheets.items()}
