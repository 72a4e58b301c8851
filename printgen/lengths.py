"""Lengths with a unit."""

from __future__ import annotations

import re
from typing import Final

MM_PER_PT: Final = 25.4 / 72
UNSIGNED_LENGTH: Final = r"((?:[0-9]+\.?[0-9]*|\.[0-9]+)) ?(mm|cm|in)"
_LENGTH: Final = re.compile(rf"(-?){UNSIGNED_LENGTH}")
_MM: Final = {"mm": 1.0, "cm": 10.0, "in": 25.4}


def parse_length(text: str) -> float | None:
    """Return the millimetres of a length such as '2.5in'; None for anything else."""
    found = _LENGTH.fullmatch(text)
    # Rounded, because 3.5 × 25.4 is not exactly 88.9.
    if found is None:
        return None
    sign, number, unit = found.groups()
    return round(float(sign + number) * _MM[unit], 6)
