"""Takes a paper, gives the two-sided sheet by which a printer is measured."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from printgen.errors import CallError
from printgen.frame import (
    IDENTITY,
    Frame,
    Group,
    Item,
    Matrix,
    Path,
    Segment,
    Stroke,
    multiply,
    rotate,
    translate,
)
from printgen.sheet.model import MARK_INK, Duplex, Label, Page, Paper, SideName
from printgen.sheet.placing import paper_mirror
from printgen.sheet.readings import (
    BACK_STEP,
    FROM_SIDE,
    FROM_TOP,
    FRONT_STEP,
    TICKS,
    Readings,
    profile_from_readings,
)

__all__ = ["Readings", "draw_calibration", "profile_from_readings"]

LINE: Final = Stroke(MARK_INK, 0.15)
HEAVY: Final = Stroke(MARK_INK, 0.35)
LEAST: Final = (205.0, 270.0)

_RULER_Y: Final = 22.0
_RULER_X: Final = 37.0
_EDGE_STEPS: Final = 12
_EDGE_STEP: Final = 5.0
_TEXT_X: Final = 58.0
_TEXT_Y: Final = 66.0
_LEADING: Final = 5.0

_STEPS: Final = (
    "1  Print both pages on one sheet at 100 % (not “fit to page”),",
    "    two-sided, flipped on the {edge} edge.",
    "2  Measure the rulers from 0 to 100 with a good ruler, across",
    "    and down, to a tenth of a millimetre. Write down both.",
    "3  Hold the sheet against a light, this side towards you. Each of",
    "    the four scales shows front lines and, through the paper, back",
    "    lines. Find the number where a front line and the back line of",
    "    the same number meet. Write it down with its sign.",
    "4  At each edge of the paper, read the smallest number whose",
    "    step is printed whole: the printer reaches no further.",
    "5  Give it all to printgen calibrate --measured",
    "    'across=100 down=100 top=0 … right=0 edge-top=5 …'",
)
_FORM: Final = (
    ("Ruler", ("across", "down")),
    ("Scales", ("top", "bottom", "left", "right")),
    ("Edges", ("top", "bottom", "left", "right")),
)


def draw_calibration(paper: Paper, duplex: Duplex, label: Label) -> tuple[Page, Page]:
    """Front and back of the calibration sheet. It is never corrected: it shows the printer."""
    if not duplex.turns_paper:
        raise CallError("a calibration sheet is printed on both sides: flip on long or short edge")
    if paper.width < LEAST[0] or paper.height < LEAST[1]:
        raise CallError(f"{paper.name} is too small to calibrate with; use a4 or letter")
    front = (
        *_rulers(paper, label),
        *_edges(paper, label),
        *_verniers(paper, FRONT_STEP, -1, label),
        *_instructions(paper, duplex, label),
    )
    # The back is drawn as it shows through the front, figures too, and mirrored as a whole.
    through = _verniers(paper, BACK_STEP, 1, label)
    back = (
        Group(through, paper_mirror(paper, duplex).matrix, layer="marks"),
        *_back_note(label),
    )
    return _page(paper, "front", 1, front), _page(paper, "back", 2, back)


def _page(paper: Paper, side: SideName, number: int, items: tuple[Item, ...]) -> Page:
    frame = Frame(f"calibration {paper.name} {side}", paper.width, paper.height, items)
    return Page(frame, side, number, 2, (), (), IDENTITY)


def _path(segments: list[Segment], stroke: Stroke = LINE) -> Path:
    return Path(tuple(segments), stroke=stroke, layer="marks")


def _rulers(paper: Paper, label: Label) -> tuple[Item, ...]:
    left, top = paper.width / 2 - 100, paper.height / 2 - 100
    up = multiply(translate(_RULER_X, top + 200), rotate(-90))
    return (
        Group(_ruler("across (x)", label), translate(left, _RULER_Y), layer="marks"),
        Group(_ruler("down (y)", label), up, layer="marks"),
    )


def _ruler(name: str, label: Label) -> tuple[Item, ...]:
    """200 mm with a tick every 5, figures every 50; both spans start at 0."""
    ticks: list[Segment] = []
    for at in range(0, 201, 5):
        half = 0.8 if at % 10 else 1.3
        ticks += [("M", float(at), -half), ("L", float(at), half)]
    ends: list[Segment] = [("M", 0.0, 0.0), ("L", 200.0, 0.0)]
    for at in (0, 100, 200):
        ends += [("M", float(at), -2.4), ("L", float(at), 2.4)]
    figures = [label.centred(at, 5.4, str(at)) for at in (50, 100, 150)]
    return (
        _path(ticks),
        _path(ends, HEAVY),
        label.text(-0.6, 5.4, "0"),
        *figures,
        label.centred(195.0, 5.4, "200 mm"),
        label.text(10.0, 5.4, name),
    )


def _verniers(paper: Paper, step: float, way: int, label: Label) -> tuple[Item, ...]:
    """The four scales of one face. Front ticks stand on one side of the line (way -1), back
    ticks on the other, so that meeting ones make one straight line."""
    cx, cy = paper.width / 2, paper.height / 2
    across, down = IDENTITY, rotate(90)
    places: tuple[tuple[Matrix, float, float, str], ...] = (
        (across, cx, FROM_TOP, "top scale"),
        (across, cx, paper.height - FROM_TOP, "bottom scale"),
        (down, FROM_SIDE, cy, "left scale"),
        (down, paper.width - FROM_SIDE, cy, "right scale"),
    )
    return tuple(
        Group(
            _vernier(step, way, name if way < 0 else "", label),
            multiply(translate(x, y), matrix),
            layer="marks",
        )
        for matrix, x, y, name in places
    )


def _vernier(step: float, way: int, name: str, label: Label) -> tuple[Item, ...]:
    fine: list[Segment] = []
    bold: list[Segment] = []
    figures: list[Item] = []
    for n in range(-TICKS, TICKS + 1):
        length = 4.5 if n % 10 == 0 else 3.6 if n % 5 == 0 else 2.6
        ticks = bold if n % 10 == 0 else fine
        ticks += [("M", n * step, 0.0), ("L", n * step, way * length)]
        if n % 5 == 0:
            baseline = -5.2 if way < 0 else 7.2
            figure = f"{n:+d}".replace("-", "−") if n else "0"
            figures.append(label.centred(n * step, baseline, figure))
    items: tuple[Item, ...] = (_path(fine), _path(bold, Stroke(MARK_INK, 0.25)), *figures)
    if name:
        items += (label.text(TICKS * FRONT_STEP + 5.0, -2.0, name),)
    return items


def _edges(paper: Paper, label: Label) -> tuple[Item, ...]:
    """A staircase at each edge: step n stands n millimetres from the edge of the paper."""
    span = _EDGE_STEPS * _EDGE_STEP
    low = paper.height - span - 8.0
    places: tuple[Matrix, ...] = (
        translate(paper.width / 2 - span / 2, 0.0),
        multiply(translate(paper.width / 2 + span / 2, paper.height), rotate(180)),
        multiply(translate(0.0, low + span), rotate(-90)),
        multiply(translate(paper.width, low), rotate(90)),
    )
    return tuple(Group(_staircase(label), matrix, layer="marks") for matrix in places)


def _staircase(label: Label) -> tuple[Item, ...]:
    steps: list[Segment] = []
    figures: list[Item] = []
    for n in range(1, _EDGE_STEPS + 1):
        x = (n - 1) * _EDGE_STEP
        steps += [("M", x, float(n)), ("L", x + _EDGE_STEP, float(n))]
        steps += [("M", x, float(n)), ("L", x, n - 1.0)] if n > 1 else []
        figures.append(label.centred(x + _EDGE_STEP / 2, n + 2.6, str(n)))
    return (
        _path(steps, Stroke(MARK_INK, 0.2)),
        *figures,
        label.text(0.0, 12.5, "mm from the edge"),
    )


def _instructions(paper: Paper, duplex: Duplex, label: Label) -> tuple[Item, ...]:
    head, body = replace(label, size_pt=16.0), replace(label, size_pt=9.5)
    items: list[Item] = [
        head.text(_TEXT_X, _TEXT_Y, "Printer calibration"),
        body.text(_TEXT_X, _TEXT_Y + 6.5, f"{paper.name}, {paper.width:g} × {paper.height:g} mm"),
    ]
    y = _TEXT_Y + 18.0
    for line in _STEPS:
        items.append(body.text(_TEXT_X, y, line.format(edge=duplex.value)))
        y += _LEADING
    return (*items, *_form(_TEXT_X, y + 6.0, body))


def _form(x: float, y: float, label: Label) -> tuple[Item, ...]:
    """Blanks to write the readings on."""
    items: list[Item] = []
    for row, (name, blanks) in enumerate(_FORM):
        baseline = y + row * 11.0
        items.append(label.text(x, baseline, name))
        for column, blank in enumerate(blanks):
            left = x + 16.0 + column * 25.0
            items.append(label.text(left, baseline, blank))
            items.append(
                _path([("M", left + 12.0, baseline + 0.5), ("L", left + 22.0, baseline + 0.5)])
            )
    return tuple(items)


def _back_note(label: Label) -> tuple[Item, ...]:
    body = replace(label, size_pt=9.5)
    return (
        body.text(_TEXT_X, _TEXT_Y, "Back of the calibration sheet"),
        body.text(_TEXT_X, _TEXT_Y + _LEADING, "Turn over: everything is read from the front."),
    )
