"""Takes a race and a seat, gives all that seat may do now, with warnings and advice."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.base import Choice, Offers, Pick, Step
from companion.games.dragon_river.dice import Dice, is_straight, listed
from companion.games.dragon_river.odds import FACES, Keep, best_finish, best_keep
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
        return Offers(picks=(_keeping(river, race),))
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


def _keeping(river: River, race: Race) -> Pick:
    left = distance(river, race.mover)
    kept = list(_advised(race.dice, left).dice)
    items = []
    for number, die in enumerate(race.dice, start=1):
        hint = None
        if die in kept:
            kept.remove(die)
            hint = say("keep")
        items.append((str(number), Step(say("{die}", die=die), hint=hint)))
    return Pick(
        {"do": "keep"},
        "dice",
        tuple(items),
        0,
        len(items),
        say("Keep, roll the rest"),
        hint=advice(race.dice, left)[0],
    )


def _advised(dice: Dice, left: int) -> Keep:
    """From less than a pair away the finish is all that counts: no other space there is better."""
    return best_finish(dice, left) if left <= FACES[-1] else best_keep(dice, left)


def advice(dice: Dice, left: int) -> tuple[Message, ...]:
    """What to keep, the best first: for most steps, and for the finish if it is within reach."""
    keep, last = best_keep(dice, left), best_finish(dice, left)
    told = [_best(keep.dice, dice, f"{keep.mean:.1f}")]
    if last.mean > 0:
        told.append(_for_the_finish(last.dice, dice, f"{100 * last.mean:.0f}"))
    if left <= FACES[-1]:
        told.reverse()
    if is_straight(dice):
        told.append(say("Kept as they are, these dice strand you"))
    return tuple(told)


def _best(kept: Sequence[int], dice: Dice, mean: str) -> Message:
    if len(kept) == len(dice):
        return say("Keep all: {mean} steps", mean=mean)
    if not kept:
        return say("Roll all: {mean} steps on average", mean=mean)
    return say("Keep {dice}: {mean} steps on average", dice=listed(kept), mean=mean)


def _for_the_finish(kept: Sequence[int], dice: Dice, chance: str) -> Message:
    if len(kept) == len(dice):
        return say("To finish: keep all, {chance} %", chance=chance)
    if not kept:
        return say("To finish: roll all again, {chance} %", chance=chance)
    return say("To finish: keep {dice}, {chance} %", dice=listed(kept), chance=chance)


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
