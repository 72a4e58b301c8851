"""Takes changes to the sample game, gives the facts of its rules as a table keeps them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import yaml

from companion.chance import Chance, chance_from_words
from companion.games.base import Chances, Result
from companion.games.data import DATA_RULES
from companion.table.model import Seat
from printgen.catalog.load import load_game
from printgen.catalog.places import builtin_templates
from printgen.errors import Findings
from tests.catalog.workshop import SAMPLE, Workshop

SEATS = tuple(
    Seat(name.lower()[0], name, colour)
    for name, colour in (("Ann", "red"), ("Ben", "blue"), ("Cid", "green"), ("Dot", "yellow"))
)


def sample_facts() -> Mapping[str, Any]:
    findings = Findings()
    game = load_game(SAMPLE.name, SAMPLE.parent, builtin_templates(), findings)
    findings.raise_errors()
    assert game is not None
    return through_json(DATA_RULES.facts(game))


def through_json(facts: Mapping[str, Any]) -> Mapping[str, Any]:
    kept: Mapping[str, Any] = msgspec.json.decode(msgspec.json.encode(facts))
    return kept


def set_section(workshop: Workshop, name: str, text: str) -> None:
    """Puts one section of game.yaml in place of what was there."""
    file: Path = workshop.game / "game.yaml"
    data = yaml.safe_load(file.read_text(encoding="utf-8"))
    data.pop(name, None)
    rest = yaml.safe_dump(data, sort_keys=False, allow_unicode=True)
    file.write_text(f"{rest}{text}", encoding="utf-8")


def facts_with(workshop: Workshop, name: str, text: str) -> Mapping[str, Any]:
    """The facts of the sample with another section; fails on any finding."""
    set_section(workshop, name, text)
    return through_json(DATA_RULES.facts(workshop.sound()))


def chances(words: str) -> Chances:
    def of_part(part: str) -> Chance:
        return chance_from_words(f"{words}/{part}")

    return of_part


def score(
    facts: Mapping[str, Any],
    *sheets: Mapping[str, Any],
    options: Mapping[str, str] | None = None,
) -> Result:
    """The score of as many players as there are sheets."""
    seats = SEATS[: len(sheets)]
    entered = {seat.id: sheet for seat, sheet in zip(seats, sheets, strict=True)}
    return DATA_RULES.score(facts, options or {}, entered, seats)


def points(result: Result, title: str) -> list[int]:
    """What each player got for a line."""
    return [
        line.points for total in result.totals for line in total.lines if str(line.title) == title
    ]
