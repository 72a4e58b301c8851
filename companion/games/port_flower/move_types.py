"""The kinds of moves, and the ids of movers and spaces in them."""

from __future__ import annotations

import re

from companion.games.moves import Move, TypedMove, convert_move
from companion.games.port_flower.sea import PORT, STRIDE
from companion.games.port_flower.search import Motion
from companion.games.port_flower.state import BOAT
from companion.games.port_flower.winds import Dice


class Choose(TypedMove, frozen=True, tag="choose"):
    """Choose a suit to sail with."""

    suit: str


class Lay(TypedMove, frozen=True, tag="lay"):
    """Lay the next piece of the players' own course."""

    to: str


class Roll(TypedMove, frozen=True, tag="roll"):
    """Roll all four dice."""


class Recover(TypedMove, frozen=True, tag="recover"):
    """Take a repellent back instead of a turn."""


class Go(TypedMove, frozen=True, tag="go", omit_defaults=True):
    """Move the boat or a shark with any dice that lead there; `boat`, if given, fixes the dice that
    the boat gets in this turn."""

    mover: str
    to: str
    variant: int
    boat: tuple[str, ...] = ()


class Answer(TypedMove, frozen=True, tag="repel"):
    """Say whether a repellent is paid."""

    pay: bool


class Land(TypedMove, frozen=True, tag="land"):
    """Choose where the towed boat goes."""

    to: str


AnyMove = Choose | Lay | Roll | Recover | Go | Answer | Land


def read_move(move: Move) -> AnyMove:
    """Raises Refused for anything that is not a move of this game."""
    read: AnyMove = convert_move(move, AnyMove)
    return read


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
