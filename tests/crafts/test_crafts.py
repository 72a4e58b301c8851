"""Each craft from its YAML: what it prints, what it says about mistakes, what is documented."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from printgen.build.preflight import preflight
from printgen.catalog.builtin import builtin_templates
from printgen.catalog.load import load_game
from printgen.draw.component import draw_component, make_draw_context
from printgen.draw.crafts import (
    CRAFTS,
    bag,
    boat,
    die,
    matchstick,
    pawn,
    pyramid,
    standee,
    tuckbox,
)
from printgen.draw.face import Face
from printgen.errors import Findings
from printgen.frame import Frame, Group, Item, Text, Use
from printgen.frame import Path as Drawn
from printgen.ink import CREASE, Color
from tests.support import SYMBOL

Golden = Callable[[str, str], None]
ROOT = Path(__file__).parent.parent.parent
OURS = {
    "bag": bag.SETTINGS,
    "boat": boat.SETTINGS,
    "die": die.SETTINGS,
    "matchstick": matchstick.SETTINGS,
    "pawn": pawn.SETTINGS,
    "pyramid": pyramid.SETTINGS,
    "standee": standee.SETTINGS,
    "tuckbox": tuckbox.SETTINGS,
}
GAME = """
title: Sampler
designer: Nobody
version: "1"
credit: Sampler is by Nobody. Unofficial sheets.
players: 2-4
tables:
  houses:
    file: houses.csv
    columns: {id: text, colour: colour, symbol: icon, sides: {list of: text}, copies: integer}
  cards:
    file: cards.csv
    columns: {id: text, copies: integer}
components:
  - id: thing
    title: Thing
    craft: CRAFT
    ROWS
    settings: SETTINGS
  - id: cards
    title: Cards
    rows: cards
    template: card
"""
HOUSES = """id,colour,symbol,sides,copies
sun,orange,box,1|2|3|box|b|c,2
moon,blue,star,1|2|3|box|b|d,1
"""
CARD = "size: [63, 88]\nelements:\n  - rectangle: [5, 5, 20, 20]\n    fill: ink\n"
FIGURE = (
    "size: [14, 24]\nelements:\n  - icon: '{symbol}'\n    box: [2, 2, 10, 20]\n"
    "    colour: '{colour}'\n"
)
FACE = (
    "size: [16, 16]\nelements:\n  - text: '{face}{place}'\n    box: [2, 2, 12, 12]\n"
    "    align: center\n    valign: middle\n"
)
WALL = (
    "size: [70, 20]\nelements:\n  - text: '{bow_at}'\n    box: [2, 2, 60, 12]\n"
    "    colour: '{on(colour)}'\n"
)
DECK = '"M2,24 L14,6 L28,0 H108 L124,6 L138,24 L124,42 L108,48 H28 L14,42 Z"'
SAMPLES = {
    "bag": "{width: 60, height: 90, depth: 24, ground: blue, symbol: box}",
    "boat": f'{{deck: {DECK}, ground: "{{colour}}", wall: wall}}',
    "die": '{ground: "{colour}", faces: "{sides}"}',
    "matchstick": '{ground: "{colour}", symbol: "{symbol}", lengths: [9.5, 20], marks: ["", box]}',
    "pawn": '{ground: "{colour}", symbol: "{symbol}"}',
    "pyramid": '{ground: "{colour}", symbol: "{symbol}", letter: A, pips: 2, pointer: true}',
    "standee": "{front: figure, width: 14, height: 24}",
    "tuckbox": "{holds: cards, ground: blue, symbol: box}",
}
ROWS = "rows: houses"


def write(folder: Path, craft: str, settings: str, rows: str = ROWS) -> Path:
    game = folder / "cards" / "sampler"
    (game / "templates").mkdir(parents=True)
    (game / "art").mkdir()
    text = GAME.replace("CRAFT", craft).replace("ROWS", rows).replace("SETTINGS", settings)
    (game / "game.yaml").write_text(text, encoding="utf-8")
    (game / "houses.csv").write_text(HOUSES, encoding="utf-8")
    (game / "cards.csv").write_text("id,copies\na,30\nb,24\n", encoding="utf-8")
    (game / "art" / "box.svg").write_text(SYMBOL, encoding="utf-8")
    for name, body in (("card", CARD), ("figure", FIGURE), ("face", FACE), ("wall", WALL)):
        (game / "templates" / f"{name}.yaml").write_text(body, encoding="utf-8")
    return folder / "cards"


def draw(
    folder: Path,
    craft: str,
    settings: str,
    rows: str = ROWS,
    ink: str = "full",
    url: str | None = None,
    stock: float = 0.3,
) -> tuple[tuple[Face, ...], Findings]:
    findings = Findings()
    cards = write(folder, craft, settings, rows)
    game = load_game("sampler", cards, builtin_templates(), findings)
    assert game is not None
    context = make_draw_context(game, ink, url, stock)  # type: ignore[arg-type]
    return draw_component(game, game.components[0], context, findings), findings


def sound(folder: Path, craft: str, settings: str, rows: str = ROWS) -> tuple[Face, ...]:
    faces, findings = draw(folder, craft, settings, rows)
    assert not list(findings), [str(finding) for finding in findings]
    return faces


def faults(folder: Path, craft: str, settings: str) -> list[str]:
    faces, findings = draw(folder, craft, settings)
    assert faces == ()
    return [str(finding) for finding in findings]


def flat(items: tuple[Item, ...]) -> list[Item]:
    found: list[Item] = []
    for item in items:
        found.append(item)
        if isinstance(item, Group):
            found += flat(item.items)
        elif isinstance(item, Use):
            found += flat(item.frame.items)
    return found


def words(frame: Frame) -> list[str]:
    return [item.string for item in flat(frame.items) if isinstance(item, Text)]


def test_every_craft_has_a_sample() -> None:
    """Every net has a sample."""
    assert set(SAMPLES) == set(OURS)
    assert set(OURS) <= set(CRAFTS)


@pytest.mark.parametrize("craft", SAMPLES)
def test_sample(craft: str, tmp_path: Path, golden: Golden) -> None:
    """A craft is drawn as in its golden file, in full and low ink."""
    dumps = []
    for ink in ("full", "low"):
        faces, findings = draw(tmp_path / ink, craft, SAMPLES[craft], ink=ink)
        assert not list(findings), [str(finding) for finding in findings]
        dumps.append(f"{ink} ink\n{faces[0].front.dump()}")
    golden(f"crafts/{craft}", "".join(dumps))


@pytest.mark.parametrize("craft", SAMPLES)
def test_samples_pass_every_check(craft: str, tmp_path: Path) -> None:
    """Nets print, cut and read well on both papers, in both inks."""
    rows = ROWS if craft not in ("bag", "tuckbox") else ""
    cards = write(tmp_path, craft, SAMPLES[craft], rows)
    found = preflight(cards, builtin_templates(), ["sampler"], ["a4", "letter"], ["full", "low"])
    assert not [
        str(f) for f in found if "cards" not in str(f.place.field) and f.code != "duplicate"
    ]


@pytest.mark.parametrize("craft", SAMPLES)
def test_rows_share_a_size(craft: str, tmp_path: Path) -> None:
    """All rows' nets have one size, an outline to cut and their copies."""
    faces = sound(tmp_path, craft, SAMPLES[craft])
    cubes = [3] if craft == "matchstick" else []  # of all rows on one sheet
    assert [face.pieces for face in faces] == [2, 1, *cubes]
    assert len({(face.front.width, face.front.height) for face in faces}) == 1
    for face in faces:
        assert face.front.outline is not None
        assert [s[0] for s in face.front.outline].count("M") * face.copies == face.pieces
        layers = {item.layer for item in flat(face.front.items)}
        assert layers - {"marks"} == {"art", "fold"}


@pytest.mark.parametrize("craft", SAMPLES)
def test_nets_have_a_legend(craft: str, tmp_path: Path) -> None:
    """A net's legend names its lines, and the net itself does not repeat it."""
    front = sound(tmp_path, craft, SAMPLES[craft])[0].front
    assert front.legend is not None
    assert "cut" not in words(front)
    shown = words(front.legend)
    assert "cut" in shown
    assert "fold back" in shown
    assert ("fold forward" in shown) is (craft in ("bag", "standee"))


@pytest.mark.parametrize("craft", ["bag", "die", "pawn", "tuckbox"])
def test_letters_come_in_pairs(craft: str, tmp_path: Path) -> None:
    """Each tab's letter stands beside the edge it is glued behind too."""
    shown = words(sound(tmp_path, craft, SAMPLES[craft])[0].front)
    for letter in {"bag": "ABCD", "die": "ABCDEFG", "pawn": "ABCD", "tuckbox": "ABCD"}[craft]:
        assert shown.count(letter) == 2, letter


@pytest.mark.parametrize("ground", ["'#12394f'", "'#c8382b'", "'#009ee0'"])
def test_creases_have_no_white_rim(tmp_path: Path, ground: str) -> None:
    """A fold leaves its own line on the faces and nothing lighter, whatever their ground; on a
    ground of the crease's colour a darker line carries it."""
    (face, _) = sound(tmp_path, "die", f"{{ground: {ground}}}")
    lines = [i for i in flat(face.front.items) if isinstance(i, Drawn) and i.layer == "fold"]
    inks = {line.stroke.ink for line in lines if line.stroke is not None}
    assert CREASE in inks
    others = inks - {CREASE}
    assert bool(others) == (ground == "'#009ee0'")
    assert all(isinstance(ink, Color) and max(ink) < 200 for ink in others)


def test_a_die_draws_its_template(tmp_path: Path) -> None:
    """A face template reads the value and its place."""
    (face, _) = sound(tmp_path, "die", '{face: face, faces: "{sides}"}')
    assert {"11", "22", "33", "box4", "b5", "c6"} <= set(words(face.front))


def test_a_die_has_pips_by_itself(tmp_path: Path) -> None:
    """Plain dice have 21 pips."""
    (face, _) = sound(tmp_path, "die", "{edge: 20}")
    pips = [i for i in flat(face.front.items) if isinstance(i, Drawn) and i.fill is not None]
    assert sum(sum(s[0] == "M" for s in p.segments) for p in pips if p.segments[1][0] == "C") == 21


def test_a_box_holds_its_cards(tmp_path: Path) -> None:
    """A box is as deep as the printed cards and their paper are."""
    for number, stock in enumerate((0.3, 0.6)):
        (face,), findings = draw(
            tmp_path / str(number), "tuckbox", "{holds: cards}", "", stock=stock
        )
        assert not list(findings)
        outline = face.front.outline
        assert outline is not None
        xs = [float(s[1]) for s in outline if len(s) > 1]
        depth = 54 * stock + 1 + 0.5
        assert max(xs) - min(xs) == pytest.approx(2 * (64.5 + depth) + 0.8 * depth)


def test_thick_decks_are_split(tmp_path: Path) -> None:
    """What is thicker than 40 mm goes into several boxes, or as many as are asked for."""
    (face,), _ = draw(tmp_path / "a", "tuckbox", "{holds: cards}", "", stock=1.0)
    assert face.copies == 2
    (face,), _ = draw(tmp_path / "b", "tuckbox", "{holds: cards, boxes: 3}", "")
    assert face.copies == 3


def test_a_box_shows_the_companion(tmp_path: Path) -> None:
    """The back has the companion's address for this game, readably."""
    url = "http://192.168.100.100:8000/"
    (face,), _ = draw(tmp_path, "tuckbox", "{holds: cards}", "", url=url)
    codes = [
        item
        for item in flat(face.front.items)
        if isinstance(item, Use) and item.frame.name.startswith("qr:")
    ]
    assert [code.frame.name for code in codes] == ["qr:http://192.168.100.100:8000/games/sampler"]
    assert abs(codes[0].matrix[0]) >= 0.5
    assert any("Unofficial" in word for word in words(face.front))


def test_a_standee_has_two_sides(tmp_path: Path) -> None:
    """The back mirrors the front at the fold, unless it has its own."""
    (face, _) = sound(tmp_path / "a", "standee", "{front: figure}")
    mirrored = [i for i in flat(face.front.items) if isinstance(i, Group) and i.matrix[0] == -1]
    assert any(group.matrix[3] == 1 for group in mirrored)
    (face, _) = sound(tmp_path / "b", "standee", "{front: figure, back: figure, stand: tent}")
    turned = [i for i in flat(face.front.items) if isinstance(i, Group) and i.matrix[0] == -1]
    assert all(group.matrix[3] == -1 for group in turned)


def test_walls_know_their_bow(tmp_path: Path) -> None:
    """The two long walls of a hull know at which end the bow is."""
    shown = words(sound(tmp_path, "boat", SAMPLES["boat"])[0].front)
    assert shown.count("left") == shown.count("right") == 1


def test_all_mistakes_at_once(tmp_path: Path) -> None:
    """Unknown settings, wrong types and unknown names are all reported."""
    found = faults(
        tmp_path, "die", '{egde: 3, edge: wide, faces: [1, 2], ground: "{color}", face: 3}'
    )
    assert len(found) == 4
    assert "has no setting 'egde' (did you mean 'edge'?)" in found[0]
    assert "'edge' must be a number, not 'wide'" in found[1]
    assert "'faces' must be a list of six values, not 2 values" in found[2]
    assert "there is no column or constant 'color' (did you mean 'colour'?)" in found[3]
    assert all("game.yaml, row" in fault for fault in found)


MISTAKES = [
    ("die", "{face: nothing}", "names the unknown template 'nothing'"),
    ("die", "{faces: [1, 2, 3, 4, 5, unreasonable]}", "does not fit on a face"),
    ("die", "{edge: 60}", "A4 has room for 190 × 276 mm"),
    ("die", '{edge: "{symbol}"}', "'edge' must be a number, not 'box' (for"),
    ("boat", "{}", "needs the setting 'deck'"),
    ("boat", "{deck: [[0, 0], [9, 0]]}", "'deck' must be three or more"),
    ("boat", '{deck: "M0,0 C1,1 2,2 9,0 L4,9 Z"}', "'deck' must have only straight sides"),
    ("boat", '{deck: "L0,0"}', "'deck' is not a path"),
    ("boat", "{deck: [[0, 0], [90, 0], [40, 10], [90, 60], [0, 60]]}", "must be convex"),
    ("boat", "{deck: [[0, 0], [90, 0], [90, 20], [0, 20]], flare: 12}", "leaves nothing"),
    ("standee", "{}", "needs the setting 'front'"),
    ("standee", "{front: figure, stand: disc}", "'stand' cannot be 'disc'"),
    ("standee", "{front: figure, base: 90}", "too deep for a figure"),
    ("standee", "{front: figure, stand: tent, base: 5}", "no room for glue"),
    ("pawn", "{symbol: stra}", "names the unknown icon 'stra' (did you mean 'star'?)"),
    ("pawn", "{height: 5}", "at least half the diameter"),
    ("tuckbox", "{}", "name a component, or give width and height and count"),
    ("tuckbox", "{width: 60}", "name a component, or give height and count"),
    ("tuckbox", "{holds: card}", "is not a component (did you mean 'cards'?)"),
    ("tuckbox", "{holds: thing}", "is a craft"),
    ("tuckbox", "{holds: cards, boxes: 1.5}", "'boxes' must be a whole number"),
    ("tuckbox", "{holds: [1]}", "'holds' must be a component's id"),
    ("tuckbox", "{width: 100, height: 250, count: 50}", "A4 has room for"),
    ("bag", "{ground: blau}", "there is no colour 'blau'"),
    ("bag", "{depth: -1}", "'depth' must be more than 0"),
]


@pytest.mark.parametrize(("craft", "settings", "message"), MISTAKES)
def test_mistakes(craft: str, settings: str, message: str, tmp_path: Path) -> None:
    """A wrong setting is reported in one sentence with its location."""
    _, findings = draw(tmp_path, craft, settings)
    found = [str(finding) for finding in findings]
    assert any(message in fault for fault in found), found
    assert all("game.yaml, row" in fault for fault in found)


@pytest.mark.parametrize("craft", SAMPLES)
def test_rows_that_could_not_be_read(craft: str, tmp_path: Path) -> None:
    """A wrong cell is reported once, and the other rows are made."""
    cards = write(tmp_path, craft, SAMPLES[craft])
    (cards / "sampler" / "houses.csv").write_text(HOUSES.replace("orange", "red"), encoding="utf-8")
    found = [
        str(finding)
        for finding in preflight(cards, builtin_templates(), ("sampler",), ("a4",), ("full",), 1)
        if finding.is_error
    ]
    assert len(found) == 1
    assert "houses.csv, row 2, column B, field 'colour': unknown colour 'red'" in found[0]


def test_empty_cells_leave_the_default(tmp_path: Path) -> None:
    """A setting that reads an optional column may find nothing there."""
    cards = write(tmp_path, "pawn", SAMPLES["pawn"])
    game = cards / "sampler" / "game.yaml"
    text = game.read_text(encoding="utf-8").replace("colour: colour", "colour: colour?")
    game.write_text(text, encoding="utf-8")
    (cards / "sampler" / "houses.csv").write_text(HOUSES.replace("orange", ""), encoding="utf-8")
    findings = preflight(cards, builtin_templates(), ("sampler",), ("a4",), ("full",), 1)
    assert not [str(finding) for finding in findings if finding.is_error]


def sections() -> dict[str, str]:
    readme = (ROOT / "cards" / "README.md").read_text(encoding="utf-8")
    body = re.split(r"^## Crafts$", readme, flags=re.MULTILINE)[1]
    body = re.split(r"^## ", body, flags=re.MULTILINE)[0]
    parts = re.split(r"^### (\w+)$", body, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def test_every_craft_is_documented() -> None:
    """The headings in the games' README are the crafts."""
    assert set(sections()) == set(CRAFTS)


@pytest.mark.parametrize("craft", OURS)
def test_every_setting_is_documented(craft: str) -> None:
    """Each net's settings are listed, and no others."""
    listed = re.search(r"Settings: (.*?)\.(?:\s|$)", re.sub(r"\(.*?\)", "", sections()[craft]))
    assert listed is not None
    assert set(re.findall(r"`(\w+)`", listed[1])) == set(OURS[craft])
