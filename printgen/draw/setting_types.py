"""The types of settings: how a value is checked and converted, and its default."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from msgspec import Struct

from printgen.draw.context import DrawContext
from printgen.draw.show import show
from printgen.errors import did_you_mean
from printgen.geometry import Matrix
from printgen.lengths import parse_length
from printgen.limits import MAX_MM, TEXT_LENGTH, TYPE_SIZE_PT

STEEPEST: Final = 89
"""Degrees: beyond that, a slanted group would be larger than any sheet."""

Convert = Callable[[Any, DrawContext], Any]


class SettingType(Struct, frozen=True):
    convert: Convert
    default: Any = None


def quoted(value: Any) -> str:
    """Return a value as error messages quote it."""
    return "empty" if value is None else repr(value)


def number(value: Any, _: DrawContext) -> float:
    """Return a number; lengths are in mm, and may be written with a unit, such as '2.5in'."""
    if isinstance(value, str):
        value = parse_length(value) if parse_length(value) is not None else value
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError(f"must be a number, not {quoted(value)}")
    if not abs(value) <= MAX_MM:  # false for nan too
        raise ValueError(f"must be at most {MAX_MM:g}, not {value:g}")
    return float(value)


def type_size(value: Any, context: DrawContext) -> float:
    if isinstance(value, str):
        raise ValueError(f"must be a number of points, not {quoted(value)}")
    if isinstance(value, int | float) and value > TYPE_SIZE_PT:
        raise ValueError(f"must be at most {TYPE_SIZE_PT:g} points, not {value:g}")
    return positive(value, context)


def positive(value: Any, context: DrawContext) -> float:
    made = number(value, context)
    if made <= 0:
        raise ValueError(f"must be more than 0, not {value!r}")
    return made


def not_negative(value: Any, context: DrawContext) -> float:
    made = number(value, context)
    if made < 0:
        raise ValueError(f"must be 0 or more, not {value!r}")
    return made


def numbers(*names: str, least: float | None = None) -> Convert:
    """Return a converter for a list of numbers with these names. Sizes must be positive."""

    def convert(value: Any, context: DrawContext) -> tuple[float, ...]:
        if not isinstance(value, tuple) or len(value) != len(names):
            raise ValueError(f"must be [{', '.join(names)}], not {_plain(value)}")
        made = tuple(number(part, context) for part in value)
        for name, part in zip(names, made, strict=True):
            if name in ("width", "height", "radius", "rx", "ry") and part <= 0:
                raise ValueError(f"must have a {name} of more than 0, not {part:g}")
            if least is not None and part < least:
                raise ValueError(f"must be {least:g} or more, not {part:g}")
        return made

    return convert


def at_most(most: float, why: str = "") -> Convert:
    """Return a converter for a number above 0 and up to a limit, with what it is a part of."""

    def convert(value: Any, context: DrawContext) -> float:
        made = positive(value, context)
        if made > most:
            raise ValueError(f"must be at most {most:g}{why}, not {made:g}")
        return made

    return convert


share = at_most(1)


def between(least: float, most: float) -> Convert:
    def convert(value: Any, context: DrawContext) -> float:
        made = number(value, context)
        if not least <= made <= most:
            raise ValueError(f"must be from {least:g} to {most:g}, not {made:g}")
        return made

    return convert


def slant(value: Any, context: DrawContext) -> tuple[float, float]:
    """Return the degrees by which a group is slanted across and down."""
    across, down = numbers("across", "down")(value, context)
    if not max(abs(across), abs(down)) < STEEPEST:
        raise ValueError(f"must slant by less than {STEEPEST} degrees, not {_plain(value)}")
    return across, down


def matrix(value: Any, context: DrawContext) -> Matrix:
    a, b, c, d, e, f = numbers("a", "b", "c", "d", "e", "f")(value, context)
    if a * d == b * c:
        raise ValueError(f"must not be flat, as {_plain(value)} is")
    return a, b, c, d, e, f


def dashes(value: Any, context: DrawContext) -> tuple[float, ...]:
    """Return the lengths of dashes and gaps, in turn."""
    made = number_list(value, context)
    if made and (min(made) < 0 or not any(made)):
        raise ValueError(f"must be lengths of dashes and gaps, 0 or more, not {_plain(value)}")
    return made


def factors(value: Any, context: DrawContext) -> tuple[float, float]:
    """Return a scale across and down: one number, or two of which negative ones mirror."""
    if not isinstance(value, tuple):
        made = positive(value, context)
        return made, made
    across, down = numbers("across", "down")(value, context)
    if not across or not down:
        raise ValueError("must not be 0; use a negative number to mirror")
    return across, down


def whole_number(least: int, most: int) -> Convert:
    def convert(value: Any, context: DrawContext) -> int:
        made = number(value, context)
        if made != int(made) or not least <= made <= most:
            raise ValueError(f"must be a whole number from {least} to {most}, not {made:g}")
        return int(made)

    return convert


def number_list(value: Any, context: DrawContext) -> tuple[float, ...]:
    if not isinstance(value, tuple):
        raise ValueError(f"must be a list of numbers, not {_plain(value)}")
    return tuple(number(part, context) for part in value)


def points_or_circle(value: Any, context: DrawContext) -> tuple[Any, ...]:
    """Return [x, y] points, or the circle [x, y, radius] around a regular polygon."""
    if isinstance(value, tuple) and len(value) == 3 and not isinstance(value[0], tuple):
        circle: tuple[float, ...] = numbers("x", "y", "radius")(value, context)
        return circle
    return points(value, context)


def points(value: Any, context: DrawContext) -> tuple[tuple[float, float], ...]:
    if not isinstance(value, tuple) or len(value) < 3:
        raise ValueError(f"must be three or more [x, y] points, not {_plain(value)}")
    made = [numbers("x", "y")(part, context) for part in value]
    return tuple((part[0], part[1]) for part in made)


def text(value: Any, _: DrawContext) -> str:
    made = value if isinstance(value, str) else show(value)
    if len(made) > TEXT_LENGTH:
        raise ValueError(f"has {len(made)} characters; the limit is {TEXT_LENGTH}")
    return made


def text_list(value: Any, context: DrawContext) -> tuple[str, ...]:
    if not isinstance(value, tuple):
        raise ValueError(f"must be a list of texts, not {_plain(value)}")
    return tuple(text(part, context) for part in value)


def colour(value: Any, context: DrawContext) -> Any:
    return None if value in (None, "none") else context.colour(value)


def flag(value: Any, _: DrawContext) -> bool:
    if not isinstance(value, bool):
        raise ValueError(f"must be true or false, not {quoted(value)}")
    return value


def choice(*allowed: str) -> Convert:
    def convert(value: Any, _: DrawContext) -> str:
        if value not in allowed:
            raise ValueError(f"cannot be {quoted(value)}{did_you_mean(str(value), allowed)}")
        return str(value)

    return convert


def _plain(value: Any) -> str:
    return f"[{', '.join(map(_plain, value))}]" if isinstance(value, tuple) else repr(value)
