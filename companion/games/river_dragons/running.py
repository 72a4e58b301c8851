"""Runners that walk, jump and arrive."""

from __future__ import annotations

from msgspec.structs import replace

from companion.games.moves import Transition, announce
from companion.games.river_dragons.facts import RiverDragonsFacts
from companion.games.river_dragons.names import to_place, village_name
from companion.games.river_dragons.paths import Path, jumps, walks
from companion.games.river_dragons.plans import Action
from companion.games.river_dragons.state import Runner, State, goal, with_runner
from companion.language.messages import Message, say


def one_done(state: State) -> State:
    """The state after one of the acting runner's deeds."""
    return replace(state, left=(state.left or 0) - 1, held="", tried=())


def walk(facts: RiverDragonsFacts, state: State, runner: Runner, path: Path) -> Transition:
    message = say("{who} goes {to}", who=runner.name, to=to_place(facts, path[-1]))
    if path[-1] == runner.at:
        message = say("{who} steps away and comes back", who=runner.name)
    return _stand(facts, state, runner, path[-1], message)


def jump(
    facts: RiverDragonsFacts, state: State, runner: Runner, over: str, place: str
) -> Transition:
    message = say(
        "{who} jumps over {other} {to}",
        who=runner.name,
        other=next(other.name for other in state.runners if other.at == over),
        to=to_place(facts, place),
    )
    return _stand(facts, state, runner, place, message)


def only_motion(
    facts: RiverDragonsFacts, state: State, runner: Runner, action: Action
) -> Transition | None:
    """The runner's motion if all that are possible end in the same place."""
    if action.deed == "move":
        paths = list(walks(facts, state, runner, action.count))
        if len({path[-1] for path in paths}) == 1:
            return walk(facts, state, runner, paths[0])
    if action.deed == "jump":
        found = list(jumps(facts, state, runner))
        if len({place for _, place in found}) == 1:
            return jump(facts, state, runner, *found[0])
    return None


def arrive(state: State, runner: Runner, message: Message) -> Transition:
    """The end of the race, won by this runner."""
    return announce(replace(state, phase="over", winner=runner.seat, left=None), message)


def _stand(
    facts: RiverDragonsFacts, state: State, runner: Runner, place: str, message: Message
) -> Transition:
    """Move a runner to its new place and announce it, or the end of the race."""
    after = one_done(with_runner(state, replace(runner, at=place)))
    if place == goal(facts, runner):
        won = say(
            "{who} reaches {place} and wins the race",
            who=runner.name,
            place=village_name(facts, place),
        )
        return arrive(after, runner, won)
    return announce(after, message)
