"""Points and ranking of Dragon Boats."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from companion.games.dragon_boats.amounts import join_names
from companion.games.dragon_boats.board_names import hex_spots, island_name
from companion.games.dragon_boats.facts import DragonBoatsFacts
from companion.games.dragon_boats.faults import faults_of
from companion.games.dragon_boats.holding import Holding, read_sheet
from companion.games.dragon_boats.names import card_name, farm_name
from companion.games.dragon_boats.options import apply_options, options_at_edition
from companion.games.options import Options
from companion.games.score import Rank, Result, Sheet, Subtotal, Total, place_of, sum_points, sum_up
from companion.games.seats import Seat
from companion.language.messages import Message, say, say_count

EXTRA_HEX: Final = {"pork": "V", "fish": "W", "poultry": "X"}
MORE_PER_HEX: Final = {"soy": "Y", "rice": "Z"}
EFFECTS: Final = frozenset("LNOQTYZ")
"""The letters that add points at the end."""
MAX_FOOD_POINTS: Final = 8
LIMITS: Final = frozenset("NT")
"""Effects that set a limit: a second one of the same letter does not raise it further."""
FULL_TREASURES: Final = 4
"""The number of treasures that card T makes worth one point more: 8 points at 2 each."""


def set_points(count: int, cap: int) -> int:
    """Full sets of `cap` count their size squared, and so does the rest."""
    return count // cap * cap**2 + (count % cap) ** 2


def groups_of(facts: DragonBoatsFacts, hexes: Collection[str]) -> list[tuple[str, ...]]:
    """The connected groups of hexes, largest first."""
    left, groups = set(hexes), []
    while left:
        reached = [left.pop()]
        for hex_ in reached:
            near = left.intersection(facts.spaces[hex_].neighbours)
            left -= near
            reached += sorted(near)
        groups.append(tuple(sorted(reached)))
    return sorted(groups, key=lambda group: (-len(group), group))


def score_sheets(
    facts: DragonBoatsFacts, options: Options, sheets: Mapping[str, Sheet], seats: Sequence[Seat]
) -> Result:
    options = options_at_edition(facts, options)
    return score_played_sheets(apply_options(facts, options), options, sheets, seats)


def score_played_sheets(
    facts: DragonBoatsFacts, options: Options, sheets: Mapping[str, Sheet], seats: Sequence[Seat]
) -> Result:
    """The score with facts to which the options have been applied."""
    held = {seat.id: read_sheet(facts, sheets.get(seat.id, {})) for seat in seats}
    totals = tuple(total_of(facts, options, seat, holding) for seat, holding in held.items())
    return Result(totals, _ranking(totals, held), tuple(faults_of(facts, seats, held)))


def total_of(facts: DragonBoatsFacts, options: Options, seat: str, held: Holding) -> Total:
    lines = tuple(
        line
        for line in (
            sum_up(say("Farm sets"), _sets(facts, options, held)),
            sum_up(say("Farmers"), _farmers(facts, held)),
            sum_up(say("Cards"), _cards(facts, options, held)),
            sum_up(say("End-of-game effects"), _effects(facts, options, held)),
            sum_up(say("Left over"), _leftovers(held)),
        )
        if line.parts
    )
    return Total(seat, sum_points(lines), lines)


def _times(held: Holding, options: Options, letter: str) -> int:
    """How often an effect counts: a card and a wisdom hex may have the same one."""
    times = (letter in held.cards) + (letter in held.wisdom)
    once = options["twins"] == "once" or (options["twins"] == "limits" and letter in LIMITS)
    return min(times, 1) if once else times


def _sets(facts: DragonBoatsFacts, options: Options, held: Holding) -> Iterable[Subtotal]:
    for kind, farm in facts.farms.items():
        letter = EXTRA_HEX.get(kind, "")
        extra, cap = _times(held, options, letter), farm.cap
        if letter and options["alt_sets"] == "on":
            cap, extra = cap - 1 + min(extra, 1), 0
        count = held.farms[kind] + extra
        if not count:
            continue
        why = say_count(
            "{count} hex in sets of {cap}", "{count} hexes in sets of {cap}", count, cap=cap
        )
        if extra:
            why = say_count(
                "{count} hex in sets of {cap}, {extra} from {card}",
                "{count} hexes in sets of {cap}, {extra} from {card}",
                count,
                cap=cap,
                extra=extra,
                card=card_name(facts, letter),
            )
        points = set_points(count, cap)
        yield Subtotal(farm_name(facts, kind), points, why, tuple(_each_set(count, cap)))


def _each_set(count: int, cap: int) -> Iterable[Subtotal]:
    full, rest = divmod(count, cap)
    for size in [cap] * full + [rest] * bool(rest):
        yield Subtotal(say("Set of {size}", size=size), size**2, say("{size} × {size}", size=size))


def _farmers(facts: DragonBoatsFacts, held: Holding) -> Iterable[Subtotal]:
    spots = hex_spots(facts) if held.farmers else {}
    for group in groups_of(facts, held.farmers):
        size = len(group)
        places = join_names([spots[hex_] for hex_ in group])
        yield Subtotal(
            say("Group of {size}", size=size) if size > 1 else say("Single farmer"),
            size**2,
            say("{island}: {places}", island=island_name(facts, group[0]), places=places),
        )


def _cards(facts: DragonBoatsFacts, options: Options, held: Holding) -> Iterable[Subtotal]:
    if options["card_points"] == "none":
        return
    for letter in held.cards:
        card = facts.cards[letter]
        why = say("printed on card {letter}", letter=letter)
        if options["card_points"] == "one":
            why = say("1 for each card")
        yield Subtotal(card_name(facts, letter), card.points, why)


def _effects(facts: DragonBoatsFacts, options: Options, held: Holding) -> Iterable[Subtotal]:
    if EFFECTS.isdisjoint(held.cards + held.wisdom):
        return
    for letter, (points, why) in _effect_points(facts, held).items():
        title, lines = card_name(facts, letter), []
        if letter in held.cards:
            source = say("Card {letter}, {title}", letter=letter, title=title)
            not_itself = letter == "L" and options["well_read"] == "others"
            worth = _each_card(len(held.cards) - 1) if not_itself else (points, why)
            lines.append(Subtotal(source, *worth))
        if letter in held.wisdom:
            source = say("Wisdom {letter}, {title}", letter=letter, title=title)
            lines.append(Subtotal(source, points, why))
        if len(lines) == _times(held, options, letter):
            yield from lines
        else:
            # The better of the two counts; only those of Well Read can differ.
            best = max(lines, key=lambda line: line.points)
            both = say(
                "Card and wisdom {letter}, {title} (counts once)", letter=letter, title=title
            )
            yield replace(best, title=both)


def _each_card(count: int) -> tuple[int, Message]:
    why = say_count("1 for each card: {count} card", "1 for each card: {count} cards", count)
    return count, why


def _effect_points(facts: DragonBoatsFacts, held: Holding) -> dict[str, tuple[int, Message]]:
    """The points that each effect would add, and why."""
    alone = sum(len(group) == 1 for group in groups_of(facts, held.farmers))
    money, food, treasure = held.money, held.food, held.treasure
    each = {
        "L": _each_card(len(held.cards)),
        "N": (
            alone,
            say_count(
                "1 more for each single farmer: {count} farmer",
                "1 more for each single farmer: {count} farmers",
                alone,
            ),
        ),
        "O": (
            money // 2,
            say_count(
                "1 for every 2 coins: {count} coin", "1 for every 2 coins: {count} coins", money
            ),
        ),
        "Q": (
            min(2 * food, MAX_FOOD_POINTS),
            say("2 for each food, at most {most}: {count} food", count=food, most=MAX_FOOD_POINTS),
        ),
        "T": (
            min(treasure, FULL_TREASURES),
            say_count(
                "1 more for each treasure, at most {most}: {count} treasure",
                "1 more for each treasure, at most {most}: {count} treasures",
                treasure,
                most=FULL_TREASURES,
            ),
        ),
    }
    for kind, letter in MORE_PER_HEX.items():
        count = held.farms[kind]
        why = say_count(
            "1 for each {farm} hex: {count} hex",
            "1 for each {farm} hex: {count} hexes",
            count,
            farm=farm_name(facts, kind),
        )
        each[letter] = (count, why)
    return each


def _leftovers(held: Holding) -> Iterable[Subtotal]:
    if held.offerings:
        yield Subtotal(say("Offerings"), held.offerings, say("1 each"))
    if held.treasure:
        yield Subtotal(say("Treasures"), held.treasure, say("1 each"))


def _ranking(totals: Sequence[Total], held: Mapping[str, Holding]) -> tuple[Rank, ...]:
    keys = {total.seat: (total.points, held[total.seat].money) for total in totals}
    ranks = []
    for total in sorted(totals, key=lambda total: keys[total.seat], reverse=True):
        level = [other for other in totals if other.points == total.points]
        reason = _tie_break(total, level, held)
        ranks.append(Rank(total.seat, place_of(total.seat, keys), reason))
    return tuple(ranks)


def _tie_break(total: Total, level: Sequence[Total], held: Mapping[str, Holding]) -> Message | None:
    money = held[total.seat].money
    purses = {held[other.seat].money for other in level}
    nothing_entered = not total.points and not any(purses)
    if len(level) == 1 or nothing_entered:
        return None
    if len(purses) == 1:
        return say("Tie: same points and same money")
    return say("Tie broken by money ({money})", money=money)
