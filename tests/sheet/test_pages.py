"""Golden dumps of whole pages."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from printgen.catalog.printers import Duplex, Profile
from printgen.sheet.arrange import arrange
from printgen.sheet.compose import compose
from printgen.sheet.model import Run
from printgen.sheet.packing.plan import arrange_packed
from tests.sheet.samples import A4, LABEL, PLAIN, cards, coins, hexes

EXAMPLES: dict[str, tuple[Run, Duplex, Profile]] = {
    "cards": (cards(63, 88, 2), Duplex.LONG, PLAIN),
    "corrected": (cards(88, 63, 2, shared_cuts=True), Duplex.SHORT, Profile("p", 1.01, 1, 2, 1, 1)),
    "fold": (cards(44, 68, 2), Duplex.FOLD, PLAIN),
    "coins": (coins(25, 2, 2, backs=False), Duplex.NONE, PLAIN),
    "honeycomb": (hexes(30, 3, 2, layout="honeycomb", backs=False), Duplex.NONE, PLAIN),
    "poster": (cards(300, 180, 1, backs=False, layout="poster"), Duplex.NONE, PLAIN),
}


@pytest.mark.parametrize("name", sorted(EXAMPLES))
def test_pages(name: str, golden: Callable[[str, str], None]) -> None:
    """Pages match their golden files."""
    run, duplex, profile = EXAMPLES[name]
    pages = compose(arrange(run, A4, duplex, profile), LABEL)
    golden(f"sheet-{name}", "\n".join(page.frame.dump() for page in pages))


def test_a_packed_page(golden: Callable[[str, str], None]) -> None:
    """Blocks of three components on one sheet match their golden file."""
    runs = [cards(63, 88, 2), coins(25, 3, 2, backs=False), hexes(30, 5, 2, layout="honeycomb")]
    packed = arrange_packed(runs, "card 200 g", A4, Duplex.LONG, PLAIN)
    pages = [page for plan in packed.plans for page in compose(plan, LABEL)]
    assert len(pages) == 2
    golden("sheet-packed", "\n".join(page.frame.dump() for page in pages))
