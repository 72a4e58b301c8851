"""Takes what a table has chosen, gives the agreements that a game is played by."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from companion.games.base import Option
from companion.games.base import Options as Chosen
from companion.words import say

LONGEST: Final = 40
"""After so many rounds the nearest runner wins in any case, so that every game ends."""


class Agreed(Struct, frozen=True):
    """`cards_only`: the board stays on the table. `passing`: planks that share a village are
    neighbours. `village_stop`: two steps may end in a village that the first one enters.
    `jump_back`: a jump may end where it began. `swallowed_falls`: a swallowed step or jump makes
    the runner fall."""

    cards_only: bool
    water: bool
    rounds: int
    passing: bool
    village_stop: bool
    jump_back: bool
    swallowed_falls: bool


def agree(options: Chosen) -> Agreed:
    return Agreed(
        cards_only=options["referee"] == "cards",
        water=options["board"] == "water",
        rounds=LONGEST if options["rounds"] == "arrival" else int(options["rounds"]),
        passing=options["village-planks"] == "neighbours",
        village_stop=options["village-stop"] == "may",
        jump_back=options["jump-back"] == "yes",
        swallowed_falls=options["swallowed"] == "falls",
    )


OPTIONS: Final = (
    Option(
        "referee",
        say("What the phones look after"),
        {"board": say("Cards and board"), "cards": say("Cards only")},
        "board",
        say("With cards only, phones hide and reveal the plans; you move on your own board."),
    ),
    Option(
        "board",
        say("Side of the board"),
        {"islands": say("Islands"), "water": say("Open water, for experts")},
        "islands",
        say("In open water a stone may lie anywhere that is free; how near is near was left open."),
    ),
    Option(
        "rounds",
        say("How long"),
        {
            "arrival": say("Until somebody arrives"),
            "20": say("20 rounds at most"),
            "10": say("10 rounds at most"),
            "5": say("5 rounds at most"),
        },
        "arrival",
        say(
            "The rules know no limit. If rounds run out, the runner nearest to its goal wins; "
            "after {count} rounds they always do.",
            count=LONGEST,
        ),
    ),
    Option(
        "colours",
        say("Who plays which colour"),
        {"own": say("Your seat’s colour, if it plays"), "dealt": say("Dealt at random")},
        "own",
    ),
    Option(
        "first",
        say("Who begins"),
        {"youngest": say("The youngest"), "random": say("Drawn at random")},
        "youngest",
    ),
    Option(
        "village-planks",
        say("Planks that meet at a village"),
        {"apart": say("Step into the village first"), "neighbours": say("Are neighbours")},
        "apart",
        say("The source tells of stones only. We let you step into the village first."),
    ),
    Option(
        "village-stop",
        say("Two steps, the first into a village"),
        {"may": say("May stop there"), "must": say("Must go on")},
        "may",
        say("The rule asks for two steps, its example stops in a village. We follow the example."),
    ),
    Option(
        "jump-back",
        say("A jump back to where it began"),
        {"no": say("Not allowed"), "yes": say("Allowed")},
        "no",
        say("A jump counts as two steps, and two steps may turn back; for jumps nothing is said."),
    ),
    Option(
        "swallowed",
        say("A swallowed step or jump"),
        {"stays": say("The runner stays"), "falls": say("The runner falls")},
        "stays",
        say("Whoever cannot step falls. We do not count a dragon’s bite as that."),
    ),
)
