"""All pieces of Dragon Boats as they are set up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from companion.games.dragon_boats.facts import BOARD, DragonBoatsFacts
from companion.games.dragon_boats.options import apply_options
from companion.games.dragon_boats.setup import bag_of, card_pool
from companion.games.options import Options
from companion.games.setup import Chances, Setup
from companion.games.tabletop import (
    FullTable,
    LaidPiece,
    PlayerArea,
    SnapPoint,
    Supply,
    laid_placements,
)
from companion.language.messages import player


def lay_table(
    facts: DragonBoatsFacts, setup: Setup, players: int, options: Options, chances: Chances
) -> FullTable:
    facts = apply_options(facts, options)
    return FullTable(
        BOARD,
        (
            *_boats(facts),
            *laid_placements(setup, "boats", "farms", "wisdom", "stalls"),
            *_neutral(facts, setup, players),
        ),
        _supply(facts, setup, options, chances),
        tuple(
            _area(facts, house, number, setup.starter)
            for number, house in enumerate(tuple(facts.houses)[:players])
        ),
        tuple(SnapPoint(space.x, space.y, space.turn) for space in facts.spaces.values()),
    )


def _boats(facts: DragonBoatsFacts) -> Iterable[LaidPiece]:
    for boat, home in facts.boats.items():
        space = facts.spaces[home]
        yield LaidPiece(f"boats/{boat}", space.x, space.y, space.turn)


def _neutral(facts: DragonBoatsFacts, setup: Setup, players: int) -> Iterable[LaidPiece]:
    """Discs of houses that nobody plays."""
    unused = tuple(facts.houses)[players:]
    discs = (house for house in unused for _ in range(facts.houses[house].discs))
    for stall, house in zip(setup.part("neutral").values["stalls"], discs, strict=False):
        yield LaidPiece(f"bidding-discs/disc-{house}", facts.spaces[stall].x, facts.spaces[stall].y)


def _supply(
    facts: DragonBoatsFacts, setup: Setup, options: Options, chances: Chances
) -> tuple[Supply, ...]:
    shown = setup.part("cards").values["display"]
    deck = [letter for letter in card_pool(facts, options) if letter not in shown]
    laid = setup.part("boats").values.values()
    toppers = [topper for topper in facts.toppers if topper not in laid]
    drawn = Counter(good for goods in setup.part("stalls").values.values() for good in goods)
    goods = [f"offering-{good}" for good in (Counter(bag_of(facts)) - drawn).elements()]
    rounds = [f"round-{number}" for number in setup.part("rounds").values["rounds"]]
    return (
        Supply("display", _rows("bonus-cards", shown), "row"),
        Supply("bonus", _rows("bonus-cards", chances("table-cards").shuffle(deck)), "deck"),
        Supply("rounds", _rows("round-cards", rounds), "row"),
        Supply("food", ("food-cards",), "pile"),
        Supply("treasure", ("treasure-cards",), "pile"),
        Supply("offerings", _rows("offering-tiles", chances("table-bag").shuffle(goods)), "bag"),
        Supply("toppers", _rows("boat-toppers", chances("table-boats").shuffle(toppers)), "bag"),
        Supply("pads", ("score-pad",), "pile"),
    )


def _area(facts: DragonBoatsFacts, house: str, number: int, starter: int | None) -> PlayerArea:
    printed = facts.houses[house]
    first = ("first-player/first-player",) if number == starter else ()
    return PlayerArea(
        player(number + 1),
        printed.colour,
        (
            Supply("board", (f"player-boards/estate-{house}",), "row"),
            Supply("aid", ("player-aid/aid",), "row"),
            Supply("discs", (f"bidding-discs/disc-{house}",) * printed.discs, "pile"),
            Supply("members", (f"house-members/member-{house}",) * printed.members, "row"),
            Supply("money", (f"money-markers/marker-{house}", *first), "row"),
        ),
    )


def _rows(component: str, names: Iterable[str]) -> tuple[str, ...]:
    return tuple(f"{component}/{name}" for name in names)
