"""Takes what a seat may do and the taps made so far, gives what can be tapped next.

Choices that begin with equal steps share taps: a step is shown once, and behind it whatever
choices go on from there. A step that leaves no choice is not asked for. Still, no move is made
without a tap, nor by a tap from which nobody could tell where on the board it goes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from companion.games.base import Choice, Move, Offers, Pick, Scene, Step


class Tap(Struct, frozen=True):
    """A step that can be tapped. `path` is all taps up to it; `move` is set if it is the last.

    `after` are the steps that follow of themselves when this tap makes the move.
    """

    step: Step
    path: tuple[int, ...]
    move: Move | None = None
    count: int = 1
    after: tuple[Step, ...] = ()


class Stage(Struct, frozen=True):
    """Taps on the board, taps in words or pictures, picks, and the steps already made."""

    places: tuple[Tap, ...]
    words: tuple[Tap, ...]
    picks: tuple[Pick, ...]
    made: tuple[Step, ...]
    done: Move | None = None

    @property
    def empty(self) -> bool:
        return not (self.places or self.words or self.picks or self.done)


def set_stage(offers: Offers, path: Sequence[int]) -> Stage:
    """A path that leads nowhere (the table has moved on) begins anew."""
    choices: Sequence[Choice] = offers.choices
    made: list[Step] = []
    for depth, index in enumerate(path):
        steps = _next_steps(choices, depth)
        if not 0 <= index < len(steps):
            return set_stage(offers, ())
        made.append(steps[index])
        choices = _behind(choices, depth, steps[index])
    finished = [choice for choice in choices if len(choice.steps) == len(made)]
    if made and finished:
        return Stage((), (), (), tuple(made), finished[0].move)
    picks = () if made else offers.picks
    if not picks:
        made += _forced(choices, len(made))
    here = (*path, *(0 for _ in made[len(path) :]))
    steps = _next_steps(choices, len(made))
    taps = [_tap(step, (*here, index), choices) for index, step in enumerate(steps)]
    spots = Counter(step.at for step in steps)
    return Stage(
        tuple(tap for tap in taps if _on_board(tap.step, spots)),
        tuple(tap for tap in taps if not _on_board(tap.step, spots)),
        picks,
        tuple(made),
    )


def focus_of(scene: Scene | None, stage: Stage) -> tuple[float, float, float, float] | None:
    """Where a phone looks: at the focus of the last step; or else of the scene, if every place that
    is to be tapped or has been is in there."""
    near = stage.made[-1].focus if stage.made else None
    focus = scene.focus if scene else None
    if near is not None or focus is None:
        return near
    x, y, width, height = focus
    steps = (*stage.made, *(tap.step for tap in stage.places))
    places = [step.at for step in steps if step.at is not None]
    seen = all(0 <= at[0] - x <= width and 0 <= at[1] - y <= height for at in places)
    return focus if seen else None


def _on_board(step: Step, spots: Counter[tuple[float, float] | None]) -> bool:
    """Pictures that would lie on one another there are shown side by side instead."""
    return step.at is not None and not (step.face and spots[step.at] > 1)


def _next_steps(choices: Sequence[Choice], depth: int) -> list[Step]:
    """The different steps at that depth, in the order they come."""
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
    """The steps from there that leave no choice, but never the last one of a move."""
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
