"""Takes the game's facts and options, gives the score sheet that each player fills in."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.base import Field, Options, Space
from companion.games.dragon_boats.facts import BOARD, STORAGE, Known
from companion.games.dragon_boats.setup import card_pool
from companion.words import say


def sheet_fields(known: Known, options: Options) -> tuple[Field, ...]:
    return tuple(_fields(known, options))


def _fields(known: Known, options: Options) -> Iterator[Field]:
    yield Field(
        "farmers",
        say("Your farmers"),
        "spaces",
        heading=say("Farmers"),
        help=say("Tap every hex where one of your members stands."),
        board=BOARD,
        spaces=tuple(
            Space(s.id, s.x, s.y, say("Hex {place}", place=s.id))
            for s in known.of_kind("farm", "wisdom")
        ),
    )
    for number, (kind, farm) in enumerate(known.farms.items()):
        yield Field(
            f"farm-{kind}",
            say("{name}", name=farm.name),
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
        most=known.most_money,
        help=say("Breaks a tie."),
    )
