"""Printer profiles and papers: read, stored, applied."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from msgspec.structs import replace

from printgen.catalog.builtin import builtin_templates
from printgen.catalog.papers import Paper, choose_paper, load_papers
from printgen.catalog.printers import (
    Duplex,
    Margins,
    Profile,
    checked_profile,
    known_profiles,
    load_profile,
    save_profile,
)
from printgen.errors import CallError, DataError
from printgen.frame import Group
from printgen.geometry import IDENTITY, apply, multiply
from printgen.sheet.arrange import arrange
from printgen.sheet.compose import compose
from printgen.sheet.correction import correction, live_area, profile_for
from tests.sheet.samples import A4, LABEL, PLAIN, PROFILES, cards, printer

CROOKED = Profile("inkjet", 1.01, 0.995, 1.5, -0.75, 0.25, Margins(3, 4, 12.5, 4))


def test_a_stored_profile_comes_back(tmp_path: Path) -> None:
    """A stored profile is read back unchanged."""
    save_profile(CROOKED, tmp_path / "new")
    assert load_profile("inkjet", tmp_path / "new") == CROOKED
    assert known_profiles(tmp_path / "new") == ("inkjet",)


def test_the_edge_is_stored(tmp_path: Path) -> None:
    """A profile stores its edge; for the other edge its shift is reversed."""
    save_profile(replace(CROOKED, name="attic", flip=Duplex.SHORT), tmp_path)
    stored = load_profile("attic", tmp_path)
    assert stored.flip is Duplex.SHORT
    assert profile_for(stored, Duplex.SHORT) is stored
    other = profile_for(stored, Duplex.LONG)
    assert (other.back_dx, other.back_dy) == (-stored.back_dx, -stored.back_dy)
    assert other.back_angle == stored.back_angle


def test_an_old_profile_loads(tmp_path: Path) -> None:
    """A profile stored without an edge is used unchanged for either edge."""
    (tmp_path / "old.yaml").write_text("back_dx: 0.4\nback_dy: -0.2\n", encoding="utf-8")
    old = load_profile("old", tmp_path)
    assert old.flip is None
    assert profile_for(old, Duplex.LONG) == profile_for(old, Duplex.SHORT) == old


def test_none_is_the_perfect_printer(tmp_path: Path) -> None:
    """'none' needs no file and corrects nothing."""
    assert load_profile("none", tmp_path) == PLAIN
    assert correction(PLAIN, A4, back=True) == IDENTITY


def test_an_unknown_profile_lists_the_known_ones(tmp_path: Path) -> None:
    """An unknown name is reported with the known names."""
    save_profile(CROOKED, tmp_path)
    with pytest.raises(CallError, match=r"'laserjet'.*inkjet"):
        load_profile("laserjet", tmp_path)
    with pytest.raises(CallError, match=r"'kitchen'.*known: inkjet, none"):
        load_profile("kitchen", tmp_path)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("scale_x: 2", "scale_x"),
        ("back_dy: 11", "back_dy"),
        ("back_angle: six", "back_angle"),
        ("bakc_dx: 1", "did you mean 'back_dx'"),
        ("margins: {top: -1}", "top"),
    ],
)
def test_a_wrong_profile_file_is_explained(tmp_path: Path, text: str, message: str) -> None:
    """An implausible value or a misspelt key is reported with its file."""
    (tmp_path / "odd.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(DataError, match=message) as caught:
        load_profile("odd", tmp_path)
    assert "odd.yaml, row 1" in str(caught.value)


@pytest.mark.parametrize(
    "profile",
    [
        Profile("p", scale_x=0.5),
        Profile("p", scale_y=float("nan")),
        Profile("p", back_dx=-10.5),
        Profile("p", back_angle=5.1),
        Profile("p", margins=Margins(bottom=-1)),
        Profile("../p"),
        Profile("none"),
        Profile(""),
    ],
)
def test_only_sound_profiles_are_stored(tmp_path: Path, profile: Profile) -> None:
    """Nothing is written for a profile that could not be used or named."""
    with pytest.raises(CallError):
        save_profile(profile, tmp_path)
    assert not list(tmp_path.iterdir())


def test_all_wrong_values_are_named_at_once() -> None:
    """A profile with two wrong values reports both."""
    with pytest.raises(CallError, match=r"scale_x.*back_angle"):
        checked_profile(Profile("p", scale_x=3, back_angle=90))


@given(PROFILES)
def test_the_correction_undoes_the_printer(profile: Profile) -> None:
    """Correction and printer errors cancel out."""
    for back in (False, True):
        whole = multiply(printer(profile, A4, back=back), correction(profile, A4, back=back))
        for x, y in ((0.0, 0.0), (210.0, 0.0), (33.0, 290.0)):
            assert apply(whole, x, y) == pytest.approx((x, y), abs=1e-6)


def test_a_page_is_corrected_as_one() -> None:
    """The correction applies to the whole page, marks included; backs have their own."""
    front, back = compose(arrange(cards(63, 88, 2), A4, Duplex.LONG, CROOKED), LABEL)
    for page, is_back in ((front, False), (back, True)):
        [group] = page.frame.items
        assert isinstance(group, Group)
        assert group.matrix == page.correction == correction(CROOKED, A4, back=is_back)
    assert front.correction != back.correction


def test_a_fold_sheet_is_never_shifted() -> None:
    """A folded sheet is printed on one side, so only its scale is corrected."""
    [page] = compose(arrange(cards(63, 88, 2), A4, Duplex.FOLD, CROOKED), LABEL)
    assert page.correction == correction(CROOKED, A4, back=False)


def test_a_page_without_room_is_refused() -> None:
    """Margins that leave nothing are an error, not an empty page."""
    with pytest.raises(CallError, match="leaves no printable area"):
        live_area(Paper("slip", 60, 60), Profile(margins=Margins(30, 30, 30, 30)), Duplex.NONE)


def test_a_slip_has_no_room_for_its_label() -> None:
    """A paper too small for the 100 mm bar is an error."""
    with pytest.raises(CallError, match="too small for the 100 mm bar"):
        arrange(cards(20, 20, 1), Paper("slip", 100, 150), Duplex.NONE, PLAIN)


def test_the_papers_that_come_along() -> None:
    """A4, Letter and A3 have their sizes; the case of their names does not matter."""
    papers = load_papers(builtin_templates())
    assert choose_paper("A4", papers) == A4
    assert choose_paper("letter", papers) == Paper("letter", 215.9, 279.4)
    assert choose_paper("a3", papers) == Paper("a3", 297, 420)


def test_an_unknown_paper_is_answered_with_the_known() -> None:
    """A misspelt paper gets a suggestion."""
    with pytest.raises(CallError, match=r"'leter' \(did you mean 'letter'\?\)"):
        choose_paper("leter", load_papers(builtin_templates()))


def test_wrong_papers_are_explained(tmp_path: Path) -> None:
    """A paper without a size, or on its side, is named with its row; all are named at once."""
    (tmp_path / "papers.yaml").write_text(
        "wide: {width: 300, height: 200}\nhalf: {width: 100}\n", encoding="utf-8"
    )
    with pytest.raises(DataError) as caught:
        load_papers(tmp_path)
    assert "'wide' is wider than it is high" in str(caught.value)
    assert "height" in str(caught.value)
    assert len(caught.value.findings) == 2
