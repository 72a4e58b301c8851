"""Register Jinja filters and globals."""

from __future__ import annotations

import re
from typing import Final

from babel import Locale
from babel.numbers import format_percent
from flask import Flask
from markupsafe import Markup, escape

from companion.games.seats import place_mark
from companion.language.messages import join_items, own_text
from companion.table.dice import name_die, name_face
from companion.table.sentences import count_rerolls, describe, why_final
from companion.web.responses import day_element, time_element
from companion.web.translation import current_language, translate
from printgen.catalog.reference import SYMBOL, symbol_name
from printgen.colour import parse_hex, readable_on
from printgen.ink import WHITE, Color

BOLD: Final = re.compile(r"\*\*(.+?)\*\*")
DARK: Final = Color(29, 35, 38)
LIGHT: Final = WHITE


def add_template_filters(app: Flask) -> None:
    app.jinja_env.filters["marked"] = marked
    app.jinja_env.filters["day"] = day_element
    app.jinja_env.filters["moment"] = time_element
    app.jinja_env.filters["own"] = lambda text: translate(own_text(text))
    app.jinja_env.filters["percentage"] = percentage
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
        place_mark=place_mark,
    )


def marked(text: str) -> Markup:
    """HTML for plain text with **bold** words, line breaks and [symbols], which are named; all else
    is escaped."""
    named = SYMBOL.sub(lambda match: translate(own_text(symbol_name(match[1]))), text)
    bold = BOLD.sub(r"<strong>\1</strong>", str(escape(named.strip())))
    return Markup(bold.replace("\n", "<br>"))  # noqa: S704 – escaped


def percentage(value: float) -> str:
    """A percentage with one decimal, as the language writes it."""
    locale = Locale.parse(current_language())
    pattern = locale.percent_formats[None].pattern.replace("##0", "##0.0")
    return format_percent(value / 100, pattern, locale=locale)


def readable_ink(colour: str) -> str:
    """The text colour, dark or light, that is easier to read on `colour`."""
    ground = parse_hex(colour)
    return DARK.hex if ground is None else readable_on(ground, LIGHT, DARK).hex
