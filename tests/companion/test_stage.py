"""Taps: choices that begin alike share their first steps, and every choice can be reached."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from companion.games.base import Choice, Offers, Step
from companion.stage import Stage, set_stage
from companion.words import say

LABELS = st.sampled_from("abc")


def choice(*labels: str) -> Choice:
    steps = tuple(Step(say(label), (1.0, 2.0) if label == "a" else None) for label in labels)
    return Choice({"path": "".join(labels)}, steps)


def reached(offers: Offers) -> list[str]:
    """Every move that taps lead to, tapping everything there is to tap."""
    found, paths = [], [()]
    while paths:
        stage = set_stage(offers, paths.pop())
        for tap in (*stage.places, *stage.words):
            if tap.move is not None:
                found.append(tap.move["path"])
            else:
                paths.append(tap.path)  # type: ignore[arg-type]
    return sorted(found)


# Of two choices, one may not be the beginning of the other: all have three steps.
@given(st.sets(st.tuples(LABELS, LABELS, LABELS), max_size=12))
def test_every_choice_is_reached_once(paths: set[tuple[str, str, str]]) -> None:
    """This test ensures that taps lead to all moves that are offered, and to each once."""
    offers = Offers(tuple(choice(*path) for path in sorted(paths)))
    assert reached(offers) == sorted("".join(path) for path in paths)


def test_a_path_of_yesterday_begins_anew() -> None:
    """This test ensures that taps on a page that is out of date choose nothing by accident."""
    offers = Offers((choice("a", "b"),))
    assert set_stage(offers, (5,)) == set_stage(offers, ())


def test_a_whole_path_is_a_move_to_confirm() -> None:
    """This test ensures that a phone without scripts gets a last button."""
    offers = Offers((choice("a", "b"), choice("a", "c")))
    stage = set_stage(offers, (0, 1))
    assert isinstance(stage, Stage)
    assert stage.done == {"path": "ac"}
    assert [str(step.label) for step in stage.made] == ["a", "c"]
