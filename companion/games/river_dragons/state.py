"""Takes nothing, gives the frozen values that a game of River Dragons in play is made of."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from companion.games.river_dragons.facts import Box
from companion.games.river_dragons.options import Agreed


class Stone(Struct, frozen=True):
    """On the islands' side it has the name of its island, else a number in the water."""

    id: str
    x: float
    y: float
    face: str


class Laid(Struct, frozen=True):
    """A plank on the board and the two stones or villages that carry it."""

    plank: str
    ends: tuple[str, str]


class Runner(Struct, frozen=True):
    """A player's pawn and all that is theirs. `at` is a village or a plank; `plan` is secret."""

    seat: str
    name: str
    house: str
    at: str
    reserve: tuple[str, ...]
    plan: tuple[str, ...] = ()


class State(Struct, frozen=True):
    """A whole game. `runners` go clockwise.

    While cards are carried out, `turn` counts who has had the card at `slot`, from the first
    player on; `left` is how often the one who acts has still to do it, nothing before it begins.
    `held` is a plank that proved too short and must be laid elsewhere than at the gaps `tried`.
    `last` is where the last move changed something.
    """

    agreed: Agreed
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
    planks: tuple[Laid, ...] = ()
    lost: tuple[str, ...] = ()
    winner: str = ""
    last: tuple[tuple[float, float], ...] = ()


def runner_of(state: State, seat: str | None) -> Runner | None:
    return next((runner for runner in state.runners if runner.seat == seat), None)


def in_order(state: State) -> tuple[Runner, ...]:
    """The runners clockwise, from the first player on."""
    return state.runners[state.first :] + state.runners[: state.first]


def acting(state: State) -> Runner:
    return in_order(state)[state.turn]


def with_runner(state: State, changed: Runner) -> State:
    runners = tuple(changed if one.seat == changed.seat else one for one in state.runners)
    return replace(state, runners=runners)


def home(box: Box, runner: Runner) -> str:
    return next(name for name, village in box.villages.items() if village.house == runner.house)


def goal(box: Box, runner: Runner) -> str:
    across = box.villages[home(box, runner)].destination
    return next(name for name, village in box.villages.items() if village.house == across)


def stones_left(box: Box, state: State) -> int:
    return sum(box.stones.values()) - len(state.stones)
