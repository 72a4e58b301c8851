"""What phones show of Dragon Boats: headlines, panels, hints and announcements."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from companion.games.dragon_boats.state import State
from companion.games.taps import focus_of, next_taps
from companion.language.messages import Refused
from tests.games.rules.dragon_boats_players import (
    DEFAULTS,
    EARLIER,
    KNOWN,
    RULES,
    SEATS,
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
    toppers,
)
from tests.games.rules.dragon_boats_positions import paying, turn

# --- scenes ---------------------------------------------------------------------------------------


def lines(state: State, title: str) -> list[str]:
    scene = RULES.scene(state, "s1")
    (panel,) = (panel for panel in scene.panels if str(panel.title) == title)
    return [str(line) for line in panel.lines]


def titles(state: State) -> list[str]:
    return [str(panel.title) for panel in RULES.scene(state, "s1").panels]


def headlines(state: State) -> tuple[str, str]:
    """The headline on Ann's phone and on the TV."""
    return str(RULES.scene(state, "s1").headline), str(RULES.scene(state, None).headline)


def test_headlines_address_the_player_to_act() -> None:
    """A phone tells its own player what to do; the others and the TV see the player's name."""
    assert headlines(bidding()) == ("Your turn: place a disc", "Round 1: Ann places a disc")
    assert str(RULES.scene(bidding(), "s2").headline) == "Round 1: Ann places a disc"
    assert headlines(replace(fresh(3), first=0, active=0)) == (
        "Your turn: put a disc on a round card",
        "Round 1: Ann puts a disc on a round card",
    )
    assert headlines(paying(bidding(4), I="1")) == (
        "Your turn: buy or pass at stall I (price 1)",
        "Round 1: Ann is at stall I (price 1)",
    )
    assert headlines(paying(give(bidding(4), "s1", goods=("tea",)), V="1")) == (
        "Your turn: trade or pass at stall V (price 1)",
        "Round 1: Ann is at stall V (price 1)",
    )
    boats = exploring(aboard(toppers(bidding(), nw="boat-11"), nw="11-"))
    assert headlines(boats) == (
        "Your turn: choose where boat NW lands",
        "Round 1: Ann steers boat NW",
    )
    storage = exploring(give(bidding(), "s1", goods=("tea", "tea", "gold", "jade")))
    assert headlines(storage) == (
        "Your turn: store and sell goods",
        "Round 1: Ann stores and sells goods",
    )


def test_the_winner_is_addressed() -> None:
    """The winner's phone says "you"; the TV names the winner, or all who share the victory."""
    state = replace(give(bidding(), "s1", treasure=3), phase="over")
    assert headlines(state) == ("You win with 3 points!", "Ann wins with 3 points")
    shared = give(give(state, "s2", treasure=3), "s1", money=3)
    assert headlines(shared)[1] == "Ann and Ben share the victory with 3 points"


def test_market_panel() -> None:
    """The market panel lists who acts in which order and what each player pays, top disc first. A
    neutral disc counts, and a free stall V has no price."""
    state = bidding(3)
    state = replace(state, stacks={**state.stacks, "I": ("s1", "s2"), "V": ("s3", "s3")})
    assert lines(state, "Market")[0].endswith("– Ben pays 3 and you pay 2")
    assert lines(state, "Market")[4] == "V: Cid pays 2 and Cid pays 1"
    free = replace(state, options={**state.options, "stall_v": "free"})
    assert lines(free, "Market")[4] == "V: Cid and Cid"
    labels = [str(choice.steps[0].label) for choice in offers(free, "s1").choices]
    assert "Bid on stall V (price 0)" in labels
    assert "Bid on stall I (price 4)" in labels


def test_boats_panel() -> None:
    """The boats panel shows the order in which boats sail and which boats players can get on."""
    state = toppers(bidding(), nw="boat-11", ne="boat-20", se="boat-05", sw="boat-06")
    state = aboard(give(state, "s2", goods=("leather", "tea")), nw="11-", ne="22-", se="1--")
    boats = lines(state, "Boats")
    assert "sails as number 2 of 2" in boats[0]
    assert "sails as number 1 of 2" in boats[1]
    assert "1 of 3 aboard" in boats[2]
    assert boats[-1] == "Ben can get on: SE and SW (middle seat)"
    away = dict.fromkeys([space.id for space in KNOWN.of_kind("farm")][:8], "s2")
    assert not any("can get on" in line for line in lines(replace(state, farmers=away), "Boats"))


def test_own_boats_are_listed_once() -> None:
    """The boats that a player can get on are listed only in the player's own panel."""
    state = toppers(give(bidding(), "s1", goods=("leather", "tea")), se="boat-05")
    assert any(line.startswith("Boats you can get on") for line in lines(state, "Your goods"))
    assert not any("can get on" in line for line in lines(state, "Boats"))


def test_own_panel_shows_an_affordable_path() -> None:
    """The own panel says that a player has goods for a free mountain path."""
    state = give(bidding(), "s1", goods=("leather", "tea", "tea"))
    path = "You can climb a mountain path"
    assert path in lines(state, "Your goods")
    taken = replace(state, paths={"A": ("s2",), "B": ("s2",)})
    for other in (give(state, "s1", goods=("leather", "tea")), taken):
        assert path not in lines(other, "Your goods")


def test_own_panel_shows_surplus_goods() -> None:
    """The own panel shows goods beyond the storage before they have to be sold."""
    four = give(bidding(), "s1", goods=("tea",) * 4)
    assert "1 good too many for your storage" in lines(four, "Your goods")
    for state in (hold(four, "s1", "E"), give(four, "s1", goods=("tea",) * 3)):
        assert not any("storage" in line for line in lines(state, "Your goods"))


def test_players_panel() -> None:
    """Everybody sees the colours of the others, how many discs they have, and on which round."""
    state = act(give(bidding(3), "s2", discs=1), "s1", "bid", stall="I")
    assert lines(state, "Players") == [
        "Ann (orange): 3 coins, 2 discs, and a disc on round 4",
        "Ben (blue): 3 coins, 1 disc, and a disc on round 4",
        "Cid (pink): 3 coins, 3 discs, and a disc on round 4",
    ]


def test_panels_at_the_end() -> None:
    """When the game is over, all cards are face up and no cards are on offer."""
    state = exploring(hold(replace(bidding(), turn=5), "s2", "O", is_open=False))
    while state.phase != "over":
        assert "Face-up cards" not in titles(state)
        state = act(state, turn(state), "store", sell=[])
    assert titles(state) == ["Your goods", "Players", "Face-up cards"]
    assert lines(state, "Face-up cards") == ["Ben: Counted Coins"]


@pytest.mark.parametrize(
    ("stall", "has", "reason"),
    [
        ("I", {"money": 0}, "costs 1, you have 0: take 1 coin"),
        ("I", {"money": 3}, "take 1 coin"),
        ("V", {"money": 3, "goods": ("tea",)}, "take 1 coin"),
    ],
)
def test_passing_gives_the_reason(stall: str, has: dict[str, Any], reason: str) -> None:
    """The offer to pass says what it earns, and why nothing else is possible."""
    state = give(paying(give(bidding(4), "s2", goods=("tea",)), **{stall: "2"}), "s2", **has)
    assert _hint_of_pass(state) == reason
    sold_out = replace(state, stalls={**state.stalls, "I": ()})
    if stall == "I" and has["money"]:
        assert _hint_of_pass(sold_out) == "sold out: take 1 coin"


def _hint_of_pass(state: State) -> str:
    (found,) = (c for c in offers(state, "s2").choices if c.move["do"] == "leave")
    return str(found.steps[0].hint)


def test_houses_are_announced_with_their_colours() -> None:
    """The history says which house and colour each player has."""
    made = RULES.setup(3, DEFAULTS, chances("x"))
    begun = RULES.begin(SEATS[:3], DEFAULTS, made, chances("x")("y"))
    assert [str(one.message) for one in begun.announcements] == [
        "Ann plays the House of the Lantern (orange)",
        "Ben plays the House of the Fan (blue)",
        "Cid plays the House of the Lotus (pink)",
    ]


def test_reach_panel() -> None:
    """The reach panel lists the hexes nearby and the food they cost, including food found on the
    way."""
    state = exploring(aboard(toppers(give(bidding(), "s1", food=1), nw="boat-11"), nw="11-"))
    state = act(state, "s1", "land", landing="N-nw")
    near, far, fed = lines(state, "Within reach")
    assert near.startswith("Free: ")
    assert near.count(",") == 2
    assert far.startswith("For 1 food: ")
    assert far.count(",") == 0
    assert fed.startswith("For 2 food: ")


def test_focus_holds_what_can_be_tapped() -> None:
    """A phone shows the part of the board with all taps; the TV shows the whole board."""
    market = give(bidding(), "s1", goods=("tea", "gold", "jade"), treasure=1)
    boats = exploring(aboard(toppers(bidding(), nw="boat-11"), nw="11-"))
    shore = act(boats, "s1", "land", landing="N-nw")
    mountain = exploring(replace(bidding(), paths={"A": ("s1",), "B": ()}))
    for state in (market, boats, shore, mountain):
        scene = RULES.scene(state, "s1")
        stage = next_taps(offers(state, "s1"), ())
        assert stage.places
        assert scene.focus
        assert focus_of(scene, stage) == scene.focus
        assert RULES.scene(state, None).focus is None


def test_a_focus_without_the_taps_is_none() -> None:
    """A phone shows the whole board if a card is about far-off boats."""
    state = hold(aboard(bidding(), nw="1--"), "s1", "B")
    scene = RULES.scene(state, "s1")
    found = offers(state, "s1")
    words = next_taps(found, ()).labels
    (card,) = (tap for tap in words if str(tap.step.label).startswith("Use "))
    assert scene.focus
    assert focus_of(scene, next_taps(found, card.path)) is None


def test_a_disc_is_not_kept_for_nothing() -> None:
    """A full purse gains nothing, so keeping a disc is not offered; old tables still allow it."""
    state = give(bidding(), "s1", money=KNOWN.most_money)
    assert not moves(state, "s1", "private")
    with pytest.raises(Refused):
        act(state, "s1", "private")
    (kept,) = (c for c in EARLIER.offers(state, "s1").choices if c.move["do"] == "private")
    assert str(kept.steps[0].hint).startswith("no money")
    says = EARLIER.act(state, "s1", kept.move, chances("x")("y")).announcements
    assert str(says[0].message) == "Ann keeps a disc"


# --- refused moves --------------------------------------------------------------------------------


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
    """Anything that is not a legal move is refused with a message."""
    with pytest.raises(Refused):
        RULES.act(bidding(), "s1", move, None)  # type: ignore[arg-type]


def test_not_your_turn() -> None:
    """Only the player in turn can act, and only players of the game."""
    for seat in ("s2", "s9"):
        assert offers(bidding(), seat).choices == ()
        with pytest.raises(Refused):
            act(bidding(), seat, "bid", stall="I")
