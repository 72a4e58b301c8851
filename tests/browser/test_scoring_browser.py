"""Score finished games on a phone, with counted taps, and look at every page of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from printgen.catalog.builtin import builtin_cards
from tests.browser.conftest import NewPhone, serving
from tests.browser.site import Site
from tests.browser.taps import TapCounter

BOATS = "Dragon Boats of the Four Seas"
MINES = "Mines of the Sacred Dragon"
PLAYERS = ("Ann", "Ben", "Cid", "Dot")


@pytest.fixture(scope="module")
def games_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server of their own, which suggests no players of other tests."""
    with serving(tmp_path_factory.mktemp("scoring"), builtin_cards()) as site:
        yield site


def score_link(phone: Page, title: str) -> Locator:
    return phone.get_by_role("link", name=f"Score a finished game {title}")


def score_once(phone: Page, server: str, slug: str, names: tuple[str, ...]) -> None:
    """Score a game, so that the browser and the server know the players."""
    phone.goto(f"{server}/games/{slug}/score")
    for number, name in enumerate(names):
        field = phone.locator("input[list=players]").nth(number)
        if not field.is_visible():
            phone.get_by_text("Other names").tap()
        field.fill(name)
    for known in phone.locator(".names-known input").all():
        known.set_checked(False)
    phone.get_by_role("button", name="Totals only").tap()
    phone.get_by_role("button", name="Save result").tap()
    phone.wait_for_url(re.compile("/winner"))


def cell(phone: Page, field: str, player: int) -> Locator:
    """A player's entry of a line of the sheet of all players."""
    return phone.locator(f"[id$='.{field}']:is(input, select)").nth(player)


def saved(phone: Page, *ranking: tuple[str, int]) -> None:
    """The winner screen has this ranking."""
    phone.wait_for_url(re.compile("/winner"))
    rows = phone.locator(".podium li")
    expect(rows).to_have_count(len(ranking))
    for row, (name, points) in zip(rows.all(), ranking, strict=True):
        expect(row).to_contain_text(name)
        expect(row.locator("strong")).to_have_text(str(points))


def enter_totals(phone: Page, taps: TapCounter) -> None:
    """Type the totals of the four players and save the result."""
    with taps.step("totals"):
        for player, total in enumerate((41, 38, 55, 38)):
            taps.type(cell(phone, "_total", player), str(total))
    with taps.step("save"):
        taps.tap(phone.get_by_role("button", name="Save result"))
    saved(phone, ("Cid", 55), ("Ann", 41), ("Ben", 38), ("Dot", 38))


def test_dragon_boats_by_totals(games_server: str, new_phone: NewPhone, tables: list[str]) -> None:
    """Four players who have added up enter and save their totals in 15 taps, choosing names that
    the server knows."""
    phone = new_phone()
    score_once(new_phone(), games_server, "dragon-boats", PLAYERS)
    phone.goto(games_server)
    taps = TapCounter(phone, "Dragon Boats, 4 players, totals, a new phone", 15)
    with taps.step("players"):
        taps.tap(score_link(phone, BOATS))
        for name in PLAYERS:
            taps.tap(phone.locator(".names-known label", has_text=name))
        taps.tap(phone.get_by_role("button", name="Totals only"))
    enter_totals(phone, taps)
    tables.append(taps.table())
    assert taps.count <= taps.most, taps.table()


@pytest.fixture
def fresh_server(tmp_path: Path) -> Iterator[Site]:
    """A server on which nobody has played yet."""
    (tmp_path / "cards").mkdir()
    (tmp_path / "cards" / "dragon-boats").symlink_to(builtin_cards() / "dragon-boats")
    with serving(tmp_path, tmp_path / "cards") as site:
        yield site


def test_dragon_boats_by_totals_on_a_fresh_server(
    fresh_server: Site, new_phone: NewPhone, tables: list[str]
) -> None:
    """Where nobody's name is known, four names are typed in a row, which is one touch of a field;
    that and the totals take 15 taps as well."""
    phone = new_phone()
    phone.goto(fresh_server)
    taps = TapCounter(phone, "Dragon Boats, 4 players, totals, a fresh server", 15)
    with taps.step("players"):
        taps.tap(score_link(phone, BOATS))
        expect(phone.locator(".names-known")).to_have_count(0)
        taps.type(phone.locator("input[list=players]").first, ", ".join(PLAYERS))
        for field, name in zip(phone.locator("input[list=players]").all(), PLAYERS, strict=True):
            expect(field).to_have_value(name)
        taps.tap(phone.get_by_role("button", name="Totals only"))
    enter_totals(phone, taps)
    tables.append(taps.table())
    assert taps.count <= taps.most, taps.table()


def test_enter_goes_on_to_the_next_name(fresh_server: Site, new_phone: NewPhone) -> None:
    """The key for the next field does not send the form; names beyond the last field are not lost
    but refused."""
    phone = new_phone()
    phone.goto(f"{fresh_server}/games/dragon-boats/score")
    fields = phone.locator("input[list=players]")
    fields.first.tap()
    for name in PLAYERS:
        phone.keyboard.type(name)
        phone.keyboard.press("Enter")
    assert [field.input_value() for field in fields.all()] == list(PLAYERS)
    expect(phone.get_by_role("button", name="Score sheet")).to_be_focused()
    fields.first.fill(", ".join((*PLAYERS, "Eve")))
    phone.get_by_role("button", name="Totals only").tap()
    expect(phone.get_by_role("alert")).to_have_text("this game is for at most 4 players")
    assert [field.input_value() for field in fields.all()] == ["Ann", "Ben", "Cid", "Dot, Eve"]


def test_mines_by_zones(games_server: str, new_phone: NewPhone, tables: list[str]) -> None:
    """Three players whom the phone remembers enter track and zones and save in 15 taps."""
    phone = new_phone()
    score_once(phone, games_server, "mines", PLAYERS[:3])
    phone.goto(games_server)
    taps = TapCounter(phone, "Mines, 3 players, zones, remembered players", 15)
    with taps.step("players"):
        taps.tap(score_link(phone, MINES))
        taps.tap(phone.get_by_role("button", name="Score sheet"))
    with taps.step("zones"):
        for player, (track, zones) in enumerate((("31", "2*3+1*2"), ("24", "2*2"), ("40", "3*4"))):
            taps.type(cell(phone, "track", player), track)
            taps.type(cell(phone, "zones.text", player), zones)
    with taps.step("save"):
        taps.tap(phone.get_by_role("button", name="Save result"))
    saved(phone, ("Cid", 52), ("Ann", 39), ("Ben", 28))
    tables.append(taps.table())
    assert taps.count <= taps.most, taps.table()


NUMBERS = {
    "farm-poultry": (2, 1, 0, 1),
    "farm-fish": (1, 2, 1, 0),
    "farm-rice": (0, 1, 2, 1),
    "offerings": (1, 2, 3, 2),
    "treasure": (2, 1, 1, 3),
    "food": (1, 2, 0, 1),
    "money": (3, 2, 4, 1),
}
"""24 numbers above 0, by line and player."""
FLAGS = (
    *(("wisdom-L", 0), ("wisdom-N", 1), ("wisdom-V", 3)),
    *(("card-A", 0), ("card-B", 1), ("card-C", 2), ("card-D", 3)),
)


def test_full_dragon_boats_sheet(games_server: str, new_phone: NewPhone, tables: list[str]) -> None:
    """Four players fill in a whole sheet in 45 taps: hexes tapped once on the board, cards once,
    and numbers by a tap or a long press."""
    phone = new_phone()
    score_once(phone, games_server, "dragon-boats", PLAYERS)
    phone.goto(games_server)
    taps = TapCounter(phone, "Dragon Boats, 4 players, full sheet, remembered players", 45)
    with taps.step("players"):
        taps.tap(score_link(phone, BOATS))
        taps.tap(phone.get_by_role("button", name="Score sheet"))
    expect(phone.locator(".painters")).to_be_visible()
    spaces = phone.locator(".spot")
    with taps.step("farmers on the board"):
        for player in range(4):
            if player:
                taps.tap(phone.locator(".painters label").nth(player))
            for space in range(2):
                taps.tap(spaces.nth(4 * player + space))
    with taps.step("wisdom and cards"):
        for field, player in FLAGS:
            taps.tap(cell(phone, field, player).locator("xpath=.."))
    with taps.step("numbers"):
        for field, values in NUMBERS.items():
            for player, number in enumerate(values):
                if number:
                    taps.count_to(cell(phone, field, player), number)
    with taps.step("save"):
        taps.tap(phone.get_by_role("button", name="Save result"))
    phone.wait_for_url(re.compile("/winner"))
    rows = phone.locator(".podium li")
    expect(rows).to_have_count(4)
    tables.append(taps.table())
    assert sum(bool(n) for values in NUMBERS.values() for n in values) == 24
    assert taps.count <= taps.most, taps.table()


def start_sheet(phone: Page, server: str, slug: str, button: str = "Score sheet") -> None:
    phone.goto(f"{server}/games/{slug}/score")
    if phone.get_by_text("Other names").count():
        phone.get_by_text("Other names").tap()
    for number, name in enumerate(("Ann", "Ben")):
        phone.locator("input[list=players]").nth(number).fill(name)
    for known in phone.locator(".names-known input").all():
        known.set_checked(False)
    phone.get_by_role("button", name=button).tap()
    expect(phone.locator("form.sheet")).to_be_visible()


def test_contradictions_are_marked_while_typing_goes_on(
    games_server: str, new_phone: NewPhone
) -> None:
    """An impossible number is marked beside its field while the next one is being typed; the page
    does not move, the focus stays, and everything is saved."""
    phone = new_phone()
    start_sheet(phone, games_server, "dragon-boats")
    rice, soy = cell(phone, "farm-rice", 0), cell(phone, "farm-soy", 1)
    rice.tap()
    phone.keyboard.type("70")
    soy.tap()
    phone.keyboard.type("3")
    top = soy.evaluate("field => field.getBoundingClientRect().top")
    expect(
        phone.locator(".field-fault", has_text="Rice must be from 0 to 6, not 70")
    ).to_be_visible()
    expect(rice).to_have_attribute("aria-invalid", "true")
    expect(soy).to_be_focused()
    moved = abs(soy.evaluate("field => field.getBoundingClientRect().top") - top)
    line = phone.locator(".field-fault", has_text="70").evaluate("one => one.clientHeight")
    assert moved <= line + 8
    soy.blur()
    expect(phone.locator("#standing")).to_contain_text("9")
    phone.reload()
    expect(rice).to_have_value("70")
    expect(soy).to_have_value("3")
    expect(phone.locator("#contradictions a")).to_have_text("Ann · Rice")


def test_sheets_work_without_scripts(games_server: str, browser: Browser) -> None:
    """Names, sheet, totals and the result are plain forms."""
    context = browser.new_context(
        java_script_enabled=False, has_touch=True, viewport={"width": 390, "height": 844}
    )
    phone = context.new_page()
    start_sheet(phone, games_server, "mines", "Totals only")
    cell(phone, "_total", 0).fill("12")
    phone.get_by_role("button", name="Save", exact=True).click()
    expect(cell(phone, "_total", 0)).to_have_value("12")
    phone.get_by_role("link", name="All players").click()
    expect(phone.locator("main")).to_contain_text("counts instead of the sheet")
    cell(phone, "zones.text", 1).fill("2*3 + 9")
    phone.get_by_role("button", name="Save", exact=True).click()
    expect(phone.locator(".field-fault", has_text="a number is missing")).to_be_visible()
    phone.get_by_role("button", name="Save result").click()
    saved(phone, ("Ann", 12), ("Ben", 6))
    context.close()
