"""The score sheet of Dragon Boats."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from companion.games.dragon_boats.board_names import hex_names
from companion.games.dragon_boats.facts import BOARD, STORAGE, DragonBoatsFacts
from companion.games.dragon_boats.names import card_name, farm_name
from companion.games.dragon_boats.options import apply_options
from companion.games.dragon_boats.setup import card_pool
from companion.games.dragon_boats.state import Player, State
from companion.games.options import Options
from companion.games.score import BoardSpace, Field, Sheet
from companion.games.seats import Seat
from companion.games.setup import Setup
from companion.language.messages import say

MAX_MONEY_ENTERED: Final = 999
"""The most money that can be entered if there is no limit: more than anybody earns."""


def sheet_fields(
    facts: DragonBoatsFacts, options: Options, seats: Sequence[Seat]
) -> tuple[Field, ...]:
    return tuple(_fields(apply_options(facts, options), options))


def _fields(facts: DragonBoatsFacts, options: Options) -> Iterator[Field]:
    yield Field(
        "farmers",
        say("Your farmers"),
        "spaces",
        heading=say("Farmers"),
        help=say(
            "Tap every hex with one of your farmers. If the game was set up here, this also fills "
            "in the hexes below; correct them if farmers were swapped."
        ),
        board=BOARD,
        spaces=tuple(
            BoardSpace(name, facts.spaces[name].x, facts.spaces[name].y, place)
            for name, place in hex_names(facts).items()
        ),
    )
    for number, (kind, farm) in enumerate(facts.farms.items()):
        yield Field(
            f"farm-{kind}",
            farm_name(facts, kind),
            "number",
            most=farm.copies,
            heading=None if number else say("Farm hexes you took"),
            face=f"farm-hexes/{kind}",
        )
    for number, (letter, name) in enumerate(facts.wisdom.items()):
        yield Field(
            f"wisdom-{letter}",
            card_name(facts, letter),
            "flag",
            heading=None if number else say("Wisdom hexes you took"),
            face=f"wisdom-hexes/{name}",
        )
    for number, letter in enumerate(card_pool(facts, options)):
        yield Field(
            f"card-{letter}",
            card_name(facts, letter),
            "flag",
            heading=None if number else say("Bonus cards, used or not"),
            face=f"bonus-cards/{letter}",
        )
    yield Field(
        "offerings",
        say("Offerings left"),
        "number",
        most=STORAGE + 1,
        heading=say("Left over"),
        help=say("Goods sold in the last storage don’t count."),
    )
    yield Field("treasure", say("Treasures"), "number", most=facts.supplies["treasure"])
    yield Field("food", say("Food"), "number", most=facts.supplies["food"])
    yield Field(
        "money",
        say("Money"),
        "number",
        most=MAX_MONEY_ENTERED if facts.most_money is None else facts.most_money,
        help=say("Breaks ties."),
    )


def implied_entries(facts: DragonBoatsFacts, setup: Setup, sheet: Sheet) -> Sheet:
    """Players have taken the hexes on which their farmers stand."""
    land = {**setup.part("farms").values, **setup.part("wisdom").values}
    taken = Counter(land[hex_] for hex_ in sheet.get("farmers") or ())
    farms = {f"farm-{kind}": taken[kind] for kind in facts.farms if taken[kind]}
    return farms | {f"wisdom-{letter}": True for letter in facts.wisdom if taken[letter]}


def fill_sheets(facts: DragonBoatsFacts, state: State) -> Mapping[str, Sheet]:
    """Score sheets as the state fills them in; hidden cards count once the game is over."""
    return {player.seat: _sheet(state, player) for player in state.players}


def _sheet(state: State, player: Player) -> Sheet:
    over = state.phase == "over"
    sheet: dict[str, Any] = {
        "farmers": sorted(hex_ for hex_, owner in state.farmers.items() if owner == player.seat),
        "offerings": len(player.goods) if over else min(len(player.goods), player.room),
        "treasure": player.treasure,
        "food": player.food,
        "money": player.money,
    }
    for kind in sorted(set(player.farms)):
        sheet[f"farm-{kind}"] = player.farms.count(kind)
    sheet |= {f"wisdom-{letter}": True for letter in player.wisdom}
    sheet |= {f"card-{card.letter}": True for card in player.cards if card.open or over}
    return sheet
