"""Decks and bags after a setup: they hold what the table's own stacks hold, and nothing else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from companion.games.seats import COLOURS
from companion.rooms.start import face_of, start_of
from companion.table.commitment import with_commitment
from companion.table.decide import decide
from companion.table.decks import size_of
from companion.table.history import History, extend, read_log
from companion.table.model import Act, SetupRequest, Table
from tests.games.rules.bots import NAMES
from tests.games.rules.test_rules_contract import SLUGS, game_of, requests

SEED = bytes(32)
Stacks = dict[str, Counter[str]]


def opened(slug: str, *, edition: bool = True) -> History:
    """A new table; one of the first edition has no edition in its facts."""
    start = start_of(game_of(slug))
    facts = {key: value for key, value in start.facts.items() if edition or key != "edition"}
    return read_log(with_commitment(Table(slug, "", start.decks, start.dice, facts), SEED), ())


def act(history: History, kind: str, seat: str | None = None, **data: Any) -> History:
    made = Act(f"act-{len(history.log)}", kind, seat, data)
    return extend(history, decide(history, made, SEED, host=True))


def laid_out(history: History, request: SetupRequest) -> History:
    options = dict(request.options)
    return act(history, "setup", players=request.players, options=options, words=request.words)


def seated(history: History, players: int) -> History:
    for name, colour in zip(NAMES[:players], COLOURS, strict=False):
        history = act(history, "join", name=name, colour=colour, entropy="00")
    return history


def decks_of(history: History) -> Stacks:
    """What each deck holds once it is shuffled."""
    for name in history.table.pieces:
        size = size_of(history.table, name)
        history = act(history, "shuffle", deck=name)
        assert len(history.table.piles[name].left) == size
    return {name: Counter(map(face_of, pile.left)) for name, pile in history.table.piles.items()}


def boats_stacks(play: Any) -> Stacks:
    return {
        "bonus-cards": Counter(play.deck),
        "offering-tiles": Counter(f"offering-{good}" for good in play.bag),
        "boat-toppers": Counter(play.toppers),
        "wisdom-hexes": Counter(),
        "farm-hexes": Counter(),
    }


def nothing_to_draw(*names: str) -> Callable[[Any], Stacks]:
    return lambda _: {name: Counter() for name in names}


STACKS: dict[str, Callable[[Any], Stacks]] = {
    "dragon-boats": boats_stacks,
    "dragon-river": nothing_to_draw(),
    "port-flower": nothing_to_draw("tiles", "coins"),
    "river-dragons": nothing_to_draw("action-cards"),
}
"""What the referee of each game keeps to draw from when the game begins."""


@pytest.mark.parametrize("slug", SLUGS)
def test_decks_lack_what_the_setup_laid_out(slug: str) -> None:
    """For every number of players and every option, the decks hold what the referee's own stacks
    hold, whether the table was set up first or by beginning."""
    for request in requests(slug):
        history = seated(laid_out(opened(slug), request), request.players)
        begun = act(history, "begin")
        decks = decks_of(history)
        if slug == "mines":
            play = begun.table.play
            chosen = "gray-tiles" if request.options.get("tiles") == "gray" else "tiles"
            for deck in decks.keys() & {"tiles", "gray-tiles"} - {chosen}:
                assert not decks[deck]
            assert sum(decks[chosen].values()) == len(play.pile) + sum(
                len(player.hand) for player in play.players
            )
            assert not decks[chosen].keys() & {laid.tile for laid in play.mountain}
        else:
            assert decks == decks_of(begun) == STACKS[slug](begun.table.play), request


@pytest.mark.parametrize("slug", SLUGS)
def test_beginning_without_a_setup_lays_one_out(slug: str) -> None:
    """A game that is begun without a setup takes the pieces of the one it is given."""
    players = requests(slug)[0].players
    begun = act(seated(opened(slug), players), "begin")
    assert begun.table.setup is not None
    again = laid_out(seated(opened(slug), players), begun.table.setup)
    assert decks_of(begun) == decks_of(again)


def test_cards_left_in_the_box_are_not_dealt() -> None:
    """Without take-that cards the deck holds 18 cards; with them it holds 24."""
    sizes = {}
    for choice in ("on", "off"):
        history = laid_out(
            opened("dragon-boats"), SetupRequest(3, {"interactive": choice}, "jade-otter-41")
        )
        sizes[choice] = len(decks_of(history)["bonus-cards"])
        assert size_of(history.table, "offering-tiles") == 80 - 12
    assert sizes == {"on": 24, "off": 18}


@pytest.mark.parametrize("slug", SLUGS)
def test_a_table_of_the_first_edition_keeps_its_decks(slug: str) -> None:
    """A table opened before setups took pieces out of refereed decks can still be replayed."""
    request = requests(slug)[0]
    history = opened(slug, edition=False)
    full = {name: len(pieces) for name, pieces in history.table.pieces.items()}
    laid = laid_out(history, request)
    assert {name: size_of(laid.table, name) for name in full} == full


def test_a_new_setup_gathers_what_left_unseen() -> None:
    """A new setup first puts back the pieces that the last one left in the box."""
    alone = SetupRequest(1, {}, "jade-otter-41")
    history = laid_out(opened("mines"), alone)
    assert sum(decks_of(history)["tiles"].values()) == 19
    shuffled = act(history, "shuffle", deck="tiles")
    every = laid_out(shuffled, replace(alone, options={"solo": "all"}))
    assert sum(decks_of(every)["tiles"].values()) == 79
