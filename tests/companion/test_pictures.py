"""Printed setup pages with long lists stay readable."""

from __future__ import annotations

import pytest

from companion.pictures.library import Library
from companion.pictures.setup_pictures import SetupTexts, setup_page
from companion.pictures.typesetter import typesetter_for
from printgen.catalog.builtin import builtin_cards, builtin_templates
from printgen.catalog.papers import load_papers
from printgen.frame import Text


@pytest.mark.parametrize("count", range(48, 64))
def test_headings_stay_with_their_lists(count: int) -> None:
    """A heading never stands alone at the foot of a column."""
    library = Library(builtin_cards(), builtin_templates())
    sheet = typesetter_for(library.game("dragon-boats"))
    parts = (("Long", ("line",) * count), ("Short", ("next",)))
    wording = SetupTexts("a setup", parts, "http://table/")
    paper = load_papers(library.templates)["a4"]
    printed = library.printed("dragon-boats")
    page = setup_page(printed, None, sheet, wording, paper)
    places = {item.string: item.x for item in page.items if isinstance(item, Text)}
    assert places["Short"] == places["next"]
