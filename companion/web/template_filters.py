"""Register Jinja filters and globals."""

from __future__ import annotations

import re
from typing import Final

from flask import Flask
from markupsafe import Markup, escape

from companion.language.messages import join_items, own_text
from companion.table.dice import name_die, name_face
from companion.table.sentences import count_rerolls, describe, why_final
from companion.web.responses import time_element
from companion.web.translation import current_language, translate
from printgen.catalog.reference import SYMBOL, symbol_name

BOLD: Final = re.compile(r"\*\*(.+?)\*\*")
DARK: Final = "#1d2326"
LIGHT: Final = "#ffffff"


def add_template_filters(app: Flask) -> None:
    app.jinja_env.filters["marked"] = marked
    app.jinja_env.filters["moment"] = time_element
    app.jinja_env.filters["own"] = lambda text: translate(own_text(text))
    app.jinja_env.filters["readable"] = readable_ink
    app.jinja_env.filters["listing"] = lambda items: join_items(
        [*items], "standard", current_language()
    )
    app.jinja_env.globals.update(
        count_rerolls=count_rerolls,
        describe=describe,
        why_final=why_final,
        name_die=name_die,
        name_face=name_face,
    )


def marked(text: str) -> Markup:
    """HTML for plain text with **bold** words, line breaks and [symbols], which are named; all else
    is escaped."""
    named = SYMBOL.sub(lambda match: translate(own_text(symbol_name(match[1]))), text)
    bold = BOLD.sub(r"<strong>\1</strong>", str(escape(named.strip())))
    return Markup(bold.replace("\n", "<br>"))  # noqa: S704 – escaped


def readable_ink(colour: str) -> str:
    """The text colour, dark or light, that reads better on `colour` (by WCAG's luminance)."""
    digits = colour.removeprefix("#")
    if not re.fullmatch("[0-9a-fA-F]{6}", digits):
        return DARK
    parts = [int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return DARK if luminance > 0.18 else LIGHT
