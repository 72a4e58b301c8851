"""Takes raw values of a template, gives what an element's drawing function may rely on.

A kind of element is one function and the table of settings it understands.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from printgen.draw.setting import show
from printgen.draw.studio import Studio
from printgen.errors import did_you_mean
from printgen.frame import Item

Convert = Callable[[Any, Studio], Any]
Settings = Mapping[str, Any]
Draw = Callable[[Settings, Studio], tuple[Item, ...]]


class Wants(Struct, frozen=True):
    """What one setting must be: how it is converted, and what it is when left out."""

    convert: Convert
    default: Any = None


class Kind(Struct, frozen=True):
    """A kind of element. The setting named like the kind is what the element is about."""

    name: str
    settings: Mapping[str, Wants]
    draw: Draw


class DoesNotFit(ValueError):
    """A text is larger than its box at its smallest size."""


class MissingGlyph(ValueError):
    """A text has a character that its font lacks."""


def number(value: Any, _: Studio) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError(f"should be a number, not {value!r}")
    return float(value)


def positive(value: Any, studio: Studio) -> float:
    made = number(value, studio)
    if made <= 0:
        raise ValueError(f"should be more than 0, not {value!r}")
    return made


def not_negative(value: Any, studio: Studio) -> float:
    made = number(value, studio)
    if made < 0:
        raise ValueError(f"should not be negative, as {value!r} is")
    return made


def numbers(*names: str) -> Convert:
    """So many numbers, named for the person who gave too few. Sizes must be positive."""

    def convert(value: Any, studio: Studio) -> tuple[float, ...]:
        if not isinstance(value, tuple) or len(value) != len(names):
            raise ValueError(f"should be [{', '.join(names)}], not {_plain(value)}")
        made = tuple(number(part, studio) for part in value)
        for name, part in zip(names, made, strict=True):
            if name in ("width", "height", "radius") and part <= 0:
                raise ValueError(f"should have a {name} over 0, not {part:g}")
        return made

    return convert


def number_list(value: Any, studio: Studio) -> tuple[float, ...]:
    if not isinstance(value, tuple):
        raise ValueError(f"should be a list of numbers, not {_plain(value)}")
    return tuple(number(part, studio) for part in value)


def points(value: Any, studio: Studio) -> tuple[tuple[float, float], ...]:
    if not isinstance(value, tuple) or len(value) < 3:
        raise ValueError(f"should be three or more [x, y] points, not {_plain(value)}")
    made = [numbers("x", "y")(part, studio) for part in value]
    return tuple((part[0], part[1]) for part in made)


def text(value: Any, _: Studio) -> str:
    return value if isinstance(value, str) else show(value)


def colour(value: Any, studio: Studio) -> Any:
    return None if value in (None, "none") else studio.colour(value)


def flag(value: Any, _: Studio) -> bool:
    if not isinstance(value, bool):
        raise ValueError(f"should be true or false, not {value!r}")
    return value


def choice(*allowed: str) -> Convert:
    def convert(value: Any, _: Studio) -> str:
        if value not in allowed:
            raise ValueError(f"cannot be {value!r}{did_you_mean(str(value), allowed)}")
        return str(value)

    return convert


def raw(value: Any, _: Studio) -> Any:
    return value


def _plain(value: Any) -> str:
    return f"[{', '.join(map(_plain, value))}]" if isinstance(value, tuple) else repr(value)
