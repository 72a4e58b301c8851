"""Port Flower before and after the race: courses, their PPN, and who has won."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.chance.provable import Chance, chance_from_words
from companion.games.port_flower.course import is_one_sea, random_course
from companion.games.port_flower.options import OPTIONS
from companion.games.port_flower.sea import (
    Course,
    around,
    cell,
    leg_lengths,
    make_board,
    make_sea,
)
from companion.games.port_flower.state import State
from companion.games.setup import Setup
from companion.language.messages import Refused, listing
from tests.games.rules.bots import CARDS, playable
from tests.games.rules.port_flower_positions import (
    FACTS,
    KNOWN,
    NOTHING,
    RULES,
    SEATS,
    act,
    announced,
    moves,
    pieces,
    race,
    setup,
)

# --- setup -----------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [1, 7])
def test_too_few_and_too_many(players: int) -> None:
    """Setups for fewer than two or more than six players are refused."""
    with pytest.raises(Refused, match="2 to 6"):
        setup(players, sixth="on")


def test_six_need_their_variant() -> None:
    """A sixth player needs the variant, and gets the fish."""
    with pytest.raises(Refused, match="Six players"):
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
    """No setup needs a piece that is not printed, or more of one than are printed."""
    made = setup(players, f"w-{words}", **{**options, "sixth": "on"})
    boats = made.part("boats").values
    # Whichever suits are chosen, their pieces must be there.
    chosen = [boat.suit for boat in KNOWN.boats if players == 6 or not boat.sixth]
    suits = boats["suits"] or chosen
    used = Counter[str]()
    used.update(f"coins/{coin}" for coin in boats["sharks"])
    used.update(
        f"coins/{coin}" for boat in KNOWN.boats if boat.suit in suits for coin in boat.coins
    )
    for piece in KNOWN.course:
        if piece.piece == "coin" and piece.role != "shark":
            used[f"coins/{piece.suit}-{('null', 'ace', '2', '3', '4', '5')[piece.rank]}"] += 1
    used.update(f"pawns/{suit}" for suit in suits)
    used.update(f"dice/{die.suit}" for die in KNOWN.dice)
    used.update(boats["handed"])
    tiles = used.pop("tiles/back", 0) + len(make_board(KNOWN, options["waters"]).tiles)
    assert max(used.values()) == 1
    assert tiles <= KNOWN.tiles
    assert len(boats["handed"]) == boats["each"] * players
    assert boats["each"] > 0 or options["repellent"] == "off"
    assert len(set(boats["pawns"])) == players
    assert boats["suits"] == ([] if options["suits"] == "choose" else boats["pawns"])


@settings(max_examples=60)
@given(
    waters=st.sampled_from(sorted(KNOWN.waters)),
    sharks=st.integers(1, 3),
    words=st.integers(0, 10**6),
)
def test_a_random_course_can_be_sailed(waters: str, sharks: int, words: int) -> None:
    """A random course has all its legs, its water is connected, buoys have four spaces of their
    own, and no two things share a space."""
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
    """Rolling one part again leaves the others as they are."""

    def again(part: str) -> Setup:
        def chances(name: str) -> Chance:
            return chance_from_words(f"jade-otter-41/{name}{'/1' if name == part else ''}")

        return RULES.setup(4, {"course": "random", "suits": "lot"}, chances)

    first = setup(4, course="random")
    for part in ("course", "boats"):
        other = again(part)
        for one in first.parts:
            assert (one == other.part(one.id)) is (one.id != part)


def test_fairness_of_a_course() -> None:
    """A random course shows how even it is, and why; and nobody is asked to roll for a fairer one
    where the course is printed."""
    made = setup(3, course="random")
    assert made.fairness is not None
    assert 0 < made.fairness.figure < 100
    legs = made.part("course").values["lengths"]
    assert str(made.fairness.reason).startswith(
        f"Legs of {min(legs)} to {max(legs)} spaces, {sum(legs)} in total. The nearest shark is "
    )
    assert setup(3).fairness is None


def test_placements_lie_on_the_printed_course() -> None:
    """The pieces of the printed course are placed where it shows them, and other boards are laid of
    tiles."""
    made = setup(3)
    assert made.board == "course/course"
    first = made.part("course").placements[0]
    assert (first.face, first.space) == ("coins/sun-ace", "buoy-1")
    assert (first.x, first.y) == pytest.approx((21.797 + 2 * 14.75, 24.5 + 2 * 14.75))
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
    """Black sails with moons, blue with arms and green with crowns, and the history says so."""
    turn = RULES.begin(SEATS[:5], {"suits": "lot"}, setup(5), NOTHING)
    suits = {boat.name: boat.suit for boat in turn.state.boats}
    assert (suits["Eve"], suits["Ben"], suits["Cid"]) == ("moon", "arms", "crown")
    assert len(set(suits.values())) == 5
    assert "Eve takes Moons" in [str(one.message) for one in turn.announcements]


def test_players_lay_a_course_of_their_own() -> None:
    """Five buoys, six islands and the sharks are laid in turn, each where it may lie, before the
    first player rolls, and the history says how long it is."""
    state = race(3, course="own")
    laid = []
    while state.to_lay:
        laid.append((state.acting.seat, state.to_lay[0]))
        offered = moves(state, state.acting.seat)
        move = offered[len(laid) * 7 % len(offered)]
        sentences = announced(state, state.acting.seat, **move)
        state = act(state, state.acting.seat, **move)
    legs = listing(leg_lengths(state.sea))
    assert sentences[1:] == [f"Length of the legs in straight steps: {legs}.", "Ann starts"]
    assert [kind for _, kind in laid] == ["buoy"] * 5 + ["island"] * 6 + ["shark"] * 2
    assert [seat for seat, _ in laid[:4]] == ["s1", "s2", "s3", "s1"]
    assert state.sharks == state.course.sharks
    assert is_one_sea(state.board, state.course.islands)
    assert state.turn == state.first
    assert [move["do"] for move in moves(state, "s1")] == ["roll"]


def test_a_course_of_ones_own_refuses_what_cuts_the_sea() -> None:
    """An island that would cut off a corner is refused."""
    state = race(2, course="own")
    course = Course(buoys=tuple(cell(x, 6) for x in (1, 3, 7, 9, 11)), islands=(cell(1, 2),))
    state = replace(state, course=course, to_lay=("island",))
    assert "2.1" not in {move["to"] for move in moves(state)}
    with pytest.raises(Refused, match="cannot go there"):
        act(state, do="lay", to="2.1")
    assert act(state, do="lay", to="3.1").course.islands == (cell(1, 2), cell(3, 1))


# --- PPN -------------------------------------------------------------------------------------


def test_the_printed_course_as_ppn() -> None:
    """Our course is written as course.ppn has it, and with it the pawns and each boat's row of
    coins, number side up."""
    ours = pieces((CARDS / "port-flower" / "course.ppn").read_text(encoding="utf-8"))
    written = pieces(RULES.setup_ppn(setup(3)))
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
    """A setup's PPN reads back as its course."""
    made = setup(players, f"w-{words}", course="random", waters=waters, sharks=sharks, sixth="on")
    back = pieces(RULES.setup_ppn(made))
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
    """The result does not depend on the order of the entries, only equal progress shares a place,
    and impossible sheets are reported."""
    seats = SEATS[: len(entered)]
    sheets = {seat.id: sheet for seat, sheet in zip(seats, entered, strict=True)}
    mixed = list(sheets.items())
    order.shuffle(mixed)
    result = RULES.score({}, sheets, seats)
    assert result == RULES.score({}, dict(mixed), seats)
    assert result.ranking_only
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
    """Ranks and faults come with their reasons."""
    sheets = {"s1": {"buoys": 5, "home": True}, "s2": {"buoys": 3}, "s3": {"buoys": 3}}
    result = RULES.score({}, sheets, SEATS[:3])
    assert [(rank.place, str(rank.why)) for rank in result.ranking] == [
        (1, "first home with all five buoys"),
        (2, "3 of 5 buoys reached, tied with Cid"),
        (2, "3 of 5 buoys reached, tied with Ben"),
    ]
    sheets = {"s1": {"buoys": 2}, "s2": {}}
    result = RULES.score({}, sheets, SEATS[:2])
    assert [str(rank.why) for rank in result.ranking] == ["2 of 5 buoys reached", "no buoy yet"]
    one_tap = RULES.score({}, {"s2": {"home": True}}, SEATS[:2])
    assert [(rank.seat, str(rank.why)) for rank in one_tap.ranking] == [
        ("s2", "first home with all five buoys"),
        ("s1", "no buoy yet"),
    ]
    assert one_tap.faults == ()
    wrong = RULES.score({}, {"s1": {"buoys": 4, "home": True}}, SEATS[:2])
    assert [str(fault.message) for fault in wrong.faults] == [
        "a boat with 4 of 5 buoys cannot enter the port"
    ]
    assert RULES.score({}, {}, SEATS[:2]).faults == ()


def test_facts_are_json() -> None:
    """Facts survive JSON, and options name their defaults."""
    assert msgspec.json.decode(msgspec.json.encode(FACTS)) == FACTS
    assert all(option.default in option.choices for option in RULES.options)
    assert all(option.why for option in RULES.options)


# --- suits -----------------------------------------------------------------------------------


def choosing(players: int, **options: str) -> State:
    """A race in which everybody is still to choose a suit; the first seat begins."""
    chosen = {"suits": "choose", **options}
    made = setup(players, **chosen)
    state: State = RULES.begin(SEATS[:players], chosen, made, NOTHING).state
    return replace(state, turn=0, first=0)


def test_players_choose_their_suits() -> None:
    """By default everybody chooses a suit in turn, and nobody can choose one that is taken."""
    assert next(option.default for option in OPTIONS if option.id == "suits") == "choose"
    state = choosing(3)
    suits = ["moon", "crown", "arms", "leaf", "snowflake"]
    assert [move["suit"] for move in moves(state)] == suits
    assert moves(state, "s2") == []
    state = act(state, do="choose", suit="leaf")
    assert [move["suit"] for move in moves(state, "s2")] == ["moon", "crown", "arms", "snowflake"]
    for suit in ("leaf", "fish"):
        with pytest.raises(Refused, match="not available"):
            act(state, "s2", do="choose", suit=suit)
    with pytest.raises(Refused, match="can’t do that now"):
        act(state, "s2", do="roll")
    state = act(act(state, "s2", do="choose", suit="moon"), "s3", do="choose", suit="arms")
    assert [boat.suit for boat in state.boats] == ["leaf", "moon", "arms"]
    assert [move["do"] for move in moves(state)] == ["roll"]


def test_the_last_suit_needs_no_tap() -> None:
    """Of five players the last one gets the suit that is left, of six the fish may be chosen."""
    state = choosing(5)
    for seat, suit in (("s1", "arms"), ("s2", "leaf"), ("s3", "moon"), ("s4", "crown")):
        state = act(state, seat, do="choose", suit=suit)
    assert state.boats[4].suit == "snowflake"
    assert state.choosing is None
    six = choosing(6, sixth="on")
    assert [move["suit"] for move in moves(six)][-1] == "fish"


def test_nothing_is_shown_of_a_boat_without_a_suit() -> None:
    """While suits are chosen, the picture and the notation show only boats that have one."""
    state = choosing(3)
    scene = RULES.scene(state, None)
    assert str(scene.headline) == "Ann chooses a suit"
    assert str(RULES.scene(state, "s1").headline) == "Your turn: choose a suit"
    assert scene.panels == ()
    chosen = act(state, do="choose", suit="leaf")
    scene = RULES.scene(chosen, None)
    assert [len(panel.rows) for panel in scene.panels] == [1]
    pawns = [piece for piece in pieces(RULES.position_ppn(chosen)) if piece.piece == "pawn"]
    assert len(pawns) == 1


def test_a_setup_offers_suits_to_choose() -> None:
    """The setup lists the suits, draws no pawns, and has nothing to roll again."""
    part = setup(4, suits="choose").part("boats")
    assert "Each player chooses a suit: Moons, Crowns" in str(part.lines[0])
    assert (part.values["suits"], part.tokens, part.random) == ([], (), False)


def test_a_table_of_the_first_edition_has_random_suits() -> None:
    """A table opened when suits were always random still gets the suits it had."""
    earlier = {key: value for key, value in FACTS.items() if key != "edition"}

    def suits(facts: Any, **options: str) -> list[str]:
        made = playable("port-flower", facts).setup(
            3, options, lambda part: chance_from_words(f"w/{part}")
        )
        state = playable("port-flower", facts).begin(SEATS[:3], options, made, NOTHING).state
        return [boat.suit for boat in state.boats]

    assert suits(earlier, suits="choose") == suits(FACTS, suits="lot")
