"""Takes what a table has decided, gives which parts and lines of the data hold for it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from companion.games.base import Option, Options
from companion.words import Message, own_text, say
from printgen.catalog.play.model import PLAYERS, Condition, Piece, Play


def offered(play: Play) -> tuple[Option, ...]:
    return tuple(
        Option(
            id=variant.id,
            title=own_text(variant.title),
            choices={name: own_text(title) for name, title in variant.choices.items()},
            default=variant.default,
            why=own_text(variant.why) if variant.why else None,
            rare=variant.rare,
        )
        for variant in play.options
    )


def chosen(play: Play, options: Options) -> Options:
    """Every option with what was chosen or its default."""
    return {variant.id: options.get(variant.id, variant.default) for variant in play.options}


def holds(when: Condition, options: Options, players: int) -> bool:
    said = {**options, PLAYERS: str(players)}
    return all(said.get(name) in values for name, values in when.items())


def named(piece: Piece) -> Message:
    """A piece as it is called on its face; what has none, such as a pawn, as its game says."""
    return say("{name}", name=piece.title) if piece.face else own_text(piece.title)


def list_of(names: Sequence[Message]) -> Message:
    return reduce(lambda first, then: say("{first}, {then}", first=first, then=then), names)


def times_of(count: int, names: Message) -> Message:
    return names if count == 1 else say("{count} × {names}", count=count, names=names)
