"""Takes nothing, gives what a kind of act is: how it is decided, and how its event is applied.

Deciding happens once, when the act is made; applying happens at every fold.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from companion.chance import Chance
from companion.table.model import Act, Event, Table

Result = Mapping[str, Any]


class Kind(Struct, frozen=True):
    """`private` kinds tell the others that something was done, not what; `marked` ones say how
    often they were undone and made anew."""

    decide: Callable[[Table, Act, Chance], Result]
    apply: Callable[[Table, Event], Table]
    undoable: bool = True
    private: bool = False
    marked: bool = False
