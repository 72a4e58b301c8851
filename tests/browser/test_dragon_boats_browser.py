"""Dragon Boats of the Four Seas on phones, by touch alone, in a real browser with a real server."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import NewPhone
from tests.browser.playing import go, open_table, sit, tap
from tests.browser.site import Site

TITLE = "Dragon Boats of the Four Seas"
CARD = re.compile(r"/bonus-cards/(\w)\.")
PLAIN_MOVES = ("Keep everything", "Not now", "End your turn", "Pass", "Keep the disc")
"""What is tapped first when it does not matter what is done."""
PICTURES = 40_000
"""How long a score sheet may take, in milliseconds: its 42 pictures are made when first shown."""


def button(phone: Page, name: str) -> Locator:
    """The button of a move whose label begins like that."""
    return phone.locator("ul.taps:not(details ul)").get_by_text(name).first


def ring(phone: Page, name: str) -> Locator:
    """A place on the board that can be tapped."""
    return phone.locator(f'a.tap[aria-label^="{name}"]')


def make(phone: Page, *taps: Locator) -> None:
    """Make one move, however many taps it takes."""
    before = phone.locator("#live").get_attribute("data-revision") or ""
    for one in taps:
        tap(one)
    expect(phone.locator("#live")).not_to_have_attribute("data-revision", before)


def to_act(phones: list[Page]) -> Page:
    """The phone whose turn it is, once all phones show the last move."""
    newest = max(
        (phone.locator("#live").get_attribute("data-revision") or "0" for phone in phones), key=int
    )
    for phone in phones:
        expect(phone.locator("#live")).to_have_attribute("data-revision", newest)
    return next(phone for phone in phones if phone.locator(".turns .seat small").count())


def start(server: Site, phones: list[Page]) -> None:
    """A begun game at a table where everybody has their own phone."""
    names = ("Ann", "Ben")
    with server.preparing() as prepared:
        code = prepared.begin("dragon-boats", names)
        for phone, name in zip(phones, names, strict=True):
            prepared.enter(phone.context, server, name)
    for phone in phones:
        phone.goto(f"{server}/t/{code}/play")


def everybody(phones: list[Page], label: str) -> None:
    """All players in turn tap the same place."""
    for _ in phones:
        phone = to_act(phones)
        make(phone, ring(phone, label))


def to_the_fifth_stall(phones: list[Page]) -> None:
    """Everyone takes a treasure, bids on stall V with one disc and keeps the others, as long as
    that earns money."""
    for _ in phones:
        phone = to_act(phones)
        make(phone, button(phone, "Round 5"))
    everybody(phones, "Bid on stall V ")
    for _ in range(2 * len(phones)):
        phone = to_act(phones)
        keep = button(phone, "Keep the disc")
        make(phone, keep if keep.count() else ring(phone, "Bid on stall I "))


def draw(phones: list[Page]) -> Page:
    """The player at stall V buys the top card of the deck."""
    phone = to_act(phones)
    while "stall V" not in phone.locator(".headline").inner_text():
        end = button(phone, "End your turn")
        make(phone, end if end.count() else button(phone, "Pass"))
        phone = to_act(phones)
    expect(phone.locator(".headline")).to_contain_text("Your turn: trade or pass at stall V")
    make(phone, button(phone, "Draw from the deck"))
    if to_act(phones) is phone and "carry on" in phone.locator(".headline").inner_text():
        make(phone, button(phone, "End your turn"))
    return phone


def hidden_card(phone: Page) -> str:
    """The card that only this phone shows; none if it had to be revealed."""
    own = phone.locator(".panel.own", has_text="Your cards").locator("img")
    found = CARD.search(own.last.get_attribute("src") or "")
    assert found
    is_open = phone.locator(".panel", has_text="Face-up cards").count() > 0
    return "" if is_open else found.group(1)


def test_a_round_on_two_phones(games_server: Site, new_phone: NewPhone) -> None:
    """Two people play a whole round by touch, the board opens at the places to tap, and a drawn
    card is nowhere on the other phone's page."""
    phones = [new_phone(), new_phone()]
    secrets = 0
    start(games_server, phones)
    to_the_fifth_stall(phones)
    assert "zoom-2" in (phones[0].locator(".board").get_attribute("class") or "")
    for _ in phones:
        drew = draw(phones)
        letter = hidden_card(drew)
        if letter:
            secrets += 1
            other = next(phone for phone in phones if phone is not drew)
            to_act(phones)
            assert f"/bonus-cards/{letter}." not in other.content()
            assert f"/bonus-cards/{letter}." in drew.content()
    assert secrets, "both cards were laid out at once"
    for _ in range(20):
        phone = to_act(phones)
        if phone.get_by_text("Round 2 of 6").count():
            break
        move = next(m for m in PLAIN_MOVES if button(phone, m).count())
        make(phone, button(phone, move))
    for phone in phones:
        expect(phone.get_by_text("Round 2 of 6")).to_be_attached()


def spot(phone: Page, place: str) -> Locator:
    return phone.locator(f'a.spot[data-box="entry.farmers.{place}"]')


def kept(phone: Page, whose: str, points: int) -> None:
    """Wait until the sheet is saved and the ranking shows it."""
    line = phone.locator(".ranking li", has_text=whose)
    expect(line.locator("strong")).to_have_text(str(points), timeout=PICTURES)


def more(phone: Page, field: str) -> Locator:
    return phone.locator(".field", has=phone.get_by_label(field)).locator("[data-step='1']")


def open_sheet(phone: Page, whose: Locator, name: str) -> None:
    """Open the score sheet and wait for its steppers: before the script runs, taps on the board are
    lost."""
    sheet = whose.get_by_role("link", name=name)
    sheet.tap(timeout=PICTURES)
    expect(sheet).to_have_attribute("aria-current", "true", timeout=PICTURES)
    expect(more(phone, "Rice")).to_be_visible(timeout=PICTURES)


def test_scored_by_touch(games_server: str, new_phone: NewPhone) -> None:
    """Sheets filled in by tapping hexes, counts and cards give a ranking that explains its
    tie-break and each point."""
    phone = new_phone()
    sit(phone, open_table(phone, games_server, TITLE), "Ann", "Ben")
    go(phone, "Score")
    whose = phone.get_by_role("navigation", name="Player")
    open_sheet(phone, whose, "Ann")
    tap(spot(phone, "S1"))
    tap(spot(phone, "S2"))
    kept(phone, "Ann", 4)
    open_sheet(phone, whose, "Ben")
    expect(spot(phone, "S1")).to_have_class(re.compile("other"))
    tap(more(phone, "Rice"))
    tap(more(phone, "Rice"))
    tap(more(phone, "Money"))
    kept(phone, "Ben", 4)
    first = phone.locator(".ranking li").first
    expect(first).to_contain_text("Ben")
    expect(first.locator("p")).to_contain_text("money")
    for title in ("Farm sets", "Rice"):
        tap(phone.locator(".tree summary", has_text=title).first)
    expect(phone.locator(".tree .leaf", has_text="Set of 2")).to_be_visible()
    tap(spot(phone, "S1"))
    expect(phone.locator(".field-fault:not(:empty)")).to_contain_text(
        "South, upper left is entered for Ann and Ben"
    )
