"""The functions that expressions in templates may call, except for those that need the game."""

from __future__ import annotations

import hashlib
import inspect
import math
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, Final

from printgen.catalog.headings import known_name
from printgen.catalog.model import Record
from printgen.catalog.translations.pairs import first_of
from printgen.draw.show import show
from printgen.errors import did_you_mean
from printgen.limits import RANGE_LENGTH, ROUND_DIGITS, TEXT_LENGTH

Function = Callable[..., Any]


def check_call(name: str, function: Function, given: int) -> None:
    """Raise ValueError if a function does not take this number of values."""
    fewest, most = _takes(function)
    if given < fewest or (most is not None and given > most):
        few = f"{fewest} value{'' if fewest == 1 else 's'}"
        takes = f"at least {few}" if most is None else few if most == fewest else ""
        raise ValueError(f"{name}() takes {takes or f'{fewest} to {most} values'}, not {given}")


@cache
def _takes(function: Function) -> tuple[int, int | None]:
    """Return the smallest and largest number of values; None if there is no limit."""
    parameters = inspect.signature(function).parameters.values()
    fewest = sum(p.default is p.empty and p.kind is not p.VAR_POSITIONAL for p in parameters)
    endless = any(p.kind is p.VAR_POSITIONAL for p in parameters)
    return fewest, None if endless else len(parameters)


def _items(name: str, value: Any) -> Sequence[Any]:
    if isinstance(value, tuple | list | range):
        return value
    raise ValueError(f"{name}() needs a list, not {show(value) or 'an empty value'!r}")


def _abs(number: Any) -> Any:
    return abs(number)


def _angle(x: Any, y: Any) -> float:
    return math.degrees(math.atan2(float(y), float(x)))


def _capitals(text: Any) -> str:
    return show(text).upper()


def _column(row: Any, column: Any, default: Any = None) -> Any:
    if isinstance(row, Record) and known_name(show(column), row.values) not in row.values:
        return default
    return _cell("column", row, column)


def _cos(angle: Any) -> float:
    return math.cos(math.radians(float(angle)))


def _count(items: Any, item: Any) -> int:
    return list(items).count(item)


def _int(number: Any) -> int:
    return int(number)


def _join(items: Any, between: Any) -> str:
    separator, length, parts = show(between), 0, []
    for item in _items("join", items):
        parts.append(show(item))
        length += len(parts[-1]) + len(separator)
        if length > TEXT_LENGTH:
            raise ValueError(f"join() makes more than {TEXT_LENGTH} characters")
    return separator.join(parts)


def _len(items: Any) -> int:
    items = first_of(items) if isinstance(items, str) else items
    return len(items)


def _lower(text: Any) -> str:
    return show(text).lower()


def _max(first: Any, *others: Any) -> Any:
    return max(first, *others) if others else max(_items("max", first))


def _min(first: Any, *others: Any) -> Any:
    return min(first, *others) if others else min(_items("min", first))


def _number(text: Any) -> float:
    return float(text)


def _range(count: Any) -> tuple[int, ...]:
    return tuple(range(min(int(count), RANGE_LENGTH)))


def _round(value: Any, digits: Any = None) -> Any:
    if digits is not None and not -ROUND_DIGITS <= digits <= ROUND_DIGITS:
        raise ValueError(f"round() takes up to {ROUND_DIGITS} digits, not {digits}")
    return round(value, digits)


def _sin(angle: Any) -> float:
    return math.sin(math.radians(float(angle)))


def _sqrt(number: Any) -> float:
    return math.sqrt(number)


def _values(name: str, items: Any, column: Any) -> list[Any]:
    """Return the items of a list, or their values in a column if they are rows."""
    found = list(_items(name, items))
    if column is None:
        return found
    return [_cell(name, item, column) for item in found]


def _cell(name: str, row: Any, column: Any) -> Any:
    if not isinstance(row, Record):
        raise ValueError(f"{name}() can read the column '{show(column)}' of rows only")
    if column in row.values:
        return row.values[column]
    written = show(column)
    found = known_name(written, row.values)
    if found not in row.values:
        hint = did_you_mean(written, row.values)
        raise ValueError(f"{name}(): there is no column '{written}'{hint}")
    return row.values[found]


def _numbers(name: str, items: Any, column: Any) -> list[float]:
    values = [value for value in _values(name, items, column) if value is not None]
    for value in values:
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise ValueError(f"{name}() adds up numbers, but '{show(value)}' is not a number")
    return values


def _sum(items: Any, column: Any = None) -> float:
    return sum(_numbers("sum", items, column))


def _mean(items: Any, column: Any = None) -> float:
    values = _numbers("mean", items, column)
    if not values:
        raise ValueError("mean() needs at least one number")
    return sum(values) / len(values)


def _where(items: Any, column: Any, value: Any) -> tuple[Any, ...]:
    rows = _items("where", items)
    allowed = value if isinstance(value, tuple | list) else (value,)
    return tuple(row for row in rows if _has(_cell("where", row, column), allowed))


def _has(value: Any, allowed: Sequence[Any]) -> bool:
    values = value if isinstance(value, tuple) else (value,)
    return any(item in allowed or _row_id(item) in allowed for item in values)


def _row_id(value: Any) -> Any:
    return value.values.get("id") if isinstance(value, Record) else value


def _sort(items: Any, column: Any = None) -> tuple[Any, ...]:
    rows = list(_items("sort", items))
    keys = [_sort_key(value) for value in _values("sort", items, column)]
    order = sorted(range(len(rows)), key=keys.__getitem__)
    return tuple(rows[at] for at in order)


def _sort_key(value: Any) -> tuple[int, float, str]:
    """Sort nothing first, then numbers, then texts."""
    if value is None:
        return 0, 0.0, ""
    if isinstance(value, int | float):
        return 1, value, ""
    return 2, 0.0, show(value).casefold()


def _unique(items: Any, column: Any = None) -> tuple[Any, ...]:
    return tuple(dict.fromkeys(_values("unique", items, column)))


def _real(name: str, value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError(f"{name}() needs a number, not '{show(value)}'")
    return value


def _digits(name: str, value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= ROUND_DIGITS:
        raise ValueError(f"{name}() takes 0 to {ROUND_DIGITS} digits, not '{show(value)}'")
    return value


def _fixed(number: Any, digits: Any) -> str:
    return f"{_real('fixed', number):.{_digits('fixed', digits)}f}"


def _thousands(number: Any, separator: Any = ",") -> str:
    value = _real("thousands", number)
    return (f"{value:,}" if value % 1 else f"{int(value):,}").replace(",", show(separator))


def _signed(number: Any) -> str:
    value = _real("signed", number)
    sign = "+" if value > 0 else "−" if value < 0 else ""
    return f"{sign}{abs(value):g}"


def _pad(number: Any, digits: Any) -> str:
    return show(number).rjust(_digits("pad", digits), "0")


def _plural(number: Any, one: Any, many: Any = None) -> str:
    several = f"{show(one)}s" if many is None else show(many)
    return f"{show(number)} {show(one) if _real('plural', number) == 1 else several}"


def _random(seed: Any, most: Any) -> int:
    if isinstance(most, bool) or not isinstance(most, int) or most < 1:
        raise ValueError(f"random() needs the largest number, 1 or more, not '{show(most)}'")
    return _chance(seed, 0) % most + 1


def _shuffle(seed: Any, items: Any) -> tuple[Any, ...]:
    found = list(_items("shuffle", items))
    return tuple(found[at] for at in sorted(range(len(found)), key=lambda at: _chance(seed, at)))


def _chance(seed: Any, at: int) -> int:
    """Return a number that depends only on the seed and a position, on every computer."""
    text = f"{show(seed)}\0{at}".encode()
    return int.from_bytes(hashlib.blake2b(text, digest_size=8).digest())


PLAIN_FUNCTIONS: Final[Mapping[str, Function]] = {
    "abs": _abs,
    "angle": _angle,
    "capitals": _capitals,
    "column": _column,
    "cos": _cos,
    "count": _count,
    "fixed": _fixed,
    "int": _int,
    "join": _join,
    "len": _len,
    "lower": _lower,
    "max": _max,
    "mean": _mean,
    "min": _min,
    "number": _number,
    "pad": _pad,
    "plural": _plural,
    "random": _random,
    "range": _range,
    "round": _round,
    "shuffle": _shuffle,
    "signed": _signed,
    "sin": _sin,
    "sort": _sort,
    "sqrt": _sqrt,
    "sum": _sum,
    "text": show,
    "thousands": _thousands,
    "unique": _unique,
    "where": _where,
}
