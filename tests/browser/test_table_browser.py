"""Six phones at one table, in a real browser with a real server."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from companion.cli.address import local_address
from tests.browser.conftest import NewPhone, ServiceWorkers
from tests.browser.playing import wait_until
from tests.serving import running

PAGES = {"Dice": "/tools", "History": "/history", "Setup": "/setup", "Score": "/score"}
LONG = 60_000.0
NAMES = ("Ann", "Ben", "Cid", "Dot", "Eve", "Fay")


@pytest.fixture
def service_workers() -> ServiceWorkers:
    return "allow"


def open_table(page: Page, server: str) -> str:
    page.goto(server)
    page.get_by_role("button", name="Start a table for Harbour").click()
    page.wait_for_url(re.compile("/t/"))
    return page.url.split("?")[0]


def sit(page: Page, where: str, name: str) -> None:
    page.goto(where)
    page.get_by_label("Name").fill(name)
    page.get_by_role("button", name="Take a seat").click()
    expect(page.locator(".seats .seat", has_text=name)).to_contain_text("you")


def go(page: Page, tab: str) -> None:
    page.get_by_role("navigation", name="Table").get_by_role("link", name=tab).click()
    page.wait_for_url(re.compile(PAGES[tab]))


def roll(page: Page) -> None:
    page.get_by_role("button", name="Roll").click()


def test_six_phones_see_one_table(server: str, new_phone: NewPhone) -> None:
    """Everybody sees a roll at once, also the two who only watch a game for four, and a hand is
    seen only by its owner."""
    phones = [new_phone() for _ in NAMES]
    where = open_table(phones[0], server)
    for phone, name in zip(phones[:4], NAMES, strict=False):
        sit(phone, where, name)
    for phone in phones[4:]:
        phone.goto(where)
        expect(phone.get_by_text("All seats are taken.")).to_be_visible()
    for phone in phones:
        expect(phone.locator(".seats .seat")).to_have_count(4)
        go(phone, "Dice")
    roll(phones[2])
    expect(phones[2].locator(".die")).to_have_count(2)
    thrown = phones[2].locator(".die span").all_inner_texts()
    for number, phone in enumerate(phones):
        expect(phone.locator(".die")).to_have_count(len(thrown))
        shown = phone.locator(".die span" if number < 4 else "span.die").all_inner_texts()
        assert shown == thrown
    deck = phones[0].locator("article.deck").first
    deck.locator("summary").first.click()
    deck.get_by_role("button", name="Shuffle").click()
    deck.get_by_role("button", name="Draw").click()
    cards = phones[0].locator(".hand img")
    expect(cards).to_have_count(1)
    card = cards.first.get_attribute("src") or "?"
    for phone in phones[1:]:
        expect(phone.locator("article.deck").first).to_contain_text("Ann 1")
        assert card not in phone.content()


def test_undo_reaches_every_phone(server: str, new_phone: NewPhone) -> None:
    """An undone roll disappears from all phones, and the next one is marked."""
    ann, ben = new_phone(), new_phone()
    where = open_table(ann, server)
    sit(ann, where, "Ann")
    sit(ben, where, "Ben")
    go(ben, "Dice")
    go(ann, "Dice")
    roll(ann)
    expect(ben.locator(".die").first).to_be_visible()
    go(ann, "History")
    ann.get_by_role("button", name=re.compile("^Undo step")).first.click()
    expect(ben.locator(".die")).to_have_count(0)
    go(ann, "Dice")
    roll(ann)
    expect(ben.get_by_text("re-rolled").first).to_be_visible()


def test_the_host_undoes_to_here(server: str, new_phone: NewPhone) -> None:
    """One tap undoes everything since a moment, whoever did it."""
    ann, ben = new_phone(), new_phone()
    where = open_table(ann, server)
    sit(ann, where, "Ann")
    sit(ben, where, "Ben")
    for phone in (ann, ben, ann):
        go(phone, "Dice")
        roll(phone)
        expect(phone.locator(".die").first).to_be_visible()
    expect(ben.locator(".die").first).to_be_visible()
    go(ben, "History")
    expect(ben.get_by_role("button", name=re.compile("^Undo to here"))).to_have_count(0)
    go(ann, "History")
    expect(ann.locator(".history li:not(.undone)")).to_have_count(5)
    ann.get_by_label("Undo step 3").click()
    ann.get_by_role("button", name="Undo to here step 3").click()
    expect(ben.locator(".history li.undone")).to_have_count(3)


def test_airplane_mode_and_back(server: str, new_phone: NewPhone) -> None:
    """A phone that loses its connection says so, catches up later, and loses nothing done meanwhile
    on either side."""
    ann, ben = new_phone(), new_phone()
    where = open_table(ann, server)
    sit(ann, where, "Ann")
    sit(ben, where, "Ben")
    go(ann, "Dice")
    go(ben, "Dice")
    ben.context.set_offline(True)
    expect(ben.get_by_text("Connection lost")).to_be_visible()
    roll(ben)
    roll(ann)
    expect(ann.locator(".die").first).to_be_visible()
    ben.context.set_offline(False)
    expect(ben.locator(".die").first).to_be_visible()
    expect(ben.get_by_text("Connection lost")).to_be_hidden()
    go(ben, "History")
    expect(ben.get_by_text("Ann rolls")).to_have_count(1)
    expect(ben.get_by_text("Ben rolls")).to_have_count(1)


def test_what_was_on_its_way_does_not_hide_that_the_network_is_gone(
    server: str, new_phone: NewPhone
) -> None:
    """A phone without a network keeps saying so, even if the response of its stream arrives only
    then."""
    ben = new_phone()
    ben.add_init_script(
        "window.EventSource = class extends EventSource {"
        " constructor(...given) { super(...given); window.stream = this; } };"
    )
    sit(ben, open_table(ben, server), "Ben")
    ben.context.set_offline(True)
    sign = ben.get_by_text("Connection lost")
    expect(sign).to_be_visible()
    ben.evaluate("window.stream.onopen()")
    expect(sign).to_be_visible()
    ben.context.set_offline(False)
    expect(sign).to_be_hidden()


def test_a_table_whose_server_is_gone_is_not_shown_from_memory(
    new_phone: NewPhone, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """With the service worker, an open table says that its server is gone, a reload shows no old
    hand, and the table continues once the server is back."""
    database = str(tmp_path_factory.mktemp("killed") / "tables.sqlite")
    ben = new_phone()
    with running(database) as first:
        sit(ben, open_table(ben, f"http://127.0.0.1:{first.port}"), "Ben")
        ben.evaluate("navigator.serviceWorker.ready.then(() => true)")
        go(ben, "Dice")
        ben.reload()
        first.kill()
    sign = ben.get_by_text("Connection lost")
    expect(sign).to_be_visible()
    assert ben.evaluate("fetch(location.href).then(() => 'kept', () => 'none')") == "none"
    roll(ben)
    expect(sign).to_be_visible()
    with running(database, port=first.port) as second:
        expect(ben.locator(".die")).to_have_count(2)
        expect(sign).to_be_hidden()
        second.kill()
    ben.reload()
    expect(ben.get_by_role("heading", name="You are offline")).to_be_visible()
    with running(database, port=first.port):
        ben.locator("[data-reload]").click()
        expect(ben.locator(".die")).to_have_count(2)


def test_news_by_asking_where_streams_are_cut(server: str, new_phone: NewPhone) -> None:
    """A phone whose network blocks streams is updated by polling."""
    ann, ben = new_phone(), new_phone()
    where = open_table(ann, server)
    sit(ann, where, "Ann")
    ben.route("**/live?*", lambda route: route.abort())
    sit(ben, where, "Ben")
    go(ben, "Dice")
    ben.wait_for_timeout(9_000)
    go(ann, "Dice")
    roll(ann)
    expect(ben.locator(".die").first).to_be_visible()


def test_a_stream_again_after_a_long_absence(server: str, new_phone: NewPhone) -> None:
    """A phone that polled because its server was down for long uses the stream again, since polling
    is ten times slower."""
    ben = new_phone()
    where = open_table(ben, server)
    ben.route("**/live?*", lambda route: route.abort())
    with ben.expect_request("**/revision", timeout=LONG):
        sit(ben, where, "Ben")
    with ben.expect_event(
        "requestfailed", lambda request: request.url.endswith("/revision"), timeout=LONG
    ):
        ben.route("**/revision", lambda route: route.abort())
    ben.unroute("**/live?*")
    with ben.expect_response("**/live?*", timeout=LONG) as answer:
        ben.unroute("**/revision")
    assert answer.value.status == 200


def test_without_javascript(server: str, new_phone: NewPhone) -> None:
    """Joining, rolling, drawing and seeing what others did need no script."""
    ben = new_phone()
    browser = ben.context.browser
    assert browser is not None
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    where = open_table(page, server)
    sit(page, where, "Ann")
    go(page, "Dice")
    roll(page)
    expect(page.locator(".die")).to_have_count(2)
    deck = page.locator("article.deck").first
    deck.locator("summary").first.click()
    deck.get_by_role("button", name="Shuffle").click()
    page.locator("article.deck").first.get_by_role("button", name="Draw").click()
    expect(page.locator(".hand img")).to_have_count(1)
    go(page, "History")
    sit(ben, where, "Ben")
    expect(page.locator(".history")).not_to_contain_text("Ben")
    page.get_by_role("link", name="Refresh").click()
    expect(page.locator(".history")).to_contain_text("Ben")
    context.close()


def test_keyboard_alone(server: str, new_phone: NewPhone) -> None:
    """A table can be opened, joined and used with the keyboard alone."""
    page = new_phone()
    page.goto(server)
    page.get_by_role("button", name="Start a table for Harbour").focus()
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("/t/"))
    page.get_by_label("Name").focus()
    page.keyboard.type("Ann")
    page.keyboard.press("Enter")
    expect(page.locator(".seats .seat")).to_contain_text("Ann")
    press_to(page, page.get_by_role("navigation", name="Table").get_by_role("link", name="Dice"))
    page.wait_for_url(re.compile("/tools"))
    press_to(page, page.get_by_role("button", name="Roll"))
    expect(page.locator(".die")).to_have_count(2)


def press_to(page: Page, target: object) -> None:
    """Press Tab until the target has the focus, then press it."""
    for _ in range(80):
        page.keyboard.press("Tab")
        if target.evaluate("one => one === document.activeElement"):  # type: ignore[attr-defined]
            page.keyboard.press("Enter")
            return
    raise AssertionError("the keyboard does not reach it")


def test_german_where_the_browser_asks_for_it(server: str, new_phone: NewPhone) -> None:
    """A German phone shows German at a table that others see in English."""
    ann = new_phone()
    browser = ann.context.browser
    assert browser is not None
    context = browser.new_context(locale="de-DE", viewport={"width": 390, "height": 844})
    ben = context.new_page()
    where = open_table(ann, server)
    ben.goto(where)
    expect(ben.locator("html")).to_have_attribute("lang", "de")
    expect(ben.get_by_role("button", name="Platz nehmen")).to_be_visible()
    context.close()


@pytest.mark.parametrize("title", ["Harbour", "Dragon River"])
def test_first_use_is_small(
    server: str, games_server: str, new_phone: NewPhone, title: str
) -> None:
    """The list of games with its pictures, and a table, load in less than 60 kilobytes without the
    service worker."""
    browser = new_phone().context.browser
    assert browser is not None
    context = browser.new_context(service_workers="block")
    page = context.new_page()
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    kinds: dict[str, str] = {}
    sizes: dict[str, float] = {}
    session.on("Network.responseReceived", lambda e: kinds.update({e["requestId"]: e["type"]}))
    session.on(
        "Network.loadingFinished", lambda e: sizes.update({e["requestId"]: e["encodedDataLength"]})
    )
    page.goto(server if title == "Harbour" else games_server, wait_until="networkidle")
    page.get_by_role("button", name=f"Start a table for {title}").click()
    page.wait_for_url(re.compile("/t/"))
    # The stream of news never ends, so that the network is never idle.
    wait_until(page, "document.readyState === 'complete'")
    page.wait_for_timeout(1_000)
    context.close()
    assert "Script" in kinds.values()
    assert sum(sizes.values()) < 60 * 1024, [(kinds.get(key), sizes[key]) for key in sizes]


def test_usable_offline_where_the_origin_is_secure(server: str, new_phone: NewPhone) -> None:
    """On localhost the app installs itself: visited pages stay readable offline, and others say so
    and still roll dice."""
    page = new_phone()
    page.goto(server)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.goto(f"{server}/games/harbour/reference")
    expect(page.get_by_role("heading", name="Rules and cards")).to_be_visible()
    page.reload()
    page.context.set_offline(True)
    page.reload()
    expect(page.get_by_role("heading", name="Rules and cards")).to_be_visible()
    page.goto(f"{server}/games/harbour/never-seen")
    expect(page.get_by_role("heading", name="You are offline")).to_be_visible()
    page.get_by_role("button", name="Roll").click()
    expect(page.locator(".die")).to_have_count(2)


def test_the_manifest_installs(server: str, new_phone: NewPhone) -> None:
    """The browser finds no reason not to install the app."""
    page = new_phone()
    page.goto(server)
    session = page.context.new_cdp_session(page)
    manifest = session.send("Page.getAppManifest")
    assert manifest["errors"] == []
    assert "Paperboat" in manifest["data"]
    for size in (192, 512):
        assert page.request.get(f"{server}/icon-{size}.png").headers["content-type"] == "image/png"


def test_a_plain_address_of_the_network_degrades(
    new_phone: NewPhone, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Over plain HTTP from another machine, where browsers restrict features, a table works without
    errors and says how to keep the screen on."""
    database = tmp_path_factory.mktemp("network") / "tables.sqlite"
    with running(str(database), "--host", "0.0.0.0") as started:
        page = new_phone()
        where = open_table(page, f"http://{local_address('0.0.0.0')}:{started.port}")
        assert page.evaluate("window.isSecureContext") is False
        sit(page, where, "Ann")
        expect(page.locator("#awake")).to_contain_text("screen timeout")
        go(page, "Dice")
        roll(page)
        expect(page.locator(".die")).to_have_count(2)
