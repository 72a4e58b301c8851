"""Count the taps of a journey on a phone, and print them as a table.

Touching a button, link, box or field is one tap; typing into a field is one more; a long press is
one tap.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Locator, Page, expect

from tests.browser.playing import tap

DOUBLE_TAP_MS = 400
# The finger is lifted in the page: a busy machine would lift it too late from here.
HOLD = """(plus, number) => new Promise((done) => {
  const field = plus.parentElement.querySelector("input");
  const options = { bubbles: true, isPrimary: true };
  const touch = (type) => plus.dispatchEvent(new PointerEvent(type, options));
  field.addEventListener("change", function lift() {
    if (Number(field.value) < number) return;
    field.removeEventListener("change", lift);
    touch("pointerup");
    done();
  });
  touch("pointerdown");
})"""


class TapCounter:
    """The taps of one journey, step by step."""

    def __init__(self, phone: Page, journey: str, most: int) -> None:
        self.phone = phone
        self.journey = journey
        self.most = most
        self.steps: dict[str, int] = {}
        self._step = ""

    @contextmanager
    def step(self, name: str) -> Iterator[None]:
        """Everything tapped inside belongs to this step."""
        self._step = name
        self.steps.setdefault(name, 0)
        yield

    @property
    def count(self) -> int:
        return sum(self.steps.values())

    def _add(self) -> None:
        self.steps[self._step] = self.steps.get(self._step, 0) + 1

    def tap(self, what: Locator) -> None:
        self._add()
        tap(what)

    def type(self, field: Locator, text: str) -> None:
        """Touch a field and type into it."""
        # Fields are scrolled to the same place of the screen: two taps there are one double tap.
        self.phone.wait_for_timeout(DOUBLE_TAP_MS)
        self.tap(field)
        self._add()
        self.phone.keyboard.type(text)

    def count_to(self, field: Locator, number: int) -> None:
        """Touch the + of a stepper: once for 1, and as long as it takes for more."""
        plus = field.locator("xpath=..").locator("[data-step='1']")
        if number == 1:
            self.tap(plus)
            return
        self._add()
        plus.scroll_into_view_if_needed()
        plus.evaluate(HOLD, number)
        expect(field).to_have_value(re.compile(rf"^{number}$"))

    def table(self) -> str:
        rows = [f"{self.journey}: {self.count} taps, at most {self.most}"]
        rows += [f"  {taps:>3}  {step}" for step, taps in self.steps.items()]
        return "\n".join(rows)
