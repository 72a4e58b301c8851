"""The worked examples of the Port Flower booklet agree with the referee."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import yaml

from companion.games.port_flower.sea import PORT, cell, leg_lengths
from printgen.catalog.builtin import builtin_cards
from tests.games.booklet_figures import figures
from tests.games.rules.port_flower_positions import (
    at_sea,
    boat_ends,
    divisions,
    ends,
    race,
    sail,
    swim,
)

OPEN_WATER = ((1, 1), (12, 1))  # where sharks are in nobody's way


def pictures(example: str) -> list[dict[str, Any]]:
    """The constants of an example's pictures."""
    text = Path(builtin_cards() / "port-flower" / "rules.yaml").read_text(encoding="utf-8")
    (block,) = (block for block in yaml.safe_load(text) if block.get("example") == example)
    return [picture["constants"] for picture in block["pictures"]]


def boat(shown: dict[str, Any]) -> tuple[int, int]:
    ((_, x, y),) = shown["boats"]
    return x, y


def spaces(routes: list[list[int]]) -> set[str]:
    """Where arrows end, as the referee names spaces."""
    return {f"{route[-2]}.{route[-1]}" for route in routes}


def test_the_division_can_be_made() -> None:
    """The division in the figure is one of those that the referee offers."""
    (shown,) = pictures("One of 38 divisions")
    values = {suit: value for suit, value, _ in shown["dice"]}
    dice = tuple(values[suit] for suit in ("sun", "moon", "crown", "arms"))
    state = at_sea({0: (9, 4)}, dice, sharks=((12, 8), (1, 8)))
    assert "sun+arms | moon" in divisions(state)


def test_two_legs_or_a_slant() -> None:
    """Sun 3 and arms 2 lead to the ends of the arrows and nowhere else."""
    legs, slants = pictures("Sun 3 and arms 2")
    state = at_sea({0: boat(legs)}, (3, 0, 0, 2), sharks=OPEN_WATER)
    assert boat_ends(state, "sun+arms") == spaces(legs["courses"]) | spaces(slants["slants"])


def test_islands_that_touch_are_one() -> None:
    """No boat slips between two islands that touch at a corner."""
    (shown,) = pictures("Islands in the way")
    state = at_sea({0: boat(shown)}, (0, 1, 0, 1), sharks=OPEN_WATER)
    assert not boat_ends(state, "moon+arms") & spaces(shown["slants"])
    free = at_sea({0: boat(shown)}, (0, 1, 0, 1), sharks=OPEN_WATER, islands=())
    assert spaces(shown["slants"]) <= boat_ends(free, "moon+arms")


def test_boats_are_passed_but_not_stopped_on() -> None:
    """Arms 3 leads past the other boat, and arms 2 would end on it."""
    (shown,) = pictures("Past another boat")
    (_, *own), (_, *other) = shown["boats"]
    places = {0: (own[0], own[1]), 1: (other[0], other[1])}
    (end,) = spaces(shown["courses"])
    assert boat_ends(at_sea(places, (0, 0, 0, 3), sharks=OPEN_WATER), "arms") == {end}
    assert not boat_ends(at_sea(places, (0, 0, 0, 2), sharks=OPEN_WATER), "arms")


def test_the_legs_are_as_long_as_the_table_says() -> None:
    """The booklet gives the fewest straight steps of each leg."""
    text = Path(builtin_cards() / "port-flower" / "rules.yaml").read_text(encoding="utf-8")
    (table,) = (
        block["table"]
        for block in yaml.safe_load(text)
        if "port to ace" in block.get("table", [[]])[0]
    )
    assert [int(length) for length in table[1]] == list(leg_lengths(race().sea))


def test_a_buoy_is_reached_in_passing() -> None:
    """The boat reaches buoy 2 on its way past it."""
    (shown,) = pictures("Reached in passing")
    state = at_sea({0: boat(shown)}, (0, 0, 0, 4), reached=(1,), sharks=OPEN_WATER)
    (end,) = spaces(shown["courses"])
    assert end in boat_ends(state, "arms")
    assert sail(state, end).boats[0].reached == 2


def test_a_shark_stops_at_the_boat_it_catches() -> None:
    """Crown 4 ends for the shark on the space of the boat two spaces away."""
    (shown,) = pictures("A shark catches a boat")
    sharks = (*((x, y) for x, y in shown["sharks"]), (1, 1))
    state = at_sea({0: (7, 1), 1: boat(shown)}, (0, 0, 4, 0), reached=(0, 2), sharks=sharks)
    (end,) = spaces(shown["courses"])
    assert end == "{}.{}".format(*boat(shown))
    assert end in ends(state, "shark-1")
    after = swim(state, end)
    assert after.boats[1].reached == 2
    assert after.boats[1].at != state.boats[1].at


def test_a_boat_without_a_buoy_is_towed_to_the_port() -> None:
    """Arms 5 ends for the shark on the boat's space, and the boat is back in port."""
    (shown,) = pictures("Not one buoy yet")
    sharks = (*((x, y) for x, y in shown["sharks"]), (12, 1))
    state = at_sea({0: (7, 1), 1: boat(shown)}, (0, 0, 0, 5), sharks=sharks)
    (end,) = spaces(shown["courses"])
    assert end == "{}.{}".format(*boat(shown))
    assert swim(state, end).boats[1].at == PORT
    ((_, _, x, y),) = shown["slants"]
    assert cell(x, y) in state.sea.port


def test_a_whole_turn() -> None:
    """Only by sailing east first does the boat reach buoy 2, and the shark meets the rival."""
    first, second = pictures("A whole turn")
    (_, *own), (_, *rival) = first["boats"]
    sharks = (*((x, y) for x, y in first["sharks"]), (1, 1))
    places = {0: (own[0], own[1]), 1: (rival[0], rival[1])}
    state = at_sea(places, (2, 1, 2, 3), reached=(1, 1), sharks=sharks)
    assert "sun+arms | crown" in divisions(state)
    (end,) = spaces(first["courses"])
    assert end in boat_ends(state, "sun+arms")
    after = sail(state, end)
    assert after.boats[0].reached == 2
    assert after.boats[0].at == cell(*second["boats"][0][1:])
    (met,) = spaces(second["courses"])
    assert met == f"{rival[0]}.{rival[1]}"
    towed = swim(after, met)
    assert towed.boats[1].reached == 1
    assert towed.boats[1].at != after.boats[1].at


def test_only_east_first_passes_the_buoy() -> None:
    """The other order of the same legs keeps away from the spaces around buoy 2."""
    first, _ = pictures("A whole turn")
    ((x, y, _, _, end_x, end_y),) = first["courses"]
    buoy = {(x, y) for x in (9, 10) for y in (6, 7)}
    north = {(x, step) for step in range(y, end_y + 1)}
    east = {(step, end_y) for step in range(x, end_x + 1)}
    assert not buoy & (north | east)


def test_figures_show_whole_pieces() -> None:
    """No figure of the sea cuts a space, a buoy or the port at its edge."""
    rows = builtin_cards() / "port-flower" / "course.csv"
    with rows.open(encoding="utf-8", newline="") as file:
        course = list(csv.DictReader(file))
    half = {"port": 1.0, "buoy": 0.375}
    for shown in figures("port-flower")["figure-sea"]:
        left, top, columns, lines = shown["view"]
        assert all(isinstance(number, int) for number in shown["view"])
        edges = ((left - 0.5, left + columns - 0.5), (top - lines + 0.5, top + 0.5))
        for piece in course:
            if piece["role"] not in half:
                continue
            reach = half[piece["role"]]
            spans = [(float(piece[axis]) - reach, float(piece[axis]) + reach) for axis in "xy"]
            sides = list(zip(spans, edges, strict=True))
            seen = all(high > first and low < last for (low, high), (first, last) in sides)
            whole = all(low >= first and high <= last for (low, high), (first, last) in sides)
            assert whole or not seen, (piece["id"], shown["view"])


def test_a_hungry_shark_tows_both() -> None:
    """Crown 3 takes a hungry shark through two boats to the end of its move."""
    (shown,) = pictures("Hungry sharks")
    ((_, *near), (_, *far)) = shown["boats"]
    sharks = (*((x, y) for x, y in shown["sharks"]), (1, 1))
    places = {0: (7, 1), 1: (near[0], near[1]), 2: (far[0], far[1])}
    state = at_sea(places, (0, 0, 3, 0), sharks=sharks, players=3, hungry="on")
    (end,) = spaces(shown["courses"])
    after = swim(state, end)
    ((*_, x, y),) = shown["courses"]
    assert after.sharks[0] == cell(x, y)
    assert [one.at for one in after.boats[1:]] == [PORT, PORT]


def test_home_by_exact_count() -> None:
    """Moon 2 takes the boat home; moon 3 does not."""
    (shown,) = pictures("Home")
    ((_, _, x, y),) = shown["courses"]
    assert (x, y) in {(x, y) for x in (5, 6) for y in (3, 4)}
    exact = at_sea({0: boat(shown)}, (0, 2, 0, 0), reached=(5,), sharks=OPEN_WATER)
    assert boat_ends(exact, "moon") == {"port"}
    too_far = at_sea({0: boat(shown)}, (0, 3, 0, 0), reached=(5,), sharks=OPEN_WATER)
    assert not boat_ends(too_far, "moon")
