"""Check the numbers of a deck against what game.yaml expects."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from printgen.catalog.model import Component, Expectation
from printgen.errors import Finding, did_you_mean
from printgen.stats.deck import count_values, describe_numbers, numbers_of
from printgen.stats.report import plain

ROUNDING: Final = 0.005
"""A mean is written with two decimals."""


def check_expectations(component: Component) -> Iterator[Finding]:
    for expected in component.expect:
        yield from _check(component, expected)


def _check(component: Component, expected: Expectation) -> Iterator[Finding]:
    found: float
    subject = f"the {expected.what} of '{expected.column}'"
    hint = ""
    if expected.is_measure:
        numbers = describe_numbers(expected.column, numbers_of(component, expected.column))
        if numbers is None:
            yield _finding(expected, f"{subject} cannot be told: the column is empty")
            return
        measures = {
            "mean": numbers.mean,
            "min": numbers.smallest,
            "max": numbers.largest,
            "sum": numbers.sum,
        }
        found = measures[expected.what]
    else:
        counts = count_values(component, expected.column)
        found = counts[expected.what]
        subject = f"the number of pieces with {expected.column} '{expected.what}'"
        if not found:
            hint = did_you_mean(expected.what, counts)
    if not expected.low - ROUNDING <= found <= expected.high + ROUNDING:
        yield _finding(expected, f"{subject} is {plain(found)}, not {_wanted(expected)}{hint}")


def _wanted(expected: Expectation) -> str:
    if expected.low == expected.high:
        return plain(expected.low)
    return f"{plain(expected.low)} to {plain(expected.high)}"


def _finding(expected: Expectation, message: str) -> Finding:
    return Finding(expected.place, message, "expectation")
