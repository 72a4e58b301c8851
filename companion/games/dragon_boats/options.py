"""Takes nothing, gives what a table may decide about this game."""

from __future__ import annotations

from typing import Final

from companion.games.base import Option
from companion.words import say

OPTIONS: Final = (
    Option(
        "interactive",
        say("Meddling cards"),
        {"on": say("in the deck"), "off": say("left in the box")},
        "on",
        say("Six cards act on goods, discs, seats or farmers of others. Leave them out for peace."),
    ),
    Option(
        "short",
        say("Shorter game"),
        {
            "no": say("six rounds"),
            "random": say("four rounds, by lot"),
            "1456": say("rounds 1, 4, 5, 6"),
        },
        "no",
        say(
            "For four players. The source tells two ways: two of the cards 2 to 5 leave by lot, "
            "or cards 1, 4, 5 and 6 are used."
        ),
    ),
    Option(
        "stall_v",
        say("Stall V"),
        {"price": say("costs its stack"), "free": say("costs no money")},
        "price",
        say("The source gives one price for all stalls and does not say whether V is meant."),
    ),
    Option(
        "paths",
        say("Mountain paths"),
        {"one": say("one member each"), "many": say("members queue")},
        "one",
        say("The source does not say whether a path takes more than one member in a round."),
    ),
    Option(
        "alt_sets",
        say("Animal sets"),
        {"off": say("sets of four"), "on": say("sets of three")},
        "off",
        say(
            "One sentence of the source lets an animal card raise the set from three to four; "
            "its table counts sets of four and the card as one more hex."
        ),
    ),
    Option(
        "twins",
        say("Card and hex alike"),
        {"both": say("both count"), "once": say("count once")},
        "both",
        say("The source does not say what happens when a card and a wisdom hex do the same."),
    ),
)
