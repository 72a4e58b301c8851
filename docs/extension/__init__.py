"""Fill the manual's pages with what the code, the schemas and the READMEs say.

A page names what it shows in a comment: `<!-- generated: commands -->` stands for a reference made
from code, `<!-- file: cards/README.md -->` for a file of the repository.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from pygments.lexers.special import TextLexer
from sphinx.application import Sphinx
from sphinx.errors import ExtensionError

from docs.extension.api import describe_api
from docs.extension.commands import describe_companion, describe_printgen
from docs.extension.elements import describe_elements
from docs.extension.games import describe_games
from docs.extension.pictures import draw_pictures
from docs.extension.repository import adopted
from docs.extension.schema import describe_game_schema, describe_set_schema
from docs.extension.sizes import describe_papers, describe_sizes
from docs.extension.targets import describe_targets

GENERATED: Final[Mapping[str, Callable[[], str]]] = {
    "api": describe_api,
    "companion": describe_companion,
    "elements": describe_elements,
    "game schema": describe_game_schema,
    "games": describe_games,
    "papers": describe_papers,
    "printgen": describe_printgen,
    "set schema": describe_set_schema,
    "sizes": describe_sizes,
    **describe_targets(),
}
PLACE: Final = re.compile(r"^<!-- (generated|file): (.+) -->$", re.MULTILINE)


def filled(page: str, text: str) -> str:
    """Return the text of a page with what its comments stand for."""

    def replacement(match: re.Match[str]) -> str:
        if match[1] == "file":
            return adopted(match[2], page)
        if match[2] not in GENERATED:
            known = ", ".join(GENERATED)
            raise ExtensionError(f"{page}: nothing generates '{match[2]}' (known: {known})")
        return GENERATED[match[2]]()

    return PLACE.sub(replacement, text)


def _fill_source(_: Sphinx, page: str, source: list[str]) -> None:
    source[0] = filled(page, source[0])


def setup(app: Sphinx) -> dict[str, Any]:
    app.add_lexer("csv", TextLexer)  # Pygments has none, and samples show tables
    app.connect("source-read", _fill_source)
    app.connect("build-finished", draw_pictures)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
