"""The frozen values that options, setup and score are read into.

They hold only JSON values and no references to tables, so that a Play can be stored on its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

from msgspec import Struct

ANY: Final = "any"
PLAYERS: Final = "players"

Condition = Mapping[str, tuple[str, ...]]
"""The choices required for each option; the key `players` stands for the number of players."""

ByPlayers = Mapping[str, int]
"""A number for each number of players, or under `any` for all of them."""


class PieceType(Struct, frozen=True):
    """A printed row. `face` is empty if the piece has no single face, such as a folded boat;
    `colour` is #rrggbb, or empty if the row has none."""

    id: str
    title: str
    face: str
    copies: int
    colour: str = ""


class BoardSpace(Struct, frozen=True):
    """A space of the board, in millimetres from its top left corner."""

    id: str
    title: str
    x: float
    y: float
    turn: float = 0.0
    neighbours: tuple[str, ...] = ()


class GameOption(Struct, frozen=True):
    """A rule that a table may choose."""

    id: str
    title: str
    choices: Mapping[str, str]
    default: str
    why: str = ""
    rare: bool = False


# --- setup ---------------------------------------------------------------------------------------


class ApartRule(Struct, frozen=True, tag="apart"):
    """Pieces of the same class are never neighbours; pieces without a class may lie anywhere."""

    classes: Mapping[str, str]


class AtMostRule(Struct, frozen=True, tag="at most"):
    """A zone of spaces holds at most `count` pieces of each class."""

    classes: Mapping[str, str]
    zones: Mapping[str, str]
    count: int


LayoutRule = ApartRule | AtMostRule


class BoardLayout(Struct, frozen=True):
    """`count` is how many of the spaces are used, the first ones first; if empty, all of them."""

    spots: tuple[BoardSpace, ...]
    each: int = 1
    width: float | None = None
    rules: tuple[LayoutRule, ...] = ()
    count: ByPlayers = {}


class ShufflePart(Struct, frozen=True, tag="shuffle"):
    """Pieces that are shuffled, unless they are `in_order`; then some are placed, taken out, drawn
    and dealt, in this order."""

    id: str
    title: str
    pieces: tuple[PieceType, ...]
    take_out: ByPlayers
    layout: BoardLayout | None
    draw: ByPlayers
    deal: ByPlayers
    face_down: bool = False
    when: Condition = {}
    in_order: bool = False


def amount(by: ByPlayers, players: int) -> int:
    return by.get(str(players), by.get(ANY, 0))


def used_spots(mix: ShufflePart, players: int) -> tuple[BoardSpace, ...]:
    if mix.layout is None:
        return ()
    layout = mix.layout
    return layout.spots[: amount(layout.count, players)] if layout.count else layout.spots


def needed_pieces(mix: ShufflePart, players: int) -> int:
    placed = len(used_spots(mix, players)) * mix.layout.each if mix.layout else 0
    dealt = amount(mix.deal, players) * players
    return amount(mix.take_out, players) + placed + amount(mix.draw, players) + dealt


class ChoosePart(Struct, frozen=True, tag="choose"):
    """One of several names at random; without names, one of the players."""

    id: str
    title: str
    among: tuple[str, ...]
    when: Condition = {}


class TellPart(Struct, frozen=True, tag="tell"):
    id: str
    title: str
    lines: tuple[str, ...]
    when: Condition = {}


class NamedLayout(Struct, frozen=True):
    """A layout of the library; `mixed` if the game shuffles some of its pieces."""

    title: str
    players: tuple[int, int]
    mixed: bool


class LayoutPart(Struct, frozen=True, tag="layout"):
    """One of the layouts of a game system; the option with the part's id says which."""

    id: str
    title: str
    layouts: Mapping[str, NamedLayout]
    when: Condition = {}

    @property
    def option(self) -> GameOption:
        titles = {name: layout.title for name, layout in self.layouts.items()}
        return GameOption(self.id, self.title, titles, next(iter(titles)))


SetupPart = LayoutPart | ShufflePart | ChoosePart | TellPart


# --- score ---------------------------------------------------------------------------------------


class LineInfo(Struct, frozen=True):
    """What all lines have in common. `printed` is how many pieces there are for all players."""

    id: str
    title: str
    heading: str = ""
    help: str = ""
    face: str = ""
    when: Condition = {}
    most: int = 999
    printed: int | None = None


class Ladder(Struct, frozen=True):
    """Points for 0, 1, 2 … of them, and for each further one."""

    points: tuple[int, ...]
    beyond: int = 0


class NumberLine(Struct, frozen=True, tag="number"):
    """`points` for every `per` of the number entered."""

    about: LineInfo
    least: int = 0
    points: int = 1
    per: int = 1


class LookupLine(Struct, frozen=True, tag="lookup"):
    about: LineInfo
    ladder: Ladder


class SetsLine(Struct, frozen=True, tag="sets"):
    """Sets of different kinds; `points` are those of a set of 1, 2 … kinds.

    A kind's `copies` are how many there are for all players together; 0 if unknown.
    """

    about: LineInfo
    kinds: tuple[PieceType, ...]
    points: tuple[int, ...]


class GroupsLine(Struct, frozen=True, tag="groups"):
    """Groups by their sizes; without a ladder, a group scores the square of its size."""

    about: LineInfo
    ladder: Ladder | None


class MajorityLine(Struct, frozen=True, tag="majority"):
    """Players are compared by the number entered here, or by the number in another line."""

    about: LineInfo
    points: tuple[int, ...]
    ties: Literal["share", "full", "none"] = "share"
    compare: str = ""


class FlagLine(Struct, frozen=True, tag="flag"):
    about: LineInfo
    points: int


ScoreLine = NumberLine | LookupLine | SetsLine | GroupsLine | MajorityLine | FlagLine


class TieBreak(Struct, frozen=True):
    line: str
    fewest: bool = False


class Play(Struct, frozen=True):
    """The sections of game.yaml about playing."""

    players: tuple[int, int] | None = None
    options: tuple[GameOption, ...] = ()
    board: str = ""
    parts: tuple[SetupPart, ...] = ()
    lines: tuple[ScoreLine, ...] = ()
    ties: tuple[TieBreak, ...] = ()
    lowest_wins: bool = False
    race: bool = False
    """The score has no points, only places."""
    printed: Mapping[str, int] = {}
    """The number of pieces of each component."""
