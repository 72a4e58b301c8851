"""Sailing Port Flower on a phone: set up, sailed for a round and ranked by touch, in a browser."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.accessibility import faults
from tests.browser.conftest import NewPhone
from tests.browser.playing import begin, go, open_table, press, revision, set_up, sit, tap

TITLE = "Sailing Port Flower"
NAMES = ("Ann", "Ben", "Cid")
MAX_TAPS = 60
MAX_TAPS_OF_A_MOVE = 4
DIVIDED = re.compile("^Dice: boat ")


def whose_turn(phone: Page) -> str:
    return phone.locator(".turns .seat").first.inner_text().split()[0]


def tap_on(phone: Page) -> None:
    """One tap towards a move, on the board or on a button; it makes the move or asks for what is
    still open, on a new page."""
    words = phone.locator("ul.taps:not(details ul) button, ul.taps:not(details ul) a")
    places = phone.locator("a.tap")
    phone.locator("#live").evaluate("live => { live.dataset.seen = 'yes'; }")
    if places.count():
        places.first.locator(".halo").tap(force=True)
    else:
        tap(words.first)
    expect(phone.locator("#live[data-seen]")).to_have_count(0)


def sail_round(phone: Page) -> None:
    """Play until everybody has sailed once and the first player is to roll again."""
    sailed: list[str] = []
    for _ in range(MAX_TAPS):
        who = whose_turn(phone)
        headline = phone.locator(".headline").inner_text()
        rolls = headline in ("Your turn: roll the dice", f"{who} rolls the dice")
        if rolls and len(sailed) == len(NAMES):
            return
        if rolls:
            assert who not in sailed
            sailed.append(who)
        pass_on = phone.get_by_role("link", name=f"Pass the phone to {who}")
        if pass_on.count():
            press(phone, pass_on)
        tap_on(phone)
    raise AssertionError("a round took too many taps")


def check_page(page: Page) -> None:
    """Assert that the page is accessible and fits a narrow phone."""
    assert faults(page) == []
    page.set_viewport_size({"width": 320, "height": 700})
    assert page.evaluate("document.documentElement.scrollWidth") <= 320, page.url
    page.set_viewport_size({"width": 390, "height": 844})


def write_sheet(phone: Page, name: str, buoys: int) -> None:
    """Tap a player's buoys; the sheet saves itself."""
    tap(phone.get_by_role("navigation", name="Player").get_by_role("link", name=name))
    expect(phone.locator(".chip.seat[aria-current]")).to_have_text(name)
    before = revision(phone)
    field = phone.get_by_label("Buoys reached")
    more = phone.locator(".stepper button", has_text="+")
    for _ in range(buoys - int(field.input_value() or 0)):
        tap(more)
    expect(phone.locator("#live")).not_to_have_attribute("data-revision", str(before))


def test_a_race_by_touch(games_server: str, new_phone: NewPhone) -> None:
    """Three players sharing a phone set up, sail a whole round and are ranked with reasons, by
    touch alone, on accessible pages."""
    phone = new_phone()
    sit(phone, open_table(phone, games_server, TITLE), *NAMES)
    set_up(phone)
    expect(phone.locator(".board image")).not_to_have_count(0)
    check_page(phone)
    begin(phone)
    sail_round(phone)
    check_page(phone)
    go(phone, "Score")
    write_sheet(phone, "Ben", 5)
    tap(phone.get_by_label("First home with all five buoys"))
    expect(phone.locator(".ranking li").first).to_contain_text("first home with all five buoys")
    write_sheet(phone, "Cid", 3)
    ranking = phone.locator(".ranking li")
    expect(ranking.nth(0)).to_contain_text("Ben")
    expect(ranking.nth(1)).to_contain_text("3 of 5 buoys reached")
    expect(phone.get_by_text("3 of 5 coins flipped")).to_be_visible()
    check_page(phone)


def test_a_turn_is_a_few_taps_on_the_board(games_server: str, new_phone: NewPhone) -> None:
    """Every phone shows a roll and its options, only the player whose turn it is gets rings, and
    rings alone sail the boat and move a shark, after which everybody sees which dice that took."""
    acting, other = first_roll(games_server, new_phone(), new_phone())
    expect(acting.locator(".headline")).to_have_text("Your turn: move your boat")
    expect(other.locator(".headline")).to_have_text(re.compile(r"^\w+ moves the boat$"))
    rolled = re.sub(r"\s+", " ", acting.locator(".rolled").inner_text())
    assert re.fullmatch(r"\d ↑ N \d ↓ S \d ← W \d → E", rolled)
    assert re.sub(r"\s+", " ", other.locator(".rolled").inner_text()) == rolled
    expect(other.locator("a.tap")).to_have_count(0)
    expect(other.get_by_text("It is not your turn.")).to_be_visible()
    expect(other.get_by_text(re.compile(r"^\d+ ways to divide the dice$"))).to_be_visible()
    for _ in range(MAX_TAPS_OF_A_MOVE):
        # Mostly a ring is a move; where both sharks can go, which of them is one more tap.
        if acting.get_by_text(DIVIDED).count():
            break
        tap_on(acting)
    expect(other.get_by_text(DIVIDED).first).to_be_visible()


def test_dice_can_be_divided_first(games_server: str, new_phone: NewPhone) -> None:
    """A player can divide the dice first: after picking the boat's share from a list, the board
    shows where it leads, and the history names that share."""
    ann, ben = new_phone(), new_phone()
    first = re.compile("^Divide the dice first$")
    for _ in range(MAX_TAPS):
        acting, _ = first_roll(games_server, ann, ben)
        if acting.get_by_role("link", name=first).count():
            break
    press(acting, acting.get_by_role("link", name=first))
    share = acting.locator("ul.taps:not(details ul) a").last
    words = share.locator("span").inner_text()
    press(acting, share)
    expect(acting.locator(".chosen-steps")).to_contain_text(words)
    expect(acting.locator("a.tap .halo").first).to_be_in_viewport()
    while not acting.get_by_text(DIVIDED).count():
        tap_on(acting)
    shown = acting.get_by_text(DIVIDED).first.inner_text()
    boat = re.escape(words.removeprefix("Boat: "))
    assert re.match(f"Dice: boat {boat}(,| and) shark ", shown)


def first_roll(server: str, ann: Page, ben: Page) -> tuple[Page, Page]:
    """Two players at a new table who roll until one may sail: that one, and the other."""
    where = open_table(ann, server, TITLE)
    sit(ann, where, "Ann")
    sit(ben, where, "Ben")
    begin(ann)
    go(ben, "Play")
    phones = {"Ann": ann, "Ben": ben}
    for _ in phones:
        choose_suit(phones)
    return roll_until_somebody_sails(phones)


def choose_suit(phones: dict[str, Page]) -> None:
    """The player to choose takes the first remaining suit."""
    ann = phones["Ann"]
    before, who = revision(ann), whose_turn(ann)
    expect(phones[who].locator(".headline")).to_have_text("Your turn: choose a suit")
    tap(phones[who].locator("ul.taps:not(details ul) button").first)
    for phone in phones.values():
        expect(phone.locator("#live")).not_to_have_attribute("data-revision", str(before))


def roll_until_somebody_sails(phones: dict[str, Page]) -> tuple[Page, Page]:
    """The player who may sail, and the other. A roll without a move passes the turn."""
    ann = phones["Ann"]
    for _ in range(MAX_TAPS):
        who = whose_turn(ann)
        acting = phones[who]
        other = next(phone for name, phone in phones.items() if name != who)
        expect(acting.get_by_role("button", name="Roll the dice")).to_be_visible()
        before = revision(ann)
        tap(acting.get_by_role("button", name="Roll the dice"))
        for phone in phones.values():
            expect(phone.locator("#live")).not_to_have_attribute("data-revision", str(before))
        if acting.locator(".headline").inner_text() == "Your turn: move your boat":
            return acting, other
    raise AssertionError("nobody could ever sail")
