"""The contents of decks and bags."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from companion.chance.provable import Chance
from companion.language.messages import Refused
from companion.table.model import Pile, Table


def untouched(table: Table, name: str) -> tuple[str, ...]:
    """What a deck holds before it is first shuffled."""
    aside = table.aside.get(name, ())
    return tuple(piece for piece in table.pieces[name] if piece not in aside)


def size_of(table: Table, name: str) -> int:
    """How many pieces a deck has before it is first shuffled."""
    return len(untouched(table, name)) - table.unseen.get(name, 0)


def staying(table: Table, name: str, count: int) -> int:
    """How many of `count` pieces a deck keeps when it is shuffled: the first shuffle sends some
    to the box."""
    return count if name in table.piles else size_of(table, name)


def pile_of(table: Table, deck: str) -> tuple[str, Pile]:
    """A deck's name and what it holds. Raises Refused if the game has no such deck."""
    name = deck.strip()
    if name not in table.pieces:
        raise Refused("this game has no deck '{name}'", name=name)
    return name, table.piles.get(name, Pile(left=untouched(table, name)))


def with_pile(table: Table, name: str, pile: Pile) -> Table:
    return replace(table, piles={**table.piles, name: pile})


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


def mix_deck(table: Table, name: str, chance: Chance) -> Table:
    """The table with what is left of a deck in an order that nobody knows."""
    pile = table.piles.get(name)
    if pile is None:
        return table
    return with_pile(table, name, replace(pile, left=chance.shuffle(sorted(pile.left))))
