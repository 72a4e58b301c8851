"""The JSON Schema for editors accepts what the reader accepts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema_rs import Draft202012Validator, meta

from printgen.catalog.builtin import builtin_cards
from printgen.catalog.json_schema import game_schema, schema_text, set_schema
from printgen.catalog.load import list_games
from printgen.catalog.yaml_schemas import GAME
from tests.catalog.game_folder import SAMPLE

ROOT = Path(__file__).parents[2]
SETS = sorted((builtin_cards() / "piecepack" / "sets").glob("*.yaml"))


def fits(value: Any, schema: dict[str, Any]) -> bool:
    return Draft202012Validator(schema).is_valid(value)


def content_of(game: Path) -> dict[str, Any]:
    text = (game / "game.yaml").read_text(encoding="utf-8")
    content = yaml.load(text, Loader=yaml.CSafeLoader)
    assert isinstance(content, dict)
    return content


@pytest.fixture
def sample() -> dict[str, Any]:
    return content_of(SAMPLE)


def test_the_schema_is_one() -> None:
    """the schema is valid JSON Schema"""
    assert meta.is_valid(game_schema())
    assert meta.is_valid(set_schema())


def test_the_schema_lies_beside_the_games() -> None:
    """the stored schema files are what `printgen schema` and `printgen schema set` print"""
    for name, schema in (("game", game_schema()), ("set", set_schema())):
        stored = (ROOT / "cards" / f"{name}.schema.json").read_text(encoding="utf-8")
        assert stored == schema_text(schema)


@pytest.mark.parametrize("file", SETS, ids=[file.stem for file in SETS])
def test_sets_name_their_schema_and_fit(file: Path) -> None:
    """every set of pieces names its schema and is valid by it"""
    text = file.read_text(encoding="utf-8")
    assert text.startswith("# yaml-language-server: $schema=../../set.schema.json\n")
    assert fits(yaml.load(text, Loader=yaml.CSafeLoader), set_schema())


@pytest.mark.parametrize("slug", list_games(builtin_cards()))
def test_games_name_their_schema_and_fit(slug: str) -> None:
    """every game names the schema and is valid by it"""
    game = builtin_cards() / slug
    first = (game / "game.yaml").read_text(encoding="utf-8").partition("\n")[0]
    assert first == "# yaml-language-server: $schema=../game.schema.json"
    assert fits(content_of(game), game_schema())


def test_the_samples_fit(sample: dict[str, Any]) -> None:
    """the schema accepts what the reader accepts"""
    assert fits(sample, game_schema())
    assert fits(content_of(ROOT / "tests" / "sample" / "sixth" / "tea-garden"), game_schema())


@pytest.mark.parametrize(
    "change",
    [
        {"titel": "x"},
        {"title": 3},
        {"players": "many"},
        {"components": [{"rows": "a"}]},
        {"components": [{"id": "A b", "rows": "x", "template": "y"}]},
        {"components": [{"id": "a", "rows": "x", "template": "y", "gutter": -1}]},
        {"components": [{"id": "a", "rows": "x", "template": "y", "sheet": "heap"}]},
        {"tables": {"goods": {"file": "x.csv", "columns": {"id": 3}}}},
        {"options": [{"id": "tide", "title": "Tide"}]},
        {"setup": {"parts": [{"id": "a", "title": "A"}]}},
        {"setup": {"parts": [{"id": "a", "title": "A", "shuffle": "x", "tell": "y"}]}},
        {"setup": {"parts": [{"id": "a", "title": "A", "shuffle": "x", "deal": {"many": 2}}]}},
        {"score": {"lines": [{"id": "a", "title": "A", "groups": "round"}]}},
        {"score": {"lines": [{"id": "a", "title": "A", "number": 9, "flag": 1}]}},
        {"score": {"lines": [{"id": "a", "title": "A", "flag": 1, "per": 2}]}},
        {"score": {"lines": [{"id": "a", "title": "A", "lookup": [1], "ties": "share"}]}},
        {"score": {"race": "places", "lowest wins": True}},
        {"setup": {"parts": [{"id": "a", "title": "A", "choose": "player", "draw": 2}]}},
        {"setup": {"parts": [{"id": "a", "title": "A", "lay": "coins", "face down": True}]}},
    ],
)
def test_mistakes_do_not_fit(sample: dict[str, Any], change: dict[str, Any]) -> None:
    """the schema rejects what the reader rejects"""
    assert not fits(sample | change, game_schema())


def test_every_key_is_in_the_schema() -> None:
    """the schema lists exactly the keys that the reader knows"""
    assert set(game_schema()["properties"]) == set(GAME.keys)
