"""Replays in a browser: steps by tap, by key and by themselves."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import NewPhone
from tests.browser.playing import tap

GAME = """---
Event: A walk
...
t@(1.5,1.5) pS@a1 {ready}
1. a1-a2
2. a2-b2 3. b2-b1
"""


def start(phone: Page, server: str, tmp_path: Path) -> None:
    file = tmp_path / "walk.ppn"
    file.write_text(GAME, encoding="utf-8")
    phone.goto(f"{server}/replay")
    phone.get_by_label("PPN file").set_input_files(file)
    tap(phone.get_by_role("button", name="Open the replay"))
    expect(phone.get_by_role("heading", level=1)).to_contain_text("A walk Beginning")


def test_steps_by_tap_and_key(server: str, new_phone: NewPhone, tmp_path: Path) -> None:
    """Arrows and buttons step without losing the page, each step has an address of its own, and
    screen readers hear what moved."""
    phone = new_phone()
    start(phone, server, tmp_path)
    tap(phone.get_by_role("link", name="Next move"))
    expect(phone).to_have_url(re.compile("/1/1$"))
    expect(phone.get_by_role("status")).to_have_text("Pawn (Suns) moves from a1 to a2.")
    expect(phone.get_by_role("link", name="Next move")).to_be_focused()
    phone.keyboard.press("End")
    expect(phone).to_have_url(re.compile("/1/3$"))
    expect(phone.get_by_role("link", name="Next move")).to_have_count(0)
    phone.keyboard.press("ArrowLeft")
    expect(phone).to_have_url(re.compile("/1/2$"))
    expect(phone.get_by_text("Share this move")).to_have_count(1)
    shared = new_phone()
    shared.goto(phone.url)
    expect(shared.locator(".lines")).to_have_text("Pawn (Suns) moves from a2 to b2.")
    picture = shared.locator(".replay-table img")
    expect(picture).to_have_js_property("complete", True)
    assert picture.evaluate("image => image.naturalWidth") > 0


def test_a_replay_plays_by_itself(server: str, new_phone: NewPhone, tmp_path: Path) -> None:
    """On a television it plays to the last move and stays there."""
    screen = new_phone()
    start(screen, server, tmp_path)
    screen.goto(f"{screen.url}/screen")
    tap(screen.get_by_role("link", name="Autoplay"))
    expect(screen).to_have_url(re.compile("/1/3/screen"))
    expect(screen.get_by_role("link", name="Autoplay")).to_be_visible()


def test_a_replay_without_scripts(server: str, browser: Browser, tmp_path: Path) -> None:
    """The same links load pages, and playing reloads by itself."""
    context = browser.new_context(java_script_enabled=False, has_touch=True)
    phone = context.new_page()
    start(phone, server, tmp_path)
    phone.get_by_role("link", name="Next move").click()
    expect(phone.locator(".lines")).to_have_text("Pawn (Suns) moves from a1 to a2.")
    phone.get_by_role("link", name="Autoplay").click()
    expect(phone).to_have_url(re.compile("/1/3"))
    context.close()
