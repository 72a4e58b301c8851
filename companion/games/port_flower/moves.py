"""Takes a move as JSON, gives it as a typed value, and motions as moves."""

from __future__ import annotations

import re

from msgspec import Struct, ValidationError, convert, to_builtins

from companion.games.base import Move
from companion.games.port_flower.sea import PORT, STRIDE
from companion.games.port_flower.search import Motion
from companion.games.port_flower.state import BOAT
from companion.games.port_flower.winds import Dice
from companion.table.model import Refused


class Lay(Struct, frozen=True, tag_field="do", tag="lay", forbid_unknown_fields=True):
    """The next piece of an own course goes there."""

    to: str


class Roll(Struct, frozen=True, tag_field="do", tag="roll", forbid_unknown_fields=True):
    """All four dice."""


class Recover(Struct, frozen=True, tag_field="do", tag="recover", forbid_unknown_fields=True):
    """Takes a repellent back instead of a turn."""


class Go(
    Struct, frozen=True, tag_field="do", tag="go", forbid_unknown_fields=True, omit_defaults=True
):
    """Moves the boat or a shark, with any dice that lead there; or, if it says which dice the boat
    gets in this turn, in keeping with that."""

    mover: str
    to: str
    variant: int
    boat: tuple[str, ...] = ()


class Answer(Struct, frozen=True, tag_field="do", tag="repel", forbid_unknown_fields=True):
    """Whether a repellent is paid."""

    pay: bool


class Land(Struct, frozen=True, tag_field="do", tag="land", forbid_unknown_fields=True):
    """Where the towed boat goes."""

    to: str


Moved = Lay | Roll | Recover | Go | Answer | Land


def read_move(move: Move) -> Moved:
    try:
        moved: Moved = convert(dict(move), Moved)
    except ValidationError:
        raise Refused("that is no move of this race") from None
    return moved


def as_move(moved: Moved) -> Move:
    move: Move = to_builtins(moved)
    return move


def going(motion: Motion, boat: Dice = ()) -> Go:
    return Go(mover_id(motion.mover), space_id(motion.end), motion.variant, boat)


def mover_id(mover: int) -> str:
    return "boat" if mover == BOAT else f"shark-{mover + 1}"


def space_id(space: int) -> str:
    return "port" if space == PORT else f"{space // STRIDE}.{space % STRIDE}"


def read_space(name: str) -> int | None:
    """The space that is called so, if any can be."""
    if name == "port":
        return PORT
    found = re.fullmatch(r"([1-9][0-9]?)\.([1-9][0-9]?)", name)
    return int(found[1]) * STRIDE + int(found[2]) if found else None
