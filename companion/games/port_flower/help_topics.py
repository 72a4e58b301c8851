"""The questions that may come up in each phase, by their tags in reference.yaml."""

from __future__ import annotations

from companion.games.port_flower.state import State


def help_topics(state: State) -> tuple[str, ...]:
    if state.winner is not None:
        return ("end",)
    if state.choosing is not None or state.to_lay:
        return ("setup",)
    if state.swim or state.tows:
        return ("sharks",)
    return ("moving", "buoys", "sharks") if state.dice else ("dice",)
