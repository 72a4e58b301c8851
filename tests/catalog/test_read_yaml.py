"""Reading YAML, with the place of every value."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printgen.catalog.model import Node
from printgen.catalog.nodes import parse_yaml, read_yaml
from printgen.errors import Findings, Location
from printgen.limits import YAML_NODES


def parse(text: str) -> tuple[Node | None, list[str]]:
    findings = Findings()
    return parse_yaml(text, "x.yaml", findings), [str(finding) for finding in findings]


def plain(node: Node | None) -> object:
    if node is None:
        return None
    match node.value:
        case tuple():
            return [plain(item) for item in node.value]
        case Mapping():
            return {name: plain(child) for name, child in node.value.items()}
    return node.value


def child(node: Node | None, *steps: str | int) -> Node:
    assert node is not None
    for step in steps:
        if isinstance(step, str):
            assert isinstance(node.value, Mapping)
            node = node.value[step]
        else:
            assert isinstance(node.value, tuple)
            node = node.value[step]
    return node


def only_fault(text: str) -> str:
    _, messages = parse(text)
    assert len(messages) == 1, messages
    return messages[0]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("true", True),
        ("False", False),
        ("yes", "yes"),
        ("no", "no"),
        ("on", "on"),
        ("2-6", "2-6"),
        ("1:30", "1:30"),
        ("12", 12),
        ("-3", -3),
        ("0x1f", 31),
        ("0o17", 15),
        ("007", 7),
        ("1_000", "1_000"),
        ("1.5", 1.5),
        ("-.5e2", -50.0),
        (".inf", ".inf"),
        ("~", None),
        ("null", None),
        ("2026-01-01", "2026-01-01"),
        ("'12'", "12"),
        ('"true"', "true"),
        ("''", ""),
        ("+", "+"),
    ],
)
def test_scalars(text: str, value: object) -> None:
    """Scalars follow the YAML 1.2 core schema."""
    node, messages = parse(f"a: {text}")
    assert messages == []
    assert plain(node) == {"a": value}
    assert type(child(node, "a").value) is type(value)


def test_places() -> None:
    """Every node knows its row, column and field."""
    node, _ = parse("a:\n  b: [1, 2]\n  c:\n    d: x\n")
    assert child(node, "a").place == Location("x.yaml", 1, 1, "a")
    assert child(node, "a", "b").place == Location("x.yaml", 2, 3, "b")
    assert child(node, "a", "b", 1).place == Location("x.yaml", 2, 10, "b")
    assert child(node, "a", "c", "d").place == Location("x.yaml", 4, 5, "d")


def test_aliases() -> None:
    """an alias stands for the value of its anchor"""
    node, messages = parse("a: &x [1, {b: 2}]\nc: *x\n")
    assert messages == []
    assert plain(node) == {"a": [1, {"b": 2}], "c": [1, {"b": 2}]}


BOMB = "a0: &a0 [x, x]\n" + "".join(
    f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 12)
)

BROKEN = [
    pytest.param(BOMB, f"grows to more than {YAML_NODES} values", id="bomb"),
    pytest.param("[" * 60 + "]" * 60, "nested more than 40 levels deep", id="deep"),
    pytest.param("{a: " * 60 + "1" + "}" * 60, "nested more than 40 levels deep", id="deep keys"),
    pytest.param(
        "a: &a " + "[" * 30 + "]" * 30 + "\nb: " + "[" * 20 + "*a" + "]" * 20,
        "nested more than 40 levels deep",
        id="deep by alias",
    ),
    pytest.param("[" * 100_000, "nested more than 40 levels deep", id="very deep"),
    pytest.param(
        "a: !!python/object/apply:os.system [ls]",
        "row 1, column 1, field 'a': the tag '!!python/object/apply:os.system' is not allowed",
        id="python tag",
    ),
    pytest.param("a: !x 1", "the tag '!x' is not allowed; remove it", id="own tag"),
    pytest.param("a: !!str 1", "the tag '!!str' is not allowed; remove it", id="core tag"),
    pytest.param("a: &a [*a]", "the anchor '&a' contains itself", id="self"),
    pytest.param("a: *b", "the alias '*b' names nothing", id="no anchor"),
    pytest.param(
        "a: 1\nb: 2\na: 3\n",
        "row 3, column 1, field 'a': the key 'a' is already in row 1",
        id="duplicate",
    ),
    pytest.param("1: x", "the key 1 is not text; put it in quotes: '1'", id="number key"),
    pytest.param("true: x", "the key true is not text; put it in quotes: 'true'", id="flag key"),
    pytest.param("[1]: x", "a key must be plain text, not a list or a mapping", id="list key"),
    pytest.param("a: &a b\n*a : x", "a key must be plain text, not an alias", id="alias key"),
    pytest.param("a: {<<: {b: 1}}", "merge keys ('<<') are not supported", id="merge"),
    pytest.param("a: 1\n---\nb: 2\n", "a file must hold only one document", id="two documents"),
    pytest.param("a: [1\nb: 2\n", "row 2", id="syntax"),
    pytest.param("a: take: all\n", "(put a text that contains ': ' in quotes)", id="colon"),
    pytest.param("a: {b: take it: all}\n", "that contains ': ' in quotes)", id="inner colon"),
    pytest.param("a: \x07", "YAML does not allow a character", id="control character"),
    pytest.param("a: " + "9" * 5000, "more than 18 digits", id="digits"),
    pytest.param("a: 1e999", "the number is too large", id="infinite"),
]


@pytest.mark.parametrize(("text", "message"), BROKEN)
def test_broken_yaml(text: str, message: str) -> None:
    """unsafe or ambiguous YAML is reported in one sentence"""
    fault = only_fault(text)
    assert message in fault
    assert fault.startswith("x.yaml")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        pytest.param(None, "x.yaml: the file does not exist", id="missing"),
        pytest.param(b" \n", "x.yaml: the file is empty", id="empty"),
        pytest.param(
            b"a: 1\nb: \xff\n",
            "x.yaml, row 2: the byte 0xff is not UTF-8; save the file as UTF-8",
            id="not UTF-8",
        ),
    ],
)
def test_broken_files(tmp_path: Path, content: bytes | None, message: str) -> None:
    """a file that is not text is reported"""
    if content is not None:
        (tmp_path / "x.yaml").write_bytes(content)
    findings = Findings()
    assert read_yaml(tmp_path / "x.yaml", "x.yaml", findings) is None
    assert [str(finding) for finding in findings] == [message]


def test_a_huge_file_is_not_read(tmp_path: Path) -> None:
    """100 MB give a sentence at once."""
    with (tmp_path / "x.yaml").open("wb") as stream:
        stream.truncate(100_000_000)
    findings = Findings()
    assert read_yaml(tmp_path / "x.yaml", "x.yaml", findings) is None
    assert "the file is 100.0 MB, but the limit is 2 MB" in str(findings.errors[0])


def test_byte_order_mark_and_crlf(tmp_path: Path) -> None:
    """YAML saved by Windows editors is read"""
    (tmp_path / "x.yaml").write_bytes(b"\xef\xbb\xbfa: 1\r\nb:\r\n  - c\r\n")
    node = read_yaml(tmp_path / "x.yaml", "x.yaml", Findings())
    assert plain(node) == {"a": 1, "b": ["c"]}


YAMLISH = st.lists(
    st.sampled_from([*"[]{}:,-&*!?|>'\"%@#ab1 \n", "a: ", "\n  ", "&a ", "*a ", "!!x ", "--- "]),
    max_size=40,
).map("".join)


@given(text=st.one_of(st.text(max_size=60), YAMLISH))
def test_any_text_gives_findings_or_a_node(text: str) -> None:
    """no text makes the reader crash"""
    findings = Findings()
    node = parse_yaml(text, "x.yaml", findings)
    assert node is None or isinstance(node, Node)
