"""Takes nothing, gives what a table may decide; takes what it has, gives its ways to play."""

from __future__ import annotations

from typing import Final

from msgspec import convert

from companion.games.base import Option, Options
from companion.games.dragon_river.state import Ways
from companion.words import say

OPTIONS: Final = (
    Option(
        "roll",
        say("Rolls in a turn"),
        {
            "again": say("keep some, roll the rest again"),
            "once": say("one roll only"),
            "sum": say("roll and move, twice"),
        },
        "again",
        say("The source speaks of rolling twice, and leaves open what happens between the rolls."),
    ),
    Option(
        "positional",
        say("Dice lost at pearls"),
        {"no": say("stay lost"), "yes": say("come back behind the pearl")},
        "no",
        say("The source does not say what happens to a racer that drifts back behind a pearl."),
    ),
    Option(
        "tipping",
        say("Tipping rivals"),
        {"no": say("without"), "yes": say("with the spare die")},
        "no",
        say("The source calls tipping optional. It makes a race longer and rougher."),
    ),
    Option(
        "first",
        say("Who rolls first"),
        {"oldest": say("the oldest player"), "random": say("chance decides")},
        "oldest",
        say("The source lets the oldest player begin. Somebody says who that is."),
    ),
)


def ways_of(options: Options) -> Ways:
    return convert(
        {
            "roll": options["roll"],
            "sections": options["positional"] == "yes",
            "tipping": options["tipping"] == "yes",
        },
        Ways,
    )
