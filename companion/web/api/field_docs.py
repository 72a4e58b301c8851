"""The docstrings below the fields of types, as descriptions of their JSON schemas."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from inspect import cleandoc, getsource
from itertools import pairwise
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.inspect import StructType, multi_type_info


def describe_fields(components: dict[str, Any], types: Iterable[Any]) -> None:
    """Add to the schemas of these types, and of all types that they hold."""
    for kind in _structs(multi_type_info(types)):
        docs = dict(_field_docs(kind))
        for field in msgspec.structs.fields(kind):
            if field.name in docs:
                properties = components[kind.__name__]["properties"]
                properties[field.encode_name].setdefault("description", docs[field.name])


def _structs(found: Iterable[Any]) -> set[type[Struct]]:
    structs: set[type[Struct]] = set()
    waiting = list(found)
    while waiting:
        info = waiting.pop()
        if isinstance(info, StructType):
            if info.cls in structs:
                continue
            structs.add(info.cls)
        if isinstance(info, msgspec.inspect.Type | msgspec.inspect.Field):
            waiting += _parts(info)
    return structs


def _parts(info: Struct) -> Iterator[Any]:
    for name in info.__struct_fields__:
        part = getattr(info, name)
        yield from part if isinstance(part, tuple) else (part,)


def _field_docs(kind: type[Struct]) -> Iterator[tuple[str, str]]:
    """The fields with a docstring: Python itself does not keep these."""
    for base in reversed(kind.__mro__):
        if not issubclass(base, Struct) or base is Struct:
            continue
        nodes = ast.parse(getsource(base)).body
        body = [part for node in nodes if isinstance(node, ast.ClassDef) for part in node.body]
        for statement, after in pairwise(body):
            match statement, after:
                case (
                    ast.AnnAssign(target=ast.Name(id=name)),
                    ast.Expr(value=ast.Constant(value=str(text))),
                ):
                    yield name, cleandoc(text)
