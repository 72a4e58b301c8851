"""A sample of each kind of element, compared with its golden file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from printgen.draw.compile import STRUCTURES
from printgen.draw.elements import KINDS
from tests.support import draw_figure, draw_one, draw_sampler, write_game

Golden = Callable[[str, str], None]

HEAD = "size: [60, 40]\nbleed: 2\nelements:\n"
LABEL = """
size: [40, 20]
shape: path
outline: M5,0 H40 V20 H5 L0,10 Z
bleed: 1
elements:
  - rectangle: [-1, -1, 42, 22]
    ground: blue
  - text: "{word}"
    box: [8, 5, 30, 10]
    colour: "{on('blue')}"
"""
SAMPLES = {
    "rectangle": """
  - rectangle: [-2, -2, 64, 44]
    ground: blue
  - rectangle: [5, 5, 50, 30]
    radius: 3
    fill: "{'vermilion' if number > 2 else 'blue'}"
    stroke: ink
    stroke_width: 0.5
    dash: [2, 1]
""",
    "circle": "  - circle: [30, 20, '{number * 2}']\n    fill: '#336699'\n",
    "ellipse": "  - ellipse: [30, 20, '{number * 5}', 10]\n    ground: blue\n",
    "arc": """
  - arc: [12, 15, 10]
    stroke: ink
    from: -90
    to: "{number * 45}"
  - arc: [35, 15, 10]
    fill: vermilion
    to: -135
    close: pie
  - arc: [45, 25, 8]
    fill: blue
    to: 360
    close: chord
""",
    "polygon": """
  - polygon: [[0, 0], [10, 0], ['{number}', 10]]
    fill: ink
  - polygon: [20, 20, 10]
    sides: "{number + 2}"
    fill: vermilion
  - polygon: [45, 20, 10]
    sides: 8
    turn: 22.5
    stroke: ink
""",
    "star": """
  - star: [15, 20, 10]
    fill: vermilion
  - star: [45, 20, 10]
    points: 8
    inner: 0.7
    turn: 22.5
    stroke: ink
""",
    "hex": """
  - hex: [30, 20, 10]
    fill: ink
  - hex: [30, 20, 10]
    pointy: false
    stroke: ink
""",
    "line": "  - line: [0, 0, 10, 10]\n    stroke: ink\n    round: true\n    layer: fold\n",
    "path": "  - path: 'M0,0 h10 v10 a5,5 0 0 1 -10,0 z'\n    fill: ink\n",
    "text": """
  - text: "{word} world, wrapped over lines"
    box: [5, 5, 30, 20]
    align: center
    valign: middle
  - text: "{word}"
    box: [5, 30, 50, 8]
    align: right
    valign: bottom
    style: title
    colour: vermilion
  - text: "AVA  {word}"
    along: M35,25 A10,10 0 0 1 55,25
    align: center
    lift: 0.5
    size: 9
""",
    "rich": """
  - rich: "**Bold** *it* [box] and [box vermilion]!\\n- first item, long enough to wrap\\n- two"
    box: [5, 5, 40, 33]
""",
    "table": """
  - table: [["Fish", "{number} [box]"], ["Rope and **tar**, by the barrel", ""]]
    header: Good | Price
    box: [2, 2, 30, 20]
    align: [left, right]
    header_ground: blue
    stripes: mist
  - table: "one | {word}\\ntwo | a \\\\| b"
    box: [35, 2, 20, 12]
    widths: [auto, 8]
    lines: grid
    line_colour: vermilion
    padding: [0.5, 0.5]
    size: 8
    smallest: 6
  - table: ["{index + 1}/{total}", "{n * number}"]
    over: range(3)
    as: n
    box: [2, 22, 30, 18]
    header: [Row, Sum]
    header_style: title
    header_colour: vermilion
    lines: header
    row_height: 4.5
    valign: top
""",
    "icon": """
  - icon: box
    box: [5, 5, 20, 20]
    colour: vermilion
  - icon: box
    box: [5, 5, 20, 20]
    fit: stretch
    flip: true
""",
    "image": """
  - image: dot
    box: [0, 0, 10, 10]
    fit: cover
  - image: dot.png
    box: [20, 5, 10, 10]
    fit: cover
    focus: [1, 0]
    radius: 2
  - image: box.svg
    box: [40, 5, 10, 10]
    crop: [0.5, 0, 0.5, 0.5]
    mask: ellipse
  - image: dot
    box: [20, 20, 20, 15]
    rotate: 30
  - image: dot
    box: [2, 20, 15, 10]
    mask: "M2,20 h15 l-7.5,10 z"
    tint: blue
  - image: box
    box: [45, 20, 10, 15]
    greyscale: true
""",
    "qr": "  - qr: 'http://{word}.example/{id}'\n    box: [10, 5, 20, 20]\n",
    "group": """
  - group:
      - rectangle: [0, 0, 10, 5]
        fill: ink
    at: [30, 20]
    rotate: 90
    scale: 2
    opacity: 0.5
    clip: [0, 0, 5, 5]
    clip_radius: 1
    when: number == 3
  - group:
      - polygon: [[0, 0], [10, 0], [0, 5]]
        fill: vermilion
    at: [30, 15]
    scale: [-2, 1]
    skew: [0, 45]
  - group:
      - line: [0, 0, 10, 0]
        stroke: ink
    at: [5, 5]
    matrix: [0, 1, -1, 0, 2, 0]
  - group:
      - rectangle: [0, 0, 10, 5]
        fill: ink
    when: number == 4
""",
    "face": """
  - face: things/a
    box: [5, 5, 30, 20]
  - face: things/a
    box: [40, 5, 15, 15]
    crop: [10, 10, 20, 20]
    crop_radius: 1
    edge: false
    words: false
""",
    "layout": """
  - layout: small.ppn
    box: [2, 2, 56, 36]
    view: oblique
    grid: true
    coordinates: true
    route: "M1,1 L2,2"
""",
    "arrow": """
  - arrow: [[5, 5], [30, 5], [30, 30]]
    colour: vermilion
    width: 1
    head: 4
    casing: paper
    dash: [2, 1]
  - arrow: [[5, 10], [25, 30]]
    bend: 0.2
""",
    "badge": """
  - badge: "{game}"
    at: [20, 10]
    ground: vermilion
  - badge: 4
    at: [40, 10]
    size: 7
    colour: paper
    style: body
""",
    "include": """
  - include: label
    box: [2, 2, 20, 20]
  - include: label
    box: [30, 2, 10, 20]
    fit: stretch
    bleed: true
    values: {word: "{number} more"}
  - include: "{'la' + 'bel' if number == 3 else ''}"
    row: "{find('rows', 'a')}"
    box: [30, 25, 12, 12]
""",
    "track": """
  - track: M5,30 H25 A10,10 0 0 0 25,10 H15
    spaces: "{number + 2}"
    turn: true
    elements:
      - rectangle: [-2, -2, 4, 4]
        fill: "{'blue' if space == total else 'vermilion'}"
      - text: "{space}"
        box: [-2, -2, 4, 4]
  - track: M40,5 h12 v12 h-12 z
    spacing: 5
    first: 0
    elements:
      - circle: [0, 0, 1]
        stroke: ink
        when: space % 2
  - track: [[40, 25], [50, 25], ["{number + 40}", 35]]
    over: "['a', 'b', 'c']"
    as: letter
    elements:
      - text: "{letter}"
        box: [0, 0, 5, 5]
""",
    "repeat": """
  - repeat: {columns: 2, rows: 2, dx: 10, dy: 8, x: 5, y: 5, stagger: 0.5}
    elements:
      - circle: [0, 0, 2]
        fill: "{'ink' if (row + column) % 2 else 'vermilion'}"
  - repeat: {over: "range(number)", as: n, dx: 6, x: 30, y: 30, align: center}
    elements:
      - text: "{n + 1}/{total}"
        box: [-3, -3, 6, 6]
        align: center
""",
}


def test_lengths_with_units(tmp_path: Path) -> None:
    """Lengths of elements and of repeats may have a unit."""
    units = """
  - rectangle: ["0.5in", 5, 2cm, "10 mm"]
    fill: ink
  - repeat: {columns: 2, dx: 1in, x: 5mm}
    elements:
      - circle: [0, "-.1in", 1mm]
        fill: ink
"""
    plain = units.replace('"0.5in"', "12.7").replace("2cm", "20").replace('"10 mm"', "10")
    plain = plain.replace("1in,", "25.4,").replace("5mm", "5").replace('"-.1in"', "-2.54")
    dumps = [
        draw_one(tmp_path / name, HEAD + text).dump()
        for name, text in (("a", units), ("b", plain.replace("1mm", "1")))
    ]
    assert dumps[0] == dumps[1]


def test_every_kind_has_a_sample() -> None:
    """Every element has a sample."""
    assert set(SAMPLES) == {*KINDS, *STRUCTURES}


@pytest.mark.parametrize("kind", SAMPLES)
def test_sample(kind: str, tmp_path: Path, golden: Golden) -> None:
    """An element is drawn as in its golden file, in full and low ink."""
    from PIL import Image

    art = tmp_path / "dot.png"
    Image.new("RGB", (30, 20), (200, 30, 30)).save(art)
    dumps = []
    for ink in ("full", "low"):
        folder = tmp_path / ink
        (folder / "cards" / "sampler" / "art").mkdir(parents=True)
        (folder / "cards" / "sampler" / "art" / "dot.png").write_bytes(art.read_bytes())
        (folder / "cards" / "sampler" / "templates").mkdir()
        (folder / "cards" / "sampler" / "templates" / "label.yaml").write_text(LABEL)
        (folder / "cards" / "sampler" / "small.ppn").write_text(
            "t@b2 t@b2 c@(1.5,2.5) pM@c1 d3S@c3"
        )
        if kind == "face":  # only pictures of a booklet may show faces
            figure, findings = draw_figure(folder, HEAD + SAMPLES[kind], ink)
            assert figure is not None, [str(finding) for finding in findings]
            frame = figure
        else:
            frame = draw_one(folder, HEAD + SAMPLES[kind], ink)
        dumps.append(f"{ink} ink\n{frame.dump()}")
    golden(f"elements/{kind}", "".join(dumps))


@pytest.mark.parametrize(
    ("element", "message"),
    [
        ("arc: [9, 9, 5]\n    fill: ink\n    to: 361", "from one angle to another, by 360 at most"),
        ("arc: [9, 9, 5]\n    fill: ink\n    to: 0", "to another, by 360 at most, not 0"),
        ("ellipse: [9, 9, 5, 0]", "must have a ry of more than 0"),
        ("polygon: [9, 9, 5]\n    sides: 2", "must be a whole number from 3 to 360, not 2"),
        ("star: [9, 9, 5]\n    points: 2.5", "must be a whole number from 2 to 360, not 2.5"),
        ("group: []\n    scale: [0, 1]", "must not be 0; use a negative number to mirror"),
        ("image: dto\n    box: [0, 0, 9, 9]", "there is no picture 'dto'"),
        ("image: box\n    box: [0, 0, 9, 9]\n    crop: [0.5, 0, 0.6, 1]", "a part of the picture"),
        ("image: box\n    box: [0, 0, 9, 9]\n    focus: [0, 2]", "must be [x, y] from 0 to 1"),
        ("image: box\n    box: [0, 0, 9, 9]\n    mask: oval", "cannot be 'oval' (known: ellipse"),
        ("group: []\n    scale: -1", "must be more than 0"),
        ("include: thing\n    box: [0, 0, 9, 9]", "loop: thing → thing"),
        ("include: thin\n    box: [0, 0, 9, 9]", "no template 'thin' (did you mean 'thing'?)"),
        ("include: score-pad\n    box: [0, 0, 9, 9]", "there is no column or constant 'players'"),
        (
            "include: '{word}'\n    box: [0, 0, 9, 9]",
            "row 2: there is no template 'hello'",
        ),
        ("table: [[a, b], [c]]\n    box: [0, 0, 9, 9]", "as many cells in each row: 2, not 1"),
        ("table: '{\"|\"}'\n    over: range(900)\n    box: [0, 0, 9, 9]", "even at 7.5 pt"),
        ("table: 'a|b|c|d|e|f'\n    over: range(900)\n    box: [0, 0, 9, 9]", "5400 cells"),
        ("table: a|b\n    widths: [3]\n    box: [0, 0, 9, 9]", "has 2 columns, but 1 widths"),
        ("table: a|b\n    align: [left, left, left]\n    box: [0, 0, 9, 9]", "3 alignments"),
        (
            "table: Much too long a word|b\n    box: [0, 0, 9, 9]\n    smallest: 9",
            "the table needs 13.8 × 20.0 mm even at 9 pt, but its box has only 9 × 9 mm",
        ),
        ("text: Far too long\n    along: M0,0 h9", "but its line is only 9.0 mm long"),
        ("text: Short\n    along: M0,0", "must be a line from one point to another"),
        ("track: M0,0 h9\n    elements: []", "needs 'spaces' (how many), 'spacing' (how far"),
        ("track: M0,0 h9 M9,9 h9\n    spaces: 3\n    elements: []", "one line without gaps"),
        ("track: M0,0 z\n    spaces: 3\n    elements: []", "a line from one point to another"),
        (
            "track: M0,0 h9\n    spaces: 3\n    spacing: 1\n    elements: []",
            "needs one of spaces and spacing, not both",
        ),
        (
            "track: [[0, 0], [9, 9]]\n    over: range(3)\n    elements: []",
            "has 2 points for the 3 values of 'over'",
        ),
        ("track: M0,0 h9999\n    spacing: 0.1\n    elements: []", "the limit is 5000"),
    ],
)
def test_shapes_that_cannot_be_drawn(element: str, message: str, tmp_path: Path) -> None:
    """A wrong shape is an error that says what is right."""
    _, findings = draw_sampler(write_game(tmp_path, f"{HEAD}  - {element}\n"))
    assert message in " ".join(str(finding) for finding in findings)


@pytest.mark.parametrize(
    ("element", "message"),
    [
        ("star: [9, 9, 5]\n    fill: ink\n    inner: 3", "'inner' must be at most 1 of the radius"),
        ("circle: [9, 9, 5]", "'circle' draws nothing: it needs a fill, a ground or a stroke"),
        ("line: [0, 0, 9, 9]\n    stroke_width: 1", "'line' draws nothing"),
        (
            "circle: [9, 9, 5]\n    fill: ink\n    dash: [1]",
            "no effect without 'stroke' or 'ground'",
        ),
        ("circle: [9, 9, 5]\n    stroke: ink\n    dash: [0, 0]", "lengths of dashes and gaps"),
        ("circle: [9, 9, 5]\n    stroke: ink\n    dash: [-1, 2]", "lengths of dashes and gaps"),
        (
            "polygon: [[0, 0], [9, 9], [0, 9]]\n    fill: ink\n    sides: 5",
            "has its corners; sides and turn are for a regular [x, y, radius]",
        ),
        ("group: []\n    opacity: 50", "'opacity' must be at most 1, not 50"),
        ("group: []\n    skew: [90, 0]", "must slant by less than 89 degrees"),
        ("group: []\n    matrix: [1, 2, 2, 4, 0, 0]", "must not be flat"),
        ("group: []\n    clip_radius: 2", "'clip_radius' has no effect without 'clip'"),
        ("group: []\n    clip: [0, 0, 9, 9]\n    clip_path: M0,0 h9", "exclude each other"),
        ("text: Hi\n    box: [0, 0, 9, 9]\n    leading: 14", "at most 10 times the size, not 14"),
        ("text: Hi\n    box: [0, 0, 9, 9]\n    lift: 3", "'lift' has no effect without 'along'"),
        (
            "text: Hi\n    box: [0, 0, 9, 9]\n    size: 8\n    smallest: 12",
            "cannot be 8 points large and 12 at its smallest",
        ),
        ("table: a|b\n    box: [0, 0, 9, 9]\n    padding: [-1, 0]", "must be 0 or more, not -1"),
        ("table: a|b\n    box: [0, 0, 9, 9]\n    as: row", "'as' has no effect without 'over'"),
        ("image: dot\n    greyscale: true\n    tint: ink", "'greyscale' and 'tint' exclude"),
        ("arrow: [[0, 0], [9, 0], [9, 9]]\n    bend: 0.2", "so it cannot bend as well"),
        ("arrow: [[0, 0], [9, 9]]\n    bend: 20", "'bend' must be from -2 to 2, not 20"),
        ("repeat: {columns: 2.5, rows: 1}\n    elements: []", "'columns' must be a whole number"),
        ("repeat: {columns: -3, rows: 1}\n    elements: []", "'columns' must be a whole number"),
        (
            "repeat: {over: range(9), columns: 3, rows: 2}\n    elements: []",
            "has 9 values for 3 × 2 cells",
        ),
        (
            "circle: [9, 9, 5]\n    fill: {linear: [[0.7, ink], [0.2, paper]]}",
            "has a gradient that needs places that do not go back",
        ),
        (
            "hex: [9, 9, 5]\n    fill: {linear: [ink, paper], from: [0, 0], to: [9, 9], angle: 5}",
            "needs either an angle or two points",
        ),
        (
            "circle: [9, 9, 5]\n    fill: {radial: [ink, paper], radius: 3, focus: [50, 50]}",
            "the focus of the gradient must be inside its circle",
        ),
        (
            "track: M0,0 h9\n    spaces: 3\n    first: 0.5\n    elements: []",
            "'first' must be a whole",
        ),
    ],
)
def test_settings_without_effect(element: str, message: str, tmp_path: Path) -> None:
    """A value that cannot be meant, or a setting that would have no effect, is an error."""
    _, findings = draw_sampler(write_game(tmp_path, f"{HEAD}  - {element}\n"))
    assert message in " ".join(str(finding) for finding in findings)


def test_a_grid_without_cells_is_empty(tmp_path: Path) -> None:
    """A number of columns that comes from a table may be 0."""
    repeat = "  - repeat: {columns: '{number - 3}', dx: 2}\n"
    repeat += "    elements: [{circle: [0, 0, 1], fill: ink}]\n"
    assert draw_one(tmp_path, HEAD + repeat).items == ()
