"""The kinds of moves."""

from __future__ import annotations

from typing import Any, Literal

from companion.games.moves import Move, TypedMove, convert_move


class Track(TypedMove, frozen=True, tag="track"):
    """Leave a disc on a round card and take the goods it shows."""

    round: str


class Bid(TypedMove, frozen=True, tag="bid"):
    """Put a disc on a stall."""

    stall: str


class BidFor(TypedMove, frozen=True, tag="bid-for"):
    """Put a disc on a stall to buy this good there; the good is bought as soon as it can be."""

    stall: str
    good: str


class Private(TypedMove, frozen=True, tag="private"):
    """Keep a disc: put it on a private action of the player's board."""


class KeepDiscs(TypedMove, frozen=True, tag="keep-discs"):
    """Keep this disc, and the next one as soon as it is due."""


class Buy(TypedMove, frozen=True, tag="buy"):
    """Buy a tile of the stall."""

    good: str


class Leave(TypedMove, frozen=True, tag="leave"):
    """Pass: take the disc back and a coin."""


class Trade(TypedMove, frozen=True, tag="trade"):
    """At stall V, swap a good for a tile from the bag and food."""

    good: str


class Learn(TypedMove, frozen=True, tag="learn"):
    """At stall V, swap a treasure for a bonus card; `card` is a letter or the deck."""

    card: str


class Done(TypedMove, frozen=True, tag="done"):
    """End the turn."""


class Answer(TypedMove, frozen=True, tag="answer"):
    """In a pause: use a card, or pass for now, for the round, or until the next card."""

    reply: Literal["card", "pass", "round", "quiet"]


class Call(TypedMove, frozen=True, tag="call"):
    """In a pause: use a card; `card` is the move that the card makes if it still can."""

    card: dict[str, Any]


class Board(TypedMove, frozen=True, tag="board"):
    """Board a boat; `spare` is the good that the middle seat saves."""

    boat: str
    place: str
    spare: str


class Climb(TypedMove, frozen=True, tag="climb"):
    """Send a member to a mountain path."""

    path: str
    pay: tuple[str, ...]


class Land(TypedMove, frozen=True, tag="land"):
    """Choose where the next boat lands."""

    landing: str


class Walk(TypedMove, frozen=True, tag="walk"):
    """Take one step with the walking member."""

    to: str


class Settle(TypedMove, frozen=True, tag="settle"):
    """Walk the whole way to a hex and settle on it; `way` lists every space, the hex last."""

    way: tuple[str, ...]


class Home(TypedMove, frozen=True, tag="home"):
    """Send the walking member back to its supply."""


class Take(TypedMove, frozen=True, tag="take"):
    """Take a bonus card found on the road."""

    card: str


class Store(TypedMove, frozen=True, tag="store"):
    """Store goods; `sell` names goods and treasures by kind and number, such as tea-1."""

    sell: tuple[str, ...]


class SellLater(TypedMove, frozen=True, tag="sell-later"):
    """Ask to sell goods at the end of this round."""


class Steer(TypedMove, frozen=True, tag="A"):
    """Send a boat to any free landing."""

    boat: str
    landing: str


class Reseat(TypedMove, frozen=True, tag="B"):
    """Change the seats of a boat's passengers."""

    boat: str
    seats: tuple[str, str, str]


class Ashore(TypedMove, frozen=True, tag="C"):
    """Go ashore before the other passengers."""

    boat: str


class Restack(TypedMove, frozen=True, tag="D"):
    """Restack discs; `order` lists their present numbers from the bottom up."""

    stall: str
    order: tuple[str, ...]


class Bargain(TypedMove, frozen=True, tag="F"):
    """Swap a good with a rival."""

    rival: str
    get: str
    give: str


class Switch(TypedMove, frozen=True, tag="G"):
    """Move a passenger of one's own to a free seat of another boat."""

    boat: str
    place: str
    to: str
    there: str


class Drum(TypedMove, frozen=True, tag="H"):
    """Let a boat sail first."""

    boat: str


class Cross(TypedMove, frozen=True, tag="I"):
    """Swap two passengers of different boats."""

    boat: str
    place: str
    other: str
    there: str


class Gather(TypedMove, frozen=True, tag="P"):
    """Take one offering, one food and one treasure."""


class Send(TypedMove, frozen=True, tag="R"):
    """Let a boat with a single passenger sail."""

    boat: str


class Fields(TypedMove, frozen=True, tag="S"):
    """Swap two farmers."""

    one: str
    other: str


AnyMove = (
    Track
    | Bid
    | BidFor
    | Private
    | KeepDiscs
    | Buy
    | Leave
    | Trade
    | Learn
    | Done
    | Answer
    | Call
    | Board
    | Climb
    | Land
    | Walk
    | Settle
    | Home
    | Take
    | Store
    | SellLater
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


def read_move(move: Move) -> TypedMove:
    """Raises Refused for anything that is not a move of this game."""
    read: TypedMove = convert_move(move, AnyMove)
    return read
