"""The worked examples of the River Dragons booklet agree with the referee."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from companion.games.river_dragons.planks import fits, supports, survey, why_blocked
from companion.games.river_dragons.plans import swallowers
from printgen.catalog.builtin import builtin_cards
from tests.games.rules.river_dragons_moves import ends
from tests.games.rules.river_dragons_positions import (
    BOX,
    allowed,
    moves,
    position,
    runner,
)


@cache
def blocks() -> list[dict[str, Any]]:
    text = Path(builtin_cards() / "river-dragons" / "rules.yaml").read_text(encoding="utf-8")
    made: list[dict[str, Any]] = yaml.safe_load(text)
    return made


def pictures(example: str) -> list[dict[str, Any]]:
    """The constants of an example's pictures."""
    (block,) = (block for block in blocks() if block.get("example") == example)
    return [picture["constants"] for picture in block["pictures"]]


def laid(shown: dict[str, Any], without: str = "") -> dict[str, tuple[str, str]]:
    return {name: (one, two) for name, one, two in shown["planks"] if name != without}


def standing(shown: dict[str, Any]) -> dict[str, str]:
    return dict(shown["runners"])


def river_figures() -> Iterator[dict[str, Any]]:
    for block in blocks():
        for picture in block.get("pictures", []):
            if picture.get("picture", "").startswith("figure-river"):
                yield picture["constants"]


def test_planks_in_figures_can_lie_there() -> None:
    """Every plank in a figure is long enough, and breaks no rule except the one that the figure
    explains."""
    for shown in river_figures():
        state = position({"pink": "jump", "black": "jump"}, planks=laid(shown))
        held = supports(BOX, state)
        for name, one, two in shown["planks"]:
            assert fits(BOX, name, held[one], held[two]), name
            under = {end for _, *both in shown["planks"] for end in both if end in BOX.islands}
            assert under <= set(shown["stones"])
            others = position({"pink": "jump", "black": "jump"}, planks=laid(shown, without=name))
            seen = survey(BOX, others)
            assert (
                one not in seen.supports
                or two not in seen.supports
                or (why_blocked(BOX.measures, seen, held[one], held[two]) is None)
                is (not shown["barred"])
            ), name


def test_barred_planks() -> None:
    """One plank would cross another, and one would be the fourth on its stone."""
    reasons = []
    for shown in pictures("Two planks that may not be laid"):
        (barred,) = shown["barred"]
        state = position({"pink": "jump", "black": "jump"}, planks=laid(shown, without=barred))
        held = supports(BOX, position({"pink": "jump", "black": "jump"}, planks=laid(shown)))
        (one, two) = laid(shown)[barred]
        reasons.append(str(why_blocked(BOX.measures, survey(BOX, state), held[one], held[two])))
    assert "cross" in reasons[0]
    assert "already 3 planks there" in reasons[1]


def test_which_planks_fit() -> None:
    """The planks of the example are too short or long enough, as it says."""
    (shown,) = pictures("Does it fit?")
    state = position({"pink": "jump", "black": "jump"}, stones=shown["gap"])
    one, two = (supports(BOX, state)[name] for name in shown["gap"])
    for plank, fitting, _ in shown["cases"]:
        assert fits(BOX, plank, one, two) is (fitting == "yes"), plank


def test_steps() -> None:
    """The arrows lead where the referee lets the runner go; two steps may also end at home."""
    one, two = pictures("One step, and two")
    state = position({"green": "move-1", "yellow": "jump"}, at=standing(one), planks=laid(one))
    assert ends(state, "green") == set(one["targets"])
    state = position(
        {"green": "move-2", "yellow": "jump", "blue": "jump"}, at=standing(two), planks=laid(two)
    )
    assert ends(state, "green") == {*two["targets"], two["start"]}


def test_jump() -> None:
    """Yellow can only jump over green, and falls where nobody is next to it."""
    shown, missed = pictures("A jump, and a fall")
    state = position({"yellow": "jump", "green": "jump"}, at=standing(shown), planks=laid(shown))
    (target,) = shown["targets"]
    assert moves(state, "yellow") == [
        {"do": "jump", "over": standing(shown)["green"], "to": target}
    ]
    state = position(
        {"yellow": "jump", "green": "stone-1"}, at=standing(missed), planks=laid(missed)
    )
    assert runner(state, "yellow").at == "yellow"
    assert runner(state, "green").at == standing(missed)["green"]


def test_reserve() -> None:
    """The planks that red may take are those the example allows."""
    (shown,) = pictures("Which plank can red take?")
    places = [("b1", "b2"), ("b3", "b4"), ("b5", "b6")]
    names = [plank for plank, _, _ in shown["offered"]]
    state = position(
        {"red": "remove", "green": "remove"},
        planks=dict(zip(names, places, strict=True)),
        reserves={"red": shown["reserve"]},
    )
    for plank, right, _ in shown["offered"]:
        assert allowed(state, "red", {"do": "take", "plank": plank}) is (right == "yes")


def test_dragons() -> None:
    """Only the crossed card is swallowed."""
    (shown,) = pictures("Two dragons at once")
    cards = {house: card for house, card, _ in shown["plans"]}
    state = position({**cards, "red": "stone-1"})  # somebody who still has to act
    for house, _, fate in shown["plans"]:
        assert bool(swallowers(BOX, state, runner(state, house))) is (fate == "swallowed")
