"""The kinds of moves, read from JSON and written back."""

from __future__ import annotations

import re

from msgspec import Struct, ValidationError, convert, to_builtins

from companion.games.moves import Move
from companion.games.port_flower.sea import PORT, STRIDE
from companion.games.port_flower.search import Motion
from companion.games.port_flower.state import BOAT
from companion.games.port_flower.winds import Dice
from companion.language.messages import Refused


class Choose(Struct, frozen=True, tag_field="do", tag="choose", forbid_unknown_fields=True):
    """Choose a suit to sail with."""

    suit: str


class Lay(Struct, frozen=True, tag_field="do", tag="lay", forbid_unknown_fields=True):
    """Lay the next piece of the players' own course."""

    to: str


class Roll(Struct, frozen=True, tag_field="do", tag="roll", forbid_unknown_fields=True):
    """Roll all four dice."""


class Recover(Struct, frozen=True, tag_field="do", tag="recover", forbid_unknown_fields=True):
    """Take a repellent back instead of a turn."""


class Go(
    Struct, frozen=True, tag_field="do", tag="go", forbid_unknown_fields=True, omit_defaults=True
):
    """Move the boat or a shark with any dice that lead there; `boat`, if given, fixes the dice that
    the boat gets in this turn."""

    mover: str
    to: str
    variant: int
    boat: tuple[str, ...] = ()


class Answer(Struct, frozen=True, tag_field="do", tag="repel", forbid_unknown_fields=True):
    """Say whether a repellent is paid."""

    pay: bool


class Land(Struct, frozen=True, tag_field="do", tag="land", forbid_unknown_fields=True):
    """Choose where the towed boat goes."""

    to: str


AnyMove = Choose | Lay | Roll | Recover | Go | Answer | Land


def read_move(move: Move) -> AnyMove:
    """Raises Refused for anything that is not a move of this game."""
    try:
        moved: AnyMove = convert(dict(move), AnyMove)
    except ValidationError:
        raise Refused("this game has no such move") from None
    return moved


def as_move(moved: AnyMove) -> Move:
    move: Move = to_builtins(moved)
    return move


def go_to(motion: Motion, boat: Dice = ()) -> Go:
    return Go(mover_id(motion.mover), space_id(motion.end), motion.variant, boat)


def mover_id(mover: int) -> str:
    return "boat" if mover == BOAT else f"shark-{mover + 1}"


def space_id(space: int) -> str:
    return "port" if space == PORT else f"{space // STRIDE}.{space % STRIDE}"


def read_space(name: str) -> int | None:
    """The space with this id, or None if the id is malformed."""
    if name == "port":
        return PORT
    found = re.fullmatch(r"([1-9][0-9]?)\.([1-9][0-9]?)", name)
    return int(found[1]) * STRIDE + int(found[2]) if found else None
