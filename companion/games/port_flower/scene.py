"""Takes a race, gives what everybody sees of it. Nothing in this game is secret."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final

from companion.games.base import Scene, Thrown, Token
from companion.games.port_flower.facts import Known
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
from companion.games.port_flower.ground import numbers_of, water_over_sharks
from companion.games.port_flower.labels import (
    ARROWS,
    buoy_place,
    every_die,
    marks_of,
    place_name,
    shark_name,
    suit_name,
)
from companion.games.port_flower.panels import panels_of
from companion.games.port_flower.sea import ADRIFT, PORT
from companion.games.port_flower.setup import TILE, back_of
from companion.games.port_flower.spares import coin_of, suit_face
from companion.games.port_flower.state import BOAT, Boat, State
from companion.words import Message, say

AFLOAT: Final = 0.74
"""How wide a boat is at sea, in spaces."""
LIGHT: Final = "#ffd75e"
NOT_ROLLED: Final = ("–",)
BADGE: Final = 0.46
"""How wide a shark's number is, in spaces."""
BESIDE: Final = 0.26
"""How far it lies from the middle of the coin, right and down."""
FOAM: Final = "#ffffff"
TRACE: Final = 0.3
"""How wide the mark is where somebody was, in spaces."""


def scene_of(known: Known, state: State) -> Scene:
    acting = state.to_act
    return Scene(
        headline=_headline(state),
        turn=(acting.seat,) if acting else (),
        board=printed_face(known, state.variants),
        view=view_of(known, state.board),
        tokens=(
            *_ground(known, state),
            *_left(known, state),
            *_sharks(known, state),
            *_boats(known, state),
        ),
        dice=_dice(known, state),
        panels=panels_of(known, state),
        over=state.winner is not None,
        winners=() if state.winner is None else (state.boats[state.winner].seat,),
        standing={boat.seat: boat.reached + boat.home for boat in state.boats},
    )


def _headline(state: State) -> Message:
    boat = state.to_act
    if boat is None:
        return say("{who} is home and wins the race", who=state.boat.name)
    if state.to_lay:
        return {
            "buoy": say(
                "{who} lays buoy {number}", who=boat.name, number=len(state.course.buoys) + 1
            ),
            "island": say("{who} lays an island", who=boat.name),
            "shark": say("{who} puts a shark in the water", who=boat.name),
        }[state.to_lay[0]]
    if state.swim:
        return say(
            "{shark} is coming: does {who} repel it?",
            shark=shark_name(state.swim.shark),
            who=boat.name,
        )
    if state.tows:
        return say("{who} picks a space at buoy {number}", who=boat.name, number=boat.reached)
    if not state.dice:
        return say("{who} rolls the dice", who=boat.name)
    if BOAT not in state.moved:
        return say("Where does {who} sail?", who=boat.name)
    return say("{who} steers a shark", who=boat.name)


def _dice(known: Known, state: State) -> tuple[Thrown, ...]:
    """The four winds with what was rolled, or nothing yet."""
    if state.winner is not None or state.to_lay:
        return ()
    left = _dice_left(known, state)
    counts = map(str, state.dice or NOT_ROLLED * len(known.dice))
    return tuple(
        Thrown(count, ARROWS[die.wind], suit_face(die.suit), spent=die.suit not in left)
        for die, count in zip(known.dice, counts, strict=True)
    )


def _dice_left(known: Known, state: State) -> Collection[str]:
    """The dice that those who are still to move may have."""
    if not state.moved:
        return every_die(known)
    boat = BOAT not in state.moved
    shares = [share for plan in state.plans for share in (*plan.left, *[plan.division.boat] * boat)]
    return {suit for share in shares for suit in share}


def _ground(known: Known, state: State) -> Iterator[Token]:
    """What does not move. On the printed course it is printed already, with its sharks where they
    began: once a shark has left, water is laid over it."""
    board, space = state.board, known.plan.space
    if printed_face(known, state.variants):
        yield from water_over_sharks(known, board, state.sharks)
        return
    yield from numbers_of(known, board)
    port = harbour(board)
    for tile in board.tiles:
        x, y = point(known, board, *tile)
        home = tile == port
        face = f"tiles/{coin_of(known.laid('port')[0])}" if home else TILE
        label = say("the port") if home else say("water")
        yield Token(x, y, label, face=face, width=2 * space)
    for number, (coin, buoy) in enumerate(
        zip(known.laid("buoy"), state.course.buoys, strict=False), start=1
    ):
        x, y = corner(known, board, buoy)
        label = say("buoy {number}: {place}", number=number, place=buoy_place(buoy))
        yield Token(x, y, label, face=f"coins/{coin_of(coin)}", width=COIN * space)
    for island in state.course.islands:
        x, y = middle(known, board, island)
        label = say("island: {place}", place=place_name(island))
        yield Token(x, y, label, face=back_of(known, "island"), width=COIN * space)


def _left(known: Known, state: State) -> Iterator[Token]:
    """From where somebody has just moved, unless somebody else is there now."""
    taken = {*state.sharks, *(boat.at for boat in state.boats)}
    for space in dict.fromkeys(state.left):
        if space not in taken:
            x, y = middle(known, state.board, space)
            width = TRACE * known.plan.space
            label = say("left just now: {place}", place=place_name(space))
            yield Token(x, y, label, colour=FOAM, width=width, rim=False)


def _sharks(known: Known, state: State) -> Iterator[Token]:
    for number, space in enumerate(state.sharks):
        x, y = middle(known, state.board, space)
        label = say("{shark}: {place}", shark=shark_name(number), place=place_name(space))
        yield Token(x, y, label, face=back_of(known, "shark"), width=COIN * known.plan.space)
        if len(state.sharks) > 1:
            x, y = x + BESIDE * known.plan.space, y + BESIDE * known.plan.space
            mark, width = str(number + 1), BADGE * known.plan.space
            yield Token(x, y, shark_name(number), colour=FOAM, mark=mark, width=width)


def _boats(known: Known, state: State) -> Iterator[Token]:
    """Every boat; the one that is to act lies on a light, above the others."""
    acting = state.to_act
    marks = marks_of([boat.name for boat in state.boats])
    for number, boat in sorted(enumerate(state.boats), key=lambda one: one[1] is acting):
        suit, name = known.suits[boat.suit], suit_name(known, boat.suit)
        x, y, width = _berth(known, state, number)
        if boat is acting:
            label = say("{who} is to act", who=boat.name)
            yield Token(x, y, label, colour=LIGHT, width=round(1.35 * width, 3))
        label = say("{who}, {suit}: {place}", who=boat.name, suit=name, place=_where(boat))
        yield Token(x, y, label, colour=suit.colour, mark=marks[number], width=width)


def _berth(known: Known, state: State, number: int) -> tuple[float, float, float]:
    """Where a boat is drawn, and how wide. Boats in the port lie in two rows; one that waits to be
    towed is drawn at its buoy."""
    boat, board = state.boats[number], state.board
    at_sea = round(AFLOAT * known.plan.space, 3)
    if boat.at == ADRIFT and boat.reached:
        return *corner(known, board, state.sea.buoys[boat.reached - 1]), at_sea
    if boat.at > PORT:
        return *middle(known, board, boat.at), at_sea
    return *berth(known, board, number), round(MOORED * known.plan.space, 3)


def _where(boat: Boat) -> Message:
    return say("waiting to be towed") if boat.at == ADRIFT else place_name(boat.at)
