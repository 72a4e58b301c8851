"""List the texts of a game that its `<language>.po` files translate."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from printgen.catalog.howto import label_texts
from printgen.catalog.model import Game
from printgen.catalog.play.model import (
    ChoosePart,
    LayoutPart,
    PieceType,
    Play,
    SetsLine,
    ShufflePart,
    TellPart,
)
from printgen.catalog.reference import printed_entries, symbol_names
from printgen.catalog.translations.printed import printed_texts


def translatable_texts(game: Game) -> tuple[str, ...]:
    """Return each text that the companion shows once, in the order of the data; the names of its
    symbols follow a text. Names printed on pieces are not among them."""
    titles = (text for component in game.components for text in (component.title, component.piece))
    howto = (text for step in game.howto for text in (step.title, step.text, *label_texts(step)))
    texts = (*titles, *_labels(game.play), *_reference_texts(game), *howto, game.credit)
    with_symbols = (part for text in texts for part in (text, *symbol_names(text)))
    return tuple(dict.fromkeys(filter(None, with_symbols)))


def all_texts(game: Game, language: str = "") -> tuple[str, ...]:
    """Return the texts that the companion shows, then those that are only printed."""
    return tuple(dict.fromkeys((*translatable_texts(game), *printed_texts(game, language))))


def _reference_texts(game: Game) -> Iterator[str]:
    for entry in game.reference:
        yield from (entry.question, entry.answer)
    yield from (entry.answer for entry in printed_entries(game.components))


def _labels(play: Play) -> Iterator[str]:
    layouts = {part.id for part in play.parts if isinstance(part, LayoutPart)}
    for option in play.options:
        # The names of games that layouts are for are the same in all languages.
        titles = () if option.id in layouts else option.choices.values()
        yield from (option.title, *titles, option.why)
    for part in play.parts:
        yield part.title
        match part:
            case ChoosePart():
                yield from part.among
            case TellPart():
                yield from part.lines
            case ShufflePart():
                yield from _space_names(part)
                yield from _titles_without_face(part.pieces)
    for line in play.lines:
        yield from (line.about.heading, line.about.title, line.about.help)
        if isinstance(line, SetsLine):
            yield from _titles_without_face(line.kinds)


def _space_names(part: ShufflePart) -> Iterator[str]:
    """Yield the names of spaces that have one: an id is the same in every language."""
    spots = part.layout.spots if part.layout else ()
    yield from (spot.title for spot in spots if spot.title != spot.id)


def _titles_without_face(pieces: Iterable[PieceType]) -> Iterator[str]:
    """Yield the titles of pieces that do not have them printed on their face."""
    yield from (piece.title for piece in pieces if not piece.face)
