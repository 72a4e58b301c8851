"""Limits on what a game's files may use.

Every limit is far above what a game needs and low enough that a mistake, or a hostile folder, is
reported within seconds.
"""

from __future__ import annotations

from typing import Final

MEGABYTE: Final = 1_000_000

# Files.
YAML_BYTES: Final = 2 * MEGABYTE
YAML_DEPTH: Final = 40
YAML_NODES: Final = 200_000
YAML_DIGITS: Final = 18
TABLE_BYTES: Final = 20 * MEGABYTE
TABLE_UNPACKED_BYTES: Final = 100 * MEGABYTE
TABLE_ROWS: Final = 20_000
TABLE_COLUMNS: Final = 1000
FETCH_SECONDS: Final = 60.0
FETCH_REDIRECTS: Final = 5
PPN_PIECES: Final = 2000
"""Pieces on the table, and moves that one brace list stands for."""
PPN_BYTES: Final = MEGABYTE
PPN_GAMES: Final = 500
PPN_STEPS: Final = 1_000_000
"""Pieces among which the moves of a file look for theirs, summed over all moves."""
PPN_MACRO_LENGTH: Final = 10_000
PPN_REFERENCE_DEPTH: Final = 20
"""Places inside places, such as 2U|2L|b4, and setups that begin with other setups."""
PPN_MAX_COORDINATE: Final = 1e6
PO_BYTES: Final = 2 * MEGABYTE
FONT_BYTES: Final = 50 * MEGABYTE
IMAGE_BYTES: Final = 50 * MEGABYTE
IMAGE_PIXELS: Final = 80_000_000
SVG_BYTES: Final = MEGABYTE
ICON_SET_BYTES: Final = 50 * MEGABYTE
SVG_ELEMENTS: Final = 20_000
SVG_DEPTH: Final = 40
SVG_TILES: Final = 5000
"""Tiles of a pattern on one shape, or times that a gradient is repeated on it."""
SVG_PARTS: Final = 100_000
"""Parts of all tiles of a drawing, and stops of its gradients."""
MANIFEST_BYTES: Final = 20 * MEGABYTE
EXTENDS: Final = 20
"""Templates or themes in a chain of `extends`."""
ID_LENGTH: Final = 100
"""Characters: an id becomes a file name."""

# Templates.
EXPRESSION_LENGTH: Final = 500
EXPRESSION_DEPTH: Final = 30
MAX_NUMBER: Final = 1e9
ROUND_DIGITS: Final = 15
RANGE_LENGTH: Final = 1000
TEXT_LENGTH: Final = 20_000
"""Characters of a text, or of the result of an expression."""
REPEATS: Final = 5000
"""Cells of one `repeat`."""
REPEATED_ITEMS: Final = 50_000
"""Items that a `repeat` or an included template draws, including those inside it."""
INCLUDES: Final = 10
"""Templates that include one another."""
MAX_MM: Final = 100_000.0
TYPE_SIZE_PT: Final = 1000.0
QR_LENGTH: Final = 500
GRADIENT_STOPS: Final = 100

# Printing.
PIECES: Final = 10_000
"""Pieces of a whole game, copies included."""
PNG_PIXELS: Final = 400_000_000
COMPANION_URL_LENGTH: Final = 200
"""Characters: a card must have room for a QR code that phones can read."""
