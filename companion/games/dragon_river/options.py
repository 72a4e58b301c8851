"""Options of Dragon River."""

from __future__ import annotations

from typing import Final, Literal

from msgspec import Struct, convert

from companion.games.options import Option, Options
from companion.language.messages import say

OPTIONS: Final = (
    Option(
        "roll",
        say("Rolls per turn"),
        {
            "again": say("keep dice, re-roll the rest"),
            "once": say("one roll only"),
            "sum": say("roll and move, twice"),
        },
        "again",
        say("The rulebook says to roll twice, but not what happens between the rolls."),
    ),
    Option(
        "positional",
        say("Dice lost at pearls"),
        {"no": say("stay lost"), "yes": say("come back if you drift back")},
        "no",
        say("The rulebook doesn’t say what happens if you drift back behind a pearl."),
    ),
    Option(
        "tipping",
        say("Tipping rivals"),
        {"no": say("not allowed"), "yes": say("with a spare die")},
        "no",
        say("Optional in the rulebook. Tipping makes the race longer and rougher."),
    ),
    Option(
        "first",
        say("First player"),
        {"oldest": say("the oldest player"), "random": say("random")},
        "oldest",
        say("In the rulebook, the oldest player starts. Any of you can say who that is."),
    ),
)


class Variants(Struct, frozen=True):
    """The chosen options.

    `roll` is "again": keep dice and roll the rest once more · "once": a single roll · "sum": roll
    and move twice. With `sections` a racer has the dice of its section of the river; otherwise a
    lost die stays lost.
    """

    roll: Literal["again", "once", "sum"]
    sections: bool
    tipping: bool


def read_variants(options: Options) -> Variants:
    return convert(
        {
            "roll": options["roll"],
            "sections": options["positional"] == "yes",
            "tipping": options["tipping"] == "yes",
        },
        Variants,
    )
