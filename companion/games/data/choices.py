"""Takes what a table has decided, gives which parts and lines of the data hold for it."""

from __future__ import annotations

from companion.games.base import Option, Options
from companion.words import Message, say
from printgen.catalog.play.model import PLAYERS, Condition, Play


def offered(play: Play) -> tuple[Option, ...]:
    return tuple(
        Option(
            id=variant.id,
            title=named(variant.title),
            choices={name: named(title) for name, title in variant.choices.items()},
            default=variant.default,
            why=named(variant.why) if variant.why else None,
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


def named(text: str) -> Message:
    """A text of the game's own data."""
    return say("{name}", name=text)
