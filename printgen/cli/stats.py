"""Print the numbers of decks."""

from __future__ import annotations

from collections.abc import Sequence

from printgen.catalog.model import Game
from printgen.errors import CallError, did_you_mean
from printgen.stats.deck import decks
from printgen.stats.report import report
from printgen.stats.writers import as_csv, as_html, as_text


def stats_text(games: Sequence[Game], components: tuple[str, ...], draw: int, style: str) -> str:
    """Return the numbers of games, or of their components with these ids, in a format. Raises
    CallError for a component that no game has."""
    known = [component.id for game in games for component in game.components]
    for name in components:
        if name not in known:
            raise CallError(f"there is no component '{name}'{did_you_mean(name, known)}")
    found = [deck for game in games for deck in decks(game, components)]
    if style == "json":
        import msgspec

        return msgspec.json.format(msgspec.json.encode(found), indent=2).decode() + "\n"
    if style == "csv":
        return as_csv(found)
    # Of a piece that is alone there is nothing to count.
    reports = [report(deck, draw) for deck in found if deck.pieces > 1]
    if style == "html":
        return as_html(", ".join(game.title for game in games), reports)
    return as_text(reports) + "\n"
