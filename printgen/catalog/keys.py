"""Takes nothing, gives the shapes of every YAML file that describes a game."""

from __future__ import annotations

from typing import Final

from printgen.catalog.basics import FLAG, SCALARS, SLUG, SLUG_HELP, TEXT
from printgen.catalog.play.keys import OPTIONS, SCORE, SETUP
from printgen.catalog.shapes import Shape

MOST_MM: Final = 5000

COLUMN_KINDS: Final = ("text", "integer", "number", "flag", "colour", "icon")
SHEETS: Final = ("grid", "honeycomb", "strips", "poster", "booklet")
OUTLINES: Final = ("rectangle", "circle", "hex", "path")
SECTIONS: Final = ("setup", "score", "options", "board")

_CHOICES: Final = Shape(
    "list", "the words a cell may hold", of=Shape("either", options=(TEXT, Shape("whole")))
)

_INNER_KEYS: Final = {
    "is": Shape("text", "the type by its name"),
    "one of": _CHOICES,
    "row of": Shape("text", "the table whose id a cell names"),
    "min": Shape("number", "the smallest number"),
    "max": Shape("number", "the largest number"),
}
_NAMED_TYPE: Final = Shape("text", f"{', '.join(COLUMN_KINDS)}; a '?' at the end makes it optional")
_INNER_TYPE: Final = Shape("either", options=(_NAMED_TYPE, Shape("keys", keys=_INNER_KEYS)))
COLUMN_KEYS: Final = {
    **_INNER_KEYS,
    "list of": Shape("either", "the type of each item", options=_INNER_TYPE.options),
    "optional": Shape("flag", "may a cell be empty?"),
}
COLUMN_TYPE: Final = Shape(
    "either", "what a column may hold", options=(_NAMED_TYPE, Shape("keys", keys=COLUMN_KEYS))
)

TABLE: Final = Shape(
    "keys",
    keys={
        "file": Shape("text", "a .csv, .xlsx or .ppn file, or book.xlsx#Sheet", required=True),
        "columns": Shape("names", "each column's type (a .ppn has its own)", of=COLUMN_TYPE),
    },
)

COMPONENT: Final = Shape(
    "keys",
    keys={
        "id": Shape(
            "text",
            "a short name for files and commands",
            required=True,
            pattern=SLUG,
            pattern_help=SLUG_HELP,
        ),
        "title": Shape("text", "the name people read"),
        "rows": Shape("text", "the table that is printed"),
        "template": Shape("text", "the layout of the front"),
        "craft": Shape("text", "what is folded, glued or bound, instead of a template"),
        "settings": Shape("names", "what the craft wants to know", of=Shape("anything")),
        "back": Shape("text", "the layout of the back, or none"),
        "sheet": Shape("choice", "how pieces fill a page", names=SHEETS),
        "cut": Shape(
            "choice", "a gap between pieces, or one cut for two", names=("gutter", "shared")
        ),
        "gutter": Shape("number", "the gap in mm", at_least=0, at_most=100),
        "where": Shape("names", "prints only rows with these values", of=SCALARS),
        "shuffled": Shape(
            "flag",
            "a deck or bag? By default what a setup mixes or backs hide",
        ),
        "constants": Shape("names", "values that every row shares", of=SCALARS),
        "stock": Shape("text", "the paper it is printed on, for the parts list"),
        "how": Shape("text", "how it is cut, folded and glued, for the parts list"),
    },
)

GAME: Final = Shape(
    "keys",
    keys={
        "title": Shape("text", "the game's name", required=True),
        "designer": Shape("text", "who invented the game"),
        "version": Shape("text", "the version of these data, in quotes"),
        "credit": Shape("text", "printed small; says that this is unofficial", required=True),
        "theme": Shape("text", "a theme of templates/themes"),
        "players": Shape(
            "either",
            "how many can play, such as 2-6",
            options=(
                Shape("text", pattern="[0-9]{1,2} *[-–] *[0-9]{1,2}", pattern_help="like 2-6"),
                Shape("whole", at_least=1, at_most=99),
            ),
        ),
        "tables": Shape("names", "the game's tables", of=TABLE),
        "components": Shape("list", "what is printed", of=COMPONENT),
        "setup": SETUP,
        "score": SCORE,
        "options": OPTIONS,
        "board": Shape("anything", "read by the companion"),
    },
)

_HEX: Final = Shape(
    "text", pattern="#[0-9a-fA-F]{6}|#[0-9a-fA-F]{3}", pattern_help="a colour like '#1c1b1a'"
)
_TONE: Final = Shape(
    "keys",
    keys={
        "full": Shape("text", required=True, pattern=_HEX.pattern, pattern_help=_HEX.pattern_help),
        "low": _HEX,
    },
)
_STYLE: Final = Shape(
    "keys",
    keys={
        "font": Shape("text", "a role named under fonts"),
        "size": Shape("number", "points", more_than=0, at_most=1000),
        "smallest": Shape("number", "points, how far a text may shrink", more_than=0),
        "leading": Shape("number", "line distance as a multiple of the size", more_than=0),
        "bold": FLAG,
        "italic": FLAG,
        "colour": Shape("text", "a colour of the theme"),
        "capitals": FLAG,
    },
)
THEME: Final = Shape(
    "keys",
    keys={
        "extends": Shape("text", "a theme of templates/themes"),
        "colours": Shape("names", of=Shape("either", options=(_HEX, _TONE))),
        "fonts": Shape("names", "a family for each role", of=TEXT),
        "text": Shape("names", of=_STYLE),
        "outline": Shape("number", "line width in mm", more_than=0, at_most=20),
    },
)

FONTS: Final = Shape(
    "keys",
    keys={
        "families": Shape(
            "names",
            required=True,
            of=Shape(
                "keys",
                keys={
                    "package": Shape("text", "the Python package that holds the files"),
                    "regular": Shape("text", required=True),
                    "bold": TEXT,
                    "italic": TEXT,
                    "bold_italic": TEXT,
                },
            ),
        ),
    },
)

TEMPLATE: Final = Shape(
    "keys",
    keys={
        "extends": Shape("text", "the template this one starts from"),
        "size": Shape(
            "list",
            "width and height in mm",
            of=Shape("number", more_than=0, at_most=MOST_MM),
            length=2,
        ),
        "bleed": Shape("number", "mm", at_least=0, at_most=50),
        "safe": Shape("number", "mm inside the trim", at_least=0, at_most=500),
        "corner": Shape("number", "radius in mm", at_least=0, at_most=MOST_MM),
        "shape": Shape("choice", names=OUTLINES),
        "pointy": Shape("flag", "a hex with a corner at the top"),
        "outline": Shape("text", "path data in mm, for the shape 'path'"),
        "elements": Shape("list", "what is drawn, from back to front", of=Shape("names")),
    },
)
