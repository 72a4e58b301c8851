"""The setup of Dragon Boats."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import Final

from companion.chance.provable import Chance
from companion.games.dragon_boats.amounts import coins, describe_gains, join_names
from companion.games.dragon_boats.board_names import in_rows, port_name
from companion.games.dragon_boats.facts import (
    BOARD,
    MARKETS,
    MAX_PLAYERS,
    MIN_PLAYERS,
    ON_DISPLAY,
    STALLS,
    DragonBoatsFacts,
)
from companion.games.dragon_boats.fairness import fairness_of
from companion.games.dragon_boats.names import card_name, farm_name, goods_text, translated_name
from companion.games.dragon_boats.options import apply_options
from companion.games.options import Options
from companion.games.scene import Token
from companion.games.setup import Chances, Part, Placement, Setup
from companion.language.messages import Message, Refused, listing, player, say, say_count

GOODS_PER_STALL: Final = 3
SHORT_ROUNDS: Final = ("1", "4", "5", "6")
DISC: Final = 13.0
"""The drawn width of a disc in millimetres, so that it stays inside its stall."""
NEUTRAL_COLOUR: Final = "#7d878c"
"""The colour of neutral discs: a setup does not know which houses are unused."""


def make_setup(facts: DragonBoatsFacts, players: int, options: Options, chances: Chances) -> Setup:
    facts = apply_options(facts, options)
    if not MIN_PLAYERS <= players <= MAX_PLAYERS:
        raise Refused(
            "this game is for {least} to {most} players", least=MIN_PLAYERS, most=MAX_PLAYERS
        )
    if options["short"] != "no" and players != MAX_PLAYERS:
        raise Refused("the shorter game is only for {count} players", count=MAX_PLAYERS)
    farms = _farms(facts, chances("farms"))
    parts = (
        _boats(facts, chances("boats")),
        farms,
        _wisdom(facts, chances("wisdom")),
        _stalls(facts, chances("stalls")),
        _neutral(facts, players, options, chances("neutral")),
        _cards(facts, options, chances("cards")),
        _rounds(facts, options, chances("rounds")),
        _first(players, chances("first")),
        _estates(facts, options),
    )
    return Setup(BOARD, parts, fairness_of(facts, farms.values))


def card_pool(facts: DragonBoatsFacts, options: Options) -> tuple[str, ...]:
    """The letters of the cards that are in the game."""
    peaceful = options["interactive"] == "off"
    return tuple(
        letter for letter, card in facts.cards.items() if not (peaceful and card.interactive)
    )


def bag_of(facts: DragonBoatsFacts) -> tuple[str, ...]:
    return tuple(good for good, copies in facts.offerings.items() for _ in range(copies))


def _boats(facts: DragonBoatsFacts, chance: Chance) -> Part:
    toppers = chance.draw(tuple(facts.toppers), len(facts.boats))
    placed = dict(zip(facts.boats, toppers, strict=True))
    return Part(
        "boats",
        say("Boats"),
        tuple(
            say(
                "Boat {port}: the topper with drum {beats}, for {cost}",
                port=port_name(facts, boat),
                beats=facts.toppers[topper].beats,
                cost=goods_text(facts, facts.toppers[topper].cost),
            )
            for boat, topper in placed.items()
        ),
        tuple(
            _placement(facts, f"boat-toppers/{topper}", facts.boats[boat])
            for boat, topper in placed.items()
        ),
        placed,
        used=tuple(f"boat-toppers/{topper}" for topper in toppers),
    )


def _farms(facts: DragonBoatsFacts, chance: Chance) -> Part:
    spaces = facts.of_kind("farm")
    hexes = tuple(kind for kind, farm in facts.farms.items() for _ in range(farm.copies))
    drawn = chance.draw(hexes, len(spaces))
    placed = {space.id: kind for space, kind in zip(spaces, drawn, strict=True)}
    lines = [say("Row by row, from the top:")]
    for island, name in facts.islands.items():
        rows = in_rows(space for space in spaces if space.island == island)
        farms = [join_names([farm_name(facts, placed[space.id]) for space in row]) for row in rows]
        by_row = reduce(lambda one, more: say("{one} / {more}", one=one, more=more), farms)
        lines.append(say("{island}: {farms}", island=translated_name(name), farms=by_row))
    placements = tuple(_placement(facts, f"farm-hexes/{placed[s.id]}", s.id) for s in spaces)
    return Part(
        "farms",
        say("Farm hexes"),
        tuple(lines),
        placements,
        placed,
        used=tuple(placement.face for placement in placements),
        unseen={"farm-hexes": len(hexes) - len(drawn)},
    )


def _wisdom(facts: DragonBoatsFacts, chance: Chance) -> Part:
    spaces = facts.of_kind("wisdom")
    letters = chance.shuffle(tuple(facts.wisdom))
    placed = {space.id: letter for space, letter in zip(spaces, letters, strict=True)}
    lines = [say("Row by row, from the top:")]
    for number, row in enumerate(in_rows(spaces), 1):
        tiles = listing(_lettered(facts, placed[s.id]) for s in row)
        lines.append(say("Row {number}: {tiles}", number=number, tiles=tiles))
    placements = tuple(
        _placement(facts, f"wisdom-hexes/{facts.wisdom[x]}", s) for s, x in placed.items()
    )
    used = tuple(placement.face for placement in placements)
    return Part("wisdom", say("Wisdom hexes"), tuple(lines), placements, placed, used=used)


def _lettered(facts: DragonBoatsFacts, letter: str) -> Message:
    return say("{letter} {title}", letter=letter, title=card_name(facts, letter))


def _stalls(facts: DragonBoatsFacts, chance: Chance) -> Part:
    drawn = chance.draw(bag_of(facts), GOODS_PER_STALL * len(MARKETS))
    placed = {
        stall: list(drawn[GOODS_PER_STALL * number : GOODS_PER_STALL * (number + 1)])
        for number, stall in enumerate(MARKETS)
    }
    return Part(
        "stalls",
        say("Offerings on the stalls"),
        tuple(
            say("Stall {stall}: {goods}", stall=stall, goods=goods_text(facts, goods))
            for stall, goods in placed.items()
        ),
        tuple(
            _placement(facts, f"offering-tiles/offering-{good}", f"{stall}-{slot}")
            for stall, goods in placed.items()
            for slot, good in enumerate(goods, 1)
        ),
        placed,
        used=tuple(f"offering-tiles/offering-{good}" for good in drawn),
    )


def _neutral(facts: DragonBoatsFacts, players: int, options: Options, chance: Chance) -> Part:
    marked = [stall for stall in STALLS if players in facts.spaces[stall].players]
    is_random = options["neutral"] == "lot" and 0 < len(marked) < len(MARKETS)
    stalls = [] if options["neutral"] == "none" else marked
    if is_random:
        drawn = chance.draw(MARKETS, len(marked))
        stalls = [stall for stall in MARKETS if stall in drawn]
    lines: tuple[Message, ...] = (say("No neutral discs."),)
    if stalls:
        lines = (
            say(
                "Put a disc of an unused colour on each of the stalls {stalls}. It stays all game.",
                stalls=listing(stalls),
            ),
        )
    return Part(
        "neutral",
        say("Neutral discs"),
        lines,
        values={"stalls": stalls},
        random=is_random,
        tokens=tuple(neutral_disc(facts, stall) for stall in stalls),
    )


def neutral_disc(facts: DragonBoatsFacts, stall: str) -> Token:
    space = facts.spaces[stall]
    label = say("neutral disc on stall {stall}", stall=stall)
    return Token(space.x, space.y, label, colour=NEUTRAL_COLOUR, width=DISC)


def _cards(facts: DragonBoatsFacts, options: Options, chance: Chance) -> Part:
    pool = card_pool(facts, options)
    shown = chance.draw(pool, ON_DISPLAY)
    titles = listing(card_name(facts, letter) for letter in shown)
    lines = [say("Face up: {cards}", cards=titles)]
    out = tuple(letter for letter in facts.cards if letter not in pool)
    if out:
        lines.insert(0, say("Back in the box: {cards}", cards=listing(out)))
    used = tuple(f"bonus-cards/{letter}" for letter in (*shown, *out))
    return Part("cards", say("Bonus cards"), tuple(lines), (), {"display": list(shown)}, used=used)


def _rounds(facts: DragonBoatsFacts, options: Options, chance: Chance) -> Part:
    middle = tuple(name for name, card in facts.rounds.items() if not card.permanent)
    kept: Sequence[str] = tuple(facts.rounds)
    if options["short"] == "1456":
        kept = SHORT_ROUNDS
    elif options["short"] == "random":
        gone = chance.draw(middle, 2)
        kept = [name for name in facts.rounds if name not in gone]
    line = say("Lay out the round cards {rounds}, in this order.", rounds=listing(kept))
    cards = {name: facts.rounds[name] for name in kept if not facts.rounds[name].restricted}
    gains = [
        say("A disc on round {round}: {gains}", round=name, gains=describe_gains(card))
        for name, card in cards.items()
    ]
    if options["round_gains"] == "same":
        same = describe_gains(next(iter(cards.values())))
        gains = [say("A disc on any of them, whatever it shows: {gains}", gains=same)]
    is_random = options["short"] == "random"
    return Part("rounds", say("Round cards"), (line, *gains), (), {"rounds": list(kept)}, is_random)


def _first(players: int, chance: Chance) -> Part:
    first = chance.below(players)
    line = say("{player} starts; play goes clockwise.", player=player(first + 1))
    return Part("first", say("First player"), (line,), (), {"first": first}, starts=True)


def _estates(facts: DragonBoatsFacts, options: Options) -> Part:
    house = next(iter(facts.houses.values()))
    lines = [
        say(
            "Each player takes a board, a money marker, {discs} and {members}.",
            discs=say_count("{count} disc", "{count} discs", house.discs),
            members=say_count("{count} house member", "{count} house members", house.members),
        ),
        say(
            "Put {food} and {treasure} beside the board.",
            food=say_count("{count} food card", "{count} food cards", facts.supplies["food"]),
            treasure=say_count(
                "{count} treasure card", "{count} treasure cards", facts.supplies["treasure"]
            ),
        ),
        say(
            "Clockwise from the first player, everyone puts one disc on a round card and takes "
            "what it gives."
        ),
    ]
    if options["private_actions"] != "printed":
        lines.append(
            say(
                "A private action gives {coins}, whatever the board shows.",
                coins=coins(facts.private_money),
            )
        )
    if facts.most_money is None:
        lines.append(say("Money has no limit: write down what does not fit on the track."))
    return Part("estates", say("Players"), tuple(lines), random=False)


def _placement(facts: DragonBoatsFacts, face: str, name: str) -> Placement:
    space = facts.spaces[name]
    return Placement(face, space.x, space.y, space.turn, name)
