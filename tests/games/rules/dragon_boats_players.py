"""Positions of Dragon Boats, and whole games by bots that try to score."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from companion.chance.provable import Chance, chance_from_words
from companion.games.dragon_boats.edition import FORCED_MOVES
from companion.games.dragon_boats.facts import read_facts
from companion.games.dragon_boats.options import apply_options
from companion.games.dragon_boats.state import Draft, HeldCard, State
from companion.games.dragon_boats.turns import settle
from companion.games.moves import Announcement
from companion.games.offers import Offers
from companion.games.seats import Seat
from companion.language.messages import Refused
from tests.games.rules.bots import MAX_ACTS, Check, Play, facts_of, playable, random_move

SLUG = "dragon-boats"
EAGER = {
    "board": 30,
    "climb": 30,
    "walk": 6,
    "learn": 12,
    "buy": 8,
    "trade": 2,
    "home": 0.2,
    "leave": 0.5,
    "private": 1,
    "bid": 1,
    "store": 1,
    "answer": 2,
}
"""How much more likely a move is chosen, by what it does; a card is as likely as `CARD`."""
CARD = 5


def _weight(move: Mapping[str, Any]) -> float:
    deed = str(move["do"])
    return EAGER.get(deed, CARD if len(deed) == 1 else 1)


def keen_move(offers: Offers, pick: random.Random) -> dict[str, Any]:
    """One of the offered moves, preferably one that makes progress."""
    options = [Offers((choice,)) for choice in offers.choices]
    options += [Offers((), (wanted,)) for wanted in offers.picks]
    weights = [_weight(choice.move) for choice in offers.choices]
    weights += [_weight(wanted.move) for wanted in offers.picks]
    return random_move(pick.choices(options, weights)[0], pick)


def keen_game(
    players: int, options: Mapping[str, str], seed: int, check: Check | None = None
) -> Play:
    pick = random.Random(f"keen {players} {seed}")
    play = Play(SLUG, players, options, seed)
    for _ in range(MAX_ACTS):
        if play.table.play.phase == "over":
            return play
        offers = play.offers()
        assert offers, "the game is not over, and nobody may act"
        seat = pick.choice(sorted(offers))
        move = keen_move(offers[seat], pick)
        try:
            play.move(seat, **move)
        except Refused:
            assert not any(choice.move == move for choice in offers[seat].choices), move
            continue
        if check:
            check(play.table)
    raise AssertionError("the game did not end")


# --- positions ------------------------------------------------------------------------------------

RULES = playable(SLUG, facts_of(SLUG))
KNOWN = read_facts(facts_of(SLUG))
EARLIER = playable(SLUG, {**facts_of(SLUG), "edition": FORCED_MOVES - 1})
"""The rules of a table that was opened before the game made forced moves by itself."""
SEATS = tuple(
    Seat(f"s{number}", name, colour)
    for number, (name, colour) in enumerate(
        (("Ann", "orange"), ("Ben", "blue"), ("Cid", "green"), ("Dot", "red")), 1
    )
)
DEFAULTS = {option.id: option.default for option in RULES.options}
CALLING_OUT = {**DEFAULTS, "pauses": "off"}
"""Positions are tried without pauses, unless a test is about them."""


def chances(words: str) -> Callable[[str], Chance]:
    return lambda part: chance_from_words(f"{words}/{part}")


def fresh(players: int = 2, words: str = "test", **options: str) -> State:
    """A game that waits for the first disc on a round card."""
    full = {**CALLING_OUT, **options}
    setup = RULES.setup(players, full, chances(words))
    turn = RULES.begin(SEATS[:players], full, setup, chance_from_words(words))
    state = turn.state
    assert isinstance(state, State)
    return state


def act(state: State, seat: str, do: str, **move: Any) -> State:
    return announced(state, seat, do, **move)[0]


def announced(state: State, seat: str, do: str, **move: Any) -> tuple[State, list[Announcement]]:
    """The next state and the announcements."""
    data = {"do": do, **move}
    turn = RULES.act(state, seat, data, chance_from_words(f"{seat} {data}"))
    assert isinstance(turn.state, State)
    return turn.state, list(turn.announcements)


def offers(state: State, seat: str) -> Offers:
    return RULES.offers(state, seat)


def moves(state: State, seat: str, do: str) -> list[dict[str, Any]]:
    """The offered moves of one kind."""
    return [dict(c.move) for c in offers(state, seat).choices if c.move["do"] == do]


def bidding(players: int = 2, **options: str) -> State:
    """A game in its first round: everyone has three discs, 3 coins and no goods; Ann starts."""
    state = replace(fresh(players, **options), first=0, active=0)
    for player in state.clockwise():
        state = act(state, player.seat, "track", round="4")
    for player in state.players:
        state = give(state, player.seat, money=3, food=0, goods=())
    return state


def give(state: State, seat: str, **has: Any) -> State:
    """The same position with other belongings; bag and supplies follow."""
    before = state.player(seat)
    after = replace(before, **has)
    bag = list(state.bag) + list(before.goods)
    for good in after.goods:
        bag.remove(good)
    supplies = dict(state.supplies)
    supplies["food"] += before.food - after.food
    supplies["treasure"] += before.treasure - after.treasure
    held = {card.letter for card in after.cards} - {card.letter for card in before.cards}
    lying = [letter for letter in state.display + state.deck if letter not in held]
    players = tuple(after if p.seat == seat else p for p in state.players)
    return replace(
        state,
        players=players,
        bag=tuple(bag),
        supplies=supplies,
        display=tuple(lying[:2]),
        deck=tuple(lying[2:]),
    )


def hold(state: State, seat: str, letters: str, *, is_open: bool = True) -> State:
    cards = state.player(seat).cards + tuple(HeldCard(letter, is_open) for letter in letters)
    return give(state, seat, cards=cards)


def aboard(state: State, **seats: str) -> State:
    """Put passengers on boats by port, as player numbers from front to rear: nw="12-"."""
    boats = {boat.id: boat for boat in state.boats}
    for port, who in seats.items():
        front, middle, rear = ("" if mark == "-" else f"s{mark}" for mark in who)
        boats[f"boat-{port}"] = replace(boats[f"boat-{port}"], seats=(front, middle, rear))
    return replace(state, boats=tuple(boats.values()))


def toppers(state: State, **by_port: str) -> State:
    """Put these toppers on boats by port; the others go to the bottom of the stack."""
    names = {f"boat-{port}": topper for port, topper in by_port.items()}
    spare = [t for t in KNOWN.toppers if t not in names.values()]
    boats = [replace(b, topper=names.get(b.id) or spare.pop(0)) for b in state.boats]
    used = [boat.topper for boat in boats]
    left = tuple(t for t in KNOWN.toppers if t not in used)
    return replace(state, boats=tuple(boats), toppers=left, worn=())


def exploring(state: State) -> State:
    """The market is over: paths and boats are next."""
    stacks: dict[str, tuple[str, ...]] = dict.fromkeys(state.stacks, ())
    players = tuple(replace(player, discs=0) for player in state.players)
    return settled(replace(state, phase="pay", stall="V", done=(), stacks=stacks, players=players))


def settled(state: State) -> State:
    flow = Draft(apply_options(KNOWN, state.options), state, chance_from_words("settle"))
    settle(flow)
    return flow.state


def rich_game(seed: int, players: int, check: Callable[[State], None], **options: str) -> State:
    """A game in which everyone starts with six cards and goods to spend."""
    pick = random.Random(seed)
    state = fresh(players, f"rich-{seed}", **{"pauses": "ask", **options})
    letters = pick.sample(sorted(state.deck), len(state.deck))
    for number, player in enumerate(state.players):
        own = letters[6 * number : 6 * number + 6] if players < 4 else letters[4 * number :][:4]
        is_open = pick.random() < 0.5
        cards = tuple(
            HeldCard(letter, is_open or KNOWN.cards[letter].type == "permanent") for letter in own
        )
        state = give(state, player.seat, cards=cards, food=2, treasure=1, goods=state.bag[:5])
    check(state)
    for _ in range(MAX_ACTS):
        if state.phase == "over":
            return state
        found = {p.seat: offers(state, p.seat) for p in state.players}
        able = sorted(seat for seat, some in found.items() if some.choices or some.picks)
        seat = pick.choice(able)
        move = keen_move(found[seat], pick)
        try:
            state = act(state, seat, **move)
        except Refused:
            assert not any(choice.move == move for choice in found[seat].choices), move
            continue
        check(state)
    raise AssertionError("the game did not end")
