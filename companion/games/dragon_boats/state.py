"""Takes nothing, gives the frozen values that a game in play is made of, and how they change."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from companion.chance import Chance
from companion.games.base import Say
from companion.games.dragon_boats.facts import FREE_STEPS, STORAGE, Known
from companion.words import Message


class Held(Struct, frozen=True):
    """A bonus card somebody has. `open`: everybody knows it."""

    letter: str
    open: bool
    used: bool = False


class Player(Struct, frozen=True):
    """`locked` is the round whose card keeps one disc (0: none); `private` the discs on the
    private actions; `discs` those still to place."""

    seat: str
    name: str
    house: str
    money: int = 0
    food: int = 0
    treasure: int = 0
    goods: tuple[str, ...] = ()
    discs: int = 0
    locked: int = 0
    private: int = 0
    farms: tuple[str, ...] = ()
    wisdom: tuple[str, ...] = ()
    cards: tuple[Held, ...] = ()

    def has(self, letter: str) -> bool:
        """Whether this card lies ready."""
        return any(card.letter == letter and not card.used for card in self.cards)

    @property
    def room(self) -> int:
        return STORAGE + self.has("E")

    @property
    def free_steps(self) -> int:
        return FREE_STEPS + self.has("U")


class Boat(Struct, frozen=True):
    """`seats` hold seat ids from front to rear, empty text for a free one.

    `sailed` counts boats as they set off this round, 0 at home. The cards of this round: `first`
    goes ashore before the others, `course` is where it is sent, `alone` lets one passenger sail.
    """

    id: str
    topper: str
    seats: tuple[str, str, str] = ("", "", "")
    landing: str = ""
    sailed: int = 0
    unloading: bool = False
    first: str = ""
    course: str = ""
    alone: bool = False

    @property
    def aboard(self) -> int:
        return sum(map(bool, self.seats))


class Walker(Struct, frozen=True):
    """A member on the way: every space walked so far, the last one is where it stands. `pack` is
    what is left of the food that its house had when it set off, which is eaten first."""

    seat: str
    way: tuple[str, ...]
    steps: int
    pack: int = 0


Phase = Literal["track", "bid", "pay", "muster", "explore", "store", "over"]


class State(Struct, frozen=True):
    """`players` sit clockwise; `active` is the number of who acts, while a phase goes round.

    `stacks` hold the discs of each stall from the bottom up; `done` what the active player has
    done at this stall; `paid` whether a disc was used since the bidding; `asked` who may still
    play cards before the boats sail; `gift` whether the walker may take a bonus card now. What is
    next comes first in `bag`, `deck`, `toppers`.
    """

    options: Mapping[str, str]
    players: tuple[Player, ...]
    first: int
    rounds: tuple[int, ...]
    land: Mapping[str, str]
    stalls: Mapping[str, tuple[str, ...]]
    neutral: Mapping[str, int]
    boats: tuple[Boat, ...]
    bag: tuple[str, ...]
    deck: tuple[str, ...]
    display: tuple[str, ...]
    toppers: tuple[str, ...]
    supplies: Mapping[str, int]
    stacks: Mapping[str, tuple[str, ...]]
    worn: tuple[str, ...] = ()
    phase: Phase = "track"
    active: int = 0
    turn: int = 0
    stall: str = ""
    done: tuple[str, ...] = ()
    paid: bool = False
    paths: Mapping[str, tuple[str, ...]] = {}
    farmers: Mapping[str, str] = {}
    asked: tuple[str, ...] = ()
    lead: str = ""
    walker: Walker | None = None
    gift: bool = False

    @property
    def round(self) -> int:
        return self.rounds[self.turn]

    @property
    def last_round(self) -> bool:
        return self.turn == len(self.rounds) - 1

    def player(self, seat: str) -> Player:
        return next(player for player in self.players if player.seat == seat)

    def boat(self, name: str) -> Boat:
        return next(boat for boat in self.boats if boat.id == name)

    def clockwise(self) -> tuple[Player, ...]:
        """Everybody, beginning with the first player."""
        return self.players[self.first :] + self.players[: self.first]

    def price(self, stall: str) -> int:
        return len(self.stacks[stall]) + self.neutral[stall]


class Flow:
    """One act being carried out: the state as it changes, and what is told of it.

    Only `act` and `begin` make one, and it does not outlive them.
    """

    def __init__(self, known: Known, state: State, chance: Chance) -> None:
        self.known = known
        self.state = state
        self.chance = chance
        self.says: list[Say] = []

    def tell(self, message: Message, to: Sequence[str] = ()) -> None:
        self.says.append(Say(message, tuple(to)))

    def set_player(self, player: Player) -> None:
        players = tuple(player if p.seat == player.seat else p for p in self.state.players)
        self.state = replace(self.state, players=players)

    def set_boat(self, boat: Boat) -> None:
        boats = tuple(boat if b.id == boat.id else b for b in self.state.boats)
        self.state = replace(self.state, boats=boats)

    def gain_money(self, seat: str, count: int) -> int:
        """Money beyond the track is lost; gives how much was gained."""
        player = self.state.player(seat)
        gained = self.known.gain(player.money, count)
        self.set_player(replace(player, money=player.money + gained))
        return gained

    def gain_supply(self, seat: str, kind: str, count: int) -> int:
        """Food or treasure, as far as there is any; gives how much was gained."""
        gained = min(count, self.state.supplies[kind])
        self.give_back(kind, -gained)
        player = self.state.player(seat)
        if kind == "food":
            self.set_player(replace(player, food=player.food + gained))
        else:
            self.set_player(replace(player, treasure=player.treasure + gained))
        return gained

    def give_back(self, kind: str, count: int) -> None:
        left = self.state.supplies[kind] + count
        self.state = replace(self.state, supplies={**self.state.supplies, kind: left})

    def draw_offerings(self, count: int) -> tuple[str, ...]:
        drawn, left = self.state.bag[:count], self.state.bag[count:]
        self.state = replace(self.state, bag=left)
        return drawn

    def gain_offerings(self, seat: str, count: int) -> tuple[str, ...]:
        drawn = self.draw_offerings(count)
        self.add_goods(seat, drawn)
        return drawn

    def add_goods(self, seat: str, goods: Iterable[str]) -> None:
        player = self.state.player(seat)
        self.set_player(replace(player, goods=in_order(self.known, (*player.goods, *goods))))

    def take_goods(self, seat: str, goods: Iterable[str]) -> None:
        player = self.state.player(seat)
        left = tuple((Counter(player.goods) - Counter(goods)).elements())
        self.set_player(replace(player, goods=in_order(self.known, left)))

    def pay_goods(self, seat: str, goods: Sequence[str]) -> None:
        """Goods go from a player into the bag, each to a place by chance: the rest of the bag
        keeps its order, and every order of the whole stays as likely as any other."""
        self.take_goods(seat, goods)
        bag = list(self.state.bag)
        for good in goods:
            bag.insert(self.chance.below(len(bag) + 1), good)
        self.state = replace(self.state, bag=tuple(bag))


def in_order(known: Known, goods: Iterable[str]) -> tuple[str, ...]:
    rank = {good: number for number, good in enumerate(known.goods)}
    return tuple(sorted(goods, key=rank.__getitem__))


def at_home(known: Known, state: State, seat: str) -> int:
    """How many members of a house are in its supply."""
    away = sum(boat.seats.count(seat) for boat in state.boats)
    away += sum(queue.count(seat) for queue in state.paths.values())
    away += sum(owner == seat for owner in state.farmers.values())
    away += state.walker is not None and state.walker.seat == seat
    return known.houses[state.player(seat).house].members - away
