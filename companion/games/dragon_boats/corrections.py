"""Numbers of Dragon Boats that the host can correct. Supplies and the bag give or take the rest."""

from __future__ import annotations

from msgspec.structs import replace

from companion.chance.provable import Chance
from companion.games.corrections import FOOD, MAX_NUMBER, MONEY, TREASURE, Correctable
from companion.games.dragon_boats.facts import DragonBoatsFacts
from companion.games.dragon_boats.names import good_name
from companion.games.dragon_boats.state import Draft, State


def list_correctables(facts: DragonBoatsFacts, state: State, seat: str) -> tuple[Correctable, ...]:
    """A member on its way eats from its house's food, which stays until it has arrived."""
    player = state.player(seat)
    most_money = MAX_NUMBER if facts.most_money is None else facts.most_money
    food = Correctable("food", FOOD, player.food, 0, player.food + state.supplies["food"])
    goods = (
        Correctable(good, good_name(facts, good), count, 0, count + state.bag.count(good))
        for good in facts.goods
        for count in (player.goods.count(good),)
    )
    return (
        Correctable("money", MONEY, player.money, 0, max(most_money, player.money)),
        *((food,) if state.walker is None else ()),
        Correctable(
            "treasure", TREASURE, player.treasure, 0, player.treasure + state.supplies["treasure"]
        ),
        *goods,
    )


def correct_number(
    facts: DragonBoatsFacts, state: State, seat: str, name: str, value: int, chance: Chance
) -> State:
    draft, player = Draft(facts, state, chance), state.player(seat)
    if name == "money":
        draft.set_player(replace(player, money=value))
    elif name == "food":
        draft.gain_supply(seat, "food", value - player.food)
    elif name == "treasure":
        draft.gain_supply(seat, "treasure", value - player.treasure)
    else:
        _correct_goods(draft, seat, name, value - player.goods.count(name))
    return draft.state


def _correct_goods(draft: Draft, seat: str, good: str, more: int) -> None:
    """Take goods out of the bag, and mix it: nobody may know where they were."""
    if more < 0:
        draft.pay_goods(seat, [good] * -more)
    elif more > 0:
        bag = list(draft.state.bag)
        for _ in range(more):
            bag.remove(good)
        draft.state = replace(draft.state, bag=draft.chance.shuffle(bag))
        draft.add_goods(seat, [good] * more)
