"""Takes a game and a seat, gives what that seat may see of it."""

from __future__ import annotations

import math
from collections.abc import Iterator

from companion.games.base import Panel, Scene
from companion.games.river_dragons.facts import Box
from companion.games.river_dragons.flow import action_of, last_call, shown_line
from companion.games.river_dragons.names import (
    card_face,
    plank_list,
    plank_name,
    village_name,
)
from companion.games.river_dragons.paths import jumps, spot, to_go, walks
from companion.games.river_dragons.planning import SLOTS, is_carried_out
from companion.games.river_dragons.rack import rack_height
from companion.games.river_dragons.setup import BOARDS
from companion.games.river_dragons.state import (
    Runner,
    State,
    acting,
    goal,
    home,
    in_order,
    runner_of,
    stones_left,
)
from companion.games.river_dragons.tokens import board_tokens, rack_tokens
from companion.words import Message, say


def show(box: Box, state: State, seat: str | None) -> Scene:
    own, over = runner_of(state, seat), state.phase == "over"
    headline = _headline(box, state, own)
    panels = tuple(_panels(box, state, own))
    winners = (state.winner,) if over else ()
    colours = {runner.seat: runner.house for runner in state.runners}
    if state.agreed.cards_only:
        return Scene(
            headline, _turn(state), panels=panels, over=over, winners=winners, colours=colours
        )
    rack = tuple(rack_tokens(box, state, own)) if own and not over else ()
    below = rack_height(box) if rack else 0.0
    return Scene(
        headline,
        _turn(state),
        BOARDS["water" if state.agreed.water else "islands"],
        view=(0.0, 0.0, box.measures.width, box.measures.height + below),
        focus=_ways(box, state, own),
        tokens=(*board_tokens(box, state, own), *rack),
        panels=panels,
        over=over,
        winners=winners,
        standing={runner.seat: _progress(box, state, runner) for runner in state.runners},
        colours=colours,
    )


def _ways(box: Box, state: State, own: Runner | None) -> tuple[float, float, float, float] | None:
    """All places where the one who looks may step or jump now, and a village's width around."""
    if own is None or state.phase != "act" or acting(state) != own:
        return None
    action, places = action_of(box, state), {own.at}
    if action.deed == "move":
        places.update(place for path in walks(box, state, own, action.count) for place in path)
    elif action.deed == "jump":
        places.update(place for jump in jumps(box, state, own) for place in jump)
    else:
        return None
    spots = [spot(box, state, place) for place in places]
    around = 2 * box.measures.village
    left, top = (min(at[axis] for at in spots) - around for axis in (0, 1))
    right, bottom = (max(at[axis] for at in spots) + around for axis in (0, 1))
    return left, top, right - left, bottom - top


def _turn(state: State) -> tuple[str, ...]:
    if state.phase == "over":
        return ()
    if state.phase == "plan":
        return tuple(runner.seat for runner in in_order(state) if not runner.plan)
    if state.phase == "youngest" or state.agreed.cards_only:
        return tuple(runner.seat for runner in in_order(state))
    return (acting(state).seat,)


# --- headline ------------------------------------------------------------------------------------


def _headline(box: Box, state: State, own: Runner | None) -> Message:
    if state.phase == "over":
        winner = runner_of(state, state.winner)
        return say("{who} wins the race", who=winner.name if winner else "")
    if state.phase == "youngest":
        return say("Who is the youngest?")
    if state.phase == "plan" and own is not None and own.plan:
        return say("You are ready. Others are planning.")
    if state.phase == "plan":
        return say("Round {round}: plan five cards", round=state.round)
    if last_call(state):
        return say("The last round is over: who is nearest?")
    if state.agreed.cards_only:
        return _order(box, state)
    return _task(box, state) if own == acting(state) else _deed(box, state, acting(state).name)


def _order(box: Box, state: State) -> Message:
    """Who begins with the cards just turned over; all others follow clockwise."""
    first = next((one for one in in_order(state) if is_carried_out(box, state, one)), None)
    if first is None:
        return say("Card {card}: nobody acts", card=state.slot + 1)
    return say("Card {card}: {who} begins", card=state.slot + 1, who=first.name)


def _task(box: Box, state: State) -> Message:
    """What the one who looks has to do."""
    action, left = action_of(box, state), state.left
    if action.deed == "stone":
        return say("Set a stone") if left == 1 else say("Set {count} stones", count=left)
    if action.deed == "plank" and state.held:
        held = plank_name(box, state.held)
        return say("{plank} was too short: tap two other ends", plank=held)
    if action.deed == "plank":
        return say("Lay a plank: tap its ends, then the plank")
    if action.deed == "move" and action.count == 1:
        return say("Take a step")
    if action.deed == "move":
        return say("Take {count} steps", count=action.count)
    if action.deed == "jump":
        return say("Jump: tap the runner you leap over")
    return say("Take away a plank or a bare stone")


def _deed(box: Box, state: State, who: str) -> Message:
    """What somebody else has to do."""
    action, left = action_of(box, state), state.left
    if action.deed == "stone" and left == 1:
        return say("{who} sets a stone", who=who)
    if action.deed == "stone":
        return say("{who} sets {count} stones", who=who, count=left)
    if action.deed == "plank" and state.held:
        held = plank_name(box, state.held)
        return say("{plank} was too short: {who} lays it elsewhere", plank=held, who=who)
    if action.deed == "plank" and left == 1:
        return say("{who} lays a plank", who=who)
    if action.deed == "plank":
        return say("{who} lays {count} planks", who=who, count=left)
    if action.deed == "move" and action.count == 1:
        return say("{who} takes a step", who=who)
    if action.deed == "move":
        return say("{who} takes {count} steps", who=who, count=action.count)
    if action.deed == "jump":
        return say("{who} jumps", who=who)
    return say("{who} takes something away", who=who)


# --- panels --------------------------------------------------------------------------------------


def _panels(box: Box, state: State, own: Runner | None) -> Iterator[Panel]:
    """What matters now comes first."""
    if state.phase == "act" and not last_call(state):
        yield _shown(box, state)
    hidden = _face_down(state, own)
    if hidden:
        yield Panel(say("Your plan"), (), tuple(map(card_face, hidden)), own=True, secret=True)
    yield _race(box, state)
    if not state.agreed.cards_only:
        yield _pieces(box, state)


def _face_down(state: State, own: Runner | None) -> tuple[str, ...]:
    """What the one who looks has planned and not yet turned over."""
    if own is None or state.phase not in ("plan", "act"):
        return ()
    return own.plan[state.slot + 1 :] if state.phase == "act" else own.plan


def _race(box: Box, state: State) -> Panel:
    """Who runs where, clockwise from the first player, and who is still planning."""
    lines = []
    for runner in in_order(state):
        colour, across = box.houses[runner.house].called, village_name(box, goal(box, runner))
        if state.phase == "plan" and runner.plan:
            line = say(
                "{who}, {colour}, to {goal}: ready", who=runner.name, colour=colour, goal=across
            )
        else:
            line = say("{who}, {colour}, to {goal}", who=runner.name, colour=colour, goal=across)
        lines.append(line)
    if state.phase != "youngest":
        lines.append(say("{who} is first player.", who=in_order(state)[0].name))
    return Panel(say("Round {round}", round=state.round), tuple(lines))


def _pieces(box: Box, state: State) -> Panel:
    lines = [say("Stones left: {count}", count=stones_left(box, state))]
    for runner in in_order(state):
        planks = plank_list(box, runner.reserve)
        lines.append(say("{who}: {planks}", who=runner.name, planks=planks))
    if state.lost:
        lines.append(say("Out of the game: {planks}", planks=plank_list(box, state.lost)))
    return Panel(say("Stones and planks"), tuple(lines))


def _shown(box: Box, state: State) -> Panel:
    """The cards just turned over, in the order they are carried out."""
    runners = in_order(state)
    return Panel(
        say("Card {card} of {count}", card=state.slot + 1, count=SLOTS),
        tuple(shown_line(box, state, runner) for runner in runners),
        tuple(card_face(runner.plan[state.slot]) for runner in runners),
        common=True,
    )


def _progress(box: Box, state: State, runner: Runner) -> int:
    """How much of the way is done, in hundredths; farther off than at home is nothing."""
    whole = math.dist(spot(box, state, home(box, runner)), spot(box, state, goal(box, runner)))
    return max(0, round(100 * (1 - to_go(box, state, runner) / whole)))
