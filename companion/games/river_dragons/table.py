"""All pieces of River Dragons as they are set up."""

from __future__ import annotations

from typing import Final

from companion.games.options import Options
from companion.games.river_dragons.facts import RiverDragonsFacts
from companion.games.river_dragons.setup import BOARDS
from companion.games.setup import Chances, Setup
from companion.games.tabletop import FullTable, LaidPiece, PlayerArea, SnapPoint, Supply
from companion.language.messages import player

FIRST_PLAYER: Final = "first-player/first-player"


def lay_table(
    facts: RiverDragonsFacts,
    setup: Setup,
    players: int,
    options: Options,
    chances: Chances,
) -> FullTable:
    runners = setup.part("houses").tokens
    islands = facts.islands.values() if options["board"] == "islands" else ()
    spots = (*islands, *facts.villages.values())
    return FullTable(
        BOARDS[options["board"]],
        tuple(LaidPiece(token.face, token.x, token.y) for token in runners),
        (
            *(
                Supply(f"stones-{kind}", (f"stones/{kind}",) * copies, "pile")
                for kind, copies in facts.stones.items()
            ),
            Supply("first", (FIRST_PLAYER,) if setup.starter is None else (), "row"),
        ),
        tuple(
            _area(facts, setup, house, number)
            for number, house in enumerate(setup.part("houses").values["houses"])
        ),
        tuple(SnapPoint(spot.x, spot.y) for spot in spots),
    )


def _area(facts: RiverDragonsFacts, setup: Setup, house: str, number: int) -> PlayerArea:
    planks = tuple(
        f"plank-{plank.number}/{name}"
        for name, plank in facts.planks.items()
        if plank.house == house
    )
    first = (FIRST_PLAYER,) if number == setup.starter else ()
    return PlayerArea(
        player(number + 1),
        facts.houses[house].colour,
        (
            Supply("planks", planks, "row"),
            Supply("aid", ("player-aid/player-aid", *first), "row"),
        ),
        tuple(f"action-cards/{card}" for card in setup.part("cards").values["hands"][house]),
    )
