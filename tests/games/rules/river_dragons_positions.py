"""States of River Dragons from stones, planks, runners and cards."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from companion.chance.provable import chance_from_words
from companion.games.edition import ONLY_MOVES
from companion.games.river_dragons.facts import read_facts
from companion.games.river_dragons.options import read_variants
from companion.games.river_dragons.planks import open_gaps
from companion.games.river_dragons.plans import hand
from companion.games.river_dragons.state import LaidPlank, Runner, State, Stone
from companion.language.messages import Refused
from companion.table.game_rules import full_options
from tests.games.rules.bots import facts_of, playable

FACTS = {**facts_of("river-dragons"), "edition": ONLY_MOVES - 1}
"""Facts of a table whose players make every move themselves, so that a test can look at it."""
RULES = playable("river-dragons", FACTS)
BOX = read_facts(FACTS)
CHANCE = chance_from_words("calm-otter-11")
CLOCKWISE = ("red", "green", "pink", "yellow", "blue", "black")
FACES = [face for face, copies in BOX.stones.items() for _ in range(copies)]
FILL = ("stone-1", "stone-2", "plank-1", "plank-2", "move-1", "move-2", "jump", "remove")


def options(**chosen: str) -> Mapping[str, str]:
    return full_options(RULES, {name.replace("_", "-"): value for name, value in chosen.items()})


def plan(house: str, first: str) -> tuple[str, ...]:
    """Five cards of a house, of which the first is given: `jump`, `dragon-red`."""
    rest = [card for card in FILL if card != first]
    return tuple(f"{house}-{card}" for card in [first, *rest[:4]])


def position(
    shown: Mapping[str, str],
    *,
    at: Mapping[str, str] | None = None,
    stones: Iterable[str] = (),
    planks: Mapping[str, tuple[str, str]] | None = None,
    reserves: Mapping[str, Sequence[str]] | None = None,
    water: Mapping[str, tuple[float, float]] | None = None,
    first: str | None = None,
    **chosen: str,
) -> State:
    """A game in which each house has just turned over a card, and what came of that by itself.

    `planks` says between which supports each lies; stones are put under their ends.
    """
    laid = [LaidPlank(name, tuple(sorted(ends))) for name, ends in (planks or {}).items()]  # type: ignore[arg-type]
    spots = {name: (spot.x, spot.y) for name, spot in BOX.islands.items()} | dict(water or {})
    carried = [end for one in laid for end in one.ends if end not in BOX.villages]
    under = dict.fromkeys([*stones, *carried, *(water or {})])
    houses = [house for house in CLOCKWISE if house in shown]
    state = State(
        read_variants(options(**chosen)),
        tuple(
            Runner(
                house,
                house.title(),
                house,
                (at or {}).get(house, house),
                tuple((reserves or {}).get(house, _left(house, laid))),
                plan(house, shown[house]),
            )
            for house in houses
        ),
        "plan",
        houses.index(first or next(iter(shown))),
        stones=tuple(
            Stone(name, *spots[name], face) for name, face in zip(under, FACES, strict=False)
        ),
        planks=tuple(laid),
    )
    last = state.runners[-1]
    return act(state, last.seat, do="plan", cards=list(last.plan))


def _left(house: str, laid: Sequence[LaidPlank]) -> list[str]:
    used = {one.plank for one in laid}
    return [f"{house}-{n}" for n in range(1, 7) if f"{house}-{n}" not in used]


def act(state: State, seat: str, /, **move: Any) -> State:
    after: State = RULES.act(state, seat, move, CHANCE).state
    return after


def announced(state: State, seat: str, /, **move: Any) -> list[str]:
    return [str(one.message) for one in RULES.act(state, seat, move, CHANCE).announcements]


def allowed(state: State, seat: str, move: Mapping[str, Any]) -> bool:
    try:
        RULES.act(state, seat, move, CHANCE)
    except Refused:
        return False
    return True


def moves(state: State, seat: str) -> list[dict[str, Any]]:
    return [dict(choice.move) for choice in RULES.offers(state, seat).choices]


def key(move: Mapping[str, Any]) -> str:
    return msgspec.json.encode(dict(sorted(move.items()))).decode()


def runner(state: State, house: str) -> Runner:
    return next(one for one in state.runners if one.house == house)


def random_board(seed: int, card: str) -> State:
    """Two to four houses on a river with some stones, planks laid by the rules, and runners
    on some of them; whoever is first has the given card."""
    pick = random.Random(seed)
    count = pick.choice((2, 3, 4))
    houses = [house for house in CLOCKWISE if count in BOX.villages[house].players]
    first, near = pick.choice(houses), pick.choice(("bde", "abcde"))
    islands = [name for name in sorted(BOX.islands) if name[0] in near]
    stones = pick.sample(islands, pick.randint(0, 10))
    planks = _random_planks(pick, houses, stones)
    at: dict[str, str] = {}
    for house in houses:
        free = [name for name in planks if name not in at.values()]
        places = [name for name in BOX.villages if name != BOX.villages[house].destination]
        at[house] = pick.choice(free if free and pick.random() < 0.8 else places)
    spare = [name for name in BOX.planks if name not in planks and name.split("-")[0] in houses[:2]]
    own = {BOX.planks[name].number: name for name in pick.sample(spare, min(5, len(spare)))}
    return position(
        {house: card if house == first else pick.choice(FILL) for house in houses},
        at=at,
        stones=stones,
        planks=planks,
        reserves={first: list(own.values())},
        first=first,
        village_planks=pick.choice(("apart", "neighbours")),
        jump_back=pick.choice(("no", "yes")),
        village_stop=pick.choice(("may", "must")),
        swallowed=pick.choice(("stays", "falls")),
    )


def _random_planks(
    pick: random.Random, houses: Sequence[str], stones: Sequence[str]
) -> dict[str, tuple[str, str]]:
    planks: dict[str, tuple[str, str]] = {}
    spare = [name for name, plank in BOX.planks.items() if plank.house in houses]
    for plank in pick.sample(spare, pick.randint(0, 10)):
        state = position(dict.fromkeys(houses, "jump"), stones=stones, planks=planks)
        gaps = sorted(open_gaps(BOX, state, BOX.planks[plank].length))
        if gaps:
            planks[plank] = pick.choice(gaps)
    return planks


def hands(houses: Sequence[str]) -> dict[str, tuple[str, ...]]:
    return {house: hand(BOX, house, houses) for house in houses}
