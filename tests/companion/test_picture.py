"""Takes setups with long lists, gives proof that their printed pages can be read."""

from __future__ import annotations

import pytest

from companion.gallery import Library
from companion.games.base import Setup
from companion.picture import Sheet, Wording, setup_page
from printgen.catalog.places import builtin_cards, builtin_templates
from printgen.frame import Text
from printgen.sheet.paper import load_papers


@pytest.mark.parametrize("count", range(48, 64))
def test_headings_stay_with_their_lists(count: int) -> None:
    """This test ensures that a heading never stands alone at the foot of a column."""
    library = Library(builtin_cards(), builtin_templates())
    family = next(iter(library.game("dragon-boats").theme.fonts.values()))
    sheet = Sheet(family.regular, family.bold)
    parts = (("Long", ("line",) * count), ("Short", ("next",)))
    wording = Wording("a setup", parts, "http://table/")
    paper = load_papers(library.templates)["a4"]
    shelf = library.shelf("dragon-boats")
    page = setup_page(shelf, Setup("", ()), sheet, wording, paper)
    places = {item.string: item.x for item in page.items if isinstance(item, Text)}
    assert places["Short"] == places["next"]
