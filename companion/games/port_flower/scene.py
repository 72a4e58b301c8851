"""A race as a seat sees it. Nothing in this game is secret: only the headline differs."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from itertools import count, takewhile
from typing import Final

from companion.games.geometry import Point
from companion.games.port_flower.board_tokens import grid_numbers, water_over_sharks
from companion.games.port_flower.facts import SEAT_COLOURS, PortFlowerFacts
from companion.games.port_flower.geometry import (
    COIN,
    MOORED,
    berth,
    corner,
    harbour,
    middle,
    point,
    printed_face,
    view_of,
)
from companion.games.port_flower.help_topics import help_topics
from companion.games.port_flower.names import (
    ARROWS,
    buoy_place,
    every_die,
    place_name,
    shark_name,
    suit_name,
)
from companion.games.port_flower.panels import lead_rows, list_panels
from companion.games.port_flower.sea import ADRIFT, PORT, STRIDE
from companion.games.port_flower.setup import TILE, coin_back_face
from companion.games.port_flower.spares import coin_of, suit_face
from companion.games.port_flower.state import BOAT, Boat, State
from companion.games.scene import Scene, ThrownDie, Token, your_turn
from companion.language.messages import Message, say

AFLOAT: Final = 0.74
"""The width of a boat at sea, in spaces."""
LIGHT: Final = "#ffd75e"
NOT_ROLLED: Final = ("–",)
BADGE: Final = 0.46
"""The width of a shark's number, in spaces."""
BESIDE: Final = 0.26
"""Its distance from the middle of the coin, right and down."""
FOAM: Final = "#ffffff"
TRACE: Final = 0.3
"""The width of the mark on a space that was just left, in spaces."""


def find_standing(facts: PortFlowerFacts, state: State) -> Mapping[str, int]:
    return {boat.seat: boat.reached + boat.home for boat in state.boats}


def draw_scene(facts: PortFlowerFacts, state: State, seat: str | None) -> Scene:
    acting = state.to_act
    return Scene(
        headline=_headline(state, seat),
        turn=(acting.seat,) if acting else (),
        board=printed_face(facts, state.variants),
        view=view_of(facts, state.board),
        tokens=(
            *_board_tokens(facts, state),
            *_traces(facts, state),
            *_shark_tokens(facts, state),
            *_boat_tokens(facts, state),
        ),
        dice=_dice(facts, state),
        lead=tuple(lead_rows(state, seat)),
        panels=list_panels(facts, state),
        over=state.winner is not None,
        winners=() if state.winner is None else (state.boats[state.winner].seat,),
        standing=find_standing(facts, state),
        colours={
            boat.seat: SEAT_COLOURS[boat.suit] for boat in state.boats if boat.suit in SEAT_COLOURS
        },
        ways=tuple(_ways(facts, state)),
        topics=help_topics(state),
    )


def _ways(facts: PortFlowerFacts, state: State) -> Iterator[tuple[Point, ...]]:
    """Rows and columns of open water, in parts between islands."""
    for delta in (STRIDE, 1):
        for start in sorted(state.sea.open):
            if start - delta not in state.sea.open:
                line = takewhile(state.sea.open.__contains__, count(start, delta))
                yield tuple(middle(facts, state.board, space) for space in line)


def _headline(state: State, seat: str | None) -> Message:
    boat = state.to_act
    if boat is None and state.acting.seat == seat:
        return say("You are home and win the race!")
    if boat is None:
        return say("{who} is home and wins the race", who=state.acting.name)
    return your_turn(_prompt(state, boat)) if boat.seat == seat else _status(state, boat)


def _prompt(state: State, boat: Boat) -> Message:
    """What the player of the acting boat has to do."""
    if state.choosing is not None:
        return say("choose a suit")
    if state.to_lay:
        return {
            "buoy": say("place buoy {number}", number=len(state.course.buoys) + 1),
            "island": say("place an island"),
            "shark": say("place a shark"),
        }[state.to_lay[0]]
    if state.swim:
        return say("repel {shark}?", shark=shark_name(state.swim.shark))
    if state.tows:
        return say("pick a space at buoy {number}", number=boat.reached)
    if not state.dice:
        return say("roll the dice")
    return say("move your boat") if BOAT not in state.moved else say("move a shark")


def _status(state: State, boat: Boat) -> Message:
    """What the player of the acting boat does, for everybody else."""
    who = boat.name
    if state.choosing is not None:
        return say("{who} chooses a suit", who=who)
    if state.to_lay:
        return {
            "buoy": say("{who} places buoy {number}", who=who, number=len(state.course.buoys) + 1),
            "island": say("{who} places an island", who=who),
            "shark": say("{who} places a shark", who=who),
        }[state.to_lay[0]]
    if state.swim:
        shark = shark_name(state.swim.shark)
        return say("{shark} is coming: does {who} repel it?", shark=shark, who=who)
    if state.tows:
        return say("{who} picks a space at buoy {number}", who=who, number=boat.reached)
    if not state.dice:
        return say("{who} rolls the dice", who=who)
    if BOAT not in state.moved:
        return say("{who} moves the boat", who=who)
    return say("{who} moves a shark", who=who)


def _dice(facts: PortFlowerFacts, state: State) -> tuple[ThrownDie, ...]:
    """The four winds and what was rolled, or dashes before the roll."""
    if state.winner is not None or state.to_lay or state.choosing is not None:
        return ()
    left = _dice_left(facts, state)
    counts = map(str, state.dice or NOT_ROLLED * len(facts.dice))
    return tuple(
        ThrownDie(count, ARROWS[die.wind], suit_face(die.suit), spent=die.suit not in left)
        for die, count in zip(facts.dice, counts, strict=True)
    )


def _dice_left(facts: PortFlowerFacts, state: State) -> Collection[str]:
    """The dice that can still be used in this turn."""
    if not state.moved:
        return every_die(facts)
    boat = BOAT not in state.moved
    shares = [share for plan in state.plans for share in (*plan.left, *[plan.division.boat] * boat)]
    return {suit for share in shares for suit in share}


def _board_tokens(facts: PortFlowerFacts, state: State) -> Iterator[Token]:
    """Everything that does not move. The printed course shows it already, with the sharks at their
    starting places: water covers those that have left."""
    board, space = state.board, facts.plan.space
    if printed_face(facts, state.variants):
        yield from water_over_sharks(facts, board, state.sharks)
        return
    yield from grid_numbers(facts, board)
    port = harbour(board)
    for tile in board.tiles:
        x, y = point(facts, board, *tile)
        home = tile == port
        face = f"tiles/{coin_of(facts.laid('port')[0])}" if home else TILE
        label = say("Port") if home else say("Water")
        yield Token(x, y, label, face=face, width=2 * space)
    for number, (coin, buoy) in enumerate(
        zip(facts.laid("buoy"), state.course.buoys, strict=False), start=1
    ):
        x, y = corner(facts, board, buoy)
        label = say("Buoy {number}: {place}", number=number, place=buoy_place(buoy))
        yield Token(x, y, label, face=f"coins/{coin_of(coin)}", width=COIN * space)
    for island in state.course.islands:
        x, y = middle(facts, board, island)
        label = say("Island: {place}", place=place_name(island))
        yield Token(x, y, label, face=coin_back_face(facts, "island"), width=COIN * space)


def _traces(facts: PortFlowerFacts, state: State) -> Iterator[Token]:
    """The spaces that were just left, unless something else is there now."""
    taken = {*state.sharks, *(boat.at for boat in state.boats)}
    for space in dict.fromkeys(state.left):
        if space not in taken:
            x, y = middle(facts, state.board, space)
            width = TRACE * facts.plan.space
            label = say("Just left: {place}", place=place_name(space))
            yield Token(x, y, label, colour=FOAM, width=width, rim=False)


def _shark_tokens(facts: PortFlowerFacts, state: State) -> Iterator[Token]:
    for number, space in enumerate(state.sharks):
        x, y = middle(facts, state.board, space)
        label = say("{shark}: {place}", shark=shark_name(number), place=place_name(space))
        yield Token(x, y, label, face=coin_back_face(facts, "shark"), width=COIN * facts.plan.space)
        if len(state.sharks) > 1:
            x, y = x + BESIDE * facts.plan.space, y + BESIDE * facts.plan.space
            mark, width = str(number + 1), BADGE * facts.plan.space
            yield Token(x, y, shark_name(number), colour=FOAM, mark=mark, width=width)


def _boat_tokens(facts: PortFlowerFacts, state: State) -> Iterator[Token]:
    """All boats; the one to act lies on a light above the others."""
    acting = state.to_act
    for number, boat in sorted(enumerate(state.boats), key=lambda one: one[1] is acting):
        if not boat.suit:
            continue
        suit, name = facts.suits[boat.suit], suit_name(facts, boat.suit)
        x, y, width = _boat_place(facts, state, number)
        if boat is acting:
            label = say("{who}’s turn", who=boat.name)
            yield Token(x, y, label, colour=LIGHT, width=round(1.35 * width, 3))
        label = say("{who}, {suit}: {place}", who=boat.name, suit=name, place=_where(boat))
        yield Token(
            x,
            y,
            label,
            face=suit_face(boat.suit),
            colour=suit.colour,
            width=width,
            seat=SEAT_COLOURS.get(boat.suit, ""),
        )


def _boat_place(facts: PortFlowerFacts, state: State, number: int) -> tuple[float, float, float]:
    """The position and width of a boat. Boats in the port lie in two rows; one that waits to be
    towed is drawn at its buoy."""
    boat, board = state.boats[number], state.board
    at_sea = round(AFLOAT * facts.plan.space, 3)
    if boat.at == ADRIFT and boat.reached:
        return *corner(facts, board, state.sea.buoys[boat.reached - 1]), at_sea
    if boat.at > PORT:
        return *middle(facts, board, boat.at), at_sea
    return *berth(facts, board, number), round(MOORED * facts.plan.space, 3)


def _where(boat: Boat) -> Message:
    return say("waiting to be towed") if boat.at == ADRIFT else place_name(boat.at)
