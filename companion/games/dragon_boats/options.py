"""Options of Dragon Boats, and the facts that they change."""

from __future__ import annotations

from statistics import median_low
from typing import Final

from msgspec.structs import replace

from companion.games.dragon_boats.amounts import coins
from companion.games.dragon_boats.facts import BonusCard, DragonBoatsFacts, RoundCard
from companion.games.options import Option, Options
from companion.language.messages import say

OPTIONS: Final = (
    Option(
        "interactive",
        say("Take-that cards"),
        {"on": say("in the deck"), "off": say("left in the box")},
        "on",
        say(
            "Six cards affect the goods, discs, seats or farmers of other players. Leave them out "
            "for a peaceful game."
        ),
    ),
    Option(
        "short",
        say("Shorter game"),
        {
            "no": say("six rounds"),
            "random": say("four random rounds"),
            "1456": say("rounds 1, 4, 5, 6"),
        },
        "no",
        say(
            "For four players. The rulebook has two versions: remove two of the cards 2 to 5 at "
            "random, or use cards 1, 4, 5 and 6."
        ),
    ),
    Option(
        "pauses",
        say("Pauses for cards"),
        {"ask": say("the game asks"), "off": say("no pauses")},
        "ask",
        say(
            "Before the market, before boats sail, after each landing and before storage, the game "
            "asks everyone who might have a card to use, so nobody has to hurry. Without pauses, "
            "the fastest tap counts. The rulebook doesn’t say."
        ),
    ),
    Option(
        "stall_v",
        say("Stall V"),
        {"price": say("costs as much as any stall"), "free": say("is free")},
        "price",
        say("The rulebook has one price for all stalls and doesn’t say whether V is one of them."),
        rare=True,
    ),
    Option(
        "paths",
        say("Mountain paths"),
        {"one": say("one member each"), "many": say("any number of members")},
        "one",
        say("The rulebook doesn’t say whether several members may use a path in one round."),
        rare=True,
    ),
    Option(
        "alt_sets",
        say("Animal sets"),
        {"off": say("sets of four"), "on": say("sets of three")},
        "off",
        say(
            "One sentence in the rulebook lets an animal card raise the set from three to four; "
            "its table has sets of four and counts the card as one more hex."
        ),
        rare=True,
    ),
    Option(
        "twins",
        say("Card and hex with the same letter"),
        {
            "limits": say("N and T count once"),
            "both": say("all add up"),
            "once": say("all count once"),
        },
        "limits",
        say(
            "The rulebook isn’t clear. N and T set a limit (2 instead of 1, and at most 8), and a "
            "card and a hex don’t raise it twice. Adding up the other letters is our choice."
        ),
        rare=True,
    ),
    Option(
        "well_read",
        say("Well Read counts"),
        {"all": say("itself too"), "others": say("only other cards")},
        "all",
        say("The rulebook doesn’t say whether this card counts itself. On our card it does."),
        rare=True,
    ),
    Option(
        "card_points",
        say("Bonus card points"),
        {"printed": say("as printed"), "one": say("1 each"), "none": say("none")},
        "printed",
        say(
            "The rulebook doesn’t give the points of the cards; the printed ones are ours. The "
            "points of Well Read are added in any case."
        ),
        rare=True,
    ),
    Option(
        "deck_cards",
        say("Cards from the deck"),
        {"secret": say("kept secret"), "open": say("face up")},
        "secret",
        say("The rulebook doesn’t say who may see a card drawn from the deck."),
        rare=True,
    ),
    Option(
        "road_cards",
        say("Card icon on a road"),
        {"choice": say("display or deck"), "deck": say("only the deck")},
        "choice",
        say("The rulebook doesn’t say which card it gives. We let you choose, as at stall V."),
        rare=True,
    ),
    Option(
        "private_actions",
        say("Private actions"),
        {"printed": say("as printed"), "1": coins(1), "3": coins(3)},
        "printed",
        say("The rulebook has only an example, with 2 coins. That is what we print."),
        rare=True,
    ),
    Option(
        "money_track",
        say("Money track"),
        {"printed": say("coins beyond it are lost"), "endless": say("no limit")},
        "printed",
        say("The rulebook shows numbers up to 6 and doesn’t say what happens beyond."),
        rare=True,
    ),
    Option(
        "round_gains",
        say("Discs on round cards"),
        {"printed": say("give what is printed"), "same": say("all give the same")},
        "printed",
        say(
            "The rulebook doesn’t say what each card gives; the printed amounts are ours. If all "
            "give the same, everyone starts equal, and the earliest card is the best."
        ),
        rare=True,
    ),
    Option(
        "neutral",
        say("Neutral discs"),
        {
            "printed": say("on the marked stalls"),
            "lot": say("on random stalls"),
            "none": say("none"),
        },
        "printed",
        say(
            "The rulebook shows the stalls only in a picture. On random stalls, three players draw "
            "two of I to IV; with two players, all four have a disc anyway."
        ),
        rare=True,
    ),
    Option(
        "ports",
        say("Other landing of an island"),
        {"open": say("can be walked on"), "closed": say("is blocked")},
        "open",
        say("The rulebook doesn’t say whether you may walk across it."),
        rare=True,
    ),
    Option(
        "found_food",
        say("Food found on a walk"),
        {"now": say("can be used at once"), "later": say("is for later walks")},
        "now",
        say(
            "The rulebook doesn’t say. If it is for later walks, you can spend only food that you "
            "had when you set off, so One of Each doesn’t help either."
        ),
        rare=True,
    ),
)


def apply_options(facts: DragonBoatsFacts, options: Options) -> DragonBoatsFacts:
    """The facts as this table plays them, so that rules need not know the options."""
    return replace(
        facts,
        cards={letter: _card(card, options) for letter, card in facts.cards.items()},
        rounds=_rounds(facts, options),
        most_money=None if options["money_track"] == "endless" else facts.most_money,
        private_money=_private_money(facts, options),
    )


def options_at_edition(facts: DragonBoatsFacts, options: Options) -> Options:
    """The options of a table. The first edition had neither pauses nor limits."""
    if facts.edition > 1:
        return options
    twins = "both" if options["twins"] == "limits" else options["twins"]
    return {**options, "pauses": "off", "twins": twins}


def _card(card: BonusCard, options: Options) -> BonusCard:
    match options["card_points"]:
        case "one":
            return replace(card, points=1)
        case "none":
            return replace(card, points=0)
    return card


def _private_money(facts: DragonBoatsFacts, options: Options) -> int:
    chosen = options["private_actions"]
    return facts.private_money if chosen == "printed" else int(chosen)


def _rounds(facts: DragonBoatsFacts, options: Options) -> dict[str, RoundCard]:
    """If all cards bring the same, each amount is the median of the printed ones. Of two in the
    middle it is the lower one, since everybody can have it for the shortest wait."""
    rounds = dict(facts.rounds)
    if options["round_gains"] == "printed":
        return rounds
    open_cards = [card for card in rounds.values() if not card.restricted]
    return {
        name: card
        if card.restricted
        else replace(
            card,
            money=median_low(other.money for other in open_cards),
            offerings=median_low(other.offerings for other in open_cards),
            food=median_low(other.food for other in open_cards),
            treasure=median_low(other.treasure for other in open_cards),
        )
        for name, card in rounds.items()
    }
