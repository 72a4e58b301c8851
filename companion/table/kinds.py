"""Takes the table before an act, gives what comes of it: one small rule for each kind of act.

A kind decides (checks the act, asks chance) and applies (makes the next table from the event).
Deciding happens once, when the act is made; applying happens at every fold.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from companion.chance import Chance
from companion.table.model import Act, Event, Pile, Refused, Roll, Seat, Table

Result = Mapping[str, Any]
NAME: Final = re.compile(r"[^\x00-\x1f\x7f]{1,24}")
MOST_SEATS: Final = 12
MOST_DICE: Final = 20
MOST_NOTE: Final = 500
MOST_COUNT: Final = 100_000
COLOURS: Final = ("red", "blue", "green", "yellow", "purple", "black", "pink", "orange")


class Kind(Struct, frozen=True):
    """`private` kinds tell the others that something was done, not what."""

    decide: Callable[[Table, Act, Chance], Result]
    apply: Callable[[Table, Event], Table]
    undoable: bool = True
    private: bool = False


def _text(act: Act, key: str, most: int = 24) -> str:
    value = act.data.get(key)
    if not isinstance(value, str) or not value.strip() or len(value) > most:
        raise Refused(f"'{key}' should be text of at most {most} letters")
    return value.strip()


def _number(act: Act, key: str, low: int, high: int, default: int | None = None) -> int:
    value = act.data.get(key, default)
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise Refused(f"'{key}' should be a whole number from {low} to {high}")
    return value


def _own_seat(table: Table, act: Act) -> Seat:
    seat = table.seat(act.seat)
    if seat is None:
        raise Refused("take a seat first")
    return seat


def _pile(table: Table, act: Act) -> tuple[str, Pile]:
    name = _text(act, "deck", 60)
    if name not in table.pieces:
        raise Refused(f"this game has no deck '{name}'")
    return name, table.piles.get(name, Pile(left=table.pieces[name]))


def _with_pile(table: Table, name: str, pile: Pile) -> Table:
    return replace(table, piles={**table.piles, name: pile})


def _decide_join(table: Table, act: Act, chance: Chance) -> Result:  # noqa: ARG001
    name = _text(act, "name")
    colour = _text(act, "colour")
    if not NAME.fullmatch(name):
        raise Refused("a name is up to 24 letters")
    if colour not in COLOURS:
        raise Refused(f"'{colour}' is not one of {', '.join(COLOURS)}")
    if len(table.seats) >= MOST_SEATS:
        raise Refused(f"this table has {MOST_SEATS} seats, and all are taken")
    if any(seat.name.lower() == name.lower() for seat in table.seats):
        raise Refused(f"somebody called {name} sits here already")
    if any(seat.colour == colour for seat in table.seats):
        raise Refused(f"{colour} is taken")
    entropy = act.data.get("entropy", "")
    if not isinstance(entropy, str) or not re.fullmatch("[0-9a-f]{0,128}", entropy):
        raise Refused("'entropy' should be hexadecimal digits")
    return {"seat": f"s{len(table.seats) + 1}-{table.revision + 1}"}


def _apply_join(table: Table, event: Event) -> Table:
    seat = Seat(event.result["seat"], event.data["name"].strip(), event.data["colour"])
    entropy = bytes.fromhex(_even(event.data.get("entropy", "")))
    return replace(table, seats=(*table.seats, seat), entropies=(*table.entropies, entropy))


def _even(digits: str) -> str:
    return digits if len(digits) % 2 == 0 else f"0{digits}"


def _decide_roll(table: Table, act: Act, chance: Chance) -> Result:
    die = _text(act, "die", 60)
    if die not in table.dice:
        raise Refused(f"this game has no die '{die}'")
    count = _number(act, "count", 1, MOST_DICE, 1)
    keep = act.data.get("keep", [])
    if not isinstance(keep, list) or not all(isinstance(face, str) for face in keep):
        raise Refused("'keep' should be a list of faces")
    if keep:
        last = table.rolls[-1] if table.rolls else None
        if last is None or last.die != die or not _within(keep, last.faces):
            raise Refused("only dice of the last throw can be kept")
    thrown = [chance.roll(table.dice[die]) for _ in range(count - len(keep))]
    return {"faces": [*keep, *thrown]}


def _within(part: list[str], whole: tuple[str, ...]) -> bool:
    return all(part.count(face) <= whole.count(face) for face in part)


def _apply_roll(table: Table, event: Event) -> Table:
    again = event.result.get("again", 0)
    faces = tuple(event.result["faces"])
    roll = Roll(event.number, event.seat, event.data["die"], faces, again)
    return replace(table, rolls=(*table.rolls, roll))


def _decide_shuffle(table: Table, act: Act, chance: Chance) -> Result:
    _, pile = _pile(table, act)
    return {"left": list(chance.shuffle((*pile.left, *pile.discard)))}


def _apply_shuffle(table: Table, event: Event) -> Table:
    name = event.data["deck"]
    pile = table.piles.get(name, Pile(left=table.pieces[name]))
    return _with_pile(table, name, replace(pile, left=tuple(event.result["left"]), discard=()))


def _decide_draw(table: Table, act: Act, chance: Chance) -> Result:  # noqa: ARG001
    seat = _own_seat(table, act)
    name, pile = _pile(table, act)
    if name not in table.piles:
        raise Refused("shuffle first")
    count = _number(act, "count", 1, 60, 1)
    if count > len(pile.left):
        raise Refused(f"only {len(pile.left)} are left to draw")
    return {"cards": list(pile.left[:count]), "seat": seat.id}


def _apply_draw(table: Table, event: Event) -> Table:
    name, cards = event.data["deck"], tuple(event.result["cards"])
    pile = table.piles.get(name, Pile())
    if pile.left[: len(cards)] != cards:
        raise Refused("the deck has changed since")
    seat = event.result["seat"]
    hands = {**pile.hands, seat: (*pile.hands.get(seat, ()), *cards)}
    return _with_pile(table, name, replace(pile, left=pile.left[len(cards) :], hands=hands))


def _decide_discard(table: Table, act: Act, chance: Chance) -> Result:  # noqa: ARG001
    seat = _own_seat(table, act)
    _, pile = _pile(table, act)
    card = _text(act, "card", 60)
    if card not in pile.hands.get(seat.id, ()):
        raise Refused("you do not hold that card")
    return {}


def _apply_discard(table: Table, event: Event) -> Table:
    name, card = event.data["deck"], event.data["card"]
    pile = table.piles.get(name, Pile())
    hand = list(pile.hands.get(str(event.seat), ()))
    if card not in hand:
        raise Refused("that card is no longer in the hand")
    hand.remove(card)
    hands = {**pile.hands, str(event.seat): tuple(hand)}
    return _with_pile(table, name, replace(pile, hands=hands, discard=(card, *pile.discard)))


def _decide_count(table: Table, act: Act, chance: Chance) -> Result:  # noqa: ARG001
    _text(act, "counter", 60)
    _number(act, "by", -MOST_COUNT, MOST_COUNT)
    return {}


def _apply_count(table: Table, event: Event) -> Table:
    name = event.data["counter"].strip()
    value = table.counters.get(name, 0) + event.data["by"]
    return replace(table, counters={**table.counters, name: value})


KINDS: Final[Mapping[str, Kind]] = {
    "count": Kind(_decide_count, _apply_count),
    "discard": Kind(_decide_discard, _apply_discard),
    "draw": Kind(_decide_draw, _apply_draw, private=True),
    "join": Kind(_decide_join, _apply_join, undoable=False),
    "roll": Kind(_decide_roll, _apply_roll),
    "shuffle": Kind(_decide_shuffle, _apply_shuffle, private=True),
}
