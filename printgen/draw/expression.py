"""Compile expressions of templates into functions of a row, in a sandbox.

An expression may read names, do arithmetic, compare, choose and call the functions it is given.
Everything else is rejected when the template is read, before any row is seen.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Mapping
from functools import lru_cache
from types import CodeType
from typing import Any, Final

from msgspec import Struct

from printgen.catalog.headings import without_keywords
from printgen.catalog.model import Record
from printgen.catalog.translations.pairs import OPEN, both, first_of, pair
from printgen.draw.functions import Function, check_call
from printgen.errors import did_you_mean
from printgen.limits import EXPRESSION_DEPTH, EXPRESSION_LENGTH, MAX_NUMBER

Scope = Mapping[str, Any]

ALLOWED: Final = (
    ast.Expression,
    ast.Constant,
    ast.Name,
    ast.Load,
    ast.BinOp,
    ast.Add,
    ast.Sub,
    ast.Mult,
    ast.Div,
    ast.FloorDiv,
    ast.Mod,
    ast.UnaryOp,
    ast.USub,
    ast.UAdd,
    ast.Not,
    ast.BoolOp,
    ast.And,
    ast.Or,
    ast.Compare,
    ast.Eq,
    ast.NotEq,
    ast.Lt,
    ast.LtE,
    ast.Gt,
    ast.GtE,
    ast.In,
    ast.NotIn,
    ast.IfExp,
    ast.Subscript,
    ast.Attribute,
    ast.Call,
    ast.List,
    ast.Tuple,
)


CALLED: Final = "_call_"
"""What the names of functions begin with inside, where columns may have the same names."""

CONSTANTS: Final = {"true": True, "false": False}

Calls = tuple[tuple[str, int], ...]
"""The functions that an expression calls, and with how many values."""


class Expression(Struct, frozen=True):
    """A checked expression; `names` are what it reads from the row."""

    text: str
    names: frozenset[str]
    evaluate: Callable[[Scope], Any]


def compile_expression(text: str, functions: Mapping[str, Function]) -> Expression:
    """Compile an expression; raises ValueError with a sentence if the sandbox does not allow it."""
    names, calls, code = _checked(text, tuple(functions))
    for name, values in calls:
        check_call(name, functions[name], values)
    called = {f"{CALLED}{name}": function for name, function in functions.items()}
    namespace = {"__builtins__": {}, **called, **GUARDS}

    def evaluate(scope: Scope) -> Any:
        try:
            # The tree holds only allowed nodes, no builtins and no underscore names.
            return eval(code, namespace, scope)  # noqa: S307
        except ValueError:
            raise
        except Exception as fault:
            reason = "one of its values is empty" if "NoneType" in str(fault) else str(fault)
            raise ValueError(f"'{text}' cannot be evaluated: {reason}") from None

    return Expression(text, names, evaluate)


@lru_cache(maxsize=4096)
def _checked(text: str, functions: tuple[str, ...]) -> tuple[frozenset[str], Calls, CodeType]:
    """Return the names that an expression reads, its calls, and its code. Templates repeat their
    expressions, and are compiled for each ink and paper."""
    if len(first_of(text)) > EXPRESSION_LENGTH:
        raise ValueError(f"the expression is longer than {EXPRESSION_LENGTH} characters")
    try:
        tree = ast.parse(without_keywords(text), mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError) as fault:
        reason = getattr(fault, "msg", None) or str(fault)
        raise ValueError(f"'{text}' is not an expression ({reason})") from None
    tree = ast.fix_missing_locations(_Constants().visit(tree))
    names = _check(tree, functions, text)
    calls = tuple(
        (ast.unparse(node.func), len(node.args))
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
    )
    safe = ast.fix_missing_locations(_Guard().visit(tree))
    return names, calls, compile(safe, "<expression>", "eval")


def _check(tree: ast.AST, functions: Collection[str], text: str) -> frozenset[str]:
    names: set[str] = set()
    called = {id(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}
    if _depth(tree) > EXPRESSION_DEPTH:
        raise ValueError(f"'{text}' is nested too deeply")
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            _check_call(node, functions)
        elif not isinstance(node, ALLOWED):
            raise ValueError(f"'{text}' uses {type(node).__name__}, which templates may not use")
        elif isinstance(node, ast.Constant):
            if not isinstance(node.value, str | int | float | bool | None):
                raise ValueError(f"'{text}' contains a value that templates may not use")
            if isinstance(node.value, int | float) and abs(node.value) > MAX_NUMBER:
                raise ValueError(f"'{text}' contains a number over {MAX_NUMBER:.0e}")
        elif isinstance(node, ast.Attribute):
            if node.attr.startswith("_"):
                raise ValueError(f"'{text}' reads '{node.attr}', which templates may not read")
        elif isinstance(node, ast.Name) and id(node) not in called:
            if node.id.startswith("_"):
                raise ValueError(f"'{text}' reads '{node.id}', which templates may not read")
            names.add(node.id)
    return frozenset(names)


def _check_call(node: ast.Call, functions: Collection[str]) -> None:
    if not isinstance(node.func, ast.Name):
        raise ValueError("only functions with a plain name can be called")
    if node.func.id not in functions:
        raise ValueError(
            f"there is no function '{node.func.id}'{did_you_mean(node.func.id, functions)}"
        )
    if node.keywords or any(isinstance(a, ast.Starred) for a in node.args):
        raise ValueError(f"{node.func.id}() takes positional values only")


def _depth(tree: ast.AST) -> int:
    return 1 + max((_depth(child) for child in ast.iter_child_nodes(tree)), default=0)


def _number(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError(
            "an empty value is not a number" if value is None else f"{value!r} is not a number"
        )
    if abs(value) > MAX_NUMBER:
        raise ValueError(f"the number {value!r} is too large")
    return value


def _multiply(a: Any, b: Any) -> Any:
    return _number(a) * _number(b)  # never text × number: that can fill the memory


def _modulo(a: Any, b: Any) -> Any:
    return _number(a) % _number(b)  # never text formatting


def _field(value: Any, name: str) -> Any:
    if not isinstance(value, Record):
        raise ValueError(f"'.{name}' reads a column, but the value before it is not a row")
    try:
        return value.values[name]
    except KeyError:
        hint = did_you_mean(name, value.values)
        raise ValueError(f"there is no column '{name}' in {value.place.file}{hint}") from None


def _item(values: Any, place: Any) -> Any:
    """Return an item of a list, or a letter of a text in each of its languages."""
    if isinstance(values, str) and OPEN in values:
        first, second = both(values)
        return pair(first[place], second[place])
    return values[place]


GUARDS: Final[Mapping[str, Function]] = {
    "_multiply": _multiply,
    "_modulo": _modulo,
    "_field": _field,
    "_item": _item,
}


class _Constants(ast.NodeTransformer):
    """Reads true and false as YAML writes them."""

    def visit_Name(self, node: ast.Name) -> ast.AST:
        value = CONSTANTS.get(node.id)
        return node if value is None else ast.copy_location(ast.Constant(value), node)


class _Guard(ast.NodeTransformer):
    """Puts operations that could be abused behind functions that check their arguments, and makes
    lists hashable."""

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.op, ast.Mult):
            return self._call("_multiply", node.left, node.right)
        if isinstance(node.op, ast.Mod):
            return self._call("_modulo", node.left, node.right)
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """Call a function even if a column has its name."""
        self.generic_visit(node)
        return self._call(f"{CALLED}{ast.unparse(node.func)}", *node.args)

    def visit_List(self, node: ast.List) -> ast.AST:
        self.generic_visit(node)
        return ast.Tuple(node.elts, ast.Load())

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        self.generic_visit(node)
        return self._call("_field", node.value, ast.Constant(node.attr))

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        self.generic_visit(node)
        return self._call("_item", node.value, node.slice)

    @staticmethod
    def _call(name: str, *args: ast.expr) -> ast.Call:
        return ast.Call(ast.Name(name, ast.Load()), list(args), [])
