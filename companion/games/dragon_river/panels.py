"""Panels beside the board of Dragon River."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.dragon_river.dice import FACES, dice_text
from companion.games.dragon_river.facts import DragonRiverFacts
from companion.games.dragon_river.names import to_go
from companion.games.dragon_river.odds import turn_odds
from companion.games.dragon_river.state import Racer, State, dice_ahead, distance, rival_on
from companion.games.scene import Panel, PanelRow
from companion.language.messages import Message, say, say_count


def list_panels(facts: DragonRiverFacts, state: State, seat: str | None) -> tuple[Panel, ...]:
    panels = []
    own = state.racer(seat) if seat is not None else None
    choosing = state.phase == "keep" and own == state.acting
    if own is not None and state.phase != "over" and not choosing:
        lines = _odds_lines(facts, state, own)
        panels.append(Panel(say("Your next roll"), lines, own=True, folded=True))
    order = sorted(state.racers, key=lambda racer: -racer.space)
    panels.append(Panel(say("Racers"), tuple(_racer_line(facts, racer) for racer in order)))
    return tuple(panels)


def lead_rows(facts: DragonRiverFacts, state: State, seat: str | None) -> Iterator[PanelRow]:
    """Whose dice lie on the table, and how far the viewer has to go."""
    if state.phase == "roll" and state.last:
        who = state.racers[state.last_turn].name
        yield PanelRow(say("Last roll: {who}", who=who), ())
    own = state.racer(seat) if seat is not None else None
    if own is not None and state.phase not in ("first", "over"):
        yield PanelRow(_prospects(facts, state, own), ())


def _prospects(facts: DragonRiverFacts, state: State, own: Racer) -> Message:
    """How far it is to the finish; before a roll, also the chance to reach it."""
    left = to_go(distance(facts, own))
    if own != state.acting or state.phase != "roll":
        return say("You: {left}", left=left)
    odds = turn_odds(own.dice, dice_ahead(facts, own), reroll=state.variants.roll == "again")
    if odds.finish > 0:
        chance = f"{100 * odds.finish:.0f}"
        return say("You: {left}, {chance}% chance to finish now", left=left, chance=chance)
    return say("You: {left}, about {mean} with this roll", left=left, mean=round(odds.steps, 1))


def _odds_lines(facts: DragonRiverFacts, state: State, own: Racer) -> tuple[Message, ...]:
    left = distance(facts, own)
    odds = turn_odds(own.dice, dice_ahead(facts, own), reroll=state.variants.roll == "again")
    lines = []
    if own.stranded:
        lines.append(say("You miss your next turn"))
        lines.extend([say("Nobody can tip you until then")] if state.variants.tipping else [])
    if odds.finish > 0:
        lines.append(_distance_line(left, f"{100 * odds.finish:.0f}"))
    lines.append(
        say_count(
            "{count} die, about {mean} spaces",
            "{count} dice, about {mean} spaces",
            own.dice,
            mean=round(odds.steps, 1),
        )
    )
    lines.append(say("No move: {chance}%", chance=f"{100 * odds.still:.0f}"))
    if _may_strand(state, own):
        lines.append(say("Sandbank: {chance}%", chance=f"{100 * odds.straight:.0f}"))
    ahead = [number for number in FACES if rival_on(facts, state, own.space + number, own.seat)]
    if ahead:
        lines.append(say("Pairs that lead to a fight: {pairs}", pairs=dice_text(ahead)))
    return tuple(lines)


def _distance_line(left: int, chance: str) -> Message:
    return say_count(
        "{count} space to the finish: {chance}%",
        "{count} spaces to the finish: {chance}%",
        left,
        chance=chance,
    )


def _may_strand(state: State, own: Racer) -> bool:
    """Whether the racer's next roll is the last one of a turn."""
    return state.variants.roll != "sum" or (own == state.acting and state.rolls == 1)


def _racer_line(facts: DragonRiverFacts, racer: Racer) -> Message:
    if racer.stranded:
        return say_count(
            "{who}: space {space} of {finish}, {count} die, misses a turn",
            "{who}: space {space} of {finish}, {count} dice, misses a turn",
            racer.dice,
            who=racer.name,
            space=racer.space,
            finish=facts.finish,
        )
    if racer.space == facts.finish:
        return say("{who}: last pearl", who=racer.name)
    return say_count(
        "{who}: space {space} of {finish}, {count} die",
        "{who}: space {space} of {finish}, {count} dice",
        racer.dice,
        who=racer.name,
        space=racer.space,
        finish=facts.finish,
    )
