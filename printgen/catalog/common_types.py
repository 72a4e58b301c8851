"""Schema types that several kinds of files share."""

from __future__ import annotations

from typing import Final

from printgen.catalog.schema_types import SchemaType

SLUG: Final = "[a-z0-9-]+"
SLUG_HELP: Final = "made of small letters, digits and '-'"

TEXT: Final = SchemaType("text")
FLAG: Final = SchemaType("flag")
SCALAR: Final = SchemaType(
    "either",
    options=(SchemaType("flag"), SchemaType("text"), SchemaType("integer"), SchemaType("number")),
)
SCALARS: Final = SchemaType("either", options=(*SCALAR.options, SchemaType("list", of=SCALAR)))
