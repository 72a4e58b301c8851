"""A game of River Dragons as a seat sees it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping

from companion.games.geometry import Point, View
from companion.games.river_dragons.facts import RiverDragonsFacts
from companion.games.river_dragons.help_topics import help_topics
from companion.games.river_dragons.names import plank_name
from companion.games.river_dragons.panels import lead_rows, list_panels
from companion.games.river_dragons.paths import jumps, spot, to_go, walks
from companion.games.river_dragons.planks import plank_middle, supports
from companion.games.river_dragons.plans import is_carried_out
from companion.games.river_dragons.rack import rack_height
from companion.games.river_dragons.setup import BOARDS
from companion.games.river_dragons.state import (
    Runner,
    State,
    goal,
    home,
    in_order,
)
from companion.games.river_dragons.tokens import board_tokens, rack_tokens
from companion.games.river_dragons.turns import action_of, last_call
from companion.games.scene import Scene, your_turn
from companion.language.messages import Message, listing, say, say_count


def find_standing(facts: RiverDragonsFacts, state: State) -> Mapping[str, int]:
    """Nobody is anywhere while players lay the pieces themselves."""
    if state.variants.cards_only:
        return {}
    return {runner.seat: _progress(facts, state, runner) for runner in state.runners}


def draw_scene(facts: RiverDragonsFacts, state: State, seat: str | None) -> Scene:
    own, over = state.runner(seat), state.phase == "over"
    headline = _headline(facts, state, own)
    panels = tuple(list_panels(facts, state, own))
    winners = (state.winner,) if over else ()
    colours = {runner.seat: runner.house for runner in state.runners}
    topics = help_topics(facts, state)
    if state.variants.cards_only:
        return Scene(
            headline,
            _to_act(state),
            panels=panels,
            over=over,
            winners=winners,
            colours=colours,
            topics=topics,
        )
    rack = tuple(rack_tokens(facts, state, own)) if own and not over else ()
    below = rack_height(facts) if rack else 0.0
    return Scene(
        headline,
        _to_act(state),
        BOARDS["water" if state.variants.water else "islands"],
        view=(0.0, 0.0, facts.measures.width, facts.measures.height + below),
        focus=_reachable_view(facts, state, own),
        tokens=(*board_tokens(facts, state, own), *rack),
        lead=tuple(lead_rows(facts, state, own)),
        panels=panels,
        over=over,
        winners=winners,
        standing=find_standing(facts, state),
        colours=colours,
        ways=tuple(_ways(facts, state)),
        topics=topics,
    )


def _ways(facts: RiverDragonsFacts, state: State) -> Iterator[tuple[Point, ...]]:
    """Every plank from one end to the other."""
    on = supports(facts, state)
    for laid in state.planks:
        one, other = (on[end].at for end in laid.ends)
        yield one, plank_middle(facts, state, laid), other


def _reachable_view(facts: RiverDragonsFacts, state: State, own: Runner | None) -> View | None:
    """All places where the viewer's runner may step or jump now, with a margin."""
    if own is None or state.phase != "act" or state.acting != own:
        return None
    action, places = action_of(facts, state), {own.at}
    if action.deed == "move":
        places.update(place for path in walks(facts, state, own, action.count) for place in path)
    elif action.deed == "jump":
        places.update(place for jump in jumps(facts, state, own) for place in jump)
    else:
        return None
    spots = [spot(facts, state, place) for place in places]
    around = 2 * facts.measures.village
    left, top = (min(at[axis] for at in spots) - around for axis in (0, 1))
    right, bottom = (max(at[axis] for at in spots) + around for axis in (0, 1))
    return left, top, right - left, bottom - top


def _to_act(state: State) -> tuple[str, ...]:
    if state.phase == "over":
        return ()
    if state.phase == "plan":
        return tuple(runner.seat for runner in in_order(state) if not runner.plan)
    if state.phase == "youngest" or state.variants.cards_only:
        return tuple(runner.seat for runner in in_order(state))
    return (state.acting.seat,)


def _headline(facts: RiverDragonsFacts, state: State, own: Runner | None) -> Message:
    if state.phase == "over":
        winner = state.runner(state.winner)
        if own is not None and own == winner:
            return say("You win the race!")
        return say("{who} wins the race", who=winner.name if winner else "")
    if state.phase == "youngest":
        return say("Who is the youngest?")
    if state.phase == "plan" and own is not None and own.plan:
        waiting = listing(runner.name for runner in in_order(state) if not runner.plan)
        return say("You’re ready. Waiting for {names}", names=waiting)
    if state.phase == "plan" and own is not None:
        return your_turn(say("plan your five cards for round {round}", round=state.round))
    if state.phase == "plan":
        return say("Round {round}: plan your five cards", round=state.round)
    if last_call(state):
        return say("The last round is over: who is nearest to the goal?")
    if state.variants.cards_only:
        return _first_to_act(facts, state)
    if own == state.acting:
        return your_turn(_prompt(facts, state))
    return _status(facts, state, state.acting.name)


def _first_to_act(facts: RiverDragonsFacts, state: State) -> Message:
    """The first runner to carry out a card; the others follow clockwise."""
    first = next((one for one in in_order(state) if is_carried_out(facts, state, one)), None)
    if first is None:
        return say("Card {card}: no actions", card=state.slot + 1)
    return say("Card {card}: {who} starts", card=state.slot + 1, who=first.name)


def _prompt(facts: RiverDragonsFacts, state: State) -> Message:
    """What the acting player has to do."""
    action, left = action_of(facts, state), state.left or 0
    if action.deed == "stone":
        return say_count("place {count} stone", "place {count} stones", left)
    if action.deed == "plank" and state.held:
        held = plank_name(facts, state.held)
        return say("{plank} was too short, so tap two other ends", plank=held)
    if action.deed == "plank":
        return say("tap both ends of a gap, then a plank")
    if action.deed == "move":
        return say_count("take {count} step", "take {count} steps", action.count)
    if action.deed == "jump":
        return say("tap the runner you jump over")
    return say("take away an empty plank or stone")


def _status(facts: RiverDragonsFacts, state: State, who: str) -> Message:
    """What the acting player does, for everybody else."""
    action, left = action_of(facts, state), state.left or 0
    if action.deed == "stone":
        return say_count("{who} places {count} stone", "{who} places {count} stones", left, who=who)
    if action.deed == "plank" and state.held:
        held = plank_name(facts, state.held)
        return say("{who} tries another gap: {plank} was too short", who=who, plank=held)
    if action.deed == "plank":
        return say_count("{who} lays {count} plank", "{who} lays {count} planks", left, who=who)
    if action.deed == "move":
        count = action.count
        return say_count("{who} takes {count} step", "{who} takes {count} steps", count, who=who)
    if action.deed == "jump":
        return say("{who} jumps", who=who)
    return say("{who} takes away a plank or stone", who=who)


def _progress(facts: RiverDragonsFacts, state: State, runner: Runner) -> int:
    """The part of the way that is done, in hundredths and at least 0."""
    whole = math.dist(
        spot(facts, state, home(facts, runner)), spot(facts, state, goal(facts, runner))
    )
    return max(0, round(100 * (1 - to_go(facts, state, runner) / whole)))
