"""Gradients, transparent colours, shadows, outlines and blending, from template to print."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import pypdf
import pytest

from printgen.check.faces import check_face
from printgen.errors import Findings
from printgen.frame import Frame
from tests.drawing import drawn_pdf, drawn_svg, pdf_of, worst_difference
from tests.support import draw_one, draw_sampler, open_sampler, write_game

Golden = Callable[[str, str], None]

UNDERLINE = 60
"""pdfium draws thin rectangles, such as underlines, in whole pixels."""
HEAD = "size: [60, 40]\nelements:\n"
SAMPLES = {
    "gradients": """
  - rectangle: [0, 0, 60, 40]
    ground: {linear: [blue, '#ffffff', vermilion], angle: 0}
  - circle: [15, 20, 10]
    fill: {radial: ['#ffffff', [0.6, blue], '#000022'], at: [12, 17]}
  - star: [45, 20, 10]
    fill: {linear: ['#ffffff', '#ffffff00'], from: [45, 12], to: [45, 28]}
    stroke: {linear: [ink, vermilion]}
    stroke_width: 0.8
""",
    "alpha": """
  - rectangle: [5, 5, 30, 20]
    fill: '#d55e0080'
  - circle: [35, 25, 10]
    fill: '#06c8'
    stroke: '#0000ff40'
    stroke_width: 2
  - icon: box
    box: [45, 5, 10, 20]
    colour: '#00000080'
  - rich: "On <colour #1c1b1ac0>faint</colour> letters"
    box: [5, 30, 50, 8]
    colour: '#1c1b1af0'
""",
    "letters": """
  - rectangle: [0, 0, 60, 40]
    fill: vermilion
  - text: "{word} gold"
    style: title
    box: [5, 5, 50, 10]
    colour: {linear: ['#ffffff', '#fff3c4', '#ffffff'], angle: 0}
    outline: {colour: '#1c1b1a', width: 0.5}
    shadow: {colour: '#00000060', dx: 0.6, dy: 0.8, blur: 0.4}
  - rich: "Two <u>lines</u>\\nand [box] an icon"
    box: [5, 20, 50, 15]
    colour: {linear: [ink, '#000044']}
    outline: '#ffffff'
""",
    "shadows": """
  - rectangle: [5, 5, 20, 20]
    radius: 2
    fill: blue
    stroke: ink
    shadow: {}
  - star: [45, 15, 10]
    fill: vermilion
    shadow: {colour: '#000044', dx: 0, dy: 1, blur: 1}
  - circle: [30, 25, 5]
    fill: '#ffffffa0'
    shadow: {colour: '#000000', blur: 0.5}
  - line: [5, 35, 55, 35]
    stroke: ink
    dash: [3, 2]
    shadow: '#00000040'
""",
    "blend": """
  - circle: [25, 15, 10]
    fill: '#00aeef'
  - circle: [35, 15, 10]
    fill: '#ec008c'
    blend: multiply
  - group:
      - circle: [30, 24, 10]
        fill: '#fff200'
      - circle: [30, 24, 4]
        fill: '#ffffff'
    blend: multiply
    opacity: 0.8
""",
}


@pytest.mark.parametrize("name", SAMPLES)
def test_sample(name: str, tmp_path: Path, golden: Golden) -> None:
    """A painted sample is drawn as in its golden file, in full and low ink, and looks the same in
    PDF and SVG."""
    dumps = []
    for ink in ("full", "low"):
        frame = draw_one(tmp_path / ink, HEAD + SAMPLES[name], ink)
        dumps.append(f"{ink} ink\n{frame.dump()}")
        check_face(frame)
        if ink == "full":
            assert worst_difference(drawn_pdf(frame), drawn_svg(frame)) < UNDERLINE
    golden(f"paint/{name}", "".join(dumps))


def test_low_ink_leaves_no_gradient(tmp_path: Path) -> None:
    """In low ink, gradients become one colour and shadows are left out."""
    for name, sample in SAMPLES.items():
        text = draw_one(tmp_path / name, HEAD + sample, "low").dump()
        assert "[linear" not in text, name
        assert "[radial" not in text, name
        assert name == "letters" or "decorative" not in text, name
    ground = draw_one(tmp_path / "g", HEAD + SAMPLES["gradients"], "low").dump().splitlines()[1:3]
    assert ground[0].startswith("  path fill #ffffff M0,0")
    assert ground[1].startswith("  path fill none stroke #d55e00")  # its strongest colour


def test_low_ink_tints_pictures(tmp_path: Path) -> None:
    """In low ink, a picture that is a ground is printed as a light tint, on which black text is
    readable."""
    picture = "{image: box, box: [0, 0, 60, 40], fit: stretch, ground: true}"
    text = "{text: Words, box: [5, 5, 50, 8], colour: '#000000'}"
    body = f"size: [60, 40]\nelements: [{picture}, {text}]"
    full = draw_one(tmp_path / "full", body)
    low = draw_one(tmp_path / "low", body, "low")
    assert "opacity" not in full.dump()
    assert contrast_findings(full)
    assert low.dump().splitlines()[1] == "  group (1 0 0 1 0 0) opacity 0.15"
    assert not contrast_findings(low)


def test_decorations_are_not_text(tmp_path: Path) -> None:
    """Shadows and outlines are vectors; programs that search the PDF find each word once."""
    frame = draw_one(tmp_path, HEAD + SAMPLES["letters"])
    text = pypdf.PdfReader(io.BytesIO(pdf_of(frame))).pages[0].extract_text()
    assert text.count("gold") == 1
    assert text.split()[:4] == ["hello", "gold", "Two", "lines"]


def card(folder: Path, *elements: str, files: dict[str, str] | None = None) -> Frame:
    body = "size: [60, 40]\nsafe: 1\nelements:\n" + "".join(f"  - {e}\n" for e in elements)
    faces, findings = draw_sampler(write_game(folder, body, files=files))
    assert not list(findings), [str(finding) for finding in findings]
    return faces[0].front


def contrast_findings(frame: Frame) -> list[str]:
    return [finding.message for finding in check_face(frame) if finding.code == "contrast"]


GROUND = "{rectangle: [0, 0, 60, 40], ground: {linear: ['#ffffff', '#303030']}}"


@pytest.mark.parametrize(
    ("text", "faint"),
    [
        ("box: [5, 5, 50, 8], colour: '#000000'", False),
        ("box: [5, 28, 50, 8], colour: '#000000'", True),
        ("box: [5, 28, 50, 8], colour: '#ffffff'", False),
        ("box: [5, 5, 50, 8], colour: '#ffffff'", True),
        ("box: [5, 5, 50, 8], colour: '#ffffff', outline: '#000000'", False),
        ("box: [5, 5, 50, 8], colour: '#ffffff', outline: {colour: '#000000', width: 0.05}", True),
        ("box: [5, 5, 50, 8], colour: '#00000030'", True),
        ("box: [5, 5, 50, 8], colour: {linear: ['#000000', '#ffffff'], angle: 0}", True),
        ("box: [5, 5, 50, 8], colour: {linear: ['#000000', '#400000'], angle: 0}", False),
    ],
)
def test_contrast_on_gradients(tmp_path: Path, text: str, faint: bool) -> None:
    """Text is compared with the part of a gradient that it is on, or with its own outline."""
    frame = card(tmp_path, GROUND, f"{{text: 'Read this text here', {text}}}")
    assert bool(contrast_findings(frame)) is faint


def test_multiplied_ground(tmp_path: Path) -> None:
    """Two light colours that are multiplied make a ground too dark for black text."""
    circles = [
        f"{{rectangle: [0, 0, 60, 40], fill: '{c}', blend: multiply}}" for c in ("#88f", "#f88")
    ]
    text = "{text: Words, box: [5, 5, 50, 8], colour: '#000000'}"
    assert not contrast_findings(card(tmp_path / "one", circles[0], text))
    assert contrast_findings(card(tmp_path / "two", *circles, *circles, text))


THEME = """
extends: plain
colours:
  dusk: {linear: ['#fdf3d8', [0.8, '#f0a040'], '#c03020'], angle: 90}
  glow: {radial: ['#ffffff', '#1f6f8b']}
  mist: "#ffffff80"
  night: {full: "#101030", low: "#ccccdd"}
"""


def test_palette(tmp_path: Path, golden: Golden) -> None:
    """A theme names gradients and transparent colours; where only one colour can be shown, a
    gradient gives its main colour."""
    frame = card(
        tmp_path,
        "{rectangle: [0, 0, 60, 40], ground: dusk}",
        "{circle: [30, 20, 8], fill: glow, stroke: mist, stroke_width: 1}",
        "{icon: box, box: [50, 5, 5, 10], colour: dusk}",
        "{text: 'On dusk', box: [5, 5, 20, 8], colour: \"{on('dusk')}\"}",
        "{text: Tinted, box: [5, 30, 20, 8], colour: \"{shade('glow', 0.6)}\"}",
        files={"theme.yaml": THEME},
    )
    golden("paint/palette", frame.dump())


@pytest.mark.parametrize(
    ("colours", "message"),
    [
        ("sky: {linear: ['#fff']}", "'linear' needs a list of 2 to 100 colours"),
        ("sky: {linear: ['#fff', red]}", "'red' must be a colour like '#1c1b1a'"),
        ("sky: {linear: ['#fff', [2, '#000']]}", "with a place from 0 to 1"),
        ("sky: {linear: ['#fff', [1, red]]}", "has the colour 'red'; write #rrggbb"),
        ("sky: {radial: ['#fff', '#000'], angle: 3}", "'angle' has no effect with 'radial'"),
        ("sky: {low: '#fff'}", "one of these keys is needed: full, linear, radial"),
        ("ink: {linear: ['#fff', '#000']}", "the colour 'ink' must be plain"),
    ],
)
def test_palette_mistakes(tmp_path: Path, colours: str, message: str) -> None:
    """A wrong palette is an error that says what is right."""
    theme = f"extends: plain\ncolours:\n  {colours}\n"
    findings = Findings()
    open_sampler(
        write_game(tmp_path, "size: [9, 9]\nelements: []", files={"theme.yaml": theme}), findings
    )
    assert message in " ".join(str(finding) for finding in findings)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ("fill: {linear: [blue]}", "needs a list of 2 to 100 colours"),
        (
            "fill: {linear: [blue, blu]}",
            "'fill' has a gradient: there is no colour 'blu' (did you",
        ),
        ("fill: {linear: [[0, blue], [7, ink]]}", "with a place from 0 to 1"),
        ("fill: {linaer: [blue, ink]}", "unknown key 'linaer' (did you mean 'linear'?)"),
        ("fill: {linear: [blue, ink], at: [1, 1]}", "a gradient with the unknown key 'at'"),
        ("fill: {linear: [blue, ink], from: [1, 1]}", "needs two different points"),
        ("fill: {radial: [blue, ink], at: [1]}", "a gradient whose 'at' must be [x, y]"),
        ("fill: {}", "or a gradient such as {linear: [red, white]}"),
        ("fill: '#12345'", "'fill' must be a colour like '#1c1b1a' or '#1c1b1a80', not '#12345'"),
        ("fill: ink, shadow: {dxx: 1}", "a shadow with the unknown key 'dxx'"),
        ("fill: ink, shadow: {dx: far}", "'shadow' has a shadow whose 'dx' must be a number"),
        ("fill: ink, shadow: bleu", "'shadow' has a shadow: there is no colour 'bleu'"),
        ("fill: {linear: [blue, ink], angle: up}", "a gradient whose 'angle' must be a number"),
        ("fill: ink, blend: screen", "cannot be 'screen'"),
    ],
)
def test_mistakes(tmp_path: Path, settings: str, message: str) -> None:
    """A wrong gradient or shadow is an error that says what is right."""
    cards = write_game(tmp_path, f"{HEAD}  - {{rectangle: [0, 0, 9, 9], {settings}}}\n")
    _, findings = draw_sampler(cards)
    assert message in " ".join(str(finding) for finding in findings)


def test_colours_of_a_row(tmp_path: Path) -> None:
    """Stops of a gradient can be expressions."""
    frame = card(
        tmp_path,
        "{rectangle: [0, 0, 9, 9], fill: {linear: [\"{'blue' if number > 2 else 'ink'}\", ink]}}",
    )
    assert "0 #0072b2 1 #1c1b1a]" in frame.dump()
