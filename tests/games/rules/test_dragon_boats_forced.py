"""Dragon Boats plays what leaves no choice by itself, and needs few taps."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.games.dragon_boats.state import State, Walker
from companion.language.messages import Refused
from tests.games.rules.dragon_boats_players import (
    EARLIER,
    aboard,
    act,
    announced,
    bidding,
    chances,
    exploring,
    give,
    hold,
    moves,
    toppers,
)
from tests.games.rules.dragon_boats_positions import paying, turn
from tests.games.rules.dragon_boats_taps import MAX_TAPS, average_taps, count_taps

TRIED_GAMES = 6


def ashore(food: int = 0) -> State:
    """Ann's member is about to leave boat NW at the northern landing."""
    state = toppers(give(bidding(), "s1", food=food), nw="boat-11")
    state = exploring(aboard(state, nw="11-"))
    return act(state, "s1", "land", landing="N-nw")


def test_a_round_takes_few_taps() -> None:
    """A round of four sensible players takes at most 30 taps on average."""
    games = [count_taps(seed) for seed in range(TRIED_GAMES)]
    assert average_taps(games) <= MAX_TAPS
    assert min(map(min, (game.points for game in games))) > 0, "everybody plays to score"


@pytest.mark.parametrize(
    ("stall", "money", "reason"),
    [("I", 0, "costs 1, has 0"), ("V", 3, "nothing to swap")],
)
def test_a_forced_pass_is_played_and_announced(stall: str, money: int, reason: str) -> None:
    """A player who can do nothing at a stall passes without a tap, and the history says why."""
    state = give(bidding(4), "s2", money=money)
    players = tuple(replace(p, discs=int(p.seat == "s1")) for p in state.players)
    state = replace(state, players=players, stacks={**state.stacks, stall: ("s2",)})
    after, says = announced(state, "s1", "private")
    assert after.player("s2").money == money + 1
    expected = f"Ben has to pass at stall {stall} ({reason}) and takes 1 coin"
    assert expected in [str(one.message) for one in says]
    earlier = EARLIER.act(state, "s1", {"do": "private"}, chances("x")("y")).state
    assert [c.move["do"] for c in EARLIER.offers(earlier, "s2").choices] == ["leave"]


def test_a_forced_pass_does_not_reveal_a_card() -> None:
    """A player with a hidden card is asked even if it is of no use."""
    state = hold(give(bidding(4), "s2", money=0), "s2", "O", is_open=False)
    assert turn(paying(state, I="2")) == "s2"


def test_a_tile_is_ordered_with_its_bid() -> None:
    """A tap on a tile bids for it, and the tile is bought without another tap."""
    state = replace(bidding(4), stalls={**bidding(4).stalls, "II": ("tea", "jade", "gold")})
    state = act(state, "s1", "bid-for", stall="II", good="jade")
    assert state.stacks["II"] == ("s1",)
    state = paying(give(state, "s1", money=4), II="1")
    assert (state.player("s1").goods, state.stalls["II"][:2]) == (("jade",), ("tea", "gold"))
    with pytest.raises(Refused):
        act(bidding(), "s1", "bid-for", stall="V", good="tea")


def test_an_ordered_tile_that_is_gone_is_not_replaced() -> None:
    """If another player takes the tile first, or the money is spent, the player is asked."""
    state = replace(bidding(4), stalls={**bidding(4).stalls, "II": ("tea", "jade", "gold")})
    state = act(state, "s1", "bid-for", stall="II", good="jade")
    state = act(state, "s2", "bid-for", stall="II", good="jade")
    state = paying(give(state, "s1", money=4), II="12")
    assert (state.player("s2").goods, turn(state)) == (("jade",), "s1")
    assert {move["good"] for move in moves(state, "s1", "buy")} == {"tea", "gold"}


def test_two_discs_of_one_player_keep_their_orders() -> None:
    """Discs act from the top down, each with its own order."""
    state = replace(bidding(2), stalls={**bidding(2).stalls, "I": ("tea", "jade", "gold")})
    state = act(act(state, "s1", "bid-for", stall="I", good="tea"), "s2", "bid", stall="III")
    state = act(act(state, "s1", "bid", stall="I"), "s2", "bid", stall="III")
    state = paying(give(state, "s1", money=4), I="11")
    assert turn(state) == "s1"
    assert state.player("s1").goods == ()
    state = act(state, "s1", "buy", good="gold")
    assert "tea" in state.player("s1").goods


def test_an_order_is_a_secret() -> None:
    """Others cannot tell a bid for a tile from a bid on the stall."""
    plain, plain_says = announced(bidding(), "s1", "bid", stall="II")
    good = bidding().stalls["II"][0]
    ordered, says = announced(bidding(), "s1", "bid-for", stall="II", good=good)
    assert says == plain_says
    for seat in ("s2", None):
        assert EARLIER.scene(plain, seat) == EARLIER.scene(ordered, seat)


def test_two_discs_are_kept_with_one_tap() -> None:
    """The second disc is kept when it is due, without another tap."""
    state = give(bidding(), "s1", money=0)
    state = act(state, "s1", "keep-discs")
    assert (state.player("s1").money, turn(state)) == (2, "s2")
    state, says = announced(state, "s2", "bid", stall="I")
    assert (state.player("s1").money, state.player("s1").private, turn(state)) == (4, 2, "s2")
    assert "Ann keeps a disc and takes 2 coins" in [str(one.message) for one in says]


def test_one_tap_walks_to_a_hex() -> None:
    """A tap on a hex in reach walks there, pays for the way and collects what lies on it."""
    state = ashore(food=1)
    ways = [move["way"] for move in moves(state, "s1", "settle")]
    assert ["N-road-5", "N5"] in ways
    for way in ways:
        after = act(state, "s1", "settle", way=way)
        if after.gift:
            after = act(after, "s1", "take", card=after.display[0])
        assert after.farmers[way[-1]] == "s1"
    with pytest.raises(Refused):
        act(state, "s1", "settle", way=["N5", "N-road-5"])


def test_a_walk_goes_on_after_a_card() -> None:
    """A card on the way is taken first; then the member walks on."""
    state = ashore(food=4)
    spaces = ["N-road-5", "N-road-4", "N-road-3"]
    way = next(m["way"] for m in moves(state, "s1", "settle") if m["way"][:3] == spaces)
    state = act(state, "s1", "settle", way=way)
    assert state.gift
    state = act(state, "s1", "take", card="deck")
    assert (state.farmers[way[-1]], len(state.player("s1").cards)) == ("s1", 1)


def test_nobody_is_asked_to_keep_everything() -> None:
    """Storage waits only for players who have to sell goods or have said that they want to."""
    state = give(bidding(), "s1", goods=("tea", "gold"))
    assert exploring(state).turn == 1
    assert EARLIER.offers(state, "s1").choices
    state = act(state, "s1", "sell-later")
    assert not moves(state, "s1", "sell-later")
    selling = exploring(state)
    assert (selling.phase, turn(selling)) == ("store", "s1")
    after = act(selling, "s1", "store", sell=["tea-1"])
    assert (after.turn, after.selling) == (1, ())


def test_a_player_need_not_be_asked_about_cards() -> None:
    """A player who does not want to be asked about cards is asked again after the next card."""
    state = toppers(bidding(3, pauses="ask"), nw="boat-11", ne="boat-20")
    state = aboard(state, nw="12-", ne="33-")
    state = exploring(hold(state, "s1", "O", is_open=False))
    assert state.asked == ("s1",)
    state = act(state, "s1", "answer", reply="quiet")
    assert state.phase == "explore"
    state = act(state, "s3", "land", landing="N-ne")
    assert state.phase == "explore", "there is no pause after the landing"
    finder = replace(state, gift=True, walker=Walker("s1", ("N-road-4", "N-road-3"), 2))
    assert act(finder, "s1", "take", card=state.display[0]).quiet == ()


def test_a_card_is_chosen_with_the_answer() -> None:
    """A card that is named in a pause is used as soon as everybody has answered."""
    state = toppers(bidding(3, pauses="ask"), nw="boat-11", ne="boat-20", se="boat-05")
    state = exploring(hold(aboard(state, nw="12-", ne="33-", se="2--"), "s2", "R", is_open=False))
    (card,) = (move["card"] for move in moves(state, "s2", "call"))
    assert card == {"do": "R", "boat": "boat-se"}
    state, says = announced(state, "s2", "call", card=card)
    assert state.boat("boat-se").alone
    assert str(says[0].message) == "Ben has answered"
    with pytest.raises(Refused):
        act(state, "s1", "call", card=card)
