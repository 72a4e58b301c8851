"""The rules of Sailing Port Flower: setup, winds, what bars the way, sharks, and the result."""

from __future__ import annotations

import csv
from collections import Counter
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.chance import Chance, chance_from_words
from companion.games.base import Choice, Setup
from companion.games.port_flower import RULES
from companion.games.port_flower.course import is_one_sea, random_course
from companion.games.port_flower.facts import known
from companion.games.port_flower.moves import space_id
from companion.games.port_flower.plans import legal_motions, with_dice
from companion.games.port_flower.sea import (
    ADRIFT,
    PORT,
    Course,
    around,
    cell,
    leg_lengths,
    make_board,
    make_sea,
)
from companion.games.port_flower.spares import spares_of
from companion.games.port_flower.state import BOAT, State
from companion.games.port_flower.variants import OPTIONS, read_variants
from companion.games.port_flower.winds import divisions_of, ways
from companion.table.model import Refused, Seat
from printgen.catalog.ppn import read_ppn
from printgen.errors import Findings
from tests.games.rules.bots import CARDS, facts_of

FACTS = facts_of("port-flower")
KNOWN = known(FACTS)
COLOURS = ("red", "blue", "green", "yellow", "black", "purple")
SEATS = tuple(
    Seat(f"s{number}", name, colour)
    for number, (name, colour) in enumerate(
        zip(("Ann", "Ben", "Cid", "Dot", "Eve", "Fay"), COLOURS, strict=True), start=1
    )
)
NOTHING = chance_from_words("no-chance-1")


def setup(players: int, words: str = "jade-otter-41", **options: str) -> Setup:
    return RULES.setup(FACTS, players, options, lambda part: chance_from_words(f"{words}/{part}"))


def race(players: int = 2, **options: str) -> State:
    """A race about to begin, with the first seat's turn."""
    state = RULES.begin(FACTS, SEATS[:players], options, setup(players, **options), NOTHING).state
    return replace(state, turn=0, first=0)


def at_sea(
    places: dict[int, tuple[int, int]],
    dice: tuple[int, ...] = (0, 0, 0, 0),
    reached: tuple[int, ...] = (),
    sharks: tuple[tuple[int, int], ...] = (),
    islands: tuple[tuple[int, int], ...] | None = None,
    players: int = 2,
    **options: str,
) -> State:
    """A race under way: boats by number; dice are north, south, west, east, if any are rolled."""
    state = race(players, **options)
    boats = list(state.boats)
    for number, (x, y) in places.items():
        boats[number] = replace(boats[number], at=cell(x, y))
    for number, count in enumerate(reached):
        boats[number] = replace(boats[number], reached=count)
    course = state.course
    if islands is not None:
        course = replace(course, islands=tuple(cell(*place) for place in islands))
    state = replace(
        state,
        boats=tuple(boats),
        course=course,
        sea=make_sea(state.board, course, open_corners=state.variants.open_corners),
        sharks=tuple(cell(*place) for place in sharks) or state.sharks,
    )
    return with_dice(KNOWN, state, dice) if dice else state


def moves(state: State, seat: str = "s1", **wanted: Any) -> list[dict[str, Any]]:
    found = [dict(choice.move) for choice in RULES.offers(FACTS, state, seat).choices]
    return [move for move in found if all(move.get(key) == it for key, it in wanted.items())]


def ends(state: State, mover: str = "boat") -> set[str]:
    return {move["to"] for move in moves(state, mover=mover)}


def boat_ends(state: State, boat: str) -> set[str]:
    """Where the boat can go with just these dice."""
    return {
        space_id(motion.end)
        for motion in legal_motions(KNOWN, state)
        if motion.mover == BOAT
        and any("+".join(plan.division.boat) == boat for plan in motion.plans)
    }


def divisions(state: State) -> set[str]:
    """The divisions that a throw or what was moved since leaves, boat before shark."""
    return {
        " | ".join("+".join(dice) for dice in (plan.division.boat, *plan.division.sharks))
        for motion in legal_motions(KNOWN, state)
        for plan in motion.plans
    }


def act(state: State, seat: str = "s1", chance: Chance = NOTHING, **move: Any) -> State:
    after: State = RULES.act(FACTS, state, seat, move, chance).state
    return after


def offered(state: State, seat: str = "s1") -> tuple[Choice, ...]:
    return RULES.offers(FACTS, state, seat).choices


def with_any_dice(state: State) -> list[Choice]:
    """What is offered to those who do not divide the dice first."""
    return [choice for choice in offered(state) if "boat" not in choice.move]


def sail(state: State, to: str, variant: int = 0) -> State:
    return act(state, do="go", mover="boat", to=to, variant=variant)


def swim(state: State, to: str, shark: int = 1) -> State:
    return act(state, do="go", mover=f"shark-{shark}", to=to, variant=0)


def said(state: State, seat: str = "s1", **move: Any) -> list[str]:
    return [str(one.message) for one in RULES.act(FACTS, state, seat, move, NOTHING).says]


# --- the worked examples ---------------------------------------------------------------------


def test_sun_3_and_arms_2_sail_north_east_3_or_2_or_both_legs() -> None:
    """This test ensures that sun 3 and arms 2 reach NE 3, NE 2, and N 3 with E 2, and no more."""
    state = at_sea({0: (7, 1)}, (3, 0, 0, 2), islands=())
    assert boat_ends(state, "sun+arms") == {"10.4", "9.3", "9.4"}
    assert set(ways(((1, 3), (100, 2)))) == {
        ((1, 3), (100, 2)),
        ((100, 2), (1, 3)),
        ((101, 3),),
        ((101, 2),),
    }


def test_sun_3_and_moon_2_are_legs_only() -> None:
    """This test ensures that opposite winds give no diagonal."""
    state = at_sea({0: (7, 3)}, (3, 2, 0, 0), islands=())
    assert boat_ends(state, "sun+moon") == {"7.4"}
    assert set(ways(((1, 3), (-1, 2)))) == {((1, 3), (-1, 2)), ((-1, 2), (1, 3))}


def test_crown_null_alone_is_a_legal_zero_move() -> None:
    """This test ensures that a boat may stay where it is with a null."""
    state = at_sea({0: (7, 1)}, (1, 1, 0, 1))
    assert boat_ends(state, "crown") == {"7.1"}


def test_splits_accepted_and_refused() -> None:
    """This test ensures that with four nulls, where everything can be sailed, dice are divided 2-2,
    3-1, 1-3, 2-1 and 1-2, and never 4-0 or 1-1."""
    shares = [division.split(" | ") for division in divisions(at_sea({0: (7, 1)}))]
    splits = Counter("-".join(str(1 + share.count("+")) for share in it) for it in shares)
    assert splits == {"2-2": 6, "3-1": 4, "1-3": 4, "2-1": 12, "1-2": 12}
    for boat, shark in ((3, 5), (5, 3)):
        # Both would need the one die that leads there: that leaves too little for the other.
        state = at_sea({0: (7, 1)}, (0, 0, 0, boat), sharks=((1, 8), (12, 8)), islands=())
        state = act(state, do="go", mover="boat", to=f"{7 + boat}.1", variant=0)
        with pytest.raises(Refused, match="no division"):
            act(state, do="go", mover="shark-1", to=f"{1 + shark}.8", variant=0)


def test_38_divisions() -> None:
    """This test ensures that there are 14 divisions of all dice and 24 that leave one out, those
    that the printed aid shows; and that three movers share the dice in 30 ways."""
    suits = tuple(die.suit for die in KNOWN.dice)
    two = divisions_of(suits, sharks=1)
    assert Counter(len(it.boat) + len(it.sharks[0]) for it in two) == {4: 14, 3: 24}
    with (CARDS / "port-flower" / "divisions.csv").open(encoding="utf-8", newline="") as stream:
        shown = {(row["boat"], row["shark"]) for row in csv.DictReader(stream)}
    assert {("|".join(it.boat), "|".join(it.sharks[0])) for it in two} == shown
    three = divisions_of(suits, sharks=2)
    assert Counter((len(it.boat), *sorted(map(len, it.sharks))) for it in three) == {
        (2, 1, 1): 6,
        (1, 1, 2): 12,
        (1, 1, 1): 12,
    }
    assert len(set(three)) == 30


def test_legs_of_our_course() -> None:
    """This test ensures that the legs of the printed course are 4, 6, 4, 9, 8 and 2 steps."""
    assert setup(3).part("course").values["lengths"] == [4, 6, 4, 9, 8, 2]


def test_coin_budget() -> None:
    """This test ensures that sharks are the fish null and 3, that six coins are spare with five
    sailors, and that a sixth takes the other fish and the null of leaves."""
    five = [boat.suit for boat in KNOWN.boats if not boat.sixth]
    spares = spares_of(KNOWN, read_variants({"repellent": "one"}), five)
    assert spares.sharks == ("fish-null", "fish-3")
    rows = [coin for boat in KNOWN.boats for coin in boat.coins]
    laid = Counter(piece.role for piece in KNOWN.course if piece.piece == "coin")
    assert laid == {"buoy": 5, "island": 6, "shark": 2, "wind": 4}
    assert len(KNOWN.coins) - sum(laid.values()) - 25 == 6
    assert rows[-5:] == ["fish-ace", "fish-2", "leaf-null", "fish-4", "fish-5"]
    assert len(set(rows)) == 30


# --- what is in the way ----------------------------------------------------------------------


def test_islands_and_sharks_bar_a_boat() -> None:
    """This test ensures that a boat neither passes nor stops on an island or a shark."""
    barred = {"islands": ((9, 1),), "sharks": ((8, 3), (1, 8))}
    for count in (2, 3):
        state = at_sea({0: (7, 1)}, (0, 0, 0, count), **barred)
        assert boat_ends(state, "arms") == set()
    state = at_sea({0: (7, 3)}, (0, 0, 0, 1), **barred)
    assert boat_ends(state, "arms") == set()


def test_touching_islands_cannot_be_cut_between() -> None:
    """This test ensures that no diagonal goes between islands that touch at a corner, while the
    corner of a single island may be cut."""
    two = at_sea({0: (8, 1)}, (1, 0, 0, 1), islands=((8, 2), (9, 1)))
    assert "9.2" not in boat_ends(two, "sun+arms")
    one = at_sea({0: (8, 1)}, (1, 0, 0, 1), islands=((8, 2),))
    assert "9.2" in boat_ends(one, "sun+arms")


@pytest.mark.parametrize(("corner", "open_"), [("closed", False), ("free", True)])
def test_a_buoys_corner_is_closed_to_diagonals(corner: str, open_: bool) -> None:
    """This test ensures that a diagonal across a buoy is barred, unless the table plays otherwise,
    while a buoy's spaces are free."""
    state = at_sea({0: (9, 6)}, (1, 0, 0, 1), reached=(1,), corner=corner)
    assert "10.7" in boat_ends(state, "sun+arms"), "by two legs"
    only = at_sea({0: (9, 6)}, (1, 0, 0, 1), sharks=((9, 7), (10, 6)), corner=corner)
    assert ("10.7" in boat_ends(only, "sun+arms")) is open_


def test_boats_may_be_passed_but_not_stopped_on() -> None:
    """This test ensures that another boat bars only the end of a move."""
    assert boat_ends(at_sea({0: (7, 1), 1: (9, 1)}, (0, 0, 0, 2)), "arms") == set()
    assert boat_ends(at_sea({0: (7, 1), 1: (9, 1)}, (0, 0, 0, 3)), "arms") == {"10.1"}


def test_the_port_is_left_from_any_of_its_spaces() -> None:
    """This test ensures that a boat leaves the port from whichever space lies in the wind, and
    may also stay there with a null."""
    state = at_sea({}, (1, 0, 0, 1), islands=())
    assert boat_ends(state, "sun") == {"5.5", "6.5"}
    assert boat_ends(state, "moon") == {"port"}
    assert boat_ends(state, "sun+arms") >= {"7.5", "6.5", "7.4"}


def test_the_port_is_closed_before_the_fifth_buoy() -> None:
    """This test ensures that nobody enters or crosses the port with a buoy to go."""
    for count in (2, 3, 4, 5):
        state = at_sea({0: (8, 3)}, (0, 0, count, 0), reached=(4,), islands=())
        assert boat_ends(state, "crown") == set()


def test_the_finish_is_by_exact_count() -> None:
    """This test ensures that the count ends on the first space of the port, in legs as well, and
    that a null after it does no harm."""
    home = at_sea({0: (8, 3)}, (0, 0, 2, 1), reached=(5,), islands=())
    assert boat_ends(home, "crown") == {"port"}
    assert boat_ends(home, "sun+crown") == {"port", "6.5", "8.3"}
    assert "port" not in boat_ends(home, "crown+arms")
    too_far = at_sea({0: (8, 3)}, (0, 0, 3, 0), reached=(5,), islands=())
    assert boat_ends(too_far, "crown") == set()


def test_the_first_boat_home_wins() -> None:
    """This test ensures that the race is over with the boat that enters the port, and that nobody
    may act then."""
    state = at_sea({0: (8, 3)}, (0, 0, 2, 0), reached=(5, 3), islands=())
    after = act(state, do="go", mover="boat", to="port", variant=0)
    scene = RULES.scene(FACTS, after, None)
    assert (scene.over, scene.winners, scene.turn) == (True, ("s1",), ())
    assert scene.standing == {"s1": 6, "s2": 3}
    assert [str(panel.title) for panel in scene.panels] == ["Buoys"], "no dice are left"
    assert all(not RULES.offers(FACTS, after, seat.id).choices for seat in SEATS)
    with pytest.raises(Refused, match="over"):
        act(after, "s2", do="roll")
    result = RULES.score(FACTS, {}, RULES.sheets(FACTS, after), SEATS[:2])
    assert [(rank.seat, rank.place) for rank in result.ranking] == [("s1", 1), ("s2", 2)]
    assert result.faults == ()


# --- buoys -----------------------------------------------------------------------------------


def test_buoys_are_reached_in_passing_and_in_order() -> None:
    """This test ensures that the next buoy counts in passing, a later one does not, and that two
    can be reached in one move."""
    both = at_sea({0: (1, 1)}, (5, 0, 0, 2), islands=(), sharks=((12, 8), (12, 5)))
    course = replace(both.course, buoys=(cell(1, 3), cell(3, 6), *both.course.buoys[2:]))
    both = with_dice(
        KNOWN, replace(both, course=course, sea=make_sea(both.board, course)), both.dice
    )
    assert sail(both, "3.6").boats[0].reached == 2
    assert sail(at_sea({0: (1, 7)}, (0, 0, 0, 5)), "6.7").boats[0].reached == 1
    assert sail(at_sea({0: (7, 6)}, (0, 0, 0, 2)), "9.6").boats[0].reached == 0


def test_a_way_past_a_buoy_is_taken_where_there_is_one() -> None:
    """This test ensures that of two ways to one space the one that reaches the buoy counts, and
    that the tap says so."""
    state = at_sea({0: (1, 5)}, (2, 0, 0, 3), islands=())
    choice = next(
        choice
        for choice in RULES.offers(FACTS, state, "s1").choices
        if choice.move["mover"] == "boat" and choice.move["to"] == "4.7"
    )
    assert (str(choice.steps[0].hint), choice.steps[0].mark) == ("reaches buoy 1", "1")
    assert act(state, **choice.move).boats[0].reached == 1


def test_stopping_at_buoys() -> None:
    """This test ensures that with the harder variant passing is not enough, and stopping is."""
    passing = at_sea({0: (1, 7)}, (0, 0, 0, 5), buoys="stop")
    assert sail(passing, "6.7").boats[0].reached == 0
    stopping = at_sea({0: (1, 7)}, (0, 0, 0, 2), buoys="stop")
    assert sail(stopping, "3.7").boats[0].reached == 1


def test_staying_is_not_stopping() -> None:
    """This test ensures that a boat which was towed beside its next buoy does not reach it by
    staying there, in either variant, and does by sailing to another of its spaces."""
    for buoys in ("pass", "stop"):
        state = at_sea({0: (2, 6)}, (1, 0, 0, 0), buoys=buoys)
        assert sail(state, "2.6").boats[0].reached == 0
        assert sail(state, "2.7").boats[0].reached == 1


def test_one_space_by_a_buoy_or_not() -> None:
    """This test ensures that where some dice lead past the next buoy and others to the same space
    without it, the sailor is asked, and that what is left for the shark follows from the answer."""
    state = at_sea({0: (4, 5)}, (3, 0, 1, 1), islands=(), sharks=((12, 1), (12, 8)))
    by = {
        str(choice.steps[-1].label): choice
        for choice in with_any_dice(state)
        if choice.move["mover"] == "boat" and choice.move["to"] == "4.8"
    }
    assert set(by) == {"By no buoy", "By buoy 1"}
    assert {len(choice.steps) for choice in by.values()} == {2}
    past, plain = (act(state, **by[name].move) for name in ("By buoy 1", "By no buoy"))
    assert (past.boats[0].reached, plain.boats[0].reached) == (1, 0)
    assert divisions(past) == {"sun+crown+arms | moon"}
    assert "sun | moon+crown+arms" in divisions(plain)


def test_where_the_boat_goes_is_tapped_first() -> None:
    """This test ensures that every end of the boat is one tap on the board, whatever dice lead
    there, that no dice are asked for, and that a shark may go first."""
    state = at_sea({0: (7, 1)}, (1, 0, 1, 2))
    choices = with_any_dice(state)
    sailing = [choice for choice in choices if choice.move["mover"] == "boat"]
    assert all(len(choice.steps) == 1 and choice.steps[0].at for choice in sailing)
    assert len({str(choice.steps) for choice in sailing}) == len(sailing)
    assert {"9.1", "7.2", "6.1"} <= {choice.move["to"] for choice in sailing}
    swimming = [choice.steps for choice in choices if choice.move["mover"] != "boat"]
    assert {str(steps[0].label) for steps in swimming} == {"A shark first"}
    assert all(steps[1].at for steps in swimming)


def test_which_shark_is_asked_only_where_both_can_go() -> None:
    """This test ensures that a space which one shark can reach is one tap, and that for a space of
    both the shark itself is tapped after it."""
    state = at_sea({0: (12, 1)}, (0, 0, 0, 2), sharks=((1, 4), (5, 8)), islands=())
    state = sail(state, "12.1")
    taps = {c.move["mover"] + " " + c.move["to"]: c.steps for c in offered(state)}
    assert {name: len(steps) for name, steps in taps.items()} == {
        "shark-1 1.4": 1,
        "shark-1 3.4": 1,
        "shark-1 3.2": 1,
        "shark-1 3.6": 1,
        "shark-2 5.8": 1,
        "shark-2 7.8": 1,
    }
    state = at_sea({0: (12, 1)}, (0, 0, 0, 2), sharks=((1, 8), (3, 6)), islands=())
    state = sail(with_dice(KNOWN, state, (2, 0, 0, 2)), "12.1")
    both = {c.move["mover"]: c.steps for c in offered(state) if c.move["to"] == "3.8"}
    assert [str(steps[1].label) for steps in both.values()] == ["Shark 1", "Shark 2"]
    assert all(steps[1].at and steps[1].mark for steps in both.values())
    assert swim(state, "3.8", 2).sharks == (cell(1, 8), cell(3, 8))


def test_dice_are_used_once() -> None:
    """This test ensures that dice which took the boat to its end are not left for the shark, that
    dice which need not have are, and that the division is told in the end."""
    state = at_sea({0: (7, 1)}, (3, 0, 0, 2), sharks=((1, 4), (12, 5)), islands=())
    moved = sail(state, "9.1")
    assert divisions(moved) == {
        "arms | sun+moon+crown",
        "arms | sun+moon",
        "arms | sun+crown",
        "arms | moon+crown",
        "moon+arms | sun+crown",
        "moon+arms | sun",
        "moon+arms | crown",
        "crown+arms | sun+moon",
        "crown+arms | sun",
        "crown+arms | moon",
        "moon+crown+arms | sun",
    }
    assert ends(moved, "shark-1") == {"1.4", "1.7"}
    told = said(moved, do="go", mover="shark-1", to="1.7", variant=0)
    assert told == ["Shark 1 swims to column 1, row 7", "Dice: boat E2, shark N3 S0 W0"]


def test_what_the_dice_allow_is_told() -> None:
    """This test ensures that every division that can be sailed is told with how many places the
    boat can reach by it, and after the boat only what is left for the shark."""
    state = at_sea({0: (7, 1)}, (3, 0, 0, 2), sharks=((1, 4), (12, 5)), islands=())
    panel = RULES.scene(FACTS, state, None).panels[-1]
    assert str(panel.title) == "Divisions: 38 of 38"
    lines = list(map(str, panel.lines))
    assert "Boat E2 to 1 place; shark N3 S0 W0 or N3 S0 or N3 W0 or S0 W0" in lines
    assert "Boat N3 E2 to 3 places; shark S0 W0 or S0 or W0" in lines
    assert len(lines) == 14
    panel = RULES.scene(FACTS, sail(state, "10.4"), None).panels[-1]
    assert [str(panel.title), *map(str, panel.lines)] == [
        "Dice left",
        "S0 W0 or S0 or W0",
    ]


def test_dice_may_be_divided_first() -> None:
    """This test ensures that the boat's dice can be picked before its place, that then only what
    they lead to is taken, that the shark gets of the others, and that the dice that were picked
    are told though others would lead to the same places."""
    state = at_sea({0: (7, 1)}, (3, 0, 0, 2), sharks=((1, 4), (12, 5)), islands=())
    steps = [choice.steps for choice in offered(state) if "boat" in choice.move]
    assert {str(one[0].label) for one in steps} == {"Divide the dice first"}
    hints = {str(one[1].label): str(one[1].hint) for one in steps}
    assert hints["Boat N3 E2"] == "shark S0 W0 or S0 or W0"
    assert len(hints) == 14
    picked = {"do": "go", "mover": "boat", "variant": 0, "boat": ["sun", "moon", "arms"]}
    with pytest.raises(Refused, match="no division"):
        act(state, **picked, to="9.3")
    sailed = act(state, **picked, to="9.4")
    assert {plan.left for plan in sailed.plans} == {(("crown",),)}
    told = said(sailed, do="go", mover="shark-1", to="1.4", variant=0)
    assert told[-1] == "Dice: boat N3 S0 E2, shark W0"


# --- sharks ----------------------------------------------------------------------------------


def test_both_must_be_able_to_move() -> None:
    """This test ensures that a division is not offered if the shark could not move with it."""
    state = at_sea({0: (7, 1)}, (0, 0, 5, 1), sharks=((1, 4), (2, 4)))
    assert "sun+arms | crown" not in divisions(state)
    assert "sun+arms | moon" in divisions(state)


def test_a_shark_stops_at_a_boat_and_it_is_towed_to_its_last_buoy() -> None:
    """This test ensures that the shark takes the boat's space, that the boat's owner picks among
    the free spaces of its buoy, and that no coin turns back."""
    state = at_sea({0: (7, 1), 1: (4, 4)}, (0, 0, 0, 5), reached=(0, 1), sharks=((1, 4), (2, 6)))
    state = swim(sail(state, "7.1"), "4.4")
    assert state.sharks[0] == cell(4, 4)
    assert state.boats[1].at == ADRIFT
    assert RULES.scene(FACTS, state, None).turn == ("s2",)
    assert {move["to"] for move in moves(state, "s2")} == {"3.6", "2.7", "3.7"}
    with pytest.raises(Refused, match="Ben is to act"):
        act(state, "s1", do="land", to="3.6")
    with pytest.raises(Refused, match="towed there"):
        act(state, "s2", do="land", to="2.6")
    after = act(state, "s2", do="land", to="3.6")
    assert (after.boats[1].at, after.boats[1].reached) == (cell(3, 6), 1)
    assert after.to_act == after.boats[1]
    assert not after.dice


def test_before_the_first_buoy_a_boat_is_towed_to_the_port() -> None:
    """This test ensures that a boat without a buoy goes back to the port at once."""
    state = at_sea({0: (7, 1), 1: (4, 4)}, (0, 0, 0, 5), sharks=((1, 4), (12, 8)))
    assert said(sail(state, "7.1"), do="go", mover="shark-1", to="4.4", variant=0) == [
        "Shark 1 meets Ben at column 4, row 4",
        "Ben is towed to the port",
        "Dice: boat N0, shark S0 W0 E5",
    ]


def test_when_a_buoy_is_full_the_nearest_free_space_serves() -> None:
    """This test ensures that a boat is never towed onto another or onto a shark."""
    places = {0: (7, 1), 1: (4, 4), 2: (2, 6), 3: (3, 6), 4: (2, 7)}
    state = at_sea(places, reached=(0, 1), sharks=((4, 5), (3, 7)), players=5, islands=())
    boats = (state.boats[0], replace(state.boats[1], at=ADRIFT), *state.boats[2:])
    spots = {move["to"] for move in moves(replace(state, boats=boats, tows=(1,)), "s2")}
    assert spots == {f"{x}.{y}" for x in range(1, 5) for y in range(5, 9)} - {
        *("2.6", "3.6", "2.7", "3.7", "4.5")
    }


def test_hungry_sharks_swim_on() -> None:
    """This test ensures that a hungry shark sends back every boat on its way and ends where its
    dice say."""
    state = at_sea(
        {0: (7, 1), 1: (3, 4), 2: (4, 4)},
        (0, 1, 1, 3),
        sharks=((1, 4), (12, 8)),
        players=3,
        hungry="on",
    )
    after = swim(state, "4.4")
    assert after.sharks[0] == cell(4, 4)
    assert [boat.at for boat in after.boats[1:]] == [PORT, PORT]


def test_sharks_are_barred_by_islands_each_other_and_the_port() -> None:
    """This test ensures that no shark enters the port, an island or another shark's space."""
    state = at_sea({0: (12, 1)}, (0, 0, 0, 1), sharks=((4, 4), (4, 3)), islands=((5, 5),))
    assert not {"5.4", "5.3"} & (ends(state, "shark-1") | ends(state, "shark-2"))
    state = at_sea({0: (12, 1)}, (1, 0, 0, 0), sharks=((4, 4), (4, 3)), islands=((4, 5),))
    assert ends(state, "shark-1") == {"4.4", "3.5", "5.5"}, "round the corner of one island"
    assert ends(state, "shark-2") == {"4.3", "3.4"}


def test_dice_for_boat_and_two_sharks() -> None:
    """This test ensures that with this variant both sharks move, each once."""
    state = at_sea({0: (7, 2)}, (1, 1, 1, 1), both="both")
    after = swim(state, "2.4")
    assert not moves(after, mover="shark-1")
    assert {move["mover"] for move in moves(after)} == {"boat", "shark-2"}
    after = swim(after, "11.5", 2)
    assert divisions(after) == {
        *("sun | crown | arms", "moon | crown | arms", "sun+moon | crown | arms")
    }
    told = said(after, do="go", mover="boat", to="7.3", variant=0)
    assert told == [
        "Ann sails to column 7, row 3",
        "Dice: boat N1, shark W1, shark E1, S1 left out",
    ]


# --- repellent, refuge, being stuck ----------------------------------------------------------


def threatened(**options: str) -> State:
    """Ann is about to steer shark 1 into Ben, who has reached the first buoy."""
    state = at_sea({0: (7, 1), 1: (4, 4)}, (1, 1, 1, 5), (0, 1), ((1, 4), (12, 8)), **options)
    return swim(state, "4.4")


def test_a_repelled_shark_stops_beside_the_boat() -> None:
    """This test ensures that the owner is asked, that paying stops the shark on the space before
    the boat, and that the repellent is gone."""
    state = threatened(repellent="one")
    assert state.to_act == state.boats[1]
    after = act(state, "s2", do="repel", pay=True)
    assert after.sharks[0] == cell(3, 4)
    assert (after.boats[1].at, after.boats[1].repellents) == (cell(4, 4), 0)


def test_a_repellent_need_not_be_paid() -> None:
    """This test ensures that an owner may be towed and keep the repellent."""
    after = act(threatened(repellent="one"), "s2", do="repel", pay=False)
    assert after.sharks[0] == cell(4, 4)
    assert (after.boats[1].at, after.boats[1].repellents) == (ADRIFT, 1)
    assert after.tows == (1,)


def test_a_shark_beside_a_boat_is_repelled_where_it_is() -> None:
    """This test ensures that a shark which has no space to come from stays, and that a boat for
    which it is in the way then cannot make its move: the turn is over."""
    state = at_sea(
        {0: (1, 1), 1: (2, 2)},
        (1, 5, 5, 1),
        sharks=((2, 1), (12, 8)),
        islands=((1, 2),),
        repellent="one",
    )
    asked = swim(state, "2.2")
    assert said(asked, "s2", do="repel", pay=True) == [
        "Ben repels Shark 1, which stops at column 2, row 1",
        "Ann cannot move the rest",
    ]
    after = act(asked, "s2", do="repel", pay=True)
    assert (after.sharks[0], after.boats[0].at, after.turn) == (cell(2, 1), cell(1, 1), 1)
    unpaid = act(asked, "s2", do="repel", pay=False)
    assert (unpaid.sharks[0], unpaid.boats[0].at) == (cell(2, 2), cell(2, 1))


def test_a_repellent_comes_back_instead_of_a_turn() -> None:
    """This test ensures that only who has none left may take one back, and that the turn is over
    then."""
    state = race(2, repellent="one")
    assert [move["do"] for move in moves(state)] == ["roll"]
    with pytest.raises(Refused, match="now"):
        act(state, do="recover")
    empty = replace(state, boats=tuple(replace(boat, repellents=0) for boat in state.boats))
    assert [move["do"] for move in moves(empty)] == ["roll", "recover"]
    after = act(empty, do="recover")
    assert (after.boats[0].repellents, after.turn, after.dice) == (1, 1, ())


def test_refuge_on_an_island_costs_the_next_turn() -> None:
    """This test ensures that a boat may end on an island with the variant only, may not cross it,
    and misses its next turn."""
    position: dict[str, Any] = {"islands": ((9, 1),)}
    assert boat_ends(at_sea({0: (7, 1)}, (0, 0, 0, 2), **position), "arms") == set()
    state = at_sea({0: (7, 1)}, (0, 0, 0, 2), refuge="on", **position)
    assert boat_ends(state, "arms") == {"9.1"}
    crossing = at_sea({0: (7, 1)}, (0, 0, 0, 3), refuge="on", **position)
    assert boat_ends(crossing, "arms") == set()
    state = swim(sail(state, "9.1"), "1.4")
    assert state.boats[0].rests
    assert state.turn == 1
    state = with_dice(KNOWN, state, (0, 0, 0, 0))
    for mover, to in (("boat", "port"), ("shark-1", "1.4")):
        state = act(state, "s2", do="go", mover=mover, to=to, variant=0)
    assert state.turn == 1, "Ann's turn is passed over"
    assert not state.boats[0].rests


def boxed_in(**options: str) -> State:
    """A boat in the corner, behind islands: only a null could save it."""
    return at_sea(
        {0: (1, 1)},
        (),
        islands=((1, 2), (2, 1), (2, 2)),
        **options,  # type: ignore[arg-type]
    )


class Loaded(Chance):
    """Dice that show what they are told."""

    def __init__(self, *counts: int) -> None:
        self._counts = list(counts)

    def below(self, limit: int) -> int:
        assert limit == len(KNOWN.dice[0].faces)
        return KNOWN.dice[0].faces.index(self._counts.pop(0))


def test_a_turn_is_lost_when_nothing_can_move() -> None:
    """This test ensures that a roll which moves no boat ends the turn, or is rolled again with the
    variant."""
    after = act(boxed_in(), chance=Loaded(1, 2, 3, 4), do="roll")
    assert (after.turn, after.dice) == (1, ())
    again = act(boxed_in(stuck="again"), chance=Loaded(1, 2, 3, 4), do="roll")
    assert (again.turn, again.dice, again.again) == (0, (), True)
    assert [move["do"] for move in moves(again)] == ["roll"]
    assert act(again, chance=Loaded(0, 0, 1, 1), do="roll").dice == (0, 0, 1, 1)


def test_a_forced_rest_is_moved_at_once() -> None:
    """This test ensures that nobody is asked to tap what has no alternative."""
    state = at_sea({0: (7, 1)}, (0, 0, 2, 1), sharks=((1, 4), (2, 4)), islands=())
    state = with_dice(KNOWN, replace(state, sharks=(cell(1, 4),)), state.dice)
    lines = said(state, do="go", mover="boat", to="8.1", variant=0)
    assert lines == [
        "Ann sails to column 8, row 1",
        "Shark 1 stays at column 1, row 4",
        "Dice: boat E1, shark N0 S0, W2 left out",
    ]


# --- moves that are none ---------------------------------------------------------------------


@pytest.mark.parametrize(
    "move",
    [
        {},
        {"do": "swim"},
        {"do": "roll", "dice": 5},
        {"do": "go"},
        {"do": "lay", "to": 5},
        {"do": "repel", "pay": 1},
        {"do": ["roll"]},
    ],
)
def test_nonsense_is_refused(move: dict[str, Any]) -> None:
    """This test ensures that what is not a move of this game is refused and breaks nothing."""
    with pytest.raises(Refused):
        act(race(), **move)


def test_moves_out_of_their_time_are_refused() -> None:
    """This test ensures that each phase takes its own moves only."""
    thrown = at_sea({0: (7, 1)})
    for state, move in (
        (race(), {"do": "go", "mover": "boat", "to": "5.5", "variant": 0}),
        (race(), {"do": "land", "to": "5.5"}),
        (race(), {"do": "repel", "pay": True}),
        (race(), {"do": "lay", "to": "5.5"}),
        (thrown, {"do": "roll"}),
        (threatened(repellent="one"), {"do": "roll"}),
    ):
        who = state.to_act
        assert who is not None
        with pytest.raises(Refused, match="cannot be done now"):
            act(state, who.seat, **move)


# --- setup -----------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [1, 7])
def test_too_few_and_too_many(players: int) -> None:
    """This test ensures that two to six sail."""
    with pytest.raises(Refused, match="2 to 6"):
        setup(players, sixth="on")


def test_six_need_their_variant() -> None:
    """This test ensures that the sixth sailor is a variant, and takes the fish."""
    with pytest.raises(Refused, match="variant"):
        setup(6)
    assert setup(6, sixth="on").part("boats").values["suits"][-1] == "fish"


CHOSEN = st.fixed_dictionaries(
    {
        option.id: st.sampled_from(sorted(option.choices))
        for option in OPTIONS
        if option.id != "sixth"
    }
)


@settings(max_examples=60)
@given(players=st.integers(2, 6), options=CHOSEN, words=st.integers(0, 10**6))
def test_a_setup_uses_what_is_printed(players: int, options: dict[str, str], words: int) -> None:
    """This test ensures that any setup needs no piece that is not printed, or not so often."""
    made = setup(players, f"w-{words}", **{**options, "sixth": "on"})
    boats = made.part("boats").values
    used = Counter[str]()
    used.update(f"coins/{coin}" for coin in boats["sharks"])
    used.update(
        f"coins/{coin}"
        for boat in KNOWN.boats
        if boat.suit in boats["suits"]
        for coin in boat.coins
    )
    for piece in KNOWN.course:
        if piece.piece == "coin" and piece.role != "shark":
            used[f"coins/{piece.suit}-{('null', 'ace', '2', '3', '4', '5')[piece.rank]}"] += 1
    used.update(f"pawns/{suit}" for suit in boats["suits"])
    used.update(f"dice/{die.suit}" for die in KNOWN.dice)
    used.update(boats["handed"])
    tiles = used.pop("tiles/back", 0) + len(make_board(KNOWN, options["waters"]).tiles)
    assert max(used.values()) == 1
    assert tiles <= KNOWN.tiles
    assert len(boats["handed"]) == boats["each"] * players
    assert boats["each"] > 0 or options["repellent"] == "off"
    assert len(set(boats["suits"])) == players


@settings(max_examples=60)
@given(
    waters=st.sampled_from(sorted(KNOWN.waters)),
    sharks=st.integers(1, 3),
    words=st.integers(0, 10**6),
)
def test_a_random_course_can_be_sailed(waters: str, sharks: int, words: int) -> None:
    """This test ensures that a course by lot has all its legs, that its water is connected, that
    buoys have four spaces of their own, and that no two things share a space."""
    board = make_board(KNOWN, waters)
    course = random_course(KNOWN, board, sharks, chance_from_words(f"w-{words}"))
    lengths = leg_lengths(make_sea(board, course))
    assert all(length is not None and length >= 1 for length in lengths)
    assert min(length or 0 for length in lengths[:-1]) >= 3
    assert is_one_sea(board, course.islands)
    spaces = [
        *course.islands,
        *course.sharks,
        *(it for buoy in course.buoys for it in around(buoy)),
    ]
    assert len(set(spaces)) == len(spaces) == 6 + sharks + 20
    assert set(spaces) <= board.spaces - board.port


def test_parts_are_rolled_apart() -> None:
    """This test ensures that rolling one part again leaves the others as they are."""

    def again(part: str) -> Setup:
        def chances(name: str) -> Chance:
            return chance_from_words(f"jade-otter-41/{name}{'/1' if name == part else ''}")

        return RULES.setup(FACTS, 4, {"course": "random"}, chances)

    first = setup(4, course="random")
    for part in ("course", "boats"):
        other = again(part)
        for one in first.parts:
            assert (one == other.part(one.id)) is (one.id != part)


def test_fairness_of_a_course() -> None:
    """This test ensures that a course by lot tells how even it is, and why; and that nobody is
    asked to roll for a fairer one where the course is printed."""
    made = setup(3, course="random")
    assert made.fairness is not None
    assert 0 < made.fairness.figure < 100
    legs = made.part("course").values["lengths"]
    assert str(made.fairness.reason).startswith(
        f"Legs of {min(legs)} to {max(legs)} spaces, {sum(legs)} in all; the nearest shark is "
    )
    assert setup(3).fairness is None


def test_placements_lie_on_the_printed_course() -> None:
    """This test ensures that the pieces of the printed course are placed where it shows them, and
    that other boards are laid of tiles."""
    made = setup(3)
    assert made.board == "course/course"
    first = made.part("course").placements[0]
    assert (first.face, first.space) == ("coins/sun-ace", "buoy-1")
    assert (first.x, first.y) == pytest.approx((11 + 2 * 15.4, 25 + 2 * 15.4))
    for waters, count in (("24", 24), ("48", 48), ("cross", 32)):
        other = setup(3, course="random", waters=waters)
        assert other.board == ""
        faces = Counter(place.face for place in other.part("board").placements)
        assert faces["tiles/back"] == count - 1
        assert faces["tiles/sun-ace"] == 1
        left, top, width, height = other.view or (0, 0, 0, 0)
        for place in (place for part in other.parts for place in part.placements):
            assert left < place.x < left + width
            assert top < place.y < top + height
    assert made.view is None, "the printed course is shown whole"


def test_seats_get_suits_of_their_colour() -> None:
    """This test ensures that black sails with moons, blue with arms and green with crowns, and
    that everybody is told."""
    turn = RULES.begin(FACTS, SEATS[:5], {}, setup(5), NOTHING)
    suits = {boat.name: boat.suit for boat in turn.state.boats}
    assert (suits["Eve"], suits["Ben"], suits["Cid"]) == ("moon", "arms", "crown")
    assert len(set(suits.values())) == 5
    assert "Eve sails with Moons" in [str(one.message) for one in turn.says]


def test_players_lay_a_course_of_their_own() -> None:
    """This test ensures that five buoys, six islands and the sharks are laid in turn, each where
    it may lie, before the first sailor rolls, and that everybody is told how long it is."""
    state = race(3, course="own")
    laid = []
    while state.to_lay:
        laid.append((state.boat.seat, state.to_lay[0]))
        offered = moves(state, state.boat.seat)
        move = offered[len(laid) * 7 % len(offered)]
        told = said(state, state.boat.seat, **move)
        state = act(state, state.boat.seat, **move)
    legs = ", ".join(map(str, leg_lengths(state.sea)))
    assert told[1:] == [f"The legs take {legs} straight steps at least.", "Ann begins"]
    assert [kind for _, kind in laid] == ["buoy"] * 5 + ["island"] * 6 + ["shark"] * 2
    assert [seat for seat, _ in laid[:4]] == ["s1", "s2", "s3", "s1"]
    assert state.sharks == state.course.sharks
    assert is_one_sea(state.board, state.course.islands)
    assert state.turn == state.first
    assert [move["do"] for move in moves(state, "s1")] == ["roll"]


def test_a_course_of_ones_own_refuses_what_cuts_the_sea() -> None:
    """This test ensures that an island which would close a corner off is refused."""
    state = race(2, course="own")
    course = Course(buoys=tuple(cell(x, 6) for x in (1, 3, 7, 9, 11)), islands=(cell(1, 2),))
    state = replace(state, course=course, to_lay=("island",))
    assert "2.1" not in {move["to"] for move in moves(state)}
    with pytest.raises(Refused, match="laid there"):
        act(state, do="lay", to="2.1")
    assert act(state, do="lay", to="3.1").course.islands == (cell(1, 2), cell(3, 1))


# --- PPN -------------------------------------------------------------------------------------


def pieces(text: str) -> list[Any]:
    findings = Findings()
    placed = read_ppn(text, "course.ppn", findings)
    assert list(findings) == []
    return [one.piece for one in placed]


def test_the_printed_course_as_ppn() -> None:
    """This test ensures that our course is written as course.ppn has it, and with it the pawns and
    each boat's row of coins, number side up."""
    ours = pieces((CARDS / "port-flower" / "course.ppn").read_text(encoding="utf-8"))
    written = pieces(RULES.ppn(FACTS, setup(3)))
    assert written[: len(ours)] == ours
    more = [(one.piece, one.side) for one in written[len(ours) :]]
    assert more == [("pawn", "face")] * 3 + [("coin", "face")] * 15


@settings(max_examples=25)
@given(
    players=st.integers(2, 6),
    waters=st.sampled_from(sorted(KNOWN.waters)),
    sharks=st.sampled_from("123"),
    words=st.integers(0, 10**6),
)
def test_any_setup_as_ppn(players: int, waters: str, sharks: str, words: int) -> None:
    """This test ensures that a setup's PPN reads back as its course."""
    made = setup(players, f"w-{words}", course="random", waters=waters, sharks=sharks, sixth="on")
    back = pieces(RULES.ppn(FACTS, made))
    values = made.part("course").values
    spots = {
        "buoys": [(buoy // 100 + 0.5, buoy % 100 + 0.5) for buoy in values["buoys"]],
        "islands": [divmod(space, 100) for space in values["islands"]],
        "sharks": [divmod(space, 100) for space in values["sharks"]],
    }
    for move, places in spots.items():
        assert [(one.x, one.y) for one in back if one.move == move] == places
    assert sum(one.piece == "tile" for one in back) == len(make_board(KNOWN, waters).tiles)
    assert sum(one.piece == "pawn" for one in back) == players


# --- result ----------------------------------------------------------------------------------

SHEETS = st.lists(
    st.fixed_dictionaries({}, optional={"buoys": st.integers(0, 5), "home": st.booleans()}),
    min_size=2,
    max_size=6,
)


@settings(max_examples=80)
@given(entered=SHEETS, order=st.randoms(use_true_random=False))
def test_the_result_does_not_depend_on_the_order_of_entry(entered: Any, order: Any) -> None:
    """This test ensures that sheets count the same in whatever order they are written, that places
    are shared only by those who came as far, and that impossible sheets are told."""
    seats = SEATS[: len(entered)]
    sheets = {seat.id: sheet for seat, sheet in zip(seats, entered, strict=True)}
    mixed = list(sheets.items())
    order.shuffle(mixed)
    result = RULES.score(FACTS, {}, sheets, seats)
    assert result == RULES.score(FACTS, {}, dict(mixed), seats)
    assert result.pointless
    came = {}
    for name, it in sheets.items():
        home = it.get("home", False)
        came[name] = (home, it.get("buoys", 5 if home else 0))
    for rank in result.ranking:
        assert rank.place == 1 + sum(it > came[rank.seat] for it in came.values())
    home = [name for name, it in came.items() if it[0]]
    early = [name for name in home if came[name][1] < 5]
    assert bool(result.faults) is (len(home) > 1 or bool(early))


def test_a_sheet_says_why() -> None:
    """This test ensures that ranks and faults come with their reasons."""
    sheets = {"s1": {"buoys": 5, "home": True}, "s2": {"buoys": 3}, "s3": {"buoys": 3}}
    result = RULES.score(FACTS, {}, sheets, SEATS[:3])
    assert [(rank.place, str(rank.why)) for rank in result.ranking] == [
        (1, "first home with all five buoys"),
        (2, "3 of 5 buoys reached, level with Cid"),
        (2, "3 of 5 buoys reached, level with Ben"),
    ]
    sheets = {"s1": {"buoys": 2}, "s2": {}}
    result = RULES.score(FACTS, {}, sheets, SEATS[:2])
    assert [str(rank.why) for rank in result.ranking] == ["2 of 5 buoys reached", "no buoy yet"]
    one_tap = RULES.score(FACTS, {}, {"s2": {"home": True}}, SEATS[:2])
    assert [(rank.seat, str(rank.why)) for rank in one_tap.ranking] == [
        ("s2", "first home with all five buoys"),
        ("s1", "no buoy yet"),
    ]
    assert one_tap.faults == ()
    wrong = RULES.score(FACTS, {}, {"s1": {"buoys": 4, "home": True}}, SEATS[:2])
    assert [str(fault.message) for fault in wrong.faults] == [
        "the port is closed to a boat with 4 of 5 buoys"
    ]
    assert RULES.score(FACTS, {}, {}, SEATS[:2]).faults == ()


def test_facts_are_json() -> None:
    """This test ensures that facts survive JSON, and options name their defaults."""
    assert msgspec.json.decode(msgspec.json.encode(FACTS)) == FACTS
    assert all(option.default in option.choices for option in RULES.options)
    assert all(option.why for option in RULES.options)
