"""Imported records whose facts hold hostile numbers: a sentence, or pages that work."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.app import create_app
from companion.games.seats import COLOURS
from companion.language.messages import Refused
from companion.pictures.library import open_game
from companion.rooms.broadcaster import Broadcaster
from companion.rooms.records import write_record
from companion.rooms.rooms import Rooms
from companion.rooms.start import start_of
from companion.storage.store import Store
from companion.table.model import Act, Start
from printgen.catalog.builtin import builtin_cards, builtin_templates
from tests.games.rules.test_rules_contract import SLUGS
from tests.verification import check_record

HOSTILE = (-1, 1e-308, 1e308, -1e-9, 10**12, 0)
PAGES = ("", "/setup", "/play", "/tools", "/score", "/score?race=1", "/history", "/screen")
FILES = ("/record.json", "/chain.json", "/revision", "/join.svg")
PERHAPS = ("/position.ppn", "/result.png", "/setup.pdf")
"""Not every table has them."""
EACH = 15
"""How many numbers of each game's facts are made hostile."""


@cache
def start_for(slug: str) -> Start:
    return start_of(open_game(slug, builtin_cards(), builtin_templates()))


def recorded(store: Store, slug: str, facts: Any) -> str | None:
    """The record of a short game with these facts, as their server would write it."""
    rooms = Rooms(store, Broadcaster())
    honest = start_for(slug)
    code, _ = rooms.open(slug, Start(honest.decks, honest.dice, facts))
    ids = (f"act-{number}" for number in range(20))
    for name, colour in zip(("Ann", "Ben", "Cid"), COLOURS, strict=False):
        data = {"name": name, "colour": colour, "entropy": ""}
        rooms.join(code, Act(next(ids), "join", None, data), name)
    try:
        for kind in ("setup", "begin"):
            rooms.act(code, Act(next(ids), kind, None, {}), host=True)
    except Refused:
        pass  # then the record is only of those who sat there
    try:
        rooms.act(code, Act(next(ids), "end", None, {}), host=True)
    except Refused:
        return None
    room = rooms.room(code)
    assert room is not None
    return write_record(room)


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from places(inner, (*path, key))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from places(inner, (*path, index))
    elif isinstance(value, (int, float)) and not isinstance(value, bool):
        yield path


def changed(facts: Any, path: tuple[Any, ...], number: float) -> Any:
    facts = copy.deepcopy(facts)
    inner = facts
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = number
    return facts


def mutations(slug: str) -> Iterator[Any]:
    facts = msgspec.json.decode(msgspec.json.encode(start_for(slug).facts))
    pick = random.Random(slug)
    found = list(places(facts))
    kinds = {(path[0], path[-1] if isinstance(path[-1], str) else "*"): path for path in found}
    chosen = list(kinds.values()) if len(kinds) < EACH else pick.sample(list(kinds.values()), EACH)
    for number, path in enumerate(chosen):
        yield changed(facts, path, HOSTILE[number % len(HOSTILE)])


QUICK = "port-flower"
OTHERS = [pytest.param(slug, marks=pytest.mark.long) for slug in SLUGS if slug != QUICK]


@pytest.mark.parametrize("slug", [QUICK, *OTHERS])
def test_hostile_facts_break_no_page(tmp_path: Path, slug: str) -> None:
    """Whatever number stands in an imported record's facts, the import is refused with one
    sentence, or every page of the table works."""
    elsewhere = Store(f"sqlite:///{tmp_path}/elsewhere.sqlite")
    here = Store(f"sqlite:///{tmp_path}/here.sqlite")
    app = create_app(builtin_cards(), builtin_templates(), here)
    refused = kept = 0
    for number, facts in enumerate(mutations(slug)):
        text = recorded(elsewhere, slug, facts)
        if text is None:
            continue
        client = app.test_client()
        address = {"REMOTE_ADDR": f"10.0.1.{number}"}
        answer = client.post("/results/import", data={"text": text}, environ_base=address)
        assert answer.status_code in (303, 409), json.loads(text)["facts"]
        if answer.status_code == 409:
            refused += 1
            continue
        kept += 1
        where = answer.headers["Location"]
        table = "/t/" + where.rsplit("/", 1)[-1]
        for path in (where, *(table + page for page in (*PAGES, *FILES))):
            got = client.get(path, environ_base=address)
            assert got.status_code < 400, path
        for path in PERHAPS:
            got = client.get(table + path, environ_base=address)
            assert got.status_code in (200, 404), path
    elsewhere.close()
    here.close()
    assert refused


@pytest.mark.parametrize("number", [-1, 1e-308, 1e308, 10**12])
def test_the_sentence_names_the_number(tmp_path: Path, number: float) -> None:
    """A hostile number is named with its place."""
    store = Store(f"sqlite:///{tmp_path}/elsewhere.sqlite")
    facts = msgspec.json.decode(msgspec.json.encode(start_for("dragon-river").facts))
    path = next(path for path in places(facts) if path[-1] == "x")
    text = recorded(store, "dragon-river", changed(facts, path, number))
    store.close()
    assert text is not None
    (sentence,) = check_record(text)
    assert sentence.startswith(f"its game data has the number {number} at spaces.")


def test_no_number_at_all(tmp_path: Path) -> None:
    """NaN and infinity are not JSON: such a file is not a record."""
    store = Store(f"sqlite:///{tmp_path}/elsewhere.sqlite")
    text = recorded(store, "dragon-river", start_for("dragon-river").facts)
    store.close()
    assert text is not None
    for wrong in ("NaN", "Infinity", "1e999"):
        record = json.loads(text)
        record["facts"]["most"] = "HERE"
        (sentence,) = check_record(json.dumps(record).replace('"HERE"', wrong))
        assert sentence.startswith("this is not a complete game record")
