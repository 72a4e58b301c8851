"""The workload is what the benchmark's report says."""

from __future__ import annotations

from . import folder, report, workload


def test_workload_repeats_itself() -> None:
    """Every call returns the same data, so that results can be compared."""
    assert workload.w1_data() == workload.w1_data()
    assert workload.w2_data() == workload.w2_data()


def test_deck_has_540_different_cards_of_thirty_words() -> None:
    """All cards differ, so that no tool can save work."""
    deck = workload.cards()
    assert len(deck) == len({card["title"] for card in deck}) == workload.CARDS
    assert len({card["text"] for card in deck}) == workload.CARDS
    assert {len(card["text"].split()) for card in deck} == {workload.WORDS_PER_TEXT}
    assert {card["suit"] for card in deck} == set(workload.SUITS)


def test_the_arabic_deck_has_as_much_text() -> None:
    """Each English word is an Arabic one, and nothing else changes."""
    for latin, arabic in zip(workload.cards(), workload.arabic_cards(), strict=True):
        for key in ("title", "suit", "text"):
            assert len(arabic[key].split()) == len(latin[key].split())
            assert not any("a" <= letter <= "z" for letter in arabic[key])
        assert arabic["text"].endswith(".")
        assert {**arabic, "title": "", "suit": "", "text": ""} == {
            **latin,
            "title": "",
            "suit": "",
            "text": "",
        }


def test_icons_are_six_shapes_of_twenty_segments_in_their_square() -> None:
    """An icon is as heavy as described and stays inside its box."""
    shapes = workload.icons()
    assert len(shapes) == 6
    for points in shapes.values():
        assert len(set(points)) == workload.ICON_POINTS
        assert all(0 <= length <= workload.ICON_SIZE for point in points for length in point)


def test_no_tile_is_another_one_turned() -> None:
    """The tiles are eighty different ones."""
    tiles = [tuple(tile[f"s{side}"] for side in range(6)) for tile in workload.tiles()]
    turned = {min(edges[turn:] + edges[:turn] for turn in range(6)) for edges in tiles}
    assert len(tiles) == len(turned) == workload.TILES


def test_tables_hold_the_columns_that_the_game_declares() -> None:
    """Printgen is given exactly what the other tools are given."""
    assert set(workload.cards()[0]) == set(folder.CARD_COLUMNS)
    assert set(workload.tiles()[0]) == set(folder.TILE_COLUMNS)


def _row(name: str, seconds: float, pages: int = 120) -> report.Row:
    return report.Row("w1", name, "", seconds, seconds, seconds, seconds, 50.0, 0.3, pages, runs=7)


def test_verdicts_tell_met_from_missed() -> None:
    """A missed target is reported as missed, and a tie with typst as a tie."""
    rows = [_row("printgen", 0.5), _row("floor", 0.3), _row("typst", 0.45), _row("protograf", 60)]
    met = {each.aim: each.met for each in report.verdicts(rows)}
    assert met == {
        "time at most 1.5 × floor": "NO",
        "time at most 1.0 × typst": "yes, within noise",
        "100 × faster than protograf": "yes",
        "memory under 100 MB": "yes",
        "file under 0.4 MB": "yes",
    }


def test_unequal_work_is_named() -> None:
    """A comparison of different amounts of work is marked as such."""
    assert list(report.unequal_work([_row("printgen", 1), _row("floor", 1)])) == []
    (note,) = report.unequal_work([_row("printgen", 1, pages=121), _row("floor", 1)])
    assert "printgen 121, floor 120" in note
