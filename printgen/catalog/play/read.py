"""Takes the sections of a game.yaml that tell of playing, gives a Play."""

from __future__ import annotations

from printgen.catalog.play.desk import Desk
from printgen.catalog.play.model import Play
from printgen.catalog.play.options import read_options
from printgen.catalog.play.score import read_score
from printgen.catalog.play.setup import read_setup
from printgen.catalog.shapes import Fields


def read_play(fields: Fields, desk: Desk) -> Play:
    """As far as the sections are right; every fault is among the desk's findings."""
    desk.options = read_options(fields.items("options"), desk.findings)
    setup, score = fields.node("setup"), fields.node("score")
    board, parts = read_setup(setup, desk) if setup else ("", ())
    lines, ties = read_score(score, desk) if score else ((), ())
    return Play(
        players=desk.players,
        options=tuple(option for option in desk.options.values() if option is not None),
        board=board,
        parts=parts,
        lines=lines,
        ties=ties,
        lowest_wins=bool(score and Fields(score).flag("lowest wins")),
        race="race" in Fields(score) if score else False,
        printed={
            name: sum(map(component.copies, component.table.records))
            for name, component in desk.components.items()
            if component is not None
        },
    )
