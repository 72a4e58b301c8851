"""The first state of a game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from companion.chance.provable import Chance
from companion.games.dragon_boats.facts import MARKETS, PATHS, STALLS, DragonBoatsFacts
from companion.games.dragon_boats.names import translated_name
from companion.games.dragon_boats.options import apply_options, options_at_edition
from companion.games.dragon_boats.setup import bag_of, card_pool
from companion.games.dragon_boats.state import Boat, Draft, Player, State
from companion.games.dragon_boats.turns import settle
from companion.games.moves import Transition
from companion.games.options import Options
from companion.games.seats import COLOURS, Seat, assign_pieces
from companion.games.setup import Setup
from companion.language.messages import say


def begin_game(
    facts: DragonBoatsFacts, seats: Sequence[Seat], options: Options, setup: Setup, chance: Chance
) -> Transition:
    """The state after the setup, with every stack and bag in an order that nobody knows."""
    options = options_at_edition(facts, options)
    facts = apply_options(facts, options)
    stalls = {stall: tuple(setup.part("stalls").values[stall]) for stall in MARKETS}
    display = tuple(setup.part("cards").values["display"])
    toppers_on, held = setup.part("boats").values, setup.part("neutral").values["stalls"]
    drawn = Counter(good for goods in stalls.values() for good in goods)
    left_in_bag = tuple((Counter(bag_of(facts)) - drawn).elements())
    deck = tuple(letter for letter in card_pool(facts, options) if letter not in display)
    toppers = tuple(topper for topper in facts.toppers if topper not in toppers_on.values())
    state = State(
        options=dict(options),
        players=_players(facts, seats),
        first=setup.part("first").values["first"],
        rounds=tuple(int(name) for name in setup.part("rounds").values["rounds"]),
        land={**setup.part("farms").values, **setup.part("wisdom").values},
        stalls=stalls,
        neutral={stall: int(stall in held) for stall in STALLS},
        boats=tuple(Boat(boat, toppers_on[boat]) for boat in facts.boats),
        bag=chance.shuffle(left_in_bag),
        deck=chance.shuffle(deck),
        display=display,
        toppers=chance.shuffle(toppers),
        supplies=dict(facts.supplies),
        stacks=dict.fromkeys(STALLS, ()),
        paths=dict.fromkeys(PATHS, ()),
    )
    draft = Draft(facts, state, chance)
    for player in state.players:
        house = translated_name(facts.houses[player.house].name)
        colour = COLOURS[player.house]
        draft.announce(
            say("{who} plays the {house} ({colour})", who=player.name, house=house, colour=colour)
        )
    settle(draft)
    return draft.finish()


def _players(facts: DragonBoatsFacts, seats: Sequence[Seat]) -> tuple[Player, ...]:
    """Every seat gets the house of its colour if there is one, else one of the others."""
    houses = tuple(facts.houses)
    given = assign_pieces(seats, houses, dict(zip(houses, houses, strict=True)))
    return tuple(Player(seat.id, seat.name, given[seat.id]) for seat in seats)
