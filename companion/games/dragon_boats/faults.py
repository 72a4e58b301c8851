"""Takes what players say they hold at the end, gives what of it cannot be, and why."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from companion.games.base import Fault
from companion.games.dragon_boats.facts import STORAGE, Known
from companion.games.dragon_boats.holding import Holding
from companion.games.dragon_boats.places import hex_name
from companion.table.model import Seat
from companion.words import Message, say


def faults_of(known: Known, seats: Sequence[Seat], held: Mapping[str, Holding]) -> Iterable[Fault]:
    yield from _held_twice(known, seats, held)
    yield from _too_many(known, held)
    for seat, holding in held.items():
        yield from _too_much_for_one(known, seat, holding)


def _held_twice(
    known: Known, seats: Sequence[Seat], held: Mapping[str, Holding]
) -> Iterable[Fault]:
    names = {seat.id: seat.name for seat in seats}
    owners: dict[tuple[str, str], list[str]] = {}
    for seat, holding in held.items():
        for single in _single_things(holding):
            owners.setdefault(single, []).append(seat)
    for (field, name), who in owners.items():
        if len(who) == 1:
            continue
        is_hex = field == "farmers"
        thing: str | Message = hex_name(known, name) if is_hex else known.cards[name].title
        everybody = ", ".join(names[seat] for seat in who)
        message = say("{thing}: entered for {names}; only one has it", thing=thing, names=everybody)
        yield from (Fault(seat, field, message) for seat in who)


def _single_things(holding: Holding) -> Iterable[tuple[str, str]]:
    """What there is one of: its field and its name, a hex or a letter."""
    yield from (("farmers", space) for space in holding.farmers)
    yield from ((f"card-{letter}", letter) for letter in holding.cards)
    yield from ((f"wisdom-{letter}", letter) for letter in holding.wisdom)


def _too_many(known: Known, held: Mapping[str, Holding]) -> Iterable[Fault]:
    """More of a kind than is printed, or more farm hexes than are laid out."""
    printed = {f"farm-{kind}": farm.copies for kind, farm in known.farms.items()}
    printed |= known.supplies
    counts = {seat: _counted_things(holding) for seat, holding in held.items()}
    for field, most in printed.items():
        used = sum(count[field] for count in counts.values())
        if used > most:
            message = say("there are only {most}, not {count}", most=most, count=used)
            yield from (Fault(seat, field, message) for seat in held if counts[seat][field])
    laid = len(known.of_kind("farm"))
    if sum(sum(holding.farms.values()) for holding in held.values()) > laid:
        message = say("only {most} farm hexes lie on the board", most=laid)
        for seat, holding in held.items():
            kinds = [kind for kind, count in holding.farms.items() if count]
            yield from (Fault(seat, f"farm-{kind}", message) for kind in kinds[:1])


def _counted_things(holding: Holding) -> dict[str, int]:
    farms = {f"farm-{kind}": count for kind, count in holding.farms.items()}
    return {**farms, "treasure": holding.treasure, "food": holding.food}


def _too_much_for_one(known: Known, seat: str, holding: Holding) -> Iterable[Fault]:
    room = STORAGE + ("E" in holding.cards)
    if holding.offerings > room:
        yield Fault(seat, "offerings", say("only {count} offerings can be stored", count=room))
    members = next(iter(known.houses.values())).members
    if len(holding.farmers) > members:
        yield Fault(seat, "farmers", say("a house has {count} members", count=members))
    taken = sum(holding.farms.values()) + len(holding.wisdom)
    if taken > members:
        kinds = [f"farm-{kind}" for kind, count in holding.farms.items() if count]
        message = say("{members} members take no more than {members} hexes", members=members)
        yield Fault(seat, kinds[0], message)
    elif 0 < len(holding.farmers) < taken:
        message = say(
            "{hexes} hexes, but {farmers} farmers: whoever takes a hex stays there",
            hexes=taken,
            farmers=len(holding.farmers),
        )
        yield Fault(seat, "farmers", message)
