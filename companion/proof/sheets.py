"""Lay the faces of a proof out on paper, as they will be printed and cut."""

from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from msgspec import Struct

from companion.proof.model import ProofPart
from companion.proof.reuse import kept_faces
from printgen.build.game_build import label_for, make_run, run_of
from printgen.build.whole_game import PrintFile, Setup, is_leaflet, plan_whole_game
from printgen.catalog.model import Component, Game
from printgen.catalog.papers import Paper
from printgen.catalog.printers import Duplex, Profile
from printgen.draw.component import draw_component, make_draw_context
from printgen.draw.context import FacesOf
from printgen.draw.face import Face
from printgen.editions.digest import Digests
from printgen.errors import DataError, Findings
from printgen.frame import Frame
from printgen.sheet.arrange import arrange
from printgen.sheet.booklet import page_size
from printgen.sheet.compose import compose
from printgen.sheet.model import Piece

KEPT: Final = 64
"""Layouts that are remembered: components, or whole games, each for one paper."""
KEPT_PAGES: Final = 2000
"""Browsers load pages later than they learn of them."""


class SheetPage(Struct, frozen=True):
    """A page with the hash of what it shows."""

    digest: str
    label: str
    frame: Frame


class Sheets(Struct, frozen=True):
    """Pages under one title. `fault` says why they cannot be laid out on the paper."""

    id: str
    title: str
    pages: tuple[SheetPage, ...]
    sheets: int = 0
    fault: str = ""


class SheetLibrary:
    """Lays out each component, and the whole game, once until one of the faces changes."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._known: OrderedDict[tuple[str, str, Duplex], tuple[str, tuple[Sheets, ...]]] = (
            OrderedDict()
        )
        self._pages: OrderedDict[str, Frame] = OrderedDict()

    def of_game(
        self, game: Game, parts: Sequence[ProofPart], paper: Paper, duplex: Duplex
    ) -> tuple[Sheets, ...]:
        """Return the print files of the whole game, which components share."""
        state = _hash([_state(game, part) for part in parts])
        return self._remembered(
            ("", paper.name, duplex), state, lambda: _whole_game(game, parts, paper, duplex)
        )

    def of_components(
        self, game: Game, parts: Sequence[ProofPart], paper: Paper, duplex: Duplex
    ) -> tuple[Sheets, ...]:
        return tuple(
            sheets
            for part in parts
            for sheets in self._remembered(
                (part.id, paper.name, duplex),
                _state(game, part),
                lambda part=part: (_component(game, part, paper, duplex),),  # type: ignore[misc]
            )
        )

    def page(self, digest: str) -> Frame | None:
        with self._lock:
            return self._pages.get(digest)

    def _remembered(
        self,
        key: tuple[str, str, Duplex],
        state: str,
        lay_out: Callable[[], tuple[Sheets, ...]],
    ) -> tuple[Sheets, ...]:
        with self._lock:
            known = self._known.get(key)
            if known is None or known[0] != state:
                known = state, lay_out()
                self._known[key] = known
                if len(self._known) > KEPT:
                    self._known.popitem(last=False)
            for sheets in known[1]:
                for page in sheets.pages:
                    self._pages[page.digest] = page.frame
                    self._pages.move_to_end(page.digest)
            while len(self._pages) > KEPT_PAGES:
                self._pages.popitem(last=False)
            return known[1]


def _component(game: Game, part: ProofPart, paper: Paper, duplex: Duplex) -> Sheets:
    digests = Digests()
    try:
        plan = arrange(make_run(game, part.component, part.drawn), paper, duplex, Profile())
        pages = tuple(
            SheetPage(digests.of(page.frame), f"page {number}", page.frame)
            for number, page in enumerate(compose(plan, label_for(game)), 1)
        )
    except DataError as fault:
        return Sheets(part.id, part.title, (), fault=str(fault))
    count = sum(side.name != "back" for side in plan.sides)
    return Sheets(part.id, part.title, pages, count)


def _whole_game(
    game: Game, parts: Sequence[ProofPart], paper: Paper, duplex: Duplex
) -> tuple[Sheets, ...]:
    setup = Setup(paper, duplex, Profile(), label_for(game))
    try:
        drawn = tuple(_drawn_for_paper(game, parts, setup))
        runs = [(component, make_run(game, component, faces)) for component, faces in drawn]
        leaflets = [faces for component, faces in drawn if is_leaflet(component)]
        pages = [face.front for faces in leaflets for face in faces]
        files = plan_whole_game(runs, pages, setup).files
    except DataError as fault:
        return (Sheets("game", game.title, (), fault=str(fault)),)
    digests = Digests()
    return tuple(_print_file(file, setup, digests) for file in files)


def _drawn_for_paper(
    game: Game, parts: Sequence[ProofPart], setup: Setup
) -> Iterator[tuple[Component, tuple[Face, ...]]]:
    """Yield the faces of each component. Parts lists say on which sheets the parts are, and the
    pages of booklets follow the paper, so both are drawn again."""

    def where(of: Sequence[FacesOf]) -> Mapping[str, str]:
        runs = [
            (component, run_of(game, component, tuple(Piece(*faces) for faces in pieces)))
            for component, pieces in of
        ]
        return plan_whole_game(runs, (), setup).where

    kept = kept_faces(((part.component, part.drawn) for part in parts), game)
    own_page = page_size(setup.paper)
    context = make_draw_context(
        game, "full", None, to_print=where, booklet_page=own_page, kept=kept
    )
    for part in parts:
        component = part.component
        is_redrawn = is_leaflet(component) or (
            component.layout == "booklet"
            and any((face.front.width, face.front.height) != own_page for face in part.drawn)
        )
        if is_redrawn:
            yield component, draw_component(game, component, context, Findings())
        else:
            yield component, part.drawn


def _print_file(file: PrintFile, setup: Setup, digests: Digests) -> Sheets:
    pages: list[SheetPage] = []
    number = 0
    for part in file.parts:
        for side, page in zip(part.plan.sides, compose(part.plan, setup.label), strict=True):
            number += side.name != "back"
            name = f"sheet {number}{', back' if side.name == 'back' else ''}"
            is_poster = side.tile is not None
            shown = f"{part.title} {side.tag}" if is_poster else side.tag or part.title
            pages.append(SheetPage(digests.of(page.frame), f"{name}: {shown}", page.frame))
    sides = "both sides" if file.two_sided else "one side"
    title = f"{file.stock.title}, {sides}" if file.stock.title else sides
    title = title[0].upper() + title[1:]
    name = f"{file.stock.slug}-{'two' if file.two_sided else 'one'}"
    return Sheets(f"file-{name}", title, tuple(pages), file.sheets)


def _state(game: Game, part: ProofPart) -> str:
    """Return a hash of everything that the sheets of a component depend on, except the paper."""
    component = part.component
    about = (game.title, game.version, game.is_official, component.title, component.layout)
    settings = (component.shared_cuts, component.gutter, component.stock)
    faces = [(face.digest, face.copies) for face in part.faces]
    return _hash((about, settings, faces))


def _hash(value: object) -> str:
    return hashlib.blake2b(repr(value).encode(), digest_size=8).hexdigest()
