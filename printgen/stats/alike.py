"""Find texts that are the same or hardly differ."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import Final

from printgen.stats.model import Alike

LIKENESS: Final = 0.85
MIN_LETTERS: Final = 4
"""Shorter texts, such as letters and numbers, are alike by chance."""
MAX_TEXTS: Final = 1500
"""Every text is compared with every other one."""


def find_alike(column: str, texts: Sequence[tuple[str, str]]) -> Iterator[Alike]:
    """Yield the pairs of rows, by their ids, whose texts are alike."""
    plain = [(name, " ".join(text.split()).casefold()) for name, text in texts]
    plain = [(name, text) for name, text in plain if len(text) >= MIN_LETTERS][:MAX_TEXTS]
    matcher = SequenceMatcher(autojunk=False)
    for number, (second, text) in enumerate(plain):
        matcher.set_seq2(text)
        for first, other in plain[:number]:
            likeness = 1.0 if text == other else _likeness(matcher, other)
            if likeness >= LIKENESS:
                yield Alike(column, first, second, likeness)


def _likeness(matcher: SequenceMatcher[str], other: str) -> float:
    """Return how alike two texts are, or 0 if a quick look shows that they are not."""
    matcher.set_seq1(other)
    if matcher.real_quick_ratio() < LIKENESS or matcher.quick_ratio() < LIKENESS:
        return 0.0
    return matcher.ratio()
