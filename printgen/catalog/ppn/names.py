"""Make names comparable: `Fuji-san`, `fuji san` and `Fujisan` are one setup."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

_SYSTEM_WORDS: Final = (
    *("checker", "chess", "domino", "icehouse", "go", "piecepack", "stackpack", "reversi"),
    "tarot",
)
_SYSTEMS: Final = {
    "checkers": "checker",
    "dominoes": "domino",
    "marbles": "marble",
    "piecepack_stackpack": "stackpack",
    "looney_pyramids": "icehouse",
    "pieces": "icehouse",
    "pyramids": "icehouse",
}


def normal_name(name: str) -> str:
    """Return the name in lower case with words joined by `_`, without accents, quotes, hyphens
    and the name of a game system in front."""
    text = unicodedata.normalize("NFKD", name)
    text = "".join(c for c in text if not unicodedata.combining(c))
    text = re.sub(r"[\"'\u2018\u2019\u201c\u201d-]", "", text)
    text = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", text)
    text = re.sub(r"[^A-Za-z0-9]+", "_", text).strip("_").lower()
    text = text.replace("draughts", "checkers")
    for word in _SYSTEM_WORDS:
        text = text.removeprefix(f"{word}_")
    return text


def normal_system(name: str) -> str:
    """Return a game system's name as the folders of setups spell it."""
    text = normal_name(name)
    return _SYSTEMS.get(text, text)
