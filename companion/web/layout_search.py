"""Search layouts in the reader's language: the search itself understands English."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from companion.language.messages import say
from companion.web.translation import translate
from printgen.catalog.ppn.library import Layout, search_layouts

WORDS: Final = (
    *(say("one"), say("two"), say("three"), say("four"), say("player"), say("players")),
    *(say("set"), say("sets"), say("piece"), say("pieces"), say("tile"), say("tiles")),
    *(say("coin"), say("coins"), say("die"), say("dice"), say("pawn"), say("pawns")),
    *(say("under"), say("at most"), say("over"), say("at least"), say("mixed"), say("not mixed")),
)
"""The words of a query such as “4 players, one set, under 30 pieces”."""


def search_translated(layouts: Sequence[Layout], query: str) -> tuple[Layout, ...]:
    return search_layouts(layouts, _in_english(query))


def _in_english(query: str) -> str:
    words = {translate(word).casefold(): word.text for word in WORDS}
    longest_first = sorted(words, key=len, reverse=True)
    pattern = rf"\b(?:{'|'.join(map(re.escape, longest_first))})\b"
    return re.sub(pattern, lambda found: words[found[0]], query.casefold())
