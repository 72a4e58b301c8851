"""Pictures, orders and checks for print services."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from xml.etree import ElementTree

import pypdf
import pytest
from msgspec.structs import replace
from PIL import Image

from printgen.build import icc
from printgen.build.request import Request
from printgen.build.service_check import check_for
from printgen.build.service_files import split_order, write_order
from printgen.build.service_order import plan_order
from printgen.catalog.builtin import builtin_cards, builtin_templates
from printgen.catalog.folders import Folders
from printgen.catalog.load import load_game
from printgen.catalog.services import Service, known_services, load_service
from printgen.draw.component import make_draw_context
from printgen.errors import CallError, DataError, Findings
from printgen.export.document import Document, DocumentPage, Section
from printgen.export.orders import OrderedPiece
from printgen.export.pdf import pdf_bytes
from printgen.export.png import write_png
from printgen.frame import Color, Frame, rectangle
from printgen.frame import Path as Shape
from printgen.sheet.canvas import canvas, fits
from tests.export.test_separation import separation
from tests.support import write_game

MPC = load_service("mpc", builtin_templates())
TGC = load_service("tgc", builtin_templates())
CARD = """
size: [63, 88]
bleed: 3
safe: 3.5
elements:
  - rectangle: [-3, -3, 34.5, 94]
    fill: "#ff0000"
  - rectangle: [31.5, -3, 34.5, 94]
    fill: "#0000ff"
  - text: "{word}"
    box: [6, 30, 20, 20]
"""


def request(folder: Path) -> Request:
    cards = folder / "cards"
    return Request(cards, Folders(cards, None).templates, folder / "output", Path())


def order_of(folder: Path, service: Service) -> Path:
    return write_order("sampler", service, request(folder)).folder


@pytest.mark.parametrize("name", known_services(builtin_templates()))
def test_pictures_have_the_pixels_of_the_service(name: str) -> None:
    """Every product's cut and bleed make up its pixels, and a face of the cut's size fits it."""
    service = load_service(name, builtin_templates())
    for product in service.products:
        trim = product.width, product.height
        for side, pixels in zip(trim, product.pixels or (), strict=product.pixels is not None):
            assert round((side + 2 * service.bleed) / 25.4 * service.dpi, 6) == pixels
        face = Frame("face", product.width, product.height, (), service.bleed)
        fit = fits(face, product.shape, (product,))[0]
        assert (fit.scale, fit.turned) == (1.0, False)
        picture = canvas(face, fit, service)
        if product.pixels is None:
            assert (picture.width, picture.height) == (69, 94) or name == "drivethru"
            continue
        for side, pixels in zip((picture.width, picture.height), product.pixels, strict=True):
            assert pixels - 0.02 < side / 25.4 * service.dpi < pixels


def test_an_order_for_mpc(tmp_path: Path) -> None:
    """The order has a file and a slot for every copy, in pictures of exactly the right size whose
    bleed is art up to the corners."""
    write_game(
        tmp_path,
        CARD,
        "id,word,number,copies\na,one,1,2\nb,two,2,3\n",
        columns="{id: text, word: text, number: integer, copies: integer}",
    )
    folder = order_of(tmp_path, MPC)
    order = ElementTree.fromstring((folder / "poker.xml").read_text())
    assert order.findtext("details/quantity") == "5"
    fronts = {card.findtext("name"): card.findtext("slots") for card in order.iter("card")}
    assert fronts == {"things-a.png": "0,1", "things-b.png": "2,3,4", "blank.png": "0,1,2,3,4"}
    for card in order.iter("card"):
        assert Path(str(card.findtext("id"))).is_file()
    with Image.open(folder / "poker" / "things-a.png") as picture:
        assert picture.size == (822, 1122)
        assert round(picture.info["dpi"][0]) == 300
        for x, y in ((0, 0), (0, 1121), (5, 560)):
            assert picture.getpixel((x, y)) == (255, 0, 0)
        for x, y in ((821, 0), (821, 1121), (816, 560)):
            assert picture.getpixel((x, y)) == (0, 0, 255)
        middle = [picture.getpixel((x, 300)) for x in (409, 412)]
        assert middle == [(255, 0, 0), (0, 0, 255)], "the face is in the middle of the canvas"


def test_no_line_between_the_art_and_its_mirror_image(tmp_path: Path) -> None:
    """A plain face is of one colour up to the edge of the canvas."""
    fill = Shape(rectangle(-3, -3, 69, 94), fill=Color(200, 30, 30))
    face = Frame("plain", 63, 88, (fill,), bleed=3, clipped=True)
    picture = canvas(face, fits(face, "rectangle", MPC.products)[0], MPC)
    pages = (DocumentPage(picture),)
    stream = io.BytesIO()
    write_png(pdf_bytes(Document("", "", "", "en", "none", (Section("", pages),))), 0, 300, stream)
    with Image.open(stream) as image:
        assert image.getcolors() == [(822 * 1122, (200, 30, 30))]


def test_orders_that_are_too_large_are_split() -> None:
    pieces = [OrderedPiece("poker", "c", name, 300, name, "back") for name in "abc"]
    orders = split_order(pieces, 612)
    assert [sum(piece.copies for piece in order) for order in orders] == [612, 288]
    assert [piece.name for piece in orders[0]] == ["a", "b", "c"]


def test_an_order_is_made_again_only_if_something_changed(tmp_path: Path) -> None:
    """Files that the order needs no more are removed."""
    write_game(tmp_path, CARD, "id,word,number\na,one,1\nb,two,2\n")
    order = write_order("sampler", MPC, request(tmp_path))
    assert not order.built.unchanged
    assert write_order("sampler", MPC, request(tmp_path)).built.unchanged
    write_game(tmp_path, CARD, "id,word,number\na,one,1\n")
    again = write_order("sampler", MPC, request(tmp_path))
    assert not again.built.unchanged
    assert not (again.folder / "poker" / "things-b.png").exists()
    assert (again.folder / "poker" / "things-a.png").exists()


@pytest.mark.parametrize("game", ["mines", "river-dragons"])
def test_an_order_has_every_piece_of_the_game(game: str, tmp_path: Path) -> None:
    """The list of an order has as many pieces of a component as the game prints."""
    findings = Findings()
    loaded = load_game(game, builtin_cards(), builtin_templates(), findings)
    assert loaded is not None
    order = plan_order(loaded, TGC, make_draw_context(loaded, "full", None), findings)
    ordered = {line.component.id: line.copies for line in order.lines}
    assert ordered, game
    for component in loaded.components:
        if component.id in ordered:
            assert ordered[component.id] == sum(map(component.copies, component.table.records))
    named = {component.id for component, _ in order.left_out} | set(ordered)
    assert named == {component.id for component in loaded.components}


def test_a_list_of_all_pieces(tmp_path: Path) -> None:
    write_game(tmp_path, CARD, more="back: thing")
    lines = (order_of(tmp_path, TGC) / "order.csv").read_text().splitlines()
    rows = list(csv.DictReader(lines))
    assert [(one["product"], one["name"], one["copies"]) for one in rows] == [
        ("PokerDeck", "a", "1")
    ]
    for row in rows:
        for side in ("front", "back"):
            assert (tmp_path / "output/sampler/for-tgc" / row[side]).is_file()


def test_what_a_service_would_reject(tmp_path: Path) -> None:
    """Text that is far enough from our cut may be too close to that of a service, and a size that
    it does not have is reported with the nearest one."""
    close = CARD.replace("safe: 3.5", "safe: 1").replace("[6, 30", "[1.5, 30")
    close = close.replace("#ff0000", "#ffffff")
    cards = write_game(tmp_path, close)
    found, *others = check_for(MPC, cards, Folders(cards, None).templates, ["sampler"])
    assert not others, others
    assert "3.048 mm inside the cut must stay free" in found.message
    assert (found.place.file, found.place.row) == ("cards/sampler/rows.csv", 2)
    cards = write_game(tmp_path, CARD.replace("[63, 88]", "[80, 80]"))
    (left,) = check_for(MPC, cards, Folders(cards, None).templates, ["sampler"])
    assert left.message == (
        "'things' is left out: no product is as large as 80 × 80 mm, or 90% to 120% of it; the"
        " nearest is 'poker' with 63.5 × 88.9 mm"
    )
    assert not left.is_error


def test_an_own_service_is_one_file(tmp_path: Path) -> None:
    write_game(tmp_path, CARD)
    own = tmp_path / "templates" / "services"
    own.mkdir(parents=True)
    profile = (
        "title: Corner shop\ndpi: 150\nbleed: 2\nsafe: 3\nproducts: {card: {pixels: [396, 543]}}\n"
    )
    (own / "corner.yaml").write_text(profile)
    service = load_service("corner", tmp_path / "templates")
    with Image.open(order_of(tmp_path, service) / "card" / "things-a.png") as picture:
        assert picture.size == (396, 543)
    with pytest.raises(CallError, match=r"service 'cornre' .did you mean 'corner'"):
        load_service("cornre", tmp_path / "templates")
    (own / "corner.yaml").write_text(profile.replace("bleed: 2", "bled: 2"))
    with pytest.raises(
        DataError, match=r"services/corner.yaml, row 3.*'bled'.*did you mean 'bleed'"
    ):
        load_service("corner", tmp_path / "templates")


def test_a_document_with_front_and_back_in_turn(tmp_path: Path) -> None:
    """A service that takes PDF gets a page for each side of each copy, with its trim and bleed,
    and a picture where art that shines through would be rejected."""
    rows = "id,word,number,copies\na,one,1,2\nb,two,2,1\n"
    see_through = CARD.replace('fill: "#ff0000"', 'fill: "#ff000080"')
    for template, fonts in ((CARD, True), (see_through, False)):
        write_game(
            tmp_path,
            template,
            rows,
            columns="{id: text, word: text, number: integer, copies: integer}",
            more="back: thing",
        )
        service = load_service("mbprint", builtin_templates())
        order = write_order("sampler", service, request(tmp_path), icc=separation().profile)
        reader = pypdf.PdfReader(order.folder / "poker.pdf")
        assert len(reader.pages) == 6
        for page in reader.pages:
            assert [round(float(side) / 72 * 25.4, 2) for side in page.mediabox] == [0, 0, 69, 94]
            assert [round(float(side) / 72 * 25.4, 2) for side in page.trimbox] == [3, 3, 66, 91]
        texts = [page.extract_text() for page in reader.pages]
        assert texts == (["one", "one", "one", "one", "two", "two"] if fonts else [""] * 6)


def test_a_press_needs_a_profile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(icc, "_installed", lambda: iter(()))
    with pytest.raises(CallError, match=r"install FOGRA39L_coated.icc .* with --icc"):
        icc.profile_for(load_service("press", builtin_templates()), None)


def test_any_size_for_a_print_shop(tmp_path: Path) -> None:
    write_game(tmp_path, CARD.replace("[63, 88]", "[80, 120]"))
    press = load_service("press", builtin_templates())
    order = write_order("sampler", press, request(tmp_path), icc=separation().profile)
    (page,) = pypdf.PdfReader(order.folder / "things.pdf").pages
    assert [round(float(side) / 72 * 25.4, 2) for side in page.trimbox] == [3, 3, 83, 123]


def test_an_order_is_in_the_language_of_the_build(tmp_path: Path) -> None:
    """It has German faces, in a folder of its own."""
    write_game(tmp_path, CARD)
    english = write_order("sampler", MPC, request(tmp_path))
    po = 'msgid "hello"\nmsgstr "hallo"\n'
    (tmp_path / "cards" / "sampler" / "de.po").write_text(po, encoding="utf-8")
    german = write_order("sampler", MPC, replace(request(tmp_path), language="de"))
    assert german.folder.name == f"{english.folder.name}-de"
    assert set(german.built.files.values()) != set(english.built.files.values())
