"""The `printgen` command.

Must not do the work itself; it parses options, calls the layers below and prints.
"""

from __future__ import annotations

import click

from printgen.cli.commands.checks import check, stats
from printgen.cli.commands.designing import fetch, new, watch
from printgen.cli.commands.editions import diff, printed
from printgen.cli.commands.exports import export
from printgen.cli.commands.listings import columns, fonts, layouts, list_command, schema
from printgen.cli.commands.printing import build, calibrate, layout


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="paperboat")
def printgen() -> None:
    """Turn folders of game data into sheets to print, cut and fold at home."""


for command in (
    list_command,
    layouts,
    columns,
    fonts,
    schema,
    build,
    layout,
    calibrate,
    check,
    stats,
    printed,
    diff,
    new,
    fetch,
    watch,
    export,
):
    printgen.add_command(command)
