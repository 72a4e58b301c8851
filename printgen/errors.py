"""Findings about a user's files, and the errors that carry them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct


class Location(Struct, frozen=True):
    """A place in the user's files. Rows and columns count from one."""

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


class Subject(Struct, frozen=True):
    """What a check looked at: a component in one ink style; with a side, the faces of a
    template."""

    component: str
    ink: str
    side: str = ""
    template: str = ""


class Finding(Struct, frozen=True):
    """One mistake or warning in one sentence: where it is, what was found, what was meant.
    `drawn_by` is the element of a template that could not be drawn."""

    place: Location
    message: str
    code: str = "data"
    is_error: bool = True
    subject: Subject | None = None
    drawn_by: str = ""

    def __str__(self) -> str:
        return f"{self.place}: {self.message}"


class Findings:
    """Collects findings, so that all of them can be reported at once."""

    def __init__(self) -> None:
        self._found: dict[Finding, None] = {}

    def error(self, place: Location, message: str, code: str = "data") -> None:
        self._found[Finding(place, message, code)] = None

    def warn(self, place: Location, message: str, code: str = "data") -> None:
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
        """Raise DataError if there are errors; warnings alone do not raise."""
        if self.errors:
            raise DataError(tuple(self._found))


class PaperboatError(Exception):
    """The base class of all errors that this project raises on purpose."""


class DataError(PaperboatError):
    """The data has mistakes (exit code 1)."""

    def __init__(self, findings: Iterable[Finding]) -> None:
        self.findings = in_reading_order(findings)
        super().__init__("\n".join(map(str, self.findings)))


class CallError(PaperboatError):
    """The command or its options are wrong (exit code 2)."""


def in_reading_order(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Sort findings by file, in the order of discovery, and by row within each file."""
    found = tuple(findings)
    files = list(dict.fromkeys(finding.place.file for finding in found))
    return tuple(sorted(found, key=lambda f: (files.index(f.place.file), f.place.row or 0)))


def closest(found: str, known: Iterable[str]) -> str:
    """Return the known name that was probably meant, or an empty text."""
    from difflib import get_close_matches

    choices = sorted(known)
    close = get_close_matches(found.lower(), [c.lower() for c in choices], n=1, cutoff=0.6)
    return next((c for c in choices if c.lower() in close), "")


def about(key: str, fault: object) -> str:
    """Return what is wrong with a setting: `'fill' must be …`, or `'fill': there is no …` if the
    message has a subject of its own."""
    return f"'{key}'{':' if str(fault).startswith('the') else ''} {fault}"


def did_you_mean(found: str, known: Iterable[str]) -> str:
    """Return ` (did you mean 'x'?)`, or all known names if they are few, or an empty text."""
    choices = sorted(known)
    meant = closest(found, choices)
    if meant:
        return f" (did you mean '{meant}'?)"
    if 0 < len(choices) <= 12:
        return f" (known: {', '.join(choices)})"
    return ""
