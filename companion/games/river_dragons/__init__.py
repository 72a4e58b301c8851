"""The rules of River Dragons.

Must not import another game, or know tables, storage or pages.
"""

from __future__ import annotations

from companion.games.river_dragons.begin import begin_game
from companion.games.river_dragons.facts import collect_facts, piece_colours, read_facts
from companion.games.river_dragons.moves import make_move
from companion.games.river_dragons.offers import list_offers
from companion.games.river_dragons.options import OPTIONS
from companion.games.river_dragons.scene import draw_scene, find_standing
from companion.games.river_dragons.score import score_sheets
from companion.games.river_dragons.setup import make_setup
from companion.games.river_dragons.sheet import fill_sheets, sheet_fields
from companion.games.river_dragons.state import rename_player
from companion.games.river_dragons.table import lay_table
from companion.games.river_dragons.undo import why_final
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
    why_final=why_final,
)
