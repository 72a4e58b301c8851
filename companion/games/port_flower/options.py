"""Options of Port Flower."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from companion.games.edition import EDITION
from companion.games.options import Option, Options
from companion.language.messages import say

OFF_ON: Final = {"off": say("No"), "on": say("Yes")}

OPTIONS: Final = (
    Option(
        "course",
        say("Race course"),
        {
            "ours": say("As printed"),
            "random": say("Random"),
            "own": say("Built by the players"),
        },
        "ours",
        say(
            "We had no picture of the original course, so the printed one is our own. The rules "
            "also let you place buoys and islands as you like."
        ),
    ),
    Option(
        "suits",
        say("Suits"),
        {"choose": say("Players choose"), "lot": say("Random")},
        "choose",
        say("The rules let players choose their suits. Random suits are our own variant."),
    ),
    Option(
        "waters",
        say("Board size"),
        {
            "24": say("24 tiles, 12 × 8 spaces"),
            "48": say("All 48 tiles, 16 × 12 spaces"),
            "cross": say("32 tiles, a cross"),
        },
        "24",
        say(
            "The rules allow larger boards and other shapes but give no sizes; these are our own. "
            "The printed course lies in the middle."
        ),
    ),
    Option(
        "sharks",
        say("Sharks"),
        {"1": say("One"), "2": say("Two"), "3": say("Three")},
        "2",
        say(
            "The rules allow more or fewer sharks but give no number. With six players there are "
            "enough coins for three."
        ),
    ),
    Option(
        "both",
        say("Dice for"),
        {"one": say("The boat and one shark"), "both": say("The boat and two sharks")},
        "one",
        say(
            "With two sharks, each of the three gets at least one die, and one die may still stay "
            "unused. That is how we read the rules. With one shark on the board nothing changes."
        ),
    ),
    Option(
        "refuge",
        say("Refuge on islands"),
        OFF_ON,
        "off",
        say(
            "A boat that ends its move on an island is safe there and misses its next turn. It "
            "cannot sail across the island."
        ),
    ),
    Option(
        "repellent",
        say("Shark repellent"),
        {
            "off": say("None"),
            "one": say("One each"),
            "tiles": say("Spare tiles, shared equally"),
        },
        "off",
        say(
            "Players with none left may take one back instead of a turn. If there are too few "
            "coins, other spare pieces take their place."
        ),
    ),
    Option(
        "buoys",
        say("Reaching a buoy"),
        {"pass": say("By passing it"), "stop": say("By stopping next to it")},
        "pass",
        say("Stopping is a variant and much harder."),
    ),
    Option(
        "sixth",
        say("Six players"),
        OFF_ON,
        "off",
        say("A sixth player needs this variant: fish coins, with the null of leaves as the 3."),
    ),
    Option(
        "stuck",
        say("If no move is possible"),
        {"lost": say("The turn is lost"), "again": say("Roll again")},
        "lost",
        say("Rolling again is a variant. Here you roll until a move is possible."),
    ),
    Option(
        "hungry",
        say("A shark that catches a boat"),
        {"stop": say("Stops there"), "on": say("Swims on")},
        "stop",
        say("Swimming on is a variant: one shark may send back several boats in one move."),
    ),
    Option(
        "corner",
        say("Diagonals across a buoy"),
        {"closed": say("Not allowed"), "free": say("Allowed")},
        "closed",
        say(
            "The rules say that a buoy blocks its space, but it lies where four spaces meet. Here "
            "it only blocks diagonal steps across it."
        ),
    ),
)


class Variants(Struct, frozen=True):
    """The chosen options."""

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
    choose_suits: bool = False


def read_variants(options: Options, edition: int = EDITION) -> Variants:
    """Missing options have their defaults. At tables of the first edition suits were always drawn
    at random."""
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
        choose_suits=chosen["suits"] == "choose" and edition > 1,
    )
