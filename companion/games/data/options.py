"""Options from `options:` in game.yaml, and the parts that depend on them."""

from __future__ import annotations

from companion.games.options import Option, Options
from companion.language.messages import own_text
from printgen.catalog.play.model import PLAYERS, Condition, Play


def list_options(play: Play) -> tuple[Option, ...]:
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


def with_defaults(play: Play, options: Options) -> Options:
    """The chosen value or the default of every option."""
    return {variant.id: options.get(variant.id, variant.default) for variant in play.options}


def applies(when: Condition, options: Options, players: int) -> bool:
    """Whether a part with this condition is used at a table."""
    chosen = {**options, PLAYERS: str(players)}
    return all(chosen.get(name) in values for name, values in when.items())
