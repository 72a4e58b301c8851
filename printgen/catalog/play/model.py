"""Takes nothing, gives the frozen values that options, setups and scores are read into.

They hold JSON values only and no reference to other tables: whoever has a Play needs no folder.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

from msgspec import Struct

ANY: Final = "any"
PLAYERS: Final = "players"

Condition = Mapping[str, tuple[str, ...]]
"""What must be chosen for each option; `players` stands for how many play."""

ByPlayers = Mapping[str, int]
"""A number for each count of players, or under `any` for all of them."""


class Piece(Struct, frozen=True):
    """A printed row. `face` is empty for what has no single face, such as a folded boat; `colour`
    is #rrggbb, or empty for a row that has none."""

    id: str
    title: str
    face: str
    copies: int
    colour: str = ""


class Spot(Struct, frozen=True):
    """A space of the board, in millimetres from its top left corner."""

    id: str
    title: str
    x: float
    y: float
    turn: float = 0.0
    neighbours: tuple[str, ...] = ()


class Variant(Struct, frozen=True):
    """Something a table may decide."""

    id: str
    title: str
    choices: Mapping[str, str]
    default: str
    why: str = ""
    rare: bool = False


# --- setup ---------------------------------------------------------------------------------------


class Apart(Struct, frozen=True, tag="apart"):
    """Pieces of one class are never neighbours; a piece without a class may lie anywhere."""

    classes: Mapping[str, str]


class AtMost(Struct, frozen=True, tag="at most"):
    """A zone of spaces holds at most `count` pieces of each class."""

    classes: Mapping[str, str]
    zones: Mapping[str, str]
    count: int


Rule = Apart | AtMost


class Layout(Struct, frozen=True):
    """`count` says how many of the spots are used, the first ones first; nothing: all of them."""

    spots: tuple[Spot, ...]
    each: int = 1
    width: float | None = None
    rules: tuple[Rule, ...] = ()
    count: ByPlayers = {}


class Mix(Struct, frozen=True, tag="shuffle"):
    """Pieces that are mixed, unless they are `in_order`; then some are placed, taken out, drawn
    and dealt, in this order."""

    id: str
    title: str
    pieces: tuple[Piece, ...]
    take_out: ByPlayers
    layout: Layout | None
    draw: ByPlayers
    deal: ByPlayers
    face_down: bool = False
    when: Condition = {}
    in_order: bool = False


def amount(by: ByPlayers, players: int) -> int:
    return by.get(str(players), by.get(ANY, 0))


def used_spots(mix: Mix, players: int) -> tuple[Spot, ...]:
    if mix.layout is None:
        return ()
    layout = mix.layout
    return layout.spots[: amount(layout.count, players)] if layout.count else layout.spots


def needed_pieces(mix: Mix, players: int) -> int:
    placed = len(used_spots(mix, players)) * mix.layout.each if mix.layout else 0
    dealt = amount(mix.deal, players) * players
    return amount(mix.take_out, players) + placed + amount(mix.draw, players) + dealt


class Choose(Struct, frozen=True, tag="choose"):
    """One of some names by chance; without names, one of the players."""

    id: str
    title: str
    among: tuple[str, ...]
    when: Condition = {}


class Tell(Struct, frozen=True, tag="tell"):
    id: str
    title: str
    lines: tuple[str, ...]
    when: Condition = {}


SetupPart = Mix | Choose | Tell


# --- score ---------------------------------------------------------------------------------------


class About(Struct, frozen=True):
    """What every line has. `printed` is how many there are for all players together."""

    id: str
    title: str
    heading: str = ""
    help: str = ""
    face: str = ""
    when: Condition = {}
    most: int = 999
    printed: int | None = None


class Ladder(Struct, frozen=True):
    """Points for 0, 1, 2 … of them, and for each one more."""

    points: tuple[int, ...]
    beyond: int = 0


class NumberLine(Struct, frozen=True, tag="number"):
    """`points` for every `per` of what is entered."""

    about: About
    least: int = 0
    points: int = 1
    per: int = 1


class LookupLine(Struct, frozen=True, tag="lookup"):
    about: About
    ladder: Ladder


class SetsLine(Struct, frozen=True, tag="sets"):
    """Sets of different kinds; `points` are those of a set of 1, 2 … kinds.

    A kind's `copies` are how many there are for all players together; 0 if nobody knows.
    """

    about: About
    kinds: tuple[Piece, ...]
    points: tuple[int, ...]


class GroupsLine(Struct, frozen=True, tag="groups"):
    """Groups by their sizes; without a ladder a group scores its size times its size."""

    about: About
    ladder: Ladder | None


class MajorityLine(Struct, frozen=True, tag="majority"):
    """Players compared: by what they enter here, or by what another line counts."""

    about: About
    points: tuple[int, ...]
    ties: Literal["share", "full", "none"] = "share"
    compare: str = ""


class FlagLine(Struct, frozen=True, tag="flag"):
    about: About
    points: int


ScoreLine = NumberLine | LookupLine | SetsLine | GroupsLine | MajorityLine | FlagLine


class TieBreak(Struct, frozen=True):
    line: str
    fewest: bool = False


class Play(Struct, frozen=True):
    """All that a game.yaml says of playing."""

    players: tuple[int, int] | None = None
    options: tuple[Variant, ...] = ()
    board: str = ""
    parts: tuple[SetupPart, ...] = ()
    lines: tuple[ScoreLine, ...] = ()
    ties: tuple[TieBreak, ...] = ()
    lowest_wins: bool = False
    race: bool = False
    """No points: who came where is all there is."""
    printed: Mapping[str, int] = {}
    """How many pieces of each component there are."""
