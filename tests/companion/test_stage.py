"""Taps: choices that begin alike share their first steps, every choice can be reached, and nobody
is asked what leaves no choice."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from companion.games.base import Choice, Offers, Pick, Scene, Step
from companion.stage import Stage, focus_of, set_stage
from companion.words import say

LABELS = st.sampled_from("abc")


def choice(*labels: str) -> Choice:
    steps = tuple(Step(say(label), (1.0, 2.0) if label == "a" else None) for label in labels)
    return Choice({"path": "".join(labels)}, steps)


def at(label: str, x: float, face: str = "", turn: float = 0.0) -> Step:
    return Step(say(label), (x, 0.0), face=face, turn=turn)


def labels(steps: Sequence[Step]) -> list[str]:
    return [str(step.label) for step in steps]


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


@given(st.sets(st.tuples(LABELS, LABELS, LABELS), min_size=1, max_size=12))
def test_no_move_without_a_tap(paths: set[tuple[str, str, str]]) -> None:
    """This test ensures that a page that was just opened never stands before a finished move, and
    asks only what leaves a choice, or the last thing of all."""
    stage = set_stage(Offers(tuple(choice(*path) for path in sorted(paths))), ())
    taps = (*stage.places, *stage.words)
    assert stage.done is None
    assert taps
    assert len(taps) > 1 or taps[0].move is not None


def test_steps_without_a_choice_are_made() -> None:
    """This test ensures that what all choices begin with is not asked, and still told."""
    offers = Offers((choice("b", "c", "a"), choice("b", "c", "b")))
    stage = set_stage(offers, ())
    assert labels(stage.made) == ["b", "c"]
    assert [tap.path for tap in (*stage.places, *stage.words)] == [(0, 0, 0), (0, 0, 1)]


def test_nothing_is_skipped_beside_a_pick() -> None:
    """This test ensures that a way out in words stays where something can be picked instead."""
    pick = Pick({}, "cards", (), 1, 1, say("Keep"))
    stage = set_stage(Offers((choice("b", "b"), choice("b", "c")), (pick,)), ())
    assert (labels(stage.made), stage.picks) == ([], (pick,))


def test_words_that_follow_of_themselves_come_with_the_tap() -> None:
    """This test ensures that a tap whose rest leaves no choice makes the move and tells it."""
    offers = Offers((choice("b", "c"), choice("c", "b"), choice("c", "c")))
    first, second = set_stage(offers, ()).words
    assert (first.move, labels(first.after)) == ({"path": "bc"}, ["c"])
    assert (second.move, second.after) == (None, ())


def test_a_place_that_was_not_seen_is_tapped() -> None:
    """This test ensures that a tap does not put anything where nobody has looked yet."""
    offers = Offers((choice("b", "a"), choice("c", "b")))
    before = next(tap for tap in set_stage(offers, ()).words if str(tap.step.label) == "b")
    assert before.move is None
    (place,) = set_stage(offers, before.path).places
    assert place.move == {"path": "ba"}


def test_what_follows_in_the_same_place_is_not_asked() -> None:
    """This test ensures that the only way to lie in a place is taken with the tap on the place."""
    one = Choice({"n": 1}, (at("here", 1.0), at("lying", 1.0, "tiles/x")))
    other = Choice({"n": 2}, (at("there", 2.0),))
    assert [tap.move for tap in set_stage(Offers((one, other)), ()).places] == [{"n": 1}, {"n": 2}]


def test_pictures_in_one_place_lie_side_by_side() -> None:
    """This test ensures that two ways to lie in one place do not hide each other on the board."""
    ways = [Choice({"n": n}, (at("lying", 1.0, "tiles/x", 60.0 * n),)) for n in range(2)]
    far = Choice({"n": 2}, (at("there", 2.0, "tiles/x"),))
    stage = set_stage(Offers((*ways, far)), ())
    assert [tap.move for tap in stage.words] == [{"n": 0}, {"n": 1}]
    assert [tap.move for tap in stage.places] == [{"n": 2}]


def test_a_phone_looks_where_the_last_tap_says() -> None:
    """This test ensures that a scene's focus is left if a place to be tapped is outside of it, and
    that a step which says where to look is followed, also if some places are a swipe away."""
    scene = Scene(say("now"), focus=(0.0, -1.0, 5.0, 2.0))
    close = Step(say("close"), focus=(7.0, -1.0, 2.0, 2.0))
    inside = [Choice({"n": n}, (at("near", float(n)),)) for n in (1, 2)]
    outside = [Choice({"n": n}, (close, at("far", float(n)))) for n in (8, 30)]
    assert focus_of(scene, set_stage(Offers(tuple(inside)), ())) == scene.focus
    far = [Choice({"n": 9}, (at("far", 9.0),))]
    assert focus_of(scene, set_stage(Offers((*inside, *far)), ())) is None
    offers = Offers((*inside, *outside))
    stage = set_stage(offers, ())
    (tap,) = stage.words
    assert focus_of(scene, set_stage(offers, tap.path)) == close.focus
    assert focus_of(None, set_stage(offers, tap.path)) == close.focus
    assert focus_of(None, stage) is None
