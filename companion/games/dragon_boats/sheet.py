"""Takes the game's facts and options, gives the score sheet that each player fills in; and of a
game in play, that sheet filled in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, Final

from companion.games.base import Field, Options, Setup, Sheet, Space
from companion.games.dragon_boats.facts import BOARD, STORAGE, Known
from companion.games.dragon_boats.names import farm_name
from companion.games.dragon_boats.places import hex_names
from companion.games.dragon_boats.setup import card_pool
from companion.games.dragon_boats.state import Player, State
from companion.words import say

UNCOUNTED: Final = 999
"""What money can be entered where there is no limit: more than anybody ever earns."""


def sheet_fields(known: Known, options: Options) -> tuple[Field, ...]:
    return tuple(_fields(known, options))


def _fields(known: Known, options: Options) -> Iterator[Field]:
    yield Field(
        "farmers",
        say("Your farmers"),
        "spaces",
        heading=say("Farmers"),
        help=say(
            "Tap every hex where one of your members stands. If this table was set up here, that "
            "fills in the hexes below; change them where farmers were swapped."
        ),
        board=BOARD,
        spaces=tuple(
            Space(name, known.spaces[name].x, known.spaces[name].y, place)
            for name, place in hex_names(known).items()
        ),
    )
    for number, (kind, farm) in enumerate(known.farms.items()):
        yield Field(
            f"farm-{kind}",
            farm_name(known, kind),
            "number",
            most=farm.copies,
            heading=None if number else say("Farm hexes you took"),
            face=f"farm-hexes/{kind}",
        )
    for number, (letter, name) in enumerate(known.wisdom.items()):
        yield Field(
            f"wisdom-{letter}",
            say("{name}", name=known.cards[letter].title),
            "flag",
            heading=None if number else say("Wisdom hexes you took"),
            face=f"wisdom-hexes/{name}",
        )
    for number, letter in enumerate(card_pool(known, options)):
        yield Field(
            f"card-{letter}",
            say("{name}", name=known.cards[letter].title),
            "flag",
            heading=None if number else say("Bonus cards, used or not"),
            face=f"bonus-cards/{letter}",
        )
    yield Field(
        "offerings",
        say("Offerings left"),
        "number",
        most=STORAGE + 1,
        heading=say("Stores"),
        help=say("What you sold in the last storage does not count."),
    )
    yield Field("treasure", say("Treasures"), "number", most=known.supplies["treasure"])
    yield Field("food", say("Food"), "number", most=known.supplies["food"])
    yield Field(
        "money",
        say("Money"),
        "number",
        most=UNCOUNTED if known.most_money is None else known.most_money,
        help=say("Breaks a tie."),
    )


def hexes_taken(known: Known, setup: Setup, sheet: Sheet) -> Sheet:
    """Whoever stands on a hex has taken what was laid there."""
    land = {**setup.part("farms").values, **setup.part("wisdom").values}
    taken = Counter(land[hex_] for hex_ in sheet.get("farmers") or ())
    farms = {f"farm-{kind}": taken[kind] for kind in known.farms if taken[kind]}
    return farms | {f"wisdom-{letter}": True for letter in known.wisdom if taken[letter]}


def sheets_of(state: State) -> Mapping[str, Sheet]:
    """Score sheets as the state fills them in; hidden cards count when the game is over."""
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
