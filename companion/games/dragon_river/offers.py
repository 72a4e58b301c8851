"""Takes a race and a seat, gives all that seat may do now, with warnings and advice."""

from __future__ import annotations

from companion.games.base import Choice, Offers, Pick, Step
from companion.games.dragon_river.dice import Dice, is_straight, listed
from companion.games.dragon_river.odds import best_keep, is_near
from companion.games.dragon_river.places import AROUND_TOKEN, TOKEN_WIDTH
from companion.games.dragon_river.river import River
from companion.games.dragon_river.state import Race, Racer, distance, playable, rival_on, targets
from companion.words import Message, say


def list_offers(river: River, race: Race, seat: str) -> Offers:
    if race.racer(seat) is None:
        return Offers()
    if race.phase == "first":
        return Offers(tuple(_oldest(racer) for racer in race.racers))
    if race.phase == "over" or race.mover.seat != seat:
        return Offers()
    if race.phase == "keep":
        return _keeping(race.dice, distance(river, race.mover))
    if race.phase == "roll":
        step = Step(say("Roll {count} dice", count=race.mover.dice))
        return Offers((Choice({"do": "roll"}, (step,)),))
    if race.phase == "move":
        return Offers(tuple(_pair(river, race, value) for value in playable(river, race)))
    nobody = Choice({"do": "spare"}, (Step(say("Tip nobody")),))
    return Offers((*(_tipping(river, race, racer) for racer in targets(race)), nobody))


def _oldest(racer: Racer) -> Choice:
    step = Step(say("{who} is the oldest", who=racer.name))
    return Choice({"do": "first", "who": racer.seat}, (step,))


def _keeping(dice: Dice, left: int) -> Offers:
    """The best keep as one tap, and any other by picking dice."""
    items = tuple(
        (str(number), Step(say("{die}", die=die))) for number, die in enumerate(dice, start=1)
    )
    hint = say("Kept as they are, these dice strand you") if is_straight(dice) else None
    label = say("Keep, roll the rest")
    picking = Pick({"do": "keep"}, "dice", items, 0, len(items), label, hint=hint, dice=True)
    return Offers((_advised(dice, left),), (picking,))


def _advised(dice: Dice, left: int) -> Choice:
    kept = best_keep(dice, left)
    if is_near(left):
        hint = say("{chance} % to finish", chance=f"{100 * kept.mean:.0f}")
    elif kept.dice == dice:
        hint = say("{count} steps", count=round(kept.mean))
    else:
        hint = say("{mean} steps on average", mean=f"{kept.mean:.1f}")
    step = Step(_advice(kept.dice, dice), hint=hint)
    return Choice({"do": "keep", "dice": _numbers(kept.dice, dice)}, (step,))


def _advice(kept: Dice, dice: Dice) -> Message:
    if not kept:
        return say("Best: roll all again")
    return say("Best: keep all") if kept == dice else say("Best: keep {dice}", dice=listed(kept))


def _numbers(kept: Dice, dice: Dice) -> list[str]:
    """Which dice on the table show the faces that are kept."""
    left, numbers = list(kept), []
    for number, die in enumerate(dice, start=1):
        if die in left:
            left.remove(die)
            numbers.append(str(number))
    return numbers


def _pair(river: River, race: Race, value: int) -> Choice:
    space = race.mover.space + value
    place = river.spaces[space]
    step = Step(
        say("Move {count}, to space {space}", count=value, space=space),
        (place.x, place.y),
        width=TOKEN_WIDTH,
        hint=_warning(river, race, value),
    )
    return Choice({"do": "pair", "value": value}, (step,))


def _warning(river: River, race: Race, value: int) -> Message | None:
    """What waits on that space, or on the next one if this is not the last pair."""
    mover, space = race.mover, race.mover.space + value
    if space == river.finish:
        return say("the last pearl: you win")
    rival = rival_on(river, race, space, mover.seat)
    if rival is not None:
        return say("a fight with {who} ends your turn", who=rival.name)
    left = list(race.pairs)
    left.remove(value)
    for after in sorted(set(left)):
        rival = rival_on(river, race, space + after, mover.seat)
        if rival is not None:
            return say("free; then {count} more meets {who}", count=after, who=rival.name)
    if river.spaces[space].dice < mover.dice:
        return say("the river takes a die")
    return None


def _tipping(river: River, race: Race, racer: Racer) -> Choice:
    spare = race.spare or 0
    place = river.spaces[racer.space]
    back = max(0, racer.space - spare)
    rival = rival_on(river, race, back, racer.seat)
    hint = say("back to space {space}", space=back)
    if back == 0:
        hint = say("back to the first pearl")
    if rival is not None:
        hint = say("back to space {space}, a fight with {who}", space=back, who=rival.name)
    step = Step(say("Tip {who}", who=racer.name), (place.x, place.y), width=AROUND_TOKEN, hint=hint)
    return Choice({"do": "tip", "who": racer.seat}, (step,))
