"""Expand the macros of movetext: `` `name' `` stands for the text that the metadata give it.

Chessmen, cards, dominoes and card suits have built-in names, so that a keyboard can type them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from printgen.catalog.cells import shorten
from printgen.catalog.fault import Fault
from printgen.catalog.ppn.glyphs import CHESS_MEN, DOMINO_PIPS
from printgen.errors import did_you_mean
from printgen.limits import PPN_MACRO_LENGTH

Macros = Mapping[str, str]

_MACRO: Final = re.compile(r"`([^']+)'")
_MAX_ROUNDS: Final = 100
_CARD_NAMES: Final = "A23456789TJCQK"
_FIRST_DOMINO: Final = 0x1F063


def _built_in() -> Iterator[tuple[str, str]]:
    # The built-in names of the hollow hearts and spades are exchanged, as in the reference program.
    yield from zip(("H", "S", "C", "D", "WH", "WS", "WD", "WC"), "♥♠♣♦♤♡♢♧", strict=True)
    yield from zip(("RJ", "BJ", "WJ", "TF"), "🂿🃏🃟\U0001f0e0", strict=True)
    for index, man in enumerate(CHESS_MEN):
        yield man, chr(0x2654 + index)
        yield man.lower(), chr(0x265A + index)
    for suit, first in (("S", 0x1F0A1), ("H", 0x1F0B1), ("D", 0x1F0C1), ("C", 0x1F0D1)):
        for index, name in enumerate(_CARD_NAMES):
            yield suit + name, chr(first + index)
    for trump in range(1, 22):
        yield f"T{trump}", chr(0x1F0E0 + trump)
    for index in range(DOMINO_PIPS**2):
        top, bottom = divmod(index, DOMINO_PIPS)
        yield f"{top}-{bottom}", chr(_FIRST_DOMINO + index)


def _named() -> dict[str, str]:
    named: dict[str, str] = {}
    for name, text in _built_in():
        named.setdefault(name, text)
    return named


BUILT_IN: Final[Macros] = _named()


def resolve_macros(own: Macros) -> Macros:
    """Return the file's macros and the built-in ones, with macros inside macros expanded.

    Raises Fault if a macro contains itself or grows too long.
    """
    macros = {**BUILT_IN, **own}
    for _ in range(_MAX_ROUNDS):
        before = dict(macros)
        for name in own:
            macros[name] = _MACRO.sub(lambda found: macros.get(found[1], found[0]), macros[name])
            if len(macros[name]) > PPN_MACRO_LENGTH:
                raise Fault(f"the macro '{shorten(name)}' is longer than {PPN_MACRO_LENGTH}")
        if macros == before:
            break
    for name in own:
        if any(inner in macros for inner in _MACRO.findall(macros[name])):
            raise Fault(f"the macro '{shorten(name)}' contains itself")
    return macros


def expand_macros(text: str, macros: Macros) -> str:
    """Return `text` with its macros expanded. Raises Fault for an unknown one."""

    def value(found: re.Match[str]) -> str:
        if found[1] not in macros:
            name = shorten(found[1])
            own = [known for known in macros if known not in BUILT_IN]
            raise Fault(f"there is no macro '{name}'{did_you_mean(name, own)}")
        return macros[found[1]]

    return _MACRO.sub(value, text)
