"""Read the sections of game.yaml about playing."""

from __future__ import annotations

from printgen.catalog.play.model import LayoutPart, Play
from printgen.catalog.play.name_lookup import NameLookup
from printgen.catalog.play.options import read_options
from printgen.catalog.play.score import read_score
from printgen.catalog.play.setup import read_setup
from printgen.catalog.schema_types import Fields


def read_play(fields: Fields, lookup: NameLookup) -> Play:
    """Return the valid parts of the sections; mistakes are in the lookup's findings."""
    lookup.options = read_options(fields.items("options"), lookup.findings)
    setup, score = fields.node("setup"), fields.node("score")
    board, parts = read_setup(setup, lookup) if setup else ("", ())
    lines, ties = read_score(score, lookup) if score else ((), ())
    return Play(
        players=lookup.players,
        options=(
            *(option for option in lookup.options.values() if option is not None),
            *(part.option for part in parts if isinstance(part, LayoutPart)),
        ),
        board=board,
        parts=parts,
        lines=lines,
        ties=ties,
        lowest_wins=bool(score and Fields(score).flag("lowest wins")),
        race="race" in Fields(score) if score else False,
        printed={
            name: sum(map(component.copies, component.table.records))
            for name, component in lookup.components.items()
            if component is not None
        },
    )
