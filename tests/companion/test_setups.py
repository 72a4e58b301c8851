"""A setup's address describes it completely: drawn, listed and printed."""

from __future__ import annotations

import html
import io
import re
from urllib.parse import parse_qs, urlsplit

import pypdf
import pytest
import zxingcpp
from flask.testing import FlaskClient
from PIL import Image
from pypdfium2 import PdfDocument

from companion.app import create_app
from companion.storage.store import Store
from companion.table.acts.setup import setup_from_form
from printgen.catalog.builtin import builtin_cards, builtin_templates
from printgen.catalog.load import list_games
from tests.pdf_text import first_page_text

GAMES = list_games(builtin_cards())
PAGES = {"a4": (595.3, 841.9), "letter": (612, 792)}
"""How large a page is, in points."""


@pytest.fixture
def database(sqlite_database: str) -> str:
    return sqlite_database


@pytest.fixture
def client(store: Store) -> FlaskClient:
    return create_app(builtin_cards(), builtin_templates(), store).test_client()


def setup_values(client: FlaskClient, address: str) -> dict[str, str]:
    """The query arguments of the address that a response redirects to."""
    answer = client.get(address, follow_redirects=True)
    assert answer.status_code == 200, answer.get_data(as_text=True)
    values = parse_qs(urlsplit(answer.request.url).query)
    return {key: value[0] for key, value in values.items()}


def parts(page: str) -> dict[str, str]:
    """The parts of a setup page by their headings."""
    found = re.findall(
        r'<li class="setup-part">\s*<h2>(.*?)</h2>(.*?)</li>\s*(?=<li class="setup|</ul>)',
        page,
        re.S,
    )
    return {title: re.sub(r"<div class=\"row\">.*", "", text, flags=re.S) for title, text in found}


@pytest.mark.parametrize("slug", GAMES)
def test_a_new_setup_has_an_address_of_its_own(client: FlaskClient, slug: str) -> None:
    """One tap gives a complete setup with an address that repeats it."""
    first = setup_values(client, f"/games/{slug}/setup")
    assert re.fullmatch(r"[a-z]+-[a-z]+-\d\d", first["words"])
    address = f"/games/{slug}/setup?players={first['players']}&words={first['words']}"
    again = [client.get(address).get_data(as_text=True) for _ in range(2)]
    assert parts(again[0]) == parts(again[1]) != {}


def test_locked_parts_stay_while_the_rest_is_rolled(client: FlaskClient) -> None:
    """Locked parts stay, and the others are re-rolled."""
    address = "/games/dragon-boats/setup?players=4&words=jade-otter-41"
    before = parts(client.get(address).get_data(as_text=True))
    page = client.get(address).get_data(as_text=True)
    random_parts = re.findall(r'name="again\.([\w-]+)"', page)
    assert len(random_parts) > 2
    keep = random_parts[0]
    more = "".join(f"&again.{part}=0" for part in random_parts)
    answer = client.get(f"{address}{more}&roll=rest&lock={keep}", follow_redirects=True)
    after = parts(answer.get_data(as_text=True))
    same = [title for title in before if before[title] == after[title]]
    assert len(same) < len(before)
    values = parse_qs(urlsplit(answer.request.url).query)
    assert f"again.{keep}" not in values
    assert values[f"again.{random_parts[1]}"] == ["1"]


def test_rolled_until_fair(client: FlaskClient) -> None:
    """Rolling until fair ends with a setup and its evenness."""
    values = setup_values(
        client, "/games/dragon-boats/setup?players=4&words=jade-otter-41&roll=fair"
    )
    assert values["words"] != "jade-otter-41"


@pytest.mark.parametrize(
    "query",
    ["players=99", "players=x", "words=%3Cscript%3E", "option.none=x", "again.x=-1&words=a-b-1"],
)
def test_invalid_addresses_are_explained(client: FlaskClient, query: str) -> None:
    """An invalid address is explained in one sentence."""
    answer = client.get(f"/games/dragon-boats/setup?{query}")
    assert answer.status_code == 400
    assert 'class="fault"' in answer.get_data(as_text=True)


DECIDED = "players=3&words=jade-otter-41&option.money_track=endless&option.neutral=none"


def test_rare_options_are_folded_away(client: FlaskClient) -> None:
    """Rare options are folded away below the others."""
    page = client.get("/games/dragon-boats/setup", follow_redirects=True).get_data(as_text=True)
    shown, _, folded = page.partition("<summary>More options</summary>")
    assert re.findall(r'name="option\.(\w+)"', shown) == ["interactive", "short", "pauses"]
    assert "option.money_track" in folded.partition("</details>")[0]
    few = client.get("/games/dragon-river/setup", follow_redirects=True).get_data(as_text=True)
    assert "option." in few
    assert "More options" not in few


def test_changed_options_are_listed(client: FlaskClient) -> None:
    """The page and the print list changed options and no others."""
    page = client.get(f"/games/dragon-boats/setup?{DECIDED}").get_data(as_text=True)
    (sentences,) = re.findall(r'<ul class="lines changed-options".*?</ul>', page, re.S)
    assert re.findall("<li>(.*?)</li>", sentences) == [
        "Money track: no limit",
        "Neutral discs: none",
    ]
    text = first_page_text(client.get(f"/games/dragon-boats/setup.pdf?{DECIDED}").data)
    assert "Money track: no limit" in text
    assert "Stall V" not in text
    usual = client.get("/games/dragon-boats/setup?players=3&words=a-b-1").get_data(as_text=True)
    assert "lines changed-options" not in usual


def test_addresses_hold_only_changed_options(client: FlaskClient) -> None:
    """Options with default values do not make the address longer."""
    usual = "option.stall_v=price&option.ports=open&option.found_food=now&roll=none"
    values = setup_values(client, f"/games/dragon-boats/setup?{DECIDED}&{usual}")
    assert {name: value for name, value in values.items() if name.startswith("option.")} == {
        "option.money_track": "endless",
        "option.neutral": "none",
    }


@pytest.mark.parametrize("paper", PAGES)
@pytest.mark.parametrize("slug", GAMES)
def test_one_page_to_print(client: FlaskClient, slug: str, paper: str) -> None:
    """The PDF is one page of the requested paper, names the setup and links to it."""
    values = setup_values(client, f"/games/{slug}/setup")
    query = f"players={values['players']}&words={values['words']}"
    answer = client.get(f"/games/{slug}/setup.pdf?{query}&paper={paper}")
    pdf = pypdf.PdfReader(io.BytesIO(answer.data))
    assert len(pdf.pages) == 1
    page = pdf.pages[0]
    for box in (page.mediabox, page.cropbox, page.trimbox):
        assert (box.left, box.bottom) == (0, 0)
        assert (float(box.width), float(box.height)) == pytest.approx(PAGES[paper], abs=0.1)
    text = first_page_text(answer.data)
    assert values["words"] in text
    assert "nofficial" in text
    picture = PdfDocument(answer.data)[0].render(scale=3).to_pil()
    (code,) = zxingcpp.read_barcodes(picture)
    assert parse_qs(urlsplit(code.text).query)["words"] == [values["words"]]


@pytest.mark.parametrize(
    ("wish", "first"),
    [
        ("en-US,en;q=0.9", "letter"),
        ("fr-CA,fr;q=0.5", "letter"),
        ("en-GB,en;q=0.9", "a4"),
        ("de,en-US;q=0.7,en;q=0.3", "a4"),
        ("", "a4"),
    ],
)
def test_the_paper_of_the_region_comes_first(client: FlaskClient, wish: str, first: str) -> None:
    """Both papers are offered, beginning with the one of the region, which is also the default."""
    headers = {"Accept-Language": wish}
    query = "players=3&words=jade-otter-41"
    page = client.get(f"/games/mines/setup?{query}", headers=headers).get_data(as_text=True)
    offered = re.findall(r'href="(/games/mines/setup\.pdf[^"]*paper=(\w+)[^"]*)"', page)
    assert [name for _, name in offered] == sorted(PAGES, key=lambda name: name != first)
    for address, paper in (*offered, (f"/games/mines/setup.pdf?{query}", first)):
        pdf = pypdf.PdfReader(io.BytesIO(client.get(html.unescape(address), headers=headers).data))
        assert float(pdf.pages[0].mediabox.height) == pytest.approx(PAGES[paper][1], abs=0.1)


def test_a_paper_that_nobody_has(client: FlaskClient) -> None:
    """An unknown paper is reported."""
    answer = client.get("/games/mines/setup.pdf?players=3&words=jade-otter-41&paper=a9")
    assert answer.status_code == 400
    assert "There is no paper size &#39;a9&#39;." in answer.get_data(as_text=True)


def test_the_code_leads_to_the_setup(client: FlaskClient) -> None:
    """The QR code on the page contains the page's own address."""
    import resvg_py

    query = "players=3&words=jade-otter-41"
    svg = client.get(f"/games/dragon-river/setup-qr.svg?{query}").get_data(as_text=True)
    sized = svg.replace('height="45mm"', 'height="450"').replace('width="45mm"', 'width="450"')
    png = resvg_py.svg_to_bytes(svg_string=sized, background="white")
    (code,) = zxingcpp.read_barcodes(Image.open(io.BytesIO(bytes(png))))
    assert code.text.endswith(f"/games/dragon-river/setup?{query}")


@pytest.mark.parametrize("field", ["code", "told"])
def test_a_typed_setup_code_is_loaded(field: str) -> None:
    """Capitals and spaces do not matter; pages of earlier versions call the field `told`."""
    form = {"roll": [field], field: ["Jade otter 41"]}
    assert setup_from_form(form)["words"] == "jade-otter-41"
