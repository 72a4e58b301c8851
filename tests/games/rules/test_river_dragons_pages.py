"""River Dragons on the companion's pages: what phones, API clients and the TV view show."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
from flask import Flask

from companion.app import create_app
from companion.storage.store import Store
from printgen.catalog.builtin import builtin_cards, builtin_templates

PAGES = ("", "/setup", "/play", "/tools", "/score", "/history", "/screen", "/record.json")
CALLS = ("", "/log", "/scene", "/offers", "/score")
PLAN = ("stone-1", "plank-2", "jump", "move-2", "remove")
SITS = {"Ann": "red", "Ben": "blue", "Cid": "green"}
OTHER = ("stone-1", "stone-2", "plank-1", "move-1", "move-2")
NUMBERS = count()


class Phone:
    """A browser and its seats; it acts with the last one unless told otherwise."""

    def __init__(self, app: Flask) -> None:
        self.client = app.test_client()
        self.where, self.seats = "", list[str]()

    def join(self, where: str, *names: str) -> None:
        self.where = where
        self.client.get(where)
        for name in names:
            self.act("join", name=name, colour=SITS[name], entropy="aa")

    def act(self, kind: str, **data: object) -> None:
        form = {"id": f"act-number-{next(NUMBERS)}", "kind": kind, "page": "play", **data}
        if kind != "join":
            form.setdefault("seat", self.seats[-1])
        answer = self.client.post(self.where, data=form)
        assert answer.status_code == 303, answer.get_data(as_text=True)
        if kind == "join":
            self.seats.append(answer.headers["Location"].split("seat=")[1])

    def plan(self, house: str, cards: tuple[str, ...], seat: str | None = None) -> None:
        move = {"do": "plan", "cards": [f"{house}-{card}" for card in cards]}
        self.act("play", move=json.dumps(move), seat=seat or self.seats[-1])

    def see(self, page: str, seat: str | None = None) -> str:
        address = f"{self.where}{page}" + (f"?seat={seat}" if seat else "")
        return self.client.get(address, follow_redirects=True).get_data(as_text=True)

    def call(self, page: str) -> str:
        address = self.where.replace("/t/", "/api/v1/tables/") + page
        return self.client.get(address).get_data(as_text=True)


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    store = Store(f"sqlite:///{tmp_path}/tables.sqlite")
    yield create_app(builtin_cards(), builtin_templates(), store)
    store.close()


def seated(app: Flask, *names: tuple[str, ...]) -> list[Phone]:
    """Phones with so many players each; the first one has begun the game and named the youngest."""
    phones = [Phone(app) for _ in names]
    where = phones[0].client.post("/tables", data={"game": "river-dragons"}).headers["Location"]
    for phone, players in zip(phones, names, strict=True):
        phone.join(where, *players)
    first = phones[0]
    first.act("begin")
    first.act("play", move=json.dumps({"do": "first", "who": first.seats[0]}))
    return phones


def cards_of(house: str, text: str) -> Counter[str]:
    """How often each card of a house is named."""
    return Counter(re.findall(rf"{house}-(?:stone|plank|move|jump|remove|dragon)[\w-]*", text))


def known_cards(phone: Phone) -> list[Counter[str]]:
    """What a phone can find out about the pink cards, page by page and call by call."""
    texts = [*map(phone.see, PAGES), *map(phone.call, CALLS)]
    return [cards_of("pink", text) for text in texts]


def test_a_plan_is_nobody_elses_business(app: Flask) -> None:
    """No page, program, record or screen shows a plan to another phone, or to one that only
    watches, before its cards are turned over, also after it was changed, undone or redone."""
    ann, ben = seated(app, ("Ann",), ("Ben",))
    watcher = Phone(app)
    watcher.where = ann.where
    others = (ben, watcher)
    before = [known_cards(phone) for phone in others]
    own = known_cards(ann)
    ann.plan("pink", PLAN)
    assert known_cards(ann) != own
    assert [known_cards(phone) for phone in others] == before
    ann.plan("pink", OTHER)
    assert [known_cards(phone) for phone in others] == before
    last = len(json.loads(ben.call("/log"))["events"])
    for kind in ("undo", "redo"):
        ann.act(kind, number=last)
        assert [known_cards(phone) for phone in others] == before


def test_only_what_is_turned_over_is_told(app: Flask) -> None:
    """Once all are ready, everybody sees the first card of the others and no more, also on the big
    screen."""
    ann, ben = seated(app, ("Ann",), ("Ben",))
    ann.plan("pink", PLAN)
    ben.plan("black", OTHER)
    for page in ("/play", "/screen"):
        assert set(cards_of("pink", ben.see(page))) <= {"pink-stone-1"}
    assert "Ann: One stone" in ben.see("/screen")
    assert set(cards_of("black", ann.see("/screen"))) <= {"black-stone-1"}


def test_a_shared_phone_hides_the_plans_on_it(app: Flask) -> None:
    """A player who passes a phone on does not see the next one's plan until that player opens it; a
    phone with one seat shows it at once."""
    ann, shared = seated(app, ("Ann",), ("Ben", "Cid"))
    ann.plan("red", PLAN)
    shared.plan("blue", OTHER, shared.seats[0])
    assert '<details class="curtain">' not in ann.see("/play")
    page = shared.see("/play", shared.seats[0])
    before, _, rest = page.partition('<details class="curtain">')
    hidden, _, after = rest.partition("</details>")
    assert set(cards_of("blue", hidden)) == {f"blue-{card}" for card in OTHER}
    # What is left are the cards of the whole hand, from which a new plan could be chosen.
    offered = cards_of("blue", before + after)
    assert offered["blue-stone-2"] == offered["blue-jump"]


def test_cards_are_called_by_what_they_do(app: Flask) -> None:
    """A screen reader says the house and action of a card, not its id."""
    ann, _ben = seated(app, ("Ann",), ("Ben",))
    ann.plan("pink", ("stone-1", "stone-2", "jump", "move-2", "dragon-black"))
    page = ann.see("/play")
    assert 'alt="Pink: Two steps"' in page
    assert 'alt="Pink: Dragon Black"' in page


def test_players_have_the_colours_they_play(app: Flask) -> None:
    """Two players are always pink and black: every page shows them so, whatever seat colours they
    chose. A seat colour that is in play is kept."""
    ann, _ben = seated(app, ("Ann",), ("Ben",))
    for page in ("", "/play", "/score", "/screen"):
        text = ann.see(page)
        assert "seat pink" in text, page
        assert not re.search(r'seat (red|blue)"', text), page
    three, _, _ = seated(app, ("Ann",), ("Ben",), ("Cid",))
    chips = re.findall(r'class="seat (\w+)"[^>]*>(?:<a[^>]*>)?(\w+)', three.see(""))
    assert {name: colour for colour, name in chips} == {
        "Ann": "red",
        "Ben": "blue",
        "Cid": "pink",
    }


def test_cards_only_shows_the_open_cards_first(app: Flask) -> None:
    """With the board on the table, open cards come before the last moves, also on the big
    screen."""
    ann, ben = Phone(app), Phone(app)
    where = ann.client.post("/tables", data={"game": "river-dragons"}).headers["Location"]
    ann.join(where, "Ann")
    ben.join(where, "Ben")
    ann.act("setup", players="2", **{"option.referee": "cards"})
    ann.act("begin")
    ann.act("play", move=json.dumps({"do": "first", "who": ann.seats[0]}))
    ann.plan("pink", PLAN)
    ben.plan("black", OTHER)
    page = ann.see("/play")
    assert page.index("Card 1 of 5") < page.index("Last moves")
    assert page.count("Card 1 of 5") == 1
    assert set(cards_of("pink", ben.see("/screen"))) == {"pink-stone-1"}


def test_colours_and_cards_are_said_in_german(app: Flask) -> None:
    """A German page has no English name of a colour or an action."""
    ann, ben = seated(app, ("Ann",), ("Ben",))
    ann.plan("pink", PLAN)
    ben.plan("black", OTHER)
    headers = {"Accept-Language": "de"}
    page = ann.client.get(f"{ann.where}/play", headers=headers).get_data(as_text=True)
    assert "Ben (Schwarz), Ziel: Dorf Rosa" in page
    assert "Ann: Ein Stein" in page
    assert "Ben: Schwarz 1 2 3 4 5 6" in page
    setup = ann.client.get(
        "/games/river-dragons/setup?players=2&words=calm-otter-11", headers=headers
    )
    assert "Rot, Grün, Blau und Gelb" in setup.get_data(as_text=True)
