"""Options of River Dragons."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from companion.games.options import Option, Options
from companion.language.messages import say


class Variants(Struct, frozen=True):
    """The chosen options.

    `cards_only`: the board stays on the table. `rounds`: the limit after which the nearest runner
    wins; None if only arriving wins. `passing`: planks that share a village are neighbours.
    `village_stop`: two steps may end in a village that the first one enters. `jump_back`: a jump
    may end where it began. `swallowed_falls`: a swallowed step or jump makes the runner fall.
    """

    cards_only: bool
    water: bool
    rounds: int | None
    passing: bool
    village_stop: bool
    jump_back: bool
    swallowed_falls: bool


def read_variants(options: Options, most_rounds: int | None = None) -> Variants:
    """`most_rounds` is the limit of a race whose players have not set one."""
    return Variants(
        cards_only=options["referee"] == "cards",
        water=options["board"] == "water",
        rounds=most_rounds if options["rounds"] == "arrival" else int(options["rounds"]),
        passing=options["village-planks"] == "neighbours",
        village_stop=options["village-stop"] == "may",
        jump_back=options["jump-back"] == "yes",
        swallowed_falls=options["swallowed"] == "falls",
    )


OPTIONS: Final = (
    Option(
        "referee",
        say("Handled by the phones"),
        {"board": say("Cards and board"), "cards": say("Cards only")},
        "board",
        say("With cards only, the phones hide and reveal the plans; you move on your own board."),
    ),
    Option(
        "board",
        say("Board side"),
        {"islands": say("Islands"), "water": say("Open water (expert)")},
        "islands",
        say(
            "In open water you may place stones anywhere. The rulebook doesn’t say how close "
            "together; we ask for a small gap."
        ),
    ),
    Option(
        "rounds",
        say("Length of the race"),
        {
            "arrival": say("Until someone arrives"),
            **{str(count): say("At most {count} rounds", count=count) for count in (40, 20, 10, 5)},
        },
        "arrival",
        say(
            "The rules set no limit. With a limit, the runner nearest to its goal wins after the "
            "last round."
        ),
    ),
    Option(
        "colours",
        say("Colours"),
        {"own": say("Seat colours where possible"), "dealt": say("Random")},
        "own",
    ),
    Option(
        "first",
        say("First player"),
        {"youngest": say("The youngest"), "random": say("Random")},
        "youngest",
    ),
    Option(
        "village-planks",
        say("Planks at the same village"),
        {"apart": say("Step into the village first"), "neighbours": say("Count as neighbours")},
        "apart",
        say("The rulebook only mentions stones. We let you step into the village first."),
    ),
    Option(
        "village-stop",
        say("Two steps, the first into a village"),
        {"may": say("You may stop there"), "must": say("You must go on")},
        "may",
        say("The rules ask for two steps, but an example stops in a village. We follow it."),
    ),
    Option(
        "jump-back",
        say("Jumping back to where you started"),
        {"no": say("Not allowed"), "yes": say("Allowed")},
        "no",
        say(
            "A jump counts as two steps, and two steps may lead back. The rulebook doesn’t say "
            "whether a jump may."
        ),
    ),
    Option(
        "swallowed",
        say("A swallowed step or jump"),
        {"stays": say("The runner stays"), "falls": say("The runner falls")},
        "stays",
        say("A runner that cannot move falls. We don’t count a swallowed card as that."),
    ),
)
