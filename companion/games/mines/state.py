"""A game of Mines in play."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from companion.games.mines.hexes import Cell
from companion.games.seats import Seat


class LaidTile(Struct, frozen=True):
    """A tile of the mountain, turned clockwise by `turn` sixths; with tokens it is a foundation."""

    tile: str
    cell: Cell
    turn: int
    owner: str = ""
    tokens: int = 0


class Player(Struct, frozen=True):
    """`kind` is the colour of the player's tokens, `tokens` the number left to dig with."""

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
    """Whether a player with this many tokens left ends the game."""
    return tokens <= 1


class State(Struct, frozen=True):
    """`players` sit clockwise from the starter, or in seat order until the youngest is named.

    `fresh` counts the tiles laid in this turn, which are the last ones of the mountain; `removed`
    are the tiles out of the game.
    """

    options: Mapping[str, str]
    players: tuple[Player, ...]
    mountain: tuple[LaidTile, ...]
    pile: tuple[str, ...]
    removed: tuple[str, ...] = ()
    current: int = 0
    phase: Literal["youngest", "opening", "turn", "explore", "over"] = "opening"
    fresh: int = 0

    @property
    def acting(self) -> Player:
        """The player whose turn it is."""
        return self.players[self.current]

    def player(self, seat: str | None) -> Player | None:
        return next((player for player in self.players if player.id == seat), None)

    @property
    def fresh_cells(self) -> tuple[Cell, ...]:
        return tuple(laid.cell for laid in self.mountain[len(self.mountain) - self.fresh :])

    @property
    def low(self) -> Player | None:
        """The player who ends the game with at most one token left."""
        return next((player for player in self.players if is_low(player.tokens)), None)

    @property
    def ending(self) -> bool:
        """Whether this round is the last."""
        return not self.pile or self.low is not None


def with_player(state: State, changed: Player) -> State:
    players = tuple(changed if one.id == changed.id else one for one in state.players)
    return replace(state, players=players)


def unseen_pieces(state: State) -> Mapping[str, tuple[str, ...]]:
    return {"pile": state.pile}


def with_unseen_pieces(state: State, unseen: Mapping[str, tuple[str, ...]]) -> State:
    return replace(state, pile=unseen["pile"])


def rename_player(state: State, seat: str, name: str) -> State:
    player = state.player(seat)
    if player is None:
        return state
    return with_player(state, replace(player, seat=replace(player.seat, name=name)))
