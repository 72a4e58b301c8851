"""Request and response types of the API, from which its JSON schemas are made."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any

from msgspec import UNSET, Meta, Struct, UnsetType, field

from companion.results.exports import FinishedEntry
from companion.results.season_exports import SeasonEntry
from companion.rooms.codes import CODE_LENGTH, LETTERS
from companion.table.acts.base import LogEntry

Code = Annotated[
    str, Meta(pattern=f"^[{LETTERS}{LETTERS.lower()}]{{{CODE_LENGTH}}}$", examples=["BCDFGH"])
]
Slug = Annotated[str, Meta(pattern="^[a-z0-9][a-z0-9-]{0,59}$")]
SeatId = Annotated[str, Meta(pattern="^[a-z0-9-]{1,40}$")]
SeasonId = Annotated[str, Meta(pattern="^[0-9a-f]{12}$")]
ActId = Annotated[
    str,
    Meta(
        pattern="^[A-Za-z0-9_.:-]{8,80}$",
        description="Choose a new one for each act; a retry repeats it.",
    ),
]
Kind = Annotated[str, Meta(pattern="^[a-z-]{1,40}$")]
Pair = Annotated[str, Meta(pattern="^[a-z0-9_-]{1,60}:[a-z0-9_-]{1,60}$")]


# --- requests ------------------------------------------------------------------------------------


class NoQuery(Struct, frozen=True, forbid_unknown_fields=True):
    """A request without a query string."""


class SetupQuery(Struct, frozen=True, forbid_unknown_fields=True):
    players: Annotated[int, Meta(ge=1, le=12)]
    words: Annotated[str, Meta(pattern="^[a-z0-9][a-z0-9-]{0,39}$", description="The setup code.")]
    option: Annotated[list[Pair], Meta(max_length=40, description="name:choice")] = []
    again: Annotated[
        list[Annotated[str, Meta(pattern="^[a-z0-9_-]{1,60}:[0-9]{1,3}$")]],
        Meta(max_length=40, description="part:number of re-rolls"),
    ] = []


class SeatQuery(Struct, frozen=True, forbid_unknown_fields=True):
    """`seat` is one of your seats; by default the first one, or none."""

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
    colour: Annotated[
        str, Meta(max_length=20, description="An empty text stands for the first free colour.")
    ]
    entropy: Annotated[
        str,
        Meta(
            pattern="^[0-9a-f]{0,128}$",
            description="Random bytes of yours, which are mixed into the table's seed.",
        ),
    ] = ""


class NewRequest(Struct, frozen=True, forbid_unknown_fields=True):
    id: ActId
    seat: SeatId


class NewLink(Struct, frozen=True, forbid_unknown_fields=True):
    seat: SeatId


class TakeOver(Struct, frozen=True, forbid_unknown_fields=True):
    id: ActId
    link: Annotated[str, Meta(min_length=1, max_length=400)]


class NewAct(Struct, frozen=True, forbid_unknown_fields=True):
    """`seat` is the seat that acts; the host may leave it out, and plays for
    seats whose phone is away."""

    id: ActId
    kind: Kind
    seat: SeatId | None = None
    data: dict[str, Any] = {}


# --- responses -----------------------------------------------------------------------------------


class Problem(Struct, frozen=True):
    title: str
    status: int
    detail: str


class GameEntry(Struct, frozen=True):
    slug: str
    title: str
    designer: str
    url: str
    bgg: int | None = None
    """The game's number at BoardGameGeek."""


class GameList(Struct, frozen=True):
    """`broken` are games whose files have errors."""

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
    bgg: int | None = None


class Opened(Struct, frozen=True):
    """Keep the token: it makes you the host."""

    code: str
    token: str
    url: str


class Seated(Struct, frozen=True):
    """Keep the token: it holds the seat."""

    seat: str
    token: str


class Phones(Struct, frozen=True):
    """`own` are your seats; `away` are seats whose phone was not seen for a minute."""

    own: list[str]
    away: list[str]
    host: bool


class Asked(Struct, frozen=True):
    """Keep the token: it holds the seat once somebody agrees to request `number`."""

    number: int
    token: str


class SeatLinkEntry(Struct, frozen=True):
    """`link` can be used once, within so many seconds; `url` is its page."""

    link: str
    url: str
    seconds: int


class Log(Struct, frozen=True):
    revision: int
    events: list[LogEntry]


class ResultList(Struct, frozen=True):
    count: int
    page: int
    pages: int
    results: list[FinishedEntry]


class SeasonList(Struct, frozen=True):
    seasons: list[SeasonEntry]
