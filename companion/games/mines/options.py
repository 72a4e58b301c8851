"""Options of Mines."""

from __future__ import annotations

from typing import Final

from companion.games.mines.names import count_points, count_tiles
from companion.games.options import Option
from companion.language.messages import say

OPTIONS: Final = (
    Option(
        "extend6",
        say("Extending with six sides"),
        {"7": count_points(7), "6": count_points(6)},
        "7",
        say(
            "The rulebook gives 7 points for extending with six sides but 6 for building. "
            "Some groups call that a misprint and score 6 for both."
        ),
    ),
    Option(
        "tiebreak",
        say("Tie-break"),
        {
            "zone-score": say("Best single zone"),
            "largest-set": say("Largest zone"),
            "later-player": say("Later in turn order"),
        },
        "zone-score",
        say(
            "The rulebook gives two answers: the zone with the most points, or the zone with the "
            "most foundations. A shop adds a third: the player later in turn order."
        ),
    ),
    Option(
        "starter",
        say("Starting player"),
        {
            "ask": say("The youngest"),
            "chance": say("Random"),
            "youngest": say("The first seat"),
        },
        "ask",
        say("The rules let the youngest start. You say who that is when the game begins."),
    ),
    Option(
        "tiles",
        say("Tiles"),
        {"plain": say("Standard set"), "gray": say("Gray set")},
        "plain",
        say(
            "Both sets have 80 tiles of our own design. A third of all sides are gray in the gray "
            "set, a tenth in the standard set, so mines with five or six sides are far more common."
        ),
    ),
    Option(
        "solo",
        say("Tiles in a solo game"),
        {"some": count_tiles(20), "all": say("All tiles")},
        "some",
        say(
            "A solo game has 20 tiles. The rulebook doesn’t say whether the first tile and your "
            "hand are among them; here they are."
        ),
    ),
)
