"""Draw the README's picture of phones at a table."""

from __future__ import annotations

import io
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Final

from PIL import Image, ImageDraw, ImageFilter
from playwright.sync_api import Browser, Page, ViewportSize, expect, sync_playwright

from printgen.catalog.builtin import builtin_cards
from tests.browser.conftest import CHROMIUM, FLAGS
from tests.browser.playing import act, begin, go, set_up, sit, tap, tap_to_open_table
from tests.serving import running

PHONE: Final = ViewportSize(width=390, height=780)
SHOWN: Final = 290
"""How wide a phone is in the picture, in pixels."""
GAP: Final = 28
CORNER: Final = 22
TABLE: Final = (232, 226, 211)
LANCZOS: Final = Image.Resampling.LANCZOS


def phones_picture() -> Image.Image:
    """Three phones beside each other: a setup, a game in play, and a score."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        database = str(Path(folder) / "tables.sqlite")
        with running(database, "--cards", str(builtin_cards())) as started:
            server = f"http://127.0.0.1:{started.port}"
            shots = [_shot(browser, server, scene) for scene in (_setup, _play, _score)]
        browser.close()
    return _beside(shots)


def _shot(browser: Browser, server: str, scene: Callable[[Page, str], None]) -> Image.Image:
    context = browser.new_context(viewport=PHONE, has_touch=True, device_scale_factor=2)
    phone = context.new_page()
    scene(phone, server)
    phone.wait_for_timeout(2_000)  # pictures come, and a sheet keeps itself
    picture = Image.open(io.BytesIO(phone.screenshot())).convert("RGB")
    context.close()
    return picture.resize((SHOWN, SHOWN * picture.height // picture.width), LANCZOS)


def _setup(phone: Page, server: str) -> None:
    phone.goto(f"{server}/games/dragon-boats/setup?players=4")
    phone.locator(".board, .drawn").first.scroll_into_view_if_needed()


def _play(phone: Page, server: str) -> None:
    sit(phone, tap_to_open_table(phone, server, "Dragon River"), "Ann", "Ben", "Cid")
    set_up(phone)
    begin(phone)
    for _ in range(14):
        act(phone)
    phone.goto(phone.url)


def _score(phone: Page, server: str) -> None:
    """The score breakdown: a few hexes and goods, entered by touch."""
    sit(phone, tap_to_open_table(phone, server, "Dragon Boats of the Four Seas"), "Ann", "Ben")
    go(phone, "Score")
    tap(phone.get_by_role("navigation", name="Player").get_by_role("link", name="Ann"))
    for place in ("S1", "S2", "S3", "N1", "N2", "W1"):
        tap(phone.locator(f'a.spot[data-box="entry.farmers.{place}"]'))
    for entry in ("Rice", "Pork", "Money"):
        field = phone.locator(".field", has=phone.get_by_label(entry))
        for _ in range(3):
            tap(field.locator("[data-step='1']"))
    expect(phone.locator(".ranking li").first).to_contain_text("Ann")
    phone.wait_for_timeout(2_000)
    for summary in phone.locator(".tree summary").all()[:4]:
        tap(summary)
    phone.locator("#why-title").evaluate("title => title.scrollIntoView()")


def _beside(shots: list[Image.Image]) -> Image.Image:
    """On a table, with round corners and soft shadows."""
    wide = len(shots) * (SHOWN + GAP) + GAP
    tall = max(shot.height for shot in shots) + 2 * GAP
    table = Image.new("RGB", (wide, tall), TABLE)
    for index, shot in enumerate(shots):
        place = (GAP + index * (SHOWN + GAP), GAP)
        mask = Image.new("L", shot.size, 0)
        ImageDraw.Draw(mask).rounded_rectangle((0, 0, *shot.size), CORNER, fill=255)
        shadow = Image.new("L", table.size, 0)
        shadow.paste(mask.point(lambda value: value * 90 // 255), (place[0] + 2, place[1] + 6))
        table.paste((60, 50, 30), (0, 0), shadow.filter(ImageFilter.GaussianBlur(8)))
        table.paste(shot, place, mask)
    return table
