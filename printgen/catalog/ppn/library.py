"""The library of layouts: setup files that say in their metadata for how many players they are.

    Event: Fuji-san                   # the name of the game
    Players: 1                        # or 2-4
    Designer: James “Kyle” Droscha
    Rules: https://…                  # where its rules are published
    Random: {Shuffle: [cf]}           # what is mixed before a game, see `mixing`

A setup file without `Players` is a board, or another name of a game, and is not listed. What a
layout needs is counted on its table.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import Struct

from printgen.catalog.fault import Fault
from printgen.catalog.ppn.arguments import has_draws
from printgen.catalog.ppn.games import lay_out
from printgen.catalog.ppn.metadata import read_metadata
from printgen.catalog.ppn.sections import split_games
from printgen.catalog.ppn.setups import SetupFile, SetupFolder
from printgen.catalog.ppn.specs import PIECEPACK
from printgen.catalog.ppn.table import Pieces
from printgen.errors import Findings, Location

KINDS: Final = ("tile", "coin", "die", "pawn", "saucer", "matchstick")
_PLAYERS: Final = re.compile(r"([1-9][0-9]?)(?:-([1-9][0-9]?))?")
_MARKED: Final = ("tile", "coin")
"""Pieces that a set has one of for each suit and rank; of the others it has one for each suit."""
_MATCHSTICKS: Final = "matchstick"


class Layout(Struct, frozen=True):
    """A game of the library. `id` is its file's name; `needs` counts its pieces by their kind."""

    id: str
    title: str
    players: tuple[int, int]
    designer: str
    rules: str
    random: bool
    file: SetupFile
    pieces: Pieces
    scale: float
    needs: Mapping[str, int]
    sets: int

    @property
    def total(self) -> int:
        return sum(self.needs.values())


class LayoutNotes(Struct, frozen=True):
    """What a file of the library says about its game; `random` if the game mixes pieces."""

    title: str
    players: tuple[int, int]
    designer: str
    rules: str
    random: bool


def read_notes(setups: SetupFolder, findings: Findings, system: str) -> dict[str, LayoutNotes]:
    """Return what the files of a game system say, in the order of their titles, without laying
    anything out; mistakes are in `findings`."""
    found = {}
    for name, file in setups.files(system):
        try:
            notes = _notes(file)
        except Fault as fault:
            findings.error(Location(file.display_name), str(fault))
            continue
        if notes is not None:
            found[name] = notes
    return dict(sorted(found.items(), key=lambda item: item[1].title.casefold()))


def read_library(
    setups: SetupFolder, findings: Findings, system: str = PIECEPACK
) -> tuple[Layout, ...]:
    """Return the games of a game system in the order of their titles; mistakes are in
    `findings`."""
    layouts = []
    for name, file in setups.files(system):
        try:
            layout = _read(name, file, setups)
        except Fault as fault:
            findings.error(Location(file.display_name), str(fault))
            continue
        if layout is not None:
            layouts.append(layout)
    return tuple(sorted(layouts, key=lambda layout: layout.title.casefold()))


def _notes(file: SetupFile) -> LayoutNotes | None:
    found = Findings()
    metadata = read_metadata(split_games(file.text)[0], file.display_name, found)
    if metadata is None:
        raise Fault(str(found.errors[0]))
    values = metadata.values
    if "Players" not in values:
        return None
    players = _PLAYERS.fullmatch(str(values["Players"]))
    if players is None or int(players[2] or players[1]) < int(players[1]):
        raise Fault(f"'Players' must be a number or a range such as 2-4, not '{values['Players']}'")
    missing = [key for key in ("Event", "Designer", "Rules") if not values.get(key)]
    if missing:
        raise Fault(f"a setup with 'Players' is listed, so it needs '{missing[0]}'; add it")
    return LayoutNotes(
        title=str(values["Event"]),
        players=(int(players[1]), int(players[2] or players[1])),
        designer=str(values["Designer"]),
        rules=str(values["Rules"]),
        random="Random" in values or has_draws(values.get("Arguments")),
    )


def _read(name: str, file: SetupFile, setups: SetupFolder) -> Layout | None:
    notes = _notes(file)
    if notes is None:
        return None
    pieces, scale = lay_out(file.text, file.display_name, setups)
    return Layout(
        id=name,
        title=notes.title,
        players=notes.players,
        designer=notes.designer,
        rules=notes.rules,
        random=notes.random,
        file=file,
        pieces=pieces,
        scale=scale,
        needs=_needs(pieces),
        sets=_sets(pieces),
    )


def _needs(pieces: Pieces) -> dict[str, int]:
    counts = Counter(piece.kind.piece for piece in pieces)
    order = [*KINDS, *sorted(set(counts) - set(KINDS))]
    return {kind: counts[kind] for kind in order if counts[kind]}


def _sets(pieces: Pieces) -> int:
    """How many sets of each kind are needed to have all pieces."""
    counts = Counter(
        (kind.cfg, kind.piece, kind.suit, kind.rank if kind.piece in _MARKED else 0)
        for kind in (piece.kind for piece in pieces)
        if kind.piece != _MATCHSTICKS
    )
    return max(counts.values(), default=1)


# --- search --------------------------------------------------------------------------------------

_NUMBERS: Final = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
_NUMBER: Final = rf"(?P<n>[0-9]+|{'|'.join(_NUMBERS)})"
_PLURALS: Final = {"dice": "die", "pieces": "", "piece": ""}
_AT_MOST: Final = {"under": -1, "below": -1, "fewer than": -1, "at most": 0, "up to": 0}
_AT_LEAST: Final = {"over": 1, "above": 1, "more than": 1, "at least": 0}
_BOUNDS: Final = "|".join((*_AT_MOST, *_AT_LEAST))
_FOR_PLAYERS: Final = re.compile(rf"(?:for )?{_NUMBER} players?")
_OF_SETS: Final = re.compile(rf"{_NUMBER} sets?")
_OF_PIECES: Final = re.compile(rf"(?:(?P<bound>{_BOUNDS}) )?{_NUMBER} (?P<what>[a-z]+)")
_MIXED: Final = ("mixed", "random", "shuffled")
_FIXED: Final = ("not mixed", "not random", "fixed")


def search_layouts(layouts: Sequence[Layout], query: str) -> tuple[Layout, ...]:
    """Return the layouts that fit every phrase of a query such as “4 players, one set, under 30
    pieces”. Other phrases are looked for in title, designer and rules."""
    phrases = [" ".join(phrase.casefold().split()) for phrase in query.split(",")]
    return tuple(
        layout for layout in layouts if all(_fits(layout, phrase) for phrase in phrases if phrase)
    )


def _fits(layout: Layout, phrase: str) -> bool:
    if found := _FOR_PLAYERS.fullmatch(phrase):
        return layout.players[0] <= _number(found["n"]) <= layout.players[1]
    if found := _OF_SETS.fullmatch(phrase):
        return layout.sets <= _number(found["n"])
    if phrase in _MIXED:
        return layout.random
    if phrase in _FIXED:
        return not layout.random
    found = _OF_PIECES.fullmatch(phrase)
    what = _PLURALS.get(found["what"], found["what"].removesuffix("s")) if found else "?"
    if found and what in ("", *KINDS):
        count = layout.needs.get(what, 0) if what else layout.total
        number, bound = _number(found["n"]), found["bound"]
        if bound in _AT_MOST:
            return count <= number + _AT_MOST[bound]
        if bound in _AT_LEAST:
            return count >= number + _AT_LEAST[bound]
        return count == number
    return phrase in f"{layout.title} {layout.id} {layout.designer} {layout.rules}".casefold()


def _number(text: str) -> int:
    return _NUMBERS.get(text) or int(text)
