"""Read a PPN file as a replay: games with steps that can be shown one by one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct

from companion.language.messages import Refused
from printgen.catalog.ppn.games import PlayedMove, PpnGame, read_games
from printgen.catalog.ppn.setups import builtin_setups
from printgen.catalog.ppn.table import Pieces
from printgen.errors import Findings

MAX_BYTES: Final = 60_000
"""A form may have 64 KB; the longest public game has 9 KB."""
MAX_PIECES: Final = 400
"""Pieces on a table: five sets lie side by side, and a picture stays small."""
MAX_MOVES: Final = 2000
MAX_GAMES: Final = 50
FARTHEST: Final = 500.0
"""Inches: whatever lies farther away would make everything else invisible."""
FILE_NAME: Final = "PPN"
TITLE_KEYS: Final = ("Event", "GameType", "SetUp")
HIDDEN_KEYS: Final = frozenset(("GameType", "SetUp", "Macros", "MovetextParser"))
MAX_DETAIL_LENGTH: Final = 200


class Step(Struct, frozen=True):
    """The table after a move. `number` is the move's own, `text` its notation."""

    number: str
    text: str
    comment: str
    pieces: Pieces


class ReplayGame(Struct, frozen=True):
    """The first step is the table before the first move. `details` are the metadata in which people
    are interested."""

    title: str
    details: Mapping[str, str]
    steps: tuple[Step, ...]
    scale: float


class Replay(Struct, frozen=True):
    """`mistakes` are sentences about the file; a game with one ends before it."""

    games: tuple[ReplayGame, ...]
    mistakes: tuple[str, ...] = ()


def read_replay(text: str) -> Replay:
    """Raises Refused for a file that cannot be shown at all."""
    if not text.strip():
        raise Refused("choose a PPN file, or paste its text")
    if len(text.encode()) > MAX_BYTES:
        raise Refused("the file is too large: the limit is {kilobytes} KB", kilobytes=60)
    findings = Findings()
    games = tuple(
        _replay_game(game) for game in read_games(text, FILE_NAME, builtin_setups(), findings)
    )
    mistakes = tuple(str(finding).removeprefix(f"{FILE_NAME}, ") for finding in findings.errors)
    shown = tuple(game for game in games if len(game.steps) > 1 or game.steps[0].pieces)
    if not shown:
        if mistakes:
            raise Refused("The file has a mistake: {mistake}", mistake=mistakes[0])
        raise Refused("the file has no moves")
    _check_size(shown)
    return Replay(shown, mistakes)


def _replay_game(game: PpnGame) -> ReplayGame:
    steps = [Step("", "", "", game.start), *map(_step, game.moves)]
    if not game.start and game.moves and not game.moves[0].number:
        del steps[0]  # what comes before the first number lays out the table
    return ReplayGame(_title(game.metadata), _details(game.metadata), tuple(steps), game.scale)


def _step(move: PlayedMove) -> Step:
    return Step(move.number.rstrip("."), move.text, move.comment, move.pieces)


def _title(metadata: Mapping[str, Any]) -> str:
    for key in TITLE_KEYS:
        value = metadata.get(key)
        name = value.get("Name") if isinstance(value, Mapping) else value
        if isinstance(name, str) and name.strip() and name.lower() != "none":
            return name.strip()[:MAX_DETAIL_LENGTH]
    return "PPN"


def _details(metadata: Mapping[str, Any]) -> dict[str, str]:
    plain = {key: value for key, value in metadata.items() if key not in HIDDEN_KEYS}
    return {
        str(key)[:MAX_DETAIL_LENGTH]: str(value)[:MAX_DETAIL_LENGTH]
        for key, value in plain.items()
        if isinstance(value, str | int | float) and str(value) != _title(metadata)
    }


def _check_size(games: tuple[ReplayGame, ...]) -> None:
    if len(games) > MAX_GAMES:
        raise Refused("the file has more than {count} games", count=MAX_GAMES)
    for step in (step for game in games for step in game.steps):
        if len(step.pieces) > MAX_PIECES:
            raise Refused("a table has more than {count} pieces", count=MAX_PIECES)
        if any(max(abs(piece.x), abs(piece.y)) > FARTHEST for piece in step.pieces):
            raise Refused("a piece lies more than {inches} inches away", inches=round(FARTHEST))
    if any(len(game.steps) > MAX_MOVES for game in games):
        raise Refused("a game has more than {count} moves", count=MAX_MOVES)
