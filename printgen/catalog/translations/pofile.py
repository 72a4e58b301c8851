"""Read and write gettext .po files.

People edit these files by hand, so every line is checked and every mistake is reported with its
row. Babel's reader, which the companion uses for its own catalogues, stops at the first mistake and
does not notice a missing quote.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from printgen.errors import Findings, Location

LINE: Final = re.compile(r'(?:([\w\[\]]+)\s+)?"((?:[^"\\]|\\.)*)"')
ESCAPED: Final = {"n": "\n", "t": "\t", "r": "\r"}
FUZZY: Final = re.compile(r"#,.*\bfuzzy\b")
# Obsolete entries and previous msgids, as translation tools keep them.
OBSOLETE: Final = ("#~", "#|")


class PoEntry(Struct, frozen=True):
    """A text and its translation; `comments` are whole lines. The first entry of a file may be
    its header, whose text is empty."""

    text: str
    translation: str = ""
    comments: tuple[str, ...] = ()
    row: int = 0

    @property
    def is_translated(self) -> bool:
        """False for the header, for an empty translation and for a guess (marked as fuzzy)."""
        is_fuzzy = any(FUZZY.match(line) for line in self.comments)
        return bool(self.text and self.translation) and not is_fuzzy


def read_entries(text: str, file: str, findings: Findings) -> tuple[PoEntry, ...]:
    reader = _Reader(file, findings)
    for row, line in enumerate(text.split("\n"), start=1):
        reader.read(row, line.strip())
    return reader.done()


def write_entries(entries: Iterable[PoEntry]) -> str:
    """Return the file's text: each entry on one line, however long, except for the header."""
    return "\n".join(_entry_text(entry) for entry in entries)


class _Reader:
    """Reads a file line by line. After a line that cannot be read, the rest of its entry is
    skipped, so that one mistake is reported once."""

    def __init__(self, file: str, findings: Findings) -> None:
        self._file = file
        self._findings = findings
        self._entries: dict[str, PoEntry] = {}
        self._comments: list[str] = []
        self._open: PoEntry | None = None
        self._has_msgstr = False
        self._is_skipping = False

    def read(self, row: int, line: str) -> None:
        if line.startswith(OBSOLETE) or not line:
            return
        if line.startswith("#"):
            self._close()
            self._comments.append(line)
            return
        found = LINE.fullmatch(line)
        if found is None:
            self._skip_entry(
                row, f'expected a line such as msgid "Coins" or msgstr "Münzen", not {line}'
            )
            return
        quoted = re.sub(r"\\(.)", lambda sign: ESCAPED.get(sign[1], sign[1]), found[2])
        match found[1]:
            case None:
                self._add(row, quoted)
            case "msgid":
                self._close()
                self._open = PoEntry(quoted, "", tuple(self._comments), row)
                self._comments = []
            case "msgstr":
                self._start_msgstr(row, quoted)
            case keyword:
                self._skip_entry(row, f"'{keyword}' is not used here, only msgid and msgstr")

    def _start_msgstr(self, row: int, quoted: str) -> None:
        if self._open is None or self._has_msgstr:
            self._skip_entry(row, "this msgstr has no msgid before it")
        else:
            self._has_msgstr = True
            self._add(row, quoted)

    def _add(self, row: int, more: str) -> None:
        if self._open is None:
            self._skip_entry(row, "this text has no msgid or msgstr before it")
        elif self._has_msgstr:
            self._open = replace(self._open, translation=self._open.translation + more)
        else:
            self._open = replace(self._open, text=self._open.text + more)

    def _skip_entry(self, row: int, message: str) -> None:
        if not self._is_skipping:
            self._fault(row, message)
        self._open, self._is_skipping = None, True

    def _close(self) -> None:
        entry, has_msgstr = self._open, self._has_msgstr
        self._open, self._has_msgstr, self._is_skipping = None, False, False
        if entry is None:
            return
        if not has_msgstr:
            self._fault(entry.row, "this msgid has no msgstr after it")
        elif entry.text in self._entries:
            before = self._entries[entry.text].row
            self._fault(entry.row, f"this text is already in row {before}")
        else:
            self._entries[entry.text] = entry

    def done(self) -> tuple[PoEntry, ...]:
        self._close()
        return tuple(self._entries.values())

    def _fault(self, row: int, message: str) -> None:
        self._findings.error(Location(self._file, row), message)


def _entry_text(entry: PoEntry) -> str:
    translation = _quoted(entry.translation)
    if not entry.text:
        lines = map(_quoted, entry.translation.splitlines(keepends=True))
        translation = "\n".join(['""', *lines])
    return "".join(
        f"{line}\n"
        for line in (*entry.comments, f"msgid {_quoted(entry.text)}", f"msgstr {translation}")
    )


def _quoted(text: str) -> str:
    for sign, escaped in (
        ("\\", "\\\\"),
        ('"', '\\"'),
        ("\n", "\\n"),
        ("\t", "\\t"),
        ("\r", "\\r"),
    ):
        text = text.replace(sign, escaped)
    return f'"{text}"'
