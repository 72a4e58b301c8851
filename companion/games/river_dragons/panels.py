"""Panels beside the board of River Dragons."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.games.river_dragons.facts import RiverDragonsFacts
from companion.games.river_dragons.names import card_face, plank_list, village_name
from companion.games.river_dragons.paths import steps_to_goal, to_go
from companion.games.river_dragons.plans import SLOTS
from companion.games.river_dragons.state import Runner, State, goal, in_order, stones_left
from companion.games.river_dragons.turns import last_call, shown_line
from companion.games.scene import Panel, PanelRow
from companion.language.messages import Message, MessageList, listing, say, say_count


def list_panels(facts: RiverDragonsFacts, state: State, own: Runner | None) -> Iterator[Panel]:
    """The most important panel comes first."""
    if state.variants.cards_only and state.phase == "act" and not last_call(state):
        yield _shown(facts, state)
    hidden = _face_down(state, own)
    if hidden:
        yield Panel(say("Your plan"), (), tuple(map(card_face, hidden)), own=True, secret=True)
    yield _runners(facts, state)
    if not state.variants.cards_only:
        yield _pieces(facts, state)


def lead_rows(facts: RiverDragonsFacts, state: State, own: Runner | None) -> Iterator[PanelRow]:
    """The cards just turned over, in the order in which they are carried out; while players plan,
    what there is to build with."""
    if state.phase == "act":
        for runner in in_order(state):
            face = card_face(runner.plan[state.slot])
            yield PanelRow(shown_line(facts, state, runner), (face,))
    elif state.phase == "plan" and own is not None:
        yield PanelRow(_way_line(facts, state, own, say("You")), ())
        yield PanelRow(say("Stones left: {count}", count=stones_left(facts, state)), ())


def _way_line(
    facts: RiverDragonsFacts, state: State, runner: Runner, who: Message | str
) -> Message:
    """How far a runner has to go: in steps if the planks lead there, otherwise over the water."""
    steps = steps_to_goal(facts, state, runner)
    if steps is None:
        left = to_go(facts, state, runner)
        return say("{who}: {left} mm to the goal, no path yet", who=who, left=left)
    return say_count(
        "{who}: {count} step to the goal", "{who}: {count} steps to the goal", steps, who=who
    )


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
    if not state.variants.cards_only:
        lines += [_way_line(facts, state, runner, runner.name) for runner in in_order(state)]
    return Panel(say("Round {round}", round=state.round), tuple(lines))


def _pieces(facts: RiverDragonsFacts, state: State) -> Panel:
    lines = [say("Stones left: {count}", count=stones_left(facts, state))]
    for runner in in_order(state):
        planks = plank_list(facts, runner.reserve)
        lines.append(say("{who}: {planks}", who=runner.name, planks=planks))
    lines.append(say("All reserves by number: {planks}", planks=_by_number(facts, state)))
    if state.lost:
        lines.append(say("Out of the game: {planks}", planks=plank_list(facts, state.lost)))
    return Panel(say("Stones and planks"), tuple(lines))


def _by_number(facts: RiverDragonsFacts, state: State) -> MessageList:
    """How many planks of each number all players have left; the number stands for the length."""
    reserves = [plank for runner in state.runners for plank in runner.reserve]
    counts = Counter(facts.planks[plank].number for plank in reserves)
    numbers = sorted({plank.number for plank in facts.planks.values()})
    return listing(say("{count} × {number}", count=counts[n], number=n) for n in numbers)


def _shown(facts: RiverDragonsFacts, state: State) -> Panel:
    """The cards just turned over, in the order they are carried out."""
    runners = in_order(state)
    return Panel(
        say("Card {card} of {count}", card=state.slot + 1, count=SLOTS),
        tuple(shown_line(facts, state, runner) for runner in runners),
        tuple(card_face(runner.plan[state.slot]) for runner in runners),
        common=True,
    )
