"""The worked examples in the Dragon Boats booklet agree with the rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from companion.games.dragon_boats.sailing import sail_order, steersman
from companion.games.dragon_boats.score import groups_of, set_points
from companion.games.dragon_boats.state import Boat, Walker
from companion.games.dragon_boats.travel import fares
from companion.games.dragon_boats.walking import hexes_in_reach, spaces_ahead
from companion.games.seats import Seat
from tests.games.booklet_figures import figure
from tests.games.rules.dragon_boats_players import (
    DEFAULTS,
    KNOWN,
    RULES,
    SLUG,
    act,
    bidding,
    fresh,
    give,
)


def shown(name: str) -> Mapping[str, Any]:
    return figure(SLUG, name)


def test_stacked_discs_cost_what_the_figure_says() -> None:
    """Each disc of the stack pays its height at that moment, from the top down."""
    example = shown("figure-bids")
    stack, prices = tuple(example["stack"]), []
    state = bidding(4)
    while stack:
        prices.append(replace(state, stacks={**state.stacks, "II": stack}).price("II"))
        stack = stack[:-1]
    assert prices == example["prices"]
    assert len(set(example["taken"])) == len(example["taken"])


def test_a_private_action_gains_what_the_figure_says() -> None:
    """The marker moves as far as the arrow."""
    example = shown("figure-private")
    state = give(bidding(), "s1", money=example["money"])
    after = act(state, "s1", "private").player("s1").money
    assert after == example["money"] + example["gain"]


def test_seats_cost_what_the_figure_says() -> None:
    """Front and rear seats cost all goods of the topper, the middle seat any one less."""
    boat = Boat("boat-nw", shown("figure-boarding")["boat"])
    cost = KNOWN.toppers[boat.topper].cost
    assert len(cost) == 2
    for seat in ("front", "rear"):
        assert [paid for _, paid in fares(KNOWN, boat, seat)] == [cost]
    assert {paid for _, paid in fares(KNOWN, boat, "middle")} == {(good,) for good in cost}


def test_boats_sail_as_the_figure_says() -> None:
    """Boats with enough passengers sail by their beats; the figure's seats run rear to front."""
    rows = shown("figure-sailing")["boats"]
    boats = []
    for port, (topper, houses, _) in zip(("nw", "ne", "se", "sw"), rows, strict=True):
        rear, middle, front = ("" if house == "none" else house for house in houses)
        boats.append(Boat(f"boat-{port}", topper, (front, middle, rear)))
    state = replace(fresh(4), boats=tuple(boats))
    order = [boat.topper for boat in sail_order(KNOWN, state)]
    assert order == [row[0] for row in sorted(rows, key=lambda row: row[2]) if row[2]]
    assert steersman(sail_order(KNOWN, state)[0]) == "orange"


def test_the_walk_ashore_is_legal_and_costs_its_food() -> None:
    """The path follows neighbours, passes the two rewards, and needs the food that is paid."""
    example = shown("figure-walk")
    path = example["path"]
    state = give(bidding(), "s1", food=example["food"])
    assert KNOWN.spaces[path[0]].kind == "landing"
    for number, space in enumerate(path[1:], 1):
        assert space in spaces_ahead(KNOWN, state, Walker("s1", tuple(path[:number]), number))
    assert [KNOWN.spaces[space].icon for space in path[1:3]] == ["offering", "treasure"]
    walker = Walker("s1", tuple(path[:3]), 3, example["food"])
    assert hexes_in_reach(KNOWN, state, walker)[path[3]] == example["food"]
    hungry = give(state, "s1", food=0)
    assert path[3] not in hexes_in_reach(KNOWN, hungry, replace(walker, pack=0))


def test_the_walk_on_the_mountain_needs_no_food() -> None:
    """Three steps lead from the start of path A to the wisdom hex."""
    example = shown("figure-mountain")
    start, first, *rest = example["path"]
    assert KNOWN.spaces[start].neighbours == (first,)
    assert hexes_in_reach(KNOWN, bidding(), Walker("s1", (first,), 1))[rest[-1]] == 0
    assert sorted(example["hexes"]) == sorted(KNOWN.wisdom)
    assert example["hexes"][int(rest[-1].removeprefix("C")) - 1] == "O"


def test_surplus_goods_are_sold_for_what_the_figure_says() -> None:
    """The storage holds the goods that are kept, and each of the others brings 1 coin."""
    example = shown("figure-storage")
    assert len(example["kept"]) == bidding().player("s1").room
    assert example["money"] == len(example["sold"])


def test_sets_and_farmers_count_what_the_figures_say() -> None:
    """Sets of hexes and groups of farmers score the points beside them."""
    for kind, count, points, _ in shown("figure-sets")["sets"]:
        assert set_points(count, KNOWN.farms[kind].cap) == points
    groups = shown("figure-farmers")["groups"]
    for house in {row[0] for row in groups}:
        own = [row for row in groups if row[0] == house]
        hexes = [spot for row in own for spot in row[1]]
        found = {frozenset(group): len(group) ** 2 for group in groups_of(KNOWN, hexes)}
        assert found == {frozenset(row[1]): row[2] for row in own}


def test_the_last_count_adds_up() -> None:
    """Every line and the total are what the score sheet gives."""
    example = shown("figure-count")
    sheet = {
        "farmers": example["farmers"],
        **dict(example["holds"]),
        **{f"card-{letter}": True for letter in example["cards"]},
    }
    result = RULES.score(DEFAULTS, {"s1": sheet}, [Seat("s1", "Ann", "orange")])
    assert not result.faults
    (total,) = result.totals
    assert [line.points for line in total.lines] == [line[3] for line in example["lines"]]
    assert total.points == example["total"]
    assert len(example["farmers"]) == sum(
        count for name, count in example["holds"] if name.startswith("farm-")
    )
