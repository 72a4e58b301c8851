"""Taps: choices with a common beginning share their first steps, and every choice can be
reached."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from companion.games.offers import Choice, Offers, Pick, Step
from companion.games.scene import Scene
from companion.games.taps import TapState, focus_of, next_taps
from companion.language.messages import say

LABELS = st.sampled_from("abc")


def choice(*labels: str) -> Choice:
    steps = tuple(Step(say(label), (1.0, 2.0) if label == "a" else None) for label in labels)
    return Choice({"path": "".join(labels)}, steps)


def at(label: str, x: float, face: str = "", turn: float = 0.0) -> Step:
    return Step(say(label), (x, 0.0), face=face, turn=turn)


def labels(steps: Sequence[Step]) -> list[str]:
    return [str(step.label) for step in steps]


def reached(offers: Offers) -> list[str]:
    """Every move that can be reached by taps."""
    found, paths = [], [()]
    while paths:
        stage = next_taps(offers, paths.pop())
        for tap in (*stage.places, *stage.labels):
            if tap.move is not None:
                found.append(tap.move["path"])
            else:
                paths.append(tap.path)  # type: ignore[arg-type]
    return sorted(found)


# Of two choices, one may not be the beginning of the other: all have three steps.
@given(st.sets(st.tuples(LABELS, LABELS, LABELS), max_size=12))
def test_every_choice_is_reached_once(paths: set[tuple[str, str, str]]) -> None:
    """Taps lead to every offered move exactly once."""
    offers = Offers(tuple(choice(*path) for path in sorted(paths)))
    assert reached(offers) == sorted("".join(path) for path in paths)


def test_an_outdated_path_starts_over() -> None:
    """Taps on an outdated page choose nothing by accident."""
    offers = Offers((choice("a", "b"),))
    assert next_taps(offers, (5,)) == next_taps(offers, ())


def test_a_whole_path_is_a_move_to_confirm() -> None:
    """A phone without scripts gets a button to confirm."""
    offers = Offers((choice("a", "b"), choice("a", "c")))
    stage = next_taps(offers, (0, 1))
    assert isinstance(stage, TapState)
    assert stage.done == {"path": "ac"}
    assert [str(step.label) for step in stage.made] == ["a", "c"]


@given(st.sets(st.tuples(LABELS, LABELS, LABELS), min_size=1, max_size=12))
def test_no_move_without_a_tap(paths: set[tuple[str, str, str]]) -> None:
    """A page without taps never shows a complete move, and asks only where there is a choice, or
    for the last step."""
    stage = next_taps(Offers(tuple(choice(*path) for path in sorted(paths))), ())
    taps = (*stage.places, *stage.labels)
    assert stage.done is None
    assert taps
    assert len(taps) > 1 or taps[0].move is not None


def test_steps_without_a_choice_are_made() -> None:
    """Steps common to all choices are made automatically and shown."""
    offers = Offers((choice("b", "c", "a"), choice("b", "c", "b")))
    stage = next_taps(offers, ())
    assert labels(stage.made) == ["b", "c"]
    assert [tap.path for tap in (*stage.places, *stage.labels)] == [(0, 0, 0), (0, 0, 1)]


def test_nothing_is_skipped_beside_a_pick() -> None:
    """A button to pass stays visible beside a pick."""
    pick = Pick({}, "cards", (), 1, 1, say("Keep"))
    stage = next_taps(Offers((choice("b", "b"), choice("b", "c")), (pick,)), ())
    assert (labels(stage.made), stage.picks) == ([], (pick,))


def test_words_that_follow_of_themselves_come_with_the_tap() -> None:
    """A tap whose remaining steps leave no choice makes the move and shows it."""
    offers = Offers((choice("b", "c"), choice("c", "b"), choice("c", "c")))
    first, second = next_taps(offers, ()).labels
    assert (first.move, labels(first.after)) == ({"path": "bc"}, ["c"])
    assert (second.move, second.after) == (None, ())


def test_a_place_that_was_not_seen_is_tapped() -> None:
    """A single remaining place is still tapped, so that nothing is placed unseen."""
    offers = Offers((choice("b", "a"), choice("c", "b")))
    before = next(tap for tap in next_taps(offers, ()).labels if str(tap.step.label) == "b")
    assert before.move is None
    (place,) = next_taps(offers, before.path).places
    assert place.move == {"path": "ba"}


def test_what_follows_in_the_same_place_is_not_asked() -> None:
    """A tap on a place takes the only way to lie there."""
    one = Choice({"n": 1}, (at("here", 1.0), at("lying", 1.0, "tiles/x")))
    other = Choice({"n": 2}, (at("there", 2.0),))
    assert [tap.move for tap in next_taps(Offers((one, other)), ()).places] == [{"n": 1}, {"n": 2}]


def test_pictures_in_one_place_lie_side_by_side() -> None:
    """Two ways to lie in one place do not hide each other on the board."""
    ways = [Choice({"n": n}, (at("lying", 1.0, "tiles/x", 60.0 * n),)) for n in range(2)]
    far = Choice({"n": 2}, (at("there", 2.0, "tiles/x"),))
    stage = next_taps(Offers((*ways, far)), ())
    assert [tap.move for tap in stage.labels] == [{"n": 0}, {"n": 1}]
    assert [tap.move for tap in stage.places] == [{"n": 2}]


def test_a_phone_looks_where_the_last_tap_says() -> None:
    """The scene's focus gives way if a place lies outside it, and a step with its own focus is
    followed even if some places are a swipe away."""
    scene = Scene(say("now"), focus=(0.0, -1.0, 5.0, 2.0))
    close = Step(say("close"), focus=(7.0, -1.0, 2.0, 2.0))
    inside = [Choice({"n": n}, (at("near", float(n)),)) for n in (1, 2)]
    outside = [Choice({"n": n}, (close, at("far", float(n)))) for n in (8, 30)]
    assert focus_of(scene, next_taps(Offers(tuple(inside)), ())) == scene.focus
    far = [Choice({"n": 9}, (at("far", 9.0),))]
    assert focus_of(scene, next_taps(Offers((*inside, *far)), ())) is None
    offers = Offers((*inside, *outside))
    stage = next_taps(offers, ())
    (tap,) = stage.labels
    assert focus_of(scene, next_taps(offers, tap.path)) == close.focus
    assert focus_of(None, next_taps(offers, tap.path)) == close.focus
    assert focus_of(None, stage) is None
