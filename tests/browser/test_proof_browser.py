"""`printgen watch` with two open pages."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.browser.conftest import NewPhone
from tests.serving import CARDS, watching


class Watched(NamedTuple):
    address: str
    folder: Path


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Watched]:
    """The command as people start it, with a copy of the sample game."""
    cards = tmp_path_factory.mktemp("proof") / "cards"
    shutil.copytree(CARDS / "harbour", cards / "harbour")
    with watching("harbour", cards) as address:
        yield Watched(address, cards / "harbour")


def test_a_saved_file_changes_the_picture_on_two_pages(
    watched: Watched, new_phone: NewPhone
) -> None:
    """On the contact sheet and on the face's own page; a mistake is shown over the picture."""
    sheet, face = new_phone(), new_phone()
    sheet.goto(watched.address)
    first = sheet.locator("img[data-key^='ships/front/']").first
    key = str(first.get_attribute("data-key"))
    before = str(first.get_attribute("src"))
    face.goto(f"{watched.address}/face/{key}")
    file = watched.folder / "ships.csv"
    text = file.read_text(encoding="utf-8")
    heading, line = text.splitlines()[:2]
    title = line.split(",")[heading.split(",").index("title")]
    file.write_text(text.replace(title, f"{title}y", 1), encoding="utf-8")
    for page in (sheet, face):
        picture = page.locator(f"img[data-key='{key}']")
        expect(picture).not_to_have_attribute("src", before)
        expect(page.locator("#content")).to_contain_text(f"{title}y")
    new = str(face.locator(f"img[data-key='{key}']").get_attribute("src"))
    face.get_by_label("Blink changes").check()
    expect(face.locator(f"img[data-key='{key}']")).to_have_attribute("src", before)
    face.get_by_label("Blink changes").uncheck()
    expect(face.locator(f"img[data-key='{key}']")).to_have_attribute("src", new)
    file.write_text(text.replace(heading, f"nonsense,{heading}", 1), encoding="utf-8")
    for page in (sheet, face):
        expect(page.get_by_role("alert")).to_contain_text("ships.csv, row 1")
        expect(page.locator(f"img[data-key='{key}']")).to_have_attribute("src", new)
    file.write_text(text, encoding="utf-8")
    for page in (sheet, face):
        expect(page.get_by_role("alert")).to_be_empty()
        expect(page.locator(f"img[data-key='{key}']")).to_have_attribute("src", before)


def test_searching_filtering_and_switches(watched: Watched, new_phone: NewPhone) -> None:
    """The switches stay on other pages, and every page passes the accessibility check."""
    page = new_phone()
    page.goto(watched.address)
    lines = page.locator(".faces li:visible")
    everything = lines.count()
    page.keyboard.press("/")
    page.keyboard.type("zzz no such face")
    expect(lines).to_have_count(0)
    expect(page.locator("#count")).to_have_text(f"0 of {everything} faces")
    page.get_by_label("Search").fill("")
    page.locator("#kind").select_option("board")
    expect(lines).to_have_count(1)
    page.locator("#kind").select_option("")
    expect(lines).to_have_count(everything)
    page.locator("#column").select_option("kind")
    page.locator("#value").select_option(index=1)
    assert 0 < lines.count() < everything
    page.get_by_label("Seen").select_option("deutan")
    page.get_by_label("Low ink").check()
    page.locator(".faces li:visible a").first.click()
    picture = page.locator(".true img")
    expect(picture).to_have_css("filter", re.compile("deutan"))
    expect(page.get_by_label("Low ink")).to_be_checked()
    picture.click(position={"x": 30, "y": 40})
    expect(page.locator("#element")).to_contain_text(re.compile(r"templates/\w+\.yaml, row \d+"))
    page.locator("#true").focus()
    for _ in range(30):
        page.keyboard.press("Shift+ArrowLeft")
        page.keyboard.press("Shift+ArrowUp")
    page.keyboard.press("Enter")
    expect(page.locator("#element")).not_to_contain_text("click")
    narrow = picture.evaluate("one => one.getBoundingClientRect().width")
    assert Axe().run(page).violations_count == 0
    page.goto(f"{watched.address}/calibrate")
    page.get_by_label("Width of the card").fill("428")
    assert Axe().run(page).violations_count == 0
    page.go_back()
    width = float(str(picture.get_attribute("data-mm"))) * 428 / 85.6
    assert picture.evaluate("one => one.getBoundingClientRect().width") == pytest.approx(width)
    assert width > narrow
    page.goto(f"{watched.address}/sheets")
    expect(page.locator(".sheet-list img").first).to_be_visible()
    assert Axe().run(page).violations_count == 0
    page.goto(watched.address)
    assert Axe().run(page).violations_count == 0
