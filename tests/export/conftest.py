"""Typefaces and runs of text for the exporters' tests."""

from collections.abc import Callable
from pathlib import Path as FilePath

import font_source_sans_pro
import pytest

from printgen.frame import Text
from printgen.ink import BLACK, Ink
from printgen.lengths import MM_PER_PT
from printgen.text.typeface import Typeface

FONTS = FilePath(font_source_sans_pro.__file__).parent / "files"

Say = Callable[..., Text]


@pytest.fixture(scope="session")
def regular() -> Typeface:
    return Typeface("SourceSansPro-Regular", FONTS / "SourceSansPro-Regular.ttf", "Source Sans Pro")


@pytest.fixture(scope="session")
def bold_italic() -> Typeface:
    return Typeface(
        "SourceSansPro-BoldIt",
        FONTS / "SourceSansPro-BoldIt.ttf",
        "Source Sans Pro",
        bold=True,
        italic=True,
    )


@pytest.fixture
def say(regular: Typeface) -> Say:
    """A run of text."""

    def make(
        string: str,
        x: float = 5,
        y: float = 10,
        *,
        size_pt: float = 10,
        fill: Ink = BLACK,
        face: Typeface = regular,
    ) -> Text:
        return Text(x, y, string, face, size_pt, fill, face.width(string) * size_pt * MM_PER_PT)

    return make
