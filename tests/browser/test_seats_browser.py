"""Seats in a real browser: five phones, one of them killed and replaced, and who watches."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.accessibility import faults_in_both_themes
from tests.browser.conftest import NewPhone
from tests.browser.playing import NAMES, act, begin, go, revision, set_up, sit, tap
from tests.browser.site import Site

RIVER, SLUG = "Dragon River", "dragon-river"


def seated(
    new_phone: NewPhone, server: Site, count: int, *, begun: bool = False
) -> tuple[str, list[Page]]:
    """Phones at a new table of Dragon River, one seat each; the first is the host."""
    phones = [new_phone() for _ in range(count)]
    names = NAMES[:count]
    with server.preparing() as prepared:
        code = prepared.begin(SLUG, names) if begun else prepared.open(SLUG, names)
        for phone, name in zip(phones, names, strict=True):
            prepared.enter(phone.context, server, name)
    where = f"{server}/t/{code}"
    for phone in phones:
        phone.goto(f"{where}/play" if begun else where)
    return where, phones


def seat_menu(phone: Page, name: str) -> None:
    """Open the menu of a seat."""
    tap(phone.locator(".around > li", has_text=name).locator("summary"))


def continue_as(phone: Page, where: str, name: str) -> None:
    phone.goto(where)
    seat_menu(phone, name)
    tap(phone.get_by_role("button", name=f"Continue as {name}"))


def play_on(phones: list[Page], moves: int) -> None:
    """Make so many moves, whoever is to act."""
    made = 0
    for _ in range(moves * 20):
        for phone in phones:
            if phone.locator(".turns small").count() and act(phone):
                made += 1
                newest = revision(phone)
                for other in phones:
                    expect(other.locator(f"#live[data-revision='{newest}']")).to_be_attached()
        if made >= moves:
            return
    raise AssertionError("the game stands still")


def test_a_phone_is_killed_and_replaced_in_a_running_game(
    games_server: Site, new_phone: NewPhone
) -> None:
    """Five play; Cid's phone dies. A new one asks, the host allows it by one tap on any page, and
    all five play on. The ranking has five players, and nobody else."""
    where, phones = seated(new_phone, games_server, 5, begun=True)
    play_on(phones, 4)
    phones[2].context.close()
    new = new_phone()
    headline = phones[0].locator(".headline")
    phones[0].evaluate("() => scrollTo(0, 0)")
    before = headline.bounding_box()
    continue_as(new, where, "Cid")
    expect(new.get_by_text("Waiting for the host")).to_be_visible()
    expect(new.get_by_text("Your seat")).to_have_count(0)
    asked = phones[0].locator(".request", has_text="wants to continue as Cid")
    expect(asked.get_by_role("button", name="Allow")).to_be_in_viewport()
    assert headline.bounding_box() == before, "the host was about to tap something"
    expect(phones[1].locator(".request")).to_have_count(0)
    tap(asked.get_by_role("button", name="Allow"))
    expect(new.locator(".seats .seat", has_text="Cid")).to_contain_text("you")
    phones[2] = new
    go(new, "Play")
    play_on(phones, 6)
    late = new_phone()
    late.goto(where)
    expect(late.get_by_text("All seats are taken.")).to_be_visible()
    expect(late.get_by_label("Name")).to_have_count(0)
    go(phones[0], "History")
    expect(phones[0].locator(".history")).to_contain_text("continues as Cid")


def test_the_old_phone_shows_a_code_and_then_watches(
    games_server: Site, new_phone: NewPhone
) -> None:
    """Ben scans the code of his old phone: the new one plays, the old one goes back to the table by
    itself and only watches, and the code is worthless afterwards."""
    where, (_, ben) = seated(new_phone, games_server, 2)
    seat_menu(ben, "Ben")
    tap(ben.get_by_role("link", name="Continue on another phone"))
    expect(ben.get_by_role("img", name="QR code to continue as Ben")).to_be_visible()
    link = ben.get_by_role("link", name="Link to continue as Ben").get_attribute("href") or ""
    new, other = new_phone(), new_phone()
    new.goto(link)
    tap(new.get_by_role("button", name="Continue as Ben"))
    expect(new.locator(".seats .seat", has_text="Ben")).to_contain_text("you")
    expect(ben.get_by_text("Ben’s seat is not on this phone any more.")).to_be_visible()
    expect(ben.get_by_text("Your seat")).to_have_count(0)
    other.goto(link)
    expect(other.get_by_role("alert")).to_contain_text("used already")
    other.goto(where)
    expect(other.locator(".seats .seat", has_text="you")).to_have_count(0)


def test_the_same_seat_on_two_phones(games_server: Site, new_phone: NewPhone) -> None:
    """An old phone without a connection tries to roll when it is back: it is refused, says why, and
    changes nothing."""
    where, (ann, ben) = seated(new_phone, games_server, 2)
    go(ben, "Dice")
    ben.context.set_offline(True)
    new = new_phone()
    continue_as(new, where, "Ben")
    tap(ann.get_by_role("button", name="Allow"))
    expect(new.locator(".seats .seat", has_text="Ben")).to_contain_text("you")
    go(new, "Dice")
    ben.get_by_role("button", name="Roll").first.tap()
    ben.context.set_offline(False)
    expect(ben.locator(".fault[role=alert]")).to_contain_text("that seat belongs to another phone")
    expect(new.locator(".die")).to_have_count(0)
    tap(new.get_by_role("button", name="Roll").first)
    expect(new.locator(".die").first).to_be_visible()


def test_rename_recolour_reorder_leave_and_remove(games_server: Site, new_phone: NewPhone) -> None:
    """The seat menu by touch: every change reaches the other phones at once."""
    _, (ann, ben, cid) = seated(new_phone, games_server, 3)
    seat_menu(ben, "Ben")
    ben.get_by_label("Name").first.fill("Benno")
    tap(ben.get_by_role("button", name="Rename"))
    expect(ann.locator(".around")).to_contain_text("Benno")
    free = ben.locator(".seat-menu .swatch").last
    colour = free.locator("input").get_attribute("value")
    free.click()
    tap(ben.get_by_role("button", name="Change colour"))
    expect(ann.locator(f".seats .seat.{colour}")).to_contain_text("Benno")
    tap(ben.get_by_role("button", name="Move up"))
    expect(ann.locator(".around > li").first).to_contain_text("Benno")
    expect(ann.get_by_text("The order of the seats is the turn order.")).to_be_visible()
    tap(ben.get_by_role("button", name="Leave the table"))
    expect(ann.locator(".around > li")).to_have_count(2)
    seat_menu(ann, "Cid")
    tap(ann.get_by_role("button", name="Remove Cid"))
    expect(cid.locator(".around > li")).to_have_count(1)
    expect(cid.get_by_role("button", name="Take a seat")).to_be_visible()


def test_an_empty_seat_is_taken_over_by_a_latecomer(
    games_server: Site, new_phone: NewPhone
) -> None:
    """Ben leaves a running game; a latecomer who sits down watches, and one who takes the empty
    seat plays on as Ben."""
    where, (ann, ben) = seated(new_phone, games_server, 2)
    set_up(ann)
    begin(ann)
    ben.goto(where)
    seat_menu(ben, "Ben")
    tap(ben.get_by_role("button", name="Leave the table"))
    late = new_phone()
    sit(late, where, "Dot")
    expect(late.locator(".seats .seat", has_text="Dot")).to_contain_text("watches")
    go(late, "Play")
    expect(late.get_by_text("You are watching.")).to_be_visible()
    go(late, "Score")
    expect(late.locator(".people .seat", has_text="Dot")).to_have_count(0)
    continue_as(late, where, "Ben")
    tap(ann.get_by_role("button", name="Allow"))
    expect(late.locator(".seats .seat", has_text="Ben")).to_contain_text("you")


def test_the_start_page_continues(games_server: Site, new_phone: NewPhone) -> None:
    """A phone that comes back to the start page goes on with one tap; a wrong code stays in its
    field, and the rules lead back to the table."""
    where, (ann,) = seated(new_phone, games_server, 1)
    code = where.rsplit("/", 1)[-1]
    ann.goto(games_server)
    field = ann.get_by_label("Join a table")
    field.fill("bcd fgz")
    tap(ann.get_by_role("button", name="Join"))
    expect(ann.get_by_role("alert")).to_contain_text("There is no table BCDFGZ")
    expect(field).to_have_value("bcd fgz")
    tap(ann.get_by_role("link", name=f"Continue: {RIVER} · {code}"))
    ann.wait_for_url(re.compile(f"/t/{code}"))
    with ann.context.expect_page() as opened:
        tap(ann.get_by_role("link", name="Rules and cards"))
    rules = opened.value
    tap(rules.get_by_role("link", name=code))
    rules.wait_for_url(re.compile(f"/t/{code}"))


def test_axe_and_narrow_screens_of_seats(games_server: Site, new_phone: NewPhone) -> None:
    """Menus, requests and codes, as those who wait or come too late see them, are accessible in
    both themes and fit 320 pixels."""
    where, (ann, ben) = seated(new_phone, games_server, 2)
    new = new_phone()
    for phone in (ann, ben, new):
        phone.emulate_media(color_scheme="light", reduced_motion="reduce")
    continue_as(new, where, "Ben")
    expect(new.get_by_text("Waiting for the host")).to_be_visible()
    for name in ("Ann", "Ben"):
        seat_menu(ann, name)
    check(ann)
    check(new)
    seat_menu(ben, "Ben")
    tap(ben.get_by_role("link", name="Continue on another phone"))
    link = ben.get_by_role("link", name="Link to continue as Ben").get_attribute("href") or ""
    check(ben)
    new.goto(link)
    check(new)
    tap(new.get_by_role("button", name="Continue as Ben"))
    ben.goto(link)
    check(ben)
    ann.goto(games_server)
    check(ann)
    ann.get_by_label("Join a table").fill("nothing")
    tap(ann.get_by_role("button", name="Join"))
    expect(ann.get_by_role("alert")).to_be_visible()
    check(ann)


def check(phone: Page) -> None:
    for width in (390, 320):
        phone.set_viewport_size({"width": width, "height": 844})
        wide = phone.evaluate("document.documentElement.scrollWidth")
        assert wide <= width, (phone.url, width, wide)
    phone.set_viewport_size({"width": 390, "height": 844})
    assert faults_in_both_themes(phone) == []
    phone.emulate_media(color_scheme="light")
