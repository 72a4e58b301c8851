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
    str,
    Meta(
        pattern=f"^[{LETTERS}{LETTERS.lower()}]{{{CODE_LENGTH}}}$",
        description="The code of a table, in capital or small letters.",
        examples=["BCDFGH"],
    ),
]
Slug = Annotated[
    str,
    Meta(
        pattern="^[a-z0-9][a-z0-9-]{0,59}$",
        description="The slug of a game, as in the list of games.",
        examples=["river-dragons"],
    ),
]
SeatId = Annotated[
    str,
    Meta(
        pattern="^[a-z0-9-]{1,40}$",
        description="The id of a seat, as in the table.",
        examples=["s1-1"],
    ),
]
OwnSeat = Annotated[
    str,
    Meta(
        pattern="^[a-z0-9-]{1,40}$",
        description="The id of one of your seats; by default the first one, or none.",
        examples=["s1-1"],
    ),
]
SeasonId = Annotated[
    str,
    Meta(pattern="^[0-9a-f]{12}$", description="The id of a season, as in the list of seasons."),
]
ActId = Annotated[
    str,
    Meta(
        pattern="^[A-Za-z0-9_.:-]{8,80}$",
        description="Choose a new one for each act; a retry repeats it.",
    ),
]
Kind = Annotated[str, Meta(pattern="^[a-z-]{1,40}$")]
Pair = Annotated[str, Meta(pattern="^[a-z0-9_-]{1,60}:[a-z0-9_-]{1,60}$")]
Rerolls = Annotated[str, Meta(pattern="^[a-z0-9_-]{1,60}:[0-9]{1,3}$")]


# --- requests ------------------------------------------------------------------------------------


class NoQuery(Struct, frozen=True, forbid_unknown_fields=True):
    """A request without a query string."""


class SetupQuery(Struct, frozen=True, forbid_unknown_fields=True):
    players: Annotated[
        int, Meta(ge=1, le=12, description="How many players the setup is for.", examples=[4])
    ]
    words: Annotated[
        str,
        Meta(
            pattern="^[a-z0-9][a-z0-9-]{0,39}$",
            description="The setup code.",
            examples=["jade-otter-41"],
        ),
    ]
    option: Annotated[
        list[Pair],
        Meta(
            max_length=40,
            description="The choice of an option, as `option:choice`; repeat it for each option.",
        ),
    ] = []
    again: Annotated[
        list[Rerolls],
        Meta(
            max_length=40,
            description="How often a part is rolled again, as `part:3`; repeat it for each part.",
        ),
    ] = []


class SeatQuery(Struct, frozen=True, forbid_unknown_fields=True):
    seat: OwnSeat | UnsetType = UNSET


class LogQuery(Struct, frozen=True, forbid_unknown_fields=True):
    seat: OwnSeat | UnsetType = UNSET
    after: Annotated[
        int, Meta(ge=0, le=1_000_000, description="The number of the last event that you know.")
    ] = 0


class ResultsQuery(Struct, frozen=True, forbid_unknown_fields=True):
    game: Slug | UnsetType = UNSET
    player: (
        Annotated[
            str,
            Meta(
                min_length=1,
                max_length=60,
                description="Only games in which somebody of this name played.",
            ),
        ]
        | UnsetType
    ) = UNSET
    since: Annotated[date, Meta(description="Only games from this day on.")] | UnsetType = field(
        default=UNSET, name="from"
    )
    until: Annotated[date, Meta(description="Only games up to this day.")] | UnsetType = field(
        default=UNSET, name="to"
    )
    page: Annotated[int, Meta(ge=1, le=100_000, description="The newest games are on page 1.")] = 1


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    """A table to start."""

    game: Slug


class NewSeat(Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody who sits down."""

    id: ActId
    name: Annotated[str, Meta(min_length=1, max_length=24, description="The player's name.")]
    colour: Annotated[
        str,
        Meta(
            max_length=20,
            description="A colour that no other seat has; "
            "an empty text stands for the first free one.",
        ),
    ]
    entropy: Annotated[
        str,
        Meta(
            pattern="^[0-9a-f]{0,128}$",
            description="Random bytes of yours, which are mixed into the table's seed.",
        ),
    ] = ""


class NewRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """The seat as which somebody wants to continue."""

    id: ActId
    seat: SeatId


class NewLink(Struct, frozen=True, forbid_unknown_fields=True):
    """The seat that another phone may take over."""

    seat: SeatId


class TakeOver(Struct, frozen=True, forbid_unknown_fields=True):
    """The link by which a phone takes a seat over."""

    id: ActId
    link: Annotated[
        str,
        Meta(min_length=1, max_length=400, description="The `link` that the seat's phone made."),
    ]


class NewAct(Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody does at a table. Its kind says which data it has."""

    id: ActId
    kind: Kind
    seat: (
        Annotated[
            str,
            Meta(
                pattern="^[a-z0-9-]{1,40}$",
                description="The seat that acts. The host may leave it out, and plays for seats "
                "whose phone is away.",
            ),
        ]
        | None
    ) = None
    data: dict[str, Any] = {}


# --- responses -----------------------------------------------------------------------------------


class Problem(Struct, frozen=True):
    """Why a request failed."""

    title: str
    """The name of the status, or what has failed."""
    status: int
    detail: str
    """A sentence for people, in the reader's language."""


class GameEntry(Struct, frozen=True):
    """A game of the library."""

    slug: str
    title: str
    designer: str
    url: str
    """The address of the whole game in this API."""
    bgg: int | None = None
    """The game's number at BoardGameGeek."""


class GameList(Struct, frozen=True):
    """All games of the library."""

    games: list[GameEntry]
    broken: list[str]
    """The slugs of games whose files have errors."""


class Face(Struct, frozen=True):
    """A printed side of a piece."""

    name: str
    svg: str
    """The address of its picture."""


class Component(Struct, frozen=True):
    """A kind of piece."""

    id: str
    title: str
    count: int
    """How many pieces a copy of the game has."""
    faces: list[Face]


class OptionEntry(Struct, frozen=True):
    """A variant or setting that is chosen before the setup."""

    id: str
    title: str
    choices: dict[str, str]
    """The titles of the choices, by their ids."""
    default: str
    why: str | None = None
    """What the source states or leaves open about it."""


class GameDetail(Struct, frozen=True):
    """A game with its options and pieces."""

    slug: str
    title: str
    designer: str
    credit: str
    """Who made it, and its licence."""
    referee: bool
    """Whether the companion knows the rules, so that a game can begin and be played here."""
    options: list[OptionEntry]
    parts: list[Component]
    bgg: int | None = None
    """The game's number at BoardGameGeek."""


class Opened(Struct, frozen=True):
    """A new table. Keep the token: it makes you the host."""

    code: str
    token: str
    url: str
    """The address of the table in this API."""


class Seated(Struct, frozen=True):
    """A seat that you hold now. Keep the token: it holds the seat."""

    seat: str
    token: str


class Phones(Struct, frozen=True):
    """What you hold at a table, and whose phones are away."""

    own: list[str]
    """Your seats."""
    away: list[str]
    """Seats whose phone was not seen for a minute."""
    host: bool
    """Whether you are the host."""


class Asked(Struct, frozen=True):
    """Keep the token: it holds the seat once somebody agrees to request `number`."""

    number: int
    token: str


class SeatLinkEntry(Struct, frozen=True):
    """A link by which another phone continues as a seat, once."""

    link: str
    """What the other phone sends back."""
    url: str
    """The page at which a person confirms it."""
    seconds: int
    """How long the link is valid."""


class Log(Struct, frozen=True):
    """A part of a table's history."""

    revision: int
    """The number of the table's last event; send it as `after` to get what follows."""
    events: list[LogEntry]


class ResultList(Struct, frozen=True):
    """A page of finished games, the newest first."""

    count: int
    """How many games there are on all pages."""
    page: int
    pages: int
    results: list[FinishedEntry]


class SeasonList(Struct, frozen=True):
    """All seasons."""

    seasons: list[SeasonEntry]
