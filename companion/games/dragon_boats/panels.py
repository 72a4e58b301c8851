"""Takes a state and a seat, gives the boxes beside the board, what is needed most first."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.base import Panel
from companion.games.dragon_boats.amounts import amounts, in_a_row
from companion.games.dragon_boats.explore import prompt, reach, setting_off
from companion.games.dragon_boats.facts import MARKETS, STALLS, Known
from companion.games.dragon_boats.market import costs_nothing
from companion.games.dragon_boats.names import COLOURS, counted, goods_named, goods_text, tile_name
from companion.games.dragon_boats.places import landing_name, port_name
from companion.games.dragon_boats.sailing import sail_order
from companion.games.dragon_boats.state import Boat, Player, State, at_home
from companion.games.dragon_boats.travel import boardings, climb_choices
from companion.words import Message, say


def panels_of(known: Known, state: State, seat: str | None) -> Iterator[Panel]:
    own = next((player for player in state.players if player.seat == seat), None)
    yield from _reach_panel(known, state)
    if own:
        yield from _own_panels(known, state, own)
    if _trading(state):
        yield Panel(say("Market"), tuple(_stall_line(known, state, stall) for stall in STALLS))
    if state.phase != "over":
        yield Panel(say("Boats"), tuple(_boat_lines(known, state, seat)))
    yield Panel(say("Players"), tuple(_player_line(known, state, p) for p in state.clockwise()))
    yield from _open_cards(known, state)
    if state.phase == "over":
        return
    cards = tuple(f"bonus-cards/{letter}" for letter in state.display)
    if cards:
        yield Panel(say("Cards to be had"), (), cards)
    yield Panel(say("Supplies"), tuple(_supply_lines(state)))


def _supply_lines(state: State) -> Iterator[Message]:
    yield say("Offerings in the bag: {count}", count=len(state.bag))
    yield say("Cards in the deck: {count}", count=len(state.deck))
    yield say("Toppers left: {count}", count=len(state.toppers))
    yield say(
        "{food} food, {treasure} treasure",
        food=state.supplies["food"],
        treasure=state.supplies["treasure"],
    )


def _reach_panel(known: Known, state: State) -> Iterator[Panel]:
    """What the member who walks can settle on, nearest first."""
    due = prompt(known, state) if state.phase == "explore" else None
    if due is None or due.kind in ("sail", "gift"):
        return
    hexes: dict[int, list[str]] = {}
    for hex_, food in reach(known, state, setting_off(known, state, due)).items():
        hexes.setdefault(food, []).append(state.land[hex_])
    lines = []
    for food, found in sorted(hexes.items()):
        named = in_a_row(counted(known, found, tile_name))
        far = say("For {food} food: {hexes}", food=food, hexes=named)
        lines.append(far if food else say("Free: {hexes}", hexes=named))
    yield Panel(say("Within reach"), tuple(lines) or (say("no free hex"),))


def _own_panels(known: Known, state: State, player: Player) -> Iterator[Panel]:
    tiles = tuple(f"offering-tiles/offering-{good}" for good in player.goods)
    yield Panel(say("Your goods"), tuple(_own_lines(known, state, player)), tiles, own=True)
    if player.cards:
        ready = tuple(f"bonus-cards/{card.letter}" for card in player.cards if not card.used)
        used = ", ".join(known.cards[card.letter].title for card in player.cards if card.used)
        told = (say("Used: {cards}", cards=used),) if used else ()
        yield Panel(say("Your cards"), told, ready, own=True, secret=True)


def _own_lines(known: Known, state: State, player: Player) -> Iterator[Message]:
    yield _purse_line(known, player)
    home = at_home(known, state, player.seat)
    yield say("Members at home: {count}", count=home)
    if state.phase == "bid":
        yield say("Discs to place: {count}", count=player.discs)
    over = len(player.goods) - player.room
    if over > 0:
        yield say("Goods more than you can store: {count}", count=over)
    ports = _ports(known, state, player)
    if ports:
        yield say("You can board {ports}", ports=in_a_row(ports))
    if _trading(state) and any(True for _ in climb_choices(known, state, player)):
        yield say("You can take a mountain path")
    if player.locked:
        yield say("One disc comes back in round {round}", round=player.locked)


def _purse_line(known: Known, player: Player) -> Message:
    if known.most_money is None:
        return say(
            "{money} money, {food} food, {treasure} treasure",
            money=player.money,
            food=player.food,
            treasure=player.treasure,
        )
    return say(
        "{money} money of {most}, {food} food, {treasure} treasure",
        money=player.money,
        most=known.most_money,
        food=player.food,
        treasure=player.treasure,
    )


def _ports(known: Known, state: State, player: Player) -> list[Message]:
    """The boats a player can pay for, while the market is open; whether only in the middle."""
    if not _trading(state):
        return []
    able: dict[str, set[str]] = {}
    for boat, place, _ in boardings(known, state, player):
        able.setdefault(boat.id, set()).add(place)
    return [
        say("{port} (middle seat)", port=port_name(known, boat))
        if places == {"middle"}
        else say("{port}", port=port_name(known, boat))
        for boat, places in able.items()
    ]


def _trading(state: State) -> bool:
    return state.phase in ("bid", "pay")


def _stall_line(known: Known, state: State, stall: str) -> Message:
    bidders = _bidders(state, stall)
    if stall not in MARKETS:
        return say("{stall}: {bidders}", stall=stall, bidders=bidders)
    goods = state.stalls[stall]
    lying = goods_text(known, goods) if goods else say("sold out")
    return say("{stall}: {goods} – {bidders}", stall=stall, goods=lying, bidders=bidders)


def _bidders(state: State, stall: str) -> Message:
    """Who acts in which order, and what each has to pay by then."""
    names = [state.player(seat).name for seat in reversed(state.stacks[stall])]
    if not names:
        return say("no bid")
    if costs_nothing(state, stall):
        return say("{names}", names=", ".join(names))
    price = state.price(stall)
    return in_a_row(
        [
            say("{who} for {price}", who=name, price=price - number)
            for number, name in enumerate(names)
        ]
    )


def _boat_lines(known: Known, state: State, seat: str | None) -> Iterator[Message]:
    order = [boat.id for boat in sail_order(known, state)]
    for boat in state.boats:
        yield _boat_line(known, boat, order)
    for player in state.players:
        ports = _ports(known, state, player)
        if ports and player.seat != seat:
            yield say("{who} can board {ports}", who=player.name, ports=in_a_row(ports))


def _boat_line(known: Known, boat: Boat, order: list[str]) -> Message:
    topper, port = known.toppers[boat.topper], port_name(known, boat.id)
    if boat.landing:
        place = landing_name(known, boat.landing)
        return say("{boat} lies at {place}", boat=port, place=place)
    if boat.id in order:
        return say(
            "{boat}: {goods} – {aboard} aboard, sails {number} of {count}",
            boat=port,
            goods=goods_text(known, topper.cost),
            aboard=boat.aboard,
            number=order.index(boat.id) + 1,
            count=len(order),
        )
    return say(
        "{boat}: {goods} – {aboard} of {least} aboard, drum {beats}",
        boat=port,
        goods=goods_text(known, topper.cost),
        aboard=boat.aboard,
        least=topper.passengers,
        beats=topper.beats,
    )


def _player_line(known: Known, state: State, player: Player) -> Message:
    goods = goods_named(known, player.goods)
    held = [*amounts(player.money, player.food, player.treasure, goods, len(player.cards))]
    if state.phase == "bid":
        held.append(
            say("1 disc") if player.discs == 1 else say("{count} discs", count=player.discs)
        )
    if player.locked:
        held.append(say("a disc on round {round}", round=player.locked))
    return say(
        "{who} ({colour}): {things}",
        who=player.name,
        colour=COLOURS[player.house],
        things=in_a_row(held),
    )


def _open_cards(known: Known, state: State) -> Iterator[Panel]:
    """Cards that everybody has seen, in the end all."""
    lines = []
    for player in state.clockwise():
        seen = [card for card in player.cards if card.open or state.phase == "over"]
        cards = ", ".join(known.cards[card.letter].title for card in seen)
        if cards:
            lines.append(say("{who}: {cards}", who=player.name, cards=cards))
    if lines:
        yield Panel(say("Open cards"), tuple(lines))
