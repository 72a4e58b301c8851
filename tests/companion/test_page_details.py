"""What all pages share: the language switch, dates, and covers for sharp screens."""

from __future__ import annotations

import io
import re

import pytest
from flask import Flask
from PIL import Image

from companion.app import create_app
from companion.storage.store import Store
from companion.web.template_filters import NO_BREAK_SPACE, WORD_JOINER, keep_together
from printgen.catalog.builtin import builtin_templates
from tests.companion.evenings import NIGHT, Evening
from tests.companion.test_pages import CARDS, Phone


@pytest.fixture
def database(sqlite_database: str) -> str:
    return sqlite_database


@pytest.fixture
def app(store: Store) -> Flask:
    return create_app(CARDS, builtin_templates(), store)


@pytest.mark.parametrize("page", ["/", "/games/harbour", "/results", "/offline", "/nothing-here"])
def test_every_page_has_the_switch_and_the_choice_is_kept(app: Flask, page: str) -> None:
    """A reader who chooses German gets the same page in German, and so every other page, whatever
    the browser asks for."""
    client = app.test_client()
    english = {"Accept-Language": "en"}
    shown = client.get(page, headers=english).get_data(as_text=True)
    assert 'lang="en"' in shown
    assert f'name="page" value="{page}"' in shown
    answer = client.post("/language", data={"language": "de", "page": page})
    assert (answer.status_code, answer.headers["Location"]) == (303, page)
    assert '<html lang="de">' in client.get(page, headers=english).get_data(as_text=True)
    assert '<html lang="de">' in client.get("/", headers=english).get_data(as_text=True)


def test_pages_of_a_table_have_the_switch_but_the_television_does_not(app: Flask) -> None:
    """The pages of a table lead back to themselves in another language; the TV view has no
    switch."""
    ann = Phone(app)
    where = ann.open()
    ann.sit(where, "Ann", "red")
    assert f'name="page" value="{where}/tools?seat={ann.seat}"' in ann.see(where, "/tools")
    assert 'name="language"' not in ann.see(where, "/screen")


@pytest.mark.parametrize(
    "page", ["https://elsewhere.example/", "//elsewhere.example", "/\\elsewhere", "", "results"]
)
def test_the_switch_stays_on_this_site(app: Flask, page: str) -> None:
    """An address of another site, or none, leads to the start page."""
    answer = app.test_client().post("/language", data={"language": "de", "page": page})
    assert answer.headers["Location"] == "/"


def test_unknown_languages_are_refused(app: Flask) -> None:
    """A language that the companion does not speak gets a 400."""
    answer = app.test_client().post("/language", data={"language": "tlh", "page": "/"})
    assert answer.status_code == 400


def test_dates_are_machine_readable(app: Flask, store: Store) -> None:
    """Scripts find the moment in UTC; without them, the server's own format is readable."""
    code = Evening(store).play({"Ann": 3, "Ben": 1})
    client = app.test_client()
    for page in ("/results", f"/results/{code}"):
        text = client.get(page).get_data(as_text=True)
        assert re.search(r'<time datetime="2025-06-15T15:06:40\+00:00">Jun 1[56], 2025', text)
    assert NIGHT == 1_750_000_000


def test_covers_are_sharp_on_phones(app: Flask) -> None:
    """Screens with two or three pixels to the point get pictures of that size; others are not
    offered."""
    client = app.test_client()
    page = client.get("/").get_data(as_text=True)
    found = re.search(r'srcset="(\S+) 2x, (\S+) 3x"', page)
    assert found is not None
    for address, pixels in zip(found.groups(), (640, 960), strict=True):
        with Image.open(io.BytesIO(client.get(address.replace("&amp;", "&")).data)) as picture:
            assert abs(picture.width - pixels) < 10
    assert client.get("/games/harbour/cover-4x.avif").status_code == 404


@pytest.mark.parametrize(
    ("text", "together"),
    [
        ("2 × Rope and 1 × place 2", "2~×~Rope and 1~×~place~2"),
        ("1 × Platz 2", "1~×~Platz~2"),
        ("3 foundations × 5 tokens", "3 foundations × 5 tokens"),
        ("12 × 8 spaces", "12~×~8 spaces"),
        ("columns 6–7, rows 3–4", "columns 6–^7, rows 3–^4"),
        ("Round 1: Ben is at stall 2", "Round~1: Ben is at stall 2"),
        ("nothing – 3 left", "nothing – 3 left"),
    ],
)
def test_products_and_ranges_stay_on_one_line(text: str, together: str) -> None:
    """A line ends neither at a multiplication sign nor inside a range of numbers."""
    shown = together.replace("~", NO_BREAK_SPACE).replace("^", WORD_JOINER)
    assert keep_together(text) == shown
