"""Panels beside the board of River Dragons."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.river_dragons.facts import RiverDragonsFacts
from companion.games.river_dragons.names import card_face, plank_list, village_name
from companion.games.river_dragons.plans import SLOTS
from companion.games.river_dragons.state import Runner, State, goal, in_order, stones_left
from companion.games.river_dragons.turns import last_call, shown_line
from companion.games.scene import Panel
from companion.language.messages import say


def list_panels(facts: RiverDragonsFacts, state: State, own: Runner | None) -> Iterator[Panel]:
    """The most important panel comes first."""
    if state.phase == "act" and not last_call(state):
        yield _shown(facts, state)
    hidden = _face_down(state, own)
    if hidden:
        yield Panel(say("Your plan"), (), tuple(map(card_face, hidden)), own=True, secret=True)
    yield _runners(facts, state)
    if not state.variants.cards_only:
        yield _pieces(facts, state)


def _face_down(state: State, own: Runner | None) -> tuple[str, ...]:
    """The cards that the viewer has planned and not yet turned over."""
    if own is None or state.phase not in ("plan", "act"):
        return ()
    return own.plan[state.slot + 1 :] if state.phase == "act" else own.plan


def _runners(facts: RiverDragonsFacts, state: State) -> Panel:
    """The runners with their goals, clockwise from the first player, and who is ready."""
    lines = []
    for runner in in_order(state):
        colour, across = facts.houses[runner.house].title, village_name(facts, goal(facts, runner))
        if state.phase == "plan" and runner.plan:
            line = say(
                "{who} ({colour}), goal: {goal} – ready",
                who=runner.name,
                colour=colour,
                goal=across,
            )
        else:
            line = say(
                "{who} ({colour}), goal: {goal}", who=runner.name, colour=colour, goal=across
            )
        lines.append(line)
    if state.phase != "youngest":
        lines.append(say("{who} is the first player", who=in_order(state)[0].name))
    return Panel(say("Round {round}", round=state.round), tuple(lines))


def _pieces(facts: RiverDragonsFacts, state: State) -> Panel:
    lines = [say("Stones left: {count}", count=stones_left(facts, state))]
    for runner in in_order(state):
        planks = plank_list(facts, runner.reserve)
        lines.append(say("{who}: {planks}", who=runner.name, planks=planks))
    if state.lost:
        lines.append(say("Out of the game: {planks}", planks=plank_list(facts, state.lost)))
    return Panel(say("Stones and planks"), tuple(lines))


def _shown(facts: RiverDragonsFacts, state: State) -> Panel:
    """The cards just turned over, in the order they are carried out."""
    runners = in_order(state)
    return Panel(
        say("Card {card} of {count}", card=state.slot + 1, count=SLOTS),
        tuple(shown_line(facts, state, runner) for runner in runners),
        tuple(card_face(runner.plan[state.slot]) for runner in runners),
        common=True,
    )
