"""Take seats, set up, play and score on a phone by touch alone."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.site import Site

NAMES = ("Ann", "Ben", "Cid", "Dot", "Eve", "Fay")
TABS = {"Table": r"/t/\w+(\?|$)", "Setup": "/setup", "Play": "/play", "Dice": "/tools"}
TABS |= {"Score": "/score", "History": "/history"}


def script(name: str) -> str:
    """JavaScript that imports a module of the page, at the address where the page has it."""
    return f'import(new URL("{name}.js", document.querySelector("script[type=module]").src).href)'


def tap(what: Locator) -> None:
    """Tap with a finger, once the page's scripts run and the element is there."""
    what.wait_for()
    what.page.wait_for_load_state()
    what.tap()


def open_table(phone: Page, server: str, title: str) -> str:
    """Show a new table of which this phone is the host; returns its address."""
    assert isinstance(server, Site), "a server of the fixtures"
    where = server.open_table(phone.context, title)
    phone.goto(where)
    return where


def tap_to_open_table(phone: Page, server: str, title: str) -> str:
    """Open a table from the start page; returns its address."""
    phone.goto(server)
    tap(phone.get_by_role("button", name=f"Start a table for {title}"))
    phone.wait_for_url(re.compile("/t/"))
    return phone.url.split("?")[0]


def sit(phone: Page, where: str, *names: str) -> None:
    """Take seats on this phone: one, or more for pass and play."""
    for name in names:
        if phone.url.split("?")[0] != where:
            phone.goto(where)
        field = phone.locator("form", has=phone.locator("[value=join]")).get_by_label("Name")
        if not field.is_visible():
            tap(phone.get_by_text("Add a player on this phone"))
        field.fill(name)
        tap(phone.get_by_role("button", name="Take a seat"))
        expect(phone.locator(".seats .seat", has_text=name)).to_contain_text("you")


def go(phone: Page, tab: str) -> None:
    tap(phone.get_by_role("navigation", name="Table").get_by_role("link", name=tab))
    phone.wait_for_url(re.compile(TABS[tab]))


def set_up(phone: Page) -> None:
    go(phone, "Setup")
    tap(phone.get_by_role("button", name=re.compile("^(Set up|New setup)$")))
    expect(phone.locator(".setup-code")).to_be_visible()
    expect(phone.locator(".setup-part").first).to_be_visible()


def begin(phone: Page) -> None:
    go(phone, "Play")
    tap(phone.get_by_role("button", name="Start the game"))
    expect(phone.locator(".headline")).to_be_visible()


def press(phone: Page, what: Locator, *, resting: bool = True) -> None:
    """Tap and wait for the next page. Animated and overlapping elements are tapped without
    waiting."""
    phone.locator("#live").evaluate("live => { live.dataset.old = 'yes'; }")
    what.tap(force=not resting)
    expect(phone.locator("#live:not([data-old])")).to_be_attached()


def revision(phone: Page) -> int:
    return int(phone.locator("#live").get_attribute("data-revision") or 0)


def act(phone: Page) -> bool:
    """Make the first offered move; return False if this phone has none. Passes the phone on if
    another of its players is to act."""
    before = revision(phone)
    for _ in range(12):
        if not _tap_once(phone):
            return False
        if revision(phone) > before:
            return True
    raise AssertionError("many taps, and no move came of them")


def _tap_once(phone: Page) -> bool:
    """One tap towards a move: a button first, then a place on the board, then a pick."""
    pass_on = phone.get_by_role("link", name=re.compile("^(Pass the phone|I am)"))
    for found in (
        phone.locator(".confirm button"),
        phone.locator("ul.taps:not(details ul) > li button, ul.taps:not(details ul) > li a"),
        phone.locator("a.tap"),
    ):
        if found.count() and phone.locator("form.free").count():
            set_free(phone, phone.locator("a.tap.exact").first.locator(".halo"))
            return True
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


def set_free(phone: Page, place: Locator, *, confirm: bool = True) -> None:
    """Put a piece that may lie anywhere at a place, and confirm it. Until the page's script shows
    the form, a place is an ordinary link."""
    phone.locator("form.free:not([hidden])").wait_for(state="attached")
    place.tap(force=True)
    if confirm:
        press(phone, phone.locator("form.free button"))


def _fill(phone: Page, pick: Locator) -> None:
    """Pick as few things as allowed, in their order."""
    least = int(pick.get_attribute("data-least") or 0)
    items = pick.locator(".cards button, .items label")
    for index in range(least):
        tap(items.nth(index))
    press(phone, pick.locator("button.big"))


def wait_until(phone: Page, condition: str, argument: object = None) -> None:
    """Wait until an expression is true on a page. Playwright's `wait_for_function` repeats it with
    code that the page's policy forbids, so that it fails unless the condition holds at once."""
    for _ in range(200):
        if phone.evaluate(condition, argument):
            return
        phone.wait_for_timeout(50)
    raise AssertionError(f"still not so: {condition}")
