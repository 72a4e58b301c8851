"""Parts lists, score pads and player aids: counts and lines that come from the data."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import pypdf
import pytest

from printgen.build.preflight import preflight
from printgen.build.produce import produce
from printgen.build.request import COMPLETE, Request, Unit
from printgen.catalog.builtin import builtin_templates
from printgen.catalog.load import load_game
from printgen.check.faces import check_face
from printgen.draw.component import draw_component, make_draw_context
from printgen.draw.context import FacesOf, ToPrint
from printgen.draw.crafts import booklet, parts
from printgen.draw.face import Face
from printgen.errors import Findings
from printgen.frame import Frame, Group, Item, Text, Use

ROOT = Path(__file__).parent.parent.parent
GAME = """
title: Sampler
designer: Nobody
version: "1"
credit: Unofficial sampler
players: 2-4
tables:
  cards: {file: cards.csv, columns: {id: text, copies: integer}}
  pads: {file: pads.csv, columns: {id: text, copies: integer}}
  score-lines: {file: lines.csv, columns: {id: text, label: text, icon: icon?, hint: text?}}
  aid: {file: aid.csv, columns: {id: text, heading: text, text: text, icon: icon?}}
components:
  - id: cards
    title: Playing cards
    rows: cards
    template: card
    back: card
    stock: card 250 g
    how: Cut **straight**.
  - {id: pad, title: Score pad, rows: pads, template: score-pad, constants: {players: 4}}
  - {id: aid, title: Player aid, rows: pads, template: player-aid}
  - {id: rules, title: Rules, craft: booklet, sheet: booklet, settings: {text: rules.yaml}}
  - id: list
    title: Parts list
    craft: parts
    settings:
      intro: An hour.
      tools: [glue, scissors, card, patience]
      steps: [Print., Cut.]
      accent: blue
"""
FILES = {
    "game.yaml": GAME,
    "cards.csv": "id,copies\na,30\nb,24\nc,0\n",
    "pads.csv": "id,copies\nsheet,4\n",
    "lines.csv": "id,label,icon,hint\nfarms,Farms,box,sets of three\ncards,Cards,,\n",
    "aid.csv": "id,heading,text,icon\nroll,Roll,Roll **two** [box].,box\nmove,Move,Go on.,\n",
    "rules.yaml": "- text: Go.",
    "templates/card.yaml": "size: [63, 88]\nelements: [{rectangle: [9, 9, 9, 9], fill: ink}]\n",
    "art/box.svg": '<svg viewBox="0 0 9 9"><rect x="0" y="0" width="9" height="9"/></svg>',
}


@pytest.fixture
def cards(tmp_path: Path) -> Path:
    for name, content in FILES.items():
        file = tmp_path / "cards" / "sampler" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(content, encoding="utf-8")
    return tmp_path / "cards"


def drawn(
    cards: Path, component: str, url: str | None = None, to_print: ToPrint | None = None
) -> tuple[Face, ...]:
    findings = Findings()
    game = load_game("sampler", cards, builtin_templates(), findings)
    assert game is not None
    (chosen,) = (c for c in game.components if c.id == component)
    context = make_draw_context(game, "full", url, to_print=to_print)
    faces = draw_component(game, chosen, context, findings)
    assert not list(findings), [str(finding) for finding in findings]
    return faces


def walk(items: Sequence[Item]) -> Iterator[Item]:
    for item in items:
        yield item
        if isinstance(item, Group):
            yield from walk(item.items)


def words(frame: Frame) -> str:
    return " ".join(item.string for item in walk(frame.items) if isinstance(item, Text))


def test_icon_sets_are_credited(cards: Path) -> None:
    """Authors and licences of icon sets are in the credits of booklets and parts lists, and their
    icons can be used in texts."""
    game = cards / "sampler"
    text = (game / "game.yaml").read_text(encoding="utf-8")
    (game / "game.yaml").write_text(text.replace("tables:", "icons: [set.json]\ntables:", 1))
    (game / "rules.yaml").write_text("- text: Take a [cup blue].")
    (game / "set.json").write_text(
        '{"prefix": "t", "icons": {"cup": {"body": "<circle r=\'5\'/>"}}, "info": {"name": "Tiny",'
        ' "author": {"name": "Ada [x]"}, "license": {"title": "CC BY 3.0", "url": "https://a.b"}}}'
    )
    credit = "Icons: Tiny by Ada [x], CC BY 3.0 (https://a.b)"
    (page,) = drawn(cards, "list")
    assert f"Credits {credit}" in " ".join(words(page.front).split())
    booklet = drawn(cards, "rules")
    pages = [words(face.front) for face in booklet]
    assert any(credit in " ".join(text.split()) for text in pages)
    icons = [i.frame.name for f in booklet for i in walk(f.front.items) if isinstance(i, Use)]
    assert "cup" in icons


def test_the_list_counts_what_is_printed(cards: Path) -> None:
    """Counts and sizes come from rows and copies, and a booklet is one."""
    (face,) = drawn(cards, "list")
    text = words(face.front)
    assert re.search(r"Playing cards Cut straight . 54 63 × 88\smm card 250\sg", text)
    assert re.search(r"Score pad 4 105 × 148\smm", text)
    assert re.search(r"Rules 1 148 × 210\smm", text)
    assert "Parts list" not in text
    for part in ("An hour.", "glue", "patience", "Print.", "Order of work"):
        assert part in text


def test_every_part_has_a_box_and_a_picture(cards: Path) -> None:
    """Each part has a box to tick and a thumbnail."""
    (face,) = drawn(cards, "list")
    pictures = [i.frame.name for i in walk(face.front.items) if isinstance(i, Use)]
    assert pictures == ["cards/a", "pad/sheet", "aid/sheet", "rules/page-01"]


def test_a_number_stays_with_its_unit(cards: Path) -> None:
    """Papers such as "card 250–300 g, or glued on board" had their "g" on the next line."""
    game = cards / "sampler" / "game.yaml"
    game.write_text(GAME.replace("card 250 g", "card 250–300 g, or glued"), encoding="utf-8")
    (face,) = drawn(cards, "list")
    lines = {item.string for item in walk(face.front.items) if isinstance(item, Text)}
    assert "card 250–300\u00a0g, or" in lines or "card 250–300\u00a0g," in lines


def test_the_list_says_where_each_part_is_printed(cards: Path) -> None:
    """The parts list has the sheets of each component, from all copies of its faces."""
    seen: dict[str, int] = {}

    def to_print(parts: Sequence[FacesOf]) -> dict[str, str]:
        seen.update({component.id: len(pieces) for component, pieces in parts})
        return {"cards": "sheets 1–6, both sides"}

    (face,) = drawn(cards, "list", to_print=to_print)
    assert "sheets 1–6, both sides" in words(face.front)
    assert seen["cards"] == 54
    assert "list" not in seen


def test_the_built_list_has_the_sheets_of_the_built_files(cards: Path, tmp_path: Path) -> None:
    """The numbers in the list are those of the print files beside it, which hold every piece; the
    list itself is one of their pages."""
    out = tmp_path / "out"
    request = Request(cards, builtin_templates(), out, tmp_path / "profiles", svg_text="text")
    names = ("cards", "pad", "aid", "rules", "list")
    whole = produce(Unit("sampler", names, COMPLETE, ("pdf",)), request)
    produce(Unit("sampler", ("list",), "list", ("svg",)), request)
    svg = (out / "sampler" / "svg" / "list" / "faces" / "page-1.svg").read_text(encoding="utf-8")
    listed = re.sub(r"<[^>]*>", "", svg)
    pages = {
        name: [page.extract_text() for page in pypdf.PdfReader(out / "sampler" / name).pages]
        for name in whole.files
    }
    assert sum(map(len, pages.values())) == whole.pages
    (card_pages,) = (texts for name, texts in pages.items() if "card-250g-a4-duplex" in name)
    holding = [i for i, text in enumerate(card_pages[::2], 1) if "Playing cards" in text]
    assert holding == list(range(1, len(holding) + 1))
    assert re.search(rf"sheets 1–{len(holding)},\s*both", listed)
    assert any("Sampler: parts" in text for texts in pages.values() for text in texts)


def test_all_of_it_passes_the_checks(cards: Path) -> None:
    """Pictures of pieces are not mistaken for small type, and the shared templates pass the checks
    in both inks on every paper."""
    found = preflight(cards, builtin_templates(), ["sampler"], ["a4", "letter"], ["full", "low"])
    assert not [str(finding) for finding in found if finding.is_error]


def test_the_score_pad_of_a_game_with_a_long_name(cards: Path) -> None:
    """The QR code of the shared score pad is large enough for the address of any game."""
    long = "the-quiet-tea-garden-of-the-harbour"
    (cards / "sampler").rename(cards / long)
    found = preflight(cards, builtin_templates(), [long], ["letter"], ["full"])
    assert not [str(finding) for finding in found if finding.code == "qr-size"]


def test_small_type_of_its_own_is_still_found() -> None:
    """Only pieces shown smaller are excused, not groups drawn smaller."""
    from tests.sheet.samples import LABEL

    text = LABEL.text(5, 5, "tiny")
    scaled = Group((text,), (0.5, 0, 0, 0.5, 0, 0))
    piece = Frame("piece", 20, 20, (text,), clipped=True)
    shown = Use(piece, (0.5, 0, 0, 0.5, 10, 10))
    codes = [[f.code for f in check_face(Frame("f", 40, 40, (item,)))] for item in (scaled, shown)]
    assert codes == [["type-size"], []]


def test_a_score_pad_has_a_line_for_each_row_and_a_column_for_each_player(cards: Path) -> None:
    """The pad follows the table and the number of players."""
    (face,) = drawn(cards, "pad")
    assert face.copies == 4
    assert words(face.front).startswith("Sampler")
    for part in ("Farms", "sets of three", "Cards", "Sum"):
        assert part in words(face.front)
    boxes = face.front.dump().count("fill none stroke #1c1b1a")
    assert boxes == 4 * (1 + 2 + 1)
    (with_code,) = drawn(cards, "pad", url="http://boat:8000")
    assert "qr:http://boat:8000" in with_code.front.dump()


def test_a_player_aid_has_a_section_for_each_row(cards: Path) -> None:
    """The aid follows its table."""
    (face,) = drawn(cards, "aid")
    assert re.search(r"Roll Roll two .*Move Go on.", words(face.front))


@pytest.mark.parametrize("craft", [booklet, parts], ids=lambda craft: craft.__name__[-7:])
def test_every_setting_is_documented(craft: object) -> None:
    """The games' README lists each setting, and no others."""
    name = craft.__name__.rsplit(".", 1)[1]  # type: ignore[attr-defined]
    readme = (ROOT / "cards" / "README.md").read_text(encoding="utf-8")
    body = re.split(rf"^### {name}$", readme, flags=re.MULTILINE)[1]
    listed = re.search(r"Settings: (.*?)\.(?:\s|$)", re.sub(r"\(.*?\)", "", body))
    assert listed is not None
    assert set(re.findall(r"`(\w+)`", listed[1])) == set(craft.SETTINGS.keys)  # type: ignore[attr-defined]
