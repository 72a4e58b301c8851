"""Takes a state and a seat, gives what that seat may see: board, panels, standing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import atan2, cos, degrees, hypot, radians, sin
from typing import Final

from companion.games.base import Result, Scene, Token
from companion.games.dragon_boats.explore import GROUND, Prompt, prompt, setting_off
from companion.games.dragon_boats.facts import BOARD, SEATS, STALLS, Known, Space
from companion.games.dragon_boats.market import price_now
from companion.games.dragon_boats.names import good_name, tile_name
from companion.games.dragon_boats.panels import panels_of
from companion.games.dragon_boats.places import hex_names, port_name
from companion.games.dragon_boats.score import score_sheets
from companion.games.dragon_boats.setup import DISC, disc_of_nobody
from companion.games.dragon_boats.sheet import sheets_of
from companion.games.dragon_boats.state import Boat, State
from companion.games.dragon_boats.travel import seat_name
from companion.games.dragon_boats.turns import actor
from companion.table.model import Seat
from companion.words import Message, say

TOPPER_LENGTH: Final = 140.0
LANDED_LENGTH: Final = 96.0
LANDED_AWAY: Final = 54.0
"""How long a boat is drawn at a landing, and how far off the quay, in millimetres."""
SEAT_PLACES: Final = {"front": 15.0, "middle": -5.0, "rear": -25.0}
SEAT_ASIDE: Final = -7.6
"""Where the seats are on a topper: along it and across it from its centre, in millimetres."""
STACK_STEP: Final = 2.2
MARKET_MARGIN: Final = 25.0
SAIL_MARGIN: Final = 40.0
LAND_MARGIN: Final = 22.0
Focus = tuple[float, float, float, float]


def result_of(known: Known, state: State) -> Result:
    seats = [Seat(player.seat, player.name, player.house) for player in state.players]
    return score_sheets(known, state.options, sheets_of(state), seats)


def scene_of(known: Known, state: State, seat: str | None) -> Scene:
    result, over = result_of(known, state), state.phase == "over"
    acting = actor(known, state)
    return Scene(
        headline=_headline(known, state, result),
        turn=(acting,) if acting else (),
        board=BOARD,
        focus=_focus(known, state) if seat else None,
        tokens=tuple(_tokens(known, state)),
        panels=tuple(panels_of(known, state, seat)),
        over=over,
        winners=tuple(rank.seat for rank in result.ranking if rank.place == 1) if over else (),
        standing={total.seat: total.points for total in result.totals},
    )


def _headline(known: Known, state: State, result: Result) -> Message:
    if state.phase == "over":
        winners = [rank.seat for rank in result.ranking if rank.place == 1]
        names = ", ".join(state.player(winner).name for winner in winners)
        points = max(total.points for total in result.totals)
        if len(winners) > 1:
            return say("{names} share the victory with {points} points", names=names, points=points)
        return say("{who} wins with {points} points", who=names, points=points)
    who = state.player(actor(known, state)).name
    return say("Round {round}: {deed}", round=state.round, deed=_deed(known, state, who))


def _deed(known: Known, state: State, who: str) -> Message:
    match state.phase:
        case "track":
            return say("{who} leaves a disc on a round card", who=who)
        case "bid":
            return say("{who} places a disc", who=who)
        case "pay" if state.done:
            return say("{who} may go on or end the turn", who=who)
        case "pay":
            price = price_now(state)
            return say(
                "{who} at stall {stall}, price {price}", who=who, stall=state.stall, price=price
            )
        case "muster":
            return say("{who} may use cards before boats sail", who=who)
        case "store":
            return say("{who} stores and sells", who=who)
    due = prompt(known, state)
    if due and due.kind == "sail":
        return say("{who} steers boat {boat}", who=who, boat=port_name(known, due.place))
    if due and due.kind == "gift":
        return say("{who} takes a bonus card", who=who)
    return _walk(known, state, due, who) if due else say("{who} walks", who=who)


def _walk(known: Known, state: State, due: Prompt, who: str) -> Message:
    walker = setting_off(known, state, due)
    left = state.player(walker.seat).free_steps - walker.steps
    if left > 1:
        return say("{who} walks, {count} free steps left", who=who, count=left)
    if left == 1:
        return say("{who} walks, 1 free step left", who=who)
    return say("{who} walks, each step costs 1 food", who=who)


# --- where it happens -----------------------------------------------------------------------------


def _focus(known: Known, state: State) -> Focus | None:
    """The part of the board that matters now; nothing, if that is the whole of it."""
    if state.phase in ("bid", "pay"):
        return _around(known.of_kind("stall", "goods"), MARKET_MARGIN)
    due = prompt(known, state) if state.phase == "explore" else None
    if due is None:
        return None
    if due.kind == "sail":
        home = known.boats[due.place]
        names = (home, *known.spaces[home].neighbours)
        return _around([known.spaces[name] for name in names], SAIL_MARGIN)
    island = known.spaces[setting_off(known, state, due).way[-1]].island
    return _around(
        [space for space in known.of_kind(*GROUND, "start") if space.island == island], LAND_MARGIN
    )


def _around(spaces: Sequence[Space], margin: float) -> Focus:
    left, right = min(s.x for s in spaces) - margin, max(s.x for s in spaces) + margin
    top, bottom = min(s.y for s in spaces) - margin, max(s.y for s in spaces) + margin
    return left, top, round(right - left, 2), round(bottom - top, 2)


# --- board ----------------------------------------------------------------------------------------


def _tokens(known: Known, state: State) -> Iterator[Token]:
    yield from _land_tokens(known, state)
    yield from _stall_tokens(known, state)
    for boat in state.boats:
        yield from _boat_tokens(known, state, boat)
    for path, queue in state.paths.items():
        for number, seat in enumerate(queue):
            space = known.spaces[path]
            label = say("{who} waits on path {path}", who=state.player(seat).name, path=path)
            yield _member(known, state, seat, space.x, space.y - STACK_STEP * number, label)
    if state.walker:
        space = known.spaces[state.walker.way[-1]]
        name = state.player(state.walker.seat).name
        label = say("{who} walks here", who=name)
        yield _member(known, state, state.walker.seat, space.x, space.y, label)


def _land_tokens(known: Known, state: State) -> Iterator[Token]:
    for name, place in hex_names(known).items():
        space, tile = known.spaces[name], state.land[name]
        if name in state.farmers:
            owner = state.farmers[name]
            label = say("farmer of {who}: {place}", who=state.player(owner).name, place=place)
            yield _member(known, state, owner, space.x, space.y, label)
            continue
        farm = space.kind == "farm"
        face = f"farm-hexes/{tile}" if farm else f"wisdom-hexes/{known.wisdom[tile]}"
        label = say("{hex}: {place}", hex=tile_name(known, tile), place=place)
        yield Token(space.x, space.y, label, face, turn=space.turn)


def _stall_tokens(known: Known, state: State) -> Iterator[Token]:
    for stall, goods in state.stalls.items():
        for slot, good in enumerate(goods, 1):
            space = known.spaces[f"{stall}-{slot}"]
            label = say("{good} on stall {stall}", good=good_name(known, good), stall=stall)
            yield Token(space.x, space.y, label, f"offering-tiles/offering-{good}")
    for stall in STALLS:
        space = known.spaces[stall]
        if state.neutral[stall]:
            yield disc_of_nobody(known, stall)
        for number, seat in enumerate(state.stacks[stall], state.neutral[stall]):
            label = say("disc of {who} on stall {stall}", who=state.player(seat).name, stall=stall)
            height = space.y - STACK_STEP * number
            yield _member(known, state, seat, space.x, height, label)


def _boat_tokens(known: Known, state: State, boat: Boat) -> Iterator[Token]:
    x, y, turn, length = _boat_place(known, boat)
    scale, angle = length / TOPPER_LENGTH, radians(turn)
    name = port_name(known, boat.id)
    label = say("boat {boat}, drum {beats}", boat=name, beats=known.toppers[boat.topper].beats)
    yield Token(x, y, label, f"boat-toppers/{boat.topper}", turn=turn, width=length)
    for place, seat in zip(SEATS, boat.seats, strict=True):
        if seat:
            along, aside = SEAT_PLACES[place] * scale, SEAT_ASIDE * scale
            words = say(
                "{who} on boat {boat}, {seat}",
                who=state.player(seat).name,
                boat=name,
                seat=seat_name(place),
            )
            yield _member(
                known,
                state,
                seat,
                round(x + along * cos(angle) - aside * sin(angle), 2),
                round(y + along * sin(angle) + aside * cos(angle), 2),
                words,
            )


def _boat_place(known: Known, boat: Boat) -> tuple[float, float, float, float]:
    """Centre, turn and length: at its home port, or off the quay where it has landed."""
    home = known.spaces[known.boats[boat.id]]
    if not boat.landing:
        return home.x, home.y, home.turn, TOPPER_LENGTH
    quay = known.spaces[boat.landing]
    dx, dy = home.x - quay.x, home.y - quay.y
    away = LANDED_AWAY / hypot(dx, dy)
    turn = round(degrees(atan2(-dy, -dx)), 1)
    return round(quay.x + dx * away, 2), round(quay.y + dy * away, 2), turn, LANDED_LENGTH


def _member(known: Known, state: State, seat: str, x: float, y: float, label: Message) -> Token:
    player = state.player(seat)
    colour = known.houses[player.house].colour
    return Token(x, y, label, colour=colour, mark=player.name[:1].upper(), width=DISC)
