"""Turn the headings of spreadsheets into names that expressions can read."""

from __future__ import annotations

import keyword
import re
import unicodedata
from collections.abc import Iterable
from typing import Final

_OTHER: Final = re.compile(r"\W+")
_OPERATORS: Final = frozenset({"and", "or", "not", "in", "is", "if", "else"})
_WORD: Final = re.compile(r"""'[^']*'|"[^"]*"|(?<!\w)([a-z]+)\b""")
_AFTER_DOT: Final = re.compile(r"[^\W\d]\.|[)\]]\.")


def column_name(heading: str) -> str:
    """Return a heading in lower case, with '_' for everything but letters and digits, and a '_' at
    the end if it is a keyword of Python: `Card Name` is card_name, `class` is class_."""
    name = _OTHER.sub("_", unicodedata.normalize("NFKC", heading).lower()).strip("_")
    if name[:1].isdigit():
        name = f"_{name}"
    return f"{name}_" if keyword.iskeyword(name) else name


def known_name(written: str, columns: Iterable[str]) -> str:
    """Return the name of the column that is meant by its heading, if there is one; else what was
    written."""
    known = frozenset(columns)
    name = column_name(written)
    return name if written not in known and name in known else written


def declared_name(name: str) -> str:
    """Return the name of a column in game.yaml: as it is, unless expressions could not read it."""
    return name if name.isidentifier() and not keyword.iskeyword(name) else column_name(name)


def without_keywords(expression: str) -> str:
    """Return an expression with the columns that are keywords of Python under their own names:
    `{class}` reads class_. A word that is also an operator is a column only by itself, or after
    the dot of `owner.in`."""
    text = expression.strip()
    if text in _OPERATORS:
        return f"{text}_"
    return _WORD.sub(_renamed, text)


def _renamed(match: re.Match[str]) -> str:
    word = match[1]
    if word is None or not keyword.iskeyword(word) or word == "lambda":
        return match[0]
    start = match.start()
    is_column = _AFTER_DOT.match(match.string, start - 2) if start > 1 else None
    return word if word in _OPERATORS and not is_column else f"{word}_"
