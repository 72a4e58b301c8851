"""Read the commands and examples that the documents show."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from msgspec import Struct

ROOT: Final = Path(__file__).parent.parent.parent
BLOCK: Final = re.compile(
    r"^```(?:\{code-block\} )?(\w*)\n(?::caption: ([^\n]+)\n\n)?(.*?)^```$",
    re.MULTILINE | re.DOTALL,
)
CODE: Final = re.compile(r"`([^`\n]+)`")
PROGRAMS: Final = ("printgen", "companion")


class Block(Struct, frozen=True):
    """`caption` names the file that a block shows or changes."""

    language: str
    caption: str
    text: str


class Command(Struct, frozen=True):
    arguments: tuple[str, ...]
    output: tuple[str, ...] = ()


def blocks(text: str) -> list[Block]:
    return [Block(language, caption, body) for language, caption, body in BLOCK.findall(text)]


def console(text: str) -> list[Command]:
    """Return the commands of a console block, each with the lines shown below it."""
    commands: list[Command] = []
    for line in text.splitlines():
        if line.startswith("$ "):
            commands.append(Command(tuple(shlex.split(line[2:]))))
        else:
            last = commands.pop()
            commands.append(Command(last.arguments, (*last.output, line)))
    return commands


def shown_commands(text: str) -> Iterator[str]:
    """Yield every command line of a document, in blocks and within sentences."""
    for block in blocks(text):
        for line in block.text.splitlines():
            command = line.removeprefix("$ ").strip()
            if command.startswith(tuple(f"{name} " for name in PROGRAMS)):
                yield re.sub(r"\s{2,}.*|\s# .*", "", command)
    for code in CODE.findall(BLOCK.sub("", text)):
        if code.startswith(tuple(f"{name} " for name in PROGRAMS)):
            yield code
