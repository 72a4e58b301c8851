"""Takes an app, gives its templates what they say things with: marks, readable ink, sentences."""

from __future__ import annotations

import re
from typing import Final

from flask import Flask
from markupsafe import Markup, escape

from companion.reference import SYMBOL, symbol_name
from companion.table.telling import name_die, name_face, tell
from companion.web.language import translate
from companion.words import own_text

BOLD: Final = re.compile(r"\*\*(.+?)\*\*")
DARK: Final = "#1d2326"
LIGHT: Final = "#ffffff"


def dress(app: Flask) -> None:
    app.jinja_env.filters["marked"] = marked
    app.jinja_env.filters["own"] = lambda text: translate(own_text(text))
    app.jinja_env.filters["readable"] = readable_ink
    app.jinja_env.globals.update(tell=tell, name_die=name_die, name_face=name_face)


def marked(text: str) -> Markup:
    """Plain text with **bold** words and lines, and symbols by their names; everything else is
    escaped."""
    named = SYMBOL.sub(lambda found: translate(own_text(symbol_name(found[1]))), text)
    bold = BOLD.sub(r"<strong>\1</strong>", str(escape(named.strip())))
    return Markup(bold.replace("\n", "<br>"))  # noqa: S704 – escaped


def readable_ink(colour: str) -> str:
    """Dark or light, whichever reads better on that colour (by WCAG's luminance)."""
    digits = colour.removeprefix("#")
    if not re.fullmatch("[0-9a-fA-F]{6}", digits):
        return DARK
    parts = [int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return DARK if luminance > 0.18 else LIGHT
