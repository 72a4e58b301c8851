"""Takes nothing, gives the values of setups, plays and scores, and the protocol of rules.

Rules are pure: no clock, no files, no Flask. What they need of a game's folder they take once,
with `facts`; a table keeps those facts, so that its log can be replayed and verified anywhere.
Randomness is an argument: `act` asks the chance it is given, the table records every answer, and
a replay gives the same answers again.

Positions are millimetres on the face that is named as the board, from its top left corner, y down.
A face is named `component/face`, as printgen names it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, Protocol

from msgspec import Struct, field

from companion.chance import Chance
from companion.table.model import Seat
from companion.words import Message
from printgen.catalog.model import Game

Facts = Mapping[str, Any]
Options = Mapping[str, str]
Move = Mapping[str, Any]
Sheet = Mapping[str, Any]
"""What one player has entered: field id → int, bool, str, list of ids, or list of rows."""


class Option(Struct, frozen=True):
    """Something a table may decide. `why` says beside it what the source says or leaves open; what
    is `rare` few tables ever change: it is folded away below the others."""

    id: str
    title: Message
    choices: Mapping[str, Message]
    default: str
    why: Message | None = None
    rare: bool = False


# --- setup ---------------------------------------------------------------------------------------


class Placement(Struct, frozen=True):
    """A piece in its place on the board: its centre, and how it is turned (degrees clockwise).

    `width` is how wide it is drawn, in millimetres of the board; nothing: as wide as it is printed.
    """

    face: str
    x: float
    y: float
    turn: float = 0.0
    space: str = ""
    width: float | None = None


class Part(Struct, frozen=True):
    """One thing of a setup that can be kept or rolled again on its own.

    `lines` tell how to lay it out; who is a `player` in them has a name at a table. `random` is
    false for what is the same every time. `tokens` are pieces that are printed to be folded: on a
    board they are shown as they stand there in play.
    `used` are the faces that lie open or out of the game: the table's decks hold them no longer.
    """

    id: str
    title: Message
    lines: tuple[Message, ...] = ()
    placements: tuple[Placement, ...] = ()
    values: Mapping[str, Any] = field(default_factory=dict)
    random: bool = True
    tokens: tuple[Token, ...] = ()
    used: tuple[str, ...] = ()


class Fairness(Struct, frozen=True):
    """How even a setup is, 0 to 100, and why."""

    figure: int
    reason: Message


class Setup(Struct, frozen=True):
    """Where nothing printed is the board, `view` is the part of the plane on which the pieces lie
    (x, y, width, height); with neither, there is no picture."""

    board: str
    parts: tuple[Part, ...]
    fairness: Fairness | None = None
    view: tuple[float, float, float, float] | None = None

    def part(self, name: str) -> Part:
        return next(part for part in self.parts if part.id == name)


Chances = Callable[[str], Chance]
"""The chance of each part, by the part's id: rolling one part again leaves the others alone."""


# --- play ----------------------------------------------------------------------------------------


class Step(Struct, frozen=True):
    """One tap of a choice: a place on the board, a picture, or words."""

    label: Message
    at: tuple[float, float] | None = None
    face: str = ""
    turn: float = 0.0
    width: float | None = None
    hint: Message | None = None
    """Advice or a warning that is shown beside it."""
    mark: str = ""
    """What a place shows on the board, in a letter or two."""
    focus: tuple[float, float, float, float] | None = None
    """Where a phone looks once it is tapped, as a scene's focus; some of the places that can be
    tapped next may be a swipe away."""


class Choice(Struct, frozen=True):
    """A legal move and the taps that lead to it. Choices that begin with equal steps share taps."""

    move: Move
    steps: tuple[Step, ...]


class Pick(Struct, frozen=True):
    """A move made by picking some of several items: `move` with `key` set to the ids picked.

    `ordered` keeps the order of the taps (programming); else they are a set (dice to keep).
    Of the items named in `alone` a row has one at most: another that is tapped takes its place.
    `dice` are items that look like dice.
    """

    move: Move
    key: str
    items: tuple[tuple[str, Step], ...]
    least: int
    most: int
    label: Message
    ordered: bool = False
    hint: Message | None = None
    alone: tuple[str, ...] = ()
    dice: bool = False


class Offers(Struct, frozen=True):
    """All that a seat may do now."""

    choices: tuple[Choice, ...] = ()
    picks: tuple[Pick, ...] = ()


class Say(Struct, frozen=True):
    """A sentence for the history; `to` names the seats that may read it, none: everybody."""

    message: Message
    to: tuple[str, ...] = ()


class Turn(Struct, frozen=True):
    """What comes of a move: the next state, and what is told of it."""

    state: Any
    says: tuple[Say, ...] = ()


class Token(Struct, frozen=True):
    """Something that stands on the board: a printed face, or a round piece in a colour with a mark.

    `colour` is #rrggbb; `mark` one letter or symbol; `label` is what a screen reader says. Without
    a `rim` it is no piece, but hides something that is printed.
    """

    x: float
    y: float
    label: Message
    face: str = ""
    colour: str = ""
    mark: str = ""
    turn: float = 0.0
    width: float | None = None
    rim: bool = True


class Row(Struct, frozen=True):
    """A line of a panel beside small pieces that lie in a row."""

    line: Message
    faces: tuple[str, ...]


class Panel(Struct, frozen=True):
    """A box beside the board: lines and printed faces. `own` marks what only this seat sees,
    `secret` what nobody may see over its shoulder: where several share a phone it is opened first,
    and whoever takes the phone over says so first.
    `common` is what everybody looks at together: the big screen shows it too."""

    title: Message
    lines: tuple[Message, ...] = ()
    faces: tuple[str, ...] = ()
    own: bool = False
    rows: tuple[Row, ...] = ()
    secret: bool = False
    common: bool = False


class Thrown(Struct, frozen=True):
    """A die on the table: what it shows, and of which kind it is, in a word or two and as a
    picture. One that is `spent` was used already."""

    mark: str
    label: Message
    face: str = ""
    spent: bool = False


class Scene(Struct, frozen=True):
    """A game in play as one seat (or, with none, everybody) may see it.

    `view` is the part of the board's plane that is shown (x, y, width, height); a game without a
    printed board leaves `board` empty and shows its tokens on that plane. `focus` is the part of
    it where things happen now: a phone opens a big board there, and the rest is a swipe away.
    """

    headline: Message
    turn: tuple[str, ...] = ()
    board: str = ""
    view: tuple[float, float, float, float] | None = None
    focus: tuple[float, float, float, float] | None = None
    tokens: tuple[Token, ...] = ()
    dice: tuple[Thrown, ...] = ()
    """What was thrown: it is shown large, above the board."""
    panels: tuple[Panel, ...] = ()
    over: bool = False
    winners: tuple[str, ...] = ()
    standing: Mapping[str, int] = field(default_factory=dict)
    """Points (or steps) of each seat so far, for the race chart."""
    colours: Mapping[str, str] = field(default_factory=dict)
    """What each seat plays, where the game and not the seat decides it."""


# --- score ---------------------------------------------------------------------------------------


class Space(Struct, frozen=True):
    """A place that can be tapped on the board."""

    id: str
    x: float
    y: float
    label: Message


class Field(Struct, frozen=True):
    """One entry of a player's score sheet.

    number: a whole number, `least` to `most`, by stepper · flag: yes or no · choice: one of
    `choices` · spaces: places tapped on `board` · rows: any number of rows of `columns`, each a
    whole number from `least` to `most` (groups, zones).
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
    spaces: tuple[Space, ...] = ()


class Line(Struct, frozen=True):
    """Points and how they arose: a tree of category → rule → pieces → points."""

    title: Message
    points: int
    why: Message | None = None
    parts: tuple[Line, ...] = ()


class Total(Struct, frozen=True):
    seat: str
    points: int
    lines: tuple[Line, ...]


class Rank(Struct, frozen=True):
    """`place` counts from 1, shared places are equal; `why` tells which tie-break decided."""

    seat: str
    place: int
    why: Message | None = None


class Fault(Struct, frozen=True):
    """An entry that cannot be."""

    seat: str
    field: str
    message: Message


class Result(Struct, frozen=True):
    totals: tuple[Total, ...]
    ranking: tuple[Rank, ...]
    faults: tuple[Fault, ...] = ()
    pointless: bool = False
    """A race: only the ranking counts."""


# --- rules ---------------------------------------------------------------------------------------


class Rules(Protocol):
    """What a game's module gives, as `RULES`. Every function is pure."""

    @property
    def options(self) -> tuple[Option, ...]: ...

    def facts(self, game: Game) -> Facts:
        """What these rules need of the folder: JSON values only."""

    def setup(self, facts: Facts, players: int, options: Options, chances: Chances) -> Setup:
        """Raises Refused if the game is not for so many players."""

    def fields(self, facts: Facts, options: Options, seats: Sequence[Seat]) -> tuple[Field, ...]:
        """The score sheet that each player fills in; nothing for a game that has none."""

    def score(
        self, facts: Facts, options: Options, sheets: Mapping[str, Sheet], seats: Sequence[Seat]
    ) -> Result:
        """The score of sheets that may be unfinished: what is missing counts as nothing."""


class Referee(Rules, Protocol):
    """Rules that also know the whole game. Moves are flat mappings of JSON values."""

    def begin(
        self, facts: Facts, seats: Sequence[Seat], options: Options, setup: Setup, chance: Chance
    ) -> Turn: ...

    def act(self, facts: Facts, state: Any, seat: str, move: Move, chance: Chance) -> Turn:
        """Raises Refused for what is not legal."""

    def offers(self, facts: Facts, state: Any, seat: str) -> Offers: ...

    def scene(self, facts: Facts, state: Any, seat: str | None) -> Scene:
        """What that seat may see. No secret of another seat is in it."""

    def sheets(self, facts: Facts, state: Any) -> Mapping[str, Sheet]:
        """The score sheets of a finished (or running) game, filled in by the state. Everybody may
        read them: what is still secret is not in them."""


class Coloured(Rules, Protocol):
    """Rules of a game whose pieces have colours."""

    def colours(self, facts: Facts) -> tuple[str, ...]:
        """The colours there are pieces of: a seat of such a colour gets them."""


class Implied(Rules, Protocol):
    """Rules by which some lines of a score sheet follow from others, where the setup is known."""

    def implied(self, facts: Facts, setup: Setup, sheet: Sheet) -> Sheet:
        """Those lines; whoever enters another number knows better."""


class Notated(Referee, Protocol):
    """Rules that can write a game down in Portable Piecepack Notation."""

    def ppn(self, facts: Facts, setup: Setup) -> str: ...

    def position_ppn(self, facts: Facts, state: Any) -> str: ...
