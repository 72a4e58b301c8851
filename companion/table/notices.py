"""What everybody should notice at a table: a re-roll, and who has seen hidden pieces."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal

from msgspec import Struct

from companion.table.acts.decks import TOP, Deal, Draw, Peek, PutBack, Shuffle, TurnUp
from companion.table.history import History
from companion.table.model import Event
from companion.table.undo import PLAY, REPLACE, UNDO, has_shown, is_by_chance, owner_of

DRAWING: Final = frozenset({Deal.kind(), Draw.kind(), TurnUp.kind()})
MOVES: Final = frozenset({PLAY, REPLACE})


class Reroll(Struct, frozen=True):
    """The last thing that chance decided, if it had been undone before.

    `drawn` is whether pieces were drawn again, and not dice rolled.
    """

    seat: str | None
    times: int
    drawn: bool


class SeenPieces(Struct, frozen=True):
    """A seat that has seen the next pieces of a deck, its bottom, or a piece that an undo has
    shuffled back in (`deck` is then empty if it is a piece of the game's own play)."""

    seat: str
    what: Literal["next", "bottom", "returned"]
    deck: str = ""


def last_reroll(history: History) -> Reroll | None:
    """None if nothing was undone, or chance has decided something else since."""
    undone = history.undo_state.undone
    standing = (event for event in reversed(history.log) if event.number not in undone)
    last = next(filter(is_by_chance, standing), None)
    if last is None or not last.result.get("again"):
        return None
    return Reroll(owner_of(last), last.result["again"], has_shown(last))


def seen_pieces(history: History) -> tuple[SeenPieces, ...]:
    """Without repetition, in the order in which the pieces were seen."""
    return tuple(dict.fromkeys((*_peeked(history), *_returned(history))))


def _peeked(history: History) -> Iterator[SeenPieces]:
    """Drawing takes away as many of the seen pieces; shuffling takes away all."""
    known: dict[SeenPieces, int] = {}
    for event in history.log:
        if event.number in history.undo_state.undone:
            continue
        decks = _shuffled(event)
        known = {seen: n - _taken(event, seen) for seen, n in known.items()}
        known = {seen: n for seen, n in known.items() if n > 0 and seen.deck not in decks}
        if event.kind == Peek.kind():
            top = event.data.get("where", TOP) == TOP
            seen = SeenPieces(str(event.seat), "next" if top else "bottom", event.data["deck"])
            known[seen] = max(known.get(seen, 0), len(event.result["cards"]))
    piles = history.table.piles
    yield from (seen for seen in known if seen.deck in piles)


def _shuffled(event: Event) -> frozenset[str]:
    """The decks whose order nobody knows after an event."""
    if event.kind == Shuffle.kind():
        return frozenset({event.data["deck"].strip()})
    return frozenset(event.result.get("mix", {}).get("decks", ()))


def _taken(event: Event, seen: SeenPieces) -> int:
    """How many of the seen pieces leave their deck by an event; negative if some come before
    them."""
    if event.data.get("deck") != seen.deck:
        return 0
    end = "next" if event.data.get("where", TOP) == TOP else "bottom"
    if end != seen.what:
        return 0
    if event.kind == PutBack.kind():
        return -1
    return _number_drawn(event) if event.kind in DRAWING else 0


def _number_drawn(event: Event) -> int:
    cards = event.result.get("cards", ())
    return sum(map(len, cards.values())) if isinstance(cards, dict) else len(cards)


def _returned(history: History) -> Iterator[SeenPieces]:
    """Until the same seat draws or moves again."""
    log = history.log
    for number, taken in _taken_out(history):
        for event in (log[each - 1] for each in sorted(taken)):
            owner = owner_of(event)
            if owner is None or not has_shown(event):
                continue
            deck = str(event.data.get("deck", ""))
            later = (e for e in log[number - 1 :] if e.number not in history.undo_state.undone)
            if not any(_is_same_draw(e, event) for e in later):
                yield SeenPieces(owner, "returned", deck)


def _taken_out(history: History) -> Iterator[tuple[int, frozenset[int]]]:
    yield from history.undo_state.taken.items()
    for event in history.log:
        if event.kind == REPLACE and "mix" in event.result:
            yield event.number, frozenset({event.data["number"], *event.result["dropped"]})


def _is_same_draw(later: Event, event: Event) -> bool:
    if later.kind == UNDO or owner_of(later) != owner_of(event):
        return False
    if event.kind in MOVES:
        return later.kind in MOVES
    return later.data.get("deck") == event.data.get("deck") and has_shown(later)
