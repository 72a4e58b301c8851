"""Translate what a game prints into one of its languages."""

from __future__ import annotations

from msgspec.structs import replace

from printgen.catalog.model import Game, Theme
from printgen.catalog.translations.read import SUFFIX
from printgen.errors import Findings, Location
from printgen.text.breaking import is_hyphenated_language

ENGLISH = "en"
EXAMPLES = 3
EXAMPLE_LENGTH = 40


def translated(game: Game, language: str) -> Game:
    """Return the game with its printed texts in that language; those without a translation stay
    as they are."""
    if language == ENGLISH:
        return game
    from printgen.catalog.translations.printed import with_changed_texts

    known = game.translations.get(language, {})
    made = with_changed_texts(game, lambda text: known.get(text, text), language)
    return replace(
        made,
        title=known.get(game.title, game.title),
        theme=_hyphenated(game.theme, language),
        language=language,
    )


def missing_texts(game: Game, language: str) -> tuple[str, ...]:
    """Return the printed texts that have no translation; `game` is not translated."""
    from printgen.catalog.translations.printed import printed_texts

    known = game.translations.get(language, {})
    return tuple(text for text in printed_texts(game, language) if text not in known)


def check_translation(game: Game, language: str, findings: Findings) -> None:
    """Report how many printed texts have no translation, and the first of them."""
    missing = missing_texts(game, language) if language != ENGLISH else ()
    if missing:
        shown = ", ".join(f"“{_shortened(text)}”" for text in missing[:EXAMPLES])
        more = ", …" if len(missing) > EXAMPLES else ""
        place = Location(game.place.file.replace("game.yaml", f"{language}{SUFFIX}"))
        amount = "1 text has" if len(missing) == 1 else f"{len(missing)} texts have"
        findings.warn(place, f"{amount} no translation: {shown}{more}", "translation")


def _shortened(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= EXAMPLE_LENGTH else f"{line[: EXAMPLE_LENGTH - 1].rstrip()}…"


def _hyphenated(theme: Theme, language: str) -> Theme:
    """Return the theme with the words of styles that are hyphenated in that language."""
    hyphenate = language if is_hyphenated_language(language) else None
    styles = {
        name: replace(style, hyphenate=hyphenate) if style.hyphenate else style
        for name, style in theme.text.items()
    }
    return replace(theme, text=styles)
