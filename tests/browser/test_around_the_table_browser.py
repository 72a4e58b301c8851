"""Hosts, phones that are away and motion, on tables in the middle of a game."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect
from sqlalchemy import update

from companion.storage.schema import phones, tables
from companion.storage.store import Store
from printgen.catalog.builtin import builtin_cards
from tests.browser.conftest import PATIENCE_MS, NewPhone
from tests.browser.playing import NAMES, act, go, revision, tap
from tests.browser.prepared import Prepared
from tests.serving import running

GAMES = {"dragon-river": 4, "river-dragons": 20}
"""The games, and how many moves of each are made: in the second, a player may place a stone."""

PLAYERS = NAMES[:4]
MAX_MS = 600
TWO_MINUTES = 120.0
# Every animation and transition of a page: what moves, for how long, and how often. Read from the
# styles: on a slow machine the motion itself may be over already.
MOTION = """() => {
  const found = [];
  const ms = (text) => Math.max(...text.split(",").map((one) => 1000 * parseFloat(one)));
  for (const one of document.querySelectorAll("*")) {
    for (const part of [null, "::before", "::after", "::backdrop"]) {
      const style = getComputedStyle(one, part);
      const times = style.animationIterationCount === "infinite"
        ? Infinity : parseFloat(style.animationIterationCount);
      const moved = style.animationName === "none" ? 0 : ms(style.animationDuration) * times;
      const lasts = Math.max(moved, ms(style.transitionDuration));
      if (lasts > 0) found.push([one.outerHTML.slice(0, 60) + (part ?? ""), lasts]);
    }
  }
  return found;
}"""


class Tables:
    """A server with two games in the middle."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.prepared = Prepared(store)
        self.codes = {
            game: self.prepared.begin(game, PLAYERS, moves) for game, moves in GAMES.items()
        }
        self.server = ""

    def enter(self, phone: Page, who: str, game: str, page: str) -> None:
        self.prepared.enter(phone.context, self.server, who)
        phone.goto(f"{self.server}/t/{self.codes[game]}{page}")

    def go_away(self) -> None:
        """All phones were last heard of two minutes ago, apart from those that are open now."""
        with self.store.writing() as connection:
            for column in (tables.c.host_seen, phones.c.seen):
                connection.execute(update(column.table).values({column: column - TWO_MINUTES}))


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tables]:
    database = tmp_path_factory.mktemp("around") / "tables.sqlite"
    made = Tables(Store(f"sqlite:///{database}"))
    made.go_away()
    made.store.close()
    with running(str(database), "--cards", str(builtin_cards())) as started:
        made.server = f"http://127.0.0.1:{started.port}"
        yield made


def test_the_host_hands_the_role_over(site: Tables, new_phone: NewPhone) -> None:
    """Ann makes Ben the host with two taps: his phone says so at once, and hers can no longer
    remove anybody."""
    ann, ben = new_phone(), new_phone()
    site.enter(ann, "Ann", "river-dragons", "")
    site.enter(ben, "Ben", "river-dragons", "")
    expect(ben.get_by_text("You are the host.")).to_have_count(0)
    tap(ann.locator(".around > li", has_text="Ben").locator("summary"))
    tap(ann.get_by_role("button", name="Make Ben the host"))
    expect(ben.get_by_text("You are the host.")).to_be_visible()
    expect(ann.get_by_text("You are the host.")).to_have_count(0)
    tap(ann.locator(".around > li", has_text="Cid").locator("summary"))
    expect(ann.get_by_role("button", name="Remove Cid")).to_have_count(0)
    tap(ben.locator(".around > li", has_text="Cid").locator("summary"))
    expect(ben.get_by_role("button", name="Remove Cid")).to_be_visible()


def test_the_host_plays_for_a_phone_that_is_away(site: Tables, new_phone: NewPhone) -> None:
    """Only the host is offered to play for it; the move is made by touch, the way back is one tap,
    and the history of every phone marks who did it."""
    ann, ben = new_phone(), new_phone()
    site.enter(ann, "Ann", "dragon-river", "/play")
    turn = ann.locator(".turns .seat").first.inner_text().split()[0]
    while turn == "Ann":
        assert act(ann)
        turn = ann.locator(".turns .seat").first.inner_text().split()[0]
    other = next(name for name in PLAYERS[1:] if name != turn)
    site.enter(ben, other, "dragon-river", "/play")
    expect(ben.locator(".headline")).to_be_visible()
    expect(ben.get_by_role("link", name=f"Play for {turn}")).to_have_count(0)
    tap(ann.get_by_role("link", name=f"Play for {turn}"))
    expect(ann.get_by_text(f"{turn}’s phone is away: you play for {turn}.")).to_be_visible()
    assert act(ann)
    expect(ben.locator(f"#live[data-revision='{revision(ann)}']")).to_be_attached()
    go(ben, "History")
    expect(ben.locator(".history li").first).to_contain_text(f"Ann (host) for {turn}")


def test_motion_is_short_or_absent(site: Tables, browser: Browser) -> None:
    """Whatever moves on a page with places to tap is over after 600 milliseconds: their rings
    pulsed for ever. Phones that ask for less motion show none."""
    context = browser.new_context(viewport={"width": 390, "height": 844})
    context.set_default_timeout(PATIENCE_MS)
    phone = context.new_page()
    for who in PLAYERS:
        site.enter(phone, who, "river-dragons", "/play")
        if phone.locator(".tap .ring").count():
            break
    found = phone.evaluate(MOTION)
    assert any("ring" in what for what, _ in found)
    assert [(what, lasts) for what, lasts in found if lasts > MAX_MS] == []
    phone.emulate_media(reduced_motion="reduce")
    assert phone.evaluate(MOTION) == []
    context.close()
