"""A game in play as it is shown to one seat or to everybody."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct, field

from companion.games.geometry import Point, View
from companion.language.messages import Message, say


class Token(Struct, frozen=True):
    """A piece on the board: a printed face, or a round piece with a colour and a mark.

    `colour` is #rrggbb, `mark` is one letter or symbol, `label` is read by screen readers. A
    player's piece has the colour of its `seat`: it is drawn round, with the mark of that player,
    and its face is shown when it is enlarged. A token without a `rim` is not a piece but covers
    something that is printed; with a `length`, it is that long and its ends are round.
    """

    x: float
    """The centre, in millimetres, as `y`."""
    y: float
    label: Message
    face: str = ""
    colour: str = ""
    mark: str = ""
    turn: float = 0.0
    """In degrees clockwise."""
    width: float | None = None
    """In millimetres; by default it is the printed width."""
    rim: bool = True
    seat: str = ""
    length: float | None = None


class PanelRow(Struct, frozen=True):
    """A line beside a row of small pieces."""

    line: Message
    faces: tuple[str, ...]
    """The printed faces of the pieces."""


class Panel(Struct, frozen=True):
    """A box beside the board with lines and printed faces.

    Only this seat sees an `own` panel. A `secret` panel stays closed on a shared phone until its
    player opens it. A `common` panel is also shown on the big screen. A `folded` panel shows only
    its title until it is opened.
    """

    title: Message
    lines: tuple[Message, ...] = ()
    faces: tuple[str, ...] = ()
    own: bool = False
    rows: tuple[PanelRow, ...] = ()
    secret: bool = False
    common: bool = False
    folded: bool = False


class ThrownDie(Struct, frozen=True):
    """A die on the table: what it shows, and its kind or use as a label and a picture. A `spent`
    die has been used already."""

    mark: str
    label: Message | None = None
    face: str = ""
    spent: bool = False


class Scene(Struct, frozen=True):
    """A game in play as one seat may see it, or everybody if no seat is given.

    `view` is the part of the board's plane that is shown; a game without a printed board leaves
    `board` empty and shows its tokens on that plane. `focus` is the part where something happens
    now: a phone zooms in on it.
    """

    headline: Message
    """Who is to do what now."""
    turn: tuple[str, ...] = ()
    """The seats that are to act."""
    board: str = ""
    view: View | None = None
    focus: View | None = None
    tokens: tuple[Token, ...] = ()
    dice: tuple[ThrownDie, ...] = ()
    """The last throw, shown large above the board."""
    lead: tuple[PanelRow, ...] = ()
    """What matters most now: the viewer's own means, or what everybody has just revealed. It is
    shown between the headline and the board, so it is short."""
    panels: tuple[Panel, ...] = ()
    over: bool = False
    """Whether the game is over."""
    winners: tuple[str, ...] = ()
    """The seats that have won, once the game is over."""
    standing: Mapping[str, int] = field(default_factory=dict)
    """The points or steps of each seat so far, for the race chart."""
    colours: Mapping[str, str] = field(default_factory=dict)
    """The seat colour of the pieces that each seat plays."""
    ways: tuple[tuple[Point, ...], ...] = ()
    """The lines over the board, from space to space, that pieces walk along."""
    topics: tuple[str, ...] = ()
    """The tags in reference.yaml of the questions that may come up now."""


def your_turn(prompt: Message) -> Message:
    """The headline on the phone of a player who is to act."""
    return say("Your turn: {prompt}", prompt=prompt)
