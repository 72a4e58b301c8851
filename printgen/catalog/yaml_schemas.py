"""The schemas of the YAML files that describe a game."""

from __future__ import annotations

from typing import Final

from printgen.catalog.common_types import FLAG, SCALARS, SLUG, SLUG_HELP, TEXT
from printgen.catalog.play.yaml_schemas import OPTIONS, SCORE, SETUP
from printgen.catalog.schema_types import SchemaType

MAX_MM: Final = 5000

COLUMN_KINDS: Final = ("text", "integer", "number", "flag", "colour", "icon")
SHEETS: Final = ("grid", "honeycomb", "strips", "poster", "booklet")
OUTLINES: Final = ("rectangle", "circle", "hex", "path")

_CHOICES: Final = SchemaType(
    "list",
    "the words a cell may hold",
    of=SchemaType("either", options=(TEXT, SchemaType("integer"))),
)

_INNER_KEYS: Final = {
    "is": SchemaType("text", "the type by its name"),
    "one of": _CHOICES,
    "row of": SchemaType("text", "the table whose id a cell names"),
    "min": SchemaType("number", "the smallest number"),
    "max": SchemaType("number", "the largest number"),
}
_NAMED_TYPE: Final = SchemaType(
    "text", f"{', '.join(COLUMN_KINDS)}; a '?' at the end makes it optional"
)
_INNER_TYPE: Final = SchemaType(
    "either", options=(_NAMED_TYPE, SchemaType("record", keys=_INNER_KEYS))
)
COLUMN_KEYS: Final = {
    **_INNER_KEYS,
    "list of": SchemaType("either", "the type of each item", options=_INNER_TYPE.options),
    "optional": SchemaType("flag", "whether a cell may be empty"),
}
COLUMN_TYPE: Final = SchemaType(
    "either",
    "what a column may hold",
    options=(_NAMED_TYPE, SchemaType("record", keys=COLUMN_KEYS)),
)

TABLE: Final = SchemaType(
    "record",
    keys={
        "file": SchemaType(
            "text", "a .csv, .tsv, .xlsx or .ppn file, or book.xlsx#Sheet", required=True
        ),
        "columns": SchemaType("mapping", "each column's type (a .ppn has its own)", of=COLUMN_TYPE),
    },
)

COMPONENT: Final = SchemaType(
    "record",
    keys={
        "id": SchemaType(
            "text",
            "a short name, used for files and commands",
            required=True,
            pattern=SLUG,
            pattern_help=SLUG_HELP,
        ),
        "title": SchemaType("text", "the displayed name"),
        "rows": SchemaType("text", "the table that is printed"),
        "template": SchemaType("text", "the layout of the front"),
        "craft": SchemaType("text", "something to fold, glue or bind, instead of a template"),
        "settings": SchemaType("mapping", "the settings of the craft", of=SchemaType("anything")),
        "back": SchemaType("text", "the layout of the back, or none"),
        "sheet": SchemaType("choice", "how pieces fill a page", choices=SHEETS),
        "cut": SchemaType(
            "choice", "a gap between pieces, or one cut shared by two", choices=("gutter", "shared")
        ),
        "gutter": SchemaType("number", "the gap in mm", at_least=0, at_most=100),
        "where": SchemaType("mapping", "prints only rows with these values", of=SCALARS),
        "shuffled": SchemaType(
            "flag",
            "whether it is a deck or bag; by default, if a setup shuffles it or backs are alike",
        ),
        "constants": SchemaType("mapping", "values that every row shares", of=SCALARS),
        "stock": SchemaType("text", "the paper it is printed on, for the parts list"),
        "how": SchemaType("text", "how it is cut, folded and glued, for the parts list"),
    },
)

MOST_BGG: Final = 999_999_999
"""Far more games than BoardGameGeek lists."""

GAME: Final = SchemaType(
    "record",
    keys={
        "title": SchemaType("text", "the game's name", required=True),
        "designer": SchemaType("text", "the game's designer"),
        "version": SchemaType("text", "the version of this data, in quotes"),
        "credit": SchemaType("text", "printed small; says that this is unofficial", required=True),
        "theme": SchemaType("text", "a theme of templates/themes"),
        "players": SchemaType(
            "either",
            "how many can play, such as 2-6",
            options=(
                SchemaType("text", pattern="[0-9]{1,2} *[-–] *[0-9]{1,2}", pattern_help="like 2-6"),
                SchemaType("integer", at_least=1, at_most=99),
            ),
        ),
        "bgg": SchemaType(
            "integer", "the game's number at BoardGameGeek", at_least=1, at_most=MOST_BGG
        ),
        "tables": SchemaType("mapping", "the game's tables", of=TABLE),
        "components": SchemaType("list", "what is printed", of=COMPONENT),
        "setup": SETUP,
        "score": SCORE,
        "options": OPTIONS,
        "board": SchemaType("anything", "no longer used", is_retired=True),
    },
)

_HEX: Final = SchemaType(
    "text", pattern="#[0-9a-fA-F]{6}|#[0-9a-fA-F]{3}", pattern_help="a colour like '#1c1b1a'"
)
_TONE: Final = SchemaType(
    "record",
    keys={
        "full": SchemaType(
            "text", required=True, pattern=_HEX.pattern, pattern_help=_HEX.pattern_help
        ),
        "low": _HEX,
    },
)
_STYLE: Final = SchemaType(
    "record",
    keys={
        "font": SchemaType("text", "a role named under fonts"),
        "size": SchemaType("number", "points", more_than=0, at_most=1000),
        "smallest": SchemaType(
            "number", "points, the smallest size a text may shrink to", more_than=0
        ),
        "leading": SchemaType("number", "line spacing as a multiple of the size", more_than=0),
        "bold": FLAG,
        "italic": FLAG,
        "colour": SchemaType("text", "a colour of the theme"),
        "capitals": FLAG,
    },
)
THEME: Final = SchemaType(
    "record",
    keys={
        "extends": SchemaType("text", "a theme of templates/themes"),
        "colours": SchemaType("mapping", of=SchemaType("either", options=(_HEX, _TONE))),
        "fonts": SchemaType("mapping", "a family for each role", of=TEXT),
        "text": SchemaType("mapping", of=_STYLE),
        "outline": SchemaType("number", "line width in mm", more_than=0, at_most=20),
    },
)

FONTS: Final = SchemaType(
    "record",
    keys={
        "families": SchemaType(
            "mapping",
            required=True,
            of=SchemaType(
                "record",
                keys={
                    "package": SchemaType("text", "the Python package that holds the files"),
                    "regular": SchemaType("text", required=True),
                    "bold": TEXT,
                    "italic": TEXT,
                    "bold_italic": TEXT,
                },
            ),
        ),
    },
)

TEMPLATE: Final = SchemaType(
    "record",
    keys={
        "extends": SchemaType("text", "the template this one starts from"),
        "size": SchemaType(
            "list",
            "width and height in mm",
            of=SchemaType("number", more_than=0, at_most=MAX_MM),
            length=2,
        ),
        "bleed": SchemaType("number", "mm", at_least=0, at_most=50),
        "safe": SchemaType("number", "mm inside the trim", at_least=0, at_most=500),
        "corner": SchemaType("number", "radius in mm", at_least=0, at_most=MAX_MM),
        "shape": SchemaType("choice", choices=OUTLINES),
        "pointy": SchemaType("flag", "a hex with a corner at the top"),
        "outline": SchemaType("text", "path data in mm, for the shape 'path'"),
        "elements": SchemaType(
            "list", "what is drawn, from back to front", of=SchemaType("mapping")
        ),
    },
)
