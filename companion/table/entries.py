"""Takes what players enter on score sheets, gives every sheet, the points, and what is wrong."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from msgspec.structs import replace

from companion.chance import Chance
from companion.games import implies, referees, rules_at
from companion.games.base import Fault, Field, Result, Sheet
from companion.table.kind import Kind
from companion.table.kind import Result as Decided
from companion.table.model import Act, Event, Refused, Seat, Table
from companion.table.plays import options_of, setup_of
from companion.table.reading import own_seat

MOST_ROWS: Final = 40


def fields_of(table: Table) -> tuple[Field, ...]:
    return rules_at(table.game, table.facts).fields(table.facts, options_of(table), table.seats)


def result_of(table: Table) -> Result:
    """The score so far: what the game's own state says, and over it what people have entered."""
    rules = rules_at(table.game, table.facts)
    return rules.score(table.facts, options_of(table), sheets_of(table), table.seats)


def sheets_of(table: Table) -> dict[str, Sheet]:
    """Every seat's sheet: what the game itself says of it, and over it what was written."""
    told = _told(table)
    seats = {*told, *table.sheets}
    return {seat: {**told.get(seat, {}), **table.sheets.get(seat, {})} for seat in sorted(seats)}


def _told(table: Table) -> Mapping[str, Sheet]:
    """What a refereed game says; of another, what follows from the setup and what was written."""
    rules = rules_at(table.game, table.facts)
    if table.play is not None and referees(rules):
        return rules.sheets(table.facts, table.play)
    if table.setup is None or not implies(rules):
        return {}
    setup = setup_of(table.game, table.facts, table.setup)
    return {seat: rules.implied(table.facts, setup, sheet) for seat, sheet in table.sheets.items()}


def _decide_score(table: Table, act: Act, chance: Chance) -> Decided:  # noqa: ARG001
    after, seat = _entered(table, act.data, own_seat(table, act))
    wrong = _new_faults(result_of(table), result_of(after), seat.id)
    if wrong:
        own = next((fault for fault in wrong if fault.seat == seat.id), wrong[0])
        raise Refused("{reason}", reason=own.message)
    return {}


def _new_faults(before: Result, after: Result, seat: str) -> list[Fault]:
    known = set(map(_fault_key, before.faults))
    return [f for f in after.faults if f.seat == seat or _fault_key(f) not in known]


def _fault_key(fault: Fault) -> tuple[str, str, str]:
    return fault.seat, fault.field, str(fault.message)


def _apply_score(table: Table, event: Event) -> Table:
    seat = table.seat(event.seat)
    if seat is None:
        raise Refused("take a seat first")
    return _entered(table, event.data, seat)[0]


def _entered(table: Table, data: Mapping[str, Any], seat: Seat) -> tuple[Table, Seat]:
    """The table with a seat's entries; what is `for` another seat is written for that one."""
    other = table.seat(data.get("for", seat.id))
    sheet = data.get("sheet")
    if other is None or not isinstance(sheet, Mapping):
        raise Refused("'sheet' should hold a player's entries")
    known = {field.id: field for field in fields_of(table)}
    for name, value in sheet.items():
        if name not in known:
            raise Refused("the score sheet has no line '{name}'", name=name)
        check_entry(known[name], value)
    entered = {
        **table.sheets.get(other.id, {}),
        **_changed(sheet, sheets_of(table).get(other.id, {})),
    }
    kept = {name: value for name, value in entered.items() if value is not None}
    return replace(table, sheets={**table.sheets, other.id: kept}), other


def _changed(sheet: Sheet, shown: Sheet) -> Sheet:
    """What somebody changed: a page sends all of its lines, and those that the game itself fills
    in must go on following the game."""
    return {name: value for name, value in sheet.items() if not _same(value, shown.get(name))}


def _same(value: Any, shown: Any) -> bool:
    if value is None or value is False or value == []:
        return not shown
    if isinstance(value, list) and isinstance(shown, list) and isinstance(value[0], str):
        return set(value) == set(shown)
    return bool(value == shown)


def check_entry(field: Field, value: object) -> None:
    """Raises Refused if a value is not what the field takes; nothing (None) clears it."""
    if value is None:
        return
    fits = {
        "number": lambda: _is_number(field, value),
        "flag": lambda: isinstance(value, bool),
        "choice": lambda: isinstance(value, str) and value in field.choices,
        "spaces": lambda: _are_spaces(field, value),
        "rows": lambda: _are_rows(field, value),
    }
    if not fits[field.kind]():
        raise Refused("{field} cannot be that", field=field.title)


def _is_number(field: Field, value: object) -> bool:
    if type(value) is int and not field.least <= value <= field.most:
        raise Refused(
            "{field} goes from {least} to {most}, not {value}",
            field=field.title,
            least=field.least,
            most=field.most,
            value=value,
        )
    return type(value) is int


def _are_spaces(field: Field, value: object) -> bool:
    known = {space.id for space in field.spaces}
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        return False
    return len(set(value)) == len(value) and set(value) <= known


def _are_rows(field: Field, value: object) -> bool:
    return (
        isinstance(value, list)
        and len(value) <= MOST_ROWS
        and all(isinstance(row, list) and len(row) == len(field.columns) for row in value)
        and all(_is_number(field, number) for row in value for number in row)
    )


ENTRIES: Final[Mapping[str, Kind]] = {"score": Kind(_decide_score, _apply_score)}
