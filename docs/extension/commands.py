"""Describe the commands and their options, from click."""

from __future__ import annotations

import re
from collections.abc import Iterator
from inspect import cleandoc

import click

from companion.cli import main as companion
from docs.extension.tables import table
from printgen.cli import printgen


def describe_printgen() -> str:
    return "\n\n".join(_commands("printgen", printgen))


def describe_companion() -> str:
    context = click.Context(companion, info_name="companion")
    return "\n\n".join([*_command(companion, context), *_commands("companion", companion)])


def _commands(name: str, group: click.Group) -> Iterator[str]:
    parent = click.Context(group, info_name=name)
    for sub, command in sorted(group.commands.items()):
        if not command.hidden:
            yield f"## {name} {sub}"
            yield from _command(command, click.Context(command, info_name=sub, parent=parent))


def _command(command: click.Command, context: click.Context) -> Iterator[str]:
    yield cleandoc(command.help or "").replace("\b\n", "")
    yield f"```text\n{context.command_path} {' '.join(command.collect_usage_pieces(context))}\n```"
    records = [
        record
        for parameter in command.get_params(context)
        if (record := parameter.get_help_record(context)) is not None and record[1]
    ]
    yield table(("Option", "Meaning"), ((f"`{flags}`", _prose(text)) for flags, text in records))


def _prose(text: str) -> str:
    """Return an option's help with the default, which click puts in brackets, in parentheses."""
    return re.sub(r"\s*\[([^\[\]]*)\]$", r" (\1)", text).replace("<", "&lt;").replace("*", "\\*")
