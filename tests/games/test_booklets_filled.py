"""The booklets have no half-empty pages, the same type on A4 and on Letter, and whole frames."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache

import pytest

from printgen.catalog.builtin import builtin_cards, builtin_templates
from printgen.catalog.load import list_games
from printgen.catalog.papers import choose_paper, load_papers
from printgen.check.scene import PlacedItem, Scene
from printgen.draw.component import draw_component, make_draw_context
from printgen.draw.face import Face
from printgen.errors import Findings
from printgen.frame import Frame, Path
from printgen.geometry import apply
from printgen.sheet.booklet import page_size
from tests.test_components import open_game

FOOT = 14.0  # the page's number stands below
MIN_FILLED = 0.7  # of the page's height, where the lowest line of text stands
HAIRLINE = 0.35  # mm: half of a thinner line is not missed
FRAME_SIDE = 8.0  # mm: smaller shapes are badges
NEAR = 0.02


def lowest_line(page: Frame) -> float:
    """How far down the text of a page reaches, without the page's number."""
    lines = [
        apply(placed.matrix, text.x, text.y)[1]
        for _, placed, text in Scene(page).texts()
        if text.string.strip()
    ]
    return max(y for y in lines if y < page.height - FOOT) / page.height


@cache
def booklet(slug: str, paper: str) -> tuple[Face, ...]:
    """The pages of a game's rules on that paper."""
    findings = Findings()
    game = open_game(slug)
    booklet_page = page_size(choose_paper(paper, load_papers(builtin_templates())))
    rules = next(component for component in game.components if component.id == "rules")
    pages = draw_component(
        game, rules, make_draw_context(game, "full", None, booklet_page=booklet_page), findings
    )
    assert not findings.errors
    return pages


def body_pt(pages: tuple[Face, ...]) -> float:
    """The size in which most letters between the covers are set."""
    letters: Counter[float] = Counter()
    for page in pages[1:-1]:
        for _, _, text in Scene(page.front).texts():
            letters[round(text.size_pt, 2)] += len(text.string)
    return letters.most_common(1)[0][0]


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("slug", list_games(builtin_cards()))
def test_every_page_is_filled(slug: str, paper: str) -> None:
    """Text and figures reach the lower third of every page, also of the back cover, and no page is
    left for notes."""
    pages = booklet(slug, paper)
    inside = {page.front.name: lowest_line(page.front) for page in pages[1:]}
    assert min(inside.values()) > MIN_FILLED, inside
    strings = [text.string for page in pages for _, _, text in Scene(page.front).texts()]
    assert "Notes" not in strings


@pytest.mark.parametrize("slug", list_games(builtin_cards()))
def test_letter_keeps_the_size_of_type(slug: str) -> None:
    """A booklet is set in one size of type, whatever the paper."""
    assert body_pt(booklet(slug, "letter")) == body_pt(booklet(slug, "a4"))


def halved_frames(page: Frame) -> Iterator[tuple[float, ...]]:
    """The edges of shapes drawn by a figure whose outline runs along the figure's own edge, where
    its outer half is cut away."""
    for placed in Scene(page).placed:
        if not placed.pictured and placed.uses == 1 and _is_frame(placed):
            left, top, right, bottom = placed.area.edges
            for clip in placed.clips:
                x1, y1, x2, y2 = clip.edges
                gaps = (left - x1, top - y1, x2 - right, y2 - bottom)
                if -NEAR < min(gaps) < NEAR:
                    yield placed.area.edges


def _is_frame(placed: PlacedItem) -> bool:
    item = placed.item
    if not isinstance(item, Path) or item.stroke is None or not placed.area.contours:
        return False
    left, top, right, bottom = placed.area.edges
    wide = item.stroke.width * placed.scale > HAIRLINE
    return wide and min(right - left, bottom - top) > FRAME_SIDE


@pytest.mark.parametrize("slug", list_games(builtin_cards()))
def test_frames_in_figures_are_whole(slug: str) -> None:
    """No frame in a figure loses half of its line at the figure's edge."""
    halved = {page.front.name: list(halved_frames(page.front)) for page in booklet(slug, "a4")}
    assert not any(halved.values()), halved
