"""Order text by direction, as the Unicode Bidirectional Algorithm (UAX #9) asks.

No maintained library returns the levels that a line breaker needs; tests compare this one with
python-bidi.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from typing import Final

MAX_DEPTH: Final = 125
BRACKET_PAIRS: Final = 63
EMBEDDINGS: Final = {"LRE": (0, ""), "RLE": (1, ""), "LRO": (0, "L"), "RLO": (1, "R")}
ISOLATES: Final = frozenset({"LRI", "RLI", "FSI"})
REMOVED: Final = frozenset({"LRE", "RLE", "LRO", "RLO", "PDF", "BN"})
# Without anything else, all of a right-to-left paragraph has its level.
WITH_RTL_LETTERS: Final = frozenset({"R", "AL", "NSM", "WS", "ON", "CS", "ES", "ET", "S"})
NEUTRAL: Final = frozenset({"B", "S", "WS", "ON", "LRI", "RLI", "FSI", "PDI"})
# Brackets that are the same character in another form count as one (N0).
CANONICAL: Final = {"\u2329": "\u3008", "\u232a": "\u3009"}


def has_rtl(text: str) -> bool:
    """Return whether a text needs ordering: most need not."""
    return not text.isascii() and _rtl_letters().search(text) is not None


@cache
def _rtl_letters() -> re.Pattern[str]:
    return re.compile(
        "[\u0590-\u08ff\u200f\u202b\u202e\u2067\ufb1d-\ufdff\ufe70-\ufeff"
        "\U00010800-\U00010fff\U0001e800-\U0001efff]"
    )


def base_level(text: str) -> int:
    """Return 1 if the first letter is written from right to left, else 0 (P2 and P3)."""
    return _first_level(map(unicodedata.bidirectional, text))


def _first_level(kinds: Iterable[str]) -> int:
    depth = 0
    for kind in kinds:
        if kind in ISOLATES:
            depth += 1
        elif kind == "PDI":
            depth = max(0, depth - 1)
        elif depth == 0 and kind in ("L", "R", "AL"):
            return int(kind != "L")
    return 0


def embedding_levels(text: str, base: int) -> list[int]:
    """Return the level of each character of a paragraph; odd levels read from right to left."""
    if base == 1 and {unicodedata.bidirectional(c) for c in set(text)} <= WITH_RTL_LETTERS:
        return [base] * len(text)
    kinds = tuple([unicodedata.bidirectional(c) or "L" for c in text])
    return list(_levels(kinds, base, text if "ON" in kinds else None))


@lru_cache(maxsize=1024)
def _levels(kinds: tuple[str, ...], base: int, text: str | None) -> tuple[int, ...]:
    """Return the levels of characters of these kinds. The text itself, if it is given, matters only
    for its brackets: without them, lines such as the footers of a deck have the same levels."""
    embeddings = _Embeddings(kinds, base)
    embeddings.run()
    levels, resolved = embeddings.levels, embeddings.kinds
    for sequence in _sequences(kinds, levels):
        _resolve(text, kinds, resolved, levels, sequence, base)
    for index, kind in enumerate(resolved):  # I1 and I2
        level = levels[index]
        if level % 2 == 0:
            levels[index] = level + {"R": 1, "AN": 2, "EN": 2}.get(kind, 0)
        elif kind in ("L", "EN", "AN"):
            levels[index] = level + 1
    for index, kind in enumerate(kinds):  # removed characters go with what is before them
        if kind in REMOVED:
            levels[index] = levels[index - 1] if index else base
    return tuple(levels)


def visual_order(levels: Sequence[int]) -> list[int]:
    """Return the indexes of a line's parts from left to right (L2)."""
    order = list(range(len(levels)))
    for level in range(max(levels, default=0), 0, -1):
        start = None
        for position in range(len(order) + 1):
            inside = position < len(order) and levels[order[position]] >= level
            if inside and start is None:
                start = position
            elif not inside and start is not None:
                order[start:position] = order[start:position][::-1]
                start = None
    return order


class _Embeddings:
    """The stack of embeddings, overrides and isolates (X1 to X8)."""

    def __init__(self, kinds: Sequence[str], base: int) -> None:
        self._kinds = kinds
        self._base = base
        self._stack: list[tuple[int, str, bool]] = [(base, "", False)]
        self._isolates = self._overflow_isolates = self._overflow_embeddings = 0
        self.levels: list[int] = []
        self.kinds = list(kinds)

    def run(self) -> None:
        for index, kind in enumerate(self._kinds):
            level, override, _ = self._stack[-1]
            self.levels.append(level)
            if kind in EMBEDDINGS:
                self._embed(level, *EMBEDDINGS[kind])
            elif kind in ISOLATES:
                self.kinds[index] = override or kind
                self._isolate(index, level, kind)
            elif kind == "PDI":
                self._end_isolate()
                self.levels[index], override, _ = self._stack[-1]
                self.kinds[index] = override or kind
            elif kind == "PDF":
                self._end_embedding()
            elif kind == "B":
                self.levels[index] = self._base
            elif kind != "BN" and override:
                self.kinds[index] = override

    def _deepen(self, level: int, odd: int) -> int | None:
        """Return the next level, or None if the text is nested too deeply."""
        deeper = level + 1 if (level + 1) % 2 == odd else level + 2
        overflows = self._overflow_isolates or self._overflow_embeddings
        return None if overflows or deeper > MAX_DEPTH else deeper

    def _embed(self, level: int, odd: int, override: str) -> None:
        deeper = self._deepen(level, odd)
        if deeper is not None:
            self._stack.append((deeper, override, False))
        elif not self._overflow_isolates:
            self._overflow_embeddings += 1

    def _isolate(self, index: int, level: int, kind: str) -> None:
        odd = int(kind == "RLI")
        if kind == "FSI":
            end = _matching_pdi(self._kinds, index)
            odd = _first_level(self._kinds[index + 1 : end])
        deeper = self._deepen(level, odd)
        if deeper is None:
            self._overflow_isolates += 1
        else:
            self._isolates += 1
            self._stack.append((deeper, "", True))

    def _end_isolate(self) -> None:
        if self._overflow_isolates:
            self._overflow_isolates -= 1
        elif self._isolates:
            self._overflow_embeddings = 0
            while not self._stack[-1][2]:
                self._stack.pop()
            self._stack.pop()
            self._isolates -= 1

    def _end_embedding(self) -> None:
        if self._overflow_isolates:
            return
        if self._overflow_embeddings:
            self._overflow_embeddings -= 1
        elif not self._stack[-1][2] and len(self._stack) > 1:
            self._stack.pop()


def _matching_pdi(kinds: Sequence[str], start: int) -> int:
    depth = 0
    for index in range(start, len(kinds)):
        if kinds[index] in ISOLATES:
            depth += 1
        elif kinds[index] == "PDI":
            depth -= 1
            if depth == 0:
                return index
    return len(kinds)


def _sequences(kinds: Sequence[str], levels: Sequence[int]) -> list[list[int]]:
    """Return the isolating run sequences as indexes, without the removed characters (X9, X10)."""
    runs: list[list[int]] = []
    for index, kind in enumerate(kinds):
        if kind in REMOVED:
            continue
        if runs and levels[runs[-1][-1]] == levels[index]:
            runs[-1].append(index)
        else:
            runs.append([index])
    by_start = {run[0]: run for run in runs}
    continued: set[int] = set()
    sequences: list[list[int]] = []
    for run in runs:
        if run[0] in continued:
            continue
        sequence = list(run)
        while kinds[sequence[-1]] in ISOLATES:
            end = _matching_pdi(kinds, sequence[-1])
            following = by_start.get(end)
            if following is None or end in continued:
                break
            continued.add(end)
            sequence += following
        sequences.append(sequence)
    return sequences


def _resolve(
    text: str | None,
    kinds: Sequence[str],
    resolved: list[str],
    levels: Sequence[int],
    sequence: list[int],
    base: int,
) -> None:
    """Resolve weak and neutral kinds of one sequence (W1 to W7, N0 to N2)."""
    level = levels[sequence[0]]
    first, last = sequence[0], sequence[-1]
    before = next((levels[i] for i in range(first - 1, -1, -1) if kinds[i] not in REMOVED), base)
    after = base
    if kinds[last] not in ISOLATES:
        rest = (i for i in range(last + 1, len(kinds)) if kinds[i] not in REMOVED)
        after = next((levels[i] for i in rest), base)
    start = "R" if max(level, before) % 2 else "L"
    end = "R" if max(level, after) % 2 else "L"
    values = [resolved[i] for i in sequence]
    _resolve_weak(values, start)
    embedding = "R" if level % 2 else "L"
    if text is not None:
        _resolve_brackets(
            [text[i] for i in sequence], [kinds[i] for i in sequence], values, start, embedding
        )
    _resolve_neutrals(values, start, end, embedding)
    for index, value in zip(sequence, values, strict=True):
        resolved[index] = value


def _resolve_weak(values: list[str], start: str) -> None:
    _resolve_marks(values, start)
    _resolve_arabic_numbers(values, start)
    _join_numbers(values)
    strong = start
    for i, value in enumerate(values):  # W6, W7
        if value in ("ES", "ET", "CS"):
            values[i] = "ON"
        elif value in ("L", "R"):
            strong = value
        elif value == "EN" and strong == "L":
            values[i] = "L"


def _resolve_marks(values: list[str], start: str) -> None:
    """Give marks the kind of what they stand on (W1)."""
    previous = start
    for i, value in enumerate(values):
        if value == "NSM":
            values[i] = "ON" if previous in ISOLATES or previous == "PDI" else previous
        previous = values[i]


def _resolve_arabic_numbers(values: list[str], start: str) -> None:
    """Tell Arabic numbers from others by the letters before them (W2, W3)."""
    strong = start
    for i, value in enumerate(values):
        if value in ("L", "R", "AL"):
            strong = value
        elif value == "EN" and strong == "AL":
            values[i] = "AN"
    values[:] = ["R" if value == "AL" else value for value in values]


def _join_numbers(values: list[str]) -> None:
    """Make separators inside numbers and signs beside them part of the numbers (W4, W5)."""
    for i in range(1, len(values) - 1):
        left, value, right = values[i - 1 : i + 2]
        if value in ("ES", "CS") and left == right == "EN":
            values[i] = "EN"
        elif value == "CS" and left == right == "AN":
            values[i] = "AN"
    i = 0
    while i < len(values):
        end = i
        while end < len(values) and values[end] == "ET":
            end += 1
        if end > i and "EN" in (*values[i - 1 : i], *values[end : end + 1]):
            values[i:end] = ["EN"] * (end - i)
        i = max(end, i + 1)


def _resolve_brackets(
    letters: list[str], kinds: list[str], values: list[str], start: str, embedding: str
) -> None:
    """Give both brackets of a pair the direction of what they enclose (N0)."""
    for opening, closing in _bracket_pairs(letters, values):
        found = {_strong(values[i]) for i in range(opening + 1, closing)} - {""}
        if embedding in found:
            direction = embedding
        elif found:
            context = next(
                (s for i in range(opening - 1, -1, -1) if (s := _strong(values[i]))), start
            )
            direction = context if context != embedding else embedding
        else:
            continue
        for bracket in (opening, closing):
            values[bracket] = direction
            following = bracket + 1
            while following < len(values) and kinds[following] == "NSM":
                values[following] = direction
                following += 1


def _strong(value: str) -> str:
    if value in ("EN", "AN", "R"):
        return "R"
    return "L" if value == "L" else ""


def _bracket_pairs(letters: list[str], values: list[str]) -> list[tuple[int, int]]:
    stack: list[tuple[str, int]] = []
    pairs: list[tuple[int, int]] = []
    for index, letter in enumerate(letters):
        if values[index] != "ON" or not unicodedata.mirrored(letter):
            continue
        category = unicodedata.category(letter)
        if category == "Ps":
            if len(stack) == BRACKET_PAIRS:
                break
            stack.append((_closing(letter), index))
        elif category == "Pe":
            wanted = CANONICAL.get(letter, letter)
            for depth in range(len(stack) - 1, -1, -1):
                if stack[depth][0] == wanted:
                    pairs.append((stack[depth][1], index))
                    del stack[depth:]
                    break
    return sorted(pairs)


def _closing(letter: str) -> str:
    """Return the bracket that closes one: in Unicode it is the next character, or the one after."""
    letter = CANONICAL.get(letter, letter)
    following = chr(ord(letter) + 1)
    return following if unicodedata.category(following) == "Pe" else chr(ord(letter) + 2)


def _resolve_neutrals(values: list[str], start: str, end: str, embedding: str) -> None:
    """Give neutrals the direction that surrounds them, else that of the embedding (N1, N2)."""
    i = 0
    while i < len(values):
        if values[i] not in NEUTRAL:
            i += 1
            continue
        stop = i
        while stop < len(values) and values[stop] in NEUTRAL:
            stop += 1
        left = _strong(values[i - 1]) if i else start
        right = _strong(values[stop]) if stop < len(values) else end
        values[i:stop] = [left if left == right else embedding] * (stop - i)
        i = stop
