"""Takes acts on decks and bags, gives what comes of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from msgspec.structs import replace

from companion.chance import Chance
from companion.table.kind import Kind, Result
from companion.table.model import Act, Event, Pile, Refused, Table
from companion.table.reading import number, own_seat, text

MOST_CARDS: Final = 60
TOP, BOTTOM = "top", "bottom"


def untouched(table: Table, name: str) -> tuple[str, ...]:
    """What a deck holds before it is first shuffled."""
    aside = table.aside.get(name, ())
    return tuple(piece for piece in table.pieces[name] if piece not in aside)


def taken_from(
    pieces: Mapping[str, tuple[str, ...]], faces: Iterable[str]
) -> Mapping[str, tuple[str, ...]]:
    """A piece of its deck for each of these faces, as far as decks have one."""
    left = {name: list(deck) for name, deck in pieces.items()}
    taken: dict[str, tuple[str, ...]] = {}
    for face in faces:
        name, _, row = face.partition("/")
        piece = next((p for p in left.get(name, ()) if p.rpartition("#")[0] == row), None)
        if piece is not None:
            left[name].remove(piece)
            taken[name] = (*taken.get(name, ()), piece)
    return taken


def _pile(table: Table, act: Act) -> tuple[str, Pile]:
    name = text(act, "deck", 60)
    if name not in table.pieces:
        raise Refused("this game has no deck '{name}'", name=name)
    return name, table.piles.get(name, Pile(left=untouched(table, name)))


def _with_pile(table: Table, name: str, pile: Pile) -> Table:
    return replace(table, piles={**table.piles, name: pile})


def _end_of(act: Act, unsaid: str | None = TOP) -> str:
    """Which end of the deck is meant."""
    where = act.data.get("where", unsaid)
    if where not in (TOP, BOTTOM):
        raise Refused("'where' should be top or bottom")
    return str(where)


def _at_end(pile: Pile, count: int, end: str) -> tuple[str, ...]:
    """The cards there, the outermost first."""
    return (pile.left if end == TOP else pile.left[::-1])[:count]


def _decide_shuffle(table: Table, act: Act, chance: Chance) -> Result:
    _, pile = _pile(table, act)
    return {"left": list(chance.shuffle((*pile.left, *pile.discard)))}


def _apply_shuffle(table: Table, event: Event) -> Table:
    name = event.data["deck"]
    pile = table.piles.get(name, Pile(left=untouched(table, name)))
    mixed = tuple(event.result["left"])
    if sorted(mixed) != sorted((*pile.left, *pile.discard)):
        raise Refused("the deck has changed since")
    return _with_pile(table, name, replace(pile, left=mixed, discard=()))


def _decide_draw(table: Table, act: Act, chance: Chance) -> Result:  # noqa: ARG001
    seat = own_seat(table, act)
    name, pile = _pile(table, act)
    if name not in table.piles:
        raise Refused("shuffle first")
    count = number(act, "count", 1, MOST_CARDS, 1)
    if count > len(pile.left):
        raise Refused("only {count} are left to draw", count=len(pile.left))
    return {"cards": list(_at_end(pile, count, _end_of(act))), "seat": seat.id}


def _apply_draw(table: Table, event: Event) -> Table:
    name, cards = event.data["deck"], tuple(event.result["cards"])
    pile, end = table.piles.get(name, Pile()), event.data.get("where", TOP)
    if _at_end(pile, len(cards), end) != cards:
        raise Refused("the deck has changed since")
    seat = event.result["seat"]
    hands = {**pile.hands, seat: (*pile.hands.get(seat, ()), *cards)}
    left = pile.left[len(cards) :] if end == TOP else pile.left[: -len(cards)]
    return _with_pile(table, name, replace(pile, left=left, hands=hands))


def _decide_discard(table: Table, act: Act, chance: Chance) -> Result:  # noqa: ARG001
    seat = own_seat(table, act)
    _, pile = _pile(table, act)
    card = text(act, "card", 60)
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


def _decide_deal(table: Table, act: Act, chance: Chance) -> Result:  # noqa: ARG001
    """So many to every seat, in turn, as a dealer does."""
    name, pile = _pile(table, act)
    if name not in table.piles:
        raise Refused("shuffle first")
    count = number(act, "count", 1, MOST_CARDS, 1)
    seats = [seat.id for seat in table.seats]
    if not seats:
        raise Refused("nobody sits here yet")
    if count * len(seats) > len(pile.left):
        raise Refused("only {count} are left to deal", count=len(pile.left))
    given = pile.left[: count * len(seats)]
    return {"hands": {seat: list(given[i :: len(seats)]) for i, seat in enumerate(seats)}}


def _apply_deal(table: Table, event: Event) -> Table:
    name = event.data["deck"]
    pile = table.piles.get(name, Pile())
    dealt: dict[str, list[str]] = event.result["hands"]
    count = sum(map(len, dealt.values()))
    if sorted(pile.left[:count]) != sorted(card for cards in dealt.values() for card in cards):
        raise Refused("the deck has changed since")
    hands = dict(pile.hands)
    for seat, cards in dealt.items():
        hands[seat] = (*hands.get(seat, ()), *cards)
    return _with_pile(table, name, replace(pile, left=pile.left[count:], hands=hands))


def _decide_put_back(table: Table, act: Act, chance: Chance) -> Result:
    _end_of(act, None)
    return _decide_discard(table, act, chance)


def _apply_put_back(table: Table, event: Event) -> Table:
    after = _apply_discard(table, event)
    name, card = event.data["deck"], event.data["card"]
    pile = after.piles[name]
    on_top = event.data["where"] == TOP
    left = (card, *pile.left) if on_top else (*pile.left, card)
    return _with_pile(after, name, replace(pile, left=left, discard=pile.discard[1:]))


def _decide_peek(table: Table, act: Act, chance: Chance) -> Result:  # noqa: ARG001
    own_seat(table, act)
    name, pile = _pile(table, act)
    if name not in table.piles:
        raise Refused("shuffle first")
    count = number(act, "count", 1, MOST_CARDS, 1)
    return {"cards": list(_at_end(pile, count, _end_of(act))), "seat": act.seat}


def _apply_peek(table: Table, event: Event) -> Table:  # noqa: ARG001
    return table


PILES: Final[Mapping[str, Kind]] = {
    "deal": Kind(_decide_deal, _apply_deal, private=True),
    "discard": Kind(_decide_discard, _apply_discard),
    "draw": Kind(_decide_draw, _apply_draw, private=True),
    "peek": Kind(_decide_peek, _apply_peek, private=True, undoable=False),
    "put-back": Kind(_decide_put_back, _apply_put_back, private=True),
    "shuffle": Kind(_decide_shuffle, _apply_shuffle, private=True, marked=True),
}
