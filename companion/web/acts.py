"""Takes a form of one of our pages, gives the act it stands for, or says what is wrong with it."""

from __future__ import annotations

import hashlib
import re
import time
from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from companion.games import rules_at
from companion.games.base import Field, Option
from companion.table.entries import MOST_ROWS, fields_of
from companion.table.model import Act, Refused, Table

Form = Mapping[str, Sequence[str]]

NUMBERS: Final = frozenset(
    {"count", "by", "number", "most", "players", "seconds", "fingers", "sides"}
)
LISTS: Final = frozenset({"keep"})
FLAGS: Final = frozenset({"to_here"})
ID: Final = re.compile(r"[A-Za-z0-9_.:-]{8,80}")
LONGEST_ID: Final = 400
EMPTY_ROWS: Final = 2  # so many follow the filled ones on a page
OURS: Final = frozenset({"id", "kind", "seat", "page", "watch"})
ENTRY: Final = "entry."
OPTION: Final = "option."
AGAIN: Final = "again."


def read_act(form: Form, table: Table) -> Act:
    """Raises Refused for what no page of ours sends."""
    act_id = _read_id(_one(form, "id"))
    kind = _one(form, "kind")
    if kind == "score":
        data = {"sheet": read_sheet(form, fields_of(table)), **_other_seat(form)}
    elif kind == "setup":
        data = read_setup(form, rules_at(table.game, table.facts).options)
    else:
        data = _play_data(form) if kind == "play" else _plain_data(form)
    if kind == "roll" and "sides" in data:
        data["die"] = f"d{data.pop('sides')}"
    if kind == "timer":
        data["until"] = round(time.time() * 1000) + 1000 * int(data.pop("seconds", 0))
    return Act(act_id, kind, _one(form, "seat") or None, data)


def _read_id(said: str) -> str:
    """An id that fits the store. Our pages make them of names too, which are long or in any
    script: such an id is told by its digest."""
    if not 8 <= len(said) <= LONGEST_ID:
        raise Refused("an act needs an id of its own")
    return said if ID.fullmatch(said) else hashlib.sha256(said.encode()).hexdigest()


def _one(form: Form, key: str) -> str:
    values = form.get(key) or [""]
    return values[0]


def _whole(key: str, value: str) -> int:
    try:
        return int(value)
    except ValueError:
        raise Refused("'{key}' should be a whole number", key=key) from None


def _plain_data(form: Form) -> dict[str, Any]:
    data: dict[str, Any] = {}
    for key, values in form.items():
        if key in OURS:
            continue
        if key in NUMBERS:
            data[key] = _whole(key, values[0])
        elif key in FLAGS:
            data[key] = bool(values[0])
        else:
            data[key] = list(values) if key in LISTS else values[0]
    return data


def _other_seat(form: Form) -> dict[str, Any]:
    other = _one(form, "for")
    return {"for": other} if other else {}


def read_setup(form: Form, offered: Sequence[Option] = ()) -> dict[str, Any]:
    """Players, options and seed; parts that are not kept are rolled once more.

    An option that stays as it usually is needs no word: addresses, their QR codes and the list of
    finished games stay short.
    """
    usual = {f"{OPTION}{option.id}": option.default for option in offered}
    keep = set(form.get("lock", ()))
    roll = _one(form, "roll")
    again: dict[str, int] = {}
    for key, values in form.items():
        if key.startswith(AGAIN):
            part = key.removeprefix(AGAIN)
            rolled = roll == part or (roll == "rest" and part not in keep)
            again[part] = _whole(part, values[0]) + rolled
    data: dict[str, Any] = {
        "options": {
            key.removeprefix(OPTION): values[0]
            for key, values in form.items()
            if key.startswith(OPTION) and values[0] != usual.get(key)
        },
    }
    if _one(form, "players"):
        data["players"] = _whole("players", _one(form, "players"))
    if roll == "fair":
        data["fair"] = True
    elif roll == "told":
        data["words"] = _seed(_one(form, "told"))
    elif roll != "all":
        data["again"] = {part: count for part, count in again.items() if count}
        if _one(form, "words"):
            data["words"] = _seed(_one(form, "words"))
    return data


def _seed(said: str) -> str:
    """`Jade otter 41` is the seed jade-otter-41."""
    return "-".join(said.lower().replace("-", " ").split())


def _play_data(form: Form) -> dict[str, Any]:
    try:
        move = msgspec.json.decode(_one(form, "move"))
    except (msgspec.DecodeError, RecursionError):
        raise Refused("'move' should say what is done") from None
    key = _one(form, "key")
    if key and isinstance(move, dict):
        move[key] = [item for item in form.get("item", ()) if item]
    return {"move": move}


def read_sheet(form: Form, fields: Sequence[Field]) -> dict[str, Any]:
    """What a score page says, for the fields that were on it."""
    sheet: dict[str, Any] = {}
    for field in fields:
        name = ENTRY + field.id
        if field.kind == "rows":
            if f"{name}.rows" in form:
                sheet[field.id] = _rows(form, name, len(field.columns))
        elif name in form:
            sheet[field.id] = _entry(field, form[name])
    return sheet


def _entry(field: Field, values: Sequence[str]) -> Any:
    """A hidden empty value goes before boxes that may all be empty."""
    given = [value for value in values if value != ""]
    if field.kind == "spaces":
        return given
    if field.kind == "flag":
        return "yes" in given
    if not given:
        return None
    return _whole(field.id, given[-1]) if field.kind == "number" else given[-1]


def _rows(form: Form, name: str, columns: int) -> list[list[int]]:
    """Rows in which anything is filled in; what is empty there counts as nothing."""
    shown = _whole(name, _one(form, f"{name}.rows"))
    rows = []
    for index in range(min(shown, MOST_ROWS + EMPTY_ROWS)):
        cells = [_one(form, f"{name}.{index}.{column}") for column in range(columns)]
        if any(cell not in ("", "0") for cell in cells):
            rows.append([_whole(name, cell or "0") for cell in cells])
    return rows
