"""Read the sets of pieces that a game uses, and report mistakes in their files."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Final

from printgen.catalog.fault import Fault
from printgen.catalog.model import Node, Tone
from printgen.catalog.schema_types import Fields
from printgen.catalog.sets.folders import set_folders
from printgen.catalog.sets.model import PieceSet, SetSuit, SetValue
from printgen.catalog.sets.yaml_schemas import SET
from printgen.catalog.source import Source
from printgen.catalog.theme import read_tone
from printgen.errors import Findings, Location, did_you_mean
from printgen.limits import EXTENDS

STANDARD_VALUES: Final = (
    ("null", "Null", 0),
    ("ace", "Ace", 1),
    ("2", "2", 2),
    ("3", "3", 3),
    ("4", "4", 4),
    ("5", "5", 5),
)
_FACE: Final = "#ffffff"
_BACK: Final = "#555555"


def load_sets(source: Source, node: Node | None) -> tuple[tuple[PieceSet, ...], Mapping[str, Tone]]:
    """Return the sets that game.yaml names, in its order, and their colours by name."""
    if node is None or node.value is None:
        return (), {}
    reader = _Reader(source)
    for name, named in _wanted(node, reader.own):
        reader.add(name, named)
    return tuple(reader.sets), reader.colours


def _wanted(node: Node, own: Mapping[str, Path]) -> Iterator[tuple[str, Node]]:
    if isinstance(node.value, tuple):
        yield from ((str(item.value), item) for item in node.value if item.value is not None)
    else:
        yield from ((name, node) for name in own)


def check_symbols(sets: tuple[PieceSet, ...], symbols: Collection[str], findings: Findings) -> None:
    """Report suits whose symbol is not among a game's."""
    reported: set[Location] = set()
    for suit in (suit for pieces in sets for suit in pieces.suits):
        if suit.symbol not in symbols and suit.place not in reported:
            reported.add(suit.place)
            hint = did_you_mean(suit.symbol, symbols)
            findings.error(suit.place, f"unknown icon '{suit.symbol}'{hint}")


class _Reader:
    """Reads one set after the other."""

    def __init__(self, source: Source) -> None:
        self._source = source
        folders = set_folders(source.folder.parent, source.slug)
        found = [source.listing(folder, ".yaml") for folder in folders]
        self.own: Mapping[str, Path] = found[0] if found else {}
        self.files = {name: file for files in reversed(found) for name, file in files.items()}
        self.sets: list[PieceSet] = []
        self.colours: dict[str, Tone] = {}

    def add(self, name: str, named: Node) -> None:
        """Read the set that `named` names, or report that there is none."""
        findings = self._source.findings
        if name not in self.files:
            hint = did_you_mean(name, self.files)
            findings.error(named.place, f"there is no set '{name}'{hint}")
            return
        if any(known.id == name for known in self.sets):
            findings.error(named.place, f"the set '{name}' is named twice; remove one")
            return
        fields = self._fields(name)
        if fields is None:
            return
        suits = self._suits(name, fields)
        values = self._values(fields)
        counts = fields.mapping("pieces")
        self.colours[f"{name}-face"] = _tone(fields, "face", _FACE)
        self.colours[f"{name}-back"] = _tone(fields, "back", _BACK)
        self.sets.append(
            PieceSet(
                id=name,
                title=fields.text("title", name),
                configuration=fields.text("configuration", name),
                suits=suits,
                values=values,
                pieces={k: n.value for k, n in counts.items() if isinstance(n.value, int)},
                piece_places={kind: count.place for kind, count in counts.items()},
                plaque=self._plaque(fields),
                inverted=fields.flag("inverted"),
                art=self.files[name].parent.parent / "art",
                is_own=self.files[name].is_relative_to(self._source.folder),
                place=fields.place,
            )
        )

    def _fields(self, name: str) -> Fields | None:
        node = self._source.yaml(self.files[name], SET)
        return None if node is None else Fields(node)

    def _suits(self, name: str, fields: Fields) -> tuple[SetSuit, ...]:
        """Return the set's own suits, or those of the set that it shares them with."""
        nodes = self._suit_nodes(fields)
        if nodes is None:
            return ()
        own_suits = fields.node("suits")
        if own_suits is not None and own_suits.value == ():
            self._source.findings.error(own_suits.place, "a set needs at least one suit")
        taken = {suit.id for known in self.sets for suit in known.suits}
        suits: dict[str, SetSuit] = {}
        for node in nodes:
            suit = Fields(node)
            own = suit.text("id")
            unique = f"{name}-{own}" if own in taken else own
            if unique in suits:
                self._twice(suit, own, suits[unique].place.row)
                continue
            suits[unique] = SetSuit(
                unique, suit.text("name", own), suit.text("symbol", own), node.place
            )
            self.colours[unique] = _tone(suit, "colour", _BACK)
        return tuple(suits.values())

    def _suit_nodes(self, fields: Fields) -> tuple[Node, ...] | None:
        seen: list[str] = []
        while other := fields.text("suits"):
            findings, place = self._source.findings, fields.place_of("suits")
            if other not in self.files:
                hint = did_you_mean(other, self.files)
                findings.error(place, f"there is no set '{other}' to share suits with{hint}")
                return None
            if other in seen or len(seen) > EXTENDS:
                findings.error(place, f"sets share suits in a loop: {' → '.join([*seen, other])}")
                return None
            seen.append(other)
            shared = self._fields(other)
            if shared is None:
                return None
            fields = shared
        return fields.items("suits")

    def _values(self, fields: Fields) -> tuple[SetValue, ...]:
        if "values" not in fields:
            return tuple(
                SetValue(name, title, worth, fields.place) for name, title, worth in STANDARD_VALUES
            )
        values: dict[str, SetValue] = {}
        for number, node in enumerate(fields.items("values")):
            value = Fields(node)
            name = value.text("id")
            if name in values:
                self._twice(value, name, values[name].place.row)
                continue
            worth = int(value.number("worth", number))
            values[name] = SetValue(name, value.text("name", name), worth, node.place)
        return tuple(values.values())

    def _twice(self, fields: Fields, name: str, row: int | None) -> None:
        self._source.findings.error(
            fields.place_of("id"), f"the id '{name}' is already in row {row}"
        )

    def _plaque(self, fields: Fields) -> str:
        from printgen.catalog.svg.paths import parse_path

        plaque = fields.text("plaque")
        try:
            parse_path(plaque)
        except Fault as fault:
            self._source.findings.error(fields.place_of("plaque"), str(fault))
            return ""
        return plaque


def _tone(fields: Fields, key: str, default: str) -> Tone:
    node = fields.node(key)
    if node is None or node.value is None:
        node = Node(default, fields.place)
    return read_tone(node)
