"""Takes the game's facts and a chance for each part, gives everything that is laid out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from companion.chance import Chance
from companion.games.base import Chances, Fairness, Options, Part, Placement, Setup
from companion.games.dragon_boats.facts import (
    BOARD,
    LEAST_PLAYERS,
    MARKETS,
    MOST_PLAYERS,
    ON_DISPLAY,
    STALLS,
    Known,
)
from companion.table.model import Refused
from companion.words import Message, say

GOODS_PER_STALL: Final = 3
SHORT_ROUNDS: Final = ("1", "4", "5", "6")
DISC: Final = 15.0
"""How wide a disc is drawn, in millimetres, so that it stays inside its stall."""


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
        _neutral(known, players),
        _cards(known, options, chances("cards")),
        _rounds(known, options, chances("rounds")),
        _first(players, chances("first")),
        _estates(known),
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


def neutral_discs(known: Known, players: int) -> dict[str, int]:
    """How many discs of nobody lie on each stall."""
    return {stall: int(players in known.spaces[stall].players) for stall in STALLS}


def _boats(known: Known, chance: Chance) -> Part:
    toppers = chance.draw(tuple(known.toppers), len(known.boats))
    lying = dict(zip(known.boats, toppers, strict=True))
    return Part(
        "boats",
        say("Boats"),
        tuple(
            say(
                "{port}: the topper with {beats} beats, for {cost}",
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
    lines = tuple(
        say(
            "{island}: {farms}",
            island=name,
            farms=_listed(
                known.farms[lying[space.id]].name for space in spaces if space.island == island
            ),
        )
        for island, name in known.islands.items()
    )
    placements = tuple(_placed(known, f"farm-hexes/{lying[s.id]}", s.id) for s in spaces)
    return Part("farms", say("Farm hexes"), lines, placements, lying)


def _wisdom(known: Known, chance: Chance) -> Part:
    spaces = known.of_kind("wisdom")
    letters = chance.shuffle(tuple(known.wisdom))
    lying = {space.id: letter for space, letter in zip(spaces, letters, strict=True)}
    return Part(
        "wisdom",
        say("Wisdom hexes"),
        tuple(
            say("{place}: {letter}, {title}", place=s, letter=x, title=known.cards[x].title)
            for s, x in lying.items()
        ),
        tuple(_placed(known, f"wisdom-hexes/{known.wisdom[x]}", s) for s, x in lying.items()),
        lying,
    )


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


def _neutral(known: Known, players: int) -> Part:
    stalls = [stall for stall, count in neutral_discs(known, players).items() if count]
    lines: tuple[Message, ...] = (say("No discs of unused colours."),)
    if stalls:
        lines = (
            say(
                "A disc of an unused colour on each of the stalls {stalls}. It stays all game.",
                stalls=", ".join(stalls),
            ),
        )
    unused = f"bidding-discs/disc-{tuple(known.houses)[-1]}"
    placements = tuple(
        Placement(unused, known.spaces[stall].x, known.spaces[stall].y, space=stall, width=DISC)
        for stall in stalls
    )
    return Part("neutral", say("Discs of nobody"), lines, placements, {"stalls": stalls}, False)


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
    by_lot = options["short"] == "random"
    return Part("rounds", say("Round cards"), (line,), (), {"rounds": list(kept)}, by_lot)


def _first(players: int, chance: Chance) -> Part:
    first = chance.below(players)
    line = say("Player {number}, counted clockwise, begins.", number=first + 1)
    return Part("first", say("First player"), (line,), (), {"first": first})


def _estates(known: Known) -> Part:
    house = next(iter(known.houses.values()))
    lines = (
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
        say("From the first player clockwise: one disc on a round card, and take what it shows."),
    )
    return Part("estates", say("Players"), lines, random=False)


def _placed(known: Known, face: str, name: str) -> Placement:
    space = known.spaces[name]
    return Placement(face, space.x, space.y, space.turn, name)


def fairness_of(known: Known, farms: Mapping[str, str]) -> Fairness:
    """How evenly kinds of farms and rewards of the roads lie over the islands.

    100 is as even as whole hexes can be, 0 is every kind on an island of its own.
    """
    islands = tuple(known.islands)
    kinds = [
        Counter(kind for s, kind in farms.items() if known.spaces[s].island == i) for i in islands
    ]
    icons = [Counter(s.icon for s in known.of_kind("road") if s.island == i) for i in islands]
    off, worst, reason = 0.0, 0.0, say("Every kind of farm is spread as evenly as it can be.")
    crowded = 0.0
    for counts in (kinds, icons):
        for thing in sorted({thing for count in counts for thing in count}):
            held = [count[thing] for count in counts]
            low, high = _least_spread(sum(held), len(held)), _spread([sum(held)] + [0] * 3)
            off += _spread(held) - low
            worst += high - low
            crowd = max(held) - sum(held) / len(held)
            if counts is kinds and crowd > max(crowded, 1.0):
                crowded = crowd
                reason = say(
                    "{island} has {count} of the {total} {farm} hexes.",
                    island=known.islands[islands[held.index(max(held))]],
                    count=max(held),
                    total=sum(held),
                    farm=known.farms[thing].name,
                )
    return Fairness(round(100 * (1 - off / worst)), reason)


def _spread(held: Sequence[int]) -> float:
    mean = sum(held) / len(held)
    return sum(abs(count - mean) for count in held)


def _least_spread(total: int, places: int) -> float:
    each, over = divmod(total, places)
    return _spread([each + (place < over) for place in range(places)])


def port_name(known: Known, boat: str) -> str:
    return known.boats[boat].removeprefix("home-").upper()


def goods_text(known: Known, goods: Sequence[str]) -> str:
    """Goods as people count them: Tea, 2 Jade."""
    return _listed(
        f"{count} {known.goods[good]}" if count > 1 else known.goods[good]
        for good, count in Counter(goods).items()
    )


def _listed(names: Iterable[str]) -> str:
    return ", ".join(names)
