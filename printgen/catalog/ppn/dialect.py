"""What a game's metadata settle about its notation: units, and the sets of coloured pieces."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec import Struct


class Dialect(Struct, frozen=True):
    """`scale` is how many inches one unit of a coordinate is; `bits` is the set of a coloured bit
    such as `R`, which has none of its own by default."""

    scale: float = 1.0
    system: str = "piecepack"
    bits: str = ""
    checkers: str = "checkers2"
    chess: str = "chess2"


PARSERS: Final[Mapping[str, Dialect]] = {
    "default": Dialect(),
    "piecepack": Dialect(),
    "alquerque": Dialect(system="alquerque", bits="alquerque"),
    "checker": Dialect(system="checker"),
    "chess": Dialect(system="chess"),
    "domino": Dialect(system="domino"),
    "go": Dialect(system="go", bits="go"),
    "marble": Dialect(system="marble", bits="marbles"),
    "morris": Dialect(system="morris", bits="morris"),
    "tarot": Dialect(system="tarot", bits="playing_cards_tarot"),
}
"""The movetext parsers by their names in the metadata. They differ only in these defaults."""
