"""Takes what a seat may do and the taps made so far, gives what can be tapped next.

Choices that begin with equal steps share taps: a step is shown once, and behind it whatever
choices go on from there.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from companion.games.base import Choice, Move, Offers, Pick, Scene, Step


class Tap(Struct, frozen=True):
    """A step that can be tapped. `path` is all taps up to it; `move` is set if it is the last."""

    step: Step
    path: tuple[int, ...]
    move: Move | None = None
    count: int = 1


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
        choices = [c for c in choices if len(c.steps) > depth and c.steps[depth] == steps[index]]
    depth = len(made)
    finished = [choice for choice in choices if len(choice.steps) == depth]
    if made and finished:
        return Stage((), (), (), tuple(made), finished[0].move)
    taps = [
        _tap(step, (*path[:depth], index), choices)
        for index, step in enumerate(_next_steps(choices, depth))
    ]
    return Stage(
        tuple(tap for tap in taps if tap.step.at is not None),
        tuple(tap for tap in taps if tap.step.at is None),
        () if made else offers.picks,
        tuple(made),
    )


def focus_of(scene: Scene | None, stage: Stage) -> tuple[float, float, float, float] | None:
    """Where a phone looks first: at the scene's focus, if every place to tap is in there."""
    if scene is None or scene.focus is None:
        return None
    x, y, width, height = scene.focus
    places = [tap.step.at for tap in stage.places if tap.step.at is not None]
    seen = all(0 <= at[0] - x <= width and 0 <= at[1] - y <= height for at in places)
    return scene.focus if seen else None


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


def _tap(step: Step, path: tuple[int, ...], choices: Sequence[Choice]) -> Tap:
    depth = len(path)
    behind = [c for c in choices if len(c.steps) >= depth and c.steps[depth - 1] == step]
    last = [choice.move for choice in behind if len(choice.steps) == depth]
    return Tap(step, path, last[0] if last else None, len(behind))
