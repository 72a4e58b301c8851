"""The moves that a seat can make now, and the taps that lead to them."""

from __future__ import annotations

from msgspec import Struct

from companion.games.geometry import Ground, Point, View
from companion.games.moves import Move
from companion.language.messages import Message


class Step(Struct, frozen=True):
    """One tap: a place on the board, a picture, or a label."""

    label: Message
    at: Point | None = None
    """The place on the board, in millimetres."""
    face: str = ""
    """The printed face that is shown for it."""
    turn: float = 0.0
    """How the face is turned, in degrees clockwise."""
    width: float | None = None
    """The width of the face on the board, in millimetres; by default it is the printed width."""
    hint: Message | None = None
    """What the step costs or brings, or a warning; it is shown beside it."""
    doubtful: bool = False
    """Whether the hint is a reason not to do it."""
    mark: str = ""
    """One or two letters that the place shows on the board."""
    badge: str = ""
    """A number at the edge of the place; what is printed there stays visible."""
    focus: View | None = None
    """The part of the board to show after this tap; the next places may lie outside it."""


class Choice(Struct, frozen=True):
    """A legal move and the taps that lead to it. Choices that begin with equal steps share taps."""

    move: Move
    """The move, as the act `play` takes it."""
    steps: tuple[Step, ...]


class Pick(Struct, frozen=True):
    """A move made by picking some of several items: `move` with `key` set to the picked ids.

    If `ordered`, the order of the taps matters (programming); otherwise the items are a set (dice
    to keep). At most one of the items in `alone` can be picked: another one replaces it. `dice` is
    true if the items look like dice.
    """

    move: Move
    key: str
    items: tuple[tuple[str, Step], ...]
    """The ids of the items, each with its tap."""
    least: int
    """How many items must be picked."""
    most: int
    """How many items can be picked."""
    label: Message
    ordered: bool = False
    hint: Message | None = None
    """What the move costs or brings."""
    alone: tuple[str, ...] = ()
    dice: bool = False


class FreePoint(Struct, frozen=True):
    """A move made by choosing any point of a ground: `move` with `x` and `y` in millimetres.

    Points are rounded to tenths. `face` is the piece that is dragged and `width` its width. The
    offers also contain choices for some good points, for people who cannot drag.
    """

    move: Move
    ground: Ground
    label: Message
    hint: Message
    face: str
    width: float


class Offers(Struct, frozen=True):
    """Everything that a seat may do now."""

    choices: tuple[Choice, ...] = ()
    picks: tuple[Pick, ...] = ()
    points: tuple[FreePoint, ...] = ()
    advice: tuple[Choice, ...] = ()
    """Moves that seem best. Players see them only if they ask for a hint, so the other fields
    contain these moves too."""
