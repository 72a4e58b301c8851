"""The steps of a refereed game, from a table's history."""

from __future__ import annotations

from companion.games.played import PlayedStep
from companion.language.messages import in_english
from companion.table.game_rules import rules_of
from companion.table.history import History


def played_steps(history: History) -> tuple[PlayedStep, ...]:
    """Every step that still counts, with its public sentences in English."""
    steps: list[PlayedStep] = []
    undone = history.undo_state.undone
    for event in history.log:
        if event.number in undone:
            continue
        state = history.after(event.number).play
        if state is None or (steps and state == steps[-1].state):
            continue
        steps.append(
            PlayedStep(
                state,
                tuple(
                    in_english(announced.message)
                    for announced in history.announcements(event.number)
                    if not announced.to
                ),
                event.data.get("move", {}),
                tuple(event.result.get("numbers", ())),
            )
        )
    return tuple(steps)


def game_ppn(history: History, *, for_viewers: bool = False) -> str | None:
    """The whole game in Portable Piecepack Notation, if it has begun and its rules support that."""
    if history.table.play is None:
        return None
    rules = rules_of(history.table)
    return rules.game_ppn(played_steps(history), for_viewers=for_viewers) if rules.has_ppn else None
