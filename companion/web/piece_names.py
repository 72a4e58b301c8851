"""Names of printed pieces that a person would say, in the reader's language."""

from __future__ import annotations

import re
from typing import Final

from flask import Flask
from flask_babel import gettext

from companion.language.messages import own_text
from companion.pictures.library import Library, PrintedGame
from companion.web.translation import translate
from printgen.catalog.components import COLUMN
from printgen.catalog.model import Component, Record, Value

PAGE: Final = re.compile(r"page-0*(\d+)")
BACK: Final = "back"


def add_piece_names(app: Flask, library: Library) -> None:
    def named(game: PrintedGame, face: str) -> str:
        return piece_name(library, game.slug, face)

    app.jinja_env.globals.update(piece_name=named)


def piece_name(library: Library, slug: str, face: str) -> str:
    """A piece by the name that its component gives it, by its row's title, or by those of the rows
    it links to; a piece without any by the title of its component."""
    part, _, name = face.partition("/")
    component = next((one for one in library.game(slug).components if one.id == part), None)
    if component is None:
        return name
    title = _own(component.title)
    if page := PAGE.fullmatch(name):
        number = page[1]
        return str(gettext("%(booklet)s, page %(number)s", booklet=title, number=number))
    row = _row(component, name)
    if row is not None:
        return _row_name(component, row) or title
    front = _row(component, name.removesuffix(f"-{BACK}"))
    whose = (front is not None and _row_name(component, front)) or title
    return str(gettext("%(pieces)s, back", pieces=whose)) if name.endswith(BACK) else title


def _row(component: Component, name: str) -> Record | None:
    rows = component.table.records
    return next((row for row in rows if row.values.get("id") == name), None)


def _row_name(component: Component, row: Record) -> str:
    if component.piece:
        pattern = _own(component.piece)
        return COLUMN.sub(lambda found: _value(row.values.get(found[1])), pattern).strip()
    linked = (_title(value) for value in row.values.values() if isinstance(value, Record))
    return _title(row) or ", ".join(filter(None, linked))


def _value(value: Value) -> str:
    if value is None:
        return ""
    return _title(value) if isinstance(value, Record) else _own(str(value))


def _title(row: Record) -> str:
    named = (row.values.get(key) for key in ("title", "name"))
    return next((_own(str(name)) for name in named if name), "")


def _own(text: str) -> str:
    return translate(own_text(text))
