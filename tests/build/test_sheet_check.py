"""Packed sheets that would print badly are found."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from printgen.build.sheet_check import check_plan
from printgen.catalog.printers import Duplex, Margins, Profile
from printgen.sheet.model import Plan, Side
from printgen.sheet.packing.plan import arrange_packed
from tests.sheet.samples import A4, LABEL, PLAIN, cards, coins


def sheet(duplex: Duplex = Duplex.LONG) -> Plan:
    """Return a sheet of cards and coins with their backs."""
    runs = [cards(63, 88, 2), coins(20, 3, 2)]
    (plan,) = arrange_packed(runs, "card", A4, duplex, PLAIN).plans
    return plan


def moved(side: Side, index: int, dx: float, turn: int = 0) -> Side:
    slot = side.slots[index]
    slots = list(side.slots)
    slots[index] = replace(slot, x=slot.x + dx, turn=(slot.turn + turn) % 360)
    return replace(side, slots=tuple(slots))


def with_sides(plan: Plan, *sides: Side) -> Plan:
    return replace(plan, sides=sides)


@pytest.mark.parametrize("duplex", list(Duplex))
def test_a_good_sheet_has_no_findings(duplex: Duplex) -> None:
    """What the packer plans can be printed and cut in every duplex mode."""
    assert list(check_plan(sheet(duplex), LABEL)) == []


FAULTS: dict[str, tuple[Callable[[Plan], Plan], str]] = {
    "back": (
        lambda plan: with_sides(plan, plan.sides[0], moved(plan.sides[1], 0, 0.3)),
        "does not have its back behind it, but 0.3 mm off (a sheet of 'card' on a4)",
    ),
    "turned back": (
        lambda plan: with_sides(plan, plan.sides[0], moved(plan.sides[1], 0, 0.0, 180)),
        "does not have its back behind it",
    ),
    "no back": (
        lambda plan: with_sides(
            plan, plan.sides[0], replace(plan.sides[1], slots=plan.sides[1].slots[1:])
        ),
        "has no back",
    ),
    "overlap": (
        lambda plan: with_sides(plan, moved(plan.sides[0], 1, -10.0), plan.sides[1]),
        "overlaps",
    ),
    "missing cut": (
        lambda plan: with_sides(plan, replace(plan.sides[0], cuts=()), plan.sides[1]),
        "is not cut off from its neighbours by a line (sheet 1 of 'card' on a4)",
    ),
    "short cut": (
        lambda plan: with_sides(
            plan,
            replace(
                plan.sides[0],
                cuts=tuple(
                    (x1, y1, (x1 + x2) / 2, (y1 + y2) / 2) for x1, y1, x2, y2 in plan.sides[0].cuts
                ),
            ),
            plan.sides[1],
        ),
        "is not cut off from its neighbours by a line",
    ),
    "marks": (
        lambda plan: with_sides(
            plan,
            replace(
                plan.sides[0],
                blocks=tuple(
                    replace(
                        block,
                        box=(
                            block.box[0] + 2,
                            block.box[1] + 2,
                            block.box[2] - 4,
                            block.box[3] - 4,
                        ),
                    )
                    for block in plan.sides[0].blocks
                ),
            ),
            plan.sides[1],
        ),
        "has no room for cut marks",
    ),
    "margins": (
        lambda plan: replace(plan, profile=Profile("old", margins=Margins(left=40))),
        "outside what printer 'old' prints (sheet 1 of 'card' on a4)",
    ),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_bad_sheet_is_found(name: str) -> None:
    """Pieces outside the printable area, over each other, without a cut or mark, or with a back
    elsewhere are reported with their sheet."""
    spoil, message = FAULTS[name]
    found = [str(finding) for finding in check_plan(spoil(sheet()), LABEL)]
    assert any(message in line for line in found), found
