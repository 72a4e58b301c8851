"""The end of a game and the next one, on several phones and a television."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, Page, expect

from tests.browser.accessibility import faults_in_both_themes
from tests.browser.conftest import NewPhone
from tests.browser.playing import go, open_table, sit, tap

RUNNING = "list => list.getAnimations({ subtree: true }).map(one => one.playState)"
# Read from the styles: on a slow machine the animations may be over already.
TIMINGS = """list => [...list.children].flatMap(line => [null, "::after"].map(part =>
  1000 * parseFloat(getComputedStyle(line, part).animationDuration)))"""


def score(phone: Page, name: str, coins: str) -> None:
    go(phone, "Score")
    tap(phone.get_by_role("navigation", name="Player").get_by_role("link", name=name))
    phone.get_by_label("Coins").fill(coins)
    phone.get_by_label("Coins").blur()
    expect(phone.locator(".ranking li", has_text=name).locator("strong")).to_have_text(coins)


def finish(phone: Page, where: str) -> None:
    phone.goto(where)
    tap(phone.get_by_text("Finish the game", exact=True))
    tap(phone.get_by_role("button", name="Finish and save"))


def test_a_game_ends_and_the_next_begins_on_all_phones(server: str, new_phone: NewPhone) -> None:
    """When the host saves, every phone and the television reveal the ranking; when the host plays
    again, all of them come along, and nobody joins again."""
    ann, ben, guest, screen = new_phone(), new_phone(), new_phone(), new_phone()
    where = open_table(ann, server, "Harbour")
    sit(ann, where, "Ann")
    sit(ben, where, "Ben")
    guest.goto(f"{where}/history")
    screen.set_viewport_size({"width": 1280, "height": 720})
    screen.goto(f"{where}/screen")
    score(ann, "Ann", "3")
    score(ben, "Ben", "7")
    finish(ann, where)
    for phone in (ann, ben, guest):
        phone.wait_for_url(re.compile("/winner"))
    for each in (ann, ben, guest, screen):
        expect(each.locator(".podium li")).to_have_text([re.compile("Ben"), re.compile("Ann")])
        assert max(each.locator(".podium").evaluate(TIMINGS)) <= 600
    # A tap shows everything at once on this phone.
    tap(ben.locator(".podium"))
    assert set(ben.locator(".podium").evaluate(RUNNING)) <= {"finished"}
    expect(ben.get_by_role("button", name="Skip")).to_be_hidden()
    expect(ben.get_by_text("Ann starts next time.")).to_be_visible()
    for page in (ben, screen):
        page.emulate_media(reduced_motion="reduce")
        assert faults_in_both_themes(page) == []
    tap(ann.get_by_role("button", name="Play again"))
    ann.wait_for_url(lambda address: address.split("?")[0] != where and "/winner" not in address)
    following = ann.url.split("?")[0]
    for phone in (ben, guest):
        phone.wait_for_url(re.compile(re.escape(following)))
    screen.wait_for_url(f"{following}/screen")
    for phone, own in ((ann, "Ann"), (ben, "Ben")):
        expect(phone.locator(".seats .seat")).to_have_count(2)
        expect(phone.locator(".seats .seat", has_text=own)).to_contain_text("you")
    expect(ann.get_by_text("You are the host.")).to_be_visible()
    # Whoever opens the old table later stays there.
    ben.goto(f"{where}/winner")
    expect(ben.get_by_role("link", name="Go to the next game").first).to_be_visible()
    ben.wait_for_timeout(500)
    assert ben.url.endswith("/winner")


def test_the_winner_screen_without_scripts_or_motion(server: str, browser: Browser) -> None:
    """The whole ranking is simply there, and the next game is a plain form."""
    context = browser.new_context(
        java_script_enabled=False, reduced_motion="reduce", viewport={"width": 390, "height": 844}
    )
    phone = context.new_page()
    phone.goto(f"{server}/games/harbour/score")
    known = phone.get_by_text("Other names")
    if known.is_visible():
        known.click()
    fields = phone.locator("input[list=players]")
    for number, name in enumerate(("Cid", "Dot")):
        fields.nth(number).fill(name)
    phone.get_by_role("button", name="Totals only").click()
    phone.locator("input[id$='._total']").first.fill("12")
    phone.get_by_role("button", name="Save result").click()
    phone.wait_for_url(re.compile("/winner"))
    assert phone.locator(".podium li").evaluate_all(
        "lines => lines.every(line => getComputedStyle(line).opacity === '1')"
    )
    phone.get_by_role("button", name="Play again").click()
    expect(phone.locator(".seats .seat")).to_have_count(2)
    context.close()
