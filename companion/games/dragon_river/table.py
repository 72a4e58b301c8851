"""All pieces of Dragon River as they are set up."""

from __future__ import annotations

from typing import Final

from companion.games.dragon_river.facts import BOARD, DragonRiverFacts
from companion.games.dragon_river.setup import pieces_in_order
from companion.games.options import Options
from companion.games.setup import Chances, Setup
from companion.games.tabletop import FullTable, LaidPiece, PlayerArea, SnapPoint, Supply
from companion.language.messages import player

APART: Final = 2.2
"""How much farther racers stand from the middle of the first pearl than their tokens are drawn,
which are smaller."""


def lay_table(
    facts: DragonRiverFacts,
    setup: Setup,
    players: int,
    options: Options,
    chances: Chances,
) -> FullTable:
    start = facts.spaces[0]
    tokens = setup.part("racers").tokens
    racers = pieces_in_order(facts)[:players]
    return FullTable(
        BOARD,
        tuple(
            LaidPiece(
                token.face,
                start.x + APART * (token.x - start.x),
                start.y + APART * (token.y - start.y),
            )
            for token in tokens
        ),
        (Supply("dice", ("dice",), "row"),),
        tuple(
            PlayerArea(
                player(number),
                piece.colour,
                (Supply("aid", ("player-aid/aid",), "row"),),
            )
            for number, piece in enumerate(racers, 1)
        ),
        tuple(SnapPoint(space.x, space.y) for space in facts.spaces),
    )
