"""Dragon Boats as phones show it: what is told, hinted and hidden."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from companion.games.dragon_boats import RULES
from companion.games.dragon_boats.state import State
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
    give,
    hold,
    offers,
    told,
    toppers,
)
from tests.games.rules.dragon_boats_positions import paying, turn

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
