"""Dragon River on phones: set up, raced and ranked by touch, in a real browser."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.accessibility import faults
from tests.browser.conftest import NewPhone
from tests.browser.playing import begin, go, open_table, press, revision, set_up, sit, tap

TITLE = "Dragon River"
MAX_ACTS = 40


def choose_oldest(phone: Page, name: str) -> None:
    tap(phone.get_by_role("button", name=f"{name} is the oldest"))
    expect(phone.locator(".headline")).to_have_text(
        re.compile(f"^(Your turn: roll|{name} rolls) 5 dice$")
    )


def whose_turn(phone: Page) -> str:
    return phone.locator(".turns .seat").first.inner_text().split()[0]


def act_once(phone: Page) -> None:
    """One act of the player to act: roll, keep what the hint advises, or take the first place."""
    before = revision(phone)
    hint = phone.locator("details.advice")
    if hint.count():
        tap(hint.locator("summary"))
    button = phone.locator("ul.taps button")
    tap(button.first if button.count() else phone.locator("a.tap").first)
    expect(phone.locator("#live")).not_to_have_attribute("data-revision", str(before))


def keep_by_hand(phone: Page, name: str) -> None:
    """Roll, and keep the first die whatever is advised."""
    act_once(phone)
    before = revision(phone)
    dice = phone.locator(".pick .die")
    expect(dice).to_have_count(5)
    rows = dice.evaluate_all("dice => new Set(dice.map(die => die.parentNode.offsetTop)).size")
    assert rows == 1, "five dice lie in one row"
    tap(dice.first)
    expect(dice.first.get_by_role("checkbox")).to_be_checked()
    tap(phone.get_by_role("button", name="Keep these, roll the rest"))
    expect(phone.locator("#live")).not_to_have_attribute("data-revision", str(before))
    expect(phone.locator(".recent-moves")).to_contain_text(
        re.compile(f"{name} keeps [1-6] and rolls")
    )


def race_round(phone: Page, names: tuple[str, ...]) -> None:
    """Play until everybody has acted and it is the first player's turn again."""
    acted: list[str] = []
    for _ in range(MAX_ACTS):
        who = whose_turn(phone)
        if who not in acted:
            acted.append(who)
        elif who == acted[0] and set(acted) == set(names):
            return
        pass_on = phone.get_by_role("link", name=f"Pass the phone to {who}")
        if pass_on.count():
            press(phone, pass_on)
        act_once(phone)
    raise AssertionError("a round took too many acts")


def check_page(page: Page) -> None:
    """Assert that the page is accessible and fits a narrow phone."""
    assert faults(page) == []
    page.set_viewport_size({"width": 320, "height": 700})
    assert page.evaluate("document.documentElement.scrollWidth") <= 320, page.url
    page.set_viewport_size({"width": 390, "height": 844})


def test_a_race_by_touch(games_server: str, new_phone: NewPhone) -> None:
    """Three people sharing a phone set up the race, play a round and rank it by touch alone, on
    accessible pages that fit a narrow phone."""
    phone = new_phone()
    names = ("Ann", "Ben", "Cid")
    where = open_table(phone, games_server, TITLE)
    sit(phone, where, *names)
    set_up(phone)
    expect(phone.locator('.board a.piece[href*="racers/"]')).to_have_count(3)
    assert phone.locator(".board image").count() == 1, (
        "racers are round pieces, not unfolded sheets"
    )
    check_page(phone)
    begin(phone)
    choose_oldest(phone, "Ben")
    press(phone, phone.get_by_role("link", name="Pass the phone to Ben"))
    keep_by_hand(phone, "Ben")
    race_round(phone, names)
    check_page(phone)
    go(phone, "Score")
    tap(phone.get_by_role("navigation", name="Player").get_by_role("link", name="Cid"))
    phone.wait_for_url(re.compile("for="))
    tap(phone.get_by_label("Landed on the last pearl"))
    first = phone.locator(".ranking li").first
    expect(first).to_contain_text("Cid")
    expect(first).to_contain_text("landed on the last pearl")
    expect(phone.locator(".ranking li").last).to_contain_text("spaces from the last pearl")
    expect(phone.locator(".fault")).to_have_count(0)
    check_page(phone)
    tap(phone.get_by_text("Finish the game", exact=True))
    tap(phone.get_by_role("button", name="Finish and save"))
    phone.wait_for_url(re.compile("/winner"))
    expect(phone.locator(".podium li").first).to_contain_text("Cid")


def test_two_phones_follow_one_race(games_server: str, new_phone: NewPhone) -> None:
    """A roll appears on the other phone at once, only the player to act can act, and a pair is
    played by tapping its space on a close view of the river."""
    ann, ben = new_phone(), new_phone()
    where = open_table(ann, games_server, TITLE)
    sit(ann, where, "Ann")
    sit(ben, where, "Ben")
    set_up(ann)
    begin(ann)
    go(ben, "Play")
    choose_oldest(ben, "Ann")
    expect(ben.get_by_text("It is not your turn.")).to_be_visible()
    phones = {"Ann": ann, "Ben": ben}
    for _ in range(MAX_ACTS):
        who = whose_turn(ann)
        other = ben if who == "Ann" else ann
        expect(phones[who].locator("form.pick, ul.taps, a.tap").first).to_be_visible()
        if phones[who].locator("a.tap").count():
            break
        act_once(phones[who])
        expect(other.locator("#live")).to_have_attribute(
            "data-revision", str(revision(phones[who]))
        )
    whole = other.locator(".board > svg").get_attribute("viewBox")
    assert phones[who].locator(".board > svg").get_attribute("viewBox") != whole
    expect(other.locator("a.tap")).to_have_count(0)
    ring = phones[who].locator("a.tap").first.bounding_box()
    assert ring is not None
    assert min(ring["width"], ring["height"]) >= 24
    act_once(phones[who])
    expect(other.locator(".recent-moves")).to_contain_text(
        re.compile(f"{who} moves [1-6] spaces?, to space")
    )
