"""A game of River Dragons in play."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from companion.games.river_dragons.facts import RiverDragonsFacts
from companion.games.river_dragons.options import Variants


class Stone(Struct, frozen=True):
    """On the island side its id is its island's; in open water it is a number."""

    id: str
    x: float
    y: float
    face: str


class LaidPlank(Struct, frozen=True):
    """A plank on the board and the two stones or villages that carry it."""

    plank: str
    ends: tuple[str, str]


class Runner(Struct, frozen=True):
    """A player's runner and pieces. `at` is a village or a plank; `plan` is secret."""

    seat: str
    name: str
    house: str
    at: str
    reserve: tuple[str, ...]
    plan: tuple[str, ...] = ()


class State(Struct, frozen=True):
    """`runners` go clockwise.

    While cards are carried out, `turn` counts the runners who have finished the card at `slot`,
    from the first player on; `left` counts how often the acting runner still has to act, and is
    None before the action begins. `held` is a plank that was too short and must be laid elsewhere
    than at the gaps in `tried`. `last` are the places that the last move changed.
    """

    variants: Variants
    runners: tuple[Runner, ...]
    phase: Literal["youngest", "plan", "act", "over"]
    first: int = 0
    round: int = 1
    slot: int = 0
    turn: int = 0
    left: int | None = None
    held: str = ""
    tried: tuple[tuple[str, str], ...] = ()
    stones: tuple[Stone, ...] = ()
    planks: tuple[LaidPlank, ...] = ()
    lost: tuple[str, ...] = ()
    winner: str = ""
    last: tuple[tuple[float, float], ...] = ()

    @property
    def acting(self) -> Runner:
        """The runner whose card is carried out."""
        return in_order(self)[self.turn]

    def runner(self, seat: str | None) -> Runner | None:
        return next((runner for runner in self.runners if runner.seat == seat), None)


def in_order(state: State) -> tuple[Runner, ...]:
    """The runners clockwise, from the first player on."""
    return state.runners[state.first :] + state.runners[: state.first]


def with_runner(state: State, changed: Runner) -> State:
    runners = tuple(changed if one.seat == changed.seat else one for one in state.runners)
    return replace(state, runners=runners)


def home(facts: RiverDragonsFacts, runner: Runner) -> str:
    return next(name for name, village in facts.villages.items() if village.house == runner.house)


def goal(facts: RiverDragonsFacts, runner: Runner) -> str:
    across = facts.villages[home(facts, runner)].destination
    return next(name for name, village in facts.villages.items() if village.house == across)


def next_stone_face(facts: RiverDragonsFacts, state: State) -> str:
    """The face of the next stone: one of which the most are left."""
    used = [stone.face for stone in state.stones]
    return max(facts.stones, key=lambda name: facts.stones[name] - used.count(name))


def stones_left(facts: RiverDragonsFacts, state: State) -> int:
    return sum(facts.stones.values()) - len(state.stones)


def rename_player(state: State, seat: str, name: str) -> State:
    runner = state.runner(seat)
    return state if runner is None else with_runner(state, replace(runner, name=name))
