"""Fixtures that make faces and return their findings."""

from collections.abc import Callable
from pathlib import Path as FilePath

import font_source_sans_pro
import pytest

from printgen.check.faces import check_face
from printgen.errors import Finding, Location
from printgen.frame import Frame, Item, Path, Text
from printgen.geometry import Segments, rectangle
from printgen.ink import BLACK, WHITE, Color, Ink
from printgen.lengths import MM_PER_PT
from printgen.text.typeface import Typeface

FONTS = FilePath(font_source_sans_pro.__file__).parent / "files"
ORIGIN = Location("cards/harbour/goods.csv", row=4)

Say = Callable[..., Text]
Card = Callable[..., Frame]
Codes = Callable[[Frame], list[tuple[str, bool]]]
Only = Callable[[Frame], Finding]


@pytest.fixture(scope="session")
def regular() -> Typeface:
    return Typeface("SourceSansPro-Regular", FONTS / "SourceSansPro-Regular.ttf", "Source Sans Pro")


@pytest.fixture(scope="session")
def bold() -> Typeface:
    return Typeface(
        "SourceSansPro-Bold", FONTS / "SourceSansPro-Bold.ttf", "Source Sans Pro", bold=True
    )


@pytest.fixture
def say(regular: Typeface) -> Say:
    """A run of text, by default in the middle of a card and well readable."""

    def make(
        string: str = "Salt",
        *,
        x: float = 20,
        y: float = 44,
        size_pt: float = 10,
        fill: Ink = BLACK,
        face: Typeface = regular,
    ) -> Text:
        width = face.width(string) * size_pt * MM_PER_PT
        return Text(x, y, string, face, size_pt, fill, width)

    return make


@pytest.fixture
def card() -> Card:
    """A poker card of 63 x 88 with 3 mm bleed and 3 mm kept free, its ground filled."""

    def make(
        *items: Item, ground: Color = WHITE, outline: Segments | None = None, bleed: float = 3
    ) -> Frame:
        base = Path(rectangle(-bleed, -bleed, 63 + 2 * bleed, 88 + 2 * bleed), fill=ground)
        return Frame("card", 63, 88, (base, *items), bleed, 3, outline, ORIGIN)

    return make


@pytest.fixture
def codes() -> Codes:
    """The codes of a face's findings, each with whether it is an error."""

    def ask(frame: Frame) -> list[tuple[str, bool]]:
        return [(finding.code, finding.is_error) for finding in check_face(frame)]

    return ask


@pytest.fixture
def only() -> Only:
    """The one finding of a face that has exactly one."""

    def ask(frame: Frame) -> Finding:
        (finding,) = check_face(frame)
        return finding

    return ask
