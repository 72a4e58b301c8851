"""Reading symbols from the safe subset of SVG."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printgen.catalog.fault import Fault
from printgen.catalog.svg.paths import parse_path
from printgen.catalog.svg.symbols import parse_symbol, read_symbol
from printgen.errors import DataError
from printgen.frame import Frame, Group, Stroke
from printgen.frame import Path as Shape
from printgen.geometry import bounds, path_text
from printgen.ink import CURRENT, Color
from printgen.limits import SVG_ELEMENTS

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">'


def parse(body: str, head: str = HEAD) -> Frame:
    return parse_symbol(f"{head}{body}</svg>", "art/x.svg", "x")


def faults(body: str, head: str = HEAD) -> list[str]:
    with pytest.raises(DataError) as caught:
        parse(body, head)
    return [str(finding) for finding in caught.value.findings]


def only_path(body: str) -> Shape:
    (item,) = parse(body).items
    assert isinstance(item, Shape)
    return item


@pytest.mark.parametrize(
    ("data", "result"),
    [
        ("M1 2L3,4", "M1,2 L3,4"),
        ("M1 2 3 4 5 6", "M1,2 L3,4 L5,6"),
        ("m1 2 3 4z", "M1,2 L4,6 Z"),
        ("M1 1h4v3H0V0Z", "M1,1 L5,1 L5,4 L0,4 L0,0 Z"),
        ("M0 0c1 1 2 1 3 0s2-1 3 0", "M0,0 C1,1,2,1,3,0 C4,-1,5,-1,6,0"),
        ("M0 0S2 2 3 0", "M0,0 C0,0,2,2,3,0"),
        ("M0 0Q3 3 6 0", "M0,0 C2,2,4,2,6,0"),
        ("M0 0q3 3 6 0t6 0", "M0,0 C2,2,4,2,6,0 C8,-2,10,-2,12,0"),
        ("M0 0T6 0", "M0,0 C0,0,2,0,6,0"),
        ("M1.5.5-1-2", "M1.5,0.5 L-1,-2"),
        ("M1e1-1e-1", "M10,-0.1"),
        ("M0 0A0 5 0 0 1 9 9", "M0,0 L9,9"),
        ("M0 0h1zh2", "M0,0 L1,0 Z M0,0 L2,0"),
        ("M0 0l1 1zm2 2l1 1", "M0,0 L1,1 Z M2,2 L3,3"),
        ("", ""),
    ],
)
def test_path_data(data: str, result: str) -> None:
    """Every command becomes M, L, C or Z in absolute numbers."""
    assert path_text(parse_path(data)) == result


@pytest.mark.parametrize("data", ["M0 10A10 10 0 0 1 20 10", "M0 10a10 10 0 0120 0"])
def test_half_circle(data: str) -> None:
    """An arc runs through the points of its circle."""
    segments = parse_path(data)
    assert len(segments) == 3
    assert segments[1][5:] == pytest.approx((10, 0))
    assert segments[2][5:] == pytest.approx((20, 10))
    assert bounds(segments) == pytest.approx((0, 0, 20, 10))


@pytest.mark.parametrize(
    ("large", "sweep", "centre"),
    [(0, 0, (0, 0)), (0, 1, (10, 10)), (1, 0, (10, 10)), (1, 1, (0, 0))],
)
def test_arcs_stay_on_their_circle(large: int, sweep: int, centre: tuple[int, int]) -> None:
    """Flags pick the right one of four arcs."""
    segments = parse_path(f"M0 10A10 10 0 {large} {sweep} 10 0")
    ends = [segment[-2:] for segment in segments[1:]]
    for x, y in ends:
        assert math.dist(centre, (float(x), float(y))) == pytest.approx(10)
    assert len(ends) == (3 if large else 1)
    assert ends[-1] == (10, 0)


@pytest.mark.parametrize(
    "data",
    [
        "L1 1",
        "M",
        "M1",
        "M1 1L",
        "M1 1 X",
        "M1 1A1 1 0 2 0 3 3",
        "M1 1 2",
        "M1e99 1",
        "M.,.",
        "M1 1C234567",
    ],
)
def test_broken_path_data(data: str) -> None:
    """incomplete path data is rejected"""
    with pytest.raises(Fault, match="path data"):
        parse_path(data)


def test_default_fill_is_the_users() -> None:
    """a shape takes the colour given where its symbol is used"""
    assert only_path('<path d="M0 0h1v1z"/>').fill is CURRENT
    assert only_path('<g fill="#f00"><path d="M0 0h1v1z"/></g>').fill == Color(255, 0, 0)


def test_inherited_paint() -> None:
    """children inherit paint from groups, and styles override attributes"""
    path = only_path(
        '<g fill="none" stroke="currentColor" stroke-width="2" stroke-linejoin="round">'
        '<path d="M0 0h9" stroke-width="5" style="stroke-width: 3; stroke-dasharray: 1 2 3;'
        ' stroke-linecap:square; fill-rule:evenodd"/></g>'
    )
    assert path.fill is None
    assert path.stroke == Stroke(CURRENT, 3, (1, 2, 3, 1, 2, 3), "square", "round")
    assert path.even_odd


@pytest.mark.parametrize(
    ("body", "result"),
    [
        ('<rect x="1" y="2" width="3" height="4"/>', "M1,2 L4,2 L4,6 L1,6 Z"),
        ('<line x1="1" y1="2" x2="3" y2="4" stroke="#000"/>', "M1,2 L3,4"),
        ('<polyline points="0,0 1,1 2,0"/>', "M0,0 L1,1 L2,0"),
        ('<polygon points="0 0 1 1 2 0"/>', "M0,0 L1,1 L2,0 Z"),
    ],
)
def test_basic_shapes(body: str, result: str) -> None:
    """Basic shapes become paths."""
    assert path_text(only_path(body).segments) == result


@pytest.mark.parametrize(
    ("body", "box"),
    [
        ('<circle cx="5" cy="6" r="2"/>', (3, 4, 4, 4)),
        ('<ellipse cx="5" cy="6" rx="2" ry="1"/>', (3, 5, 4, 2)),
        ('<rect x="1" y="2" width="8" height="4" rx="1"/>', (1, 2, 8, 4)),
        ('<rect x="1" y="2" width="8" height="4" rx="9" ry="1"/>', (1, 2, 8, 4)),
    ],
)
def test_round_shapes(body: str, box: tuple[float, ...]) -> None:
    """Round shapes fill their box with curves."""
    segments = only_path(body).segments
    assert bounds(segments) == pytest.approx(box)
    assert sum(segment[0] == "C" for segment in segments) == 4


def test_transform_and_opacity() -> None:
    """Transforms and opacity become groups."""
    (item,) = parse(
        '<g transform="translate(2 3) scale(2)" opacity="0.5"><circle r="1"/></g>'
    ).items
    assert isinstance(item, Group)
    assert item.matrix == (2, 0, 0, 2, 2, 3)
    assert item.opacity == 0.5
    (faint,) = parse('<circle r="1" fill-opacity=".25"/>').items
    assert isinstance(faint, Group)
    assert faint.opacity == 0.25


def test_view_box() -> None:
    """The viewBox is the frame, wherever it begins."""
    frame = parse('<circle r="1"/>', '<svg viewBox="-5 -6 10 12">')
    (item,) = frame.items
    assert (frame.width, frame.height) == (10, 12)
    assert isinstance(item, Group)
    assert item.matrix[4:] == (5, 6)
    assert parse("", '<svg width="9" height="8">').width == 9
    assert parse("", '<svg width="25.4mm" height="8">').width == pytest.approx(96)


REFUSED = [
    pytest.param("<script>alert(1)</script>", "<script> is not allowed; remove it", id="script"),
    pytest.param("<text>hi</text>", "<text> is not allowed; convert text to paths", id="text"),
    pytest.param('<image href="a.png"/>', "<image> is not allowed", id="image"),
    pytest.param('<use href="#a"/>', "<use> names an element that is not in", id="use"),
    pytest.param("<foreignObject/>", "<foreignObject> is not allowed", id="foreign object"),
    pytest.param("<wobble/>", "<wobble> is not allowed", id="unknown element"),
    pytest.param('<g xlink:href="http://x"/>', "to something outside", id="outside"),
    pytest.param('<path fill="url(http://x)"/>', "unknown colour 'url(http://x)'", id="url"),
    pytest.param('<g onclick="x()"/>', "the event attribute 'onclick'", id="event"),
    pytest.param(
        '<g fil="#000"/>', "unknown attribute 'fil' of <g> (did you mean 'fill'?)", id="typo"
    ),
    pytest.param('<g style="filter:blur(1)"/>', "filter: 'blur(1)' cannot be", id="filter"),
    pytest.param('<g style="opacty:1"/>', "unknown style 'opacty' of <g> (did you", id="style"),
    pytest.param('<g fill="vermilon"/>', "unknown colour 'vermilon'; write it as", id="colour"),
    pytest.param('<rect width="2em" height="1"/>', "'2em' is not a number", id="unit"),
    pytest.param('<path mask="url(#m)" d="M0 0h9v9z"/>', "there is no mask 'url(#m)'", id="mask"),
    pytest.param('<g clip-path="url(#c)"/>', "no clip path 'url(#c)' in the drawing", id="clip"),
    pytest.param("<style>@import 'a.css';</style>", "something outside", id="import"),
    pytest.param("<style>g a {fill:red}</style>", "the selector 'g a' is not", id="selector"),
    pytest.param('<g id="a"><use href="#a"/></g>', "part of what it repeats", id="use of itself"),
    pytest.param('<image href="http://a/a.png"/>', "<image> is not allowed", id="remote image"),
    pytest.param('<use href="a.svg#b"/>', "a reference 'href' to something outside", id="file"),
    pytest.param('<rect width="-1" height="1"/>', "must not be less than 0", id="negative"),
    pytest.param('<g transform="spin(3)"/>', "unknown transform 'spin'", id="transform"),
    pytest.param('<g opacity="2"/>', "'2' must be from 0 to 1", id="opacity"),
    pytest.param('<polygon points="1 2 3"/>', "an even number", id="odd points"),
    pytest.param("<?xml-stylesheet href='a'?>", "the instruction '<?xml-stylesheet'", id="sheet"),
    pytest.param("<g>", "this is not valid SVG: mismatched tag", id="syntax"),
    pytest.param("&boom;", "this is not valid SVG: undefined entity", id="entity"),
    pytest.param("<g>" * 50 + "</g>" * 50, "nested more than 40 levels deep", id="deep"),
    pytest.param("<g/>" * SVG_ELEMENTS, f"more than {SVG_ELEMENTS} elements", id="many"),
]


@pytest.mark.parametrize(("body", "message"), REFUSED)
def test_refused(body: str, message: str) -> None:
    """anything outside the subset is reported with its row and a remedy"""
    found = faults("\n" + body)
    assert len(found) == 1, found
    assert found[0].startswith("art/x.svg, row 2")
    assert message in found[0]


ENTITY_BOMB = """<?xml version="1.0"?>
<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">
<!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;"><!ENTITY d SYSTEM "file:///etc/passwd">]>
<svg viewBox="0 0 1 1"><title>&c;&d;</title></svg>"""


def test_entity_bomb() -> None:
    """A DOCTYPE stops the reader before an entity is known."""
    with pytest.raises(DataError) as caught:
        parse_symbol(ENTITY_BOMB, "x.svg", "x")
    assert [str(f) for f in caught.value.findings] == [
        "x.svg, row 2: a DOCTYPE with declarations is not allowed; delete it (with its entities)"
    ]


@pytest.mark.parametrize(
    ("head", "message"),
    [
        ("<svg>", "the drawing needs a viewBox"),
        ('<svg viewBox="0 0 0 5">', "must be more than 0"),
        ('<svg viewBox="0 0 5">', "four numbers"),
        ('<svg viewBox="0 0 -5 5">', "must be more than 0"),
    ],
)
def test_sizes(head: str, message: str) -> None:
    """a drawing without a size is rejected"""
    assert message in faults("", head)[0]


def test_not_a_drawing() -> None:
    """XML that is not SVG is rejected"""
    with pytest.raises(DataError, match="begins with <html>"):
        parse_symbol("<html/>", "x.svg", "x")


def test_all_faults_at_once() -> None:
    """all mistakes in a drawing are reported"""
    assert len(faults('<text>a<tspan/></text>\n<g fill="redd" onload="x"/><path d="Q"/>')) == 4


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "the file does not exist"),
        (b"", "the file is empty"),
        (b"<svg>\n\xff</svg>", "row 2: the byte 0xff is not UTF-8"),
        (b"\x89PNG\r\n", "this is a PNG picture, although its name ends in '.svg'; rename it"),
        (b" " * 1_000_001, "the limit is 1 MB"),
    ],
)
def test_broken_files(tmp_path: Path, content: bytes | None, message: str) -> None:
    """A file that cannot be read raises DataError."""
    if content is not None:
        (tmp_path / "x.svg").write_bytes(content)
    with pytest.raises(DataError, match=message):
        read_symbol(tmp_path / "x.svg", "x.svg", "x")


SVGISH = st.lists(
    st.sampled_from(
        [
            "<g>",
            "</g>",
            "<path d='M0 0",
            "'/>",
            "<rect ",
            "width='3' ",
            "/>",
            "fill='",
            "x",
            "&",
            "style='fill:#123'",
            ">",
            "<!--",
            "-->",
            "<!DOCTYPE x>",
            "<g id='a' ",
            "<use href='#a'/>",
            "<symbol id='a' viewBox='0 0 2 3'>",
            "</symbol>",
            "<style>.a{clip-path:url(#a)}",
            "</style>",
            "class='a' ",
            "<clipPath id='a'>",
            "</clipPath>",
            "transform='scale(",
            ")'",
        ]
    ),
    max_size=20,
).map(lambda parts: HEAD + "".join(parts) + "</svg>")


@given(text=st.one_of(st.text(max_size=80), SVGISH))
def test_any_text_gives_a_frame_or_data_error(text: str) -> None:
    """no text makes the reader crash"""
    try:
        frame = parse_symbol(text, "x.svg", "x")
    except DataError:
        return
    assert frame.width > 0


@given(data=st.text("MLHVCSQTAZmlhvcsqtaz 0123456789.,-+e", max_size=60))
def test_any_path_data_gives_segments_or_a_fault(data: str) -> None:
    """Path data of any kind ends in segments of finite numbers."""
    try:
        segments = parse_path("M0 0" + data)
    except Fault:
        return
    assert all(segment[0] in ("M", "L", "C", "Z") for segment in segments)
    assert all(math.isfinite(float(value)) for segment in segments for value in segment[1:])
