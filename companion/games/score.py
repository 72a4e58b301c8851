"""Score sheets, points and rankings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal, Protocol

from msgspec import Struct, field

from companion.language.messages import Message, say

Sheet = Mapping[str, Any]
"""A player's entries: field id → int, bool, str, list of ids, or list of rows."""


class BoardSpace(Struct, frozen=True):
    """A place that can be tapped on the board."""

    id: str
    x: float
    y: float
    label: Message


class Field(Struct, frozen=True):
    """One entry of a player's score sheet.

    number: a whole number from `least` to `most` · flag: yes or no · choice: one of `choices` ·
    spaces: places tapped on `board` · rows: any number of rows of `columns`, each a whole number
    from `least` to `most` (groups, zones).
    """

    id: str
    title: Message
    kind: Literal["number", "flag", "choice", "spaces", "rows"]
    least: int = 0
    most: int = 999
    heading: Message | None = None
    help: Message | None = None
    face: str = ""
    choices: Mapping[str, Message] = field(default_factory=dict)
    columns: tuple[Message, ...] = ()
    board: str = ""
    spaces: tuple[BoardSpace, ...] = ()


class WithRange(Protocol):
    """A number that somebody enters, and what it can be."""

    @property
    def title(self) -> Message: ...
    @property
    def least(self) -> int: ...
    @property
    def most(self) -> int: ...


def range_fault(field: WithRange, value: int) -> Message | None:
    """Why a value cannot be entered; None if it is in the range."""
    if field.least <= value <= field.most:
        return None
    return say(
        "{field} must be from {least} to {most}, not {value}",
        field=field.title,
        least=field.least,
        most=field.most,
        value=value,
    )


class Subtotal(Struct, frozen=True):
    """Points and how they arose: a tree of category → rule → pieces."""

    title: Message
    points: int
    why: Message | None = None
    parts: tuple[Subtotal, ...] = ()


class Total(Struct, frozen=True):
    """All points of a seat."""

    seat: str
    points: int
    lines: tuple[Subtotal, ...]


class Rank(Struct, frozen=True):
    """`place` counts from 1 and may be shared; `why` says which tie-break decided."""

    seat: str
    place: int
    why: Message | None = None


class Fault(Struct, frozen=True):
    """An impossible entry and the reason."""

    seat: str
    field: str
    """The id of the line of the score sheet."""
    message: Message


class Result(Struct, frozen=True):
    """The points of a game and who is ahead or has won."""

    totals: tuple[Total, ...]
    ranking: tuple[Rank, ...]
    """The seats, the best first."""
    faults: tuple[Fault, ...] = ()
    """Entries that are impossible."""
    # Stored results and the API keep its first name.
    ranking_only: bool = field(default=False, name="pointless")
    """Whether only the ranking counts, as in a race."""
    lowest_wins: bool = False
    """Whether the player with the fewest points wins."""

    @property
    def winners(self) -> tuple[str, ...]:
        return tuple(rank.seat for rank in self.ranking if rank.place == 1)

    @property
    def points(self) -> dict[str, int]:
        """The points of each seat."""
        return {total.seat: total.points for total in self.totals}


def place_of(seat: str, keys: Mapping[str, Any]) -> int:
    """The place of a seat if the highest key wins; equal keys share a place."""
    return 1 + sum(bool(key > keys[seat]) for key in keys.values())


def sum_points(parts: Iterable[Subtotal]) -> int:
    return sum(part.points for part in parts)


def sum_up(title: Message, parts: Iterable[Subtotal]) -> Subtotal:
    """A category whose points are those of its parts."""
    found = tuple(parts)
    return Subtotal(title, sum_points(found), parts=found)
