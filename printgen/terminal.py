"""Write text to the terminal without passing on control characters from files.

A file name, a cell or a record may hold escape sequences that recolour the terminal, rewrite lines
or set its title. Everything the commands print goes through `echo` or `echo_line`.
"""

from __future__ import annotations

import sys
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import click

from printgen.errors import CallError, DataError
from printgen.signals import Stopped

EXIT_DATA_ERROR: Final = 1
EXIT_USAGE_ERROR: Final = 2
EXIT_DIFFERENT: Final = 3

# Controls, lone surrogates (file names that are not UTF-8), and separators that break a line.
UNPRINTABLE: Final = frozenset({"Cc", "Cs", "Zl", "Zp"})
# Marks that reorder the text around them: a name could show as another one.
REORDERING: Final = frozenset(
    "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
)


def printable(text: str, keep: str = "") -> str:
    r"""Return the text with control characters written as `\u001b`, except for those in `keep`."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(_escaped(letter) if _is_control(letter, keep) else letter for letter in text)


def _is_control(letter: str, keep: str) -> bool:
    if letter in keep:
        return False
    return letter in REORDERING or unicodedata.category(letter) in UNPRINTABLE


def _escaped(letter: str) -> str:
    return f"\\u{ord(letter):04x}"


def echo(text: object, *, err: bool = False, nl: bool = True) -> None:
    """Print text that has its own line breaks."""
    click.echo(printable(str(text), keep="\n"), err=err, nl=nl)


def echo_line(text: object, *, err: bool = False) -> None:
    """Print one sentence on one line: a line break in a name cannot start another."""
    click.echo(printable(str(text)), err=err)


@contextmanager
def reporting_errors() -> Iterator[None]:
    """Turn exceptions into messages on the error stream and an exit code."""
    try:
        yield
    except DataError as fault:
        for finding in fault.findings:
            kind = "error" if finding.is_error else "warning"
            echo_line(f"{kind}: {finding}", err=True)
        errors = sum(finding.is_error for finding in fault.findings)
        echo_line(f"{errors} mistake{'s' if errors != 1 else ''} in the data.", err=True)
        sys.exit(EXIT_DATA_ERROR)
    except CallError as fault:
        echo_line(f"error: {fault}", err=True)
        sys.exit(EXIT_USAGE_ERROR)
    except Stopped:
        echo_line("stopped; finished files are kept, unfinished ones were removed.", err=True)
        raise
    except BrokenPipeError:  # the reader closed the pipe
        sys.exit(EXIT_DATA_ERROR)
    except MemoryError:
        echo_line("error: out of memory; try --jobs 1 or fewer pieces", err=True)
        sys.exit(EXIT_DATA_ERROR)
    except OSError as fault:
        echo_line(f"error: {fault.filename or 'a file'}: {fault.strerror or fault}", err=True)
        sys.exit(EXIT_USAGE_ERROR)
