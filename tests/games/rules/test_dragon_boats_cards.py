"""The eleven one-time cards of Dragon Boats: when each can be used, and what it does."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.games.dragon_boats.state import State
from companion.language.messages import Refused
from tests.games.rules.dragon_boats_players import (
    aboard,
    act,
    bidding,
    exploring,
    give,
    hold,
    moves,
    offers,
    toppers,
)
from tests.games.rules.dragon_boats_positions import paying, turn, walk


def mustered(letters: str, **boats: str) -> State:
    """Three players before the boats sail; Ann holds the cards, and boats NW and NE are ready."""
    state = toppers(bidding(3), nw="boat-11", ne="boat-20", se="boat-05", sw="boat-06")
    state = aboard(state, **(boats or {"nw": "12-", "ne": "33-", "se": "2--"}))
    return exploring(hold(state, "s1", letters))


def uses(state: State, seat: str = "s1") -> set[str]:
    """The cards that a seat can use."""
    found = offers(state, seat)
    all_moves = [choice.move["do"] for choice in found.choices]
    all_moves += [pick.move["do"] for pick in found.picks]
    return {str(do) for do in all_moves if len(str(do)) == 1}


def test_card_a_any_landing() -> None:
    """A sends a boat to any free landing, before or just after it lands."""
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
    """B changes the seats of the passengers of any boat."""
    state = act(mustered("B"), "s1", "B", boat="boat-nw", seats=["", "s2", "s1"])
    assert state.boat("boat-nw").seats == ("", "s2", "s1")
    with pytest.raises(Refused):
        act(mustered("B"), "s1", "B", boat="boat-nw", seats=["s1", "s1", "s2"])


def test_card_c_first_ashore() -> None:
    """C lets the player's passenger go ashore before those in front."""
    state = mustered("C", nw="21-")
    state = act(state, "s1", "C", boat="boat-nw")
    state = act(state, "s1", "done") if state.phase == "muster" else state
    state = act(state, "s1", "land", landing="N-nw")
    assert turn(state) == "s1"
    assert turn(act(state, "s1", "home")) == "s2"


def test_card_d_restack() -> None:
    """D changes the order of a stack; each disc is used once."""
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
    """D works until the first disc is used after bidding; the disc on top then acts first."""
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
    """D can be used in another player's turn, which then continues."""
    state = hold(bidding(3), "s3", "D")
    state = replace(state, stacks={**state.stacks, "II": ("s1", "s2")})
    assert turn(state) == "s1"
    assert uses(state, "s3") == {"D"}
    state = act(state, "s3", "D", stall="II", order=["2", "1"])
    assert state.stacks["II"] == ("s2", "s1")
    assert turn(state) == "s1"


def test_card_f_hard_bargain() -> None:
    """F swaps a good with a rival, and needs one to give."""
    state = hold(give(bidding(3), "s2", goods=("jade", "jade")), "s1", "F")
    assert "F" not in uses(state)
    state = give(state, "s1", goods=("tea",))
    after = act(state, "s1", "F", rival="s2", get="jade", give="tea")
    assert after.player("s1").goods == ("jade",)
    assert after.player("s2").goods == ("tea", "jade")


def test_card_g_change_boats() -> None:
    """G moves the player's passenger, also to or from a boat that has landed."""
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
    """H lets the player's boat sail before one with more beats."""
    state = mustered("H")
    assert [move["boat"] for move in moves(state, "s1", "H")] == ["boat-nw"]
    after = act(state, "s1", "H", boat="boat-nw")
    after = act(after, "s1", "done") if after.phase == "muster" else after
    assert {move["landing"] for move in moves(after, "s2", "land")} == {"N-nw", "W-nw"}
    sailed = act(act(state, "s1", "done"), "s3", "land", landing="N-ne")
    assert "H" not in uses(sailed)


def test_card_i_cross_decks() -> None:
    """I swaps passengers of two boats, of any colour."""
    state = mustered("I")
    after = act(state, "s1", "I", boat="boat-nw", place="middle", other="boat-ne", there="front")
    assert after.boat("boat-nw").seats == ("s1", "s3", "")
    assert after.boat("boat-ne").seats == ("s2", "s3", "")


def test_card_p_one_of_each() -> None:
    """P gives an offering, food and treasure, once, also on a walk."""
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
    """R lets a boat with one passenger sail in its order of beats."""
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
    """R cannot send a boat when one with fewer beats has sailed."""
    state = mustered("R", nw="12-", ne="3--")
    state = act(state, "s1", "done")
    state = act(state, "s2", "land", landing="N-nw")
    assert "R" not in uses(state)


def test_card_s_trade_fields() -> None:
    """S swaps two single farmers, but none with a neighbour of its own house."""
    state = hold(bidding(3), "s1", "S")
    state = replace(state, farmers={"S1": "s1", "S2": "s1", "N1": "s1", "E1": "s2", "C1": "s3"})
    pairs = {frozenset((move["one"], move["other"])) for move in moves(state, "s1", "S")}
    assert pairs == {frozenset(p) for p in (("N1", "E1"), ("N1", "C1"), ("E1", "C1"))}
    (move,) = (m for m in moves(state, "s1", "S") if {m["one"], m["other"]} == {"N1", "E1"})
    after = act(state, "s1", **move)
    assert (after.farmers["N1"], after.farmers["E1"]) == ("s2", "s1")


@pytest.mark.parametrize("letter", list("ACHR"))
def test_sailing_cards_wait(letter: str) -> None:
    """Cards about sailing cannot be used in the market."""
    state = aboard(toppers(bidding(3), nw="boat-11", ne="boat-20"), nw="21-", ne="33-", se="1--")
    assert letter not in uses(hold(state, "s1", letter))


def test_nobody_calls_out_in_a_walk() -> None:
    """Cards about boats cannot be used during a walk."""
    state = act(mustered("BI"), "s1", "done")
    state = act(state, "s3", "land", landing="N-ne")
    assert uses(state) == {"B", "I"}
    state = walk(state, "N-road-1")
    assert uses(state) == set()
    with pytest.raises(Refused):
        act(state, "s1", "B", boat="boat-nw", seats=["s2", "s1", ""])
    assert uses(act(state, "s3", "home")) == {"B", "I"}


def test_who_is_asked_before_sailing() -> None:
    """Players with a hidden card are asked, whatever it is, and nobody else is."""
    state = toppers(bidding(3), nw="boat-11")
    state = aboard(state, nw="12-")
    assert exploring(hold(state, "s3", "O", is_open=False)).asked == ("s3",)
    assert exploring(hold(state, "s3", "O")).phase == "explore"
    assert exploring(hold(state, "s3", "B")).asked == ("s3",)
    assert exploring(hold(aboard(state, nw="---"), "s3", "O", is_open=False)).turn == 1
