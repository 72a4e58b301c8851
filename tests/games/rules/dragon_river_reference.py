"""A second implementation of the race: plain lists, and the rules word by word.

It shares no code with the rules and is kept as plain as possible.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations, product
from typing import Any

from companion.chance.provable import Chance

PEARLS = (24, 42)
LAST = 54
FACES = (1, 2, 3, 4, 5, 6)


class PlainRace:
    def __init__(self, racers: int, first: int, roll: str, positional: str, tipping: str) -> None:
        self.roll, self.positional, self.tipping = roll, positional, tipping
        self.space, self.dice, self.stuck = [0] * racers, [5] * racers, [False] * racers
        self.who = first
        self.table: list[int] = []
        self.pairs: list[int] = []
        self.begin_turn()

    def begin_turn(self) -> None:
        self.doing, self.rolls = "roll", 0

    def legal(self) -> list[dict[str, Any]]:
        """All legal moves of the acting player, tried one by one."""
        if self.doing == "keep":
            numbers = [str(number + 1) for number in range(len(self.table))]
            return [
                {"do": "keep", "dice": list(some)}
                for size in range(len(numbers) + 1)
                for some in combinations(numbers, size)
            ]
        if self.doing == "pair":
            return [{"do": "pair", "value": value} for value in self.fitting()]
        if self.doing == "tip":
            return [*({"do": "tip", "who": rival} for rival in self.prey()), {"do": "spare"}]
        return [{"do": "roll"}] if self.doing == "roll" else []

    def fitting(self) -> list[int]:
        return [v for v in FACES if v in self.pairs and self.space[self.who] + v <= LAST]

    def prey(self) -> list[int]:
        rivals = [rival for rival in range(len(self.space)) if rival != self.who]
        return [rival for rival in rivals if self.space[rival] > 0 and not self.stuck[rival]]

    def spare(self) -> int:
        threes = [face for face in self.table if self.table.count(face) in (3, 5)]
        return threes[0] if threes and self.tipping == "yes" else 0

    def act(self, move: dict[str, Any], chance: Chance) -> None:
        if move["do"] == "roll":
            self.table = sorted(chance.roll(FACES) for _ in range(self.dice[self.who]))
            self.rolls += 1
            self.doing = "keep"
            if self.roll != "again":
                self.read(chance)
        elif move["do"] == "keep":
            kept = [self.table[int(number) - 1] for number in move["dice"]]
            again = [chance.roll(FACES) for _ in range(len(self.table) - len(kept))]
            self.table = sorted(kept + again)
            self.read(chance)
        elif move["do"] == "pair":
            self.move(move["value"], chance)
        elif move["do"] == "tip":
            self.place(move["who"], self.space[move["who"]] - self.spare())
            self.fight(move["who"], chance)
            self.end_roll()
        else:
            self.end_roll()

    def read(self, chance: Chance) -> None:
        """The dice stay as they are."""
        low, count = self.table[0], len(self.table)
        final = self.roll != "sum" or self.rolls == 2
        if final and self.table == list(range(low, low + count)):
            self.stuck[self.who] = True
            self.end_turn()
            return
        self.pairs = []
        for face in FACES:
            self.pairs += [face] * (self.table.count(face) // 2)
        self.go_on(chance)

    def go_on(self, chance: Chance) -> None:
        """Play the only pair that fits at once; otherwise the player says what to do."""
        if len(self.fitting()) == 1:
            self.move(self.fitting()[0], chance)
        elif self.fitting():
            self.doing = "pair"
        elif self.spare() and self.prey():
            self.doing = "tip"
        else:
            self.end_roll()

    def move(self, value: int, chance: Chance) -> None:
        self.pairs.remove(value)
        self.place(self.who, self.space[self.who] + value)
        if self.space[self.who] == LAST:
            self.doing = "over"
        elif self.fight(self.who, chance):
            self.end_turn()
        else:
            self.go_on(chance)

    def place(self, racer: int, space: int) -> None:
        self.space[racer] = max(space, 0)
        here = 5 - sum(space >= pearl for pearl in PEARLS)
        self.dice[racer] = here if self.positional == "yes" else min(self.dice[racer], here)

    def fight(self, racer: int, chance: Chance) -> bool:
        """Whether there was a fight. The loser fights again with a racer that it drifts onto."""
        rivals = [n for n, space in enumerate(self.space) if space == self.space[racer]]
        rivals.remove(racer)
        if not rivals or self.space[racer] == 0:
            return False
        (rival,) = rivals
        mine = theirs = 0
        while mine == theirs:
            mine, theirs = chance.roll(FACES), chance.roll(FACES)
        loser = racer if mine < theirs else rival
        self.place(loser, self.space[loser] - min(mine, theirs))
        self.fight(loser, chance)
        return True

    def end_roll(self) -> None:
        if self.roll == "sum" and self.rolls == 1:
            self.doing = "roll"
        else:
            self.end_turn()

    def end_turn(self) -> None:
        self.who = (self.who + 1) % len(self.space)
        if self.stuck[self.who]:
            self.stuck[self.who] = False
            self.end_turn()
        self.begin_turn()


SANDBANK = -1
"""What a straight brings in `outcomes`; 0 is no pair, any other number that pair."""


@cache
def outcomes(kept: tuple[int, ...]) -> dict[int, float]:
    """The probability of each outcome of three dice when these are kept and the rest is rolled."""
    found: dict[int, float] = {}
    falls = list(product(FACES, repeat=3 - len(kept)))
    for fall in falls:
        dice = sorted((*kept, *fall))
        pair = next((face for face in FACES if dice.count(face) >= 2), 0)
        if dice == list(range(dice[0], dice[0] + 3)):
            pair = SANDBANK
        found[pair] = found.get(pair, 0) + 1 / len(falls)
    return found


def turns_after(kept: tuple[int, ...], left: int, to_go: list[float]) -> float:
    """The mean number of turns after such a keep; `to_go` has those from each distance."""
    turns = 0.0
    for pair, chance in outcomes(kept).items():
        if pair == SANDBANK:
            turns += chance * (to_go[left] + 1)
        else:
            turns += chance * to_go[left - pair if pair <= left else left]
    return turns


def last_dash(most: int) -> list[float]:
    """The turns that three dice need from each distance, iterated until the numbers no longer
    change."""
    keeps = {
        roll: {kept for size in range(4) for kept in combinations(sorted(roll), size)}
        for roll in product(FACES, repeat=3)
    }
    every_keep = {kept for each in keeps.values() for kept in each}
    to_go = [0.0]
    for left in range(1, most + 1):
        to_go.append(0.0)
        before = -1.0
        while to_go[left] - before > 1e-13:
            before = to_go[left]
            after = {kept: turns_after(kept, left, to_go) for kept in every_keep}
            best = [min(after[kept] for kept in each) for each in keeps.values()]
            to_go[left] = 1 + sum(best) / len(best)
    return to_go
