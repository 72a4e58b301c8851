"""Measure how often mines touch five or six sides, for each set of tiles of Mines.

`python -m tests.bench.mines_tiles` plays games with both printed sets and with two patterns that
were considered for the second one. It takes a few minutes; `… 100` plays 100 games of each.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import combinations, permutations
from typing import Any, Final

from msgspec import Struct

from companion.chance.provable import chance_from_words
from companion.games import rules_at
from companion.games.mines.dig import Dig, find_dig
from companion.games.mines.facts import MinesFacts, read_facts
from companion.games.mines.mountain import TilePlacement, sides_near, tile_placements, tiles_by_cell
from companion.games.mines.moves import HAND, make_move
from companion.games.mines.state import State
from companion.games.seats import COLOURS, Seat
from companion.table.game_rules import full_options, setup_of
from companion.table.model import SetupRequest
from tests.games.rules.bots import NAMES, facts_of, playable

GAMES: Final = 40
PLAYERS: Final = (2, 3, 4)
MANY: Final = 5
NO_CHANCE: Final = chance_from_words("unused")  # moves of Mines draw no numbers
"""So many sides or more are what the second set is for."""
SMALL: Final = 0.35
"""How often a bot digs a mine of fewer sides when it could."""

Facts = Mapping[str, Any]
Chooser = Callable[[list[TilePlacement], random.Random], TilePlacement]


class Tally(Struct, frozen=True):
    """`starts` counts turns, `chances` those that begin with a tile that fits on five or six sides,
    `digs` mines by how many sides they touch, `with_many` games in which one touches five or six.
    """

    games: int
    starts: int
    chances: int
    digs: Mapping[int, int]
    with_many: int

    @property
    def many(self) -> int:
        return sum(count for sides, count in self.digs.items() if sides >= MANY)

    def line(self) -> str:
        digs = " ".join(f"{self.digs.get(n, 0) / self.games:5.2f}" for n in range(2, 7))
        return f"{self.chances / self.starts:8.1%} {self.with_many / self.games:8.0%}   {digs}"


def roam(found: list[TilePlacement], pick: random.Random) -> TilePlacement:
    """Places any tile anywhere, which leaves many holes."""
    cell = pick.choice(sorted({lay.cell for lay in found}))
    return pick.choice([lay for lay in found if lay.cell == cell])


def hunt(found: list[TilePlacement], pick: random.Random) -> TilePlacement:
    """A hole with five or six sides if a tile fits there, otherwise any tile that fits anywhere."""
    return pick.choice([lay for lay in found if lay.sides >= MANY] or found)


BOTS: Final[Mapping[str, Chooser]] = {"roaming": roam, "hunting": hunt}


def simulate(facts: Facts, tiles: str, choose: Chooser, games: int = GAMES) -> Tally:
    """Games of bots that lay one tile a turn and always dig where five or six sides touch."""
    starts = chances = with_many = 0
    digs: Counter[int] = Counter()
    for seed in range(games):
        before = digs[MANY] + digs[MANY + 1]
        state = _begun(facts, tiles, PLAYERS[seed % len(PLAYERS)], seed)
        for fits_many in _play(read_facts(facts), state, choose, random.Random(seed), digs):
            starts += 1
            chances += fits_many
        with_many += digs[MANY] + digs[MANY + 1] > before
    return Tally(games, starts, chances, dict(digs), with_many)


def _begun(facts: Facts, tiles: str, players: int, seed: int) -> State:
    chosen = full_options(rules_at("mines", facts), {"starter": "chance", "tiles": tiles})
    words = f"simulated-{seed}"
    setup = setup_of(rules_at("mines", facts), SetupRequest(players, chosen, words))
    seats = [Seat(f"s{n}", NAMES[n], colour) for n, colour in enumerate(list(COLOURS)[:players])]
    state: State = (
        playable("mines", facts).begin(seats, chosen, setup, chance_from_words(words)).state
    )
    return state


def _play(
    facts: MinesFacts, state: State, choose: Chooser, pick: random.Random, digs: Counter[int]
) -> Iterator[bool]:
    """Plays a game and counts its mines; yields for each turn whether five or six sides fit."""
    while state.phase != "over":
        found = list(
            tile_placements(
                facts, tiles_by_cell(state.mountain), state.acting.hand, state.fresh_cells
            )
        )
        if state.phase == "turn":
            yield any(lay.sides >= MANY for lay in found)
        move = _move(facts, state, [lay for lay in found if not lay.open], choose, pick)
        if move["do"] in ("build", "extend"):
            digs[sides_near(tiles_by_cell(state.mountain), state.mountain[-1].cell)] += 1
        state = make_move(facts, state, state.acting.id, move, NO_CHANCE).state


def _move(
    facts: MinesFacts,
    state: State,
    found: list[TilePlacement],
    choose: Chooser,
    pick: random.Random,
) -> Mapping[str, Any]:
    if state.phase == "explore":
        dig = _worthwhile(facts, state, pick)
        return {"do": dig.kind if dig else "finish"}
    if found:
        lay = choose(found, pick)
        q, r = lay.cell
        return {"do": "lay", "tile": lay.tile, "q": q, "r": r, "turn": lay.turn}
    if state.phase == "opening":
        return {"do": "show", "tile": state.acting.hand[0]}
    if len(state.acting.hand) < HAND and state.pile:
        return {"do": "supply"}
    return {"do": "reorganise", "tile": pick.choice(state.acting.hand)}


def _worthwhile(facts: MinesFacts, state: State, pick: random.Random) -> Dig | None:
    land, cell = tiles_by_cell(state.mountain), state.mountain[-1].cell
    found = find_dig(facts, state, state.acting, land, cell)
    if not isinstance(found, Dig):
        return None
    return found if sides_near(land, cell) >= MANY or pick.random() < SMALL else None


# --- patterns that were considered ---------------------------------------------------------------


def necklaces(patterns: Iterable[str]) -> list[str]:
    """Different tiles: of those that are the same when turned, one."""
    return sorted({min(p[n:] + p[:n] for n in range(6)) for p in patterns})


def _orders(content: str) -> set[str]:
    return {"".join(one) for one in permutations(content)}


def three_grays() -> list[str]:
    """Three gray sides and three of the four colours, in every order: 80 tiles."""
    return necklaces(
        p for three in combinations("ABCD", 3) for p in _orders("GGG" + "".join(three))
    )


def three_colours() -> list[str]:
    """One kind three times and the three others once, gray being one of four kinds: 80 tiles."""
    return necklaces(p for kind in "ABCG" for p in _orders("ABCG" + 2 * kind))


def with_tiles(patterns: Iterable[str]) -> Facts:
    tiles = {
        pattern: {"number": number, "sides": list(pattern)}
        for number, pattern in enumerate(patterns, 1)
    }
    return {**facts_of("mines"), "tiles": tiles}


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    printed = facts_of("mines")
    sets = (
        ("first set", printed, "plain"),
        ("gray set", printed, "gray"),
        ("three grays, three colours", with_tiles(three_grays()), "plain"),
        ("gray as one of four kinds", with_tiles(three_colours()), "plain"),
    )
    print(f"{games} games each; fit: turns that begin with a tile that fits on 5 or 6 sides")
    print(f"{'bots':8} {'tiles':27} {'fit':>8} {'games':>8}   mines a game, on 2 to 6 sides")
    for name, choose in BOTS.items():
        for title, facts, tiles in sets:
            print(f"{name:8} {title:27} {simulate(facts, tiles, choose, games).line()}", flush=True)


if __name__ == "__main__":
    main()
