"""Port Flower before and after the race: courses, their PPN, and who has won."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.chance import Chance, chance_from_words
from companion.games.base import Setup
from companion.games.port_flower import RULES
from companion.games.port_flower.course import is_one_sea, random_course
from companion.games.port_flower.sea import (
    Course,
    around,
    cell,
    leg_lengths,
    make_board,
    make_sea,
)
from companion.games.port_flower.variants import OPTIONS
from companion.table.model import Refused
from tests.games.rules.bots import CARDS
from tests.games.rules.port_flower_positions import (
    FACTS,
    KNOWN,
    NOTHING,
    SEATS,
    act,
    moves,
    pieces,
    race,
    said,
    setup,
)

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
