"""The score sheet of Mines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from companion.games.mines.facts import MinesFacts
from companion.games.mines.mountain import Zone, best_first, tiles_by_cell, zones
from companion.games.mines.state import State
from companion.games.options import Options
from companion.games.score import Field, Sheet
from companion.games.seats import Seat
from companion.language.messages import say

MAX_TRACK: Final = 400
"""More than anybody can reach, so a mistyped number is noticed."""
LONE: Final = Zone(1, 1)
"""The most common zone; these are counted and not entered one by one."""


class Entry(Struct, frozen=True):
    """One player's sheet. `track` and `turn` are None until they are entered."""

    seat: str
    track: int | None
    zones: tuple[Zone, ...]
    turn: int | None

    @property
    def empty(self) -> bool:
        return self.track is None and not self.zones

    @property
    def points(self) -> int:
        return (self.track or 0) + sum(zone.points for zone in self.zones)

    @property
    def tokens(self) -> int:
        return sum(zone.tokens for zone in self.zones)

    @property
    def foundations(self) -> int:
        return sum(zone.foundations for zone in self.zones)


def sheet_fields(facts: MinesFacts, options: Options, seats: Sequence[Seat]) -> tuple[Field, ...]:
    fields = (
        Field(
            "track",
            say("Score track"),
            "number",
            most=MAX_TRACK,
            help=say("Add {lap} for every full lap.", lap=facts.lap),
        ),
        Field(
            "lone",
            say("Lone mines"),
            "number",
            most=facts.usable,
            help=say("Mines with 1 token and no foundation of yours next to them."),
        ),
        Field(
            "zones",
            say("Other zones"),
            "rows",
            least=1,
            most=facts.usable,
            help=say(
                "One row per group of connected foundations, or per lone mine with more tokens."
            ),
            columns=(say("foundations"), say("tokens")),
        ),
    )
    if options["tiebreak"] != "later-player" or len(seats) < 2:
        return fields
    turn = Field(
        "turn",
        say("Turn order"),
        "number",
        least=1,
        most=len(seats),
        help=say("1 for the starting player. It breaks ties."),
    )
    return (*fields, turn)


def fill_sheets(facts: MinesFacts, state: State) -> dict[str, Sheet]:
    mountain = tiles_by_cell(state.mountain)
    asks_turn = state.options["tiebreak"] == "later-player" and len(state.players) > 1
    sheets: dict[str, Sheet] = {}
    for turn, player in enumerate(state.players, 1):
        found = zones(mountain, player.id)
        sheets[player.id] = {
            "track": player.points,
            "lone": found.count(LONE),
            "zones": [[zone.foundations, zone.tokens] for zone in found if zone != LONE],
            **({"turn": turn} if asks_turn else {}),
        }
    return sheets


def read_sheet(seat: str, sheet: Sheet) -> Entry:
    entered = [Zone(row[0], row[1]) for row in sheet.get("zones") or ()]
    entered += [LONE] * (sheet.get("lone") or 0)
    return Entry(seat, sheet.get("track"), best_first(entered), sheet.get("turn"))
