"""The attack suite's own count of cases."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

pytest_plugins = ["pytester"]
SAMPLE = """
import pytest

def test_many(cases):
    for number in range(5):
        with cases.case(f"number {number}"):
            assert number != 3

def test_one():
    pass

@pytest.mark.long
def test_long():
    assert False
"""
OPTIONS = """
[pytest]
addopts = -m 'not long'
markers = long
"""


@pytest.mark.parametrize("workers", ["0", "2"])
@pytest.mark.parametrize(
    ("chosen", "sum_"), [((), "6 cases tried, 1 failed"), (("-m", ""), "7 cases tried, 2 failed")]
)
def test_every_case_is_counted(
    pytester: pytest.Pytester,
    monkeypatch: pytest.MonkeyPatch,
    workers: str,
    chosen: tuple[str, ...],
    sum_: str,
) -> None:
    """Failed cases don't stop the others, and the summary adds up all of them."""
    shutil.copy(Path(__file__).with_name("conftest.py"), pytester.path)
    pytester.makepyfile(SAMPLE)
    pytester.makefile(".ini", pytest=OPTIONS)
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    result = pytester.runpytest_subprocess("-p", "xdist.plugin", "-n", workers, *chosen)
    result.stdout.fnmatch_lines([f"*{sum_}*"])
    result.stdout.fnmatch_lines(["*1 of 5 cases failed*"])
