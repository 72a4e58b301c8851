"""Takes a phone and a game, gives taps: sit down, set up, play and score by touch alone."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

NAMES = ("Ann", "Ben", "Cid", "Dot", "Eve", "Fay")
TABS = {"Table": r"/t/\w+(\?|$)", "Set up": "/setup", "Play": "/play", "Dice": "/tools"}
TABS |= {"Score": "/score", "History": "/history"}


def tap(what: Locator) -> None:
    """A finger, not a mouse. It waits for what a page that is just renewed puts in its place."""
    what.tap()


def open_table(phone: Page, server: str, title: str) -> str:
    phone.goto(server)
    tap(phone.get_by_role("button", name=f"Open a table for {title}"))
    phone.wait_for_url(re.compile("/t/"))
    return phone.url.split("?")[0]


def sit(phone: Page, where: str, *names: str) -> None:
    """Takes seats on this phone: the first, and more for pass and play."""
    for name in names:
        phone.goto(where)
        field = phone.get_by_label("Name")
        if not field.is_visible():
            tap(phone.get_by_text("Another player on this phone"))
        field.fill(name)
        tap(phone.get_by_role("button", name="Sit down"))
        expect(phone.locator(".seats .seat", has_text=name)).to_contain_text("you")


def go(phone: Page, tab: str) -> None:
    tap(phone.get_by_role("navigation", name="Table").get_by_role("link", name=tab))
    phone.wait_for_url(re.compile(TABS[tab]))


def set_up(phone: Page) -> None:
    go(phone, "Set up")
    tap(phone.get_by_role("button", name=re.compile("^(Set up|New setup)$")))
    expect(phone.locator(".seed")).to_be_visible()
    expect(phone.locator(".setup-part").first).to_be_visible()


def begin(phone: Page) -> None:
    go(phone, "Play")
    tap(phone.get_by_role("button", name="Begin the game"))
    expect(phone.locator(".headline")).to_be_visible()


def press(phone: Page, what: Locator, *, resting: bool = True) -> None:
    """A tap, and the page that comes of it. What glows and overlaps is tapped before it rests."""
    phone.locator("#live").evaluate("live => { live.dataset.old = 'yes'; }")
    what.tap(force=not resting)
    expect(phone.locator("#live:not([data-old])")).to_be_attached()


def revision(phone: Page) -> int:
    return int(phone.locator("#live").get_attribute("data-revision") or 0)


def act(phone: Page) -> bool:
    """Makes one whole move of whatever is offered first; false if this phone has none to make.

    Hands the phone on if somebody else who shares it is to act.
    """
    before = revision(phone)
    for _ in range(12):
        if not _tap_once(phone):
            return False
        if revision(phone) > before:
            return True
    raise AssertionError("many taps, and no move came of them")


def _tap_once(phone: Page) -> bool:
    """One tap towards a move. A button in words first, then a place on the board, then a pick."""
    pass_on = phone.get_by_role("link", name=re.compile("^(Pass the phone|I am)"))
    for found in (
        phone.locator(".confirm button"),
        phone.locator("ul.taps:not(details ul) > li button, ul.taps:not(details ul) > li a"),
        phone.locator("a.tap"),
    ):
        if found.count():
            press(phone, found.first, resting=False)
            return True
    if pass_on.count():
        press(phone, pass_on.first)
        return True
    pick = phone.locator("form.pick:visible").first
    if pick.count():
        _fill(phone, pick)
        return True
    return False


def _fill(phone: Page, pick: Locator) -> None:
    """Picks as few things as may be picked, in the order they lie there."""
    least = int(pick.get_attribute("data-least") or 0)
    items = pick.locator(".cards button, .items label")
    for index in range(least):
        tap(items.nth(index))
    press(phone, pick.locator("button.big"))
