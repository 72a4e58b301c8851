"""The parts of the five games are complete."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import pytest

from printgen.draw.component import draw_component, make_draw_context
from printgen.errors import Findings
from tests.test_components import open_game

# What the games need, from the facts on them; each key is one or more components together.
MANIFEST: dict[str, dict[tuple[str, ...], int]] = {
    "dragon-boats": {
        ("bonus-cards",): 26,
        ("boat-toppers",): 20,
        ("boats",): 4,
        ("offering-tiles",): 80,
        ("food-cards",): 12,
        ("treasure-cards",): 12,
        ("wisdom-hexes",): 10,
        ("farm-hexes",): 36,
        ("game-board",): 1,
        ("player-boards",): 4,
        ("house-members",): 40,
        ("bidding-discs",): 16,
        ("money-markers",): 4,
        ("first-player",): 1,
        ("round-cards",): 6,
        ("bags",): 2,
    },
    "dragon-river": {("river-board",): 1, ("dice",): 5, ("racers",): 5},
    "mines": {
        ("tiles",): 80,
        ("gray-tiles",): 80,
        ("mine-tokens",): 50,
        ("score-board",): 1,
        ("player-aid",): 5,
    },
    "river-dragons": {
        ("action-cards",): 78,
        ("plank-1", "plank-2", "plank-3", "plank-4", "plank-5", "plank-6"): 36,
        ("stones",): 27,
        ("pawns",): 6,
        ("first-player",): 1,
        ("board",): 1,
        ("board-expert",): 1,
    },
    "port-flower": {
        ("tiles",): 48,
        ("coins",): 48,
        ("dice",): 8,
        ("pawns",): 8,
        ("course",): 1,
    },
}
FOR_EVERY_GAME = ("rules", "parts-list", "player-aid")
WITH_SCORES = ("dragon-boats", "mines")


@cache
def counts(slug: str) -> Mapping[str, int]:
    """How many pieces of each part are drawn."""
    findings = Findings()
    game = open_game(slug)
    context = make_draw_context(game, "full", "http://192.168.1.20:8000")
    made = {
        component.id: sum(
            face.copies for face in draw_component(game, component, context, findings)
        )
        for component in game.components
    }
    assert not list(findings), [str(finding) for finding in findings]
    return made


@pytest.mark.parametrize("slug", MANIFEST)
def test_counts(slug: str) -> None:
    """Every piece is printed as often as the game needs it."""
    made = counts(slug)
    for names, count in MANIFEST[slug].items():
        assert sum(made[name] for name in names) == count, names


@pytest.mark.parametrize("slug", MANIFEST)
def test_what_every_game_has(slug: str) -> None:
    """Booklet, parts list, aid, box and, where points are counted, a score pad come with each
    game."""
    made = counts(slug)
    for name in FOR_EVERY_GAME:
        assert made.get(name), name
    assert any("box" in name for name in made)
    if slug in WITH_SCORES:
        assert made.get("score-pad")
