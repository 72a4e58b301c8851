"""Takes nothing, gives the rules of Mines of the Sacred Dragon."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.chance import Chance
from companion.games.base import (
    Chances,
    Facts,
    Field,
    Move,
    Offers,
    Options,
    Result,
    Scene,
    Setup,
    Sheet,
    Turn,
)
from companion.games.mines import begin, moves, offers, scene, score, setup, summary
from companion.games.mines.facts import facts_of, read
from companion.table.model import Seat
from printgen.catalog.model import Game


class Mines:
    options = setup.OPTIONS

    def facts(self, game: Game) -> Facts:
        return facts_of(game)

    def setup(self, facts: Facts, players: int, options: Options, chances: Chances) -> Setup:
        return setup.set_up(read(facts), players, options, chances)

    def fields(self, facts: Facts, options: Options, seats: Sequence[Seat]) -> tuple[Field, ...]:
        return score.fields(read(facts), options, seats)

    def score(
        self, facts: Facts, options: Options, sheets: Mapping[str, Sheet], seats: Sequence[Seat]
    ) -> Result:
        return score.score(read(facts), options, sheets, seats)

    def begin(
        self, facts: Facts, seats: Sequence[Seat], options: Options, setup: Setup, chance: Chance
    ) -> Turn:
        return begin.begin(read(facts), seats, options, setup, chance)

    def act(self, facts: Facts, state: Any, seat: str, move: Move, chance: Chance) -> Turn:
        return moves.act(read(facts), state, seat, move)

    def offers(self, facts: Facts, state: Any, seat: str) -> Offers:
        return offers.offers(read(facts), state, seat)

    def scene(self, facts: Facts, state: Any, seat: str | None) -> Scene:
        return scene.scene(read(facts), state, seat)

    def sheets(self, facts: Facts, state: Any) -> Mapping[str, Sheet]:
        return summary.sheets(state)


RULES = Mines()
