"""What the cover of a booklet says about the game."""

from __future__ import annotations

import pytest

from printgen.catalog.translations.own import own_words
from printgen.draw.story.cover import facts


@pytest.mark.parametrize("age", ["10", "10+", "10 +"])
def test_the_age_has_one_plus(age: str) -> None:
    """An age is printed with one plus sign, also if the data has one."""
    assert facts((2, 4), age, "30", own_words("en")) == ("2–4 players", "age 10+", "30 min")
