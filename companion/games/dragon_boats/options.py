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
        rare=True,
    ),
    Option(
        "paths",
        say("Mountain paths"),
        {"one": say("one member each"), "many": say("members queue")},
        "one",
        say("The source does not say whether a path takes more than one member in a round."),
        rare=True,
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
        rare=True,
    ),
    Option(
        "twins",
        say("Card and hex alike"),
        {"both": say("both count"), "once": say("count once")},
        "both",
        say("The source does not say what happens when a card and a wisdom hex do the same."),
        rare=True,
    ),
    Option(
        "well_read",
        say("Well Read counts"),
        {"all": say("itself too"), "others": say("only other cards")},
        "all",
        say("The source does not say whether this card counts itself. Ours says that it does."),
        rare=True,
    ),
    Option(
        "card_points",
        say("Points of bonus cards"),
        {"printed": say("as printed"), "one": say("1 each"), "none": say("none")},
        "printed",
        say(
            "The source does not tell the points of the cards; those we print are ours. What Well "
            "Read adds comes on top, in any case."
        ),
        rare=True,
    ),
    Option(
        "deck_cards",
        say("Cards from the deck"),
        {"secret": say("stay secret"), "open": say("lie open")},
        "secret",
        say("The source does not say who may see a card that was drawn from the deck."),
        rare=True,
    ),
    Option(
        "road_cards",
        say("The card sign of a road"),
        {"choice": say("display or deck"), "deck": say("only the deck")},
        "choice",
        say("The source does not say which card it gives. We let you choose, as at stall V."),
        rare=True,
    ),
    Option(
        "private_actions",
        say("Private actions"),
        {
            "printed": say("give what is printed"),
            "1": say("give 1 money"),
            "3": say("give 3 money"),
        },
        "printed",
        say("The source has only an example, with 2 money. That is what we print."),
        rare=True,
    ),
    Option(
        "money_track",
        say("Money track"),
        {"printed": say("surplus is lost"), "endless": say("no limit")},
        "printed",
        say("The source shows numbers up to 6 and does not say what becomes of more."),
        rare=True,
    ),
    Option(
        "round_gains",
        say("A disc on a round card"),
        {"printed": say("brings what it shows"), "same": say("brings the same on each")},
        "printed",
        say(
            "The source does not say what each card brings; what we print is ours. If all bring "
            "the same, all begin alike, and the earliest card is the best."
        ),
        rare=True,
    ),
    Option(
        "neutral",
        say("Discs of nobody"),
        {
            "printed": say("on the marked stalls"),
            "lot": say("on stalls drawn by lot"),
            "none": say("none"),
        },
        "printed",
        say(
            "The source does not say in words on which stalls they lie. Three players draw two of "
            "I to IV by lot; with two players each of them carries one anyway."
        ),
        rare=True,
    ),
    Option(
        "ports",
        say("The other port of an island"),
        {"open": say("can be walked over"), "closed": say("cannot be walked over")},
        "open",
        say("The source does not say whether a walk may lead over it."),
        rare=True,
    ),
    Option(
        "found_food",
        say("Food gained on a walk"),
        {"now": say("feeds this walk"), "later": say("is for the next one")},
        "now",
        say(
            "The source does not say. For the next one: a walk spends only food that you had when "
            "you set off, so One of Each does not help either."
        ),
        rare=True,
    ),
)
