"""The booklets have no half-empty pages and the same type, on A4 and on Letter."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from printgen.catalog.builtin import builtin_cards, builtin_templates
from printgen.catalog.load import list_games, load_game
from printgen.catalog.papers import choose_paper, load_papers
from printgen.check.scene import Scene
from printgen.draw.component import draw_component, make_draw_context
from printgen.draw.face import Face
from printgen.errors import Findings
from printgen.frame import Frame, apply
from printgen.sheet.booklet import page_size

FOOT = 14.0  # the page's number stands below
MIN_FILLED = 0.7  # of the page's height, where the lowest line of text stands


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
    game = load_game(slug, builtin_cards(), builtin_templates(), findings)
    assert game is not None
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
    """text and figures reach the lower third of every page, the back cover too, and no page is
    left for notes"""
    pages = booklet(slug, paper)
    inside = {page.front.name: lowest_line(page.front) for page in pages[1:]}
    assert min(inside.values()) > MIN_FILLED, inside
    strings = [text.string for page in pages for _, _, text in Scene(page.front).texts()]
    assert "Notes" not in strings


@pytest.mark.parametrize("slug", list_games(builtin_cards()))
def test_letter_keeps_the_size_of_type(slug: str) -> None:
    """a booklet is set in one size of type, whatever the paper"""
    assert body_pt(booklet(slug, "letter")) == body_pt(booklet(slug, "a4"))
