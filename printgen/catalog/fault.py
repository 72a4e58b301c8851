from __future__ import annotations


class Fault(ValueError):
    """A mistake in a file, in one sentence; the caller adds the place. `row` is set if known."""

    def __init__(self, message: str, row: int | None = None) -> None:
        super().__init__(message)
        self.row = row
