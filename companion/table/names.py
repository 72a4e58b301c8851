"""Check that a player's name can be read and told apart from others."""

from __future__ import annotations

import unicodedata
from typing import Final

MAX_NAME_LENGTH: Final = 24
JOINERS: Final = "\u200c\u200d"  # letters of some scripts and many emoji are made with them
# Letters and symbols by their kind, and nothing to the eye.
BLANK: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")
UNREADABLE: Final = frozenset({"Cc", "Cf", "Co", "Cs", "Zl", "Zp"})
"""Controls, also those that turn the direction of what follows, and what no font has."""


def is_readable(name: str) -> bool:
    if not 1 <= len(name) <= MAX_NAME_LENGTH:
        return False
    kinds = [unicodedata.category(sign) for sign in name if sign not in JOINERS]
    shown = [sign for sign in name if unicodedata.category(sign)[0] in "LNPS"]
    return UNREADABLE.isdisjoint(kinds) and any(sign not in BLANK for sign in shown)


def looks_like(name: str, other: str) -> bool:
    """Whether two names look the same at a glance."""
    return _look(name) == _look(other)


def _look(name: str) -> str:
    plain = unicodedata.normalize("NFKC", name).casefold()
    return "".join(sign for sign in plain if sign not in JOINERS and sign not in BLANK).strip()
