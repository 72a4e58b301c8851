"""The codes of languages, such as `de`, or `de+en` for two on the same sheets."""

from __future__ import annotations

from typing import Final

ENGLISH: Final = "en"
BESIDE: Final = "+"
RIGHT_TO_LEFT: Final = frozenset(
    {"ar", "arc", "ckb", "dv", "fa", "he", "iw", "ks", "ku", "ps", "sd", "ug", "ur", "yi"}
)
"""Languages that are usually written from right to left."""


def languages_of(code: str) -> tuple[str, ...]:
    return tuple(code.split(BESIDE))


def first_language(code: str) -> str:
    return languages_of(code)[0]


def is_right_to_left(code: str) -> bool:
    """Return whether the first of the languages is read from right to left."""
    return first_language(code).split("_")[0] in RIGHT_TO_LEFT
