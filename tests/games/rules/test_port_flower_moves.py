"""The moves of Sailing Port Flower against a plain reference that walks every way, step by step."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from itertools import combinations, pairwise, permutations
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import Struct
from msgspec.structs import replace

from companion.chance.provable import chance_from_words
from companion.games.moves import as_move
from companion.games.port_flower.course import own_spots
from companion.games.port_flower.facts import read_facts
from companion.games.port_flower.move_types import go_to
from companion.games.port_flower.plans import can_move, legal_motions, with_dice
from companion.games.port_flower.sea import PORT, cell
from companion.games.port_flower.sharing import restricted_to
from companion.games.port_flower.state import BOAT, State, with_boat
from companion.games.seats import Seat
from companion.language.messages import Refused
from tests.games.rules.bots import facts_of, playable

FACTS = facts_of("port-flower")
RULES = playable("port-flower", FACTS)
KNOWN = read_facts(FACTS)
SEATS = tuple(Seat(f"s{number}", name, "red") for number, name in enumerate(("Ann", "Ben", "Cid")))
NOTHING = chance_from_words("no-chance-1")
WINDS = {"sun": (0, 1), "moon": (0, -1), "crown": (-1, 0), "arms": (1, 0)}
Point = tuple[int, int]


def some_race(seed: int, options: dict[str, str]) -> State:
    """A race in the middle of it, dice rolled; everything lies where it may."""
    pick = random.Random(seed)
    chances = [chance_from_words(f"w-{seed}-{part}") for part in range(9)]
    options = {"suits": "lot", **options}
    setup = RULES.setup(3, options, lambda _: chances.pop())
    state: State = RULES.begin(SEATS, options, setup, NOTHING).state
    near_islands = sorted(state.sea.open)
    spaces = pick.sample(near_islands, 3 + len(state.sharks))
    boats = tuple(
        replace(
            boat,
            at=PORT if reached == 0 and pick.random() < 0.5 else space,
            reached=reached,
        )
        for boat, space, reached in zip(
            state.boats, spaces, pick.choices(range(6), k=3), strict=False
        )
    )
    state = replace(state, boats=boats, sharks=tuple(spaces[3:]))
    while True:
        state = with_dice(KNOWN, state, tuple(pick.choices(range(6), k=4)))
        # A throw with which nothing can move is over at once.
        if can_move(KNOWN, state):
            return state


class Sight(Struct, frozen=True):
    """What the reference looks at: plain points, nothing worked out before."""

    state: State
    sharks: tuple[Point, ...]
    boats: tuple[Point | None, ...]
    reached: int


def point(space: int) -> Point:
    return divmod(space, 100)


def sight(state: State) -> Sight:
    boats = tuple(point(boat.at) if boat.at > PORT else None for boat in state.boats)
    return Sight(state, tuple(map(point, state.sharks)), boats, state.acting.reached)


def is_water(state: State, spot: Point) -> bool:
    inside = 1 <= spot[0] <= state.board.width and 1 <= spot[1] <= state.board.height
    # None of these boards has its corners cut.
    return inside and not is_port(state, spot) and not is_island(state, spot)


def is_port(state: State, spot: Point) -> bool:
    return spot in {point(space) for space in state.board.port}


def is_island(state: State, spot: Point) -> bool:
    return spot in {point(space) for space in state.course.islands}


def cuts(state: State, a: Point, b: Point) -> bool:
    """Whether a diagonal step cuts across a buoy or between islands."""
    if a[0] == b[0] or a[1] == b[1]:
        return False
    lower = (min(a[0], b[0]), min(a[1], b[1]))
    on_buoy = lower in {point(buoy) for buoy in state.course.buoys}
    between = is_island(state, (a[0], b[1])) and is_island(state, (b[0], a[1]))
    return between or (on_buoy and not state.variants.open_corners)


def walks(state: State, start: Point, suits: tuple[str, ...]) -> Iterator[list[Point]]:
    """Every row of spaces that the dice could lead through, whatever lies there."""
    counts = {die.suit: count for die, count in zip(KNOWN.dice, state.dice, strict=True)}
    routes: list[list[Point]] = [
        [step for suit in order for step in [WINDS[suit]] * counts[suit]]
        for order in permutations(suits)
    ]
    if len(suits) == 2 and set(suits) not in ({"sun", "moon"}, {"crown", "arms"}):
        (ax, ay), (bx, by) = WINDS[suits[0]], WINDS[suits[1]]
        routes += [[(ax + bx, ay + by)] * counts[suit] for suit in suits]
    for route in routes:
        at, walk = start, [start]
        for dx, dy in route:
            at = (at[0] + dx, at[1] + dy)
            walk.append(at)
        yield walk


def sails(look: Sight, suits: tuple[str, ...]) -> dict[str, Sight]:
    """Where the boat whose turn it is can end, by the plain words of the rules."""
    state, turn = look.state, look.state.turn
    start = look.boats[turn]
    starts = [start] if start else [point(space) for space in state.board.port]
    found: dict[str, Sight] = {}
    for walk in (walk for begin in starts for walk in walks(state, begin, suits)):
        reached = passes(look, walk)
        if reached is None:
            continue
        end = walk[-1]
        home = is_port(state, end)
        others = [boat for number, boat in enumerate(look.boats) if number != turn]
        if not home and end in others:
            continue
        name = "port" if home else f"{end[0]}.{end[1]}"
        boats = list(look.boats)
        boats[turn] = None if home else end
        if name not in found or found[name].reached < reached:
            found[name] = Sight(state, look.sharks, tuple(boats), reached)
    return found


def passes(look: Sight, walk: list[Point]) -> int | None:
    """How many buoys a walk has reached, or nothing if something is in its way."""
    state, reached = look.state, look.reached
    for number, (a, b) in enumerate(pairwise(walk), start=2):
        last = number == len(walk)
        if cuts(state, a, b) or b in look.sharks:
            return None
        if is_port(state, b):
            if reached < 5 or not last:
                return None
        elif is_island(state, b):
            if not (state.variants.refuge and last):
                return None
        elif not is_water(state, b):
            return None
        if not state.variants.stop_at_buoys or last:
            reached += beside_next(state, b, reached)
    return reached


def beside_next(state: State, spot: Point, reached: int) -> bool:
    if reached == 5:
        return False
    x, y = point(state.course.buoys[reached])
    return x <= spot[0] <= x + 1 and y <= spot[1] <= y + 1


def swims(look: Sight, shark: int, suits: tuple[str, ...]) -> Iterator[tuple[str, Sight]]:
    state, others = look.state, set(look.sharks) - {look.sharks[shark]}
    for walk in walks(state, look.sharks[shark], suits):
        end, met, fine = walk[0], set(), True
        for a, b in pairwise(walk):
            if cuts(state, a, b) or not is_water(state, b) or b in others:
                fine = False
                break
            end = b
            if b in look.boats:
                met.add(look.boats.index(b))
                if not state.variants.hungry:
                    break
        if not fine:
            continue
        sharks = list(look.sharks)
        sharks[shark] = end
        name = f"{end[0]}.{end[1]}"
        boats = tuple(None if n in met else boat for n, boat in enumerate(look.boats))
        if state.turn in met and look.reached:
            x, y = point(state.course.buoys[look.reached - 1])
            for spot in ((x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)):
                if spot not in boats and spot not in sharks:
                    towed = (*boats[: state.turn], spot, *boats[state.turn + 1 :])
                    yield name, Sight(state, tuple(sharks), towed, look.reached)
        else:
            yield name, Sight(state, tuple(sharks), boats, look.reached)


Group = tuple[str, ...]
Done = tuple[str, str, int]
"""Who moved, where to, and how many buoys the boat whose turn it is has reached then."""


def turns(
    look: Sight, boat: Group, sharks: tuple[Group, ...], used: frozenset[int] = frozenset()
) -> Iterator[tuple[Done, ...]]:
    """Every way to move everybody who has dice, one after the other."""
    if not boat and not sharks:
        yield ()
    if boat:
        for end, after in sails(look, boat).items():
            for rest in turns(after, (), sharks, used):
                yield ("boat", end, after.reached), *rest
    for number, group in enumerate(sharks):
        others = sharks[:number] + sharks[number + 1 :]
        for shark in set(range(len(look.sharks))) - used:
            for end, after in swims(look, shark, group):
                for rest in turns(after, boat, others, used | {shark}):
                    yield (f"shark-{shark + 1}", end, after.reached), *rest


def all_divisions(*, both: bool) -> Iterator[tuple[Group, tuple[Group, ...]]]:
    """Every way to give dice to boat and sharks with at most one unused."""
    suits = tuple(WINDS)
    for size in (3, 4):
        for dice in combinations(suits, size):
            for count in range(1, size):
                for boat in combinations(dice, count):
                    rest = tuple(suit for suit in dice if suit not in boat)
                    if not both:
                        yield boat, (rest,)
                        continue
                    for some in range(1, len(rest)):
                        for one in combinations(rest, some):
                            other = tuple(suit for suit in rest if suit not in one)
                            if rest[0] in one:
                                yield boat, (one, other)


VARIED = st.fixed_dictionaries(
    {
        "course": st.sampled_from(["ours", "random"]),
        "sharks": st.sampled_from(["1", "2", "3"]),
        "refuge": st.sampled_from(["off", "on"]),
        "buoys": st.sampled_from(["pass", "stop"]),
        "hungry": st.sampled_from(["stop", "on"]),
        "corner": st.sampled_from(["closed", "free"]),
    }
)


def every_offer(state: State) -> list[dict[str, Any]]:
    seat = state.to_act
    assert seat is not None
    return [dict(it.move) for it in RULES.offers(state, seat.seat).choices]


def offered(state: State) -> list[dict[str, Any]]:
    """What may be done with any dice that lead there."""
    return [move for move in every_offer(state) if "boat" not in move]


def reference(state: State) -> set[tuple[Done, ...]]:
    look = sight(state)
    both = state.variants.split_both
    return {turn for boat, sharks in all_divisions(both=both) for turn in turns(look, boat, sharks)}


def done(state: State, move: Mapping[str, Any]) -> Done:
    """A move of the boat or a shark as the reference makes it."""
    seat, reached = state.acting.seat, state.acting.reached
    if move["mover"] == "boat":
        before = state.turn
        reached = RULES.act(state, seat, move, NOTHING).state.boats[before].reached
    return move["mover"], move["to"], reached


@settings(max_examples=30)
@given(seed=st.integers(0, 10**6), options=VARIED)
def test_offers_are_what_the_reference_finds(seed: int, options: dict[str, str]) -> None:
    """The first moves that are offered are exactly those after which everybody else can move by the
    plain rules, with the buoys that they reach."""
    state = some_race(seed, options)
    assert {done(state, move) for move in offered(state)} == {turn[0] for turn in reference(state)}


@settings(max_examples=10)
@given(seed=st.integers(0, 10**6), options=VARIED)
def test_whole_turns_are_what_the_reference_finds(seed: int, options: dict[str, str]) -> None:
    """Boat and shark can come to exactly those pairs of spaces for which some division of the dice
    exists, although no division is chosen beforehand."""
    state = some_race(seed, options)
    wanted = {turn for turn in reference(state) if turn[0][0] == "boat"}
    homeless = {turn for turn in wanted if turn[0][1] != "port" or turn[0][2] < 5}
    found: set[tuple[Done, ...]] = set()
    for move in offered(state):
        if move["mover"] == "boat":
            first = done(state, move)
            if (first[1], first[2]) == ("port", 5):
                continue
            after = moved_by_hand(state, move)
            found |= {(first, (m["mover"], m["to"], first[2])) for m in offered(after)}
    assert found == homeless


def moved_by_hand(state: State, move: Mapping[str, Any]) -> State:
    """The race when the boat has moved and nothing else has, not even what has no alternative."""
    motion = next(it for it in legal_motions(KNOWN, state) if as_move(go_to(it)) == move)
    boat = replace(state.acting, at=motion.end, reached=motion.reached)
    return replace(with_boat(state, boat), plans=motion.plans, moved=(BOAT,))


@settings(max_examples=10)
@given(seed=st.integers(0, 10**6), options=VARIED)
def test_shares_of_the_dice_are_what_the_reference_finds(
    seed: int, options: dict[str, str]
) -> None:
    """A player who divides the dice first is offered exactly the places that the boat's share leads
    to by the plain rules; the shark gets the rest."""
    state = some_race(seed, options)
    moves = [move for move in every_offer(state) if "boat" in move]
    look, wanted = sight(state), set()
    for boat, sharks in all_divisions(both=False):
        firsts = {turn[0] for turn in turns(look, boat, sharks)}
        wanted |= {(boat, first) for first in firsts if first[0] == "boat"}
    # With one share for the boat there is nothing to choose.
    some = len({boat for boat, _ in wanted}) > 1
    found = {(tuple(move["boat"]), done(state, move)) for move in moves}
    assert found == (wanted if some else set())
    for move in moves:
        motion = next(
            it
            for it in legal_motions(KNOWN, state)
            if as_move(go_to(it, tuple(move["boat"]))) == move
        )
        kept = {plan.division.boat for plan in restricted_to(motion, tuple(move["boat"])).plans}
        assert kept == {tuple(move["boat"])}


@settings(max_examples=4)
@given(seed=st.integers(0, 10**6))
def test_offers_for_two_sharks_are_what_the_reference_finds(seed: int) -> None:
    """The same when the dice go to the boat and two sharks."""
    state = some_race(seed, {"both": "both"})
    assert {done(state, move) for move in offered(state)} == {turn[0] for turn in reference(state)}


@settings(max_examples=12)
@given(seed=st.integers(0, 10**6), options=VARIED)
def test_act_takes_exactly_what_is_offered(seed: int, options: dict[str, str]) -> None:
    """Every offered move is accepted, and no other one with any mover and any end."""
    state = some_race(seed, options)
    legal = offered(state)
    for move in legal:
        RULES.act(state, state.acting.seat, move, NOTHING)
    pick = random.Random(seed)
    spots = ["port", *(f"{x}.{y}" for x in range(14) for y in range(10))]
    movers = ["boat", "shark-1", "shark-2", "shark-9"]
    for mover, to in pick.sample([(mover, to) for mover in movers for to in spots], 150):
        move = {"do": "go", "mover": mover, "to": to, "variant": 0}
        assert is_taken(state, move) is (move in legal)
    for move in (move for move in legal if move["variant"] == 0):
        variants = [it["variant"] for it in legal if {**it, "variant": 0} == move]
        assert variants == list(range(len(variants)))
        assert not is_taken(state, {**move, "variant": len(variants)})
        assert not is_taken(state, {**move, "variant": -1})


def is_taken(state: State, move: dict[str, Any]) -> bool:
    try:
        RULES.act(state, state.acting.seat, move, NOTHING)
    except Refused:
        return False
    return True


@settings(max_examples=20)
@given(seed=st.integers(0, 10**6), options=VARIED)
def test_taps_lead_to_one_move(seed: int, options: dict[str, str]) -> None:
    """No two moves have the same taps, no sequence of taps is the beginning of another, and every
    tap on the board lies on it."""
    state = some_race(seed, {**options, "repellent": "one"})
    choices = RULES.offers(state, state.acting.seat).choices
    taps = [choice.steps for choice in choices]
    assert len({str(steps) for steps in taps}) == len(taps)
    rows = {str(steps[:count]) for steps in taps for count in range(1, len(steps))}
    assert not rows & {str(steps) for steps in taps}
    left, top, width, height = RULES.scene(state, None).view or (0, 0, 0, 0)
    for step in (step for steps in taps for step in steps if step.at):
        assert step.at is not None
        assert left < step.at[0] < left + width
        assert top < step.at[1] < top + height


@settings(max_examples=6)
@given(seed=st.integers(0, 10**6))
def test_spots_for_an_own_course(seed: int) -> None:
    """Islands are offered exactly where a flood from the port still fills all the water."""
    pick = random.Random(seed)
    state = some_race(seed, {"course": "random"})
    course = replace(state.course, islands=state.course.islands[: pick.randrange(6)], sharks=())
    state = replace(state, course=course)
    taken = {
        (x + dx, y + dy) for x, y in map(point, course.buoys) for dx in (0, 1) for dy in (0, 1)
    }
    wanted = set()
    for spot in ((x, y) for x in range(1, 13) for y in range(1, 9)):
        if not is_water(state, spot) or spot in taken:
            continue
        laid = replace(state, course=replace(course, islands=(*course.islands, cell(*spot))))
        if one_sea(laid):
            wanted.add(cell(*spot))
    assert set(own_spots(state.board, course, "island")) == wanted


def one_sea(state: State) -> bool:
    """Whether water fills from one space, with the port and without it."""
    water = {(x, y) for x in range(1, 13) for y in range(1, 9) if is_water(state, (x, y))}
    harbour = {point(space) for space in state.board.port}
    for sea in (water, water | harbour):
        todo, seen = [min(sea)], set[tuple[int, int]]()
        while todo:
            x, y = todo.pop()
            if (x, y) in sea - seen:
                seen.add((x, y))
                todo += [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
        if seen != sea:
            return False
    return True
