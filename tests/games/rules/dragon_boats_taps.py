"""Count the taps of whole games of Dragon Boats between sensible players, round by round.

`python -m tests.games.rules.dragon_boats_taps` prints the table. A tap is what a player does on the
play page: a place on the board, a button, a tile to pick. Players look for a boat that they can pay
for soon, bid what they can afford, settle where it scores most, sell only what they must, and let
pauses pass unless they hold a card for the moment.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from companion.chance.provable import chance_from_words
from companion.games.dragon_boats.cards import OWN_TURN, WINDOWS
from companion.games.dragon_boats.explore import next_prompt, starting_walker
from companion.games.dragon_boats.facts import MARKETS, PRIVATE_SPACES, STALLS
from companion.games.dragon_boats.score import score_played_sheets
from companion.games.dragon_boats.sheet import fill_sheets
from companion.games.dragon_boats.state import Player, State, Walker, members_at_home
from companion.games.dragon_boats.travel import fares
from companion.games.dragon_boats.walking import HEXES, hexes_in_reach
from companion.games.offers import Offers, Pick
from companion.games.seats import Seat
from companion.games.taps import next_taps
from tests.games.rules.bots import MAX_ACTS
from tests.games.rules.dragon_boats_players import DEFAULTS, KNOWN, RULES, SEATS, chances

PLAYERS: Final = 4
GAMES: Final = 20
MAX_TAPS: Final = 30
"""The most taps that a round of four players may take on average."""
ICON_WORTH: Final = {"coin": 0.5, "food": 0.6, "card": 2.0, "offering": 1.0, "treasure": 1.2}
FOOD_WORTH: Final = 0.6
TAP_COST: Final = 0.01
"""Of two moves that are worth the same, a player prefers the one with fewer taps."""

SETTLED_WORTHS: Final = {
    "climb": 9.0,
    "learn": 7.0,
    "call": 3.0,
    "land": 1.0,
    "take": 1.0,
    "leave": 0.5,
    "done": 0.5,
    "home": 0.5,
    "sell-later": 0.0,
}
"""How good moves are that need no closer look, compared with the others."""


class Tapped(Struct, frozen=True):
    """A move and the number of taps that make it."""

    move: dict[str, Any]
    taps: int


def tapped_moves(offers: Offers) -> Iterator[Tapped]:
    """All moves that single taps lead to, as the play page offers them."""
    stages: list[tuple[tuple[int, ...], int]] = [((), 0)]
    for path, made in stages:
        stage = next_taps(offers, path)
        if stage.done is not None:
            yield Tapped(dict(stage.done), made)
        for tap in (*stage.places, *stage.labels):
            if tap.move is not None:
                yield Tapped(dict(tap.move), made + 1)
            else:
                stages.append((tap.path, made + 1))


class SensiblePlayer:
    """Chooses the move that seems best; `pick` decides between equals."""

    def __init__(self, pick: random.Random) -> None:
        self._pick = pick

    def choose(self, state: State, seat: str, offers: Offers) -> Tapped:
        moves = list(tapped_moves(offers))
        picks = [_sale(state.player(seat), pick) for pick in offers.picks if pick.key == "sell"]
        moves += [sale for sale in picks if sale]
        worth = [
            (self._worth(state, seat, one.move) - TAP_COST * one.taps, self._pick.random())
            for one in moves
        ]
        return moves[worth.index(max(worth))]

    def _worth(self, state: State, seat: str, move: Mapping[str, Any]) -> float:
        player, do = state.player(seat), move["do"]
        if do in SETTLED_WORTHS:
            return SETTLED_WORTHS[do]
        match do:
            case "track":
                card = KNOWN.rounds[move["round"]]
                return card.money + 1.5 * card.offerings + card.food + 2 * card.treasure
            case "bid" | "bid-for" | "private" | "keep-discs":
                return _disc_worth(state, player, move)
            case "board":
                return _boat_worth(state, move)
            case "buy":
                return 5 + 2 * (move["good"] in _wanted(state, player))
            case "trade":
                return 4 + 2 * (move["good"] not in _wanted(state, player))
            case "walk" | "settle":
                return _walk_worth(state, seat, move)
            case "store":
                return 1.0 + len(move["sell"])
            case "answer":
                return _answer_worth(state, player, move["reply"])
        return 0.8  # a card: rather than ending a turn


def _disc_worth(state: State, player: Player, move: Mapping[str, Any]) -> float:
    match move["do"]:
        case "bid":
            return _bid_worth(state, player, move["stall"])
        case "bid-for":
            wanted = move["good"] in _wanted(state, player)
            copies = state.stalls[move["stall"]].count(move["good"])
            return _bid_worth(state, player, move["stall"]) + 0.1 * wanted + 0.05 * copies
        case "keep-discs":
            poor = player.money <= 1 and player.discs > PRIVATE_SPACES
            return 1.5 if poor else 0.9
    return 1.0 if KNOWN.gain(player.money, KNOWN.private_money) else 0.2


def _boat_worth(state: State, move: Mapping[str, Any]) -> float:
    """Boats that will sail are better, and the middle seat costs less."""
    boat = state.boat(move["boat"])
    least = KNOWN.toppers[boat.topper].passengers
    sails = state.last_round or boat.aboard + 1 >= least
    seat = {"front": 1.0, "middle": 1.5, "rear": 0.5}[move["place"]]
    return (12 if sails else 8) + boat.aboard + seat


def _answer_worth(state: State, player: Player, reply: str) -> float:
    """Use a card if there is one; otherwise pass for as long as no card in hand may be of use."""
    ready = {card.letter for card in player.cards if not card.used}
    moments = tuple(WINDOWS)
    left = moments[moments.index(state.window) :] if state.phase == "pause" else moments
    later = ready & frozenset[str]().union(*(WINDOWS[moment] for moment in left))
    ever = ready & OWN_TURN.union(*WINDOWS.values())
    return {"card": 3.0, "pass": 1.0 + bool(later), "round": 1.5, "quiet": 0.2 if ever else 2.0}[
        reply
    ]


def _sale(player: Player, pick: Pick) -> Tapped | None:
    """Sell what does not fit, and treasures never."""
    names = [name for name, _ in pick.items if not name.startswith("treasure")]
    count = len(player.goods) - player.room
    if count < 1:
        return None
    return Tapped({**pick.move, pick.key: names[-count:]}, count + 1)


def _missing(player: Player, paid: tuple[str, ...]) -> Counter[str]:
    return Counter(paid) - Counter(player.goods)


def _wanted(state: State, player: Player) -> set[str]:
    """The goods that bring the player nearer to the boat with the fewest goods to go."""
    best: Counter[str] | None = None
    for boat in state.boats:
        for place, taken in zip(("front", "middle", "rear"), boat.seats, strict=True):
            for _, paid in () if taken else fares(KNOWN, boat, place):
                lacks = _missing(player, paid)
                if lacks and (best is None or lacks.total() < best.total()):
                    best = lacks
    return set(best or ())


def _bid_worth(state: State, player: Player, stall: str) -> float:
    """What a disc there may buy, if the player can pay for it and for the earlier discs."""
    promised = sum(
        number
        for name in STALLS
        for number, seat in enumerate(state.stacks[name], state.neutral[name] + 1)
        if seat == player.seat
    )
    price = state.price(stall) + 1
    if promised + price > player.money or not members_at_home(KNOWN, state, player.seat):
        return 0.4 - price / 10
    if stall not in MARKETS:
        useful = bool(player.goods or player.treasure) and player.seat not in state.stacks[stall]
        return (3 + 3 * bool(player.treasure) if useful else 0.3) - price
    goods = state.stalls[stall]
    if len(state.stacks[stall]) >= len(goods):
        return 0.3 - price / 10
    return 5 + 3 * bool(_wanted(state, player) & set(goods)) - price


def _walk_worth(state: State, seat: str, move: Mapping[str, Any]) -> float:
    due = next_prompt(KNOWN, state)
    assert due is not None
    walker, player = starting_walker(KNOWN, state, due), state.player(seat)
    way = tuple(move.get("way") or (move["to"],))
    worth = 0.0
    for name in way:
        worth += ICON_WORTH.get(KNOWN.spaces[name].icon, 0)
        worth -= FOOD_WORTH * (walker.steps >= player.free_steps)
        walker = Walker(seat, (*walker.way, name), walker.steps + 1, walker.pack)
    if KNOWN.spaces[way[-1]].kind in HEXES:
        return worth + 1 + _hex_worth(state, seat, way[-1])
    ahead = [
        1 + _hex_worth(state, seat, name) - FOOD_WORTH * food
        for name, food in hexes_in_reach(KNOWN, state, walker).items()
    ]
    return worth + max(ahead) - TAP_COST if ahead else 0.1


def _hex_worth(state: State, seat: str, name: str) -> float:
    """The points that settling there brings at once."""
    player, tile = state.player(seat), state.land[name]
    if KNOWN.spaces[name].kind == "farm":
        settled = replace(player, farms=(*player.farms, tile))
    else:
        settled = replace(player, wisdom=(*player.wisdom, tile))
    players = tuple(settled if p.seat == seat else p for p in state.players)
    after = replace(state, farmers={**state.farmers, name: seat}, players=players)
    return _points(after, seat) - _points(state, seat)


def _points(state: State, seat: str) -> int:
    seats = [Seat(player.seat, player.name, player.house) for player in state.players]
    result = score_played_sheets(KNOWN, state.options, fill_sheets(KNOWN, state), seats)
    return next(total.points for total in result.totals if total.seat == seat)


class CountedGame(Struct, frozen=True):
    """The taps of one game by round and by kind of move, and the points in the end."""

    rounds: tuple[int, ...]
    kinds: Counter[str]
    points: tuple[int, ...]


def count_taps(seed: int, players: int = PLAYERS) -> CountedGame:
    """Play a whole game with the usual options and count its taps."""
    words, bot = f"taps-{seed}", SensiblePlayer(random.Random(f"taps {seed}"))
    setup = RULES.setup(players, DEFAULTS, chances(words))
    state = RULES.begin(SEATS[:players], DEFAULTS, setup, chance_from_words(words)).state
    rounds, kinds = Counter[int](), Counter[str]()
    for number in range(MAX_ACTS):
        turn = RULES.scene(state, None).turn
        if not turn:
            break
        chosen = bot.choose(state, turn[0], RULES.offers(state, turn[0]))
        rounds[state.turn] += chosen.taps
        do = chosen.move["do"]
        kinds[do if len(do) > 1 else "card"] += chosen.taps
        state = RULES.act(state, turn[0], chosen.move, chance_from_words(f"{words} {number}")).state
    points = tuple(_points(state, player.seat) for player in state.players)
    return CountedGame(tuple(rounds[turn] for turn in sorted(rounds)), kinds, points)


def average_taps(games: list[CountedGame]) -> float:
    """The taps of a round, on average."""
    return sum(sum(game.rounds) for game in games) / sum(len(game.rounds) for game in games)


def table_of(games: list[CountedGame]) -> str:
    """The averages by kind of move and by round."""
    rounds = sum(len(game.rounds) for game in games)
    kinds: Counter[str] = sum((game.kinds for game in games), Counter())
    points = [points for game in games for points in game.points]
    lines = [f"{len(games)} games, {rounds} rounds, {sum(points) / len(points):.1f} points each"]
    lines += [f"  {count / rounds:5.1f}  {kind}" for kind, count in kinds.most_common()]
    for number, counts in enumerate(zip(*(game.rounds for game in games), strict=True), 1):
        lines.append(f"round {number}: {sum(counts) / len(counts):.1f}")
    return "\n".join([*lines, f"a round: {average_taps(games):.1f} taps, at most {MAX_TAPS}"])


if __name__ == "__main__":
    sys.stdout.write(table_of([count_taps(seed) for seed in range(GAMES)]) + "\n")
