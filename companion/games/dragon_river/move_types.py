"""The kinds of moves."""

from __future__ import annotations

from companion.games.moves import Move, TypedMove, convert_move


class First(TypedMove, frozen=True, tag="first"):
    """Say which seat is the oldest player, who rolls first."""

    who: str


class Roll(TypedMove, frozen=True, tag="roll"):
    """Roll all dice."""


class Keep(TypedMove, frozen=True, tag="keep"):
    """Keep dice, numbered from 1 as they lie on the table, and roll the others again."""

    dice: tuple[str, ...]


class Pair(TypedMove, frozen=True, tag="pair"):
    """Move by a pair of this number."""

    value: int


class Tip(TypedMove, frozen=True, tag="tip"):
    """Tip a rival back by the spare die."""

    who: str


class Spare(TypedMove, frozen=True, tag="spare"):
    """Leave the spare die unused."""


AnyMove = First | Roll | Keep | Pair | Tip | Spare


def read_move(move: Move) -> AnyMove:
    """Raises Refused for anything that is not a move of this game."""
    read: AnyMove = convert_move(move, AnyMove)
    return read
