"""Takes what is wrong with a person's files, gives sentences that person can act on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from difflib import get_close_matches

from msgspec import Struct


class Place(Struct, frozen=True):
    """Where in the user's files something stands. Rows and columns count from one."""

    file: str
    row: int | None = None
    column: int | str | None = None
    field: str | None = None

    def __str__(self) -> str:
        parts = [self.file]
        if self.row is not None:
            parts.append(f"row {self.row}")
        if self.column is not None:
            parts.append(f"column {self.column}")
        if self.field is not None:
            parts.append(f"field '{self.field}'")
        return ", ".join(parts)


class Finding(Struct, frozen=True):
    """One fault in one sentence: where it is, what was found, what was meant."""

    place: Place
    message: str
    code: str = "data"
    is_error: bool = True

    def __str__(self) -> str:
        return f"{self.place}: {self.message}"


class Findings:
    """Gathers faults so that a person sees all of them at once."""

    def __init__(self) -> None:
        self._found: dict[Finding, None] = {}

    def error(self, place: Place, message: str, code: str = "data") -> None:
        self._found[Finding(place, message, code)] = None

    def warn(self, place: Place, message: str, code: str = "data") -> None:
        self._found[Finding(place, message, code, is_error=False)] = None

    def extend(self, findings: Iterable[Finding]) -> None:
        self._found.update(dict.fromkeys(findings))

    def __iter__(self) -> Iterator[Finding]:
        return iter(self._found)

    def __len__(self) -> int:
        return len(self._found)

    @property
    def errors(self) -> tuple[Finding, ...]:
        return tuple(f for f in self._found if f.is_error)

    def raise_errors(self) -> None:
        """Stops the line here if the data is wrong; warnings alone do not stop it."""
        if self.errors:
            raise DataError(tuple(self._found))


class PaperboatError(Exception):
    """The root of every error this project raises on purpose."""


class DataError(PaperboatError):
    """The data is wrong (exit code 1)."""

    def __init__(self, findings: Iterable[Finding]) -> None:
        self.findings = _in_reading_order(findings)
        super().__init__("\n".join(map(str, self.findings)))


class CallError(PaperboatError):
    """The call is wrong (exit code 2)."""


def _in_reading_order(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """File by file as they came up, and down each file, as a person goes through them."""
    found = tuple(findings)
    files = list(dict.fromkeys(finding.place.file for finding in found))
    return tuple(sorted(found, key=lambda f: (files.index(f.place.file), f.place.row or 0)))


def closest(found: str, known: Iterable[str]) -> str:
    """The name that was probably meant, or nothing."""
    choices = sorted(known)
    close = get_close_matches(found.lower(), [c.lower() for c in choices], n=1, cutoff=0.6)
    return next((c for c in choices if c.lower() in close), "")


def did_you_mean(found: str, known: Iterable[str]) -> str:
    """Gives ` (did you mean 'x'?)`, or the whole choice when it is short, or nothing."""
    choices = sorted(known)
    meant = closest(found, choices)
    if meant:
        return f" (did you mean '{meant}'?)"
    if 0 < len(choices) <= 12:
        return f" (known: {', '.join(choices)})"
    return ""
