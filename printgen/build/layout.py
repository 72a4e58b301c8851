"""Draw the layouts of a PPN file: a diagram, a strip of all moves, or a board at true size."""

from __future__ import annotations

import io
from collections.abc import Mapping
from pathlib import Path
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from printgen.build.files import write_atomically
from printgen.build.game_build import label_for
from printgen.catalog.fault import Fault
from printgen.catalog.files import read_text
from printgen.catalog.model import Game
from printgen.catalog.papers import Paper, choose_paper, load_papers
from printgen.catalog.ppn.games import PpnGame, choose_game, read_layout_file
from printgen.catalog.ppn.setups import own_and_builtin_setups
from printgen.catalog.ppn.specs import PIECEPACK
from printgen.catalog.ppn.table import PieceKind
from printgen.catalog.printers import Duplex, Profile
from printgen.draw.component import make_draw_context
from printgen.draw.context import InkStyle
from printgen.draw.game_pieces import GamePieces, pieces_game
from printgen.draw.layouts.diagram import draw_layout, fit_options
from printgen.draw.layouts.options import LayoutOptions, LayoutStyle
from printgen.draw.layouts.piece_art import PieceArt, PieceSets
from printgen.draw.layouts.strip import Step, chosen_steps, draw_strip
from printgen.draw.layouts.view import ViewName
from printgen.errors import CallError, DataError, Finding, Findings, Location, did_you_mean
from printgen.export.document import Document, DocumentPage, Section
from printgen.frame import Frame, Group, Item, Use
from printgen.geometry import Matrix, rotate, translate
from printgen.limits import PPN_BYTES
from printgen.sheet.arrange import arrange
from printgen.sheet.compose import compose
from printgen.sheet.model import Label, Piece, Run

MARGIN: Final = 12.0  # mm around the content of a page
TITLE_PT: Final = 14.0
TITLE_ROOM: Final = 13.0
KEY_LINE: Final = 9.5
MIN_GAIN: Final = 1.05
"""A diagram is turned on its page if that makes it larger by more."""
MARKS_KEY: Final = "Blue: moved, turned or changed. Green: added. Red, crossed out: removed."


class LayoutRequest(Struct, frozen=True):
    """What to draw of a file. `move` is `all`, a number of moves, a move's own number, or empty for
    the last table; `scale` 1 with `size` print is true size. A game may begin with a setup of
    `cards`."""

    file: Path
    cards: Path
    templates: Path
    out: Path
    game: int = 1
    move: str = ""
    pieces: str = PIECEPACK
    size: Literal["print", "diagram"] = "diagram"
    formats: tuple[str, ...] = ("pdf",)
    paper: str = "a4"
    ink: InkStyle = "full"
    dpi: int = 300
    view: ViewName = "top"
    grid: bool = False
    coordinates: bool = False
    legend: bool = False

    @property
    def options(self) -> LayoutOptions:
        return LayoutOptions(
            view=self.view,
            grid=self.grid,
            coordinates=self.coordinates,
            legend=self.legend,
        )


class _Drawing(Struct, frozen=True):
    """Pictures by their file names, and the same as pages of a document."""

    pictures: tuple[tuple[str, Frame], ...]
    pages: tuple[Frame, ...]


def draw_file(request: LayoutRequest) -> tuple[Path, ...]:
    """Write the files that were asked for; raise DataError with every mistake in the PPN file."""
    paper = choose_paper(request.paper, load_papers(request.templates))
    game = _game(request)
    try:
        steps = chosen_steps(game, request.move)
    except ValueError as fault:
        raise CallError(f"{request.file.name} {fault}") from None
    findings = Findings()
    home = pieces_game(request.cards, request.templates, findings)
    cfg = set_configuration(request.pieces, home)
    context = make_draw_context(home, request.ink, None)
    sets = _Instead(GamePieces(home, context, findings), cfg)
    style = LayoutStyle.of(context)
    options = replace(request.options, step=game.scale)
    title = _title(game) or request.file.stem.replace("-", " ").capitalize()
    drawer = _Drawer(sets, style, options, paper, label_for(home), title)
    try:
        drawing = drawer.draw(steps, request.size)
    except ValueError as fault:
        raise CallError(f"{request.file.name} {fault}") from None
    findings.raise_errors()
    return tuple(_write(request, title, drawing))


def _game(request: LayoutRequest) -> PpnGame:
    findings = Findings()
    name = request.file.name
    try:
        text = read_text(request.file, PPN_BYTES)
    except Fault as fault:
        raise DataError((Finding(Location(name, fault.row), str(fault)),)) from None
    games = read_layout_file(text, name, own_and_builtin_setups(request.cards), findings)
    findings.raise_errors()
    try:
        return choose_game(games, request.game)
    except ValueError as fault:
        raise CallError(f"{name} {fault}") from None


def _title(game: PpnGame) -> str:
    """Return the name of an event or of the game that is played."""
    for key in ("Event", "GameType", "SetUp"):
        value = game.metadata.get(key)
        value = value.get("Name") if isinstance(value, Mapping) else value
        if value and str(value).lower() != "none":
            return str(value)
    return ""


class _Instead(Struct, frozen=True):
    """Shows the pieces of the standard set as those of another."""

    sets: PieceSets
    cfg: str

    def piece(self, kind: PieceKind) -> PieceArt | None:
        return self.sets.piece(replace(kind, cfg=self.cfg) if kind.cfg == PIECEPACK else kind)


class _Drawer(Struct, frozen=True):
    sets: PieceSets
    style: LayoutStyle
    options: LayoutOptions
    paper: Paper
    label: Label
    title: str

    @property
    def _room(self) -> tuple[float, float]:
        return self.paper.width - 2 * MARGIN, self.paper.height - 2 * MARGIN - TITLE_ROOM

    def draw(self, steps: tuple[Step, ...], size: Literal["print", "diagram"]) -> _Drawing:
        if size == "print":
            return self.at_true_size(steps)
        return self.diagram(steps[0]) if len(steps) == 1 else self.strip(steps)

    def diagram(self, step: Step) -> _Drawing:
        """Return one diagram, turned on the page if that makes it larger."""
        width, height = self._room
        long = (self.paper.height - 2 * MARGIN, self.paper.width - 2 * MARGIN - TITLE_ROOM)
        upright, turned = (self._fit(step, room) for room in ((width, height), long))
        if turned.scale > upright.scale * MIN_GAIN:
            frame = self._drawn(step, turned)
            matrix = (*rotate(90)[:4], self.paper.width - MARGIN, MARGIN)
            page = self._page(frame, (self.paper.height - 2 * MARGIN,), matrix, 1)
        else:
            frame = self._drawn(step, upright)
            page = self._page(frame, (width,), translate(MARGIN, MARGIN), 1)
        return _Drawing((("", frame),), (page,))

    def _fit(self, step: Step, room: tuple[float, float]) -> LayoutOptions:
        return fit_options(step.pieces, self.sets, self.style, self.options, room, step.before)

    def _drawn(self, step: Step, options: LayoutOptions) -> Frame:
        return draw_layout(step.pieces, self.sets, self.style, options, step.before)

    def strip(self, steps: tuple[Step, ...]) -> _Drawing:
        frames = draw_strip(steps, self.sets, self.style, self.options, self._room)
        small = Label(self.style.label)
        key = replace(small.text(MARGIN, MARGIN + KEY_LINE, MARKS_KEY), layer="art")
        pages = tuple(
            replace(page, items=(*page.items, key))
            for page in (
                self._page(frame, self._room[:1], translate(MARGIN, MARGIN), number)
                for number, frame in enumerate(frames, start=1)
            )
        )
        named = tuple((f"-{number:02d}", frame) for number, frame in enumerate(frames, start=1))
        return _Drawing(named if len(named) > 1 else (("", frames[0]),), pages)

    def _page(self, frame: Frame, room: tuple[float, ...], matrix: Matrix, number: int) -> Frame:
        """Return a page with a title and a centred picture; `room` is as wide as the content."""
        title = Label(self.style.bold, TITLE_PT).text(0.0, 5.0, self.title, room[0])
        x = (room[0] - frame.width) / 2
        items: tuple[Item, ...] = (
            replace(title, layer="art"),
            Use(frame, translate(x, TITLE_ROOM)),
        )
        page = (Group(items, matrix),)
        return Frame(f"page {number}", self.paper.width, self.paper.height, page)

    def at_true_size(self, steps: tuple[Step, ...]) -> _Drawing:
        """Return each table as a poster of as many sheets as it needs."""
        options = replace(self.options, scale=1.0)
        frames = [
            draw_layout(step.pieces, self.sets, self.style, options, step.before, f"board {number}")
            for number, step in enumerate(steps, start=1)
        ]
        pieces = tuple(Piece(frame) for frame in frames)
        run = Run(self.title, "Layout", "1", pieces, "poster")
        plan = arrange(run, self.paper, Duplex("none"), Profile())
        pages = tuple(page.frame for page in compose(plan, self.label))
        named = tuple((f"-{number:02d}", frame) for number, frame in enumerate(frames, start=1))
        return _Drawing(named if len(named) > 1 else (("", frames[0]),), pages)


def _write(request: LayoutRequest, title: str, drawing: _Drawing) -> list[Path]:
    from printgen.export.pdf import pdf_bytes

    stem = request.file.stem + (f"-{request.game}" if request.game > 1 else "")
    if request.move:
        stem += f"-{request.move}".rstrip(".").replace("/", "-")
    stem += f"-{request.view}" + ("-print" if request.size == "print" else "")
    made: list[tuple[str, bytes]] = []
    if "pdf" in request.formats:
        made.append((f"{stem}-{request.paper}.pdf", pdf_bytes(_document(title, drawing.pages))))
    for suffix, frame in drawing.pictures:
        if "svg" in request.formats:
            made.append((f"{stem}{suffix}.svg", _svg(frame)))
        if "png" in request.formats:
            made.append((f"{stem}{suffix}.png", _png(frame, request.dpi)))
    for name, data in made:
        write_atomically(request.out / name, data)
    return [request.out / name for name, _ in made]


def _document(title: str, pages: tuple[Frame, ...]) -> Document:
    section = Section("Layout", tuple(DocumentPage(page) for page in pages))
    return Document(title, "Paperboat", "", "en", "none", (section,))


def _svg(frame: Frame) -> bytes:
    from printgen.export.svg import write_svg

    stream = io.StringIO()
    write_svg(frame, stream)
    return stream.getvalue().encode()


def _png(frame: Frame, dpi: int) -> bytes:
    from printgen.export.pdf import pdf_bytes
    from printgen.export.png import write_png

    stream = io.BytesIO()
    write_png(pdf_bytes(_document(frame.name, (frame,))), 0, dpi, stream)
    return stream.getvalue()


def set_configuration(text: str, home: Game) -> str:
    """Return the configuration of a set, however its name is written. Raises CallError for
    an unknown set."""
    names = {
        name.removesuffix("_expansion").replace("_", "-"): pieces.configuration
        for pieces in home.sets
        for name in (pieces.id, pieces.configuration)
    }
    wanted = text.lower().replace("_", "-").removesuffix("-expansion")
    if wanted not in names:
        raise CallError(f"unknown set '{text}'{did_you_mean(wanted, names)}")
    return names[wanted]
