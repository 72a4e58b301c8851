"""Group findings by cause: one mistake in a template shows in many rows, inks and papers."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable
from typing import Any, Final

from msgspec import Struct

from printgen.errors import Finding

QUOTED: Final = re.compile(r"'[^']*'|U\+[0-9A-F]+")


class Cause(Struct, frozen=True):
    """Findings that one correction removes. The first is shown, as an example of all."""

    findings: tuple[Finding, ...]

    @property
    def example(self) -> Finding:
        return self.findings[0]

    @property
    def rows(self) -> tuple[int, ...]:
        """The rows of the example's file."""
        file = self.example.place.file
        rows = {f.place.row for f in self.findings if f.place.file == file and f.place.row}
        return tuple(sorted(rows))

    @property
    def inks(self) -> tuple[str, ...]:
        return tuple(sorted({f.subject.ink for f in self.findings if f.subject is not None}))

    def __str__(self) -> str:
        text = f"{self.example.place}{self._about()}: {self.example.message}"
        others = len(self.rows) - 1
        return f"{others + 1} rows, e.g. {text}" if others > 0 else text

    def _about(self) -> str:
        subject = self.example.subject
        if subject is None:
            return ""
        parts = [f"'{subject.component}'", subject.side]
        if subject.template:
            parts.append(f"template '{subject.template}'")
        parts.append(f"{' and '.join(self.inks)} ink")
        return f" ({', '.join(filter(None, parts))})"

    def as_json(self) -> dict[str, Any]:
        """Return the cause as plain values, for other programs."""
        place, subject = self.example.place, self.example.subject
        return {
            "severity": "error" if self.example.is_error else "warning",
            "code": self.example.code,
            "file": place.file,
            "row": place.row,
            "column": place.column,
            "field": place.field,
            "message": self.example.message,
            "rows": self.rows,
            "component": subject and subject.component,
            "side": subject and subject.side,
            "template": subject and subject.template,
            "inks": self.inks,
        }


def group_causes(findings: Iterable[Finding]) -> tuple[Cause, ...]:
    """Return the causes in the order in which they were found."""
    groups: dict[Hashable, list[Finding]] = {}
    for finding in findings:
        groups.setdefault(_key(finding), []).append(finding)
    return tuple(Cause(tuple(group)) for group in groups.values())


def _key(finding: Finding) -> Hashable:
    place, subject = finding.place, finding.subject
    kind = (finding.code, finding.is_error, place.file)
    if subject is not None and subject.side:
        return (*kind, subject.component, subject.side, subject.template)
    if finding.drawn_by:
        # What other rows say in quotes is another example; other words are another cause.
        words = QUOTED.sub("", finding.message) if finding.code == "glyph" else ""
        return (*kind, finding.drawn_by, words)
    if finding.code == "too-large":  # on each paper
        return (*kind, place.row, place.field)
    return (*kind, place.column, place.field, finding.message)
