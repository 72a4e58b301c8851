"""The kinds of moves."""

from __future__ import annotations

from typing import Annotated

from msgspec import UNSET, Meta, UnsetType, field

from companion.games.geometry import FARTHEST
from companion.games.moves import Move, TypedMove, convert_move

Millimetres = Annotated[float, Meta(ge=-FARTHEST, le=FARTHEST)]


class First(TypedMove, frozen=True, tag="first"):
    """Say which player is the youngest, who starts."""

    who: str


class Plan(TypedMove, frozen=True, tag="plan"):
    """Plan five cards, in the order in which they are played."""

    cards: tuple[str, ...]


class Next(TypedMove, frozen=True, tag="next"):
    """Say that everybody has carried out this card of this round."""

    round: int
    card: int


class Won(TypedMove, frozen=True, tag="won"):
    """Say who has arrived, when the board is on the table."""

    who: str


class SetStone(TypedMove, frozen=True, tag="stone"):
    """Set a stone on the middle of the island `at`, or on any point."""

    at: str | UnsetType = UNSET
    x: Millimetres | UnsetType = UNSET
    y: Millimetres | UnsetType = UNSET


class LayPlank(TypedMove, frozen=True, tag="plank"):
    """Lay a plank from one stone or village to another."""

    start: str = field(name="from")
    end: str = field(name="to")
    plank: str


class Walk(TypedMove, frozen=True, tag="move"):
    """Walk over these planks and villages."""

    path: tuple[str, ...]


class Jump(TypedMove, frozen=True, tag="jump"):
    """Jump over the runner on a plank."""

    over: str
    to: str


class TakeAway(TypedMove, frozen=True, tag="take"):
    """Take a plank or a stone from the board."""

    plank: str | UnsetType = UNSET
    stone: str | UnsetType = UNSET


AnyMove = First | Plan | Next | Won | SetStone | LayPlank | Walk | Jump | TakeAway


def read_move(move: Move) -> AnyMove:
    """Raises Refused for anything that is not a move of this game."""
    read: AnyMove = convert_move(move, AnyMove)
    return read
