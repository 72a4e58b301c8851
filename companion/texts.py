"""Takes a game, gives every text of its own that people read and a language may say otherwise.

What is printed on a piece as its name is none of them: the card in the hand says it as it is.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.reference import read_texts, symbols_in
from printgen.catalog.model import Game
from printgen.catalog.play.model import Choose, Play, SetsLine, Tell


def texts_of(game: Game) -> tuple[str, ...]:
    """Each once, as it stands in the data; symbols inside a text come after it by their names.
    Raises DataError."""
    texts = (*_labels(game.play), *read_texts(game))
    each = (said for text in texts for said in (text, *symbols_in(text)))
    return tuple(dict.fromkeys(filter(None, each)))


def _labels(play: Play) -> Iterator[str]:
    for option in play.options:
        yield from (option.title, *option.choices.values(), option.why)
    for part in play.parts:
        yield part.title
        match part:
            case Choose():
                yield from part.among
            case Tell():
                yield from part.lines
    for line in play.lines:
        yield from (line.about.heading, line.about.title, line.about.help)
        if isinstance(line, SetsLine):
            yield from (kind.title for kind in line.kinds if not kind.copies)
