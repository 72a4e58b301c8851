"""Decks and bags: which printed components a table shuffles."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.pictures.library import Library
from companion.rooms.start import is_shuffled, start_of
from printgen.catalog.builtin import builtin_cards, builtin_templates
from tests.serving import CARDS

BUILT_IN = Library(builtin_cards(), builtin_templates())
SAMPLE = Library(CARDS, builtin_templates())

DECKS = {
    "dragon-boats": {"bonus-cards", "offering-tiles", "wisdom-hexes", "farm-hexes", "boat-toppers"},
    "dragon-river": set(),
    "mines": {"tiles", "gray-tiles"},
    "port-flower": {"tiles", "coins"},
    "river-dragons": {"action-cards"},
}


@pytest.mark.parametrize("slug", DECKS)
def test_only_what_people_shuffle_is_a_deck(slug: str) -> None:
    """Aids, boards, pads and players' pieces are not decks."""
    assert set(start_of(BUILT_IN.game(slug)).decks) == DECKS[slug]


def test_a_game_may_say_what_is_shuffled() -> None:
    """A game's data can say what is shuffled."""
    printed = {component.id: component for component in SAMPLE.game("harbour").components}
    goods, coins, board = printed["goods"], printed["coins"], printed["board"]
    assert is_shuffled(goods)
    assert not is_shuffled(replace(goods, shuffled=False))
    assert not is_shuffled(coins)
    assert is_shuffled(replace(coins, shuffled=True))
    assert is_shuffled(coins, {"coins"}), "a setup that mixes them says so as well"
    assert not is_shuffled(replace(coins, shuffled=False), {"coins"})
    assert not is_shuffled(replace(board, shuffled=True))
