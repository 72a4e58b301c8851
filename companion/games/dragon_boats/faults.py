"""Impossible entries on score sheets, with reasons."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from companion.games.dragon_boats.board_names import hex_name
from companion.games.dragon_boats.facts import STORAGE, DragonBoatsFacts
from companion.games.dragon_boats.holding import Holding
from companion.games.dragon_boats.names import card_name
from companion.games.score import Fault
from companion.games.seats import Seat
from companion.language.messages import Message, listing, say, say_count


def faults_of(
    facts: DragonBoatsFacts, seats: Sequence[Seat], held: Mapping[str, Holding]
) -> Iterable[Fault]:
    yield from _held_twice(facts, seats, held)
    yield from _too_many(facts, held)
    for seat, holding in held.items():
        yield from _too_much_for_one(facts, seat, holding)


def _held_twice(
    facts: DragonBoatsFacts, seats: Sequence[Seat], held: Mapping[str, Holding]
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
        thing = hex_name(facts, name) if is_hex else card_name(facts, name)
        message = say(
            "{thing} is entered for {names}, but only one of you can have it",
            thing=thing,
            names=listing(names[seat] for seat in who),
        )
        yield from (Fault(seat, field, message) for seat in who)


def _single_things(holding: Holding) -> Iterable[tuple[str, str]]:
    """The unique things of a player: the field and the hex or letter of each."""
    yield from (("farmers", space) for space in holding.farmers)
    yield from ((f"card-{letter}", letter) for letter in holding.cards)
    yield from ((f"wisdom-{letter}", letter) for letter in holding.wisdom)


def _too_many(facts: DragonBoatsFacts, held: Mapping[str, Holding]) -> Iterable[Fault]:
    """More of a kind than there are, or more farm hexes than lie on the board."""
    printed = {f"farm-{kind}": farm.copies for kind, farm in facts.farms.items()}
    printed |= facts.supplies
    counts = {seat: _counted_things(holding) for seat, holding in held.items()}
    for field, most in printed.items():
        used = sum(count[field] for count in counts.values())
        if used > most:
            message = say("{used} in all, but there are only {most}", most=most, used=used)
            yield from (Fault(seat, field, message) for seat in held if counts[seat][field])
    laid = len(facts.of_kind("farm"))
    if sum(sum(holding.farms.values()) for holding in held.values()) > laid:
        message = say_count(
            "only {count} farm hex is on the board",
            "only {count} farm hexes are on the board",
            laid,
        )
        for seat, holding in held.items():
            kinds = [kind for kind, count in holding.farms.items() if count]
            yield from (Fault(seat, f"farm-{kind}", message) for kind in kinds[:1])


def _counted_things(holding: Holding) -> dict[str, int]:
    farms = {f"farm-{kind}": count for kind, count in holding.farms.items()}
    return {**farms, "treasure": holding.treasure, "food": holding.food}


def _too_much_for_one(facts: DragonBoatsFacts, seat: str, holding: Holding) -> Iterable[Fault]:
    room = STORAGE + ("E" in holding.cards)
    if holding.offerings > room:
        yield Fault(seat, "offerings", _storage_message(room))
    members = next(iter(facts.houses.values())).members
    if len(holding.farmers) > members:
        yield Fault(seat, "farmers", _members_message(members))
    taken = sum(holding.farms.values()) + len(holding.wisdom)
    if taken > members:
        kinds = [f"farm-{kind}" for kind, count in holding.farms.items() if count]
        message = say_count(
            "{count} member can take only {count} hex",
            "{count} members can take only {count} hexes",
            members,
        )
        yield Fault(seat, kinds[0], message)
    elif 0 < len(holding.farmers) < taken:
        message = say_count(
            "{hexes} hexes, but only {count} farmer: every hex you took has one",
            "{hexes} hexes, but only {count} farmers: every hex you took has one",
            len(holding.farmers),
            hexes=taken,
        )
        yield Fault(seat, "farmers", message)


def _storage_message(room: int) -> Message:
    return say_count(
        "you can store only {count} offering", "you can store only {count} offerings", room
    )


def _members_message(members: int) -> Message:
    return say_count("a house has {count} member", "a house has {count} members", members)
