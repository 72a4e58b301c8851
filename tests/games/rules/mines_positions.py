"""States of Mines from tiles in their cells, and a slow second opinion on what fits."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from math import atan2, degrees, hypot
from typing import Any

from companion.chance.provable import chance_from_words
from companion.games.edition import ONLY_MOVES
from companion.games.mines.hexes import Cell, centre
from companion.games.mines.state import LaidTile, Player, State
from companion.games.seats import Seat
from companion.table.game_rules import full_options
from tests.games.rules.bots import facts_of, playable

FACTS = facts_of("mines")
RULES = playable("mines", FACTS)
EARLIER = {**FACTS, "edition": ONLY_MOVES - 1}
"""Facts of a table whose players end every turn themselves."""
WILD = {**FACTS, "sides": {side: {"name": side, "bit": 0} for side in FACTS["sides"]}}
"""The same tiles, but every side fits every other: positions of any shape can be laid."""
TILES = sorted(t for t, tile in FACTS["tiles"].items() if tile["component"] == "tiles")
ANN, BEN, CID = Seat("a", "Ann", "red"), Seat("b", "Ben", "blue"), Seat("c", "Cid", "green")
SEATS = (ANN, BEN, CID, Seat("d", "Dot", "pink"), Seat("e", "Eve", "black"))
CHANCE = chance_from_words("calm-otter-11")
RING = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))


def options(**chosen: str) -> Mapping[str, str]:
    return full_options(RULES, chosen)


def position(
    mountain: Sequence[LaidTile],
    hand: Sequence[str] = (),
    *,
    tokens: int = 9,
    seats: Sequence[Seat] = (ANN, BEN),
    chosen: Mapping[str, str] | None = None,
    pile: Sequence[str] | None = None,
    **fields: Any,
) -> State:
    """A turn of the first seat; the pile holds all other tiles, if not said."""
    used = {laid.tile for laid in mountain} | set(hand)
    left = [tile for tile in TILES if tile not in used]
    players = tuple(
        Player(seat, colour, tokens if place == 0 else 9, tuple(hand) if place == 0 else ())
        for place, (seat, colour) in enumerate(
            zip(seats, ("red", "blue", "green", "yellow", "black"), strict=False)
        )
    )
    others = tuple(
        player if place == 0 else Player(player.seat, player.kind, 9, (left.pop(), left.pop()))
        for place, player in enumerate(players)
    )
    full = {"phase": "turn", **fields}
    rest = tuple(left) if pile is None else tuple(pile)
    return State(options(**(chosen or {})), others, tuple(mountain), rest, **full)


def act(state: State, facts: Mapping[str, Any] = FACTS, /, **move: Any) -> State:
    """The state after a move of the current player."""
    after: State = playable("mines", facts).act(state, state.acting.id, move, CHANCE).state
    return after


def some_state(seed: int, acts: int, players: int = 3) -> State:
    """What a game has come to after some random moves, mostly laying tiles."""
    pick = random.Random(seed)
    full = options(starter="chance")
    setup = RULES.setup(players, full, lambda part: chance_from_words(f"{seed}/{part}"))
    turn = RULES.begin(SEATS[:players], full, setup, chance_from_words(str(seed)))
    state: State = turn.state
    for _ in range(acts):
        moves = [dict(c.move) for c in RULES.offers(state, state.acting.id).choices]
        if not moves:
            break
        state = act(state, **pick.choice(moves))
    return state


def fits(mountain: Iterable[LaidTile], tile: str, cell: Cell, turn: int) -> bool:
    """Whether a tile may lie there, found from where the middles of the printed tiles are."""
    if any(laid.cell == cell for laid in mountain):
        return False
    touching = [laid for laid in mountain if near(laid.cell, cell)]
    return bool(touching) and all(
        match(side_towards(tile, turn, cell, other.cell), side_towards_laid(other, cell))
        for other in touching
    )


BUILD = {2: (1, 2), 3: (1, 3), 4: (1, 4), 5: (2, 5), 6: (3, 6)}
EXTEND = {3: (0, 3), 4: (0, 4), 5: (1, 5), 6: (2, 7)}
"""Tokens and points by sides that touch, as the table of the rules has them."""


def best_dig(state: State) -> tuple[str, int, int] | None:
    """What may be dug on the tile laid last: what it is, its tokens and its points."""
    *before, last = state.mountain
    touching = [laid for laid in before if near(laid.cell, last.cell)]
    owners = {laid.owner for laid in touching if laid.tokens}
    if owners and state.acting.id not in owners:
        return None
    kind, lines = ("extend", EXTEND) if owners else ("build", BUILD)
    tokens, points = lines.get(len(touching), (99, 0))
    if tokens > state.acting.tokens:
        return None
    if kind == "extend" and len(touching) == 6:
        points = int(state.options["extend6"])
    return kind, tokens, points


def match(one: str, other: str) -> bool:
    return one == other or "G" in (one, other)


def near(one: Cell, other: Cell) -> bool:
    (x, y), (u, v) = place(one), place(other)
    return bool(abs(hypot(u - x, v - y) - FACTS["tile_width"]) < 0.1)


def place(cell: Cell) -> tuple[float, float]:
    return centre(cell, FACTS["tile_width"])


def side_towards(tile: str, turn: int, cell: Cell, other: Cell) -> str:
    """The template draws side n at 30 + 60 n degrees clockwise from straight up."""
    (x, y), (u, v) = place(cell), place(other)
    clockwise = degrees(atan2(u - x, y - v)) - 60 * turn
    return tile[round((clockwise - 30) / 60) % 6]


def side_towards_laid(laid: LaidTile, other: Cell) -> str:
    return side_towards(laid.tile, laid.turn, laid.cell, other)


def around(cells: Iterable[Cell], reach: int = 2) -> list[Cell]:
    """Every cell in a frame around these, theirs included."""
    all_cells = list(cells)
    columns = range(min(q for q, _ in all_cells) - reach, max(q for q, _ in all_cells) + reach + 1)
    rows = range(min(r for _, r in all_cells) - reach, max(r for _, r in all_cells) + reach + 1)
    return [(q, r) for q in columns for r in rows]
