"""All pieces of Mines as they are set up."""

from __future__ import annotations

from typing import Final

from companion.games.mines.facts import MinesFacts, in_order
from companion.games.mines.setup import BOARD, FIRST_HAND, tiles_in_game, tiles_of
from companion.games.options import Options
from companion.games.setup import Chances, Setup
from companion.games.tabletop import FullTable, LaidPiece, PlayerArea, Supply, laid_placements
from companion.language.messages import player

BESIDE: Final = 8
"""How far left of the score board the first tile lies, in tiles: the mountain grows around it."""


def lay_table(
    facts: MinesFacts, setup: Setup, players: int, options: Options, chances: Chances
) -> FullTable:
    centre = setup.part("centre").values["tile"]
    others = [tile for tile in tiles_of(facts, options) if tile != centre]
    mixed = chances("table-tiles").shuffle(others)
    mixed = mixed[: tiles_in_game(facts, players, options) - 1]
    hands = [
        in_order(facts, mixed[FIRST_HAND * seat : FIRST_HAND * (seat + 1)])
        for seat in range(players)
    ]
    pile = tuple(facts.face(tile) for tile in mixed[FIRST_HAND * players :])
    mountain = LaidPiece(facts.face(centre), -BESIDE * facts.tile_width, facts.board[1] / 2)
    markers = [one for one in laid_placements(setup, "tokens") if one.row != BOARD]
    return FullTable(
        BOARD,
        (mountain, *markers),
        (Supply("tiles", pile, "bag"), Supply("pads", ("score-pad",), "pile")),
        tuple(
            PlayerArea(
                player(number),
                kind.shade,
                (
                    Supply("tokens", (f"mine-tokens/{kind.id}",) * facts.usable, "pile"),
                    Supply("aid", ("player-aid/aid",), "row"),
                ),
                tuple(map(facts.face, hand)),
            )
            for number, (kind, hand) in enumerate(zip(facts.tokens, hands, strict=False), 1)
        ),
    )
