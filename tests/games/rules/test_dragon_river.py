"""Dragon River's rules, case by case."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any, Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.chance.provable import chance_from_words
from companion.games.dragon_river.dice import is_straight, pairs_of, reachable, spare_of
from companion.games.dragon_river.options import Variants
from companion.games.dragon_river.state import State
from companion.games.score import Sheet
from companion.games.seats import COLOURS, Seat
from companion.games.setup import Chances, Setup
from companion.language.messages import Refused
from tests.games.rules.dragon_river_races import (
    EARLIER,
    NAMES,
    RIVER,
    RULES,
    TIPPING,
    act,
    announced,
    brought,
    offered_moves,
    pair,
    race_at,
    rolled,
    spaces_of,
)

DEFAULTS = {option.id: option.default for option in RULES.options}
DICE = st.lists(st.integers(1, 6), min_size=3, max_size=5).map(tuple)


def setup_for(players: int, **options: str) -> Setup:
    return RULES.setup(players, {**DEFAULTS, **options}, lambda p: chance_from_words(p))


def chances(words: str) -> Chances:
    return lambda part: chance_from_words(words + part)


def seats_of(*colours: str) -> list[Seat]:
    return [Seat(n.lower(), n, colour) for n, colour in zip(NAMES, colours, strict=False)]


# --- worked examples -----------------------------------------------------------------------------


def test_pairs_2_and_3_total_5() -> None:
    """Two pairs move one after the other, each by its number once."""
    assert brought(2, 2, 3, 3, 6) == ((2, 3), None)
    race = pair(pair(rolled(race_at(0, 0), 2, 2, 3, 3, 6), 2), 3)
    assert spaces_of(race) == [5, 0]
    assert race.acting.name == "Ben"


def test_33222_total_5_tip_2() -> None:
    """Three of a kind and a pair give two moves and a spare for tipping."""
    assert brought(3, 3, 2, 2, 2) == ((2, 3), 2)
    race = pair(pair(rolled(race_at(0, 9, variants=TIPPING), 3, 3, 2, 2, 2), 3), 2)
    assert race.phase == "tip"
    race = act(race, {"do": "tip", "who": "ben"}).state
    assert spaces_of(race) == [5, 7]
    assert race.acting.name == "Ben"


def test_3334_with_4_dice_moves_3_tips_3() -> None:
    """With four dice, three of a kind move and tip; the fourth does nothing."""
    assert brought(3, 3, 3, 4) == ((3,), 3)
    race = pair(rolled(race_at(24, 40, variants=TIPPING), 3, 3, 3, 4), 3)
    race = act(race, {"do": "tip", "who": "ben"}).state
    assert spaces_of(race) == [27, 37]


def test_five_fours_move_8_tip_4() -> None:
    """Five of a kind are two pairs and a spare."""
    assert brought(4, 4, 4, 4, 4) == ((4, 4), 4)
    race = pair(pair(rolled(race_at(0, 12, variants=TIPPING), 4, 4, 4, 4, 4), 4), 4)
    race = act(race, {"do": "tip", "who": "ben"}, 6, 1).state
    assert spaces_of(race) == [7, 8]


@pytest.mark.parametrize("face", range(1, 7))
def test_four_alike_are_two_moves(face: int) -> None:
    """Four of a kind are two pairs, without a spare."""
    other = face % 6 + 1
    assert brought(face, face, face, face, other) == ((face, face), None)


@pytest.mark.parametrize("dice", [(2, 3, 4, 5, 6), (1, 2, 3, 4, 5)])
def test_straight_strands_and_protects(dice: tuple[int, ...]) -> None:
    """A straight means no move and a missed turn, and protects from tipping."""
    race = rolled(race_at(10, 12, variants=TIPPING), *dice)
    assert spaces_of(race) == [10, 12]
    assert race.racers[0].stranded
    race = rolled(race, 3, 3, 3, 1, 2)
    turn = act(race, {"do": "pair", "value": 3})
    assert turn.state.phase == "roll", "there is nobody to tip"
    assert turn.state.acting.name == "Ben", "Ann misses her turn"
    assert not turn.state.racers[0].stranded
    assert "Ann misses this turn" in announced(turn)


def test_play_3_first_to_avoid_the_fight() -> None:
    """Pairs are played in any order, and offers warn of the fight."""
    race = rolled(race_at(10, 12), 2, 2, 3, 3, 6)
    hints = {c.move["value"]: str(c.steps[0].hint) for c in RULES.offers(race, "ann").choices}
    assert hints == {2: "fight with Ben, then your turn ends", 3: "41 spaces to go"}
    assert spaces_of(pair(pair(race, 3), 2)) == [15, 12]


def test_offers_warn_of_the_pair_after() -> None:
    """An offer also warns of a fight that only the second pair leads to."""
    race = rolled(race_at(10, 15), 2, 2, 3, 3, 6)
    hints = [str(c.steps[0].hint) for c in RULES.offers(race, "ann").choices]
    assert hints == [
        "free, but your pair of 3s then lands on Ben",
        "free, but your pair of 2s then lands on Ben",
    ]


def test_offers_mention_pearls() -> None:
    """A pair that costs a die, or wins, says so."""
    race = rolled(race_at(22, 0), 2, 2, 1, 5, 6)
    assert str(RULES.offers(race, "ann").choices[0].steps[0].hint) == "you lose a die"
    race = rolled(race_at(52, 0), 2, 2, 6)
    assert "you win" in str(RULES.offers(race, "ann").choices[0].steps[0].hint)


def test_fight_5_to_3_sends_the_rival_back_3() -> None:
    """The lower roll drifts back by its own number, and the turn ends."""
    race = rolled(race_at(10, 12), 2, 2, 3, 3, 6)
    race = pair(race, 2, 5, 3)
    assert spaces_of(race) == [12, 9]
    assert (race.phase, race.acting.name) == ("roll", "Ben")


def test_finish_3_ahead_pair_of_4_is_not_playable() -> None:
    """A pair that goes too far is not played, and an exact one wins."""
    race = race_at(51, 0)
    turn = act(act(race, {"do": "roll"}, 4, 4, 1).state, {"do": "keep", "dice": ["1", "2", "3"]})
    assert spaces_of(turn.state) == [51, 0]
    assert "The pair of 4s goes too far" in announced(turn)
    won = pair(rolled(race, 3, 3, 1), 3)
    scene = RULES.scene(won, None)
    assert (scene.over, scene.winners) == (True, ("ann",))


# --- dice ----------------------------------------------------------------------------------------


@given(DICE)
def test_pairs_and_spare_use_every_alike_die(dice: tuple[int, ...]) -> None:
    """Equal dice form as many pairs as possible."""
    left, pairs = list(dice), []
    for face in dice:
        if left.count(face) >= 2:
            left.remove(face)
            left.remove(face)
            pairs.append(face)
    assert sorted(pairs) == list(pairs_of(dice))
    threes = [face for face in set(left) if face in pairs]
    assert ([spare_of(dice)] if spare_of(dice) else []) == threes
    assert sum(pairs_of(dice)) == sum(face * (dice.count(face) // 2) for face in set(dice))


@given(DICE)
def test_straight_equals_a_row_written_out(dice: tuple[int, ...]) -> None:
    """A straight is one of the sequences 1-2-3 to 2-3-4-5-6, with all the dice."""
    rows = [list(range(low, low + len(dice))) for low in range(1, 8 - len(dice))]
    assert is_straight(dice) == (sorted(dice) in rows)


@given(st.lists(st.integers(1, 6), max_size=4), st.integers(1, 12))
def test_reachable_holds_what_playing_can_reach(pairs: list[int], left: int) -> None:
    """The farthest reachable step is the best of all orders of play."""

    def play(pairs: list[int], left: int) -> Iterator[int]:
        fits = [value for value in set(pairs) if value <= left]
        if not fits:
            yield 0
        for value in fits:
            rest = list(pairs)
            rest.remove(value)
            yield from (value + more for more in play(rest, left - value))

    ends = set(play(pairs, left))
    assert ends <= reachable(pairs, left)
    assert max(ends) == max(reachable(pairs, left))


def test_keeping_some_rolls_the_others_once() -> None:
    """Only the dice that are not kept are rolled, and only once."""
    race = act(race_at(0, 0), {"do": "roll"}, 6, 1, 1, 4, 3).state
    assert race.dice == (1, 1, 3, 4, 6)
    turn = act(race, {"do": "keep", "dice": ["1", "2"]}, 5, 5, 2)
    assert turn.state.dice == (1, 1, 2, 5, 5)
    assert announced(turn) == ["Ann keeps 1 1 and rolls 2 5 5"]
    assert turn.state.phase == "move"


@pytest.mark.parametrize("dice", [["1", "1"], ["6"], ["0"], [1], "1", None])
def test_only_dice_on_the_table_are_kept(dice: Any) -> None:
    """Dice are kept once each, by the numbers they have."""
    race = act(race_at(0, 0), {"do": "roll"}, 1, 1, 3, 4, 6).state
    with pytest.raises(Refused):
        act(race, {"do": "keep", "dice": dice})


def test_straight_of_the_first_roll_may_be_rolled_away() -> None:
    """A straight counts only when the dice stay as they are."""
    race = act(race_at(42, 0), {"do": "roll"}, 1, 2, 3).state
    assert race.phase == "keep"
    assert not race.acting.stranded
    assert "run aground" in str(RULES.offers(race, "ann").picks[0].hint)
    race = act(race, {"do": "keep", "dice": ["1", "2"]}, 2).state
    assert race.phase == "move"


@pytest.mark.parametrize(("space", "dice"), [(30, (2, 3, 4, 5)), (45, (4, 5, 6))])
def test_straight_with_fewer_dice(space: int, dice: tuple[int, ...]) -> None:
    """Four or three dice in sequence strand a racer as well."""
    assert rolled(race_at(space, 0), *dice).racers[0].stranded


def test_one_roll_leaves_nothing_to_keep() -> None:
    """With one roll the dice count as they fall."""
    race = act(
        race_at(0, 0, variants=Variants("once", False, False)), {"do": "roll"}, 2, 2, 1, 4, 6
    ).state
    assert (race.phase, race.pairs) == ("move", (2,))


def headlines(race: State) -> tuple[str, str]:
    """The headline on Ann's phone and on Ben's."""
    return str(RULES.scene(race, "ann").headline), str(RULES.scene(race, "ben").headline)


def test_headlines_address_the_player_to_act() -> None:
    """A phone tells its own player what to do, and the others see the player's name."""
    race = race_at(10, 12, variants=TIPPING)
    assert headlines(race) == ("Your turn: roll 5 dice", "Ann rolls 5 dice")
    choosing = act(race, {"do": "roll"}, 2, 2, 3, 3, 3).state
    assert headlines(choosing) == (
        "Your turn: choose which dice to keep",
        "Ann chooses which dice to keep",
    )
    moving = rolled(race, 2, 2, 3, 3, 3)
    assert headlines(moving) == (
        "Your turn: move 2 or 3 spaces first",
        "Ann moves 2 or 3 spaces first",
    )
    once = pair(moving, 3)
    assert headlines(once) == ("Your turn: move 2 spaces", "Ann moves 2 spaces")
    assert headlines(pair(once, 2)) == (
        "Your turn: tip a rival back 3 spaces?",
        "Ann may tip a rival back 3 spaces",
    )
    won = pair(rolled(race_at(52, 12), 2, 2, 6), 2)
    assert headlines(won) == ("You win the race!", "Ann wins the race")


def test_two_rolls_that_both_count() -> None:
    """With two rolls that count, each roll moves, and only the second one can strand."""
    ways = Variants("sum", False, False)
    race = act(race_at(23, 0, variants=ways), {"do": "roll"}, 2, 2, 1, 4, 6).state
    race = pair(race, 2)
    assert (race.phase, race.acting.name, race.acting.dice) == ("roll", "Ann", 4)
    assert str(RULES.scene(race, None).headline) == "Ann rolls 4 dice (second roll)"
    stuck = act(race, {"do": "roll"}, 2, 3, 4, 5).state
    assert stuck.racers[0].stranded
    first = act(race_at(42, 0, variants=ways), {"do": "roll"}, 2, 3, 4).state
    assert (first.phase, first.acting.name) == ("roll", "Ann")
    assert not first.acting.stranded
    chosen = act(
        replace(race_at(0, 0, variants=ways), phase="first"), {"do": "first", "who": "ben"}
    )
    assert chosen.state.rolls == 2


# --- fights --------------------------------------------------------------------------------------


def test_equal_rolls_are_rolled_again() -> None:
    """A tie in a fight is rolled again until one is lower."""
    race = rolled(race_at(10, 12), 2, 2, 1, 3, 6)
    turn = act(race, {"do": "pair", "value": 2}, 4, 4, 6, 6, 1, 2)
    assert spaces_of(turn.state) == [11, 12]
    assert sum("again" in line for line in announced(turn)) == 2


def test_who_drifts_onto_a_third_racer_fights_again() -> None:
    """Fights go on down the river until no racers share a space."""
    race = rolled(race_at(10, 12, 9), 2, 2, 1, 3, 6)
    race = pair(race, 2, 5, 3, 2, 6)
    assert spaces_of(race) == [12, 7, 9]
    assert race.acting.name == "Ben"


def test_third_racer_may_lose_and_drift() -> None:
    """A racer that drifts onto another one may drive it further back."""
    race = rolled(race_at(10, 12, 9), 2, 2, 1, 3, 6)
    assert spaces_of(pair(race, 2, 5, 3, 6, 4)) == [12, 9, 5]


def test_nobody_drifts_beyond_the_first_pearl_or_fights_there() -> None:
    """The first pearl stops drifting racers and holds any number of them."""
    race = rolled(race_at(1, 3, 0), 2, 2, 1, 4, 6)
    assert spaces_of(pair(race, 2, 6, 5)) == [3, 0, 0]


def test_fight_on_an_inner_pearl() -> None:
    """The pearls between start and finish are spaces like any other."""
    race = rolled(race_at(22, 24), 2, 2, 1, 4, 6)
    race = pair(race, 2, 1, 6)
    assert spaces_of(race) == [23, 24]
    assert race.racers[0].dice == 4, "reaching the pearl costs a die, even if the fight is lost"


def test_fight_takes_the_tip_away() -> None:
    """There is no tipping after a turn that ended in a fight."""
    race = rolled(race_at(10, 12, variants=TIPPING), 2, 2, 2, 4, 6)
    assert pair(race, 2, 6, 1).acting.name == "Ben"


def test_stranded_racer_can_be_fought() -> None:
    """A sandbank protects only from tipping."""
    race = rolled(race_at(10, 12, 20, stranded=["ben"]), 2, 2, 1, 4, 6)
    race = pair(race, 2, 6, 1)
    assert spaces_of(race) == [12, 11, 20]
    assert race.acting.name == "Cid", "Ben misses his turn all the same"


# --- pearls --------------------------------------------------------------------------------------


def test_die_is_lost_by_passing_a_pearl_and_stays_lost() -> None:
    """A die is gone once a pearl is passed, even after drifting back."""
    passed = pair(rolled(race_at(23, 0), 4, 4, 1, 2, 6), 4)
    assert (passed.racers[0].space, passed.racers[0].dice) == (27, 4)
    race = pair(rolled(race_at(25, 27), 2, 2, 3, 1), 2, 6, 5)
    assert (race.racers[1].space, race.racers[1].dice) == (22, 4)


def test_die_comes_back_by_position() -> None:
    """With the option, racers have the dice of their section."""
    ways = Variants("again", sections=True, tipping=False)
    back = rolled(race_at(25, 27, variants=ways), 2, 2, 3, 1)
    lost = pair(back, 2, 6, 5)
    assert (lost.racers[1].space, lost.racers[1].dice) == (22, 5)


# --- tipping -------------------------------------------------------------------------------------


def test_tipping_is_off_unless_chosen() -> None:
    """A spare does nothing without the option."""
    assert DEFAULTS["tipping"] == "no"
    race = pair(rolled(race_at(0, 9), 3, 3, 3, 1, 2), 3)
    assert race.acting.name == "Ben"


def test_racers_on_the_first_pearl_are_not_tipped() -> None:
    """Only racers that can go back are offered."""
    race = pair(rolled(race_at(0, 0, 9, variants=TIPPING), 3, 3, 3, 1, 2), 3)
    moves = [choice.move for choice in RULES.offers(race, "ann").choices]
    assert moves == [{"do": "tip", "who": "cid"}, {"do": "spare"}]


def test_tip_is_free_to_leave() -> None:
    """Tipping is voluntary."""
    race = pair(rolled(race_at(0, 9, variants=TIPPING), 3, 3, 3, 1, 2), 3)
    race = act(race, {"do": "spare"}).state
    assert spaces_of(race) == [3, 9]


def test_tip_leads_to_a_fight() -> None:
    """A racer that is tipped onto another one fights, as the offer says."""
    race = pair(rolled(race_at(3, 9, variants=TIPPING), 3, 3, 3, 1, 2), 3)
    hints = [str(c.steps[0].hint) for c in RULES.offers(race, "ann").choices]
    assert hints == ["back to space 6, into a fight with Ann", "None"]
    race = act(race, {"do": "tip", "who": "ben"}, 5, 2).state
    assert spaces_of(race) == [4, 6]


def test_spare_tips_even_if_its_pair_goes_too_far() -> None:
    """Three of a kind can tip even if their pair cannot be played."""
    race = rolled(race_at(52, 40, variants=TIPPING), 4, 4, 4)
    assert race.phase == "tip"
    assert spaces_of(act(race, {"do": "tip", "who": "ben"}).state) == [52, 36]


def test_a_sandbank_is_why_nobody_tips() -> None:
    """Tipping a stranded racer is refused with the reason."""
    race = pair(rolled(race_at(3, 9, 20, variants=TIPPING, stranded=["ben"]), 3, 3, 3, 1, 2), 3)
    with pytest.raises(Refused, match="Ben is on a sandbank"):
        act(race, {"do": "tip", "who": "ben"})
    with pytest.raises(Refused, match="can’t tip that racer"):
        act(race, {"do": "tip", "who": "ann"})


def test_missed_turn_ends_the_protection() -> None:
    """A racer can be tipped again once its missed turn has passed."""
    race = rolled(race_at(10, 20, variants=TIPPING, stranded=["ben"]), 1, 2, 4, 5, 6)
    assert (race.acting.name, race.racers[1].stranded) == ("Ann", False)
    race = pair(rolled(race, 3, 3, 3, 1, 6), 3)
    assert spaces_of(act(race, {"do": "tip", "who": "ben"}).state) == [13, 17]


def test_everybody_stranded_misses_once() -> None:
    """Racers who are all on sandbanks miss a turn each, and no more."""
    race = rolled(race_at(10, 20, stranded=["ben"]), 2, 3, 4, 5, 6)
    assert race.acting.name == "Ben", "he missed his turn, and then Ann missed hers"
    assert not any(racer.stranded for racer in race.racers)


# --- setup and beginning -------------------------------------------------------------------------


def test_racers_follow_the_colours_of_seats() -> None:
    """A player whose colour a racer has gets that racer."""
    seats = seats_of("black", "red", "pink", "purple", "blue")
    race = RULES.begin(seats, DEFAULTS, setup_for(5), chance_from_words("x")).state
    pieces = [racer.piece for racer in race.racers]
    assert (pieces[1], pieces[3], pieces[4]) == ("carp", "dragon", "crane")
    assert sorted(pieces) == sorted(piece.id for piece in RIVER.pieces)


@given(st.permutations(list(COLOURS)), st.integers(2, 5))
@settings(max_examples=40)
def test_no_racer_is_given_twice(colours: list[str], players: int) -> None:
    """Every player has a different racer."""
    seats = seats_of(*colours[:players])
    race = RULES.begin(seats, DEFAULTS, setup_for(players), chance_from_words("x")).state
    pieces = {racer.piece for racer in race.racers}
    assert len(pieces) == players
    assert pieces <= {piece.id for piece in RIVER.pieces}
    for racer, seat in zip(race.racers, seats, strict=True):
        own = [piece.id for piece in RIVER.pieces if piece.seat == seat.colour]
        assert [racer.piece] == own or not own


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_setup_shows_the_racers_that_will_race(players: int) -> None:
    """With the default colours, the setup shows the racers of the game and lists them by colour."""
    setup = setup_for(players)
    seats = seats_of(*list(COLOURS)[:players])
    race = RULES.begin(seats, DEFAULTS, setup, chance_from_words("x")).state
    shown = [token.seat for token in setup.part("racers").tokens]
    assert shown == [RIVER.piece(racer.piece).seat for racer in race.racers]
    assert "blue: Pale crane" in [str(line) for line in setup.part("racers").lines]


def test_the_oldest_is_asked_for() -> None:
    """Any player can say who is the oldest, and that player rolls first."""
    seats = seats_of("red", "blue", "green")
    race = RULES.begin(seats, DEFAULTS, setup_for(3), chance_from_words("x")).state
    assert all(len(RULES.offers(race, seat.id).choices) == 3 for seat in seats)
    race = act(race, {"do": "first", "who": "cid"}, seat="ben").state
    assert (race.phase, race.acting.name) == ("roll", "Cid")
    with pytest.raises(Refused):
        act(race, {"do": "roll"}, seat="ann")


def test_who_joins_late_only_looks_on() -> None:
    """A seat taken after the start can only watch."""
    race = replace(race_at(3, 5), phase="first")
    assert RULES.offers(race, "eve").choices == ()
    assert len(RULES.scene(race, "eve").tokens) == 2
    with pytest.raises(Refused, match="not in this race"):
        act(race, {"do": "first", "who": "ann"}, seat="eve")


def test_chance_may_choose_the_first() -> None:
    """The first player of the setup rolls first, whoever that is."""
    chosen = {**DEFAULTS, "first": "random"}
    seen = set()
    for words in map(str, range(40)):
        setup = RULES.setup(3, chosen, chances(words))
        turn = RULES.begin(seats_of("red", "blue", "green"), chosen, setup, chance_from_words(""))
        assert turn.state.turn == setup.part("first").values["index"]
        assert turn.state.phase == "roll"
        seen.add(turn.state.turn)
    assert seen == {0, 1, 2}


# --- offers --------------------------------------------------------------------------------------

ROLLS: tuple[Literal["again", "once", "sum"], ...] = ("again", "once", "sum")
SPACES = st.lists(st.integers(0, 53), min_size=2, max_size=4, unique_by=lambda s: s or object())


@st.composite
def races(draw: st.DrawFn) -> State:
    """A race in any phase: some rolls, keeps and pairs after any position."""
    spaces = draw(SPACES)
    roll = draw(st.sampled_from(ROLLS))
    ways = Variants(roll, draw(st.booleans()), draw(st.booleans()))
    stranded = draw(st.lists(st.sampled_from(["ben", "cid", "dot"]), unique=True))
    race = race_at(*spaces, variants=ways, stranded=stranded)
    if draw(st.integers(0, 9)) == 0:
        return replace(race, phase="first", rolls=0)
    chance = chance_from_words(str(draw(st.integers(0, 10**6))))
    for _ in range(draw(st.integers(0, 4))):
        if race.phase == "over":
            break
        moves = list(offered_moves(race, race.acting.seat))
        race = RULES.act(race, race.acting.seat, draw(st.sampled_from(moves)), chance).state
    return race


def all_moves() -> Iterator[dict[str, Any]]:
    """Every move that could be tried."""
    yield from ({"do": "first", "who": who} for who in ("ann", "ben", "cid", "dot", "eve", ""))
    yield from ({"do": "tip", "who": who} for who in ("ann", "ben", "cid", "dot", "eve", ""))
    yield from ({"do": "pair", "value": value} for value in (*range(-1, 8), True, "3", None))
    yield from ({"do": do} for do in ("roll", "spare", "keep", "pair", "tip", "", "win"))
    yield from ({}, {"do": "roll", "dice": 9})
    for size in range(7):
        for some in combinations("123456", size):
            yield {"do": "keep", "dice": list(some)}


@given(races())
@settings(max_examples=60)
def test_act_accepts_exactly_what_is_offered(race: State) -> None:
    """The rules accept exactly the moves that are offered."""
    for racer in race.racers:
        legal = []
        for move in all_moves():
            try:
                RULES.act(race, racer.seat, move, chance_from_words("x"))
            except Refused:
                continue
            legal.append(move)
        offers = list(offered_moves(race, racer.seat))
        assert all(move in legal for move in offers)
        assert all(move in offers for move in legal)


@given(races())
@settings(max_examples=60)
def test_fight_hints_tell_the_truth(race: State) -> None:
    """A pair leads to a fight exactly where its hint warns of one."""
    if race.phase != "move":
        race = race_at(*spaces_of(race))
        race = rolled(race, *[2, 2, 3, 3, 6][: race.acting.dice])
    for choice in RULES.offers(race, race.acting.seat).choices:
        if choice.move["do"] != "pair":
            continue
        turn = EARLIER.act(race, race.acting.seat, choice.move, chance_from_words("x"))
        warned = "fight" in str(choice.steps[0].hint)
        assert warned == any(line.startswith("A fight") for line in announced(turn))


# --- result --------------------------------------------------------------------------------------


def test_whoever_won_is_first_and_the_others_follow_by_distance() -> None:
    """The winner comes first, and the others follow by the space they reached."""
    seats = seats_of("red", "blue", "green")
    sheets: dict[str, Sheet] = {"ann": {"space": 40}, "ben": {"won": True}, "cid": {"space": 51}}
    result = RULES.score(DEFAULTS, sheets, seats)
    assert result.ranking_only
    assert [(rank.seat, rank.place) for rank in result.ranking] == [
        ("ben", 1),
        ("cid", 2),
        ("ann", 3),
    ]
    assert [str(rank.why) for rank in result.ranking][1] == "3 spaces from the last pearl"
    assert result.faults == ()


def test_one_tap_makes_a_winner_of_a_sheet_with_a_space() -> None:
    """A winner need not correct the space entered before, and a single space is not a plural."""
    seats = seats_of("red", "blue")
    sheets = {"ann": {"won": True, "space": 30}, "ben": {"space": 53}}
    result = RULES.score(DEFAULTS, sheets, seats)
    assert result.faults == ()
    assert [str(rank.why) for rank in result.ranking] == [
        "landed on the last pearl",
        "1 space from the last pearl",
    ]


def test_impossible_entries_are_named() -> None:
    """Two winners and a shared space are faults."""
    seats = seats_of("red", "blue", "green")

    def faults(**sheets: dict[str, Any]) -> list[tuple[str, str, str]]:
        result = RULES.score(DEFAULTS, sheets, seats)
        return [(fault.seat, fault.field, str(fault.message)) for fault in result.faults]

    assert faults(ann={"won": True}, cid={"won": True}) == [("cid", "won", "Ann has already won")]
    assert faults(ann={"space": 12}, ben={"space": 12}) == [
        ("ben", "space", "Ben and Ann can’t both be on space 12")
    ]
    assert faults(ann={"won": True}, ben={"space": 54}) == [("ben", "space", "Ann has already won")]
    assert faults(ann={"space": 0}, ben={"space": 0}, cid={"won": None}) == []


@given(st.lists(st.integers(0, 54), min_size=2, max_size=5), st.randoms())
def test_ranking_does_not_depend_on_the_order_of_entry(spaces: list[int], pick: Any) -> None:
    """Places follow from the spaces alone; equal spaces share a place."""
    seats = seats_of(*list(COLOURS)[: len(spaces)])
    sheets = {seat.id: {"space": space} for seat, space in zip(seats, spaces, strict=True)}
    mixed = list(sheets.items())
    pick.shuffle(mixed)
    result = RULES.score(DEFAULTS, dict(mixed), seats)
    assert result == RULES.score(DEFAULTS, sheets, seats)
    for rank in result.ranking:
        own = sheets[rank.seat]["space"]
        assert rank.place == 1 + sum(space > own for space in spaces)
