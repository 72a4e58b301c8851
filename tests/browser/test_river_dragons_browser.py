"""River Dragons on phones: two secret plans, one river, by touch alone."""

from __future__ import annotations

import json
import re

from playwright.sync_api import CDPSession, Locator, Page, expect

from companion.table.game_rules import referee_of
from tests.browser.accessibility import faults
from tests.browser.conftest import NewPhone
from tests.browser.playing import (
    begin,
    go,
    open_table,
    press,
    revision,
    set_free,
    set_up,
    sit,
    tap,
)
from tests.browser.site import Site
from tests.games.rules.river_dragons_racers import race

TITLE, SLUG = "River Dragons", "river-dragons"
PLAN = ("One stone", "Two stones", "One plank", "One step", "Take away")
PLANNED = ("-stone-1", "-stone-2", "-plank-1", "-move-1", "-remove")
"""The cards of this plan, in the same order."""
HIDDEN = re.compile(r"action-cards/(\w+-[\w-]+)")


def plan(phone: Page, *cards: str) -> None:
    for card in cards:
        tap(phone.locator(".cards button", has=phone.get_by_alt_text(card, exact=True)))
    press(phone, phone.locator(".pick button.big"))


def cards_in(phone: Page) -> set[str]:
    """Every action card named in the page, visible or not."""
    return set(HIDDEN.findall(phone.content()))


def move(phone: Page) -> list[str]:
    """Make one whole move with the first offered places; return their names."""
    before, names = revision(phone), []
    while revision(phone) == before:
        place = phone.locator("a.tap").first
        names.append(place.get_attribute("aria-label") or "")
        if phone.locator("form.free").count():
            set_free(phone, place.locator(".ring"))
        else:
            press(phone, place.locator(".ring"))
    return names


def start(ann: Page, ben: Page, server: str) -> str:
    where = open_table(ann, server, TITLE)
    sit(ann, where, "Ann")
    sit(ben, where, "Ben")
    set_up(ann)
    return where


def meet(*phones: Page) -> None:
    """Wait until all phones show the newest revision."""
    newest = max(revision(phone) for phone in phones)
    for phone in phones:
        expect(phone.locator(f'#live[data-revision="{newest}"]')).to_be_attached()


def test_a_round_and_its_end_by_touch(games_server: Site, new_phone: NewPhone) -> None:
    """Two phones plan in secret, carry out a whole round on the board, and enter a winner with the
    reason, by touch alone."""
    ann, ben = new_phone(), new_phone()
    start(ann, ben, games_server)
    expect(ann.locator('.board a.piece[href*="pawns/"]')).to_have_count(2)
    begin(ann)
    press(ann, ann.get_by_role("button", name="Ann", exact=True))
    go(ben, "Play")
    plan(ann, *PLAN)
    expect(ann.locator(".headline")).to_have_text("You’re ready. Waiting for Ben")
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
    expect(ben.locator(".headline")).to_have_text("Your turn: plan your five cards for round 2")
    go(ann, "Score")
    press(ann, ann.locator(".chips .seat", has_text="Ben"))
    expect(ann.locator('input[name="for"]')).to_have_value("s2-2")
    tap(ann.get_by_label("Won the race"))
    press(ann, ann.get_by_role("button", name="Save"))
    first = ann.locator(".ranking li").first
    expect(first).to_contain_text("Ben")
    expect(first).to_contain_text("reached the goal first")
    expect(ann.locator(".ranking li")).to_have_count(2)


def test_the_last_step_wins_by_touch(games_server: Site, new_phone: NewPhone) -> None:
    """Tapping the goal wins at once, both phones say so, and the score is filled in with the
    reason."""
    ann, ben = new_phone(), new_phone()
    where = start(ann, ben, games_server)
    begin(ann)
    played = race(2, {}, 8)  # its last move is a single step
    undone = played.table.undone
    *before, last = (e for e in played.history.log if e.kind == "play" and e.number not in undone)
    phones = {seat.id: phone for seat, phone in zip(played.table.seats, (ann, ben), strict=True)}
    for phone in (ann, ben):
        phone.goto("about:blank")  # it would show every move
    for event in before:
        assert event.seat is not None
        phones[event.seat].request.post(
            where,
            form={
                "id": f"played-{event.number}",
                "kind": "play",
                "page": "play",
                "seat": event.seat,
                "move": json.dumps(event.data["move"]),
            },
            headers={"Origin": games_server},
            max_redirects=0,
        )
    assert last.seat is not None
    winner = phones[last.seat]
    for phone in (ann, ben):
        phone.goto(f"{where}/play")
    goal = winner.locator("a.tap[aria-label$='Your goal']")
    expect(goal).to_have_count(1)
    press(winner, goal.locator(".ring"))
    seat = played.table.seat(last.seat)
    assert seat is not None
    name = seat.name
    for phone in (ann, ben):
        won = "You win the race!" if phone is winner else f"{name} wins the race"
        expect(phone.locator(".headline")).to_have_text(won)
        expect(phone.locator("a.tap")).to_have_count(0)
    tap(winner.get_by_role("link", name="See the score"))
    first = winner.locator(".ranking li").first
    expect(first).to_contain_text(name)
    expect(first).to_contain_text("reached the goal first")


def test_planning_forgives(games_server: Site, new_phone: NewPhone) -> None:
    """Tapping a card again removes it, a second dragon replaces the first, four cards are not
    enough, and a plan can be changed."""
    ann, ben, eve = new_phone(), new_phone(), new_phone()
    where = start(ann, ben, games_server)
    sit(eve, where, "Eve")
    set_up(ann)
    begin(ann)
    press(ann, ann.get_by_role("button", name="Ben", exact=True))
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
    tap(ann.locator("summary", has_text="Change your plan"))
    plan(ann, *PLAN)
    expect(ann.locator(".recent-moves")).to_contain_text("Ann changed the plan")


def to_the_first_stone(ann: Page, ben: Page, server: Site, board: str = "islands") -> None:
    """Both have planned, and Ann has a stone to place."""
    names = ("Ann", "Ben")
    with server.preparing() as prepared:
        code = prepared.open(SLUG, names)
        prepared.act(code, "setup", None, {"players": 2, "options": {"board": board}})
        prepared.act(code, "begin")
        seats = prepared.table(code).seats
        prepared.act(code, "play", seats[0].id, {"move": {"do": "first", "who": seats[0].id}})
        for seat in seats:
            offered = referee_of(prepared.table(code)).offers(prepared.table(code).play, seat.id)
            cards = [name for name, _ in offered.picks[0].items if name.endswith(PLANNED)]
            prepared.act(code, "play", seat.id, {"move": {"do": "plan", "cards": cards}})
        for phone, name in zip((ann, ben), names, strict=True):
            prepared.enter(phone.context, server, name)
    for phone in (ann, ben):
        phone.goto(f"{server}/t/{code}/play")


def middle_of(what: Locator) -> tuple[float, float]:
    box = what.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(phone: Page, start: tuple[float, float], by: tuple[float, float]) -> CDPSession:
    """Put one finger down and move it in small steps without lifting it."""
    session = phone.context.new_cdp_session(phone)
    send(session, "touchStart", start)
    for part in range(1, 9):
        at = (start[0] + by[0] * part / 8, start[1] + by[1] * part / 8)
        send(session, "touchMove", at)
    return session


def send(session: CDPSession, kind: str, at: tuple[float, float] | None = None) -> None:
    points = [{"x": at[0], "y": at[1]}] if at else []
    session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def chosen_point(phone: Page) -> tuple[float, float]:
    chosen = json.loads(phone.locator("form.free input[name=move]").input_value())
    return chosen["x"], chosen["y"]


def last_stone(phone: Page) -> tuple[float, float]:
    """Where the last stone is drawn, in millimetres."""
    picture = phone.locator("#scene image[href*='/stones/']").last
    x, y, width, height = (
        float(picture.get_attribute(name) or 0) for name in ("x", "y", "width", "height")
    )
    return round(x + width / 2, 1), round(y + height / 2, 1)


def test_a_finger_beside_a_ring_means_the_nearest(games_server: Site, new_phone: NewPhone) -> None:
    """A tap beside a ring places the stone on its island."""
    ann, ben = new_phone(), new_phone()
    to_the_first_stone(ann, ben, games_server)
    ring = ann.get_by_role("link", name="Island in front of Red").locator(".ring")
    ring.scroll_into_view_if_needed()
    before, (x, y) = revision(ann), middle_of(ring)
    ann.touchscreen.tap(x - 17, y)
    press(ann, ann.locator("form.free button"))
    expect(ann.locator(".recent-moves")).to_contain_text("Ann places a stone in front of Red")
    assert revision(ann) == before + 1


def test_a_stone_is_dragged_under_a_magnifier(games_server: Site, new_phone: NewPhone) -> None:
    """A stone dragged within its island is magnified beside the finger, refused outside, and placed
    to a tenth of a millimetre."""
    ann, ben = new_phone(), new_phone()
    to_the_first_stone(ann, ben, games_server)
    form, button = ann.locator("form.free"), ann.locator("form.free button")
    ring = ann.get_by_role("link", name="Island in front of Red").locator(".ring")
    ring.scroll_into_view_if_needed()
    ring.tap(force=True)
    expect(button).to_be_enabled()
    middle = chosen_point(ann)
    piece = ann.locator(".board .piece .edge")
    start = middle_of(piece)
    finger_down = drag(ann, start, (60, 60))
    expect(ann.locator(".loupe.floating")).to_be_visible()
    loupe = ann.locator(".loupe.floating").bounding_box()
    finger = (start[0] + 60, start[1] + 60)
    assert loupe is not None
    assert not (
        loupe["x"] <= finger[0] <= loupe["x"] + loupe["width"]
        and loupe["y"] <= finger[1] <= loupe["y"] + loupe["height"]
    )
    expect(form.locator(".verdict")).to_have_text("the stone must lie completely on an island")
    expect(button).to_be_disabled()
    send(finger_down, "touchEnd")
    expect(ann.locator(".loupe.floating")).to_have_count(0)
    expect(button).to_be_disabled()
    ring.tap(force=True)
    expect(button).to_be_enabled()
    # In the magnifier below the board a finger moves the stone by tenths.
    at = middle_of(form.locator(".loupe"))
    send(drag(ann, at, (12, 0)), "touchEnd")
    x, y = chosen_point(ann)
    assert 0.5 < x - middle[0] < 4
    assert abs(y - middle[1]) < 0.2
    expect(form.locator(".verdict")).to_have_text("This spot is free.")
    press(ann, button)
    expect(ann.locator(".recent-moves")).to_contain_text("Ann places a stone in front of Red")
    meet(ann, ben)
    assert last_stone(ann) == last_stone(ben) == (x, y)


def test_a_stone_goes_anywhere_in_the_water(games_server: Site, new_phone: NewPhone) -> None:
    """In open water a tap places the stone, land is refused, and the list still works."""
    ann, ben = new_phone(), new_phone()
    to_the_first_stone(ann, ben, games_server, board="water")
    form, board = ann.locator("form.free"), ann.locator(".board > svg")
    board.scroll_into_view_if_needed()
    box = board.bounding_box()
    assert box is not None
    ann.touchscreen.tap(box["x"] + 0.28 * box["width"], box["y"] + 12)
    expect(form.locator(".verdict")).not_to_have_text("This spot is free.")
    ann.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + 0.3 * box["height"])
    expect(form.locator(".verdict")).to_have_text("This spot is free.")
    x, y = chosen_point(ann)
    press(ann, form.locator("button"))
    assert last_stone(ann) == (x, y)
    meet(ann, ben)
    tap(ben.locator("details.list:not([open]) summary"))
    for _ in range(2):  # the list stays open
        press(ben, ben.locator("details.list a").first)
    expect(ben.locator("#scene image[href*='/stones/']")).to_have_count(2)


def test_axe_and_narrow_screens(games_server: Site, new_phone: NewPhone) -> None:
    """Setup, planning, building and score are accessible and fit 320 pixels without scrolling
    sideways."""
    ann, ben = new_phone(), new_phone()
    ann.emulate_media(reduced_motion="reduce")
    where = start(ann, ben, games_server)
    check(ann, f"{games_server}/games/river-dragons/setup?players=6")
    check(ann, f"{where}/setup")
    check(ann, f"{where}/score")
    begin(ann)
    press(ann, ann.get_by_role("button", name="Ann", exact=True))
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
    assert faults(phone) == []


def test_a_passed_phone_shows_no_plan(games_server: Site, new_phone: NewPhone) -> None:
    """On a shared phone a plan is hidden until its player opens it, and again when the phone is
    passed on."""
    ann = new_phone()
    where = open_table(ann, games_server, TITLE)
    sit(ann, where, "Ann", "Ben")
    set_up(ann)
    begin(ann)
    press(ann, ann.get_by_role("button", name="Ann", exact=True))
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
