"""Takes nothing, gives the frozen values of a game of Mines in play."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from companion.games.mines.hexes import Cell
from companion.table.model import Seat


class Laid(Struct, frozen=True):
    """A tile of the mountain, turned by `turn` sixths clockwise; with tokens, a foundation."""

    tile: str
    cell: Cell
    turn: int
    owner: str = ""
    tokens: int = 0


class Player(Struct, frozen=True):
    """`kind` is the colour of the player's tokens, `tokens` how many are left to dig with."""

    seat: Seat
    kind: str
    tokens: int
    hand: tuple[str, ...] = ()
    points: int = 0

    @property
    def id(self) -> str:
        return self.seat.id

    @property
    def name(self) -> str:
        return self.seat.name


def is_low(tokens: int) -> bool:
    """Whether somebody with so many tokens left brings the end."""
    return tokens <= 1


class State(Struct, frozen=True):
    """`players` sit clockwise from the starter; `fresh` counts the tiles laid in this turn, which
    are the last of the mountain; `removed` are tiles out of the game."""

    options: Mapping[str, str]
    players: tuple[Player, ...]
    mountain: tuple[Laid, ...]
    pile: tuple[str, ...]
    removed: tuple[str, ...] = ()
    current: int = 0
    phase: Literal["opening", "turn", "explore", "over"] = "opening"
    fresh: int = 0

    @property
    def player(self) -> Player:
        return self.players[self.current]

    @property
    def fresh_cells(self) -> tuple[Cell, ...]:
        return tuple(laid.cell for laid in self.mountain[len(self.mountain) - self.fresh :])

    @property
    def low(self) -> Player | None:
        """The player who brings the end because at most one token is left."""
        return next((player for player in self.players if is_low(player.tokens)), None)

    @property
    def ending(self) -> bool:
        """Whether this round is the last."""
        return not self.pile or self.low is not None
