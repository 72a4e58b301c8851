"""Takes the `options:`, `setup:` and `score:` of a game.yaml, gives the rules they express."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct, convert, to_builtins

from companion.games.base import Chances, Facts, Field, Option, Options, Result, Setup, Sheet
from companion.games.data.choices import chosen, offered
from companion.games.data.race import place_field, race_of
from companion.games.data.score import score_of
from companion.games.data.setup import setup_of
from companion.games.data.sheet import fields_of
from companion.table.model import Seat
from printgen.catalog.model import Game
from printgen.catalog.play.model import Play


class DataRules(Struct, frozen=True):
    """The rules of every game that has no module of its own.

    Such games share no options: each has its own in its facts, and `at` tells them.
    """

    options: tuple[Option, ...] = ()

    def facts(self, game: Game) -> Facts:
        facts: Facts = to_builtins(game.play)
        return facts

    def at(self, facts: Facts) -> DataRules:
        """These rules with the options of one game."""
        return DataRules(offered(convert(facts, Play)))

    def setup(self, facts: Facts, players: int, options: Options, chances: Chances) -> Setup:
        play = convert(facts, Play)
        return setup_of(play, players, chosen(play, options), chances)

    def fields(self, facts: Facts, options: Options, seats: Sequence[Seat]) -> tuple[Field, ...]:
        play = convert(facts, Play)
        if play.race:
            return (place_field(len(seats)),)
        return fields_of(play, chosen(play, options), len(seats))

    def score(
        self, facts: Facts, options: Options, sheets: Mapping[str, Sheet], seats: Sequence[Seat]
    ) -> Result:
        play = convert(facts, Play)
        if play.race:
            return race_of(sheets, seats)
        return score_of(play, chosen(play, options), sheets, seats)


DATA_RULES = DataRules()
