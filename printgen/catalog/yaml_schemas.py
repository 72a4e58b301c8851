"""The schemas of the YAML files that describe a game."""

from __future__ import annotations

from typing import Final

from printgen.catalog.common_types import FLAG, SCALAR, SCALARS, SLUG, SLUG_HELP, TEXT
from printgen.catalog.play.yaml_schemas import OPTIONS, SCORE, SETUP
from printgen.catalog.schema_types import SchemaType
from printgen.lengths import UNSIGNED_LENGTH

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

SET_TABLES: Final = ("sets", "suits", "values", "by suit", "by suit and value")
"""What a table may list of the game's sets of pieces."""
PPN_PIECES: Final = ("tile", "coin", "die", "pawn", "saucer", "matchstick", "pyramid")

TABLE: Final = SchemaType(
    "record",
    keys={
        "file": SchemaType(
            "either",
            "a .csv, .tsv, .json, .xlsx, .ods or .ppn file, book.xlsx#Sheet, book.xlsx#* for all"
            " sheets, a folder of pictures in art, or a list of these",
            options=(TEXT, SchemaType("list", of=TEXT)),
        ),
        "matrix": SchemaType(
            "mapping",
            "instead of a file: the values of each column, for a row with each combination",
            of=SchemaType("list", of=SCALAR),
        ),
        "from sets": SchemaType("choice", "what it lists of the game's sets", choices=SET_TABLES),
        "columns": SchemaType(
            "mapping",
            "each column's type; without it, types are inferred (a .ppn has its own)",
            of=COLUMN_TYPE,
        ),
        "copies": SchemaType("text", "the column that says how often a row is printed"),
        "ignore": SchemaType("list", "columns that are not read", of=TEXT),
    },
    exactly_one=("file", "matrix", "from sets"),
    allowed_with={
        "file": ("columns", "copies", "ignore"),
        "matrix": ("columns", "copies", "ignore"),
        "from sets": (),
    },
)

BILINGUAL: Final = ("auto", "below", "behind", "back", "twice", "first")
"""How two languages are printed: both in each text, on the two sides of a piece, on pieces of
their own, or only the first."""

RANGE: Final = r"-?[0-9]+([.][0-9]+)? *[-–] *-?[0-9]+([.][0-9]+)?"
NUMBER_OR_RANGE: Final = SchemaType(
    "either",
    options=(
        SchemaType("number"),
        SchemaType("text", pattern=RANGE, pattern_help="a number or a range, like 2-3"),
    ),
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
        "piece": SchemaType("text", "the name of one piece, such as `Tile {number}`"),
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
        "each set": SchemaType(
            "flag", "makes one component for each set that has such pieces; its id comes first"
        ),
        "ppn": SchemaType("choice", "what PPN calls the pieces", choices=PPN_PIECES),
        "shuffled": SchemaType(
            "flag",
            "whether it is a deck or bag; by default, if a setup shuffles it or backs are alike",
        ),
        "constants": SchemaType("mapping", "values that every row shares", of=SCALARS),
        "stock": SchemaType("text", "the paper it is printed on, for the parts list"),
        "how": SchemaType("text", "how it is cut, folded and glued, for the parts list"),
        "bilingual": SchemaType(
            "choice", "where the second of two languages is printed", choices=BILINGUAL
        ),
        "expect": SchemaType(
            "mapping",
            "what must be true of its columns: {cost: {mean: 2-3}, kind: {relic: 8}}",
            of=SchemaType("mapping", of=NUMBER_OR_RANGE),
        ),
    },
)

FETCH: Final = SchemaType(
    "mapping",
    "tables that `printgen fetch` downloads: the web address of each file",
    of=SchemaType("text", "a shared Google sheet, or any other address of a table"),
)

MAX_EDITION: Final = 9999
MAX_BGG_ID: Final = 999_999_999
"""Far more games than BoardGameGeek lists."""

GAME: Final = SchemaType(
    "record",
    keys={
        "title": SchemaType("text", "the game's name", required=True),
        "designer": SchemaType("text", "the game's designer"),
        "version": SchemaType("text", "the version of this data, in quotes"),
        "edition": SchemaType(
            "integer",
            "the number of the edition, which templates can print as `{edition}`; 1 if left out",
            at_least=1,
            at_most=MAX_EDITION,
        ),
        "credit": SchemaType(
            "text", "printed small; says that this is unofficial, unless it is", required=True
        ),
        "official": SchemaType("flag", "whether this is the designer's or publisher's own game"),
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
            "integer", "the game's number at BoardGameGeek", at_least=1, at_most=MAX_BGG_ID
        ),
        "cover": SchemaType(
            "text",
            "the face that stands for the game in lists; its board, or its first face, if left out",
        ),
        "sets": SchemaType(
            "either",
            "sets of pieces from its own folder sets/ or piecepack/sets/, or all of its own",
            options=(SchemaType("list", of=TEXT), SchemaType("choice", choices=("all",))),
        ),
        "icons": SchemaType(
            "list", "icon sets: JSON files of Iconify, or folders of SVG files", of=TEXT
        ),
        "tables": SchemaType("mapping", "the game's tables", of=TABLE),
        "fetch": FETCH,
        "bilingual": SchemaType(
            "choice",
            "where the second of two languages is printed, for components that do not say it",
            choices=BILINGUAL,
        ),
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
COLOUR: Final = SchemaType("either", "a colour, or one for each ink", options=(_HEX, _TONE))
_PAINT: Final = SchemaType(
    "text",
    pattern="#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})",
    pattern_help="a colour like '#1c1b1a', or '#1c1b1a80' to let the ground show",
)
_STOPS: Final = SchemaType(
    "list",
    "colours, or pairs of a place from 0 to 1 and a colour",
    of=SchemaType(
        "either", options=(_PAINT, SchemaType("list", of=SchemaType("anything"), length=2))
    ),
)
_PALETTE_TONE: Final = SchemaType(
    "record",
    keys={
        "full": SchemaType("text", pattern=_PAINT.pattern, pattern_help=_PAINT.pattern_help),
        "linear": _STOPS,
        "radial": _STOPS,
        "angle": SchemaType("number", "degrees: 0 points right, 90 down"),
        "low": _PAINT,
    },
    exactly_one=("full", "linear", "radial"),
    allowed_with={"full": (), "linear": ("angle",), "radial": ()},
)
_PALETTE_COLOUR: Final = SchemaType(
    "either", "a colour or a gradient, or one for each ink", options=(_PAINT, _PALETTE_TONE)
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
        "letter_spacing": SchemaType(
            "number", "added between letters, in ems", at_least=-0.5, at_most=5
        ),
        "ligatures": FLAG,
        "hyphenate": SchemaType("text", "the language of the words, such as en_GB or de"),
    },
)
THEME: Final = SchemaType(
    "record",
    keys={
        "extends": SchemaType("text", "a theme of templates/themes"),
        "colours": SchemaType("mapping", of=_PALETTE_COLOUR),
        "fonts": SchemaType(
            "mapping",
            "a family for each role, or several: each is for characters that those before it lack",
            of=SchemaType("either", options=(TEXT, SchemaType("list", of=TEXT))),
        ),
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
                    "system": SchemaType("flag", "the files are among the system's fonts"),
                    "axes": SchemaType(
                        "mapping",
                        "the instance of a variable font, such as wght: 450",
                        of=SchemaType("number"),
                    ),
                    "bold_axes": SchemaType("mapping", of=SchemaType("number")),
                    "regular": SchemaType("text", required=True),
                    "bold": TEXT,
                    "italic": TEXT,
                    "bold_italic": TEXT,
                },
            ),
        ),
    },
)


def _length(millimetres: SchemaType) -> SchemaType:
    """Return the type of a length: a number of mm, or a text with its unit."""
    with_unit = SchemaType(
        "text", pattern=UNSIGNED_LENGTH, pattern_help="a number of mm, or a length such as 2.5in"
    )
    return SchemaType("either", millimetres.help, options=(millimetres, with_unit))


TEMPLATE: Final = SchemaType(
    "record",
    keys={
        "extends": SchemaType("text", "the template this one starts from"),
        "size": SchemaType(
            "either",
            "width and height, or a name in templates/sizes.yaml",
            options=(
                SchemaType(
                    "list", of=_length(SchemaType("number", more_than=0, at_most=MAX_MM)), length=2
                ),
                SchemaType("text"),
            ),
        ),
        "bleed": _length(SchemaType("number", "mm", at_least=0, at_most=50)),
        "safe": _length(SchemaType("number", "mm inside the trim", at_least=0, at_most=500)),
        "corner": _length(SchemaType("number", "radius in mm", at_least=0, at_most=MAX_MM)),
        "shape": SchemaType("choice", choices=OUTLINES),
        "pointy": SchemaType("flag", "a hex with a corner at the top"),
        "outline": SchemaType("text", "path data in mm, for the shape 'path'"),
        "mirrored": SchemaType(
            "flag", "mirrors its elements for languages that are read from right to left"
        ),
        "elements": SchemaType(
            "list", "what is drawn, from back to front", of=SchemaType("mapping")
        ),
    },
)
