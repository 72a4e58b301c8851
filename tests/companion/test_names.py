"""Player names: any readable text in any script, but nothing that misleads."""

from __future__ import annotations

import pytest

from companion.table.names import is_readable, looks_like


@pytest.mark.parametrize(
    "name",
    ["Ann", "Žofie-Anna", "李小龙", "שלום", "O'Neil 2", "👩\u200d🚀", "می\u200cخوام", "!", "☺️"],
)
def test_names_that_people_have(name: str) -> None:
    """Ordinary names in any script, and emoji, are accepted unchanged."""
    assert is_readable(name)


@pytest.mark.parametrize(
    "name",
    [
        "",
        " ",
        "\u200b",
        "\u3164",
        "\u2800",
        "a\u202eb",
        "a\u2066b",
        "a\nb",
        "a\x85b",
        "a\0",
        "\u0301",
        "\u2028x",
        "x" * 25,
        "\u200d",
        "a\ufeff",
        "\ue000x",
    ],
)
def test_names_that_nobody_can_read(name: str) -> None:
    """Names that look empty or reorder the text around them are refused."""
    assert not is_readable(name)


@pytest.mark.parametrize(
    ("name", "other", "alike"),
    [
        ("Ann", "ANN", True),
        ("Ann", "Ａｎｎ", True),
        ("Ann", "An\u200dn", True),
        ("Straße", "STRASSE", True),
        ("e\u0301", "é", True),
        ("Ann", "Anna", False),
    ],
)
def test_names_that_look_alike(name: str, other: str, alike: bool) -> None:
    """A name that looks like another player's is refused."""
    assert looks_like(name, other) is alike
