"""The rules of Dragon Boats of the Four Seas.

Must not import another game, or know tables, storage or pages.
"""

from __future__ import annotations

from companion.games.dragon_boats.begin import begin_game
from companion.games.dragon_boats.corrections import correct_number, list_correctables
from companion.games.dragon_boats.facts import collect_facts, piece_colours, read_facts
from companion.games.dragon_boats.market_prices import MARKET
from companion.games.dragon_boats.moves import make_move
from companion.games.dragon_boats.offers import list_offers
from companion.games.dragon_boats.options import OPTIONS
from companion.games.dragon_boats.scene import draw_scene, find_standing
from companion.games.dragon_boats.score import score_sheets
from companion.games.dragon_boats.setup import make_setup
from companion.games.dragon_boats.sheet import fill_sheets, implied_entries, sheet_fields
from companion.games.dragon_boats.state import rename_player, unseen_pieces, with_unseen_pieces
from companion.games.dragon_boats.table import lay_table
from companion.games.dragon_boats.undo import HIDDEN_MOVES, why_final
from companion.games.rules import GameFunctions

FUNCTIONS = GameFunctions(
    options=OPTIONS,
    collect_facts=collect_facts,
    read_facts=read_facts,
    make_setup=make_setup,
    begin_game=begin_game,
    rename_player=rename_player,
    make_move=make_move,
    list_offers=list_offers,
    draw_scene=draw_scene,
    find_standing=find_standing,
    sheet_fields=sheet_fields,
    fill_sheets=fill_sheets,
    score_sheets=score_sheets,
    lay_table=lay_table,
    unseen_pieces=unseen_pieces,
    with_unseen_pieces=with_unseen_pieces,
    why_final=why_final,
    hidden_moves=HIDDEN_MOVES,
    piece_colours=piece_colours,
    implied_entries=implied_entries,
    market=MARKET,
    list_correctables=list_correctables,
    correct_number=correct_number,
)
