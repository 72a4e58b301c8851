"""Join a text and its translation for printing both, and take them apart again.

Templates put texts together before they are set, so a pair is a text itself. Its marks are
characters that Unicode reserves for uses such as this; they are in no text that people write.
"""

from __future__ import annotations

import re
from typing import Final

OPEN: Final = "\ufdd0"
_BETWEEN: Final = "\ufdd1"
_CLOSE: Final = "\ufdd2"
_INNERMOST: Final = re.compile(
    f"{OPEN}([^{OPEN}-{_CLOSE}]*){_BETWEEN}([^{OPEN}-{_CLOSE}]*){_CLOSE}"
)


def pair(first: str, second: str) -> str:
    """Return a text for two languages: a plain one if it is the same in both."""
    return first if first == second else f"{OPEN}{first}{_BETWEEN}{second}{_CLOSE}"


def both(text: str) -> tuple[str, str]:
    """Return the text in the first and in the second language. It may have pairs inside, also
    inside one another."""
    return _taken(text, r"\1"), _taken(text, r"\2")


def first_of(text: str) -> str:
    return _taken(text, r"\1") if OPEN in text else text


def on_one_line(text: str) -> str:
    """Return both texts with a stroke between them, for margins and messages."""
    return text if OPEN not in text else joined(*both(text))


def joined(first: str, second: str) -> str:
    return first if first == second else f"{first} / {second}"


def _taken(text: str, part: str) -> str:
    while OPEN in text:
        before, text = text, _INNERMOST.sub(part, text)
        if text == before:
            return text
    return text
