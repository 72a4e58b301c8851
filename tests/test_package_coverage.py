from __future__ import annotations

from tests.package_coverage import Counts, count_packages, package_of, table

SUMMARY = {"num_statements": 10, "covered_lines": 9, "num_branches": 4, "covered_branches": 1}
EMPTY = {"num_statements": 2, "covered_lines": 2, "num_branches": 0, "covered_branches": 0}


def test_packages_are_two_levels_deep() -> None:
    """Files belong to a package of the second level, on Windows too."""
    assert package_of("companion/web/api/serve.py") == "companion/web"
    assert package_of("printgen\\draw\\text.py") == "printgen/draw"
    assert package_of("printgen/frame.py") == "printgen"


def test_counts_are_added_up() -> None:
    """A package has the sum of its files, and the last row the sum of all."""
    files = {"printgen/draw/a.py": {"summary": SUMMARY}, "printgen/draw/b.py": {"summary": EMPTY}}
    files["printgen/frame.py"] = {"summary": EMPTY}
    counts = count_packages(files)
    assert list(counts) == ["printgen/draw", "printgen", "total"]
    assert counts["printgen/draw"] == Counts(12, 11, 4, 1)
    assert counts["total"] == Counts(14, 13, 4, 1)
    rows = list(table(counts))
    assert rows[1].split() == ["printgen/draw", "91.7%", "12", "25.0%", "4"]
    assert rows[2].split() == ["printgen", "100.0%", "2", "–", "0"]
