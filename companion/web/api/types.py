"""Takes nothing, gives the values that programs send and get; their schemas are made from these."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any

from msgspec import UNSET, Meta, Struct, UnsetType, field

from companion.room import CODE_LENGTH, LETTERS
from companion.table.model import SetupRequest

Code = Annotated[
    str, Meta(pattern=f"^[{LETTERS}{LETTERS.lower()}]{{{CODE_LENGTH}}}$", examples=["BCDFGH"])
]
Slug = Annotated[str, Meta(pattern="^[a-z0-9][a-z0-9-]{0,59}$")]
SeatId = Annotated[str, Meta(pattern="^[a-z0-9-]{1,40}$")]
ActId = Annotated[
    str,
    Meta(pattern="^[A-Za-z0-9_.:-]{8,80}$", description="Your own: a retry is not a second act."),
]
Kind = Annotated[str, Meta(pattern="^[a-z-]{1,40}$")]
Pair = Annotated[str, Meta(pattern="^[a-z0-9_-]{1,60}:[a-z0-9_-]{1,60}$")]


# --- what is sent --------------------------------------------------------------------------------


class NoQuery(Struct, frozen=True, forbid_unknown_fields=True):
    """An address without questions."""


class SetupQuery(Struct, frozen=True, forbid_unknown_fields=True):
    players: Annotated[int, Meta(ge=1, le=12)]
    words: Annotated[
        str, Meta(pattern="^[a-z0-9][a-z0-9-]{0,39}$", description="The seed of the setup.")
    ]
    option: Annotated[list[Pair], Meta(max_length=40, description="name:choice")] = []
    again: Annotated[
        list[Annotated[str, Meta(pattern="^[a-z0-9_-]{1,60}:[0-9]{1,3}$")]],
        Meta(max_length=40, description="part:how often it was rolled again"),
    ] = []


class SeatQuery(Struct, frozen=True, forbid_unknown_fields=True):
    """`seat` is one of yours; without it, the first of yours, or what everybody may see."""

    seat: SeatId | UnsetType = UNSET


class LogQuery(Struct, frozen=True, forbid_unknown_fields=True):
    seat: SeatId | UnsetType = UNSET
    after: Annotated[int, Meta(ge=0, le=1_000_000)] = 0


class ResultsQuery(Struct, frozen=True, forbid_unknown_fields=True):
    game: Slug | UnsetType = UNSET
    player: Annotated[str, Meta(min_length=1, max_length=60)] | UnsetType = UNSET
    since: date | UnsetType = field(default=UNSET, name="from")
    until: date | UnsetType = field(default=UNSET, name="to")
    page: Annotated[int, Meta(ge=1, le=100_000)] = 1


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    game: Slug


class NewSeat(Struct, frozen=True, forbid_unknown_fields=True):
    id: ActId
    name: Annotated[str, Meta(min_length=1, max_length=24)]
    colour: Annotated[str, Meta(max_length=20)]
    entropy: Annotated[
        str,
        Meta(pattern="^[0-9a-f]{0,128}$", description="Your part of the table's chance."),
    ] = ""


class NewAct(Struct, frozen=True, forbid_unknown_fields=True):
    """`seat` is who acts; the host may act with none."""

    id: ActId
    kind: Kind
    seat: SeatId | None = None
    data: dict[str, Any] = {}


# --- what is given -------------------------------------------------------------------------------


class Problem(Struct, frozen=True):
    title: str
    status: int
    detail: str


class GameEntry(Struct, frozen=True):
    slug: str
    title: str
    designer: str
    url: str


class GameList(Struct, frozen=True):
    """`broken` are games whose data has mistakes."""

    games: list[GameEntry]
    broken: list[str]


class Face(Struct, frozen=True):
    name: str
    svg: str


class Component(Struct, frozen=True):
    id: str
    title: str
    count: int
    faces: list[Face]


class OptionEntry(Struct, frozen=True):
    id: str
    title: str
    choices: dict[str, str]
    default: str
    why: str | None = None


class GameDetail(Struct, frozen=True):
    slug: str
    title: str
    designer: str
    credit: str
    referee: bool
    options: list[OptionEntry]
    parts: list[Component]


class Opened(Struct, frozen=True):
    """Keep the token: it makes you the host."""

    code: str
    token: str
    url: str


class Seated(Struct, frozen=True):
    """Keep the token: it holds the seat."""

    seat: str
    token: str


class SeatEntry(Struct, frozen=True):
    id: str
    name: str
    colour: str


class RollEntry(Struct, frozen=True):
    event: int
    seat: str | None
    die: str
    faces: list[str]
    again: int


class PileEntry(Struct, frozen=True):
    left: int
    discard: list[str]
    hands: dict[str, int]
    own: list[str]


class TableView(Struct, frozen=True):
    """The table as one seat may see it."""

    game: str
    revision: int
    commitment: str
    seed: str | None
    ended: bool
    seats: list[SeatEntry]
    rolls: list[RollEntry]
    decks: dict[str, PileEntry]
    setup: SetupRequest | None
    sheets: dict[str, dict[str, Any]]
    counters: dict[str, int]
    tracks: dict[str, Any]
    timer: Any
    finger: Any
    note: str
    first: str | None


class LogEntry(Struct, frozen=True):
    number: int
    kind: str
    seat: str | None
    data: dict[str, Any]
    result: dict[str, Any]
    undone: bool
    can_undo: bool


class Log(Struct, frozen=True):
    revision: int
    events: list[LogEntry]


class PlayerEntry(Struct, frozen=True):
    name: str
    colour: str
    points: int | None
    place: int | None
    winner: bool
    started: bool


class FinishedEntry(Struct, frozen=True):
    code: str
    game: str
    title: str
    opened: str
    ended: str
    minutes: int
    pointless: bool
    options: dict[str, str]
    players: list[PlayerEntry]


class ResultList(Struct, frozen=True):
    count: int
    page: int
    pages: int
    results: list[FinishedEntry]
