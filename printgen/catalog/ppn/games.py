"""Read the games of a PPN file and play their moves.

A game gives the table of pieces at its start and after every move. A move that cannot be made ends
its game with one message; the other games of the file are read all the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from printgen.catalog.cells import shorten
from printgen.catalog.fault import Fault
from printgen.catalog.ppn.arguments import examples, has_draws, read_arguments
from printgen.catalog.ppn.dialect import Dialect
from printgen.catalog.ppn.lexer import NumberedMove, read_moves
from printgen.catalog.ppn.macros import Macros, expand_macros, resolve_macros
from printgen.catalog.ppn.metadata import Metadata, SetupRequest, read_metadata
from printgen.catalog.ppn.mixing import Below, mix, read_mixing
from printgen.catalog.ppn.operators import apply_operator, split_submoves
from printgen.catalog.ppn.sections import Section, split_games
from printgen.catalog.ppn.setups import SetupFolder
from printgen.catalog.ppn.table import Pieces, Position
from printgen.errors import Findings, Location, did_you_mean
from printgen.limits import (
    PPN_BYTES,
    PPN_GAMES,
    PPN_MAX_COORDINATE,
    PPN_REFERENCE_DEPTH,
    PPN_STEPS,
)

_SEEDS: Final = 1_000_000_000
_SETUP_KEYS: Final = frozenset(("Arguments", "Scale", "Random"))
"""Metadata that only setup files have."""
_UNUSED_SCALES: Final = ("ScaleFactor", "ScalingFactor", "scale_factor")


class PlayedMove(Struct, frozen=True):
    """A move and the table after it. `text` has brace lists written out, but not macros."""

    number: str
    text: str
    comment: str
    pieces: Pieces


class PpnGame(Struct, frozen=True):
    """A game: its metadata, the table at the start, and the moves that were made."""

    metadata: Mapping[str, Any]
    start: Pieces
    moves: tuple[PlayedMove, ...]
    scale: float = 1.0

    @property
    def tables(self) -> tuple[Pieces, ...]:
        """The table at the start and after every move."""
        return (self.start, *(move.pieces for move in self.moves))


def choose_game(games: Sequence[PpnGame], number: int) -> PpnGame:
    """Return a game of a file by its number, from one; raise ValueError if the file is shorter."""
    if not 1 <= number <= len(games):
        count = "only one game" if len(games) == 1 else f"{len(games)} games"
        raise ValueError(f"has {count}, so game {number} cannot be shown")
    return games[number - 1]


def read_games(
    text: str, display_name: str, setups: SetupFolder, findings: Findings
) -> tuple[PpnGame, ...]:
    """Return the games of a file; mistakes are in `findings`.

    A game with a mistake ends with the last move before it.
    """
    if len(text.encode()) > PPN_BYTES:
        findings.error(Location(display_name), f"the file has more than {PPN_BYTES} bytes")
        return ()
    sections = split_games(text)
    if len(sections) > PPN_GAMES:
        findings.error(Location(display_name), f"the file has more than {PPN_GAMES} games")
        return ()
    reader = _Reader(setups, findings)
    games = (reader.game(section, display_name) for section in sections)
    return tuple(game for game in games if game is not None)


class _Setup(Struct, frozen=True):
    pieces: Pieces = ()
    scale: float = 1.0


class _Reader:
    """Reads games and counts their steps, which are limited for a whole file."""

    def __init__(self, setups: SetupFolder, findings: Findings) -> None:
        self._setups = setups
        self._findings = findings
        self._steps = 0

    def game(self, section: Section, display_name: str) -> PpnGame | None:
        metadata = read_metadata(section, display_name, self._findings)
        if metadata is None:
            return None
        for key in _UNUSED_SCALES:
            if key in metadata.nodes:
                self._findings.warn(
                    metadata.nodes[key].place,
                    "a scale has no effect here; write 'MovetextParser: {Name: Default,"
                    " ScaleFactor: 2}'",
                )
        errors = len(self._findings.errors)
        moves = read_moves(section.movetext, section.movetext_row, display_name, self._findings)
        place = metadata.setup.place if metadata.setup else Location(display_name)
        try:
            setup = self._setup(metadata, 0)
            place = metadata.nodes["Macros"].place if metadata.macros else place
            macros = resolve_macros(metadata.macros)
        except Fault as fault:
            self._findings.error(place, str(fault))
            return None
        scale = metadata.scale or setup.scale
        game = PpnGame(metadata.values, setup.pieces, (), scale)
        if len(self._findings.errors) > errors:
            return game
        played = self._play(moves, setup, replace(metadata.dialect, scale=scale), macros)
        return replace(game, moves=tuple(played))

    def _play(
        self, moves: tuple[NumberedMove, ...], setup: _Setup, dialect: Dialect, macros: Macros
    ) -> list[PlayedMove]:
        position = Position(setup.pieces, setup.pieces, (), len(setup.pieces))
        played: list[PlayedMove] = []
        for move in moves:
            position = replace(position, start=position.pieces)
            for part in move.parts:
                try:
                    position = self._apply(part.text, position, dialect, macros)
                except Fault as fault:
                    self._findings.error(part.place, str(fault))
                    return played
            text = " ".join(part.text for part in move.parts)
            played.append(PlayedMove(move.number, text, move.comment, position.pieces))
        return played

    def _apply(self, text: str, position: Position, dialect: Dialect, macros: Macros) -> Position:
        for submove in split_submoves(expand_macros(text, macros)):
            before = len(position.pieces)
            position = apply_operator(submove, position, dialect)
            self._steps += 1 if len(position.pieces) > before else before
            if self._steps > PPN_STEPS:
                raise Fault("the file has too many moves with too many pieces; split it")
        return position

    def _setup(self, metadata: Metadata, depth: int) -> _Setup:
        request = metadata.setup
        if request is None:
            return _Setup()
        if depth > PPN_REFERENCE_DEPTH:
            raise Fault(f"the setup '{shorten(request.name)}' begins with itself")
        system = request.system or metadata.dialect.system
        file = self._setups.find(request.name, system)
        if file is None:
            known = did_you_mean(request.name, self._setups.names(system))
            raise Fault(
                f"the setup '{shorten(request.name)}' ({system}) is not known here, so the game"
                f" cannot be read{known}; write 'SetUp: None' and place every piece"
            )
        return self._read_setup(file.text, file.display_name, request, depth)

    def _read_setup(self, text: str, name: str, request: SetupRequest, depth: int) -> _Setup:
        """Return the last table of a setup file, with its pieces numbered from one."""
        section, metadata = _read_setup_metadata(text, name)
        start = self._setup(metadata, depth + 1)
        return self._lay(section, metadata, name, request.name, request.arguments, start, None)

    def lay_out(self, text: str, name: str, below: Below | None) -> _Setup:
        """Return the table of a setup file for a new game. What is random is drawn with `below`;
        without it, it lies as the file gives it."""
        section, metadata = _read_setup_metadata(text, name)
        declared = metadata.values.get("Arguments", {})
        given = examples(declared)
        if has_draws(declared):
            given["seed"] = str(below(_SEEDS) if below else 1)
        start = self._setup(metadata, 1)
        return self._lay(section, metadata, name, name, given, start, below)

    def _lay(
        self,
        section: Section,
        metadata: Metadata,
        name: str,
        title: str,
        given: Mapping[str, str],
        start: _Setup,
        below: Below | None,
    ) -> _Setup:
        found = Findings()
        scale = metadata.values.get("Scale", 1)
        if not isinstance(scale, int | float) or not 0 < scale < PPN_MAX_COORDINATE:
            raise Fault(f"the Scale of the setup file '{name}' must be a number above 0")
        mixing = read_mixing(metadata.values.get("Random", {}), metadata.dialect)
        arguments = read_arguments(metadata.values.get("Arguments", {}), given, title)
        macros = resolve_macros({**metadata.macros, **arguments.macros})
        position = Position(start.pieces, start.pieces, (), len(start.pieces))
        mixed = below is None
        for move in read_moves(section.movetext, section.movetext_row, name, found):
            if below and not mixed and move.number == mixing.before != "":
                position, mixed = (
                    replace(position, pieces=mix(position.pieces, mixing, below)),
                    True,
                )
            position = replace(position, start=position.pieces)
            for part in move.parts:
                if arguments.leaves_out(part.text):
                    continue
                try:
                    position = self._apply(part.text, position, metadata.dialect, macros)
                except Fault as fault:
                    raise Fault(f"{part.place}: {fault}") from None
        if found.errors:
            raise Fault(str(found.errors[0]))
        pieces = position.pieces
        if below and not mixed:
            if mixing.before:
                raise Fault(f"'{mixing.before}' of 'Random' in '{name}' is not a move's number")
            pieces = mix(pieces, mixing, below)
        pieces = tuple(
            replace(piece, id=str(number)) for number, piece in enumerate(pieces, start=1)
        )
        return _Setup(pieces, float(scale) if "Scale" in metadata.values else start.scale)


def _read_setup_metadata(text: str, name: str) -> tuple[Section, Metadata]:
    found = Findings()
    section, *more = split_games(text)
    if more:
        raise Fault(f"the setup file '{name}' has more than one game")
    metadata = read_metadata(section, name, found)
    if metadata is None:
        raise Fault(str(found.errors[0]))
    return section, metadata


def lay_out(
    text: str, display_name: str, setups: SetupFolder, below: Below | None = None
) -> tuple[Pieces, float]:
    """Return the table of a setup file and its scale, mixed with `below` if that is given. Raises
    Fault for a mistake in the file."""
    setup = _Reader(setups, Findings()).lay_out(text, display_name, below)
    return setup.pieces, setup.scale


def read_layout_file(
    text: str, display_name: str, setups: SetupFolder, findings: Findings
) -> tuple[PpnGame, ...]:
    """Return the games of a file, or the table of a setup file as a game without moves, lying as
    the file gives it; mistakes are in `findings`."""
    section, *more = split_games(text[:PPN_BYTES])
    known = Findings()
    metadata = None if more else read_metadata(section, display_name, known)
    if metadata is None or not _SETUP_KEYS & metadata.values.keys():
        return read_games(text, display_name, setups, findings)
    try:
        pieces, scale = lay_out(text, display_name, setups)
    except Fault as fault:
        findings.error(Location(display_name), str(fault))
        return ()
    return (PpnGame(metadata.values, pieces, (), scale),)
