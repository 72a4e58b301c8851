"""The exploration: boats land, and members walk to their hexes and settle."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from companion.games.dragon_boats.amounts import describe_amounts, join_names
from companion.games.dragon_boats.board_names import hex_name, hex_spots, landing_name, landing_port
from companion.games.dragon_boats.bonus_cards import cards_found, take_card
from companion.games.dragon_boats.facts import (
    HEX_WIDTH,
    PATHS,
    ROAD_WIDTH,
    SEATS,
    SPOT_WIDTH,
    DragonBoatsFacts,
)
from companion.games.dragon_boats.hints import points_of_hex
from companion.games.dragon_boats.move_types import Home, Land, Settle, Take, Walk
from companion.games.dragon_boats.names import goods_names, tile_name
from companion.games.dragon_boats.sailing import (
    land,
    landings_of,
    next_ashore,
    sail_order,
    steersman,
)
from companion.games.dragon_boats.state import Draft, State, Walker
from companion.games.dragon_boats.travel import seated
from companion.games.dragon_boats.walking import (
    HEXES,
    ICON_NAMES,
    HexWay,
    longer_ways,
    next_spaces,
    reward_count,
)
from companion.games.moves import as_move
from companion.games.offers import Choice, Step
from companion.language.messages import Message, Refused, say, say_count


class Prompt(Struct, frozen=True):
    """The next decision of the exploration: its kind, who decides, and on which path or boat."""

    kind: Literal["gift", "walk", "path", "ashore", "sail"]
    seat: str
    place: str = ""


def next_prompt(facts: DragonBoatsFacts, state: State) -> Prompt | None:
    """The next decision; None if everybody who can has set off and gone ashore."""
    if state.walker:
        return Prompt("gift" if state.gift else "walk", state.walker.seat)
    for path in PATHS:
        if state.paths[path]:
            return Prompt("path", state.paths[path][0], path)
    landed = [boat for boat in state.boats if boat.sailed and boat.aboard]
    if landed:
        boat = max(landed, key=lambda boat: boat.sailed)
        return Prompt("ashore", boat.seats[next_ashore(boat)], boat.id)
    order = sail_order(facts, state)
    if order:
        return Prompt("sail", steersman(order[0]), order[0].id)
    return None


def starting_walker(facts: DragonBoatsFacts, state: State, due: Prompt) -> Walker:
    """The next member to walk, after the first step that leaves no choice: onto the landing, or
    onto the first stone of a path."""
    if state.walker:
        return state.walker
    if due.kind == "path":
        way = facts.spaces[due.place].neighbours
    else:
        way = (state.boat(due.place).landing,)
    return Walker(due.seat, way, 1, state.player(due.seat).food)


def explore_choices(facts: DragonBoatsFacts, state: State, due: Prompt) -> Iterator[Choice]:
    if due.kind == "gift":
        for card, step in cards_found(facts, state):
            yield Choice(as_move(Take(card)), (step,))
    elif due.kind == "sail":
        for landing in landings_of(facts, state, state.boat(due.place)):
            space = facts.spaces[landing]
            label = say("Land at {place}", place=landing_name(facts, landing))
            step = Step(label, (space.x, space.y), width=SPOT_WIDTH)
            yield Choice(as_move(Land(landing)), (step,))
    else:
        yield from _walk_choices(facts, state, starting_walker(facts, state, due))


def _walk_choices(facts: DragonBoatsFacts, state: State, walker: Walker) -> Iterator[Choice]:
    """Every next space and every hex in reach. A hex to which there is a better way than the
    next step is only offered by that way."""
    player = state.player(walker.seat)
    hint = say("costs 1 food") if walker.steps >= player.free_steps else None
    ways = longer_ways(facts, state, walker)
    for name in next_spaces(facts, state, walker):
        if name not in ways:
            yield Choice(as_move(Walk(name)), (_space_step(facts, state, walker, name, hint),))
    for name, way in ways.items():
        step = _space_step(facts, state, walker, name, _way_hint(facts, way))
        yield Choice(as_move(Settle(way.spaces)), (step,))
    yield Choice(as_move(Home()), (Step(say("Go home"), hint=say("without taking a hex")),))


def _space_step(
    facts: DragonBoatsFacts, state: State, walker: Walker, name: str, hint: Message | None
) -> Step:
    """The tap on a space. A number on the board is what a hex scores."""
    space, label = facts.spaces[name], _step_name(facts, state, name)
    if space.kind not in HEXES:
        return Step(label, (space.x, space.y), width=ROAD_WIDTH, hint=hint)
    count = points_of_hex(facts, state, walker.seat, name)
    points = say_count("+{count} point", "+{count} points", count)
    hint = points if hint is None else say("{points}: {way}", points=points, way=hint)
    return Step(label, (space.x, space.y), width=HEX_WIDTH, hint=hint, badge=f"+{count}")


def _way_hint(facts: DragonBoatsFacts, way: HexWay) -> Message:
    """What a way to a hex costs and what lies on it."""
    icons = [facts.spaces[name].icon for name in way.spaces]
    found = [ICON_NAMES[icon] for icon in icons if icon in ICON_NAMES]
    steps = say_count("{count} step", "{count} steps", len(way.spaces))
    parts = [steps, *((say("costs {count} food", count=way.food),) if way.food else ())]
    if found:
        parts.append(say("finds {things}", things=join_names(found)))
    return join_names(parts)


def _step_name(facts: DragonBoatsFacts, state: State, name: str) -> Message:
    space = facts.spaces[name]
    match space.kind:
        case "farm":
            tile, where = tile_name(facts, state.land[name]), hex_spots(facts)[name]
            return say("Settle on {hex} ({place})", hex=tile, place=where)
        case "wisdom":
            return say("Settle on {hex}", hex=tile_name(facts, state.land[name]))
        case "landing":
            return say("Walk to landing {port}", port=landing_port(name))
        case "path":
            return say("Walk up the path")
    rewards = {
        "coin": say("Walk to a coin"),
        "food": say("Walk to food"),
        "card": say("Walk to a card"),
        "offering": say("Walk to an offering"),
        "treasure": say("Walk to a treasure"),
    }
    return rewards[space.icon]


def do_land(draft: Draft, due: Prompt, move: Land) -> None:
    if due.kind != "sail":
        raise Refused("no boat is about to land")
    boat = draft.state.boat(due.place)
    if move.landing not in landings_of(draft.facts, draft.state, boat):
        raise Refused("this boat can’t land there")
    land(draft, boat, move.landing)


def do_walk(draft: Draft, due: Prompt, move: Walk) -> None:
    walker, player = _start(draft, due), draft.state.player(due.seat)
    if move.to not in next_spaces(draft.facts, draft.state, walker):
        raise Refused("you can’t step there")
    paid = int(walker.steps >= player.free_steps)
    if paid:
        draft.set_player(replace(player, food=player.food - 1))
        draft.give_back("food", 1)
        draft.announce(say("{who} pays 1 food for a step", who=player.name))
    if draft.facts.spaces[move.to].kind in HEXES:
        _settle_on(draft, due.seat, move.to)
        return
    way, pack = (*walker.way, move.to), max(0, walker.pack - paid)
    onward = Walker(walker.seat, way, walker.steps + 1, pack)
    draft.state = replace(draft.state, walker=onward)
    _reward(draft, due.seat, draft.facts.spaces[move.to].icon)


def do_settle(draft: Draft, due: Prompt, move: Settle) -> None:
    """Walk a way that is offered; a card that is found on it is taken before the next step."""
    if due.kind not in ("walk", "path", "ashore"):
        raise Refused("nobody is walking now")
    walker = starting_walker(draft.facts, draft.state, due)
    ways = longer_ways(draft.facts, draft.state, walker).values()
    if move.way not in [way.spaces for way in ways]:
        raise Refused("you can’t walk that way")
    do_walk(draft, due, Walk(move.way[0]))
    _follow(draft, move.way[1:])


def _follow(draft: Draft, plan: tuple[str, ...]) -> None:
    """Walk on by plan until the member settles or finds a card."""
    while draft.state.walker and plan and not draft.state.gift:
        walker = draft.state.walker
        do_walk(draft, Prompt("walk", walker.seat), Walk(plan[0]))
        plan = plan[1:]
    if draft.state.walker:
        draft.state = replace(draft.state, walker=replace(draft.state.walker, plan=plan))


def _settle_on(draft: Draft, seat: str, name: str) -> None:
    facts, state, player = draft.facts, draft.state, draft.state.player(seat)
    draft.state = replace(state, farmers={**state.farmers, name: seat}, walker=None)
    tile = state.land[name]
    if facts.spaces[name].kind == "farm":
        draft.set_player(replace(player, farms=(*player.farms, tile)))
    else:
        draft.set_player(replace(player, wisdom=(*player.wisdom, tile)))
    draft.announce(
        say(
            "{who} settles on {hex} ({place})",
            who=player.name,
            hex=tile_name(facts, tile),
            place=hex_name(facts, name),
        )
    )


def _reward(draft: Draft, seat: str, icon: str) -> None:
    player = draft.state.player(seat)
    count = reward_count(player, icon)
    match icon:
        case "coin":
            gains = describe_amounts(money=draft.gain_money(seat, count))
        case "food":
            gains = describe_amounts(food=draft.gain_supply(seat, "food", count))
        case "treasure":
            gains = describe_amounts(treasure=draft.gain_supply(seat, "treasure", count))
        case "offering":
            gains = describe_amounts(goods=goods_names(draft.facts, draft.gain_offerings(seat, 1)))
        case "card" if draft.state.display or draft.state.deck:
            draft.state = replace(draft.state, gift=True)
            gains = describe_amounts(cards=1)
        case _:
            draft.announce(say("{who} walks on", who=player.name))
            return
    draft.announce(say("{who} finds {gains}", who=player.name, gains=join_names(gains)))


def do_home(draft: Draft, due: Prompt) -> None:
    _start(draft, due)
    go_home(draft, due.seat)


def go_home(draft: Draft, seat: str) -> None:
    draft.state = replace(draft.state, walker=None)
    name = draft.state.player(seat).name
    draft.announce(say("{who} goes home without a hex", who=name))


def do_take(draft: Draft, due: Prompt, move: Take) -> None:
    if due.kind != "gift":
        raise Refused("there is no card to take")
    if move.card not in dict(cards_found(draft.facts, draft.state)):
        raise Refused("that card is not on offer")
    _take(draft, due.seat, move.card)


def take_only_card(draft: Draft, seat: str) -> bool:
    """Take the card of a road if there is only one; whether there is."""
    cards = [card for card, _ in cards_found(draft.facts, draft.state)]
    if len(cards) == 1:
        _take(draft, seat, cards[0])
    return len(cards) == 1


def _take(draft: Draft, seat: str, card: str) -> None:
    take_card(draft, seat, card)
    draft.state = replace(draft.state, gift=False)
    if draft.state.walker:
        _follow(draft, draft.state.walker.plan)


def _start(draft: Draft, due: Prompt) -> Walker:
    """The member who walks, taken off its boat or path if it is still there."""
    if due.kind not in ("walk", "path", "ashore"):
        raise Refused("nobody is walking now")
    state, walker = draft.state, starting_walker(draft.facts, draft.state, due)
    if due.kind == "path":
        queue = state.paths[due.place][1:]
        draft.state = replace(state, paths={**state.paths, due.place: queue})
    elif due.kind == "ashore":
        boat = state.boat(due.place)
        seats = seated(boat, SEATS[next_ashore(boat)], "")
        draft.set_boat(replace(boat, seats=seats, unloading=True))
    draft.state = replace(draft.state, walker=walker)
    return walker
