"""Takes the text of a gettext file, gives its entries with all faults, and the text again.

What is edited is what is said, so every line is checked and every fault told with its row.
babel's reader, which reads the program's own catalogues, stops at the first and misses lost quotes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from printgen.errors import Findings, Place

LINE: Final = re.compile(r'(?:([\w\[\]]+)\s+)?"((?:[^"\\]|\\.)*)"')
ESCAPED: Final = {"n": "\n", "t": "\t", "r": "\r"}
FUZZY: Final = re.compile(r"#,.*\bfuzzy\b")
# Entries that a program has set aside, and what it has replaced.
OLD: Final = ("#~", "#|")


class Entry(Struct, frozen=True):
    """A text and its translation; `comments` are lines as they stand. The first entry of a file
    may be its head, whose text is empty."""

    text: str
    words: str = ""
    comments: tuple[str, ...] = ()
    row: int = 0

    @property
    def says(self) -> bool:
        """Whether it is translated: what is marked as fuzzy is a guess."""
        return bool(self.words) and not any(FUZZY.match(line) for line in self.comments)


def read_entries(text: str, file: str, findings: Findings) -> tuple[Entry, ...]:
    reader = _Reader(file, findings)
    for row, line in enumerate(text.split("\n"), start=1):
        reader.read(row, line.strip())
    return reader.done()


def write_entries(entries: Iterable[Entry]) -> str:
    """Every text in one line, however long, but the head line by line."""
    return "\n".join(_written(entry) for entry in entries)


class _Reader:
    """Goes down a file line by line. After a line that cannot be read the rest of its entry is
    passed over: one mistake is told once."""

    def __init__(self, file: str, findings: Findings) -> None:
        self._file = file
        self._findings = findings
        self._entries: dict[str, Entry] = {}
        self._comments: list[str] = []
        self._open: Entry | None = None
        self._said = False
        self._lost = False

    def read(self, row: int, line: str) -> None:
        if line.startswith(OLD) or not line:
            return
        if line.startswith("#"):
            self._close()
            self._comments.append(line)
            return
        found = LINE.fullmatch(line)
        if found is None:
            self._lose(row, f'this is no line such as msgid "Coins" or msgstr "Münzen": {line}')
            return
        quoted = re.sub(r"\\(.)", lambda sign: ESCAPED.get(sign[1], sign[1]), found[2])
        match found[1]:
            case None:
                self._add(row, quoted)
            case "msgid":
                self._close()
                self._open = Entry(quoted, "", tuple(self._comments), row)
                self._comments = []
            case "msgstr":
                self._say(row, quoted)
            case keyword:
                self._lose(row, f"'{keyword}' is not used here, only msgid and msgstr")

    def _say(self, row: int, quoted: str) -> None:
        if self._open is None or self._said:
            self._lose(row, "this msgstr has no msgid before it")
        else:
            self._said = True
            self._add(row, quoted)

    def _add(self, row: int, more: str) -> None:
        if self._open is None:
            self._lose(row, "this line belongs to no msgid or msgstr")
        elif self._said:
            self._open = replace(self._open, words=self._open.words + more)
        else:
            self._open = replace(self._open, text=self._open.text + more)

    def _lose(self, row: int, message: str) -> None:
        if not self._lost:
            self._fault(row, message)
        self._open, self._lost = None, True

    def _close(self) -> None:
        entry, said = self._open, self._said
        self._open, self._said, self._lost = None, False, False
        if entry is None:
            return
        if not said:
            self._fault(entry.row, "this msgid has no msgstr after it")
        elif entry.text in self._entries:
            before = self._entries[entry.text].row
            self._fault(entry.row, f"this text is already in row {before}")
        else:
            self._entries[entry.text] = entry

    def done(self) -> tuple[Entry, ...]:
        self._close()
        return tuple(self._entries.values())

    def _fault(self, row: int, message: str) -> None:
        self._findings.error(Place(self._file, row), message)


def _written(entry: Entry) -> str:
    words = _quoted(entry.words)
    if not entry.text:
        lines = map(_quoted, entry.words.splitlines(keepends=True))
        words = "\n".join(['""', *lines])
    return "".join(
        f"{line}\n" for line in (*entry.comments, f"msgid {_quoted(entry.text)}", f"msgstr {words}")
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
