"""The score sheet of Dragon River."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.games.dragon_river.facts import DragonRiverFacts
from companion.games.dragon_river.state import State
from companion.games.options import Options
from companion.games.score import Field, Sheet
from companion.games.seats import Seat
from companion.language.messages import say


def sheet_fields(
    facts: DragonRiverFacts,
    options: Options,
    seats: Sequence[Seat],
) -> tuple[Field, ...]:
    return (
        Field("won", say("Landed on the last pearl"), "flag"),
        Field(
            "space",
            say("Space reached"),
            "number",
            most=facts.finish,
            help=say("Ranks the players who did not win"),
        ),
    )


def fill_sheets(facts: DragonRiverFacts, state: State) -> Mapping[str, Sheet]:
    return {
        racer.seat: {"won": racer.space == facts.finish, "space": racer.space}
        for racer in state.racers
    }
