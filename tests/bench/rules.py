"""Measure what a setup, offers, an act and a score cost in every game with rules of its own.

`python -m tests.bench.rules` prints this section alone.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from companion.games import is_playable, rules_at
from companion.language.messages import Refused
from companion.table.game_rules import setup_of
from companion.table.model import SetupRequest
from companion.table.score_sheets import result_of
from tests.games.rules.bots import CARDS, Play, facts_of, random_move

LIMITS_MS: Final = {"setup": 20.0, "offers": 50.0, "act": 5.0, "score": 5.0}
REPEATS: Final = 20
MAX_ACTS: Final = 400
MAX_PLAYERS: Final = 6


@dataclass(frozen=True, slots=True)
class Cost:
    """CPU milliseconds of one thing that rules do: the middle, the worst, how often measured."""

    game: str
    what: str
    median_ms: float
    worst_ms: float
    times: int

    @property
    def met(self) -> str:
        """Offers are held to their worst, since the richest position is where a player waits
        longest; everything else to its middle."""
        counts = self.worst_ms if self.what == "offers" else self.median_ms
        return "yes" if counts < LIMITS_MS[self.what] else "NO"


class Stopwatch:
    """Keeps how long each thing took. Rules only compute, so it counts this process's own time:
    what else the machine does at that moment is left out."""

    def __init__(self) -> None:
        self.taken: dict[str, list[float]] = {}

    def time(self, what: str, do: Callable[[], Any]) -> Any:
        start = time.process_time()
        try:
            return do()
        finally:
            self.taken.setdefault(what, []).append(1000 * (time.process_time() - start))


def measure(slug: str) -> list[Cost]:
    watch = Stopwatch()
    players = _most_players(slug)
    for number in range(REPEATS):
        request = SetupRequest(players, {}, f"bench-{number}")
        watch.time("setup", partial(setup_of, rules_at(slug, facts_of(slug)), request))
    if is_playable(slug):
        _play(watch, slug, players)
    return [
        Cost(slug, what, statistics.median(taken), max(taken), len(taken))
        for what, taken in watch.taken.items()
    ]


def _most_players(slug: str) -> int:
    for players in range(MAX_PLAYERS, 0, -1):
        try:
            setup_of(rules_at(slug, facts_of(slug)), SetupRequest(players, {}, "bench"))
        except Refused:
            continue
        return players
    raise ValueError(f"{slug} is for nobody")


def _play(watch: Stopwatch, slug: str, players: int) -> None:
    """A game by bots, as far as it is worth measuring, and its score."""
    pick = random.Random(slug)
    play = Play(slug, players, {}, 1)
    for _ in range(MAX_ACTS):
        if play.over:
            break
        offers = _offers(watch, play)
        seat = pick.choice(sorted(offers))
        move = random_move(offers[seat], pick)
        try:
            watch.time("act", partial(play.move, seat, **move))
        except Refused:
            continue
    for _ in range(REPEATS):
        watch.time("score", lambda: result_of(play.table))


def _offers(watch: Stopwatch, play: Play) -> Mapping[str, Any]:
    found = {}
    for seat in play.table.seats:
        offers = watch.time(
            "offers",
            partial(play.rules.offers, play.table.play, seat.id),
        )
        if offers.choices or offers.picks:
            found[seat.id] = offers
        else:
            # To have nothing to offer is quick, and would only make the middle look better.
            watch.taken["offers"].pop()
    return found


def table_of(costs: Sequence[Cost]) -> str:
    head = (
        f"{'game':<16}{'what':<8}{'median ms':>11}{'worst ms':>10}{'times':>7}{'limit ms':>10}  met"
    )
    lines = [
        f"{cost.game:<16}{cost.what:<8}{cost.median_ms:>11.2f}{cost.worst_ms:>10.2f}"
        f"{cost.times:>7}{LIMITS_MS[cost.what]:>10.0f}  {cost.met}"
        for cost in costs
    ]
    return "\n".join([head, *lines])


def main() -> int:
    slugs = sorted(file.parent.name for file in CARDS.glob("*/game.yaml"))
    own = [slug for slug in slugs if is_playable(slug)]
    costs = [cost for slug in own for cost in measure(slug)]
    print("rules core: CPU time; an act with its event through the table, offers of who may act\n")
    print(table_of(costs))
    return 0


if __name__ == "__main__":
    sys.exit(main())
