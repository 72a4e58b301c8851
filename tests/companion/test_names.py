"""Names: anything that people can read, in any script, and nothing that fools them."""

from __future__ import annotations

import pytest

from companion.table.names import is_readable, looks_like


@pytest.mark.parametrize(
    "name",
    ["Ann", "Žofie-Anna", "李小龙", "שלום", "O'Neil 2", "👩\u200d🚀", "می\u200cخوام", "!", "☺️"],
)
def test_names_that_people_have(name: str) -> None:
    """This test ensures that nobody has to change their name, or their smiley."""
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
    """This test ensures that no name is empty to the eye, or turns the words around it."""
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
def test_who_is_taken_for_another(name: str, other: str, alike: bool) -> None:
    """This test ensures that nobody sits down as somebody who is there already."""
    assert looks_like(name, other) is alike
