"""Touches on a page that others change at the same moment, in a real browser with a real server."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import CDPSession, Locator, Page, Route, expect

from tests.browser.conftest import PATIENCE_MS, NewPhone, ServiceWorkers
from tests.browser.playing import go, open_table, sit, tap


@pytest.fixture
def service_workers() -> ServiceWorkers:
    return "allow"


def sheet_of(server: str, phone: Page) -> str:
    where = open_table(phone, server, "Harbour")
    sit(phone, where, "Ann", "Ben")
    go(phone, "Score")
    tap(whose(phone, "Ann"))
    expect(whose(phone, "Ann")).to_have_attribute("aria-current", "true")
    return where


def whose(phone: Page, name: str) -> Locator:
    return phone.get_by_role("navigation", name="Player").get_by_role("link", name=name)


def coins(phone: Page) -> Locator:
    return phone.get_by_label("Coins")


def more_coins(phone: Page) -> Locator:
    return phone.locator(".field", has=coins(phone)).locator("[data-step='1']")


def total(phone: Page, name: str) -> Locator:
    return phone.locator(".ranking li", has_text=name).locator("strong")


def fingers_at(session: CDPSession, *where: tuple[float, float]) -> None:
    """Put fingers down at these points; without points, lift them all."""
    points = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(where)]
    kind = "touchStart" if points else "touchEnd"
    session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def middle(what: Locator) -> tuple[float, float]:
    what.scroll_into_view_if_needed()
    box = what.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def hold_the_first(phone: Page, pattern: str) -> list[Route]:
    """Hold back the first request to such an address until it is released."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        if held:
            route.continue_()
        else:
            held.append(route)

    phone.route(pattern, hold)
    return held


def wait_for(phone: Page, held: list[Route]) -> Route:
    for _ in range(PATIENCE_MS // 50):
        if held:
            return held[0]
        phone.wait_for_timeout(50)
    raise AssertionError("the phone asks for nothing")


def test_what_is_entered_while_a_sheet_is_sent_is_kept(server: str, new_phone: NewPhone) -> None:
    """Input made while a sheet is being saved survives the answer, which brings the new total."""
    phone = new_phone()
    sheet_of(server, phone)
    held = hold_the_first(phone, "**/t/*")
    tap(more_coins(phone))
    route = wait_for(phone, held)
    tap(more_coins(phone))
    phone.get_by_label("Chest").press_sequentially("10")
    route.continue_()
    expect(total(phone, "Ann")).to_have_text("1")
    expect(phone.get_by_label("Chest")).to_have_value("10")
    phone.get_by_label("Chest").blur()
    expect(total(phone, "Ann")).to_have_text("6")
    expect(coins(phone)).to_have_value("2")


def test_a_sheet_that_is_left_at_once_is_kept(server: str, new_phone: NewPhone) -> None:
    """Leaving the page right after an entry does not lose it."""
    phone = new_phone()
    sheet_of(server, phone)
    tap(more_coins(phone))
    tap(whose(phone, "Ben"))
    expect(whose(phone, "Ben")).to_have_attribute("aria-current", "true")
    expect(total(phone, "Ann")).to_have_text("1")
    tap(more_coins(phone))
    expect(coins(phone)).to_have_value("1")
    phone.goto(server)
    phone.go_back()
    expect(total(phone, "Ben")).to_have_text("1")


def test_news_do_not_swallow_a_tap(server: str, new_phone: NewPhone) -> None:
    """A page that others change waits while a finger is down."""
    ann, ben = new_phone(), new_phone()
    # As over plain http: what a worker asks for could not be held back below.
    ann.add_init_script("delete Navigator.prototype.serviceWorker")
    where = sheet_of(server, ann)
    sit(ben, where, "Cid")
    go(ben, "Dice")
    expect(total(ann, "Cid")).to_have_text("0")
    before = ann.locator("#live").get_attribute("data-revision") or ""
    session = ann.context.new_cdp_session(ann)
    # A press is a tap for two seconds only. A busy machine may take longer to bring the news, so
    # they wait for the finger here, and the page's clock stands still until the finger is lifted.
    held = hold_the_first(ann, "**/score*")
    tap(ben.get_by_role("button", name="Roll"))
    expect(ben.locator(".die").first).to_be_visible()
    route = wait_for(ann, held)
    at = middle(more_coins(ann))
    ann.evaluate("() => { const now = performance.now(); performance.now = () => now; }")
    fingers_at(session, at)
    with ann.expect_response("**/score*"):
        route.continue_()
    ann.wait_for_timeout(600)
    expect(ann.locator("#live")).to_have_attribute("data-revision", before)
    ann.evaluate("() => { delete performance.now; }")
    fingers_at(session)
    # A long press counts on, so it may be more than 1.
    expect(total(ann, "Ann")).to_have_text(re.compile("[1-9]"))


def test_one_of_three_fingers_is_chosen(server: str, new_phone: NewPhone) -> None:
    """Fingers held still on one phone choose the starting player, and the choice stays visible when
    they are lifted."""
    phone, other = new_phone(), new_phone()
    where = open_table(phone, server, "Harbour")
    sit(phone, where, "Ann")
    sit(other, where, "Ben")
    go(phone, "Dice")
    go(other, "Dice")
    tap(phone.get_by_text("Pick by touch"))
    x, y = middle(phone.locator("#fingers"))
    session = phone.context.new_cdp_session(phone)
    fingers_at(session, (x - 90, y), (x, y + 20), (x + 90, y))
    expect(phone.locator(".finger")).to_have_count(3)
    tap(other.get_by_role("button", name="Roll"))
    expect(phone.get_by_text("This finger starts.")).to_be_visible()
    expect(phone.locator(".finger")).to_have_count(1)
    fingers_at(session)
    phone.wait_for_timeout(500)
    expect(phone.locator(".finger")).to_have_count(1)
    go(other, "History")
    expect(other.get_by_text("starting player by touch").first).to_be_visible()
