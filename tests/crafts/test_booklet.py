"""Rules booklets: from a text and a game to pages, and every mistake at its place."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from printgen.catalog.model import Game
from printgen.draw.component import draw_component, make_draw_context
from printgen.draw.context import A5
from printgen.draw.face import Face
from printgen.errors import Findings
from printgen.frame import Frame, Group, Item, Text, Use
from tests.support import open_sampler, write_game

TEMPLATE = """
size: [60, 80]
elements:
  - rectangle: [0, 0, 60, 80]
    fill: sky
  - text: "{word}"
    box: [5, 5, 50, 20]
"""
MORE = """back: thing
  - id: rules
    title: Rules
    craft: booklet
    sheet: booklet
    settings: {settings}
"""
SETTINGS = "{text: rules.yaml, accent: blue, age: 8, minutes: 20-30, tagline: Go}"
COLUMNS = "{id: text, word: text, number: integer, provenance: text?}"
ROWS = "id,word,number,provenance\na,hello,3,ours\nb,world,4,rules\n"
EVERYTHING = """
- title: Aim
- text: |
    Be **first**, with [box] and *luck*. There are {len(rows('rows'))} words of {game}.
    - one
    - two
- heading: Steps
- steps: [Roll., Move., Rest.]
  start: 4
- table:
    - [Roll, Steps]
    - [1, "**two**"]
    - [2, 3.5]
  align: [center, left]
  widths: [1, 2]
  caption: What dice bring
- face: things/a
  width: 20
  caption: A thing
- {face: things/b, back: true}
- {picture: thing, rows: rows, id: b, width: 15}
- {art: box, colour: blue, width: 8}
- pictures:
    - {face: things/a, width: 20, caption: one}
    - {picture: thing, rows: rows, width: 20}
  caption: Two things
- note: Mind the gap.
  title: Note
- columns:
    - [{heading: Left}, {text: words}]
    - [{text: more words}]
  widths: [1, 2]
- break: page
- title: Last
- text: End.
- provenance: [The map is ours.]
- credits: [Thanks to all.]
"""


def booklet(
    folder: Path,
    text: str,
    settings: str = SETTINGS,
    ink: str = "full",
    url: str | None = None,
    booklet_page: tuple[float, float] = A5,
    files: dict[str, str] | None = None,
) -> tuple[tuple[Face, ...], Findings]:
    cards = write_game(
        folder,
        TEMPLATE,
        ROWS,
        COLUMNS,
        MORE.replace("{settings}", settings),
        {"rules.yaml": text, **(files or {})},
    )
    findings = Findings()
    game: Game = open_sampler(cards, findings)
    context = make_draw_context(game, ink, url, booklet_page=booklet_page)  # type: ignore[arg-type]
    return draw_component(game, game.components[1], context, findings), findings


def walk(items: tuple[Item, ...]) -> Iterator[Item]:
    for item in items:
        yield item
        if isinstance(item, Group):
            yield from walk(item.items)


def words(frame: Frame) -> str:
    return " ".join(item.string for item in walk(frame.items) if isinstance(item, Text))


def shown(faces: tuple[Face, ...]) -> str:
    return " / ".join(words(face.front) for face in faces)


@pytest.mark.parametrize("ink", ["full", "low"])
@pytest.mark.parametrize("columns", [1, 2])
def test_everything_is_set(tmp_path: Path, ink: str, columns: int) -> None:
    """Each kind of block reaches a page, in the order of the text."""
    settings = SETTINGS.replace("{text", f"{{columns: {columns}, text")
    faces, findings = booklet(tmp_path, EVERYTHING, settings, ink)
    assert not list(findings), [str(finding) for finding in findings]
    assert len(faces) % 4 == 0
    text = shown(faces)
    order = ["Sampler", "Aim", "There are 2 words of Sampler", "Steps", "4 Roll", "What dice bring"]
    order += ["A thing", "Two things", "Mind the gap", "Left", "Last", "Our additions"]
    order += ["(1 of 2)", "The map is ours", "Credits", "unofficial sampler", "Thanks to all"]
    places = [text.replace("  ", " ").find(part) for part in order]
    assert -1 not in places, dict(zip(order, places, strict=True))
    assert places == sorted(places)


def test_a_single_note_is_not_a_list(tmp_path: Path) -> None:
    """Notes at the end are a list, but one note is a paragraph: a lone bullet looked like a
    leftover."""
    text = "- title: Aim\n- text: Win.\n- credits: [Thanks to all.]\n"
    one, _ = booklet(tmp_path / "one", text)
    several, _ = booklet(tmp_path / "two", text.replace("all.", "all., And to you."))
    assert (shown(one).count("•"), shown(several).count("•")) == (0, 2)


def test_a_size_of_earlier_versions_is_only_a_warning(tmp_path: Path) -> None:
    """A booklet that still names the size of its pages is made, and a warning says to remove it."""
    settings = SETTINGS.replace("{text", "{size: a5, text")
    faces, findings = booklet(tmp_path, EVERYTHING, settings)
    assert faces
    assert ["'size' no longer does anything" in str(finding) for finding in findings] == [True]


def test_the_cover_says_what_people_ask_first(tmp_path: Path) -> None:
    """Title, players, age, time, designer and 'unofficial' are there."""
    faces, _ = booklet(tmp_path, "- text: Go.")
    cover = words(faces[0].front)
    for part in ("Sampler", "Go", "2–4 players", "age 8+", "20-30 min", "A game by Nobody"):
        assert part in cover
    assert "Unofficial" in cover


def test_the_cover_fans_faces_by_itself_or_as_asked(tmp_path: Path) -> None:
    """A booklet's cover shows faces of the game, or those that its settings name."""
    both, _ = booklet(tmp_path / "1", "- text: Go.")
    one, _ = booklet(tmp_path / "2", "- text: Go.", "{text: rules.yaml, cover: {fan: [things/b]}}")
    art, _ = booklet(tmp_path / "3", "- text: Go.", "{text: rules.yaml, cover: {art: box}}")

    def pictures(faces: tuple[Face, ...]) -> list[str]:
        return [i.frame.name for i in walk(faces[0].front.items) if isinstance(i, Use)]

    assert pictures(both) == ["things/a", "things/b"]
    assert pictures(one) == ["things/b"]
    assert pictures(art) == ["box"]


def test_pages_are_numbered_and_headed(tmp_path: Path) -> None:
    """Left pages carry the game's name, right ones their chapter."""
    text = "- title: One\n- text: a\n- break: page\n- title: Two\n- text: b\n"
    faces, _ = booklet(tmp_path, text)
    assert words(faces[1].front).endswith("Sampler 2")
    assert words(faces[2].front).endswith("Two 3")
    assert not words(faces[0].front).endswith("1")
    assert [face.front.name for face in faces[:2]] == ["rules/page-01", "rules/page-02"]


def test_rules_are_printed_in_readable_type(tmp_path: Path) -> None:
    """Nothing is set below 8.5 pt, and the rules themselves not below 9."""
    faces, _ = booklet(tmp_path, EVERYTHING)
    sizes = {
        item.string: item.size_pt
        for face in faces[1:]
        for item in walk(face.front.items)
        if isinstance(item, Text)
    }
    assert min(sizes.values()) >= 8.5
    assert sizes["words"] >= 9.6


def test_long_texts_choose_sizes_that_save_paper(tmp_path: Path) -> None:
    """Smaller type is taken only where it saves a sheet."""
    short, _ = booklet(tmp_path / "1", "- text: Go.")
    many = "- text: " + "word " * 3300
    long, _ = booklet(tmp_path / "2", many)

    def body_pt(faces: tuple[Face, ...]) -> float:
        sizes = [i.size_pt for i in walk(faces[1].front.items) if isinstance(i, Text)]
        return max(sizes, key=sizes.count)

    assert body_pt(short) == 11.5
    assert body_pt(long) < 11.5


def test_the_companion_is_reached_by_a_code(tmp_path: Path) -> None:
    """The last page has a QR code, if there is a companion."""
    faces, _ = booklet(tmp_path / "1", "- text: Go.", url="http://boat:8000/")
    codes = [i.frame.name for i in walk(faces[-1].front.items) if isinstance(i, Use)]
    assert codes == ["qr:http://boat:8000/games/sampler"]
    without, _ = booklet(tmp_path / "2", "- text: Go.")
    assert not [i for i in walk(without[-1].front.items) if isinstance(i, Use)]


ROOM = "but a page has room for only 178 mm; make it smaller or split it"
MISTAKES = {
    "colon": (
        "- steps: [Roll: two dice]",
        "not a mapping (put a text that contains ': ' in quotes)",
    ),
    "no list": ("title: Aim", "rules.yaml, row 1, column 1: must be a list of blocks"),
    "unknown kind": ("- txet: a", "'txet' is not a kind of block (did you mean 'text'?)"),
    "two kinds": (
        "- {text: a, heading: b}",
        "a block has one kind, not text and heading; split it",
    ),
    "unknown key": ("- {text: a, widht: 3}", "unknown key 'widht'"),
    "short row": ("- table: [[a, b], [c]]", "this row has 1 cells, but the header has 2"),
    "lone header": ("- table: [[a, b]]", "a table needs a header row and at least one more row"),
    "wrong widths": ("- {table: [[a], [b]], widths: [1, 2]}", "'widths' has 2 entries for 1"),
    "open mark": ("- text: a **b", "opens ** and does not close it"),
    "icon": ("- text: '[boxx]'", "unknown icon 'boxx' (did you mean 'box'?)"),
    "glyph": ("- text: 鯉", "has no '鯉'"),
    "expression": ("- text: '{nmae}'", "unknown name 'nmae'"),
    "lone brace": ("- text: '{a'", "has a single '{'"),
    "component": ("- face: thigns/a", "no component 'thigns' (did you mean 'things'?)"),
    "row": ("- face: things/c", "'things' has no row 'c'"),
    "template": ("- picture: thong", "there is no template 'thong'"),
    "table": ("- {picture: thing, rows: rwos}", "no table 'rwos' (did you mean 'rows'?)"),
    "picture row": ("- {picture: thing, rows: rows, id: z}", "'rows' has no row 'z'"),
    "art": ("- art: bax", "unknown icon 'bax' (did you mean 'box'?)"),
    "colour": ("- {art: box, colour: bleu}", "no colour 'bleu' (did you mean 'blue'?)"),
    "own face": ("- face: rules/page-01", "there is no component 'rules'"),
    "one column": ("- columns: [[{text: a}]]", "must have 2 or 3 lists of blocks"),
    "too tall": (f"- columns: [[{', '.join(['{face: things/a}'] * 3)}], [{{text: a}}]]", ROOM),
    "too wide": ("- text: " + "W" * 60, "a word needs"),
    "break": ("- break: sheet", "'sheet' is not one of the choices"),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_mistakes_are_reported(tmp_path: Path, name: str) -> None:
    """Each mistake is reported at its location with a remedy."""
    text, message = MISTAKES[name]
    faces, findings = booklet(tmp_path, text)
    messages = [str(finding) for finding in findings]
    assert not faces
    assert any(
        message in one and one.startswith("cards/sampler/rules.yaml, row 1") for one in messages
    )


def test_all_mistakes_are_reported_at_once(tmp_path: Path) -> None:
    """All mistakes are reported at once."""
    text = "- txet: a\n- table: [[a]]\n- text: '[boxx]'\n- face: things/c\n"
    _, findings = booklet(tmp_path, text)
    assert [finding.place.row for finding in findings] == [1, 2, 3, 4]


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ("{}", "the key 'text' is missing"),
        ("{text: ../rules.yaml}", "is outside the game's folder"),
        ("{text: ruls.yaml}", "the file does not exist (did you mean 'rules.yaml'?)"),
        ("{text: rules.yaml, accent: bleu}", "there is no colour 'bleu' (did you mean 'blue'?)"),
        ("{text: rules.yaml, colums: 2}", "unknown key 'colums' (did you mean 'columns'?)"),
        ("{text: rules.yaml, cover: {fan: [things/x]}}", "'things' has no row 'x'"),
    ],
)
def test_wrong_settings_are_reported(tmp_path: Path, settings: str, message: str) -> None:
    """Settings are checked like all data, and no file outside is read."""
    faces, findings = booklet(tmp_path, "- text: a", settings)
    assert not faces
    assert any(message in str(finding) for finding in findings), list(map(str, findings))


def sizes(faces: tuple[Face, ...]) -> set[float]:
    return {
        item.size_pt for face in faces for item in walk(face.front.items) if isinstance(item, Text)
    }


def test_letter_has_the_type_sizes_of_a4(tmp_path: Path) -> None:
    """On Letter the pages are half a sheet, set in full-size type instead of being shrunk."""
    a4, _ = booklet(tmp_path / "1", EVERYTHING)
    letter, _ = booklet(tmp_path / "2", EVERYTHING, booklet_page=(139.7, 215.9))
    assert (letter[0].front.width, letter[0].front.height) == (139.7, 215.9)
    assert sizes(letter[1:]) == sizes(a4[1:])


SUMMARY = """
- text: Go.
- summary: At a glance
  blocks:
    - text: Be first.
- credits: [Thanks to all.]
"""


def test_the_summary_is_the_back_cover(tmp_path: Path) -> None:
    """The summary stands on the last page, and the credits flow with the rules."""
    faces, findings = booklet(tmp_path, SUMMARY, url="http://boat:8000/")
    assert not list(findings)
    assert len(faces) == 4
    assert "At a glance" in words(faces[-1].front)
    assert "Be first." in words(faces[-1].front)
    assert "Thanks to all." in words(faces[1].front)
    assert any(isinstance(item, Use) for item in walk(faces[-1].front.items))


def test_a_summary_that_is_too_long_is_reported(tmp_path: Path) -> None:
    """A back cover has one page."""
    faces, findings = booklet(tmp_path, SUMMARY.replace("Be first.", "word " * 900))
    assert not faces
    assert any("the text of the back cover is too long" in str(finding) for finding in findings)


EXAMPLE = """
- example: Two things
  pictures: [{picture: figure, constants: {list: [a, b], pairs: [[1, 2], [3, 4]]}}]
  text: They are **alike**.
BESIDE
"""
FIGURE = """
size: [40, 30]
elements:
  - repeat: {over: list, dx: 20}
    elements:
      - face: "things/{item}"
        box: [0, 0, 18, 24]
        words: false
  - badge: "{pairs[1][0]}"
    at: [20, 15]
"""


@pytest.mark.parametrize("beside", ["", "  beside: left", "  beside: right"])
def test_an_example_is_a_figure_with_its_text(tmp_path: Path, beside: str) -> None:
    """An example shows faces by the names in its constants and never leaves its panel."""
    figure = {"templates/figure.yaml": FIGURE}
    faces, findings = booklet(tmp_path, EXAMPLE.replace("BESIDE", beside), files=figure)
    assert not list(findings), [str(finding) for finding in findings]
    page = faces[1].front
    assert "Example Two things" in words(page)
    assert "They are alike" in words(page).replace("  ", " ")
    figures = [item.frame for item in walk(page.items) if isinstance(item, Use)]
    used = [item.frame.name for f in figures for item in walk(f.items) if isinstance(item, Use)]
    assert used == ["things/a", "things/b"]
