"""The rules of Mines of the Sacred Dragon.

Must not import another game, or know tables, storage or pages.
"""

from __future__ import annotations

from companion.games.mines.begin import begin_game
from companion.games.mines.corrections import correct_number, list_correctables
from companion.games.mines.facts import collect_facts, piece_colours, read_facts
from companion.games.mines.moves import make_move
from companion.games.mines.offers import list_offers
from companion.games.mines.options import OPTIONS
from companion.games.mines.scene import draw_scene, find_standing
from companion.games.mines.score import score_sheets
from companion.games.mines.setup import make_setup
from companion.games.mines.sheet import fill_sheets, sheet_fields
from companion.games.mines.state import rename_player, unseen_pieces, with_unseen_pieces
from companion.games.mines.table import lay_table
from companion.games.mines.undo import why_final
from companion.games.rules import GameFunctions

FUNCTIONS = GameFunctions(
    options=OPTIONS,
    collect_facts=collect_facts,
    read_facts=read_facts,
    make_setup=make_setup,
    piece_colours=piece_colours,
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
    list_correctables=list_correctables,
    correct_number=correct_number,
)
