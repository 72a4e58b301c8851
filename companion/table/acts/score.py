"""Enter what players have scored."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, ClassVar, Final

from msgspec import UNSET, Meta, UnsetType, field
from msgspec.structs import replace

from companion.chance.provable import Chance
from companion.games.score import Field, Sheet
from companion.language.messages import Message, Refused, listing, say
from companion.table.acts.base import (
    NOT_DATA,
    Data,
    Form,
    LogEntry,
    Names,
    TableAct,
    first_value,
    own_seat,
    refused,
    whole,
)
from companion.table.model import Event, Table
from companion.table.score_entries import (
    MAX_ROWS,
    check_storable,
    is_same_entry,
    parse_number,
    parse_rows,
)
from companion.table.score_sheets import entry_fields, sheets_of

ENTRY: Final = "entry."
EMPTY_ROWS: Final = 2  # so many follow the filled ones on a page
NO_SHEET: Final = refused(say("'sheet' should hold a player’s entries"))
NO_SHEETS: Final = refused(say("'sheets' should hold the entries of players"))


class EnterScore(TableAct, frozen=True, tag="score"):
    """Fill in lines of a score sheet."""

    sheet: Annotated[
        dict[str, Any],
        Meta(
            description="Values by the ids of lines; `_total` counts instead of all lines.",
            extra=NO_SHEET,
        ),
    ]
    other: (
        Annotated[
            str,
            Meta(
                description="The seat whose sheet it is; by default the seat that acts.",
                extra=NO_SHEET,
            ),
        ]
        | UnsetType
    ) = field(default=UNSET, name="for")

    example: ClassVar[Data] = {"sheet": {}, "for": "s1-1"}
    noun: ClassVar[Message] = say("a score entry")
    uses_rules: ClassVar[bool] = True
    reads: ClassVar[tuple[str, ...]] = ("play", "setup", "seats", "latecomers", "sheets")

    def decide(self, table: Table, seat: str | None, chance: Chance) -> Data:  # noqa: ARG002
        self._entered(table, seat)
        return {}

    def apply(self, table: Table, event: Event) -> Table:
        return self._entered(table, event.seat)

    def _entered(self, table: Table, seat: str | None) -> Table:
        own = own_seat(table, seat)
        return _with_entries(table, {own.id if self.other is UNSET else self.other: self.sheet})

    @classmethod
    def from_form(cls, form: Form, table: Table, now_ms: int) -> dict[str, Any]:  # noqa: ARG003
        fields = entry_fields(table)
        _check_names(cls, form)
        other = first_value(form, "for")
        return {"sheet": sheet_from_form(form, fields), **({"for": other} if other else {})}

    @classmethod
    def describe(cls, entry: LogEntry, who: str | Message, names: Names) -> list[Message]:
        other = str(entry.data.get("for", entry.seat))
        if other == entry.seat:
            return [say("{who} enters a score", who=who)]
        return [say("{who} enters a score for {other}", who=who, other=names.get(other, "?"))]


class EnterScores(TableAct, frozen=True, tag="scores"):
    """Fill in the score sheets of several seats at once."""

    sheets: Annotated[
        dict[str, dict[str, Any]],
        Meta(description="Score sheets by the ids of seats.", extra=NO_SHEETS),
    ]

    example: ClassVar[Data] = {"sheets": {"s1-1": {}}}
    noun: ClassVar[Message] = say("a score entry")
    uses_rules: ClassVar[bool] = True
    reads: ClassVar[tuple[str, ...]] = ("play", "setup", "seats", "latecomers", "sheets")

    def decide(self, table: Table, seat: str | None, chance: Chance) -> Data:  # noqa: ARG002
        own_seat(table, seat)
        _with_entries(table, self.sheets)
        return {}

    def apply(self, table: Table, event: Event) -> Table:  # noqa: ARG002
        return _with_entries(table, self.sheets)

    @classmethod
    def from_form(cls, form: Form, table: Table, now_ms: int) -> dict[str, Any]:  # noqa: ARG003
        fields = entry_fields(table)
        prefixes = {seat.id: f"{ENTRY}{seat.id}." for seat in table.seats}
        _check_names(cls, form)
        sheets = {seat: sheet_from_form(form, fields, at) for seat, at in prefixes.items()}
        return {"sheets": {seat: sheet for seat, sheet in sheets.items() if sheet}}

    @classmethod
    def describe(cls, entry: LogEntry, who: str | Message, names: Names) -> list[Message]:
        others = listing(names.get(seat, "?") for seat in entry.data["sheets"])
        return [say("{who} enters a score for {other}", who=who, other=others)]


def _with_entries(table: Table, sheets: Mapping[str, Sheet]) -> Table:
    """The table with what was entered. Raises Refused for what no page sends; impossible entries
    are kept, and the score names them."""
    known = {line.id: line for line in entry_fields(table)}
    shown = sheets_of(table)
    entered = dict(table.sheets)
    for seat, sheet in sheets.items():
        found = table.seat(seat)
        if found is None:
            raise Refused("'sheet' should hold a player’s entries")
        if table.play is not None and not table.takes_part(seat):
            raise Refused("{name} joined after the start and can only watch", name=found.name)
        for name, value in sheet.items():
            if name not in known:
                raise Refused("the score sheet has no line '{name}'", name=name)
            check_storable(known[name], value)
        changed = {**entered.get(seat, {}), **changed_entries(sheet, shown.get(seat, {}))}
        entered[seat] = {name: value for name, value in changed.items() if value is not None}
    return replace(table, sheets=entered)


def changed_entries(sheet: Sheet, shown: Sheet) -> dict[str, Any]:
    """What somebody changed: a page sends all of its lines, and those that the game itself fills
    in must go on following the game."""
    return {
        name: value for name, value in sheet.items() if not is_same_entry(value, shown.get(name))
    }


def _check_names(act: type[TableAct], form: Form) -> None:
    """Raises Refused for a field that no score page has.

    Entries of lines or seats that are gone by now are left out, and the others are kept: the page
    was opened before somebody changed an option.
    """
    for name in form.keys() - NOT_DATA - {"for"}:
        if not name.startswith(ENTRY):
            raise Refused("'{kind}' has no field '{key}'", kind=act.kind(), key=name)


def sheet_from_form(form: Form, fields: Sequence[Field], prefix: str = ENTRY) -> dict[str, Any]:
    """What a score page says, for the fields that were on it."""
    sheet: dict[str, Any] = {}
    for line in fields:
        name = prefix + line.id
        if line.kind == "rows":
            if f"{name}.text" in form:
                sheet[line.id] = parse_rows(first_value(form, f"{name}.text"), len(line.columns))
            elif f"{name}.rows" in form:
                sheet[line.id] = _rows(form, name, len(line.columns))
        elif name in form and _is_offered(line, form[name]):
            sheet[line.id] = _entry(line, form[name])
    return sheet


def _is_offered(line: Field, values: Sequence[str]) -> bool:
    """Whether a line has this choice, which a changed option may have removed."""
    given = [value for value in values if value.strip() != ""]
    return line.kind != "choice" or not given or given[-1] in line.choices


def _entry(line: Field, values: Sequence[str]) -> Any:
    """A hidden empty value goes before boxes that may all be empty."""
    given = [value for value in values if value.strip() != ""]
    if line.kind == "spaces":
        known = {space.id for space in line.spaces}
        return [value for value in given if value in known or not known]
    if line.kind == "flag":
        return "yes" in given
    if not given:
        return None
    return parse_number(given[-1]) if line.kind == "number" else given[-1]


def _rows(form: Form, name: str, columns: int) -> list[list[int | str]]:
    """Rows in which anything is filled in; what is empty there counts as nothing."""
    shown = whole(name, first_value(form, f"{name}.rows"))
    rows = []
    for index in range(min(shown, MAX_ROWS)):
        cells = [first_value(form, f"{name}.{index}.{column}") for column in range(columns)]
        if any(cell.strip() not in ("", "0") for cell in cells):
            rows.append([parse_number(cell) if cell.strip() else 0 for cell in cells])
    return rows
