"""Takes positions of Dragon Boats of the Four Seas, gives proof of what each move does."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest
from msgspec.structs import replace

from companion.games.dragon_boats import RULES
from companion.games.dragon_boats.explore import next_spaces, prompt, reach, setting_off
from companion.games.dragon_boats.state import State, Walker, at_home
from companion.games.dragon_boats.turns import actor
from companion.stage import focus_of, set_stage
from companion.table.model import Refused
from tests.games.rules.bots import facts_of
from tests.games.rules.dragon_boats_players import (
    DEFAULTS,
    KNOWN,
    SEATS,
    SLUG,
    aboard,
    act,
    bidding,
    chances,
    exploring,
    fresh,
    give,
    hold,
    moves,
    offers,
    told,
    toppers,
)


def turn(state: State) -> str:
    return actor(KNOWN, state)


def paying(state: State, **stacks: str) -> State:
    """Discs as they lie from the bottom up, by the players' numbers; payment begins."""
    for stall, who in stacks.items():
        lying = {**state.stacks, stall: tuple(f"s{mark}" for mark in who)}
        state = replace(state, stacks=lying)
    last = state.players[0]
    players = tuple(replace(p, discs=int(p is last)) for p in state.players)
    return act(replace(state, players=players, active=0), last.seat, "private")


def walk(state: State, *spaces: str) -> State:
    for space in spaces:
        state = act(state, turn(state), "walk", to=space)
    return state


# --- worked examples ------------------------------------------------------------------------------


def test_example_stack_of_two() -> None:
    """This test ensures that the top disc pays 2 and picks first, the one below pays 1."""
    state = bidding(4)
    state = replace(state, stalls={**state.stalls, "II": ("tea", "jade", "gold")})
    state = paying(state, II="12")
    state = give(give(state, "s1", money=3), "s2", money=3)
    assert turn(state) == "s2"
    state = act(state, "s2", "buy", good="jade")
    assert state.player("s2").money == 1
    assert turn(state) == "s1"
    assert {move["good"] for move in moves(state, "s1", "buy")} == {"tea", "gold"}
    state = act(state, "s1", "buy", good="tea")
    assert state.player("s1").money == 2
    assert state.player("s1").goods == ("tea",)


def test_example_private_action() -> None:
    """This test ensures that a private action moves 3 money up to 5 at once."""
    state = act(bidding(), "s1", "private")
    assert state.player("s1").money == 5
    assert turn(state) == "s2"


def test_example_middle_seat() -> None:
    """This test ensures that the middle seat of a jade and gold boat costs either one of them."""
    state = toppers(bidding(), nw="boat-01")
    assert set(KNOWN.toppers["boat-01"].cost) == {"gold", "jade"}
    for good, spare in (("gold", "jade"), ("jade", "gold")):
        rich = give(state, "s1", goods=(good,))
        offered = [m for m in moves(rich, "s1", "board") if m["boat"] == "boat-nw"]
        assert offered == [{"do": "board", "boat": "boat-nw", "place": "middle", "spare": spare}]
        after = act(rich, "s1", **offered[0])
        assert after.boat("boat-nw").seats == ("", "s1", "")
        assert after.player("s1").goods == ()
        assert after.bag.count(good) == rich.bag.count(good) + 1


def test_example_walk_with_two_rewards_and_food() -> None:
    """This test ensures that port, offering, treasure and, for 1 food, a hex are four steps."""
    state = exploring(aboard(toppers(give(bidding(), "s1", food=1), ne="boat-11"), ne="11-"))
    state = act(state, "s1", "land", landing="N-ne")
    state = walk(state, "N-road-1", "N-road-2")
    player = state.player("s1")
    assert (len(player.goods), player.treasure, player.food) == (1, 1, 1)
    kind = state.land["N4"]
    state = walk(state, "N4")
    player = state.player("s1")
    assert (player.food, player.farms) == (0, (kind,))
    assert state.farmers == {"N4": "s1"}


# --- round cards and bidding ----------------------------------------------------------------------


def test_round_cards() -> None:
    """This test ensures that a disc on a round card earns what it shows and is missed till then."""
    state = replace(fresh(3), first=1, active=1)
    assert [move["round"] for move in moves(state, "s2", "track")] == ["2", "3", "4", "5"]
    state = act(state, "s2", "track", round="5")
    player = state.player("s2")
    assert (player.money, len(player.goods), player.food, player.treasure) == (4, 2, 1, 1)
    assert turn(state) == "s3"
    for number in ("1", "6", "7"):
        with pytest.raises(Refused):
            act(state, "s3", "track", round=number)
    state = act(act(state, "s3", "track", round="5"), "s1", "track", round="2")
    assert (state.phase, turn(state)) == ("bid", "s2")
    assert [player.discs for player in state.players] == [3, 3, 3]


def test_round_cards_of_the_shorter_game() -> None:
    """This test ensures that discs go only on round cards that are in the game."""
    state = fresh(4, short="1456")
    assert [move["round"] for move in moves(state, turn(state), "track")] == ["4", "5"]
    with pytest.raises(Refused):
        act(state, turn(state), "track", round="2")


def test_houses_follow_colours() -> None:
    """This test ensures that seats get the house of their colour, others one that is left."""
    houses = {player.seat: player.house for player in fresh(4).players}
    assert houses == {"s1": "orange", "s2": "blue", "s3": "pink", "s4": "red"}


def test_discs_come_back_with_their_round() -> None:
    """This test ensures that the disc of a round card is back when that round begins."""
    state = act(
        act(replace(fresh(), first=0, active=0), "s1", "track", round="2"), "s2", "track", round="3"
    )
    for seat in ("s1", "s2"):
        state = give(state, seat, goods=(), treasure=0, money=6)
    state = exploring(state)
    assert state.round == 2
    assert turn(state) == "s2"
    assert [player.discs for player in state.players] == [4, 3]


def test_private_actions_are_two() -> None:
    """This test ensures that a third disc finds no private action, and money stops at 6."""
    state = bidding()
    for _ in range(2):
        state = act(act(state, "s1", "private"), "s2", "bid", stall="V")
    assert state.player("s1").money == 6
    assert not moves(state, "s1", "private")
    with pytest.raises(Refused):
        act(state, "s1", "private")


def test_neutral_disc_makes_dearer() -> None:
    """This test ensures that with two players one disc on stall I costs 2."""
    state = paying(bidding(), I="2")
    money = state.player("s2").money
    good = state.stalls["I"][0]
    assert act(state, "s2", "buy", good=good).player("s2").money == money - 2


# --- payment --------------------------------------------------------------------------------------


def test_too_dear() -> None:
    """This test ensures that who cannot pay may only take money."""
    state = give(paying(bidding(4), I="2"), "s2", money=0)
    assert [choice.move["do"] for choice in offers(state, "s2").choices] == ["leave"]
    with pytest.raises(Refused):
        act(state, "s2", "buy", good=state.stalls["I"][0])
    assert act(state, "s2", "leave").player("s2").money == 1


def test_sold_out() -> None:
    """This test ensures that the fourth in a stack finds nothing to buy."""
    state = paying(bidding(4), I="4321")
    for seat in ("s1", "s2", "s3"):
        state = give(state, seat, money=6)
        state = act(state, seat, "buy", good=state.stalls["I"][0])
        while turn(state) == seat:
            state = act(state, seat, "done")
    assert state.stalls["I"] == ()
    assert not moves(give(state, "s4", money=6), "s4", "buy")


def test_stall_v_both_for_one_price() -> None:
    """This test ensures that stall V does one or both of its deeds for one price."""
    state = paying(bidding(4), V="12")
    state = give(state, "s2", money=4, treasure=1, goods=("tea",))
    state = act(state, "s2", "trade", good="tea")
    player = state.player("s2")
    assert (player.money, player.food, len(player.goods)) == (2, 1, 1)
    with pytest.raises(Refused):
        act(state, "s2", "trade", good=player.goods[0])
    with pytest.raises(Refused):
        act(state, "s2", "leave")
    card = state.display[0]
    state = act(state, "s2", "learn", card=card)
    player = state.player("s2")
    assert (player.money, player.treasure) == (2, 0)
    assert [held.letter for held in player.cards] == [card]
    assert len(state.display) == 2


def test_stall_v_free() -> None:
    """This test ensures that the other reading takes no money at stall V."""
    state = give(paying(bidding(4, stall_v="free"), V="2"), "s2", money=0, goods=("tea",))
    assert act(state, "s2", "trade", good="tea").player("s2").money == 0
    dear = give(paying(bidding(4), V="2"), "s2", money=0, goods=("tea",))
    with pytest.raises(Refused):
        act(dear, "s2", "trade", good="tea")


def test_top_of_the_deck_is_secret() -> None:
    """This test ensures that only who draws the top card is told which one it is."""
    state = give(paying(bidding(4), V="2"), "s2", treasure=1)
    letters = [letter for letter in state.deck if KNOWN.cards[letter].type == "one-time"]
    state = replace(state, deck=(letters[0], *(x for x in state.deck if x != letters[0])))
    title = KNOWN.cards[letters[0]].title
    _, says = told(state, "s2", "learn", card="deck")
    assert [say.to for say in says if title in str(say.message)] == [("s2",)]


def test_lasting_card_is_laid_open() -> None:
    """This test ensures that a lasting card from the deck is told to all, as it works for all."""
    state = give(paying(bidding(4), V="2"), "s2", treasure=1)
    lasting = next(x for x in state.deck + state.display if KNOWN.cards[x].type == "permanent")
    rest = tuple(x for x in state.deck + state.display if x != lasting)
    state = replace(state, display=rest[:2], deck=(lasting, *rest[2:]))
    after = act(state, "s2", "learn", card="deck")
    assert after.player("s2").cards[0].open


def test_board_after_buying() -> None:
    """This test ensures that a bought good can pay for a seat in the same turn."""
    state = toppers(bidding(4), nw="boat-01")
    state = replace(state, stalls={**state.stalls, "I": ("gold", "tea", "tea")})
    state = give(paying(state, I="2"), "s2", goods=("jade",))
    state = act(state, "s2", "buy", good="gold")
    assert turn(state) == "s2"
    state = act(state, "s2", "board", boat="boat-nw", place="front", spare="")
    assert state.boat("boat-nw").seats == ("s2", "", "")
    assert state.player("s2").goods == ()


# --- boarding and climbing ------------------------------------------------------------------------


@pytest.mark.parametrize(
    "move",
    [
        {"boat": "boat-nw", "place": "front", "spare": "gold"},
        {"boat": "boat-nw", "place": "middle", "spare": ""},
        {"boat": "boat-nw", "place": "middle", "spare": "tea"},
        {"boat": "boat-nw", "place": "rear", "spare": ""},
        {"boat": "boat-xx", "place": "front", "spare": ""},
        {"boat": "boat-nw", "place": "mast", "spare": ""},
    ],
)
def test_no_such_seat(move: dict[str, str]) -> None:
    """This test ensures that taken seats, false discounts and unknown boats are refused."""
    state = aboard(toppers(bidding(), nw="boat-01"), nw="--2")
    with pytest.raises(Refused):
        act(give(state, "s1", goods=("gold", "jade")), "s1", "board", **move)


def test_all_members_away() -> None:
    """This test ensures that a house whose ten members are away can neither board nor climb."""
    state = give(bidding(), "s1", goods=("leather", "tea", "gold", "jade", "cinnabar"))
    assert moves(state, "s1", "board")
    assert moves(state, "s1", "climb")
    hexes = [space.id for space in KNOWN.of_kind("farm")][:10]
    state = replace(state, farmers=dict.fromkeys(hexes, "s1"))
    assert at_home(KNOWN, state, "s1") == 0
    assert not moves(state, "s1", "board")
    assert not moves(state, "s1", "climb")
    for move in (
        {"do": "board", "boat": "boat-nw", "place": "front", "spare": ""},
        {"do": "climb", "path": "A", "pay": ["tea-1", "gold-1", "jade-1"]},
    ):
        with pytest.raises(Refused):
            act(state, "s1", **move)


def test_climbing_takes_any_three() -> None:
    """This test ensures that a path takes every three goods one has, and nothing else."""
    state = give(bidding(), "s1", goods=("tea", "tea", "gold", "jade"))
    names = ["tea-1", "tea-2", "gold-1", "jade-1"]
    for size in range(5):
        for chosen in combinations(names, size):
            if size == 3:
                after = act(state, "s1", "climb", path="A", pay=list(chosen))
                assert after.paths["A"] == ("s1",)
                assert len(after.player("s1").goods) == 1
            else:
                with pytest.raises(Refused):
                    act(state, "s1", "climb", path="A", pay=list(chosen))
    for pay in (["tea-1", "tea-1", "gold-1"], ["tea-1", "tea-3", "gold-1"]):
        with pytest.raises(Refused):
            act(state, "s1", "climb", path="A", pay=pay)


def test_ways_to_pay_for_a_path() -> None:
    """This test ensures that goods that are alike make one way to pay, on either path."""
    state = give(bidding(), "s1", goods=("tea", "tea", "gold", "jade"))
    offered = [(move["path"], tuple(move["pay"])) for move in moves(state, "s1", "climb")]
    prices = [("tea-1", "tea-2", "gold-1"), ("tea-1", "tea-2", "jade-1")]
    prices.append(("tea-1", "gold-1", "jade-1"))
    assert sorted(offered) == sorted((path, paid) for path in "AB" for paid in prices)


def test_one_member_on_a_path() -> None:
    """This test ensures that a path takes one member, or a queue if the table says so."""
    pay = ["tea-1", "tea-2", "tea-3"]
    for paths, count in (("one", 1), ("many", 2)):
        state = give(bidding(paths=paths), "s1", goods=("tea",) * 6)
        state = act(state, "s1", "climb", path="A", pay=pay)
        offered = [move["path"] for move in moves(state, "s1", "climb")]
        assert offered.count("A") == count - 1
        if count == 1:
            with pytest.raises(Refused):
                act(state, "s1", "climb", path="A", pay=pay)


# --- exploring ------------------------------------------------------------------------------------


def test_path_before_boats() -> None:
    """This test ensures that path A comes before path B, and both before the boats."""
    state = aboard(toppers(bidding(), nw="boat-20"), nw="11-")
    state = exploring(replace(state, paths={"A": ("s2",), "B": ("s1",)}))
    assert turn(state) == "s2"
    state = walk(state, "C8")
    assert state.player("s2").wisdom == (state.land["C8"],)
    assert turn(state) == "s1"
    state = act(state, "s1", "home")
    assert [move["landing"] for move in moves(state, "s1", "land")] == ["W-nw", "N-nw"]


def test_most_beats_first() -> None:
    """This test ensures that boats with enough aboard sail by beats, and others wait."""
    state = toppers(bidding(), nw="boat-11", ne="boat-20", se="boat-19", sw="boat-05")
    state = exploring(aboard(state, nw="11-", ne="2-2", se="1--", sw="11-"))
    assert {move["landing"] for move in moves(state, "s2", "land")} == {"N-ne", "E-ne"}
    state = act(state, "s2", "land", landing="E-ne")
    state = act(act(state, "s2", "home"), "s2", "home")
    assert {move["landing"] for move in moves(state, "s1", "land")} == {"N-nw", "W-nw"}
    state = act(state, "s1", "land", landing="N-nw")
    state = act(act(state, "s1", "home"), "s1", "home")
    assert state.round == 2
    assert [boat.aboard for boat in state.boats] == [0, 0, 1, 2]


def test_last_round_all_sail() -> None:
    """This test ensures that in the last round a boat sails with a single passenger."""
    state = aboard(toppers(bidding(), nw="boat-01"), nw="1--")
    assert exploring(state).round == 2
    last = exploring(replace(state, turn=5))
    assert moves(last, "s1", "land")


def test_rear_steers_front_lands_first() -> None:
    """This test ensures that the one furthest back steers and the front one walks first."""
    state = exploring(aboard(toppers(bidding(3), nw="boat-11"), nw="12-"))
    assert turn(state) == "s2"
    state = act(state, "s2", "land", landing="N-nw")
    assert turn(state) == "s1"
    state = walk(state, "N7")
    assert turn(state) == "s2"
    assert {move["to"] for move in moves(state, "s2", "walk")} == {"N5", "N-road-5"}


def test_never_twice() -> None:
    """This test ensures that a member never steps back, nor onto a hex with a farmer."""
    state = give(bidding(), "s1", food=9)
    state = replace(state, farmers={"S2": "s2"})
    here = Walker("s1", ("S-sw", "S-road-1", "S-road-2", "S-road-3"), 4)
    assert set(next_spaces(KNOWN, state, here)) == {"S4", "S1", "S-road-4"}


def test_steps_run_out() -> None:
    """This test ensures that without food the walk ends after three steps, and U adds one."""
    state = aboard(toppers(bidding(), nw="boat-11"), nw="11-")
    for held, spaces in (("", 2), ("U", 3)):
        walking = act(exploring(hold(state, "s1", held)), "s1", "land", landing="W-nw")
        road = ["W-road-1", "W-road-2", "W-road-3"][:spaces]
        walking = walk(walking, *road[:-1])
        assert walking.walker is not None
        done = walk(walking, road[-1])
        if done.gift:
            done = act(replace(done, display=("L", "N")), "s1", "take", card="L")
        assert done.walker is None
        assert done.boat("boat-nw").aboard == 1


@pytest.mark.parametrize(("food", "near"), [(0, "C7 C8 C10"), (1, "C7 C8 C10 C5"), (9, "*")])
def test_steps_on_the_mountain(food: int, near: str) -> None:
    """This test ensures that the first stone is the first of three steps up a path, and that
    with food enough every hex beside the path is within reach."""
    state = give(exploring(replace(bidding(), paths={"A": ("s1",), "B": ()})), "s1", food=food)
    due = prompt(KNOWN, state)
    assert due is not None
    walker = setting_off(KNOWN, state, due)
    assert (walker.way, walker.steps) == (("A1",), 1)
    beside = {f"C{number}" for number in (1, 2, 4, 5, 7, 8, 10)}
    assert set(reach(KNOWN, state, walker)) == (beside if near == "*" else set(near.split()))
    assert {move["to"] for move in moves(state, "s1", "walk")} == {"A2", "C8", "C10"}


def out_of_steps(letters: str, *, is_open: bool) -> State:
    """Ann has made her three steps on the west road, without food, with such cards."""
    state = aboard(toppers(bidding(), nw="boat-11"), nw="11-")
    state = exploring(hold(state, "s1", letters, is_open=is_open))
    if state.phase == "muster":
        state = act(state, "s1", "done")
    return walk(act(state, "s1", "land", landing="W-nw"), "W-road-1", "W-road-2")


@pytest.mark.parametrize("is_open", [True, False])
def test_card_p_feeds_a_walk(is_open: bool) -> None:
    """This test ensures that a member out of steps may wait for the food of card P."""
    state = out_of_steps("P", is_open=is_open)
    assert state.walker is not None
    assert not moves(state, "s1", "walk")
    state = act(state, "s1", "P")
    assert {move["to"] for move in moves(state, "s1", "walk")} >= {"W4", "W-road-3"}
    assert walk(state, "W4").farmers == {"W4": "s1"}


def test_end_of_a_walk_keeps_secrets() -> None:
    """This test ensures that a walk out of steps ends by itself with cards that all know, and
    waits with any hidden one, as long as there is food to come."""
    assert out_of_steps("O", is_open=True).walker is None
    state = out_of_steps("O", is_open=False)
    assert [choice.move["do"] for choice in offers(state, "s1").choices] == ["home"]
    hungry = give(aboard(toppers(bidding(), nw="boat-11"), nw="11-"), "s2", food=12)
    hungry = act(exploring(hold(hungry, "s1", "O", is_open=False)), "s1", "done")
    hungry = act(hungry, "s1", "land", landing="W-nw")
    assert walk(hungry, "W-road-1", "W-road-2").walker is None


def test_card_p_found_on_the_road() -> None:
    """This test ensures that card P feeds the very walk on which it was found."""
    state = give(aboard(toppers(bidding(), nw="boat-11"), nw="11-"), "s1", food=1)
    state = walk(act(exploring(state), "s1", "land", landing="W-nw"), "W-road-1", "W-road-2")
    state = walk(replace(state, display=("P", "L"), deck=()), "W-road-3")
    state = act(state, "s1", "take", card="P")
    assert state.player("s1").food == 0
    state = walk(act(state, "s1", "P"), "W4")
    assert state.farmers == {"W4": "s1"}
    assert state.boat("boat-nw").aboard == 1


@pytest.mark.parametrize(
    ("letter", "space", "before", "gain"),
    [
        ("J", "N-road-5", "food", 2),
        ("M", "W-road-2", "money", 2),
        ("K", "W-road-1", "treasure", 2),
        ("", "N-road-5", "food", 1),
        ("", "W-road-1", "treasure", 1),
    ],
)
def test_rewards(letter: str, space: str, before: str, gain: int) -> None:
    """This test ensures that signs give one, and two with the lasting card for it."""
    state = aboard(toppers(hold(bidding(), "s1", letter), nw="boat-11"), nw="11-")
    state = act(exploring(state), "s1", "land", landing=f"{space[0]}-nw")
    had = getattr(state.player("s1"), before)
    way = [space] if space != "W-road-2" else ["W-road-1", space]
    assert getattr(walk(state, *way).player("s1"), before) == had + gain


def test_empty_supply_gives_nothing() -> None:
    """This test ensures that there is no treasure to gain when all twelve are out."""
    state = give(aboard(toppers(bidding(), nw="boat-11"), nw="11-"), "s2", treasure=12)
    state = act(exploring(state), "s1", "land", landing="W-nw")
    assert walk(state, "W-road-1").player("s1").treasure == 0


def test_card_on_the_road() -> None:
    """This test ensures that the card sign gives a card of the display or the deck."""
    state = give(aboard(toppers(bidding(), nw="boat-11"), nw="11-"), "s1", food=2)
    state = act(exploring(state), "s1", "land", landing="N-nw")
    state = walk(state, "N-road-5", "N-road-4", "N-road-3")
    assert {choice.move["do"] for choice in offers(state, "s1").choices} == {"take"}
    with pytest.raises(Refused):
        act(state, "s1", "walk", to="N4")
    state = act(state, "s1", "take", card=state.display[1])
    assert len(state.player("s1").cards) == 1
    assert moves(state, "s1", "walk")


def settled_hexes(state: State, spent: int = 0) -> dict[str, int]:
    """Every hex that some walk of Ann ends on, and the least food paid for it: by walking."""
    found: dict[str, int] = {}
    for move in moves(state, "s1", "walk"):
        pays = "1 food" in str(_hint(state, move))
        after = act(state, "s1", **move)
        if after.farmers != state.farmers:
            ends = {move["to"]: spent + pays}
        elif after.walker:
            ends = settled_hexes(replace(after, gift=False), spent + pays)
        else:
            ends = {}
        for hex_, food in ends.items():
            found[hex_] = min(food, found.get(hex_, food))
    return found


def _hint(state: State, move: dict[str, Any]) -> object:
    (found,) = (c for c in offers(state, "s1").choices if c.move == move)
    return found.steps[0].hint


@pytest.mark.parametrize("letters", ["", "J", "U"])
@pytest.mark.parametrize("landing", ["S-sw", "S-se", "E-se"])
@pytest.mark.parametrize("food", range(4))
def test_reach_by_brute_force(food: int, landing: str, letters: str) -> None:
    """This test ensures that the hexes within reach, with food that is found on the way, are those
    that some walk ends on, at the start of a walk and in the midst of it."""
    state = hold(give(bidding(), "s1", food=food), "s1", letters)
    boat = landing.partition("-")[2]
    state = exploring(aboard(toppers(state, **{boat: "boat-11"}), **{boat: "12-"}))
    state = replace(state, farmers={"S4": "s2", "S3": "s2"}, supplies={**state.supplies, "food": 1})
    state = act(state, "s2", "land", landing=landing)
    for _ in range(2):
        due = prompt(KNOWN, state)
        assert due is not None
        assert due.seat == "s1"
        assert reach(KNOWN, state, setting_off(KNOWN, state, due)) == settled_hexes(state)
        onward = [m for m in moves(state, "s1", "walk") if "road" in m["to"]]
        state = act(state, "s1", **onward[0])


def test_headline_tells_of_steps() -> None:
    """This test ensures that a walker is told how many steps are free, and when they cost food."""
    state = exploring(aboard(toppers(give(bidding(), "s1", food=1), nw="boat-11"), nw="11-"))
    state = act(state, "s1", "land", landing="N-nw")
    for said in ("2 free steps left", "1 free step left", "each step costs 1 food"):
        assert str(RULES.scene(facts_of(SLUG), state, "s2").headline).endswith(f"Ann walks, {said}")
        road = next(m for m in moves(state, "s1", "walk") if "road" in m["to"])
        state = act(state, "s1", **road)


# --- storage and upkeep ---------------------------------------------------------------------------


def test_storage() -> None:
    """This test ensures that three goods stay, four with E, and the rest is sold for money."""
    goods = ("leather", "tea", "tea", "gold", "jade")
    state = exploring(give(bidding(), "s1", goods=goods, treasure=1, money=0))
    assert state.phase == "store"
    (pick,) = offers(state, "s1").picks
    assert str(pick.hint) == "You may keep 3 goods: sell 2 or more."
    assert pick.least == 2
    names = [name for name, _ in pick.items]
    for size in range(len(names) + 1):
        for sold in combinations(names, size):
            left = 5 - sum(name != "treasure-1" for name in sold)
            if left > 3:
                with pytest.raises(Refused):
                    act(state, "s1", "store", sell=list(sold))
            else:
                after = act(state, "s1", "store", sell=list(sold)).player("s1")
                gain = sum(2 if name == "treasure-1" else 1 for name in sold)
                assert (len(after.goods), after.money) == (left, min(gain, 6))
    roomy = exploring(hold(give(bidding(), "s1", goods=goods[:4], money=0), "s1", "E"))
    assert len(act(roomy, "s1", "store", sell=[]).player("s1").goods) == 4


def test_upkeep() -> None:
    """This test ensures that sailed boats get new toppers, stalls fill up, the start moves on."""
    state = toppers(bidding(), nw="boat-11", ne="boat-03")
    state = exploring(aboard(state, nw="11-", ne="1--"))
    next_topper = state.toppers[0]
    state = replace(
        state, stalls={**state.stalls, "I": ("tea",)}, bag=state.bag[2:] + state.bag[:2]
    )
    state = act(state, "s1", "land", landing="N-nw")
    state = act(act(state, "s1", "home"), "s1", "home")
    assert state.boat("boat-nw").topper == next_topper
    assert state.boat("boat-ne").topper == "boat-03"
    assert state.worn == ("boat-11",)
    assert len(state.stalls["I"]) == 3
    assert (state.round, state.first, turn(state)) == (2, 1, "s2")


def test_old_toppers_are_shuffled() -> None:
    """This test ensures that an empty stack of toppers is made of the old ones."""
    state = exploring(aboard(toppers(bidding(), nw="boat-11"), nw="11-"))
    state = replace(state, worn=state.toppers, toppers=())
    state = act(state, "s1", "land", landing="N-nw")
    state = act(act(state, "s1", "home"), "s1", "home")
    lying = [boat.topper for boat in state.boats]
    assert sorted([*lying, *state.toppers, *state.worn]) == sorted(KNOWN.toppers)
    assert len(state.toppers) == 16


# --- the one-time cards ---------------------------------------------------------------------------


def mustered(letters: str, **boats: str) -> State:
    """Three players before the boats sail; Ann holds the cards, boats NW and NE are ready."""
    state = toppers(bidding(3), nw="boat-11", ne="boat-20", se="boat-05", sw="boat-06")
    state = aboard(state, **(boats or {"nw": "12-", "ne": "33-", "se": "2--"}))
    return exploring(hold(state, "s1", letters))


def uses(state: State, seat: str = "s1") -> set[str]:
    """The cards that a seat is offered."""
    found = offers(state, seat)
    all_moves = [o.move["do"] for o in (*found.choices, *found.picks)]
    return {str(do) for do in all_moves if len(str(do)) == 1}


def test_card_a_any_landing() -> None:
    """This test ensures that A sends a boat to any free landing, before or just after it lands."""
    state = mustered("A")
    assert len(moves(state, "s1", "A")) == 2 * 8
    sent = act(state, "s1", "A", boat="boat-ne", landing="S-sw")
    assert sent.boat("boat-ne").course == "S-sw"
    sent = act(sent, "s1", "done") if sent.phase == "muster" else sent
    assert sent.boat("boat-ne").landing == "S-sw"
    assert turn(sent) == "s3"
    late = act(act(state, "s1", "done"), "s3", "land", landing="N-ne")
    late = act(late, "s1", "A", boat="boat-ne", landing="W-nw")
    assert late.boat("boat-ne").landing == "W-nw"
    late = act(act(late, "s3", "home"), "s3", "home")
    assert late.boat("boat-nw").landing == "N-nw"


def test_card_b_change_seats() -> None:
    """This test ensures that B seats the passengers of any boat anew."""
    state = act(mustered("B"), "s1", "B", boat="boat-nw", seats=["", "s2", "s1"])
    assert state.boat("boat-nw").seats == ("", "s2", "s1")
    with pytest.raises(Refused):
        act(mustered("B"), "s1", "B", boat="boat-nw", seats=["s1", "s1", "s2"])


def test_card_c_first_ashore() -> None:
    """This test ensures that C lets the own passenger walk before those in front."""
    state = mustered("C", nw="21-")
    state = act(state, "s1", "C", boat="boat-nw")
    state = act(state, "s1", "done") if state.phase == "muster" else state
    state = act(state, "s1", "land", landing="N-nw")
    assert turn(state) == "s1"
    assert turn(act(state, "s1", "home")) == "s2"


def test_card_d_restack() -> None:
    """This test ensures that D gives a stack another order, each disc in a place of its own."""
    state = replace(
        hold(bidding(3), "s1", "D"), stacks={**bidding(3).stacks, "II": ("s1", "s2", "s3")}
    )
    (pick,) = (pick for pick in offers(state, "s1").picks if pick.move["do"] == "D")
    assert (pick.least, pick.most, pick.ordered) == (3, 3, True)
    after = act(state, "s1", "D", stall="II", order=["2", "3", "1"])
    assert after.stacks["II"] == ("s2", "s3", "s1")
    assert turn(after) == "s1"
    for order in (["1", "2", "3"], ["1", "2"], ["1", "1", "2"], ["0", "1", "2"]):
        with pytest.raises(Refused):
            act(state, "s1", "D", stall="II", order=order)


def test_card_d_before_the_first_payment() -> None:
    """This test ensures that D still works when all discs lie, until the first one is used: whoever
    is on top then acts."""
    state = paying(hold(bidding(3), "s3", "D"), I="12", II="12")
    assert turn(state) == "s2"
    assert uses(state, "s3") == {"D"}
    restacked = act(state, "s3", "D", stall="I", order=["2", "1"])
    assert (restacked.phase, restacked.stall, turn(restacked)) == ("pay", "I", "s1")
    state = act(state, "s2", "leave")
    assert not uses(state, "s3")
    with pytest.raises(Refused):
        act(state, "s3", "D", stall="II", order=["2", "1"])


def test_card_d_out_of_turn() -> None:
    """This test ensures that D may be used while another places a disc, and then goes on."""
    state = hold(bidding(3), "s3", "D")
    state = replace(state, stacks={**state.stacks, "II": ("s1", "s2")})
    assert turn(state) == "s1"
    assert uses(state, "s3") == {"D"}
    state = act(state, "s3", "D", stall="II", order=["2", "1"])
    assert state.stacks["II"] == ("s2", "s1")
    assert turn(state) == "s1"


def test_card_f_hard_bargain() -> None:
    """This test ensures that F swaps a good with a rival, and needs one to give."""
    state = hold(give(bidding(3), "s2", goods=("jade", "jade")), "s1", "F")
    assert "F" not in uses(state)
    state = give(state, "s1", goods=("tea",))
    after = act(state, "s1", "F", rival="s2", get="jade", give="tea")
    assert after.player("s1").goods == ("jade",)
    assert after.player("s2").goods == ("tea", "jade")


def test_card_g_change_boats() -> None:
    """This test ensures that G moves the own passenger, also to a boat that has landed and back."""
    state = mustered("G", nw="1--", ne="33-")
    at_dock = act(state, "s1", "G", boat="boat-nw", place="front", to="boat-ne", there="rear")
    assert at_dock.boat("boat-ne").seats == ("s3", "s3", "s1")
    landed = act(act(state, "s1", "done"), "s3", "land", landing="N-ne")
    landed = act(landed, "s3", "home")
    late = act(landed, "s1", "G", boat="boat-nw", place="front", to="boat-ne", there="front")
    assert turn(late) == "s1"
    assert moves(late, "s1", "walk")
    back = mustered("G", nw="11-", ne="---")
    back = act(act(back, "s1", "done"), "s1", "land", landing="N-nw")
    back = act(back, "s1", "G", boat="boat-nw", place="middle", to="boat-ne", there="front")
    assert back.boat("boat-ne").seats == ("s1", "", "")
    assert back.boat("boat-nw").aboard == 1


def test_card_h_lead_drum() -> None:
    """This test ensures that H lets the own boat sail before one with more beats."""
    state = mustered("H")
    assert [move["boat"] for move in moves(state, "s1", "H")] == ["boat-nw"]
    after = act(state, "s1", "H", boat="boat-nw")
    after = act(after, "s1", "done") if after.phase == "muster" else after
    assert {move["landing"] for move in moves(after, "s2", "land")} == {"N-nw", "W-nw"}
    sailed = act(act(state, "s1", "done"), "s3", "land", landing="N-ne")
    assert "H" not in uses(sailed)


def test_card_i_cross_decks() -> None:
    """This test ensures that I swaps passengers of two boats, of any colour."""
    state = mustered("I")
    after = act(state, "s1", "I", boat="boat-nw", place="middle", other="boat-ne", there="front")
    assert after.boat("boat-nw").seats == ("s1", "s3", "")
    assert after.boat("boat-ne").seats == ("s2", "s3", "")


def test_card_p_one_of_each() -> None:
    """This test ensures that P gives an offering, food and treasure, once, also on a walk."""
    state = act(hold(bidding(), "s1", "P"), "s1", "P")
    player = state.player("s1")
    assert (len(player.goods), player.food, player.treasure) == (1, 1, 1)
    assert player.cards[0].used
    with pytest.raises(Refused):
        act(state, "s1", "P")
    state = exploring(hold(aboard(toppers(bidding(), nw="boat-11"), nw="11-"), "s1", "P"))
    state = walk(act(state, "s1", "land", landing="W-nw"), "W-road-1")
    assert act(state, "s1", "P").player("s1").food == 1


def test_card_r_lone_paddler() -> None:
    """This test ensures that R lets a boat with one passenger sail in its order of beats."""
    state = mustered("R")
    assert [move["boat"] for move in moves(state, "s1", "R")] == ["boat-se"]
    after = act(state, "s1", "R", boat="boat-se")
    after = act(after, "s1", "done") if after.phase == "muster" else after
    for seat, landing in (("s3", "N-ne"), ("s2", "N-nw")):
        after = act(after, seat, "land", landing=landing)
        while not moves(after, turn(after), "land"):
            after = act(after, turn(after), "home")
    assert {move["landing"] for move in moves(after, "s2", "land")} == {"S-se", "E-se"}


def test_card_r_comes_too_late() -> None:
    """This test ensures that R cannot send a boat when one with fewer beats has sailed."""
    state = mustered("R", nw="12-", ne="3--")
    state = act(state, "s1", "done")
    state = act(state, "s2", "land", landing="N-nw")
    assert "R" not in uses(state)


def test_card_s_trade_fields() -> None:
    """This test ensures that S swaps two single farmers and parts no neighbours."""
    state = hold(bidding(3), "s1", "S")
    state = replace(state, farmers={"S1": "s1", "S2": "s1", "N1": "s1", "E1": "s2", "C1": "s3"})
    pairs = {frozenset((move["one"], move["other"])) for move in moves(state, "s1", "S")}
    assert pairs == {frozenset(p) for p in (("N1", "E1"), ("N1", "C1"), ("E1", "C1"))}
    (move,) = (m for m in moves(state, "s1", "S") if {m["one"], m["other"]} == {"N1", "E1"})
    after = act(state, "s1", **move)
    assert (after.farmers["N1"], after.farmers["E1"]) == ("s2", "s1")


@pytest.mark.parametrize("letter", list("ACHR"))
def test_sailing_cards_wait(letter: str) -> None:
    """This test ensures that cards about sailing are of no use in the market."""
    state = aboard(toppers(bidding(3), nw="boat-11", ne="boat-20"), nw="21-", ne="33-", se="1--")
    assert letter not in uses(hold(state, "s1", letter))


def test_nobody_calls_out_in_a_walk() -> None:
    """This test ensures that cards about boats wait until a walk has ended."""
    state = act(mustered("BI"), "s1", "done")
    state = act(state, "s3", "land", landing="N-ne")
    assert uses(state) == {"B", "I"}
    state = walk(state, "N-road-1")
    assert uses(state) == set()
    with pytest.raises(Refused):
        act(state, "s1", "B", boat="boat-nw", seats=["s2", "s1", ""])
    assert uses(act(state, "s3", "home")) == {"B", "I"}


def test_who_is_asked_before_sailing() -> None:
    """This test ensures that who holds a hidden card is asked, whatever it is, and nobody else."""
    state = toppers(bidding(3), nw="boat-11")
    state = aboard(state, nw="12-")
    assert exploring(hold(state, "s3", "O", is_open=False)).asked == ("s3",)
    assert exploring(hold(state, "s3", "O")).phase == "explore"
    assert exploring(hold(state, "s3", "B")).asked == ("s3",)
    assert exploring(hold(aboard(state, nw="---"), "s3", "O", is_open=False)).phase == "store"


# --- scenes ---------------------------------------------------------------------------------------


def lines(state: State, title: str) -> list[str]:
    scene = RULES.scene(facts_of(SLUG), state, "s1")
    (panel,) = (panel for panel in scene.panels if str(panel.title) == title)
    return [str(line) for line in panel.lines]


def titles(state: State) -> list[str]:
    return [str(panel.title) for panel in RULES.scene(facts_of(SLUG), state, "s1").panels]


def test_market_panel() -> None:
    """This test ensures that the market tells who picks when and what each pays, top disc first;
    a disc of nobody counts, and a stall V that is free has no price."""
    state = bidding(3)
    state = replace(state, stacks={**state.stacks, "I": ("s1", "s2"), "V": ("s3", "s3")})
    assert lines(state, "Market")[0].endswith("– Ben for 3, Ann for 2")
    assert lines(state, "Market")[4] == "V: Cid for 2, Cid for 1"
    free = replace(state, options={**state.options, "stall_v": "free"})
    assert lines(free, "Market")[4] == "V: Cid, Cid"
    labels = [str(choice.steps[0].label) for choice in offers(free, "s1").choices]
    assert "Stall V, price 0" in labels
    assert "Stall I, price 4" in labels


def test_boats_panel() -> None:
    """This test ensures that boats tell in which order they sail, and who can board which."""
    state = toppers(bidding(), nw="boat-11", ne="boat-20", se="boat-05", sw="boat-06")
    state = aboard(give(state, "s2", goods=("leather", "tea")), nw="11-", ne="22-", se="1--")
    told_of = lines(state, "Boats")
    assert "sails 2 of 2" in told_of[0]
    assert "sails 1 of 2" in told_of[1]
    assert "1 of 3 aboard" in told_of[2]
    assert told_of[-1] == "Ben can board SE, SW (middle seat)"
    away = dict.fromkeys([space.id for space in KNOWN.of_kind("farm")][:8], "s2")
    assert not any("can board" in line for line in lines(replace(state, farmers=away), "Boats"))


def test_boards_for_oneself_are_told_once() -> None:
    """This test ensures that what one can board oneself is told among one's own goods only."""
    state = toppers(give(bidding(), "s1", goods=("leather", "tea")), se="boat-05")
    assert any(line.startswith("You can board") for line in lines(state, "Your goods"))
    assert not any("can board" in line for line in lines(state, "Boats"))


def test_paths_for_oneself_are_told() -> None:
    """This test ensures that whoever has goods for a free mountain path is told so."""
    state = give(bidding(), "s1", goods=("leather", "tea", "tea"))
    told_of = "You can take a mountain path"
    assert told_of in lines(state, "Your goods")
    taken = replace(state, paths={"A": ("s2",), "B": ("s2",)})
    for other in (give(state, "s1", goods=("leather", "tea")), taken):
        assert told_of not in lines(other, "Your goods")


def test_own_panel_tells_of_overflow() -> None:
    """This test ensures that goods beyond the storage are told before they have to be sold."""
    four = give(bidding(), "s1", goods=("tea",) * 4)
    assert "Goods more than you can store: 1" in lines(four, "Your goods")
    for state in (hold(four, "s1", "E"), give(four, "s1", goods=("tea",) * 3)):
        assert not any("store" in line for line in lines(state, "Your goods"))


def test_players_panel() -> None:
    """This test ensures that everybody sees the colours of the others, how many discs they have,
    and on which round."""
    state = act(give(bidding(3), "s2", discs=1), "s1", "bid", stall="I")
    assert lines(state, "Players") == [
        "Ann (orange): 3 money, 2 discs, a disc on round 4",
        "Ben (blue): 3 money, 1 disc, a disc on round 4",
        "Cid (pink): 3 money, 3 discs, a disc on round 4",
    ]


def test_panels_in_the_end() -> None:
    """This test ensures that in the end all cards lie open and nothing is left to be had."""
    state = exploring(hold(replace(bidding(), turn=5), "s2", "O", is_open=False))
    while state.phase != "over":
        assert "Open cards" not in titles(state)
        state = act(state, turn(state), "store", sell=[])
    assert titles(state) == ["Your goods", "Players", "Open cards"]
    assert lines(state, "Open cards") == ["Ben: Counted Coins"]


@pytest.mark.parametrize(
    ("stall", "has", "reason"),
    [
        ("I", {"money": 0}, "costs 1, you have 0: take 1 money"),
        ("I", {"money": 3}, "take 1 money"),
        ("V", {"money": 3}, "you have nothing to swap: take 1 money"),
        ("V", {"money": 3, "goods": ("tea",)}, "take 1 money"),
        ("V", {"money": 6}, "you have nothing to swap: no money: you have all 6"),
    ],
)
def test_passing_tells_why(stall: str, has: dict[str, Any], reason: str) -> None:
    """This test ensures that who can only pass is told why, and what it earns."""
    state = give(paying(bidding(4), **{stall: "2"}), "s2", **has)
    assert _hint_of_pass(state) == reason
    sold_out = replace(state, stalls={**state.stalls, "I": ()})
    if stall == "I" and has["money"]:
        assert _hint_of_pass(sold_out) == "sold out: take 1 money"


def _hint_of_pass(state: State) -> str:
    (found,) = (c for c in offers(state, "s2").choices if c.move["do"] == "leave")
    return str(found.steps[0].hint)


def test_houses_are_told_by_colour() -> None:
    """This test ensures that everybody is told which pieces are theirs, by house and colour."""
    made = RULES.setup(facts_of(SLUG), 3, DEFAULTS, chances("x"))
    begun = RULES.begin(facts_of(SLUG), SEATS[:3], DEFAULTS, made, chances("x")("y"))
    assert [str(one.message) for one in begun.says] == [
        "Ann leads the House of the Lantern, orange",
        "Ben leads the House of the Fan, blue",
        "Cid leads the House of the Lotus, pink",
    ]


def test_reach_panel() -> None:
    """This test ensures that the walker is told which hexes are near and what they cost, with the
    food that lies on the way."""
    state = exploring(aboard(toppers(give(bidding(), "s1", food=1), nw="boat-11"), nw="11-"))
    state = act(state, "s1", "land", landing="N-nw")
    near, far, fed = lines(state, "Within reach")
    assert near.startswith("Free: ")
    assert near.count(",") == 2
    assert far.startswith("For 1 food: ")
    assert far.count(",") == 0
    assert fed.startswith("For 2 food: ")


def test_focus_holds_what_can_be_tapped() -> None:
    """This test ensures that a phone opens the board where all taps are, and a screen all of it."""
    market = give(bidding(), "s1", goods=("tea", "gold", "jade"), treasure=1)
    boats = exploring(aboard(toppers(bidding(), nw="boat-11"), nw="11-"))
    shore = act(boats, "s1", "land", landing="N-nw")
    mountain = exploring(replace(bidding(), paths={"A": ("s1",), "B": ()}))
    for state in (market, boats, shore, mountain):
        scene = RULES.scene(facts_of(SLUG), state, "s1")
        stage = set_stage(offers(state, "s1"), ())
        assert stage.places
        assert scene.focus
        assert focus_of(scene, stage) == scene.focus
        assert RULES.scene(facts_of(SLUG), state, None).focus is None


def test_a_focus_without_the_taps_is_none() -> None:
    """This test ensures that a phone shows the whole board if a card is about far-off boats."""
    state = hold(aboard(bidding(), nw="1--"), "s1", "B")
    scene = RULES.scene(facts_of(SLUG), state, "s1")
    found = offers(state, "s1")
    words = set_stage(found, ()).words
    (card,) = (tap for tap in words if str(tap.step.label).startswith("Use "))
    assert scene.focus
    assert focus_of(scene, set_stage(found, card.path)) is None


def test_nothing_gained_is_not_told_as_a_gain() -> None:
    """This test ensures that a full purse is told before a disc is wasted, and not as money."""
    state = give(bidding(), "s1", money=KNOWN.most_money)
    (home,) = (c for c in offers(state, "s1").choices if c.move["do"] == "private")
    assert str(home.steps[0].hint).startswith("no money")
    says = [str(one.message) for one in told(state, "s1", "private")[1]]
    assert says[0] == "Ann leaves a disc at home"


# --- manners --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "move",
    [
        {},
        {"do": "fly"},
        {"do": "bid"},
        {"do": "bid", "stall": 3},
        {"do": "bid", "stall": ["I"]},
        {"do": "bid", "stall": "VI"},
        {"do": "bid", "stall": "I", "more": 1},
        {"do": "D", "stall": "IX", "order": []},
        {"do": "climb", "path": "A", "pay": "tea"},
        {"do": "done"},
        {"do": "buy", "good": "tea"},
        {"do": "track", "round": "2"},
        {"do": "P"},
    ],
)
def test_nonsense_is_refused(move: dict[str, Any]) -> None:
    """This test ensures that what is no move now is refused kindly, not with a crash."""
    with pytest.raises(Refused):
        RULES.act(facts_of(SLUG), bidding(), "s1", move, None)  # type: ignore[arg-type]


def test_not_your_turn() -> None:
    """This test ensures that only who is in turn acts, and only who is in the game."""
    for seat in ("s2", "s9"):
        assert offers(bidding(), seat).choices == ()
        with pytest.raises(Refused):
            act(bidding(), seat, "bid", stall="I")
