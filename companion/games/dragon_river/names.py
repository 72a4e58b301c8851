"""Translatable names of racers and distances."""

from __future__ import annotations

from typing import Final

from companion.games.dragon_river.facts import DragonRiverFacts
from companion.language.messages import Message, say, say_count

NAMES: Final = (
    *(say("Red carp"), say("Yellow junk"), say("Green turtle")),
    *(say("Pale crane"), say("Purple dragon boat")),
)
NAMES_BY_TEXT: Final = {name.text: name for name in NAMES}


def piece_name(facts: DragonRiverFacts, piece: str) -> Message:
    """A racer's name from the game's folder, translatable if it is one of NAMES."""
    name = facts.piece(piece).name
    return NAMES_BY_TEXT.get(name) or say("{name}", name=name)


def to_go(count: int) -> Message:
    """A distance to the last pearl."""
    return say_count("{count} space to go", "{count} spaces to go", count)
