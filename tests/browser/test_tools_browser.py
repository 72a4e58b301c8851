"""Dice, decks and pictures under a finger, in a real browser with a real server."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.conftest import NewPhone
from tests.browser.playing import go, open_table, press, sit, tap, wait_until


def at_tools(server: str, phone: Page, *names: str) -> str:
    where = open_table(phone, server, "Harbour")
    sit(phone, where, *names)
    go(phone, "Dice")
    return where


def button(within: Page | Locator, name: str) -> Locator:
    return within.get_by_role("button", name=name, exact=True).first


def test_a_deck_is_played_by_touch(server: str, new_phone: NewPhone) -> None:
    """Drawing, playing, putting back, peeking, dealing and shuffling take one tap each and show the
    printed cards."""
    phone = new_phone()
    at_tools(server, phone, "Ann", "Ben")
    deck = phone.locator("article.deck").filter(has_text="Goods").first
    hand, left = deck.locator(".hand li"), deck.locator("summary").first
    tap(left)
    press(phone, button(deck, "Shuffle"))
    for count in (1, 2, 3):
        press(phone, button(deck, "Draw"))
        expect(hand).to_have_count(count)
    for card in hand.locator("img").all():
        card.scroll_into_view_if_needed()
        expect(card).to_have_js_property("complete", True)
        assert card.evaluate("picture => picture.naturalWidth") > 0
    expect(left).to_contain_text("10 left")

    top = hand.nth(1).locator("img").get_attribute("alt")
    press(phone, hand.nth(1).get_by_role("button", name="Top"))
    expect(hand).to_have_count(2)
    tap(deck.get_by_text("Deal, peek"))
    press(phone, button(deck, "Peek at the top"))
    assert hand.last.locator("img").get_attribute("alt") == top
    expect(deck.get_by_text("You saw:")).to_be_visible()

    press(phone, hand.first.get_by_role("button", name="Bottom"))
    played = hand.first.locator("img").get_attribute("alt")
    press(phone, hand.first.get_by_role("button", name="Play"))
    expect(deck.locator(".piles img").last).to_have_attribute("alt", played or "")
    expect(left).to_contain_text("12 left, 1 discarded")
    press(phone, button(deck, "Shuffle"))
    expect(left).to_contain_text("13 left")
    expect(button(deck, "Deal")).to_be_visible()  # what was opened has stayed open
    press(phone, button(deck, "Deal"))
    expect(left).to_contain_text("11 left")
    expect(deck).to_contain_text("Ann 1, Ben 1")
    press(phone, button(deck, "Peek at the bottom"))
    lowest = hand.last.locator("img").get_attribute("alt")
    press(phone, button(deck, "Draw from the bottom"))
    expect(left).to_contain_text("10 left")
    expect(hand.last.locator("img")).to_have_attribute("alt", lowest or "")


def test_kept_dice_outlive_the_news_of_others(server: str, new_phone: NewPhone) -> None:
    """A die kept by a tap stays kept when others act."""
    ann, ben = new_phone(), new_phone()
    where = at_tools(server, ann, "Ann")
    sit(ben, where, "Ben")
    press(ann, button(ann, "Roll"))
    kept = ann.locator(".die").first
    face = kept.locator("span").inner_text()
    tap(kept)
    go(ben, "Dice")
    press(ben, button(ben, "1 min"))
    expect(ann.locator(".timer[data-until]")).to_be_visible()
    expect(kept.locator("input")).to_be_checked()
    for _ in range(3):
        press(ann, button(ann, "Re-roll the others"))
        expect(ann.locator(".die span").first).to_have_text(face)
        tap(kept)
    press(ann, button(ann, "Flip a coin"))
    expect(ann.locator(".die")).to_have_count(1)
    tap(ann.get_by_text("Rolls so far"))
    expect(ann.locator(".roll-log li")).to_have_count(5)


def test_pictures_that_come_late_move_nothing(games_server: str, new_phone: NewPhone) -> None:
    """A score sheet does not move while its pictures load."""
    phone = new_phone()
    where = open_table(phone, games_server, "Dragon Boats of the Four Seas")
    sit(phone, where, "Ann")
    held: list[Route] = []
    phone.route("**/*.avif", lambda route: held.append(route))
    phone.goto(f"{where}/score", wait_until="commit")
    expect(phone.locator("html.scripted .save")).to_be_visible()
    phone.locator(".field .icon").first.scroll_into_view_if_needed()
    boxes = """boxes => boxes.map(box => box.getBoundingClientRect())
        .flatMap(box => [box.left, box.top + scrollY])"""
    fields = phone.locator(".field.flag, .field.flag .item span, .save")
    before = fields.evaluate_all(boxes)
    assert len(before) > 60
    phone.unroute("**/*.avif")
    for route in held:
        route.continue_()
    last = phone.locator(".field .icon").last
    last.scroll_into_view_if_needed()
    shown = "picture => picture.complete && picture.naturalWidth"
    wait_until(phone, shown, last.element_handle())
    moved = zip(before, fields.evaluate_all(boxes), strict=True)
    # A picture has whole pixels, and so not quite the face's own proportions.
    assert [both for both in moved if abs(both[1] - both[0]) >= 1] == []


def test_four_seats_of_one_phone_are_all_in_sight(server: str, new_phone: NewPhone) -> None:
    """All seats of a shared phone are visible without scrolling."""
    phone = new_phone()
    phone.set_viewport_size({"width": 320, "height": 640})
    at_tools(server, phone, "Annabella", "Benjamin", "Cordelia", "Dorothea")
    for name in ("Annabella", "Benjamin", "Cordelia", "Dorothea"):
        seat = phone.get_by_role("navigation", name="Your seats").get_by_role("link", name=name)
        box = seat.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 320
