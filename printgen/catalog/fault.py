"""Takes nothing, gives the exception that carries a sentence until its place is known."""

from __future__ import annotations


class Fault(ValueError):
    """What is wrong, in one sentence; `row` where the one who found it knows it."""

    def __init__(self, message: str, row: int | None = None) -> None:
        super().__init__(message)
        self.row = row
