"""Translate what a game prints into one of its languages."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from printgen.catalog.model import Component, Game, Theme
from printgen.catalog.translations.codes import ENGLISH, languages_of
from printgen.catalog.translations.pairs import joined, pair
from printgen.catalog.translations.read import SUFFIX
from printgen.catalog.translations.texts import all_texts
from printgen.errors import Findings, Location
from printgen.text.breaking import is_hyphenated_language

EXAMPLES = 20
EXAMPLE_LENGTH = 40
READ_ALONE = frozenset({"booklet", "parts"})
"""Crafts that are read from beginning to end, in one language."""


def translated(game: Game, language: str) -> Game:
    """Return the game with its printed texts in that language, or in two such as `de+en`; those
    without a translation stay as they are."""
    if len(languages_of(language)) > 1:
        return _in_two_languages(game, language)
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


def _in_two_languages(game: Game, language: str) -> Game:
    """Return the game with pairs for texts on pieces, and with components of its own for each
    language where both are printed one after the other."""
    from printgen.catalog.translations.printed import with_changed_texts

    codes = languages_of(language)
    first, second = (translated(game, code) for code in codes)
    one, other = (game.translations.get(code, {}) for code in codes)
    paired = with_changed_texts(
        game, lambda text: pair(one.get(text, text), other.get(text, text)), language
    )
    made: list[Component] = []
    alone: tuple[list[Component], list[Component]] = ([], [])
    for component, *each in zip(
        paired.components, first.components, second.components, strict=True
    ):
        how = _how_bilingual(game, component)
        if how == "twice":
            added = [
                replace(each[0], language=codes[0]),
                replace(each[1], id=f"{component.id}-{codes[1]}", language=codes[1]),
            ]
            for components, of in ((made, each[0]), *zip(alone, each, strict=True)):
                components += [replace(one, stock=of.stock, how=of.how) for one in added]
            continue
        title = joined(each[0].title, each[1].title)
        only = replace(each[0], language=codes[0])
        own = only if how == "first" else component
        made.append(replace(own, title=title, stock=only.stock, how=only.how, bilingual=how))
        for components, version in zip(alone, each, strict=True):
            components.append(version)
    return replace(
        paired,
        title=first.title,
        credit=first.credit,
        howto=first.howto,
        theme=first.theme,
        components=tuple(made),
        language=language,
        editions=(
            replace(first, components=tuple(alone[0])),
            replace(second, components=tuple(alone[1])),
        ),
    )


def _how_bilingual(game: Game, component: Component) -> str:
    if component.bilingual:
        return component.bilingual
    if component.craft is not None and component.craft.kind in READ_ALONE:
        return "twice"
    how = game.bilingual or "auto"
    is_free = component.has_free_back and component.layout != "poster"
    return "auto" if how == "back" and not is_free else how


def missing_texts(game: Game, language: str) -> tuple[str, ...]:
    """Return the printed texts that have no translation; `game` is not translated."""
    from printgen.catalog.translations.printed import printed_texts

    known = game.translations.get(language, {})
    return tuple(text for text in printed_texts(game, language) if text not in known)


def check_translation(game: Game, language: str, findings: Findings) -> None:
    """Report how many printed texts have no translation, and the first of them."""
    for code in languages_of(language):
        _check_language(game, code, findings)


def _check_language(game: Game, language: str, findings: Findings) -> None:
    if language == ENGLISH:
        return
    place = Location(game.place.file.replace("game.yaml", f"{language}{SUFFIX}"))
    missing = missing_texts(game, language)
    if missing:
        amount = "1 text has" if len(missing) == 1 else f"{len(missing)} texts have"
        findings.warn(place, f"{amount} no translation: {_some(missing)}", "translation")
    unknown = set(game.translations.get(language, {})) - {*all_texts(game), game.title}
    if unknown:
        amount = "1 translation is" if len(unknown) == 1 else f"{len(unknown)} translations are"
        message = f"{amount} of texts that the game does not have: {_some(sorted(unknown))}"
        findings.warn(place, message, "translation")


def _some(texts: Sequence[str]) -> str:
    shown = ", ".join(f"“{_shortened(text)}”" for text in texts[:EXAMPLES])
    return f"{shown}, …" if len(texts) > EXAMPLES else shown


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
