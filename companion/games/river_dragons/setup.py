"""The setup of River Dragons."""

from __future__ import annotations

from typing import Final

from companion.games.options import Options
from companion.games.river_dragons.facts import RiverDragonsFacts
from companion.games.river_dragons.plans import hand
from companion.games.river_dragons.shore import on_shore
from companion.games.scene import Token
from companion.games.setup import Chances, Part, Setup
from companion.language.messages import Refused, listing, player, say

BOARDS: Final = {"islands": "board/board", "water": "board-expert/board-expert"}


def make_setup(facts: RiverDragonsFacts, players: int, options: Options, chances: Chances) -> Setup:
    houses = houses_in_play(facts, players)
    parts = (
        _board(facts, options),
        _runners(facts, houses, options, chances),
        _cards(facts, houses),
        _first(players, options, chances),
    )
    return Setup(BOARDS[options["board"]], parts)


def houses_in_play(facts: RiverDragonsFacts, players: int) -> tuple[str, ...]:
    """The houses that this number of players use. Raises Refused if they cannot play."""
    found = {v.house for v in facts.villages.values() if players in v.players}
    if len(found) != players or not found:
        counts = [count for village in facts.villages.values() for count in village.players]
        raise Refused(
            "this game is for {least} to {most} players", least=min(counts), most=max(counts)
        )
    return tuple(house for house in facts.houses if house in found)


def _board(facts: RiverDragonsFacts, options: Options) -> Part:
    up = say("Lay the board with the islands up.")
    if options["board"] == "water":
        up = say("Lay the board with the open water up.")
    stones = say("Put all {count} stones next to it.", count=sum(facts.stones.values()))
    return Part("board", say("Board"), (up, stones), random=False)


def _runners(
    facts: RiverDragonsFacts, houses: tuple[str, ...], options: Options, chances: Chances
) -> Part:
    dealt = options["colours"] == "dealt"
    order = chances("houses").shuffle(houses) if dealt else houses
    homes = {village.house: name for name, village in facts.villages.items()}
    lines = [say("Put each runner in its own village. Each player takes their six planks.")]
    for number, house in enumerate(order, 1):
        name = facts.houses[house].title
        across = facts.houses[facts.villages[homes[house]].destination].title
        if dealt:
            lines.append(
                say(
                    "{player}: {colour}, goal {goal}",
                    player=player(number),
                    colour=name,
                    goal=across,
                )
            )
        else:
            lines.append(say("{colour}, goal {goal}", colour=name, goal=across))
    runners = tuple(
        Token(
            *on_shore(facts, homes[house], 0, 1),
            say("{colour} runner", colour=facts.houses[house].title),
            face=f"pawns/{house}",
            colour=facts.houses[house].colour,
            width=2 * facts.measures.plank,
            seat=house,
        )
        for house in order
    )
    values = {
        "houses": list(order),
        "planks": [name for name, plank in facts.planks.items() if plank.house in houses],
    }
    return Part("houses", say("Runners"), tuple(lines), (), values, dealt, runners)


def _cards(facts: RiverDragonsFacts, houses: tuple[str, ...]) -> Part:
    hands = {house: list(hand(facts, house, houses)) for house in houses}
    size = len(hands[houses[0]])
    absent = [house.title for name, house in facts.houses.items() if name not in houses]
    lines = [say("Each player takes the cards of their colour.")]
    if absent:
        lines.append(say("Put away the dragons of {colours}.", colours=listing(absent)))
    lines.append(say("Each player has {count} cards.", count=size))
    # Every card is in a hand or put away, so none is left to draw.
    used = tuple(f"action-cards/{card}" for card in facts.cards)
    return Part(
        "cards", say("Cards"), tuple(lines), values={"hands": hands}, random=False, used=used
    )


def _first(players: int, options: Options, chances: Chances) -> Part:
    title = say("First player")
    if options["first"] == "youngest":
        line = say("The youngest player takes the first-player card.")
        return Part("first", title, (line,), random=False, starts=True)
    number = chances("first").below(players) + 1
    line = say("{player} takes the first-player card.", player=player(number))
    return Part("first", title, (line,), values={"player": number}, starts=True)
