"""Takes a table of Dragon Boats of the Four Seas, gives its setup, score and whole game."""

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
    Option,
    Options,
    Result,
    Scene,
    Setup,
    Sheet,
    Turn,
)
from companion.games.dragon_boats.facts import Known, collect, read
from companion.games.dragon_boats.options import OPTIONS
from companion.games.dragon_boats.readings import as_played
from companion.games.dragon_boats.referee import act_in_game, begin_game, offers_in_game
from companion.games.dragon_boats.scene import scene_of
from companion.games.dragon_boats.score import score_sheets
from companion.games.dragon_boats.setup import make_setup
from companion.games.dragon_boats.sheet import hexes_taken, sheet_fields, sheets_of
from companion.table.model import Seat
from printgen.catalog.model import Game


class DragonBoats:
    options: tuple[Option, ...] = OPTIONS

    def facts(self, game: Game) -> Facts:
        return collect(game)

    def colours(self, facts: Facts) -> tuple[str, ...]:
        """The colours there are pieces of: a seat of such a colour gets them."""
        return tuple(read(facts).houses)

    def setup(self, facts: Facts, players: int, options: Options, chances: Chances) -> Setup:
        return make_setup(_played(facts, options), players, options, chances)

    def fields(self, facts: Facts, options: Options, seats: Sequence[Seat]) -> tuple[Field, ...]:
        return sheet_fields(_played(facts, options), options)

    def score(
        self, facts: Facts, options: Options, sheets: Mapping[str, Sheet], seats: Sequence[Seat]
    ) -> Result:
        return score_sheets(_played(facts, options), options, sheets, seats)

    def implied(self, facts: Facts, setup: Setup, sheet: Sheet) -> Sheet:
        return hexes_taken(read(facts), setup, sheet)

    def begin(
        self, facts: Facts, seats: Sequence[Seat], options: Options, setup: Setup, chance: Chance
    ) -> Turn:
        return begin_game(_played(facts, options), seats, options, setup, chance)

    def act(self, facts: Facts, state: Any, seat: str, move: Move, chance: Chance) -> Turn:
        return act_in_game(_played(facts, state.options), state, seat, move, chance)

    def offers(self, facts: Facts, state: Any, seat: str) -> Offers:
        return offers_in_game(_played(facts, state.options), state, seat)

    def scene(self, facts: Facts, state: Any, seat: str | None) -> Scene:
        return scene_of(_played(facts, state.options), state, seat)

    def sheets(self, facts: Facts, state: Any) -> Mapping[str, Sheet]:
        return sheets_of(state)


def _played(facts: Facts, options: Options) -> Known:
    return as_played(read(facts), options)


RULES = DragonBoats()
