"""A whole evening in a real browser: five phones and a television to the end, and a week later."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect
from sqlalchemy import update

from companion.storage.schema import events, phones, tables
from companion.storage.store import Store
from printgen.catalog.builtin import builtin_cards
from tests.browser.conftest import NewPhone
from tests.browser.playing import NAMES, act, go, revision, sit
from tests.browser.prepared import OVER, Prepared
from tests.browser.taps import TapCounter
from tests.serving import running

PLAYERS = NAMES[:4]
TITLE = "Mines of the Sacred Dragon"
LEFT = 4
"""How many events of the prepared game are still to come."""
WEEK = 7 * 24 * 3600.0


class Evening:
    """A database with one table of Mines that is nearly over, and the cards of that game alone:
    a server draws all covers when it starts."""

    def __init__(self, folder: Path) -> None:
        (folder / "cards").mkdir()
        (folder / "cards" / "mines").symlink_to(builtin_cards() / "mines")
        self.cards = folder / "cards"
        self.database = str(folder / "tables.sqlite")
        store = self.store()
        self.prepared = Prepared(store)
        self.code = self.prepared.begin("mines", PLAYERS, OVER)
        self.prepared.forget_last(self.code, LEFT)
        store.close()

    def store(self) -> Store:
        return Store(f"sqlite:///{self.database}")

    @contextmanager
    def serving(self) -> Iterator[str]:
        """The address of a server for this database."""
        with running(self.database, "--cards", str(self.cards)) as started:
            yield f"http://127.0.0.1:{started.port}"

    def pass_a_week(self) -> None:
        """Everything stored was a week earlier."""
        store = self.store()
        with store.writing() as connection:
            for column in (tables.c.opened, tables.c.host_seen, events.c.at, phones.c.seen):
                connection.execute(update(column.table).values({column: column - WEEK}))
        store.close()


def in_step(phones_here: list[Page], newest: int) -> None:
    """All phones show this revision of the table."""
    for phone in phones_here:
        expect(phone.locator(f"#live[data-revision='{newest}']")).to_be_attached()


def acting(players: dict[str, Page]) -> str:
    """Who is to act, as the first phone shows it."""
    turn = next(iter(players.values())).locator(".turns .seat").first
    return turn.inner_text().split()[0]


def make_move(players: dict[str, Page], others: list[Page]) -> str:
    """The player to act makes a move, and everybody sees it; returns that player's name."""
    name = acting(players)
    assert act(players[name])
    in_step([*players.values(), *others], revision(players[name]))
    return name


def podium(page: Page) -> list[str]:
    """The names in the ranking, which every phone and the television show."""
    rows = page.locator(".podium li")
    expect(rows).to_have_count(len(PLAYERS))
    return sorted(name for name in NAMES for row in rows.all_inner_texts() if name in row)


def test_an_evening_and_the_week_after(
    tmp_path_factory: pytest.TempPathFactory, new_phone: NewPhone, tables: list[str]
) -> None:
    """Four play and a latecomer watches. One phone is killed and replaced, one seat is on two tabs;
    the game goes on to its end, all phones and the television show the winner and go on to the next
    game. A week and a restart later, the start page continues that game."""
    evening = Evening(tmp_path_factory.mktemp("evening"))
    players = {name: new_phone() for name in PLAYERS}
    with evening.serving() as server:
        where = f"{server}/t/{evening.code}"
        for name, phone in players.items():
            evening.prepared.enter(phone.context, server, name)
            phone.goto(f"{where}/play")
            expect(phone.locator(".headline")).to_be_visible()
        late, television, returned = new_phone(), new_phone(), new_phone()
        sit(late, where, "Eve")
        expect(late.locator(".seats .seat", has_text="Eve")).to_contain_text("watches")
        go(late, "Play")
        expect(late.get_by_text("You are watching.")).to_be_visible()
        television.set_viewport_size({"width": 1280, "height": 720})
        television.goto(f"{where}/screen")
        make_move(players, [late])

        players["Cid"].context.close()
        players["Cid"] = new_phone()
        tables.append(replace_phone(players["Cid"], players["Ann"], where, "Cid"))
        go(players["Cid"], "Play")
        evening.prepared.enter(returned.context, server, "Cid")
        returned.goto(f"{where}/play")
        expect(returned.get_by_text("You are watching.")).to_be_visible()

        second = players["Ben"].context.new_page()
        second.goto(f"{where}/play")
        tabs = {**players, "Ben": second}
        turns = [players, tabs]
        for number in range(2 * LEFT):
            if players["Ann"].get_by_role("button", name="Save result").count():
                break
            make_move(turns[number % 2], [players["Ben"], second, late, returned])
        tables.append(finish_and_play_again(players, [second, late, returned], television))
        code = players["Ann"].url.split("/t/")[1][:6]
        for phone in players.values():
            phone.goto("about:blank")

    evening.pass_a_week()
    with evening.serving() as server:
        for phone in players.values():
            phone.goto(server)
            taps = TapCounter(phone, "A table a week later, from the start page to its game", 2)
            with taps.step("the table"):
                taps.tap(phone.get_by_role("link", name=f"Continue: {TITLE} · {code}"))
            with taps.step("its game"):
                taps.tap(tab(phone, "Play"))
            expect(phone.locator(".headline")).to_be_visible()
            assert taps.count <= taps.most, taps.table()
        tables.append(taps.table())
        make_move(players, [])
        make_move(players, [])


def tab(phone: Page, name: str) -> Locator:
    return phone.get_by_role("navigation", name="Table").get_by_role("link", name=name)


def replace_phone(new: Page, host: Page, where: str, name: str) -> str:
    """A new phone asks to continue as somebody; the host, in the middle of the game, allows it.
    Returns the counted taps."""
    taps = TapCounter(new, "A dead phone is replaced in a running game", 3)
    new.goto(where)
    with taps.step("the new phone asks"):
        taps.tap(new.locator(".around > li", has_text=name).locator("summary"))
        taps.tap(new.get_by_role("button", name=f"Continue as {name}"))
    expect(new.get_by_text("Waiting for the host")).to_be_visible()
    expect(new.get_by_text("Your seat")).to_have_count(0)
    with taps.step("the host allows it"):
        taps.tap(host.locator(".request", has_text=name).get_by_role("button", name="Allow"))
    expect(new.locator(".seats .seat", has_text=name)).to_contain_text("you")
    assert taps.count <= taps.most, taps.table()
    return taps.table()


def finish_and_play_again(players: dict[str, Page], others: list[Page], television: Page) -> str:
    """The host saves the result, plays again and starts; everybody comes along every time. Returns
    the counted taps."""
    ann = players["Ann"]
    taps = TapCounter(ann, "From the end of a game into the next one", 4)
    with taps.step("save"):
        taps.tap(ann.get_by_role("button", name="Save result"))
    everyone = [*players.values(), *others]
    for phone in everyone:
        phone.wait_for_url(re.compile("/winner"))
    for page in (*everyone, television):
        assert podium(page) == sorted(PLAYERS)
    old = ann.url.split("/winner")[0]
    with taps.step("play again"):
        taps.tap(ann.get_by_role("button", name="Play again"))
    ann.wait_for_url(lambda address: "/winner" not in address and not address.startswith(old))
    following = ann.url.split("?")[0]
    for phone in everyone:
        phone.wait_for_url(re.compile(re.escape(following)))
    television.wait_for_url(f"{following}/screen")
    for name, phone in players.items():
        expect(phone.locator(".seats .seat", has_text=name)).to_contain_text("you")
    with taps.step("start"):
        taps.tap(tab(ann, "Play"))
        taps.tap(ann.get_by_role("button", name="Start the game"))
    expect(ann.locator(".headline")).to_be_visible()
    assert taps.count <= taps.most, taps.table()
    return taps.table()
