"""Takes a move as JSON, gives it as a typed value, and motions as moves."""

from __future__ import annotations

from msgspec import Struct, ValidationError, convert, to_builtins

from companion.games.base import Move
from companion.games.port_flower.facts import Division
from companion.games.port_flower.plans import BOAT, Motion
from companion.games.port_flower.sea import PORT, STRIDE
from companion.table.model import Refused


class Lay(Struct, frozen=True, tag_field="do", tag="lay", forbid_unknown_fields=True):
    """The next piece of an own course goes there."""

    to: str


class Roll(Struct, frozen=True, tag_field="do", tag="roll", forbid_unknown_fields=True):
    """All four dice."""


class Recover(Struct, frozen=True, tag_field="do", tag="recover", forbid_unknown_fields=True):
    """Takes a repellent back instead of a turn."""


class Divide(Struct, frozen=True, tag_field="do", tag="divide", forbid_unknown_fields=True):
    """Divides the dice and moves the first of those that got some."""

    boat: str
    sharks: str
    mover: str
    dice: str
    to: str
    variant: int


class Go(Struct, frozen=True, tag_field="do", tag="go", forbid_unknown_fields=True):
    """Moves another of those that got dice."""

    mover: str
    dice: str
    to: str
    variant: int


class Answer(Struct, frozen=True, tag_field="do", tag="repel", forbid_unknown_fields=True):
    """Whether a repellent is paid."""

    pay: bool


class Land(Struct, frozen=True, tag_field="do", tag="land", forbid_unknown_fields=True):
    """Where the towed boat goes."""

    to: str


Moved = Lay | Roll | Recover | Divide | Go | Answer | Land


def read_move(move: Move) -> Moved:
    try:
        moved: Moved = convert(dict(move), Moved)
    except ValidationError:
        raise Refused("that is no move of this race") from None
    return moved


def as_move(moved: Moved) -> Move:
    move: Move = to_builtins(moved)
    return move


def opening(division: Division, motion: Motion) -> Divide:
    sharks = "/".join(map(dice_id, division.sharks))
    go = going(motion)
    return Divide(dice_id(division.boat), sharks, go.mover, go.dice, go.to, go.variant)


def going(motion: Motion) -> Go:
    mover = "boat" if motion.mover == BOAT else f"shark-{motion.mover + 1}"
    return Go(mover, dice_id(motion.dice), space_id(motion.end), motion.variant)


def dice_id(suits: tuple[str, ...]) -> str:
    return "+".join(suits)


def space_id(space: int) -> str:
    return "port" if space == PORT else f"{space // STRIDE}.{space % STRIDE}"
