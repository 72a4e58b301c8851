"""Takes players' score sheets, gives their points with every reason, and the ranking."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final

from companion.games.base import Line, Options, Rank, Result, Sheet, Total
from companion.games.dragon_boats.amounts import in_a_row
from companion.games.dragon_boats.facts import Known
from companion.games.dragon_boats.faults import faults_of
from companion.games.dragon_boats.holding import Holding, read_sheet
from companion.games.dragon_boats.names import farm_name
from companion.games.dragon_boats.places import hex_spots, island_name
from companion.table.model import Seat
from companion.words import Message, say

EXTRA_HEX: Final = {"pork": "V", "fish": "W", "poultry": "X"}
MORE_PER_HEX: Final = {"soy": "Y", "rice": "Z"}
EFFECTS: Final = frozenset("LNOQTYZ")
"""What adds points by itself at the end."""
MOST_FOOD_POINTS: Final = 8
FULL_TREASURES: Final = 4
"""How many treasures card T makes worth one point more: 8 points at 2 each."""


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
    return Result(totals, _ranking(totals, held), tuple(faults_of(known, seats, held)))


def _total(known: Known, options: Options, seat: str, held: Holding) -> Total:
    lines = tuple(
        line
        for line in (
            _sum(say("Hexes of a kind"), _sets(known, options, held)),
            _sum(say("Farmers"), _farmers(known, held)),
            _sum(say("Cards"), _cards(known, options, held)),
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
        yield Line(farm_name(known, kind), points, why, tuple(_each_set(count, cap)))


def _each_set(count: int, cap: int) -> Iterable[Line]:
    full, rest = divmod(count, cap)
    for size in [cap] * full + [rest] * bool(rest):
        yield Line(say("Set of {size}", size=size), size**2, say("{size} times {size}", size=size))


def _farmers(known: Known, held: Holding) -> Iterable[Line]:
    spots = hex_spots(known) if held.farmers else {}
    for group in groups_of(known, held.farmers):
        size = len(group)
        places = in_a_row([spots[hex_] for hex_ in group])
        yield Line(
            say("Group of {size}", size=size) if size > 1 else say("Alone"),
            size**2,
            say("{island}: {places}", island=island_name(known, group[0]), places=places),
        )


def _cards(known: Known, options: Options, held: Holding) -> Iterable[Line]:
    if options["card_points"] == "none":
        return
    for letter in held.cards:
        card = known.cards[letter]
        why = say("printed on card {letter}", letter=letter)
        if options["card_points"] == "one":
            why = say("1 for each card")
        yield Line(say("{name}", name=card.title), card.points, why)


def _effects(known: Known, options: Options, held: Holding) -> Iterable[Line]:
    if EFFECTS.isdisjoint(held.cards + held.wisdom):
        return
    for letter, (points, why) in _worth(known, held).items():
        title, lines = known.cards[letter].title, []
        if letter in held.cards:
            source = say("Card {letter}, {title}", letter=letter, title=title)
            not_itself = letter == "L" and options["well_read"] == "others"
            worth = _each_card(len(held.cards) - 1) if not_itself else (points, why)
            lines.append(Line(source, *worth))
        if letter in held.wisdom:
            source = say("Wisdom {letter}, {title}", letter=letter, title=title)
            lines.append(Line(source, points, why))
        # Where card and hex count once, the better one does: only of Well Read they may differ.
        each = len(lines) == _times(held, options, letter)
        yield from lines if each else [max(lines, key=lambda line: line.points)]


def _each_card(count: int) -> tuple[int, Message]:
    return count, say("1 for each card: {count}", count=count)


def _worth(known: Known, held: Holding) -> dict[str, tuple[int, Message]]:
    """What each effect would add to a player's points, and why."""
    alone = sum(len(group) == 1 for group in groups_of(known, held.farmers))
    money, food, treasure = held.money, held.food, held.treasure
    each = {
        "L": _each_card(len(held.cards)),
        "N": (alone, say("1 more for each farmer alone: {count}", count=alone)),
        "O": (money // 2, say("1 for every 2 of {count} money", count=money)),
        "Q": (
            min(2 * food, MOST_FOOD_POINTS),
            say("2 for each of {count} food, {most} at most", count=food, most=MOST_FOOD_POINTS),
        ),
        "T": (
            min(treasure, FULL_TREASURES),
            say(
                "1 more for each treasure, {most} at most: {count}",
                most=FULL_TREASURES,
                count=treasure,
            ),
        ),
    }
    for kind, letter in MORE_PER_HEX.items():
        count = held.farms[kind]
        why = say("1 for each {farm} hex: {count}", count=count, farm=farm_name(known, kind))
        each[letter] = (count, why)
    return each


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
    money = held[total.seat].money
    purses = {held[other.seat].money for other in level}
    nothing_entered = not total.points and not any(purses)
    if len(level) == 1 or nothing_entered:
        return None
    if len(purses) == 1:
        return say("as many points and as much money: a shared place")
    return say("as many points; money decides: {money}", money=money)
