"""What expressions can do, and what they cannot."""

from __future__ import annotations

import re
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printgen.catalog.model import Record
from printgen.draw.expression import compile_expression
from printgen.draw.functions import PLAIN_FUNCTIONS
from printgen.draw.setting import compile_setting
from printgen.errors import Location

ROW = Record({"id": "lotus", "name": "Lotus", "cost": 3}, Location("rows.csv", 2))
SCOPE = {"a": 2, "b": 5, "words": ("x", "y", "x"), "owner": ROW, "title": "River"}


def work_out(text: str) -> object:
    return compile_expression(text, PLAIN_FUNCTIONS).evaluate(SCOPE)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("a + b * 2", 12),
        ("-a", -2),
        ("b // a", 2),
        ("b % a", 1),
        ("'many' if b > 3 else 'few'", "many"),
        ("owner.name", "Lotus"),
        ("owner.cost + 1", 4),
        ("count(words, 'x')", 2),
        ("words[1]", "y"),
        ("'x' in words and not a == 3", True),
        ("(a == 2) == true and not false", True),
        ("len(range(4))", 4),
        ("max(a, b)", 5),
        ("title + '!'", "River!"),
        ("[a, b][1]", 5),
        ("join([owner, 1.0, b == 5], ' + ')", "lotus + 1 + yes"),
        ("text([a, 2.50])", "2, 2.5"),
    ],
)
def test_values(text: str, value: object) -> None:
    """Expressions are evaluated correctly."""
    assert work_out(text) == value


@pytest.mark.parametrize(
    "text",
    [
        "__import__('os')",
        "().__class__",
        "owner._values",
        "_a",
        "open('x')",
        "lambda: 1",
        "[x for x in words]",
        "a ** 99999",
        "(a := 3)",
        "f'{a}'",
        "words.count('x')",
        "max(*words)",
        "1 if",
        "",
        "a" * 600,
        "(" * 60 + "a" + ")" * 60 + "".join(f"+{i}" for i in range(60)),
        "10000000000",
        "b'x'",
        "...",
    ],
)
def test_refused_when_read(text: str) -> None:
    """Anything but arithmetic on the row is rejected when the template is compiled."""
    with pytest.raises(ValueError, match=r"."):
        compile_expression(text, PLAIN_FUNCTIONS)


@pytest.mark.parametrize("text", ["'x' * 1000000000", "'%s' % a", "owner.nam", "a.x", "words[9]"])
def test_refused_when_worked_out(text: str) -> None:
    """A value of the wrong kind gives a sentence, not a traceback."""
    with pytest.raises(ValueError, match=r"."):
        work_out(text)


@given(st.text(max_size=60))
def test_never_anything_but_a_sentence(text: str) -> None:
    """Every text is an expression or raises ValueError."""
    with suppress(ValueError):
        compile_expression(text, PLAIN_FUNCTIONS).evaluate(SCOPE)


def test_columns_with_the_names_of_functions() -> None:
    """Any heading may be a column: what is called is always the function."""
    expression = compile_expression("text(number) + plural(count, text)", PLAIN_FUNCTIONS)
    assert expression.names == {"number", "count", "text"}
    assert expression.evaluate({"number": 3, "count": 2, "text": "coin"}) == "32 coins"
    lists = compile_expression("[1, [max]]", PLAIN_FUNCTIONS)
    assert lists.evaluate({"max": 7}) == (1, (7,))


def test_text_with_places() -> None:
    """A single expression keeps its type; expressions within text are joined to text."""
    assert compile_setting("{b}", PLAIN_FUNCTIONS).get(SCOPE) == 5
    assert compile_setting("{a} of {b}", PLAIN_FUNCTIONS).get(SCOPE) == "2 of 5"
    assert compile_setting("{{{a}}}", PLAIN_FUNCTIONS).get(SCOPE) == "{2}"
    assert compile_setting("plain", PLAIN_FUNCTIONS).names == frozenset()
    assert compile_setting("{b / a}", PLAIN_FUNCTIONS).get(SCOPE) == 2.5
    assert compile_setting("{b / a} m", PLAIN_FUNCTIONS).get(SCOPE) == "2.5 m"


@pytest.mark.parametrize("text", ["{a", "a}", "{}", "{a b}"])
def test_broken_places(text: str) -> None:
    """A lone brace or an empty placeholder is reported."""
    with pytest.raises(ValueError, match=r"."):
        compile_setting(text, PLAIN_FUNCTIONS)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("join(words)", "join() takes 2 values, not 1"),
        ("cos()", "cos() takes 1 value, not 0"),
        ("round(1, 2, 3)", "round() takes 1 to 2 values, not 3"),
        ("max()", "max() takes at least 1 value, not 0"),
        ("join(owner, ', ')", "join() needs a list, not 'lotus'"),
    ],
)
def test_calls_with_wrong_values(text: str, says: str) -> None:
    """A call with too few, too many or unsuitable values is explained in a template's words."""
    with pytest.raises(ValueError, match=re.escape(says)):
        work_out(text)
