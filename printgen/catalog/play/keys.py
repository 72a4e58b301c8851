"""Takes nothing, gives the shapes of the options, the setup, the score and the reference."""

from __future__ import annotations

from typing import Final

from printgen.catalog.basics import SCALARS, SLUG, SLUG_HELP, TEXT
from printgen.catalog.shapes import Shape

MOST: Final = 9999
COUNTS: Final = "([0-9]{1,2})(?: *[-–] *([0-9]{1,2}))?(?: players?)?"
_COUNTS_HELP: Final = "a number of players such as '2 players' or '3-4 players'"

_ID: Final = Shape(
    "text", "a short name of its own", required=True, pattern=SLUG, pattern_help=SLUG_HELP
)
_TITLE: Final = Shape("text", "the name people read", required=True)
_FACE: Final = Shape("text", "a component and a row, such as ships/gull")
_WHERE: Final = Shape("names", "only rows with these values", of=SCALARS)
_IF: Final = Shape(
    "names", "an option and what must be chosen, or players and how many", of=SCALARS
)
_AMOUNT: Final = Shape("whole", at_least=0, at_most=MOST)
_POINTS: Final = Shape("whole", at_least=-MOST, at_most=MOST)
_LADDER: Final = Shape("list", of=_POINTS)
_PIECES: Final = Shape("either", "a component, or how many there are", options=(TEXT, _AMOUNT))


def _by_players(help_: str) -> Shape:
    by_count = Shape("names", of=_AMOUNT, pattern=COUNTS, pattern_help=_COUNTS_HELP)
    return Shape("either", help_, options=(_AMOUNT, by_count))


_OPTION: Final = Shape(
    "keys",
    keys={
        "id": _ID,
        "title": _TITLE,
        "choices": Shape(
            "names",
            "each choice and its name",
            required=True,
            of=TEXT,
            pattern=SLUG,
            pattern_help=SLUG_HELP,
        ),
        "default": Shape("text", "the choice if nobody chooses; else the first"),
        "why": Shape("text", "what the rules say of it, or leave open"),
        "rare": Shape("flag", "few tables change it: it is folded away below the others"),
    },
)
OPTIONS: Final = Shape("list", "what a table may decide", of=_OPTION)

LINE_KINDS: Final = ("number", "count", "lookup", "sets", "groups", "majority", "flag")
_LINE: Final = Shape(
    "keys",
    one_key=LINE_KINDS,
    beside={
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
        "number": Shape(
            "either",
            "a number is entered: the most, or least and most",
            options=(_AMOUNT, Shape("keys", keys={"least": _POINTS, "most": _AMOUNT})),
        ),
        "count": Shape("either", _PIECES.help, options=_PIECES.options),
        "lookup": Shape("list", "points for 0, 1, 2 … of them", of=_POINTS),
        "sets": Shape(
            "either",
            "a component, a table, or the names of what sets are made of",
            options=(TEXT, Shape("list", of=TEXT)),
        ),
        "groups": Shape(
            "either",
            "square, or points for a group of 0, 1, 2 …",
            options=(Shape("choice", names=("square",)), _LADDER),
        ),
        "majority": Shape("list", "points for the most, for the second most …", of=_POINTS),
        "flag": Shape("whole", "points for a yes", at_least=-MOST, at_most=MOST),
        "points": Shape(
            "either",
            "points for each; for sets, the points of a set of 1, 2 …",
            options=(_POINTS, _LADDER),
        ),
        "per": Shape("whole", "points are given for every so many", at_least=1, at_most=MOST),
        "beyond": Shape("whole", "points for each one more", at_least=-MOST, at_most=MOST),
        "of": _PIECES,
        "by": Shape("text", "the column that tells kinds apart"),
        "where": _WHERE,
        "ties": Shape("choice", "what equal players get", names=("share", "full", "none")),
        "compare": Shape("text", "the line whose numbers are compared"),
        "most": Shape("whole", "the most one player can have", at_least=0, at_most=MOST),
        "heading": Shape("text", "a heading above it"),
        "help": Shape("text", "a word of help below it"),
        "face": _FACE,
        "if": _IF,
    },
)
SCORE: Final = Shape(
    "keys",
    "how points are counted",
    one_key=("lines", "race"),
    beside={"lines": ("lowest wins", "ties"), "race": ()},
    keys={
        "race": Shape("choice", "no points: each player enters a place", names=("places",)),
        "lowest wins": Shape("flag", "whoever has the fewest points wins"),
        "lines": Shape("list", "the lines of the score sheet", of=_LINE),
        "ties": Shape(
            "list",
            "what decides between equals, the first first",
            of=Shape(
                "either",
                options=(
                    TEXT,
                    Shape("keys", keys={"most": TEXT, "fewest": TEXT}, one_key=("most", "fewest")),
                ),
            ),
        ),
    },
)

PART_KINDS: Final = ("shuffle", "lay", "choose", "tell")
_PLACE: Final = Shape(
    "keys",
    "puts pieces on the spaces of the board",
    keys={
        "spaces": Shape("text", "a table with the columns id, x and y", required=True),
        "where": _WHERE,
        "each": Shape("whole", "pieces on a space", at_least=1, at_most=99),
        "count": _by_players("how many of the spaces, the first ones first; all by default"),
        "width": Shape("number", "how wide a piece is drawn, in mm", more_than=0, at_most=5000),
    },
)
_SAME: Final = {
    "same": Shape("text", "a column of the pieces: those with the same value"),
    "where": Shape("names", "the pieces that are meant", of=SCALARS),
}
_RULE: Final = Shape(
    "keys",
    one_key=("never beside", "at most"),
    keys={
        "never beside": Shape(
            "keys", "pieces that are never neighbours", keys=_SAME, one_key=("same", "where")
        ),
        "at most": Shape(
            "keys",
            "how many may be together",
            keys={
                **_SAME,
                "per": Shape("text", "a column of the spaces", required=True),
                "count": Shape(
                    "whole", "this many at most", required=True, at_least=0, at_most=MOST
                ),
            },
            one_key=("same", "where"),
        ),
    },
)
_PART: Final = Shape(
    "keys",
    one_key=PART_KINDS,
    beside={
        "shuffle": ("where", "take out", "place", "rules", "draw", "deal", "face down"),
        "lay": ("where", "take out", "place", "draw", "deal"),
        "choose": (),
        "tell": (),
    },
    keys={
        "id": _ID,
        "title": _TITLE,
        "shuffle": Shape("text", "the component whose pieces are mixed"),
        "lay": Shape("text", "the component whose pieces are taken as its rows stand, unmixed"),
        "where": _WHERE,
        "take out": _by_players("how many go back to the box"),
        "place": _PLACE,
        "rules": Shape("list", "what a layout must keep to", of=_RULE),
        "draw": _by_players("how many lie face up"),
        "deal": _by_players("how many each player gets"),
        "face down": Shape("flag", "nobody is told what is dealt or taken out"),
        "choose": Shape(
            "either",
            "player, or the names to choose from",
            options=(Shape("choice", names=("player",)), Shape("list", of=TEXT)),
        ),
        "tell": Shape(
            "either", "what is the same every time", options=(TEXT, Shape("list", of=TEXT))
        ),
        "if": _IF,
    },
)
SETUP: Final = Shape(
    "keys",
    "how a game begins",
    keys={
        "board": Shape("text", "the face pieces are placed on, such as board/harbour"),
        "parts": Shape("list", "what is laid out, in order", required=True, of=_PART),
    },
)

REFERENCE: Final = Shape(
    "list",
    of=Shape(
        "keys",
        keys={
            "question": Shape("text", "what people ask", required=True),
            "answer": Shape("text", "plain text, **bold** where it helps", required=True),
            "tags": Shape("list", "further words it is found by", of=TEXT),
            "face": _FACE,
        },
    ),
)
