"""Takes the folder of Sailing Port Flower, gives its rules: setup, whole race, and result."""

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
    Scene,
    Setup,
    Sheet,
    Turn,
)
from companion.games.port_flower.begin import begin_race
from companion.games.port_flower.facts import known, read_facts
from companion.games.port_flower.moves import read_move
from companion.games.port_flower.offering import offers_of
from companion.games.port_flower.ppn import course_ppn, position_ppn
from companion.games.port_flower.scene import scene_of
from companion.games.port_flower.score import FIELDS, score_race
from companion.games.port_flower.setup import set_up
from companion.games.port_flower.state import State
from companion.games.port_flower.turns import play
from companion.games.port_flower.variants import OPTIONS, read_variants
from companion.table.model import Seat
from printgen.catalog.model import Game

__all__ = ["RULES"]


class PortFlower:
    options: tuple[Option, ...] = OPTIONS

    def facts(self, game: Game) -> Facts:
        return read_facts(game)

    def setup(self, facts: Facts, players: int, options: Options, chances: Chances) -> Setup:
        return set_up(known(facts), players, read_variants(options), chances)

    def ppn(self, facts: Facts, setup: Setup) -> str:
        """The setup in Portable Piecepack Notation."""
        return course_ppn(facts, setup)

    def position_ppn(self, facts: Facts, state: State) -> str:
        """A race under way in the same notation."""
        return position_ppn(facts, state)

    def begin(
        self,
        facts: Facts,
        seats: Sequence[Seat],
        options: Options,
        setup: Setup,
        chance: Chance,
    ) -> Turn:
        return begin_race(known(facts), seats, read_variants(options), setup)

    def act(self, facts: Facts, state: State, seat: str, move: Move, chance: Chance) -> Turn:
        return play(known(facts), state, seat, read_move(move), chance)

    def offers(self, facts: Facts, state: State, seat: str) -> Offers:
        return offers_of(known(facts), state, seat)

    def scene(self, facts: Facts, state: State, seat: str | None) -> Scene:
        return scene_of(known(facts), state)

    def sheets(self, facts: Facts, state: State) -> Mapping[str, Sheet]:
        return {boat.seat: {"buoys": boat.reached, "home": boat.home} for boat in state.boats}

    def fields(self, facts: Facts, options: Options, seats: Sequence[Seat]) -> tuple[Field, ...]:
        return FIELDS

    def score(
        self,
        facts: Facts,
        options: Options,
        sheets: Mapping[str, Sheet],
        seats: Sequence[Seat],
    ) -> Result:
        return score_race(sheets, seats)


RULES = PortFlower()
