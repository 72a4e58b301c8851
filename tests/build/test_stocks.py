"""Components whose stock has a weight in common are printed on the same sheets."""

from __future__ import annotations

import pytest

from printgen.build.stocks import Stock, parse_stock, shared_stocks


@pytest.mark.parametrize(
    ("text", "stock"),
    [
        ("card 200–250 g", Stock("card", 200, 250)),
        ("card 200-250 g on thick board", Stock("card", 200, 250)),
        ("paper 80 g", Stock("paper", 80, 80)),
        ("Karton 250–300 g, oder auf Pappe", Stock("Karton", 250, 300)),
        ("vellum", Stock("vellum")),
        ("", Stock("")),
    ],
)
def test_a_stock_is_a_material_and_its_weights(text: str, stock: Stock) -> None:
    """What is glued on board afterwards is printed on the same stock; other words are kept."""
    assert parse_stock(text) == stock


def test_a_material_is_called_as_it_is_first() -> None:
    """A name with a capital means the same stock, and German nouns keep theirs."""
    chosen = shared_stocks(["Karton 200–250 g", "karton 250 g"])
    assert [stock.title for stock in chosen.values()] == ["Karton 250 g"] * 2


def test_weights_in_common_are_shared() -> None:
    """Each component is printed on a weight that it allows, on as few stocks as possible."""
    texts = ["card 160–250 g", "card 160–200 g", "card 200–250 g", "card 250–300 g", "paper 80 g"]
    chosen = shared_stocks([*texts, "vellum"])
    assert [stock.title for stock in dict.fromkeys(chosen.values())] == [
        "card 200 g",
        "card 250–300 g",
        "paper 80 g",
        "vellum",
    ]
    for text, stock in chosen.items():
        own = parse_stock(text)
        assert own.low <= stock.low <= stock.high <= own.high
    assert [stock.slug for stock in (chosen["card 250–300 g"], Stock("Ye olde/…"), Stock(""))] == [
        "card-250-300g",
        "ye-olde",
        "",
    ]
