"""Find faults of a page's accessibility with axe-core."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

# Only faults travel to Python: the list of what is right is long, and takes time to make.
RUN: Final = """rules => axe
  .run({ resultTypes: ["violations"], ...rules.length && { runOnly: rules } })
  .then(({ violations }) => violations.map(({ id, help, nodes }) =>
    [`${id}: ${help}`, ...nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`)]
      .join("\\n  ")))"""
IS_LOADED: Final = "() => 'axe' in window"


def faults(page: Page, rules: Sequence[str] = ()) -> list[str]:
    """The faults of a page as it is; by all rules unless some are given."""
    if not page.evaluate(IS_LOADED):
        page.evaluate(AXE_SCRIPT)
    found: Any = page.evaluate(RUN, list(rules))
    return [f"{page.url} {fault}" for fault in found]


def faults_in_both_themes(page: Page) -> list[str]:
    """The faults in the light and then in the dark theme, which differ in their colours alone."""
    page.emulate_media(color_scheme="light")
    found = faults(page)
    page.emulate_media(color_scheme="dark")
    return found + faults(page, ["color-contrast"])
