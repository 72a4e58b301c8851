"""River Dragons against slow second opinions, on positions of all kinds."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, permutations, product
from typing import Any

import msgspec
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from companion.chance.provable import chance_from_words
from companion.games import rules_at
from companion.games.geometry import Ground, Point, refusal
from companion.games.river_dragons.facts import read_facts
from companion.games.river_dragons.planks import Support, fits, open_gaps, supports
from companion.games.river_dragons.state import State
from companion.games.river_dragons.turns import action_of
from companion.games.seats import Seat
from companion.table.game_rules import setup_of
from companion.table.model import SetupRequest
from tests.games import river_dragons_board as printed
from tests.games.rules.river_dragons_positions import (
    BOX,
    FACTS,
    FILL,
    RULES,
    act,
    allowed,
    key,
    moves,
    options,
    position,
    random_board,
    runner,
)

SEEDS = st.integers(0, 10_000)
FINE = 400
"""Into so many pieces a line is cut where a second opinion looks at each."""


# --- setup ---------------------------------------------------------------------------------------


@given(
    players=st.integers(2, 6),
    words=st.sampled_from(["calm-otter-11", "jade-fox-40", "red-elk-77"]),
    again=st.integers(0, 5),
    colours=st.sampled_from(["own", "dealt"]),
    first=st.sampled_from(["youngest", "random"]),
)
@settings(max_examples=60)
def test_setups_use_what_is_printed(
    players: int, words: str, again: int, colours: str, first: str
) -> None:
    """Any setup gives each player one colour with its runner, six planks and its cards, and
    nothing that is not in the box."""
    chosen = {"colours": colours, "first": first}
    request = SetupRequest(players, chosen, words, {"houses": again, "first": again})
    setup = setup_of(rules_at("river-dragons", FACTS), request)
    houses = setup.part("houses").values["houses"]
    assert len(set(houses)) == players
    assert all(players in BOX.villages[house].players for house in houses)
    runners = setup.part("houses").tokens
    assert [token.colour for token in runners] == [BOX.houses[house].colour for house in houses]
    for house, token in zip(houses, runners, strict=True):
        assert _nearest_village(token.x, token.y) == house
    planks = setup.part("houses").values["planks"]
    assert Counter(BOX.planks[name].house for name in planks) == dict.fromkeys(houses, 6)
    dealt = setup.part("cards").values["hands"]
    assert set(dealt) == set(houses)
    cards = [card for hand in dealt.values() for card in hand]
    assert len(set(cards)) == len(cards) == players * (8 + players - 1)
    assert set(cards) <= set(BOX.cards)
    assert 1 <= setup.part("first").values.get("player", 1) <= players


def _nearest_village(x: float, y: float) -> str:
    """Whose village is nearest to a place."""
    villages = BOX.villages.values()
    return min(villages, key=lambda one: math.dist((x, y), (one.x, one.y))).house


@given(again=st.integers(0, 50))
@settings(max_examples=20)
def test_rolling_one_part_again_leaves_the_other(again: int) -> None:
    """A new first player does not change the dealt colours."""
    chosen = {"colours": "dealt", "first": "random"}
    one = setup_of(rules_at("river-dragons", FACTS), SetupRequest(6, chosen, "calm-otter-11"))
    other = setup_of(
        rules_at("river-dragons", FACTS), SetupRequest(6, chosen, "calm-otter-11", {"first": again})
    )
    assert one.part("houses") == other.part("houses")


def test_facts_survive_json() -> None:
    """Facts are plain values and survive JSON unchanged."""
    again = msgspec.json.decode(msgspec.json.encode(FACTS))
    assert again == FACTS
    assert read_facts(again) == BOX
    assert msgspec.convert(msgspec.to_builtins(BOX), type(BOX)) == BOX


# --- planks --------------------------------------------------------------------------------------


def points(one: tuple[float, float], other: tuple[float, float]) -> Iterator[tuple[float, float]]:
    for n in range(FINE + 1):
        part = n / FINE
        yield one[0] + part * (other[0] - one[0]), one[1] + part * (other[1] - one[1])


def crosses(one: Point, other: Point, start: Point, end: Point) -> bool:
    """By solving for where the two lines meet."""
    ax, ay, bx, by = other[0] - one[0], other[1] - one[1], end[0] - start[0], end[1] - start[1]
    turn = ax * by - ay * bx
    if abs(turn) < 1e-9:
        return False
    cx, cy = start[0] - one[0], start[1] - one[1]
    along, across = (cx * by - cy * bx) / turn, (cx * ay - cy * ax) / turn
    return 0 < along < 1 and 0 < across < 1


def open_by_hand(state: State) -> set[tuple[str, str]]:
    """Every pair of supports, judged one rule after the other."""
    on = supports(BOX, state)
    found = set()
    for one, other in combinations(sorted(on), 2):
        a, b = on[one], on[other]
        load = [sum(end in laid.ends for laid in state.planks) for end in (one, other)]
        if (a.village and b.village) or max(load) > 2:
            continue
        if math.dist(a.at, b.at) - a.radius - b.radius + 10 > 180:
            continue
        if any(
            set(laid.ends) == {one, other}
            or (
                not {one, other} & set(laid.ends)
                and crosses(a.at, b.at, on[laid.ends[0]].at, on[laid.ends[1]].at)
            )
            for laid in state.planks
        ):
            continue
        line = list(points(a.at, b.at))
        if all(
            min(math.dist(third.at, point) for point in line) >= third.radius + 6
            for name, third in on.items()
            if name not in (one, other)
        ):
            found.add((one, other))
    return found


@given(seed=SEEDS, card=st.sampled_from(FILL))
@settings(max_examples=25)
def test_open_gaps_equal_a_second_opinion(seed: int, card: str) -> None:
    """A gap is open if no rule that everybody can check forbids a plank there."""
    state = random_board(seed, card)
    assert set(open_gaps(BOX, state)) == open_by_hand(state)


def free_by_hand(state: State, at: tuple[float, float]) -> bool:
    """Whether a stone may lie there in open water, judged one rule after the other."""
    on = supports(BOX, state)
    if not (10 <= at[0] <= 430 and 10 <= at[1] <= 382):
        return False
    if any(math.dist(at, other.at) < other.radius + 12 for other in on.values()):
        return False
    for village in BOX.villages.values():
        # Seen from the village: how far towards the board's edge, and how far to the side.
        out = math.atan2(village.y - 196, village.x - 220)
        x, y = at[0] - village.x, at[1] - village.y
        outward = x * math.cos(out) + y * math.sin(out)
        aside = x * math.sin(out) - y * math.cos(out)
        if outward > 0 and abs(aside) < 45:
            return False
    return all(gap >= 16 for gap in gaps_to_planks(state, at))


def gaps_to_planks(state: State, at: tuple[float, float]) -> Iterator[float]:
    """How far a place is from the middle line of each plank, in numbers that turn and stretch."""
    on = supports(BOX, state)
    for laid in state.planks:
        one, other = (complex(*on[end].at) for end in laid.ends)
        along = (complex(*at) - one) / (other - one)
        beyond = max(0.0, -along.real, along.real - 1)
        yield abs(complex(beyond, along.imag)) * abs(other - one)


WATER = {"1": (110.0, 100.0), "2": (160.0, 100.0), "3": (240.0, 130.0), "4": (300.0, 200.0)}
BRIDGES = {"red-6": ("2", "3"), "red-5": ("3", "4"), "green-3": ("1", "2")}
MILLIMETRES = st.integers(0, 4400).map(lambda tenths: tenths / 10)


def on_island_by_hand(state: State, at: tuple[float, float]) -> str | None:
    """The island on which a stone may lie there, judged one rule after the other."""
    taken = {stone.id for stone in state.stones}
    for name, island in BOX.islands.items():
        if math.dist(at, (island.x, island.y)) <= 14 - 10 and name not in taken:
            free = all(gap >= 16 for gap in gaps_to_planks(state, at))
            return name if free else None
    return None


@given(
    seed=SEEDS,
    island=st.sampled_from(sorted(BOX.islands)),
    aside=st.tuples(st.integers(-50, 50), st.integers(-50, 50)),
)
@settings(max_examples=150)
def test_islands_equal_a_second_opinion(seed: int, island: str, aside: tuple[int, int]) -> None:
    """A stone may lie at any tenth of a millimetre that is completely on a free island."""
    state = random_board(seed, "stone-1")
    if state.phase != "act":
        return
    seat, middle = state.acting.seat, BOX.islands[island]
    at = (round(middle.x + aside[0] / 10, 1), round(middle.y + aside[1] / 10, 1))
    assume(all(abs(gap - 16) > 1e-6 for gap in gaps_to_planks(state, at)))
    wanted = on_island_by_hand(state, at)
    move = {"do": "stone", "x": at[0], "y": at[1]}
    assert allowed(state, seat, move) == (wanted is not None)
    if wanted is not None:
        stone = next(s for s in act(state, seat, **move).stones if s.id == wanted)
        assert (stone.x, stone.y) == at


@given(seed=SEEDS)
@settings(max_examples=40)
def test_an_island_is_listed_while_there_is_room_on_it(seed: int) -> None:
    """The list has one place on each island with room for a stone: its middle, if that is free."""
    state = random_board(seed, "stone-1")
    if state.phase != "act" or action_of(BOX, state).deed != "stone":
        return
    seat = state.acting.seat
    listed = set()
    for move in moves(state, seat):
        middle = BOX.islands.get(str(move.get("at")))
        at = (middle.x, middle.y) if middle else (move["x"], move["y"])
        name = on_island_by_hand(state, at)
        assert name is not None
        listed.add(name)
    for name in sorted(set(BOX.islands) - listed):
        island = BOX.islands[name]
        around = [
            (round(island.x + x / 2, 1), round(island.y + y / 2, 1))
            for x in range(-9, 10)
            for y in range(-9, 10)
        ]
        assert not any(on_island_by_hand(state, at) for at in around)


@given(x=MILLIMETRES, y=MILLIMETRES, board=st.sampled_from(["water", "islands"]))
@settings(max_examples=150)
def test_the_ground_told_to_phones_is_what_the_referee_judges_by(
    x: float, y: float, board: str
) -> None:
    """A phone that follows the ground of a free point allows exactly what the referee accepts."""
    water = WATER if board == "water" else None
    planks = BRIDGES if board == "water" else {"red-6": ("d1", "d2"), "blue-5": ("b1", "b4")}
    state = position({"red": "stone-1", "green": "jump"}, board=board, water=water, planks=planks)
    (point,) = RULES.offers(state, "red").points
    sentences = msgspec.json.decode(msgspec.json.encode(point.ground), type=Ground)
    accepted = allowed(state, "red", {"do": "stone", "x": x, "y": y})
    assert (refusal(sentences, (x, y)) is None) == accepted


@given(x=MILLIMETRES, y=MILLIMETRES)
@settings(max_examples=150)
def test_open_water_equals_a_second_opinion(x: float, y: float) -> None:
    """A stone may lie anywhere in the water where no rule forbids it."""
    state = position(
        {"red": "stone-1", "green": "jump"}, board="water", water=WATER, planks=BRIDGES
    )
    assume(all(abs(gap - 16) > 1e-6 for gap in gaps_to_planks(state, (x, y))))
    assert allowed(state, "red", {"do": "stone", "x": x, "y": y}) == free_by_hand(state, (x, y))


def test_every_place_offered_in_the_water_is_free() -> None:
    """Every free place of the honeycomb is offered, and nothing else."""
    state = position(
        {"red": "stone-1", "green": "jump"}, board="water", water=WATER, planks=BRIDGES
    )
    bare = position({"red": "stone-1", "green": "jump"}, board="water")
    honeycomb = {(move["x"], move["y"]) for move in moves(bare, "red")}
    assert all(free_by_hand(bare, at) for at in honeycomb)
    found = {(move["x"], move["y"]) for move in moves(state, "red")}
    assert found == {at for at in honeycomb if free_by_hand(state, at)}
    assert found < honeycomb


def test_planks_fit_as_the_printed_board_says() -> None:
    """For every two places, the smallest plank that fits is the one measured on the printed
    board."""
    lengths = printed.printed_lengths()
    spots = {
        **{name: printed.Support((i.x, i.y), 10.0) for name, i in BOX.islands.items()},
        **{name: printed.Support((v.x, v.y), 26.0) for name, v in BOX.villages.items()},
    }
    own = {
        name: Support(name, spot.at, spot.radius, spot.is_village) for name, spot in spots.items()
    }
    for one, other in combinations(spots, 2):
        if one in BOX.villages and other in BOX.villages:
            continue
        smallest = printed.smallest_plank(spots[one], spots[other], lengths)
        fitting = [n for n in range(1, 7) if fits(BOX, f"red-{n}", own[one], own[other])]
        assert fitting == ([] if smallest is None else list(range(smallest, 7))), (one, other)


# --- offers --------------------------------------------------------------------------------------


def candidates(state: State) -> Iterator[dict[str, Any]]:
    """Every move that could be thought of for the card of the one who acts, and some more."""
    ends = [*(stone.id for stone in state.stones), *BOX.villages, "a1"]
    places = [*(laid.plank for laid in state.planks), *BOX.villages]
    deed = action_of(BOX, state).deed
    if deed == "stone":
        yield from ({"do": "stone", "at": name} for name in [*BOX.islands, *BOX.villages])
        yield {"do": "stone", "at": "a1", "x": BOX.islands["a1"].x, "y": BOX.islands["a1"].y}
        yield {"do": "stone", "x": 220.0, "y": 196.0}
    if deed == "plank":
        reserve = [*state.acting.reserve, "pink-6"]
        for one, other in product(ends, repeat=2):
            for plank in reserve:
                yield {"do": "plank", "from": one, "to": other, "plank": plank}
    if deed == "move":
        for length in (0, 1, 2):
            for path in product(places, repeat=length):
                yield {"do": "move", "path": list(path)}
    if deed == "jump":
        yield from ({"do": "jump", "over": a, "to": b} for a, b in product(places, repeat=2))
    if deed == "take":
        yield from ({"do": "take", "plank": name} for name in BOX.planks)
        yield from ({"do": "take", "stone": name} for name in [*BOX.islands, *BOX.villages])
    for do in ("plan", "next", "won", "first", "stone", "jump"):
        yield {"do": do}


@given(seed=SEEDS, card=st.sampled_from(FILL))
@settings(max_examples=60)
def test_offers_are_exactly_what_is_accepted(seed: int, card: str) -> None:
    """Of all conceivable moves, exactly those are accepted that are offered, each of them once, and
    nobody else may act."""
    state = random_board(seed, card)
    if state.phase != "act":
        return
    seat = state.acting.seat
    # Exact places are endless; tests of their own judge them.
    offered = [key(move) for move in moves(state, seat) if "x" not in move]
    assert moves(state, seat)
    assert len(set(offered)) == len(offered)
    tried = {key(move): move for move in candidates(state)}
    assert set(offered) <= set(tried)
    assert {name for name, move in tried.items() if allowed(state, seat, move)} == set(offered)
    for other in state.runners:
        if other.seat != seat:
            assert moves(state, other.seat) == []
            assert not any(allowed(state, other.seat, tried[name]) for name in offered[:5])


@given(seed=SEEDS, card=st.sampled_from(FILL))
@settings(max_examples=60)
def test_no_choice_is_the_beginning_of_another(seed: int, card: str) -> None:
    """Taps always lead to one move: the taps of no choice are the beginning of another's."""
    state = random_board(seed, card)
    if state.phase != "act":
        return
    choices = RULES.offers(state, state.acting.seat).choices
    taps = [tuple(map(str, _steps(choice.steps))) for choice in choices]
    assert len(set(taps)) == len(taps)
    whole = set(taps)
    assert not any(tap[:n] in whole for tap in taps for n in range(1, len(tap)))


def _steps(steps: tuple[Any, ...]) -> Iterator[tuple[str, Any]]:
    yield from ((str(step.label), step.at) for step in steps)


def neighbours_by_hand(state: State) -> dict[str, set[str]]:
    """Who is next to whom, pair by pair."""
    near: dict[str, set[str]] = {name: set() for name in BOX.villages}
    near |= {laid.plank: set() for laid in state.planks}
    for laid in state.planks:
        for end in laid.ends:
            if end in BOX.villages:
                near[end].add(laid.plank)
                near[laid.plank].add(end)
    for one, other in permutations(state.planks, 2):
        shared = set(one.ends) & set(other.ends)
        if shared - set(BOX.villages) or (state.variants.passing and shared):
            near[one.plank].add(other.plank)
    return near


def full_planks(state: State, house: str) -> set[str]:
    return {r.at for r in state.runners if r.house != house and r.at not in BOX.villages}


def stand_by_hand(state: State, house: str, steps: int) -> set[str]:
    """Where a runner can be after so many steps."""
    near, full = neighbours_by_hand(state), full_planks(state, house)
    goal = BOX.villages[house].destination
    reached, stopped = {runner(state, house).at}, set()
    for step in range(steps):
        reached = {b for a in reached for b in near[a] if b not in full}
        stopped |= reached & {goal}
        if state.variants.village_stop and step + 1 < steps:
            stopped |= reached & set(BOX.villages)
        reached -= {goal}
    return reached | stopped


@given(seed=SEEDS, card=st.sampled_from(["move-1", "move-2"]))
@settings(max_examples=80)
def test_steps_equal_a_second_opinion(seed: int, card: str) -> None:
    """Runners can step exactly where a table of neighbours says."""
    state = random_board(seed, card)
    if state.phase != "act" or action_of(BOX, state).deed != "move":
        return
    mover = state.acting
    found = {move["path"][-1] for move in moves(state, mover.seat)}
    assert found == stand_by_hand(state, mover.house, action_of(BOX, state).count)
    assert found


@given(seed=SEEDS)
@settings(max_examples=80)
def test_jumps_equal_a_second_opinion(seed: int) -> None:
    """A jump leads over a neighbouring runner to any free place beside that one."""
    state = random_board(seed, "jump")
    if state.phase != "act" or action_of(BOX, state).deed != "jump":
        return
    mover = state.acting
    near, full = neighbours_by_hand(state), full_planks(state, mover.house)
    expected = {
        (over, to)
        for over in near[mover.at] & full
        for to in near[over] - full
        if to != mover.at or state.variants.jump_back
    }
    assert {(move["over"], move["to"]) for move in moves(state, mover.seat)} == expected


# --- score ---------------------------------------------------------------------------------------


@given(
    winners=st.lists(st.sampled_from("abc"), unique=True),
    order=st.permutations("abc"),
    rounds=st.sampled_from(["arrival", "10"]),
)
def test_scores_do_not_depend_on_the_order_of_entries(
    winners: list[str], order: list[str], rounds: str
) -> None:
    """Whoever enters first, the result is the same."""
    seats = [Seat(name, name.upper(), "red") for name in "abc"]
    sheets = {name: {"won": name in winners} for name in order}
    result = RULES.score(options(rounds=rounds), sheets, seats)
    straight = {name: sheets[name] for name in "abc"}
    assert result == RULES.score(options(rounds=rounds), straight, seats)
    assert len([rank for rank in result.ranking if rank.place == 1]) == (len(winners) == 1)
    assert bool(result.faults) == (len(winners) > 1)


# --- secrets -------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 4, 6])
def test_what_is_hidden_changes_nothing_for_others(players: int) -> None:
    """Other plans behind the same open cards look the same to everybody else: in scenes, in
    offers and in the announcements when plans are made."""
    request = SetupRequest(players, {"first": "random"}, "calm-otter-11")
    setup = setup_of(rules_at("river-dragons", FACTS), request)
    seats = [Seat(str(n), f"N{n}", "orange") for n in range(players)]
    chance = chance_from_words("x")
    chosen = options(first="random")
    state: State = RULES.begin(seats, chosen, setup, chance).state
    cards = ("stone-1", "move-1", "plank-1", "jump", "remove")
    houses = {one.seat: one.house for one in state.runners}
    plans = {
        "one": [f"{houses['0']}-{card}" for card in cards],
        "other": [f"{houses['0']}-{card}" for card in ("stone-1", "jump", *("move-2", "stone-2"))],
    }
    plans["other"].append(
        next(name for name, card in BOX.cards.items() if _dragon_in(card, houses["0"], houses))
    )
    after = {}
    for name, plan in plans.items():
        turn = RULES.act(state, "0", {"do": "plan", "cards": plan}, chance)
        history, sentences = turn.state, [str(say.message) for say in turn.announcements]
        seen = [_seen(history, [None, *(s.id for s in seats[1:])])]
        for seat in seats[1:]:
            own = [f"{houses[seat.id]}-{card}" for card in cards]
            turn = RULES.act(history, seat.id, {"do": "plan", "cards": own}, chance)
            history = turn.state
            sentences += [str(say.message) for say in turn.announcements]
            seen.append(_seen(history, [None, *(s.id for s in seats[1:])]))
        after[name] = (sentences, seen, history.phase)
        planner = history.runner("0")
        assert planner is not None
        assert planner.plan == tuple(plan)
    assert after["one"][2] == "act"
    assert after["one"] == after["other"]


def _dragon_in(card: Any, owner: str, houses: dict[str, str]) -> bool:
    return card.owner == owner and card.dragon in houses.values()


def _seen(state: State, seats: list[str | None]) -> list[Any]:
    scenes = [RULES.scene(state, seat) for seat in seats]
    return [*scenes, *(RULES.offers(state, seat) for seat in seats if seat)]
