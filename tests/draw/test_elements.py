"""A sample of each kind of element, compared with its golden file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from printgen.draw.compile import STRUCTURES
from printgen.draw.elements import KINDS
from tests.support import draw_figure, draw_one

Golden = Callable[[str, str], None]

HEAD = "size: [60, 40]\nbleed: 2\nelements:\n"
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
    "polygon": "  - polygon: [[0, 0], [10, 0], ['{number}', 10]]\n    fill: ink\n",
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
""",
    "rich": """
  - rich: "**Bold** *it* [box] and [box vermilion]!\\n- first item, long enough to wrap\\n- two"
    box: [5, 5, 40, 33]
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
    "image": "  - image: dot\n    box: [0, 0, 10, 10]\n    fit: cover\n",
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
        if kind == "face":  # only pictures of a booklet may show faces
            figure, findings = draw_figure(folder, HEAD + SAMPLES[kind], ink)
            assert figure is not None, [str(finding) for finding in findings]
            frame = figure
        else:
            frame = draw_one(folder, HEAD + SAMPLES[kind], ink)
        dumps.append(f"{ink} ink\n{frame.dump()}")
    golden(f"elements/{kind}", "".join(dumps))
