"""A game of Dragon Boats in play, and the draft of its next state."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from companion.chance.provable import Chance
from companion.games.dragon_boats.facts import FREE_STEPS, STORAGE, DragonBoatsFacts
from companion.games.moves import Announcement, Transition
from companion.language.messages import Message


class HeldCard(Struct, frozen=True):
    """A player's bonus card; everybody knows an `open` card."""

    letter: str
    open: bool
    used: bool = False


class Player(Struct, frozen=True):
    """`locked` is the round whose card keeps one disc (0 for none), `private` the number of discs
    on the private actions, `discs` the number still to place. `orders` are the goods to buy without
    asking, by stall, the first disc to act first; only the player knows them."""

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
    cards: tuple[HeldCard, ...] = ()
    orders: Mapping[str, tuple[str, ...]] = {}

    def has(self, letter: str) -> bool:
        """Whether the player has this card and has not used it."""
        return any(card.letter == letter and not card.used for card in self.cards)

    @property
    def room(self) -> int:
        return STORAGE + self.has("E")

    @property
    def free_steps(self) -> int:
        return FREE_STEPS + self.has("U")


class Boat(Struct, frozen=True):
    """`seats` hold seat ids from front to rear, with empty text for a free one.

    `sailed` numbers the boats as they set off this round; it is 0 at home. Cards of this round:
    `first` goes ashore before the others, `course` is where the boat is sent, `alone` lets a single
    passenger sail.
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
    """A member on its way: every space walked so far, the present one last. `pack` is the rest of
    the food that its house had when it set off, which is eaten first; `plan` are the spaces where
    it goes by itself."""

    seat: str
    way: tuple[str, ...]
    steps: int
    pack: int = 0
    plan: tuple[str, ...] = ()


Phase = Literal["track", "bid", "pay", "muster", "explore", "store", "pause", "over"]
Window = Literal["discs", "muster", "landed", "store"]
"""The moments for cards: before the market, before boats sail, after each landing, and before
storage."""


class State(Struct, frozen=True):
    """`players` sit clockwise; `active` is the index of the acting player while a phase goes round.

    `stacks` hold the discs of each stall from the bottom up, `done` the actions of the active
    player at this stall; `paid` is true once a disc was used since the bidding. `asked` are the
    seats that may still play cards before the boats sail, or have still to answer in a pause.
    `gift` is true if the walker may take a bonus card now. The next piece comes first in `bag`,
    `deck` and `toppers`.

    A pause has its `window`; `calls` are the seats that want to use a card in it, and `played` is
    true if one was used since the last question. The seats in `passed` are not asked again in this
    round, those in `quiet` until they get another card. `landed` is true if a boat has just come
    in. `plans` are the moves of the cards that seats want to use in this pause, and `answered` the
    seats whose answers are hidden. The seats in `keeping` keep their next disc too, and those in
    `selling` want to sell goods after this round.
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
    window: Window = "discs"
    calls: tuple[str, ...] = ()
    played: bool = False
    passed: tuple[str, ...] = ()
    landed: bool = False
    quiet: tuple[str, ...] = ()
    keeping: tuple[str, ...] = ()
    selling: tuple[str, ...] = ()
    plans: Mapping[str, Mapping[str, Any]] = {}
    answered: tuple[str, ...] = ()

    @property
    def asks(self) -> bool:
        """Whether the game pauses for cards at this table."""
        return self.options.get("pauses", "off") == "ask"

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
        """All players, beginning with the first player."""
        return self.players[self.first :] + self.players[: self.first]

    def price(self, stall: str) -> int:
        return len(self.stacks[stall]) + self.neutral[stall]


def unseen_pieces(state: State) -> Mapping[str, tuple[str, ...]]:
    return {"bag": state.bag, "deck": state.deck, "toppers": state.toppers}


def with_unseen_pieces(state: State, unseen: Mapping[str, tuple[str, ...]]) -> State:
    return replace(state, bag=unseen["bag"], deck=unseen["deck"], toppers=unseen["toppers"])


class Draft:
    """The next state while a move is carried out, and its announcements.

    Only `begin_game` and `make_move` create one, and it does not outlive them.
    """

    def __init__(self, facts: DragonBoatsFacts, state: State, chance: Chance) -> None:
        self.facts = facts
        self.state = state
        self.chance = chance
        self.announcements: list[Announcement] = []

    def finish(self) -> Transition:
        return Transition(self.state, tuple(self.announcements))

    def announce(self, message: Message, to: Sequence[str] = ()) -> None:
        self.announcements.append(Announcement(message, tuple(to)))

    def set_player(self, player: Player) -> None:
        players = tuple(player if p.seat == player.seat else p for p in self.state.players)
        self.state = replace(self.state, players=players)

    def set_boat(self, boat: Boat) -> None:
        boats = tuple(boat if b.id == boat.id else b for b in self.state.boats)
        self.state = replace(self.state, boats=boats)

    def gain_money(self, seat: str, count: int) -> int:
        """Add money and return how much was gained; money beyond the track is lost."""
        player = self.state.player(seat)
        gained = self.facts.gain(player.money, count)
        self.set_player(replace(player, money=player.money + gained))
        return gained

    def gain_supply(self, seat: str, kind: str, count: int) -> int:
        """Add food or treasure from the supply and return how much there was."""
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
        self.set_player(replace(player, goods=sorted_goods(self.facts, (*player.goods, *goods))))

    def take_goods(self, seat: str, goods: Iterable[str]) -> None:
        player = self.state.player(seat)
        left = tuple((Counter(player.goods) - Counter(goods)).elements())
        self.set_player(replace(player, goods=sorted_goods(self.facts, left)))

    def pay_goods(self, seat: str, goods: Sequence[str]) -> None:
        """Put goods of a player into the bag, each in a random place: the rest of the bag keeps its
        order, and every order of the whole stays equally likely."""
        self.take_goods(seat, goods)
        bag = list(self.state.bag)
        for good in goods:
            bag.insert(self.chance.below(len(bag) + 1), good)
        self.state = replace(self.state, bag=tuple(bag))


def sorted_goods(facts: DragonBoatsFacts, goods: Iterable[str]) -> tuple[str, ...]:
    rank = {good: number for number, good in enumerate(facts.goods)}
    return tuple(sorted(goods, key=rank.__getitem__))


def members_at_home(facts: DragonBoatsFacts, state: State, seat: str) -> int:
    """The number of members of a house in its supply."""
    away = sum(boat.seats.count(seat) for boat in state.boats)
    away += sum(queue.count(seat) for queue in state.paths.values())
    away += sum(owner == seat for owner in state.farmers.values())
    away += state.walker is not None and state.walker.seat == seat
    return facts.houses[state.player(seat).house].members - away


def rename_player(state: State, seat: str, name: str) -> State:
    players = tuple(
        replace(player, name=name) if player.seat == seat else player for player in state.players
    )
    return replace(state, players=players)
