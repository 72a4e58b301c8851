"""Count the cases that attack tests try, and report the sum."""

from __future__ import annotations

import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import pytest

PROPERTY: Final = "attack_cases"


class Cases:
    """Runs many cases in one test and goes on after a failure."""

    def __init__(self) -> None:
        self.tried = 0
        self.failures: list[str] = []

    @contextmanager
    def case(self, name: str) -> Iterator[None]:
        """Counts one case; an exception in its block makes it a failed one."""
        self.tried += 1
        try:
            yield
        except Exception:
            self.failures.append(f"{name}\n{traceback.format_exc(limit=-3)}")


@pytest.fixture
def cases() -> Cases:
    """Reports a test's cases: `with cases.case("a name"): …` for each. All are tried, then the
    test fails with those that failed."""
    return Cases()


@pytest.hookimpl(wrapper=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> Iterator[None]:
    # A test without the fixture is one case.
    result = yield
    counted = pyfuncitem.funcargs.get("cases")
    if isinstance(counted, Cases):
        failed = len(counted.failures)
        pyfuncitem.user_properties.append((PROPERTY, [counted.tried, failed]))
        if failed:
            listed = "\n".join(counted.failures)
            pytest.fail(f"{failed} of {counted.tried} cases failed:\n{listed}", pytrace=False)
    return result


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Also under pytest-xdist: the counts travel with the reports."""
    tried = failed = 0
    for outcome in ("passed", "failed", "error"):
        for report in terminalreporter.getreports(outcome):
            bad = outcome != "passed"
            if report.when != "call" and not bad:
                continue
            # A test that stopped before it was counted is one failed case.
            counts = dict(report.user_properties).get(PROPERTY, [1, int(bad)])
            tried += counts[0]
            failed += counts[1]
    terminalreporter.write_sep("=", f"{tried} cases tried, {failed} failed")
