"""The schemas of options, setup, score and reference."""

from __future__ import annotations

from typing import Final

from printgen.catalog.common_types import SCALARS, SLUG, SLUG_HELP, TEXT
from printgen.catalog.schema_types import SchemaType

MAX_AMOUNT: Final = 9999
COUNTS: Final = "([0-9]{1,2})(?: *[-–] *([0-9]{1,2}))?(?: players?)?"
_COUNTS_HELP: Final = "a number of players such as '2 players' or '3-4 players'"

_ID: Final = SchemaType(
    "text", "a short name, unique in this list", required=True, pattern=SLUG, pattern_help=SLUG_HELP
)
_TITLE: Final = SchemaType("text", "the displayed name", required=True)
_FACE: Final = SchemaType("text", "a component and a row, such as ships/gull")
_WHERE: Final = SchemaType("mapping", "only rows with these values", of=SCALARS)
_IF: Final = SchemaType(
    "mapping", "an option and what must be chosen, or players and how many", of=SCALARS
)
_AMOUNT: Final = SchemaType("integer", at_least=0, at_most=MAX_AMOUNT)
_POINTS: Final = SchemaType("integer", at_least=-MAX_AMOUNT, at_most=MAX_AMOUNT)
_LADDER: Final = SchemaType("list", of=_POINTS)
_PIECES: Final = SchemaType("either", "a component, or how many there are", options=(TEXT, _AMOUNT))


def _by_players(help_: str) -> SchemaType:
    by_count = SchemaType("mapping", of=_AMOUNT, pattern=COUNTS, pattern_help=_COUNTS_HELP)
    return SchemaType("either", help_, options=(_AMOUNT, by_count))


_OPTION: Final = SchemaType(
    "record",
    keys={
        "id": _ID,
        "title": _TITLE,
        "choices": SchemaType(
            "mapping",
            "each choice and its name",
            required=True,
            of=TEXT,
            pattern=SLUG,
            pattern_help=SLUG_HELP,
        ),
        "default": SchemaType(
            "text", "the choice if the table makes none; the first one if left out"
        ),
        "why": SchemaType("text", "what the rules say about it, or that they leave it open"),
        "rare": SchemaType("flag", "rarely changed, so it is collapsed below the others"),
    },
)
OPTIONS: Final = SchemaType("list", "what a table may decide", of=_OPTION)

LINE_KINDS: Final = ("number", "count", "lookup", "sets", "groups", "majority", "flag")
_LINE: Final = SchemaType(
    "record",
    exactly_one=LINE_KINDS,
    allowed_with={
        "number": ("points", "per"),
        "count": ("points", "per", "where", "most"),
        "lookup": ("beyond", "of", "where", "most"),
        "sets": ("points", "by", "where", "most"),
        "groups": ("beyond", "of", "where", "most"),
        "majority": ("of", "where", "most", "ties", "compare"),
        "flag": ("of", "where"),
    },
    keys={
        "id": _ID,
        "title": _TITLE,
        "number": SchemaType(
            "either",
            "players enter a number: its maximum, or least and most",
            options=(_AMOUNT, SchemaType("record", keys={"least": _POINTS, "most": _AMOUNT})),
        ),
        "count": SchemaType("either", _PIECES.help, options=_PIECES.options),
        "lookup": SchemaType("list", "points for 0, 1, 2 … of them", of=_POINTS),
        "sets": SchemaType(
            "either",
            "a component, a table, or a list of names that make up a set",
            options=(TEXT, SchemaType("list", of=TEXT)),
        ),
        "groups": SchemaType(
            "either",
            "square, or points for a group of 0, 1, 2 …",
            options=(SchemaType("choice", choices=("square",)), _LADDER),
        ),
        "majority": SchemaType("list", "points for the most, for the second most …", of=_POINTS),
        "flag": SchemaType("integer", "points for yes", at_least=-MAX_AMOUNT, at_most=MAX_AMOUNT),
        "points": SchemaType(
            "either",
            "points for each; for sets, the points of a set of 1, 2 …",
            options=(_POINTS, _LADDER),
        ),
        "per": SchemaType("integer", "how many score the points", at_least=1, at_most=MAX_AMOUNT),
        "beyond": SchemaType(
            "integer", "points for each further one", at_least=-MAX_AMOUNT, at_most=MAX_AMOUNT
        ),
        "of": _PIECES,
        "by": SchemaType("text", "the column that distinguishes the kinds"),
        "where": _WHERE,
        "ties": SchemaType("choice", "what tied players get", choices=("share", "full", "none")),
        "compare": SchemaType("text", "the line whose numbers are compared"),
        "most": SchemaType(
            "integer", "the most one player can have", at_least=0, at_most=MAX_AMOUNT
        ),
        "heading": SchemaType("text", "a heading above it"),
        "help": SchemaType("text", "help shown below it"),
        "face": _FACE,
        "if": _IF,
    },
)
SCORE: Final = SchemaType(
    "record",
    "how points are counted",
    exactly_one=("lines", "race"),
    allowed_with={"lines": ("lowest wins", "ties"), "race": ()},
    keys={
        "race": SchemaType("choice", "no points: each player enters a place", choices=("places",)),
        "lowest wins": SchemaType("flag", "the player with the fewest points wins"),
        "lines": SchemaType("list", "the lines of the score sheet", of=_LINE),
        "ties": SchemaType(
            "list",
            "the tie-breaks, in order",
            of=SchemaType(
                "either",
                options=(
                    TEXT,
                    SchemaType(
                        "record",
                        keys={"most": TEXT, "fewest": TEXT},
                        exactly_one=("most", "fewest"),
                    ),
                ),
            ),
        ),
    },
)

PART_KINDS: Final = ("shuffle", "lay", "layouts", "choose", "tell")
_PLACE: Final = SchemaType(
    "record",
    "where pieces go on the board",
    keys={
        "spaces": SchemaType("text", "a table with the columns id, x and y", required=True),
        "where": _WHERE,
        "each": SchemaType("integer", "pieces on a space", at_least=1, at_most=99),
        "count": _by_players("how many of the spaces are used, in table order; all by default"),
        "width": SchemaType(
            "number", "how wide a piece is drawn, in mm", more_than=0, at_most=5000
        ),
    },
)
_SAME: Final = {
    "same": SchemaType("text", "a column of the pieces: those with the same value"),
    "where": SchemaType("mapping", "the pieces it applies to", of=SCALARS),
}
_RULE: Final = SchemaType(
    "record",
    exactly_one=("never beside", "at most"),
    keys={
        "never beside": SchemaType(
            "record", "pieces that are never neighbours", keys=_SAME, exactly_one=("same", "where")
        ),
        "at most": SchemaType(
            "record",
            "how many may be together",
            keys={
                **_SAME,
                "per": SchemaType("text", "a column of the spaces", required=True),
                "count": SchemaType(
                    "integer", "the maximum", required=True, at_least=0, at_most=MAX_AMOUNT
                ),
            },
            exactly_one=("same", "where"),
        ),
    },
)
_PART: Final = SchemaType(
    "record",
    exactly_one=PART_KINDS,
    allowed_with={
        "shuffle": ("where", "take out", "place", "rules", "draw", "deal", "face down"),
        "lay": ("where", "take out", "place", "draw", "deal"),
        "layouts": (),
        "choose": (),
        "tell": (),
    },
    keys={
        "id": _ID,
        "title": _TITLE,
        "shuffle": SchemaType("text", "the component whose pieces are shuffled"),
        "lay": SchemaType("text", "the component whose pieces are used in the order of its rows"),
        "where": _WHERE,
        "take out": _by_players("how many go back in the box"),
        "place": _PLACE,
        "rules": SchemaType("list", "rules that the layout must follow", of=_RULE),
        "draw": _by_players("how many lie face up"),
        "deal": _by_players("how many each player gets"),
        "face down": SchemaType("flag", "pieces that are dealt or taken out stay secret"),
        "layouts": SchemaType(
            "text", "the folder in setups/ with the layouts of which a table chooses one"
        ),
        "choose": SchemaType(
            "either",
            "player, or the names to choose from",
            options=(SchemaType("choice", choices=("player",)), SchemaType("list", of=TEXT)),
        ),
        "tell": SchemaType(
            "either",
            "text that is the same every time",
            options=(TEXT, SchemaType("list", of=TEXT)),
        ),
        "if": _IF,
    },
)
SETUP: Final = SchemaType(
    "record",
    "how a game begins",
    keys={
        "board": SchemaType("text", "the face pieces are placed on, such as board/harbour"),
        "parts": SchemaType("list", "what is laid out, in order", required=True, of=_PART),
    },
)

REFERENCE: Final = SchemaType(
    "list",
    of=SchemaType(
        "record",
        keys={
            "question": SchemaType("text", "what people ask", required=True),
            "answer": SchemaType("text", "plain text, **bold** where it helps", required=True),
            "tags": SchemaType("list", "more words to find it by", of=TEXT),
            "face": _FACE,
        },
    ),
)
