"""The taps that are possible next, given a seat's offers and the taps so far.

Choices that begin with equal steps share taps: a step is shown once, followed by all choices that
continue from it. Steps without an alternative are skipped, but a move always needs a tap that
shows where on the board it goes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from companion.games.geometry import View
from companion.games.moves import Move
from companion.games.offers import Choice, FreePoint, Offers, Pick, Step
from companion.games.scene import Scene


class Tap(Struct, frozen=True):
    """A step that can be tapped. `path` are all taps up to it; `move` is set if it is the last one.

    `after` are the steps that follow automatically when this tap makes the move.
    """

    step: Step
    path: tuple[int, ...]
    move: Move | None = None
    count: int = 1
    after: tuple[Step, ...] = ()


class TapState(Struct, frozen=True):
    """Taps on the board (`places`), taps on labels or pictures (`labels`), picks, free points,
    advice, and the steps already made."""

    places: tuple[Tap, ...]
    labels: tuple[Tap, ...]
    picks: tuple[Pick, ...]
    made: tuple[Step, ...]
    done: Move | None = None
    points: tuple[FreePoint, ...] = ()
    advice: tuple[Choice, ...] = ()

    @property
    def empty(self) -> bool:
        return not (self.places or self.labels or self.picks or self.done or self.points)


def next_taps(offers: Offers, path: Sequence[int]) -> TapState:
    """An invalid path starts from the beginning: the table has moved on."""
    choices: Sequence[Choice] = offers.choices
    made: list[Step] = []
    for depth, index in enumerate(path):
        steps = _next_steps(choices, depth)
        if not 0 <= index < len(steps):
            return next_taps(offers, ())
        made.append(steps[index])
        choices = _behind(choices, depth, steps[index])
    finished = [choice for choice in choices if len(choice.steps) == len(made)]
    if made and finished:
        return TapState((), (), (), tuple(made), finished[0].move)
    picks = () if made else offers.picks
    if not picks:
        made += _forced(choices, len(made))
    here = (*path, *(0 for _ in made[len(path) :]))
    steps = _next_steps(choices, len(made))
    taps = [_tap(step, (*here, index), choices) for index, step in enumerate(steps)]
    spots = Counter(step.at for step in steps)
    return TapState(
        tuple(tap for tap in taps if _on_board(tap.step, spots)),
        tuple(tap for tap in taps if not _on_board(tap.step, spots)),
        picks,
        tuple(made),
        points=() if path else offers.points,
        advice=() if path else offers.advice,
    )


def focus_of(scene: Scene | None, taps: TapState) -> View | None:
    """The part of the board that a phone shows: the focus of the last step, or that of the scene if
    it contains every place that was or can be tapped."""
    near = taps.made[-1].focus if taps.made else None
    focus = scene.focus if scene else None
    if near is not None or focus is None:
        return near
    x, y, width, height = focus
    steps = (*taps.made, *(tap.step for tap in taps.places))
    places = [step.at for step in steps if step.at is not None]
    seen = all(0 <= at[0] - x <= width and 0 <= at[1] - y <= height for at in places)
    return focus if seen else None


def _on_board(step: Step, spots: Counter[tuple[float, float] | None]) -> bool:
    """Whether a step is tapped on the board; pictures that would overlap are listed instead."""
    return step.at is not None and not (step.face and spots[step.at] > 1)


def _next_steps(choices: Sequence[Choice], depth: int) -> list[Step]:
    """The distinct steps at this depth, in order."""
    found: list[Step] = []
    seen: set[str] = set()
    for choice in choices:
        if len(choice.steps) > depth:
            key = repr(choice.steps[depth])
            if key not in seen:
                seen.add(key)
                found.append(choice.steps[depth])
    return found


def _behind(choices: Sequence[Choice], depth: int, step: Step) -> list[Choice]:
    return [c for c in choices if len(c.steps) > depth and c.steps[depth] == step]


def _forced(choices: Sequence[Choice], depth: int) -> list[Step]:
    """The following steps without an alternative, except the last one of a move."""
    forced: list[Step] = []
    while True:
        steps = _next_steps(choices, depth)
        if len(steps) != 1 or any(len(choice.steps) <= depth + 1 for choice in choices):
            return forced
        forced.append(steps[0])
        depth += 1


def _tap(step: Step, path: tuple[int, ...], choices: Sequence[Choice]) -> Tap:
    depth = len(path)
    behind = _behind(choices, depth - 1, step)
    last = [choice for choice in behind if len(choice.steps) == depth]
    if last:
        return Tap(step, path, last[0].move, len(behind))
    after = behind[0].steps[depth:]
    if len(behind) == 1 and all(one.at in (None, step.at) for one in after):
        return Tap(step, path, behind[0].move, 1, after)
    return Tap(step, path, None, len(behind))
