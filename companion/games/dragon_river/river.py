"""Takes the game's folder, gives the facts its rules need; takes those facts, gives the river."""

from __future__ import annotations

from typing import Any, Final

from msgspec import Struct, convert

from companion.games.base import Facts
from printgen.catalog.model import Game

BOARD: Final = "river-board/river"


class Space(Struct, frozen=True):
    """A step of the river: its centre on the board, and the dice that a racer has from there on."""

    x: float
    y: float
    dice: int
    pearl: bool


class Piece(Struct, frozen=True):
    """A printed racer. `seat` is the players' colour it goes with, `colour` its own, `mark` a
    letter that no other racer has: the first of what it is, else of how it looks."""

    id: str
    name: str
    seat: str
    colour: str
    mark: str


class River(Struct, frozen=True):
    spaces: tuple[Space, ...]
    pieces: tuple[Piece, ...]
    dice: int
    fewest: int
    most: int

    @property
    def finish(self) -> int:
        return len(self.spaces) - 1

    def piece(self, name: str) -> Piece:
        return next(piece for piece in self.pieces if piece.id == name)


def gather_facts(game: Game) -> Facts:
    fewest, most = game.players or (1, 1)
    spaces = sorted(
        (record.values for record in game.tables["spaces"].records),
        key=lambda values: _whole(values["step"]),
    )
    return {
        "spaces": [{key: values[key] for key in ("x", "y", "dice", "pearl")} for values in spaces],
        "pieces": _pieces(game),
        "dice": sum(_whole(each.values["copies"]) for each in game.tables["dice"].records),
        "fewest": fewest,
        "most": most,
    }


def _pieces(game: Game) -> list[dict[str, Any]]:
    taken: set[str] = set()
    pieces = []
    for record in game.tables["racers"].records:
        values = record.values
        name, title = str(values["id"]), str(values["name"])
        initials = "".join(word[0] for word in title.split())
        letters = f"{name[0]}{initials}{name}".upper()
        mark = next(letter for letter in letters if letter not in taken)
        taken.add(mark)
        colour = game.theme.colours[str(values["colour"])].full.hex
        pieces.append(
            {
                "id": name,
                "name": title,
                "seat": values["seat"],
                "colour": colour,
                "mark": mark,
            }
        )
    return pieces


def _whole(value: object) -> int:
    return value if isinstance(value, int) else 0


def read_river(facts: Facts) -> River:
    return convert(facts, River)
