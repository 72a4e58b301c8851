"""Takes a number of players, gives how the game is laid out and which cards are put away."""

from __future__ import annotations

from typing import Final

from companion.games.base import Chances, Options, Part, Setup, Token
from companion.games.river_dragons.facts import Box
from companion.games.river_dragons.names import listed
from companion.games.river_dragons.planning import hand
from companion.games.river_dragons.shore import on_shore
from companion.table.model import Refused
from companion.words import player, say

BOARDS: Final = {"islands": "board/board", "water": "board-expert/board-expert"}


def make_setup(box: Box, players: int, options: Options, chances: Chances) -> Setup:
    houses = played(box, players)
    parts = (
        _board(box, options),
        _houses(box, houses, options, chances),
        _cards(box, houses),
        _first(players, options, chances),
    )
    return Setup(BOARDS[options["board"]], parts)


def played(box: Box, players: int) -> tuple[str, ...]:
    """The houses that so many players use. Raises Refused if it is not a game for so many."""
    found = {v.house for v in box.villages.values() if players in v.players}
    if len(found) != players or not found:
        counts = [count for village in box.villages.values() for count in village.players]
        raise Refused(
            "this game is for {least} to {most} players", least=min(counts), most=max(counts)
        )
    return tuple(house for house in box.houses if house in found)


def _board(box: Box, options: Options) -> Part:
    up = say("Lay the board down with the islands up.")
    if options["board"] == "water":
        up = say("Lay the board down with the open water up.")
    stones = say("Put all {count} stones beside it.", count=sum(box.stones.values()))
    return Part("board", say("Board"), (up, stones), random=False)


def _houses(box: Box, houses: tuple[str, ...], options: Options, chances: Chances) -> Part:
    dealt = options["colours"] == "dealt"
    order = chances("houses").shuffle(houses) if dealt else houses
    homes = {village.house: name for name, village in box.villages.items()}
    lines = [say("Runners stand in their own villages. Each takes its six planks.")]
    for number, house in enumerate(order, 1):
        name = box.houses[house].called
        across = box.houses[box.villages[homes[house]].destination].called
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
            *on_shore(box, homes[house], 0, 1),
            say("{colour} runner", colour=box.houses[house].called),
            colour=box.houses[house].colour,
            mark=box.houses[house].mark,
            width=2 * box.measures.plank,
        )
        for house in order
    )
    values = {
        "houses": list(order),
        "planks": [name for name, plank in box.planks.items() if plank.house in houses],
    }
    return Part("houses", say("Runners"), tuple(lines), (), values, dealt, runners)


def _cards(box: Box, houses: tuple[str, ...]) -> Part:
    hands = {house: list(hand(box, house, houses)) for house in houses}
    size = len(hands[houses[0]])
    absent = [house.called for name, house in box.houses.items() if name not in houses]
    lines = [say("Each takes the cards of their colour.")]
    if absent:
        lines.append(say("Put away the dragons of: {colours}.", colours=listed(absent)))
    lines.append(say("Each hand has {count} cards.", count=size))
    return Part("cards", say("Cards"), tuple(lines), values={"hands": hands}, random=False)


def _first(players: int, options: Options, chances: Chances) -> Part:
    title = say("First player")
    if options["first"] == "youngest":
        line = say("The youngest takes the first-player card.")
        return Part("first", title, (line,), random=False)
    number = chances("first").below(players) + 1
    line = say("{player} takes the first-player card.", player=player(number))
    return Part("first", title, (line,), values={"player": number})
