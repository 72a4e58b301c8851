"""Draw the two-sided sheet for calibrating a printer."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from printgen.catalog.papers import Paper
from printgen.catalog.printers import Duplex
from printgen.catalog.translations.own import Words
from printgen.errors import CallError
from printgen.frame import Frame, Group, Item, Path, Stroke
from printgen.geometry import IDENTITY, Matrix, Segment, multiply, rotate, translate
from printgen.sheet.model import MARK_INK, Label, Page, SideName
from printgen.sheet.placing import paper_mirror
from printgen.sheet.readings import (
    BACK_STEP,
    FROM_SIDE,
    FROM_TOP,
    FRONT_STEP,
    REACH,
    RULER,
    TICKS,
)

LINE: Final = Stroke(MARK_INK, 0.15)
HEAVY: Final = Stroke(MARK_INK, 0.35)
MIN_PAPER: Final = (205.0, 270.0)

_RULER_Y: Final = 22.0
_RULER_X: Final = 37.0
_RULER_LENGTH: Final = 150
_EDGE_STEPS: Final = 12
_EDGE_STEP: Final = 5.0
_TEXT_X: Final = 58.0
_TEXT_Y: Final = 62.0
_LEADING: Final = 5.0

_STEPS: Final = """\
1  Print both pages on one sheet at 100 % (not “fit to page”),
    two-sided, flipped on the {edge} edge.
2  Measure the rulers from 0 to 100 with a good ruler, across
    and down, to a tenth of a millimetre. Write down both.
3  Hold the sheet against a light, this side towards you. Each of
    the four scales shows front lines and, through the paper, back
    lines. Find the number where a front line and the back line of
    the same number meet. Write it down with its sign.
    No match? The back is more than {reach} mm off:
    check step 1, push the paper guides close, and print again.
4  At each edge of the paper, read the smallest number whose
    step is printed completely: the printer’s margin.
5  Type this as one line, with your numbers and your own name
    for the printer:"""
_COMMAND: Final = (
    "printgen calibrate --paper {paper} --duplex {edge}",
    '--name my-printer --measured "across=100 down=100',
    "top=0 bottom=0 left=0 right=0",
    'edge-top=5 edge-bottom=5 edge-left=5 edge-right=5"',
)
_AFTER: Final = "6  From now on, build with --profile my-printer, for either edge."
_FORM: Final = (  # what is typed is the same in all languages
    ("Ruler", ("across", "down")),
    ("Scales", ("top", "bottom", "left", "right")),
    ("Edges", ("top", "bottom", "left", "right")),
)


def draw_calibration(paper: Paper, duplex: Duplex, label: Label, words: Words) -> tuple[Page, Page]:
    """Return the front and back of the calibration sheet. No profile is applied, because they show
    what the printer does."""
    if not duplex.flips_paper:
        raise CallError(
            "a calibration sheet is printed two-sided; use --duplex long or --duplex short"
        )
    if paper.width < MIN_PAPER[0] or paper.height < MIN_PAPER[1]:
        raise CallError(f"{paper.name} is too small to calibrate with; use a4 or letter")
    front = (
        *_rulers(paper, label, words),
        *_edges(paper, label, words),
        *_verniers(paper, FRONT_STEP, -1, label, words),
        *_instructions(paper, duplex, label, words),
    )
    # The back is drawn as it shows through the front, then mirrored as a whole.
    seen_from_front = _verniers(paper, BACK_STEP, 1, label, words)
    back = (
        Group(seen_from_front, paper_mirror(paper, duplex).matrix, layer="marks"),
        *_back_note(label, words),
    )
    return _page(paper, "front", 1, front), _page(paper, "back", 2, back)


def _page(paper: Paper, side: SideName, number: int, items: tuple[Item, ...]) -> Page:
    frame = Frame(f"calibration {paper.name} {side}", paper.width, paper.height, items)
    return Page(frame, side, number, 2, (), (), IDENTITY)


def _path(segments: list[Segment], stroke: Stroke = LINE) -> Path:
    return Path(tuple(segments), stroke=stroke, layer="marks")


def _rulers(paper: Paper, label: Label, words: Words) -> tuple[Item, ...]:
    left, bottom = (paper.width - _RULER_LENGTH) / 2, (paper.height + _RULER_LENGTH) / 2
    up = multiply(translate(_RULER_X, bottom), rotate(-90))
    return (
        Group(_ruler(words("across (x)"), label), translate(left, _RULER_Y), layer="marks"),
        Group(_ruler(words("down (y)"), label), up, layer="marks"),
    )


def _ruler(name: str, label: Label) -> tuple[Item, ...]:
    """Return a ruler with a tick every 5 mm and a number every 50."""
    end = float(_RULER_LENGTH)
    ticks: list[Segment] = []
    for at in range(0, _RULER_LENGTH + 1, 5):
        half = 0.8 if at % 10 else 1.3
        ticks += [("M", float(at), -half), ("L", float(at), half)]
    ends: list[Segment] = [("M", 0.0, 0.0), ("L", end, 0.0)]
    for mark in (0.0, RULER, end):
        ends += [("M", mark, -2.4), ("L", mark, 2.4)]
    return (
        _path(ticks),
        _path(ends, HEAVY),
        label.text(-0.6, 5.4, "0"),
        label.centred(50.0, 5.4, "50"),
        label.centred(RULER, 5.4, "100"),
        label.centred(end - 5.0, 5.4, f"{_RULER_LENGTH} mm"),
        label.text(10.0, 5.4, name),
    )


def _verniers(
    paper: Paper, step: float, direction: int, label: Label, words: Words
) -> tuple[Item, ...]:
    """Return the four scales of one side. Front ticks are above the line (direction -1), back ticks
    below, so that two ticks that meet form one straight line."""
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
            _vernier(step, direction, words(name) if direction < 0 else "", label),
            multiply(translate(x, y), matrix),
            layer="marks",
        )
        for matrix, x, y, name in places
    )


def _vernier(step: float, direction: int, name: str, label: Label) -> tuple[Item, ...]:
    fine: list[Segment] = []
    bold: list[Segment] = []
    figures: list[Item] = []
    for n in range(-TICKS, TICKS + 1):
        length = 4.5 if n % 10 == 0 else 3.6 if n % 5 == 0 else 2.6
        ticks = bold if n % 10 == 0 else fine
        ticks += [("M", n * step, 0.0), ("L", n * step, direction * length)]
        if n % 5 == 0:
            baseline = -5.2 if direction < 0 else 7.2
            figure = f"{n:+d}".replace("-", "−") if n else "0"
            figures.append(label.centred(n * step, baseline, figure))
    items: tuple[Item, ...] = (_path(fine), _path(bold, Stroke(MARK_INK, 0.25)), *figures)
    if name:
        items += (label.text(-TICKS * FRONT_STEP / 2, -8.6, name),)
    return items


def _edges(paper: Paper, label: Label, words: Words) -> tuple[Item, ...]:
    """Return a staircase at each edge: step n is n millimetres from the edge of the paper."""
    span = _EDGE_STEPS * _EDGE_STEP
    low = (paper.height - span) / 2
    places: tuple[Matrix, ...] = (
        translate(paper.width / 2 - span / 2, 0.0),
        multiply(translate(paper.width / 2 + span / 2, paper.height), rotate(180)),
        multiply(translate(0.0, low + span), rotate(-90)),
        multiply(translate(paper.width, low), rotate(90)),
    )
    return tuple(Group(_staircase(label, words), matrix, layer="marks") for matrix in places)


def _staircase(label: Label, words: Words) -> tuple[Item, ...]:
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
        label.text(0.0, 12.5, words("mm from the edge")),
    )


def _instructions(paper: Paper, duplex: Duplex, label: Label, words: Words) -> tuple[Item, ...]:
    head, body = replace(label, size_pt=16.0), replace(label, size_pt=9.5)
    items: list[Item] = [
        head.text(_TEXT_X, _TEXT_Y, words("Printer calibration")),
        body.text(_TEXT_X, _TEXT_Y + 6.5, f"{paper.name}, {paper.width:g} × {paper.height:g} mm"),
    ]
    y = _TEXT_Y + 15.0
    reach = f"{REACH:g}".replace(".", words("."))
    steps = words(_STEPS, edge=words(duplex.value), reach=reach)
    command = (part.format(paper=paper.name, edge=duplex.value) for part in _COMMAND)
    for line in (*steps.split("\n"), *(f"        {part}" for part in command), words(_AFTER)):
        items.append(body.text(_TEXT_X, y, line))
        y += _LEADING
    return (*items, *_form(_TEXT_X, y + 6.0, body, words))


def _form(x: float, y: float, label: Label, words: Words) -> tuple[Item, ...]:
    """Return blank lines for the readings."""
    items: list[Item] = []
    for row, (name, blanks) in enumerate(_FORM):
        baseline = y + row * 11.0
        items.append(label.text(x, baseline, words(name)))
        for column, blank in enumerate(blanks):
            left = x + 16.0 + column * 25.0
            items.append(label.text(left, baseline, blank))
            items.append(
                _path([("M", left + 12.0, baseline + 0.5), ("L", left + 22.0, baseline + 0.5)])
            )
    return tuple(items)


def _back_note(label: Label, words: Words) -> tuple[Item, ...]:
    body = replace(label, size_pt=9.5)
    return (
        body.text(_TEXT_X, _TEXT_Y, words("Back of the calibration sheet")),
        body.text(
            _TEXT_X,
            _TEXT_Y + _LEADING,
            words("Turn over: all readings are taken from the front."),
        ),
    )
