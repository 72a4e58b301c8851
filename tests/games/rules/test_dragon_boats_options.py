"""The options of Dragon Boats, most of which settle what the rulebook leaves open."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest
from msgspec.structs import replace

from companion.games.dragon_boats.explore import next_prompt, starting_walker
from companion.games.dragon_boats.state import State
from companion.games.setup import Setup
from companion.language.messages import Refused
from companion.table.game_rules import full_options, options_of
from companion.table.score_entries import check_entry
from tests.games.rules.bots import CARDS, Play
from tests.games.rules.dragon_boats_players import (
    DEFAULTS,
    KNOWN,
    RULES,
    SEATS,
    SLUG,
    aboard,
    act,
    announced,
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
from tests.games.rules.dragon_boats_positions import paying, turn, walk

GAPS = {
    "well_read": "others",
    "card_points": "one",
    "deck_cards": "open",
    "road_cards": "deck",
    "private_actions": "3",
    "money_track": "endless",
    "round_gains": "same",
    "neutral": "lot",
    "ports": "closed",
    "found_food": "later",
}
"""What the rulebook leaves open, with choices other than the printed ones."""


def setup(players: int = 4, words: str = "test", **options: str) -> Setup:
    return RULES.setup(players, {**DEFAULTS, **options}, chances(words))


def points(sheet: dict[str, Any], **options: str) -> int:
    result = RULES.score({**DEFAULTS, **options}, {"s1": sheet}, SEATS[:2])
    return result.totals[0].points


def panel_lines(state: State, seat: str, title: str) -> list[str]:
    panels = RULES.scene(state, seat).panels
    (panel,) = (panel for panel in panels if str(panel.title) == title)
    return [str(line) for line in panel.lines]


def setup_lines(made: Setup, part: str) -> list[str]:
    return [str(line) for line in made.part(part).lines]


def ashore(landing: str, food: int, **options: str) -> State:
    """Ann is about to go ashore with this much food, from a boat with two of her members."""
    boat = landing.partition("-")[2]
    state = give(toppers(bidding(2, **options), **{boat: "boat-11"}), "s1", food=food)
    return act(exploring(aboard(state, **{boat: "11-"})), "s1", "land", landing=landing)


# --- all of them ----------------------------------------------------------------------------------


def test_every_gap_mentions_the_rulebook() -> None:
    """Each gap of the rulebook is an option that says so, and these tests try another choice."""
    whys = {option.id: str(option.why) for option in RULES.options if option.rare}
    assert set(GAPS) <= set(whys)
    assert all("rulebook" in why for why in whys.values())
    assert all(GAPS[name] != DEFAULTS[name] for name in GAPS)


def test_reference_names_every_gap() -> None:
    """The reference mentions every option that settles a gap."""
    text = (CARDS / SLUG / "reference.yaml").read_text(encoding="utf-8")
    missing = [str(o.title) for o in RULES.options if o.rare and f"“{o.title}”" not in text]
    assert missing == []


def test_options_of_older_tables() -> None:
    """A table from before these options keeps its rules: options it lacks are as printed."""
    older = {"interactive": "on", "short": "no", "stall_v": "free", "paths": "one"}
    assert full_options(RULES, older) == {**DEFAULTS, "stall_v": "free"}
    play = Play(SLUG, 3, older, 1)
    assert options_of(play.table) == {**DEFAULTS, "stall_v": "free"}
    assert play.table.play.options == {**DEFAULTS, "stall_v": "free"}


# --- round cards, money, private actions ----------------------------------------------------------


@pytest.mark.parametrize(("choice", "money"), [("printed", 2), ("1", 1), ("3", 3)])
def test_private_actions(choice: str, money: int) -> None:
    """A private action gives the amount that the table chose, and the offer says so."""
    state = give(bidding(private_actions=choice), "s1", money=1)
    (home,) = (c for c in offers(state, "s1").choices if c.move["do"] == "private")
    assert str(home.steps[0].hint) == ("take 1 coin" if money == 1 else f"take {money} coins")
    assert act(state, "s1", "private").player("s1").money == 1 + money
    mentioned = any("private action" in line for line in setup_lines(_of(state), "estates"))
    assert mentioned == (choice != "printed")


def _of(state: State) -> Setup:
    return setup(len(state.players), **state.options)


def test_money_without_a_limit() -> None:
    """Without a limit no coin is lost: by a private action, at a stall or in storage."""
    state = give(bidding(money_track="endless"), "s1", money=6)
    assert str(RULES.scene(state, "s1").lead[0].line) == "6 coins, 0 food, and 0 treasures"
    assert act(state, "s1", "private").player("s1").money == 8
    leaving = give(paying(bidding(4, money_track="endless"), I="2"), "s2", money=9)
    assert act(leaving, "s2", "leave").player("s2").money == 10
    storing = exploring(replace(give(state, "s1", goods=("tea",), treasure=1), selling=("s1",)))
    assert storing.phase == "store"
    sold = act(storing, "s1", "store", sell=["tea-1", "treasure-1"])
    assert sold.player("s1").money == 9
    assert "no limit" in " ".join(setup_lines(_of(state), "estates"))


def test_money_on_the_score_sheet() -> None:
    """A sheet takes money beyond the track only where there is no limit."""
    for choice, most in (("printed", 6), ("endless", 999)):
        fields = RULES.fields({**DEFAULTS, "money_track": choice}, SEATS)
        (money,) = (field for field in fields if field.id == "money")
        check_entry(money, most)
        with pytest.raises(Refused):
            check_entry(money, most + 1)
    assert points({"money": 21, "wisdom-O": True}, money_track="endless") == 10


def test_round_cards_bring_the_same() -> None:
    """All round cards can give the same, the median of the printed amounts; setup, offers and
    moves agree on it."""
    state = replace(fresh(3, round_gains="same"), first=0, active=0)
    hints = {str(choice.steps[0].hint) for choice in offers(state, "s1").choices}
    assert hints == {"3 coins and 2 offerings"}
    for number in "2345":
        player = act(state, "s1", "track", round=number).player("s1")
        assert (player.money, len(player.goods), player.food, player.treasure) == (3, 2, 0, 0)
    assert setup_lines(_of(state), "rounds")[1:] == [
        "A disc on any of them, whatever it shows: 3 coins and 2 offerings"
    ]
    for number in ("1", "6"):
        with pytest.raises(Refused):
            act(state, "s1", "track", round=number)


# --- neutral discs -------------------------------------------------------------------------------


def test_neutral_discs_by_lot() -> None:
    """Three players draw any two of the four stalls and can roll again; with two players all four
    have a disc, with four players none."""
    seen = {tuple(_neutral(3, str(number))) for number in range(60)}
    assert seen == set(combinations(("I", "II", "III", "IV"), 2))
    assert _neutral(2) == ["I", "II", "III", "IV"]
    assert _neutral(4) == []
    rolled = {n: setup(n, neutral="lot").part("neutral").random for n in (2, 3, 4)}
    assert rolled == {2: False, 3: True, 4: False}
    assert not setup(3).part("neutral").random


def _neutral(players: int, words: str = "test") -> list[str]:
    stalls: list[str] = setup(players, words, neutral="lot").part("neutral").values["stalls"]
    return stalls


@pytest.mark.parametrize("choice", ["printed", "lot", "none"])
def test_neutral_discs_make_dearer(choice: str) -> None:
    """A stall costs more exactly where the setup puts a neutral disc."""
    state = fresh(3, "lots", neutral=choice)
    part = setup(3, "lots", neutral=choice).part("neutral")
    stalls = part.values["stalls"]
    assert [stall for stall, count in state.neutral.items() if count] == stalls
    assert len(part.tokens) == len(stalls) == (0 if choice == "none" else 2)
    assert all(state.price(stall) == (stall in stalls) for stall in state.stacks)


# --- cards ----------------------------------------------------------------------------------------


def test_points_of_cards() -> None:
    """Cards score as printed, one each or nothing; the points of Well Read are always added."""
    sheet = {"card-A": True, "card-E": True, "card-L": True}
    for choice, alone in (("printed", 2 + 1 + 0), ("one", 3), ("none", 0)):
        assert points(sheet, card_points=choice) == alone + 3
    result = RULES.score({**DEFAULTS, "card_points": "one"}, {"s1": sheet}, SEATS[:2])
    (cards,) = (line for line in result.totals[0].lines if str(line.title) == "Cards")
    assert {str(line.why) for line in cards.parts} == {"1 for each card"}


def test_well_read_counts_only_others() -> None:
    """The card may leave itself out; the wisdom hex still counts it. If both count once, the
    better one does."""
    sheet = {"card-A": True, "card-E": True, "card-L": True}
    assert points(sheet, well_read="others") == 3 + 2
    both = {**sheet, "wisdom-L": True}
    assert points(both) == 3 + 3 + 3
    assert points(both, well_read="others") == 3 + 2 + 3
    assert points(both, well_read="others", twins="once") == 3 + 3
    assert points({"card-A": True, "wisdom-L": True}, well_read="others") == 2 + 1


def test_cards_from_the_deck_face_up() -> None:
    """Cards from the deck can be face up, and the offer says so."""
    state = paying(give(bidding(4, deck_cards="open"), "s2", treasure=1), V="2")
    letter = next(x for x in state.deck if KNOWN.cards[x].type == "one-time")
    state = replace(state, deck=(letter, *(x for x in state.deck if x != letter)))
    hints = {str(c.steps[0].hint) for c in offers(state, "s2").choices if c.move["do"] == "learn"}
    assert hints == {
        "for a treasure, price 1",
        "for a treasure, price 1. Everyone will see it.",
    }
    after, says = announced(state, "s2", "learn", card="deck")
    assert after.player("s2").cards[0].open
    title = KNOWN.cards[letter].title
    assert [one.to for one in says if title in str(one.message)] == [()]
    assert any(title in line for line in panel_lines(after, "s1", "Face-up cards"))


def test_card_icon_gives_the_top_of_the_deck() -> None:
    """The card icon of a road can give only the top of the deck, which is drawn at once, or a card
    on display if the deck is empty."""
    near = walk(ashore("N-nw", 2, road_cards="deck"), "N-road-5", "N-road-4")
    state = walk(near, "N-road-3")
    assert not state.gift
    assert len(state.player("s1").cards) == 1
    assert state.display == near.display
    empty = walk(replace(near, deck=()), "N-road-3")
    with pytest.raises(Refused):
        act(empty, "s1", "take", card="deck")
    assert [move["card"] for move in moves(empty, "s1", "take")] == list(state.display)
    assert act(empty, "s1", "take", card=state.display[0]).display == state.display[1:]


# --- walks ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("choice", "beyond"), [("open", True), ("closed", False)])
def test_the_other_landing(choice: str, beyond: bool) -> None:
    """A walk can cross the other landing of an island, unless it is blocked."""
    state = ashore("S-sw", 9, ports=choice)
    road = [f"S-road-{number}" for number in range(1, 6)]
    state = walk(state, *road[:3])
    state = walk(act(state, "s1", "take", card=state.display[0]), *road[3:])
    targets = {move["to"] for move in moves(state, "s1", "walk")}
    assert targets == {"S2", "S5"} | ({"S-se"} if beyond else set())
    if not beyond:
        with pytest.raises(Refused):
            walk(state, "S-se")


def test_found_food_is_for_the_next_walk() -> None:
    """Food found on a road can be kept for the next walk of its house."""
    west = ["W-nw", "W-road-1", "W-road-2", "W-road-3", "W-road-4"]
    assert KNOWN.spaces[west[4]].icon == "food"
    for choice, goes_on in (("now", True), ("later", False)):
        state = walk(ashore("W-nw", 2, found_food=choice), *west[1:4])
        state = walk(act(state, "s1", "take", card=state.display[0]), west[4])
        assert state.player("s1").food == 1
        assert (state.walker is not None) == goes_on
        if not goes_on:
            assert turn(state) == "s1"
            later = next_prompt(KNOWN, state)
            assert later is not None
            assert starting_walker(KNOWN, state, later).pack == 1


def test_food_of_a_card_is_for_the_next_walk() -> None:
    """Food from One of Each does not help a walk that has begun, only a later one."""
    state = hold(ashore("W-nw", 0, found_food="later"), "s1", "P")
    assert walk(state, "W-road-1", "W-road-2").walker is None
    fed = walk(act(state, "s1", "P"), "W-road-1", "W-road-2")
    assert {move["to"] for move in moves(fed, "s1", "walk")} >= {"W4", "W-road-3"}
    begun = act(walk(state, "W-road-1"), "s1", "P")
    assert walk(begun, "W-road-2").walker is None
