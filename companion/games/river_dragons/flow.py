"""Takes a game in which something was done, gives it played on until somebody has to choose."""

from __future__ import annotations

from functools import reduce

from msgspec.structs import replace

from companion.games.base import Say, Turn
from companion.games.river_dragons.facts import Box
from companion.games.river_dragons.names import card_name, village_name
from companion.games.river_dragons.nearest import Decision, nearest
from companion.games.river_dragons.paths import jumps, to_go, walks
from companion.games.river_dragons.planning import ACTIONS, SLOTS, Action, biters, shown_card
from companion.games.river_dragons.river import free_islands, free_water, open_gaps
from companion.games.river_dragons.state import (
    Runner,
    State,
    acting,
    home,
    in_order,
    stones_left,
    with_runner,
)
from companion.games.river_dragons.taking import takeable
from companion.words import Message, say


def told(state: State, *messages: Message) -> Turn:
    return Turn(state, tuple(map(Say, messages)))


def reveal(box: Box, state: State) -> Turn:
    """Everybody turns over the card at this slot. One line tells of all: phones show few."""
    card = say("Round {round}, card {card}", round=state.round, card=state.slot + 1)
    lines = (shown_line(box, state, runner) for runner in in_order(state))
    message = reduce(lambda one, other: say("{one} · {other}", one=one, other=other), lines, card)
    return told(replace(state, phase="act", turn=0, left=None), message)


def shown_line(box: Box, state: State, runner: Runner) -> Message:
    """What a runner has turned over, and whose dragons swallow it."""
    card, bites = card_name(box, runner.plan[state.slot]), biters(box, state, runner)
    if not bites:
        return say("{who}: {card}", who=runner.name, card=card)
    by = ", ".join(other.name for other in bites)
    return say("{who}: {card} – swallowed by {by}", who=runner.name, card=card, by=by)


def action_of(box: Box, state: State) -> Action:
    """What the one who acts has to do."""
    return ACTIONS[shown_card(box, state, acting(state)).action]


def go_on(box: Box, turn: Turn) -> Turn:
    """Whatever leaves nobody a choice happens by itself."""
    while not _waits(box, turn.state):
        further = _by_itself(box, turn.state)
        turn = Turn(further.state, turn.says + further.says)
    return turn


def _waits(box: Box, state: State) -> bool:
    if state.phase != "act" or state.agreed.cards_only:
        return True
    if state.turn == len(state.runners) or not state.left:
        return False
    return bool(state.held) or _can_act(box, state)


def _can_act(box: Box, state: State) -> bool:
    runner, action = acting(state), action_of(box, state)
    if action.deed == "stone":
        free = any(free_water(box, state) if state.agreed.water else free_islands(box, state))
        return stones_left(box, state) > 0 and free
    if action.deed == "plank":
        return bool(runner.reserve) and any(open_gaps(box, state))
    if action.deed == "move":
        return any(walks(box, state, runner, action.count))
    if action.deed == "jump":
        return any(jumps(box, state, runner))
    return any(takeable(box, state, runner))


def _by_itself(box: Box, state: State) -> Turn:
    if state.turn == len(state.runners):
        return next_slot(box, state)
    if state.left is None:
        return _begin_action(box, state)
    if state.left == 0:
        return Turn(_next_runner(state))
    runner, action = acting(state), action_of(box, state)
    if action.deed not in ("move", "jump"):
        return told(_next_runner(state), _lost(box, state, action, runner))
    if runner.at == home(box, runner):
        message = say("{who} finds no way and stays at home.", who=runner.name)
        return told(_next_runner(state), message)
    return _fall(box, state, runner)


def _lost(box: Box, state: State, action: Action, runner: Runner) -> Message:
    """Why nothing, or nothing more, comes of an action."""
    who = runner.name
    if state.left != action.count:
        return say("{who} can do no more.", who=who)
    if action.deed == "stone" and not stones_left(box, state):
        return say("No stone is left: {who}’s action is lost.", who=who)
    if action.deed == "stone":
        return say("No place is free for a stone: {who}’s action is lost.", who=who)
    if action.deed == "plank" and not runner.reserve:
        return say("{who} has no plank left: the action is lost.", who=who)
    if action.deed == "plank":
        return say("No gap is open: {who}’s action is lost.", who=who)
    return say("Nothing may be taken away: {who}’s action is lost.", who=who)


def _begin_action(box: Box, state: State) -> Turn:
    runner, action = acting(state), action_of(box, state)
    if action.deed == "dragon":
        return Turn(_next_runner(state))
    if not biters(box, state, runner):
        return Turn(replace(state, left=action.count if action.deed in ("stone", "plank") else 1))
    falls = state.agreed.swallowed_falls and action.deed in ("move", "jump")
    if falls and runner.at != home(box, runner):
        return _fall(box, state, runner)
    return Turn(_next_runner(state))


def _next_runner(state: State) -> State:
    return replace(state, turn=state.turn + 1, left=None)


def _fall(box: Box, state: State, runner: Runner) -> Turn:
    start = home(box, runner)
    message = say(
        "{who} falls into the river and is back in {place}.",
        who=runner.name,
        place=village_name(box, start),
    )
    return told(_next_runner(with_runner(state, replace(runner, at=start))), message)


def next_slot(box: Box, state: State) -> Turn:
    """The next card; after the last one a new round, or the end if rounds have run out."""
    if state.slot + 1 < SLOTS:
        return reveal(box, replace(state, slot=state.slot + 1))
    if state.round < state.agreed.rounds:
        return _next_round(state)
    if state.agreed.cards_only:
        return told(
            replace(state, turn=len(state.runners), left=None),
            say("That was the last round: the runner nearest to its goal wins."),
        )
    runner, decision = nearest(box, state)
    return arrive(state, runner, _ran_out(runner.name, to_go(box, state, runner), decision))


def _ran_out(who: str, left: int, decision: Decision) -> Message:
    """Who is nearest, and which tie-break it took."""
    if decision == "distance":
        return say(
            "The rounds have run out. {who} is nearest, with {left} mm to go, and wins.",
            who=who,
            left=left,
        )
    if decision == "planks":
        return say(
            "The rounds have run out. Several are nearest, with {left} mm to go; "
            "of them {who} has most planks in reserve and wins.",
            who=who,
            left=left,
        )
    return say(
        "The rounds have run out. Several are nearest, with {left} mm to go and as many planks; "
        "of them {who} would be first player soonest and wins.",
        who=who,
        left=left,
    )


def _next_round(state: State) -> Turn:
    first = (state.first + 1) % len(state.runners)
    runners = tuple(replace(runner, plan=()) for runner in state.runners)
    after = replace(
        state, phase="plan", runners=runners, first=first, round=state.round + 1, slot=0, turn=0
    )
    message = say(
        "Round {round} begins. {who} is first player.",
        round=after.round,
        who=runners[first].name,
    )
    return told(after, message)


def arrive(state: State, runner: Runner, message: Message) -> Turn:
    """The race is won."""
    return told(replace(state, phase="over", winner=runner.seat, left=None), message)


def last_call(state: State) -> bool:
    """The rounds have run out, and only people can say who is nearest."""
    return state.agreed.cards_only and state.turn == len(state.runners)
