"""Takes what a table has chosen, gives the options there are and the variants they make."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from companion.games.base import Option, Options
from companion.words import say

OFF_ON: Final = {"off": say("no"), "on": say("yes")}

OPTIONS: Final = (
    Option(
        "course",
        say("Race course"),
        {
            "ours": say("as printed"),
            "random": say("drawn by lot"),
            "own": say("laid by the players in turn"),
        },
        "ours",
        say(
            "The picture of the original course was not at hand, so the printed one is ours. The "
            "players may place buoys and islands as they like."
        ),
    ),
    Option(
        "waters",
        say("Size of the board"),
        {
            "24": say("24 tiles, 12 × 8"),
            "48": say("all 48 tiles, 16 × 12"),
            "cross": say("32 tiles, a cross"),
        },
        "24",
        say(
            "A larger board or another shape is a variant without numbers; these are ours. The "
            "printed course lies in the middle of it."
        ),
    ),
    Option(
        "sharks",
        say("Sharks"),
        {"1": say("one"), "2": say("two"), "3": say("three")},
        "2",
        say(
            "More or fewer sharks is a variant that names no number. Three is as many as the coins "
            "allow when six play."
        ),
    ),
    Option(
        "both",
        say("Dice go to"),
        {"one": say("the boat and one shark"), "both": say("the boat and two sharks")},
        "one",
        say(
            "In this variant each of the three gets at least one die, and one die may still be "
            "left out. That is how we read it. With one shark nothing changes."
        ),
    ),
    Option(
        "refuge",
        say("Refuge on islands"),
        OFF_ON,
        "off",
        say(
            "A boat that ends its move on an island is safe there and misses its next turn. It "
            "cannot sail on over the island."
        ),
    ),
    Option(
        "repellent",
        say("Shark repellent"),
        {
            "off": say("none"),
            "one": say("one each"),
            "tiles": say("the spare tiles, shared out"),
        },
        "off",
        say(
            "Whoever has none left may take one back instead of a turn. If coins do not go round, "
            "other spare pieces stand in for them."
        ),
    ),
    Option(
        "buoys",
        say("A buoy is reached"),
        {"pass": say("by passing it"), "stop": say("by stopping beside it")},
        "pass",
        say("Stopping is a variant, and much harder."),
    ),
    Option(
        "sixth",
        say("Sixth sailor"),
        OFF_ON,
        "off",
        say("Six can sail only with this variant: fish coins, and the null of leaves as the 3."),
    ),
    Option(
        "stuck",
        say("When nothing can move"),
        {"lost": say("the turn is lost"), "again": say("roll again")},
        "lost",
        say("Rolling again is a variant. We let it be done until something can move."),
    ),
    Option(
        "hungry",
        say("A shark that meets a boat"),
        {"stop": say("stops there"), "on": say("swims on to its end")},
        "stop",
        say("Swimming on is a variant; several boats may be sent back by one move."),
    ),
    Option(
        "corner",
        say("Diagonals across a buoy"),
        {"closed": say("are barred"), "free": say("are free")},
        "closed",
        say(
            "A buoy is said to bar its space, yet it stands where four spaces meet. We bar only "
            "the step that cuts across its corner."
        ),
    ),
)


class Variants(Struct, frozen=True):
    course: str = "ours"
    waters: str = "24"
    sharks: int = 2
    split_both: bool = False
    refuge: bool = False
    repellent: str = "off"
    stop_at_buoys: bool = False
    sixth: bool = False
    roll_again: bool = False
    hungry: bool = False
    open_corners: bool = False


def read_variants(options: Options) -> Variants:
    """The variants; an option that is not named has its default."""
    chosen = {option.id: options.get(option.id, option.default) for option in OPTIONS}
    return Variants(
        course=chosen["course"],
        waters=chosen["waters"],
        sharks=int(chosen["sharks"]),
        # With one shark there is only one to share the dice with.
        split_both=chosen["both"] == "both" and chosen["sharks"] != "1",
        refuge=chosen["refuge"] == "on",
        repellent=chosen["repellent"],
        stop_at_buoys=chosen["buoys"] == "stop",
        sixth=chosen["sixth"] == "on",
        roll_again=chosen["stuck"] == "again",
        hungry=chosen["hungry"] == "on",
        open_corners=chosen["corner"] == "free",
    )
