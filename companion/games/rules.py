"""The rules of a game, bound to its facts.

Rules are pure: no clock, no files, no Flask. Randomness is an argument: `act` asks the chance it
is given, the table records every number drawn, and a replay returns the same numbers.

Positions are millimetres on the board's face, from its top left corner, y down. Faces are named
`component/face`, as in printgen.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, Protocol, TypeVar

from msgspec import Struct

from companion.chance.provable import Chance
from companion.games.corrections import Correctable
from companion.games.facts import Facts
from companion.games.market import Market
from companion.games.moves import Move, Transition
from companion.games.offers import Offers
from companion.games.options import Option, Options
from companion.games.played import PlayedStep
from companion.games.scene import Scene
from companion.games.score import Field, Result, Sheet
from companion.games.seats import Seat
from companion.games.setup import Chances, Setup
from companion.games.tabletop import FullTable
from companion.language.messages import Message
from printgen.catalog.model import Game

GameFacts = TypeVar("GameFacts")
State = TypeVar("State")
AnyFacts = TypeVar("AnyFacts", contravariant=True)

Unseen = Mapping[str, tuple[str, ...]]
"""Pieces in an order that nobody knows (a bag, a deck, a draw pile), by the place they lie in."""


class Rules(ABC):
    """Setup and score of a game. Players keep track of the play themselves."""

    options: tuple[Option, ...]
    colours: tuple[str, ...] = ()
    """The seat colours that the game has pieces in: a seat of such a colour gets them."""

    market: Market | None = None
    """A market whose prices and order the companion can show without refereeing the game."""

    has_ppn: bool = False
    """Whether setups and positions can be written in Portable Piecepack Notation."""

    @abstractmethod
    def setup(self, players: int, options: Options, chances: Chances) -> Setup:
        """Raises Refused for a number of players that cannot play."""

    @abstractmethod
    def fields(self, options: Options, seats: Sequence[Seat]) -> tuple[Field, ...]:
        """The score sheet that each player fills in; empty for a game without one."""

    @abstractmethod
    def score(self, options: Options, sheets: Mapping[str, Sheet], seats: Sequence[Seat]) -> Result:
        """The score of sheets that may be unfinished: missing entries count as nothing."""

    @abstractmethod
    def full_table(
        self, setup: Setup, players: int, options: Options, chances: Chances
    ) -> FullTable:
        """The setup with all pieces of the game: hands dealt, and decks and bags mixed."""

    def setup_ppn(self, setup: Setup) -> str | None:  # noqa: ARG002
        """The setup in Portable Piecepack Notation, for games that have it."""
        return None

    def position_ppn(self, state: Any) -> str | None:  # noqa: ARG002
        """The table as it lies now, in the same notation."""
        return None

    def game_ppn(self, steps: Sequence[PlayedStep], *, for_viewers: bool) -> str | None:  # noqa: ARG002
        """The whole game, in the same notation; `for_viewers` uses only sets that other programs
        can draw."""
        return None


class GamePpn(Protocol[AnyFacts]):
    """Writes a whole game in Portable Piecepack Notation."""

    def __call__(
        self, facts: AnyFacts, steps: Sequence[PlayedStep], /, *, for_viewers: bool
    ) -> str: ...


class GameFunctions(Struct, Generic[GameFacts, State], frozen=True, kw_only=True):
    """The functions of a game's package, one from each of its modules.

    All are pure; most take the game's typed facts first.
    """

    options: tuple[Option, ...]
    collect_facts: Callable[[Game], Facts]
    read_facts: Callable[[Facts], GameFacts]
    make_setup: Callable[[GameFacts, int, Options, Chances], Setup]
    begin_game: Callable[[GameFacts, Sequence[Seat], Options, Setup, Chance], Transition]
    rename_player: Callable[[State, str, str], State]
    make_move: Callable[[GameFacts, State, str, Move, Chance], Transition]
    list_offers: Callable[[GameFacts, State, str], Offers]
    draw_scene: Callable[[GameFacts, State, str | None], Scene]
    find_standing: Callable[[GameFacts, State], Mapping[str, int]]
    sheet_fields: Callable[[GameFacts, Options, Sequence[Seat]], tuple[Field, ...]]
    fill_sheets: Callable[[GameFacts, State], Mapping[str, Sheet]]
    score_sheets: Callable[[GameFacts, Options, Mapping[str, Sheet], Sequence[Seat]], Result]
    lay_table: Callable[[GameFacts, Setup, int, Options, Chances], FullTable]

    unseen_pieces: Callable[[State], Unseen] | None = None
    with_unseen_pieces: Callable[[State, Unseen], State] | None = None
    why_final: Callable[[GameFacts, State, State], Message | None] | None = None
    hidden_moves: frozenset[str] = frozenset()
    piece_colours: Callable[[GameFacts], tuple[str, ...]] | None = None
    implied_entries: Callable[[GameFacts, Setup, Sheet], Sheet] | None = None
    setup_ppn: Callable[[GameFacts, Setup], str] | None = None
    position_ppn: Callable[[GameFacts, State], str] | None = None
    game_ppn: GamePpn[GameFacts] | None = None
    market: Market | None = None
    list_correctables: Callable[[GameFacts, State, str], tuple[Correctable, ...]] | None = None
    correct_number: Callable[[GameFacts, State, str, str, int, Chance], State] | None = None


class PlayableRules(Rules):
    """Rules that know the whole game: the functions of a game's package, bound to its facts."""

    def __init__(self, functions: GameFunctions[Any, Any], facts: Facts) -> None:
        self._game = functions
        self._facts = functions.read_facts(facts)
        self.options = functions.options
        if functions.piece_colours is not None:
            self.colours = functions.piece_colours(self._facts)
        self.market = functions.market
        self.has_ppn = functions.setup_ppn is not None
        self.has_implied = functions.implied_entries is not None
        self.has_unseen = functions.unseen_pieces is not None
        self.hidden_moves = functions.hidden_moves
        """The kinds of moves whose content others learn later, and which fit only those who hold
        certain pieces."""

    def setup(self, players: int, options: Options, chances: Chances) -> Setup:
        return self._game.make_setup(self._facts, players, options, chances)

    def full_table(
        self, setup: Setup, players: int, options: Options, chances: Chances
    ) -> FullTable:
        return self._game.lay_table(self._facts, setup, players, options, chances)

    def begin(
        self, seats: Sequence[Seat], options: Options, setup: Setup, chance: Chance
    ) -> Transition:
        return self._game.begin_game(self._facts, seats, options, setup, chance)

    def renamed(self, state: Any, seat: str, name: str) -> Any:
        """The state with another name for the player of that seat."""
        return self._game.rename_player(state, seat, name)

    def act(self, state: Any, seat: str, move: Move, chance: Chance) -> Transition:
        """Raises Refused for an illegal move."""
        return self._game.make_move(self._facts, state, seat, move, chance)

    def offers(self, state: Any, seat: str) -> Offers:
        return self._game.list_offers(self._facts, state, seat)

    def scene(self, state: Any, seat: str | None) -> Scene:
        """What that seat may see, without the secrets of other seats."""
        return self._game.draw_scene(self._facts, state, seat)

    def standing(self, state: Any) -> Mapping[str, int]:
        """The scene's points of each seat, or how far it is in a race, without the scene."""
        return self._game.find_standing(self._facts, state)

    def fields(self, options: Options, seats: Sequence[Seat]) -> tuple[Field, ...]:
        return self._game.sheet_fields(self._facts, options, seats)

    def sheets(self, state: Any) -> Mapping[str, Sheet]:
        """Score sheets as the state fills them in. They are public, so they contain no secrets."""
        return self._game.fill_sheets(self._facts, state)

    def score(self, options: Options, sheets: Mapping[str, Sheet], seats: Sequence[Seat]) -> Result:
        return self._game.score_sheets(self._facts, options, sheets, seats)

    def implied(self, setup: Setup, sheet: Sheet) -> Sheet:
        """Entries that follow from the setup and other entries; players may overrule them."""
        implied = self._game.implied_entries
        return {} if implied is None else implied(self._facts, setup, sheet)

    def correctables(self, state: Any, seat: str) -> tuple[Correctable, ...]:
        """The public numbers of a seat that can be corrected now."""
        numbers = self._game.list_correctables
        return () if numbers is None else numbers(self._facts, state, seat)

    def corrected(self, state: Any, seat: str, name: str, value: int, chance: Chance) -> Any:
        """The state with another value of a number, one of `correctables`. Raises Refused."""
        correct = self._game.correct_number
        return state if correct is None else correct(self._facts, state, seat, name, value, chance)

    def unseen(self, state: Any) -> Unseen:
        return {} if self._game.unseen_pieces is None else self._game.unseen_pieces(state)

    def with_unseen(self, state: Any, unseen: Unseen) -> Any:
        """The state with its unseen pieces in another order."""
        reorder = self._game.with_unseen_pieces
        return state if reorder is None else reorder(state, unseen)

    def why_final(self, before: Any, after: Any) -> Message | None:
        """Why a move between these states cannot be undone; None if it can."""
        why = self._game.why_final
        return None if why is None else why(self._facts, before, after)

    def setup_ppn(self, setup: Setup) -> str | None:
        write = self._game.setup_ppn
        return None if write is None else write(self._facts, setup)

    def position_ppn(self, state: Any) -> str | None:
        write = self._game.position_ppn
        return None if write is None else write(self._facts, state)

    def game_ppn(self, steps: Sequence[PlayedStep], *, for_viewers: bool) -> str | None:
        write = self._game.game_ppn
        return None if write is None else write(self._facts, steps, for_viewers=for_viewers)
