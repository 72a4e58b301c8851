"""The samples of the gallery: drawn as in their golden files, and shown in the documentation."""

from __future__ import annotations

import os
import re
from collections.abc import Callable

import pytest
from PIL import Image

from printgen.catalog.font_files import system_fonts
from printgen.check.faces import check_face
from printgen.draw.compile import STRUCTURES
from printgen.draw.elements import KINDS
from tests.gallery import (
    CARDS,
    IN_BOTH_INKS,
    PAGE,
    PICTURES,
    ROOT,
    SAMPLES,
    draw_sample,
    open_sample,
    page,
)

MAX_BYTES = 200_000
SYSTEM_FONTS = {"mirrored", "scripts"}


@pytest.mark.parametrize("slug", SAMPLES)
def test_sample(slug: str, golden: Callable[[str, str], None]) -> None:
    """A sample is drawn as in its golden file, and printgen check would not complain."""
    if slug in SYSTEM_FONTS and "Amiri-Regular.ttf" not in system_fonts():
        # A newcomer without root cannot be made to install fonts; CI can, and fails.
        assert not os.environ.get("CI")
        pytest.skip("the fonts of tests/system-packages are not installed")
    game = open_sample(slug)
    frames = draw_sample(game, "full")
    frames += draw_sample(game, "low") if slug == IN_BOTH_INKS else []
    for frame in frames:
        assert [str(finding) for finding in check_face(frame) if finding.is_error] == []
    golden(f"gallery/{slug}", "".join(frame.dump() for frame in frames))


def test_the_page_shows_every_sample() -> None:
    """The page is what `make pictures` writes, and the documentation leads to it."""
    assert PAGE.read_text(encoding="utf-8") == page()
    assert "(gallery.md)" in (ROOT / "templates" / "README.md").read_text(encoding="utf-8")


def test_every_element_is_shown() -> None:
    """Some sample uses each kind of element, but for faces, which only booklets show."""
    texts = [file.read_text(encoding="utf-8") for file in CARDS.glob("*/templates/*.yaml")]
    shown = {kind for text in texts for kind in re.findall(r"^ *- (\w+):", text, re.MULTILINE)}
    assert {*KINDS, *STRUCTURES} - shown == {"face"}


def test_every_sample_has_a_small_picture() -> None:
    """There is one picture for each sample, and they are small."""
    files = sorted(PICTURES.iterdir())
    assert [file.stem for file in files] == list(SAMPLES)
    for file in files:
        assert file.stat().st_size < MAX_BYTES, file.name
        with Image.open(file) as picture:
            assert picture.width <= 900
