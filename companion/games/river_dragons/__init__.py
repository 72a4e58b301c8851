"""Takes a table's acts in River Dragons, gives its setup, its whole race and its ranking."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from companion.chance import Chance
from companion.games.base import (
    Chances,
    Facts,
    Field,
    Move,
    Offers,
    Option,
    Options,
    Result,
    Scene,
    Setup,
    Sheet,
    Turn,
)
from companion.games.river_dragons.beginning import begin_game
from companion.games.river_dragons.facts import read_box, read_facts
from companion.games.river_dragons.moves import make_move
from companion.games.river_dragons.offers import offers_for
from companion.games.river_dragons.options import OPTIONS
from companion.games.river_dragons.scene import show
from companion.games.river_dragons.score import FIELDS, filled_sheets, rank
from companion.games.river_dragons.setup import make_setup
from companion.games.river_dragons.state import State
from companion.table.model import Seat
from printgen.catalog.model import Game


class RiverDragons:
    options: tuple[Option, ...] = OPTIONS

    def facts(self, game: Game) -> Facts:
        return read_facts(game)

    def setup(self, facts: Facts, players: int, options: Options, chances: Chances) -> Setup:
        return make_setup(read_box(facts), players, options, chances)

    def fields(self, facts: Facts, options: Options, seats: Sequence[Seat]) -> tuple[Field, ...]:
        return FIELDS

    def score(
        self,
        facts: Facts,
        options: Options,
        sheets: Mapping[str, Sheet],
        seats: Sequence[Seat],
    ) -> Result:
        return rank(sheets, seats)

    def begin(
        self,
        facts: Facts,
        seats: Sequence[Seat],
        options: Options,
        setup: Setup,
        chance: Chance,
    ) -> Turn:
        return begin_game(read_box(facts), seats, options, setup)

    def act(self, facts: Facts, state: State, seat: str, move: Move, chance: Chance) -> Turn:
        return make_move(read_box(facts), state, seat, move)

    def offers(self, facts: Facts, state: State, seat: str) -> Offers:
        return offers_for(read_box(facts), state, seat)

    def scene(self, facts: Facts, state: State, seat: str | None) -> Scene:
        return show(read_box(facts), state, seat)

    def sheets(self, facts: Facts, state: State) -> Mapping[str, Sheet]:
        return filled_sheets(read_box(facts), state)


RULES: Final = RiverDragons()
