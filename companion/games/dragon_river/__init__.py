"""The rules of Dragon River.

Must not import another game, or know tables, storage or pages.
"""

from __future__ import annotations

from companion.games.dragon_river.begin import begin_game
from companion.games.dragon_river.corrections import correct_number, list_correctables
from companion.games.dragon_river.facts import collect_facts, piece_colours, read_facts
from companion.games.dragon_river.moves import make_move
from companion.games.dragon_river.offers import list_offers
from companion.games.dragon_river.options import OPTIONS
from companion.games.dragon_river.scene import draw_scene, find_standing
from companion.games.dragon_river.score import score_sheets
from companion.games.dragon_river.setup import make_setup
from companion.games.dragon_river.sheet import fill_sheets, sheet_fields
from companion.games.dragon_river.state import rename_player
from companion.games.dragon_river.table import lay_table
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
    list_correctables=list_correctables,
    correct_number=correct_number,
)
