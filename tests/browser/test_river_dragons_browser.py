"""River Dragons on phones: two secret plans, one river, by touch alone."""

from __future__ import annotations

import json
import re

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPhone
from tests.browser.playing import begin, go, open_table, press, revision, set_up, sit, tap
from tests.games.rules.river_dragons_racers import race

TITLE = "River Dragons"
PLAN = ("One stone", "Two stones", "One plank", "One step", "Take away")
HIDDEN = re.compile(r"action-cards/(\w+-[\w-]+)")


def plan(phone: Page, *cards: str) -> None:
    for card in cards:
        tap(phone.locator(".cards button", has=phone.get_by_alt_text(card, exact=True)))
    press(phone, phone.locator(".pick button.big"))


def cards_in(phone: Page) -> set[str]:
    """Every action card that the page names, seen or unseen."""
    return set(HIDDEN.findall(phone.content()))


def move(phone: Page) -> list[str]:
    """One whole move: places on the board, the first that are offered. Gives their names."""
    before, names = revision(phone), []
    while revision(phone) == before:
        place = phone.locator("a.tap").first
        names.append(place.get_attribute("aria-label") or "")
        press(phone, place.locator(".ring"))
    return names


def start(ann: Page, ben: Page, server: str) -> str:
    where = open_table(ann, server, TITLE)
    sit(ann, where, "Ann")
    sit(ben, where, "Ben")
    set_up(ann)
    return where


def meet(*phones: Page) -> None:
    """Waits until all phones show what the newest of them knows."""
    newest = max(revision(phone) for phone in phones)
    for phone in phones:
        expect(phone.locator(f'#live[data-revision="{newest}"]')).to_be_attached()


def test_a_round_and_its_end_by_touch(games_server: str, new_phone: NewPhone) -> None:
    """This test ensures that two phones plan in secret, carry out a whole round on the board,
    and enter a winner with the reason, by touch alone."""
    ann, ben = new_phone(), new_phone()
    start(ann, ben, games_server)
    expect(ann.locator(".board .mark")).to_have_count(2)
    begin(ann)
    press(ann, ann.get_by_role("button", name="Youngest: Ann"))
    go(ben, "Play")
    plan(ann, *PLAN)
    expect(ann.locator(".headline")).to_have_text("You are ready. Others are planning.")
    own = cards_in(ann)
    meet(ann, ben)
    assert own
    assert not own & cards_in(ben)
    plan(ben, *PLAN)
    meet(ann, ben)
    # The first card of each is face up now; the other four are nobody else's business.
    house = min(own).split("-")[0]
    assert {card for card in cards_in(ben) if card.startswith(house)} == {f"{house}-stone-1"}
    movers, laid = set(), []
    while not ann.locator(".headline", has_text="Round 2").count():
        phone, name = (ann, "Ann") if ann.locator("a.tap").count() else (ben, "Ben")
        laid.append(move(phone))
        movers.add(name)
        meet(ann, ben)
    assert movers == {"Ann", "Ben"}
    assert any(len(names) == 3 for names in laid), "a plank takes two ends and itself"
    expect(ben.locator(".headline")).to_have_text("Round 2: plan five cards")
    go(ann, "Score")
    press(ann, ann.locator(".chips .seat", has_text="Ben"))
    expect(ann.locator('input[name="for"]')).to_have_value("s2-2")
    tap(ann.get_by_label("Won the race"))
    press(ann, ann.get_by_role("button", name="Keep"))
    first = ann.locator(".ranking li").first
    expect(first).to_contain_text("Ben")
    expect(first).to_contain_text("reached the goal first")
    expect(ann.locator(".ranking li")).to_have_count(2)


def test_the_last_step_wins_by_touch(games_server: str, new_phone: NewPhone) -> None:
    """This test ensures that whoever taps their goal has won at once, that both phones say so,
    and that the score is filled in with the reason."""
    ann, ben = new_phone(), new_phone()
    where = start(ann, ben, games_server)
    begin(ann)
    played = race(2, {}, 0)
    undone = played.table.undone
    *before, last = (e for e in played.story.log if e.kind == "play" and e.number not in undone)
    phones = {seat.id: phone for seat, phone in zip(played.table.seats, (ann, ben), strict=True)}
    for event in before:
        form = {"id": f"played-{event.number}", "kind": "play", "page": "play", "seat": event.seat}
        form["move"] = json.dumps(event.data["move"])
        phones[event.seat].request.post(where, form=form, headers={"Origin": games_server})
    winner = phones[last.seat]
    for phone in (ann, ben):
        phone.goto(f"{where}/play")
    goal = winner.locator("a.tap[aria-label$='Your goal']")
    expect(goal).to_have_count(1)
    press(winner, goal.locator(".ring"))
    name = played.table.seat(last.seat).name
    for phone in (ann, ben):
        expect(phone.locator(".headline")).to_have_text(f"{name} wins the race")
        expect(phone.locator("a.tap")).to_have_count(0)
    tap(winner.get_by_role("link", name="See the score"))
    first = winner.locator(".ranking li").first
    expect(first).to_contain_text(name)
    expect(first).to_contain_text("reached the goal first")


def test_planning_forgives(games_server: str, new_phone: NewPhone) -> None:
    """This test ensures that a card tapped again leaves the row, that a second dragon takes the
    place of the first, that four cards are not enough, and that a plan can be changed."""
    ann, ben, eve = new_phone(), new_phone(), new_phone()
    where = start(ann, ben, games_server)
    sit(eve, where, "Eve")
    set_up(ann)
    begin(ann)
    press(ann, ann.get_by_role("button", name="Youngest: Ben"))
    dragons = ann.locator(".cards button", has=ann.get_by_alt_text(re.compile("dragon$")))
    ready, row = ann.locator(".pick button.big"), ann.locator(".card[aria-pressed=true]")
    for card in PLAN[:3]:
        tap(ann.locator(".cards button", has=ann.get_by_alt_text(card, exact=True)))
    tap(dragons.nth(0))
    expect(row).to_have_count(4)
    expect(ready).to_be_disabled()
    tap(dragons.nth(1))
    expect(row).to_have_count(4)
    expect(dragons.nth(1)).to_have_text("4")
    expect(dragons.nth(0)).to_have_text("")
    tap(ann.locator(".card", has=ann.get_by_alt_text("One stone", exact=True)))
    expect(row).to_have_count(3)
    expect(dragons.nth(1)).to_have_text("3")
    plan(ann, "Jump", "One step")
    expect(ann.locator(".panel.own img")).to_have_count(5)
    tap(ann.get_by_text("Change your plan").first)
    plan(ann, *PLAN)
    expect(ann.locator(".told")).to_contain_text("Ann has changed the plan.")


def test_a_finger_beside_a_ring_means_the_nearest(games_server: str, new_phone: NewPhone) -> None:
    """This test ensures that a stone can be set though the finger misses its island's ring, and
    that a tap far from all rings does nothing."""
    ann, ben = new_phone(), new_phone()
    start(ann, ben, games_server)
    begin(ann)
    press(ann, ann.get_by_role("button", name="Youngest: Ann"))
    plan(ann, *PLAN)
    go(ben, "Play")
    plan(ben, *PLAN)
    meet(ann, ben)
    ring = ann.get_by_role("link", name="Island in front of Red").locator(".ring")
    ring.scroll_into_view_if_needed()
    box, before = ring.bounding_box(), revision(ann)
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    ann.touchscreen.tap(x - 32, y)
    ann.touchscreen.tap(x - 17, y)
    expect(ann.locator(".told")).to_contain_text("Ann sets a stone in front of Red.")
    assert revision(ann) == before + 1


def test_axe_and_narrow_screens(games_server: str, new_phone: NewPhone) -> None:
    """This test ensures that setup, planning, building and score are accessible and fit 320
    pixels without scrolling sideways."""
    ann, ben = new_phone(), new_phone()
    ann.emulate_media(reduced_motion="reduce")
    where = start(ann, ben, games_server)
    check(ann, f"{games_server}/games/river-dragons/setup?players=6")
    check(ann, f"{where}/setup")
    check(ann, f"{where}/score")
    begin(ann)
    press(ann, ann.get_by_role("button", name="Youngest: Ann"))
    check(ann, f"{where}/play")
    plan(ann, *PLAN)
    go(ben, "Play")
    plan(ben, *PLAN)
    check(ann, f"{where}/play")


def check(phone: Page, address: str) -> None:
    phone.goto(address)
    for width in (320, 390):
        phone.set_viewport_size({"width": width, "height": 844})
        assert phone.evaluate("document.documentElement.scrollWidth") <= width, address
    found = Axe().run(phone)
    assert found.violations_count == 0, address + found.generate_report()


def test_a_passed_phone_shows_no_plan(games_server: str, new_phone: NewPhone) -> None:
    """This test ensures that on a phone which two players share a plan is seen only by whoever
    opens it, and is hidden again when the phone is passed on."""
    ann = new_phone()
    where = open_table(ann, games_server, TITLE)
    sit(ann, where, "Ann", "Ben")
    set_up(ann)
    begin(ann)
    press(ann, ann.get_by_role("button", name="Youngest: Ann"))
    cards = ann.locator(".panel.own img")
    press(ann, ann.get_by_role("navigation", name="Your seats").get_by_role("link", name="Ann"))
    plan(ann, *PLAN)
    expect(cards.first).to_be_hidden()
    tap(ann.locator(".curtain summary"))
    expect(cards.first).to_be_visible()
    press(ann, ann.get_by_role("link", name="Pass the phone to Ben"))
    plan(ann, *PLAN)
    press(ann, ann.get_by_role("link", name="Pass the phone to Ann"))
    expect(cards).to_have_count(0)
    press(ann, ann.get_by_role("link", name="I am Ann"))
    expect(cards).to_have_count(len(PLAN) - 1)
    expect(cards.first).to_be_hidden()
