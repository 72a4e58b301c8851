"""A game of Dragon Boats as a seat sees it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import atan2, cos, degrees, hypot, radians, sin
from typing import Final

from companion.games.dragon_boats.board_names import hex_names, port_name
from companion.games.dragon_boats.explore import Prompt, next_prompt, starting_walker
from companion.games.dragon_boats.facts import (
    BOARD,
    MARKETS,
    SEATS,
    STALLS,
    DragonBoatsFacts,
    Space,
)
from companion.games.dragon_boats.help_topics import help_topics
from companion.games.dragon_boats.market import price_now
from companion.games.dragon_boats.names import good_name, tile_name
from companion.games.dragon_boats.options import apply_options
from companion.games.dragon_boats.panels import is_trading, lead_rows, list_panels
from companion.games.dragon_boats.pauses import question, question_to_all
from companion.games.dragon_boats.score import score_played_sheets
from companion.games.dragon_boats.setup import DISC, neutral_disc
from companion.games.dragon_boats.sheet import fill_sheets
from companion.games.dragon_boats.state import Boat, State
from companion.games.dragon_boats.travel import place_name
from companion.games.dragon_boats.turns import actor, actors
from companion.games.dragon_boats.walking import GROUND
from companion.games.geometry import View
from companion.games.scene import Scene, Token, your_turn
from companion.games.score import Result
from companion.games.seats import Seat
from companion.language.messages import Message, listing, say, say_count

TOPPER_LENGTH: Final = 140.0
LANDED_LENGTH: Final = 96.0
LANDED_AWAY: Final = 54.0
"""The length of a boat drawn at a landing, and its distance from it, in millimetres."""
SEAT_PLACES: Final = {"front": 15.0, "middle": -5.0, "rear": -25.0}
SEAT_ASIDE: Final = -7.6
"""The positions of seats on a topper: along it and across it from its centre, in millimetres."""
STACK_STEP: Final = 2.2
MARKET_MARGIN: Final = 25.0
SAIL_MARGIN: Final = 40.0
LAND_MARGIN: Final = 22.0


def result_of(facts: DragonBoatsFacts, state: State) -> Result:
    seats = [Seat(player.seat, player.name, player.house) for player in state.players]
    return score_played_sheets(facts, state.options, fill_sheets(facts, state), seats)


def find_standing(facts: DragonBoatsFacts, state: State) -> Mapping[str, int]:
    return result_of(apply_options(facts, state.options), state).points


def draw_scene(facts: DragonBoatsFacts, state: State, seat: str | None) -> Scene:
    facts = apply_options(facts, state.options)
    result, over = result_of(facts, state), state.phase == "over"
    return Scene(
        headline=_headline(facts, state, result, seat),
        turn=actors(facts, state),
        board=BOARD,
        focus=_focus(facts, state) if seat else None,
        tokens=tuple(_tokens(facts, state)),
        lead=tuple(lead_rows(facts, state, seat)),
        panels=tuple(list_panels(facts, state, seat)),
        over=over,
        winners=result.winners if over else (),
        standing=result.points,
        colours={player.seat: player.house for player in state.players},
        topics=help_topics(state),
    )


def _headline(facts: DragonBoatsFacts, state: State, result: Result, seat: str | None) -> Message:
    if state.phase == "over":
        return _outcome(state, result, seat)
    if seat in actors(facts, state):
        return your_turn(_prompt(facts, state))
    return say("Round {round}: {news}", round=state.round, news=_status(facts, state))


def _outcome(state: State, result: Result, seat: str | None) -> Message:
    points = max(total.points for total in result.totals)
    names = [state.player(winner).name for winner in result.winners]
    if len(names) > 1 and seat in result.winners:
        others = [state.player(winner).name for winner in result.winners if winner != seat]
        return say_count(
            "You share the victory with {names}: {count} point",
            "You share the victory with {names}: {count} points",
            points,
            names=listing(others),
        )
    if len(names) > 1:
        return say_count(
            "{names} share the victory with {count} point",
            "{names} share the victory with {count} points",
            points,
            names=listing(names),
        )
    if seat in result.winners:
        return say_count("You win with {count} point!", "You win with {count} points!", points)
    return say_count(
        "{who} wins with {count} point", "{who} wins with {count} points", points, who=names[0]
    )


def _prompt(facts: DragonBoatsFacts, state: State) -> Message:
    """What the player to act should do."""
    match state.phase:
        case "pause":
            return question(state) if state.asked else say("use a card")
        case "track":
            return say("put a disc on a round card")
        case "bid":
            return say("place a disc")
        case "pay" if state.done:
            return say("carry on or end your turn")
        case "pay" if state.stall in MARKETS:
            return say(
                "buy or pass at stall {stall} (price {price})",
                stall=state.stall,
                price=price_now(state),
            )
        case "pay":
            return say(
                "trade or pass at stall {stall} (price {price})",
                stall=state.stall,
                price=price_now(state),
            )
        case "muster":
            return say("use a card or let the boats sail")
        case "store":
            return say("store and sell goods")
    due = next_prompt(facts, state)
    if due and due.kind == "sail":
        return say("choose where boat {boat} lands", boat=port_name(facts, due.place))
    if due and due.kind == "gift":
        return say("take a bonus card")
    left = _free_steps_left(facts, state, due)
    if left < 1:
        return say("walk on for 1 food a step, or go home")
    return say_count("walk, {count} free step left", "walk, {count} free steps left", left)


def _status(facts: DragonBoatsFacts, state: State) -> Message:
    """What the player to act does, for everybody else."""
    if state.phase == "pause" and state.asked:
        return question_to_all(state)
    who = state.player(actor(facts, state)).name
    match state.phase:
        case "pause":
            return say("{who} uses a card", who=who)
        case "track":
            return say("{who} puts a disc on a round card", who=who)
        case "bid":
            return say("{who} places a disc", who=who)
        case "pay":
            return say(
                "{who} is at stall {stall} (price {price})",
                who=who,
                stall=state.stall,
                price=price_now(state),
            )
        case "muster":
            return say("{who} may use a card before the boats sail", who=who)
        case "store":
            return say("{who} stores and sells goods", who=who)
    due = next_prompt(facts, state)
    if due and due.kind == "sail":
        return say("{who} steers boat {boat}", who=who, boat=port_name(facts, due.place))
    if due and due.kind == "gift":
        return say("{who} takes a bonus card", who=who)
    left = _free_steps_left(facts, state, due)
    if left < 1:
        return say("{who} walks, each step costs 1 food", who=who)
    return say_count(
        "{who} walks, {count} free step left",
        "{who} walks, {count} free steps left",
        left,
        who=who,
    )


def _free_steps_left(facts: DragonBoatsFacts, state: State, due: Prompt | None) -> int:
    if due is None:
        return 0
    walker = starting_walker(facts, state, due)
    return state.player(walker.seat).free_steps - walker.steps


# --- where it happens -----------------------------------------------------------------------------


def _focus(facts: DragonBoatsFacts, state: State) -> View | None:
    """The part of the board that matters now; None for the whole board."""
    if is_trading(state):
        return _view_around(facts.of_kind("stall", "goods"), MARKET_MARGIN)
    due = next_prompt(facts, state) if state.phase == "explore" else None
    if due is None:
        return None
    if due.kind == "sail":
        home = facts.boats[due.place]
        names = (home, *facts.spaces[home].neighbours)
        return _view_around([facts.spaces[name] for name in names], SAIL_MARGIN)
    island = facts.spaces[starting_walker(facts, state, due).way[-1]].island
    return _view_around(
        [space for space in facts.of_kind(*GROUND, "start") if space.island == island], LAND_MARGIN
    )


def _view_around(spaces: Sequence[Space], margin: float) -> View:
    left, right = min(s.x for s in spaces) - margin, max(s.x for s in spaces) + margin
    top, bottom = min(s.y for s in spaces) - margin, max(s.y for s in spaces) + margin
    return left, top, round(right - left, 2), round(bottom - top, 2)


# --- board ----------------------------------------------------------------------------------------


def _tokens(facts: DragonBoatsFacts, state: State) -> Iterator[Token]:
    yield from _land_tokens(facts, state)
    yield from _stall_tokens(facts, state)
    for boat in state.boats:
        yield from _boat_tokens(facts, state, boat)
    for path, queue in state.paths.items():
        for number, seat in enumerate(queue):
            space = facts.spaces[path]
            label = say("{who} waits on path {path}", who=state.player(seat).name, path=path)
            place = (space.x, space.y - STACK_STEP * number)
            yield _member(facts, state, seat, place, label)
    if state.walker:
        space = facts.spaces[state.walker.way[-1]]
        name = state.player(state.walker.seat).name
        label = say("{who} walks here", who=name)
        yield _member(facts, state, state.walker.seat, (space.x, space.y), label)


def _land_tokens(facts: DragonBoatsFacts, state: State) -> Iterator[Token]:
    for name, place in hex_names(facts).items():
        space, tile = facts.spaces[name], state.land[name]
        if name in state.farmers:
            owner = state.farmers[name]
            label = say("farmer of {who}: {place}", who=state.player(owner).name, place=place)
            yield _member(facts, state, owner, (space.x, space.y), label)
            continue
        farm = space.kind == "farm"
        face = f"farm-hexes/{tile}" if farm else f"wisdom-hexes/{facts.wisdom[tile]}"
        label = say("{hex}: {place}", hex=tile_name(facts, tile), place=place)
        yield Token(space.x, space.y, label, face, turn=space.turn)


def _stall_tokens(facts: DragonBoatsFacts, state: State) -> Iterator[Token]:
    for stall, goods in state.stalls.items():
        for slot, good in enumerate(goods, 1):
            space = facts.spaces[f"{stall}-{slot}"]
            label = say("{good} on stall {stall}", good=good_name(facts, good), stall=stall)
            yield Token(space.x, space.y, label, f"offering-tiles/offering-{good}")
    for stall in STALLS:
        space = facts.spaces[stall]
        if state.neutral[stall]:
            yield neutral_disc(facts, stall)
        for number, seat in enumerate(state.stacks[stall], state.neutral[stall]):
            label = say("disc of {who} on stall {stall}", who=state.player(seat).name, stall=stall)
            place = (space.x, space.y - STACK_STEP * number)
            yield _member(facts, state, seat, place, label, "bidding-discs/disc")


def _boat_tokens(facts: DragonBoatsFacts, state: State, boat: Boat) -> Iterator[Token]:
    x, y, turn, length = _boat_place(facts, boat)
    scale, angle = length / TOPPER_LENGTH, radians(turn)
    name = port_name(facts, boat.id)
    label = say("boat {boat}, drum {beats}", boat=name, beats=facts.toppers[boat.topper].beats)
    yield Token(x, y, label, f"boat-toppers/{boat.topper}", turn=turn, width=length)
    for place, seat in zip(SEATS, boat.seats, strict=True):
        if seat:
            along, aside = SEAT_PLACES[place] * scale, SEAT_ASIDE * scale
            label = say(
                "{who} on boat {boat}, {seat}",
                who=state.player(seat).name,
                boat=name,
                seat=place_name(place),
            )
            yield _member(
                facts,
                state,
                seat,
                (
                    round(x + along * cos(angle) - aside * sin(angle), 2),
                    round(y + along * sin(angle) + aside * cos(angle), 2),
                ),
                label,
            )


def _boat_place(facts: DragonBoatsFacts, boat: Boat) -> tuple[float, float, float, float]:
    """Centre, turn and length of a boat at its home port, or just off its landing."""
    home = facts.spaces[facts.boats[boat.id]]
    if not boat.landing:
        return home.x, home.y, home.turn, TOPPER_LENGTH
    landing = facts.spaces[boat.landing]
    dx, dy = home.x - landing.x, home.y - landing.y
    away = LANDED_AWAY / hypot(dx, dy)
    turn = round(degrees(atan2(-dy, -dx)), 1)
    return round(landing.x + dx * away, 2), round(landing.y + dy * away, 2), turn, LANDED_LENGTH


def _member(
    facts: DragonBoatsFacts,
    state: State,
    seat: str,
    place: tuple[float, float],
    label: Message,
    kind: str = "house-members/member",
) -> Token:
    """A piece of that seat: a member of its house or a bidding disc."""
    house = state.player(seat).house
    colour = facts.houses[house].colour
    return Token(*place, label, f"{kind}-{house}", colour, width=DISC, seat=house)
