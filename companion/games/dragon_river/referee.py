"""Takes what a table asks, gives the answers of Dragon River's rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

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
    Say,
    Scene,
    Setup,
    Sheet,
    Turn,
)
from companion.games.dragon_river.moves import make_move
from companion.games.dragon_river.offers import list_offers
from companion.games.dragon_river.options import OPTIONS
from companion.games.dragon_river.river import gather_facts, read_river
from companion.games.dragon_river.scene import show
from companion.games.dragon_river.score import fill_sheets, rank_race, sheet_fields
from companion.games.dragon_river.setup import begin_race, set_up
from companion.games.dragon_river.state import Made, Race
from companion.table.model import Seat
from printgen.catalog.model import Game


class DragonRiver:
    options: tuple[Option, ...] = OPTIONS

    def facts(self, game: Game) -> Facts:
        return gather_facts(game)

    def setup(self, facts: Facts, players: int, options: Options, chances: Chances) -> Setup:
        return set_up(read_river(facts), players, options, chances)

    def fields(self, facts: Facts, options: Options, seats: Sequence[Seat]) -> tuple[Field, ...]:
        return sheet_fields(read_river(facts))

    def score(
        self,
        facts: Facts,
        options: Options,
        sheets: Mapping[str, Sheet],
        seats: Sequence[Seat],
    ) -> Result:
        return rank_race(read_river(facts), sheets, seats)

    def begin(
        self,
        facts: Facts,
        seats: Sequence[Seat],
        options: Options,
        setup: Setup,
        chance: Chance,
    ) -> Turn:
        return _turn(begin_race(read_river(facts), seats, options, setup))

    def act(self, facts: Facts, state: Race, seat: str, move: Move, chance: Chance) -> Turn:
        return _turn(make_move(read_river(facts), state, seat, move, chance))

    def offers(self, facts: Facts, state: Race, seat: str) -> Offers:
        return list_offers(read_river(facts), state, seat)

    def scene(self, facts: Facts, state: Race, seat: str | None) -> Scene:
        return show(read_river(facts), state, seat)

    def sheets(self, facts: Facts, state: Race) -> Mapping[str, Sheet]:
        return fill_sheets(read_river(facts), state)


def _turn(made: Made) -> Turn:
    race, told = made
    return Turn(race, tuple(Say(message) for message in told))
