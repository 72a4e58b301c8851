"""Mines of the Sacred Dragon on phones: a mountain laid, dug and counted by touch."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, Literal

from playwright.sync_api import FloatRect, Locator, Page, expect

from tests.browser.accessibility import faults
from tests.browser.conftest import NewPhone
from tests.browser.playing import begin, go, open_table, press, revision, set_up, sit, tap

TITLE = "Mines of the Sacred Dragon"
MAX_ACTS = 24
EASY = 44
"""Pixels that a finger needs."""
RIM = 4
"""Pixels of a line around a circle that may be cut off."""
WIDE = 10
"""Tiles side by side: too many to be tapped where all of them are seen."""


def hand(phone: Page) -> set[str]:
    """The tiles in this phone's own panel, by the names of their pictures."""
    sources = phone.locator(".panel.own img").evaluate_all("all => all.map(one => one.src)")
    return {source.rsplit("/", 1)[1].split(".")[0] for source in sources}


def mountain(phone: Page) -> int:
    return phone.locator(".board svg image[href*='/tiles/']").count()


def whose_turn(phone: Page) -> str:
    return phone.locator(".turns .seat").first.inner_text().split()[0]


def lay_a_tile(phone: Page) -> None:
    """Choose a tile, a place, and its rotation where there is a choice."""
    before, tiles = revision(phone), mountain(phone)
    tap(phone.locator("ul.taps a.pictured").first)
    expect(phone.locator("a.tap, svg.tap-preview").first).to_be_visible()
    if phone.locator("a.tap").count():
        phone.locator("a.tap").first.tap()
        expect(
            phone.locator("svg.tap-preview").first.or_(
                phone.locator("#live:not(:has(.chosen-steps))")
            )
        ).to_be_visible()
    if phone.locator("svg.tap-preview").count():
        tap(phone.locator("ul.taps button").first)
    expect(phone.locator("#live")).not_to_have_attribute("data-revision", str(before))
    expect(phone.locator(".board svg image[href*='/tiles/']")).to_have_count(tiles + 1)


def act_once(phone: Page) -> None:
    """Lay a tile at the beginning of a turn, and dig or end the turn afterwards."""
    before = revision(phone)
    ends = phone.locator("ul.taps button", has_text=re.compile("mine|End your turn"))
    if ends.count():
        tap(ends.first)
    else:
        lay_a_tile(phone)
    expect(phone.locator("#live")).not_to_have_attribute("data-revision", str(before))


def check_page(page: Page) -> None:
    """Assert that the page is accessible and fits a narrow phone."""
    assert faults(page) == []
    page.set_viewport_size({"width": 320, "height": 700})
    assert page.evaluate("document.documentElement.scrollWidth") <= 320, page.url
    page.set_viewport_size({"width": 390, "height": 844})


def test_two_phones_dig_one_mountain(games_server: str, new_phone: NewPhone) -> None:
    """Two phones set up the game and play the opening and a whole round by touch alone; neither
    page has a tile of the other's hand, and all are accessible."""
    ann, ben = new_phone(), new_phone()
    where = open_table(ann, games_server, TITLE)
    sit(ann, where, "Ann")
    sit(ben, where, "Ben")
    set_up(ann)
    expect(ann.locator(".board svg image[href*='/score-board/']")).to_have_count(1)
    expect(ann.locator(".board svg image[href*='/tiles/']")).to_have_count(1)
    check_page(ann)
    begin(ann)
    press(ann, ann.get_by_role("button", name="Ben", exact=True))
    go(ben, "Play")
    phones = {"Ann": ann, "Ben": ben}
    turns: list[str] = []
    for _ in range(MAX_ACTS):
        who = whose_turn(ann)
        if not turns or turns[-1] != who:
            turns.append(who)
        if len(turns) > 2 * len(phones):
            break
        actor, other = phones[who], phones["Ben" if who == "Ann" else "Ann"]
        expect(actor.locator("ul.taps").first).to_be_visible()
        expect(other.get_by_text("It is not your turn.")).to_be_visible()
        secrets = hand(actor)
        assert secrets
        page_source = other.content()
        assert not [tile for tile in secrets if tile in page_source]
        act_once(actor)
        expect(other.locator("#live")).to_have_attribute("data-revision", str(revision(actor)))
    assert len(turns) > 2 * len(phones), "the opening and a round took too many acts"
    check_page(ann)
    go(ann, "History")
    expect(ann.get_by_text(re.compile("Ann lays tile")).first).to_be_visible()


def test_places_are_easy_to_hit_and_say_what_touches(
    games_server: str, new_phone: NewPhone
) -> None:
    """Cells for a tile are large enough for a finger at every zoom and name their sides, and the
    choice of rotation shows the tile."""
    phone = new_phone()
    where = open_table(phone, games_server, TITLE)
    sit(phone, where, "Ann")
    set_up(phone)
    begin(phone)
    tap(phone.locator("ul.taps a.pictured").first)
    cells = phone.locator("a.tap")
    expect(cells.first).to_be_visible()
    labels = cells.evaluate_all("all => all.map(one => one.getAttribute('aria-label'))")
    assert all(re.search(r" of tile\s\d+: touches 1 side$", label) for label in labels)
    assert len(set(labels)) == len(labels)
    widths = []
    for zoom in "123":
        tap(phone.locator(f"[data-zoom='{zoom}']"))
        expect(phone.locator(f".board.zoom-{zoom}")).to_be_visible()
        box = cells.first.bounding_box()
        assert box is not None
        widths.append(min(box["width"], box["height"]))
    assert widths[0] >= EASY
    assert widths == sorted(widths)
    tap(phone.locator("[data-zoom='1']"))
    # Every tile has every colour, and one of them twice or gray: some place asks how it lies.
    phone.locator("a.tap:not([data-move])").first.tap()
    ways = phone.locator("ul.taps button:has(svg.tap-preview)")
    expect(ways.nth(1)).to_be_visible()
    names = ways.locator("span").all_inner_texts()
    assert len(set(names)) == len(names)
    expect(phone.locator("circle.chosen")).to_have_count(1)


def lay_a_row(phone: Page, where: str, length: int) -> str:
    """Lay tiles to the right through the API. All tiles have all colours, so that each fits.
    Returns a tile of the hand that can lie in several ways at one place."""
    table = where.replace("/t/", "/api/v1/tables/")
    seat = phone.request.get(table).json()["seats"][0]["id"]
    laid = 0
    while True:
        moves = [c["move"] for c in phone.request.get(f"{table}/offers").json()["choices"]]
        if laid >= length and (tile := tile_that_asks(moves)):
            return tile
        move = max(
            moves, key=lambda one: (one["do"] == "finish", 2 * one.get("q", -99) + one.get("r", 0))
        )
        act = {
            "id": f"row-{laid}-{move['do']}",
            "kind": "play",
            "seat": seat,
            "data": {"move": move},
        }
        assert phone.request.post(f"{table}/acts", data=act).ok
        laid += move["do"] == "lay"


def tile_that_asks(moves: Iterable[Mapping[str, Any]]) -> str | None:
    """A tile that fits at one place in several ways."""
    lays = (move for move in moves if move["do"] == "lay")
    ways = Counter((move["tile"], move["q"], move["r"]) for move in lays)
    return next((tile for (tile, _, _), count in ways.items() if count > 1), None)


def test_a_large_mountain_opens_near_enough_for_a_finger(
    games_server: str, new_phone: NewPhone
) -> None:
    """The board of a wide mountain opens zoomed in on a place to tap, visible even on a small
    phone, and the choice of rotation needs no scrolling."""
    phone = new_phone()
    where = open_table(phone, games_server, TITLE)
    sit(phone, where, "Ann")
    set_up(phone)
    begin(phone)
    asking = lay_a_row(phone, where, WIDE)
    phone.set_viewport_size({"width": 320, "height": 480})
    phone.goto(f"{where}/play")
    expect(phone.locator(".board.zoom-1")).to_be_visible()
    tile = phone.locator("ul.taps a.pictured").last
    tile.evaluate("one => one.scrollIntoView()")
    assert box_of(phone.locator(".board"))["y"] < 0
    tap(tile)
    expect(phone.locator(".board.zoomed")).to_be_in_viewport()
    assert round(box_of(phone.locator(".board"))["y"]) >= 0
    phone.set_viewport_size({"width": 390, "height": 844})
    phone.goto(f"{where}/play")
    tap(phone.locator("ul.taps a.pictured", has=phone.locator(f"img[src*='/{asking}.']")))
    expect(phone.locator(".board.zoom-2")).to_be_visible()
    halos = phone.locator("a.tap .halo").evaluate_all(
        "all => all.map(one => one.getBoundingClientRect().width)"
    )
    assert min(halos) >= EASY
    board = box_of(phone.locator(".board"))
    seen = [cell for cell in phone.locator("a.tap").all() if is_within(box_of(cell), board)]
    assert seen
    asks = phone.locator("a.tap:not([data-move])").first
    asks.scroll_into_view_if_needed()
    asks.tap()
    way = phone.locator("ul.taps button:has(svg.tap-preview)").first
    expect(way).to_be_visible()
    expect(phone.locator(".board.zoomed[data-focus]")).to_be_visible()
    chosen = box_of(phone.locator("circle.chosen"))
    assert is_within(chosen, box_of(phone.locator(".board")))
    tabs = box_of(phone.get_by_role("navigation", name="Table"))
    phone.evaluate("scrollTo(0, 0)")
    picture = box_of(way.locator("svg.tap-preview"))
    assert picture["y"] + picture["height"] / 2 < tabs["y"]


def box_of(what: Locator) -> FloatRect:
    box = what.bounding_box()
    assert box is not None
    return box


def is_within(one: FloatRect, other: FloatRect) -> bool:
    across: tuple[Literal["x"], Literal["width"]] = ("x", "width")
    down: tuple[Literal["y"], Literal["height"]] = ("y", "height")
    return all(
        other[start] - RIM <= one[start]
        and one[start] + one[size] <= other[start] + other[size] + RIM
        for start, size in (across, down)
    )


def test_a_finished_mountain_is_counted(games_server: str, new_phone: NewPhone) -> None:
    """Points and zones of three players give a final ranking with reasons, and an impossible entry
    is marked with the reason."""
    phone = new_phone()
    where = open_table(phone, games_server, TITLE)
    sit(phone, where, "Ann", "Ben", "Cid")
    go(phone, "Score")
    fill_sheet(phone, "Ann", 20, (2, 3))
    fill_sheet(phone, "Ben", 22, (2, 2))
    write_sheet(phone, "Cid", 9, (4, 2))
    contradictions = phone.locator("#contradictions")
    expect(contradictions).to_contain_text("every foundation has at least 1 token")
    fill_sheet(phone, "Cid", 13, (2, 2))
    expect(contradictions).to_be_empty()
    before = revision(phone)
    more = phone.locator(".field", has_text="Lone mines").locator("[data-step='1']")
    tap(more)
    tap(more)
    tap(phone.get_by_role("button", name="Save"))
    expect(phone.locator("#live")).not_to_have_attribute("data-revision", str(before))
    first, second, third = (phone.locator(".ranking li").nth(n) for n in range(3))
    expect(first).to_contain_text("Ann")
    expect(first).to_contain_text("tie broken by best zone: 6 points")
    expect(second).to_contain_text("Ben")
    expect(third).to_contain_text("19")
    choose_sheet(phone, "Ann")
    tap(phone.locator(".tree summary", has_text="Zones"))
    expect(phone.locator(".tree .leaf", has_text="Zone 1")).to_contain_text("2 foundations × 3")
    check_page(phone)
    tap(phone.get_by_text("Finish the game", exact=True))
    tap(phone.get_by_role("button", name="Finish and save"))
    phone.wait_for_url(re.compile("/winner"))
    expect(phone.locator(".podium li").first).to_contain_text("tie broken by best zone")


def choose_sheet(phone: Page, who: str) -> None:
    chip = phone.get_by_role("navigation", name="Player").get_by_role("link", name=who)
    tap(chip)
    expect(chip).to_have_attribute("aria-current", "true")


def fill_sheet(phone: Page, who: str, track: int, zone: tuple[int, int]) -> None:
    before = revision(phone)
    write_sheet(phone, who, track, zone)
    expect(phone.locator("#live")).not_to_have_attribute("data-revision", str(before))


def write_sheet(phone: Page, who: str, track: int, zone: tuple[int, int]) -> None:
    choose_sheet(phone, who)
    phone.get_by_label("Score track").fill(str(track))
    phone.get_by_label("foundations, row 1").fill(str(zone[0]))
    phone.get_by_label("tokens, row 1").fill(str(zone[1]))
    tap(phone.get_by_role("button", name="Save"))
