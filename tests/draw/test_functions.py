"""Every function of expressions is documented with an example that is true."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from printgen.catalog.builtin import builtin_templates
from printgen.catalog.load import load_game
from printgen.draw.component import draw_component, make_draw_context
from printgen.draw.context import DrawContext
from printgen.draw.expression import compile_expression
from printgen.draw.functions import PLAIN_FUNCTIONS
from printgen.draw.show import show
from printgen.errors import Findings
from tests.support import open_sampler, write_game

README = (builtin_templates() / "README.md").read_text(encoding="utf-8")
LINE = re.compile(r"^\| `(\w+)\(.*?\)` \| .+? \| `(.+?)` \| (.+?) \|$", re.MULTILINE)
DOCUMENTED = LINE.findall(README)


@pytest.fixture(scope="module")
def context(tmp_path_factory: pytest.TempPathFactory) -> DrawContext:
    rows = "id,kind,cost\nfish,fresh,1\nrope,dry,2\ntea,dry,4\n"
    columns = "{id: text, kind: text, cost: integer}"
    cards = write_game(
        tmp_path_factory.mktemp("game"), "size: [9, 9]\nelements: []\n", rows, columns
    )
    settings = cards / "sampler" / "game.yaml"
    text = settings.read_text().replace("  rows:\n    file", "  goods:\n    file")
    settings.write_text(text.replace("rows: rows", "rows: goods"))
    findings = Findings()
    game = open_sampler(cards, findings)
    assert not list(findings)
    return make_draw_context(game, "full", None)


def test_every_function_is_documented(context: DrawContext) -> None:
    """The table in templates/README.md has a line for each function, in order."""
    assert [name for name, _, _ in DOCUMENTED] == sorted(context.functions())


@pytest.mark.parametrize(
    ("name", "example", "result"), DOCUMENTED, ids=[name for name, _, _ in DOCUMENTED]
)
def test_the_examples_are_true(context: DrawContext, name: str, example: str, result: str) -> None:
    """Each documented example gives the documented result."""
    assert f"{name}(" in example
    value = compile_expression(example, context.functions()).evaluate({})
    assert show(round(value, 9) if isinstance(value, float) else value) == result


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("sum(['a'])", "sum() adds up numbers, but 'a' is not a number"),
        ("mean([])", "mean() needs at least one number"),
        ("where([1], 'kind', 2)", "where() can read the column 'kind' of rows only"),
        ("fixed(2, 99)", "fixed() takes 0 to"),
        ("random('a', 0)", "random() needs the largest number"),
        ("plural('x', 'coin')", "plural() needs a number, not 'x'"),
    ],
)
def test_unsuitable_values_are_explained(text: str, says: str) -> None:
    """A wrong value is named, with what the function needs."""
    with pytest.raises(ValueError, match=re.escape(says)):
        compile_expression(text, PLAIN_FUNCTIONS).evaluate({})


def test_random_numbers_cover_their_range() -> None:
    """Seeds give all numbers, evenly enough for variety."""
    roll = compile_expression("random(id, 6)", PLAIN_FUNCTIONS).evaluate
    rolls = [roll({"id": f"card-{number}"}) for number in range(600)]
    assert all(70 < rolls.count(face) < 130 for face in range(1, 7))


def test_plurals() -> None:
    """One is singular; irregular plurals are given."""
    work_out = compile_expression("plural(n, 'die', 'dice')", PLAIN_FUNCTIONS).evaluate
    assert [work_out({"n": n}) for n in (0, 1, 2)] == ["0 dice", "1 die", "2 dice"]


@pytest.mark.parametrize(
    ("template", "table", "columns"),
    [("score-pad", "score-lines", "id,label"), ("player-aid", "aid", "id,heading,text")],
)
def test_shared_layouts_take_any_table(
    tmp_path: Path, template: str, table: str, columns: str
) -> None:
    """A score pad or player aid is drawn from a table without a declaration that lacks the columns
    that may be left out; a column that it needs is missed by the name of its file."""
    game = tmp_path / "cards" / "pad"
    game.mkdir(parents=True)
    about = "title: Pad\ndesigner: Me\ncredit: Mine.\nofficial: true\n"
    about += f"tables:\n  rows: {{file: rows.csv}}\n  {table}: {{file: t.csv}}\n"
    about += f"components:\n  - {{id: pad, title: Pad, rows: rows, template: {template},"
    about += " constants: {players: 4}}\n"
    (game / "game.yaml").write_text(about, encoding="utf-8")
    (game / "rows.csv").write_text("id\npad\n", encoding="utf-8")
    for heading, wanted in ((columns, []), ("id,other,third", ["there is no column"])):
        rows = "\n".join(",".join(f"{word} {n}" for word in heading.split(",")) for n in range(3))
        (game / "t.csv").write_text(f"{heading}\n{rows}\n", encoding="utf-8")
        findings = Findings()
        found = load_game("pad", tmp_path / "cards", builtin_templates(), findings)
        assert found is not None
        (component,) = found.components
        draw_component(found, component, make_draw_context(found, "full", None), findings)
        messages = [str(finding) for finding in findings]
        assert len(messages) == len(wanted), messages
        assert all("in cards/pad/t.csv (known: id, other, third)" in m for m in messages)
