"""Legal moves of Dragon River, with warnings and advice."""

from __future__ import annotations

from typing import Final

from companion.games.dragon_river.dice import Dice, dice_text, is_straight
from companion.games.dragon_river.facts import DragonRiverFacts
from companion.games.dragon_river.move_types import First, Keep, Pair, Roll, Spare, Tip
from companion.games.dragon_river.names import to_go
from companion.games.dragon_river.odds import Ahead, best_keep
from companion.games.dragon_river.state import (
    Racer,
    State,
    dice_ahead,
    playable,
    rival_on,
    targets,
)
from companion.games.dragon_river.tokens import AROUND_TOKEN, TOKEN_WIDTH
from companion.games.moves import as_move
from companion.games.offers import Choice, Offers, Pick, Step
from companion.language.messages import Message, say, say_count

LAST_SPACES: Final = 12
"""This close to the finish (two sixes) the exact landing counts more than steps."""


def list_offers(facts: DragonRiverFacts, state: State, seat: str) -> Offers:
    if state.racer(seat) is None:
        return Offers()
    if state.phase == "first":
        return Offers(tuple(_oldest(racer) for racer in state.racers))
    if state.phase == "over" or state.acting.seat != seat:
        return Offers()
    if state.phase == "keep":
        return _keeping(state.dice, dice_ahead(facts, state.acting))
    if state.phase == "roll":
        step = Step(say_count("Roll {count} die", "Roll {count} dice", state.acting.dice))
        return Offers((Choice(as_move(Roll()), (step,)),))
    if state.phase == "move":
        return Offers(tuple(_pair(facts, state, value) for value in playable(facts, state)))
    nobody = Choice(as_move(Spare()), (Step(say("Don’t tip anyone")),))
    return Offers((*(_tipping(facts, state, racer) for racer in targets(state)), nobody))


def _oldest(racer: Racer) -> Choice:
    step = Step(say("{who} is the oldest", who=racer.name))
    return Choice(as_move(First(racer.seat)), (step,))


def _keeping(dice: Dice, ahead: Ahead) -> Offers:
    """Any dice by picking them; the best ones are advice."""
    items = tuple(
        (str(number), Step(say("{die}", die=die))) for number, die in enumerate(dice, start=1)
    )
    hint = say("If you keep all of them, you run aground") if is_straight(dice) else None
    label = say("Keep these, roll the rest")
    picking = Pick({"do": "keep"}, "dice", items, 0, len(items), label, hint=hint, dice=True)
    return Offers(picks=(picking,), advice=(_advised(dice, ahead),))


def _advised(dice: Dice, ahead: Ahead) -> Choice:
    kept = best_keep(dice, ahead)
    if kept.finish > 0:
        hint = say("{chance}% chance to finish", chance=f"{100 * kept.finish:.0f}")
    elif len(ahead) <= LAST_SPACES:
        hint = say("about {turns} more turns", turns=round(kept.turns, 1))
    elif kept.dice == dice:
        hint = say_count("{count} space", "{count} spaces", round(kept.steps))
    else:
        hint = say("about {mean} spaces", mean=round(kept.steps, 1))
    step = Step(_advice(kept.dice, dice), hint=hint)
    return Choice(as_move(Keep(tuple(_numbers(kept.dice, dice)))), (step,))


def _advice(kept: Dice, dice: Dice) -> Message:
    if not kept:
        return say("Best: roll all dice again")
    return (
        say("Best: keep all dice")
        if kept == dice
        else say("Best: keep {dice}", dice=dice_text(kept))
    )


def _numbers(kept: Dice, dice: Dice) -> list[str]:
    """The numbers of the dice on the table that show the kept faces."""
    left, numbers = list(kept), []
    for number, die in enumerate(dice, start=1):
        if die in left:
            left.remove(die)
            numbers.append(str(number))
    return numbers


def _pair(facts: DragonRiverFacts, state: State, value: int) -> Choice:
    space = state.acting.space + value
    place = facts.spaces[space]
    step = Step(
        say_count(
            "Move {count} space, to space {space}",
            "Move {count} spaces, to space {space}",
            value,
            space=space,
        ),
        (place.x, place.y),
        width=TOKEN_WIDTH,
        hint=_outlook(facts, state, value),
        doubtful=_leads_to_fight(facts, state, value),
    )
    return Choice(as_move(Pair(value)), (step,))


def _leads_to_fight(facts: DragonRiverFacts, state: State, value: int) -> bool:
    return rival_on(facts, state, state.acting.space + value, state.acting.seat) is not None


def _outlook(facts: DragonRiverFacts, state: State, value: int) -> Message:
    """What happens on that space, or on the next one if this is not the last pair; otherwise how
    far it is to the finish from there."""
    acting, space = state.acting, state.acting.space + value
    if space == facts.finish:
        return say("last pearl: you win")
    rival = rival_on(facts, state, space, acting.seat)
    if rival is not None:
        return say("fight with {who}, then your turn ends", who=rival.name)
    left = list(state.pairs)
    left.remove(value)
    for after in sorted(set(left)):
        rival = rival_on(facts, state, space + after, acting.seat)
        if rival is not None:
            return say(
                "free, but your pair of {number}s then lands on {who}",
                number=after,
                who=rival.name,
            )
    if facts.spaces[space].dice < acting.dice:
        return say("you lose a die")
    return to_go(facts.finish - space)


def _tipping(facts: DragonRiverFacts, state: State, racer: Racer) -> Choice:
    spare = state.spare or 0
    place = facts.spaces[racer.space]
    back = max(0, racer.space - spare)
    rival = rival_on(facts, state, back, racer.seat)
    hint = say("back to space {space}", space=back)
    if back == 0:
        hint = say("back to the first pearl")
    if rival is not None:
        hint = say("back to space {space}, into a fight with {who}", space=back, who=rival.name)
    step = Step(say("Tip {who}", who=racer.name), (place.x, place.y), width=AROUND_TOKEN, hint=hint)
    return Choice(as_move(Tip(racer.seat)), (step,))
