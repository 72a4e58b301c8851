"""The score sheet of Port Flower."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from companion.games.options import Options
from companion.games.port_flower.facts import PortFlowerFacts
from companion.games.port_flower.state import BUOYS, State
from companion.games.score import Field, Sheet
from companion.games.seats import Seat
from companion.language.messages import say

FIELDS: Final = (
    Field(
        "buoys",
        say("Buoys reached"),
        "number",
        most=BUOYS,
        help=say("The number of flipped coins in the row."),
    ),
    Field("home", say("First home with all five buoys"), "flag"),
)


def sheet_fields(
    facts: PortFlowerFacts, options: Options, seats: Sequence[Seat]
) -> tuple[Field, ...]:
    return FIELDS


def fill_sheets(facts: PortFlowerFacts, state: State) -> dict[str, Sheet]:
    return {boat.seat: {"buoys": boat.reached, "home": boat.home} for boat in state.boats}
