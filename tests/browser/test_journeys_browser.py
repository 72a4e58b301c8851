"""Short journeys of an evening, each with its taps counted: `make taps`."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import NewPhone
from tests.browser.playing import act, begin, go, open_table, sit, tap
from tests.browser.taps import TapCounter
from tests.browser.test_following_browser import check_axe
from tests.browser.test_scoring_browser import cell, saved, score_once

RIVER = "Dragon River"
BOATS = "Dragon Boats of the Four Seas"


def tab(phone: Page, name: str) -> Locator:
    return phone.get_by_role("navigation", name="Table").get_by_role("link", name=name)


def finish(taps: TapCounter, tables: list[str]) -> None:
    tables.append(taps.table())
    assert taps.count <= taps.most, taps.table()


def race(server: str, new_phone: NewPhone) -> tuple[str, Page, Page]:
    """A race of Ann, the host, and Ben, who rolls first."""
    ann, ben = new_phone(), new_phone()
    where = open_table(ann, server, RIVER)
    sit(ann, where, "Ann")
    sit(ben, where, "Ben")
    begin(ann)
    ben.wait_for_url(re.compile("/play"))
    tap(ann.get_by_role("button", name="Ben is the oldest"))
    expect(ben.get_by_role("button", name="Roll 5 dice")).to_be_visible()
    return where, ann, ben


def test_a_setup_becomes_a_game(games_server: str, new_phone: NewPhone, tables: list[str]) -> None:
    """A setup without a table becomes a table with that setup; a friend types its code, and both
    are in the game. The setup was for another number of players, which is said and adapted."""
    ann, ben = new_phone(), new_phone()
    ann.goto(f"{games_server}/games/dragon-river/setup?players=4")
    words = ann.locator(".setup-code strong").inner_text()
    taps = TapCounter(ann, "From a setup to a running game, the host", 7)
    with taps.step("a table with this setup"):
        taps.tap(ann.get_by_role("button", name="Open a table with this setup"))
        ann.wait_for_url(re.compile("/t/"))
    with taps.step("take a seat"):
        taps.type(ann.get_by_label("Name"), "Ann")
        taps.tap(ann.get_by_role("button", name="Take a seat"))
        expect(ann.locator(".seats .seat", has_text="Ann")).to_contain_text("you")
    code = ann.url.split("/t/")[1][:6]
    ben.goto(games_server)
    joining = TapCounter(ben, "From the start page into a seat, by code", 6)
    with joining.step("the code"):
        joining.type(ben.get_by_label("Join a table"), f"{code[:3].lower()}-{code[3:]}")
        joining.tap(ben.get_by_role("button", name="Join"))
        ben.wait_for_url(re.compile(f"/t/{code}"))
    with joining.step("take a seat"):
        joining.type(ben.get_by_label("Name"), "Ben")
        joining.tap(ben.get_by_role("button", name="Take a seat"))
        expect(ben.locator(".seats .seat", has_text="Ben")).to_contain_text("you")
    with taps.step("start"):
        taps.tap(ann.get_by_role("link", name="Play", exact=True).first)
        expect(ann.get_by_text("This setup is for 4 players.")).to_be_visible()
        taps.tap(ann.get_by_role("button", name="Adapt it to 2 players"))
        taps.tap(ann.get_by_role("button", name="Start the game"))
    expect(ann.locator(".headline")).to_have_text("Who is the oldest?")
    ben.wait_for_url(re.compile("/play"))
    go(ann, "Setup")
    expect(ann.locator(".setup-code strong")).to_have_text(words)
    finish(taps, tables)
    finish(joining, tables)


def test_mistakes_are_corrected(games_server: str, new_phone: NewPhone, tables: list[str]) -> None:
    """A player undoes a move, the host corrects a number and replaces a move; every phone sees
    it."""
    where, ann, ben = race(games_server, new_phone)
    act(ben)
    undo = TapCounter(ben, "Undo my move", 1)
    with undo.step("undo"):
        undo.tap(ben.get_by_role("button", name="Undo the last move"))
    expect(ben.get_by_role("button", name="Roll 5 dice")).to_be_visible()
    finish(undo, tables)

    correct = TapCounter(ann, "Correct a number", 6)
    with correct.step("open"):
        correct.tap(ann.get_by_role("link", name="Correct something"))
        correct.tap(ann.get_by_text("Correct a number", exact=True))
    with correct.step("the number"):
        ann.locator("select[name=which]").select_option(label="Ben: Space (0)")
        correct.steps["the number"] += 1
        correct.type(ann.get_by_label("New value"), "7")
        correct.tap(ann.get_by_role("button", name="Correct", exact=True))
    expect(ann.locator(".history li").first).to_contain_text("Ben")
    expect(ben.locator(".lead-rows")).to_contain_text("47 spaces to go")
    finish(correct, tables)

    ann.goto(f"{where}/history")
    replaced = TapCounter(ann, "Replace a move", 4)
    with replaced.step("the move"):
        first = ann.locator(".history li", has_text="is the oldest")
        replaced.tap(first.locator("summary"))
        replaced.tap(first.get_by_role("link", name=re.compile("^Replace")))
    with replaced.step("another"):
        replaced.tap(ann.get_by_role("button", name="Ann is the oldest"))
        replaced.tap(ann.get_by_role("button", name="Replace the move"))
    expect(ann.locator(".headline")).to_have_text(re.compile("^Your turn: roll"))
    finish(replaced, tables)


def test_a_tap_enlarges_a_piece(games_server: str, new_phone: NewPhone, tables: list[str]) -> None:
    """On the board, a score sheet and the television a tap shows a piece large, with its name and
    text; the way back closes it. The dialog is accessible in both themes."""
    ann, television = new_phone(), new_phone()
    where = open_table(ann, games_server, BOATS)
    sit(ann, where, "Ann", "Ben")
    begin(ann)
    television.goto(f"{where}/screen")
    for page, address, piece in (
        (ann, "/play", "#scene a.piece[href*='farm-hexes']"),
        (ann, "/score?for=all", "legend a.piece[href*='bonus-cards']"),
        (television, "/screen", "#scene a.piece[href*='wisdom-hexes']"),
    ):
        page.goto(where + address)
        taps = TapCounter(page, f"Look at a piece: {address}", 1)
        dialog = page.locator("dialog.enlarged")
        with taps.step("the piece"):
            taps.tap(page.locator(piece).first)
        expect(dialog.locator("h1")).not_to_be_empty()
        expect(dialog.locator(".answer").first).to_be_visible()
        check_axe(page, address)
        page.go_back()
        expect(dialog).to_be_hidden()
        assert page.url.endswith(address)
        finish(taps, tables)


def test_guests_fill_in_their_own_column(
    games_server: str, new_phone: NewPhone, tables: list[str]
) -> None:
    """Ann scores a finished game; Ben scans the code on her sheet, continues as himself and enters
    his own column, and only that."""
    ann, ben = new_phone(), new_phone()
    score_once(ann, games_server, "mines", ("Ann", "Ben"))
    ann.goto(f"{games_server}/games/mines/score")
    tap(ann.get_by_role("button", name="Totals only"))
    expect(cell(ann, "_total", 0)).to_be_visible()
    tap(ann.get_by_text("Others fill in their own column"))
    expect(ann.get_by_role("img", name="QR code to join this table")).to_be_visible()
    ben.goto(ann.url.split("/score")[0])
    taps = TapCounter(ben, "A guest enters a total, from the QR code on", 7)
    with taps.step("continue as Ben"):
        taps.tap(ben.locator(".around > li", has_text="Ben").locator("summary"))
        taps.tap(ben.get_by_role("button", name="Continue as Ben"))
    with taps.step("Ann allows it"):
        taps.tap(ann.get_by_role("button", name="Allow"))
    expect(ben.locator(".seats .seat", has_text="Ben")).to_contain_text("you")
    with taps.step("the total"):
        taps.tap(tab(ben, "Score"))
        taps.tap(ben.get_by_role("link", name="Totals only"))
        taps.type(cell(ben, "_total", 1), "33")
    expect(cell(ben, "_total", 0)).to_be_disabled()
    cell(ben, "_total", 1).blur()
    expect(cell(ann, "_total", 1)).to_have_value("33")
    cell(ann, "_total", 0).fill("21")
    tap(ann.get_by_role("button", name="Save result"))
    saved(ann, ("Ben", 33), ("Ann", 21))
    ben.wait_for_url(re.compile("/winner"))
    expect(ben.get_by_text("You win!")).to_be_visible()
    finish(taps, tables)


def test_partial_use(games_server: str, new_phone: NewPhone, tables: list[str]) -> None:
    """The prices of one market, a roll and a card from a deck need no seat and a few taps."""
    phone = new_phone()
    phone.goto(f"{games_server}/games/dragon-boats")
    market = TapCounter(phone, "Prices and order at one stall with three discs", 4)
    with market.step("the market"):
        market.tap(phone.get_by_role("link", name="Market prices"))
    with market.step("discs"):
        for number, colour in enumerate(("orange", "blue", "orange"), 1):
            market.tap(phone.locator("#stall-I").get_by_role("link", name=f"on top: {colour}"))
            expect(phone.locator("#stall-I .payments li")).to_have_count(number)
    finish(market, tables)
    phone.goto(f"{games_server}/games/dragon-boats")
    tools = TapCounter(phone, "A roll and a card without a seat", 5)
    with tools.step("dice"):
        tools.tap(phone.get_by_role("button", name="Only dice and decks"))
        tools.tap(phone.get_by_role("button", name="Roll").first)
        expect(phone.locator(".die").first).to_be_visible()
    with tools.step("a card"):
        deck = phone.locator("article.deck").first
        tools.tap(deck.locator("summary").first)
        tools.tap(deck.get_by_role("button", name="Shuffle"))
        tools.tap(deck.get_by_role("button", name="Turn up"))
    expect(deck).to_contain_text("1 discarded")
    finish(tools, tables)
