"""Shuffle decks and bags, and draw from them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Annotated, ClassVar, Final, Literal

from msgspec import Meta
from msgspec.structs import replace

from companion.chance.provable import Chance
from companion.language.messages import Message, Refused, listing, say
from companion.table.acts.base import (
    Data,
    LogEntry,
    Names,
    Subject,
    TableAct,
    own_seat,
    refused,
    subjects_of,
)
from companion.table.decks import pile_of, staying, with_pile
from companion.table.model import Event, Pile, Table

MAX_CARDS: Final = 60
TOP: Final = "top"

DeckName = Annotated[
    str, Meta(pattern=r"\S", max_length=60, description="The name of a deck or bag of the table.")
]
Card = Annotated[
    str, Meta(pattern=r"\S", max_length=60, description="A card of the hand, by its face.")
]
CardCount = Annotated[int, Meta(ge=1, le=MAX_CARDS, description="How many cards.")]
End = Annotated[
    Literal["top", "bottom"],
    Meta(
        description="The end of the deck.",
        extra=refused(say("'where' should be top or bottom")),
    ),
]


class _DeckAct(TableAct, frozen=True):
    """Others see how many cards an act on a deck moved, but not which."""

    uses_rules: ClassVar[bool] = True

    @classmethod
    def visible_result(cls, result: Data, seat: str | None) -> Data:
        if seat is not None and result.get("seat") == seat:
            return result
        return {"count": len(result.get("cards", result.get("left", ())))}


class Shuffle(_DeckAct, frozen=True, tag="shuffle"):
    """Shuffle what is left of a deck together with what lies open."""

    deck: DeckName

    example: ClassVar[Data] = {"deck": "action-cards"}
    noun: ClassVar[Message] = say("a shuffle")
    random: ClassVar[bool] = True

    def decide(self, table: Table, seat: str | None, chance: Chance) -> Data:  # noqa: ARG002
        name, pile = pile_of(table, self.deck)
        mixed = chance.shuffle((*pile.left, *pile.discard))
        return {"left": list(mixed[: staying(table, name, len(mixed))])}

    def apply(self, table: Table, event: Event) -> Table:
        name, pile = pile_of(table, self.deck)
        mixed, known = tuple(event.result["left"]), (*pile.left, *pile.discard)
        if len(mixed) != staying(table, name, len(known)) or Counter(mixed) - Counter(known):
            raise Refused("the deck has changed in the meantime")
        return with_pile(table, name, replace(pile, left=mixed, discard=()))

    @classmethod
    def describe(cls, entry: LogEntry, who: str | Message, names: Names) -> list[Message]:  # noqa: ARG003
        return [say("{who} shuffles {deck}", who=who, deck=entry.data["deck"])]

    @classmethod
    def drawn(cls, result: Data, names: Names) -> Sequence[str] | None:  # noqa: ARG003
        return [str(piece) for piece in result["left"]]


class _ShowingAct(_DeckAct, frozen=True):
    """Drawing and dealing decide the same thing by chance: which pieces come next."""

    random: ClassVar[bool] = True
    shows_pieces: ClassVar[bool] = True

    @classmethod
    def subjects(cls, event: Event) -> frozenset[Subject]:
        return subjects_of(event, "draw")


class Draw(_ShowingAct, frozen=True, tag="draw"):
    """Take cards into one's hand."""

    deck: DeckName
    count: CardCount = 1
    where: End = "top"

    example: ClassVar[Data] = {"deck": "action-cards", "count": 2}
    noun: ClassVar[Message] = say("a draw")

    def decide(self, table: Table, seat: str | None, chance: Chance) -> Data:  # noqa: ARG002
        owner = own_seat(table, seat)
        pile = _shuffled(table, self.deck)
        if self.count > len(pile.left):
            raise Refused("only {count} left", count=len(pile.left))
        return {"cards": list(_at_end(pile, self.count, self.where)), "seat": owner.id}

    def apply(self, table: Table, event: Event) -> Table:
        cards = tuple(event.result["cards"])
        pile = table.piles.get(self.deck, Pile())
        if _at_end(pile, len(cards), self.where) != cards:
            raise Refused("the deck has changed in the meantime")
        seat = event.result["seat"]
        hands = {**pile.hands, seat: (*pile.hands.get(seat, ()), *cards)}
        on_top = self.where == TOP
        left = pile.left[len(cards) :] if on_top else pile.left[: -len(cards)]
        return with_pile(table, self.deck, replace(pile, left=left, hands=hands))

    @classmethod
    def describe(cls, entry: LogEntry, who: str | Message, names: Names) -> list[Message]:  # noqa: ARG003
        deck, count = entry.data["deck"], entry.data.get("count", 1)
        if entry.data.get("where") == "bottom":
            plain = say(
                "{who} draws {count} from the bottom of {deck}", who=who, count=count, deck=deck
            )
            shown = say("{who} draws from the bottom of {deck}: {cards}")
        else:
            plain = say("{who} draws {count} from {deck}", who=who, count=count, deck=deck)
            shown = say("{who} draws from {deck}: {cards}")
        return [_with_cards(entry, who, shown) or plain]


class Deal(_ShowingAct, frozen=True, tag="deal"):
    """Give every seat so many cards, in turn, as a dealer does."""

    deck: DeckName
    count: CardCount = 1

    example: ClassVar[Data] = {"deck": "action-cards", "count": 1}
    noun: ClassVar[Message] = say("a deal")

    def decide(self, table: Table, seat: str | None, chance: Chance) -> Data:  # noqa: ARG002
        pile = _shuffled(table, self.deck)
        seats = [seat.id for seat in table.seats]
        if not seats:
            raise Refused("nobody has joined yet")
        if self.count * len(seats) > len(pile.left):
            raise Refused("only {count} left", count=len(pile.left))
        given = pile.left[: self.count * len(seats)]
        return {"hands": {seat: list(given[i :: len(seats)]) for i, seat in enumerate(seats)}}

    def apply(self, table: Table, event: Event) -> Table:
        pile = table.piles.get(self.deck, Pile())
        dealt: dict[str, list[str]] = event.result["hands"]
        count = sum(map(len, dealt.values()))
        if sorted(pile.left[:count]) != sorted(card for hand in dealt.values() for card in hand):
            raise Refused("the deck has changed in the meantime")
        hands = dict(pile.hands)
        for seat, cards in dealt.items():
            hands[seat] = (*hands.get(seat, ()), *cards)
        return with_pile(table, self.deck, replace(pile, left=pile.left[count:], hands=hands))

    @classmethod
    def visible_result(cls, result: Data, seat: str | None) -> Data:
        hands = result["hands"]
        return {"count": sum(map(len, hands.values())), "cards": hands.get(seat, [])}

    @classmethod
    def describe(cls, entry: LogEntry, who: str | Message, names: Names) -> list[Message]:  # noqa: ARG003
        deck, count = entry.data["deck"], entry.data.get("count", 1)
        plain = say("{who} deals {count} each from {deck}", who=who, count=count, deck=deck)
        return [_with_cards(entry, who, say("{who} deals from {deck}; you get {cards}")) or plain]


class TurnUp(_ShowingAct, frozen=True, tag="turn-up"):
    """Lay cards from the top of a deck open. It needs no seat: no hand is involved."""

    deck: DeckName
    count: CardCount = 1

    example: ClassVar[Data] = {"deck": "action-cards", "count": 1}
    noun: ClassVar[Message] = say("a card turned up")

    def decide(self, table: Table, seat: str | None, chance: Chance) -> Data:  # noqa: ARG002
        pile = _shuffled(table, self.deck)
        if self.count > len(pile.left):
            raise Refused("only {count} left", count=len(pile.left))
        return {"cards": list(pile.left[: self.count])}

    def apply(self, table: Table, event: Event) -> Table:
        cards = tuple(event.result["cards"])
        pile = table.piles.get(self.deck, Pile())
        if pile.left[: len(cards)] != cards:
            raise Refused("the deck has changed in the meantime")
        left, discard = pile.left[len(cards) :], (*reversed(cards), *pile.discard)
        return with_pile(table, self.deck, replace(pile, left=left, discard=discard))

    @classmethod
    def visible_result(cls, result: Data, seat: str | None) -> Data:  # noqa: ARG003
        return result

    @classmethod
    def describe(cls, entry: LogEntry, who: str | Message, names: Names) -> list[Message]:  # noqa: ARG003
        deck = entry.data["deck"]
        shown = _with_cards(entry, who, say("{who} turns up {cards} from {deck}"))
        return [shown or say("{who} turns up a card from {deck}", who=who, deck=deck)]


class Peek(_DeckAct, frozen=True, tag="peek"):
    """Look at the first or last cards of a deck and leave them there."""

    deck: DeckName
    count: CardCount = 1
    where: End = "top"

    example: ClassVar[Data] = {"deck": "action-cards", "count": 1, "where": "bottom"}
    undoable: ClassVar[bool] = False

    def decide(self, table: Table, seat: str | None, chance: Chance) -> Data:  # noqa: ARG002
        owner = own_seat(table, seat)
        pile = _shuffled(table, self.deck)
        return {"cards": list(_at_end(pile, self.count, self.where)), "seat": owner.id}

    def apply(self, table: Table, event: Event) -> Table:  # noqa: ARG002
        return table

    @classmethod
    def describe(cls, entry: LogEntry, who: str | Message, names: Names) -> list[Message]:  # noqa: ARG003
        deck, count = entry.data["deck"], entry.data.get("count", 1)
        if entry.data.get("where") == "bottom":
            plain = say(
                "{who} peeks at the bottom of {deck} ({count})", who=who, count=count, deck=deck
            )
            shown = say("{who} peeks at the bottom of {deck}: {cards}")
        else:
            plain = say(
                "{who} peeks at the top of {deck} ({count})", who=who, count=count, deck=deck
            )
            shown = say("{who} peeks at the top of {deck}: {cards}")
        return [_with_cards(entry, who, shown) or plain]


class Discard(TableAct, frozen=True, tag="discard"):
    """Lay a card of one's hand open."""

    deck: DeckName
    card: Card

    example: ClassVar[Data] = {"deck": "action-cards", "card": "pink-stone-1#1"}
    noun: ClassVar[Message] = say("a played card")
    uses_rules: ClassVar[bool] = True

    def decide(self, table: Table, seat: str | None, chance: Chance) -> Data:  # noqa: ARG002
        _check_held(table, self.deck, self.card, seat)
        return {}

    def apply(self, table: Table, event: Event) -> Table:
        pile = _without_card(table, self.deck, self.card, str(event.seat))
        return with_pile(table, self.deck, replace(pile, discard=(self.card, *pile.discard)))

    @classmethod
    def describe(cls, entry: LogEntry, who: str | Message, names: Names) -> list[Message]:  # noqa: ARG003
        card = str(entry.data["card"]).rsplit("#", 1)[0]
        return [say("{who} plays {card} from {deck}", who=who, card=card, deck=entry.data["deck"])]


class PutBack(_DeckAct, frozen=True, tag="put-back"):
    """Put a card of one's hand back into its deck."""

    deck: DeckName
    card: Card
    where: End

    example: ClassVar[Data] = {"deck": "action-cards", "card": "pink-stone-2#1", "where": "top"}
    noun: ClassVar[Message] = say("a returned card")
    secret: ClassVar[frozenset[str]] = frozenset({"card"})

    def decide(self, table: Table, seat: str | None, chance: Chance) -> Data:  # noqa: ARG002
        _check_held(table, self.deck, self.card, seat)
        return {}

    def apply(self, table: Table, event: Event) -> Table:
        pile = _without_card(table, self.deck, self.card, str(event.seat))
        on_top = self.where == TOP
        left = (self.card, *pile.left) if on_top else (*pile.left, self.card)
        return with_pile(table, self.deck, replace(pile, left=left))

    @classmethod
    def describe(cls, entry: LogEntry, who: str | Message, names: Names) -> list[Message]:  # noqa: ARG003
        deck = entry.data["deck"]
        if entry.data["where"] == TOP:
            return [say("{who} puts a card back on top of {deck}", who=who, deck=deck)]
        return [say("{who} puts a card back at the bottom of {deck}", who=who, deck=deck)]


def _shuffled(table: Table, deck: str) -> Pile:
    name, pile = pile_of(table, deck)
    if name not in table.piles:
        raise Refused("shuffle the deck first")
    return pile


def _at_end(pile: Pile, count: int, end: str) -> tuple[str, ...]:
    """The cards there, the outermost first."""
    return (pile.left if end == TOP else pile.left[::-1])[:count]


def _check_held(table: Table, deck: str, card: str, seat: str | None) -> None:
    owner = own_seat(table, seat)
    _, pile = pile_of(table, deck)
    if card.strip() not in pile.hands.get(owner.id, ()):
        raise Refused("you do not hold that card")


def _without_card(table: Table, deck: str, card: str, seat: str) -> Pile:
    """The pile with one card less in a seat's hand."""
    pile = table.piles.get(deck, Pile())
    hand = list(pile.hands.get(seat, ()))
    if card not in hand:
        raise Refused("that card is no longer in hand")
    hand.remove(card)
    return replace(pile, hands={**pile.hands, seat: tuple(hand)})


def _with_cards(entry: LogEntry, who: str | Message, shown: Message) -> Message | None:
    """The sentence that names one's own cards; None for those who may only know how many."""
    cards = entry.result.get("cards")
    if not cards or isinstance(cards, int):
        return None
    named = listing(str(card).rsplit("#", 1)[0] for card in cards)
    return Message(shown.text, {"who": who, "deck": entry.data["deck"], "cards": named})
