"""Setups: how a game is laid out before the first move."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec import Struct, field

from companion.chance.provable import Chance
from companion.games.geometry import View
from companion.games.scene import Token
from companion.language.messages import Message

Chances = Callable[[str], Chance]
"""A separate source of chance for each part, by its id: rerolling one part keeps the others."""
STARTER_KEYS: Final = {"first": 0, "index": 0, "player": 1}
"""The values by which a part names the player who starts, and the lowest number of each."""


class Placement(Struct, frozen=True):
    """A printed face on the board: its centre in millimetres and its turn in degrees clockwise."""

    face: str
    x: float
    y: float
    turn: float = 0.0
    space: str = ""
    """The id of the space that it lies on."""
    width: float | None = None
    """The drawn width in millimetres; by default it is the printed width."""


class Part(Struct, frozen=True):
    """A part of a setup that can be kept or rerolled on its own.

    `lines` are instructions for laying it out; players in them are named once a table is known.
    `random` is false for a part that is always the same. `tokens` are pieces that are folded or
    assembled, drawn as they stand during play. `used` are faces that lie open or are out of the
    game, so the table's decks no longer hold them. `unseen` counts further pieces of a component
    that leave its deck without anybody seeing which. `starts` marks the part that says which
    player starts. `layout` is the id of a layout of the library, which is shown as it lies.
    """

    id: str
    title: Message
    lines: tuple[Message, ...] = ()
    placements: tuple[Placement, ...] = ()
    values: Mapping[str, Any] = field(default_factory=dict)
    """The same for programs: what chance decided, as the game calls it."""
    random: bool = True
    tokens: tuple[Token, ...] = ()
    used: tuple[str, ...] = ()
    unseen: Mapping[str, int] = field(default_factory=dict)
    starts: bool = False
    layout: str = ""


class Fairness(Struct, frozen=True):
    """How even a setup is, and why."""

    figure: int
    """From 0 to 100, which is even."""
    reason: Message


class Setup(Struct, frozen=True):
    """A complete setup.

    If no printed face is the `board`, `view` is the part of the plane on which the pieces lie.
    Without either there is no picture.
    """

    board: str
    parts: tuple[Part, ...]
    """In the order in which they are laid out."""
    fairness: Fairness | None = None
    view: View | None = None

    def part(self, name: str) -> Part:
        return next(part for part in self.parts if part.id == name)

    @property
    def starter(self) -> int | None:
        """The index of the player who starts; None if the setup leaves that to the table."""
        for part in self.parts:
            for key, lowest in STARTER_KEYS.items():
                number = part.values.get(key)
                if isinstance(number, int):
                    return number - lowest
        return None
