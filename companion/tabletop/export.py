"""Lay out a game by the code of its setup."""

from __future__ import annotations

from companion.games import rules_for
from companion.pictures.library import Library, draw_context_of
from companion.table.game_rules import full_table_of, setup_of
from companion.table.model import SetupRequest
from companion.tabletop.layout import Say, table_layout
from printgen.tabletop.model import TableLayout


def laid_out_game(
    library: Library, slug: str, request: SetupRequest, say: Say, *, on_screen: bool = False
) -> TableLayout:
    """Return the game as this setup lays it out; notes are written by `say`.

    Raises Refused for a setup that the game does not have, NoSuchGame and DataError.
    """
    game = library.game(slug)
    rules = rules_for(game)
    setup = setup_of(rules, request)
    table = full_table_of(rules, request, setup)
    context = draw_context_of(slug, library.cards, library.templates)
    return table_layout(game, setup, table, request.words, say, context, on_screen=on_screen)
