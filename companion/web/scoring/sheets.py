"""Score sheets on a page: whose are shown, what is wrong with them, and what a form changed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from flask import request
from msgspec.structs import replace

from companion.games.score import Fault
from companion.language.messages import Refused
from companion.rooms.room import Room
from companion.table.acts.score import (
    EMPTY_ROWS,
    EnterScore,
    EnterScores,
    changed_entries,
    sheet_from_form,
)
from companion.table.decide import MAX_EVENTS
from companion.table.entered_totals import TOTAL, TOTAL_FIELD
from companion.table.model import Act, Table
from companion.table.score_entries import MAX_ROWS, write_rows
from companion.table.score_sheets import entry_fields, fields_of, has_points, result_of, sheets_of
from companion.web.access import Visitor
from companion.web.query import parse_count

ALL: Final = "all"
TOTALS: Final = "totals"
SCORE: Final = EnterScore.kind()
SCORES: Final = EnterScores.kind()


def score_context(visitor: Visitor) -> dict[str, Any]:
    """What the score page of a table shows: one player's sheet, all sheets, or totals."""
    table = visitor.room.table
    fields, totals = fields_of(table), has_points(table)
    whose = _whose(visitor, has_fields=bool(fields), has_totals=totals)
    sheets, result = sheets_of(table), result_of(table)
    return {
        "fields": (TOTAL_FIELD,) if whose == TOTALS else fields,
        "titles": {field.id: field.title for field in (*fields, TOTAL_FIELD)},
        "result": result,
        "whose": whose,
        "has_totals": totals,
        "has_sheet": bool(fields),
        "entered": _with_submitted(sheets, table),
        "entered_totals": {seat: sheet[TOTAL] for seat, sheet in sheets.items() if TOTAL in sheet},
        "field_faults": _by_field(result.faults),
        "listed_faults": [f for f in result.faults if whose != TOTALS or f.field == TOTAL],
        "total_field": TOTAL,
        "is_scored": bool(table.sheets) or table.play is not None,
        "space_owners": _space_owners(table),
        "write_rows": write_rows,
        "count_rows": lambda rows: min(len(rows) + EMPTY_ROWS, MAX_ROWS),
    }


def only_changed(act: Act, room: Room) -> Act | None:
    """The act without entries that say what the page showed; None if nothing else is left.

    Other phones may have changed those since, and a form sends all of its fields.
    """
    number = parse_count(request.form.get("shown"), MAX_EVENTS)
    if act.kind not in (SCORE, SCORES) or number is None or number > len(room.log):
        return act
    shown = sheets_of(room.history.after(number))
    if act.kind == SCORE:
        seat = str(act.data.get("for", act.seat))
        sheet = changed_entries(act.data["sheet"], shown.get(seat, {}))
        return replace(act, data={**act.data, "sheet": sheet}) if sheet else None
    sheets = {
        seat: changed
        for seat, sheet in act.data["sheets"].items()
        if (changed := changed_entries(sheet, shown.get(seat, {})))
    }
    return replace(act, data={"sheets": sheets}) if sheets else None


def _whose(visitor: Visitor, *, has_fields: bool, has_totals: bool) -> str | None:
    """The seat whose sheet is shown, or ALL or TOTALS."""
    table = visitor.room.table
    requested = request.args.get("for") or request.form.get("for")
    if requested == TOTALS and has_totals:
        return TOTALS
    if not has_fields:
        return TOTALS if has_totals else None
    if requested == ALL or (requested is None and len(visitor.seats) > 1 and table.play is None):
        return ALL
    seats = [seat.id for seat in table.sheet_seats]
    wanted = requested if requested in seats else visitor.seat
    if wanted in seats:
        return wanted
    return seats[0] if seats else None


def _with_submitted(entered: dict[str, Any], table: Table) -> dict[str, Any]:
    """The sheets with what this request submits, so that input stays on a page that refuses it."""
    kind, whose = request.form.get("kind"), request.form.get("for", "")
    form = request.form.to_dict(flat=False)
    fields = entry_fields(table)
    try:
        if kind == SCORE and table.seat(whose) is not None:
            submitted = {whose: sheet_from_form(form, fields)}
        elif kind == SCORES:
            submitted = {
                seat.id: sheet_from_form(form, fields, f"entry.{seat.id}.") for seat in table.seats
            }
        else:
            return entered
    except Refused:
        return entered
    return entered | {seat: {**entered.get(seat, {}), **sheet} for seat, sheet in submitted.items()}


def _by_field(faults: Iterable[Fault]) -> dict[tuple[str, str], list[Fault]]:
    found: dict[tuple[str, str], list[Fault]] = {}
    for fault in faults:
        found.setdefault((fault.seat, fault.field), []).append(fault)
    return found


def _space_owners(table: Table) -> dict[str, dict[str, str]]:
    """The seat that has each space, for each field of spaces."""
    owners: dict[str, dict[str, str]] = {}
    spaces = [field.id for field in fields_of(table) if field.kind == "spaces"]
    for seat, sheet in sheets_of(table).items():
        for name in spaces:
            owners.setdefault(name, {}).update(dict.fromkeys(sheet.get(name) or (), seat))
    return owners
