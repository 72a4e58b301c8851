"""Rules that the `options:`, `setup:` and `score:` of a game.yaml express, without any code.

Must not follow the play: players keep track of it themselves.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.games.data.facts import collect_facts, lowest_wins, read_facts
from companion.games.data.options import list_options, with_defaults
from companion.games.data.race import place_field, score_race
from companion.games.data.score import score_sheets
from companion.games.data.setup import make_setup
from companion.games.data.sheet import sheet_fields
from companion.games.data.table import lay_table
from companion.games.facts import Facts
from companion.games.options import Options
from companion.games.rules import Rules
from companion.games.score import Field, Result, Sheet
from companion.games.seats import Seat
from companion.games.setup import Chances, Setup
from companion.games.tabletop import FullTable

__all__ = ["DataRules", "collect_facts", "lowest_wins"]


class DataRules(Rules):
    """The rules of every game that does not have a package of its own."""

    def __init__(self, facts: Facts) -> None:
        self._play = read_facts(facts)
        self.options = list_options(self._play)

    def setup(self, players: int, options: Options, chances: Chances) -> Setup:
        return make_setup(self._play, players, with_defaults(self._play, options), chances)

    def full_table(
        self,
        setup: Setup,
        players: int,
        options: Options,
        chances: Chances,
    ) -> FullTable:
        return lay_table(self._play, setup, players, with_defaults(self._play, options), chances)

    def fields(self, options: Options, seats: Sequence[Seat]) -> tuple[Field, ...]:
        if self._play.race:
            return (place_field(len(seats)),)
        return sheet_fields(self._play, with_defaults(self._play, options), len(seats))

    def score(self, options: Options, sheets: Mapping[str, Sheet], seats: Sequence[Seat]) -> Result:
        if self._play.race:
            return score_race(sheets, seats)
        return score_sheets(self._play, with_defaults(self._play, options), sheets, seats)
