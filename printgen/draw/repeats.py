"""Find the places of elements that are drawn repeatedly: in a line or in a grid."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from printgen.draw.pattern import Cell
from printgen.draw.setting_types import quoted
from printgen.geometry import translate
from printgen.lengths import parse_length
from printgen.limits import MAX_MM, REPEATS

REPEAT: Final = frozenset(
    {"over", "as", "columns", "rows", "dx", "dy", "x", "y", "align", "stagger"}
)
REPEAT_NAMES: Final = frozenset({"index", "row", "column", "total"})
"""What the repeated elements can read, beside the value itself."""


def frozen(value: Any) -> Any:
    """Return a list from an expression as a hashable tuple."""
    return tuple(map(frozen, value)) if isinstance(value, list) else value


def in_mm(key: str, value: Any) -> Any:
    """Return a length of a repeat without its unit; other values as they are."""
    is_length = key in ("dx", "dy", "x", "y") and isinstance(value, str)
    length = parse_length(value) if is_length else None
    return value if length is None else length


def _check_number(key: str, value: Any) -> None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError(f"'{key}' must be a number, not {quoted(value)}")
    if not abs(value) <= MAX_MM:
        raise ValueError(f"'{key}' must be at most {MAX_MM:g}, not {value:g}")


def checked_list(values: Any) -> list[Any]:
    """Return the values to repeat elements over; raise ValueError if they are not a list."""
    if not isinstance(values, tuple | list | range):
        raise ValueError(f"'over' must give a list, not {values!r}")
    check_repeats(len(values))
    return [frozen(value) for value in values]


def check_repeats(count: int) -> None:
    if count > REPEATS:
        raise ValueError(f"would draw {count} times; the limit is {REPEATS}")


def repeat_cells(values: Any, variable: str, options: Mapping[str, Any]) -> list[Cell]:
    """Return the positions at which the values of a list, or the cells of a grid, are drawn."""
    columns, rows = options.get("columns"), options.get("rows")
    for key, value in options.items():
        if key != "align":
            _check_number(key, value)
    for key in ("columns", "rows"):
        if key in options and (options[key] < 0 or options[key] != int(options[key])):
            raise ValueError(f"'{key}' must be a whole number, 0 or more, not {options[key]:g}")
    values_given = values is not None
    if values is None:
        if columns is None and rows is None:
            raise ValueError("needs 'over' (a list) or 'columns' and 'rows' (a grid)")
        values = range(int(1 if columns is None else columns) * int(1 if rows is None else rows))
        check_repeats(values.stop)
    elif columns and rows and len(values) > columns * rows:
        raise ValueError(f"has {len(values)} values for {columns:g} × {rows:g} cells")
    values = checked_list(values)
    wide = max(1, int(columns) if columns else len(values))
    dx, dy = float(options.get("dx", 0)), float(options.get("dy", 0))
    align = options.get("align", "left")
    if align not in ("left", "center", "right"):
        raise ValueError(f"'align' cannot be {align!r} (known: left, center, right)")
    made: list[Cell] = []
    in_line = values_given and columns is None  # a list without columns moves by dx and dy
    for index, value in enumerate(values):
        row, column = divmod(index, wide)
        in_row = min(wide, len(values) - row * wide)
        shift = {"left": 0.0, "center": (in_row - 1) / 2, "right": float(in_row - 1)}[align]
        stagger = float(options.get("stagger", 0)) if row % 2 else 0.0
        x = float(options.get("x", 0)) + (column - shift + stagger) * dx
        y = float(options.get("y", 0)) + (index if in_line else row) * dy
        names = {variable: value, "index": index, "row": row, "column": column}
        made.append(Cell({**names, "total": len(values)}, translate(x, y)))
    return made
