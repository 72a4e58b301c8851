"""Names that stay the same from one export to the next."""

from __future__ import annotations

import hashlib


class StableIds:
    """Makes a short hexadecimal id of each name; names that would share one get others."""

    def __init__(self, length: int) -> None:
        self._length = length
        self._taken: dict[str, str] = {}

    def of(self, name: str) -> str:
        salted = name
        while True:
            found = hashlib.sha256(salted.encode()).hexdigest()[: self._length]
            if self._taken.setdefault(found, name) == name:
                return found
            salted += "'"
