"""The course of a round: play continues until a player has to choose."""

from __future__ import annotations

from functools import reduce

from msgspec.structs import replace

from companion.games.edition import makes_only_moves
from companion.games.moves import Transition, announce, chain
from companion.games.river_dragons.facts import RiverDragonsFacts
from companion.games.river_dragons.names import card_name, village_name
from companion.games.river_dragons.nearest import Decision, nearest
from companion.games.river_dragons.paths import jumps, to_go, walks
from companion.games.river_dragons.planks import open_gaps
from companion.games.river_dragons.plans import ACTIONS, SLOTS, Action, shown_card, swallowers
from companion.games.river_dragons.removal import removable
from companion.games.river_dragons.running import arrive, only_motion
from companion.games.river_dragons.state import (
    Runner,
    State,
    home,
    in_order,
    stones_left,
    with_runner,
)
from companion.games.river_dragons.stone_places import can_set_stone
from companion.language.messages import Message, listing, say


def reveal(facts: RiverDragonsFacts, state: State) -> Transition:
    """Everybody turns over the card at this slot. One line covers all: phones show few lines."""
    card = say("Round {round}, card {card}", round=state.round, card=state.slot + 1)
    lines = (shown_line(facts, state, runner) for runner in in_order(state))
    message = reduce(lambda one, other: say("{one} · {other}", one=one, other=other), lines, card)
    return announce(replace(state, phase="act", turn=0, left=None), message)


def shown_line(facts: RiverDragonsFacts, state: State, runner: Runner) -> Message:
    """The card that a runner has turned over, and whose dragons swallow it."""
    card, swallowed_by = card_name(facts, runner.plan[state.slot]), swallowers(facts, state, runner)
    if not swallowed_by:
        return say("{who}: {card}", who=runner.name, card=card)
    by = listing(other.name for other in swallowed_by)
    return say("{who}: {card} – swallowed by {names}", who=runner.name, card=card, names=by)


def action_of(facts: RiverDragonsFacts, state: State) -> Action:
    """The action of the acting runner."""
    return ACTIONS[shown_card(facts, state, state.acting).action]


def continue_play(facts: RiverDragonsFacts, transition: Transition) -> Transition:
    """Carry out everything that leaves nobody a choice."""
    while not _waits(facts, transition.state):
        transition = chain(transition, _automatic_step(facts, transition.state))
    return transition


def _waits(facts: RiverDragonsFacts, state: State) -> bool:
    if state.phase != "act" or state.variants.cards_only:
        return True
    if state.turn == len(state.runners) or not state.left:
        return False
    return bool(state.held) or (_can_act(facts, state) and _only_motion(facts, state) is None)


def _only_motion(facts: RiverDragonsFacts, state: State) -> Transition | None:
    """A walk or jump without an alternative; players of earlier editions make it themselves."""
    if not makes_only_moves(facts.edition):
        return None
    return only_motion(facts, state, state.acting, action_of(facts, state))


def _can_act(facts: RiverDragonsFacts, state: State) -> bool:
    runner, action = state.acting, action_of(facts, state)
    if action.deed == "stone":
        return stones_left(facts, state) > 0 and can_set_stone(facts, state)
    if action.deed == "plank":
        return bool(runner.reserve) and any(open_gaps(facts, state))
    if action.deed == "move":
        return any(walks(facts, state, runner, action.count))
    if action.deed == "jump":
        return any(jumps(facts, state, runner))
    return any(removable(facts, state, runner))


def _automatic_step(facts: RiverDragonsFacts, state: State) -> Transition:
    if state.turn == len(state.runners):
        return next_slot(facts, state)
    if state.left is None:
        return _begin_action(facts, state)
    if state.left == 0:
        return Transition(_next_runner(state))
    runner, action = state.acting, action_of(facts, state)
    motion = _only_motion(facts, state)
    if motion is not None:
        return motion
    if action.deed not in ("move", "jump"):
        return announce(_next_runner(state), _lost_action(facts, state, action, runner))
    if runner.at == home(facts, runner):
        message = say("{who} cannot move and stays home", who=runner.name)
        return announce(_next_runner(state), message)
    return _fall(facts, state, runner)


def _lost_action(facts: RiverDragonsFacts, state: State, action: Action, runner: Runner) -> Message:
    """Why an action has no effect, or no further effect."""
    who = runner.name
    if state.left != action.count:
        return say("{who} cannot do the rest", who=who)
    if action.deed == "stone" and not stones_left(facts, state):
        return say("No stones are left: {who}’s action is lost", who=who)
    if action.deed == "stone":
        return say("There is no room for a stone: {who}’s action is lost", who=who)
    if action.deed == "plank" and not runner.reserve:
        return say("{who} has no planks left: the action is lost", who=who)
    if action.deed == "plank":
        return say("There is no gap to bridge: {who}’s action is lost", who=who)
    return say("Nothing can be taken away: {who}’s action is lost", who=who)


def _begin_action(facts: RiverDragonsFacts, state: State) -> Transition:
    runner, action = state.acting, action_of(facts, state)
    if action.deed == "dragon":
        return Transition(_next_runner(state))
    if not swallowers(facts, state, runner):
        return Transition(
            replace(state, left=action.count if action.deed in ("stone", "plank") else 1)
        )
    falls = state.variants.swallowed_falls and action.deed in ("move", "jump")
    if falls and runner.at != home(facts, runner):
        return _fall(facts, state, runner)
    return Transition(_next_runner(state))


def _next_runner(state: State) -> State:
    return replace(state, turn=state.turn + 1, left=None)


def _fall(facts: RiverDragonsFacts, state: State, runner: Runner) -> Transition:
    start = home(facts, runner)
    message = say(
        "{who} falls into the river and returns to {place}",
        who=runner.name,
        place=village_name(facts, start),
    )
    return announce(_next_runner(with_runner(state, replace(runner, at=start))), message)


def next_slot(facts: RiverDragonsFacts, state: State) -> Transition:
    """The next card; after the last one a new round, or the end if no rounds are left."""
    if state.slot + 1 < SLOTS:
        return reveal(facts, replace(state, slot=state.slot + 1))
    if not is_last_round(state):
        return _next_round(state)
    if state.variants.cards_only:
        return announce(
            replace(state, turn=len(state.runners), left=None),
            say("That was the last round: the runner nearest to its goal wins"),
        )
    runner, decision = nearest(facts, state)
    return arrive(state, runner, _nearest_wins(runner.name, to_go(facts, state, runner), decision))


def is_last_round(state: State) -> bool:
    """Whether the table's limit of rounds is reached."""
    return state.variants.rounds is not None and state.round >= state.variants.rounds


def _nearest_wins(who: str, left: int, decision: Decision) -> Message:
    """The nearest runner and the tie-break that decided."""
    if decision == "distance":
        return say(
            "That was the last round: {who} is nearest, with {left} mm to go, and wins",
            who=who,
            left=left,
        )
    if decision == "planks":
        return say(
            "That was the last round: several runners have {left} mm to go; "
            "{who} has the most planks in reserve and wins",
            who=who,
            left=left,
        )
    return say(
        "That was the last round: several runners have {left} mm to go and the same number of "
        "planks; {who} comes first in turn order and wins",
        who=who,
        left=left,
    )


def _next_round(state: State) -> Transition:
    first = (state.first + 1) % len(state.runners)
    runners = tuple(replace(runner, plan=()) for runner in state.runners)
    after = replace(
        state, phase="plan", runners=runners, first=first, round=state.round + 1, slot=0, turn=0
    )
    message = say(
        "Round {round}: {who} is the first player",
        round=after.round,
        who=runners[first].name,
    )
    return announce(after, message)


def last_call(state: State) -> bool:
    """Whether no rounds are left and only the players can say who is nearest."""
    return state.variants.cards_only and state.turn == len(state.runners)
