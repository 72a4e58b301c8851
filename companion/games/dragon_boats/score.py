"""Takes players' score sheets, gives their points with every reason, the ranking, and faults."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Final

from msgspec import Struct

from companion.games.base import Fault, Line, Options, Rank, Result, Sheet, Total
from companion.games.dragon_boats.facts import STORAGE, Known
from companion.table.model import Seat
from companion.words import Message, say

EXTRA_HEX: Final = {"pork": "V", "fish": "W", "poultry": "X"}
MORE_PER_HEX: Final = {"soy": "Y", "rice": "Z"}
EFFECTS: Final = frozenset("LNOQTYZ")
"""What adds points by itself at the end."""
MOST_FOOD_POINTS: Final = 8
FULL_TREASURES: Final = 4
"""How many treasures card T makes worth one point more: 8 points at 2 each."""


class Holding(Struct, frozen=True):
    """What a sheet says that one player has at the end."""

    farmers: tuple[str, ...]
    farms: Mapping[str, int]
    cards: tuple[str, ...]
    wisdom: tuple[str, ...]
    offerings: int
    treasure: int
    food: int
    money: int


def read_sheet(known: Known, sheet: Sheet) -> Holding:
    def count(name: str) -> int:
        return int(sheet.get(name) or 0)

    def held(letters: Iterable[str], prefix: str) -> tuple[str, ...]:
        return tuple(letter for letter in letters if sheet.get(f"{prefix}-{letter}"))

    return Holding(
        tuple(sheet.get("farmers") or ()),
        {kind: count(f"farm-{kind}") for kind in known.farms},
        held(known.cards, "card"),
        held(known.wisdom, "wisdom"),
        count("offerings"),
        count("treasure"),
        count("food"),
        count("money"),
    )


def set_points(count: int, cap: int) -> int:
    """Full sets of `cap` count their number squared, and so does what is left over."""
    return count // cap * cap**2 + (count % cap) ** 2


def groups_of(known: Known, hexes: Collection[str]) -> list[tuple[str, ...]]:
    """Hexes that lie side by side, directly or through each other; largest first."""
    left, groups = set(hexes), []
    while left:
        reached = [left.pop()]
        for hex_ in reached:
            near = left.intersection(known.spaces[hex_].neighbours)
            left -= near
            reached += sorted(near)
        groups.append(tuple(sorted(reached)))
    return sorted(groups, key=lambda group: (-len(group), group))


def score_sheets(
    known: Known, options: Options, sheets: Mapping[str, Sheet], seats: Sequence[Seat]
) -> Result:
    held = {seat.id: read_sheet(known, sheets.get(seat.id, {})) for seat in seats}
    totals = tuple(_total(known, options, seat, holding) for seat, holding in held.items())
    return Result(totals, _ranking(totals, held), tuple(_faults(known, seats, held)))


def _total(known: Known, options: Options, seat: str, held: Holding) -> Total:
    lines = tuple(
        line
        for line in (
            _sum(say("Hexes of a kind"), _sets(known, options, held)),
            _sum(say("Farmers"), _farmers(known, held)),
            _sum(say("Cards"), _cards(known, held)),
            _sum(say("Effects at the end"), _effects(known, options, held)),
            _sum(say("Stores"), _stores(held)),
        )
        if line.parts
    )
    return Total(seat, sum(line.points for line in lines), lines)


def _sum(title: Message, parts: Iterable[Line]) -> Line:
    lines = tuple(parts)
    return Line(title, sum(line.points for line in lines), parts=lines)


def _times(held: Holding, options: Options, letter: str) -> int:
    """How often an effect counts: a card and a wisdom hex may do the same."""
    times = (letter in held.cards) + (letter in held.wisdom)
    return min(times, 1) if options["twins"] == "once" else times


def _sets(known: Known, options: Options, held: Holding) -> Iterable[Line]:
    for kind, farm in known.farms.items():
        letter = EXTRA_HEX.get(kind, "")
        extra, cap = _times(held, options, letter), farm.cap
        if letter and options["alt_sets"] == "on":
            cap, extra = cap - 1 + min(extra, 1), 0
        count = held.farms[kind] + extra
        if not count:
            continue
        why = say("{count} in sets of {cap}", count=count, cap=cap)
        if extra:
            why = say(
                "{count} in sets of {cap}, with {extra} by {card}",
                count=count,
                cap=cap,
                extra=extra,
                card=known.cards[letter].title,
            )
        points = set_points(count, cap)
        yield Line(say("{name}", name=farm.name), points, why, tuple(_each_set(count, cap)))


def _each_set(count: int, cap: int) -> Iterable[Line]:
    full, rest = divmod(count, cap)
    for size in [cap] * full + [rest] * bool(rest):
        yield Line(say("Set of {size}", size=size), size**2, say("{size} times {size}", size=size))


def _farmers(known: Known, held: Holding) -> Iterable[Line]:
    for group in groups_of(known, held.farmers):
        size = len(group)
        yield Line(
            say("Group of {size}", size=size) if size > 1 else say("Alone"),
            size**2,
            say("on {places}", places=", ".join(group)),
        )


def _cards(known: Known, held: Holding) -> Iterable[Line]:
    for letter in held.cards:
        card = known.cards[letter]
        why = say("printed on card {letter}", letter=letter)
        yield Line(say("{name}", name=card.title), card.points, why)


def _effects(known: Known, options: Options, held: Holding) -> Iterable[Line]:
    if EFFECTS.isdisjoint(held.cards + held.wisdom):
        return
    alone = sum(len(group) == 1 for group in groups_of(known, held.farmers))
    each: dict[str, tuple[int, Message]] = {
        "L": (len(held.cards), say("1 for each of {count} cards", count=len(held.cards))),
        "N": (alone, say("1 more for each of {count} farmers alone", count=alone)),
        "O": (held.money // 2, say("1 for every 2 of {count} money", count=held.money)),
        "Q": (
            min(2 * held.food, MOST_FOOD_POINTS),
            say(
                "2 for each of {count} food, {most} at most", count=held.food, most=MOST_FOOD_POINTS
            ),
        ),
        "T": (
            min(held.treasure, FULL_TREASURES),
            say(
                "1 more for the first {most} of {count} treasures",
                most=FULL_TREASURES,
                count=held.treasure,
            ),
        ),
    }
    for kind, letter in MORE_PER_HEX.items():
        count = held.farms[kind]
        why = say("1 for each of {count} {farm} hexes", count=count, farm=known.farms[kind].name)
        each[letter] = (count, why)
    for letter, (points, why) in each.items():
        sources = [
            say("Card {letter}, {title}", letter=letter, title=known.cards[letter].title)
        ] * (letter in held.cards)
        sources += [
            say("Wisdom {letter}, {title}", letter=letter, title=known.cards[letter].title)
        ] * (letter in held.wisdom)
        for source in sources[: _times(held, options, letter)]:
            yield Line(source, points, why)


def _stores(held: Holding) -> Iterable[Line]:
    if held.offerings:
        yield Line(say("Offerings"), held.offerings, say("1 each"))
    if held.treasure:
        yield Line(say("Treasures"), held.treasure, say("1 each"))


def _ranking(totals: Sequence[Total], held: Mapping[str, Holding]) -> tuple[Rank, ...]:
    def worth(total: Total) -> tuple[int, int]:
        return total.points, held[total.seat].money

    ranks = []
    for total in sorted(totals, key=worth, reverse=True):
        place = 1 + sum(worth(other) > worth(total) for other in totals)
        level = [other for other in totals if other.points == total.points]
        ranks.append(Rank(total.seat, place, _tie(total, level, held)))
    return tuple(ranks)


def _tie(total: Total, level: Sequence[Total], held: Mapping[str, Holding]) -> Message | None:
    if len(level) == 1:
        return None
    money = held[total.seat].money
    if len({held[other.seat].money for other in level}) == 1:
        return say("as many points and as much money: a shared place")
    return say("as many points; money decides: {money}", money=money)


def _faults(known: Known, seats: Sequence[Seat], held: Mapping[str, Holding]) -> Iterable[Fault]:
    yield from _held_twice(known, seats, held)
    yield from _too_many(known, held)
    for seat, holding in held.items():
        room = STORAGE + ("E" in holding.cards)
        if holding.offerings > room:
            message = say("only {count} offerings can be stored", count=room)
            yield Fault(seat, "offerings", message)
        members = next(iter(known.houses.values())).members
        if len(holding.farmers) > members:
            yield Fault(seat, "farmers", say("a house has {count} members", count=members))


def _held_twice(
    known: Known, seats: Sequence[Seat], held: Mapping[str, Holding]
) -> Iterable[Fault]:
    names = {seat.id: seat.name for seat in seats}
    owners: dict[tuple[str, str], list[str]] = {}
    for seat, holding in held.items():
        for space in holding.farmers:
            owners.setdefault(("farmers", space), []).append(seat)
        for letter in holding.cards:
            owners.setdefault((f"card-{letter}", known.cards[letter].title), []).append(seat)
        for letter in holding.wisdom:
            owners.setdefault((f"wisdom-{letter}", known.cards[letter].title), []).append(seat)
    for (field, thing), who in owners.items():
        if len(who) == 1:
            continue
        for seat in who:
            others = ", ".join(names[other] for other in who if other != seat)
            message = say("{thing}: {others} has it too", thing=thing, others=others)
            yield Fault(seat, field, message)


def _too_many(known: Known, held: Mapping[str, Holding]) -> Iterable[Fault]:
    used: Counter[str] = Counter()
    for holding in held.values():
        used.update({f"farm-{kind}": count for kind, count in holding.farms.items()})
        used.update({"treasure": holding.treasure, "food": holding.food})
    printed: dict[str, int] = {f"farm-{kind}": farm.copies for kind, farm in known.farms.items()}
    printed |= known.supplies
    laid = len(known.of_kind("farm"))
    hexes = sum(used[f"farm-{kind}"] for kind in known.farms)
    for seat, holding in held.items():
        for field, most in printed.items():
            if used[field] > most and _has(holding, field):
                message = say("there are only {most}, not {count}", most=most, count=used[field])
                yield Fault(seat, field, message)
        if hexes > laid:
            for kind in known.farms:
                if holding.farms[kind]:
                    message = say("only {most} farm hexes lie on the board", most=laid)
                    yield Fault(seat, f"farm-{kind}", message)
                    break


def _has(holding: Holding, field: str) -> bool:
    if field.startswith("farm-"):
        return holding.farms[field.removeprefix("farm-")] > 0
    value: Any = getattr(holding, field)
    return bool(value)
