"""The rules of Sailing Port Flower.

Must not import another game, or know tables, storage or pages.
"""

from __future__ import annotations

from companion.games.port_flower.begin import begin_game
from companion.games.port_flower.corrections import correct_number, list_correctables
from companion.games.port_flower.facts import collect_facts, piece_colours, read_facts
from companion.games.port_flower.game_ppn import game_ppn
from companion.games.port_flower.moves import make_move
from companion.games.port_flower.offers import list_offers
from companion.games.port_flower.options import OPTIONS
from companion.games.port_flower.ppn import position_ppn, setup_ppn
from companion.games.port_flower.scene import draw_scene, find_standing
from companion.games.port_flower.score import score_sheets
from companion.games.port_flower.setup import make_setup
from companion.games.port_flower.sheet import fill_sheets, sheet_fields
from companion.games.port_flower.state import rename_player
from companion.games.port_flower.table import lay_table
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
    setup_ppn=setup_ppn,
    position_ppn=position_ppn,
    game_ppn=game_ppn,
    list_correctables=list_correctables,
    correct_number=correct_number,
)
