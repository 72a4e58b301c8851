"""Six phones at one table, in a real browser with a real server."""

from __future__ import annotations

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPhone

NAMES = ("Ann", "Ben", "Cid", "Dot", "Eve", "Fay")


def open_table(page: Page, server: str) -> str:
    page.goto(server)
    page.get_by_role("button", name="Open a table for Harbour").click()
    page.wait_for_url(re.compile("/t/"))
    return page.url


def sit(page: Page, where: str, name: str) -> None:
    page.goto(where)
    page.get_by_label("Name").fill(name)
    page.get_by_role("button", name="Sit down").click()
    expect(page.locator(".seat", has_text=name)).to_contain_text("you")


def test_six_phones_see_one_table(server: str, new_phone: NewPhone) -> None:
    """This test ensures that everybody sees a throw at once, and a hand only its owner."""
    phones = [new_phone() for _ in NAMES]
    where = open_table(phones[0], server)
    for phone, name in zip(phones, NAMES, strict=True):
        sit(phone, where, name)
    for phone in phones:
        expect(phone.locator(".seat")).to_have_count(6)
    phones[2].get_by_role("button", name="Roll").click()
    thrown = phones[2].locator(".die").all_inner_texts()
    for phone in phones:
        expect(phone.locator(".die")).to_have_count(len(thrown))
        assert phone.locator(".die").all_inner_texts() == thrown
    goods = phones[0].locator("article.deck", has_text="goods").first
    goods.get_by_role("button", name="Shuffle").click()
    phones[0].locator("article.deck").first.get_by_role("button", name="Draw").click()
    cards = phones[0].locator(".hand img")
    expect(cards).to_have_count(1)
    card = cards.first.get_attribute("alt") or "?"
    for phone in phones[1:]:
        expect(phone.locator("article.deck").first).to_contain_text("Ann 1")
        assert f"/goods/{card}.svg" not in phone.content()


def test_undo_reaches_every_phone(server: str, new_phone: NewPhone) -> None:
    """This test ensures that an undone throw leaves all phones, and the next one is marked."""
    ann, ben = new_phone(), new_phone()
    where = open_table(ann, server)
    sit(ann, where, "Ann")
    sit(ben, where, "Ben")
    ann.get_by_role("button", name="Roll").click()
    expect(ben.locator(".die").first).to_be_visible()
    ann.get_by_role("button", name=re.compile("^Undo")).first.click()
    expect(ben.locator(".die")).to_have_count(0)
    ann.get_by_role("button", name="Roll").click()
    expect(ben.get_by_text("thrown again after 1 undo")).to_be_visible()


def test_airplane_mode_and_back(server: str, new_phone: NewPhone) -> None:
    """This test ensures that a phone that lost its connection says so and catches up."""
    ann, ben = new_phone(), new_phone()
    where = open_table(ann, server)
    sit(ann, where, "Ann")
    sit(ben, where, "Ben")
    ben.context.set_offline(True)
    ben.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(ben.get_by_text("Connection lost")).to_be_visible()
    ann.get_by_role("button", name="Roll").click()
    expect(ann.locator(".die").first).to_be_visible()
    ben.context.set_offline(False)
    expect(ben.locator(".die").first).to_be_visible()
    expect(ben.get_by_text("Connection lost")).to_be_hidden()


def test_without_javascript(server: str, new_phone: NewPhone) -> None:
    """This test ensures that sitting down, throwing and drawing need no script."""
    template = new_phone()
    browser = template.context.browser
    assert browser is not None
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    where = open_table(page, server)
    sit(page, where, "Ann")
    page.get_by_role("button", name="Roll").click()
    expect(page.locator(".die")).to_have_count(2)
    context.close()


def test_keyboard_alone(server: str, new_phone: NewPhone) -> None:
    """This test ensures that a table can be opened, joined and used without a pointer."""
    page = new_phone()
    page.goto(server)
    page.get_by_role("button", name="Open a table for Harbour").focus()
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("/t/"))
    page.get_by_label("Name").focus()
    page.keyboard.type("Ann")
    page.keyboard.press("Enter")
    expect(page.locator(".seat")).to_contain_text("Ann")
    roll = page.get_by_role("button", name="Roll")
    for _ in range(60):
        page.keyboard.press("Tab")
        if roll.evaluate("button => button === document.activeElement"):
            break
    page.keyboard.press("Enter")
    expect(page.locator(".die")).to_have_count(2)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_and_narrow_screens(server: str, new_phone: NewPhone, scheme: str) -> None:
    """This test ensures that every page is accessible, and fits 320 pixels without scrolling
    sideways."""
    page = new_phone()
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    where = open_table(page, server)
    sit(page, where, "Ann")
    page.get_by_role("button", name="Roll").click()
    page.locator("article.deck").first.get_by_role("button", name="Shuffle").click()
    page.locator("article.deck").first.get_by_role("button", name="Draw").click()
    for address in (server, f"{server}/games/harbour", where):
        page.goto(address)
        for width in (390, 320):
            page.set_viewport_size({"width": width, "height": 700})
            wide = page.evaluate("document.documentElement.scrollWidth")
            assert wide <= width, address
        found = Axe().run(page)
        assert found.violations_count == 0, found.generate_report()
