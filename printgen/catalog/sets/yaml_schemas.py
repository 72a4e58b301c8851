"""The schema of a file with a set of pieces."""

from __future__ import annotations

from typing import Final

from printgen.catalog.common_types import SLUG, SLUG_HELP
from printgen.catalog.schema_types import SchemaType
from printgen.catalog.yaml_schemas import COLOUR

MAX_COPIES: Final = 100

_SUIT: Final = SchemaType(
    "record",
    "a suit",
    keys={
        "id": SchemaType(
            "text", "a short name, such as sun", required=True, pattern=SLUG, pattern_help=SLUG_HELP
        ),
        "name": SchemaType("text", "its displayed name, such as Suns", required=True),
        "colour": COLOUR,
        "symbol": SchemaType("text", "a file in art/ or templates/symbols/; by default, the id"),
    },
)
_VALUE: Final = SchemaType(
    "record",
    "a value",
    keys={
        "id": SchemaType(
            "text", "a short name, such as ace", required=True, pattern=SLUG, pattern_help=SLUG_HELP
        ),
        "name": SchemaType("text", "what is printed, such as 2", required=True),
        "worth": SchemaType("integer", "what it counts", at_least=0, at_most=999),
    },
)
SET: Final = SchemaType(
    "record",
    keys={
        "title": SchemaType("text", "the set's name", required=True),
        "configuration": SchemaType(
            "text",
            "its name in Portable Piecepack Notation, such as four_seasons_expansion",
            required=True,
            pattern="[a-z][a-z0-9_]*",
            pattern_help="lower-case letters, digits and _, such as four_seasons_expansion",
        ),
        "suits": SchemaType(
            "either",
            "its suits in the order of PPN, or the set whose suits it shares",
            options=(SchemaType("list", of=_SUIT), SchemaType("text")),
            required=True,
        ),
        "values": SchemaType(
            "list", "its values in the order of PPN; by default null, ace and 2 to 5", of=_VALUE
        ),
        "pieces": SchemaType(
            "mapping",
            "how often it has each piece, by the component that prints it",
            of=SchemaType("integer", at_least=1, at_most=MAX_COPIES),
            required=True,
        ),
        "face": COLOUR,
        "back": COLOUR,
        "plaque": SchemaType(
            "text", "the shape behind a tile's value, as path data in a box of 100 by 100"
        ),
        "inverted": SchemaType(
            "flag", "whether symbols are light on a ground of the suit's colour"
        ),
    },
)
