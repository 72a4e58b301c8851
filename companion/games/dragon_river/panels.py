"""Panels beside the board of Dragon River."""

from __future__ import annotations

from companion.games.dragon_river.dice import FACES, dice_text
from companion.games.dragon_river.facts import DragonRiverFacts
from companion.games.dragon_river.odds import turn_odds
from companion.games.dragon_river.state import Racer, State, dice_ahead, distance, rival_on
from companion.games.scene import Panel
from companion.language.messages import Message, say, say_count


def list_panels(facts: DragonRiverFacts, state: State, seat: str | None) -> tuple[Panel, ...]:
    panels = []
    if state.dice and state.phase != "over":
        panels.append(Panel(say("Dice"), _dice_lines(state)))
    own = state.racer(seat) if seat is not None else None
    choosing = state.phase == "keep" and own == state.mover
    if own is not None and state.phase != "over" and not choosing:
        panels.append(Panel(say("Your next roll"), _odds_lines(facts, state, own), own=True))
    order = sorted(state.racers, key=lambda racer: -racer.space)
    panels.append(Panel(say("Racers"), tuple(_racer_line(facts, racer) for racer in order)))
    return tuple(panels)


def _dice_lines(state: State) -> tuple[Message, ...]:
    lines = [say("{who}: {dice}", who=state.mover.name, dice=dice_text(state.dice))]
    if state.pairs:
        lines.append(say("Pairs to play: {pairs}", pairs=dice_text(state.pairs)))
    if state.variants.tipping and state.spare is not None:
        lines.append(say("Spare die for tipping: {die}", die=state.spare))
    return tuple(lines)


def _odds_lines(facts: DragonRiverFacts, state: State, own: Racer) -> tuple[Message, ...]:
    left = distance(facts, own)
    odds = turn_odds(own.dice, dice_ahead(facts, own), reroll=state.variants.roll == "again")
    lines = []
    if own.stranded:
        lines.append(say("You miss your next turn"))
        lines.extend([say("Nobody can tip you until then")] if state.variants.tipping else [])
    if odds.finish > 0:
        lines.append(_distance_line(left, f"{100 * odds.finish:.0f}"))
    mean = f"{odds.steps:.1f}"
    lines.append(
        say_count(
            "{count} die, about {mean} spaces",
            "{count} dice, about {mean} spaces",
            own.dice,
            mean=mean,
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
    return state.variants.roll != "sum" or (own == state.mover and state.rolls == 1)


def _racer_line(facts: DragonRiverFacts, racer: Racer) -> Message:
    mark = facts.piece(racer.piece).mark
    if racer.stranded:
        return say_count(
            "{mark} – {who}: space {space}, {count} die, misses a turn",
            "{mark} – {who}: space {space}, {count} dice, misses a turn",
            racer.dice,
            mark=mark,
            who=racer.name,
            space=racer.space,
        )
    if racer.space == facts.finish:
        return say("{mark} – {who}: last pearl", mark=mark, who=racer.name)
    return say_count(
        "{mark} – {who}: space {space}, {count} die",
        "{mark} – {who}: space {space}, {count} dice",
        racer.dice,
        mark=mark,
        who=racer.name,
        space=racer.space,
    )
