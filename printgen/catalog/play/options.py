"""Read the `options:` of game.yaml."""

from __future__ import annotations

from collections.abc import Mapping

from printgen.catalog.model import Node
from printgen.catalog.play.model import PLAYERS, GameOption
from printgen.catalog.schema_types import Fields
from printgen.errors import Findings, Location, did_you_mean


def read_options(nodes: tuple[Node, ...], findings: Findings) -> Mapping[str, GameOption | None]:
    """Return each option by its id; None for one with a mistake."""
    options: dict[str, GameOption | None] = {}
    ids = Ids(findings)
    for node in nodes:
        fields = Fields(node)
        name = fields.text("id")
        if name == PLAYERS:
            findings.error(
                fields.place_of("id"),
                f"'{PLAYERS}' already means the number of players; choose another id",
            )
        elif name and ids.is_new(name, fields.place_of("id")):
            options[name] = _option(fields, findings)
    return options


def _option(fields: Fields, findings: Findings) -> GameOption | None:
    choices = {
        choice: node.value
        for choice, node in fields.mapping("choices").items()
        if isinstance(node.value, str)
    }
    if len(choices) != len(fields.mapping("choices")):
        return None
    if len(choices) < 2:
        if "choices" in fields:
            findings.error(fields.place_of("choices"), "needs two choices or more; add one")
        return None
    default = fields.text("default", next(iter(choices)))
    if default not in choices:
        hint = did_you_mean(default, choices)
        findings.error(fields.place_of("default"), f"there is no choice '{default}'{hint}")
    return GameOption(
        fields.text("id"),
        fields.text("title"),
        choices,
        default,
        fields.text("why"),
        rare=fields.flag("rare"),
    )


class Ids:
    """The ids of a list, which must be unique."""

    def __init__(self, findings: Findings) -> None:
        self._findings = findings
        self._rows: dict[str, int | None] = {}

    def __contains__(self, name: str) -> bool:
        return name in self._rows

    def is_new(self, name: str, place: Location) -> bool:
        if name in self._rows:
            self._findings.error(place, f"the id '{name}' is already in row {self._rows[name]}")
            return False
        self._rows[name] = place.row
        return True
