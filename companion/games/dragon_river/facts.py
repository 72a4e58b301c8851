"""The facts of Dragon River: its spaces, racers and dice."""

from __future__ import annotations

from typing import Any, Final

from msgspec import Struct, convert

from companion.games.edition import EDITION
from companion.games.facts import Facts, colour_hex, table_rows
from printgen.catalog.model import Game

BOARD: Final = "river-board/river"


class Space(Struct, frozen=True):
    """A space of the river: its centre on the board, and the dice that a racer has there."""

    x: float
    y: float
    dice: int


class RacerPiece(Struct, frozen=True):
    """A printed racer. `seat` is the seat colour it goes with, `colour` its own."""

    id: str
    name: str
    seat: str
    colour: str


class DragonRiverFacts(Struct, frozen=True):
    spaces: tuple[Space, ...]
    pieces: tuple[RacerPiece, ...]
    dice: int
    fewest: int
    most: int
    edition: int = 1

    @property
    def finish(self) -> int:
        return len(self.spaces) - 1

    def piece(self, name: str) -> RacerPiece:
        return next(piece for piece in self.pieces if piece.id == name)


def piece_colours(facts: DragonRiverFacts) -> tuple[str, ...]:
    """The seat colours that there are racers in."""
    return tuple(piece.seat for piece in facts.pieces)


def collect_facts(game: Game) -> Facts:
    fewest, most = game.players or (1, 1)
    spaces = sorted(table_rows(game, "spaces"), key=lambda values: values["step"])
    return {
        "edition": EDITION,
        "spaces": [{key: values[key] for key in ("x", "y", "dice")} for values in spaces],
        "pieces": _pieces(game),
        "dice": sum(row["copies"] for row in table_rows(game, "dice")),
        "fewest": fewest,
        "most": most,
    }


def _pieces(game: Game) -> list[dict[str, Any]]:
    return [
        {
            "id": str(values["id"]),
            "name": str(values["name"]),
            "seat": values["seat"],
            "colour": colour_hex(game, str(values["colour"])),
        }
        for values in table_rows(game, "racers")
    ]


def read_facts(facts: Facts) -> DragonRiverFacts:
    return convert(facts, DragonRiverFacts)
