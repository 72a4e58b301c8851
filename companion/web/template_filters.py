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
PRODUCT: Final = re.compile(r"(?<=\d) × (?:(\w+) (?=\d))?(?=\S)")
"""Such as “× ” in “2 × Rope” and “× place ” in “1 × place 2”; words before the sign would make the
whole too long for large letters."""
NUMBERED: Final = re.compile(r"(?<=\w) (?=\d+:)")
"""Such as the space in “Round 1: Ben chooses”."""
RANGE: Final = re.compile(r"(?<=\d)–(?=\d)")
NO_BREAK_SPACE: Final = "\N{NO-BREAK SPACE}"
WORD_JOINER: Final = "\N{WORD JOINER}"


def add_template_filters(app: Flask) -> None:
    app.jinja_env.filters["marked"] = marked
    app.jinja_env.filters["translate"] = lambda message: keep_together(translate(message))
    app.jinja_env.filters["day"] = day_element
    app.jinja_env.filters["moment"] = time_element
    app.jinja_env.filters["own"] = lambda text: keep_together(translate(own_text(text)))
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
    bold = BOLD.sub(r"<strong>\1</strong>", str(escape(keep_together(named.strip()))))
    return Markup(bold.replace("\n", "<br>"))  # noqa: S704 – escaped


def keep_together(text: str) -> str:
    """The text without line breaks inside a product, a range of numbers or a numbered label."""
    text = PRODUCT.sub(lambda match: match[0].replace(" ", NO_BREAK_SPACE), text)
    text = NUMBERED.sub(NO_BREAK_SPACE, text)
    return RANGE.sub(f"–{WORD_JOINER}", text)


def percentage(value: float) -> str:
    """A percentage with one decimal, as the language writes it."""
    locale = Locale.parse(current_language())
    pattern = locale.percent_formats[None].pattern.replace("##0", "##0.0")
    return format_percent(value / 100, pattern, locale=locale)


def readable_ink(colour: str) -> str:
    """The text colour, dark or light, that is easier to read on `colour`."""
    ground = parse_hex(colour)
    return DARK.hex if ground is None else readable_on(ground, LIGHT, DARK).hex
