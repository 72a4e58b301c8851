"""What a setup leaves to chance, from the `Random` key of its file.

    Random: {Shuffle: [tb, cf], Turn: [tb], Roll: [d], Before: pawns}

Each text is a PieceSpec. Pieces like the first one of `Shuffle` exchange which piece they are (suit
and rank), while places, sides and directions stay; then those like the second, and so on. `Turn`
turns each piece by quarters, `Roll` gives each die a face. It happens before the move with the
number `Before`, which may thus name pieces by what was mixed, and at the end by default.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from printgen.catalog.fault import Fault
from printgen.catalog.ppn.dialect import Dialect
from printgen.catalog.ppn.references import fits
from printgen.catalog.ppn.specs import Spec, parse_spec
from printgen.catalog.ppn.table import PieceKind, Pieces, TablePiece
from printgen.errors import did_you_mean

Below = Callable[[int], int]
"""Draws a number from 0 to below its argument."""

_KEYS: Final = ("Shuffle", "Turn", "Roll", "Before")
_DIE_FACES: Final = 6


class Mixing(Struct, frozen=True):
    shuffled: tuple[Spec, ...] = ()
    turned: tuple[Spec, ...] = ()
    rolled: tuple[Spec, ...] = ()
    before: str = ""


def read_mixing(value: Any, dialect: Dialect) -> Mixing:
    """Raises Fault for anything but the keys above."""
    if not isinstance(value, Mapping):
        raise Fault("'Random' must be a mapping such as {Shuffle: [tb], Roll: [d]}")
    for key in value:
        if key not in _KEYS:
            raise Fault(f"'Random' has no key '{key}'{did_you_mean(str(key), _KEYS)}")
    shuffled, turned, rolled = (_specs(value, key, dialect) for key in _KEYS[:3])
    before = value.get("Before", "")
    return Mixing(shuffled, turned, rolled, f"{before}." if before else "")


def _specs(value: Mapping[str, Any], key: str, dialect: Dialect) -> tuple[Spec, ...]:
    texts = value.get(key, [])
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        raise Fault(f"'{key}' must be a list of pieces such as [tb, cf]")
    return tuple(parse_spec(text, dialect) for text in texts)


def mix(pieces: Pieces, mixing: Mixing, below: Below) -> Pieces:
    """Return the table after the draws. Raises Fault for a spec that fits nothing on it."""
    mixed = list(pieces)
    for spec in mixing.shuffled:
        places = _like(mixed, spec)
        for last in range(len(places) - 1, 0, -1):
            one, other = places[last], places[below(last + 1)]
            mixed[one], mixed[other] = (
                _as(mixed[one], mixed[other].kind),
                _as(mixed[other], mixed[one].kind),
            )
    for spec in mixing.turned:
        for place in _like(mixed, spec):
            kind = mixed[place].kind
            mixed[place] = replace(
                mixed[place], kind=replace(kind, angle=(kind.angle + 90 * below(4)) % 360)
            )
    for spec in mixing.rolled:
        for place in _like(mixed, spec):
            kind = replace(mixed[place].kind, rank=below(_DIE_FACES) + 1)
            mixed[place] = replace(mixed[place], kind=kind)
    return tuple(mixed)


def _like(pieces: list[TablePiece], spec: Spec) -> list[int]:
    found = [index for index, piece in enumerate(pieces) if fits(piece.kind, spec)]
    if not found:
        raise Fault(f"no piece on the table is like '{spec.text}' of 'Random'")
    return found


def _as(piece: TablePiece, kind: PieceKind) -> TablePiece:
    same = replace(piece.kind, suit=kind.suit, rank=kind.rank, cfg=kind.cfg)
    return replace(piece, kind=same)
