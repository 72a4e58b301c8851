"""The printed sets of the piecepack are complete: counts and sizes are read back from the PDF."""

from __future__ import annotations

import io
import re
from functools import cache

import pypdf
import pytest

from printgen.build.game_build import label_for, make_run
from printgen.catalog.builtin import builtin_cards, builtin_templates
from printgen.catalog.load import load_game
from printgen.catalog.model import Component, Game
from printgen.catalog.papers import load_papers
from printgen.catalog.printers import Duplex, Profile
from printgen.check.colours import VISIONS, distance
from printgen.draw.component import draw_component, make_draw_context
from printgen.draw.context import DrawContext
from printgen.draw.face import Face
from printgen.errors import Findings
from printgen.export.document import Document, DocumentPage, Section
from printgen.export.pdf import write_pdf
from printgen.sheet.arrange import arrange
from printgen.sheet.compose import compose

INCH = 25.4
APART = 10.0
"""CIEDE2000 at which colours are told apart across a table."""
FULL = {
    "tiles": 24,
    "coins": 24,
    "dice": 4,
    "pawns": 4,
    "saucers": 4,
    "matchsticks": 144,
    "pyramids": 24,
}
SETS = {
    "piecepack": FULL,
    "four-seasons": FULL,
    "playing-cards": FULL,
    "dual-piecepacks": FULL,
    "hexpack": {"hex-tiles": 24, "triangle-coins": 24},
    "subpack": {"small-tiles": 24, "small-coins": 24},
    "pyramids": {"nesting-pyramids": 90},
}
SIZES = {  # width and height in inches
    "tiles": (2, 2),
    "coins": (0.75, 0.75),
    "saucers": (0.875, 0.875),
    "hex-tiles": (4 / 3**0.5, 2),
    "triangle-coins": (0.75 * 3**0.5 / 2, 0.5625),
    "small-tiles": (0.75, 0.75),
    "small-coins": (0.3, 0.3),
}


@cache
def opened() -> tuple[Game, DrawContext]:
    findings = Findings()
    game = load_game("piecepack", builtin_cards(), builtin_templates(), findings)
    assert game is not None
    assert not list(findings), [str(finding) for finding in findings]
    return game, make_draw_context(game, "full", None)


def component(name: str) -> Component:
    game, _ = opened()
    return next(component for component in game.components if component.id == name)


@cache
def faces(name: str) -> tuple[Face, ...]:
    game, context = opened()
    findings = Findings()
    drawn = draw_component(game, component(name), context, findings)
    assert not list(findings), [str(finding) for finding in findings]
    return drawn


def cut_boxes(name: str, paper: str) -> list[tuple[float, float]]:
    """The sizes in mm of all shapes on the cut layer of a component's PDF."""
    game, _ = opened()
    paper_size = load_papers(builtin_templates())[paper]
    run = make_run(game, component(name), faces(name))
    pages = compose(arrange(run, paper_size, Duplex.LONG, Profile()), label_for(game))
    stream = io.BytesIO()
    sides = tuple(DocumentPage(page.frame) for page in pages)
    write_pdf(Document("t", "a", "s", "en", "long", (Section("s", sides),)), stream)
    found = []
    for page in pypdf.PdfReader(stream).pages:
        content = page.get_contents()
        assert content is not None
        operators = content.get_data().decode("latin-1")
        matrix = re.search(r"^(-?[0-9.]+) .*? cm$", operators, re.M)
        assert matrix is not None
        unit = abs(float(matrix[1])) * INCH / 72  # mm for one unit of the page's coordinates
        for part in operators.split("/OC /cut BDC")[1:]:
            found += [_size(shape, unit) for shape in _shapes(part.split("EMC")[0])]
    return found


def _shapes(operators: str) -> list[list[tuple[float, float]]]:
    """The points of each shape, control points of curves left out."""
    shapes: list[list[tuple[float, float]]] = []
    for numbers, operator in re.findall(r"((?:-?[0-9.]+ )+)(re|[mlc])(?=\s)", operators):
        values = [float(number) for number in numbers.split()]
        if operator == "re":
            x, y, width, height = values[-4:]
            shapes.append([(x, y), (x + width, y + height)])
        elif operator == "m":
            shapes.append([(values[-2], values[-1])])
        else:
            shapes[-1].append((values[-2], values[-1]))
    return shapes


def _size(points: list[tuple[float, float]], unit: float) -> tuple[float, float]:
    xs, ys = zip(*points, strict=True)
    return (max(xs) - min(xs)) * unit, (max(ys) - min(ys)) * unit


def test_every_set_is_here() -> None:
    """A set that is added is also listed here, with what it must print."""
    game, _ = opened()
    assert {pieces.id for pieces in game.sets} == set(SETS)


@pytest.mark.parametrize("pieces", SETS)
def test_a_set_is_complete(pieces: str) -> None:
    """Every set prints all its pieces, each suit and value as often as the others."""
    game, _ = opened()
    printed = {
        c.id.removeprefix(f"{pieces}-"): sum(face.pieces for face in faces(c.id))
        for c in game.components
        if c.set == pieces
    }
    assert printed == SETS[pieces]


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("pieces", SETS)
def test_counts_and_sizes_in_the_printed_file(pieces: str, paper: str) -> None:
    """The PDF has one cut shape for every piece, of the size that the piece must have."""
    for kind, count in SETS[pieces].items():
        boxes = cut_boxes(f"{pieces}-{kind}", paper)
        assert len(boxes) == count, kind
        if kind in SIZES:
            wanted = sorted(INCH * size for size in SIZES[kind])
            assert all(sorted(box) == pytest.approx(wanted, abs=0.02) for box in boxes), kind


def test_suits_in_the_order_of_ppn() -> None:
    """The Four Seasons come as fall, winter, summer, spring, as in the published configuration."""
    game, _ = opened()
    order = {pieces.configuration: [suit.symbol for suit in pieces.suits] for pieces in game.sets}
    assert order["piecepack"] == ["sun", "moon", "crown", "arms"]
    assert order["four_seasons_expansion"] == ["leaf", "snowflake", "fish", "flower"]
    assert order["playing_cards_expansion"] == ["heart", "spade", "club", "diamond"]
    assert order["icehouse_pieces"][:2] == ["mark-flame", "mark-stone"]


@pytest.mark.parametrize("pieces", SETS)
def test_suits_differ_to_every_eye(pieces: str) -> None:
    """Any two suits of a set differ in symbol, and in colour for normal and colour-blind eyes."""
    game, _ = opened()
    (found,) = (one for one in game.sets if one.id == pieces)
    assert len({suit.symbol for suit in found.suits}) == len(found.suits)
    colours = [game.theme.colours[suit.id].plain for suit in found.suits]
    for i, one in enumerate(colours):
        for other in colours[i + 1 :]:
            assert min(distance(one, other, vision) for vision in VISIONS) >= APART


def test_pyramids_have_the_sizes_of_their_kind() -> None:
    """The three sizes are 9/16 by 1, 25/32 by 1 3/8 and 1 by 1 3/4 inches, and A to F grow in
    equal steps from 1/2 to 27/32 inch."""
    from printgen.draw.crafts.context import CraftContext
    from printgen.draw.crafts.pyramid import SETTINGS

    game, context = opened()
    sizes = {}
    for name in ("pyramids-nesting-pyramids", "piecepack-pyramids"):
        craft = CraftContext(game, component(name), context, Findings(), SETTINGS)
        made = [(s["width"] / INCH, s["height"] / INCH) for _, s in craft.records()]
        sizes[name] = list(dict.fromkeys(made))
    three = [(9 / 16, 1), (25 / 32, 1.375), (1, 1.75)]
    assert sizes["pyramids-nesting-pyramids"] == [pytest.approx(size) for size in three]
    widths = [0.5 + i * (27 / 32 - 0.5) / 5 for i in range(6)]
    assert [width for width, _ in sizes["piecepack-pyramids"]] == pytest.approx(widths)
