"""The rules of Sailing Port Flower: setup, winds, what bars the way, sharks, and the result."""

from __future__ import annotations

import csv
from collections import Counter

import pytest
from msgspec.structs import replace

from companion.games.moves import Move
from companion.games.port_flower.options import read_variants
from companion.games.port_flower.plans import with_dice
from companion.games.port_flower.sea import (
    ADRIFT,
    PORT,
    cell,
    make_sea,
)
from companion.games.port_flower.spares import spares_of
from companion.games.port_flower.winds import divisions_of, ways
from companion.language.messages import Refused
from tests.games.rules.bots import CARDS
from tests.games.rules.port_flower_positions import (
    KNOWN,
    RULES,
    SEATS,
    act,
    announced,
    at_sea,
    boat_ends,
    divisions,
    ends,
    moves,
    offered,
    sail,
    setup,
    swim,
    with_any_dice,
)

# --- the worked examples ---------------------------------------------------------------------


def test_sun_3_and_arms_2_sail_north_east_3_or_2_or_both_legs() -> None:
    """Sun 3 and arms 2 reach NE 3, NE 2, and N 3 with E 2, and no more."""
    state = at_sea({0: (7, 1)}, (3, 0, 0, 2), islands=())
    assert boat_ends(state, "sun+arms") == {"10.4", "9.3", "9.4"}
    assert set(ways(((1, 3), (100, 2)))) == {
        ((1, 3), (100, 2)),
        ((100, 2), (1, 3)),
        ((101, 3),),
        ((101, 2),),
    }


def test_sun_3_and_moon_2_are_legs_only() -> None:
    """Opposite winds give no diagonal."""
    state = at_sea({0: (7, 3)}, (3, 2, 0, 0), islands=())
    assert boat_ends(state, "sun+moon") == {"7.4"}
    assert set(ways(((1, 3), (-1, 2)))) == {((1, 3), (-1, 2)), ((-1, 2), (1, 3))}


def test_crown_null_alone_is_a_legal_zero_move() -> None:
    """A boat may stay where it is by using a null."""
    state = at_sea({0: (7, 1)}, (1, 1, 0, 1))
    assert boat_ends(state, "crown") == {"7.1"}


def test_splits_accepted_and_refused() -> None:
    """With four nulls, where everything can be sailed, dice are divided 2-2, 3-1, 1-3, 2-1 and
    1-2, and never 4-0 or 1-1."""
    shares = [division.split(" | ") for division in divisions(at_sea({0: (7, 1)}))]
    splits = Counter("-".join(str(1 + share.count("+")) for share in it) for it in shares)
    assert splits == {"2-2": 6, "3-1": 4, "1-3": 4, "2-1": 12, "1-2": 12}
    for boat, shark in ((3, 5), (5, 3)):
        # Both would need the one die that leads there: that leaves too little for the other.
        state = at_sea({0: (7, 1)}, (0, 0, 0, boat), sharks=((1, 8), (12, 8)), islands=())
        state = act(state, do="go", mover="boat", to=f"{7 + boat}.1", variant=0)
        with pytest.raises(Refused, match="no way to divide"):
            act(state, do="go", mover="shark-1", to=f"{1 + shark}.8", variant=0)


def test_38_divisions() -> None:
    """There are 14 divisions of all dice and 24 that leave one out, as many of each kind as the
    printed table says; three movers share the dice in 30 ways."""
    suits = tuple(die.suit for die in KNOWN.dice)
    two = divisions_of(suits, sharks=1)
    assert Counter(len(it.boat) + len(it.sharks[0]) for it in two) == {4: 14, 3: 24}
    with (CARDS / "port-flower" / "splits.csv").open(encoding="utf-8", newline="") as stream:
        printed = {row["id"]: int(row["ways"]) for row in csv.DictReader(stream)}
    assert Counter(f"{len(it.boat)}-{len(it.sharks[0])}" for it in two) == printed
    three = divisions_of(suits, sharks=2)
    assert Counter((len(it.boat), *sorted(map(len, it.sharks))) for it in three) == {
        (2, 1, 1): 6,
        (1, 1, 2): 12,
        (1, 1, 1): 12,
    }
    assert len(set(three)) == 30


def test_legs_of_our_course() -> None:
    """The legs of the printed course are 4, 6, 4, 9, 8 and 2 steps."""
    assert setup(3).part("course").values["lengths"] == [4, 6, 4, 9, 8, 2]


def test_coin_budget() -> None:
    """Sharks are the fish null and 3, six coins are spare with five players, and a sixth takes the
    other fish and the null of leaves."""
    five = [boat.suit for boat in KNOWN.boats if not boat.sixth]
    spares = spares_of(KNOWN, read_variants({"repellent": "one"}), five, len(five))
    assert spares.sharks == ("fish-null", "fish-3")
    rows = [coin for boat in KNOWN.boats for coin in boat.coins]
    laid = Counter(piece.role for piece in KNOWN.course if piece.piece == "coin")
    assert laid == {"buoy": 5, "island": 6, "shark": 2, "wind": 4}
    assert len(KNOWN.coins) - sum(laid.values()) - 25 == 6
    assert rows[-5:] == ["fish-ace", "fish-2", "leaf-null", "fish-4", "fish-5"]
    assert len(set(rows)) == 30


# --- what is in the way ----------------------------------------------------------------------


def test_islands_and_sharks_bar_a_boat() -> None:
    """A boat can neither pass nor stop on an island or a shark."""
    islands, sharks = ((9, 1),), ((8, 3), (1, 8))
    for count in (2, 3):
        state = at_sea({0: (7, 1)}, (0, 0, 0, count), islands=islands, sharks=sharks)
        assert boat_ends(state, "arms") == set()
    state = at_sea({0: (7, 3)}, (0, 0, 0, 1), islands=islands, sharks=sharks)
    assert boat_ends(state, "arms") == set()


def test_touching_islands_cannot_be_cut_between() -> None:
    """No diagonal goes between islands that touch at a corner, while the corner of a single
    island may be cut."""
    two = at_sea({0: (8, 1)}, (1, 0, 0, 1), islands=((8, 2), (9, 1)))
    assert "9.2" not in boat_ends(two, "sun+arms")
    one = at_sea({0: (8, 1)}, (1, 0, 0, 1), islands=((8, 2),))
    assert "9.2" in boat_ends(one, "sun+arms")


@pytest.mark.parametrize(("corner", "open_"), [("closed", False), ("free", True)])
def test_a_buoys_corner_is_closed_to_diagonals(corner: str, open_: bool) -> None:
    """A diagonal across a buoy is barred, unless the table plays otherwise, while a buoy's
    spaces are free."""
    state = at_sea({0: (9, 6)}, (1, 0, 0, 1), reached=(1,), corner=corner)
    assert "10.7" in boat_ends(state, "sun+arms"), "by two legs"
    only = at_sea({0: (9, 6)}, (1, 0, 0, 1), sharks=((9, 7), (10, 6)), corner=corner)
    assert ("10.7" in boat_ends(only, "sun+arms")) is open_


def test_boats_may_be_passed_but_not_stopped_on() -> None:
    """A boat may sail past another boat, but not stop on it."""
    assert boat_ends(at_sea({0: (7, 1), 1: (9, 1)}, (0, 0, 0, 2)), "arms") == set()
    assert boat_ends(at_sea({0: (7, 1), 1: (9, 1)}, (0, 0, 0, 3)), "arms") == {"10.1"}


def test_the_port_is_left_from_any_of_its_spaces() -> None:
    """A boat may leave the port from any of its spaces, and may also stay there with a null."""
    state = at_sea({}, (1, 0, 0, 1), islands=())
    assert boat_ends(state, "sun") == {"5.5", "6.5"}
    assert boat_ends(state, "moon") == {"port"}
    assert boat_ends(state, "sun+arms") >= {"7.5", "6.5", "7.4"}


def test_the_port_is_closed_before_the_fifth_buoy() -> None:
    """Nobody enters or crosses the port with a buoy to go."""
    for count in (2, 3, 4, 5):
        state = at_sea({0: (8, 3)}, (0, 0, count, 0), reached=(4,), islands=())
        assert boat_ends(state, "crown") == set()


def test_the_finish_is_by_exact_count() -> None:
    """The count ends on the first space of the port, also in legs, and a null after it changes
    nothing."""
    home = at_sea({0: (8, 3)}, (0, 0, 2, 1), reached=(5,), islands=())
    assert boat_ends(home, "crown") == {"port"}
    assert boat_ends(home, "sun+crown") == {"port", "6.5", "8.3"}
    assert "port" not in boat_ends(home, "crown+arms")
    too_far = at_sea({0: (8, 3)}, (0, 0, 3, 0), reached=(5,), islands=())
    assert boat_ends(too_far, "crown") == set()


def test_the_first_boat_home_wins() -> None:
    """The race ends with the first boat that enters the port, and nobody can act after that."""
    state = at_sea({0: (8, 3)}, (0, 0, 2, 0), reached=(5, 3), islands=())
    after = act(state, do="go", mover="boat", to="port", variant=0)
    scene = RULES.scene(after, None)
    assert (scene.over, scene.winners, scene.turn) == (True, ("s1",), ())
    assert scene.standing == {"s1": 6, "s2": 3}
    assert [str(panel.title) for panel in scene.panels] == ["Buoys"], "no dice are left"
    assert all(not RULES.offers(after, seat.id).choices for seat in SEATS)
    with pytest.raises(Refused, match="over"):
        act(after, "s2", do="roll")
    result = RULES.score({}, RULES.sheets(after), SEATS[:2])
    assert [(rank.seat, rank.place) for rank in result.ranking] == [("s1", 1), ("s2", 2)]
    assert result.faults == ()


# --- buoys -----------------------------------------------------------------------------------


def test_buoys_are_reached_in_passing_and_in_order() -> None:
    """The next buoy counts in passing, a later one does not, and two can be reached in one move."""
    both = at_sea({0: (1, 1)}, (5, 0, 0, 2), islands=(), sharks=((12, 8), (12, 5)))
    course = replace(both.course, buoys=(cell(1, 3), cell(3, 6), *both.course.buoys[2:]))
    both = with_dice(
        KNOWN, replace(both, course=course, sea=make_sea(both.board, course)), both.dice
    )
    assert sail(both, "3.6").boats[0].reached == 2
    assert sail(at_sea({0: (1, 7)}, (0, 0, 0, 5)), "6.7").boats[0].reached == 1
    assert sail(at_sea({0: (7, 6)}, (0, 0, 0, 2)), "9.6").boats[0].reached == 0


def test_a_way_past_a_buoy_is_taken_where_there_is_one() -> None:
    """Of two ways to one space the one that reaches the buoy counts, and the tap says so."""
    state = at_sea({0: (1, 5)}, (2, 0, 0, 3), islands=())
    choice = next(
        choice
        for choice in RULES.offers(state, "s1").choices
        if choice.move["mover"] == "boat" and choice.move["to"] == "4.7"
    )
    reaches = "reaches buoy 1, then 5 steps to buoy 2"
    assert (str(choice.steps[0].hint), choice.steps[0].mark) == (reaches, "1")
    assert act(state, **choice.move).boats[0].reached == 1


def test_stopping_at_buoys() -> None:
    """With the harder variant passing is not enough, and stopping is."""
    passing = at_sea({0: (1, 7)}, (0, 0, 0, 5), buoys="stop")
    assert sail(passing, "6.7").boats[0].reached == 0
    stopping = at_sea({0: (1, 7)}, (0, 0, 0, 2), buoys="stop")
    assert sail(stopping, "3.7").boats[0].reached == 1


def test_staying_is_not_stopping() -> None:
    """A boat that was towed beside its next buoy does not reach it by staying there, in either
    variant, but by sailing to another of its spaces."""
    for buoys in ("pass", "stop"):
        state = at_sea({0: (2, 6)}, (1, 0, 0, 0), buoys=buoys)
        assert sail(state, "2.6").boats[0].reached == 0
        assert sail(state, "2.7").boats[0].reached == 1


def test_one_space_by_a_buoy_or_not() -> None:
    """Where some dice lead past the next buoy and others to the same space without it, the player
    is asked, and what is left for the shark follows from the answer."""
    state = at_sea({0: (4, 5)}, (3, 0, 1, 1), islands=(), sharks=((12, 1), (12, 8)))
    by = {
        str(choice.steps[-1].label): choice
        for choice in with_any_dice(state)
        if choice.move["mover"] == "boat" and choice.move["to"] == "4.8"
    }
    assert set(by) == {"Not past a buoy", "Past buoy 1"}
    assert {len(choice.steps) for choice in by.values()} == {2}
    past, plain = (act(state, **by[name].move) for name in ("Past buoy 1", "Not past a buoy"))
    assert (past.boats[0].reached, plain.boats[0].reached) == (1, 0)
    assert divisions(past) == {"sun+crown+arms | moon"}
    assert "sun | moon+crown+arms" in divisions(plain)


def test_where_the_boat_goes_is_tapped_first() -> None:
    """Every end of the boat is one tap on the board, whatever dice lead there, no dice are asked
    for, and a shark may go first."""
    state = at_sea({0: (7, 1)}, (1, 0, 1, 2))
    choices = with_any_dice(state)
    sailing = [choice for choice in choices if choice.move["mover"] == "boat"]
    assert all(len(choice.steps) == 1 and choice.steps[0].at for choice in sailing)
    assert len({str(choice.steps) for choice in sailing}) == len(sailing)
    assert {"9.1", "7.2", "6.1"} <= {choice.move["to"] for choice in sailing}
    swimming = [choice.steps for choice in choices if choice.move["mover"] != "boat"]
    assert {str(steps[0].label) for steps in swimming} == {"Move a shark first"}
    assert all(steps[1].at for steps in swimming)


def test_which_shark_is_asked_only_where_both_can_go() -> None:
    """A space which one shark can reach is one tap, and for a space of both the shark itself is
    tapped after it."""
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
    """Dice that took the boat to its end are not left for the shark, those that it did not need
    are, and the history shows the division."""
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
    sentences = announced(moved, do="go", mover="shark-1", to="1.7", variant=0)
    assert sentences == ["Shark 1 swims to column 1, row 7", "Dice: boat E2 and shark N3 S0 W0"]


def test_what_the_dice_allow_is_shown() -> None:
    """A folded panel lists each division with the number of places that the boat can reach with
    it; once the boat has moved, another panel shows only the dice left for the shark."""
    state = at_sea({0: (7, 1)}, (3, 0, 0, 2), sharks=((1, 4), (12, 5)), islands=())
    panel = RULES.scene(state, None).panels[-1]
    assert (str(panel.title), panel.folded) == ("38 ways to divide the dice", True)
    lines = list(map(str, panel.lines))
    assert "Boat E2: 1 place. Shark: N3 S0 W0, N3 S0, N3 W0, or S0 W0" in lines
    assert "Boat N3 E2: 3 places. Shark: S0 W0, S0, or W0" in lines
    assert len(lines) == 14
    panel = RULES.scene(sail(state, "10.4"), None).panels[-1]
    assert [str(panel.title), *map(str, panel.lines)] == [
        "Dice left",
        "S0 W0, S0, or W0",
    ]


def test_dice_may_be_divided_first() -> None:
    """If the boat's dice are picked before its place, only the places are accepted that they lead
    to, and the shark gets the others. The history names the picked dice even if others would lead
    to the same places."""
    state = at_sea({0: (7, 1)}, (3, 0, 0, 2), sharks=((1, 4), (12, 5)), islands=())
    steps = [choice.steps for choice in offered(state) if "boat" in choice.move]
    assert {str(one[0].label) for one in steps} == {"Divide the dice first"}
    hints = {str(one[1].label): str(one[1].hint) for one in steps}
    assert hints["Boat: N3 E2"] == "shark: S0 W0, S0, or W0"
    assert len(hints) == 14
    picked: Move = {"do": "go", "mover": "boat", "variant": 0, "boat": ["sun", "moon", "arms"]}
    with pytest.raises(Refused, match="no way to divide"):
        act(state, **picked, to="9.3")
    sailed = act(state, **picked, to="9.4")
    assert {plan.left for plan in sailed.plans} == {(("crown",),)}
    sentences = announced(sailed, do="go", mover="shark-1", to="1.4", variant=0)
    assert sentences[-1] == "Dice: boat N3 S0 E2 and shark W0"


# --- sharks ----------------------------------------------------------------------------------


def test_both_must_be_able_to_move() -> None:
    """A division is offered only if the shark could move with its dice, too."""
    state = at_sea({0: (7, 1)}, (0, 0, 5, 1), sharks=((1, 4), (2, 4)))
    assert "sun+arms | crown" not in divisions(state)
    assert "sun+arms | moon" in divisions(state)


def test_a_shark_stops_at_a_boat_and_it_is_towed_to_its_last_buoy() -> None:
    """The shark takes the boat's space, the boat's owner picks one of the free spaces at its buoy,
    and no coin is turned back."""
    state = at_sea({0: (7, 1), 1: (4, 4)}, (0, 0, 0, 5), reached=(0, 1), sharks=((1, 4), (2, 6)))
    state = swim(sail(state, "7.1"), "4.4")
    assert state.sharks[0] == cell(4, 4)
    assert state.boats[1].at == ADRIFT
    assert RULES.scene(state, None).turn == ("s2",)
    assert {move["to"] for move in moves(state, "s2")} == {"3.6", "2.7", "3.7"}
    with pytest.raises(Refused, match="it is Ben’s turn"):
        act(state, "s1", do="land", to="3.6")
    with pytest.raises(Refused, match="towed there"):
        act(state, "s2", do="land", to="2.6")
    after = act(state, "s2", do="land", to="3.6")
    assert (after.boats[1].at, after.boats[1].reached) == (cell(3, 6), 1)
    assert after.to_act == after.boats[1]
    assert not after.dice


def test_before_the_first_buoy_a_boat_is_towed_to_the_port() -> None:
    """A boat without a buoy goes back to the port at once."""
    state = at_sea({0: (7, 1), 1: (4, 4)}, (0, 0, 0, 5), sharks=((1, 4), (12, 8)))
    assert announced(sail(state, "7.1"), do="go", mover="shark-1", to="4.4", variant=0) == [
        "Shark 1 catches Ben at column 4, row 4",
        "Ben is towed to the port",
        "Dice: boat N0 and shark S0 W0 E5",
    ]


def test_when_a_buoy_is_full_the_nearest_free_space_serves() -> None:
    """If a buoy is full, the boat is towed to the nearest free space, never onto another boat or a
    shark."""
    places = {0: (7, 1), 1: (4, 4), 2: (2, 6), 3: (3, 6), 4: (2, 7)}
    state = at_sea(places, reached=(0, 1), sharks=((4, 5), (3, 7)), players=5, islands=())
    boats = (state.boats[0], replace(state.boats[1], at=ADRIFT), *state.boats[2:])
    spots = {move["to"] for move in moves(replace(state, boats=boats, tows=(1,)), "s2")}
    assert spots == {f"{x}.{y}" for x in range(1, 5) for y in range(5, 9)} - {
        *("2.6", "3.6", "2.7", "3.7", "4.5")
    }


def test_hungry_sharks_swim_on() -> None:
    """A hungry shark sends back every boat on its way and ends where its dice say."""
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
    """No shark enters the port, an island or another shark's space."""
    state = at_sea({0: (12, 1)}, (0, 0, 0, 1), sharks=((4, 4), (4, 3)), islands=((5, 5),))
    assert not {"5.4", "5.3"} & (ends(state, "shark-1") | ends(state, "shark-2"))
    state = at_sea({0: (12, 1)}, (1, 0, 0, 0), sharks=((4, 4), (4, 3)), islands=((4, 5),))
    assert ends(state, "shark-1") == {"4.4", "3.5", "5.5"}, "round the corner of one island"
    assert ends(state, "shark-2") == {"4.3", "3.4"}


def test_dice_for_boat_and_two_sharks() -> None:
    """With this variant both sharks move, each once."""
    state = at_sea({0: (7, 2)}, (1, 1, 1, 1), both="both")
    after = swim(state, "2.4")
    assert not moves(after, mover="shark-1")
    assert {move["mover"] for move in moves(after)} == {"boat", "shark-2"}
    after = swim(after, "11.5", 2)
    assert divisions(after) == {
        *("sun | crown | arms", "moon | crown | arms", "sun+moon | crown | arms")
    }
    sentences = announced(after, do="go", mover="boat", to="7.3", variant=0)
    assert sentences == [
        "Ann sails to column 7, row 3",
        "Dice: boat N1, shark W1, shark E1, and S1 unused",
    ]
