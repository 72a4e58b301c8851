"""Pictures, orders and checks for print services."""

from __future__ import annotations

import csv
import io
import math
import re
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pypdf
import pytest
from msgspec.structs import replace
from PIL import Image, ImageChops

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
from printgen.frame import Frame
from printgen.frame import Path as Shape
from printgen.geometry import rectangle
from printgen.ink import Color
from printgen.sheet.canvas import canvas, fits
from tests.export.pdfx import violations
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
        if product.shape == "hex":
            assert product.width == pytest.approx(product.height * 2 / math.sqrt(3))
            assert product.pixels is not None
            trim = product.width, product.pixels[1] / service.dpi * 25.4 - 2 * service.bleed
            assert product.height < trim[1]
        else:
            trim = product.width, product.height
        for side, pixels in zip(trim, product.pixels or (), strict=product.pixels is not None):
            assert round((side + 2 * service.bleed) / 25.4 * service.dpi, 6) == pixels
        face = Frame("face", product.width, product.height, (), service.bleed)
        fit = fits(face, product.shape, (product,))[0]
        assert (fit.scale, fit.turned) == (1.0, False)
        picture = canvas(face, fit, service)
        if product.pixels is None:
            wide, high = (side + 2 * service.bleed for side in trim)
            assert (picture.width, picture.height) == (wide, high)
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


@pytest.mark.parametrize(("service", "size"), [(MPC, (822, 1122)), (TGC, (825, 1125))])
def test_no_line_between_the_art_and_its_mirror_image(
    service: Service, size: tuple[int, int]
) -> None:
    """A plain face is of one colour up to the edge of the canvas, and what is behind its art does
    not shine through where that ends."""
    area = rectangle(-3, -3, 69, 94)
    fills = (Shape(area, fill=Color(250, 245, 230)), Shape(area, fill=Color(20, 80, 140)))
    face = Frame("plain", 63, 88, fills, bleed=3, clipped=True)
    picture = canvas(face, fits(face, "rectangle", service.products)[0], service)
    pages = (DocumentPage(picture),)
    stream = io.BytesIO()
    write_png(pdf_bytes(Document("", "", "", "en", "none", (Section("", pages),))), 0, 300, stream)
    with Image.open(stream) as image:
        assert image.size == size
        assert image.getcolors() == [(size[0] * size[1], (20, 80, 140))]


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


BOX = """
  - id: box
    title: Box
    craft: tuckbox
    settings: {holds: things, ground: ink, title: Harbour}
"""


def test_a_tuck_box_on_the_sheet_of_a_service(tmp_path: Path) -> None:
    """The smallest box that holds the cards is filled with its ground up to the corners, except for
    the strip for glue, with art on every panel and none across a fold."""
    columns = "{id: text, word: text, number: integer, copies: integer}"
    for copies, name, size in (
        (36, "PokerTuckBox36", (2100, 1800)),
        (37, "PokerTuckBox54", (2325, 1950)),
        (217, "PokerTuckBox90", (2775, 2100)),
    ):
        rows = f"id,word,number,copies\na,one,1,{copies}\n"
        cards = write_game(tmp_path, CARD, rows, columns=columns)
        game = cards / "sampler" / "game.yaml"
        game.write_text(game.read_text() + BOX)
        folder = order_of(tmp_path, TGC)
        (file,) = (folder / name).glob("*.png")
        with Image.open(file) as opened:
            picture = opened.convert("RGB")
        assert picture.size == size
        box = next(box for box in TGC.tuck_boxes if box.sheet.name == name)
        x, (top, bottom) = (
            [(side + TGC.bleed) / 25.4 * TGC.dpi for side in sides]
            for sides in (box.across, box.down)
        )
        ground = picture.getpixel((0, 0))
        assert all(picture.getpixel(at) == ground for at in ((size[0] - 1, 0), (0, size[1] - 1)))
        assert picture.getpixel((round((x[4] * 2 + x[5] * 3) / 5), round((top + bottom) / 2))) == (
            255,
            255,
            255,
        )
        safe = TGC.safe / 25.4 * TGC.dpi - 1
        depth = x[1] - x[0]
        for left, right, high, low in (
            *((a, b, top, bottom) for a, b in pairwise(x[:5])),
            (x[1], x[2], top - depth, top),
        ):
            panel = picture.crop((round(left), round(high), round(right), round(low)))
            art = ImageChops.difference(panel, Image.new("RGB", panel.size, ground)).getbbox()
            assert art is not None, (name, left)
            assert min(art[0], art[1], panel.width - art[2], panel.height - art[3]) >= safe
        listed = csv.DictReader((folder / "order.csv").read_text().splitlines())
        ordered = {row["product"]: row["copies"] for row in listed}
        assert ordered == {"PokerDeck": str(copies), name: "3" if copies > 108 else "1"}


def test_type_near_a_fold_of_a_tuck_box(tmp_path: Path) -> None:
    cards = write_game(tmp_path, CARD)
    game = cards / "sampler" / "game.yaml"
    box = BOX.replace("title: Harbour", "front: close")
    game.write_text(game.read_text() + box)
    (cards / "sampler" / "templates" / "close.yaml").write_text(
        "size: [64.2, 89.6]\nelements:\n  - text: Near\n    box: [0.5, 40, 20, 10]\n"
    )
    found = check_for(TGC, cards, Folders(cards, None).templates, ["sampler"])
    assert [finding for finding in found if "3.175 mm inside the cut" in finding.message]


def test_a_service_without_boxes_says_so(tmp_path: Path) -> None:
    """The remedy is in the same sentence, for a service without boxes and for other pieces."""
    cards = write_game(tmp_path, CARD.replace("[63, 88]", "[44, 63]"))
    game = cards / "sampler" / "game.yaml"
    game.write_text(game.read_text() + BOX)
    notes = write_order(
        "sampler", load_service("printerstudio", builtin_templates()), request(tmp_path)
    ).notes
    assert (
        "left out: box: the profile of PrinterStudio has no tuck boxes; print them at home" in notes
    )
    notes = write_order("sampler", TGC, request(tmp_path)).notes
    assert "left out: box: The Game Crafter has no tuck box for things; print it at home" in notes


def test_a_board_smaller_than_its_product(tmp_path: Path) -> None:
    """It lies in the middle at its true size, and the rest has the colour of its edge."""
    write_game(tmp_path, CARD.replace("[63, 88]", "[240, 180]").replace("34.5, 94", "123, 186"))
    folder = order_of(tmp_path, TGC)
    (file,) = (folder / "LargeSquareBoard").glob("*.png")
    with Image.open(file) as picture:
        assert picture.size == (3075, 3075)
        px = 300 / 25.4
        left, top = (3075 - 240 * px) / 2, (3075 - 180 * px) / 2
        middle = 3075 // 2
        edge = picture.getpixel((0, 0))
        for x, y in ((left - 4, middle), (middle, top - 4), (3075 - left + 4, middle)):
            assert picture.getpixel((round(x), round(y))) == edge
        assert picture.getpixel((round(left + 4), round(top + 4))) == (255, 0, 0)


def test_mistakes_in_the_boxes_of_a_profile(tmp_path: Path) -> None:
    own = tmp_path / "templates" / "services"
    own.mkdir(parents=True)
    (own / "corner.yaml").write_text(
        "title: Corner shop\nbleed: 3\nsafe: 3\nproducts: {card: {pixels: [815, 1110]}}\n"
        "tuck boxes:\n  small: {title: Small, pixels: [2100, 1800], holds: crad, count: 36,\n"
        "    across: [37, 202, 961, 961, 1884, 2019], down: [351, 1409]}\n"
    )
    with pytest.raises(DataError) as caught:
        load_service("corner", tmp_path / "templates")
    messages = [finding.message for finding in caught.value.findings]
    assert set(messages) == {
        "'across' must list larger and larger numbers",
        "'holds' names 'crad', which is not a product (did you mean 'card'?)",
    }


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
        " nearest is 'poker' with 63.5 × 88.9 mm; print it at home"
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
        mbprint = load_service("mbprint", builtin_templates())
        assert mbprint.press is not None
        # With text as text, so that pages can be told apart.
        service = replace(mbprint, press=replace(mbprint.press, outlines=False))
        order = write_order("sampler", service, request(tmp_path), icc=separation().profile)
        reader = pypdf.PdfReader(order.folder / "poker.pdf")
        assert len(reader.pages) == 6
        for page in reader.pages:
            assert [round(float(side) / 72 * 25.4, 2) for side in page.mediabox] == [0, 0, 69, 94]
            assert [round(float(side) / 72 * 25.4, 2) for side in page.trimbox] == [3, 3, 66, 91]
        texts = [page.extract_text() for page in reader.pages]
        assert texts == (["one", "one", "one", "one", "two", "two"] if fonts else [""] * 6)


SHINING = """
size: [63.5, 88.9]
bleed: 3.2
safe: 4
elements:
  - rectangle: [-4, -4, 80, 100]
    fill: "#1144aa"
  - rectangle: [10, 10, 30, 30]
    fill: "#ffcc0080"
  - icon: box
    box: [30, 40, 10, 20]
    colour: "#991122"
  - text: "{word}"
    box: [6, 62, 40, 20]
    colour: "#ffffff"
"""


@pytest.mark.parametrize(("name", "file"), [("drivethru", "poker.pdf"), ("press", "things.pdf")])
def test_documents_keep_the_rules_of_their_standard(name: str, file: str, tmp_path: Path) -> None:
    """Read back, with text, symbols and colours that shine through, they break none of the rules
    that a PDF on screen breaks."""
    write_game(tmp_path, SHINING, more="back: thing")
    service = load_service(name, builtin_templates())
    assert service.press is not None
    order = write_order("sampler", service, request(tmp_path), icc=separation().profile)
    data = (order.folder / file).read_bytes()
    assert violations(data, service.press.standard) == []
    screen = write_order("sampler", replace(service, press=None), request(tmp_path))
    found = violations((screen.folder / file).read_bytes(), service.press.standard)
    assert {"has no output intent", "paints in screen colours"} <= set(found)
    if name == "drivethru":
        assert "has transparent colours" in found


def test_proofs_and_large_black_shapes_for_a_press(tmp_path: Path) -> None:
    """Each side is also a picture in screen colours as the press prints it, text has no fonts, and
    large black shapes are richer than letters."""
    black = """
size: [63, 88]
bleed: 3
safe: 4.5
elements:
  - rectangle: [-3, -3, 69, 60]
    fill: "#000000"
  - rectangle: [-3, 57, 69, 34]
    fill: "#00ff00"
  - text: "{word}"
    box: [6, 62, 20, 20]
    colour: "#000000"
"""
    write_game(tmp_path, black)
    service = load_service("mbprint", builtin_templates())
    order = write_order("sampler", service, request(tmp_path), icc=separation().profile)
    (page,) = pypdf.PdfReader(order.folder / "poker.pdf").pages
    resources: Any = page["/Resources"]
    assert not resources.get("/Font")
    content = page.get_contents()
    assert content is not None
    fills = {fill.strip() for fill in re.findall(rb"[\d. ]+(?= k\b)", content.get_data())}
    assert {b"0.3 0.3 0 1", b"0 0 0 1"} <= fills
    proof: Any
    with Image.open(order.folder / "proof" / "things-a.png") as proof:
        assert proof.mode == "RGB"
        red, green, blue = proof.getpixel((200, 500))
        assert green < 200, "no press prints the green of a screen"
        assert max(red, blue) > 20
        assert max(proof.getpixel((200, 100))) < 90


def test_colours_with_too_much_ink_are_named_by_row(tmp_path: Path) -> None:
    """The finding has the row of the side, its colour and both amounts; greys are never found."""
    rows = "id,word,number,tint\na,one,1,#101010\nb,two,2,#00103c\n"
    cards = write_game(
        tmp_path,
        CARD.replace('"#ff0000"', '"{tint}"').replace('"#0000ff"', '"#ffffff"'),
        rows,
        columns="{id: text, word: text, number: integer, tint: text}",
    )
    service = load_service("drivethru", builtin_templates())
    templates = Folders(cards, None).templates
    found = check_for(service, cards, templates, ["sampler"], separation().profile)
    (ink,) = [finding for finding in found if finding.code == "ink"]
    assert (ink.place.file, ink.place.row) == ("cards/sampler/rows.csv", 3)
    assert re.search(
        r"#00103c takes \d{3}% of ink, but DriveThruCards prints at most 240%", ink.message
    )
    assert not [f for f in check_for(service, cards, templates, ["sampler"]) if f.code == "ink"]


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
