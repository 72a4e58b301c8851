"""Lay the faces of a proof out on paper, as they will be printed and cut."""

from __future__ import annotations

import hashlib
import threading
from typing import Final

from msgspec import Struct

from companion.proof.model import ProofPart
from printgen.build.game_build import label_for, make_run
from printgen.catalog.model import Game
from printgen.catalog.papers import Paper
from printgen.catalog.printers import Duplex, Profile
from printgen.errors import DataError
from printgen.frame import Frame
from printgen.sheet.arrange import arrange
from printgen.sheet.compose import compose

KEPT: Final = 64
"""Components whose sheets are remembered, each for one paper."""


class Sheets(Struct, frozen=True):
    """The pages of a component. `edition` changes with what they show; `fault` says why a component
    does not fit the paper."""

    part: ProofPart
    edition: str
    pages: tuple[Frame, ...]
    fault: str = ""


class SheetLibrary:
    """Lays each component out once, until one of its faces changes."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._known: dict[tuple[str, str, Duplex], Sheets] = {}

    def of(self, game: Game, part: ProofPart, paper: Paper, duplex: Duplex) -> Sheets:
        key = (part.id, paper.name, duplex)
        edition = _edition(game, part, paper, duplex)
        with self._lock:
            known = self._known.get(key)
            if known is not None and known.edition == edition:
                return known
            made = _lay_out(game, part, paper, duplex, edition)
            self._known.pop(key, None)
            self._known[key] = made
            if len(self._known) > KEPT:
                self._known.pop(next(iter(self._known)))
            return made


def _lay_out(game: Game, part: ProofPart, paper: Paper, duplex: Duplex, edition: str) -> Sheets:
    try:
        plan = arrange(make_run(game, part.component, part.drawn), paper, duplex, Profile())
        frames = tuple(page.frame for page in compose(plan, label_for(game)))
    except DataError as fault:
        return Sheets(part, edition, (), str(fault))
    return Sheets(part, edition, frames)


def _edition(game: Game, part: ProofPart, paper: Paper, duplex: Duplex) -> str:
    component = part.component
    about = (game.title, game.version, game.is_official, component.title, component.layout)
    settings = (component.shared_cuts, component.gutter, paper.name, duplex.value)
    faces = [(face.digest, face.copies) for face in part.faces]
    text = repr((about, settings, faces))
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()
