"""What each move of Dragon Boats does."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest
from msgspec.structs import replace

from companion.games.dragon_boats.explore import next_prompt, starting_walker
from companion.games.dragon_boats.state import State, Walker, members_at_home
from companion.games.dragon_boats.walking import hexes_in_reach, next_spaces
from companion.language.messages import Refused
from tests.games.rules.dragon_boats_players import (
    KNOWN,
    RULES,
    aboard,
    act,
    announced,
    bidding,
    exploring,
    fresh,
    give,
    hold,
    moves,
    offers,
    toppers,
)
from tests.games.rules.dragon_boats_positions import paying, turn, walk

# --- worked examples ------------------------------------------------------------------------------


def test_example_stack_of_two() -> None:
    """The top disc pays 2 and picks first, the one below pays 1."""
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
    """A private action raises 3 coins to 5 at once."""
    state = act(bidding(), "s1", "private")
    assert state.player("s1").money == 5
    assert turn(state) == "s2"


def test_example_middle_seat() -> None:
    """The middle seat of a jade and gold boat costs either one of them."""
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
    """Landing, offering, treasure and, for 1 food, a hex are four steps."""
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
    """A disc on a round card gives what the card shows and is missing until that round."""
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
    """Discs go only on round cards that are in the game."""
    state = fresh(4, short="1456")
    assert [move["round"] for move in moves(state, turn(state), "track")] == ["4", "5"]
    with pytest.raises(Refused):
        act(state, turn(state), "track", round="2")


def test_houses_follow_colours() -> None:
    """Seats get the house of their colour, or one that is left."""
    houses = {player.seat: player.house for player in fresh(4).players}
    assert houses == {"s1": "orange", "s2": "blue", "s3": "pink", "s4": "red"}


def test_discs_come_back_with_their_round() -> None:
    """The disc of a round card is back when that round begins."""
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
    """There are only two private actions, and money stops at 6."""
    state = bidding()
    for _ in range(2):
        state = act(act(state, "s1", "private"), "s2", "bid", stall="V")
    assert state.player("s1").money == 6
    assert not moves(state, "s1", "private")
    with pytest.raises(Refused):
        act(state, "s1", "private")


def test_neutral_disc_makes_dearer() -> None:
    """With two players one disc on stall I costs 2."""
    state = paying(bidding(), I="2")
    money = state.player("s2").money
    good = state.stalls["I"][0]
    assert act(state, "s2", "buy", good=good).player("s2").money == money - 2


# --- payment --------------------------------------------------------------------------------------


def test_too_dear() -> None:
    """A player who cannot pay can only pass."""
    state = give(paying(bidding(4), I="2"), "s2", money=0)
    assert [choice.move["do"] for choice in offers(state, "s2").choices] == ["leave"]
    with pytest.raises(Refused):
        act(state, "s2", "buy", good=state.stalls["I"][0])
    assert act(state, "s2", "leave").player("s2").money == 1


def test_sold_out() -> None:
    """The fourth player of a stack finds nothing to buy."""
    state = paying(bidding(4), I="4321")
    for seat in ("s1", "s2", "s3"):
        state = give(state, seat, money=6)
        state = act(state, seat, "buy", good=state.stalls["I"][0])
        while turn(state) == seat:
            state = act(state, seat, "done")
    assert (state.round, state.player("s4").money) == (2, 4), "the fourth has passed"


def test_stall_v_both_for_one_price() -> None:
    """Stall V offers one or both of its deals for one price."""
    state = paying(give(bidding(4), "s2", money=4, treasure=1, goods=("tea",)), V="12")
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
    """With the option, stall V is free."""
    state = paying(give(bidding(4, stall_v="free"), "s2", money=0, goods=("tea",)), V="2")
    assert act(state, "s2", "trade", good="tea").player("s2").money == 0
    dear = give(paying(bidding(4), V="2"), "s2", money=0, goods=("tea",))
    with pytest.raises(Refused):
        act(dear, "s2", "trade", good="tea")


def test_top_of_the_deck_is_secret() -> None:
    """Only the player who draws a card from the deck learns which one it is."""
    state = paying(give(bidding(4), "s2", treasure=1), V="2")
    letters = [letter for letter in state.deck if KNOWN.cards[letter].type == "one-time"]
    state = replace(state, deck=(letters[0], *(x for x in state.deck if x != letters[0])))
    title = KNOWN.cards[letters[0]].title
    _, says = announced(state, "s2", "learn", card="deck")
    assert [say.to for say in says if title in str(say.message)] == [("s2",)]


def test_lasting_card_is_laid_open() -> None:
    """An always-on card from the deck is announced to everyone, because its effect is visible."""
    state = paying(give(bidding(4), "s2", treasure=1), V="2")
    lasting = next(x for x in state.deck + state.display if KNOWN.cards[x].type == "permanent")
    rest = tuple(x for x in state.deck + state.display if x != lasting)
    state = replace(state, display=rest[:2], deck=(lasting, *rest[2:]))
    after = act(state, "s2", "learn", card="deck")
    assert after.player("s2").cards[0].open


def test_board_after_buying() -> None:
    """A bought good can pay for a seat in the same turn."""
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
    """Taken seats, wrong discounts and unknown boats are refused."""
    state = aboard(toppers(bidding(), nw="boat-01"), nw="--2")
    with pytest.raises(Refused):
        act(give(state, "s1", goods=("gold", "jade")), "s1", "board", **move)


def test_all_members_away() -> None:
    """A house whose ten members are away can neither get on a boat nor climb a path."""
    state = give(bidding(), "s1", goods=("leather", "tea", "gold", "jade", "cinnabar"))
    assert moves(state, "s1", "board")
    assert moves(state, "s1", "climb")
    hexes = [space.id for space in KNOWN.of_kind("farm")][:10]
    state = replace(state, farmers=dict.fromkeys(hexes, "s1"))
    assert members_at_home(KNOWN, state, "s1") == 0
    assert not moves(state, "s1", "board")
    assert not moves(state, "s1", "climb")
    for move in (
        {"do": "board", "boat": "boat-nw", "place": "front", "spare": ""},
        {"do": "climb", "path": "A", "pay": ["tea-1", "gold-1", "jade-1"]},
    ):
        with pytest.raises(Refused):
            act(state, "s1", **move)


def test_climbing_takes_any_three() -> None:
    """A path costs any three goods, and nothing else pays for it."""
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
    """Equal goods are offered as one way to pay, on either path."""
    state = give(bidding(), "s1", goods=("tea", "tea", "gold", "jade"))
    offered = [(move["path"], tuple(move["pay"])) for move in moves(state, "s1", "climb")]
    prices = [("tea-1", "tea-2", "gold-1"), ("tea-1", "tea-2", "jade-1")]
    prices.append(("tea-1", "gold-1", "jade-1"))
    assert sorted(offered) == sorted((path, paid) for path in "AB" for paid in prices)


def test_one_member_on_a_path() -> None:
    """A path takes one member, or any number with the option."""
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
    """Path A comes before path B, and both before the boats."""
    state = aboard(toppers(bidding(), nw="boat-20"), nw="11-")
    state = exploring(replace(state, paths={"A": ("s2",), "B": ("s1",)}))
    assert turn(state) == "s2"
    state = walk(state, "C8")
    assert state.player("s2").wisdom == (state.land["C8"],)
    assert turn(state) == "s1"
    state = act(state, "s1", "home")
    assert [move["landing"] for move in moves(state, "s1", "land")] == ["W-nw", "N-nw"]


def test_most_beats_first() -> None:
    """Boats with enough aboard sail by beats, and others wait."""
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
    """In the last round a boat sails with a single passenger."""
    state = aboard(toppers(bidding(), nw="boat-01"), nw="1--")
    assert exploring(state).round == 2
    last = exploring(replace(state, turn=5))
    assert moves(last, "s1", "land")


def test_rear_steers_front_lands_first() -> None:
    """The passenger furthest back steers, and the one in front goes ashore first."""
    state = exploring(aboard(toppers(bidding(3), nw="boat-11"), nw="12-"))
    assert turn(state) == "s2"
    state = act(state, "s2", "land", landing="N-nw")
    assert turn(state) == "s1"
    state = walk(state, "N7")
    assert turn(state) == "s2"
    assert {move["to"] for move in moves(state, "s2", "walk")} == {"N-road-5"}
    assert ["N-road-5", "N5"] in [move["way"] for move in moves(state, "s2", "settle")]


def test_never_twice() -> None:
    """A member never steps back, nor onto a hex with a farmer."""
    state = give(bidding(), "s1", food=9)
    state = replace(state, farmers={"S2": "s2"})
    here = Walker("s1", ("S-sw", "S-road-1", "S-road-2", "S-road-3"), 4)
    assert set(next_spaces(KNOWN, state, here)) == {"S4", "S1", "S-road-4"}


def test_steps_run_out() -> None:
    """Without food the walk ends after three steps, and U adds one."""
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
    """The first stone is the first of three steps up a path, and with food enough every hex beside
    the path is within reach."""
    state = give(exploring(replace(bidding(), paths={"A": ("s1",), "B": ()})), "s1", food=food)
    due = next_prompt(KNOWN, state)
    assert due is not None
    walker = starting_walker(KNOWN, state, due)
    assert (walker.way, walker.steps) == (("A1",), 1)
    beside = {f"C{number}" for number in (1, 2, 4, 5, 7, 8, 10)}
    assert set(hexes_in_reach(KNOWN, state, walker)) == (
        beside if near == "*" else set(near.split())
    )
    assert {move["to"] for move in moves(state, "s1", "walk")} == {"A2", "C8", "C10"}


def out_of_steps(letters: str, *, is_open: bool) -> State:
    """Ann has made her three steps on the west road, with no food and these cards."""
    state = aboard(toppers(bidding(), nw="boat-11"), nw="11-")
    state = exploring(hold(state, "s1", letters, is_open=is_open))
    if state.phase == "muster":
        state = act(state, "s1", "done")
    return walk(act(state, "s1", "land", landing="W-nw"), "W-road-1", "W-road-2")


@pytest.mark.parametrize("is_open", [True, False])
def test_card_p_feeds_a_walk(is_open: bool) -> None:
    """A member out of steps may wait for the food of card P."""
    state = out_of_steps("P", is_open=is_open)
    assert state.walker is not None
    assert not moves(state, "s1", "walk")
    state = act(state, "s1", "P")
    assert {move["to"] for move in moves(state, "s1", "walk")} >= {"W4", "W-road-3"}
    assert walk(state, "W4").farmers == {"W4": "s1"}


def test_end_of_a_walk_keeps_secrets() -> None:
    """A walk without steps ends by itself if all cards are known. With a hidden card it waits,
    as long as there is food in the supply."""
    assert out_of_steps("O", is_open=True).walker is None
    state = out_of_steps("O", is_open=False)
    assert [choice.move["do"] for choice in offers(state, "s1").choices] == ["home"]
    hungry = give(aboard(toppers(bidding(), nw="boat-11"), nw="11-"), "s2", food=12)
    hungry = act(exploring(hold(hungry, "s1", "O", is_open=False)), "s1", "done")
    hungry = act(hungry, "s1", "land", landing="W-nw")
    assert walk(hungry, "W-road-1", "W-road-2").walker is None


def test_card_p_found_on_the_road() -> None:
    """Card P can feed the walk on which it was found."""
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
    """Icons give one, or two with the always-on card for it."""
    state = aboard(toppers(hold(bidding(), "s1", letter), nw="boat-11"), nw="11-")
    state = act(exploring(state), "s1", "land", landing=f"{space[0]}-nw")
    had = getattr(state.player("s1"), before)
    way = [space] if space != "W-road-2" else ["W-road-1", space]
    assert getattr(walk(state, *way).player("s1"), before) == had + gain


def test_empty_supply_gives_nothing() -> None:
    """There is no treasure to gain when all twelve are taken."""
    state = give(aboard(toppers(bidding(), nw="boat-11"), nw="11-"), "s2", treasure=12)
    state = act(exploring(state), "s1", "land", landing="W-nw")
    assert walk(state, "W-road-1").player("s1").treasure == 0


def test_card_on_the_road() -> None:
    """The card icon gives a card from the display or the deck."""
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
    """Every hex that a walk of Ann can end on, with the least food paid, found by walking."""
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


@pytest.mark.parametrize("decided", [{}, {"ports": "closed", "found_food": "later"}])
@pytest.mark.parametrize("letters", ["", "J", "U"])
@pytest.mark.parametrize("landing", ["S-sw", "S-se", "E-se"])
@pytest.mark.parametrize("food", range(4))
def test_reach_by_brute_force(
    food: int, landing: str, letters: str, decided: dict[str, str]
) -> None:
    """The hexes within reach are those that some walk ends on, at its start and later, also
    with blocked landings and with food for later walks only."""
    state = hold(give(bidding(2, **decided), "s1", food=food), "s1", letters)
    boat = landing.partition("-")[2]
    state = exploring(aboard(toppers(state, **{boat: "boat-11"}), **{boat: "12-"}))
    state = replace(state, farmers={"S4": "s2", "S3": "s2"}, supplies={**state.supplies, "food": 1})
    state = act(state, "s2", "land", landing=landing)
    for _ in range(2):
        due = next_prompt(KNOWN, state)
        assert due is not None
        assert due.seat == "s1"
        assert hexes_in_reach(KNOWN, state, starting_walker(KNOWN, state, due)) == settled_hexes(
            state
        )
        onward = [m for m in moves(state, "s1", "walk") if "road" in m["to"]]
        state = act(state, "s1", **onward[0])


def test_headline_counts_free_steps() -> None:
    """The headline says how many steps are free, and when they cost food."""
    state = exploring(aboard(toppers(give(bidding(), "s1", food=1), nw="boat-11"), nw="11-"))
    state = act(state, "s1", "land", landing="N-nw")
    for own, others in (
        ("walk, 2 free steps left", "2 free steps left"),
        ("walk, 1 free step left", "1 free step left"),
        ("walk on for 1 food a step, or go home", "each step costs 1 food"),
    ):
        assert str(RULES.scene(state, "s1").headline) == f"Your turn: {own}"
        assert str(RULES.scene(state, "s2").headline).endswith(f"Ann walks, {others}")
        road = next(m for m in moves(state, "s1", "walk") if "road" in m["to"])
        state = act(state, "s1", **road)


# --- storage and upkeep ---------------------------------------------------------------------------


def test_storage() -> None:
    """Three goods can be kept, four with E, and the rest is sold."""
    goods = ("leather", "tea", "tea", "gold", "jade")
    state = exploring(give(bidding(), "s1", goods=goods, treasure=1, money=0))
    assert state.phase == "store"
    (pick,) = offers(state, "s1").picks
    assert str(pick.hint) == "You can keep 3 goods: sell 2 or more."
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
    roomy = hold(give(bidding(), "s1", goods=goods[:4], money=0), "s1", "E")
    assert exploring(roomy).turn == 1, "nobody has to sell: the next round begins"
    roomy = exploring(act(roomy, "s1", "sell-later"))
    assert len(act(roomy, "s1", "store", sell=[]).player("s1").goods) == 4


def test_upkeep() -> None:
    """Boats that sailed get new toppers, stalls are refilled, and the first player changes."""
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
    """When the toppers run out, the used ones are shuffled."""
    state = exploring(aboard(toppers(bidding(), nw="boat-11"), nw="11-"))
    state = replace(state, worn=state.toppers, toppers=())
    state = act(state, "s1", "land", landing="N-nw")
    state = act(act(state, "s1", "home"), "s1", "home")
    lying = [boat.topper for boat in state.boats]
    assert sorted([*lying, *state.toppers, *state.worn]) == sorted(KNOWN.toppers)
    assert len(state.toppers) == 16
