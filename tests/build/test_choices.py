"""What the command offers to print less, more, or something else than every piece once."""

from __future__ import annotations

from pathlib import Path

import pypdf
import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from printgen.build.produce import produce
from printgen.build.request import Request, Sleeves, Unit
from printgen.catalog.builtin import builtin_templates
from printgen.catalog.printers import Duplex
from printgen.cli import printgen
from printgen.cli.options import PageRange, SleeveSize
from printgen.errors import CallError
from printgen.frame import Use
from printgen.sheet.arrange import arrange
from printgen.sheet.compose import compose
from printgen.sheet.packing.plan import arrange_packed
from tests.sheet.samples import A4, LABEL, LETTER, PLAIN, cards, coins, walk
from tests.support import write_game

CARD = """
size: [63.5, 88.9]
bleed: 3
elements:
  - rectangle: [0, 0, 63.5, 88.9]
    ground: blue
"""


@pytest.fixture
def request_for(tmp_path: Path) -> Request:
    rows = "id,word,number\n" + "".join(f"c{i},one,1\n" for i in range(9))
    write_game(tmp_path, CARD, rows, more="back: thing")
    return Request(tmp_path / "cards", builtin_templates(), tmp_path / "out", tmp_path)


def built(request: Request) -> tuple[str, pypdf.PdfReader]:
    made = produce(Unit("sampler", ("things",), "things", ("pdf",)), request)
    (name,) = made.files
    reader = pypdf.PdfReader(request.out / "sampler" / name)
    assert len(reader.pages) == made.pages
    return name, reader


@pytest.mark.parametrize("paper", [A4, LETTER])
@pytest.mark.parametrize("size", [(63.0, 88.0), (63.5, 88.9)])
def test_nine_poker_cards_fit_without_bleed(paper: object, size: tuple[float, float]) -> None:
    """Without bleed, nine poker cards fit on a sheet, alone and packed, and touch each other."""
    run = replace(cards(*size, 9), max_bleed=0.0)
    alone = arrange(run, paper, Duplex.LONG, PLAIN)  # type: ignore[arg-type]
    (packed,) = arrange_packed([run], "card", paper, Duplex.LONG, PLAIN).plans  # type: ignore[arg-type]
    for plan in (alone, packed):
        assert [len(side.slots) for side in plan.sides] == [9, 9]
        slots = sorted(plan.sides[0].slots, key=lambda slot: (round(slot.y), slot.x))
        assert slots[1].x == pytest.approx(slots[0].x + slots[0].width)


def test_discs_without_bleed_stay_round() -> None:
    """A disc's art ends at its cut: its neighbour's begins there."""
    run = replace(coins(20, 4, 2), max_bleed=0.0)
    (plan,) = arrange_packed([run], "card", A4, Duplex.NONE, PLAIN).plans
    page = compose(plan, LABEL)[0]
    shown = [item for item, _ in walk(page.frame.items) if isinstance(item, Use)]
    assert len(shown) == 4
    assert all(box[2:] == pytest.approx((20, 20)) for box in page.bleed_boxes)


def test_a_half_used_sheet_is_used_up() -> None:
    """`start` leaves the first places of the first sheet empty, backs included; it must be a place
    of a sheet."""
    whole = arrange(cards(63, 88, 8), A4, Duplex.LONG, PLAIN).sides[0].slots
    plan = arrange(replace(cards(63, 88, 7), skip=3), A4, Duplex.LONG, PLAIN)
    assert [len(side.slots) for side in plan.sides] == [5, 5, 2, 2]
    assert [slot.box for slot in plan.sides[0].slots] == [slot.box for slot in whole[3:]]
    assert [slot.piece for side in plan.sides[::2] for slot in side.slots] == list(range(7))
    with pytest.raises(CallError, match="has 8 places"):
        arrange(replace(cards(63, 88, 7), skip=8), A4, Duplex.LONG, PLAIN)


def test_sleeves_take_fronts(request_for: Request) -> None:
    """Cards of the sleeves' size are printed on one side without bleed, made to fit; with backs, as
    slips of their own."""
    name, reader = built(replace(request_for, sleeves=Sleeves(63.5, 88.0)))
    assert name == "sampler-things-a4-one-sided-sleeves-63.5x88.pdf"
    assert len(reader.pages) == 1
    assert len(built(replace(request_for, sleeves=Sleeves(63.5, 88.0, backs=True)))[1].pages) == 2
    assert len(built(replace(request_for, sleeves=Sleeves(44, 68)))[1].pages) == 4


def test_copies_and_pages(request_for: Request) -> None:
    """Every piece is printed so many times; of the pages only those asked for are written."""
    name, reader = built(replace(request_for, copies=4))
    assert name == "sampler-things-a4-duplex-x4.pdf"
    assert len(reader.pages) == 10
    name, reader = built(replace(request_for, copies=4, pages=(3, 5)))
    assert name == "sampler-things-a4-duplex-x4-pages-3-5.pdf"
    assert [("front" in p.extract_text()) for p in reader.pages] == [True, False, True]
    with pytest.raises(CallError, match="at most"):
        built(replace(request_for, copies=2000))


@pytest.mark.parametrize("text", ["0", "5-3", "a", "3-", "-2", "1-2-3", "²", "999999"])
def test_bad_page_ranges_are_refused(text: str) -> None:
    """Only pages that a document can have are taken."""
    with pytest.raises(Exception, match="page"):
        PageRange().convert(text, None, None)


@pytest.mark.parametrize("text", ["63.5", "0x88", "x", "63.5x88+front", "63,5x88", "٣x٤"])
def test_bad_sleeve_sizes_are_refused(text: str) -> None:
    """Only two sizes in mm are taken."""
    with pytest.raises(Exception, match="size in mm"):
        SleeveSize().convert(text, None, None)


def test_good_values_are_read() -> None:
    """Both `3` and `3-5`, both `x` and `×`."""
    assert PageRange().convert("3", None, None) == (3, 3)
    assert PageRange().convert("3-5", None, None) == (3, 5)
    assert SleeveSize().convert("63.5×88+backs", None, None) == Sleeves(63.5, 88, backs=True)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--start", "4"], "add --component"),
        (["--copies", "2", "--for", "mpc"], "printing at home"),
        (["--bleed", "-1"], "-1"),
    ],
)
def test_options_that_make_no_sense_are_refused(
    request_for: Request, options: list[str], message: str
) -> None:
    """Nothing is built, and one line says why."""
    arguments = ["build", "--cards", str(request_for.cards), "--out", str(request_for.out)]
    done = CliRunner().invoke(printgen, [*arguments, *options])
    assert done.exit_code == 2
    assert message in done.output
    assert not request_for.out.exists()
