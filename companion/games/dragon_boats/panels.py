"""Panels beside the board of Dragon Boats, the most important first."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.dragon_boats.amounts import (
    coins,
    describe_amounts,
    food_text,
    join_names,
    treasures,
)
from companion.games.dragon_boats.board_names import landing_name, port_name
from companion.games.dragon_boats.explore import next_prompt, starting_walker
from companion.games.dragon_boats.facts import MARKETS, STALLS, DragonBoatsFacts
from companion.games.dragon_boats.hints import goods_in_bag
from companion.games.dragon_boats.market import costs_nothing
from companion.games.dragon_boats.names import (
    card_name,
    count_names,
    good_name,
    goods_names,
    goods_text,
    tile_name,
)
from companion.games.dragon_boats.sailing import sail_order
from companion.games.dragon_boats.state import Boat, Player, State, members_at_home
from companion.games.dragon_boats.travel import boardings, climb_choices
from companion.games.dragon_boats.walking import hexes_in_reach
from companion.games.scene import Panel, PanelRow
from companion.games.seats import COLOURS
from companion.language.messages import Message, listing, say, say_count


def list_panels(facts: DragonBoatsFacts, state: State, seat: str | None) -> Iterator[Panel]:
    own = next((player for player in state.players if player.seat == seat), None)
    yield from _reach_panel(facts, state)
    if own:
        yield from _own_panels(facts, state, own)
    if is_trading(state):
        lines = tuple(_stall_line(facts, state, stall, seat) for stall in STALLS)
        yield Panel(say("Market"), lines)
    if state.phase != "over":
        yield Panel(say("Boats"), tuple(_boat_lines(facts, state, seat)))
    yield Panel(say("Players"), tuple(_player_line(facts, state, p) for p in state.clockwise()))
    yield from _face_up_cards(facts, state)
    if state.phase == "over":
        return
    cards = tuple(f"bonus-cards/{letter}" for letter in state.display)
    if cards:
        yield Panel(say("Cards on offer"), (), cards)
    yield Panel(say("Supplies"), tuple(_supply_lines(state)))
    yield _bag_panel(facts, state)


def _bag_panel(facts: DragonBoatsFacts, state: State) -> Panel:
    """The offerings that are not on the table, by kind: everybody has seen the others."""
    rows = tuple(
        PanelRow(
            say(
                "{good}: {left} of {count}",
                good=good_name(facts, good),
                left=left,
                count=facts.offerings[good],
            ),
            (f"offering-tiles/offering-{good}",),
        )
        for good, left in goods_in_bag(facts, state).items()
    )
    title = say("Offerings in the bag: {count}", count=len(state.bag))
    return Panel(title, rows=rows, folded=True)


def lead_rows(facts: DragonBoatsFacts, state: State, seat: str | None) -> Iterator[PanelRow]:
    """The viewer's money and goods, and while bidding the discs."""
    for player in state.players:
        if player.seat == seat and state.phase != "over":
            tiles = tuple(f"offering-tiles/offering-{good}" for good in player.goods)
            yield PanelRow(_purse_line(facts, player), tiles)
            if state.phase == "bid":
                yield PanelRow(say("Discs to place: {count}", count=player.discs), ())


def _supply_lines(state: State) -> Iterator[Message]:
    number, count = state.turn + 1, len(state.rounds)
    if state.round == number:
        yield say("Round {number} of {count}", number=number, count=count)
    else:
        yield say(
            "Round card {round}, round {number} of {count}",
            round=state.round,
            number=number,
            count=count,
        )
    yield say("Cards in the deck: {count}", count=len(state.deck))
    yield say("Toppers left: {count}", count=len(state.toppers))
    yield say("Food cards: {count}", count=state.supplies["food"])
    yield say("Treasure cards: {count}", count=state.supplies["treasure"])


def _reach_panel(facts: DragonBoatsFacts, state: State) -> Iterator[Panel]:
    """The hexes that the walking member can settle on, nearest first."""
    due = next_prompt(facts, state) if state.phase == "explore" else None
    if due is None or due.kind in ("sail", "gift"):
        return
    hexes: dict[int, list[str]] = {}
    for hex_, food in hexes_in_reach(facts, state, starting_walker(facts, state, due)).items():
        hexes.setdefault(food, []).append(state.land[hex_])
    lines = []
    for food, found in sorted(hexes.items()):
        named = join_names(count_names(facts, found, tile_name))
        far = say("For {food} food: {hexes}", food=food, hexes=named)
        lines.append(far if food else say("Free: {hexes}", hexes=named))
    yield Panel(say("Within reach"), tuple(lines) or (say("No free hex"),))


def _own_panels(facts: DragonBoatsFacts, state: State, player: Player) -> Iterator[Panel]:
    tiles = tuple(f"offering-tiles/offering-{good}" for good in player.goods)
    yield Panel(say("Your goods"), tuple(_own_lines(facts, state, player)), tiles, own=True)
    if player.cards:
        ready = tuple(f"bonus-cards/{card.letter}" for card in player.cards if not card.used)
        used = [card_name(facts, card.letter) for card in player.cards if card.used]
        lines = (say("Used: {cards}", cards=listing(used)),) if used else ()
        yield Panel(say("Your cards"), lines, ready, own=True, secret=True)


def _own_lines(facts: DragonBoatsFacts, state: State, player: Player) -> Iterator[Message]:
    home = members_at_home(facts, state, player.seat)
    yield say("Members at home: {count}", count=home)
    over = len(player.goods) - player.room
    if over > 0:
        yield say_count(
            "{count} good too many for your storage",
            "{count} goods too many for your storage",
            over,
        )
    ports = _affordable_ports(facts, state, player)
    if ports:
        yield say("Boats you can get on: {ports}", ports=join_names(ports))
    if is_trading(state) and any(True for _ in climb_choices(facts, state, player)):
        yield say("You can climb a mountain path")
    if player.locked:
        yield say("One of your discs is on round {round}", round=player.locked)


def _purse_line(facts: DragonBoatsFacts, player: Player) -> Message:
    money = coins(player.money)
    if facts.most_money is not None:
        money = say_count(
            "{money} of {count} coin",
            "{money} of {count} coins",
            facts.most_money,
            money=player.money,
        )
    return join_names((money, food_text(player.food), treasures(player.treasure)))


def _affordable_ports(facts: DragonBoatsFacts, state: State, player: Player) -> list[Message]:
    """The boats that a player can pay for while the market is open, and if only in the middle."""
    if not is_trading(state):
        return []
    able: dict[str, set[str]] = {}
    for boat, place, _ in boardings(facts, state, player):
        able.setdefault(boat.id, set()).add(place)
    return [
        say("{port} (middle seat)", port=port_name(facts, boat))
        if places == {"middle"}
        else say("{port}", port=port_name(facts, boat))
        for boat, places in able.items()
    ]


def is_trading(state: State) -> bool:
    """Whether the market is open or about to open."""
    before_market = state.phase == "pause" and state.window == "discs"
    return state.phase in ("bid", "pay") or before_market


def _stall_line(facts: DragonBoatsFacts, state: State, stall: str, seat: str | None) -> Message:
    bidders = _bidders(state, stall, seat)
    if stall not in MARKETS:
        return say("{stall}: {bidders}", stall=stall, bidders=bidders)
    goods = state.stalls[stall]
    tiles = goods_text(facts, goods) if goods else say("sold out")
    return say("{stall}: {goods} – {bidders}", stall=stall, goods=tiles, bidders=bidders)


def _bidders(state: State, stall: str, seat: str | None) -> Message:
    """The bidders in the order in which they act, and what each of them has to pay."""
    bidders = [*reversed(state.stacks[stall])]
    if not bidders:
        return say("no discs")
    if costs_nothing(state, stall):
        names = [say("you") if one == seat else state.player(one).name for one in bidders]
        return say("{names}", names=listing(names))
    price = state.price(stall)
    return join_names(
        [
            say("you pay {price}", price=price - number)
            if one == seat
            else say("{who} pays {price}", who=state.player(one).name, price=price - number)
            for number, one in enumerate(bidders)
        ]
    )


def _boat_lines(facts: DragonBoatsFacts, state: State, seat: str | None) -> Iterator[Message]:
    order = [boat.id for boat in sail_order(facts, state)]
    for boat in state.boats:
        yield _boat_line(facts, boat, order)
    for player in state.players:
        ports = _affordable_ports(facts, state, player)
        if ports and player.seat != seat:
            yield say("{who} can get on: {ports}", who=player.name, ports=join_names(ports))


def _boat_line(facts: DragonBoatsFacts, boat: Boat, order: list[str]) -> Message:
    topper, port = facts.toppers[boat.topper], port_name(facts, boat.id)
    if boat.landing:
        place = landing_name(facts, boat.landing)
        return say("Boat {boat}: landed at {place}", boat=port, place=place)
    if boat.id in order:
        return say(
            "Boat {boat}: {goods} – {aboard} aboard, sails as number {number} of {count}",
            boat=port,
            goods=goods_text(facts, topper.cost),
            aboard=boat.aboard,
            number=order.index(boat.id) + 1,
            count=len(order),
        )
    return say(
        "Boat {boat}: {goods} – {aboard} of {least} aboard, drum {beats}",
        boat=port,
        goods=goods_text(facts, topper.cost),
        aboard=boat.aboard,
        least=topper.passengers,
        beats=topper.beats,
    )


def _player_line(facts: DragonBoatsFacts, state: State, player: Player) -> Message:
    goods = goods_names(facts, player.goods)
    held = [*describe_amounts(player.money, player.food, player.treasure, goods, len(player.cards))]
    if state.phase == "bid":
        held.append(say_count("{count} disc", "{count} discs", player.discs))
    if player.locked:
        held.append(say("a disc on round {round}", round=player.locked))
    return say(
        "{who} ({colour}): {things}",
        who=player.name,
        colour=COLOURS[player.house],
        things=join_names(held),
    )


def _face_up_cards(facts: DragonBoatsFacts, state: State) -> Iterator[Panel]:
    """The cards that everybody has seen; at the end, all of them."""
    lines = []
    for player in state.clockwise():
        seen = [card for card in player.cards if card.open or state.phase == "over"]
        if seen:
            cards = listing(card_name(facts, card.letter) for card in seen)
            lines.append(say("{who}: {cards}", who=player.name, cards=cards))
    if lines:
        yield Panel(say("Face-up cards"), tuple(lines))
