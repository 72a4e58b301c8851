"""Takes a game, gives every text of its own that people read and a language may say otherwise.

What is printed on a piece as its name is none of them: the card in the hand says it as it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.reference import read_texts, symbols_in
from printgen.catalog.model import Game
from printgen.catalog.play.model import Choose, Mix, Piece, Play, SetsLine, Tell


def texts_of(game: Game) -> tuple[str, ...]:
    """Each once, as it stands in the data; symbols inside a text come after it by their names.
    Raises DataError."""
    titles = (component.title for component in game.components)
    texts = (*titles, *_labels(game.play), *read_texts(game))
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
            case Mix():
                yield from _places(part)
                yield from _faceless(part.pieces)
    for line in play.lines:
        yield from (line.about.heading, line.about.title, line.about.help)
        if isinstance(line, SetsLine):
            yield from _faceless(line.kinds)


def _places(part: Mix) -> Iterator[str]:
    """Spaces that have a name: an id means the same in every language."""
    spots = part.layout.spots if part.layout else ()
    yield from (spot.title for spot in spots if spot.title != spot.id)


def _faceless(pieces: Iterable[Piece]) -> Iterator[str]:
    """What is not called by what is printed on its face."""
    yield from (piece.title for piece in pieces if not piece.face)
