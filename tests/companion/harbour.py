"""Facts and scores of the sample game with changed sections."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import yaml

from companion.chance.provable import Chance, chance_from_words
from companion.games.data import DataRules, collect_facts
from companion.games.score import Result
from companion.games.seats import Seat
from companion.games.setup import Chances
from printgen.catalog.builtin import builtin_templates
from printgen.catalog.load import load_game
from printgen.errors import Findings
from tests.catalog.game_folder import SAMPLE, GameFolder

SEATS = tuple(
    Seat(name.lower()[0], name, colour)
    for name, colour in (("Ann", "red"), ("Ben", "blue"), ("Cid", "green"), ("Dot", "yellow"))
)


def sample_facts() -> Mapping[str, Any]:
    findings = Findings()
    game = load_game(SAMPLE.name, SAMPLE.parent, builtin_templates(), findings)
    findings.raise_errors()
    assert game is not None
    return through_json(collect_facts(game))


def through_json(facts: Mapping[str, Any]) -> Mapping[str, Any]:
    kept: Mapping[str, Any] = msgspec.json.decode(msgspec.json.encode(facts))
    return kept


def set_section(game_folder: GameFolder, name: str, text: str) -> None:
    """Replace one section of game.yaml."""
    file: Path = game_folder.game / "game.yaml"
    data = yaml.safe_load(file.read_text(encoding="utf-8"))
    data.pop(name, None)
    rest = yaml.safe_dump(data, sort_keys=False, allow_unicode=True)
    file.write_text(f"{rest}{text}", encoding="utf-8")


def facts_with(game_folder: GameFolder, name: str, text: str) -> Mapping[str, Any]:
    """The facts of the sample with another section; fails on any finding."""
    set_section(game_folder, name, text)
    return through_json(collect_facts(game_folder.sound()))


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
    return DataRules(facts).score(options or {}, entered, seats)


def points(result: Result, title: str) -> list[int]:
    """The points of each player for a line."""
    return [
        line.points for total in result.totals for line in total.lines if str(line.title) == title
    ]
