"""Takes the game's facts and a chance for each part, gives everything that is laid out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from typing import Final

from companion.chance import Chance
from companion.games.base import Chances, Options, Part, Placement, Setup, Token
from companion.games.dragon_boats.amounts import in_a_row, shown_on
from companion.games.dragon_boats.facts import (
    BOARD,
    LEAST_PLAYERS,
    MARKETS,
    MOST_PLAYERS,
    ON_DISPLAY,
    STALLS,
    Known,
)
from companion.games.dragon_boats.fairness import fairness_of
from companion.games.dragon_boats.names import farm_name, goods_text, named
from companion.games.dragon_boats.places import in_rows, port_name
from companion.table.model import Refused
from companion.words import Message, player, say

GOODS_PER_STALL: Final = 3
SHORT_ROUNDS: Final = ("1", "4", "5", "6")
DISC: Final = 13.0
"""How wide a disc is drawn, in millimetres, so that it stays inside its stall."""
NOBODY: Final = "#7d878c"
"""The colour of discs that nobody plays: which house is unused, a setup does not know."""


def make_setup(known: Known, players: int, options: Options, chances: Chances) -> Setup:
    if not LEAST_PLAYERS <= players <= MOST_PLAYERS:
        raise Refused(
            "this game is for {least} to {most} players", least=LEAST_PLAYERS, most=MOST_PLAYERS
        )
    if options["short"] != "no" and players != MOST_PLAYERS:
        raise Refused("the shorter game is for {count} players", count=MOST_PLAYERS)
    farms = _farms(known, chances("farms"))
    parts = (
        _boats(known, chances("boats")),
        farms,
        _wisdom(known, chances("wisdom")),
        _stalls(known, chances("stalls")),
        _neutral(known, players, options, chances("neutral")),
        _cards(known, options, chances("cards")),
        _rounds(known, options, chances("rounds")),
        _first(players, chances("first")),
        _estates(known, options),
    )
    return Setup(BOARD, parts, fairness_of(known, farms.values))


def card_pool(known: Known, options: Options) -> tuple[str, ...]:
    """The cards that are in the game."""
    peaceful = options["interactive"] == "off"
    return tuple(
        letter for letter, card in known.cards.items() if not (peaceful and card.interactive)
    )


def bag_of(known: Known) -> tuple[str, ...]:
    return tuple(good for good, copies in known.offerings.items() for _ in range(copies))


def _boats(known: Known, chance: Chance) -> Part:
    toppers = chance.draw(tuple(known.toppers), len(known.boats))
    lying = dict(zip(known.boats, toppers, strict=True))
    return Part(
        "boats",
        say("Boats"),
        tuple(
            say(
                "{port}: the topper with drum {beats}, for {cost}",
                port=port_name(known, boat),
                beats=known.toppers[topper].beats,
                cost=goods_text(known, known.toppers[topper].cost),
            )
            for boat, topper in lying.items()
        ),
        tuple(
            _placed(known, f"boat-toppers/{topper}", known.boats[boat])
            for boat, topper in lying.items()
        ),
        lying,
    )


def _farms(known: Known, chance: Chance) -> Part:
    spaces = known.of_kind("farm")
    hexes = tuple(kind for kind, farm in known.farms.items() for _ in range(farm.copies))
    drawn = chance.draw(hexes, len(spaces))
    lying = {space.id: kind for space, kind in zip(spaces, drawn, strict=True)}
    lines = [say("Row by row, from the top:")]
    for island, name in known.islands.items():
        rows = in_rows(space for space in spaces if space.island == island)
        farms = [in_a_row([farm_name(known, lying[space.id]) for space in row]) for row in rows]
        by_row = reduce(lambda one, more: say("{one} / {more}", one=one, more=more), farms)
        lines.append(say("{island}: {farms}", island=named(name), farms=by_row))
    placements = tuple(_placed(known, f"farm-hexes/{lying[s.id]}", s.id) for s in spaces)
    return Part("farms", say("Farm hexes"), tuple(lines), placements, lying)


def _wisdom(known: Known, chance: Chance) -> Part:
    spaces = known.of_kind("wisdom")
    letters = chance.shuffle(tuple(known.wisdom))
    lying = {space.id: letter for space, letter in zip(spaces, letters, strict=True)}
    lines = [say("Row by row, from the top:")]
    for number, row in enumerate(in_rows(spaces), 1):
        tiles = _listed(f"{lying[s.id]} {known.cards[lying[s.id]].title}" for s in row)
        lines.append(say("{number}: {tiles}", number=number, tiles=tiles))
    placements = tuple(
        _placed(known, f"wisdom-hexes/{known.wisdom[x]}", s) for s, x in lying.items()
    )
    return Part("wisdom", say("Wisdom hexes"), tuple(lines), placements, lying)


def _stalls(known: Known, chance: Chance) -> Part:
    drawn = chance.draw(bag_of(known), GOODS_PER_STALL * len(MARKETS))
    lying = {
        stall: list(drawn[GOODS_PER_STALL * number : GOODS_PER_STALL * (number + 1)])
        for number, stall in enumerate(MARKETS)
    }
    return Part(
        "stalls",
        say("Offerings on the stalls"),
        tuple(
            say("Stall {stall}: {goods}", stall=stall, goods=goods_text(known, goods))
            for stall, goods in lying.items()
        ),
        tuple(
            _placed(known, f"offering-tiles/offering-{good}", f"{stall}-{slot}")
            for stall, goods in lying.items()
            for slot, good in enumerate(goods, 1)
        ),
        lying,
    )


def _neutral(known: Known, players: int, options: Options, chance: Chance) -> Part:
    marked = [stall for stall in STALLS if players in known.spaces[stall].players]
    by_lot = options["neutral"] == "lot" and 0 < len(marked) < len(MARKETS)
    stalls = [] if options["neutral"] == "none" else marked
    if by_lot:
        drawn = chance.draw(MARKETS, len(marked))
        stalls = [stall for stall in MARKETS if stall in drawn]
    lines: tuple[Message, ...] = (say("No discs of unused colours."),)
    if stalls:
        lines = (
            say(
                "A disc of an unused colour on each of the stalls {stalls}. It stays all game.",
                stalls=", ".join(stalls),
            ),
        )
    return Part(
        "neutral",
        say("Discs of nobody"),
        lines,
        values={"stalls": stalls},
        random=by_lot,
        tokens=tuple(disc_of_nobody(known, stall) for stall in stalls),
    )


def disc_of_nobody(known: Known, stall: str) -> Token:
    space = known.spaces[stall]
    label = say("disc of nobody on stall {stall}", stall=stall)
    return Token(space.x, space.y, label, colour=NOBODY, width=DISC)


def _cards(known: Known, options: Options, chance: Chance) -> Part:
    shown = chance.draw(card_pool(known, options), ON_DISPLAY)
    titles = _listed(known.cards[letter].title for letter in shown)
    lines = [say("On display: {cards}", cards=titles)]
    if options["interactive"] == "off":
        out = ", ".join(letter for letter, card in known.cards.items() if card.interactive)
        lines.insert(0, say("Back into the box: {cards}", cards=out))
    return Part("cards", say("Bonus cards"), tuple(lines), (), {"display": list(shown)})


def _rounds(known: Known, options: Options, chance: Chance) -> Part:
    middle = tuple(name for name, card in known.rounds.items() if not card.permanent)
    kept: Sequence[str] = tuple(known.rounds)
    if options["short"] == "1456":
        kept = SHORT_ROUNDS
    elif options["short"] == "random":
        gone = chance.draw(middle, 2)
        kept = [name for name in known.rounds if name not in gone]
    line = say("Lay out the round cards {rounds}, in this order.", rounds=", ".join(kept))
    cards = {name: known.rounds[name] for name in kept if not known.rounds[name].restricted}
    gains = [
        say("A disc on round {round}: {gains}", round=name, gains=shown_on(card))
        for name, card in cards.items()
    ]
    if options["round_gains"] == "same":
        same = shown_on(next(iter(cards.values())))
        gains = [say("A disc on any of them, whatever it shows: {gains}", gains=same)]
    by_lot = options["short"] == "random"
    return Part("rounds", say("Round cards"), (line, *gains), (), {"rounds": list(kept)}, by_lot)


def _first(players: int, chance: Chance) -> Part:
    first = chance.below(players)
    line = say("{player} begins; then it goes round clockwise.", player=player(first + 1))
    return Part("first", say("First player"), (line,), (), {"first": first})


def _estates(known: Known, options: Options) -> Part:
    house = next(iter(known.houses.values()))
    lines = [
        say(
            "Each player: a board, a money marker, {discs} discs and {members} members.",
            discs=house.discs,
            members=house.members,
        ),
        say(
            "Beside the board: {food} food and {treasure} treasure cards.",
            food=known.supplies["food"],
            treasure=known.supplies["treasure"],
        ),
        say("From the first player clockwise: one disc on a round card, and take what it brings."),
    ]
    if options["private_actions"] != "printed":
        lines.append(
            say(
                "A private action gives {count} money, whatever the board shows.",
                count=known.private_money,
            )
        )
    if known.most_money is None:
        lines.append(say("Money has no limit: note down what goes beyond the track."))
    return Part("estates", say("Players"), tuple(lines), random=False)


def _placed(known: Known, face: str, name: str) -> Placement:
    space = known.spaces[name]
    return Placement(face, space.x, space.y, space.turn, name)


def _listed(names: Iterable[str]) -> str:
    return ", ".join(names)
