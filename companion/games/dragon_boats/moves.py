"""Takes a move as a phone sends it, gives it typed; and back. A move is told by its `do`."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from companion.games.base import Move
from companion.table.model import Refused


class Verb(Struct, frozen=True, tag_field="do", forbid_unknown_fields=True):
    """What a player does."""


class Track(Verb, frozen=True, tag="track"):
    """Leave a disc on a round card and take what it shows."""

    round: str


class Bid(Verb, frozen=True, tag="bid"):
    stall: str


class Private(Verb, frozen=True, tag="private"):
    """Put a disc on a private action."""


class Buy(Verb, frozen=True, tag="buy"):
    good: str


class Leave(Verb, frozen=True, tag="leave"):
    """Take the disc back for a coin."""


class Trade(Verb, frozen=True, tag="trade"):
    """At stall V: a good for a tile from the bag and food."""

    good: str


class Learn(Verb, frozen=True, tag="learn"):
    """At stall V: a treasure for a bonus card; `card` is a letter or the deck."""

    card: str


class Done(Verb, frozen=True, tag="done"):
    """Nothing more in this turn."""


class Board(Verb, frozen=True, tag="board"):
    """`spare` is the good that the middle seat saves."""

    boat: str
    place: str
    spare: str


class Climb(Verb, frozen=True, tag="climb"):
    path: str
    pay: tuple[str, ...]


class Land(Verb, frozen=True, tag="land"):
    landing: str


class Walk(Verb, frozen=True, tag="walk"):
    to: str


class Home(Verb, frozen=True, tag="home"):
    """The member goes back to its supply."""


class Take(Verb, frozen=True, tag="take"):
    """A bonus card met on the road."""

    card: str


class Store(Verb, frozen=True, tag="store"):
    """`sell` names goods and treasures, each by its number among its like."""

    sell: tuple[str, ...]


class Steer(Verb, frozen=True, tag="A"):
    boat: str
    landing: str


class Reseat(Verb, frozen=True, tag="B"):
    boat: str
    seats: tuple[str, str, str]


class Ashore(Verb, frozen=True, tag="C"):
    boat: str


class Restack(Verb, frozen=True, tag="D"):
    """`order` numbers the discs from the bottom up, as they lie now."""

    stall: str
    order: tuple[str, ...]


class Bargain(Verb, frozen=True, tag="F"):
    rival: str
    get: str
    give: str


class Switch(Verb, frozen=True, tag="G"):
    boat: str
    place: str
    to: str
    there: str


class Drum(Verb, frozen=True, tag="H"):
    boat: str


class Cross(Verb, frozen=True, tag="I"):
    boat: str
    place: str
    other: str
    there: str


class Gather(Verb, frozen=True, tag="P"):
    """One of each."""


class Send(Verb, frozen=True, tag="R"):
    boat: str


class Fields(Verb, frozen=True, tag="S"):
    one: str
    other: str


AnyVerb = (
    Track
    | Bid
    | Private
    | Buy
    | Leave
    | Trade
    | Learn
    | Done
    | Board
    | Climb
    | Land
    | Walk
    | Home
    | Take
    | Store
    | Steer
    | Reseat
    | Ashore
    | Restack
    | Bargain
    | Switch
    | Drum
    | Cross
    | Gather
    | Send
    | Fields
)


def read_move(move: Move) -> Verb:
    try:
        verb: Verb = msgspec.convert(dict(move), AnyVerb)
    except msgspec.ValidationError:
        raise Refused("that is not a move of this game") from None
    return verb


def as_move(verb: Verb) -> dict[str, Any]:
    """The move in JSON values."""
    data: dict[str, Any] = msgspec.to_builtins(verb)
    return {key: list(value) if type(value) is tuple else value for key, value in data.items()}
